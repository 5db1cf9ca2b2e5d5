"""Counting queens: plans, vector instructions, parts elsewhere, journals."""

import json
import random
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor

import numpy as np
import pytest

from icosian import InvalidArgument, SearchLimitReached, count_queens
from icosian._kernels import lanes, queens as kernels
from icosian._kernels._jit import Run, is_forbidden
from icosian._run.clock import Clock
from icosian._run.ledger import total
from icosian.placements.queens import count as counting
from icosian.placements.queens.subproblems import border_plans, count_run, half_plans

ALL = [1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2680, 14200, 73712]  # OEIS A000170, n = 1, 2, ...

machine_code = pytest.mark.skipif(is_forbidden(), reason="numba is told not to compile")


def count(run):
    Clock().run("queens", run)
    return run[-1][kernels.TOTAL]


@pytest.mark.parametrize("n", range(1, 9))
def test_half_a_first_row_counts_all_placements(n):
    plans = half_plans(n)
    assert count(count_run(plans, n)) == ALL[n - 1]


@pytest.mark.parametrize("n", range(4, 9))
def test_borders_count_all_placements(n):
    plans = border_plans(n)
    assert count(count_run(plans, n - 2)) == ALL[n - 1]


def test_borders_up_to_symmetry_are_as_many_as_measured_before():
    assert [len(border_plans(n)) for n in (12, 14, 15, 16)] == [730, 1632, 2310, 3206]


@machine_code
@pytest.mark.slow
@pytest.mark.parametrize("found", [*lanes.LANES, None], ids=lambda found: found and found.name)
def test_all_lanes_count_the_same(found, monkeypatch):
    if found and found.feature not in lanes._features():
        pytest.skip(f"this processor has no {found.feature}")
    monkeypatch.setattr(lanes, "lanes_for", lambda bits: found)
    for n in range(4, 14):
        for plans, columns in ((half_plans(n), n), (border_plans(n), n - 2)):
            assert count(count_run(plans, columns)) == ALL[n - 1]


@machine_code
@pytest.mark.parametrize("found", lanes.LANES, ids=lambda found: found.name)
def test_a_vector_step_does_what_the_plain_loop_does(found):
    if found.feature not in lanes._features():
        pytest.skip(f"this processor has no {found.feature}")
    # the kernel with two levels calls each of the two loops; the states it leaves are compared
    rng = random.Random(found.width)
    for rows in (2, 3, 4, 5):
        for _ in range(30):
            width = rng.randint(rows, 16)
            plan = [rows, rng.randint(1, 8)]
            for _row in range(rows):
                plan += [rng.getrandbits(width), rng.randint(1, 3)]
            totals = []
            for kernel, word in (
                (kernels.count_plans, np.int64),
                (lanes.counting(found), np.dtype(f"u{found.bits // 8}")),
            ):
                work = np.zeros(8, np.int64)
                work[[kernels.END, kernels.FRESH]] = 1
                nodes = np.zeros(rows * 4 * kernels.CAPACITY, word)
                run = Run(kernel, np.array(plan), nodes, np.zeros(rows, np.int64), work)
                totals.append((count(run), run.steps))
            assert totals[0] == totals[1]


def test_lanes_are_chosen_by_the_width_of_the_words_and_the_processor(monkeypatch):
    monkeypatch.setattr(lanes, "_features", lambda: {"avx2", "avx512f", "avx512vbmi2"})
    assert lanes.lanes_for(16).bits == 16
    assert lanes.lanes_for(17).bits == 32
    assert lanes.lanes_for(33) is None
    monkeypatch.setattr(lanes, "_features", lambda: {"avx2"})
    assert lanes.lanes_for(16).width == 8
    monkeypatch.setattr(lanes, "_features", set)
    assert lanes.lanes_for(16) is None


def test_plans_with_blocks_that_overflow_count_right(monkeypatch):
    # more nodes wait at a level than a block holds: from 9 rows on, with every kernel
    plans = half_plans(9)
    assert count(count_run(plans, 9)) == ALL[8]


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
    assert count_queens(9, journal=journal) == ALL[8]
    header, *lines = journal.read_text().splitlines()
    assert json.loads(header)["journal"] == "queens 9"
    assert len(lines) == json.loads(header)["jobs"] > 2
    assert sum(json.loads(line)[1] for line in lines) == ALL[8]

    calls = []
    part = counting._count_part
    monkeypatch.setattr(
        counting, "_count_part", lambda *job, clock: calls.append(job) or part(*job)
    )
    assert count_queens(9, journal=journal) == ALL[8]
    assert calls == []
    # as after a kill: some parts are missing, the last line is torn
    journal.write_text("\n".join([header, *lines[: len(lines) // 2]]) + "\n[7, 1")
    assert count_queens(9, journal=journal) == ALL[8]
    assert len(calls) == len(lines) - len(lines) // 2
    assert len(journal.read_text().splitlines()) == len(lines) + 1
    for torn in ("", header[:20]):
        journal.write_text(torn)
        assert count_queens(9, journal=journal) == ALL[8]


def test_plans_that_are_too_long_are_cut_by_columns(tmp_path, monkeypatch):
    monkeypatch.setattr(counting, "BORDERS_FROM", 4)
    monkeypatch.setattr(counting, "PART_SECONDS", 1e-12)
    journal = tmp_path / "queens.jsonl"
    assert count_queens(8, journal=journal) == ALL[7]
    assert len(journal.read_text().splitlines()) > len(border_plans(8)) + 1


def test_a_count_out_of_time_goes_on_from_its_journal(tmp_path, monkeypatch):
    monkeypatch.setattr(counting, "BORDERS_FROM", 4)
    monkeypatch.setattr(counting, "PART_SECONDS", 1e-8)
    journal = tmp_path / "queens.jsonl"
    with pytest.raises(SearchLimitReached, match="goes on from the journal"):
        count_queens(9, journal=journal, timeout=0)
    assert json.loads(journal.read_text().splitlines()[0])["journal"] == "queens 9"
    assert count_queens(9, journal=journal) == ALL[8]


@pytest.fixture
def written(tmp_path):
    """Return a function that writes a journal of one result, and returns its lines."""

    def write(name, value):
        path = tmp_path / "written"
        total(lambda *, clock: value, [()], name=name, clock=Clock(), journal=path)
        text = path.read_text()
        path.unlink()
        return text.splitlines(keepends=True)

    return write


QUEENS_9 = '{"journal": "queens 9", "jobs": 1}\n'


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"journal": "queens 10", "jobs": 1}\n', "no journal of this work"),
        ("hello\n", "no journal of this work"),
        ("hello", "no journal of this work"),
        (QUEENS_9 + "[0, true]\n", r"line 2: a journal holds \[job, res"),
        (QUEENS_9 + "[1, 5]\n", "line 2"),
        (QUEENS_9 + "\n", "line 2"),
        (QUEENS_9 + "[0, 5]\n", "line 2"),
    ],
)
def test_a_foreign_or_damaged_journal_is_refused_and_left_alone(tmp_path, text, message):
    _assert_refused(tmp_path, text, message)


def test_results_that_are_changed_or_of_other_work_are_refused(tmp_path, written):
    header, five = written("queens 9", 5)
    assert header == QUEENS_9
    _assert_refused(tmp_path, header + five.replace("5", "4", 1), "line 2")
    _assert_refused(tmp_path, header + written("queens 10", 5)[1], "line 2")
    six = written("queens 9", 6)[1]
    _assert_refused(tmp_path, header + five + six, "line 3: job 0 has two res")


def _assert_refused(folder, text, message):
    journal = folder / "queens.jsonl"
    journal.write_text(text)
    with pytest.raises(InvalidArgument, match=message):
        count_queens(9, journal=journal)
    assert journal.read_text() == text
    assert list(folder.iterdir()) == [journal]


def test_executor_and_journal_are_refused_where_they_do_nothing(tmp_path):
    with pytest.raises(InvalidArgument, match="counts without"):
        count_queens(8, fixed=["a1"], journal=tmp_path / "journal")
    with pytest.raises(InvalidArgument, match=r"must be a concurrent\.futures\.Exec.* got 3"):
        count_queens(8, executor=3)
    assert not list(tmp_path.iterdir())
