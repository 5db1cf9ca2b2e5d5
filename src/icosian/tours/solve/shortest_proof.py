"""Search for the proof that is shortest to read."""

from __future__ import annotations

import math
from itertools import chain
from typing import TYPE_CHECKING, Any

import numpy as np

from icosian._kernels import forcing
from icosian._run.clock import TimeIsUp
from icosian.proofs import (
    HOME,
    BipartitionImbalance,
    Contraction,
    CutVertex,
    DegreeDeficiency,
    Disconnection,
    Refutation,
)
from icosian.tours.certify.cut_sets import removal, shrunk, toughness, undirected
from icosian.tours.certify.subtour_lp import Subtours, weighing
from icosian.tours.certify.tight_sets import contracted
from icosian.tours.checking import check_proof
from icosian.tours.solve.edge_forcing import Forcing
from icosian.tours.solve.portfolio import READABLE
from icosian.tours.solve.sat import satisfy

if TYPE_CHECKING:
    from collections.abc import Iterator

    from icosian._run.clock import Clock
    from icosian.proofs import Proof, Weights
    from icosian.tours.problem import Problem

    Entry = tuple[Any, Any] | Weights | None


SPLIT_CASES = 100
"""Entries of a tree whose cases are closed by weights."""
SAT_STEPS = 3_000_000
"""Steps of the SAT solvers, times nodes and arcs."""
EDGES = 3_000
"""The edges of the largest graph whose proof is made shorter."""

_PLAIN = (BipartitionImbalance, CutVertex, DegreeDeficiency, Disconnection)


def shortened(problem: Problem, proof: Proof, clock: Clock) -> Proof:
    """Return the checked proof of least effort, of a few; each attempt is limited by steps."""
    if isinstance(proof, _PLAIN) or len(problem.arrays.indices) > 2 * EDGES:
        return proof
    best, clock = proof, clock.within(math.inf)
    try:
        for other in chain(_contractions(problem, proof, clock), _others(problem, clock)):
            if other.effort < best.effort:
                check_proof(problem.G, other, clock)
                best = other
    except TimeIsUp:
        pass
    return best


def _contractions(problem: Problem, proof: Proof, clock: Clock) -> Iterator[Proof]:
    """Yield a proof about what is left when tight sets are contracted, if there are any."""
    if found := contracted(problem, clock):
        known = isinstance(proof, Contraction)
        inner = found.inner(proof) if known else next(_others(found.small, clock), None)
        if inner is not None:
            yield found.lifted(shortened(found.small, inner, clock))


def _others(problem: Problem, clock: Clock) -> Iterator[Proof]:
    G = undirected(problem)
    reading = problem.size + len(problem.arrays.indices)
    steps = READABLE["toughness"].limit
    for found in toughness(problem, clock):
        if steps <= 0:
            break
        yield shrunk(problem, G, found, clock)
        steps -= len(found.removed) * reading
    subtours = Subtours(problem, limit=READABLE["weighing"].limit)
    weights = subtours.weights(clock)
    if weights is not None:
        yield weighing(problem, weights)
        light = frozenset(v for v, weight in weights.nodes if weight < 0 and v is not HOME)
        if removed := removal(problem, G, light):
            yield shrunk(problem, G, removed, clock)
    if problem.form.size < 3:
        return
    limit, room = READABLE["forcing"].limit, READABLE["forcing"].room
    search = Forcing(problem, clock, room=room)
    if search.search(clock, limit) == forcing.EXHAUSTED:
        yield search.proof(clock)
    refutation = satisfy(problem, clock, limit=min(READABLE["sat"].limit, SAT_STEPS // reading))
    if isinstance(refutation, Refutation):
        yield refutation
    if weights is None:
        search = Forcing(problem, clock, room=0)
        tree = _weighed_cases(search, subtours, clock)
        if tree is not None:
            yield search.cases(tree, clock)


def _weighed_cases(search: Forcing, subtours: Subtours, clock: Clock) -> list[Entry] | None:
    """Return a tree of cases that rules and weights close, or None if it grows too large."""
    edges, rows, lists, *_, s = (array.tolist() for array in search.run.arrays())
    place = subtours.places([search.problem.form.decode_edge(*e) for e in search.edges.tolist()])
    given = subtours.used.copy()

    def consistent(e: int, value: int) -> bool:
        """Return True if the rules do not contradict a mark."""
        if value == forcing.OPEN:  # the root
            if not all(
                forcing.serve(edges, rows, lists, s, r) for r in range(len(rows) // forcing.ROW)
            ):
                return False
        elif value == forcing.UNUSED:
            forcing.drop(edges, rows, lists, s, e)
        elif not forcing.use(edges, rows, lists, s, e):
            return False
        return bool(forcing.follow(edges, rows, lists, s))

    tree: list[Entry] = []
    ahead = [(s[forcing.TRAIL], 0, forcing.OPEN)]
    while ahead:
        size, e, value = ahead.pop()
        forcing.undo(edges, rows, lists, s, size)
        if not consistent(e, value):
            tree.append(None)
            continue
        mark = np.array(edges[forcing.MARK :: forcing.EDGE])
        subtours.used = given.copy()
        subtours.used[place[(mark == forcing.USED) & (place >= 0)]] = True
        subtours.unused[:] = False
        subtours.unused[place[(mark == forcing.UNUSED) & (place >= 0)]] = True
        weights = subtours.weights(clock)
        if weights is not None:
            tree.append(weights)
            continue
        if subtours.solution is None or len(tree) >= SPLIT_CASES:
            return None
        undecided = np.abs(subtours.solution[place] - 0.5)
        undecided[mark != forcing.OPEN] = 1
        e = int(np.argmin(undecided))
        if mark[e] != forcing.OPEN:  # nothing is left to split on: a tour
            return None
        tree.append(search.pair(e))
        size = s[forcing.TRAIL]
        ahead += [(size, e, forcing.UNUSED), (size, e, forcing.USED)]
    return tree
