"""Benchmarks: goals are plain, losses are shown, and pages quote the stored results."""

from __future__ import annotations

import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

BENCHMARKS = Path(__file__).parent / "benchmarks"
sys.path.insert(0, str(BENCHMARKS))
try:
    import page
    from results import Goal, Results, Timing

    with suppress(ImportError):  # limits of Unix
        import race
finally:
    sys.path.remove(str(BENCHMARKS))


def results_of(times, goals=(), **facts):
    """Return results of one case."""
    results = Results(None)
    results.measure("a case", "a group", goals, lambda: (times, facts))
    return results


@pytest.mark.parametrize("ours", [Timing(2.0, 3), "found no tour"])
def test_the_page_shows_each_loss(ours):
    text = page.text(results_of({"icosian": ours, "other": Timing(1.0, 3)}))
    top, _, _ = text.partition("## How it was measured")
    assert "1 of 1 comparisons" in top


def test_a_page_begins_with_what_was_measured_where_and_against_whom(monkeypatch):
    monkeypatch.setattr(page, "SPEED", {"a label": "a case"})
    results = results_of({"icosian": Timing(0.5, 3), "other": Timing(0.25, 3)})
    top, _, _ = page.text(results).partition("## Where others are faster")
    assert results.data["machine"] in top
    assert "| a label | 500\N{NO-BREAK SPACE}ms | 250\N{NO-BREAK SPACE}ms (other) | 0.5 x |" in top


def test_results_come_back_from_their_file(tmp_path):
    path = tmp_path / "results.json"
    first = Results(path)
    times = {"icosian": Timing(1.0, 3, 5), "other": "skipped"}
    first.measure("a case", "a group", (Goal("other", 2),), lambda: (times, {"size": "4"}))
    second = Results(path, is_known=True)
    again = second.measure("a case", "a group", (), lambda: pytest.fail("is known"))
    assert again == first.cases()["a case"]
    assert page.text(second) == page.text(Results(path, is_known=True))


def test_results_of_another_commit_are_not_continued(tmp_path):
    path = tmp_path / "results.json"
    Results(path).write()
    known = Results(path, is_known=True)
    known.check_conditions()
    known.data["commit"] = "another"
    with pytest.raises(SystemExit, match="commit"):
        known.check_conditions()


def test_an_outdated_time_is_found(tmp_path, monkeypatch):
    monkeypatch.setattr(page, "ROOT", tmp_path)
    monkeypatch.setattr(page, "QUOTED", {"README.md": ("a case",)})
    readme = tmp_path / "README.md"
    results = results_of({"icosian": Timing(0.0164, 3)})
    readme.write_text("It takes 16 ms.", "utf-8")
    assert not page.outdated(results)
    readme.write_text("It takes 12 ms.", "utf-8")
    assert page.outdated(results) == ["README.md quotes 12 ms, which is no time of a case"]


def test_tables_between_markers_are_those_of_the_results(tmp_path, monkeypatch):
    monkeypatch.setattr(page, "ROOT", tmp_path)
    monkeypatch.setattr(page, "SPEED", {"a label": "a case"})
    monkeypatch.setattr(page, "QUOTED", {})
    readme = tmp_path / "README.md"
    readme.write_text("Fast:\n\n<!-- figures: speed -->\nold\n<!-- end of figures -->\n", "utf-8")
    results = results_of({"icosian": Timing(0.5, 3), "other": Timing(0.25, 3)})
    assert page.outdated(results) == ["README.md shows a table of other results"]
    page.update(results)
    assert "| a label | 500\N{NO-BREAK SPACE}ms | 250" in readme.read_text("utf-8")
    assert not page.outdated(results)


@pytest.mark.slow
@pytest.mark.skipif("race" not in globals(), reason="limits of Unix")
def test_a_wrong_answer_has_no_time():
    def check(run):
        assert run.answer == 4

    case = race.Case(lambda _: lambda: 4, check, "2 + 2", int, {"wrong": lambda _: lambda: 5})
    found, _ = race.race(case, most=2)
    assert found["icosian"].runs == 2
    assert found["wrong"] == race.WRONG


@pytest.mark.slow
@pytest.mark.skipif("race" not in globals(), reason="limits of Unix")
def test_every_row_of_the_table_makes_its_cases():
    line = [sys.executable, str(BENCHMARKS), "--serve"]
    subprocess.run(line, stdin=subprocess.DEVNULL, check=True, timeout=300)
