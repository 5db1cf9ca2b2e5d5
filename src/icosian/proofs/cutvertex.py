"""Cut vertices: parts of the graph that hang on a single node."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

import networkx as nx

from icosian.exceptions import InvalidProof
from icosian.proofs.base import Proof
from icosian.proofs.shared.claim import HOME
from icosian.proofs.shared.codec import Number
from icosian.proofs.shared.evidence import Tick, paced
from icosian.proofs.weighing import Weighing


@dataclass(frozen=True, kw_only=True)
class CutVertex(Proof):
    """Parts that hang on a single node each, and more of them than a tour has ends.

    Theorem: a part whose only way to the rest is one node cannot be entered and left again,
    because that node would be visited twice. So a cycle has no such part, and a path must end in
    each; it has two ends, less those that were given outside these parts. A graph without such
    parts is 2-connected; the blocks of a graph with a Hamiltonian path form a path.

    Attributes
    ----------
    parts : tuple of (node, frozenset)
        The cut vertex, and the part that hangs on it. The parts are disjoint, and no cut vertex
        is in one of them.

    References
    ----------
    .. [1] F. Harary, G. Prins, The block-cutpoint-tree of a graph, Publicationes Mathematicae
       Debrecen 13 (1966), 103-107.

    Examples
    --------
    Two triangles with a common corner:

    >>> import networkx as nx, icosian
    >>> G = nx.windmill_graph(2, 3)
    >>> print(icosian.prove_no_hamiltonian_cycle(G).explain())
    There is no Hamiltonian cycle: node 0 is the only way to a part of 2 nodes (1, 2), and a cycle
    would have to pass it twice.
    """

    parts: tuple[tuple[Any, frozenset[Any]], ...]

    def _check(self, G: nx.Graph[Any], tick: Tick) -> None:
        members = Counter(v for _, part in self.parts for v in part)
        if any(v not in G for v in members) or any(cut not in G for cut, _ in self.parts):
            raise InvalidProof("a part or its cut vertex is not of the graph")
        if any(count > 1 for count in members.values()):
            raise InvalidProof("two parts share a node")
        if any(cut in members for cut, _ in self.parts):
            raise InvalidProof("a cut vertex is in a part")
        for cut, part in paced(self.parts, tick, every=1):
            if not part or len(part) + 1 == len(G):
                raise InvalidProof("a part and its cut vertex must leave something to visit")
            allowed = part | {cut}
            if any(w not in allowed for v in part for w in G.adj[v]):
                raise InvalidProof("an edge leads out of a part past its cut vertex")
            if G.is_directed() and any(
                w not in allowed
                for v in part
                for w in G.pred[v]  # type: ignore[attr-defined]
            ):
                raise InvalidProof("an edge leads into a part past its cut vertex")
        ends = {self.start, self.end} - {None}
        needed = sum(not ends & part for _, part in self.parts)
        if needed <= self._free():
            raise InvalidProof("the path has ends enough for the parts that are listed")

    def _free(self) -> int:
        """Return how many ends of the path are free."""
        return 0 if self.closed else (self.start is None) + (self.end is None)

    def _reason(self) -> str:
        def hanging(cut: Any, part: frozenset[Any]) -> str:
            count = "1 node" if len(part) == 1 else f"{len(part)} nodes"
            return f"{self._name(cut)} is the only way to a part of {count} ({self._some(part)})"

        if self.closed:
            kind = "" if self.ranks is not None else "node "
            parts = "".join(f"{kind}{hanging(*pair)}, and " for pair in self.parts[:1])
            return f"{parts}a cycle would have to pass it twice"
        parts = "; ".join(hanging(cut, part) for cut, part in self.parts)
        ends = [v for v in (self.start, self.end) if v is not None]
        given = f", of which {self._listed(ends)} {'was' if len(ends) == 1 else 'were'} given"
        return (
            f"{parts}. A path must end in each of these {len(self.parts)} parts, and it has only"
            f" two ends{given if ends else ''}"
        )

    def _some(self, part: frozenset[Any]) -> str:
        return self._listed(self._ordered(part))

    def _effort(self) -> int:
        return 2 * len(self.parts)

    def as_weighing(self, G: nx.Graph[Any]) -> Weighing:
        """Return the same reason as a weighing.

        Parameters
        ----------
        G : networkx graph
            The graph that the proof holds for.

        Returns
        -------
        Weighing
            The weighing: each part weighs 1 with its cut vertex and 1 without it.
        """
        weights: Counter[Any] = Counter()
        sets: Counter[frozenset[Any]] = Counter()
        ends = {self.start, self.end} - {None}
        needed = [(cut, part) for cut, part in self.parts if not ends & part]
        for cut, part in needed[:1] if self.closed else needed:
            weights[cut] -= 1
            sets[part] += 1
            sets[part | {cut}] += 1
        if not self.closed:
            weights[HOME] = -2
        numbers: dict[Any, Number] = dict(weights)
        exact: dict[frozenset[Any], Number] = dict(sets)
        return Weighing.of(self, numbers, numbers if G.is_directed() else {}, sets=exact)
