"""The only gate from a networkx graph to arrays.

A graph enters here once: nodes become 0..n-1 in the order of ``G``, edges become compressed sparse
rows. What the graph's adjacency says is read as it stands, never assumed from a recipe. Self-loops
and parallel edges vanish: they never matter to a Hamiltonian tour.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING, Any

from icosian._kernels.bits import BITS

if TYPE_CHECKING:
    from collections.abc import Hashable

    import networkx as nx
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Csr", "bit_rows", "csr", "csr_from_edges", "starts"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Csr:
    """A graph as compressed sparse rows.

    Attributes
    ----------
    indptr : int64 array, shape (n + 1,)
        The neighbours (successors, in a digraph) of i are ``indices[indptr[i]:indptr[i + 1]]``.
    indices : int32 array, shape (arcs,)
        Every undirected edge stands here twice, once from each end.
    directed : bool
        Whether an arc speaks for itself only.
    """

    indptr: NDArray[np.int64]
    indices: NDArray[np.int32]
    directed: bool

    @property
    def size(self) -> int:
        """The number of nodes."""
        return len(self.indptr) - 1

    def sources(self) -> NDArray[np.int32]:
        """Return the tail of every arc, parallel to ``indices``."""
        import numpy as np

        return np.repeat(np.arange(self.size, dtype=np.int32), np.diff(self.indptr))

    def reversed(self) -> Csr:
        """Return the graph with every arc turned round; an undirected graph is its own reverse."""
        import numpy as np

        if not self.directed:
            return self
        order = np.argsort(self.indices, kind="stable")
        return Csr(
            indptr=starts(np.bincount(self.indices, minlength=self.size)),
            indices=self.sources()[order],
            directed=True,
        )


def csr(G: nx.Graph[Any], index: dict[Hashable, int]) -> Csr:
    """Convert a graph.

    Parameters
    ----------
    G : networkx graph
        Any of the four kinds, or a view of one.
    index : dict
        The number of every node of ``G``.

    Returns
    -------
    Csr
        Its arrays.
    """
    import numpy as np

    n = len(index)
    rows = [neighbours for _, neighbours in G.adjacency()]
    degrees = np.fromiter(map(len, rows), np.int64, count=n)
    flat = map(index.__getitem__, chain.from_iterable(rows))
    indices = np.fromiter(flat, np.int32, count=int(degrees.sum()))
    loops = indices == np.repeat(np.arange(n, dtype=np.int32), degrees)
    if loops.any():
        degrees -= np.bincount(indices[loops], minlength=n)
        indices = indices[~loops]
    return Csr(indptr=starts(degrees), indices=indices, directed=G.is_directed())


def csr_from_edges(n: int, u: NDArray[Any], v: NDArray[Any]) -> Csr:
    """Make the rows of an undirected graph from its edges, each given once.

    Parameters
    ----------
    n : int
        The number of nodes.
    u, v : int array, shape (edges,)
        The ends of the edges.

    Returns
    -------
    Csr
        Its arrays; the neighbours of a node stand in the order of the edges.
    """
    import numpy as np

    tails = np.concatenate((u, v))
    heads = np.concatenate((v, u)).astype(np.int32)
    return Csr(
        indptr=starts(np.bincount(tails, minlength=n)),
        indices=heads[np.argsort(tails, kind="stable")],
        directed=False,
    )


def bit_rows(arrays: Csr) -> NDArray[np.int64]:
    """Return the neighbours of every node as a set in words of 62 bits, for kernels over sets.

    Parameters
    ----------
    arrays : Csr
        The graph.

    Returns
    -------
    int64 array, shape (n * words,)
        Node j is a neighbour of i if bit ``j % 62`` of word ``i * words + j // 62`` is set, where
        ``words`` is n / 62, rounded up.
    """
    import numpy as np

    words = -(-arrays.size // BITS)
    rows = np.zeros(arrays.size * words, np.int64)
    heads = arrays.indices.astype(np.int64)
    np.bitwise_or.at(rows, arrays.sources() * words + heads // BITS, 1 << heads % BITS)
    return rows


def starts(degrees: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return where the rows of given lengths start, and where the last one ends.

    Parameters
    ----------
    degrees : int64 array, shape (n,)
        The lengths.

    Returns
    -------
    int64 array, shape (n + 1,)
        Their sums.
    """
    import numpy as np

    return np.concatenate((np.zeros(1, np.int64), np.cumsum(degrees, dtype=np.int64)))
