"""``icosian count``, as its user sees it."""

import json
import pathlib
import signal

import pytest

from icosian import tours
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
        ("8x8 --jobs 0", "0 is not in the range"),
        (f"8x8 --checkpoint {PETERSEN}", "is a file"),
        (f"{PETERSEN} --distinct", "squares of a board"),
    ],
)
def test_bad_use_exits_with_2(words, complaint, capsys):
    assert main(["count", *words.split()]) == 2
    assert complaint in capsys.readouterr().err


def test_a_limit_exits_with_3(capsys):
    assert main(["count", "8x8", "--memory", "1k"]) == 3
    assert "memory_limit" in capsys.readouterr().err


def test_threads_and_a_checkpoint_change_no_count(tmp_path, capsys):
    folder = str(tmp_path / "count")
    line = ["count", "5x6", "--jobs", "2", "--checkpoint", folder]
    for _ in range(2):
        assert main(line) == 0
        assert capsys.readouterr() == ("8\n", "")
    assert main(["count", "6x6", "--checkpoint", folder]) == 2
    assert "another count" in capsys.readouterr().err


def test_a_time_out_tells_how_to_go_on(tmp_path, capsys):
    folder = str(tmp_path / "count")
    assert main(["count", "8x8", "--timeout", "0.1", "--checkpoint", folder]) == 3
    assert f"the same call goes on from {folder}" in capsys.readouterr().err


@pytest.mark.parametrize("jobs", [[], ["--jobs", "2"]])
def test_ctrl_c_tells_whether_the_count_can_go_on(jobs, capsys, tmp_path, monkeypatch):
    monkeypatch.setattr(
        tours,
        "count_hamiltonian_cycles",
        lambda *_args, **_options: signal.raise_signal(signal.SIGINT),
    )
    folder = str(tmp_path / "count")
    assert main(["count", "8x8", *jobs]) == 130
    assert capsys.readouterr() == ("", "\nicosian: interrupted\n")
    assert main(["count", "8x8", *jobs, "--checkpoint", folder]) == 130
    assert capsys.readouterr() == (
        "",
        f"\nicosian: interrupted; the same command goes on from {folder}\n",
    )
