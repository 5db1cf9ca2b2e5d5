"""From a problem to an answer with evidence, in turns or side by side, and short proofs."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from dataclasses import replace
from functools import cached_property
from itertools import chain
from typing import Any

import networkx as nx
import numpy as np

from icosian._kernels import forcing
from icosian._run.limits import Clock, Limits, TimeIsUp
from icosian._run.pool import Lost, Pool, Queue, run_jobs
from icosian.exceptions import InvalidTour, SearchLimitReached, next_best
from icosian.proofs import (
    HOME,
    BipartitionImbalance,
    Contraction,
    CutVertex,
    DegreeDeficiency,
    Disconnection,
    Ordered,
    Positioned,
    Proof,
    Refutation,
    Weights,
)
from icosian.tours.certify.division import contract_tight_sets
from icosian.tours.certify.necessary_conditions import (
    Subtours,
    cheap_proof,
    drop_directions,
    removal,
    shrunk,
    toughness,
    weighing,
)
from icosian.tours.problem import Problem, edge_key
from icosian.tours.solve import clauses, portfolio
from icosian.tours.solve.forced_edges import Forcing
from icosian.tours.solve.portfolio import Attempt, Excluded, Found, Search, runners, schedule
from icosian.tours.tour import Tour, check_proof

Entry = tuple[Any, Any] | Weights | None

FEW = 1_000
"""Nodes up to which all pairs of nodes and numbers are looked at where these are not needed."""
PLAIN = BipartitionImbalance, CutVertex, DegreeDeficiency, Disconnection
"""Kinds of proofs that are as short as can be."""


def shorten_proof(problem: Problem, proof: Proof, clock: Clock) -> Proof:
    """Return the checked proof of least effort, of a few; each attempt is limited by steps."""
    if isinstance(proof, PLAIN):
        return proof
    best, clock = proof, clock.within(math.inf)
    readers = _Readers(problem, clock, proof)
    with suppress(TimeIsUp):
        for attempt in portfolio.readable(problem):
            if best.effort <= portfolio.SHORT and attempt.method in portfolio.LENGTHY:
                break
            for other in readers.proofs(attempt):
                if other.effort < best.effort:
                    check_proof(problem.G, other, clock)
                    best = other
    return best


class _Readers:
    """The methods for proofs of one problem that are short to read."""

    def __init__(self, problem: Problem, clock: Clock, known: Proof | None = None) -> None:
        self.problem, self.clock, self.known = problem, clock, known
        self._subtours: Subtours | None = None
        self._weights: Weights | None = None

    @cached_property
    def _undirected(self) -> nx.Graph[Any]:
        return drop_directions(self.problem)

    def proofs(self, attempt: Attempt) -> Iterator[Proof]:
        """Yield the unchecked proofs that a method finds."""
        methods: dict[str, Callable[[Attempt], Iterator[Proof]]] = {
            "contraction": self._contract,
            "removals": self._remove,
            "weighing": self._weigh,
            "forcing": self._force,
            "sat": self._refute,
            "cases": self._split,
        }
        return methods[attempt.method](attempt)

    def _contract(self, _: Attempt) -> Iterator[Proof]:
        """Contract tight sets, and prove in short that what is left has no tour."""
        found = contract_tight_sets(self.problem, self.clock)
        if found is None:
            return
        inner: Proof | None
        if isinstance(self.known, Contraction):
            inner = found.inner(self.known)
        else:
            readers = _Readers(found.small, self.clock)
            attempts = portfolio.readable(found.small)
            inner = next(chain.from_iterable(map(readers.proofs, attempts)), None)
        if inner is not None:
            yield found.lifted(shorten_proof(found.small, inner, self.clock))

    def _remove(self, attempt: Attempt) -> Iterator[Proof]:
        """Remove sets of nodes, made as small as will do; a step is a node or an arc read."""
        steps, reading = attempt.limit, self.problem.size + len(self.problem.arrays.indices)
        for found in toughness(self.problem, self.clock):
            if steps <= 0:
                return
            yield shrunk(self.problem, self._undirected, found, self.clock)
            steps -= len(found.removed) * reading

    def _weigh(self, attempt: Attempt) -> Iterator[Proof]:
        """Weigh nodes and sets, and remove the nodes that weigh less than nothing."""
        self._subtours = Subtours(self.problem, limit=attempt.limit)
        self._weights = weights = self._subtours.weights(self.clock)
        if weights is not None:
            yield weighing(self.problem, weights)
            light = frozenset(v for v, weight in weights.nodes if weight < 0 and v is not HOME)
            if removed := removal(self.problem, self._undirected, light):
                yield shrunk(self.problem, self._undirected, removed, self.clock)

    def _force(self, attempt: Attempt) -> Iterator[Proof]:
        """Force edges, in few cases."""
        search = Forcing(self.problem, self.clock, room=attempt.room)
        if search.search(self.clock, attempt.limit) == forcing.EXHAUSTED:
            yield search.proof(self.clock)

    def _refute(self, attempt: Attempt) -> Iterator[Proof]:
        found = clauses.satisfy(self.problem, self.clock, limit=attempt.limit)
        if isinstance(found, Refutation):
            yield found

    def _split(self, attempt: Attempt) -> Iterator[Proof]:
        """Split into cases that rules and weights close, where there is no weighing of all."""
        if self._subtours is not None and self._weights is None:
            search = Forcing(self.problem, self.clock, room=0)
            tree = _weighed_cases(search, self._subtours, self.clock, attempt.room)
            if tree is not None:
                yield search.cases(tree, self.clock)


def _weighed_cases(
    search: Forcing, subtours: Subtours, clock: Clock, room: int
) -> list[Entry] | None:
    """Return a tree of cases that rules and weights close, or None if it grows too large."""
    arrays = search.run.arrays()
    graph = forcing.RuledGraph(*(array.tolist() for array in arrays[0]))
    s = arrays[-1].tolist()
    place = subtours.places([search.problem.form.decode_edge(*e) for e in search.edges.tolist()])
    given = subtours.used.copy()

    def consistent(e: int, value: int) -> bool:
        """Return True if the rules do not contradict a mark."""
        if value == forcing.OPEN:  # the root
            size = len(graph.rows) // forcing.ROW
            if not all(forcing.serve(graph, s, r) for r in range(size)):
                return False
        elif value == forcing.UNUSED:
            forcing.drop(graph, s, e)
        elif not forcing.use(graph, s, e):
            return False
        return bool(forcing.follow(graph, s))

    # Depth first, the case of a used edge first, as the checker reads the tree.
    tree: list[Entry] = []
    ahead = [(s[forcing.TRAIL], 0, forcing.OPEN)]
    while ahead:
        # 1. Go back to the parent's marks, and follow the rules from the mark of the case.
        size, e, value = ahead.pop()
        forcing.undo(graph, s, size)
        if not consistent(e, value):
            tree.append(None)
            continue
        # 2. Or weights close the case: those of the program with these edges given and left out.
        mark = np.array(graph.edges[forcing.MARK :: forcing.EDGE])
        subtours.used = given.copy()
        subtours.used[place[(mark == forcing.USED) & (place >= 0)]] = True
        subtours.unused[:] = False
        subtours.unused[place[(mark == forcing.UNUSED) & (place >= 0)]] = True
        weights = subtours.weights(clock)
        if weights is not None:
            tree.append(weights)
            continue
        if subtours.solution is None or len(tree) >= room:
            return None
        # 3. Or it is split, on the edge about which the program is least decided.
        undecided = np.abs(subtours.solution[place] - 0.5)
        undecided[mark != forcing.OPEN] = 1
        e = int(np.argmin(undecided))
        if mark[e] != forcing.OPEN:  # nothing is left to split on: a tour
            return None
        tree.append(search.pair(e))
        size = s[forcing.TRAIL]
        ahead += [(size, e, forcing.UNUSED), (size, e, forcing.USED)]
    return tree


# -- Answer a problem with evidence: a checked tour or a checked proof


def answer(
    problem: Problem, clock: Clock, *, method: str = "auto", seed: int = 0, readable: bool = False
) -> Tour | Proof:
    """Return a checked tour or proof; raise ``SearchLimitReached`` if the time is up before."""
    if problem.conditions.has_one_method:
        return _numbered(problem, clock, problem.conditions.besides)
    unconditional = problem.unconditional
    try:
        found = _decide(unconditional, clock, method, seed, readable=readable)
        if unconditional is problem:
            return found
        if isinstance(found, Proof):
            return _conditional(problem, found, clock)
    except SearchLimitReached as error:
        if unconditional is not problem:
            error.cover = problem.restored_paths(error.cover)
            error.partial = error.cover[0] if error.cover else ()
        raise
    except TimeIsUp:
        raise _undecided(problem, clock, method) from None
    return problem.tour(problem.restored(found), found.stats)


def other_tour(problem: Problem, tour: Tour, clock: Clock, *, seed: int = 0) -> Tour | Proof | None:
    """Return a tour with other edges than a given one, or a proof that there is none.

    If all edges of the tour are required, there is nothing to prove.
    """
    if not problem.conditions.is_ordered:
        # Most graphs have a tour without the first edge that may be avoided.
        asked, directed = problem.conditions, problem.arrays.directed
        used = {edge_key(edge, directed=directed) for edge in asked.require}
        free = (edge for edge in tour.edges() if edge_key(edge, directed=directed) not in used)
        if (edge := next(free, None)) is None:
            return None
        found = answer(problem.asking(forbid=(*asked.forbid, edge)), clock, seed=seed)
        if isinstance(found, Tour):
            return found
    return _numbered(problem, clock, besides=(tuple(tour),))


def count_few_numbered(problem: Problem, clock: Clock, most: float) -> int | None:
    """Return the number of tours with numbers or an order if there are few; that is proved."""
    known: list[tuple[object, ...]] = []
    while len(known) <= most:
        found = _numbered(problem, clock, besides=tuple(known))
        if isinstance(found, Proof):
            return len(known)
        known.append(tuple(found))
    return None


def _decide(
    problem: Problem, clock: Clock, method: str, seed: int, *, readable: bool
) -> Tour | Proof:
    """Answer a problem without conditions."""
    search = Search(problem, clock, seed)
    try:
        found = search.first(schedule(search, method))
        if found is None:
            raise SearchLimitReached(
                f"method {method!r} has no room left to go on", stats=clock.stats(method)
            )
        if isinstance(found, Found):  # the tour is checked against the graph
            nodes = map(problem.nodes.__getitem__, search.order(found))
            return problem.tour(nodes, clock.stats(found.method))
        if isinstance(found, Tour):
            return found
        proof = search.prove() if isinstance(found, Excluded) else found
        check_proof(problem.G, proof, clock)
        return shorten_proof(problem, proof, clock) if readable else proof
    except TimeIsUp:
        raise _undecided(problem, clock, method, search) from None


def _undecided(
    problem: Problem, clock: Clock, method: str, search: Search | None = None
) -> SearchLimitReached:
    """Return the error of a search that ran out of time, with the best path cover it holds."""
    kind, asked = "cycle" if problem.closed else "path", problem.conditions
    if asked.is_ordered:
        kind = "in this order" if asked.chains else "with these positions"
    elif asked.symmetry:
        kind += " of this symmetry"
    cover = () if search is None else search.cover()
    has_ends = not problem.closed and (asked.start is not None or asked.end is not None)
    hint = next_best(closed=problem.closed, has_ends=has_ends)
    conditions = asked.has_one_method or asked.require or asked.forbid
    return SearchLimitReached(
        f"undecided after {clock.seconds:.3g} s and {clock.steps} steps: "
        f"no {'tour' if asked.is_ordered else 'Hamiltonian'} {kind} found, none excluded"
        f"{'' if conditions else f'; {hint}'}",
        stats=clock.stats(method),
        partial=cover[0] if cover else (),
        cover=cover,
    )


def _conditional(problem: Problem, inner: Proof, clock: Clock) -> Proof:
    """Return a proof, checked, from one about the graph with the conditions built in."""
    proof = problem.conditional(inner)
    check_proof(problem.G, proof, clock)
    return proof


def refute_by_counting(problem: Problem, clock: Clock) -> Proof | None:
    """Return a checked proof by what counting shows of a graph and of numbers, if there is one."""
    if proof := _refute_plainly(problem, clock):
        return proof
    asked = problem.conditions
    if not asked.positions or ((asked.chains or asked.exclusive) and problem.size > FEW):
        return None
    fields = replace(asked, chains=(), exclusive=(), symmetry=()).fields()
    found = clauses.refute_numbers(problem.G, problem.certificate(Positioned, **fields), clock)
    if found is not None:
        check_proof(problem.G, found, clock)
    return found


def _refute_plainly(problem: Problem, clock: Clock) -> Proof | None:
    """Return a checked proof by the necessary conditions of a graph, if there is one."""
    unconditional = problem.unconditional
    if not (proof := cheap_proof(unconditional, clock)):
        return None
    check_proof(unconditional.G, proof, clock)
    return proof if unconditional is problem else _conditional(problem, proof, clock)


def _numbered(
    problem: Problem, clock: Clock, besides: tuple[tuple[object, ...], ...] = ()
) -> Tour | Proof:
    """Answer a problem with numbers, an order, known tours, exclusive edges or a symmetry."""
    asked = problem.conditions
    chains = asked.chains
    is_placed = asked.positions and not (chains or asked.exclusive)
    if asked.positions and asked.closed and not (chains or is_placed):
        chains = ((asked.start,),)  # a cycle is numbered from where chains begin
    conditions = problem.conditions.fields() | {"besides": besides}
    try:
        # Counting is what a SAT solver is worst at, and what the necessary conditions rest on.
        refute = _refute_plainly if is_placed else refute_by_counting
        if proof := refute(problem, clock):
            return proof
        found: Any
        if problem.conditions.symmetry:
            found = clauses.satisfy(problem, clock, model=clauses.SymmetricModel(problem))
        elif not is_placed:
            evidence = {"sets": (), "edges": (), "clauses": ()}
            question = problem.certificate(Ordered, **conditions | evidence | {"chains": chains})
            found = clauses.satisfy(problem, clock, model=clauses.OrderedModel(problem, question))
        else:
            placed = problem.certificate(Positioned, **conditions)
            found = clauses.decide_numbers(problem.G, placed, clock)
        if isinstance(found, Proof):
            check_proof(problem.G, found, clock)
            return found
    except TimeIsUp:
        raise _undecided(problem, clock, "sat") from None
    stats = clock.stats("sat")
    if is_placed:
        return problem.tour(found, stats)
    nodes = [problem.nodes[v] for v in found]
    try:
        return problem.tour(nodes, stats)
    except InvalidTour:  # it may be read the other way round
        return problem.tour(nodes[:1] + nodes[:0:-1] if problem.closed else nodes[::-1], stats)


# -- Race of methods on an executor: the first answer counts, and the others stop

ALONE_SECONDS = 0.2
"""How long the portfolio is tried here first: most questions need no race."""


def answer_or_race(problem: Problem, limits: Limits, *, readable: bool = False) -> Tour | Proof:
    """Answer here, or by a race on an executor; questions about numbers have one method."""
    clock, seed = limits.clock, limits.seed
    if limits.executor is None or problem.conditions.has_one_method:
        return answer(problem, clock, seed=seed, readable=readable)
    with Pool(limits.executor) as pool:
        return race(problem, clock, pool, seed=seed, readable=readable)


def race(
    problem: Problem, clock: Clock, pool: Pool | None, *, seed: int, readable: bool = False
) -> Tour | Proof:
    """Answer by several methods side by side, if on a pool; the verdict is the same."""
    if pool is None:
        return answer(problem, clock, seed=seed, readable=readable)
    try:
        return answer(problem, clock.within(ALONE_SECONDS), seed=seed, readable=readable)
    except SearchLimitReached as error:
        late = error
    if clock.left <= 0:
        raise late
    queue: Queue[int] = Queue()
    racing = runners(pool.workers)
    for k, (method, more) in enumerate(racing):
        queue.add(k, (problem, method, seed + more, readable))
    with suppress(Lost), closing(run_jobs(_run, queue, clock, pool, len(racing))) as steps:
        for step in steps:
            if step is None:
                clock.tell("race")
            elif isinstance(found := step[1], Tour):
                return problem.tour(found, found.stats)
            elif isinstance(found, Proof):
                return found
            elif isinstance(found, SearchLimitReached) and step[0] == 0:
                late = found  # the portfolio holds the best cover
    if clock.left > 0:  # all others are lost, or out of the race for want of room or memory
        return answer(problem, clock, seed=seed, readable=readable)
    raise late


def _run(
    problem: Problem, method: str, seed: int, readable: bool, *, clock: Clock
) -> Tour | Proof | SearchLimitReached | MemoryError:
    """Take part in a race: a task for any process."""
    try:
        return answer(problem, clock, method=method, seed=seed, readable=readable)
    except (SearchLimitReached, MemoryError) as error:
        return error
