"""Inequalities that a solution of the linear program violates: subtours and combs.

The edges of a tour cross the border of every set of nodes at least twice, and the borders of a comb
with k teeth at least 3k + 1 times. Sets come from components, small cuts and segments of the best
tour; combs from a search for handles, with teeth from edges of large value and tight sets, and from
shrunk graphs.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from icosian._kernels import combs as comb_search
from icosian._kernels._jit import Run
from icosian.tours.shortest.problem.cycle_problem import Family, Order, demand
from icosian.tours.shortest.relaxation.shrinking import DEPTH, block_combs, blossoms, shrunk
from icosian.tours.shortest.relaxation.supports import (
    EPSILON,
    TIGHT,
    VIOLATED,
    FamilySets,
    NodeSets,
    Support,
)

NEAR = 0.6
"""Combs below their bound plus this are tried for moves of single nodes."""
TOOTH = 0.35
"""The least value of an edge that is a tooth."""
RANGES = (
    *((low + EPSILON, 1 - low + EPSILON) for low in (2 * EPSILON, 0.05, 0.1, 0.15, 0.2, 0.3, 0.4)),
    *((low + EPSILON, 9.0) for low in (0.3, 0.5, 0.7)),
)
"""Components of the edges with values in these ranges are handles."""
MOVES = 60
"""The moves of a handle in a search."""
ENOUGH = 50
"""Violated sets that are returned without a search for combs."""
FEW = 3
"""Families beside which no combs of shrunk graphs are searched."""
MOST = 40
"""Combs of a separation, if there are no more than four times as many nodes."""


AWAY = 0.8
"""The most that the crossings of a set on which cases split are away from 3."""


LARGEST = 95
"""The most nodes of a set that is grown for such a split."""

RADIUS = 3
"""The largest radius of a ball that is a handle."""
TEETH = 4
"""A tooth is one of so many that are best for one of its nodes."""


def separate(
    size: int,
    edges: NDArray[np.int32],
    values: NDArray[np.float64],
    tour: NDArray[np.int64],
    known: Sequence[Family],
) -> list[Family]:
    """Return families that the values of the edges violate, the most violated first.

    ``edges`` has shape (m, 2); ``known`` are the families of the program.
    """
    support = Support(size, edges, values)
    parts = support.components(((EPSILON, 9.0),))
    if len(parts.lengths) > 1:
        return support.families(parts.smaller(size))
    segments, crossed = support.segments(tour)
    sets = NodeSets.joined((support.small_cuts(), segments.take(crossed < VIOLATED)))
    families = support.families(sets)
    if len(families) >= ENOUGH:
        return families
    listed = FamilySets.of(known)
    tight = NodeSets.joined((segments, listed.sets))
    combs = Combs(support, tight)
    families += combs.families(listed.combs())
    if len(families) < FEW:
        graphs = [*shrunk(support, tight)]
        families += combs.tightened(FamilySets.of(blossoms(graphs)))
        if len(families) < FEW:
            families += [comb for comb in block_combs(graphs) if comb not in families]
    return families


def borders(
    size: int,
    edges: NDArray[np.int32],
    values: NDArray[np.float64],
    tour: NDArray[np.int64],
    known: Sequence[Family],
    count: int,
) -> list[Family]:
    """Return sets whose borders are crossed about three times, where a tour has two or four."""
    support = Support(size, edges, values)
    sets = (
        support.segments(tour)[0],
        support.clusters(LARGEST, split=True),
        FamilySets.of(known).sets,
    )
    found = NodeSets.joined(sets).smaller(size)
    found = found.take(found.lengths >= 3).distinct(support.keys)
    away = np.round(np.abs(support.crossed(found) - 3), 2)
    order = np.lexsort((-found.lengths, away))
    return [(nodes,) for nodes in found.take(order[away[order] < AWAY][:count]).tuples()]


class Pool(NamedTuple):
    """Families that may be violated again."""

    families: tuple[Family, ...]
    listed: FamilySets
    demands: NDArray[np.int64]

    @classmethod
    def of(cls, families: tuple[Family, ...], order: Order | None) -> Pool:
        """Return the pool of some families."""
        demands = np.array([demand(family, order) for family in families], np.int64)
        return cls(families, FamilySets.of(families), demands)

    def violated(
        self, size: int, edges: NDArray[np.int32], values: NDArray[np.float64]
    ) -> list[Family]:
        """Return those that the values of the edges violate, the most violated first."""
        if not self.families:
            return []
        crossed = Support(size, edges, values).crossed(self.listed.sets)
        above = np.round(np.add.reduceat(crossed, self.listed.indptr[:-1]) - self.demands, 6)
        order = np.argsort(above, kind="stable")
        return [self.families[k] for k in order[above[order] < -DEPTH][:MOST]]


class Combs:
    """A search for violated combs in a graph."""

    def __init__(self, support: Support, tight: NodeSets) -> None:
        self.support = support
        n, keys = support.size, support.keys
        sets = NodeSets.joined((tight, support.clusters())).distinct(keys)
        sets = sets.take((sets.lengths >= 3) & (sets.lengths <= n - 3))
        crossed = support.crossed(sets)
        # 1. Teeth: edges of large value and sets that are crossed little, the best first.
        large = support.values > TOOTH
        ends = np.stack((support.tails[large], support.heads[large]), axis=1)
        pairs = NodeSets(2 * np.arange(len(ends) + 1), ends.ravel())
        small = crossed < TIGHT
        teeth = NodeSets.joined((pairs, sets.take(small)))
        value = np.concatenate((1 - 2 * support.values[large], crossed[small] - 3))
        order = np.lexsort((teeth.lengths, np.round(value, 6)))
        self.teeth, self.values = teeth.take(order), value[order]
        at_nodes = self.teeth.at_nodes(n)
        rank = np.arange(len(at_nodes.members)) - np.repeat(at_nodes.indptr[:-1], at_nodes.lengths)
        best = np.full(len(order), TEETH)
        np.minimum.at(best, at_nodes.members, rank)
        kept = best < TEETH
        self.teeth, self.values = self.teeth.take(kept), self.values[kept]
        self._at_nodes = self.teeth.at_nodes(n)
        # 2. Handles: components of edges of some value, balls, and sets that are crossed little.
        components = support.components(RANGES).smaller(n)
        components = components.take(components.lengths >= 3)
        handles = (components, support.balls(RADIUS), sets.take(crossed < TIGHT + 1))
        self.handles = NodeSets.joined(handles).distinct(keys)
        self._keys = np.append(keys, np.bitwise_xor.reduce(keys))
        self._states = np.zeros(1 << (16 * len(self.handles.lengths)).bit_length(), np.int64)
        self._met = 0

    def families(self, known: FamilySets) -> list[Family]:
        """Return violated combs that differ from each other, the most violated first."""
        found: dict[Family, float] = {}
        self._tighten(known, found)
        if len(self.handles.lengths) and len(self.values):
            self._tighten(self.search(self.handles, MOVES)[1], found)
        return self._chosen(found)

    def tightened(self, combs: FamilySets) -> list[Family]:
        """Return the violated ones of some combs that are improved by moves of single nodes."""
        found: dict[Family, float] = {}
        self._tighten(combs, found)
        return self._chosen(found)

    def _chosen(self, found: dict[Family, float]) -> list[Family]:
        """Return combs that differ from each other, the most violated first."""
        chosen: list[Family] = []
        taken: set[tuple[int, ...]] = set()
        for comb in sorted(found, key=lambda comb: (round(found[comb], 6), comb)):
            teeth = comb[1:]
            if 2 * sum(tooth in taken for tooth in teeth) <= len(teeth):
                taken.update(teeth)
                chosen.append(comb)
        return chosen[: max(MOST, self.support.size // 4)]

    def search(self, handles: NodeSets, moves: int) -> tuple[NDArray[np.float64], FamilySets]:
        """Return by how much each handle is above its bound, and combs that a search finds."""
        n, count, room = self.support.size, len(self.values), len(handles.lengths)
        comb_indptr, set_indptr = np.zeros(room + 1, np.int64), np.zeros(16 * room + 1, np.int64)
        members, excess = np.empty(256 * n, np.int64), np.empty(room)
        s = np.zeros(comb_search.WORDS, np.int64)
        s[comb_search.STATES] = self._met
        Run(
            comb_search.search,
            *self.support.rows,
            self.support.degree,
            *self.teeth,
            self.values,
            *self._at_nodes,
            *handles,
            self._keys,
            self._states,
            np.zeros(n, np.int64),  # inside
            np.zeros(n),  # strength
            *(np.zeros(n, np.int64) for _ in range(2)),  # listed, touched
            *(np.zeros(count, np.int64) for _ in range(3)),  # count, active, spare
            *(np.zeros(n, np.int64) for _ in range(2)),  # used, chosen
            excess,
            comb_indptr,
            set_indptr,
            members,
            np.array([moves, 3]),
            np.array([0.0, NEAR]),
            s,
        ).finish()
        self._met = int(s[comb_search.STATES])
        return excess, _listed(s[comb_search.FOUND], comb_indptr, set_indptr, members)

    def _tighten(self, combs: FamilySets, found: dict[Family, float]) -> None:
        """Improve combs by moves of single nodes, and add the violated ones to those found."""
        n, room = self.support.size, len(combs.indptr) - 1
        comb_indptr = np.zeros(room + 1, np.int64)
        set_indptr = np.zeros(len(combs.sets.indptr), np.int64)
        members = np.empty(2 * n + 2 * len(combs.sets.members), np.int64)
        values, s = np.empty(room), np.zeros(comb_search.WORDS, np.int64)
        Run(
            comb_search.tighten,
            *self.support.rows,
            self.support.degree,
            combs.indptr,
            *combs.sets,
            *(np.zeros(n, np.int64) for _ in range(4)),  # inside, tooth, within, without
            np.zeros(n),  # near
            *(np.zeros(n, np.int64) for _ in range(2)),  # listed, touched
            comb_indptr,
            set_indptr,
            members,
            values,
            np.array([-DEPTH]),
            s,
        ).finish()
        count = s[comb_search.FOUND]
        families = _listed(count, comb_indptr, set_indptr, members).families()
        found.update(zip(families, values[:count].tolist(), strict=True))


def _listed(
    count: int,
    comb_indptr: NDArray[np.int64],
    set_indptr: NDArray[np.int64],
    members: NDArray[np.int64],
) -> FamilySets:
    """Return the combs that a kernel has listed."""
    indptr = comb_indptr[: count + 1]
    sets = set_indptr[: indptr[-1] + 1]
    return FamilySets(indptr, NodeSets(sets, members[: sets[-1]]))
