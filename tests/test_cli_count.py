"""``icosian count``, as its user sees it."""

import json
import pathlib

import pytest

from icosian.cli import main

PETERSEN = str(pathlib.Path(__file__).parent / "data" / "petersen.hcp")


@pytest.mark.parametrize(
    ("words", "number"),
    [
        ("5x6", 8),
        ("5x6 --closed", 8),
        ("3x3 --closed --piece king", 16),
        ("3x4 --paths", 8),
        ("3x4 --start a3", 2),
        ("3x10 --distinct", 6),
        ("3x4 --paths --distinct", 3),
        (f"{PETERSEN}", 0),
        (f"{PETERSEN} --paths", 120),
        (f"{PETERSEN} --start 1 --memory 100M --timeout 60", 24),
    ],
)
def test_the_number_is_printed_alone_or_as_json(words, number, capsys):
    assert main(["count", *words.split()]) == 0
    assert capsys.readouterr().out == f"{number}\n"
    assert main(["count", *words.split(), "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    paths = "--paths" in words or "--start" in words
    assert answer == {"result": "counted", "closed": not paths, "number": number}


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ("8x8 --closed --start a1", "a closed tour has no ends"),
        ("8x8 --memory much", "is not a number of bytes"),
        (f"{PETERSEN} --piece king", "--piece moves on a board"),
        ("8x8 --start z9", "z9"),
        (f"{PETERSEN} --distinct", "squares of a board"),
    ],
)
def test_bad_use_exits_with_2(words, complaint, capsys):
    assert main(["count", *words.split()]) == 2
    assert complaint in capsys.readouterr().err


def test_a_limit_exits_with_3(capsys):
    assert main(["count", "8x8", "--memory", "1k"]) == 3
    assert "memory_limit" in capsys.readouterr().err
