"""Vector instructions for counting queens."""

import random

import numpy as np
import pytest

from icosian._kernels import lanes, queens as kernels
from icosian._kernels._jit import Run, is_forbidden
from icosian._run.clock import Clock
from icosian.placements.queens.count import border_subproblems, count_run, half_subproblems

# OEIS A000170, n = 1, 2, ...
ALL = [1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2680, 14200, 73712]

machine_code = pytest.mark.skipif(is_forbidden(), reason="numba is told not to compile")


def count(run):
    Clock().run("queens", run)
    return run[-1][kernels.TOTAL]


@machine_code
@pytest.mark.slow
@pytest.mark.parametrize("found", [*lanes.LANES, None], ids=lambda found: found and found.name)
def test_all_lanes_count_the_same(found, monkeypatch):
    if found and found.feature not in lanes._features():
        pytest.skip(f"this processor has no {found.feature}")
    monkeypatch.setattr(lanes, "lanes_for", lambda bits: found)
    for n in range(4, 14):
        for plans, columns in ((half_subproblems(n), n), (border_subproblems(n), n - 2)):
            assert count(count_run(plans, columns)) == ALL[n - 1]


@pytest.mark.slow
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
                (kernels.count_subproblems, np.int64),
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
