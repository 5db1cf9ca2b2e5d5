"""Tours in files, in the format of TSPLIB: numbers of nodes in the order of the visit."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from icosian._io.atomic import write_atomically
from icosian._io.text import MOST_NODES, Text, checked_path, encoded, head, number, quoted
from icosian.exceptions import InvalidArgument, InvalidTour
from icosian.tours.checking import check_tour
from icosian.tours.tour import Tour

if TYPE_CHECKING:
    import os
    from collections.abc import Iterator

    import networkx as nx

__all__ = ["is_tour_file", "read_tour", "write_tour"]

OPEN = "open tour"
"""The comment of a tour that does not return: TSPLIB knows only those that do."""


def read_tour(path: str | os.PathLike[str], G: nx.Graph[Any]) -> Tour:
    r"""Read a tour of a graph from a file in the format of TSPLIB.

    Parameters
    ----------
    path : str or path-like
        The file; it is unpacked if its name ends in ``.gz``.
    G : networkx graph
        The graph. The number k in the file is its k-th node.

    Returns
    -------
    Tour
        The tour, checked against ``G``; closed, unless a comment of the file is ``open tour``.

    Raises
    ------
    InvalidArgument
        If the file is malformed; the message says in which line, and why.
    InvalidTour
        If it is no tour of ``G``: for another number of nodes, where one is missing, visited twice
        or unknown, with the line; or where two have no edge.
    OSError
        If the file cannot be read.

    See Also
    --------
    write_tour : Write one.
    read_hcp : The graph from its file.

    Notes
    -----
    TYPE and DIMENSION may be missing. The numbers stand in any number of lines, and end with -1
    or the line EOF. Linear in the number of nodes.

    References
    ----------
    .. [1] G. Reinelt, TSPLIB 95, Universitaet Heidelberg, 1995.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> import networkx as nx
    >>> from icosian.files.tours import read_tour
    >>> text = "TYPE : TOUR\nDIMENSION : 4\nTOUR_SECTION\n1 2 3 4\n-1\nEOF\n"
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "ring.tour")
    ...     _ = path.write_text(text, encoding="utf-8")
    ...     read_tour(path, nx.cycle_graph("abcd"))
    <closed tour of 4 nodes from 'a'>
    """
    text = Text(path)
    nodes = list(G)

    def valid(key: str, value: str) -> str:
        if key == "TYPE" and value.upper() != "TOUR":
            raise text.wrong(f"TYPE must be TOUR, got {quoted(value)}")
        if key == "DIMENSION" and number(text, key, value, MOST_NODES) != len(nodes):
            raise text.wrong(
                f"a tour of {int(value):,} nodes is none of a graph of {len(nodes):,}", InvalidTour
            )
        return value

    lines = iter(text)
    keywords = head(text, lines, "TOUR_SECTION", valid)
    closed = OPEN not in keywords.get("COMMENT", "").lower().split("\n")
    order = list(_order(text, lines, len(nodes)))
    tour = Tour([nodes[k - 1] for k in order], is_closed=closed, G=G)
    try:
        check_tour(G, tour, closed=closed)
    except InvalidTour as error:
        raise InvalidTour(f"{path}: {error}") from None
    return tour


def _order(text: Text, lines: Iterator[str], n: int) -> Iterator[int]:
    """Yield the numbers of a tour, each of 1 to n once."""
    visited = bytearray(n + 1)
    visited[0] = True  # there is no such node
    for line in lines:
        words = iter(line.split())
        for word in words:
            if word in {"-1", "EOF", "eof"}:
                _end(text, lines, " ".join(words))
                if (missing := visited.find(0)) > 0:
                    reason = f"node {missing} is missing, {visited.count(1) - 1:,} of {n:,} are not"
                    raise text.wrong(reason, InvalidTour)
                return
            k = number(text, "a node", word, MOST_NODES)
            if k > n:
                raise text.wrong(f"node {k} is none of the {n:,} nodes of the graph", InvalidTour)
            if visited[k]:
                raise text.wrong(f"node {k} is visited twice", InvalidTour)
            visited[k] = True
            yield k
    raise text.wrong("the file ends without the -1 or EOF that ends the tour: is it cut short?")


def _end(text: Text, lines: Iterator[str], rest: str) -> None:
    """Refuse what follows the end of a tour: it would be another tour."""
    line = text.line
    while rest.upper() in {"", "EOF"}:
        following = next(lines, None)
        if following is None:
            text.line = line
            return
        rest = following.strip()
    raise text.wrong(f"nothing follows the end of the tour, got {quoted(rest)}")


def write_tour(tour: Tour, path: str | os.PathLike[str], *, G: nx.Graph[Any] | None = None) -> None:
    """Write a tour to a file in the format of TSPLIB.

    Parameters
    ----------
    tour : Tour
        The tour. An open one is marked by the comment ``open tour``.
    path : str or path-like
        The file; it is packed if its name ends in ``.gz``. A file that is there is replaced.
    G : networkx graph, optional
        The graph whose nodes are numbered from 1 in their order, as :func:`write_hcp` does; by
        default that of the tour, or else its board, row by row.

    Raises
    ------
    InvalidArgument
        If the tour knows neither graph nor board, and none is given.
    InvalidTour
        If it is no tour of the graph, or not one of all squares of the board.
    OSError
        If the file cannot be written; an old one is then untouched.

    See Also
    --------
    read_tour : Read it.
    save_tour : Save a picture.

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
    if G is None:
        G = tour.graph
    if G is not None:
        check_tour(G, tour, closed=tour.is_closed)
        nodes = list(G)
    elif tour.board is not None:
        nodes = list(tour.board.squares)
        if len(tour) != len(nodes) or set(tour) != set(nodes):
            raise InvalidTour("the tour does not visit every square of its board once")
    else:
        raise InvalidArgument("the tour knows no graph, whose nodes could be numbered: give G")
    number = {v: k for k, v in enumerate(nodes, start=1)}
    name = checked_path(path).name
    for suffix in (".gz", ".tour"):
        name = name.removesuffix(suffix)
    lines = [f"NAME : {name}", *[f"COMMENT : {OPEN}"] * (not tour.is_closed), "TYPE : TOUR"]
    lines += [f"DIMENSION : {len(tour)}", "TOUR_SECTION", *(str(number[v]) for v in tour)]
    write_atomically(path, encoded(path, "\n".join([*lines, "-1", "EOF", ""])))


def is_tour_file(path: str | os.PathLike[str]) -> bool:
    """Whether a file is named as a tour: ``.tour``, maybe with ``.gz`` behind it."""
    return Path(checked_path(path).name.lower().removesuffix(".gz")).suffix == ".tour"
