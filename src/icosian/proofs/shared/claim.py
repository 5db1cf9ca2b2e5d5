"""The claim of a proof: which Hamiltonian cycle or path does not exist."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal

Pairs = tuple[tuple[Any, Any], ...]
"""Edges, by their ends."""
Places = tuple[tuple[Any, int], ...]
"""Nodes and their numbers on a tour, from 1."""
Groups = tuple[tuple[Any, ...], ...]
"""Sets of nodes, or chains."""
Prizes = tuple[tuple[Any, int | Fraction], ...]
"""Nodes, and what it costs to leave them out."""


Streets = str | tuple[tuple[Any, ...], ...]
"""Edges, by their ends and in multigraphs their key, or "all"."""


class _Home:
    """The node that closes a path to a cycle; it is joined to the nodes that may be an end."""

    def __repr__(self) -> str:
        return "home"

    def __reduce__(self) -> str:
        return "HOME"


HOME = _Home()
"""The further node that closes a path to a cycle, among the nodes that a proof names."""


@dataclass(frozen=True, slots=True, eq=False)
class Middle:
    """A further node in the middle of an edge: a tour that visits it uses the edge.

    Attributes
    ----------
    tail, head : node
        The ends of the edge, in a digraph as it points.
    """

    tail: Any
    head: Any

    # As tuples, so that a node that differs from itself, like NaN, is the same as itself: from
    # Python 3.13 on, dataclasses compare their fields one by one.
    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Middle):
            return NotImplemented
        return (self.tail, self.head) == (other.tail, other.head)

    def __hash__(self) -> int:
        return hash((self.tail, self.head))


@dataclass(frozen=True, slots=True)
class Computed:
    """Lengths from a function of the edges, which every check of the claim is given.

    Attributes
    ----------
    by : {"function"}
        What gives them.
    """

    by: Literal["function"] = "function"


Named = str | Computed | None
"""The lengths of a claim: an edge attribute, a function, or None: every edge has length 1."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """The claim that a graph has no Hamiltonian cycle or path of some kind, or no path cover.

    Attributes
    ----------
    closed : bool
        True: no Hamiltonian cycle. False: no Hamiltonian path.
    start, end : node or None
        The ends of the path; None leaves an end free.
    require, forbid : tuple of (node, node)
        The edges that the tour uses, and those that it avoids.
    positions : tuple of (node, int)
        The numbers of some nodes on the tour, from 1.
    besides : tuple of tuple of node
        Known tours that are not meant.
    shorter_than : int or Fraction or None
        The length that all tours reach which exist; None: there is none of any length.
    bottleneck : bool
        The length of a tour is that of its longest edge.
    longer_than : int or Fraction or None
        The length that no path or cycle exceeds, whether or not it visits all nodes.
    weight : str, Computed or None
        The edge attribute with the lengths, or that they come from a function; None means that each
        edge has length 1, or that lengths do not matter.
    hidden : int
        How many edges are left out because they have no length.
    stops : tuple of nodes
        What a walk has to visit that may pass all nodes, and again; empty: a tour visits all once.
    streets : tuple of edges or "all"
        Which edges a walk has to pass, once or more often.
    groups : tuple of tuples of nodes
        Sets of nodes of which a tour visits at least one each; the others may be left out.
    prizes : tuple of (node, int or Fraction)
        Nodes that may be left out, and what that costs besides the length.
    leave_out : int
        How many of the other nodes may be left out.
    chains : tuple of tuples of nodes
        A tour visits the nodes of each in its order, but for those that it leaves out; the order of
        all chains together is transitive. Those of a cycle begin with the same
        node, from which it is read.
    fewer_than : int or None
        The number of disjoint paths that all covers of the nodes reach; None: it is not about
        covers.
    disjoint : int
        The number of cycles without a common edge; each alone may exist.
    every_edge : bool
        These cycles have all edges of the graph.
    """

    closed: bool
    start: Any = None
    end: Any = None
    require: Pairs = ()
    forbid: Pairs = ()
    positions: Places = ()
    besides: tuple[tuple[Any, ...], ...] = ()
    shorter_than: int | Fraction | None = None
    bottleneck: bool = False
    longer_than: int | Fraction | None = None
    weight: Named = None
    hidden: int = 0
    stops: tuple[Any, ...] = ()
    streets: Streets = ()
    groups: Groups = ()
    prizes: Prizes = ()
    leave_out: int = 0
    chains: Groups = ()
    fewer_than: int | None = None
    disjoint: int = 1
    every_edge: bool = False

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Claim):
            return NotImplemented
        # The hashes first: where they differ, == of two labels may be an array.
        return hash(self) == hash(other) and self._fields() == other._fields()

    def __hash__(self) -> int:
        return hash(self._fields())

    def _fields(self) -> tuple[Any, ...]:
        return tuple(getattr(self, name) for name in self.__slots__)

    @property
    def has_conditions(self) -> bool:
        """Return True if the claim says more than its ends."""
        edges = self.require or self.forbid or self.positions or self.besides or self.stops
        places = self.groups or self.prizes or self.leave_out or self.chains
        bounds = self.shorter_than, self.longer_than, self.fewer_than
        several = self.streets or self.disjoint > 1 or self.every_edge
        return bool(edges or places or several) or any(bound is not None for bound in bounds)
