"""Reader of formulas in the OPB format, for audits."""

from __future__ import annotations

import json
import re
from typing import Any, NamedTuple

from icosian.exceptions import InvalidProof

SIZE = re.compile(r"\* #variable= ([0-9]{1,9}) #constraint= ([0-9]{1,9})", re.ASCII)
VARIABLE = re.compile(r"\* x([1-9][0-9]{0,8}) (.*)", re.ASCII)
ROW = re.compile(r"((?:[+-]?[0-9]+ x[1-9][0-9]{0,8} )+)>= (-?[0-9]+) ;", re.ASCII)

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
    first, *lines = formula.split("\n")
    size = SIZE.fullmatch(first)
    if size is None:
        raise InvalidProof(
            "line 1: an OPB file begins with the numbers of variables and constraints"
        )
    head: dict[str, str] = {}
    meanings: dict[int, Any] = {}
    rows: list[tuple[int, Row, int]] = []
    for number, line in enumerate(lines, start=2):
        if line.startswith("*"):
            if found := VARIABLE.fullmatch(line):
                x = int(found[1])
                if x in meanings:
                    raise InvalidProof(f"line {number}: x{x} has two meanings")
                meaning, _ = json.JSONDecoder().raw_decode(found[2])
                if meaning is not None and (type(meaning) is not list or len(meaning) != 2):
                    raise InvalidProof(f"line {number}: x{x} is neither an edge nor a place")
                meanings[x] = meaning and tuple(meaning)
            elif not rows:
                word, _, rest = line[2:].partition(" ")
                if word in head:
                    raise InvalidProof(f"line {number}: a second {word}")
                if word in {"claim", "variables", "unit"}:
                    head[word] = rest
        elif line or number <= len(lines):
            rows.append((number, *_row(line, number)))
    if len(rows) != int(size[2]):
        raise InvalidProof(f"the formula has {len(rows)} constraints, not {size[2]}")
    if meanings.keys() != set(range(1, int(size[1]) + 1)):
        raise InvalidProof("the comments do not give every variable a meaning")
    known = set(meanings)
    for number, row, _ in rows:
        if not row.keys() <= known:
            raise InvalidProof(f"line {number}: a variable without a meaning")
    if head["variables"] not in {"edges", "numbers"}:
        raise InvalidProof("the variables are neither edges nor numbers of nodes")
    some = [meanings[x] for x in sorted(meanings)]
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
