"""Backbite moves, compared with a slow twin, and the distribution they lead to."""

from collections import Counter

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, strategies as st
from naive import are_even, backbites, tours

from icosian._arrays.csr import csr
from icosian._kernels import backbite as kernels
from icosian._kernels._jit import Run, at_once


def chain(G, tour, *, seed=1, start=-1, blocks=3):
    """Return the arrays of the kernel for a graph with nodes 0..n-1."""
    arrays = csr(G, {v: v for v in G})
    order = np.array(tour, np.int32)
    pos = np.argsort(order).astype(np.int32)
    first, last = np.zeros((2, blocks), np.int32)
    last[0] = len(order) - 1
    s = np.zeros(kernels.WORDS, np.int64)
    s[[kernels.RANDOM, kernels.BLOCKS, kernels.START]] = seed, 1, start
    path, kept = order.copy(), order.copy()
    return arrays.indptr, arrays.indices, order, pos, first, last, path, kept, s


def grid(rows, columns):
    """Return a grid graph with nodes 0, 1, ..., and a path row by row."""
    G = nx.convert_node_labels_to_integers(nx.grid_2d_graph(rows, columns))
    lines = [list(range(columns * i, columns * (i + 1))) for i in range(rows)]
    return G, [v for i, line in enumerate(lines) for v in line[:: 1 - i % 2 * 2]]


@given(
    st.sampled_from([grid(4, 4), grid(2, 6), (nx.complete_graph(9), list(range(9)))]),
    st.integers(1, 2**32 - 1),
    st.integers(2, 6),
    st.sampled_from([0, 1, 50]),
    st.sampled_from([-1, 3]),
)
def test_a_step_is_a_move_or_none_and_keeps_cycles_or_paths_from_the_start(
    question, seed, blocks, short, start
):
    G, before = question
    state = [array.tolist() for array in chain(G, before, seed=seed, start=start, blocks=blocks)]
    *_, path, kept, _ = state
    known = before
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(kernels, "SHORT", short)
        for _ in range(40):
            kernels.backbite(*state, 1)
            assert path == before or path in backbites(G, before)
            if kept != known:
                assert kept == before
                ends = kept[0], kept[-1]
                assert start in ends if start >= 0 else G.has_edge(*ends)
                known = kept.copy()
            before = path.copy()


@pytest.mark.exhaustive
def test_compiled_and_interpreted_moves_are_the_same():
    G, tour = grid(20, 20)
    slow = [array.tolist() for array in chain(G, tour, blocks=8)]
    kernels.backbite(*slow, 5_000)
    with at_once():
        run = Run(kernels.backbite, *chain(G, tour, blocks=8))
        run.load()
        run.advance(2_000)
        run.advance(3_000)
    assert [array.tolist() for array in run.arrays()] == slow
    assert sorted(slow[6]) == list(range(400))
    assert nx.is_path(G, slow[6])


@pytest.mark.slow
@pytest.mark.parametrize("G", [grid(3, 3)[0], nx.lollipop_graph(4, 2)])
def test_no_path_is_preferred_in_the_long_run(G):
    paths = {min(tuple(path), tuple(path[::-1])) for path in tours(G, closed=False)}
    state = [array.tolist() for array in chain(G, min(paths), seed=5)]
    seen = Counter()
    for _ in range(50 * len(paths)):
        kernels.backbite(*state, 40)
        path = tuple(state[6])
        seen[min(path, path[::-1])] += 1
    assert seen.keys() == paths
    assert are_even(seen.values())


def test_a_single_node_has_nowhere_to_go():
    state = [array.tolist() for array in chain(nx.empty_graph(1), [0])]
    kernels.backbite(*state, 5)
    assert state[6] == [0]
