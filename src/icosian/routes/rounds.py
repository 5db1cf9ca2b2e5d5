"""Walks through stops: the traveling salesman's round on a map, by distances between stops."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property, partial
from itertools import chain, pairwise, permutations
from typing import Any

import networkx as nx
import numpy as np
from numpy.typing import NDArray

from icosian._arrays import Unit, Weight, integers, known_weight
from icosian._io.memory import afford, collector_paused
from icosian._io.text import plural, shown
from icosian._io.tracks import Track, course_of, lightest
from icosian._run.limits import (
    Clock,
    Limits,
    SearchStats,
    TimeIsUp,
    Watch,
    Workers,
    check_flag,
    check_graph,
    check_int,
    hinted,
)
from icosian._show import Measured, Playable, Words
from icosian.boards.board import node_of, ranks_of
from icosian.exceptions import (
    InvalidArgument,
    InvalidProof,
    InvalidTour,
    NoWalk,
    SearchLimitReached,
)
from icosian.proofs import Computed, LowerBound, Proof, Unreachable, WalkBound
from icosian.proofs.claim import Written
from icosian.routes.search import Roads
from icosian.tours.instance import CycleProblem, CycleSolution, Instance, Multipliers, demand
from icosian.tours.problem import Conditions, Naming, conditions_in
from icosian.tours.shortest.exact import LARGE, Ending
from icosian.tours.shortest.one_trees import least_of_all
from icosian.tours.shortest.question import NOTHING, evidence_of, solve_question
from icosian.tours.shortest.selection import Statement
from icosian.tours.tour import NodeSequence, check_proof


class Walk(Written, NodeSequence[Any], Measured, Playable, Track):
    """A walk that visits all stops, and may pass other nodes, and nodes again.

    It is a sequence of nodes. A closed walk ends where it starts, so that node is listed twice, as
    in networkx.

    Parameters
    ----------
    legs : iterable of sequences of nodes
        The way from each stop to the next one; each leg starts where the one before ends. The only
        leg of a walk with a single stop is that node.
    is_closed : bool
        True if the last leg leads back to the first stop.
    length : number
        The sum of the lengths of its edges.
    skipped : tuple of nodes
        The stops that it leaves out.
    G : networkx graph, optional
        The map it belongs to.
    stats : SearchStats, optional
        How it was found.
    weight : str, optional
        The edge attribute with the lengths. Without it every edge counts 1, or a function gave the
        lengths.
    extra : number, optional
        Of a walk along all streets, the length of those that it repeats.
    keys : sequence, optional
        Of such a walk in a multigraph, the keys of its edges in their order.
    **known
        What is known of it, under the names of its attributes: ``lost``, ``cost``, ``bound``,
        ``is_optimal``, ``proof``.

    Raises
    ------
    InvalidArgument
        If there is no leg, a leg does not start where the one before ends, or a closed walk does
        not end where it starts.

    See Also
    --------
    traveling_salesman : Find one.
    icosian.routes.postman_walk : Find one along all streets.

    Examples
    --------
    >>> walk = Walk(["abc", "cbd", "dba"], is_closed=True, length=6)
    >>> walk.stops, walk.nodes
    (('a', 'c', 'd'), ('a', 'b', 'c', 'b', 'd', 'b', 'a'))
    """

    words = Words(
        "length", "shortest", "no walk is shorter than {} (gap {:.2%})", part="stop", noun="walk"
    )

    def __init__(
        self,
        legs: Iterable[Sequence[Any]],
        *,
        is_closed: bool,
        length: Any,
        skipped: tuple[Any, ...] = (),
        G: nx.Graph[Any] | None = None,
        stats: SearchStats | None = None,
        weight: str | None = None,
        extra: Any = None,
        keys: Iterable[Any] = (),
        **known: Any,
    ) -> None:
        self.legs = tuple(map(tuple, legs))
        """The way from each stop to the next one, both included."""
        if not self.legs or not all(self.legs):
            raise InvalidArgument("a walk has at least one leg, and a leg at least one node")
        for leg, after in pairwise([*self.legs, self.legs[0]] if is_closed else self.legs):
            if leg[-1] != after[0]:
                raise InvalidArgument(f"a leg ends at {leg[-1]!r}, the next starts elsewhere")
        self.nodes = (*self.legs[0], *chain.from_iterable(leg[1:] for leg in self.legs[1:]))
        """The nodes in the order of the walk; a closed one repeats its first node at the end."""
        self.is_closed = is_closed
        """True if the last leg leads back to the first stop."""
        self._measure(length, **known)
        self.skipped, self.graph, self.stats = skipped, G, stats
        self.weight = weight
        """The edge attribute with the lengths, or None."""
        self.extra = extra
        """Of a walk along all streets, the length of those that it repeats; None of others."""
        self._keys = tuple(keys)

    @property
    def stops(self) -> tuple[Any, ...]:
        """The stops in the order of the visit, the start first and not repeated."""
        starts = tuple(leg[0] for leg in self.legs)
        return starts if self.is_closed or len(self) == 1 else (*starts, self.nodes[-1])

    @property
    def passed(self) -> str:
        """How many stops it visits, and in how many rounds, in words."""
        several = self.is_closed and len(self.rounds) > 1
        rounds = f" in {len(self.rounds)} rounds" if several else ""
        return f"{plural(len({*self.stops}), 'stop')}{rounds}"

    @property
    def rounds(self) -> tuple[tuple[Any, ...], ...]:
        """The stops of each round of a closed walk, from where it starts to before it is back."""
        if not self.is_closed:
            raise InvalidArgument("an open walk has no rounds")
        first = [k for k, v in enumerate(self.stops) if len({v, self.stops[0]}) < 2]
        return tuple(self.stops[i:j] for i, j in pairwise([*first, len(self.stops)]))

    def edges(self, *, keys: bool = False) -> Iterator[tuple[Any, ...]]:
        """Yield the edges in the order of the walk, as often as it uses them.

        Parameters
        ----------
        keys : bool
            If True, each has a third item: the key of the lightest of parallel edges, as in
            networkx; of a walk along all streets, that of the street. ``G.edges[edge]`` then has
            its data, also in a graph of OSMnx.

        Yields
        ------
        tuple
            Two nodes, and the key if that is asked for.

        Raises
        ------
        InvalidArgument
            If keys are asked for and the map is not a multigraph.

        Examples
        --------
        >>> list(Walk(["ab", "ba"], is_closed=True, length=2).edges())
        [('a', 'b'), ('b', 'a')]
        >>> import networkx as nx, icosian
        >>> G = nx.MultiGraph([("a", "b", "bridge", {"km": 9}), ("a", "b", "ford", {"km": 5})])
        >>> walk = icosian.traveling_salesman(G, start="a", weight="km", cycle=False)
        >>> list(walk.edges(keys=True))
        [('a', 'b', 'ford')]
        """
        steps = pairwise(self.nodes)
        if not check_flag(keys, "keys"):
            return steps
        if self.graph is None or not self.graph.is_multigraph():
            raise InvalidArgument("edges have keys in a MultiGraph or MultiDiGraph only")
        G = self.graph
        if self._keys:
            return ((u, v, key) for (u, v), key in zip(steps, self._keys, strict=True))
        return ((u, v, lightest(G[u][v], self.weight)) for u, v in steps)

    def _course(self) -> Any:
        return course_of(self.graph, self.nodes, self.stops, self.weight, self._keys)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Walk):
            return NotImplemented
        # Different nodes have different hashes; == of two nodes may be an array.
        same = self.is_closed == other.is_closed and hash(self) == hash(other)
        return same and self.legs == other.legs

    def __hash__(self) -> int:
        return hash((self.is_closed, self.legs))

    def __repr__(self) -> str:
        kind = "closed" if self.is_closed else "open"
        to = "" if self.is_closed or len(self) == 1 else f" to {self[-1]!r}"
        route = f"from {self[0]!r}{to}"
        what = f"of {self.passed}" if self.extra is None else "along streets"
        return self._described(f"{kind} walk {what} {route}")

    def _fields(self) -> dict[str, Any]:
        return {"closed": self.is_closed, "stops": self.stops, "walk": self.nodes}

    def __str__(self) -> str:
        return " - ".join(map(str, self.nodes))


# -- How far the distances from each stop matter for a proof: reaches as small as it allows

LARGEST = 2**61
"""Scaled lengths and what is paid of them stay below, or are Python's integers."""


def reaches(problem: CycleProblem, solution: CycleSolution) -> list[int]:
    """Return a reach for each stop with which the proof is expected to hold.

    A pair of stops may count as shorter than its distance if its reduced length stays above all
    that the proof uses: 0 in a linear program, the slack at the root, the longest edge of a 1-tree.
    """
    form, n = problem.instance, problem.instance.places
    weights = solution.weights if solution.root is None else (solution.root,)
    paid = sum(
        4 * max(map(abs, some.potentials))
        + sum(4 * z * len(solution.families[f]) for f, z in some.families)
        for some in weights
    )
    fits = solution.scale * int(abs(problem.matrix).max()) + paid < LARGEST
    matrix = problem.matrix.astype(np.int64 if fits else object)
    least = np.zeros_like(matrix)
    for some in weights:
        np.maximum(least, _least(problem, matrix, solution, some), out=least)
    if form.directed:
        rows = least[:n, form.stops : form.stops + n].copy()
        np.fill_diagonal(rows, 0)
        for u, v in form.require:
            rows[u, v] = 0
        return [int(reach) for reach in rows.max(axis=1).clip(0)]
    rows = least[:n, :n].copy()
    np.fill_diagonal(rows, 0)
    for u, v in form.require:
        rows[u, v] = rows[v, u] = 0
    # The larger reach of each pair is at least a number. The stops that need most take on their
    # pairs with all others; this leaves little to the rest.
    order = np.argsort(-rows.sum(axis=1), kind="stable")
    found = np.zeros_like(rows[0])
    found[order] = np.triu(rows[np.ix_(order, order)], 1).max(axis=1)
    return [max(0, reach) for reach in found.tolist()]


def _least(
    problem: CycleProblem, matrix: NDArray[Any], solution: CycleSolution, weights: Multipliers
) -> NDArray[Any]:
    """Return lengths of all pairs, shape (size, size), so short that the weights still do."""
    # 1. The reduced lengths.
    scale = solution.scale
    ends = np.array(weights.potentials, matrix.dtype)
    total = 2 * int(ends.sum())
    refunds = np.zeros_like(matrix)
    for f, z in weights.families:
        total += z * demand(solution.families[f])
        for side in map(list, solution.families[f]):
            ends[side] += z
            refunds[np.ix_(side, side)] += 2 * z
    paid = ends[:, None] + ends - refunds
    rest = scale * matrix - paid
    # 2. The largest one that matters. At the root edges are excluded by more than the slack.
    most = scale * (solution.bound - 1)
    is_edge = matrix < problem.absent
    if weights.families or matrix.dtype == object:  # those of refined duals
        counts = np.triu(is_edge, 1) & (rest < 0)
        for u, v in problem.required:
            counts[u, v] = True
        limit, slack = 0, most - total - int(rest[counts].sum())
    else:
        tree = least_of_all(problem, ends, scale, Clock())
        if tree is None:
            return matrix
        u, v = tree.pairs.T
        limit, slack = int(rest[u, v].max()), most - tree.bound
    if solution.root is not None:
        limit += max(slack, 0)
    limit = max(limit, 0)
    # 3. Above it an edge may be shorter.
    shorter: NDArray[Any] = np.where((rest > limit) | ~is_edge, (limit + paid) // scale + 1, matrix)
    return shorter


# -- Answer questions about walks through stops: a checked walk with a checked bound

Table = list[list[int | None]]
"""The distance from each stop to each, None where no way leads."""

METHOD = "shortest paths, branch and cut"
BYTES = 100
"""The memory for a distance, twice in a table and once in a list of pairs."""

CHECK_ARC, CHECK_PAIR, CHECK_REACH = 1e-5, 4e-7, 2e-7
"""Seconds that the check of a proof takes for each arc of the map, each pair of stops twice, and,
where there are conditions, each stop and each arc, which are all looked at then."""


@dataclass(frozen=True, kw_only=True)
class Question:
    """Which stops are visited, where the walk starts and where it ends."""

    G: nx.Graph[Any]
    weight: Weight
    stops: tuple[Any, ...]
    """Where there are several rounds, their start is listed once more for each but the first."""
    asked: Conditions
    rounds: int = 1

    @classmethod
    def of(
        cls,
        G: Any,
        nodes: Iterable[Any] | None,
        *,
        cycle: Any,
        weight: Weight,
        rounds: Any = 1,
        **asked: Any,
    ) -> Question:
        """Check the arguments."""
        check_graph(G)
        if not (nodes is None or hasattr(nodes, "__iter__")) or isinstance(nodes, str | bytes):
            raise InvalidArgument(
                f"nodes must be a sequence of nodes, got {shown(nodes)}; networkx has weight before"
                " nodes: name them, traveling_salesman(G, nodes=nodes, weight=weight, cycle=False)"
            )
        closed = check_flag(cycle, "cycle")
        given = None if nodes is None else [node_of(G, v, "stop") for v in nodes]

        def named(v: Any, role: str) -> Any:
            return node_of(G, v, role if role in ("start", "end") else "stop")

        conditions = Conditions.of(Naming.on(G, named=named, is_edge=None), closed=closed, **asked)
        ends = [v for v in (conditions.start, conditions.end) if v is not None]
        some = given if given is not None else conditions.named or G
        # The start first, then in the order of the graph: equal questions get equal answers.
        chosen = {*some, *conditions.named, *ends}
        if not chosen:
            raise nx.NetworkXPointlessConcept("a walk without stops is pointless")
        more = _further_rounds(rounds, conditions, len(chosen))
        conditions.check_size(len(chosen) + more, LARGE)
        weight = known_weight(G, weight)
        stops = (*(v for v in G if v in chosen), *[conditions.start] * more)
        return cls(G=G, weight=weight, stops=stops, asked=conditions, rounds=1 + more)

    @property
    def has_conditions(self) -> bool:
        """True if stops may be left out or have an order."""
        return self.asked.is_partial or self.asked.is_ordered

    @cached_property
    def numbers(self) -> dict[Any, int]:
        """The number of each stop."""
        return {v: k for k, v in enumerate(self.stops[: len(self.stops) - self.rounds + 1])}

    @property
    def depots(self) -> list[int]:
        """The numbers of the start and its copies, if there are any."""
        n = len(self.numbers)
        if self.rounds <= 1:
            return []
        return [self.numbers[self.asked.start], *range(n, n + self.rounds - 1)]

    @property
    def needed(self) -> set[int]:
        """The numbers of the stops that every walk visits."""
        asked, ends = self.asked, {self.asked.start, self.asked.end}
        alone = {group[0] for group in asked.groups if len(group) == 1}
        free = {*self.stops} if asked.leave_out else {*chain(asked.prizes, *asked.groups)}
        return {k for v, k in self.numbers.items() if v not in free or v in alone or v in ends}

    @property
    def claim(self) -> dict[str, Any]:
        """The fields that all proofs about the question share."""
        return {
            "closed": self.asked.closed,
            "start": None if self.asked.closed else self.asked.start,
            "end": self.asked.end,
            "stops": tuple(self.numbers),
            "ranks": ranks_of(self.G, self.G),
        }

    def lengths(self, roads: Roads) -> dict[str, Any]:
        """Return the fields of a proof that say what its lengths are."""
        named: Any = Computed() if callable(self.weight) else self.weight
        return {"weight": named, "hidden": roads.hidden}

    def check(self, proof: Proof) -> None:
        """Check a proof against the map."""
        check_proof(self.G, proof, Clock(), weight=self.weight)


def _further_rounds(rounds: Any, asked: Conditions, stops: int) -> int:
    """Check how many rounds are asked for, and return how many there are but the first."""
    check_int(rounds, "rounds", 1)
    if rounds == 1:
        return 0
    given = {"cycle=False": not asked.closed, "order=": asked.chains, "prizes=": asked.prizes}
    given |= {"leave_out=": asked.leave_out, "groups=": asked.groups}  # others become groups
    if clash := next((name for name, is_given in given.items() if is_given), None):
        raise InvalidArgument(
            f"{rounds} rounds come back, and visit all stops in any order: leave out {clash}"
        )
    if asked.start is None:
        raise InvalidArgument(f"{rounds} rounds begin and end at a start: start= names it")
    if rounds >= stops:
        raise InvalidArgument(
            f"{rounds} rounds, each with a stop of its own besides the start, take {rounds} stops,"
            f" got {stops - 1}"
        )
    return int(rounds) - 1


def walk_of(question: Question, limits: Limits) -> Walk:
    """Return the shortest walk, or the best one in time, with what is proved of it."""
    clock, n = limits.clock, len(question.stops)
    with collector_paused():
        roads = Roads(question.G, question.weight, question.stops)
        asked, number = question.asked, question.numbers.__getitem__
        form = asked.instance(number, n, directed=roads.directed)
        apart = permutations(question.depots, 2)
        form = replace(form, forbid=tuple((i, j) for i, j in apart if form.directed or i < j))
        if n == 1:
            return _stay(question, roads, form.start)
        table = distances(roads, clock)
        _check_ways(question, roads, table)
        parts = asked.parts(roads.unit.size)
        unit = asked.unit(roads.unit)
        # Where a stop may be left out, or may not be next, a way that does not exist is long.
        beyond = farther(table) + math.ceil(sum(asked.prizes.values()) / roads.unit.size)
        lengths, present = known(table, beyond if question.has_conditions else 0)
        lengths = (lengths.astype(object) if asked.prizes else lengths) * parts

    first = None if question.has_conditions else _first_order(table, form)
    if question.depots:  # every order does, but for these
        others = [k for k in range(n) if k not in question.depots]
        first = [*chain(*zip(question.depots, others, strict=False)), *others[question.rounds :]]
    problem = form.problem(lengths, present)
    statement = Statement.of(asked, problem, unit.size, number, first)
    checking = CHECK_ARC * roads.arcs + CHECK_PAIR * n**2
    checking += CHECK_REACH * n * roads.arcs * question.has_conditions
    solution = solve_question(statement, unit, limits, Ending.of(checking))
    order = form.decoded(solution.tour)
    if question.asked.closed:
        order.append(order[0])
    proof, bound, is_shortest = None, None, solution.is_shortest
    if solution.tree:
        checked, own = partial(_checked, question, roads), asked.fields(number)
        inner = inner_bound(form, solution, unit, **own, forbid=form.forbid)
        small = None if question.has_conditions else reaches(problem, solution)
        proof = prove_walk(checked, inner, table, small, beyond)
    if any(table[i][j] is None for i, j in pairwise(order)):
        if proof is not None and is_shortest:
            raise NoWalk(proof)
        raise SearchLimitReached("no walk was found in time", stats=clock.stats(METHOD))
    legs = [roads.leg(i, j) for i, j in pairwise(order) if i != j] or [[roads.stops[order[0]]]]
    length = _checked_length(legs, roads, form, question)
    # What is passed is visited, but out of its turn in a chain.
    visited = {roads.nodes[v] for v in chain(*legs)}.difference(*asked.chains)
    visited |= {roads.nodes[roads.stops[k]] for k in order}
    lost = asked.lost(visited)
    exact = sum(table[i][j] or 0 for i, j in pairwise(order))
    cost = unit.number(parts * exact + lost / unit.size)
    if solution.tree:
        is_exact = solution.bound == solution.length
        bound = cost if is_exact else unit.number(solution.bound, down=True)
    return Walk(
        [[roads.nodes[v] for v in leg] for leg in legs],
        is_closed=question.asked.closed,
        length=length,
        lost=unit.number(lost / unit.size),
        cost=cost,
        skipped=tuple(v for v in question.stops if v not in visited),
        bound=bound,
        is_optimal=is_shortest and proof is not None,
        proof=proof,
        G=question.G,
        stats=clock.stats(METHOD),
        weight=question.weight if isinstance(question.weight, str) else None,
    )


def _stay(question: Question, roads: Roads, start: int | None) -> Walk:
    asked, number = question.asked, question.numbers.__getitem__
    fields = asked.fields(number) | NOTHING
    inner = LowerBound(closed=asked.closed, start=start, nodes=(0,), **fields)
    question = replace(question, asked=replace(asked, end=None))  # which may be the start
    proof = _checked(question, roads, reaches=(0,), inner=inner)
    known: dict[str, Any] = {"bound": 0, "is_optimal": True, "proof": proof, "G": question.G}
    return Walk([question.stops], is_closed=asked.closed, length=0, **known)


def distances(roads: Roads, clock: Clock) -> Table:
    """Return the distances between all stops."""
    n = len(roads.stops)
    afford(BYTES * n**2, f"the distances of {n:,} stops")
    table: Table = []
    try:
        while len(table) < n - (not roads.directed):
            clock.stage = f"distances from {len(table)} of {n} stops"
            clock.tick(METHOD, 1)
            table.append(roads.distances(len(table), clock))
    except TimeIsUp:
        raise SearchLimitReached(
            f"the time is over before all distances are known, those from {len(table)} of"
            f" {plural(len({*roads.stops}), 'stop')} are",
            stats=clock.stats(METHOD),
        ) from None
    if not roads.directed:
        table.append([*(row[-1] for row in table), 0])
    return table


def farther(table: Table) -> int:
    """Return a distance that is longer than all tours along those that there are."""
    return 4 * sum(max(filter(None, row), default=0) for row in table) + 1


def _check_ways(question: Question, roads: Roads, table: Table) -> None:
    """Raise :exc:`NoWalk` with a proof if no walk visits all stops."""
    start, end = map(question.numbers.get, (question.asked.start, question.asked.end))
    needed = sorted(question.needed)
    short = [i for i in needed if None in table[i]]
    missing = {(i, j) for i in short for j in needed if table[i][j] is None}
    apart = [
        (i, j)
        for i, j in sorted(missing)
        if question.asked.closed or i == start or j == end or (j, i) in missing
    ]
    if not apart:
        return
    i, j = apart[0]
    is_one_enough = question.asked.closed or i == start or j == end
    parts = [roads.trap(a, b) for a, b in ([(i, j)] if is_one_enough else [(i, j), (j, i)])]
    proof = Unreachable(
        parts=tuple(frozenset(roads.nodes[v] for v in part) for part in parts),
        **question.claim | {"stops": tuple(question.stops[k] for k in needed)},
        **(question.lengths(roads) if roads.hidden else {}),
    )
    question.check(proof)
    raise NoWalk(proof)


def known(table: Table, beyond: int = 0) -> tuple[NDArray[Any], NDArray[np.bool_] | None]:
    """Return the distances, and which there are, shape (stops, stops).

    All are there if what is ``beyond`` counts as a number.
    """
    shape = len(table), -1
    every: list[Any] = [*chain(*table)]
    if None not in every:
        return integers(every).reshape(shape), None
    lengths = integers([beyond if far is None else far for far in every]).reshape(shape)
    there = np.array([far is not None for far in every]).reshape(shape)
    return lengths, None if beyond else there


def _first_order(table: Table, form: Instance) -> list[int] | None:
    """Return an order of the stops that goes from each to the next, None if every order does."""
    ways = [len(row) - row.count(None) for row in table]
    if sum(ways) == len(table) ** 2:
        return None
    # Of two stops one leads to the other, and then to all stops to which the other one leads.
    return sorted(range(len(table)), key=lambda k: (k != form.start, k == form.end, -ways[k]))


def _checked_length(legs: list[list[int]], roads: Roads, form: Instance, question: Question) -> Any:
    """Return the length of a walk, after a check that it is one of those that were asked for."""
    order = [leg[0] for leg in legs] + ([] if form.closed else [legs[-1][-1]])
    around = [*legs, legs[0]] if form.closed else legs
    if not all(leg[-1] == after[0] for leg, after in pairwise(around)):
        raise InvalidTour("the walk does not visit each stop in its turn")
    question.asked.check([roads.nodes[v] for v in dict.fromkeys(order)], question.stops)
    if question.rounds > 1 and len(order) < len(question.stops):
        raise InvalidTour("the walk does not come to its start in every round")
    return roads.length(chain(legs[0][:1], *(leg[1:] for leg in legs)))


def inner_bound(form: Instance, solution: CycleSolution, unit: Unit, **asked: Any) -> LowerBound:
    """Return the bound on tours of the stops, by their numbers, with what is asked of them."""
    return LowerBound(
        closed=form.closed,
        start=form.start,
        end=form.end,
        nodes=tuple(range(form.places)),
        **{"require": form.require} | asked,
        **evidence_of(solution, unit.size),
    )


def prove_walk(
    checked: Callable[..., WalkBound],
    inner: LowerBound,
    table: Table,
    small: list[int] | None,
    beyond: int | None = None,
) -> WalkBound:
    """Return the certificate, checked, with small reaches if they are enough.

    Otherwise what is ``beyond`` counts as a distance.
    """
    if small is not None:
        with suppress(InvalidProof):
            return checked(reaches=tuple(small), inner=inner)
    beyond = farther(table) if beyond is None else beyond
    full = tuple(max(beyond if far is None else far for far in row) for row in table)
    return checked(reaches=full, inner=inner)


def _checked(question: Question, roads: Roads, **evidence: Any) -> WalkBound:
    claim = {**question.claim, **question.asked.fields(), **question.lengths(roads)}
    if question.rounds > 1:
        claim |= {"depot": question.asked.start, "rounds": question.rounds}
    proof = WalkBound(**evidence, **claim)
    question.check(proof)
    return proof


# -- The public function that finds shortest walks through stops of a map


@hinted
def traveling_salesman(
    G: nx.Graph[Any],
    nodes: Iterable[Any] | None = None,
    start: Any = None,
    end: Any = None,
    *,
    cycle: bool = True,
    weight: Weight = "weight",
    groups: Iterable[Iterable[Any]] = (),
    prizes: Mapping[Any, Any] | None = None,
    leave_out: int = 0,
    order: Iterable[Iterable[Any]] = (),
    rounds: int = 1,
    timeout: float | None = None,
    gap: float = 0.0,
    executor: Workers = None,
    seed: int | None = None,
    progress: Watch = None,
) -> Walk:
    """Return the shortest walk that visits some nodes of a map, or the best one that time allows.

    The walk may pass other nodes, and nodes and edges again. It comes with a proved lower bound on
    the length of all such walks.

    Parameters
    ----------
    G : networkx graph
        Any graph, directed or not, with parallel edges or not.
    nodes : iterable of nodes, optional
        The stops, each visited at least once, in any order. By default those that groups, prizes
        and order name; if there are none, all nodes. On a board also names of squares.
    start : node, optional
        The stop where the walk starts, added to ``nodes`` if it is not among them. Free by default.
    end : node, optional
        The stop where an open walk ends, likewise.
    cycle : bool
        If True, the walk returns to where it starts.
    weight : str, callable or None
        As for :func:`dijkstra`: the edge attribute with the lengths, which no edge lacks; or a
        function ``f(u, v, data)``, where None hides the edge; None for 1 on every edge. A function
        may give an undirected edge another length in each direction. A name that no edge has is an
        error; where it is "weight", every edge counts 1, with a warning if all edges have other
        numbers.
    groups : iterable of iterables of nodes, optional
        The walk visits at least one stop of each group, and may leave out the others. A stop can be
        in several groups; one in none is visited.
    prizes : mapping of nodes to numbers, optional
        These stops may be left out, each at the price of its prize, at least 0; the sum of length
        and lost prizes, ``cost``, is the least.
    leave_out : int
        How many of the stops that are in no group and have no prize may be left out.
    order : iterable of iterables of nodes, optional
        Chains: the walk visits the stops of each in its order, with others in between, and but for
        those that it leaves out, as for :func:`shortest_tour`; it may pass a stop before its turn,
        which is no visit. A closed walk with an order needs a start. A chain of one node is one
        more stop.
    rounds : int
        So many rounds from ``start`` together visit all stops, as those of several salesmen, each
        at least one of its own; the sum of their lengths is the least. They come one after the
        other in the walk; ``walk.rounds`` has the stops of each.
    timeout : float, optional
        Seconds after which the best walk so far is returned, with what is proved by then. The check
        of the proof counts, compiling the kernels does not. If the time is too short for a bound,
        it is all spent on the walk, and ``bound`` and ``proof`` are None.
    gap : float
        Stop when the walk is proved to be longer than the shortest by at most this part of its
        length.
    executor : concurrent.futures.Executor, client of dask or callable, optional
        As for :func:`shortest_hamiltonian_cycle`.
    seed : int, optional
        Seed of all random choices; without a time limit or an executor the same map and seed give
        the same walk.
    progress : callable or True, optional
        Called about ten times a second with a :class:`Progress`; its ``stage`` holds length, bound
        and gap.

    Returns
    -------
    Walk
        A sequence of nodes with ``stops``, ``legs``, ``length``, ``bound``, ``gap``,
        ``is_shortest`` and ``proof``; ``skipped``, ``lost`` and ``cost`` say what it leaves out.
        A single stop is a walk of length 0.

    Raises
    ------
    NoWalk
        If stops cannot be reached; the message names them, and ``.proof`` is a part of the map
        that cannot be left. With groups or an order it may be a bound that is more than all
        distances together.
    SearchLimitReached
        If the time is over before the distances between the stops are known.
    NotANode, InvalidArgument, networkx.NetworkXPointlessConcept
        If an argument breaks its rule, before any work; lengths are numbers of at least 0.

    See Also
    --------
    shortest_hamiltonian_cycle : Visit every node once, and nothing twice.
    dijkstra : The shortest paths from one node.
    networkx.approximation.traveling_salesman_problem : The same question, answered approximately.

    Notes
    -----
    Dijkstra's algorithm runs from each stop; this takes time in proportion to the number of stops
    times the size of the map. The distances are a traveling salesman problem, which is solved as
    by :func:`shortest_tour`. The proof holds the bound of its tours and, for each stop, how far
    its distances matter; the check runs Dijkstra's algorithm again from each stop, only so far.

    Lengths and distances are exact, as for :func:`shortest_hamiltonian_cycle`, on maps of any size:
    roads that are very long or very short change nothing for the others.

    To keep the walk off a road, leave it out of the map: unlike a tour, a walk has no edges of its
    own that could be required or forbidden.

    Several rounds are a tour that comes to copies of the start, none of which follows another.
    Loads, times and rounds of equal lengths are not in scope: `OR-tools
    <https://developers.google.com/optimization/routing>`_, `PyVRP <https://pyvrp.org>`_ and `VROOM
    <https://vroom-project.org>`_ are made for them, without proofs.

    Examples
    --------
    Visit three towns by roads that meet at a crossing:

    >>> import icosian
    >>> roads = [("X", "A", 2), ("X", "B", 3), ("X", "C", 4), ("A", "B", 9)]
    >>> G = icosian.route_map(roads)
    >>> walk = icosian.traveling_salesman(G, ["A", "B", "C"])
    >>> walk.length, walk.is_shortest
    (18, True)
    >>> walk.proof.check(G)
    >>> icosian.traveling_salesman(G, ["A", "B"], end="C", cycle=False).legs
    (('B', 'X', 'A'), ('A', 'X', 'C'))

    One stop of each group, and an order:

    >>> icosian.traveling_salesman(G, groups=[["A", "B"], ["C"]]).length
    12
    >>> icosian.traveling_salesman(G, start="A", order=[["C", "B"]]).stops
    ('A', 'C', 'B')

    Two rounds from A:

    >>> icosian.traveling_salesman(G, ["B", "C"], "A", rounds=2).rounds
    (('A', 'C'), ('A', 'B'))

    A knight that has to visit the corners of a chess board:

    >>> board = icosian.knight_graph(8)
    >>> board.traveling_salesman(["a1", "a8", "h1", "h8"]).length
    20
    """
    given: Any = {"cycle": cycle, "weight": weight, "rounds": rounds}
    return walk_of(Question.of(G, nodes, **given, **conditions_in(locals())), Limits.of(locals()))
