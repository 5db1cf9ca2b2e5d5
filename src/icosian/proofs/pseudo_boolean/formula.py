"""Formulas in the OPB format: variables with a meaning, constraints with a comment."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from icosian.proofs.shared.claim import Named
from icosian.proofs.shared.codec import codec

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from icosian.proofs.shared.claim import Claim

    Label = Callable[[Any], Any]


Term = tuple[int, int]
"""A coefficient and a variable."""


class Formula:
    """Constraints "a sum of terms is at least a number", numbered from 1."""

    def __init__(self, head: list[str]) -> None:
        self.variables: list[Any] = []
        self._head = head
        self._lines: list[str] = []
        self._sums: list[list[Term]] = []
        self.zeros: dict[int, int] = {}
        """The statement that a variable is 0, if there is such a variable."""
        self._notes: dict[int, str] = {}
        """What variables without a meaning in the graph say."""

    def __len__(self) -> int:
        return len(self._sums)

    def variable(self, meaning: Any) -> int:
        """Return a new variable."""
        self.variables.append(meaning)
        return len(self.variables)

    def auxiliary(self, note: str) -> int:
        """Return a new variable without a meaning in the graph."""
        x = self.variable(None)
        self._notes[x] = printable(note)
        return x

    def state(self, statement: str, terms: list[Term], least: int) -> int:
        """Add a constraint under its statement; return its number."""
        terms = terms or [(1, self.zero())]  # OPB has no empty sums
        self._lines.append(f"* {printable(statement)}\n{_sum(terms)} >= {least} ;\n")
        self._sums.append(terms)
        return len(self._sums)

    def terms(self, number: int) -> list[Term]:
        """Return the sum of a constraint."""
        return self._sums[number - 1]

    def zero(self) -> int:
        """Return a variable that is 0."""
        if not self.zeros:
            x = self.auxiliary("nothing")
            self.zeros[x] = self.state("what there is not", [(-1, x)], 0)
        return next(iter(self.zeros))

    def text(self, meaning: Callable[[Any], str]) -> str:
        """Return the formula; ``meaning`` gives the comment on a variable."""
        size = f"* #variable= {len(self.variables)} #constraint= {len(self)}\n"
        head = [f"* {line}\n" for line in self._head]
        some = (
            f"* x{k} {f'null {self._notes[k]}' if v is None else meaning(v)}\n"
            for k, v in enumerate(self.variables, start=1)
        )
        return "".join([size, *head, *some, *self._lines])


def header(claim: Claim, variables: str, label: Label) -> list[str]:
    """Return the first comments, from which an audit reads the claim."""
    said: dict[str, Any] = {"closed": claim.closed}
    for role in ("start", "end"):
        if (node := getattr(claim, role)) is not None:
            said[role] = label(node)
    for name in ("require", "forbid", "besides"):
        if some := getattr(claim, name):
            said[name] = [list(map(label, nodes)) for nodes in some]
    if claim.positions:
        said["positions"] = [[label(v), k] for v, k in claim.positions]
    if claim.shorter_than is not None:
        weight = codec(Named).write(claim.weight, label)
        said |= {"shorter_than": str(claim.shorter_than), "weight": weight, "hidden": claim.hidden}
    return [f"claim {json.dumps(said)}", f"variables {variables}"]


def printable(text: str) -> str:
    """Return a text as one line of ASCII characters."""
    return text.encode("unicode_escape").decode("ascii")


def _sum(terms: Iterable[Term]) -> str:
    return " ".join(f"{factor:+d} x{variable}" for factor, variable in terms)
