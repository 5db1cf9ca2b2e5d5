"""Refutations in the format of VeriPB: sums, unit propagation, definitions."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


Part = tuple[int, int]
"""A constraint, or a literal, and how often it is added."""


class Log:
    """The lines of a proof.

    Constraints of the formula are positive numbers, and the k-th line of the proof is ``-k``: how
    many constraints the formula has is known only at the end.
    """

    def __init__(self) -> None:
        self._lines: list[list[int | str]] = []

    def add(
        self, parts: Iterable[Part], axioms: Iterable[Part] = (), then: Iterable[str] = ()
    ) -> int:
        """Write a sum of constraints and of axioms "literal >= 0"; return the line.

        ``then`` are operations on the sum, in reverse Polish notation.
        """
        summands: list[tuple[int | str, int]] = [*parts]
        summands += [(literal_name(literal), times) for literal, times in axioms]
        line: list[int | str] = ["pol"]
        for k, (summand, times) in enumerate(summands):
            line.append(summand)
            if times != 1:
                line += [str(times), "*"]
            if k:
                line.append("+")
        return self._append([*line, *then])

    def compute(self, line: Iterable[int | str]) -> int:
        """Write any operations on constraints, in reverse Polish notation; return the line."""
        return self._append(["pol", *line])

    def imply(self, literals: Iterable[int]) -> int:
        """Write a clause that follows by unit propagation; return the line."""
        clause = "".join(f" 1 {literal_name(literal)}" for literal in literals)
        return self._append([f"rup{clause} >= 1 ;"])

    def define(self, literals: Iterable[Part], least: int, witness: int) -> int:
        """Write a sum of literals that is right if a new variable is chosen well; return the line.

        ``witness`` is the literal of the variable that makes it right whatever the others are.
        """
        terms = "".join(f" {factor} {literal_name(literal)}" for literal, factor in literals)
        choice = f"{literal_name(abs(witness))} -> {int(witness > 0)}"
        return self._append([f"red{terms} >= {least} ; {choice}"])

    def _append(self, line: list[int | str]) -> int:
        self._lines.append(line)
        return -len(self._lines)

    def text(self, constraints: int) -> str:
        """Return the proof that the last line contradicts a formula of so many constraints."""

        def number(reference: int | str) -> str:
            if isinstance(reference, str):
                return reference
            return str(reference if reference > 0 else constraints - reference)

        lines = [" ".join(map(number, line)) for line in self._lines]
        return "\n".join(
            [
                "pseudo-Boolean proof version 2.0",
                f"f {constraints}",
                *lines,
                "output NONE",
                f"conclusion UNSAT : {constraints + len(lines)}",
                "end pseudo-Boolean proof",
                "",
            ]
        )


def literal_name(literal: int) -> str:
    """Return a variable, or its denial if the number is negative."""
    return f"x{literal}" if literal > 0 else f"~x{-literal}"
