"""Reduced costs of edges, from families of sets listed by their members.

An edge uv has the reduced cost ``scale * length - nodes[u] - nodes[v] + 2 * both``, where ``both``
is the sum of the multipliers of the sets that contain u and v, and ``nodes`` holds the potential of
each node plus the multipliers of the sets that contain it. All is exact for integers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from icosian._kernels import pricing as kernels
from icosian._kernels._jit import Run
from icosian.tours.shortest.relaxation.node_sets import NodeSets

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from icosian.tours.shortest.solution import Family


class FamilyLists:
    """Families as lists of members, and for each node the sets that contain it."""

    def __init__(self, size: int, families: Sequence[Family]) -> None:
        self.size = size
        self.sets = NodeSets.of(nodes for family in families for nodes in family)
        self.owner = np.repeat(np.arange(len(families)), [len(family) for family in families])
        self.at_nodes = self.sets.at_nodes(size)

    def node_weights(
        self, potentials: NDArray[np.number], multipliers: NDArray[np.number]
    ) -> NDArray[np.number]:
        """Return potentials plus the multipliers of the sets that contain each node."""
        nodes = potentials.copy()
        shares = np.repeat(multipliers[self.owner], self.sets.lengths)
        np.add.at(nodes, self.sets.members, shares)
        return nodes

    def pair_weights(
        self,
        multipliers: NDArray[np.number],
        tails: NDArray[np.int32],
        heads: NDArray[np.int32],
    ) -> NDArray[np.number]:
        """Return the sum of the multipliers of all sets with both ends of each edge."""
        sums = np.empty(len(tails), multipliers.dtype)
        weights = np.append(multipliers[self.owner], np.zeros(1, multipliers.dtype))
        s = np.zeros(kernels.WORDS, np.int64)
        Run(kernels.common, tails, heads, *self.at_nodes, weights, sums, s).finish()
        return sums
