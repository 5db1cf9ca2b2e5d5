"""All tours in the order of their lengths: the functions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from typing import Any

import networkx as nx

from icosian._run.clock import Progress
from icosian._run.hints import hinted
from icosian._run.pool import Workers
from icosian.tours.conditions import edge_key
from icosian.tours.shortest.answer import Asked, Limits, hamiltonian_tour, tour_of_places
from icosian.tours.shortest.api import asked_of_places
from icosian.tours.shortest.others import NoOtherTour, Ranking
from icosian.tours.shortest.problem.lengths import Weight
from icosian.tours.shortest.problem.places import Places
from icosian.tours.shortest.shortest_tour import ShortestTour


@hinted
def shortest_hamiltonian_cycles(
    G: nx.Graph[Any] | Places,
    start: Any = None,
    *,
    weight: Weight = "weight",
    order: Iterable[Iterable[Any]] = (),
    positions: Mapping[Any, int] | None = None,
    require: Iterable[tuple[Any, Any]] = (),
    forbid: Iterable[tuple[Any, Any]] = (),
    timeout: float | None = None,
    executor: Workers = None,
    seed: int | None = None,
    progress: Callable[[Progress], object] | None = None,
) -> Iterator[ShortestTour]:
    """Generate the Hamiltonian cycles of a graph in the order of their lengths.

    Parameters
    ----------
    G : networkx graph or Places
        Any graph, or places, of which all pairs are edges. It must not change in the meantime.
    start, weight, order, positions, require, forbid, executor, seed, progress : optional
        As for :func:`~icosian.shortest_hamiltonian_cycle`.
    timeout : float, optional
        Seconds from the call; the time between two tours counts too.

    Yields
    ------
    ShortestTour
        Each cycle once, a cycle and its reverse being the same in an undirected graph, and none
        before a shorter one: lengths are compared exactly. The proof of each is a
        :class:`~icosian.proofs.LowerBound` that no tour but those before it is shorter. If the
        time is over, the last one is the best that is known, with a bound.

    Raises
    ------
    NotANode, InvalidArgument, networkx.NetworkXPointlessConcept
        If an argument breaks its rule, at the call.
    NoHamiltonianCycle, SearchLimitReached
        If there is none, when the first is asked for; if the time is over, after the last.

    See Also
    --------
    shortest_hamiltonian_cycle : The first of them.
    shortest_hamiltonian_paths, shortest_tours : Open tours; tours that may leave out places.
    hamiltonian_cycles : All of them, in no order of lengths, and much faster.

    Notes
    -----
    The rest of the tours is split on the edges of those that are known, as by Lawler [1]_, within
    the tree of cases of branch and cut: a case is closed as well if it leaves a known tour only.

    References
    ----------
    .. [1] E. L. Lawler, A procedure for computing the K best solutions to discrete optimization
       problems, Management Science 18 (1972), 401-405.

    Examples
    --------
    >>> import icosian
    >>> places = icosian.Places([(0, 0), (4, 0), (0, 3), (4, 3)], "manhattan")
    >>> [tour.length for tour in icosian.tours.shortest_hamiltonian_cycles(places)]
    [14, 20, 22]
    """
    question = {"closed": True, "start": start, "order": order}
    question |= {"positions": positions, "require": require, "forbid": forbid}
    return _ranked(G, weight, question, Limits.of(timeout, 0.0, seed, progress, executor))


@hinted
def shortest_hamiltonian_paths(
    G: nx.Graph[Any] | Places,
    start: Any = None,
    end: Any = None,
    *,
    weight: Weight = "weight",
    order: Iterable[Iterable[Any]] = (),
    positions: Mapping[Any, int] | None = None,
    require: Iterable[tuple[Any, Any]] = (),
    forbid: Iterable[tuple[Any, Any]] = (),
    timeout: float | None = None,
    executor: Workers = None,
    seed: int | None = None,
    progress: Callable[[Progress], object] | None = None,
) -> Iterator[ShortestTour]:
    """Generate the Hamiltonian paths of a graph in the order of their lengths.

    Parameters
    ----------
    G : networkx graph or Places
        Any graph, or places, of which all pairs are edges. It must not change in the meantime.
    start, end, weight, order, positions, require, forbid : optional
        As for :func:`~icosian.shortest_hamiltonian_path`.
    timeout, executor, seed, progress : optional
        As for :func:`shortest_hamiltonian_cycles`.

    Yields
    ------
    ShortestTour
        Each path once, as :func:`shortest_hamiltonian_cycles` does.

    Raises
    ------
    NotANode, InvalidArgument, networkx.NetworkXPointlessConcept
        If an argument breaks its rule, at the call.
    NoHamiltonianPath, SearchLimitReached
        If there is none, when the first is asked for; if the time is over, after the last.

    See Also
    --------
    shortest_hamiltonian_path : The first of them.

    Examples
    --------
    >>> import icosian
    >>> places = icosian.Places([(0, 0), (4, 0), (0, 3), (4, 3)], "manhattan")
    >>> paths = icosian.tours.shortest_hamiltonian_paths(places, 0, 3)
    >>> [(path.length, path.nodes) for path in paths]
    [(13, (0, 2, 1, 3)), (15, (0, 1, 2, 3))]
    """
    question = {"closed": False, "start": start, "end": end, "order": order}
    question |= {"positions": positions, "require": require, "forbid": forbid}
    return _ranked(G, weight, question, Limits.of(timeout, 0.0, seed, progress, executor))


@hinted
def shortest_tours(
    places: Any,
    distance: str | None = None,
    start: Any = None,
    end: Any = None,
    *,
    closed: bool | None = None,
    groups: Iterable[Iterable[Any]] = (),
    prizes: Mapping[Any, Any] | None = None,
    leave_out: int = 0,
    order: Iterable[Iterable[Any]] = (),
    positions: Mapping[Any, int] | None = None,
    require: Iterable[tuple[Any, Any]] = (),
    forbid: Iterable[tuple[Any, Any]] = (),
    timeout: float | None = None,
    executor: Workers = None,
    seed: int | None = None,
    progress: Callable[[Progress], object] | None = None,
) -> Iterator[ShortestTour]:
    """Generate the tours of places in the order of their lengths, or of their costs.

    Parameters
    ----------
    places, distance, start, end, closed, groups, prizes, leave_out, order : optional
        As for :func:`~icosian.shortest_tour`.
    positions, require, forbid : optional
        As for :func:`~icosian.shortest_tour`.
    timeout, executor, seed, progress : optional
        As for :func:`shortest_hamiltonian_cycles`.

    Yields
    ------
    ShortestTour
        Each tour once, as :func:`shortest_hamiltonian_cycles` does, by its ``cost``: length and
        lost prizes. Tours that leave out other places are others.

    Raises
    ------
    NotANode, InvalidArgument, networkx.NetworkXPointlessConcept
        If an argument breaks its rule, at the latest when the first tour is asked for.
    NoHamiltonianCycle, NoHamiltonianPath, SearchLimitReached
        If there is none, when the first is asked for; if the time is over, after the last.

    See Also
    --------
    shortest_tour : The first of them.

    Examples
    --------
    >>> import icosian
    >>> corners = {"a": (0, 0), "b": (4, 0), "c": (0, 3), "d": (4, 3)}
    >>> tours = icosian.tours.shortest_tours(corners, "manhattan", "a", closed=False, leave_out=1)
    >>> [(tour.length, tour.nodes) for tour, _ in zip(tours, range(3))]
    [(7, ('a', 'c', 'd')), (7, ('a', 'b', 'd')), (10, ('a', 'c', 'd', 'b'))]
    """
    given = {"start": start, "end": end, "order": order, "require": require, "forbid": forbid}
    given |= {"groups": groups, "prizes": prizes, "leave_out": leave_out, "positions": positions}
    limits = Limits.of(timeout, 0.0, seed, progress, executor)
    places, asked = asked_of_places(places, distance, closed, **given)
    next_tour = partial(tour_of_places, places, asked, limits)
    return _generated(next_tour, limits, directed=places.directed)


def _ranked(
    G: nx.Graph[Any] | Places, weight: Weight, question: dict[str, Any], limits: Limits
) -> Iterator[ShortestTour]:
    """Check a question about a graph, and return its tours."""
    if isinstance(G, Places):
        G.check_plain(closed=question["closed"])
    asked = Asked.of(G, weight, question, limits)
    directed = asked.problem.arrays.directed
    return _generated(partial(hamiltonian_tour, asked), limits, directed=directed)


def _generated(
    next_tour: Callable[[Ranking], ShortestTour], limits: Limits, *, directed: bool
) -> Iterator[ShortestTour]:
    """Yield the tours of a ranking."""
    ranking, made = Ranking(limits.clock, limits.seed), set[Any]()
    while True:
        try:
            tour = next_tour(ranking)
        except NoOtherTour:
            return
        # With an order a tour and its reverse are two, unless both keep to it.
        edges = frozenset(edge_key(edge, directed=directed) for edge in tour.edges())
        if (key := (frozenset(tour), edges)) not in made:
            yield tour
        made.add(key)
        if ranking.found is None:  # the tour of a single place
            return
        if not tour.is_shortest:
            raise ranking.time_is_up()
        ranking.tours += (tuple(tour),)
