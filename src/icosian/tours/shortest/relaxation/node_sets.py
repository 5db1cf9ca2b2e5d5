"""Lists of sets of nodes, as compressed rows of members."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray


class NodeSets(NamedTuple):
    """Sets of nodes: set k is ``members[indptr[k]:indptr[k + 1]]``."""

    indptr: NDArray[np.int64]
    members: NDArray[np.int64]

    @classmethod
    def of(cls, sets: Iterable[Sequence[int]]) -> NodeSets:
        """Return sets given by their nodes."""
        sets = list(sets)
        lengths = np.fromiter(map(len, sets), np.int64, len(sets))
        members = np.fromiter(chain.from_iterable(sets), np.int64, int(lengths.sum()))
        return cls(_offsets(lengths), members)

    @classmethod
    def rows(cls, matrix: NDArray[np.bool_]) -> NodeSets:
        """Return the sets that are the rows of a matrix, shape (sets, nodes)."""
        rows, members = np.nonzero(matrix)
        return cls(_offsets(np.bincount(rows, minlength=len(matrix))), members)

    @classmethod
    def classes(cls, labels: NDArray[np.int64]) -> NodeSets:
        """Return the sets of nodes with equal labels, in each row of a matrix of labels."""
        rows, size = labels.shape
        flat = (labels + size * np.arange(rows)[:, None]).ravel()
        lengths = np.bincount(flat, minlength=rows * size)
        return cls(_offsets(lengths[lengths > 0]), np.argsort(flat, kind="stable") % size)

    @classmethod
    def joined(cls, parts: Iterable[NodeSets]) -> NodeSets:
        """Return the sets of several lists as one list."""
        parts = list(parts)
        lengths = np.concatenate([part.lengths for part in parts])
        return cls(_offsets(lengths), np.concatenate([part.members for part in parts]))

    @property
    def lengths(self) -> NDArray[np.int64]:
        """The number of nodes of each set."""
        lengths: NDArray[np.int64] = self.indptr[1:] - self.indptr[:-1]
        return lengths

    def take(self, chosen: NDArray[np.int64] | NDArray[np.bool_]) -> NodeSets:
        """Return the chosen sets, given by their numbers or by a mask."""
        lengths, starts = self.lengths[chosen], self.indptr[:-1][chosen]
        indptr = _offsets(lengths)
        places = np.arange(indptr[-1]) + np.repeat(starts - indptr[:-1], lengths)
        return NodeSets(indptr, self.members[places])

    def smaller(self, size: int) -> NodeSets:
        """Return the sets, with those of more than half of the nodes replaced by the others."""
        large = 2 * self.lengths > size
        if not large.any():
            return self
        inside = np.zeros((int(large.sum()), size), bool)
        parts = self.take(large)
        inside[np.repeat(np.arange(len(inside)), parts.lengths), parts.members] = True
        return NodeSets.joined((self.take(~large), NodeSets.rows(~inside)))

    def distinct(self, keys: NDArray[np.int64]) -> NodeSets:
        """Return the sets without repetitions; a set and its complement count as the same."""
        # Random keys of the nodes: sums (exclusive or) of different sets almost never agree.
        if not len(self.members):
            return self
        sums = np.bitwise_xor.reduceat(keys[self.members], self.indptr[:-1])
        sums = np.minimum(sums, sums ^ np.bitwise_xor.reduce(keys))
        first = np.unique(sums, return_index=True)[1]
        return self.take(np.sort(first))

    def at_nodes(self, size: int) -> NodeSets:
        """Return the transpose: for each node the numbers of the sets that have it, ascending."""
        owners = np.repeat(np.arange(len(self.indptr) - 1), self.lengths)
        order = np.argsort(self.members, kind="stable")
        return NodeSets(_offsets(np.bincount(self.members, minlength=size)), owners[order])

    def tuples(self) -> list[tuple[int, ...]]:
        """Return the sets as sorted tuples."""
        ends, members = self.indptr.tolist(), self.members.tolist()
        return [tuple(sorted(members[ends[k] : ends[k + 1]])) for k in range(len(ends) - 1)]


def _offsets(lengths: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the places at which rows of these lengths begin, and the end of the last."""
    return np.concatenate((np.zeros(1, np.int64), np.cumsum(lengths)))
