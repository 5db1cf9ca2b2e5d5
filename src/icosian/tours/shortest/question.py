"""A question about shortest tours, and its answer with evidence."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from itertools import chain, pairwise, starmap
from typing import Any, TypeVar

import networkx as nx
import numpy as np

from icosian._arrays.weights import USUAL, Lengths, Unit, Weight, graph_lengths, known_weight
from icosian._io.memory import EDGE, afford, collector_paused
from icosian._io.tables import by_name
from icosian._io.text import shown
from icosian._io.tracks import Track, course_of
from icosian._run.arguments import checked_seed
from icosian._run.clock import Clock, SearchStats
from icosian._run.pool import Workers, checked_executor, opened
from icosian._show import Measured
from icosian.exceptions import (
    InvalidArgument,
    InvalidTour,
    NoHamiltonianCycle,
    NoHamiltonianPath,
    SearchLimitReached,
)
from icosian.proofs import Computed, DualWeights, LowerBound, Proof
from icosian.proofs.claim import Groups, Pairs, Places as Numbered
from icosian.tours.checking import check_proof
from icosian.tours.instance import CycleProblem, CycleSolution, Instance, Multipliers
from icosian.tours.problem import Chains, Named, Problem, checked_edges, checked_numbers, edge_key
from icosian.tours.shortest import exact as optimize
from icosian.tours.shortest.exact import LARGE, AllPlaces, Exact, Ranking, Statement, solve_exactly
from icosian.tours.shortest.places import Places, points_of
from icosian.tours.shortest.selection import (
    Choice,
    OrderedSelection,
    Ordering,
    relation,
    solve as solve_statement,
)
from icosian.tours.solve.outcome import answered
from icosian.tours.tour import Tour


class ShortestTour(Measured, Track, Tour):
    """A tour of known length, and a proved bound that no tour is below.

    It is a :class:`Tour` in every other respect.

    Parameters
    ----------
    nodes : sequence of nodes
        In the order of the visit.
    is_closed : bool
        True if the last node leads back to the first.
    length : number
        The sum of the lengths of its edges.
    G : networkx graph, optional
        The graph it belongs to.
    places : Places, optional
        The places it visits, if there is no graph.
    stats : SearchStats, optional
        How it was found.
    **known
        What is known of it, under the names of its attributes: ``lost``, ``cost``, ``bound``,
        ``is_optimal``, ``proof``, ``note``.

    See Also
    --------
    shortest_hamiltonian_cycle, shortest_hamiltonian_path, shortest_tour : Find one.

    Examples
    --------
    >>> import icosian
    >>> tour = icosian.shortest_tour([(0, 0), (4, 0), (0, 3), (4, 3)], "manhattan")
    >>> tour.length, tour.bound, tour.gap, tour.is_shortest
    (14, 14, 0.0, True)
    """

    def __init__(
        self,
        nodes: Sequence[Any],
        *,
        is_closed: bool,
        length: Any,
        G: nx.Graph[Any] | None = None,
        places: Places | None = None,
        stats: SearchStats | None = None,
        **known: Any,
    ) -> None:
        super().__init__(nodes, is_closed=is_closed, G=G, stats=stats)
        self._measure(length, **known)
        self.places = places
        """The places it visits, or None if it is a tour of a graph."""

    @property
    def skipped(self) -> tuple[Any, ...]:  # type: ignore[override]
        """The places that it leaves out."""
        visited = set(self.nodes)
        return tuple(v for v in (self.places.nodes if self.places else ()) if v not in visited)

    def _course(self) -> Any:
        around = [*self.nodes, *(self.nodes[:1] if self.is_closed else ())]
        weight = getattr(self.proof, "weight", None)
        name = weight if isinstance(weight, str) else None
        return course_of(self.places or self.graph, around, self.nodes, name)


# -- The conditions of a question about places or stops, read and checked once

SOME = {"groups", "prizes", "leave_out"}
ORDERED = {"order", "positions"}
APART: tuple[tuple[tuple[set[str], ...], str], ...] = (
    (({"closed"}, {"end"}), "a closed tour has no end, got end={end}"),
    (({"same"}, {"end"}), "start and end must differ, got {start} twice"),
    (
        ({"many"}, SOME | ORDERED),
        f"of at most {LARGE:,} places some may be left out, or have an order, got {{many}}",
    ),
    (
        ({"loose"}, SOME, ORDERED),
        "{start} starts a closed tour with an order that leaves out places: no step to use there",
    ),
)
"""What does not go together: something of each set. All other conditions go with each other."""


def check_together(start: Any = None, end: Any = None, **given: Any) -> None:
    """Refuse conditions that do not go together; what is false or empty is not given."""
    ends = {"start": start, "end": end}
    asked = {k for k, v in ends.items() if v is not None} | {k for k, v in given.items() if v}
    for several, sentence in APART:
        if all(asked & some for some in several):
            raise InvalidArgument(
                sentence.format_map({k: shown(v) for k, v in (ends | given).items()})
            )


@dataclass(frozen=True, kw_only=True)
class Conditions:
    """What a person asks of a tour of places or stops, checked."""

    closed: bool
    start: Any = None
    end: Any = None
    require: Pairs = ()
    forbid: Pairs = ()
    positions: Numbered = ()
    """The numbers of some places on the tour, from 1; that of a closed tour's start among them."""
    order: Chains
    choice: Choice
    """What may be left out; the start of a tour and places with a number may not."""
    either: Pairs = ()
    """Those to use of which one way is as good as the other."""
    named: frozenset[Any]
    """The places of prizes, groups and chains."""

    @classmethod
    def of(
        cls,
        named: Named,
        *,
        closed: bool,
        nodes: Sequence[Any] = (),
        directed: bool = False,
        start: Any = None,
        end: Any = None,
        groups: Any = (),
        prizes: Any = None,
        leave_out: Any = 0,
        order: Any = (),
        given: Groups = (),
        positions: Any = None,
        require: Any = (),
        forbid: Any = (),
    ) -> Conditions:
        """Check what a user asks for; only positions need to know all places.

        ``named`` returns the place that a user names for a role; chains that are ``given`` hold as
        well.
        """
        check_together(closed=closed, end=end)
        first, last = (
            None if v is None else named(v, role) for v, role in ((start, "start"), (end, "end"))
        )
        used, avoided = checked_edges(
            named, lambda u, v: u != v, require, forbid, directed=directed
        )
        prizes = by_name(prizes, nodes)
        choice = Choice.of(
            groups, prizes, leave_out, lambda v: named(v, "a place of groups or prizes:")
        )
        index = {v: k for k, v in enumerate(nodes)}
        numbers: dict[int, int] = {}
        if positions:
            known = {1: None if first is None else index[first]}
            numbers = checked_numbers(named, positions, index, known, closed=closed)
            first = nodes[numbers[1]] if 1 in numbers else None
        places = tuple((nodes[v], k) for k, v in sorted(numbers.items()) if closed or k > 1)
        chains = Chains.of(
            order,
            closed=closed,
            start=first,
            given=given,
            place=lambda v: named(v, "a place of the order:"),
        )
        ends = [] if closed else (first, last)
        replace(chains, chains=(*chains.chains, tuple(v for v, _ in places))).check_ends(*ends)
        mentioned = frozenset(chain(choice.prizes, *choice.groups, *chains.chains, chains.alone))
        if choice:
            stay = dict.fromkeys(v for v in (first, *dict(places)) if v is not None)
            choice = replace(choice, groups=(*choice.groups, *((v,) for v in stay)))
        return cls(
            closed=closed,
            start=first,
            end=last,
            require=used,
            either=() if directed else used,
            forbid=avoided,
            positions=places,
            order=chains,
            choice=choice,
            named=mentioned,
        )

    def check_size(self, size: int) -> None:
        """Refuse conditions that do not go together for so many places."""
        check_together(
            many=size if size > LARGE else 0,
            loose=self.closed and any(self.start in pair for pair in self.either),
            same=size > 1 and self.start is not None and self.start == self.end,
            start=self.start,
            end=self.end,
            order=self.order.chains,
            positions=self.positions,
            groups=self.choice.groups,
            prizes=self.choice.prizes,
            leave_out=self.choice.leave_out,
        )

    @property
    def is_ordered(self) -> bool:
        """True if the direction counts."""
        return bool(self.order or self.positions)

    def form(self, index: Callable[[Any], int], size: int, *, directed: bool) -> Instance:
        """Return how the question about so many places becomes one of shortest cycles."""
        start, end = (None if v is None else index(v) for v in (self.start, self.end))
        require, forbid = (
            tuple((index(u), index(v)) for u, v in pairs) for pairs in (self.require, self.forbid)
        )
        form = Instance(
            places=size,
            directed=directed,
            closed=self.closed,
            start=None if self.closed else start,
            end=end,
            first=start if self.closed else None,
            require=require,
            forbid=forbid,
        )
        return form.in_order() if self.is_ordered else form

    def statement(
        self, form: Instance, unit: Unit, index: Callable[[Any], int], problem: CycleProblem
    ) -> Statement:
        """Return the question, which is about more than lengths, in lengths of a unit."""
        given = self.order, form, index, self.start, self.positions
        if not self.choice:
            return Ordering(form, problem, relation(*given))
        selection = self.choice.selection(form, problem, unit.size, index)
        if not self.is_ordered:
            return selection
        return OrderedSelection(selection, relation(*given, selection))

    def fields(self, index: Callable[[Any], Any] = lambda v: v) -> dict[str, Any]:
        """Return what a certificate says of it, by names or numbers of places."""
        pairs = {"require": self.require, "forbid": self.forbid}
        some = pairs | {"groups": self.choice.groups, "chains": self.order.chains}
        named = {name: tuple(tuple(map(index, one)) for one in rows) for name, rows in some.items()}
        prizes = tuple((index(v), prize) for v, prize in self.choice.plain_prizes)
        positions = tuple((index(v), k) for v, k in self.positions)
        more = {"leave_out": self.choice.leave_out, "prizes": prizes, "positions": positions}
        return {name: value for name, value in (named | more).items() if value}

    def check(self, tour: Sequence[Any], places: Collection[Any]) -> None:
        """Raise :exc:`InvalidTour` unless a tour of some of the places keeps to all of it."""
        if self.choice:
            self.choice.check(tour, places)
        elif len(tour) != len(places) or {*tour} != {*places}:
            raise InvalidTour("a place is not visited once")
        self.order.check(tour)
        if any(tour[k - 1 : k] != [v] for v, k in self.positions):
            raise InvalidTour("the tour does not have the numbers given")
        if not self.closed and not (self.start in (None, tour[0]) and self.end in (None, tour[-1])):
            raise InvalidTour("the tour does not have the ends given")

    def check_steps(self, tour: Sequence[Any], *, directed: bool) -> None:
        """Raise :exc:`InvalidTour` unless a tour uses and avoids the steps that it has to."""
        ring = [*tour, tour[0]] if self.closed else [*tour]
        steps = {edge_key(step, directed=directed) for step in pairwise(ring)}
        if not {edge_key(pair, directed=directed) for pair in self.require} <= steps:
            raise InvalidTour("the tour avoids an edge to use")
        if not steps.isdisjoint(edge_key(pair, directed=directed) for pair in self.forbid):
            raise InvalidTour("the tour uses an edge to avoid")


# -- Answer questions about shortest tours: a checked tour with a checked bound

Kind = TypeVar("Kind", bound=Proof)
Found = TypeVar("Found", bound=ShortestTour)

METHOD = "branch and cut"
ROUNDING = 1e-7
"""Seconds that integers of the potentials take for each pair of nodes."""
LONG = 10**9
"""Lengths of which progress shows no decimals."""
MOST_GAP = 100
"""Progress shows no larger gap, as a part of the length."""
CHECK_EDGE, CHECK_PLACE, CHECK_PAIR = 3e-6, 1e-4, 1.5e-7
"""Seconds that the check of a proof takes, for each edge of a graph, each place, and each pair of
them if they are not too many for a linear program."""
CHECK_LEAF = 1.2e-6
"""Seconds to write and check a leaf of a tree, for each edge and each member of a set."""


@dataclass(frozen=True, kw_only=True)
class Limits:
    """When a search ends, its seed, and who helps."""

    clock: Clock
    gap: float
    seed: int
    executor: Workers = None

    @classmethod
    def of(
        cls, timeout: Any, gap: Any, seed: Any, progress: Any, executor: Workers = None
    ) -> Limits:
        """Check the arguments that all functions share."""
        checked_executor(executor)
        number = isinstance(gap, int | float | Fraction) and not isinstance(gap, bool)
        if not number or not 0 <= gap < math.inf:
            raise InvalidArgument(f"gap must be a number of at least 0, got {shown(gap)}")
        if gap > 1:
            raise InvalidArgument(f"gap is a share of the length, 0.05 for 5 %, got {shown(gap)}")
        clock = Clock(timeout, progress)
        return cls(clock=clock, gap=float(gap), seed=checked_seed(seed), executor=executor)


# -- graphs, and places of which all are visited


@dataclass(frozen=True, kw_only=True, eq=False)
class Asked:
    """A question about Hamiltonian tours: of a graph, or of places, whose pairs are all edges."""

    G: Any
    weight: Weight
    problem: Problem
    lengths: Lengths
    limits: Limits

    @classmethod
    def of(
        cls, G: nx.Graph[Any] | Places, weight: Weight, question: dict[str, Any], limits: Limits
    ) -> Asked:
        """Check what a user asks for."""
        if not isinstance(G, Places):
            problem, weight = Problem.of(G, **question), known_weight(G, weight)
            lengths = graph_lengths(G, weight)
        elif weight != USUAL:
            raise InvalidArgument(f"weight is for graphs, not for places, got {shown(weight)}")
        else:
            directed = _is_directed(G, closed=question["closed"])
            problem = Problem.of(_all_pairs(G, directed=directed), **question)
            lengths = _lengths_of(G, directed=directed)
        many = problem.size if problem.size > optimize.LARGE else 0
        check_together(many=many, order=bool(problem.order), positions=problem.positions)
        return cls(G=G, weight=weight, problem=problem, lengths=lengths, limits=limits)

    def any_tour(self) -> Tour | None:
        """Return some tour, None where every order of the nodes is one; raise if there is none."""
        problem, lengths, limits = self.problem, self.lengths, self.limits
        n, directed = problem.size, lengths.directed
        least = 1 if not problem.closed else 2 if directed else 3
        pairs = n * (n - 1) // (1 if directed else 2)
        is_free = not (problem.require or problem.forbid or problem.positions)
        if n >= least and len(lengths.exact) == pairs and is_free:
            return None
        avoided = dict.fromkeys((*problem.forbid, *lengths.hidden))
        if clash := [
            edge
            for edge in problem.require
            if edge in avoided or (not directed and edge[::-1] in avoided)
        ]:
            raise InvalidArgument(f"edge {clash[0]!r} is required, but its weight None hides it")
        asked = replace(problem, forbid=tuple(avoided))
        with opened(limits.executor) as pool:
            found = answered(asked, limits.clock, pool, seed=limits.seed)
        if isinstance(found, Proof):
            error = (NoHamiltonianCycle if problem.closed else NoHamiltonianPath)(found)
            error.hint = "traveling_salesman finds the shortest walk, which may pass nodes again"
            raise error
        return found

    def proof(self, kind: type[Kind], **evidence: Any) -> Kind:
        """Return a certificate about the question, checked."""
        options = {}
        if not isinstance(self.G, Places):
            options = {"weight": self.weight}
            evidence["weight"] = Computed() if callable(self.weight) else self.weight
        conditions = {"require": self.problem.require, "forbid": self.problem.forbid}
        hidden = len(self.lengths.hidden)
        proof = self.problem.certificate(kind, **conditions, hidden=hidden, **evidence)
        check_proof(self.G, proof, Clock(), **options)
        return proof

    def bound(self, solution: CycleSolution, **more: Any) -> LowerBound:
        """Return the proof that no tour is shorter, but for known ones."""
        size = self.lengths.unit.size
        unit = plain(size) if isinstance(self.G, Places) and not self.G.is_exact else None
        nodes, evidence = tuple(self.problem.nodes), evidence_of(solution, size)
        return self.proof(LowerBound, nodes=nodes, unit=unit, **more, **evidence)

    def steps(self, nodes: Iterable[Any]) -> list[tuple[int, int]]:
        """Return the steps of a tour by the numbers of the nodes."""
        return steps_of([self.problem.index[v] for v in nodes], closed=self.problem.closed)

    def tour(
        self,
        kind: type[Found],
        nodes: Iterable[Any],
        bound: int,
        proof: Proof | None,
        method: str,
        measure: Callable[[Iterable[Any]], Any] = sum,
    ) -> Found:
        """Return a tour, checked, with what is proved of it; the bound is a number of units."""
        stats, unit = self.limits.clock.stats(method), self.lengths.unit
        found = self.problem.tour(nodes, stats)
        steps, number = self.steps(found), None
        length = measure(self.lengths.of(steps))
        where: dict[str, Any] = {"places": self.G, "note": getattr(self.G, "note", "")}
        if not isinstance(self.G, Places):
            where = {"G": self.G}
        elif not self.G.is_exact:
            number = unit.number(measure(starmap(self.G.true_length, steps)) / unit.size)
        return kind(
            found.nodes,
            is_closed=self.problem.closed,
            length=unit.number(length) if number is None else number,
            **_proved(length, bound, unit, proof, is_exact=number is None),
            stats=stats,
            **where,
        )

    def single(self, kind: type[Found]) -> Found:
        """Return the tour of a single node."""
        where = {"places" if isinstance(self.G, Places) else "G": self.G}
        nodes = self.problem.nodes
        closed = self.problem.closed
        return kind(nodes, is_closed=closed, length=0, bound=0, is_optimal=True, **where)


def hamiltonian_tour(asked: Asked, ranking: Ranking | None = None) -> ShortestTour:
    """Answer a question, or with the next tour of a ranking: find any first, then a short one."""
    problem, lengths, limits = asked.problem, asked.lengths, asked.limits
    besides = () if ranking is None else ranking.tours
    found = None if besides else asked.any_tour()
    if problem.size == 1:
        return asked.single(ShortestTour)
    form = form_of(problem)
    start = None if found is None else [problem.index[v] for v in found]
    checking = CHECK_EDGE * len(lengths.exact)
    table, present = lengths.table(problem.size)
    choose: Callable[[CycleProblem], Statement] | None = None
    if problem.is_numbered:
        first = None if problem.start is None else problem.nodes[problem.start]
        index = problem.index.__getitem__
        before = relation(problem.order, form, index, first, problem.positions)
        known = None if start is None else form.encoded(start)
        choose = partial(Ordering, form, order=before, start=known)
    cycles = form.problem(table, present)
    solution = solved(form, cycles, lengths.unit, limits, start, checking, choose, ranking)
    nodes = [problem.nodes[k] for k in form.decoded(solution.tour)]
    proof = None
    if solution.tree:
        asks = {"chains": problem.order.chains, "positions": problem.positions}
        proof = asked.bound(solution, **asks, besides=besides)
    return asked.tour(ShortestTour, nodes, solution.bound, proof, METHOD)


def _is_directed(places: Places, *, closed: bool) -> bool:
    """Return True if the direction counts, as on the way there and back between two places."""
    return places.directed or (closed and len(places) <= 2)


def _all_pairs(places: Places, *, directed: bool) -> nx.Graph[Any]:
    """Return the complete graph of places."""
    pairs = len(places) * (len(places) - 1) // (1 if directed else 2)
    afford(EDGE * pairs, f"a tour of {len(places):,} places with conditions")
    empty: nx.Graph[Any] = nx.DiGraph() if directed else nx.Graph()
    G: nx.Graph[Any] = nx.complete_graph(places.nodes, create_using=empty)
    return G


def _lengths_of(places: Places, *, directed: bool) -> Lengths:
    """Return the lengths of all pairs of places."""
    n = len(places)
    u, v = np.nonzero(~np.eye(n, dtype=bool)) if directed else np.triu_indices(n, 1)
    return Lengths(
        pairs=np.stack((u, v), axis=1).astype(np.int32),
        exact=places.matrix()[u, v].tolist(),
        unit=Unit(size=places.unit, kind=places.kind),
        hidden=(),
        directed=directed,
    )


def form_of(problem: Problem) -> Instance:
    """Return how a problem becomes one of shortest cycles; with an order the direction counts."""
    form = replace(problem.instance, first=problem.start if problem.closed else None)
    return form.in_order() if problem.is_numbered else form


# -- places


def tour_of_places(
    places: Places, asked: Conditions, limits: Limits, ranking: Ranking | None = None
) -> ShortestTour:
    """Answer a question about places, or with the next tour of a ranking."""
    n, closed = len(places), asked.closed
    if (asked.require or asked.forbid or asked.positions) and not asked.choice:
        question = {
            "closed": closed,
            "start": asked.start,
            "end": asked.end,
            "require": asked.require,
            "forbid": asked.forbid,
            "order": asked.order.chains,
            "positions": dict(asked.positions),
        }
        return hamiltonian_tour(Asked.of(places, USUAL, question, limits), ranking)
    if n == 1:
        question = {"closed": closed}
        return Asked.of(places, USUAL, question, limits).single(ShortestTour)
    form = asked.form(places.index, n, directed=_is_directed(places, closed=closed))
    choice, is_plain = asked.choice, not (asked.choice or asked.is_ordered)
    unit = choice.unit(Unit(size=places.unit, kind=places.kind))
    points = points_of(places) if n > optimize.LARGE and ranking is None else None
    checking = CHECK_PLACE * n + CHECK_PAIR * min(n, optimize.LARGE) ** 2
    if points is not None:
        problem = form.problem_of(points)
    else:
        lengths = places.matrix()
        if choice:
            lengths = lengths.astype(object) if choice.prizes else lengths
            lengths = lengths * choice.parts(places.unit)
        problem = form.problem(lengths, prizes=int(sum(choice.prizes.values()) / unit.size))
    choose = None if is_plain else partial(asked.statement, form, unit, places.index)
    solution = solved(form, problem, unit, limits, None, checking, choose, ranking)
    proof = None
    if solution.tree:
        proof = LowerBound(
            closed=closed,
            start=None if closed else asked.start,
            end=asked.end,
            nodes=places.nodes,
            **asked.fields(),
            unit=None if places.is_exact else plain(places.unit),
            besides=() if ranking is None else ranking.tours,
            **evidence_of(solution, unit.size),
        )
        check_proof(places, proof, Clock())
    if not solution.tour:
        if proof is None or not solution.is_shortest:
            raise SearchLimitReached("no tour was found in time", stats=limits.clock.stats(METHOD))
        raise (NoHamiltonianCycle if closed else NoHamiltonianPath)(proof)
    tour = form.decoded(solution.tour)
    nodes = [places.nodes[k] for k in tour]
    asked.check(nodes, places.nodes)
    asked.check_steps(nodes, directed=places.directed)
    exact = sum(places.true_length(i, j) for i, j in steps_of(tour, closed=closed))
    lost = choice.lost(nodes)
    cost = unit.number((exact + lost) / unit.size)
    return ShortestTour(
        nodes,
        is_closed=closed,
        length=unit.number(exact / unit.size),
        lost=unit.number(lost / unit.size),
        cost=cost,
        **_proved(solution.length, solution.bound, unit, proof, is_exact=places.is_exact),
        places=places,
        stats=limits.clock.stats(METHOD),
        note=places.note,
    )


# -- both


def solved(
    form: Instance,
    problem: CycleProblem,
    unit: Unit,
    limits: Limits,
    order: list[int] | None,
    checking: float,
    choose: Callable[[CycleProblem], Statement] | None = None,
    ranking: Ranking | None = None,
) -> CycleSolution:
    """Solve the problem of a form, whose exact lengths are in a unit.

    Where not all pairs are edges, the search begins with an order of the places. ``choose`` states
    the question where it is about more than lengths. With a ranking, the tour is its next one. The
    solution has no proof if the time without ``checking``, the seconds of its check, was too short.
    """
    clock = limits.clock
    rounding = ROUNDING * min(problem.size, optimize.LARGE) ** 2
    ending = rounding + checking
    tour = None if order is None else form.encoded(order)
    with (
        collector_paused(),
        clock.reserved(0.0),
        opened(limits.executor) as pool,
    ):

        def keep(leaves: int, each: int) -> None:
            clock.kept = clock.load * (ending + CHECK_LEAF * leaves * each)

        def report(length: int, bound: int | None, exact: Exact = int) -> None:
            clock.stage = f"length {_brief(unit, exact(length))}"
            if bound is not None:
                clock.stage += f", at least {_brief(unit, exact(bound))}"
                if exact(length) > 0:
                    gap = min(1 - Fraction(exact(bound), exact(length)), Fraction(MOST_GAP))
                    clock.stage += f", gap {float(gap):.2%}"

        def search(part: Any, *, most: int | None, gap: float, exact: Exact) -> CycleSolution:
            options: dict[str, Any] = {
                "gap": gap,
                "seed": limits.seed,
                "report": partial(report, exact=exact),
                "keep": keep,
                "pool": pool,
            }
            if not isinstance(part, AllPlaces):
                return solve_statement(part, clock, most=most, **options)
            tour = next(iter(part.tours), None)
            return optimize.solve(part.problem, clock, tour=tour, ending=ending, **options)

        def solve(question: Statement) -> CycleSolution:
            return solve_exactly(question, search, clock, limits.gap)

        if tour is None and not problem.fits:
            tour = form.encoded(form.any_order)
        question = AllPlaces(problem, tour) if choose is None else choose(problem)
        return solve(question) if ranking is None else ranking.next(question, solve)


def _proved(
    length: int, bound: int, unit: Unit, proof: Proof | None, *, is_exact: bool
) -> dict[str, Any]:
    """Return what a result says of its bound, in units like the length."""
    if proof is None:
        return {}
    least = unit.number(bound, down=not (length == bound and is_exact))
    return {"bound": least, "is_optimal": bound == length, "proof": proof}


def _brief(unit: Unit, value: int) -> str:
    """Return a length for a line of progress."""
    number = unit.number(value)
    if isinstance(number, int) or LONG <= abs(number) < math.inf:
        return f"{int(number):,}"
    return f"{float(number):,.6g}"


def evidence_of(solution: CycleSolution, unit: Fraction) -> dict[str, Any]:
    """Return the fields of a certificate, its bound in the numbers of the user."""

    def dual(weights: Multipliers) -> DualWeights:
        return DualWeights(potentials=weights.potentials, families=weights.families)

    return {
        "bound": plain(solution.bound * unit),
        "scale": solution.scale,
        "families": solution.families,
        "root": None if solution.root is None else dual(solution.root),
        "weights": tuple(map(dual, solution.weights)),
        "tree": solution.tree,
    }


def plain(number: Fraction) -> int | Fraction:
    """Return a fraction, as an integer if it is one."""
    return number.numerator if number.denominator == 1 else number


def steps_of(order: Sequence[int], *, closed: bool) -> list[tuple[int, int]]:
    """Return the steps of a tour."""
    return list(pairwise([*order, order[0]] if closed and len(order) > 1 else order))
