"""Draws from all Hamiltonian cycles of a graph: from a whole count, or from one in slices."""

from __future__ import annotations

import shutil
import tempfile
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Sequence
from itertools import accumulate
from typing import NamedTuple

from icosian._io.memory import size_text
from icosian._run.clock import Clock
from icosian.exceptions import SearchLimitReached
from icosian.tours.count.degree_slices import (
    HOPELESS,
    REDUCTION,
    deepest,
    depth_needed,
    images,
    slices,
)
from icosian.tours.count.layers import Memory, MemoryShort
from icosian.tours.count.orders import frontiers, neighbor_masks
from icosian.tours.count.plan_race import PlanRun
from icosian.tours.count.plans import MOST, Plan
from icosian.tours.sample.backtrace import KeptLayers
from icosian.tours.sample.unranking import Unranking

Edge = tuple[int, int]


COUNTED = 0.6
"""The estimated part of the work that the count takes."""
ROW = 32
"""Bytes of a state in a layer, at least."""
SLACK = 1 << 20
"""Bytes that a count may seem to need beyond the memory: the estimates are rough."""


def check_disk(graph: Sequence[set[int]], plan: Plan, limit: int) -> None:
    """Refuse a plan whose layers would need far more than disk and memory, also in slices."""
    masks = neighbor_masks(graph)
    states = sum(sum(frontiers(masks, half, plane=True)[0]) for half in plan.halves)
    needed = ROW * states * REDUCTION ** min(MOST, len(plan.separator))
    free = shutil.disk_usage(tempfile.gettempdir()).free
    if needed > HOPELESS * (free + limit):
        raise SearchLimitReached(
            f"the layers of the count need about {size_text(needed)} in the folder for temporary"
            f" files, and {size_text(free)} are free"
        )


class _Slice(NamedTuple):
    """Some of the cycles: those with given degrees, and their images under symmetries."""

    degrees: dict[int, int]
    symmetries: list[Sequence[int]]
    number: int  # of the cycles with these degrees


class Draws:
    """Cycles of a graph that are drawn independently of each other, all equally probable."""

    def __init__(
        self,
        graph: Sequence[set[int]],
        plan: Plan,
        clock: Clock,
        limit: int,
        draw: Callable[[int], int],
    ) -> None:
        self._graph, self._plan, self._clock = graph, plan, clock
        self._limit, self._draw = limit, draw

    def cycles(self, n: int, needed: float) -> list[list[Edge]]:
        """Return the edges of n cycles, or an empty list if there are none.

        Where the memory does not hold the states of the whole, slices are counted one after the
        other; those from which something is drawn are counted once more, with their layers kept.
        """
        depth = 0
        if needed > self._limit + SLACK:
            depth = depth_needed(self._graph, self._plan, needed, self._limit, 1)
        while True:
            try:
                return self._from_slices(n, depth) if depth else self._from_all(n)
            except MemoryShort:
                least = max(needed, self._limit + 1)
                first = depth_needed(self._graph, self._plan, least, self._limit, 1)
                depth = depth + 1 if depth else first
                if not 0 < depth <= deepest(self._graph, self._plan):
                    raise

    def _from_all(self, n: int) -> list[list[Edge]]:
        """Draw from all cycles at once."""
        with KeptLayers(memory := Memory(self._limit)) as kept:
            with self._clock.portion(0.0, COUNTED):
                found = Unranking(self._graph, self._plan, self._clock, memory, kept)
            if found.size == 0:
                return []
            with self._clock.portion(COUNTED, 1.0):
                return found.cycles([self._draw(found.size) for _ in range(n)])

    def _from_slices(self, n: int, depth: int) -> list[list[Edge]]:
        """Draw a slice for each cycle, by their numbers of cycles, and a cycle of that slice."""
        # 1. Count the slices. One stands for its images under symmetries.
        found = slices(self._graph, self._plan, depth)
        parts = []
        for k, (given, _) in enumerate(found):
            begin, end = (COUNTED * i / len(found) for i in (k, k + 1))
            with self._clock.portion(begin, end):
                parts.append(self._counted(dict(given)))
        sums = list(accumulate(len(part.symmetries) * part.number for part in parts))
        if sums[-1] == 0:
            return []
        # 2. Draw ranks in the sequence of all slices and their images.
        wanted: dict[int, list[tuple[int, int]]] = defaultdict(list)
        for k in range(n):
            rank = self._draw(sums[-1])
            i = bisect_right(sums, rank)
            wanted[i].append((rank - sums[i] + len(parts[i].symmetries) * parts[i].number, k))
        # 3. Find the cycles of each slice together, and turn them into those of the images.
        edges: list[list[Edge]] = [[] for _ in range(n)]
        for done, (i, ranks) in enumerate(wanted.items()):
            begin, end = (COUNTED + (1 - COUNTED) * j / len(wanted) for j in (done, done + 1))
            with self._clock.portion(begin, end):
                cycles = self._unranked(parts[i], [rank % parts[i].number for rank, _ in ranks])
            for (rank, k), cycle in zip(ranks, cycles, strict=True):
                image = parts[i].symmetries[rank // parts[i].number]
                edges[k] = [(image[v], image[w]) for v, w in cycle]
        return edges

    def _counted(self, degrees: dict[int, int]) -> _Slice:
        """Return a slice with its number of cycles, and one symmetry for each of its images."""
        different = {
            tuple(sorted(image.items())): symmetry
            for symmetry, image in reversed(images(self._plan, degrees))
        }
        memory = Memory(self._limit)
        number = PlanRun(self._graph, self._plan, self._clock, memory, degrees).finish()
        return _Slice(degrees, list(different.values()), number)

    def _unranked(self, part: _Slice, ranks: list[int]) -> list[list[Edge]]:
        """Return the cycles of some ranks in a slice."""
        with KeptLayers(memory := Memory(self._limit)) as kept:
            found = Unranking(self._graph, self._plan, self._clock, memory, kept, part.degrees)
            if found.size != part.number:
                raise RuntimeError("a slice that was counted twice has two numbers of cycles")
            return found.cycles(ranks)
