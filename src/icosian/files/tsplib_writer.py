"""Writing of problems and tours in the format of TSPLIB."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import pairwise
from typing import Any

import networkx as nx
import numpy as np

from icosian._io.tables import exact_decimal
from icosian._io.text import decimal_text, encode_text, shown, write_atomically
from icosian._run.arguments import check_graph, hinted
from icosian.exceptions import InvalidArgument
from icosian.files.graphs import write_hcp
from icosian.files.tours import write_tour
from icosian.files.tsplib import order_by_number
from icosian.tours.shortest.places import Places, coordinates_of
from icosian.tours.tour import Tour


@hinted
def write_tsplib(problem: Places | nx.Graph[Any] | Tour, path: str | os.PathLike[str]) -> None:
    r"""Write places, a graph or a tour in the format of TSPLIB.

    Parameters
    ----------
    problem : Places, networkx graph or Tour
        Places and what they state, or what :func:`write_hcp` or :func:`write_tour` writes.
    path : str or path-like
        The file; it is compressed if its name ends in ``.gz``. An existing file is replaced.

    Raises
    ------
    InvalidArgument
        If the format cannot express it: irrational distances, weights, an order of closed tours.
    OSError
        If the file cannot be written; an existing file is then unchanged.

    See Also
    --------
    read_tsplib, read_hcp, read_tour : Read such files.

    Notes
    -----
    What :func:`read_tsplib` reads comes back equal. Places are numbered as in :func:`write_tour`;
    other names are lost. TYPE follows from the places: SOP if there is an ``order``, or if tours
    are open and the way back may have another length; GTSP or AGTSP if there are ``groups``; HPP if
    tours are open; else TSP or ATSP. A distance of TSPLIB is written with the coordinates, any
    other that is exact as a matrix. A step against the order of a SOP is -1, without its length.

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
                "an HCP has no lengths: write_hcp leaves them out,"
                " Places.from_matrix(networkx.to_numpy_array(G)) has those of a complete graph"
            )
        write_hcp(G, path)


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
    steps = nx.DiGraph(step for chain in places.order for step in pairwise(chain))
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
