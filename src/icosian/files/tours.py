"""Reading and writing of TSPLIB tour files: node numbers in the order of the tour."""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import networkx as nx

from icosian._io.atomic import write_atomically
from icosian._io.text import MOST_NODES, Text, checked_path, encoded, number, shown
from icosian._run.arguments import checked_graph
from icosian._run.hints import hinted
from icosian.exceptions import InvalidArgument, InvalidTour
from icosian.files.tsplib import TsplibFile
from icosian.tours.checking import check_tour
from icosian.tours.shortest.problem.places import Places
from icosian.tours.tour import Tour

OPEN = "open tour"
"""The comment that marks an open tour: in TSPLIB every tour is closed."""


@hinted
def read_tour(path: str | os.PathLike[str], G: nx.Graph[Any] | Places) -> Tour:
    r"""Read a tour of a graph, or of places, from a file in the format of TSPLIB.

    Parameters
    ----------
    path : str or path-like
        The file; it is decompressed if its name ends in ``.gz``.
    G : networkx graph or Places
        The graph or the places. The number k in the file stands for its k-th node.

    Returns
    -------
    Tour
        The tour, checked against ``G``; closed unless the file has the comment ``open tour``.

    Raises
    ------
    InvalidArgument
        If ``G`` is neither a graph nor places, or the file is malformed; the message names the
        line and the reason.
    InvalidTour
        If it is not a tour of ``G``: a node is missing, repeated or unknown, or two consecutive
        nodes have no edge.
    OSError
        If the file cannot be read.

    See Also
    --------
    write_tour : Write such a file.
    icosian.tours.tour_length : How long it is.
    read_hcp, read_tsplib : Read the graph, or the places, from a file.

    Notes
    -----
    TYPE and DIMENSION may be missing. The numbers take any number of lines and end with -1 or EOF,
    or with -1 -1. Time and memory are linear in the number of nodes.

    References
    ----------
    .. [1] G. Reinelt, TSPLIB 95, Universitaet Heidelberg, 1995.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> import networkx as nx
    >>> from icosian import read_tour
    >>> text = "TYPE : TOUR\nDIMENSION : 4\nTOUR_SECTION\n1 2 3 4\n-1\nEOF\n"
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "ring.tour")
    ...     _ = path.write_text(text, encoding="utf-8")
    ...     read_tour(path, nx.cycle_graph("abcd"))
    <closed tour of 4 nodes from 'a'>
    """
    nodes = list(G.nodes if isinstance(G, Places) else checked_graph(G))
    file = TsplibFile(
        Text(path), ("TOUR",), {"TOUR_SECTION": lambda file: list(_order(file, len(nodes)))}
    )
    if "TOUR_SECTION" not in file.sections:
        raise file.wrong("TOUR_SECTION is missing")
    closed = OPEN not in file.keywords.get("COMMENT", "").lower().split("\n")
    order = [nodes[k - 1] for k in file.sections["TOUR_SECTION"]]
    tour = Tour(order, is_closed=closed, G=None if isinstance(G, Places) else G)
    try:
        check_tour(G, tour, closed=closed)
    except InvalidTour as error:
        raise InvalidTour(f"{path}: {error}") from None
    return tour


def _order(file: TsplibFile, n: int) -> Iterator[int]:
    """Yield the numbers of a tour, each of 1 to n once."""
    if (promised := int(file.keywords.get("DIMENSION", n))) != n:
        raise file.wrong(f"the tour has {promised:,} nodes, there are {n:,}", InvalidTour)
    visited = bytearray(n + 1)
    visited[0] = True  # numbers begin at 1
    for word in file.words("the tour"):
        k = number(file.text, "a node", word, MOST_NODES)
        if k > n:
            raise file.wrong(f"node {k} is not one of the {n:,} nodes", InvalidTour)
        if visited[k]:
            raise file.wrong(f"node {k} is visited twice", InvalidTour)
        visited[k] = True
        yield k
    if (missing := visited.find(0)) > 0:
        reason = f"node {missing} is missing: {visited.count(1) - 1:,} of {n:,} are visited"
        raise file.wrong(reason, InvalidTour)


def check_stated(tour: Tour, places: Places) -> None:
    """Raise InvalidTour unless a tour keeps the fixed edges and the order of a file."""
    number = {v: k for k, v in enumerate(tour)}
    ahead, n = {1}, len(tour)
    if not places.directed:
        ahead.add(-1)
    wraps = tour.is_closed and places.closed
    for u, v in places.require:
        step = number[v] - number[u]
        if not ({step, step - n, step + n} if wraps else {step}) & ahead:
            raise InvalidTour(f"the tour lacks the fixed step from {shown(u)} to {shown(v)}")
    for chain in places.order:
        for u, v in pairwise(chain):
            if number[u] > number[v]:
                raise InvalidTour(f"{shown(u)} has to be visited before {shown(v)}")


@hinted
def write_tour(
    tour: Tour, path: str | os.PathLike[str], *, G: nx.Graph[Any] | Places | None = None
) -> None:
    """Write a tour to a file in the format of TSPLIB.

    Parameters
    ----------
    tour : Tour
        The tour. An open tour is marked with the comment ``open tour``.
    path : str or path-like
        The file; it is compressed if its name ends in ``.gz``. An existing file is replaced.
    G : networkx graph or Places, optional
        The graph or the places, whose nodes are numbered from 1 in their order, as in
        :func:`write_hcp`; by default the graph of the tour, or else its places in their order, or
        the squares of its board, row by row.

    Raises
    ------
    InvalidArgument
        If ``tour`` is not a :class:`Tour` or ``G`` not a graph, or if the tour has no graph, places
        or board and none is given.
    InvalidTour
        If it is not a tour of the graph, or does not visit every place or square once.
    OSError
        If the file cannot be written; an existing file is then unchanged.

    See Also
    --------
    read_tour : Read such a file.
    save : Save a picture.

    Examples
    --------
    >>> import pathlib, tempfile, icosian
    >>> G = icosian.knight_graph(6)
    >>> tour = G.hamiltonian_cycle("a1")
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "board.tour")
    ...     icosian.write_tour(tour, path)
    ...     icosian.read_tour(path, G) == tour
    True
    """
    if not isinstance(tour, Tour):
        raise InvalidArgument(f"tour must be a Tour, got {type(tour).__name__}")
    if G is None:
        G = tour.graph
    if G is not None:
        check_tour(G, tour, closed=tour.is_closed)
        nodes = list(G.nodes)
    else:
        if (places := getattr(tour, "places", None)) is not None:
            nodes, what = list(places.nodes), "one of its places"
        elif tour.board is not None:
            nodes, what = list(tour.board.squares), "square of its board"
        else:
            raise InvalidArgument("the tour has no graph that numbers its nodes: pass G")
        if len(tour) != len(nodes) or set(tour) != set(nodes):
            raise InvalidTour(f"the tour does not visit every {what} once")
    number = {v: k for k, v in enumerate(nodes, start=1)}
    name = checked_path(path).name
    for suffix in (".gz", ".tour"):
        name = name.removesuffix(suffix)
    lines = [f"NAME : {name}", *[f"COMMENT : {OPEN}"] * (not tour.is_closed), "TYPE : TOUR"]
    lines += [f"DIMENSION : {len(tour)}", "TOUR_SECTION", *(str(number[v]) for v in tour)]
    write_atomically(path, encoded(path, "\n".join([*lines, "-1", "EOF", ""])))


def is_tour_file(path: str | os.PathLike[str]) -> bool:
    """Return True if a file is named as a tour: ``.tour``, maybe followed by ``.gz``."""
    return Path(checked_path(path).name.lower().removesuffix(".gz")).suffix == ".tour"
