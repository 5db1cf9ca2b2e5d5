"""Tours whose longest edge is as short as possible: thresholds over the search of any tour."""

from __future__ import annotations

from bisect import bisect_left
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import networkx as nx
import numpy as np

from icosian._arrays.weights import known_weight, missing_note
from icosian._io.text import shown
from icosian._run.clock import Clock
from icosian.exceptions import InvalidArgument, SearchLimitReached
from icosian.proofs import BottleneckBound, Computed, Proof
from icosian.tours.checking import check_proof
from icosian.tours.problem import Problem
from icosian.tours.shortest.answer import (
    Limits,
    all_pairs,
    any_tour,
    form_of,
    plain,
    steps_of,
    turned,
)
from icosian.tours.shortest.problem.lengths import Lengths, Unit, graph_lengths
from icosian.tours.shortest.problem.places import Places
from icosian.tours.shortest.shortest_tour import ShortestTour
from icosian.tours.solve.answer import answer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from icosian._run.clock import Progress
    from icosian.tours.shortest.problem.lengths import Weight


METHOD = "thresholds"
USUAL = "weight"
"""The edge attribute that is meant where none is named."""


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


def bottleneck_hamiltonian_cycle(
    G: nx.Graph[Any] | Places,
    start: Any = None,
    *,
    weight: Weight = "weight",
    require: Iterable[tuple[Any, Any]] = (),
    forbid: Iterable[tuple[Any, Any]] = (),
    timeout: float | None = None,
    seed: int | None = None,
    progress: Callable[[Progress], object] | None = None,
) -> BottleneckTour:
    """Return a Hamiltonian cycle whose longest edge is as short as possible.

    Parameters
    ----------
    G : networkx graph or Places
        Any graph, or places, of which all pairs are edges.
    start : node, optional
        The node that the tour is numbered from.
    weight, require, forbid, timeout, seed, progress : optional
        As for :func:`~icosian.shortest_hamiltonian_cycle`. A time limit gives the best tour so far.

    Returns
    -------
    BottleneckTour
        A tour whose ``length`` is that of its longest edge, with ``bound``, ``gap``,
        ``is_shortest`` and ``proof``, a :class:`~icosian.proofs.BottleneckBound`.

    Raises
    ------
    NoHamiltonianCycle
        If there is none; ``.proof`` says why and was checked against ``G``.
    SearchLimitReached
        If the time is over before any tour is found.
    NotANode, InvalidArgument, networkx.NetworkXPointlessConcept
        If an argument breaks its rule, before any work.

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
    return _bottleneck(G, weight, question, Limits.of(timeout, 0.0, seed, progress))


def bottleneck_hamiltonian_path(
    G: nx.Graph[Any] | Places,
    start: Any = None,
    end: Any = None,
    *,
    weight: Weight = "weight",
    require: Iterable[tuple[Any, Any]] = (),
    forbid: Iterable[tuple[Any, Any]] = (),
    timeout: float | None = None,
    seed: int | None = None,
    progress: Callable[[Progress], object] | None = None,
) -> BottleneckTour:
    """Return a Hamiltonian path whose longest edge is as short as possible.

    Parameters
    ----------
    G : networkx graph or Places
        Any graph, or places, of which all pairs are edges.
    start, end : node, optional
        The ends of the path. Free by default.
    weight, require, forbid, timeout, seed, progress : optional
        As for :func:`bottleneck_hamiltonian_cycle`.

    Returns
    -------
    BottleneckTour
        An open tour, as of :func:`bottleneck_hamiltonian_cycle`. One node is a path of length 0.

    Raises
    ------
    NoHamiltonianPath
        If there is none; ``.proof`` says why and was checked against ``G``.
    SearchLimitReached
        If the time is over before any tour is found.
    NotANode, InvalidArgument, networkx.NetworkXPointlessConcept
        If an argument breaks its rule, before any work.

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
    return _bottleneck(G, weight, question, Limits.of(timeout, 0.0, seed, progress))


def _bottleneck(G: Any, weight: Weight, question: dict[str, Any], limits: Limits) -> BottleneckTour:
    """Answer a question about a graph or places."""
    problem, lengths, weight = read(G, weight, question)
    places = G if isinstance(G, Places) else None
    where: dict[str, Any] = {"G": G} if places is None else {"places": places}
    known, found = lengths.known(), any_tour(problem, lengths, limits)
    if problem.size == 1:
        return BottleneckTour(
            problem.nodes, is_closed=False, length=0, bound=0, is_optimal=True, **where
        )
    first = turned(form_of(problem).any_order, problem.start if problem.closed else None)
    nodes = list(found or (problem.nodes[k] for k in first))

    def longest(nodes: Sequence[Any]) -> int:
        order = [problem.index[v] for v in nodes]
        return max(known[step] for step in steps_of(order, closed=problem.closed))

    # 1. The lengths from that of the longest edge to use to that of the first tour.
    used = [known[problem.index[u], problem.index[v]] for u, v in problem.require]
    levels = sorted({c for c in known.values() if c >= max(used, default=c)})
    low, high = 0, bisect_left(levels, longest(nodes))
    inner: Proof | None = None
    # 2. Bisection: no tour is below levels[low], as the inner proof shows.
    with suppress(SearchLimitReached):
        while low < high:
            middle = (low + high) // 2
            limits.clock.stage = f"longest edge {lengths.unit.number(levels[high])}"
            part = _shorter(problem, known, levels[middle + 1])
            result = answer(part, limits.clock, seed=limits.seed)
            if isinstance(result, Proof):
                low, inner = middle + 1, result
            else:
                nodes = list(result)
                high = bisect_left(levels, longest(nodes))
    if not low and not (used and max(used) == levels[0]):
        inner = answer(_shorter(problem, known, levels[0]), Clock())  # type: ignore[assignment]
    # 3. The tour and the proof, checked.
    stats = limits.clock.stats(METHOD)
    problem.tour(nodes, stats)
    name: Any = {} if places else {"weight": Computed() if callable(weight) else weight}
    proof = problem.certificate(
        BottleneckBound,
        bound=plain(levels[low] * lengths.unit.size),
        inner=inner,
        require=problem.require,
        forbid=problem.forbid,
        hidden=len(lengths.hidden),
        **name,
    )
    check_proof(G, proof, Clock(), **({} if places else {"weight": weight}))
    length, bound = (lengths.unit.number(levels[k], down=k == low != high) for k in (high, low))
    if places is not None and not places.is_exact:
        order = [problem.index[v] for v in nodes]
        true = max(places.true_length(*step) for step in steps_of(order, closed=problem.closed))
        length, bound = (
            lengths.unit.number(true / places.unit),
            lengths.unit.number(levels[low], down=True),
        )
    return BottleneckTour(
        nodes,
        is_closed=problem.closed,
        length=length,
        bound=bound,
        is_optimal=low == high,
        proof=proof,
        stats=stats,
        note="" if places else missing_note(G, weight),
        **where,
    )


def read(
    G: nx.Graph[Any] | Places, weight: Weight, question: dict[str, Any]
) -> tuple[Problem, Lengths, Weight]:
    """Return a question about a graph, or the complete graph of places, and the lengths."""
    if isinstance(G, Places):
        if weight != USUAL:
            raise InvalidArgument(f"weight is for graphs, not for places, got {shown(weight)}")
        return Problem.of(all_pairs(G), **question), _lengths_of(G), weight
    problem, weight = Problem.of(G, **question), known_weight(G, weight)
    return problem, graph_lengths(G, weight), weight


def _lengths_of(places: Places) -> Lengths:
    """Return the lengths of all pairs of places."""
    n = len(places)
    every = np.ones((n, n), bool)
    pairs = np.argwhere(every & ~np.eye(n, dtype=bool) if places.directed else np.triu(every, 1))
    matrix = places.matrix()
    return Lengths(
        pairs=pairs.astype(np.int32),
        exact=[int(matrix[u, v]) for u, v in pairs.tolist()],
        unit=Unit(size=places.unit, kind=places.kind),
        hidden=(),
        directed=places.directed,
    )


def _shorter(problem: Problem, known: dict[tuple[int, int], int], below: int) -> Problem:
    """Return the same question about the edges that are shorter than a length."""
    G = problem.G
    H: nx.Graph[Any] = nx.DiGraph() if problem.arrays.directed else nx.Graph()
    H.add_nodes_from(problem.nodes)
    H.graph.update(G.graph)
    names = problem.nodes
    H.add_edges_from((names[u], names[v]) for (u, v), c in known.items() if c < below)
    H.remove_edges_from(problem.forbid)
    ends = {"start": problem.start, "end": problem.end}
    asked: dict[str, Any] = {role: None if v is None else names[v] for role, v in ends.items()}
    return Problem.of(H, closed=problem.closed, require=problem.require, **asked)
