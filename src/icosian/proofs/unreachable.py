"""Stops and streets that no walk visits together: parts of a map that cannot be left."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import chain
from typing import Any

import networkx as nx

from icosian.exceptions import InvalidProof
from icosian.proofs.shared.claim import Named
from icosian.proofs.shared.closure import roads_of
from icosian.proofs.shared.codec import LEFT_OUT
from icosian.proofs.shared.evidence import Tick
from icosian.proofs.shared.lengths import Weight
from icosian.proofs.shared.meaning import lengths_text
from icosian.proofs.shared.walk_proof import WalkProof


@dataclass(frozen=True, kw_only=True)
class Unreachable(WalkProof):
    """No walk visits all stops, because parts of the map cannot be left.

    Theorem: if no road leads out of a part, a walk visits the stops outside before those inside.
    It is then not closed, does not start inside, and does not end outside. With two parts and a
    stop that only the first one holds, and another that only the second one holds, each of the
    two would have to be visited before the other. A street that has to be passed is a stop in its
    middle; if it leads into a part, it counts as inside or as outside, as needed.

    Attributes
    ----------
    parts : tuple of frozenset
        One or two sets of nodes.
    weight : str, Computed or None
        The edge attribute with the lengths, at least 0; an edge without it has length 1, one with
        None or infinity is left out. :class:`Computed` lengths come from a function; None means
        that all
        edges are roads, whatever their lengths.
    hidden : int
        How many edges are left out because they have no length.

    See Also
    --------
    icosian.traveling_salesman : Raises it with :exc:`icosian.NoWalk`.

    Examples
    --------
    >>> import networkx as nx
    >>> island = frozenset("cd")
    >>> proof = Unreachable(closed=False, stops=("a", "c"), parts=(island, frozenset("ab")))
    >>> proof.check(nx.Graph(["ab", "cd"]))
    >>> print(proof.explain())
    There is no walk through the 2 stops 'a', 'c': no road leads out of the 2 nodes ...
    """

    parts: tuple[frozenset[Any], ...]
    weight: Named = field(default=None, metadata=LEFT_OUT)
    hidden: int = field(default=0, metadata=LEFT_OUT)

    @property
    def claim(self) -> str:
        """The claim as a sentence without a full stop."""
        lengths = "" if self.weight is None else lengths_text(self.weight, self.hidden)
        return f"{super().claim}{lengths}"

    def _check_form(self) -> None:
        if len(self.parts) not in (1, 2):
            raise InvalidProof("there are one or two parts")

    def _check_map(self, G: nx.Graph[Any], weight: Weight, tick: Tick) -> None:
        if any(part - G.nodes for part in self.parts):
            raise InvalidProof("a part holds what is not a node of the map")
        roads = roads_of(G, weight, tick, self.streets)
        for part in self.parts:
            inside = {roads.number[v] for v in part}
            if any(not roads.arcs[u].keys() <= inside for u in inside):
                raise InvalidProof("a road leads out of a part")
        # A stop that is entered and left at different nodes is the middle of a street.
        first, last = ({roads.number[v] for v in self.parts[k]} for k in (0, -1))
        ends = chain.from_iterable((u, v) for u, v, _ in roads.streets)
        stops = [(v, v) for v in (*ends, *(roads.number[v] for v in self.stops))]
        stops += [(u, v) for u, v, _ in roads.streets]
        here = {k for k, (_, head) in enumerate(stops) if head in first}
        there = {k for k, (tail, _) in enumerate(stops) if tail not in first}
        if len(self.parts) == 2:
            here = {k for k in here if stops[k][0] not in last}
            there = {k for k in there if stops[k][1] in last}
        elif not (self.closed or self.start in self.parts[0] or self._ends_outside(self.parts[0])):
            raise InvalidProof("a walk may lead into the part and end there")
        if not here or not there or len(here | there) < 2:
            raise InvalidProof("a part must separate stops")

    def _ends_outside(self, part: frozenset[Any]) -> bool:
        return self.end is not None and self.end not in part

    def _reason(self) -> str:
        parts = [
            f"the {len(part)} nodes {self._listed(self._ordered(part))}"
            if len(part) > 1
            else f"the node {self._listed(part)}"
            for part in self.parts
        ]
        if self.streets:
            reason = " and none out of ".join(parts)
            return f"no road leads out of {reason}, and the walk has something to pass elsewhere"
        first = self.parts[0]
        outside = [v for v in self.stops if v not in first]
        if len(parts) == 2:
            outside = [v for v in outside if v in self.parts[1]]
        name = "stop" if len(outside) == 1 else "stops"
        away = f"to the {name} {self._listed(outside)}"
        if len(parts) == 1:
            return f"no road leads out of {parts[0]}, and so none {away}"
        return f"no road leads out of {parts[0]} {away}, and none out of {parts[1]} back"

    def _effort(self) -> int:
        return 2 * len(self.parts)
