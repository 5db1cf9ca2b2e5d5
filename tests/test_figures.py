"""Benchmarks: goals are plain, losses are shown, and pages quote the stored results."""

from __future__ import annotations

import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest
from together import together

BENCHMARKS = Path(__file__).parent / "benchmarks"
sys.path.insert(0, str(BENCHMARKS))
try:
    import page
    from results import (
        MET,
        MISSED,
        OPEN,
        RESULTS,
        UNKNOWN,
        Goal,
        Length,
        Results,
        Size,
        Timing,
    )

    with suppress(ImportError):  # limits of Unix
        import race
finally:
    sys.path.remove(str(BENCHMARKS))


def results_of(times, goals=(), **facts):
    """Return results of one case."""
    results = Results(None)
    results.measure("a case", "a group", goals, lambda: (times, facts))
    return results


@together(
    "parts",
    [
        {},
        {"peer": "other"},
        {"times": 10},
        {"seconds": 1, "peer": "other", "times": 10},
        {"seconds": 1, "kilobytes": 1},
        {"kilobytes": float("inf")},
        {"seconds": float("inf")},
        {"peer": "other", "times": float("nan")},
    ],
)
def test_a_goal_is_one_comparison_that_can_be_missed(parts):
    with pytest.raises(ValueError, match="goal"):
        Goal(**parts)


@together(
    ("ours", "theirs", "verdict"),
    [
        (Timing(0.1, 3), Timing(1.0, 3), MET),
        (Timing(0.1, 3), Timing(0.99, 3), MISSED),
        (Timing(0.115, 3), Timing(0.142, 3), MISSED),  # a quick peer does not lift the goal
        (Timing(0.1, 3), Timing(1.0, 0), MET),  # the peer was stopped after that
        (Timing(0.2, 3), Timing(1.0, 0), OPEN),
        (Timing(0.1, 3), "skipped: not installed", UNKNOWN),
        (Timing(8.0, 0), Timing(1.0, 3), MISSED),
        ("**a wrong answer**", Timing(1.0, 3), MISSED),
    ],
)
def test_verdict_on_a_goal(ours, theirs, verdict):
    assert Goal("other", 10).verdict({"icosian": ours, "other": theirs}) == verdict


def test_time_limit_is_a_goal():
    assert Goal(seconds=60).verdict({"icosian": Timing(60, 1)}) == MET
    assert Goal(seconds=60).verdict({"icosian": Timing(60.1, 1)}) == MISSED


def test_size_is_a_goal():
    goal = Goal(kilobytes=150)
    assert str(goal) == "at most 150\N{NO-BREAK SPACE}kB"
    assert goal.verdict({"icosian": Size(149.9)}) == MET
    assert goal.verdict({"icosian": Size(150.1)}) == MISSED


@together(("ours", "verdict"), [(1002, MET), (1002.9, MET), (1003.1, MISSED), (999, MET)])
def test_tours_of_equal_time_are_compared_by_their_lengths(ours, verdict):
    times = {"icosian": Length(ours, 9.0, 3, 990), "other": Length(1000, 1.0, 3, 990)}
    assert Goal("other", 1 / 1.003).verdict(times) == verdict
    assert Goal("stopped", 1).verdict(times | {"stopped": Timing(5.0, 0)}) == UNKNOWN


def test_the_page_shows_each_tour_that_is_longer_than_that_of_a_peer():
    times = {
        "icosian": Length(1010, 1.0, 3, 1000),
        "shorter": Length(1000.0, 1.0, 3, 1000),
        "longer": Length(1100.0, 1.0, 3, 1000),
        "stopped": Timing(5.0, 0),
    }
    results = results_of(times, (Goal("shorter", 1 / 1.003),))
    assert results.cases()["a case"].times == times
    top, _, _ = page.text(results).partition("## How it was measured")
    assert "1 of 2 comparisons" in top
    assert "1.00 % above in 1 s (3)".replace(" ", "\N{NO-BREAK SPACE}") in top
    assert "| 0.9901 |" in top
    assert "at most 1.003 times as long as shorter" in results.goals()


@pytest.mark.parametrize("ours", [Timing(2.0, 3), "found no tour"])
def test_the_page_shows_each_loss(ours):
    text = page.text(results_of({"icosian": ours, "other": Timing(1.0, 3)}))
    top, _, _ = text.partition("## How it was measured")
    assert "1 of 1 comparisons" in top


@pytest.mark.parametrize("ours", [Timing(2.0, 3), "found no tour"])
def test_each_goal_missed_is_shown_to_those_who_measure_and_not_to_readers(ours):
    goals = (Goal("other", 10), Goal(seconds=1))
    results = results_of({"icosian": ours, "other": Timing(1.0, 3)}, goals)
    assert results.goals().startswith("Of 2 goals 0 are met, 2 missed")
    assert str(goals[0]) in results.goals()
    assert "goal" not in page.text(results)


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


@together(
    ("value", "number", "agrees"),
    [("16", 16.4, True), ("16", 16.6, False), ("0.73", 0.729, True), ("0.7", 0.76, False)],
)
def test_a_quoted_time_is_the_rounded_one(value, number, agrees):
    assert page._agrees(value, number) == agrees


def test_times_in_code_and_between_markers_are_not_quoted():
    text = "In 16 ms\n```\n17 ms\n```\n<!-- figures: speed -->\n18 ms\n<!-- end of figures -->\n2 s"
    assert page.quoted(text) == [("16", "ms"), ("2", "s")]


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


def test_pages_quote_the_stored_results():
    assert not page.outdated(Results(RESULTS, is_known=True))


@pytest.mark.parametrize(("name", "results"), [("", "results"), ("-shortest", "shortest")])
def test_the_pages_of_benchmarks_are_those_of_the_stored_results(name, results):
    stored = (Path(__file__).parents[1] / f"docs/benchmarks{name}.md").read_text("utf-8")
    assert stored == page.text(Results(RESULTS.with_stem(results), is_known=True))


def test_a_page_of_some_cases_names_them():
    results = results_of({"icosian": Timing(1.0, 3)})
    assert page.text(results).startswith("# Benchmarks\n")
    results.data["only"] = ["Shortest tours", "Rounds"]
    text = page.text(results)
    assert text.startswith("# Benchmarks: shortest tours, rounds\n")
    assert "python tests/benchmarks --page --results FILE 'Shortest tours' Rounds" in text


def test_quoted_cases_were_measured():
    cases = Results(RESULTS, is_known=True).cases()
    assert {name for names in page.QUOTED.values() for name in names} <= cases.keys()
    others = Results(RESULTS.with_stem("shortest"), is_known=True).cases()
    assert set(page.SPEED.values()) <= cases.keys() | others.keys()


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
