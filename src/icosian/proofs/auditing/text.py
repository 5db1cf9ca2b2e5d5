"""Reader of formulas in the OPB and the DIMACS format."""

from __future__ import annotations

import json
import re
from typing import Any, NamedTuple

from icosian.exceptions import InvalidProof

SIZE = re.compile(r"\* #variable= ([0-9]{1,9}) #constraint= ([0-9]{1,9})", re.ASCII)
CLAUSES = re.compile(r"p cnf ([0-9]{1,9}) ([0-9]{1,9})", re.ASCII)
VARIABLE = re.compile(r"x([1-9][0-9]{0,8}) (.*)", re.ASCII)
ROW = re.compile(r"((?:[+-]?[0-9]+ x[1-9][0-9]{0,8} )+)>= (-?[0-9]+) ;", re.ASCII)
CLAUSE = re.compile(r"((?:-?[1-9][0-9]{0,8} )*)0", re.ASCII)

PARTS = {"edges": {2}, "numbers": {2}, "cycles": {3}, "order": {2, 3}, "statements": {2}}
"""The kinds of variables, and of how many parts their meanings consist."""

Row = dict[int, int]
"""The coefficients of variables."""


class Text(NamedTuple):
    """What a formula consists of."""

    claim: str
    kind: str
    unit: str
    meanings: list[Any]
    rows: list[tuple[int, Row, int]]
    """The number of the line, the coefficients, and the least sum."""


def read_formula(formula: str) -> Text:
    """Return what a formula says, without a look at the graph."""
    if re.fullmatch(r"[\n -~]*", formula) is None:  # other programs may end a line elsewhere
        raise InvalidProof("a formula consists of lines of printable ASCII characters")
    lines = formula.removesuffix("\n").split("\n")
    before = next((k for k, line in enumerate(lines) if not line.startswith("c ")), 0)
    has_clauses = lines[before].startswith("p")
    size = (CLAUSES if has_clauses else SIZE).fullmatch(lines[before])
    if size is None or (before and not has_clauses):
        raise InvalidProof(
            f"line {before + 1}: an OPB file begins with the numbers of variables and constraints,"
            " a DIMACS file with comments and these numbers"
        )
    head: dict[str, str] = {}
    meanings: dict[int, Any] = {}
    rows: list[tuple[int, Row, int]] = []
    for number, line in enumerate(lines, start=1):
        if number == before + 1:
            continue
        if number <= before or (line.startswith("*") and not has_clauses):
            said = line.removeprefix("c " if has_clauses else "* ")
            if found := VARIABLE.fullmatch(said):
                x = int(found[1])
                if x in meanings:
                    raise InvalidProof(f"line {number}: x{x} has two meanings")
                meanings[x], _ = json.JSONDecoder().raw_decode(found[2])
            elif not rows:
                word, _, rest = said.partition(" ")
                if word in head:
                    raise InvalidProof(f"line {number}: a second {word}")
                if word in {"claim", "variables", "unit"}:
                    head[word] = rest
        else:
            rows.append((number, *(_clause if has_clauses else _row)(line, number)))
    if len(rows) != int(size[2]):
        raise InvalidProof(f"the formula has {len(rows)} constraints, not {size[2]}")
    if meanings.keys() != set(range(1, int(size[1]) + 1)):
        raise InvalidProof("the comments do not give every variable a meaning")
    known = set(meanings)
    for number, row, _ in rows:
        if not row.keys() <= known:
            raise InvalidProof(f"line {number}: a variable without a meaning")
    parts = PARTS.get(head["variables"])
    if parts is None:
        raise InvalidProof(f"the variables are neither {' nor '.join(PARTS)}")
    for x, meaning in meanings.items():
        if meaning is not None and (type(meaning) is not list or len(meaning) not in parts):
            raise InvalidProof(f"x{x} is none of the {head['variables']}")
    some = [meaning and tuple(meaning) for _, meaning in sorted(meanings.items())]
    return Text(head["claim"], head["variables"], head.get("unit", "1"), some, rows)


def _row(line: str, number: int) -> tuple[Row, int]:
    match = ROW.fullmatch(line)
    if match is None:
        raise InvalidProof(f"line {number}: not a constraint of the form '+1 x1 -1 x2 >= 1 ;'")
    words = match[1].split()
    row: Row = {}
    for factor, name in zip(words[::2], words[1::2], strict=True):
        x = int(name[1:])
        if x in row:
            raise InvalidProof(f"line {number}: {name} occurs twice")
        row[x] = int(factor)
    return row, int(match[2])


def _clause(line: str, number: int) -> tuple[Row, int]:
    """Return the sum of a clause: its least value leaves no literal that holds, one more does."""
    match = CLAUSE.fullmatch(line)
    if match is None:
        raise InvalidProof(f"line {number}: not a clause of the form '1 -2 0'")
    row: Row = {}
    for literal in map(int, match[1].split()):
        if abs(literal) in row:
            raise InvalidProof(f"line {number}: x{abs(literal)} occurs twice")
        row[abs(literal)] = 1 if literal > 0 else -1
    return row, least_sum(row)


def least_sum(clause: Row) -> int:
    """Return the least sum of a clause that holds."""
    return 1 - sum(factor < 0 for factor in clause.values())
