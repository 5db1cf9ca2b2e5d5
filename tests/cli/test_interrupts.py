"""Ctrl-C from the first import on, and in callbacks that lose it."""

import itertools
import json
import signal
import sys
import weakref
from contextlib import contextmanager

import pytest
from together import together

import icosian
from icosian._run import limits
from icosian.cli import main, progress, subjects

PRESSED = """
import signal, sys, weakref

class Thing:
    pass

class Presses:
    def find_spec(self, name, path=None, target=None):
        if name == sys.argv[1]:
            sys.meta_path.remove(self)
            if sys.argv[2] == "callback":
                thing = Thing()
                dropped = weakref.ref(thing, lambda _: signal.raise_signal(signal.SIGINT))
                del thing
            else:
                signal.raise_signal(signal.SIGINT)

signal.signal(signal.SIGINT, signal.default_int_handler)
sys.meta_path.insert(0, Presses())
from icosian.cli import main, progress
sys.exit(main(["count", "8x8", "--closed"]))
"""
"""The command, with Ctrl-C at the import of a module, or in a callback there."""


class Thing:
    """What a weak reference may refer to, and what presses Ctrl-C when it goes."""

    def __del__(self):
        signal.raise_signal(signal.SIGINT)


@pytest.mark.parametrize("how", ["weak reference", "finalizer"])
def test_an_interrupt_that_a_callback_loses_is_repeated(how, monkeypatch, capsys, tmp_path):
    lost = []

    def work(*_):
        if how == "finalizer":
            Thing()
        else:
            thing = set()
            dropped = weakref.ref(thing, lambda _: signal.raise_signal(signal.SIGINT))
            del thing
            assert dropped() is None
        lost.append(True)
        for _ in itertools.count():
            pass

    path = tmp_path / "proof.json"
    path.write_text(icosian.prove_no_hamiltonian_cycle(icosian.knight_graph(5)).to_json(), "utf-8")
    monkeypatch.setattr(icosian.Proof, "_verify", work)
    assert main(["check", str(path), "5x5"]) == 130
    assert lost
    assert capsys.readouterr() == ("", "\nicosian: interrupted\n")


def test_other_errors_that_callbacks_lose_are_reported_as_before(monkeypatch):
    told = []
    monkeypatch.setattr(sys, "unraisablehook", told.append)

    class Broken:
        def __del__(self):
            raise ValueError

    monkeypatch.setattr(icosian.Proof, "_verify", lambda *_: Broken() and None)
    assert main(["prove", "5x5", "--closed"]) == 0
    assert told
    assert {lost.exc_type for lost in told} == {ValueError}
    assert sys.unraisablehook == told.append


PLACES = "\n".join(f"{k * k % 97},{k * k * k % 89}" for k in range(400))
ROADS = "u,v,weight\n" + "\n".join(
    f"{min(k, (k * j + j) % 60)},{max(k, (k * j + j) % 60)},{1 + k * j % 13}"
    for k in range(60)
    for j in (1, 7, 11)
)
BEST = [  # commands that have an answer whenever they end
    ("tsp places.csv --points", {"tour", "bound"}),
    ("tsp places.csv --points --start 0 --order 3,1 --order 5,2", {"tour", "bound"}),
    ("route roads.csv " + " ".join(f"--visit {k}" for k in range(40)), {"walk", "bound"}),
    ("longest 9x9 --piece 2,3", {"tour", "bound"}),
    ("cover 9x9 --piece 2,3", {"cover", "bound"}),
    ("color queen 9", {"classes", "bound"}),
    ("place queen 12 --dominate", {"nodes", "bound"}),
]
UNDECIDED = [
    ("tour 9x9 --piece 2,3", set()),
    ("prove 9x9 --piece 2,3", set()),
    ("count 8x8 --closed", set()),
    ("queens 15 --count", set()),
    ("list 8x8 --closed", {"tours", "complete"}),
    ("decompose 8x8 --piece king", set()),
    ("random 8x8 --closed", set()),
]


@pytest.fixture
def pressed(tmp_path, monkeypatch):
    """Return what lets every search press Ctrl-C when it reports, so many times."""
    monkeypatch.chdir(tmp_path)
    tmp_path.joinpath("places.csv").write_text(PLACES, "utf-8")
    tmp_path.joinpath("roads.csv").write_text(ROADS, "utf-8")
    monkeypatch.setattr(limits, "REPORT_SECONDS", 0.0)
    monkeypatch.setattr(progress, "LAST_WAIT", 60.0)  # however long a kernel compiles

    def press(times):
        @contextmanager
        def line():
            yield report

        presses = iter(range(times))

        def report(progress, *_):
            if "shortest paths" not in progress.method:  # before there can be a walk
                for _ in presses:
                    signal.raise_signal(signal.SIGINT)

        monkeypatch.setattr(subjects, "progress_line", line)
        monkeypatch.setattr(progress.RowLog, "report", lambda _, progress: report(progress))

    return press


@together(("line", "keys"), BEST + UNDECIDED)
def test_ctrl_c_prints_the_best_so_far_and_exits_with_130(line, keys, pressed, capsys):
    pressed(1)
    assert main([*line.split(), "--json"]) == 130
    out, err = capsys.readouterr()
    said = json.loads(out)
    assert keys <= {*(said["answer"] or {})}
    assert said["result"] == "found" or "after" in said["reason"]
    assert err.startswith("\nicosian: stopping; Ctrl-C again ends at once\n")
    assert "interrupted" not in err
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


@pytest.mark.slow
@together("line", ["tsp places.csv --points --jobs 2", "count 8x8 --closed --jobs 2"])
def test_ctrl_c_ends_the_workers_as_well(line, pressed, capsys):
    pressed(1)
    assert main(line.split()) == 130
    out, err = capsys.readouterr()
    assert out.startswith("closed tour of 400 nodes") or "not counted: stopped after " in err


def test_interrupts_of_one_moment_are_one(pressed, capsys):
    pressed(3)
    assert main(BEST[0][0].split()) == 130
    assert "interrupted" not in capsys.readouterr().err


def test_the_second_ctrl_c_ends_at_once(pressed, capsys, monkeypatch):
    monkeypatch.setattr(progress, "ONE_PRESS", -1.0)
    for line, _ in BEST[:1] + UNDECIDED[:1]:
        pressed(2)
        assert main(line.split()) == 130
        out, err = capsys.readouterr()
        assert out == ""
        assert err.endswith("\nicosian: interrupted\n")


def test_in_a_table_ctrl_c_keeps_the_row_and_starts_no_other(pressed, capsys):
    pressed(1)
    assert main(["tsp", "places.csv", "places.csv", "--points"]) == 130
    out, err = capsys.readouterr()
    assert out.splitlines()[1].startswith("places.csv      400         -  found ")
    assert out.splitlines()[-1].startswith("1 of 2 files in ")
    assert err.endswith("icosian: interrupted\n")


@together("line", [line for line, _ in BEST])
def test_a_time_limit_prints_the_best_so_far(line, pressed, capsys):
    code = main([*line.split(), "--timeout", "0", "--json"])
    said = json.loads(capsys.readouterr().out)
    assert code == {"found": 0, "undecided": 3}[said["result"]]
    assert "bound" in (said["answer"] or {"bound": None}) or "route" in line


def test_a_progress_callback_may_stop_a_search(monkeypatch):
    monkeypatch.setattr(limits, "REPORT_SECONDS", 0.0)

    def stop(_):
        raise icosian.exceptions.StopSearch

    tour = icosian.shortest_tour([(k * k % 97, k**3 % 89) for k in range(300)], progress=stop)
    assert len(tour) == 300
    with pytest.raises(icosian.SearchLimitReached, match="not counted: stopped after"):
        icosian.count_hamiltonian_cycles(icosian.knight_graph(8), progress=stop)


def test_a_search_that_reports_nothing_more_ends_soon_after_ctrl_c(monkeypatch, capsys):
    monkeypatch.setattr(progress, "LAST_WAIT", 0.0)
    monkeypatch.setattr(progress, "ONE_PRESS", -1.0)

    def work(*_):
        signal.raise_signal(signal.SIGINT)
        for _ in itertools.count():
            pass

    monkeypatch.setattr(icosian.Proof, "_verify", work)
    assert main(["prove", "5x5", "--closed"]) == 130
    assert capsys.readouterr().err.endswith("\nicosian: interrupted\n")
