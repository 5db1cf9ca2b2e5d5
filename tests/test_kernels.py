"""Kernels interpreted and compiled, in slices of any size."""

import os
import random

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

import icosian
from icosian._kernels import (
    _jit,
    backtracking as backtracking_kernels,
    rotations as rotation_kernels,
)
from icosian.tours.problem import Problem
from icosian.tours.solve import backtracking, rotations as rotate

# Without the JIT there is no change to compiled code to test; the suite runs with it as well.
INTERPRETED_ONLY = os.environ.get("NUMBA_DISABLE_JIT") == "1"


def rotations(n, seed, *, closed=True):
    problem = Problem.of(icosian.knight_graph(n), closed=closed)
    return rotate.rotations(problem.form, keys=problem.center_distances, seed=seed)


def finish(run, budget, *, compiled):
    """Run a kernel to its end, interpreted or compiled."""
    if compiled:
        run.arrays()
        run._lists = None
    elif run._lists is None:
        run._lists = [array.tolist() for array in run._arrays]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(_jit, "_pays", lambda _: compiled)
        while not (status := run.advance(budget)):
            pass
    return status, [array.copy() for array in run.arrays()]


@pytest.mark.parametrize("closed", [True, False])
@pytest.mark.parametrize("seed", range(3))
def test_compiled_and_interpreted_rotations_are_the_same_to_the_bit(seed, closed):
    one = finish(rotations(10, seed, closed=closed), 1000, compiled=False)
    two = finish(rotations(10, seed, closed=closed), 1000, compiled=True)
    assert one[0] == two[0]
    assert all(map(np.array_equal, one[1], two[1]))


@pytest.mark.parametrize("order", [backtracking_kernels.DEGREE, backtracking_kernels.SHUFFLED])
def test_compiled_and_interpreted_backtracking_are_the_same_to_the_bit(order):
    def run():
        form = Problem.of(icosian.knight_graph(6), closed=True).form
        return backtracking.backtracking(form, root=form.root, order=order, seed=2)

    one = finish(run(), 1000, compiled=False)
    two = finish(run(), 1000, compiled=True)
    assert one[0] == two[0] == backtracking_kernels.FOUND
    assert all(map(np.array_equal, one[1], two[1]))


@settings(deadline=None, max_examples=20)
@given(st.integers(1, 300), st.integers(0, 2))
def test_slices_of_any_size_give_the_answer_of_one_piece(budget, seed):
    form = Problem.of(icosian.knight_graph(5, 6), closed=True).form

    def run():
        return backtracking.backtracking(
            form, root=form.root, order=backtracking_kernels.SHUFFLED, seed=seed
        )

    whole = finish(run(), 1 << 40, compiled=False)
    sliced = finish(run(), budget, compiled=False)
    assert all(map(np.array_equal, whole[1], sliced[1]))


@settings(deadline=None, max_examples=30)
@given(st.integers(6, 12), st.integers(0, 1000), st.integers(1, 50))
def test_after_every_slice_the_tour_is_an_order_of_all_vertices_and_its_holes_are_true(
    n, seed, budget
):
    G = icosian.knight_graph(n, 6)
    problem = Problem.of(G, closed=True)
    form = problem.form
    run = rotate.rotations(form, seed=seed)
    for _ in range(200):
        status = run.advance(budget)
        arrays = run.arrays()
        tour, pos, gap, holes, s = (arrays[k] for k in (4, 5, 7, 8, 13))
        if s[rotation_kernels.FILLED] < form.size:
            continue
        assert sorted(tour.tolist()) == list(range(form.size))
        assert np.array_equal(tour[pos], np.arange(form.size))
        squares = [problem.nodes[v] for v in tour.tolist()]
        missing = {
            frozenset((u, v))
            for u, v in zip(squares, squares[1:] + squares[:1], strict=True)
            if not G.has_edge(u, v)
        }
        count = int(s[rotation_kernels.HOLES])
        listed = {
            frozenset(problem.nodes[v] for v in holes[2 * k : 2 * k + 2].tolist())
            for k in range(count)
        }
        assert listed == missing
        assert count == len(missing) == np.count_nonzero(gap >= 0) // 2
        if status:
            break
    else:
        pytest.fail("no tour after 200 slices")


@pytest.mark.skipif(INTERPRETED_ONLY, reason="this test is about compiling")
def test_a_long_run_changes_from_interpreted_to_compiled_and_keeps_its_answer(monkeypatch):
    expected = finish(rotations(12, 7), 500, compiled=False)
    monkeypatch.setattr(_jit, "INTERPRETED_SECONDS", 0.0)
    monkeypatch.setattr(_jit, "_loaded", set())
    monkeypatch.setattr(_jit, "_spent", [0.0])
    run = rotations(12, 7)
    assert run._lists is not None
    while not run.advance(20):
        pass
    assert run._lists is None
    assert all(map(np.array_equal, run.arrays(), expected[1]))


@pytest.mark.skipif(INTERPRETED_ONLY, reason="this test is about compiling")
def test_kernels_compile_where_no_cache_can_be_written(monkeypatch):
    import numba

    njit = numba.njit

    def refusing(*functions, **options):  # numba calls it too
        if options.get("cache"):
            raise RuntimeError("cannot cache function: no locator available")
        return njit(*functions, **options)

    monkeypatch.setattr(numba, "njit", refusing)
    monkeypatch.setattr(_jit, "_compiled", {})
    state = np.array([0, 12345])
    assert 0 <= _jit.compiled(rotation_kernels.below)(state, 10) < 10


def test_random_numbers_are_even_enough():
    # chi-square over 16 cells, 15 degrees of freedom: 37.7 is the 0.1 % point
    s = [0, rotate.random_state(1)]
    counts = [0] * 16
    for _ in range(16_000):
        counts[rotation_kernels.below(s, 16)] += 1
    assert sum((count - 1000) ** 2 / 1000 for count in counts) < 37.7


@given(st.integers(3, 20), st.integers(0, 100), st.booleans())
def test_distances_from_holes_are_those_of_the_graph_without_its_centres(n, seed, but_one):
    G = nx.gnp_random_graph(n, 3 / n, seed=seed)
    rng = random.Random(seed)
    ends = [rng.randrange(n) for _ in range(4)]
    left_out = ends[0] if but_one else -1
    starts, heads = [0], []
    for v in range(n):
        heads += sorted(G[v])
        starts.append(len(heads))
    s = [0] * 20
    s[rotation_kernels.HOLES] = 2
    distance, queue = [7] * n, [0] * n
    rotation_kernels.spread(starts, heads, ends, distance, queue, left_out, s)
    H = G.to_directed()
    H.remove_edges_from([(v, w) for v in G if 2 * len(G[v]) > n for w in G[v]])
    sources = set(ends) - {left_out}
    expected = nx.multi_source_dijkstra_path_length(H, sources) if sources else {}
    assert distance == [expected.get(v, -1) for v in range(n)]


def test_a_long_ladder_is_wide_and_a_small_or_random_graph_is_not(monkeypatch):
    monkeypatch.setattr(rotate, "WIDE_SIZE", 100)
    board, ladder = icosian.knight_graph(12), nx.circular_ladder_graph(200)
    small, random_one = icosian.knight_graph(9), nx.random_regular_graph(4, 200, seed=1)
    wide = [
        rotate.is_wide(Problem.of(G, closed=True).arrays)
        for G in (small, board, ladder, random_one)
    ]
    assert wide == [False, False, True, False]
