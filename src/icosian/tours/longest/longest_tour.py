"""LongestTour: a path or cycle with its length and what is proved of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import networkx as nx

from icosian._run.clock import SearchStats
from icosian.proofs import LongestBound
from icosian.tours.measured import gap_between
from icosian.tours.tour import Tour


class LongestTour(Tour):
    """A path or cycle that visits some nodes, and a proved bound that none is longer.

    It is a :class:`Tour` in every other respect.

    Parameters
    ----------
    nodes : sequence of nodes
        In the order of the visit.
    is_closed : bool
        True if the last node leads back to the first.
    length : number
        The number of its nodes, or the sum of the weights of its edges.
    bound : number, optional
        None is longer.
    is_optimal : bool
        True if that is proved.
    proof : LongestBound, optional
        The certificate of the bound.
    G : networkx graph, optional
        The graph it belongs to.
    stats : SearchStats, optional
        How it was found.

    See Also
    --------
    longest_cycle, longest_path : Find one.

    Examples
    --------
    >>> import networkx as nx, icosian
    >>> cycle = icosian.longest_cycle(nx.petersen_graph())
    >>> cycle.length, cycle.bound, cycle.gap, cycle.is_longest
    (9, 9, 0.0, True)
    """

    def __init__(
        self,
        nodes: Sequence[Any],
        *,
        is_closed: bool,
        length: Any,
        bound: Any = None,
        is_optimal: bool = False,
        proof: LongestBound | None = None,
        G: nx.Graph[Any] | None = None,
        stats: SearchStats | None = None,
    ) -> None:
        super().__init__(nodes, is_closed=is_closed, G=G, stats=stats)
        self.length = length
        """The number of its nodes, or the sum of weights: exact, but of floats rounded."""
        self.bound = bound
        """A length that is proved to be exceeded by none; None if nothing is proved."""
        self.is_optimal = is_optimal
        """True if none is longer in exact arithmetic."""
        self.proof = proof
        """The certificate of the bound, checked, or None."""
        """How many edges had no length of their own, as a sentence; empty if all had."""

    @property
    def is_longest(self) -> bool:
        """True if it is proved that none is longer."""
        return self.is_optimal

    @property
    def size(self) -> int:
        """The number of its nodes."""
        return len(self)

    @property
    def gap(self) -> float:
        """The part of the length by which another may be longer, infinity if nothing is proved."""
        return gap_between(self.length, self.bound)

    def explain(self) -> str:
        """Return length, bound and gap as a sentence.

        Returns
        -------
        str
            The sentence.

        Examples
        --------
        >>> import networkx as nx, icosian
        >>> print(icosian.longest_path(nx.star_graph(4)).explain())
        A path of length 3, proved to be the longest.
        """
        kind = f"A {'cycle' if self.is_closed else 'path'} of length {self.length}"
        if self.is_longest:
            return f"{kind}, proved to be the longest."
        if self.bound is None:
            return f"{kind}; nothing is proved."
        return f"{kind}; none is longer than {self.bound} (gap {self.gap:.2%})."

    def __repr__(self) -> str:
        plain = super().__repr__().strip("<>")
        if self.is_longest:
            return f"<longest {plain}, length {self.length}>"
        return f"<{plain}, length {self.length}, gap {self.gap:.2%}>"
