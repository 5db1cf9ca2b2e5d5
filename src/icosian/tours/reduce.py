"""Reduction: what the rules force is contracted, and the cycle of the rest is unfolded again."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from icosian._csr import csr_from_edges
from icosian.tours.problem import NormalForm

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Reduced", "reduced"]

SMALLER = 0.95
"""The share of the vertices that must not be exceeded for a reduced form to be worth having."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reduced:
    """A smaller normal form with the same answer.

    Attributes
    ----------
    form : NormalForm
        The graph that is left; a path that every cycle uses has become a fixed edge.
    vertices : int array, shape (form.size,)
        What its vertices were called.
    inner : dict
        The vertices inside of a path, in order, by its ends.
    """

    form: NormalForm
    vertices: NDArray[np.int32]
    inner: dict[tuple[int, int], list[int]]

    def unfold(self, cycle: NDArray[np.int32]) -> NDArray[np.int32]:
        """Return the cycle of the whole form.

        Parameters
        ----------
        cycle : int array, shape (form.size,)
            A Hamiltonian cycle of the reduced form.

        Returns
        -------
        int32 array
            The Hamiltonian cycle of the form that was reduced.
        """
        import numpy as np

        order = self.vertices[cycle].tolist()
        whole: list[int] = []
        for u, v in zip(order, order[1:] + order[:1], strict=True):
            whole.append(u)
            whole += self.inner.get((u, v), ())
        return np.array(whole, np.int32)


def reduced(
    form: NormalForm, edges: NDArray[np.int32], used: NDArray[np.bool_], open_: NDArray[np.bool_]
) -> Reduced | None:
    """Contract what is used and leave out what is not.

    Parameters
    ----------
    form : NormalForm
        A normal form.
    edges : int array, shape (m, 2)
        Its edges.
    used, open_ : bool array, shape (m,)
        Which edges every cycle uses, and about which nothing is known.

    Returns
    -------
    Reduced or None
        The smaller form, or None if it is hardly smaller or too small to be a graph with cycles.
    """
    import numpy as np

    beside: dict[int, list[int]] = {}
    for u, v in edges[used].tolist():
        beside.setdefault(u, []).append(v)
        beside.setdefault(v, []).append(u)
    inner: dict[tuple[int, int], list[int]] = {}
    for first, others in beside.items():
        if len(others) == 1:
            path = [first, others[0]]
            while len(onward := beside[path[-1]]) == 2:
                path.append(onward[onward[0] == path[-2]])
            inner[first, path[-1]] = path[1:-1]
    inside = np.zeros(form.size, bool)
    for path in inner.values():
        inside[path] = True
    vertices = np.flatnonzero(~inside).astype(np.int32)
    size = len(vertices)
    if size < 4 or size > SMALLER * form.size:
        return None
    number = np.full(form.size, -1, np.int32)
    number[vertices] = np.arange(size)
    ends = np.array(sorted(pair for pair in inner if pair[0] < pair[1]), np.int32).reshape(-1, 2)
    mate = np.full(size, -1, np.int32)
    mate[number[ends[:, 0]]] = number[ends[:, 1]]
    mate[number[ends[:, 1]]] = number[ends[:, 0]]
    left = number[np.concatenate((edges[open_], ends))]
    arrays = csr_from_edges(size, left[:, 0], left[:, 1])
    root = number[form.root] if number[form.root] >= 0 else np.argmin(np.diff(arrays.indptr))
    return Reduced(
        form=NormalForm(
            indptr=arrays.indptr, indices=arrays.indices, mate=mate, root=int(root)
        ),
        vertices=vertices,
        inner=inner,
    )
