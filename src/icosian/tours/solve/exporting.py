"""Proofs for other checkers: where a kind has no such form, a refutation of the same claim."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from icosian._run.clock import Clock, TimeIsUp
from icosian.exceptions import NoPseudoBooleanForm, SearchLimitReached
from icosian.proofs import (
    AlternatingParity,
    Conditional,
    Contraction,
    Division,
    FrontierExhausted,
    Proof,
)
from icosian.tours.problem import Problem
from icosian.tours.solve.portfolio import EXPORTABLE
from icosian.tours.solve.sat import satisfy

if TYPE_CHECKING:
    from collections.abc import Callable

    import networkx as nx

    from icosian._run.clock import Progress
    from icosian.proofs import PseudoBoolean


FORMLESS = AlternatingParity, Contraction, Division, FrontierExhausted
"""Kinds of proofs about tours that have no pseudo-Boolean form."""


def exported(
    proof: Proof,
    G: nx.Graph[Any],
    *,
    timeout: float | None = None,
    progress: Callable[[Progress], object] | None = None,
) -> PseudoBoolean:
    """Return the pseudo-Boolean form of a proof, or else of a refutation by a SAT solver."""
    try:
        return proof.to_pseudo_boolean(G)
    except NoPseudoBooleanForm as error:
        inner = proof.inner if isinstance(proof, Conditional) else proof
        if not isinstance(inner, FORMLESS):
            raise
        proof.check(G)  # the claim is true, whatever its proof
        refutation = _refutation(proof, G, Clock(timeout, progress))
        if refutation is None:
            raise NoPseudoBooleanForm(
                f"{error}, and in {EXPORTABLE.limit:,} steps a SAT solver found no other proof"
            ) from None
        return refutation.to_pseudo_boolean(G)


def _refutation(proof: Proof, G: nx.Graph[Any], clock: Clock) -> Proof | None:
    """Return an unchecked refutation of the same claim, or None after the steps of the table."""
    claim = proof.statement
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
            f"no proof with a pseudo-Boolean form after {clock.seconds:.3g} s",
            stats=clock.stats("sat"),
        ) from None
    if not isinstance(found, Proof):
        return None
    if problem.unconditional is problem:
        return found
    return problem.certificate(
        Conditional, require=problem.require, forbid=problem.forbid, inner=found
    )
