"""Subproblems of counting queens."""

from together import together

from icosian._kernels import queens as kernels
from icosian._run.clock import Clock
from icosian.placements.queens.count import border_subproblems, count_run, half_subproblems

# OEIS A000170, n = 1, 2, ...
ALL = [1, 0, 0, 2, 10, 4, 40, 92, 352, 724]


def count(run):
    Clock().run("queens", run)
    return run[-1][kernels.TOTAL]


@together("n", range(1, 9))
def test_half_a_first_row_counts_all_placements(n):
    subproblems = half_subproblems(n)
    assert count(count_run(subproblems, n)) == ALL[n - 1]


@together("n", range(4, 9))
def test_borders_count_all_placements(n):
    subproblems = border_subproblems(n)
    assert count(count_run(subproblems, n - 2)) == ALL[n - 1]


def test_borders_up_to_symmetry_are_as_many_as_measured_before():
    assert [len(border_subproblems(n)) for n in (12, 14, 15, 16)] == [730, 1632, 2310, 3206]


def test_subproblems_with_blocks_that_overflow_count_right(monkeypatch):
    # more nodes wait at a level than a block holds: from 9 rows on, with every kernel
    subproblems = half_subproblems(9)
    assert count(count_run(subproblems, 9)) == ALL[8]
