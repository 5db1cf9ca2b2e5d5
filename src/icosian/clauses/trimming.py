"""Refutations from the clauses of a search: reverse unit propagation (RUP) trims them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import chain
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from icosian._io.memory import collector_paused
from icosian._kernels import replay as kernels
from icosian._kernels._jit import Run
from icosian._run.clock import Clock

WORTHWHILE = 0.3
"""The share of clauses that a replay must have dropped for another one to follow."""

MANY = 100
"""Clauses from which a check gains by forgetting some."""

BASIS, WORDS = 6, 32
"""The place of the basis among the arrays of the kernel, and its words a clause at first."""

Fact = tuple[int, list[int]]
"""At least so many of these literals hold: ``k``, edge k is used, or ``-k``, it is not."""


class Ports(NamedTuple):
    """The ends of edges whose paths may not close before they meet all nodes."""

    of_edges: list[tuple[int, int]]
    """Those of each edge; edge 0 is none of the graph."""
    nodes: int
    directed: bool
    """Every node has two ports next to each other; else it has one, which takes two edges."""


def paths(ports: Ports | None) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Return the ports of edges, the edges at ports, and ports without used edges, as arrays."""
    of_edges, nodes, directed = ports or ([(0, 0)], 0, False)
    count = nodes << directed
    both = np.array(of_edges, np.int64)
    sides = both[1:].ravel()
    ends = np.full((count + 1, kernels.PORT), kernels.NONE, np.int64)
    ends[:, kernels.ARCS] = np.cumsum([0, *np.bincount(sides, minlength=count)])
    ends[:, kernels.OTHER] = np.arange(count + 1) ^ directed
    ends[:, kernels.LENGTH] = 1
    return both.ravel(), 1 + np.argsort(sides, kind="stable") // 2, ends.ravel()


def trimmed(
    variables: int,
    facts: list[Fact],
    clauses: list[list[int]],
    clock: Clock,
    *,
    groups: Sequence[list[Fact]] = (),
    ports: Ports | None = None,
) -> tuple[list[int], list[list[int]], tuple[int, ...]]:
    """Replay clauses as long as that drops many; return the groups and clauses needed."""
    # ``facts`` hold anyway, those in a group of ``groups`` for the same reason; groups are returned
    # by their places, clauses without the literals that they do not need, and of each clause, if
    # they are many, the number of the last one that needs it. ``ports`` are given if the variables
    # are edges whose paths may not close too early.
    kept = list(range(len(groups)))
    before = math.inf
    while len(clauses) < (1 - WORTHWHILE) * before:
        # 1. Replay the clauses until the facts and those before contradict each other.
        before = len(clauses)
        owners = [owner for owner in kept for _ in groups[owner]]
        rows = [*facts, *(fact for owner in kept for fact in groups[owner])]
        clock.tick("sat")
        # 2. Keep what the contradiction rests on. With fewer rows others conclude first, and what
        #    they rest on is often less: so again.
        needed, clauses, until = _replayed(variables, rows, clauses, ports, clock)
        places = (row - len(facts) for row in needed if row >= len(facts))
        kept = list(dict.fromkeys(owners[place] for place in places))
    return kept, clauses, until if len(clauses) >= MANY else ()


def renamed(clauses: list[list[int]]) -> tuple[list[int], list[list[int]]]:
    """Return the variables of clauses, and the clauses with their places among them, from 1."""
    used = sorted({abs(literal) for clause in clauses for literal in clause})
    number = {x: k for k, x in enumerate(used, start=1)}
    return used, [[number[x] if x > 0 else -number[-x] for x in clause] for clause in clauses]


@collector_paused()
def _replayed(
    variables: int, facts: list[Fact], clauses: list[list[int]], ports: Ports | None, clock: Clock
) -> tuple[list[int], list[list[int]], tuple[int, ...]]:
    """Return the facts that refute themselves with clauses, and the clauses, as far as needed."""
    entries: list[int] = []
    counts = ((max(0, least), literals) for least, literals in facts)
    learned = ((kernels.LEARNED, clause) for clause in (*clauses, ()))
    for least, row in clock.paced("sat", chain(counts, learned)):
        entries += (least, len(row), *[2 * x if x > 0 else 1 - 2 * x for x in row])
    words = len(entries)
    literals = np.zeros((2 * variables + 2, kernels.LITERAL), np.int64)
    literals[:, [kernels.WATCH, kernels.PLACE]] = -1
    both, arcs, ends = paths(ports)
    longest = max(map(len, chain(clauses, (row for _, row in facts))), default=0)
    s = np.zeros(kernels.WORDS, np.int64)
    if ports is not None:
        s[kernels.NODES], s[kernels.TURN] = ports.nodes, ports.directed
    s[kernels.CLASH] = s[kernels.STACKED] = kernels.NONE
    s[kernels.ROOM] = 2 * variables + 4
    run = Run(
        kernels.replay,
        np.zeros(words, np.int64),  # the pool
        np.zeros(2 * words, np.int64),  # cells
        np.zeros(kernels.ROW * (len(facts) + len(clauses) + 2), np.int64),  # rows
        literals.ravel(),
        np.zeros(variables + 1, np.int64),  # the trail
        np.array(entries, np.int64),
        np.zeros(s[kernels.ROOM] + WORDS * len(clauses), np.int64),  # the basis
        both,
        arcs,
        ends,
        np.zeros(len(ends), np.int64),  # joins
        np.zeros(max(variables, len(ends), longest) + 2, np.int64),
        s,
    )
    while clock.run("sat", run) == kernels.FULL:
        arrays = list(run.arrays())
        arrays[BASIS] = np.concatenate((arrays[BASIS], np.zeros_like(arrays[BASIS])))
        run = Run(kernels.replay, *arrays)
    pool, _, rows, literals, _, _, basis, both, _, ends, _, why, s = run.arrays()
    if s[kernels.CLASH] == kernels.NONE:
        raise RuntimeError("the solver refutes what unit propagation does not")
    kept = np.zeros(s[kernels.ROWS], np.int64)
    stack = np.zeros(len(kept) + 2 * variables + 2, np.int64)
    Run(kernels.collect, pool, rows, literals, basis, both, ends, stack, kept, why, s).finish()
    needed = kept.nonzero()[0]
    later = needed[needed >= len(facts)]
    shortened = [
        [-(x >> 1) if x & 1 else x >> 1 for x in pool[begin:end].tolist()]
        for begin, end in zip(
            rows[kernels.ROW * later], rows[kernels.ROW * (later + 1)], strict=True
        )
    ]
    until = np.searchsorted(later, kept[later])  # how many come before the next row
    return needed[needed < len(facts)].tolist(), shortened, tuple(until.tolist())
