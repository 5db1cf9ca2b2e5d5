"""A question about shortest tours, and its answer with evidence."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, partial
from itertools import pairwise, starmap
from typing import Any, TypeVar

import networkx as nx
import numpy as np

from icosian._arrays import USUAL, Lengths, Unit, Weight, csr, graph_lengths, integers, known_weight
from icosian._io.memory import EDGE, afford, collector_paused
from icosian._io.text import shown
from icosian._io.tracks import Track, course_of
from icosian._run.limits import Clock, Limits, SearchStats, TimeIsUp
from icosian._show import Measured
from icosian.exceptions import InvalidArgument, SearchLimitReached, no_tour
from icosian.proofs import Computed, DualWeights, LowerBound, Proof
from icosian.proofs.claim import Groups
from icosian.tours.instance import CycleProblem, CycleSolution, Instance, Multipliers
from icosian.tours.problem import Conditions, Naming, Problem, plain, rebuild_graph
from icosian.tours.shortest import exact as optimize
from icosian.tours.shortest.distances import Points
from icosian.tours.shortest.exact import Ending, Exact, Ranking, solve_exactly
from icosian.tours.shortest.local_search import OrderSearch
from icosian.tours.shortest.places import Places, by_neighborhood, points_of, true_total
from icosian.tours.shortest.relaxation.branching import Settings
from icosian.tours.shortest.selection import Statement, solve as solve_statement
from icosian.tours.solve.outcome import answer, answer_or_race, refute_by_counting
from icosian.tours.tour import Tour, check_proof


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
CHECK_EDGE, CHECK_PLACE, CHECK_PAIR = 3e-6, 5e-5, 1.5e-7
"""Seconds that the check of a proof takes, for each edge of a graph, each place, and each pair of
them if they are not too many for a linear program."""
DEGREES_PLACE, TREE_PLACE, DEGREES_ARC, CHECK_ARC = 1e-5, 2e-5, 2.5e-7, 1e-6
"""Seconds to bound tours by the degrees of places with coordinates, for each, and to check a bound
by a 1-tree; to bound directed ones, for each arc, and to check another bound of these."""
GROUP_PLACE = 1.2e-4
"""Seconds to check what follows from the degrees of groups, for each place."""
SOON, AFTER, CLAUSES = 0.1, 4, 20_000
"""The part of a time limit in which clauses may answer a question about an order, the rounds of
kicks before that, and the steps of a SAT solver."""
LEAST = 3
"""The least number of places of which every order is a tour, also of an undirected graph."""
SEVERAL, BRIEF = 1_000, 2e-7
"""For more places, a limit of so many seconds for each two is too short for a matrix of lengths."""
CHECK_LEAF, CHECK_WALKS = 1.2e-6, 2.5e-5
"""Seconds to write and check a leaf of a tree, for each edge and each member of a set; where places
have numbers."""
HASTY = 2
"""With less than so many times the seconds of such a leaf, bounds do without the numbers."""


# -- graphs, and places of which all are visited


@dataclass(frozen=True, kw_only=True, eq=False)
class LengthQuestion:
    """A question about Hamiltonian tours: of a graph, or of places, whose pairs are all edges."""

    G: Any
    weight: Weight
    problem: Problem
    lengths: Lengths
    limits: Limits

    @classmethod
    def of(
        cls, G: nx.Graph[Any] | Places, weight: Weight, limits: Limits, **asked: Any
    ) -> LengthQuestion:
        """Check what a user asks for."""
        if not isinstance(G, Places):
            problem, weight = Problem.of(G, **asked), known_weight(G, weight)
            problem.conditions.check_size(problem.size, optimize.LARGE)
            lengths = graph_lengths(G, weight)
            return cls(G=G, weight=weight, problem=problem, lengths=lengths, limits=limits)
        if weight != USUAL:
            raise InvalidArgument(f"weight is for graphs, not for places, got {shown(weight)}")
        return cls.on(G, conditions_of(G, **asked), limits)

    @classmethod
    def on(
        cls,
        places: Places,
        conditions: Conditions,
        limits: Limits,
        most: int | None = None,
        steps: Iterable[tuple[int, int]] = (),
    ) -> LengthQuestion:
        """Return the question about all places, by pairs up to ``most``, and ``steps``."""
        directed = places.directed or (conditions.closed and len(places) <= 2)
        n, index = len(places), {v: k for k, v in enumerate(places.nodes)}
        points = None if most is None or directed else points_of(places)
        count = n * (n - 1) // (1 if directed else 2) if points is None else points.count(most or 0)
        afford(EDGE * count, f"a tour of {n:,} places with conditions")
        if most is not None and points is not None:
            pairs = points.within(most)
        else:
            both = np.nonzero(~np.eye(n, dtype=bool)) if directed else np.triu_indices(n, 1)
            pairs = np.stack(both, axis=1)
        if most is not None:
            more = np.array([*steps], np.int64).reshape(-1, 2)
            more = more if directed else np.sort(more, axis=1)
            pairs = pairs[places.between(*pairs.T) <= most]
            pairs = np.unique(np.concatenate((pairs, more)), axis=0)
        edges = ((places.nodes[i], places.nodes[j]) for i, j in pairs.tolist())
        H = rebuild_graph(nx.Graph(), places.nodes, edges, directed=directed)
        problem = Problem(
            G=H,
            nodes=list(places.nodes),
            arrays=csr(H, index),
            conditions=replace(conditions, directed=directed),
        )
        lengths = Lengths(
            pairs=pairs.astype(np.int32),
            exact=places.between(*pairs.T).tolist(),
            unit=Unit(size=places.unit, kind=places.kind),
            hidden=(),
            directed=directed,
        )
        return cls(G=places, weight=USUAL, problem=problem, lengths=lengths, limits=limits)

    @property
    def form(self) -> Instance:
        """The instance of the lengths."""
        problem = self.problem
        index, directed = problem.index.__getitem__, problem.arrays.directed
        return problem.conditions.instance(index, problem.size, directed=directed)

    def any_tour(self) -> Tour | None:
        """Return some tour, None where every order of the nodes is one; raise if there is none."""
        problem, lengths, limits = self.problem, self.lengths, self.limits
        n, directed, wanted = problem.size, lengths.directed, problem.conditions
        is_alone = n == 1 and isinstance(self.G, Places)
        least = 1 if is_alone or not problem.closed else 2 if directed else 3
        pairs = n * (n - 1) // (1 if directed else 2)
        if n >= least and len(lengths.exact) == pairs and allows_numbers(wanted, n):
            return None
        avoided = dict.fromkeys((*wanted.forbid, *lengths.hidden))
        ways = slice(None, None, 1 if directed else -1)
        if clash := [e for e in wanted.require if avoided.keys() & {e, e[ways]}]:
            raise InvalidArgument(f"edge {clash[0]!r} is required, but its weight None hides it")
        asked = problem.asking(forbid=tuple(avoided))
        soon = self._in_order(asked) if wanted.is_ordered and n > LEAST else None
        found = soon or answer_or_race(asked, limits)
        if isinstance(found, Proof):
            error = no_tour(found)
            error.hint = "traveling_salesman finds the shortest walk, which may pass nodes again"
            raise error
        return found

    @cached_property
    def cycles(self) -> CycleProblem:
        """The lengths of all pairs."""
        return self.form.problem(*self.lengths.table(self.problem.size))

    def _in_order(self, asked: Problem) -> Tour | Proof | None:
        """Return a tour in an order or a proof that there is none, None if neither is found soon.

        Local search is quick where there are many tours, clauses where there are few or none.
        """
        problem, clock = self.problem, self.limits.clock
        with suppress(TimeIsUp):
            if proof := refute_by_counting(asked, clock.within(SOON * clock.left)):
                return proof
        for count, found in enumerate(self._ordering.rounds(), start=1):
            if found:
                nodes = [problem.nodes[k] for k in self.form.decoded(found)]
                return problem.tour(nodes, clock.stats(METHOD))
            if count == AFTER:
                few = clock.within(SOON * clock.left)
                with suppress(SearchLimitReached, InvalidArgument), few.ration(CLAUSES):
                    return answer(asked, few)
        return None

    @property
    def _ordering(self) -> OrderSearch:
        """A search of tours in an order."""
        problem, cycles = self.problem, self.cycles
        if not cycles.fits:  # any lengths do
            _, present = self.lengths.table(problem.size)
            cycles = self.form.problem(present.astype(np.int64), present)
        given = problem.conditions, cycles, self.lengths.unit.size, problem.index.__getitem__
        return OrderSearch(Statement.of(*given), self.limits.clock, self.limits.seed)

    def proof(self, kind: type[Kind], **evidence: Any) -> Kind:
        """Return a certificate about the question, checked."""
        options = {}
        if not isinstance(self.G, Places):
            options = {"weight": self.weight}
            evidence["weight"] = Computed() if callable(self.weight) else self.weight
        evidence |= self.problem.conditions.fields() | {"hidden": len(self.lengths.hidden)}
        proof = self.problem.certificate(kind, **evidence)
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
        return [*steps_of([self.problem.index[v] for v in nodes], closed=self.problem.closed)]

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
        """Return the tour of a single node, and the proof of its length, 0."""
        known: dict[str, Any] = {"places" if isinstance(self.G, Places) else "G": self.G}
        nodes, closed = tuple(self.problem.nodes), self.problem.closed
        asked = replace(self, problem=self.problem.asking(end=None))  # which may be the start
        known["proof"] = asked.proof(LowerBound, nodes=nodes, **NOTHING)
        return kind(nodes, is_closed=closed, length=0, bound=0, is_optimal=True, **known)


NOTHING: dict[str, Any] = {"bound": 0, "scale": 1, "weights": (DualWeights(),), "tree": (0,)}
"""What a bound says of tours of a single node."""


def hamiltonian_tour(asked: LengthQuestion, ranking: Ranking | None = None) -> ShortestTour:
    """Answer a question, or with the next tour of a ranking: find any first, then a short one."""
    problem, lengths, limits = asked.problem, asked.lengths, asked.limits
    besides = () if ranking is None else ranking.tours
    found = None if besides else asked.any_tour()
    if problem.size == 1:
        return asked.single(ShortestTour)
    form = asked.form
    start = None if found is None else [problem.index[v] for v in found]
    checking = Ending.of(CHECK_EDGE * len(lengths.exact))
    if ranking is None and lengths.is_sparse(problem.size, optimize.LARGE):
        cycles = form.sparse_problem(lengths.pairs, integers(lengths.exact))
    else:
        cycles = asked.cycles
    given = problem.conditions, cycles
    question = Statement.of(*given, lengths.unit.size, problem.index.__getitem__, start)
    solution = solve_question(question, lengths.unit, limits, checking, ranking)
    nodes = [problem.nodes[k] for k in form.decoded(solution.tour)]
    proof = asked.bound(solution, besides=besides) if solution.tree else None
    return asked.tour(ShortestTour, nodes, solution.bound, proof, METHOD)


# -- places


def allows_numbers(asked: Conditions, size: int) -> bool:
    """Return True if only distinct numbers of nodes are asked for, so that some order has them."""
    ends = ((v, k) for v, k in ((asked.start, 1), (asked.end, size)) if v is not None)
    given = {*asked.positions, *ends}
    is_free = len(given) == len({v for v, _ in given}) == len({k for _, k in given})
    is_free &= not (asked.positions and asked.chains)
    return is_free and not (asked.is_partial or asked.require or asked.forbid)


def conditions_of(places: Places, *, stated: Groups = (), **asked: Any) -> Conditions:
    """Check what a user asks for; chains that are ``stated`` hold as well."""
    if not len(places):
        raise nx.NetworkXPointlessConcept("no places have no tour")

    def named(name: Any, role: str) -> Any:
        return places.nodes[places.index(name, role)]

    naming = Naming(named, places.nodes, places.rows, directed=places.directed)
    conditions = Conditions.of(naming, stated=stated, **asked)
    size, most = len(places), optimize.LARGE
    if size > most and conditions.picks_one_of_each(size) and points_of(places) is not None:
        most = size
    conditions.check_size(size, most)
    return conditions


def tour_of_places(
    places: Places, asked: Conditions, limits: Limits, ranking: Ranking | None = None
) -> ShortestTour:
    """Answer a question about places, or with the next tour of a ranking."""
    n, closed, given = len(places), asked.closed, places
    if n == 1:
        return LengthQuestion.of(places, USUAL, limits, closed=closed).single(ShortestTour)
    if ranking is not None:
        asked.check_size(n, optimize.LARGE)
    is_brief = n > SEVERAL and limits.clock.left < BRIEF * n * n
    is_large = n > optimize.LARGE or (is_brief and asked.is_free)
    points = points_of(places) if is_large and ranking is None else None
    if points is not None:
        places, points = by_neighborhood(places, points)
    form = asked.instance(places.index, n, directed=places.directed)
    is_told = bool(asked.require or asked.forbid or asked.positions)
    is_told &= not (asked.is_partial or (n >= LEAST and allows_numbers(asked, n)))
    if is_told and (asked.is_ordered or form.any_order is None):
        return hamiltonian_tour(LengthQuestion.on(given, asked, limits), ranking)
    unit = asked.unit(Unit(size=places.unit, kind=places.kind))
    may_end = limits.clock.left < math.inf or limits.clock.progress is not None
    checking = _seconds_after(places, points, asked) if may_end else Ending()
    if points is not None:
        problem = form.problem_of(points)
    else:
        lengths = places.matrix()
        if (parts := asked.parts(places.unit)) > 1:
            lengths = lengths.astype(object) * parts
        problem = form.problem(lengths, prizes=int(sum(asked.prizes.values()) / unit.size))
    question = Statement.of(asked, problem, unit.size, places.index)
    solution = solve_question(question, unit, limits, checking, ranking)
    del question, problem, points  # and all that was looked up, before the check
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
        check_proof(given, proof, Clock())
    if not solution.tour:
        if proof is None or not solution.is_shortest:
            raise SearchLimitReached("no tour was found in time", stats=limits.clock.stats(METHOD))
        raise no_tour(proof)
    tour = form.decoded(solution.tour)
    nodes = [places.nodes[k] for k in tour]
    if closed and asked.start is None:
        place = {v: k for k, v in enumerate(nodes)}
        first = next(place[v] for v in given.nodes if v in place)
        nodes = nodes[first:] + nodes[:first]
    asked.check(nodes, places.nodes)
    asked.check_steps(nodes)
    exact = true_total(places, steps_of(tour, closed=closed))
    lost = asked.lost(nodes)
    return ShortestTour(
        nodes,
        is_closed=closed,
        length=unit.number(exact / unit.size),
        lost=unit.number(lost / unit.size),
        cost=unit.number((exact + lost) / unit.size),
        **_proved(solution.length, solution.bound, unit, proof, is_exact=places.is_exact),
        places=given,
        stats=limits.clock.stats(METHOD),
        note=places.note,
    )


def _seconds_after(places: Places, points: Points | None, asked: Conditions) -> Ending:
    """Return the seconds that follow a search of tours of places."""
    n = len(places)
    arcs = min(n, optimize.LARGE) ** 2
    if asked.groups:
        return Ending.of(GROUP_PLACE * n)
    if places.directed:
        return Ending(DEGREES_ARC * arcs, CHECK_ARC * arcs, CHECK_ARC * arcs)
    if points is not None:
        return Ending(DEGREES_PLACE * n, TREE_PLACE * n, TREE_PLACE * n)
    tree = CHECK_PLACE * n + CHECK_PAIR * arcs * (points_of(places) is None)
    return Ending(tree, tree, CHECK_PLACE * n + CHECK_PAIR * arcs)


# -- both


def solve_question(
    question: Statement,
    unit: Unit,
    limits: Limits,
    checking: Ending,
    ranking: Ranking | None = None,
) -> CycleSolution:
    """Solve a question whose exact lengths are in a unit.

    Where not all pairs are edges, it begins with a tour. With a ranking, the tour is its next one.
    ``checking`` are the seconds of the check of its proof.
    """
    clock, form = limits.clock, question.form
    problem = question.problem
    pairs = 0 if problem.points is not None else min(problem.size, optimize.LARGE) ** 2
    ending = checking._replace(cases=checking.cases + ROUNDING * pairs)
    is_numbered = question.order is not None and bool(question.order.numbers)
    if is_numbered and clock.left < HASTY * CHECK_WALKS * form.stops**2:
        question, is_numbered = replace(question, has_walks=False), False
    leaf = CHECK_WALKS if is_numbered else CHECK_LEAF
    cases = [] if ranking is None else ranking.cases
    with collector_paused(), clock.reserved(0.0):

        def keep(leaves: int, each: int) -> None:
            clock.kept = clock.load * (ending.cases + leaf * leaves * each)

        def report(length: int, bound: int | None, exact: Exact = int) -> None:
            if clock.progress is None:
                return
            clock.stage = f"length {_brief(unit, exact(length))}"
            if bound is not None:
                clock.stage += f", at least {_brief(unit, exact(bound))}"
                if exact(length) > 0:
                    gap = min(1 - Fraction(exact(bound), exact(length)), Fraction(MOST_GAP))
                    clock.stage += f", gap {float(gap):.2%}"

        def search(part: Statement, *, most: int | None, gap: float, exact: Exact) -> CycleSolution:
            settings = Settings(
                clock=clock,
                gap=gap,
                seed=limits.seed,
                executor=limits.executor,
                report=partial(report, exact=exact),
                keep=keep,
            )
            if not part.is_plain:
                return solve_statement(part, settings, most, cases)
            return optimize.solve(part.problem, settings, part.start, ending)

        def solve(question: Statement) -> CycleSolution:
            return solve_exactly(question, search, clock, limits.gap)

        if question.start is None and question.is_plain and not question.fits and form.any_order:
            question = replace(question, start=form.encoded(form.any_order))
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


def steps_of(order: Sequence[int], *, closed: bool) -> Iterator[tuple[int, int]]:
    """Return the steps of a tour."""
    return pairwise([*order, order[0]] if closed and len(order) > 1 else order)
