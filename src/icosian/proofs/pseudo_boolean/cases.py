"""Trees of cases and lists of clauses: lines of reverse unit propagation."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from icosian.proofs.pseudo_boolean.replay import StatedMarks
from icosian.proofs.pseudo_boolean.weighings import weighed
from icosian.proofs.shared.rules import Contradiction

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable

    from icosian.proofs.pseudo_boolean.log import Log
    from icosian.proofs.pseudo_boolean.view import View
    from icosian.proofs.weighing import Weights


Clause = tuple[tuple[int, bool], ...]
"""What denies the assumptions of a case, each with whether it is the second one of its split."""
_Case = tuple[int, "Callable[[int], None] | None", int, Clause]


def refute_cases(
    view: View,
    tree: Iterable[tuple[Any, Any] | Weights | None],
    sets: Iterable[Collection[Any]],
) -> None:
    """Write that each case of a valid tree contradicts the formula."""
    marks = StatedMarks(view, sets)
    ahead: list[_Case] = [(marks.size, None, 0, ())]
    for entry in tree:
        size, assume, e, clause = ahead.pop()
        marks.undo(size)
        try:
            if assume is not None:
                assume(e)
            marks.settle()
        except Contradiction:
            marks.forget()
        else:
            if isinstance(entry, tuple):
                e = view.net.edge(entry)
                x = view.variables[e]
                ahead += [
                    (marks.size, marks.drop, e, (*clause, (x, True))),
                    (marks.size, marks.use, e, (*clause, (-x, False))),
                ]
                continue
            if entry is not None and (parts := weighed(view, entry)):
                view.log.add(parts)
        close(view.log, clause)


def close(log: Log, clause: Clause) -> None:
    """Write that a case is closed, and each split of which this is the second case.

    For a leaf its clause follows by unit propagation, as the rules and the weights are statements
    of the formula or the proof; for a split it follows from the clauses of its two cases.
    """
    log.imply(literal for literal, _ in clause)
    while clause and clause[-1][1]:
        clause = clause[:-1]
        log.imply(literal for literal, _ in clause)
