"""The table of doors: what people have is read as they mean it, or refused in one clear line.

Each section has a folder of its own. Besides statements, lines have these forms.

    < file: its text, with \\n for the end of a line
    < file = its text, or its bytes, as an expression in Python
    read_graph("file").size() || icosian route file A B  => 5
    ? a question, as that before the sign
    < file: its text  => 5

A row asks in Python, by a command, or both, and ends with the outcome; behind a file the question
is the last one that stands alone.

    => 5             the value, which is one of the answer in JSON
    => length=5, ... attributes of the value, and of the answer in JSON
    -> words         what the value says, and what the command prints, has these words
    !! words         an error, after its class, and one line of the command, has them; nothing is
                     written

``text`` is that of the last file, and ``...`` between blanks stands for any words. What all of some
functions refuse alike is a question to ``each`` of them.
"""

import json
import re
import shlex
import shutil
from decimal import Decimal
from functools import partial
from pathlib import Path

import networkx as nx
import pytest
import scipy.sparse
from tables import cases, follow_all, names

from icosian.cli import main
from icosian.exceptions import IcosianError

HERE = Path(__file__).parent
NAMES = names() | {
    "partial": partial,
    "json": json,
    "scipy": scipy,
    "shutil": shutil,
    "Decimal": Decimal,
    "DATA": HERE.parent / "data",
}
ROW = re.compile(r"(.*?)(?:\s+(=>|->|!!)\s*(.*))?", re.DOTALL)
ASKED = re.compile(r"(.*?)(?: \|\| )?(?:icosian (.*))?", re.DOTALL)
FILE = re.compile(r"< (\S*?)(:| =)(?: (.*)|$)", re.DOTALL)
REFUSED = IcosianError, nx.NetworkXException, OSError, AttributeError


def each(*functions):
    """Return a function that asks all of them, and raises the error that they have in common."""

    def ask(*arguments, **options):
        errors = {}
        for function in functions:
            try:
                errors[None] = function(*arguments, **options)
            except REFUSED as error:
                errors[type(error), str(error)] = error
        if len(errors) > 1:
            raise AssertionError(errors)
        for refusal, answer in errors.items():
            if refusal is not None:
                raise answer
        return answer

    return ask


NAMES["each"] = each


@pytest.mark.parametrize(("_", "lines"), cases(__file__))
def test_what_people_have_is_read_as_they_mean_it_or_refused(
    _, lines, tmp_path, monkeypatch, capsys
):
    monkeypatch.chdir(tmp_path)
    follow_all(lines, {**NAMES}, partial(follow, capsys=capsys))


def follow(line, names, capsys):
    """Do what a line says."""
    if line.startswith("? "):
        names["asked"] = line[2:]
        return
    question, sign, outcome = ROW.fullmatch(line).groups()
    file = None
    if question.startswith("< "):
        file = put(question, names)
        question = names["asked"] if sign else ""
    code, command = ASKED.fullmatch(question).groups()
    before = state()
    if code:
        ask_in_python(code, sign, outcome, names, file)
    if command:
        ask_by_command(command, sign, outcome, capsys)
    if sign == "!!" and state() != before:
        raise AssertionError("something was written")


def put(line, names):
    """Write a file, and return its name."""
    name, sign, content = FILE.fullmatch(line).groups()
    if sign == ":":
        content = re.sub(r"\\[nrt]", lambda end: eval(f"'{end[0]}'"), content or "")
    else:
        content = eval(content, names)
    Path(name).write_bytes(content if isinstance(content, bytes) else content.encode())
    names["text"] = content
    return name


def state():
    """Return the files and when they were written."""
    return {path: path.stat().st_mtime_ns for path in Path().rglob("*")}


def ask_in_python(code, sign, outcome, names, file):
    """Compare what an expression gives; an error about a file that it reads names the file."""
    try:
        value, error = eval(code, names), None
    except REFUSED as refused:
        value = error = f"{type(refused).__name__}: {refused}"
    if (error is None) == (sign == "!!"):
        raise AssertionError(error or f"it is {value!r:.200}")
    compare(sign, outcome, value)
    if error and ("\n" in error or (file and f'"{file}"' in code and file not in error)):
        raise AssertionError(f"not one line that names the file: {error}")


def ask_by_command(command, sign, outcome, capsys):
    """Compare what a command prints; an error is one line."""
    code = main([*shlex.split(command), *["--json"] * (sign == "=>")])
    out, err = capsys.readouterr()
    if (code == 2) != (sign == "!!"):
        raise AssertionError(err or out)
    said = [line for line in (out + err).splitlines() if not line.startswith("read ")]
    if code == 2 and (len(said) != 1 or not said[0].startswith("icosian: ")):
        raise AssertionError(f"not one line: {out}{err}")
    compare(sign, outcome, json.loads(out)["answer"] if sign == "=>" else out + err)


def compare(sign, outcome, value):
    """Compare what came out with what is written."""
    if sign != "=>":
        words = ".*".join(map(re.escape, outcome.split(" ... ")))
        if not re.search(words, str(value), re.IGNORECASE | re.DOTALL):
            raise AssertionError(value)
    elif re.match(r"\w+=", outcome):
        for name, number in eval(f"dict({outcome})").items():
            found = value[name] if isinstance(value, dict) else getattr(value, name)
            if not same(found, number):
                raise AssertionError(f"{name} is {found!r}")
    else:
        found = value.values() if isinstance(value, dict) else [value]
        if not any(same(one, eval(outcome)) for one in found):
            raise AssertionError(repr(value))


def same(found, number):
    """Return True for equal values, nearly equal ones of floats, tuples like lists, or as sets."""
    if isinstance(number, float):
        return found == pytest.approx(number, rel=1e-7)
    if isinstance(number, set):
        return {*found} == number
    many = isinstance(found, tuple | list) and isinstance(number, tuple | list)
    return [*found] == [*number] if many else found == number
