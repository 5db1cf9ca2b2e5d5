"""Certificates that a graph has no tour or walk of some kind, or no shorter one, with checkers.

One module holds one kind of certificate: the value, its check and its explanation. A check reads
only the graph and the certificate; this room imports networkx and the standard library, and no
search.
"""

from icosian.proofs.alternating_parity import AlternatingParity
from icosian.proofs.auditing.audit import audit
from icosian.proofs.base import Proof
from icosian.proofs.bipartition import BipartitionImbalance
from icosian.proofs.bounds.bottleneck_bound import BottleneckBound
from icosian.proofs.bounds.cover_bound import CoverBound
from icosian.proofs.bounds.dual_bound import DualWeights
from icosian.proofs.bounds.longest_bound import LongestBound
from icosian.proofs.bounds.lower_bound import LowerBound
from icosian.proofs.bounds.street_bound import StreetBound
from icosian.proofs.bounds.walk_bound import WalkBound
from icosian.proofs.cases import Cases
from icosian.proofs.clausal import Clausal
from icosian.proofs.conditions import Conditional
from icosian.proofs.connection import Disconnection
from icosian.proofs.contraction import Contraction
from icosian.proofs.cutvertex import CutVertex
from icosian.proofs.degrees import DegreeDeficiency
from icosian.proofs.disjoint import DisjointRefutation
from icosian.proofs.division import Division, Refusal, Replacement
from icosian.proofs.forced import ForcedEdges, Step
from icosian.proofs.frontier import FrontierExhausted
from icosian.proofs.loops import LoopRefutation
from icosian.proofs.order import Ordered
from icosian.proofs.positions import Positioned
from icosian.proofs.pseudo_boolean import PseudoBoolean, exports  # noqa: F401 - it registers
from icosian.proofs.refutation import Refutation
from icosian.proofs.shared.claim import HOME, Claim, Computed, Middle
from icosian.proofs.toughness import Toughness
from icosian.proofs.unreachable import Unreachable
from icosian.proofs.weighing import Weighing, Weights

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
    "ForcedEdges",
    "FrontierExhausted",
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
    "Toughness",
    "Unreachable",
    "WalkBound",
    "Weighing",
    "Weights",
    "audit",
]
