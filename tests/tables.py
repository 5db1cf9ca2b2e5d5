"""Tables of facts: the files ``table/*.txt`` of a room of tests, with a section for each promise.

A line has one of these forms; a line that begins with a blank goes on from the line before it, and
what comes before the first section is part of each. Names are those that the library shows, and
those of the tests that the file is called after: ``table/board.txt`` has those of `test_board`.

    # a comment
    ## a promise
    $ a statement in Python
    expression               it is true
    expression  => value     it is equal to the value
    expression  !! words     it is refused by an InvalidArgument that has these words
    expression  !! Name: words      the same for another exception
    ? function               the rows below are its arguments, up to the next question
    @ for name in values     all rows below hold for each of the values

``...`` between blanks stands for any words, ``## slow: a promise`` is one that takes long, and
``tmp_path`` is an empty folder. No fixture applies, not even one that applies itself. The rooms of
commands, doors and proofs have a `test_table` that gives their tables more names, or rows of a form
of their own.
"""

import importlib
import itertools
import math
import re
from fractions import Fraction
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import networkx as nx
import numpy as np
import pytest

ROOMS = ("", ".boardgraphs", ".files", ".placements", ".proofs", ".puzzles", ".routes", ".tours")
ROW = re.compile(r"(.*?)(?:\s+(=>|!!)(?:\s+(.*))?)?", re.DOTALL)
REFUSED = re.compile(r"(?:((?:nx\.)?[A-Z]\w+):\s*)?(.*)", re.DOTALL)
EACH = re.compile(r"@ for (.+?) in\b\s*(.*)", re.DOTALL)


@cache
def names():
    """Return the names that every table knows."""
    rooms = [importlib.import_module(f"icosian{room}") for room in ROOMS]
    found = {name: getattr(room, name) for room in reversed(rooms) for name in room.__all__}
    found |= {"icosian": rooms[0], "nx": nx, "np": np, "pytest": pytest, "math": math}
    return found | {"itertools": itertools, "Fraction": Fraction, "Path": Path}


def sections(path):
    """Return the lines of each section of a file by its promise."""
    found, rows = {}, []
    shared = rows
    for line in path.read_text("utf-8").splitlines():
        if line.startswith("## "):
            assert line[3:] not in found, f"two sections {line}"
            rows = found[line[3:]] = [*shared]
        elif line.startswith(" "):
            rows[-1] += f" {line.strip()}"
        elif line and not line.startswith("# "):
            rows.append(line)
    return found


class Table(pytest.File):
    """A file of facts."""

    def collect(self):
        for promise, lines in sections(self.path).items():
            yield Section.from_parent(self, name=promise, lines=lines)


class Section(pytest.Item):
    """The facts of a promise."""

    def __init__(self, *, lines, **given):
        super().__init__(**given)
        self.lines = lines
        if self.name.startswith("slow: "):
            self.add_marker("slow")

    def runtest(self):
        room = self.path.parents[1].relative_to(Path(__file__).parent)
        tests = importlib.import_module(".".join(["tests", *room.parts, f"test_{self.path.stem}"]))
        with TemporaryDirectory() as folder:
            known = names() | vars(tests) | {"tmp_path": Path(folder)}
            follow_all(self.lines, known)

    def repr_failure(self, excinfo):
        """Show where the library fails, and not how a table is followed."""
        excinfo.traceback = excinfo.traceback.cut(path=__file__)
        return super().repr_failure(excinfo, "short")


def cases(test):
    """Return the topic and the lines of each section in the tables of the room of a test."""
    return [
        pytest.param(
            path.stem,
            lines,
            id=f"{path.stem}: {promise}",
            marks=[pytest.mark.slow] * promise.startswith("slow: "),
        )
        for path in sorted(Path(test).parent.glob("table/*.txt"))
        for promise, lines in sections(path).items()
    ]


def follow_all(lines, known, follow=None):
    """Do what lines say, those behind ``@`` once for each of the values."""
    follow = follow or follow_fact
    for k, line in enumerate(lines):
        try:
            if each := EACH.fullmatch(line):
                name, values = each.groups()
                exec(f"values = {values}", known)
                for value in known["values"]:
                    known["value"] = value
                    exec(f"{name} = value", known)
                    follow_all(lines[k + 1 :], known, follow)
                return
            if line.startswith("$ "):
                exec(line[2:], known)
            else:
                follow(line, known)
        except BaseException as error:
            error.add_note(line)
            raise


def follow_fact(line, known):
    """Do what a line says."""
    if line.startswith("? "):
        known["_asked"] = eval(line[2:], known)
        return
    code, sign, outcome = ROW.fullmatch(line).groups()
    if known.get("_asked"):
        code = f"_asked({code}\n)"  # which may end with a comment
    if sign == "!!":
        kind, words = REFUSED.fullmatch(outcome or "").groups()
        pattern = ".*".join(map(re.escape, words.split(" ... ")))
        with pytest.raises(eval(kind or "InvalidArgument", known), match=f"(?s:{pattern})"):
            eval(code, known)
    elif sign == "=>":
        value, expected = eval(code, known), eval(outcome, known)
        assert value == expected, f"it is {value!r}"
    else:
        assert eval(code, known)
