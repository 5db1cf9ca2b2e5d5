"""The normal form of a question: an undirected graph whose Hamiltonian cycles are the answers."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


__all__ = ["NormalForm", "ring"]


@dataclass(frozen=True, slots=True, kw_only=True)
class NormalForm:
    """An undirected graph and edges that the cycle must use.

    Attributes
    ----------
    indptr : int64 array, shape (n + 1,)
        Rows of the graph.
    indices : int32 array, shape (arcs,)
        Neighbours.
    mate : int32 array, shape (n,)
        The other end of a vertex's fixed edge, or -1.
    root : int
        Where a search may best begin: a new vertex, a given end, or a vertex of least degree.
    """

    indptr: NDArray[np.int64]
    indices: NDArray[np.int32]
    mate: NDArray[np.int32]
    root: int

    @property
    def size(self) -> int:
        """The number of vertices."""
        return len(self.mate)

    def edges(self) -> NDArray[np.int32]:
        """Return the edges.

        Returns
        -------
        int32 array, shape (m, 2)
            The ends of each, the smaller first, in the order of the rows.
        """
        import numpy as np

        tails = np.repeat(np.arange(self.size, dtype=np.int32), np.diff(self.indptr))
        forward = tails < self.indices
        return np.column_stack((tails[forward], self.indices[forward]))

    def subdivided(self) -> list[set[int]]:
        """Return the graph with a new vertex in the middle of each fixed edge.

        Returns
        -------
        list of sets of int
            The neighbours of each vertex; all cycles are those of the normal form.
        """
        bounds = self.indptr.tolist()
        indices = self.indices.tolist()
        graph = [set(indices[i:j]) for i, j in pairwise(bounds)]
        for v, w in enumerate(self.mate.tolist()):
            if v < w:
                middle = len(graph)
                graph.append({v, w})
                for a, b in ((v, w), (w, v)):
                    graph[a].discard(b)
                    graph[a].add(middle)
        return graph


def ring(edges: NDArray[np.int64]) -> NDArray[np.int32]:
    """Return the vertices of a cycle of a normal form, given its edges.

    Parameters
    ----------
    edges : int array, shape (n, 2)
        The edges, in any order.

    Returns
    -------
    int32 array, shape (n,)
        The vertices from 0 on; shorter if the edges are several cycles.
    """
    import numpy as np

    beside = edges[:, ::-1].T.ravel()[np.argsort(edges.T.ravel(), kind="stable")]
    near = beside.reshape(-1, 2).tolist()
    walk, before, here = [0], 0, near[0][1]
    while here != 0:
        walk.append(here)
        one, other = near[here]
        before, here = here, other if one == before else one
    return np.array(walk, np.int32)
