"""Where to cut a graph in two halves, and in which order to go through each."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import inf
from typing import TYPE_CHECKING

from icosian._kernels import frontier as kernels
from icosian._kernels._jit import Run
from icosian._kernels.states import NARROW, WIDE

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence, Set as AbstractSet

    from icosian._run.clock import Clock

__all__ = ["Plan", "Symmetry", "check_plan", "greedy_orders", "plans", "profile"]

Symmetry = tuple[int, ...]
"""The images of all vertices under an automorphism that is its own inverse."""

STATES = 3.0
"""Not more than so many times as many states with one vertex more on the frontier."""
CHOSEN_EDGE, PENDING = 1.155, 1.34
"""How many times as many while they are few, with one edge more that was chosen or not, and with
one vertex more on the frontier; measured on boards of knights."""
CHOICES = 1.28
"""How many times as many with one edge more within the separator."""
TWO_WORDS = 3.0
"""What a state costs that takes two words, in the same unit."""
FOLDED = 0.6
"""The part of the states that folding leaves."""
STARTS, SPLITS = 10_000, 6_000
"""How many orders to try and how many places to cut, divided by the number of vertices."""
SPECTRAL = 500
"""Up to so many vertices the eigenvectors of the graph are looked at."""
KEPT, CHOSEN = 2, 2
"""How many orders of the greedy rule are cut, and how many plans of an order are kept."""
COMPETING = 8
"""How many plans are returned."""
CUT = 300
"""Larger graphs are long, and counts of halves large: there one programme is better than two."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """Two halves of a graph that meet in a separator.

    Attributes
    ----------
    halves : pair of tuples of int
        The vertices that leave in each half, in order.
    separator : tuple of int
        The others; no edge joins the halves without them.
    width : int
        The most vertices on a frontier at a time, and one that leaves.
    profiles : pair of tuples of float
        About how many states each half has after each of its vertices, and then after its edges
        within the separator.
    mirror : tuple of int or None
        An automorphism that makes the second half of the first, of which nothing is listed then.
    turn : tuple of int or None
        Another one, which makes each half of itself.
    """

    halves: tuple[tuple[int, ...], tuple[int, ...]]
    separator: tuple[int, ...]
    width: int
    profiles: tuple[tuple[float, ...], tuple[float, ...]]
    mirror: Symmetry | None = None
    turn: Symmetry | None = None

    @property
    def weight(self) -> float:
        """What a state costs, in time and memory, beside one that fits into a word."""
        return 1.0 if self.width <= NARROW else TWO_WORDS

    @property
    def score(self) -> float:
        """About what all states cost."""
        return self.weight * sum(map(sum, self.profiles))


def plans(
    graph: Sequence[set[int]],
    hints: Iterable[Sequence[int]],
    symmetries: Sequence[Symmetry],
    clock: Clock,
) -> list[Plan]:
    """Return plans that promise few states.

    Parameters
    ----------
    graph : sequence of sets of int
        The neighbours of each vertex.
    hints : iterable of sequences of int
        Orders of the vertices to try besides those found here.
    symmetries : sequence of sequences of int
        Automorphisms that are their own inverses, as the images of the vertices.
    clock : Clock
        The clock.

    Returns
    -------
    list of Plan
        The best of each order that was tried, the most promising first; deterministic.

    Notes
    -----
    Orders come from the hints, from the second eigenvector of the Laplacian, and from a greedy
    rule that begins anywhere. Wherever an order is cut, the vertices next to the first part are a
    separator, and the smallest one is a minimum vertex cover of the edges that cross [1]_.

    References
    ----------
    .. [1] Denes Konig, Graphok es matrixok, Matematikai es Fizikai Lapok 38 (1931), 116-119.
    """
    n = len(graph)
    hubs = [2 * len(neighbours) > n for neighbours in graph]
    orders = [sorted(order, key=hubs.__getitem__) for order in (*hints, *_spectral(graph))]
    ranked = sorted(greedy_orders(graph, clock), key=lambda order: sum(profile(graph, order)[0]))
    chosen: dict[Plan, float] = {}
    for order in (*orders, *ranked[:KEPT]):
        clock.tick("plan")
        cuts = range(1, n, max(1, n * n // SPLITS)) if n <= CUT else ()
        found = [plan for cut in cuts for plan in _cut(graph, order, cut)]
        found = [_mirrored(graph, plan, symmetries) for plan in found]
        # The order as it is, from the first vertex to the last, is the plan with an empty half.
        found.append(_planned(graph, order, n, set()))
        found.sort(key=lambda plan: plan.score)
        chosen |= {plan: plan.score for plan in found[:CHOSEN]}
    return sorted(chosen, key=lambda plan: plan.score)[:COMPETING]


def profile(graph: Sequence[AbstractSet[int]], order: Iterable[int]) -> tuple[list[float], int]:
    """Return about how many states there are as each vertex leaves, and the widest frontier.

    Parameters
    ----------
    graph : sequence of sets of int
        The neighbours of each vertex.
    order : iterable of int
        The vertices that leave, in order.

    Returns
    -------
    (list of float, int)
        Estimates, and the most vertices at a time, with the one that leaves.
    """
    live: set[int] = set()
    gone: set[int] = set()
    states, width, edges = [], 0, 0
    for v in order:
        live.add(v)
        near = graph[v] - gone
        live |= near
        edges += len(near)
        width = max(width, len(live))
        live.discard(v)
        gone.add(v)
        few = _power(CHOSEN_EDGE, edges) * _power(PENDING, len(live))
        states.append(min(few, _power(STATES, len(live))))
    return states, width


def _power(base: float, exponent: int) -> float:
    """Return a power; long graphs have some, and wide ones, that no float holds."""
    try:
        return base**exponent
    except OverflowError:
        return inf


def _cut(graph: Sequence[set[int]], order: Sequence[int], cut: int) -> Iterable[Plan]:
    """Yield plans that cut an order after so many vertices."""
    front, back = set(order[:cut]), set(order[cut:])
    border = {w for v in front for w in graph[v] if w in back}
    yield _planned(graph, order, cut, border)
    cover = _cover({v: [w for w in graph[v] if w in front] for v in sorted(border)})
    if len(cover) < len(border):
        yield _planned(graph, order, cut, cover)


def _cover(near: dict[int, list[int]]) -> set[int]:
    """Return a minimum vertex cover of a bipartite graph, by the neighbours of one side."""
    mate: dict[int, int] = {}  # in a matching, which grows along a path that alternates
    for root in near:
        came = _alternating(near, mate, [root])
        end = next((w for w in came if w not in mate), None)
        while end is not None:
            v = came[end]
            mate[end], mate[v], end = v, end, mate.get(v)
    free = [v for v in near if v not in mate]
    came = _alternating(near, mate, free)
    reached = {*free, *(mate[w] for w in came)}
    return (near.keys() - reached) | came.keys()


def _alternating(
    near: dict[int, list[int]], mate: dict[int, int], roots: Iterable[int]
) -> dict[int, int]:
    """Return whom paths from roots reach on the other side, with whom before, and back by mates."""
    came: dict[int, int] = {}
    queue = list(roots)
    for v in queue:
        for w in near[v]:
            if w not in came:
                came[w] = v
                if w in mate:
                    queue.append(mate[w])
    return came


def _planned(
    graph: Sequence[set[int]], order: Sequence[int], cut: int, separator: set[int]
) -> Plan:
    """Return the plan with halves before and after a cut."""
    halves = (
        tuple(v for v in order[:cut] if v not in separator),
        tuple(v for v in reversed(order[cut:]) if v not in separator),
    )
    (front, width), (back, other) = (profile(graph, half) for half in halves)
    inner = sum(len(graph[v] & separator) for v in separator) // 2
    for _ in range(inner):
        half = min(front, back, key=lambda states: states[-1] if states else 1.0)
        half.append(min(CHOICES * half[-1] if half else 1.0, _power(STATES, len(separator))))
    return Plan(
        halves=halves,
        separator=tuple(v for v in order if v in separator),
        width=max(len(separator) + 1, width, other),
        profiles=(tuple(front), tuple(back)),
    )


def _mirrored(graph: Sequence[set[int]], plan: Plan, symmetries: Sequence[Symmetry]) -> Plan:
    """Return the plan with one half only, if a symmetry makes the other."""
    front, back = map(set, plan.halves)
    inner = _inner(graph, plan)
    for mirror in symmetries:
        if {mirror[v] for v in front} != back or not _is_mirror(mirror, inner):
            continue
        best = replace(
            plan, halves=(plan.halves[0], ()), mirror=mirror, profiles=(plan.profiles[0], ())
        )
        for turn in symmetries:
            if _is_turn(turn, mirror, front, inner):
                folded = tuple(FOLDED * states for states in plan.profiles[0])
                return replace(best, turn=turn, profiles=(folded, ()))
        return best
    return plan


def _inner(graph: Sequence[AbstractSet[int]], plan: Plan) -> list[tuple[int, int]]:
    """Return the edges within the separator, in both directions."""
    separator = set(plan.separator)
    return [(v, w) for v in separator for w in graph[v] & separator]


def _is_mirror(mirror: Symmetry, inner: Iterable[tuple[int, int]]) -> bool:
    """Whether each edge within the separator has another one as its image."""
    return all((mirror[v], mirror[w]) not in {(v, w), (w, v)} for v, w in inner)


def _is_turn(
    turn: Symmetry, mirror: Symmetry, front: AbstractSet[int], inner: Iterable[tuple[int, int]]
) -> bool:
    """Whether a symmetry keeps the first half and goes together with a mirror."""
    return (
        {turn[v] for v in front} == front
        and all(turn[w] == mirror[turn[v]] for v, w in enumerate(mirror))
        and all({mirror[v], mirror[w]} != {turn[v], turn[w]} for v, w in inner)
    )


def _spectral(graph: Sequence[set[int]]) -> list[list[int]]:
    """Return the order of the vertices along the second eigenvector of the Laplacian."""
    import numpy as np

    n = len(graph)
    if n > SPECTRAL:
        return []
    laplacian = np.zeros((n, n))
    for v, neighbours in enumerate(graph):
        laplacian[v, list(neighbours)] = -1
        laplacian[v, v] = len(neighbours)
    vector = np.linalg.eigh(laplacian)[1][:, 1].round(9)
    return [np.argsort(vector, kind="stable").tolist()]


def greedy_orders(graph: Sequence[set[int]], clock: Clock) -> list[list[int]]:
    """Return orders in which next leaves whoever brings the fewest others to the frontier.

    Parameters
    ----------
    graph : sequence of sets of int
        The neighbours of each vertex.
    clock : Clock
        The clock.

    Returns
    -------
    list of lists of int
        An order for each of several first vertices.
    """
    import numpy as np

    n = len(graph)
    degrees = np.array([len(neighbours) for neighbours in graph])
    indptr = np.concatenate(([0], np.cumsum(degrees)))
    indices = np.array([w for neighbours in graph for w in sorted(neighbours)], np.int32)
    orders = []
    for start in range(0, n, max(1, n * n // STARTS)):
        order = np.zeros(n, np.int64)
        s = np.zeros(kernels.ARRANGING, np.int64)
        s[kernels.NEXT], s[kernels.LIMIT] = start, n
        place, pending = np.full(n, -1, np.int64), np.zeros(n + 1, np.int64)
        run = Run(kernels.arrange, indptr, indices, degrees.copy(), place, order, pending, s)
        clock.run("plan", run)
        run.arrays()
        orders.append(order.tolist())
    return orders


def check_plan(plan: Plan, graph: Sequence[AbstractSet[int]]) -> None:
    """Refuse a plan that is none of a graph: one that was read may hold anything.

    Parameters
    ----------
    plan : Plan
        The plan.
    graph : sequence of sets of int
        The neighbours of each vertex.

    Raises
    ------
    ValueError
        If it is none.
    """
    n = len(graph)
    first, second = map(set, plan.halves)
    numbers: list[int] = [v for part in (*plan.halves, plan.separator) for v in part]
    symmetries = [symmetry for symmetry in (plan.mirror, plan.turn) if symmetry is not None]
    if plan.mirror is not None:  # the second half is the image of the first one
        numbers += [plan.mirror[v] for v in plan.halves[0]]
    whole = all(type(v) is int for v in (*numbers, plan.width, *(v for s in symmetries for v in s)))
    if not whole or sorted(numbers) != list(range(n)):
        raise ValueError(plan)
    widths = [profile(graph, half)[1] for half in plan.halves]
    # Where a mirror took its place, the second half may have been the wider one.
    if not max(len(plan.separator) + 1, *widths) <= plan.width <= WIDE:
        raise ValueError(plan)
    there = second if plan.mirror is None else {plan.mirror[v] for v in first}
    if any(not there.isdisjoint(graph[v]) for v in first):
        raise ValueError(plan)
    for symmetry in symmetries:
        if sorted(symmetry) != list(range(n)) or any(
            symmetry[symmetry[v]] != v or {symmetry[w] for w in graph[v]} != graph[symmetry[v]]
            for v in range(n)
        ):
            raise ValueError(plan)
    inner = _inner(graph, plan)
    if plan.mirror is None:
        alike = plan.turn is None
    else:
        alike = _is_mirror(plan.mirror, inner) and (
            plan.turn is None or _is_turn(plan.turn, plan.mirror, first, inner)
        )
    if not alike:
        raise ValueError(plan)
    for states, half in zip(plan.profiles, plan.halves, strict=True):
        if len(states) < len(half) or not all(type(x) is float and 0 < x < inf for x in states):
            raise ValueError(plan)
