"""How the questions about sets of nodes read their graph."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import networkx as nx

from icosian._arrays.csr import csr
from icosian.exceptions import InvalidArgument
from icosian.placements.placement import Placement

if TYPE_CHECKING:
    from collections.abc import Iterable

    from icosian._arrays.csr import Csr
    from icosian.placements.bounds import Bound

__all__ = ["Reading", "checked_size", "reading"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """An undirected graph, read once.

    Attributes
    ----------
    G : networkx graph
        The graph.
    nodes : list of nodes
        Its nodes in their order; numbers below are places in this list.
    arrays : Csr
        Its edges, without loops and parallel ones.
    """

    G: nx.Graph[Any]
    nodes: list[Any]
    arrays: Csr

    @property
    def size(self) -> int:
        """The number of nodes."""
        return len(self.nodes)

    def near(self) -> list[int]:
        """Return the neighbours of every node as a set of bits of an integer."""
        starts, heads = self.arrays.indptr.tolist(), self.arrays.indices.tolist()
        rows = []
        for begin, end in pairwise(starts):
            row = 0
            for head in heads[begin:end]:
                row |= 1 << head
            rows.append(row)
        return rows

    def placement(self, numbers: Iterable[int], bound: Bound | None = None) -> Placement:
        """Return the placement on nodes given by number, in the order of the graph."""
        return Placement((self.nodes[k] for k in sorted(numbers)), G=self.G, bound=bound)


def reading(G: nx.Graph[Any]) -> Reading:
    """Read an undirected graph.

    Parameters
    ----------
    G : networkx graph
        An undirected graph; loops and parallel edges do not matter.

    Returns
    -------
    Reading
        What it says.

    Raises
    ------
    InvalidArgument
        If it is no graph.
    networkx.NetworkXNotImplemented
        If it is directed.
    """
    if not isinstance(G, nx.Graph):
        raise InvalidArgument(f"G must be a networkx graph, got {type(G).__name__}")
    if G.is_directed():
        raise nx.NetworkXNotImplemented("sets of nodes are placed on undirected graphs only")
    nodes = list(G)
    return Reading(
        G=G, nodes=nodes, arrays=csr(G, {node: number for number, node in enumerate(nodes)})
    )


def checked_size(size: Any, what: str = "size") -> int:
    """Return a number of nodes, if it is one.

    Parameters
    ----------
    size : object
        The argument.
    what : str
        What the message calls it.

    Returns
    -------
    int
        The number, at least 0.

    Raises
    ------
    InvalidArgument
        If it is no integer of at least 0.
    """
    whole = hasattr(size, "__index__") and not isinstance(size, bool)
    if not whole or (number := size.__index__()) < 0:
        raise InvalidArgument(f"{what} must be an integer of at least 0, got {size!r}")
    return int(number)
