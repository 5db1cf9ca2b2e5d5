"""Combs of shrunk supports: blossoms by minimum cuts, and the combs of small blocks by enumeration.

In a shrunk graph disjoint sets of nodes that are crossed twice are single nodes, its *atoms*. So a
tooth of few atoms is a tooth of any size.

References
----------
.. [1] M. W. Padberg, M. R. Rao, Odd minimum cut-sets and b-matchings, Mathematics of Operations
   Research 7 (1982), 67-80; A. N. Letchford, G. Reinelt, D. O. Theis, Odd minimum cut sets and
   b-matchings revisited, SIAM Journal on Discrete Mathematics 22 (2008), 1480-1487.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import takewhile
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from icosian._kernels import blocks
from icosian._kernels._jit import Run
from icosian.tours.shortest.relaxation.supports import EPSILON, Flows, NodeSets, Support, rows

if TYPE_CHECKING:
    from icosian.tours.shortest.problem.cycle_problem import Family


DEPTH = 1e-3
"""The least violation of a comb."""
BLOCK, ATOMS = 10, (1, 4, 10, 30, 100)
"""Atoms of a block; the most nodes of a tight set that is an atom."""
BLOCK_STEPS = 50_000
"""Steps for the combs of a block."""


class Shrunk(NamedTuple):
    """A shrunk graph, whose parallel edges are one."""

    atom: NDArray[np.int64]
    """Shape (nodes,): the atom of each node."""
    size: int
    keys: NDArray[np.int64]
    """Random numbers, one of each atom."""
    tails: NDArray[np.int64]
    heads: NDArray[np.int64]
    values: NDArray[np.float64]

    @classmethod
    def of(cls, support: Support, atom: NDArray[np.int64]) -> Shrunk:
        """Return the graph of some atoms."""
        n = int(atom.max()) + 1
        tails, heads = atom[support.tails], atom[support.heads]
        apart = tails != heads
        pairs = (np.minimum(tails, heads) * n + np.maximum(tails, heads))[apart]
        pairs, place = np.unique(pairs, return_inverse=True)
        values = np.bincount(place, support.values[apart]).astype(np.float64)
        return cls(atom, n, support.keys[:n], pairs // n, pairs % n, values)

    def comb(self, sets: Iterable[NDArray[np.bool_]]) -> Family:
        """Return the comb of a handle and teeth that are given by their atoms."""
        handle, *teeth = (some[self.atom] for some in sets)
        if 2 * handle.sum() > len(handle):
            handle = ~handle
        first, *rest = (tuple(np.flatnonzero(part).tolist()) for part in (handle, *teeth))
        return first, *sorted(rest)


def shrunk(support: Support, tight: NodeSets) -> Iterator[Shrunk]:
    """Yield shrunk graphs, smaller and smaller.

    A path of whole edges is two atoms, one of them its smaller end. Then disjoint tight sets
    are atoms, the largest first, up to sizes that grow.
    """
    whole = support.values > 1 - EPSILON
    tails, heads = support.tails[whole], support.heads[whole]
    paths = support.joined(tails, heads)
    degrees = np.bincount(np.concatenate((tails, heads)), minlength=support.size)
    ends = np.flatnonzero(degrees == 1)
    first = np.full(support.size, support.size)
    np.minimum.at(first, paths[ends], ends)
    kept = (first[paths[tails]] != tails) & (first[paths[heads]] != heads)
    atoms = support.joined(tails[kept], heads[kept])
    tight = tight.take((tight.lengths > 1) & (2 * tight.lengths <= support.size))
    tight = tight.take(support.crossed(tight) < 2 + EPSILON).distinct(support.keys)
    tight = tight.take(np.argsort(-tight.lengths, kind="stable"))
    fewest = support.size + 1
    for largest in ATOMS:
        label, free = atoms.copy(), np.ones(support.size, np.bool_)
        for k in np.flatnonzero(tight.lengths <= largest).tolist():
            members = tight.members[tight.indptr[k] : tight.indptr[k + 1]]
            if free[members].all():
                free[members] = False
                label[members] = support.size + k
        atom = np.unique(label, return_inverse=True)[1]
        if 4 <= atom.max() < fewest - 1:
            fewest = int(atom.max()) + 1
            yield Shrunk.of(support, atom)


def blossoms(graphs: Iterable[Shrunk]) -> list[Family]:
    """Return combs whose teeth are two atoms each, from minimum cuts [1]_; not all are violated.

    An edge of value x that crosses the handle counts x, or 1 - x if it is a tooth, and a comb is
    violated if all together count less than 1. So each edge counts the less of both at least.
    """
    found: dict[Family, None] = {}
    for graph in graphs:
        n, tails, heads, values = graph.size, graph.tails, graph.heads, graph.values
        counts = np.maximum(0.0, np.minimum(values, 1 - values))
        some = counts > EPSILON
        x, flows = counts[some], Flows(n, tails[some], heads[some])
        cuts = flows.cuts(x, x, np.ones(n), np.arange(n), 0, 0, nested=True)
        for handle, crossed in zip(cuts, cuts[:, tails] != cuts[:, heads], strict=True):
            # 1. For an odd number of teeth, change the edge for which that costs least.
            across = crossed.nonzero()[0]
            is_tooth = values[across] > 0.5
            total = counts[across].sum()
            if is_tooth.sum() % 2 == 0:
                most = np.abs(2 * values[across] - 1)
                k = np.argmin(most)
                is_tooth[k] = not is_tooth[k]
                total += most[k]
            if total > 1 - DEPTH:
                continue
            # 2. Of two teeth with a common atom neither is needed if that changes sides.
            teeth: dict[int, int] = {}  # the tooth at each atom
            for e in across[is_tooth].tolist():
                ends = int(tails[e]), int(heads[e])
                if (shared := next((v for v in ends if v in teeth), None)) is None:
                    teeth.update(dict.fromkeys(ends, e))
                else:
                    other = teeth[shared]
                    handle[shared] = not handle[shared]
                    for v in (int(tails[other]), int(heads[other])):
                        del teeth[v]
            chosen = sorted({*teeth.values()})
            if len(chosen) >= 3 and all(handle[tails[e]] != handle[heads[e]] for e in chosen):
                atoms = np.arange(n)
                sets = (handle, *((atoms == tails[e]) | (atoms == heads[e]) for e in chosen))
                found[graph.comb(sets)] = None
    return [*found]


def block_combs(graphs: Iterable[Shrunk]) -> list[Family]:
    """Return violated combs of the blocks of shrunk graphs.

    Of each block it is the most violated one; they are sorted by their violation.
    """
    found: dict[Family, float] = {}
    for graph in graphs:
        n, words = graph.size, 1 << BLOCK
        nodes, combs = np.empty(n * (BLOCK - 1), np.int64), np.zeros(n * (BLOCK + 1), np.int64)
        excess, s = np.empty(n), np.array([0, 0, 0, BLOCK_STEPS])
        Run(
            blocks.best_combs,
            *rows(n, graph.tails, graph.heads, graph.values),
            graph.keys,
            np.zeros(1 << n.bit_length(), np.int64),  # seen
            np.full(n, -1),  # mark
            np.zeros(n),  # strength
            *(np.zeros(n, np.int64) for _ in range(2)),  # queue, place
            *(np.zeros(size) for size in (BLOCK * BLOCK, words)),  # within, crossed
            np.zeros(words, np.int64),  # teeth
            np.zeros(words),  # values
            *(np.zeros(size, np.int64) for size in (words, BLOCK)),  # after, first
            np.zeros(BLOCK + 1),  # ahead
            np.zeros(BLOCK, np.int64),  # chosen
            nodes,
            combs,
            excess,
            s,
        ).finish()
        # The atoms of each set. Its word has bit 0 for the rest, and one for each other atom.
        count = s[blocks.FOUND]
        listed = nodes.reshape(n, -1)[:count], combs.reshape(n, -1)[:count].tolist()
        for block, some, above in zip(*listed, excess.tolist(), strict=False):
            bits = np.zeros(n + 1, np.int64)
            bits[block] = np.arange(1, BLOCK)  # the last entry is that of no atom, -1
            sets = (word >> bits[:-1] & 1 > 0 for word in takewhile(bool, some))
            found[graph.comb(sets)] = above
    return sorted(found, key=lambda comb: (round(found[comb], 6), comb))
