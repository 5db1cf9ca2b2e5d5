"""Tours whose longest edge is as short as possible: thresholds over the search of any tour."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import replace
from typing import Any

import networkx as nx

from icosian._arrays.csr import csr
from icosian._run.clock import Clock, Progress
from icosian._run.hints import hinted
from icosian._run.pool import Workers, opened
from icosian.exceptions import SearchLimitReached
from icosian.proofs import BottleneckBound, Proof
from icosian.tours.problem import Problem
from icosian.tours.shortest.answer import Asked, Limits, form_of, plain, turned
from icosian.tours.shortest.problem.lengths import Weight
from icosian.tours.shortest.problem.places import Places
from icosian.tours.shortest.shortest_tour import ShortestTour
from icosian.tours.solve.answer import answer
from icosian.tours.solve.racing import answered

METHOD = "thresholds"


class BottleneckTour(ShortestTour):
    """A tour whose ``length`` is that of its longest edge, and a proved bound.

    See Also
    --------
    bottleneck_hamiltonian_cycle, bottleneck_hamiltonian_path : Find one.

    Examples
    --------
    >>> import icosian
    >>> tour = icosian.tours.bottleneck_hamiltonian_cycle(icosian.Places([(0, 0), (4, 0), (0, 3)]))
    >>> tour.length, tour.is_shortest
    (5.0, True)
    """

    def _proved(self) -> str:
        said = super()._proved().replace("Length", "Longest edge", 1)
        return said.replace("tour is shorter than", "tour has only edges shorter than")

    def __repr__(self) -> str:
        return super().__repr__().replace("length", "longest edge")


@hinted
def bottleneck_hamiltonian_cycle(
    G: nx.Graph[Any] | Places,
    start: Any = None,
    *,
    weight: Weight = "weight",
    require: Iterable[tuple[Any, Any]] = (),
    forbid: Iterable[tuple[Any, Any]] = (),
    timeout: float | None = None,
    executor: Workers = None,
    seed: int | None = None,
    progress: Callable[[Progress], object] | None = None,
) -> BottleneckTour:
    """Return a Hamiltonian cycle whose longest edge is as short as possible.

    Parameters
    ----------
    G : networkx graph or Places
        Any graph, or places, of which all pairs are edges.
    start, weight, require, forbid, timeout, seed, progress : optional
        As for :func:`~icosian.shortest_hamiltonian_cycle`.
    executor : concurrent.futures.Executor, client of dask or callable, optional
        Where methods race for each threshold, as for :func:`~icosian.hamiltonian_cycle`.

    Returns
    -------
    BottleneckTour
        A tour whose ``length`` is that of its longest edge, with ``bound``, ``gap``,
        ``is_shortest`` and ``proof``, a :class:`~icosian.proofs.BottleneckBound`.

    Raises
    ------
    NoHamiltonianCycle, SearchLimitReached, NotANode, InvalidArgument
        As :func:`~icosian.shortest_hamiltonian_cycle`.

    See Also
    --------
    shortest_hamiltonian_cycle : The least sum of all edges.

    Notes
    -----
    The least threshold is searched by bisection: is there a Hamiltonian cycle of the edges up to
    this length? The last "no" is the proof.

    Examples
    --------
    >>> import networkx as nx, icosian
    >>> lengths = [(0, 1, 1), (1, 2, 9), (2, 3, 1), (3, 0, 8), (0, 2, 2), (1, 3, 3)]
    >>> G = nx.Graph()
    >>> G.add_weighted_edges_from(lengths)
    >>> tour = icosian.tours.bottleneck_hamiltonian_cycle(G, 0)
    >>> print(tour.explain())
    Longest edge 3, proved to be the shortest.
    """
    question = {"closed": True, "start": start, "require": require, "forbid": forbid}
    return _bottleneck(G, weight, question, Limits.of(timeout, 0.0, seed, progress, executor))


@hinted
def bottleneck_hamiltonian_path(
    G: nx.Graph[Any] | Places,
    start: Any = None,
    end: Any = None,
    *,
    weight: Weight = "weight",
    require: Iterable[tuple[Any, Any]] = (),
    forbid: Iterable[tuple[Any, Any]] = (),
    timeout: float | None = None,
    executor: Workers = None,
    seed: int | None = None,
    progress: Callable[[Progress], object] | None = None,
) -> BottleneckTour:
    """Return a Hamiltonian path whose longest edge is as short as possible.

    Parameters
    ----------
    G : networkx graph or Places
        Any graph, or places, of which all pairs are edges.
    start, end, weight, require, forbid, timeout, seed, progress : optional
        As for :func:`~icosian.shortest_hamiltonian_path`.
    executor : concurrent.futures.Executor, client of dask or callable, optional
        As for :func:`bottleneck_hamiltonian_cycle`.

    Returns
    -------
    BottleneckTour
        An open tour, as of :func:`bottleneck_hamiltonian_cycle`. One node is a path of length 0.

    Raises
    ------
    NoHamiltonianPath, SearchLimitReached, NotANode, InvalidArgument
        As :func:`~icosian.shortest_hamiltonian_path`.

    See Also
    --------
    bottleneck_hamiltonian_cycle : Closed tours, and a note on the method.

    Examples
    --------
    >>> import icosian
    >>> places = icosian.Places({"a": (0, 0), "b": (3, 0), "c": (9, 0), "d": (7, 0)}, "manhattan")
    >>> path = icosian.tours.bottleneck_hamiltonian_path(places, "a")
    >>> path.nodes, path.length
    (('a', 'b', 'd', 'c'), 4)
    """
    question = {"closed": False, "start": start, "end": end, "require": require, "forbid": forbid}
    return _bottleneck(G, weight, question, Limits.of(timeout, 0.0, seed, progress, executor))


def _bottleneck(G: Any, weight: Weight, question: dict[str, Any], limits: Limits) -> BottleneckTour:
    """Answer a question about a graph or places."""
    if isinstance(G, Places):
        G.check_plain(closed=question["closed"])
    asked = Asked.of(G, weight, question, limits)
    problem, lengths, found = asked.problem, asked.lengths, asked.any_tour()
    if problem.size == 1:
        return asked.single(BottleneckTour)
    first = turned(form_of(problem).any_order, problem.start if problem.closed else None)
    nodes = list(found or (problem.nodes[k] for k in first))
    # 1. The lengths from that of the longest edge to use to that of the first tour.
    used = lengths.of((problem.index[u], problem.index[v]) for u, v in problem.require)
    levels = sorted({c for c in lengths.exact if c >= max(used, default=c)})

    def longest(nodes: list[Any]) -> int:
        return bisect_left(levels, max(lengths.of(asked.steps(nodes))))

    low, high = 0, longest(nodes)
    inner: Any = None
    # 2. Bisection: no tour is below levels[low], as the inner proof shows.
    with suppress(SearchLimitReached), opened(limits.executor) as pool:
        while low < high:
            middle = (low + high) // 2
            limits.clock.stage = f"longest edge {lengths.unit.number(levels[high])}"
            part = _shorter(asked, levels[middle + 1])
            result = answered(part, limits.clock, pool, seed=limits.seed)
            if isinstance(result, Proof):
                low, inner = middle + 1, result
            else:
                nodes = list(result)
                high = longest(nodes)
    if not low and levels[0] not in used:
        inner = answer(_shorter(asked, levels[0]), Clock())
    # 3. The tour and the proof, checked.
    bound = levels[low]
    proof = asked.proof(BottleneckBound, bound=plain(bound * lengths.unit.size), inner=inner)
    return asked.tour(BottleneckTour, nodes, bound, proof, METHOD, max)


def _shorter(asked: Asked, below: int) -> Problem:
    """Return the same question about the edges that are shorter than a length."""
    problem, lengths, names = asked.problem, asked.lengths, asked.problem.nodes
    H: nx.Graph[Any] = nx.DiGraph() if lengths.directed else nx.Graph()
    H.add_nodes_from(names)
    H.graph.update(problem.G.graph)
    edges = zip(lengths.pairs.tolist(), lengths.exact, strict=True)
    H.add_edges_from((names[u], names[v]) for (u, v), c in edges if c < below)
    H.remove_edges_from(problem.forbid)
    return replace(problem, G=H, arrays=csr(H, problem.index), forbid=())
