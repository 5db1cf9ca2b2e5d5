"""Counts of queens."""

import json
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor

import pytest

from icosian import InvalidArgument, SearchLimitReached, count_queens
from icosian._run.limits import Clock, TimeIsUp
from icosian._run.pool import Journal, Ledger, total
from icosian.placements import queens_count as counting
from icosian.placements.queens_count import border_subproblems

ALL = [1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2680, 14200, 73712]  # OEIS A000170, n = 1, 2, ...


def test_parts_add_up_in_threads():
    with ThreadPoolExecutor(2) as executor:
        assert count_queens(10, executor=executor) == ALL[9]
        assert count_queens(10, distinct=True, executor=executor) == 92  # OEIS A002562


@pytest.mark.slow
def test_parts_add_up_in_processes(monkeypatch):
    monkeypatch.setattr(counting, "BORDERS_FROM", 11)
    monkeypatch.setattr(counting, "PART_SECONDS", 1e-5)
    with ProcessPoolExecutor(2) as executor:
        # a fresh process counts 12 by halves, so the parts are given plans, not their numbers
        assert count_queens(12, executor=executor) == ALL[11]


def test_a_journal_takes_the_parts_and_the_same_call_goes_on_from_it(tmp_path, monkeypatch):
    monkeypatch.setattr(counting, "BORDERS_FROM", 4)
    monkeypatch.setattr(counting, "PART_SECONDS", 1e-8)
    journal = tmp_path / "queens.jsonl"
    assert count_queens(9, checkpoint=journal) == ALL[8]
    header, *lines = journal.read_text().splitlines()
    assert json.loads(header)["journal"] == "queens 9"
    assert len(lines) == json.loads(header)["jobs"] > 2
    assert sum(json.loads(line)[1] for line in lines) == ALL[8]

    calls = []
    part = counting._count_part
    monkeypatch.setattr(
        counting, "_count_part", lambda *job, clock: calls.append(job) or part(*job)
    )
    assert count_queens(9, checkpoint=journal) == ALL[8]
    assert calls == []
    # as after a kill: some parts are missing, the last line is torn
    journal.write_text("\n".join([header, *lines[: len(lines) // 2]]) + "\n[7, 1")
    assert count_queens(9, checkpoint=journal) == ALL[8]
    assert len(calls) == len(lines) - len(lines) // 2
    assert len(journal.read_text().splitlines()) == len(lines) + 1
    for torn in ("", header[:20]):
        journal.write_text(torn)
        assert count_queens(9, checkpoint=journal) == ALL[8]


def test_plans_that_are_too_long_are_cut_by_columns(tmp_path, monkeypatch):
    monkeypatch.setattr(counting, "BORDERS_FROM", 4)
    monkeypatch.setattr(counting, "PART_SECONDS", 1e-12)
    journal = tmp_path / "queens.jsonl"
    assert count_queens(8, checkpoint=journal) == ALL[7]
    assert len(journal.read_text().splitlines()) > len(border_subproblems(8)) + 1


def test_a_count_out_of_time_goes_on_from_its_journal(tmp_path, monkeypatch):
    monkeypatch.setattr(counting, "BORDERS_FROM", 4)
    monkeypatch.setattr(counting, "PART_SECONDS", 1e-8)
    journal = tmp_path / "queens.jsonl"
    with pytest.raises(SearchLimitReached, match=r"^not counted: the 0 s are over$"):
        count_queens(9, checkpoint=journal, timeout=0)
    add = Journal.add

    def late(self, *entry):
        add(self, *entry)
        raise TimeIsUp

    monkeypatch.setattr(Journal, "add", late)
    with pytest.raises(SearchLimitReached, match="goes on from the checkpoint"):
        count_queens(9, checkpoint=journal)
    monkeypatch.setattr(Journal, "add", add)
    assert json.loads(journal.read_text().splitlines()[0])["journal"] == "queens 9"
    assert count_queens(9, checkpoint=journal) == ALL[8]


@pytest.fixture
def written(tmp_path):
    """Return a function that writes a journal of one result, and returns its lines."""

    def write(name, value):
        path = tmp_path / "written"
        total(lambda *, clock: value, Ledger(name=name, jobs=[()]), Clock(), journal=path)
        text = path.read_text()
        path.unlink()
        return text.splitlines(keepends=True)

    return write


QUEENS_9 = '{"journal": "queens 9", "jobs": 1}\n'


def test_results_that_are_changed_or_of_other_work_are_refused(tmp_path, written):
    header, five = written("queens 9", 5)
    assert header == QUEENS_9
    _assert_refused(tmp_path, header + five.replace("5", "4", 1), "line 2")
    _assert_refused(tmp_path, header + written("queens 10", 5)[1], "line 2")


def _assert_refused(folder, text, message):
    journal = folder / "queens.jsonl"
    journal.write_text(text)
    with pytest.raises(InvalidArgument, match=message):
        count_queens(9, checkpoint=journal)
    assert journal.read_text() == text
    assert list(folder.iterdir()) == [journal]
