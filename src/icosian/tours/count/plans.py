"""The order in which a frontier sweeps a graph, and which of several is the cheapest."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set as AbstractSet
from dataclasses import asdict, dataclass, replace
from functools import lru_cache
from itertools import accumulate, chain, combinations, compress
from math import inf
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
from numpy.typing import NDArray

from icosian._arrays import Csr, masks_of, starts
from icosian._io.memory import afford
from icosian._kernels.states import NARROW, WIDE
from icosian._run.limits import Clock
from icosian.exceptions import InvalidArgument, SearchLimitReached
from icosian.tours.count import layers
from icosian.tours.count.layers import Fold, Half, Memory, MemoryShort, Operation, SplitChoice
from icosian.tours.solve.frontier import arrangement

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
    profiles: tuple[tuple[float, ...], tuple[float, ...]]  # states after each vertex, then edge
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
    afford(len(graph) ** 2 / 8, f"a count of the tours of {problem.size:,} nodes")  # as bits
    return _plans(problem, graph, given_orders(problem, graph), clock)


def promising_plans(
    problem: Problem, graph: Sequence[set[int]], clock: Clock, given: Sequence[Plan] = ()
) -> list[Plan]:
    """Return the best plans for the normal form of a problem, best first."""
    found = list(given or given_plans(problem, graph, clock))
    is_board = all(map(is_square, problem.nodes))  # it has better orders, along its sides
    if found[0].width <= WIDE and found[0].score < (SURE if is_board else FEW):
        return found
    greedy = greedy_orders(graph, clock)
    masks = masks_of(graph)

    def states(order: list[int]) -> float:
        clock.tick("plan")
        return sum(frontiers(masks, order)[0])

    greedy.sort(key=states)
    orders = [*([] if is_board else spectral_order(graph)), *greedy[:GREEDY]]
    found += _plans(problem, graph, orders, clock)
    return _best(found)[:COMPETING]


def _plans(
    problem: Problem, graph: Sequence[set[int]], orders: Iterable[Sequence[int]], clock: Clock
) -> list[Plan]:
    """Return the plans along some orders, those that are cut with the symmetries of a board."""
    symmetries = _symmetries(problem, graph) if len(graph) <= CUT else []
    return plans(graph, orders, symmetries, clock)


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
    orders: Iterable[Sequence[int]],
    symmetries: Sequence[Symmetry],
    clock: Clock,
) -> list[Plan]:
    """Return the plans along some orders with the fewest expected states, best first."""
    n = len(graph)
    hubs = [2 * len(neighbors) > n for neighbors in graph]
    masks = masks_of(graph)
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
        whole = (tuple(line), ()), (tuple(states), ())
        width = 1 + max(pending)
        found.append(Plan(halves=whole[0], separator=(), width=width, profiles=whole[1]))
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
    left = [n - cut - pending[cut - 1] for cut in range(1, n)]
    cost = {cut: here[cut] + there[size] for cut, size in enumerate(left, 1)}
    equal = [cut for cut, size in enumerate(left, 1) if size == cut]
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
    cover = _cover({v: graph[v] & front for v in border})
    if len(cover) < len(border):
        yield _planned(masks, order, cut, cover)


def _cover(near: dict[int, set[int]]) -> set[int]:
    """Return a minimum vertex cover of a bipartite graph, or one side if all covers are too wide.

    The neighbors of that side are given.
    """
    # By augmenting paths: scipy takes 0.2 s to import, and networkx 15 times as long for these.
    mate: dict[int, int] = {}

    def finds(v: int, passed: set[int]) -> bool:
        while fresh := near[v] - passed:
            passed.add(w := fresh.pop())
            if w not in mate or finds(mate[w], passed):
                mate[w] = v
                return True
        return False

    alone, reached = set[int](), set[int]()
    for v in near:
        if not finds(v, set()):
            alone.add(v)
        if len(mate) > WIDE:
            return set(near)
    for v in alone:
        finds(v, reached)
    return near.keys() - alone - {mate[w] for w in reached} | reached  # König's theorem


def _planned(
    masks: Sequence[int], order: Sequence[int], cut: int, separator: AbstractSet[int]
) -> Plan:
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
    # The edges within the separator, in both directions; none may be its own image.
    separator = set(plan.separator)
    inner = [(v, w) for v in separator for w in graph[v] & separator]
    for mirror in symmetries:
        if {mirror[v] for v in front} != back or any(
            (mirror[v], mirror[w]) in {(v, w), (w, v)} for v, w in inner
        ):
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


# -- Elimination orders of the vertices of a graph, and the states expected along each
# Candidates are the order of the nodes, those along the sides of a board, that along the second
# eigenvector of the Laplacian, and those of a greedy rule.

# Estimates of states: factors measured on boards of knights.
CHOSEN_EDGE, PENDING = 1.155, 1.34  # while there are few: for each edge, and each pending vertex
STATES = 3.0
"""The most states for each vertex more on the frontier."""
ONCE = 2.0
"""The same for a vertex that only one eliminated vertex is next to: it cannot be saturated."""

STARTS = 10_000  # greedy orders, divided by the number of vertices
SPECTRAL = 500  # the largest graph whose eigenvectors are computed


def profile(graph: Sequence[AbstractSet[int]], order: Iterable[int]) -> tuple[list[float], int]:
    """Estimate the states after each vertex of an order; also return the widest frontier."""
    states, pending = frontiers(masks_of(graph), order)
    return states, 1 + max(pending, default=-1)


def frontiers(
    masks: Sequence[int], order: Iterable[int], *, plane: bool = False
) -> tuple[list[float], list[int]]:
    """Return the expected states and the number of pending vertices after each vertex.

    Those of wide ``plane`` graphs such as grids are counted better, at the expense of others.
    """
    live, left, several = 0, -1, 0  # on the frontier, not eliminated, and next to several that are
    states, pending, edges = [], [], 0
    for v in order:
        bit = 1 << v
        near = masks[v] & left
        several |= near & live
        live = (live | near | bit) ^ bit
        left ^= bit
        edges += near.bit_count()
        number = live.bit_count()
        pending.append(number)
        states.append(_estimate(edges, number, (several & live).bit_count(), plane))
    return states, pending


@lru_cache(1 << 16)
def _estimate(edges: int, pending: int, several: int, plane: bool) -> float:
    """Estimate the states after so many edges, with so many vertices pending, several of them."""
    few = power(CHOSEN_EDGE, edges) * power(PENDING, pending)
    once = pending - several
    # Paths of a plane graph join ends without crossings: Motzkin numbers, 1.5 (3^n) / n^1.5.
    ends = 1.5 * power(STATES, once) / (1 + once) ** 1.5 if plane else power(ONCE, once)
    return min(few, power(STATES, several) * ends)


def power(base: float, exponent: int) -> float:
    """Return a power, or infinity if it is too large for a float."""
    try:
        return base**exponent
    except OverflowError:
        return inf


def given_orders(problem: Problem, graph: Sequence[set[int]]) -> list[list[int]]:
    """Return orders of the vertices: that of the nodes, and on boards along the sides."""
    n = problem.size
    given: list[list[Any]] = [list(range(n))]
    on_board = [is_square(v) for v in problem.nodes]
    squares = [*compress(problem.nodes, on_board)]
    dimensions = {len(square) for square in squares}
    if len(dimensions) == 1 and 2 * len(squares) > n:
        d = dimensions.pop()
        sides = [(min(axis), max(axis) - min(axis) + 1) for axis in zip(*squares, strict=True)]
        for first in range(d):
            others = [(k, *sides[k]) for k in range(d) if k != first]
            for shift in (0, 1):  # it may be better to begin with the last square of each row
                keys = [
                    (v[first], *[(v[k] - least + shift) % side for k, least, side in others])
                    if is_on
                    else (inf,)
                    for v, is_on in zip(problem.nodes, on_board, strict=True)
                ]
                given.append(keys)
    hints, width = [], 2 if problem.arrays.directed else 1  # the vertices of a node
    for keys in given:
        place = {v: i for i, v in enumerate(sorted(range(n), key=keys.__getitem__))}
        places = [place.get(v // width, n) for v in range(len(graph))]
        hints.append(sorted(range(len(graph)), key=places.__getitem__))
    return hints


def spectral_order(graph: Sequence[AbstractSet[int]]) -> list[list[int]]:
    """Return the order along the second eigenvector of the Laplacian, or none if it is large."""
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
    n, heads = len(graph), [w for neighbors in graph for w in sorted(neighbors)]
    indptr = starts(np.array([len(neighbors) for neighbors in graph]))
    arrays = Csr(indptr=indptr, indices=np.array(heads, np.int32), directed=False)
    orders = []
    for start in range(0, n, max(1, n * n // STARTS)):
        run = arrangement(arrays, start, n)
        clock.run("plan", run)
        orders.append(run.arrays()[0].order.tolist())
    return orders


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


def is_square(node: Any) -> bool:
    """Return True if a node is a tuple of integers."""
    return isinstance(node, tuple) and all(type(x) is int for x in node)


# -- Plans in execution, and the race that finds the plan with the fewest states
# Estimates of states are rough, so the best plans run side by side for a while; in each round the
# worse half of them is dropped.

Degrees = Mapping[int, int]
Edges = tuple[tuple[int, int], ...]

STAR = 3
"""The most edges within the separator that are chosen at once."""
TOGETHER, MOST_TOGETHER = 4, 250
"""How many choices are prepared at first, and at most; else as many as were made."""
JOIN = 0.25
"""The estimated part of the time that the join takes."""
PROBE = 100_000
"""States that each run reads before the memory of all is estimated, in a race of many more."""
FIRST, LATER = 1 / 500, 6
"""The part of the expected states that each run may read in the first round of a race, and the
factor of each later round."""
CLOSE = 2
"""A run that seems to need so many times as much as the best is dropped too. After the first round,
the estimates of the two or three best plans were within this factor of each other and the truth."""


class Observer(Protocol):
    """An observer of the steps of a run."""

    def watch(self, run: PlanRun) -> object:
        """Take note of a step; the layers are complete."""

    def forget(self) -> object:
        """Take note that the layers are no longer complete."""


class PlanRun:
    """A plan in execution: its two halves, then their join."""

    # ``degrees`` makes it the run of a slice: only cycles that have so many edges of the first half
    # at these vertices of the separator. With a mirror, their images must be fixed too.

    def __init__(
        self,
        graph: Sequence[AbstractSet[int]],
        plan: Plan,
        clock: Clock,
        memory: Memory,
        degrees: Degrees | None = None,
    ) -> None:
        self.plan = plan
        self.degrees = degrees or {}
        self.observer: Observer | None = None
        self.graph = graph
        self._clock = clock
        self._memory = memory
        self._spent = 0
        self.steps = [[SplitChoice(v) for v in half] for half in plan.halves]
        self._is_assigned = False
        limits: list[Any] = [None, None]
        if degrees:
            self.plan_separator_edges()
            limits = self._degree_limits(degrees)
        elif plan.mirror is not None:
            del self.steps[1:]
        slots = NARROW if plan.width <= NARROW else WIDE
        self.halves = [
            Half(graph, slots, clock, memory, share)
            for _, share in zip(self.steps, limits, strict=False)
        ]
        self.turn = None if degrees else plan.turn

    def plan_separator_edges(self) -> None:
        """Append the edges within the separator to the half that seems to be smaller."""
        if not self._is_assigned:
            profiles = zip(self.plan.profiles, self.plan.halves, strict=True)
            self._assign_separator_edges(
                [profile[len(half) - 1] if half else 1.0 for profile, half in profiles]
            )

    def _assign_separator_edges(self, sizes: list[float]) -> None:
        """Append the edges within the separator to the steps of the smaller half."""
        plan, steps = self.plan, [list(half) for half in self.steps]
        stars: list[list[Edges]] = [[] for _ in steps]
        most = STAR if plan.mirror is not None or all(plan.halves) else 1  # no half closes a cycle
        turn = plan.turn or range(len(self.graph))
        inner = self.separator_edges()
        while any(inner.values()):
            first = max(inner, key=lambda v: len(inner[v]))
            pair: list[Edges] = []
            for v in dict.fromkeys((first, turn[first])):  # both, so that states can be folded
                while near := sorted(inner[v])[:STAR]:
                    pair.append(tuple((v, w) for w in near))
                    for w in near:
                        inner[v].discard(w)
                        inner[w].discard(v)
            i = 0 if plan.mirror is not None else min((0, 1), key=sizes.__getitem__)
            stars[i] += together(pair, most)
            sizes[i] *= CHOICES ** sum(map(len, pair))
        for half, found in zip(steps, stars, strict=True):
            half += [SplitChoice(edges[0][0], edges) for edges in together(found, most)]
        self.steps, self._is_assigned = steps, True

    def separator_edges(self) -> dict[int, set[int]]:
        """Return the edges within the separator, one of each pair of mirror images."""
        # Of the two, keep the one whose ends have fewer edges in the first half: the 8 x 7 board
        # then has half as many states.
        plan = self.plan
        separator, gone = set(plan.separator), set(plan.halves[0])
        inner = {v: set(self.graph[v] & separator) for v in plan.separator}
        if (mirror := plan.mirror) is None:
            return inner
        turn = plan.turn or range(len(self.graph))
        edges = sorted((v, w) for v, near in inner.items() for w in near if v < w)
        edges.sort(key=lambda edge: sum(len(self.graph[v] & gone) for v in edge))
        for v, w in edges:
            if w in inner[v]:
                for x, y in ((mirror[v], mirror[w]), (mirror[turn[v]], mirror[turn[w]])):
                    inner[x].discard(y)
                    inner[y].discard(x)
        return inner

    def _degree_limits(self, degrees: Degrees) -> list[dict[int, tuple[int, set[int]]]]:
        """Return the degree limits of each half in a slice, and drop steps without effect."""
        there = {v: 2 - degree for v, degree in degrees.items()}
        if (mirror := self.plan.mirror) is not None:
            # The other half is an image of states that have these degrees at the images.
            there = {mirror[v]: degree for v, degree in there.items()}
            self.steps[1:] = [self.steps[0]] * (there != degrees)
        limits = []
        for i, given in enumerate((degrees, there)[: len(self.steps)]):
            near: dict[int, set[int]] = {v: set() for v in given}
            steps = []
            for step in self.steps[i]:
                v, edges = step.vertex, step.edges
                for e in ((v, w) for w in self.graph[v]) if edges is None else edges:
                    for x, y in (e, e[::-1]):
                        if x in near:
                            near[x].add(y)
                if edges is not None:
                    edges = tuple(e for e in edges if all(given.get(x) != 0 for x in e))
                if edges != ():
                    steps.append(SplitChoice(v if edges is None else edges[0][0], edges))
            self.steps[i] = steps
            limits.append({v: (degree, near[v]) for v, degree in given.items()})
        return limits

    def advance(self, limit: float, most: float = inf) -> bool:
        """Take steps until the states read exceed a limit; return True when all are taken.

        ``most`` bounds how many more are expected.
        """
        while all(half.size for half in self.halves) and (
            waiting := sorted(
                (half.size, i)
                for i, half in enumerate(self.halves)
                if half.choices < len(self.steps[i])
            )
        ):
            # The smaller half goes on, as long as it is the smaller one.
            size, i = waiting[0]
            if self._spent + size > limit:
                return False
            self._prepare(i)
            largest = waiting[1][0] - i if len(waiting) > 1 else layers.NEVER
            rest = int(min(limit - self._spent, layers.NEVER))
            self._spent += self.halves[i].advance(largest, rest, lambda: min(most, self.expected))
            self._report()
        return True

    def _prepare(self, i: int) -> None:
        """Prepare the next choices of a half, each with the fold that follows it."""
        half, steps = self.halves[i], self.steps[i]
        # A run may be dropped at any time, and an observer sees each layer.
        number = 1 if self.observer is not None else min(MOST_TOGETHER, TOGETHER + half.choices)
        done = half.choices + sum(isinstance(part.operation, SplitChoice) for part in half.ahead)
        for k, step in enumerate(steps[done : half.choices + number], start=done + 1):
            half.prepare(step)
            if self.turn is not None and needs_fold(step, steps[k:]) and half.can_fold(self.turn):
                half.prepare(Fold(tuple(self.turn)))

    def _report(self) -> None:
        if self._clock.is_due:  # the estimate takes as long as a small step
            self._clock.done((1 - JOIN) * self.part)
            self._clock.stage = f"{sum(half.size for half in self.halves):,} states"
        if self.observer is not None:
            self.observer.watch(self)
        self._clock.tick(layers.METHOD)

    def expected_states(self) -> list[list[float]]:
        """Estimate how many states each half has now and after each remaining step."""
        ahead = []
        for i, half in enumerate(self.halves):
            k = 0 if self.plan.mirror is not None else i
            profile, leaving = self.plan.profiles[k], len(self.plan.halves[k])
            edges = len(profile) - leaving  # within the separator; some are chosen at once
            stars = len(self.steps[i]) - leaving if self._is_assigned else -(-edges // STAR)
            places = [leaving - 1 + (j + 1) * edges // stars for j in range(stars)]
            states = [*profile[:leaving], *(profile[j] if j >= 0 else 1.0 for j in places)]
            done = half.choices
            growth = max(1, half.size) / (states[done - 1] if done else 1)
            ahead.append([half.size, *(growth * number for number in states[done:])])
        return ahead

    @property
    def expected(self) -> float:
        """The estimated number of the remaining states."""
        return sum(sum(states[:-1]) for states in self.expected_states())

    @property
    def estimate(self) -> float:
        """Their estimated cost."""
        return self.plan.weight * self.expected

    @property
    def part(self) -> float:
        """The estimated part of the states that is done."""
        return self._spent / max(1.0, self._spent + self.expected)

    @property
    def needed(self) -> float:
        """The estimated peak memory, in bytes."""
        most = [max(states) for states in self.expected_states()]
        return 8 * self.halves[0].row * (sum(most) + layers.AHEAD * max(most))

    def finish(self) -> int:
        """Run to the end and return the number of cycles."""
        self.complete()
        closed = sum(half.closed for half in self.halves)  # where all vertices are in one half
        if not (partners := self.join_partners()):
            return closed
        met = layers.join_halves(*self.join_arguments(), self._clock, self._memory)
        cycles, rest = divmod(met, len(partners))
        if rest:  # impossible for states that were counted, so restored ones are wrong
            raise InvalidArgument("the checkpoint is damaged: its states are not those of a count")
        return closed + cycles

    def complete(self) -> None:
        """Take all steps; only the join remains."""
        self.advance(float("inf"))
        if not self._is_assigned:
            self._assign_separator_edges([half.size for half in self.halves])
            self.advance(float("inf"))
        if self.observer is not None:
            self.observer.watch(self)
            self.observer.forget()
        self._clock.stage = f"joining {sum(half.size for half in self.halves):,} states"

    def join_partners(self) -> list[tuple[int, Sequence[int]]]:
        """Return the halves to join with the first one, each with the images of the vertices."""
        if not self.plan.separator or not all(half.size for half in self.halves):
            return []
        return self.partners

    @property
    def partners(self) -> list[tuple[int, Sequence[int]]]:
        """The same, where no half is empty."""
        mirror, turn = self.plan.mirror, self.turn
        last = len(self.halves) - 1
        if mirror is None:
            return [(last, range(len(self.graph)))]
        if turn is None:
            return [(last, mirror)]
        # The states are half the sum of the folded states and their images.
        return [(last, mirror), (last, [mirror[v] for v in turn])]

    def join_arguments(self) -> tuple[Half, list[tuple[Half, list[int]]], tuple[int, ...]]:
        """Return the first arguments of the join."""
        separator = self.plan.separator
        seen = [
            (self.halves[i], [images[v] for v in separator]) for i, images in self.join_partners()
        ]
        return self.halves[0], seen, separator

    def state(self) -> dict[str, Any]:
        """Return everything but the layers as JSON values."""
        return {
            "steps": [[asdict(step) for step in steps] for steps in self.steps],
            "shared": self._is_assigned,
            "spent": self._spent,
            "halves": [half.state() for half in self.halves],
        }

    def resume(self, state: dict[str, Any], rows: Sequence[NDArray[np.int64]]) -> None:
        """Restore a state and layers in a new run."""
        self.steps = [[layers.operation(**step) for step in steps] for steps in state["steps"]]
        self._is_assigned, self._spent = state["shared"], state["spent"]
        for half, known, layer in zip(self.halves, state["halves"], rows, strict=True):
            half.resume(known, layer)

    def release(self) -> None:
        """Release the memory."""
        for half in self.halves:
            self._memory.halves.remove(half)


def needs_fold(last: Operation | None, left: Sequence[SplitChoice]) -> bool:
    """Return True if states are to be folded after an operation, with so many splits left.

    They are not after a fold, nor where a choice of edges was the last split: that leads to few
    states together with their images, and the join needs no folding.
    """
    return not isinstance(last, Fold) and (bool(left) or last is None or last.edges is None)


def together(stars: Iterable[Edges], most: int) -> Iterator[Edges]:
    """Yield stars, disjoint ones in a row together while they have at most so many edges."""
    chosen: Edges = ()
    for star in stars:
        if len(chosen) + len(star) > most or not {*chain(*chosen)}.isdisjoint(chain(*star)):
            if chosen:
                yield chosen
            chosen = ()
        chosen += star
    if chosen:
        yield chosen


def race_plans(
    graph: Sequence[AbstractSet[int]],
    plans: Sequence[Plan],
    clock: Clock,
    memory: Memory,
    check: Callable[[Sequence[PlanRun]], object] | None = None,
) -> tuple[PlanRun, float]:
    """Race the best plans; return the run of the winner and the bytes it will need.

    A race where all would need far too much ends at once: ``check`` sees the first states of all.
    """
    # If the memory is full, the race ends, all memory is released, and the best plan begins again.
    narrow = plans_to_race(plans)
    limit = FIRST * narrow[0].score
    runs = [PlanRun(graph, plan, clock, memory) for plan in narrow]
    most = min(run.expected for run in runs)  # the other runs will be dropped
    try:
        if check and limit > PROBE and all(not run.advance(PROBE, most) for run in runs):
            check(runs)
        while len(runs) > 1:
            for run in runs:
                if run.advance(limit, most):
                    return run, run.needed
            runs.sort(key=lambda run: run.estimate)
            close = sum(run.estimate <= CLOSE * runs[0].estimate for run in runs)
            kept = min(close, (len(runs) + 1) // 2)
            for run in runs[kept:]:
                run.release()
            del runs[kept:]
            limit *= LATER
    except MemoryShort:
        best = min(runs, key=lambda run: run.estimate)
        for run in runs:
            run.release()
        return PlanRun(graph, best.plan, clock, memory), best.needed
    return runs[0], runs[0].needed
