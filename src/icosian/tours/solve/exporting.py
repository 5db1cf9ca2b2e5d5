"""Proofs for other checkers: where a kind has no such form, a refutation of the same claim."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import networkx as nx

from icosian._run.clock import Clock, Progress, TimeIsUp
from icosian.exceptions import NoClausalForm, NoPseudoBooleanForm, SearchLimitReached
from icosian.proofs import Claim, Clausal, Conditional, Proof, PseudoBoolean
from icosian.tours.problem import Problem
from icosian.tours.solve.portfolio import EXPORTABLE
from icosian.tours.solve.sat import satisfy


def exported(
    proof: Proof,
    G: nx.Graph[Any],
    *,
    clauses: bool = False,
    timeout: float | None = None,
    progress: Callable[[Progress], object] | None = None,
) -> PseudoBoolean | Clausal:
    """Return the form of a proof, or else of a refutation by a SAT solver."""
    try:
        return proof.to_lrat(G) if clauses else proof.to_pseudo_boolean(G)
    except (NoPseudoBooleanForm, NoClausalForm) as error:
        claim = proof.statement
        asked = ("closed", "start", "end", "require", "forbid")
        if claim != Claim(**{name: getattr(claim, name) for name in asked}):
            raise
        proof.check(G)  # the claim is true, whatever its proof
        refutation = _refutation(claim, G, Clock(timeout, progress))
        if refutation is None:
            raise type(error)(
                f"{error}, and in {EXPORTABLE.limit:,} steps a SAT solver found no other proof"
            ) from None
        return refutation.to_lrat(G) if clauses else refutation.to_pseudo_boolean(G)


def _refutation(claim: Claim, G: nx.Graph[Any], clock: Clock) -> Proof | None:
    """Return an unchecked refutation of a claim, or None after the steps of the table."""
    problem = Problem.of(
        G,
        closed=claim.closed,
        start=claim.start,
        end=claim.end,
        require=claim.require,
        forbid=claim.forbid,
    )
    try:
        found = satisfy(problem.unconditional, clock, limit=EXPORTABLE.limit)
    except TimeIsUp:
        raise SearchLimitReached(
            f"no proof with a form for other checkers after {clock.seconds:.3g} s",
            stats=clock.stats("sat"),
        ) from None
    if not isinstance(found, Proof):
        return None
    if problem.unconditional is problem:
        return found
    return problem.certificate(
        Conditional, require=problem.require, forbid=problem.forbid, inner=found
    )
