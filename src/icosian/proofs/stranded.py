"""Streets that no walk passes together: a part of a map that cannot be left."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from icosian.exceptions import InvalidProof
from icosian.proofs.shared.claim import Named  # noqa: TC001 - the codec reads annotations
from icosian.proofs.shared.codec import LEFT_OUT
from icosian.proofs.shared.meaning import lengths_text
from icosian.proofs.shared.street_proof import StreetProof

if TYPE_CHECKING:
    from icosian.proofs.shared.evidence import Tick
    from icosian.proofs.shared.street_proof import Streets


@dataclass(frozen=True, kw_only=True)
class Stranded(StreetProof):
    """No walk passes all streets, because a part of the map cannot be left.

    Theorem: if no street leads out of a part, a walk enters it once at most, and then stays. It is
    not closed if it has something to pass or an end outside and inside; nor does it start inside or
    end outside then, and exactly one street leads into the part.

    Attributes
    ----------
    part : frozenset
        The nodes of the part.
    weight : str, Computed or None
        The edge attribute with the lengths, at least 0; an edge without it has length 1, one with
        None or infinity is not a street. :class:`Computed` lengths come from a function; None means
        that all edges are streets, whatever their lengths.
    hidden : int
        How many edges are not streets because they have no length.

    See Also
    --------
    icosian.routes.postman_walk : Raises it with :exc:`icosian.NoWalk`.

    Examples
    --------
    >>> import networkx as nx
    >>> proof = Stranded(closed=False, part=frozenset("c"))
    >>> proof.check(nx.DiGraph(["ab", "ba", "ac", "bc"]))
    >>> print(proof.explain())
    There is no walk along all streets: no street leads out of the node 'c', so a walk ...
    """

    part: frozenset[Any]
    weight: Named = field(default=None, metadata=LEFT_OUT)
    hidden: int = field(default=0, metadata=LEFT_OUT)

    def _check_map(self, streets: Streets, tick: Tick) -> None:  # noqa: ARG002 - linear
        if self.part - streets.number.keys():
            raise InvalidProof("the part holds what is not a node of the map")
        inside = {streets.number[v] for v in self.part}
        crossing = [(u in inside, v in inside) for u, v, _ in streets.ways]
        into = crossing.count((False, True))
        if (True, False) in crossing or (into and not streets.directed):
            raise InvalidProof("a street leads out of the part")
        ends = [(v in self.part) for v in (self.start, self.end) if v is not None]
        sides = {*ends, *(side for pair in crossing for side in pair)}
        if len(sides) < 2:
            raise InvalidProof("the part must separate streets or ends")
        is_start = self.start is not None and self.start in self.part
        is_end = self.end is not None and self.end not in self.part
        if not (self.closed or is_start or is_end or into != 1):
            raise InvalidProof("a walk may lead into the part and end there")

    @property
    def claim(self) -> str:
        """The claim as a sentence without a full stop."""
        lengths = "" if self.weight is None else lengths_text(self.weight, self.hidden)
        return f"{super().claim}{lengths}"

    def _reason(self) -> str:
        nodes = f"node{'s' * (len(self.part) > 1)} {self._listed(self._ordered(self.part))}"
        part = f"the {len(self.part)} {nodes}" if len(self.part) > 1 else f"the {nodes}"
        return (
            f"no street leads out of {part}, so a walk that enters this part stays there,"
            " and passes one street into it at most"
        )

    def _effort(self) -> int:
        return 2
