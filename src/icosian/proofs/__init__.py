"""Why there is none: certificates that a program can check.

One module holds one certificate: the value, its check and its explanation. A check reads nothing
but the graph and the certificate; this room imports networkx and the standard library, and no
search.
"""

from icosian.proofs.base import Proof
from icosian.proofs.bipartition import BipartitionImbalance
from icosian.proofs.connection import Disconnection
from icosian.proofs.degrees import DegreeDeficiency
from icosian.proofs.frontier import FrontierExhausted

__all__ = [
    "BipartitionImbalance",
    "DegreeDeficiency",
    "Disconnection",
    "FrontierExhausted",
    "Proof",
]
