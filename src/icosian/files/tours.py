"""Tours in files, writing in the format of TSPLIB, and its published optima."""

from __future__ import annotations

import math
import os
from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any

import networkx as nx
import numpy as np

from icosian._io.tables import exact_decimal
from icosian._io.text import (
    MOST_NODES,
    Text,
    check_file_path,
    decimal_text,
    encode_text,
    number,
    shown,
    write_atomically,
)
from icosian._run.limits import check_graph, hinted
from icosian.exceptions import InvalidArgument, InvalidTour
from icosian.files.tsplib import TsplibFile, order_by_number
from icosian.tours.shortest.places import Places, coordinates_of
from icosian.tours.tour import Tour, check_tour


def optimum(places: Places, length: Any, in_turn: Any) -> int | None:
    """Return the published length of the shortest tour, None for places of another origin.

    The name alone may be that of other places: no tour is shorter, and of most problems the length
    of the tour in the order of the file is in the table, too.
    """
    if places.require or places.groups or places.order:  # linhp318 calls itself lin318
        return None
    size = "".join(filter(str.isdigit, places.name))
    best, *known = _OPTIMA.get(places.name, [math.inf])
    is_known = size == str(len(places)) and best <= length and known in ([], [in_turn])
    return int(best) if is_known else None


_TABLE = """
a280 2579:2808 ali535 202339 att48 10628:49840 att532 27686:309636 bayg29 1610 bays29 2020:5752
berlin52 7542:22205 bier127 118282 brazil58 25395:129267 brd14051 469385 brg180 1950
burma14 3323:4562 ch130 6110:47797 ch150 6528:52814 d198 15780:22498 d493 35002:113549 d657 48912
d1291 50801 d1655 62128 d2103 80450 d15112 1573084 d18512 645238 dantzig42 699:699 eil51 426:1308
eil76 538:1969 eil101 629 fl417 11861:55445 fl1400 20127 fl1577 22249 fl3795 28772 fnl4461 182566
fri26 937:1140 gil262 2378 gr17 2085 gr21 2707 gr24 1272:3436 gr48 5046:19837 gr96 55209 gr120 6942
gr137 69853:97113 gr202 40160 gr229 134602 gr431 171414 gr666 294358:423710 hk48 11461:48170
kroA100 21282:191387 kroB100 22141 kroC100 20749 kroD100 21294 kroE100 22068 kroA150 26524
kroB150 26130 kroA200 29368 kroB200 29437 lin105 14379:36480 lin318 42029:119872 nrw1379 56638
p654 34643 pa561 2763 pcb442 50778:221440 pcb1173 56892:123837 pcb3038 137694 pla7397 23260728
pla33810 66048945 pla85900 142382641 pr76 108159:150781 pr124 59030:98941 pr1002 259045
pr2392 378032 rat99 1211:2124 rat195 2323 rat575 6773 rat783 8806:72134 rl1304 252948 rl1323 270199
rl1889 316536 rl5915 565530 rl5934 556045 rl11849 923288 si175 21407:26361 si535 48450 si1032 92650
st70 675:3410 swiss42 1273:2834 tsp225 3916 u159 42080 u574 36905 u1060 224094:260174 u1432 152970
u1817 57201 u2152 64253 u2319 234256 ulysses16 6859:9665 ulysses22 7013:12198 usa13509 19982859
vm1084 239297 vm1748 336556 br17 39:167 ry48p 14422:54267 ft70 38673:56081 p43 5620:6160
"""
_WORDS = _TABLE.split()
_OPTIMA = {
    name: [*map(int, lengths.split(":"))]
    for name, lengths in zip(_WORDS[::2], _WORDS[1::2], strict=True)
}


# -- Reading and writing of TSPLIB tour files: node numbers in the order of the tour

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
        The graph or the places. The number k in the file stands for its k-th node; integers, also
        as texts, in ascending order, so that of nodes 1 to n each is its own number.

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
        nodes have no edge. Of the places of a group that a file states, one is enough.
    OSError
        If the file cannot be read.

    See Also
    --------
    write_tour : Write such a file.
    icosian.tours.tour_length : How long it is.
    read_graph, read_tsplib : Read the graph, or the places, from a file.

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
    nodes = order_by_number(G.nodes if isinstance(G, Places) else check_graph(G))
    order_of = partial(_order, n=len(nodes), is_partial=isinstance(G, Places) and bool(G.groups))
    file = TsplibFile(Text(path), ("TOUR",), {"TOUR_SECTION": lambda file: list(order_of(file))})
    if "TOUR_SECTION" not in file.sections:
        raise file.wrong("TOUR_SECTION is missing")
    closed = OPEN not in file.keywords.get("COMMENT", "").lower().split("\n")
    order = [nodes[k - 1] for k in file.sections["TOUR_SECTION"]]
    tour = Tour(order, is_closed=closed, G=None if isinstance(G, Places) else G)
    try:
        check_tour(G, tour)
    except InvalidTour as error:
        raise InvalidTour(f"{path}: {error}") from None
    return tour


def _order(file: TsplibFile, n: int, *, is_partial: bool) -> Iterator[int]:
    """Yield the numbers of a tour, each of 1 to n once, or at most once."""
    promised = int(file.keywords.get("DIMENSION", n))
    if promised > n or (promised < n and not is_partial):
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
    if (missing := visited.find(0)) > 0 and not is_partial:
        reason = f"node {missing} is missing: {visited.count(1) - 1:,} of {n:,} are visited"
        raise file.wrong(reason, InvalidTour)


def check_stated(tour: Tour, G: nx.Graph[Any] | Places) -> None:
    """Raise InvalidTour unless a tour keeps the fixed edges and the order of a file."""
    fixed: Any = fixed_edges(G) if isinstance(G, nx.Graph) else G.require
    directed = G.is_directed() if isinstance(G, nx.Graph) else G.directed
    returns = tour.is_closed and (isinstance(G, nx.Graph) or G.closed)
    steps = {*pairwise([*tour, *tour[:returns]])}
    for u, v in fixed:
        if not {(u, v), (u, v) if directed else (v, u)} & steps:
            raise InvalidTour(f"the tour lacks the fixed step from {shown(u)} to {shown(v)}")
    number = {v: k for k, v in enumerate(tour)}
    for chain in () if isinstance(G, nx.Graph) else G.order:
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
        The graph or the places, whose nodes are numbered from 1 in their order, integers, also as
        texts, in ascending order; by default the graph of the tour, or else its places, or the
        squares of its board, row by row.

    Raises
    ------
    InvalidArgument
        If ``tour`` is not a :class:`Tour` or ``G`` not a graph, or if the tour has no graph, places
        or board and none is given.
    InvalidTour
        If it is not a tour of the graph, or does not visit every place or square once; of the
        places of a group that a file states, one is enough.
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
        G = getattr(tour, "places", None) if tour.graph is None else tour.graph
    if G is not None:
        try:
            check_tour(G, tour)
        except InvalidTour as error:
            is_partial = isinstance(G, Places) and {*tour} < {*G.nodes}
            hint = "; JSON, by to_json or --json, keeps a tour that leaves out places"
            raise InvalidTour(f"{error}{hint * is_partial}") from None
        nodes = list(G.nodes)
    elif tour.board is not None:
        nodes = list(tour.board.squares)
        if len(tour) != len(nodes) or set(tour) != set(nodes):
            raise InvalidTour("the tour does not visit every square of its board once")
    else:
        raise InvalidArgument("the tour has no graph that numbers its nodes: pass G")
    number = {v: k for k, v in enumerate(order_by_number(nodes), start=1)}
    name = check_file_path(path).name
    for suffix in (".gz", ".tour"):
        name = name.removesuffix(suffix)
    lines = [f"NAME : {name}", *[f"COMMENT : {OPEN}"] * (not tour.is_closed), "TYPE : TOUR"]
    lines += [f"DIMENSION : {len(tour)}", "TOUR_SECTION", *(str(number[v]) for v in tour)]
    write_atomically(path, encode_text(path, "\n".join([*lines, "-1", "EOF", ""])))


def is_tour_file(path: str | os.PathLike[str]) -> bool:
    """Return True if a file is named as a tour: ``.tour``, maybe followed by ``.gz``."""
    return Path(check_file_path(path).name.lower().removesuffix(".gz")).suffix == ".tour"


# -- Problems in the format of TSPLIB


@hinted
def write_tsplib(problem: Places | nx.Graph[Any] | Tour, path: str | os.PathLike[str]) -> None:
    r"""Write places, a graph or a tour in the format of TSPLIB.

    Parameters
    ----------
    problem : Places, networkx graph or Tour
        Places and what they state; an undirected graph without weights, as a Hamiltonian cycle
        problem with the ``"name"``, the ``"comment"`` and the ``"fixed_edges"`` of ``G.graph``; or
        a tour, as :func:`write_tour` writes it.
    path : str or path-like
        The file; it is compressed if its name ends in ``.gz``. An existing file is replaced.

    Raises
    ------
    InvalidArgument
        If the format cannot express it: irrational distances, weights of edges, an order of closed
        tours; or if ``"fixed_edges"`` are not a list of edges.
    networkx.NetworkXNotImplemented, networkx.NetworkXPointlessConcept
        If a graph is directed, or has no nodes.
    OSError
        If the file cannot be written; an existing file is then unchanged.

    See Also
    --------
    read_tsplib, read_graph, read_tour : Read such files.

    Notes
    -----
    What :func:`read_tsplib` reads comes back equal. Places and nodes are numbered as in
    :func:`write_tour`; other names are lost. TYPE follows from the places: SOP if there is an
    ``order``, or if tours are open and the way back may have another length; GTSP or AGTSP if there
    are ``groups``; HPP if tours are open; else TSP or ATSP. A distance of TSPLIB is written with
    the coordinates, any other that is exact as a matrix. A step against the order of a SOP is -1,
    without its length.

    Examples
    --------
    >>> import pathlib, tempfile, icosian
    >>> from icosian.files import read_tsplib, write_tsplib
    >>> places = icosian.Places([(0, 0), (30, 40), (0, 40)], "EUC_2D")
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "three.tsp")
    ...     write_tsplib(places, path)
    ...     read_tsplib(path).matrix().tolist()
    [[0, 50, 40], [50, 0, 30], [40, 30, 0]]
    """
    if isinstance(problem, Tour):
        write_tour(problem, path)
    elif isinstance(problem, Places):
        write_atomically(path, encode_text(path, "\n".join([*_lines(problem), "EOF", ""])))
    else:
        G = check_graph(problem, "places, a networkx graph or a tour", "problem")
        if any("weight" in data for *_, data in G.edges(data=True)):
            raise InvalidArgument(
                "an HCP has no lengths:"
                " Places.from_matrix(networkx.to_numpy_array(G)) has those of a complete graph"
            )
        write_atomically(path, encode_text(path, "\n".join([*_graph_lines(G), "EOF", ""])))


def _graph_lines(G: nx.Graph[Any]) -> list[str]:
    """Return the lines of a Hamiltonian cycle problem, but for its last."""
    if G.is_directed():
        raise nx.NetworkXNotImplemented("an .hcp file holds undirected graphs only")
    if not G:
        raise nx.NetworkXPointlessConcept("an .hcp file holds at least one node")
    number = {v: k for k, v in enumerate(order_by_number(G), start=1)}
    edges = [f"{number[u]} {number[v]}" for u, v in G.edges()]
    lines = [
        f"{key.upper()} : {line.strip()}"
        for key in ("name", "comment")
        for line in str(G.graph.get(key, "")).splitlines()[: 1 if key == "name" else None]
    ]
    lines += ["TYPE : HCP", f"DIMENSION : {len(G)}", "EDGE_DATA_FORMAT : EDGE_LIST"]
    lines += ["EDGE_DATA_SECTION", *edges, "-1"]
    if fixed := fixed_edges(G):
        lines += ["FIXED_EDGES_SECTION", *(f"{number[u]} {number[v]}" for u, v in fixed), "-1"]
    return lines


def fixed_edges(G: nx.Graph[Any]) -> list[tuple[Any, Any]]:
    """Return the fixed edges of a graph; refuse what the reader would refuse."""
    given = G.graph.get("fixed_edges", ())
    try:
        edges = [(u, v) for u, v in given]
        if all(G.has_edge(u, v) for u, v in edges):
            return edges
    except (TypeError, ValueError):
        pass
    raise InvalidArgument(
        f'G.graph["fixed_edges"] must be a list of edges of the graph, got {shown(given)}'
    )


def _lines(places: Places) -> Iterator[str]:
    """Yield the lines of a file, but for its last."""
    kind = _type(places)
    points = None if kind == "SOP" else coordinates_of(places)
    if points is None and not places.is_exact:
        raise InvalidArgument(
            f"{places.distance} distances are irrational: take one of TSPLIB's, such as EUC_2D"
        )
    name = "".join(places.name.splitlines()[:1])
    yield f"NAME : {name}{'.tsp' * name.endswith('.tsp')}"
    yield from [f"TYPE : {kind}", f"DIMENSION : {len(places)}"]
    yield from [f"GTSP_SETS : {len(places.groups)}"] * bool(places.groups)
    yield f"EDGE_WEIGHT_TYPE : {places.distance if points else 'EXPLICIT'}"
    number = {v: k for k, v in enumerate(order_by_number(places.nodes), start=1)}
    order = list(map(places.index, number))
    if points:
        yield from ["NODE_COORD_SECTION", *_rows([points[i] for i in order])]
    else:
        yield "EDGE_WEIGHT_FORMAT : FULL_MATRIX"
        if places.positions is not None:
            yield from ["DISPLAY_DATA_SECTION", *_rows(map(places.positions.__getitem__, number))]
        yield from ["EDGE_WEIGHT_SECTION", *[str(len(places))] * (kind == "SOP")]
        yield from _matrix(places, order, is_ordered=kind == "SOP")
    if places.require:
        yield from ["FIXED_EDGES_SECTION", *(_words(number, e) for e in places.require), "-1"]
    if places.groups:
        sets = enumerate(places.groups, start=1)
        yield from ["GTSP_SET_SECTION", *(f"{k} {_words(number, v)} -1" for k, v in sets), "-1"]


def _type(places: Places) -> str:
    """Return the type of a problem, or refuse what no type has."""
    if not places or (places.order if places.closed else places.groups):
        raise InvalidArgument(
            "no type of TSPLIB has no place, an order of closed tours, or groups with open ones"
        )
    if not places.closed:
        return "SOP" if places.order or places.directed else "HPP"
    return "A" * places.directed + ("GTSP" if places.groups else "TSP")


def _rows(points: Iterable[Iterable[float]]) -> Iterator[str]:
    """Yield the lines of places with their coordinates."""
    for k, point in enumerate(points, start=1):
        yield " ".join([str(k), *map(_word, point)])


def _matrix(places: Places, order: list[int], *, is_ordered: bool) -> Iterator[str]:
    """Yield the rows of the distances; -1 is a step against the order."""
    matrix = places.matrix()
    words = {c: _word(c * places.unit) for c in np.unique(matrix).tolist()}
    if is_ordered and "-1" in words.values():
        raise InvalidArgument("no distance of a SOP is -1, which states an order")
    rows = [[words[c] for c in row] for row in matrix.tolist()]
    steps = nx.DiGraph([step for chain in places.order for step in pairwise(chain)])
    if not nx.is_directed_acyclic_graph(steps):
        raise InvalidArgument("the order contradicts itself")
    for u, v in nx.transitive_closure_dag(steps).edges:
        rows[places.index(v)][places.index(u)] = "-1"
    for i in order:
        yield " ".join(rows[i][j] for j in order)


def _words(number: dict[Any, int], names: Iterable[Any]) -> str:
    return " ".join(str(number[name]) for name in names)


def _word(value: float | Fraction) -> str:
    """Return the word that is read as a number."""
    word = repr(value) if isinstance(value, float) else decimal_text(value, 60)
    number = exact_decimal(word)
    if number is None or type(value)(number) != value:
        raise InvalidArgument(f"{shown(value)} is no decimal of at most 30 digits")
    return word
