"""Lower bounds of walks through stops: distances that are known up to a reach, and a tour bound."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import networkx as nx

from icosian._io.text import decimal_text
from icosian.exceptions import InvalidProof
from icosian.proofs.bounds.lower_bound import LowerBound
from icosian.proofs.conditions import order_text, selection_text
from icosian.proofs.shared.claim import Claim, Groups, Named, Pairs, Prizes
from icosian.proofs.shared.closure import Closure, roads_of
from icosian.proofs.shared.codec import LEFT_OUT, LONGEST, Number
from icosian.proofs.shared.evidence import Tick, verify
from icosian.proofs.shared.lengths import Weight
from icosian.proofs.shared.meaning import USUAL, lengths_text
from icosian.proofs.shared.walk_proof import WalkProof


@dataclass(frozen=True, kw_only=True)
class WalkBound(WalkProof):
    """No walk through some stops is shorter than a bound.

    Theorem: a walk visits the stops in some order, for the first time each or when the order that
    is asked for says so, and its part from one to the next is at least as long as their distance.
    So it is at least as long as a tour of the stops that it visits by their distances, or by
    lengths that are not above them. Such lengths are the distances up to the reach of a stop, and
    the reach itself beyond: they rise along a road by at most its length. A street that has to be
    passed is two stops at its ends, and every tour uses the edge between them, which has its
    length.

    Attributes
    ----------
    reaches : tuple of int
        How far the distances from each stop matter, in the greatest common unit of all roads.
    inner : LowerBound
        The bound of tours of the stops, which are numbered from 0 in their order, and of the ends
        of streets, which follow.
    weight : str, Computed or None
        The edge attribute with the lengths, at least 0; an edge without it has length 1, one with
        None or infinity is left out. :class:`Computed` lengths come from a function; None means
        that each edge has length 1.
    hidden : int
        How many edges are left out because they have no length.
    groups, prizes, leave_out, chains
        Which stops may be left out, and in which order they are visited, as in a
        :class:`LowerBound`. A walk may pass a stop before its turn.

    See Also
    --------
    LowerBound : Bounds of tours, and what they consist of.
    icosian.traveling_salesman : Find a walk with its proof.

    Notes
    -----
    The check runs Dijkstra's algorithm from each stop up to its reach, in integers, and gives the
    distances to the inner bound. Pairs that are farther from each other than their reaches count
    with the larger one of them; on a map with one-way roads, that of the stop that is left. Of
    parallel edges only the lightest counts.

    Examples
    --------
    Three towns on the rim of a wheel, whose spokes are shorter:

    >>> import icosian
    >>> spokes = [("hub", town, 2) for town in "ABC"]
    >>> rim = [("A", "B", 5), ("B", "C", 5), ("C", "A", 5)]
    >>> G = icosian.route_map([*spokes, *rim])
    >>> walk = icosian.traveling_salesman(G, ["A", "B", "C"])
    >>> walk.proof.bound, walk.proof.stops
    (12, ('A', 'B', 'C'))
    >>> walk.proof.check(G)
    """

    reaches: tuple[int, ...]
    inner: LowerBound
    weight: Named = field(default=USUAL, metadata=LEFT_OUT)
    hidden: int = field(default=0, metadata=LEFT_OUT)
    groups: Groups = field(default=(), metadata=LEFT_OUT)
    prizes: Prizes = field(default=(), metadata=LEFT_OUT)
    leave_out: int = field(default=0, metadata=LEFT_OUT)
    chains: Groups = field(default=(), metadata=LEFT_OUT)

    @property
    def bound(self) -> Number:
        """No walk is shorter."""
        return self.inner.bound

    @property
    def shorter_than(self) -> Number:
        """The bound, as the claim has it."""
        return self.inner.bound

    def _check_form(self) -> None:
        if not isinstance(self.inner, LowerBound):
            raise InvalidProof("the inner proof is not a bound of tours")
        if not all(type(reach) is int and 0 <= reach < LONGEST for reach in self.reaches):
            raise InvalidProof("reaches are integers of at least 0, with less than 1,000 digits")
        if self.inner.ranks is not None:
            raise InvalidProof("the inner proof names squares of a board")
        if self.streets and (self.groups or self.prizes or self.leave_out or self.chains):
            raise InvalidProof("a walk along streets has no order, and leaves out no stops")
        self.inner._check_form()  # noqa: SLF001 - our own kinds

    def _inner_claim(self, require: Pairs) -> Claim:
        """Return the only claim that the inner proof may make."""
        number = {v: i for i, v in enumerate(self.stops)}
        start, end = (None if v is None else number.get(v) for v in (self.start, self.end))
        groups, chains = (
            tuple(tuple(map(number.get, some)) for some in named)
            for named in (self.groups, self.chains)
        )
        return Claim(
            closed=self.closed,
            start=start,
            end=end,
            require=require,
            shorter_than=self.inner.bound,
            weight=USUAL,
            groups=groups,
            prizes=tuple((number.get(v), prize) for v, prize in self.prizes),
            leave_out=self.leave_out,
            chains=chains,
        )

    def _check_map(self, G: nx.Graph[Any], weight: Weight, tick: Tick) -> None:
        roads = roads_of(G, weight, tick, self.streets)
        numbers = [roads.number[v] for v in self.stops]
        closure = Closure(roads, numbers, self.reaches, tick, closed=self.closed)
        if (
            self.inner.statement != self._inner_claim(closure.require)
            or self.inner.unit is not None
        ):
            raise InvalidProof("the inner proof makes another claim")
        verify(self.inner, closure, tick)

    @property
    def claim(self) -> str:
        """The claim as a sentence without a full stop."""
        bound = f"{decimal_text(self.bound)}{lengths_text(self.weight, self.hidden)}"
        if selected := selection_text(self):
            return f"No {self._walk} among {self._named_stops} {selected} {bound}"
        return f"{super().claim} shorter than {bound}{order_text(self)}"

    def _reason(self) -> str:
        return (
            "it is at least as long as a tour of the stops by their distances; those beyond the"
            " reaches of both stops may count as the larger reach."
            f" For tours of the stops, numbered from 0: {self.inner._reason()}"  # noqa: SLF001 - our own kinds
        )

    def _effort(self) -> int:
        return len(self.reaches) + self.inner.effort
