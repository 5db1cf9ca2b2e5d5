"""Backtracking: interpreted and compiled, in slices of any size."""

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

import icosian
from icosian._kernels import (
    backtracking as kernels,
)
from icosian.tours.problem import Problem
from icosian.tours.solve import heuristics as backtracking
from tests._kernels.runs import finish


@pytest.mark.parametrize("order", [kernels.DEGREE, kernels.SHUFFLED])
@pytest.mark.exhaustive
def test_compiled_and_interpreted_backtracking_are_the_same_to_the_bit(order):
    def run():
        form = Problem.of(icosian.knight_graph(6), closed=True).form
        return backtracking.backtracking(form, root=form.root, order=order, seed=2)

    one = finish(run(), 1000, compiled=False)
    two = finish(run(), 1000, compiled=True)
    assert one[0] == two[0] == kernels.FOUND
    assert all(map(np.array_equal, one[1], two[1]))


@pytest.mark.slow
@settings(deadline=None, max_examples=5)
@given(st.integers(1, 300), st.integers(0, 2))
def test_slices_of_any_size_give_the_answer_of_one_piece(budget, seed):
    form = Problem.of(icosian.knight_graph(5, 6), closed=True).form

    def run():
        return backtracking.backtracking(form, root=form.root, order=kernels.SHUFFLED, seed=seed)

    whole = finish(run(), 1 << 40, compiled=False)
    sliced = finish(run(), budget, compiled=False)
    assert all(map(np.array_equal, whole[1], sliced[1]))
