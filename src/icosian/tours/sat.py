"""Deciding by SAT: two edges at every node, borders of the pieces that come out, and a proof.

The solver looks for two edges at every node. What it finds falls into cycles; the border of each
is then required to be crossed, and the solver goes on, until a single cycle comes out or nothing.
In the second case a new solver, which knows all borders from the start, writes down what it
learns, and that is replayed and cut down to what the contradiction needs.

The solver, Gluecard from python-sat, counts natively, so that there are no variables but the
edges, at nodes of any degree, and what it learns is what unit propagation can check.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING, Any

from icosian.proofs.base import HOME
from icosian.proofs.refutation import Refutation

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from icosian.tours.clock import Clock
    from icosian.tours.problem import Problem

__all__ = ["satisfy"]

SLICE = 1_000
"""Conflicts of one call of the solver, which looks at the limit when it restarts: some 20 ms."""
REACH = 500_000
"""Edges marked in one call of the solver."""

Fact = tuple[int, list[int]]
"""At least so many of these literals hold; ``k`` says that edge number k is used, -k that not."""


def satisfy(
    problem: Problem, question: dict[str, Any], clock: Clock, *, limit: float = math.inf
) -> list[int] | Refutation | None:
    """Decide a question by SAT.

    Parameters
    ----------
    problem : Problem
        The question.
    question : dict
        The question as a proof states it.
    clock : Clock
        The clock of the search; it counts conflicts and clauses replayed.
    limit : float
        How many conflicts the search may have.

    Returns
    -------
    list of int, Refutation or None
        The nodes of a tour by number, in order, or a proof, or None if the limit was reached.

    Raises
    ------
    TimeIsUp
        If the time is over.
    """
    if problem.size == 1 and not problem.closed:
        return [0]
    model = _Model.of(problem)
    cuts: list[set[int]] = []
    with _solver(model, cuts) as solver:
        while _answer(solver, clock, limit):
            cycles = model.cycles(solver.get_model())
            if len(cycles) == 1:
                return _tour(problem, cycles[0])
            new = [_smaller(set(cycle), model.size) for cycle in cycles]
            ...
