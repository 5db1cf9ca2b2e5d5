"""Plans of a count: where to cut the graph in two halves, and the elimination order of each.

The one place that decides which orders and plans are tried: first those along the orders that are
given, and only if many states are expected also those along searched orders. A cut of an order is
crossed by a bipartite graph of edges, whose minimum vertex cover is the smallest separator (Konig,
Matematikai es Fizikai Lapok 38 (1931), 116-119).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set as AbstractSet
from dataclasses import dataclass, replace
from itertools import accumulate, combinations
from typing import TYPE_CHECKING

from icosian._kernels.states import NARROW, WIDE
from icosian._run.clock import Clock
from icosian.exceptions import SearchLimitReached
from icosian.tours.count.orders import (
    STATES,
    frontiers,
    given_orders,
    greedy_orders,
    is_square,
    neighbor_masks,
    power,
    spectral_order,
)

if TYPE_CHECKING:
    from icosian.tours.problem import Problem


Symmetry = tuple[int, ...]
"""The images of all vertices under an automorphism that is its own inverse."""

# Estimates of states: factors measured on boards of knights.
CHOICES = 1.28  # for each edge within the separator
TWO_WORDS = 3.0  # the cost of a state of two words, relative to one
FOLDED = 0.6  # the part of the states that folding leaves

# Limits on what is tried.
CUTS, CUTS_OF_FEW = 12, 3  # places to cut an order, and those where few states are expected
CHOSEN = 2  # plans kept of each order
GREEDY = 2  # greedy orders that are cut
COMPETING = 8  # plans in a race
FEW, SURE = 10_000, 40_000
"""With so few expected states, no other orders are searched, and the best plan is not raced, nor
are many cuts tried: that would take as long. The states of random graphs may be 30 times as many as
expected, those of boards are not."""
CUT = 300
"""Larger graphs are long, their halves large: one half is better than two."""
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


def given_plans(problem: Problem, graph: Sequence[set[int]], clock: Clock) -> list[Plan]:
    """Return the plans along the orders that need no search, best first."""
    return plans(graph, given_orders(problem, graph), _symmetries(problem, graph), clock)


def promising_plans(
    problem: Problem, graph: Sequence[set[int]], clock: Clock, given: Sequence[Plan] = ()
) -> list[Plan]:
    """Return the best plans for the normal form of a problem, best first."""
    found = list(given or given_plans(problem, graph, clock))
    is_board = all(map(is_square, problem.nodes))  # it has better orders, along its sides
    if _best_is_below(SURE if is_board else FEW, found):
        return found
    greedy = greedy_orders(graph, clock)
    masks = neighbor_masks(graph)
    greedy.sort(key=lambda order: sum(frontiers(masks, order)[0]))
    orders = [*([] if is_board else spectral_order(graph)), *greedy[:GREEDY]]
    found += plans(graph, orders, _symmetries(problem, graph), clock)
    return _best(found)[:COMPETING]


def _best_is_below(limit: float, found: Sequence[Plan]) -> bool:
    """Return True if the best of these plans expects fewer states."""
    return found[0].width <= WIDE and found[0].score < limit


def plans_to_race(found: Iterable[Plan]) -> list[Plan]:
    """Return the plans that are not too wide, or only the best if few states are expected."""
    found = list(found)
    narrow = [plan for plan in found if plan.width <= WIDE]
    if not narrow:
        width = min(plan.width for plan in found)
        raise SearchLimitReached(
            f"the best frontier found has {width} vertices, and {WIDE} is the most"
        )
    return narrow[:1] if _best_is_below(SURE, narrow) else narrow


def plans(
    graph: Sequence[set[int]],
    orders: Iterable[Sequence[int]],
    symmetries: Sequence[Symmetry],
    clock: Clock,
) -> list[Plan]:
    """Return the plans along some orders with the fewest expected states, best first."""
    n = len(graph)
    hubs = [2 * len(neighbors) > n for neighbors in graph]
    masks = neighbor_masks(graph)
    seen: list[list[float]] = []  # on a board, some orders are images of others
    chosen: list[Plan] = []
    for order in orders:
        clock.tick("plan")
        line = sorted(order, key=hubs.__getitem__)
        states, pending = frontiers(masks, line)
        if states in seen:
            continue
        seen.append(states)
        cuts = _promising_cuts(masks, line, states, pending, sum(hubs)) if n <= CUT else ()
        found = [
            _mirrored(graph, plan, symmetries)
            for cut in cuts
            for plan in _cut(graph, masks, line, cut)
        ]
        # The order as it is, from the first vertex to the last, is the plan with an empty half.
        found.append(_planned(masks, line, n, set()))
        chosen += _best(found)[:CHOSEN]
    return _best(chosen)


def _best(found: Iterable[Plan]) -> list[Plan]:
    """Return plans by their scores, one of those with the same score: most are images of it."""
    different = {plan.score: plan for plan in reversed(list(found))}
    return [different[score] for score in sorted(different)]


def _promising_cuts(
    masks: Sequence[int],
    order: Sequence[int],
    states: Sequence[float],
    pending: Sequence[int],
    hubs: int,
) -> list[int]:
    """Return the best places to cut an order, and those that leave equal halves."""
    # The last vertices of the order are hubs. The halves are estimated from the profiles of the
    # order and of its reverse, where the pending vertices are the separator.
    n = len(order)
    other, _ = frontiers(masks, [*order[: n - hubs][::-1], *order[n - hubs :]])
    here, there = ([0.0, *accumulate(half)] for half in (states, other))
    cost, equal = {}, []
    for cut in range(1, n):
        left = n - cut - pending[cut - 1]
        cost[cut] = here[cut] + there[left]
        if left == cut:
            equal.append(cut)
    best = sorted(cost, key=cost.__getitem__)
    number = CUTS_OF_FEW if best and cost[best[0]] < SURE else CUTS
    return list(dict.fromkeys([*best[:number], *equal]))


def _cut(
    graph: Sequence[set[int]], masks: Sequence[int], order: Sequence[int], cut: int
) -> Iterable[Plan]:
    """Yield the plans that cut an order after a number of vertices."""
    front, back = set(order[:cut]), set(order[cut:])
    border = {w for v in front for w in graph[v] if w in back}
    yield _planned(masks, order, cut, border)
    cover = _cover({v: [w for w in graph[v] if w in front] for v in sorted(border)})
    if len(cover) < len(border):
        yield _planned(masks, order, cut, cover)


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
    masks: Sequence[int], order: Sequence[int], cut: int, separator: AbstractSet[int]
) -> Plan:
    """Return the plan with a given order, cut and separator."""
    halves = (
        tuple(v for v in order[:cut] if v not in separator),
        tuple(v for v in reversed(order[cut:]) if v not in separator),
    )
    (front, ahead), (back, behind) = (frontiers(masks, half) for half in halves)
    between = sum(1 << v for v in separator)
    inner = sum((masks[v] & between).bit_count() for v in separator) // 2
    for _ in range(inner):
        half = min(front, back, key=lambda states: states[-1] if states else 1.0)
        half.append(min(CHOICES * half[-1] if half else 1.0, power(STATES, len(separator))))
    return Plan(
        halves=halves,
        separator=tuple(v for v in order if v in separator),
        width=1 + max((len(separator), *ahead, *behind)),
        profiles=(tuple(front), tuple(back)),
    )


def _mirrored(graph: Sequence[set[int]], plan: Plan, symmetries: Sequence[Symmetry]) -> Plan:
    """Return the plan with one half only, if a symmetry maps it to the other."""
    front, back = map(set, plan.halves)
    if len(front) != len(back):
        return plan
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


def _symmetries(problem: Problem, graph: Sequence[set[int]]) -> list[Symmetry]:
    """Return the reflections of a board that are automorphisms, and their products of two."""
    if problem.arrays.directed or not all(is_square(v) for v in problem.nodes):
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
