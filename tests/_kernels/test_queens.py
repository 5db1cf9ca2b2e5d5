"""The queens kernels against their naive twins."""

import itertools
import random

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st
from naive import queens_by_permutation, queens_in_rows
from placement_graphs import finish
from together import together

from icosian._kernels import queens as kernels
from icosian._kernels._jit import Run, is_forbidden
from icosian._run.clock import Clock
from icosian.placements.queens.count import _count_symmetric
from icosian.placements.queens.functions import QueensProblem, batches


@given(st.integers(1, 7), st.data())
@settings(max_examples=10)
def test_placements_are_listed_as_by_permutations(n, data):
    squares = st.tuples(st.integers(0, n - 1), st.integers(0, n - 1))
    forbid = data.draw(st.sets(squares, max_size=n))
    periodic = data.draw(st.booleans())
    problem = QueensProblem.of(n, (), forbid, periodic=periodic)
    found = [tuple(row) for batch in batches(problem, Clock()) for row in batch.tolist()]
    assert found == list(queens_by_permutation(n, forbid=forbid, periodic=periodic))


def subproblem(rng, rows):
    """Return a random record of the counting kernel with as many columns, and its rows."""
    gaps = [rng.randint(1, 3) for _ in range(rows)]
    allowed = [rng.getrandbits(rows) for _ in range(rows)]
    record = [rows, rng.randint(1, 8), *itertools.chain(*zip(allowed, gaps, strict=True))]
    return record, list(itertools.accumulate(gaps[:-1], initial=0)), allowed


def count_run(records, rows):
    work = np.zeros(8, np.int64)
    work[[kernels.END, kernels.FRESH]] = len(records), 1
    nodes = np.zeros(rows * 4 * kernels.CAPACITY, np.int64)
    plans = np.array(records, np.int64).ravel()
    return Run(kernels.count_subproblems, plans, nodes, np.zeros(rows, np.int64), work)


@given(st.integers(1, 6), st.integers(1, 3), st.randoms(use_true_random=False))
def test_subproblems_are_counted_as_by_plain_recursion(rows, number, rng):
    drawn = [subproblem(rng, rows) for _ in range(number)]
    expected = sum(record[1] * queens_in_rows(at, allowed) for record, at, allowed in drawn)
    run = count_run([record for record, _, _ in drawn], rows)
    assert finish(run, 10)[1][-1][kernels.TOTAL] == expected


@pytest.mark.slow
@pytest.mark.skipif(is_forbidden(), reason="numba is told not to compile")
@pytest.mark.parametrize("budget", [1, 300, 10**6])
def test_compiled_and_interpreted_counts_are_the_same_to_the_bit(budget):
    record, _, _ = subproblem(random.Random(3), 12)
    one = finish(count_run([record], 12), 10**6)[1]
    two = finish(count_run([record], 12), budget, machine_code=True)[1]
    assert one[-1] == two[-1]


@pytest.mark.slow
@together("n", range(1, 9))
def test_symmetric_placements_are_counted_as_by_permutations(n):
    last = n - 1
    for turn in (lambda r, c: (last - r, last - c), lambda r, c: (c, last - r)):
        kept = [
            columns
            for columns in queens_by_permutation(n)
            if {turn(*square) for square in enumerate(columns)} == set(enumerate(columns))
        ]
        assert _count_symmetric(n, turn, Clock()) == len(kept)
