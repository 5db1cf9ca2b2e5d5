"""Finding the proof that is shortest to read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from icosian._kernels import forcing
from icosian._run.clock import TimeIsUp
from icosian.proofs import (
    HOME,
    BipartitionImbalance,
    Cases,
    CutVertex,
    DegreeDeficiency,
    Disconnection,
    Refutation,
)
from icosian.proofs.evidence import verify
from icosian.tours.certify import necessary_conditions as refute
from icosian.tours.certify.cut_sets import removal, shrunk, toughness, undirected
from icosian.tours.certify.subtour_lp import Subtours, weighing
from icosian.tours.solve.edge_forcing import Forcing
from icosian.tours.solve.sat import satisfy

if TYPE_CHECKING:
    from collections.abc import Iterator

    from icosian._run.clock import Clock
    from icosian.proofs import Proof, Weights
    from icosian.tours.problem import Problem

    Entry = tuple[Any, Any] | Weights | None

__all__ = ["shortened"]

SECONDS = 1.0
"""Only a stop where a machine is slow: the attempts are counted in steps."""
MARKS, ROOM = 200_000, 2_000
"""Steps and entries of a tree of forced edges."""
CONFLICTS = 2_000
"""Conflicts of the SAT solver."""
ROUNDS = 100
"""How often sets are added to a linear programme."""
SPLIT_CASES = 100
"""Entries of a tree whose cases are closed by weights."""
EDGES = 3_000
"""The edges of the largest graph whose proof is made shorter."""

_PLAIN = (BipartitionImbalance, CutVertex, DegreeDeficiency, Disconnection)


def shortened(problem: Problem, proof: Proof, clock: Clock) -> Proof:
    """Return the proof that takes the least effort to read, of a few that are tried.

    Parameters
    ----------
    problem : Problem
        The question.
    proof : Proof
        A proof that holds.
    clock : Clock
        The clock of the call.

    Returns
    -------
    Proof
        A proof that was checked.
    """
    if isinstance(proof, _PLAIN) or len(problem.arrays.indices) > 2 * EDGES:
        return proof
    best = proof
    try:
        for other in _others(problem, clock.within(SECONDS)):
            if other.effort < best.effort:
                verify(other, problem.G, lambda: clock.tick("check"))
                best = other
    except TimeIsUp:
        pass
    return best


def _others(problem: Problem, clock: Clock) -> Iterator[Proof]:
    question = refute.question(problem)
    G = undirected(problem)
    for found in toughness(problem, question, clock):
        yield shrunk(G, found, question, clock)
    subtours = Subtours(problem)
    weights = subtours.weights(clock, ROUNDS)
    if weights is not None:
        yield weighing(problem, weights, question)
        light = frozenset(v for v, weight in weights.nodes if weight < 0 and v is not HOME)
        if removed := removal(G, light, question):
            yield shrunk(G, removed, question, clock)
    form = problem.normal_form()
    if form.size < 3:
        return
    search = Forcing(problem, form, room=ROOM)
    if search.search(clock, MARKS) == forcing.EXHAUSTED:
        yield search.proof(question, clock)
    refutation = satisfy(problem, question, clock, limit=CONFLICTS)
    if isinstance(refutation, Refutation):
        yield refutation
    if weights is None:
        tree = _weighed_cases(Forcing(problem, form, room=0), subtours, clock)
        if tree is not None:
            yield Cases(tree=tuple(tree), **question)


def _weighed_cases(search: Forcing, subtours: Subtours, clock: Clock) -> list[Entry] | None:
    """Return a tree of cases that rules and weights close, or None if it grows too large.

    It is split on the edge that the programme is most undecided about.
    """
    import numpy as np

    edges, rows, lists, *_, s = (array.tolist() for array in search.run.arrays())
    place = subtours.places([search.problem.decode_edge(*e) for e in search.edges.tolist()])
    given = subtours.used.copy()

    def consistent(e: int, value: int) -> bool:
        """Whether the rules find nothing against a mark."""
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
