"""The layout of proofs: what each kind marks on the graph, and what is said above the picture."""

from __future__ import annotations

import math
import textwrap
from collections import Counter, defaultdict
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import networkx as nx

from icosian.drawing._ground import Squares, faint, ground_of, plain
from icosian.drawing._layout import (
    NUMBERED_NODES,
    PARTS,
    SETS,
    STAGES,
    Box,
    Label,
    Layout,
    Spots,
    Strokes,
    arrowhead,
)
from icosian.drawing._outlines import levels, round_outline, square_outline
from icosian.exceptions import InvalidArgument, InvalidProof
from icosian.proofs.base import HOME, Proof
from icosian.proofs.network import Network
from icosian.proofs.rules import OPEN, USED, Contradiction, Marks

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Sequence

    from icosian.drawing._layout import Line, Point
    from icosian.proofs.base import Number
    from icosian.proofs.bipartition import BipartitionImbalance
    from icosian.proofs.cases import Cases
    from icosian.proofs.connection import Disconnection
    from icosian.proofs.cutvertex import CutVertex
    from icosian.proofs.degrees import DegreeDeficiency
    from icosian.proofs.forced import ForcedEdges
    from icosian.proofs.frontier import FrontierExhausted
    from icosian.proofs.toughness import Toughness
    from icosian.proofs.weighing import Weighing

__all__ = ["proof_layout"]

MOST_SETS = 12  # further sets would be a tangle of outlines
MOST_LEAVES = 24  # a larger tree of cases is told by its size only
MOST_TAGS = 300  # with more numbered edges, the numbers cover each other

_LETTERS = "ABCDEFGHIJKL"
_CORNERS = ((-1, -1), (1, -1), (1, 1), (-1, 1))  # where tags of sets stand, y growing downwards
_VULGAR = {
    Fraction(text): sign
    for text, sign in zip(
        "1/2 1/3 2/3 1/4 3/4 1/5 2/5 3/5 4/5 1/6 5/6 1/8 3/8 5/8 7/8".split(),
        "½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞",
        strict=True,
    )
}


def proof_layout(proof: Proof, G: nx.Graph[Any]) -> Layout:
    """Lay out a proof on the graph that it speaks of."""
    if not isinstance(proof, Proof):
        raise InvalidArgument(f"proof must be a Proof, got {proof!r}")
    if not isinstance(G, nx.Graph):
        raise InvalidArgument(f"G must be a networkx graph, got {G!r}")
    _require_nodes(proof, G)
    sketch = _Sketch(proof, G)
    names = [kind.__name__ for kind in type(proof).__mro__]
    known = next((name for name in names if name in _BUILDERS), None)
    if known:
        _BUILDERS[known](sketch, proof)
    return sketch.layout()


def _require_nodes(proof: Proof, G: nx.Graph[Any]) -> None:
    """Refuse a graph that lacks a node of the proof: whatever its kind, it writes them all out."""

    def require(node: Any) -> str:
        if node not in G and (node is not HOME or proof.closed):
            raise InvalidArgument(f"the proof speaks of {node!r}, which is not a node of G")
        return ""

    for end in (proof.start, proof.end):
        if end is not None:
            require(end)
    proof._payload(require)  # noqa: SLF001 - our own kinds
