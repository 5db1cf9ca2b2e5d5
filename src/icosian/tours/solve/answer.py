"""Answer a problem with evidence: a checked tour or a checked proof."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from icosian._run.clock import Clock, TimeIsUp
from icosian.exceptions import InvalidTour, SearchLimitReached, next_best
from icosian.proofs import Conditional, Ordered, Positioned, Proof
from icosian.tours.certify.necessary_conditions import cheap_proof
from icosian.tours.checking import check_proof
from icosian.tours.conditions import edge_key, original_paths
from icosian.tours.problem import Problem
from icosian.tours.solve.methods import Found, NoCycle, Search
from icosian.tours.solve.ordered import OrderedModel
from icosian.tours.solve.portfolio import schedule
from icosian.tours.solve.sat import numbered, satisfy
from icosian.tours.solve.shortest_proof import shortened
from icosian.tours.tour import Tour


def answer(
    problem: Problem,
    clock: Clock,
    *,
    method: str = "auto",
    seed: int = 0,
    readable: bool = False,
    besides: tuple[tuple[object, ...], ...] = (),
) -> Tour | Proof:
    """Return a checked tour or proof; raise ``SearchLimitReached`` if the time is up before."""
    if problem.is_numbered or besides:
        return _numbered(problem, clock, besides)
    unconditional = problem.unconditional
    try:
        found = _decide(unconditional, clock, method, seed, readable=readable)
        if unconditional is problem:
            return found
        if isinstance(found, Proof):
            return _conditional(problem, found, clock)
    except SearchLimitReached as error:
        if unconditional is not problem:
            error.cover = original_paths(error.cover)
            error.partial = error.cover[0] if error.cover else ()
        raise
    except TimeIsUp:
        raise _undecided(problem, clock, method) from None
    return problem.tour(problem.restored(found), found.stats)


def has_other(problem: Problem, tour: Tour, clock: Clock, *, seed: int = 0) -> bool:
    """Return True if there is a tour with other edges than a given one; if not, that is proved."""
    if problem.is_numbered:
        return another(problem, [tuple(tour)], clock) is not None
    used = problem.require
    directed = problem.arrays.directed
    known = {edge_key(edge, directed=directed) for edge in used}
    # The first edge of the tour that another tour does not use: it uses the edges before.
    for edge in tour.edges():
        if edge_key(edge, directed=directed) in known:
            continue
        other = replace(problem, require=used, forbid=(*problem.forbid, edge))
        if isinstance(answer(other, clock, seed=seed), Tour):
            return True
        used = (*used, edge)
    return False


def another(problem: Problem, known: list[tuple[object, ...]], clock: Clock) -> Tour | None:
    """Return a further tour with numbers or an order; if there is none, that is proved."""
    found = _numbered(problem, clock, besides=tuple(known))
    return None if isinstance(found, Proof) else found


def count_few_numbered(problem: Problem, clock: Clock, most: float) -> int | None:
    """Return the number of tours with numbers or an order if there are few; that is proved."""
    known: list[tuple[object, ...]] = []
    while len(known) <= most:
        if (found := another(problem, known, clock)) is None:
            return len(known)
        known.append(tuple(found))
    return None


def _decide(
    problem: Problem, clock: Clock, method: str, seed: int, *, readable: bool
) -> Tour | Proof:
    """Answer a problem without conditions."""
    search = Search(problem, clock, seed)
    try:
        found = _searched(search, method)
        if isinstance(found, Proof):
            check_proof(problem.G, found, clock)
            if readable:
                found = shortened(problem, found, clock)
    except TimeIsUp:
        raise _undecided(problem, clock, method, search) from None
    return found


def _undecided(
    problem: Problem, clock: Clock, method: str, search: Search | None = None
) -> SearchLimitReached:
    """Return the error of a search that ran out of time, with the best path cover it holds."""
    kind = "cycle" if problem.closed else "path"
    if problem.is_numbered:
        kind = "in this order" if problem.order else "with these positions"
    cover = () if search is None else search.cover()
    has_ends = not problem.closed and (problem.start is not None or problem.end is not None)
    hint = next_best(closed=problem.closed, has_ends=has_ends)
    conditions = problem.is_numbered or problem.require or problem.forbid
    return SearchLimitReached(
        f"undecided after {clock.seconds:.3g} s and {clock.steps} steps: "
        f"no {'tour' if problem.is_numbered else 'Hamiltonian'} {kind} found, none excluded"
        f"{'' if conditions else f'; {hint}'}",
        stats=clock.stats(method),
        partial=cover[0] if cover else (),
        cover=cover,
    )


def _searched(search: Search, method: str) -> Tour | Proof:
    """Make the attempts of a schedule until one answers."""
    found = search.first(schedule(search, method))
    if found is None:
        raise SearchLimitReached(
            f"method {method!r} has no room left to go on", stats=search.clock.stats(method)
        )
    if found is NoCycle.KNOWN:
        return search.prove()
    if isinstance(found, Found):  # the tour is checked against the graph
        nodes = map(search.problem.nodes.__getitem__, search.order(found))
        return search.problem.tour(nodes, search.clock.stats(found.method))
    return found


def _conditional(problem: Problem, inner: Proof, clock: Clock) -> Proof:
    """Return a proof, checked, from one about the graph with the conditions built in."""
    proof = problem.certificate(
        Conditional, require=problem.require, forbid=problem.forbid, inner=inner
    )
    check_proof(problem.G, proof, clock)
    return proof


def _numbered(
    problem: Problem, clock: Clock, besides: tuple[tuple[object, ...], ...] = ()
) -> Tour | Proof:
    """Answer a problem in which nodes have numbers, or an order, or some tours are known."""
    is_placed = problem.positions and not problem.order
    conditions: dict[str, Any] = {
        "positions": problem.positions,
        "require": problem.require,
        "forbid": problem.forbid,
        "besides": besides,
    }
    try:
        # Counting is what a SAT solver is worst at, and what the necessary conditions rest on.
        unconditional = problem.unconditional
        if proof := cheap_proof(unconditional, clock):
            check_proof(unconditional.G, proof, clock)
            return proof if unconditional is problem else _conditional(problem, proof, clock)
        found: Any
        if not is_placed:
            chains = problem.order.chains
            question = problem.certificate(
                Ordered, chains=chains, sets=(), edges=(), clauses=(), **conditions
            )
            found = satisfy(problem, clock, model=OrderedModel(problem, question))
        else:
            found = numbered(problem.G, problem.certificate(Positioned, **conditions), clock)
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
