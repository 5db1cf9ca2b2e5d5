"""``icosian count``, as its user sees it."""

import json
import pathlib
import signal
from pathlib import Path

import networkx as nx
import pytest

from icosian import tours
from icosian._run.clock import TimeIsUp
from icosian.cli import main
from icosian.tours.count import api
from icosian.tours.count.checkpoint import Checkpoint

REVERSE = "(a tour and its reverse are one)"
PETERSEN = str(pathlib.Path(__file__).parents[1] / "data" / "petersen.hcp")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("5x6 --closed", f"8 closed tours {REVERSE}"),
        ("3x3 --closed --piece king --start b2", f"16 closed tours from b2 {REVERSE}"),
        ("3x4", f"8 open tours {REVERSE}"),
        ("3x4 --start a3", "2 open tours from a3"),
        ("3x10 --closed --distinct", "6 closed tours (a tour, its reverse and its images are one)"),
        ("3x4 --distinct", "3 open tours (a tour, its reverse and its images are one)"),
        (f"{PETERSEN}", "0 closed tours"),
        (f"{PETERSEN} --open", f"120 open tours {REVERSE}"),
        (f"{PETERSEN} --start 1 --memory 100M --timeout 60", "24 open tours from 1"),
        (f"{PETERSEN} --start 1 --end 4", "4 open tours from 1 to 4"),
        ("one-way.graphml", "1 closed tour"),
    ],
)
def test_a_count_says_what_is_counted(words, told, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    nx.write_graphml(nx.cycle_graph(4, nx.DiGraph), "one-way.graphml")
    assert main(["count", *words.split()]) == 0
    assert capsys.readouterr().out == f"{told}\n"
    assert main(["count", *words.split(), "--json"]) == 0
    number, kind = told.split()[:2]
    answer = json.loads(capsys.readouterr().out)
    assert answer["result"] == "counted"
    assert answer["answer"] == {"closed": kind == "closed", "count": int(number)}


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ("8x8 --closed --end a1", "a closed tour has no end"),
        ("8x8 --memory much", "is not a number of bytes"),
        (f"{PETERSEN} --piece king", "--piece is for boards"),
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
    assert main(["count", "8x8", "--closed", "--memory", "1k"]) == 3
    assert "memory_limit" in capsys.readouterr().err


def test_threads_and_a_checkpoint_change_no_count(tmp_path, capsys):
    folder = str(tmp_path / "count")
    line = ["count", "5x6", "--closed", "--jobs", "2", "--checkpoint", folder]
    for _ in range(2):
        assert main(line) == 0
        assert capsys.readouterr() == (f"8 closed tours {REVERSE}\n", "")
    assert main(["count", "6x6", "--closed", "--checkpoint", folder]) == 2
    assert "another count" in capsys.readouterr().err


def test_a_time_out_tells_how_to_go_on(tmp_path, capsys, monkeypatch):
    def watch(*_):
        raise TimeIsUp

    monkeypatch.setattr(api, "FEW", 0)
    monkeypatch.setattr(Checkpoint, "watch", watch)  # the plan is stored
    folder = str(tmp_path / "count")
    assert main(["count", "6x6", "--closed", "--timeout", "60", "--checkpoint", folder]) == 3
    assert f"the same call goes on from {folder}" in capsys.readouterr().err


@pytest.mark.parametrize("jobs", [[], ["--jobs", "2"]])
def test_ctrl_c_tells_whether_the_count_can_go_on(jobs, capsys, tmp_path, monkeypatch):
    def stopped(*_, checkpoint, **options):
        signal.raise_signal(signal.SIGINT)

    def stored(*_, checkpoint, **options):
        Path(checkpoint).mkdir()
        (Path(checkpoint) / "manifest.json").write_text("{}")
        signal.raise_signal(signal.SIGINT)

    folder = str(tmp_path / "count")
    for count, words in (
        (stopped, ""),
        (stored, f"; the same command continues from {folder}"),
    ):
        monkeypatch.setattr(tours, "count_hamiltonian_cycles", count)
        assert main(["count", "8x8", "--closed", *jobs, "--checkpoint", folder]) == 130
        assert capsys.readouterr() == ("", f"\nicosian: interrupted{words}\n")


def test_a_time_out_before_anything_is_stored_names_no_checkpoint(tmp_path, capsys):
    folder = str(tmp_path / "count")
    assert main(["count", "8x8", "--closed", "--timeout", "0", "--checkpoint", folder]) == 3
    assert "goes on from" not in capsys.readouterr().err
