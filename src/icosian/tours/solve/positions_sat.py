"""Numbers given to some nodes, decided by SAT: a variable says that a node has a number."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING, Any

import numpy as np

from icosian.tours.certify.rup import trimmed
from icosian.tours.solve.position_clauses import Timetable
from icosian.tours.solve.sat import EASY, QUICK, Recorder, Solver

if TYPE_CHECKING:
    import networkx as nx

    from icosian._run.clock import Clock
    from icosian.proofs import Positioned


BATCH, MARKS = 1_000, 100_000
"""Statements, and propagations of the solver, between looks at the clock."""


def numbered(G: nx.Graph[Any], question: Positioned, clock: Clock) -> tuple[Any, ...] | Positioned:
    """Return the nodes in an order with the given numbers, or an unchecked proof."""

    def pause() -> None:
        clock.tick("sat")

    table = Timetable(G, question.statement, pause)
    if crowd := _crowd(table):
        return replace(question, crowd=crowd)
    facts = []
    statements = table.facts()
    while some := list(islice(statements, BATCH)):
        facts += some
        pause()
    variables = list(table.variables)
    quick, recorder = Solver(clock, QUICK, MARKS), Recorder(clock, math.inf, MARKS)
    for solver in (quick, recorder):
        for k in range(0, len(facts), BATCH):
            solver.require(facts[k : k + BATCH])
            pause()
        if answer := solver.answer():
            chosen = [variables[x - 1] for x in solver.choice() if x > 0]
            return tuple(table.nodes[v] for v, _ in sorted(chosen, key=lambda place: place[1]))
        recorder.is_quick = answer is False and quick.steps <= EASY
    _, clauses = trimmed(len(variables), facts, recorder.log(), clock)
    used = sorted({abs(x) for clause in clauses for x in clause})
    name = {x: k for k, x in enumerate(used, start=1)}
    return replace(
        question,
        places=tuple((table.nodes[v], k + 1) for v, k in (variables[x - 1] for x in used)),
        clauses=tuple(tuple(name[x] if x > 0 else -name[-x] for x in row) for row in clauses),
    )


def _crowd(table: Timetable) -> tuple[int, ...]:
    """Return numbers for which there are too few nodes, if a matching leaves one without."""
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import maximum_bipartite_matching

    if table.empty is not None:
        return (table.empty + 1,)
    n = len(table.nodes)
    nodes, numbers = np.array(list(table.variables)).T
    may = csr_array((np.ones(len(nodes), bool), (numbers, nodes)), shape=(n, n))
    node_of = maximum_bipartite_matching(may, perm_type="column").tolist()  # of every number
    if -1 not in node_of:
        return ()
    number_of = {v: k for k, v in enumerate(node_of) if v >= 0}
    crowd = [node_of.index(-1)]
    seen: set[int] = set()
    for k in crowd:
        for v in table.fits[k] - seen:
            seen.add(v)
            crowd.append(number_of[v])  # or the matching were not largest
    return tuple(sorted(k + 1 for k in crowd))
