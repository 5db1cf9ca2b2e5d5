"""``icosian count``, as its user sees it."""

import pathlib
import signal
from pathlib import Path

import networkx as nx
import pytest

from icosian import tours
from icosian._run.clock import TimeIsUp
from icosian.tours.count import functions as api
from icosian.tours.count.exchange import Checkpoint

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
        (
            f"{PETERSEN} --open --distinct",
            "1 open tour (a tour, its reverse and its images are one)",
        ),
        (f"{PETERSEN} --start 1 --end 4", "4 open tours from 1 to 4"),
        ("one-way.graphml", "1 closed tour"),
    ],
)
def test_a_count_says_what_is_counted(words, told, tmp_path, monkeypatch, run, document):
    monkeypatch.chdir(tmp_path)
    nx.write_graphml(nx.cycle_graph(4, nx.DiGraph), "one-way.graphml")
    assert run(f"count {words}").out == f"{told}\n"
    number, kind = told.split()[:2]
    answer = document(f"count {words}")
    assert answer["result"] == "counted"
    assert answer["answer"] == {"closed": kind == "closed", "count": int(number)}


def test_threads_and_a_checkpoint_change_no_count(tmp_path, run):
    folder = str(tmp_path / "count")
    line = ["count", "5x6", "--closed", "--jobs", "2", "--checkpoint", folder]
    for _ in range(2):
        assert run(line) == (f"8 closed tours {REVERSE}\n", "")
    assert "another count" in run(["count", "6x6", "--closed", "--checkpoint", folder], 2).err


def test_a_time_out_tells_how_to_go_on(tmp_path, monkeypatch, run):
    def watch(*_):
        raise TimeIsUp

    monkeypatch.setattr(api, "FEW", 0)
    monkeypatch.setattr(Checkpoint, "watch", watch)  # the plan is stored
    folder = str(tmp_path / "count")
    assert (
        f"the same call goes on from {folder}"
        in run(["count", "6x6", "--closed", "--timeout", "60", "--checkpoint", folder], 3).err
    )


@pytest.mark.parametrize("jobs", [[], ["--jobs", "2"]])
def test_ctrl_c_tells_whether_the_count_can_go_on(jobs, tmp_path, monkeypatch, run):
    def stopped(*_, checkpoint, **options):
        for _ in range(2):
            signal.raise_signal(signal.SIGINT)

    def stored(*_, checkpoint, **options):
        Path(checkpoint).mkdir()
        (Path(checkpoint) / "manifest.json").write_text("{}")
        stopped(checkpoint=checkpoint)

    folder = str(tmp_path / "count")
    for count, words in (
        (stopped, ""),
        (stored, f"; the same command continues from {folder}"),
    ):
        monkeypatch.setattr(tours, "count_hamiltonian_cycles", count)
        assert run(["count", "8x8", "--closed", *jobs, "--checkpoint", folder], 130) == (
            "",
            f"\nicosian: stopping; Ctrl-C again ends at once\n\nicosian: interrupted{words}\n",
        )
