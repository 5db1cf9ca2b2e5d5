"""The length of a given tour."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import Any

import networkx as nx

from icosian._arrays.weights import USUAL, best_of, known_weight
from icosian._io.text import shown
from icosian._run.arguments import checked_flag
from icosian.exceptions import InvalidArgument, InvalidTour
from icosian.tours.shortest.api import places_from
from icosian.tours.shortest.problem.lengths import Exact, Unit, Weight, length_reader


def tour_length(
    tour: Iterable[Any],
    what: Any,
    *,
    closed: bool | None = None,
    weight: Weight = USUAL,
    distance: str | None = None,
) -> Any:
    """Return the length of a given tour.

    Parameters
    ----------
    tour : Tour or iterable of nodes
        The nodes or places in the order of the visit, the first not repeated at the end. Some may
        be left out: :func:`check_tour` says whether all are visited.
    what : networkx graph, Places, sequence, array, mapping or table
        What it is a tour of: a graph, or places as for :func:`shortest_tour`.
    closed : bool, optional
        If True, the last step leads back to the first node; by default as a :class:`Tour` is, and
        True for others.
    weight : str, callable or None
        The lengths of the edges of a graph, as for :func:`shortest_hamiltonian_cycle`.
    distance : str, optional
        How coordinates are measured, as for :func:`shortest_tour`.

    Returns
    -------
    number
        The sum of the lengths of its steps: exact, but of floats and of irrational distances
        rounded to the nearest.

    Raises
    ------
    InvalidTour
        If a step is not an edge of the graph, or a node is visited twice.
    NotANode
        If it visits what is not one of the places.
    InvalidArgument
        If an argument breaks its rule.

    See Also
    --------
    shortest_tour : The shortest one.
    read_tour : Read a tour from a file.

    Notes
    -----
    Time and memory are linear in the number of nodes, without a graph of all pairs.

    Examples
    --------
    >>> import icosian
    >>> corners = {"a": (0, 0), "b": (3, 0), "c": (3, 4), "d": (0, 4)}
    >>> icosian.tours.tour_length("abcd", corners), icosian.tours.tour_length("acbd", corners)
    (14.0, 18.0)
    >>> icosian.tours.tour_length("abcd", corners, closed=False, distance="chebyshev")
    10
    """
    is_closed = getattr(tour, "is_closed", True) if closed is None else closed
    checked_flag(is_closed, "closed")
    try:
        nodes = list(tour)
        first = dict[Any, int]()
        twice = next((v for k, v in enumerate(nodes) if first.setdefault(v, k) < k), None)
    except TypeError:
        raise InvalidArgument(f"a tour is a sequence of nodes, got {shown(tour)}") from None
    if len(first) < len(nodes):
        raise InvalidTour(f"{shown(twice)} is visited twice")
    if is_closed and len(nodes) > 1:
        nodes.append(nodes[0])
    if isinstance(what, nx.Graph):
        if distance is not None:
            raise InvalidArgument(f"distance is for coordinates, got distance={distance!r}")
        unit, lengths = Unit.of(_lengths(nodes, what, known_weight(what, weight)))
        return unit.number(sum(lengths))
    if weight != USUAL:
        raise InvalidArgument(f"weight is for graphs, not for places, got {shown(weight)}")
    places = places_from(what, distance)
    steps = pairwise(map(places.index, nodes))
    unit = Unit(size=places.unit, kind=places.kind)
    if places.is_exact:
        return unit.number(sum(places.length(i, j) for i, j in steps))
    return unit.number(sum(places.true_length(i, j) for i, j in steps) / unit.size)


def _lengths(nodes: list[Any], G: nx.Graph[Any], weight: Weight) -> list[Exact]:
    """Return the lengths of the steps; of parallel edges the shortest counts."""
    read = length_reader(G, weight)
    is_bundle = G.is_multigraph() and isinstance(weight, str)
    lengths: list[Exact] = []
    for u, v in pairwise(nodes):
        length = None
        if G.has_edge(u, v):
            data: Any = G.adj[u][v]
            some = data.values() if is_bundle else [data]
            length = best_of(w for w in (read(u, v, edge) for edge in some) if w is not None)
        if length is None:
            raise InvalidTour(f"no edge leads from {shown(u)} to {shown(v)}")
        lengths.append(length)
    return lengths
