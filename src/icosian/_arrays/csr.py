"""Compressed sparse rows of networkx graphs: the only conversion from graphs to arrays.

Nodes become 0..n-1 in the order of the graph. Self-loops and parallel edges are dropped, since a
Hamiltonian tour never uses them.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from itertools import chain, islice
from operator import itemgetter
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from icosian._kernels.words import BITS

if TYPE_CHECKING:
    import networkx as nx


AT_ONCE = 10_000
"""Nodes that are looked up at a time."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Csr:
    """A graph as compressed sparse rows; an undirected edge is an arc in each direction."""

    indptr: NDArray[np.int64]
    """Shape (n + 1,): the neighbors of i are ``indices[indptr[i]:indptr[i + 1]]``."""
    indices: NDArray[np.int32]
    """Shape (arcs,): the heads of the arcs, in a digraph the successors."""
    directed: bool

    @property
    def size(self) -> int:
        """The number of nodes."""
        return len(self.indptr) - 1

    @property
    def degrees(self) -> NDArray[np.int64]:
        """The numbers of neighbors, in a digraph of successors."""
        return self.indptr[1:] - self.indptr[:-1]

    def sources(self) -> NDArray[np.int32]:
        """Return the tail of every arc, parallel to ``indices``."""
        return np.repeat(np.arange(self.size, dtype=np.int32), self.degrees)

    def reversed(self) -> Csr:
        """Return the graph with every arc reversed; an undirected graph is its own reverse."""
        return self.transposed()[0] if self.directed else self

    def transposed(self) -> tuple[Csr, NDArray[np.int64]]:
        """Return the reversed arcs and the order, shape (arcs,), that puts them into rows."""
        order = np.argsort(self.indices, kind="stable")
        indptr = starts(np.bincount(self.indices, minlength=self.size))
        return Csr(indptr=indptr, indices=self.sources()[order], directed=True), order


def csr(G: nx.Graph[Any], index: dict[Hashable, int]) -> Csr:
    """Convert a graph of any of the four kinds; ``index`` is the number of every node."""
    degrees, indices = adjacency(G, index)
    return select_arcs(degrees, indices, None, directed=G.is_directed())


def adjacency(
    G: nx.Graph[Any], index: dict[Hashable, int]
) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
    """Return the degrees, shape (n,), and the heads of all arcs in the order of the graph."""
    rows = [neighbors for _, neighbors in G.adjacency()]
    degrees = np.fromiter(map(len, rows), np.int64, count=len(rows))
    heads = chain.from_iterable(_looked_up(chain.from_iterable(rows), index))
    return degrees, np.fromiter(heads, np.int32, count=int(degrees.sum()))


def _looked_up(nodes: Iterator[Hashable], index: dict[Hashable, int]) -> Iterator[tuple[int, ...]]:
    """Yield the numbers of nodes, many at a time: that takes two thirds of the time of a map."""
    while some := tuple(islice(nodes, AT_ONCE)):
        yield itemgetter(*some, some[0])(index)[:-1]  # with one key, it would return no tuple


def select_arcs(
    degrees: NDArray[np.int64],
    indices: NDArray[np.int32],
    kept: NDArray[np.bool_] | None,
    *,
    directed: bool,
) -> Csr:
    """Return the rows of the arcs that are ``kept``; by default of all but loops."""
    n = len(degrees)
    if kept is None:
        kept = indices != np.repeat(np.arange(n, dtype=np.int32), degrees)
    if not kept.all():
        degrees = np.bincount(np.repeat(np.arange(n), degrees)[kept], minlength=n)
        indices = indices[kept]
    return Csr(indptr=starts(degrees), indices=indices, directed=directed)


def csr_from_edges(n: int, u: NDArray[Any], v: NDArray[Any]) -> Csr:
    """Return the rows of an undirected graph on n nodes from the ends of its edges.

    The neighbors of a node stand in the order of the edges.
    """
    tails = np.concatenate((u, v))
    heads = np.concatenate((v, u)).astype(np.int32)
    return Csr(
        indptr=starts(np.bincount(tails, minlength=n)),
        indices=heads[np.argsort(tails, kind="stable")],
        directed=False,
    )


def bit_rows(arrays: Csr) -> NDArray[np.int64]:
    """Return the neighbors of every node as a set in words of 62 bits, shape (n * words,).

    Node j is a neighbor of i if bit ``j % 62`` of word ``i * words + j // 62`` is set.
    """
    words = -(-arrays.size // BITS)
    rows = np.zeros(arrays.size * words, np.int64)
    heads = arrays.indices.astype(np.int64)
    np.bitwise_or.at(rows, arrays.sources() * words + heads // BITS, 1 << heads % BITS)
    return rows


def starts(degrees: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the starts of rows of given lengths and the end of the last, shape (n + 1,)."""
    indptr = np.zeros(len(degrees) + 1, np.int64)
    np.cumsum(degrees, out=indptr[1:])
    return indptr
