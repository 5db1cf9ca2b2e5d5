"""Plans of a count: where to cut the graph in two halves, and the elimination order of each.

The one place that decides which orders and plans are tried. Candidate orders are those of the
nodes, along the sides of a board, along the second eigenvector of the Laplacian, and of a greedy
rule. A cut of an order is crossed by a bipartite graph of edges, whose minimum vertex cover is the
smallest separator (Konig, Matematikai es Fizikai Lapok 38 (1931), 116-119).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations
from math import inf
from typing import TYPE_CHECKING, Any

from icosian._kernels import frontier as kernels
from icosian._kernels._jit import Run
from icosian._kernels.states import NARROW, WIDE
from icosian.exceptions import SearchLimitReached

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence, Set as AbstractSet

    from icosian._run.clock import Clock
    from icosian.tours.problem import Problem

__all__ = [
    "MOST",
    "Plan",
    "Symmetry",
    "best_order",
    "check_plan",
    "greedy_orders",
    "plans",
    "plans_to_race",
    "profile",
    "promising_plans",
]

Symmetry = tuple[int, ...]
"""The images of all vertices under an automorphism that is its own inverse."""

# Estimates of states: factors measured on boards of knights.
STATES = 3.0  # at most, for each vertex more on the frontier
CHOSEN_EDGE, PENDING = (
    1.155,
    1.34,
)  # while there are few: for each edge, and for each pending vertex
CHOICES = 1.28  # for each edge within the separator
TWO_WORDS = 3.0  # the cost of a state of two words, relative to one
FOLDED = 0.6  # the part of the states that folding leaves

# Limits on what is tried.
STARTS, SPLITS = 10_000, 6_000  # greedy orders and cuts, divided by the number of vertices
SPECTRAL = 500  # the largest graph whose eigenvectors are computed
KEPT, CHOSEN = 2, 2  # greedy orders that are cut, and plans kept of each order
COMPETING = 8  # plans in a race
SURE = 20_000  # with so few expected states the best plan is not raced
CUT = 300  # larger graphs are long, their halves large: one half is better than two
MOST = 6
"""The most vertices whose degrees are fixed to cut a count in slices, before slices are divided."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """A cut of a graph: the elimination order of each half, and the separator between them."""

    halves: tuple[tuple[int, ...], tuple[int, ...]]
    separator: tuple[int, ...]  # the other vertices; no edge joins the two halves
    width: int  # the most vertices on a frontier, with the one that is eliminated
    profiles: tuple[
        tuple[float, ...], tuple[float, ...]
    ]  # states after each vertex, then each edge
    mirror: Symmetry | None = None  # maps the first half to the second, which is then left empty
    turn: Symmetry | None = None  # maps each half to itself

    @property
    def weight(self) -> float:
        """The cost of a state, relative to one that fits in a word."""
        return 1.0 if self.width <= NARROW else TWO_WORDS

    @property
    def score(self) -> float:
        """The estimated cost of all states."""
        return self.weight * sum(map(sum, self.profiles))


def promising_plans(problem: Problem, graph: Sequence[set[int]], clock: Clock) -> list[Plan]:
    """Return the best plans for the normal form of a problem, best first."""
    return plans(graph, _hints(problem, graph), _symmetries(problem, graph), clock)


def plans_to_race(found: Iterable[Plan]) -> list[Plan]:
    """Return the plans that are not too wide, or only the best if few states are expected."""
    found = list(found)
    narrow = [plan for plan in found if plan.width <= WIDE]
    if not narrow:
        width = min(plan.width for plan in found)
        raise SearchLimitReached(
            f"the best frontier found has {width} vertices, and {WIDE} is the most"
        )
    return narrow[:1] if narrow[0].score < SURE else narrow


def plans(
    graph: Sequence[set[int]],
    hints: Iterable[Sequence[int]],
    symmetries: Sequence[Symmetry],
    clock: Clock,
) -> list[Plan]:
    """Return the plans with the fewest estimated states, best first; deterministic."""
    n = len(graph)
    hubs = [2 * len(neighbors) > n for neighbors in graph]
    orders = [sorted(order, key=hubs.__getitem__) for order in (*hints, *_spectral(graph))]
    rows = _bits(graph)
    ranked = sorted(greedy_orders(graph, clock), key=lambda order: sum(_profile(rows, order)[0]))
    chosen: dict[Plan, float] = {}
    for order in (*orders, *ranked[:KEPT]):
        clock.tick("plan")
        cuts = range(1, n, max(1, n * n // SPLITS)) if n <= CUT else ()
        found = [plan for cut in cuts for plan in _cut(graph, rows, order, cut)]
        found = [_mirrored(graph, plan, symmetries) for plan in found]
        # The order as it is, from the first vertex to the last, is the plan with an empty half.
        found.append(_planned(rows, order, n, set()))
        found.sort(key=lambda plan: plan.score)
        chosen |= {plan: plan.score for plan in found[:CHOSEN]}
    return sorted(chosen, key=lambda plan: plan.score)[:COMPETING]


def profile(graph: Sequence[AbstractSet[int]], order: Iterable[int]) -> tuple[list[float], int]:
    """Estimate the states after each vertex of an order; also return the widest frontier."""
    return _profile(_bits(graph), order)


def _bits(graph: Sequence[AbstractSet[int]]) -> list[int]:
    """Return the neighbors of each vertex as the bits of a number."""
    return [sum(1 << w for w in neighbors) for neighbors in graph]


def _profile(rows: Sequence[int], order: Iterable[int]) -> tuple[list[float], int]:
    """Return the profile of an order from the rows of :func:`_bits`."""
    live, left = 0, -1  # on the frontier, and not eliminated
    states, width, edges = [], 0, 0
    for v in order:
        bit = 1 << v
        near = rows[v] & left
        live |= near | bit
        edges += near.bit_count()
        pending = live.bit_count() - 1
        if pending >= width:
            width = pending + 1
        live ^= bit
        left ^= bit
        states.append(_estimate(edges, pending))
    return states, width


@lru_cache(1 << 16)
def _estimate(edges: int, pending: int) -> float:
    """Estimate the states after so many edges, with so many vertices pending."""
    few = _power(CHOSEN_EDGE, edges) * _power(PENDING, pending)
    return min(few, _power(STATES, pending))


def _power(base: float, exponent: int) -> float:
    """Return a power, or infinity if it is too large for a float."""
    try:
        return base**exponent
    except OverflowError:
        return inf


def _cut(
    graph: Sequence[set[int]], rows: Sequence[int], order: Sequence[int], cut: int
) -> Iterable[Plan]:
    """Yield the plans that cut an order after a number of vertices."""
    front, back = set(order[:cut]), set(order[cut:])
    border = {w for v in front for w in graph[v] if w in back}
    yield _planned(rows, order, cut, border)
    cover = _cover({v: [w for w in graph[v] if w in front] for v in sorted(border)})
    if len(cover) < len(border):
        yield _planned(rows, order, cut, cover)


def _cover(near: dict[int, list[int]]) -> set[int]:
    """Return a minimum vertex cover of a bipartite graph, given the neighbors of one side."""
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
    """Return the predecessors of the vertices that alternating paths reach."""
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
    rows: Sequence[int], order: Sequence[int], cut: int, separator: AbstractSet[int]
) -> Plan:
    """Return the plan with a given order, cut and separator."""
    halves = (
        tuple(v for v in order[:cut] if v not in separator),
        tuple(v for v in reversed(order[cut:]) if v not in separator),
    )
    (front, width), (back, other) = (_profile(rows, half) for half in halves)
    between = sum(1 << v for v in separator)
    inner = sum((rows[v] & between).bit_count() for v in separator) // 2
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
    """Return the plan with one half only, if a symmetry maps it to the other."""
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
    """Return True if no edge within the separator is its own image."""
    return all((mirror[v], mirror[w]) not in {(v, w), (w, v)} for v, w in inner)


def _is_turn(
    turn: Symmetry, mirror: Symmetry, front: AbstractSet[int], inner: Iterable[tuple[int, int]]
) -> bool:
    """Return True if a symmetry keeps the first half and commutes with the mirror."""
    return (
        {turn[v] for v in front} == front
        and all(turn[w] == mirror[turn[v]] for v, w in enumerate(mirror))
        and all({mirror[v], mirror[w]} != {turn[v], turn[w]} for v, w in inner)
    )


def _spectral(graph: Sequence[set[int]]) -> list[list[int]]:
    """Return the order along the second eigenvector of the Laplacian."""
    import numpy as np

    n = len(graph)
    if n > SPECTRAL:
        return []
    laplacian = np.zeros((n, n))
    for v, neighbors in enumerate(graph):
        laplacian[v, list(neighbors)] = -1
        laplacian[v, v] = len(neighbors)
    vector = np.linalg.eigh(laplacian)[1][:, 1].round(9)
    return [np.argsort(vector, kind="stable").tolist()]


def greedy_orders(graph: Sequence[set[int]], clock: Clock) -> list[list[int]]:
    """Return orders by fewest new frontier vertices, from several first vertices."""
    import numpy as np

    n = len(graph)
    degrees = np.array([len(neighbors) for neighbors in graph])
    indptr = np.concatenate(([0], np.cumsum(degrees)))
    indices = np.array([w for neighbors in graph for w in sorted(neighbors)], np.int32)
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
    """Raise ValueError unless a plan that was read is a plan of the graph."""
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


def best_order(
    graph: Sequence[set[int]], separator: Iterable[int], clock: Clock
) -> tuple[list[int], int]:
    """Return the best order of the vertices outside a separator, and its frontier width."""
    stays = set(separator)
    rated = []
    for order in (list(range(len(graph))), *greedy_orders(graph, clock)):
        left = [v for v in order if v not in stays]
        states, width = profile(graph, left)
        rated.append((sum(states), width, left))
    _, width, best = min(rated)
    return best, width


def _hints(problem: Problem, graph: Sequence[set[int]]) -> list[list[int]]:
    """Return orders of the vertices: that of the nodes, and on boards along the sides."""
    n = problem.size
    given: list[list[Any]] = [list(range(n))]
    squares = [v for v in problem.nodes if _is_square(v)]
    dimensions = {len(square) for square in squares}
    if len(dimensions) == 1 and 2 * len(squares) > n:
        d = dimensions.pop()
        sides = [max(axis) + 1 for axis in zip(*squares, strict=True)]
        for first in range(d):
            for shift in (0, 1):  # it may be better to begin with the last square of each row
                keys = [
                    (v[first], *((v[k] + shift) % sides[k] for k in range(d) if k != first))
                    if _is_square(v)
                    else (sides[first],)
                    for v in problem.nodes
                ]
                given.append(keys)
    hints = []
    for keys in given:
        place = [0] * n
        for i, v in enumerate(sorted(range(n), key=keys.__getitem__)):
            place[v] = i
        places = [
            place[v // 2 if problem.arrays.directed else v] if v < n else n
            for v in range(len(graph))
        ]
        hints.append(sorted(range(len(graph)), key=lambda v: (places[v], v)))
    return hints


def _symmetries(problem: Problem, graph: Sequence[set[int]]) -> list[Symmetry]:
    """Return the reflections of a board that are automorphisms, and their products of two."""
    if problem.arrays.directed or not all(_is_square(v) for v in problem.nodes):
        return []
    nodes = problem.nodes
    number = {v: i for i, v in enumerate(nodes)}
    sums = [min(axis) + max(axis) for axis in zip(*nodes, strict=False)]
    found = []
    for size in (1, 2):
        for chosen in combinations(range(len(sums)), size):
            images = [
                number.get(tuple(sums[k] - x if k in chosen else x for k, x in enumerate(v)), -1)
                for v in nodes
            ]
            images += range(len(nodes), len(graph))
            if -1 not in images and all(
                {images[w] for w in near} == graph[images[v]] for v, near in enumerate(graph)
            ):
                found.append(tuple(images))
    return found


def _is_square(node: Any) -> bool:
    return isinstance(node, tuple) and all(type(x) is int for x in node)
