"""Certificates that a graph has no tour or walk of some kind, or no shorter one, with checkers.

A module holds kinds of certificates that reason alike: the values, their checks and explanations. A
check reads only the graph and the certificate; this room imports networkx and the standard library,
and no search.
"""

from icosian.proofs.auditing import audit
from icosian.proofs.bounds import DualWeights, LongestBound, LowerBound
from icosian.proofs.certificate import Proof
from icosian.proofs.claim import HOME, Claim, Computed, Middle
from icosian.proofs.clauses import (
    DisjointRefutation,
    Ordered,
    Positioned,
    Refutation,
    SymmetricRefutation,
)
from icosian.proofs.counting import (
    BipartitionImbalance,
    CutVertex,
    DegreeDeficiency,
    Disconnection,
    Toughness,
    Weighing,
    Weights,
)
from icosian.proofs.derived import (
    BottleneckBound,
    Conditional,
    Contraction,
    CoverBound,
    Division,
    FrontierExhausted,
    Refusal,
    Replacement,
)
from icosian.proofs.forcing import AlternatingParity, Cases, ForcedEdges, Step
from icosian.proofs.formulas import exports  # noqa: F401 - it registers
from icosian.proofs.formulas.lrat import Clausal
from icosian.proofs.formulas.opb import PseudoBoolean
from icosian.proofs.induced import ExclusiveBound, InducedBound
from icosian.proofs.loops import LoopRefutation
from icosian.proofs.walks import StreetBound, StreetCase, Unreachable, WalkBound

__all__ = [
    "HOME",
    "AlternatingParity",
    "BipartitionImbalance",
    "BottleneckBound",
    "Cases",
    "Claim",
    "Clausal",
    "Computed",
    "Conditional",
    "Contraction",
    "CoverBound",
    "CutVertex",
    "DegreeDeficiency",
    "Disconnection",
    "DisjointRefutation",
    "Division",
    "DualWeights",
    "ExclusiveBound",
    "ForcedEdges",
    "FrontierExhausted",
    "InducedBound",
    "LongestBound",
    "LoopRefutation",
    "LowerBound",
    "Middle",
    "Ordered",
    "Positioned",
    "Proof",
    "PseudoBoolean",
    "Refusal",
    "Refutation",
    "Replacement",
    "Step",
    "StreetBound",
    "StreetCase",
    "SymmetricRefutation",
    "Toughness",
    "Unreachable",
    "WalkBound",
    "Weighing",
    "Weights",
    "audit",
]
