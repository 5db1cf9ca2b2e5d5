"""Candidate edges and reduced lengths."""

import networkx as nx
import numpy as np
from hypothesis import given, strategies as st

from icosian import Places
from icosian.tours.shortest.one_trees import (
    apart,
    nearest,
    pairs_of,
    reduce_lengths,
    with_required,
)
from tests.tours.shortest.problems import both, plane, problems


@given(st.integers(3, 12), st.integers(1, 12), st.integers(0, 1000))
def test_nearest_nodes_are_at_the_least_lengths(n, count, seed):
    problem = plane(n, seed)
    matrix, near = problem.matrix, nearest(problem, count)
    assert near.shape == (n, min(count, n - 1))
    for v, row in enumerate(near.tolist()):
        others = sorted(matrix[v, w] for w in range(n) if w != v)
        assert v not in row
        assert sorted(matrix[v, row]) == others[: len(row)]


@given(st.integers(3, 12), st.integers(1, 5), st.integers(0, 1000))
def test_nodes_apart_are_nearer_to_a_node_than_to_each_other(n, count, seed):
    problem = plane(n, seed, side=9)
    matrix = problem.matrix
    for v, row in enumerate(apart(problem, count).tolist()):
        chosen = []
        for w in sorted(set(range(n)) - {v}, key=lambda w: (matrix[v, w], w)):
            if all(matrix[v, w] < matrix[u, w] for u in chosen):
                chosen.append(w)
        assert row == [*chosen, *[-1] * count][:count]


@given(st.integers(0, 1000))
def test_nodes_apart_connect_clusters(seed):
    rng = np.random.default_rng(seed)
    centers = rng.integers(0, 10**6, (4, 2)).repeat(8, axis=0)
    for problem in both(Places(centers + rng.integers(0, 10**3, (32, 2)), "EUC_2D")):
        assert nx.is_connected(nx.Graph(pairs_of(apart(problem, 31)).tolist()))


@given(problems(), st.integers(1, 6))
def test_candidates_are_edges_and_have_the_required_ones(drawn, count):
    problem, lengths, _ = drawn
    pairs = pairs_of(with_required(problem, nearest(problem, count))).tolist()
    assert pairs == sorted(pairs)
    assert set(problem.required) <= {tuple(pair) for pair in pairs} <= set(lengths)


@given(problems(), st.lists(st.floats(-50, 50), min_size=7, max_size=7), st.data())
def test_reduced_lengths_shift_all_cycles_alike(drawn, potentials, data):
    problem, lengths, ring = drawn
    n = problem.size
    reduced = reduce_lengths(problem, np.array(potentials[:n]))
    other = data.draw(st.permutations(range(n)))
    free = {e: int(reduced.spaced.matrix[e]) for e in lengths if e not in problem.required}
    assert min(free.values(), default=reduced.least) >= reduced.least
    assert max(free.values(), default=0) < reduced.never
    assert all(reduced.spaced.matrix[e] < reduced.least for e in problem.required)
    used = {tuple(sorted(e)) for e in zip(other, np.roll(other, -1).tolist(), strict=True)}
    before, after = (
        int(matrix[other, np.roll(other, -1)].sum() - matrix[ring, np.roll(ring, -1)].sum())
        for matrix in (problem.matrix, reduced.spaced.matrix.astype(np.int64))
    )
    if set(problem.required) <= used <= set(lengths):
        assert after == reduced.scale * before
    else:
        assert after > 0
