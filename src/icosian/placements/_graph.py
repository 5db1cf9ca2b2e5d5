"""Graphs as the solvers of this package see them: nodes numbered in the order of the graph."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise
from typing import TYPE_CHECKING, Any

import networkx as nx
import numpy as np
from numpy.typing import NDArray

from icosian._arrays.csr import Csr, csr
from icosian._kernels.bits import BITS
from icosian._run.arguments import checked_graph
from icosian._run.clock import Clock
from icosian.exceptions import InvalidArgument, SearchLimitReached
from icosian.placements.placement import Placement

if TYPE_CHECKING:
    from icosian.placements.bounds import Bound


Neighbors = list[set[int]]
Spend = Callable[[int], None]


_WORK = 300_000  # steps of set-up between two ticks, some 0.1 s


@dataclass(frozen=True, slots=True, kw_only=True)
class IndexedGraph:
    """An undirected graph with numbered nodes, without loops and parallel edges."""

    G: nx.Graph[Any]
    nodes: list[Any]
    arrays: Csr

    @property
    def size(self) -> int:
        """The number of nodes."""
        return len(self.nodes)

    @property
    def number(self) -> dict[Any, int]:
        """The number of every node."""
        return {node: number for number, node in enumerate(self.nodes)}

    def _rows(self) -> list[list[int]]:
        starts, heads = self.arrays.indptr.tolist(), self.arrays.indices.tolist()
        return [heads[begin:end] for begin, end in pairwise(starts)]

    def neighbors(self) -> Neighbors:
        """Return the set of neighbors of every node."""
        return list(map(set, self._rows()))

    def neighbor_masks(self) -> list[int]:
        """Return the neighbors of every node as bits of an integer."""
        masks = []
        for row in self._rows():
            mask = 0
            for head in row:
                mask |= 1 << head
            masks.append(mask)
        return masks

    def maximal_independent_set(self) -> list[int]:
        """Return the first maximal independent set in the order of the graph, in linear time."""
        near = self.arrays.indices.tolist()
        blocked = [False] * self.size
        chosen = []
        for v, (begin, end) in enumerate(pairwise(self.arrays.indptr.tolist())):
            if not blocked[v]:
                chosen.append(v)
                for w in near[begin:end]:
                    blocked[w] = True
        return chosen

    def placement(self, numbers: Iterable[int], bound: Bound | None = None) -> Placement:
        """Return the placement on nodes given by number, in the order of the graph."""
        return Placement((self.nodes[k] for k in sorted(numbers)), G=self.G, proof=bound)


def indexed(G: nx.Graph[Any]) -> IndexedGraph:
    """Return an undirected graph with numbered nodes; refuse anything else."""
    if checked_graph(G).is_directed():
        raise nx.NetworkXNotImplemented("sets of nodes are placed on undirected graphs only")
    nodes = list(G)
    return IndexedGraph(
        G=G, nodes=nodes, arrays=csr(G, {node: number for number, node in enumerate(nodes)})
    )


def paced(clock: Clock, method: str) -> Spend:
    """Return a function to call with the steps of set-up done; it ticks after every so many."""
    done = 0

    def spend(steps: int) -> None:
        nonlocal done
        done += steps
        if done >= _WORK:
            done = 0
            clock.tick(method)

    return spend


def unpaced(_: int) -> None:
    """Spend steps without a time limit."""


def undecided(state: str, method: str, clock: Clock, **known: Any) -> SearchLimitReached:
    """Return the error of a search whose time is over, with what is known."""
    return SearchLimitReached(
        f"undecided after {clock.seconds:.3g} s and {clock.steps} steps: {state}",
        stats=clock.stats(method),
        **known,
    )


def checked_size(size: Any, what: str = "size") -> int:
    """Return a number of nodes; refuse anything but an integer of at least 0."""
    is_integer = hasattr(size, "__index__") and not isinstance(size, bool)
    if not is_integer or (number := size.__index__()) < 0:
        raise InvalidArgument(f"{what} must be an integer of at least 0, got {size!r}")
    return int(number)


# -- Sets of numbers: as bits of an integer for Python, as words of 62 bits for kernels


def members(mask: int) -> Iterator[int]:
    """Yield the members of a set, the least first."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def words(masks: Sequence[int], width: int) -> NDArray[np.int64]:
    """Return sets as rows of ``width`` words, shape (len(masks) * width,)."""
    low = (1 << BITS) - 1
    flat = [mask >> BITS * j & low for mask in masks for j in range(width)]
    return np.array(flat, np.int64)


def zeros(size: int) -> NDArray[np.int64]:
    """Return an array for the state of a kernel."""
    return np.zeros(size, np.int64)


# -- Integer programs over 0 and 1, as rows


def matrix_of(rows: Collection[Collection[int]], width: int) -> Any:
    """Return rows with ones in some columns as a sparse matrix."""
    from scipy.sparse import csr_array

    columns = np.fromiter(chain.from_iterable(rows), np.int64)
    starts = np.cumsum([0, *map(len, rows)])
    return csr_array((np.ones(len(columns)), columns, starts), (len(rows), width))


def time_left(clock: Clock) -> dict[str, float]:
    """Return the time that is left, as options of HiGHS."""
    return {} if math.isinf(clock.left) else {"time_limit": max(0.0, clock.left)}


Row = tuple[Any, float, float]
"""Some rows of a matrix, and the least and the most that the columns chosen may add up to."""


def chosen_by_highs(
    costs: NDArray[np.float64], rows: Iterable[Row], branches: int, clock: Clock
) -> tuple[Any, list[int] | None]:
    """Return what HiGHS, which cannot be interrupted, says, and the columns of least costs."""
    from scipy.optimize import Bounds, LinearConstraint, milp

    result = milp(
        costs,
        integrality=np.ones(len(costs)),
        bounds=Bounds(0, 1),
        constraints=[LinearConstraint(*row) for row in rows],
        options={"node_limit": max(1, branches), "mip_rel_gap": 0.0, **time_left(clock)},
    )
    return result, None if result.x is None else np.flatnonzero(result.x > 0.5).tolist()
