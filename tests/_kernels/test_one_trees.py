"""Minimum 1-trees, compared with all 1-trees of small graphs."""

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st
from naive import least_one_tree

from icosian._run.clock import Clock
from icosian.tours.shortest.one_trees import EdgeList, least_of_all
from tests.tours.shortest.cycle_problems import cycle_problem
from tests.tours.shortest.problems import problems

POTENTIALS = st.lists(st.integers(-20, 20), min_size=6, max_size=6)


@given(problems(most=6), POTENTIALS, st.sampled_from((1, 3, 10)), st.sampled_from((int, float)))
@settings(max_examples=20)
def test_least_one_trees_are_those_of_the_twin(drawn, potentials, scale, number):
    problem, lengths, _ = drawn
    n = problem.size
    potentials = np.array(potentials[:n], number)
    reduced = {
        (u, v): scale * c - int(potentials[u] + potentials[v]) for (u, v), c in lengths.items()
    }
    least = least_one_tree(n, reduced, problem.required)
    tree = least_of_all(problem, potentials, scale, Clock())
    assert (tree is None) == (least is None)
    if tree is not None:
        assert tree.bound == least + 2 * potentials.sum()
        pairs = [tuple(sorted(e)) for e in tree.pairs.tolist()]
        assert len(set(pairs)) == n
        assert set(pairs) <= set(lengths)
        assert sum(reduced[e] for e in pairs) == least
        assert np.bincount(tree.pairs.reshape(-1), minlength=n).tolist() == tree.degree.tolist()
        assert [min(e) == 0 for e in pairs] == [False] * (n - 2) + [True] * 2


@given(problems(most=6), POTENTIALS, st.data())
def test_edges_that_are_left_out_are_not_in_the_tree(drawn, potentials, data):
    problem, lengths, _ = drawn
    free = [e for e in lengths if e not in problem.required]
    out = {e for e in free if data.draw(st.booleans())}
    edges = EdgeList(problem, np.array(sorted(lengths)))
    edges.state[[tuple(e) in out for e in zip(edges.tails, edges.heads, strict=True)]] = -1
    potentials = np.array(potentials[: problem.size])
    tree = edges.least(potentials, 1, Clock())
    reduced = {
        (u, v): c - int(potentials[u] + potentials[v])
        for (u, v), c in lengths.items()
        if (u, v) not in out
    }
    least = least_one_tree(problem.size, reduced, problem.required)
    found = None if tree is None else tree.bound - 2 * potentials.sum()
    assert found == least


@given(problems(most=6), st.integers(1, 60))
def test_an_ascent_never_gets_worse(drawn, trees):
    problem, lengths, ring = drawn
    edges = EdgeList(problem, np.array(sorted(lengths)))
    first = edges.least(np.zeros(problem.size), 1, Clock())
    upper = float(problem.matrix[ring, np.roll(ring, -1)].sum())
    potentials = edges.ascend(
        np.zeros(problem.size), Clock(), upper=upper, goal=upper, trees=trees, factor=1.0
    )
    last = edges.least(potentials, 1, Clock())
    if first is None:
        assert last is None
    else:
        assert last.bound >= first.bound
        assert last.bound <= upper + 1e-6


def test_an_ascent_closes_the_gap_of_a_star_with_a_ring():
    # Node 1 is near to all others: the least 1-tree is a star until its potential falls.
    n = 8
    lengths = {(u, v): 10 if 1 not in (u, v) else 6 for u in range(n) for v in range(u + 1, n)}
    problem = cycle_problem(n, lengths)
    edges = EdgeList(problem, np.array(sorted(lengths)))
    assert edges.least(np.zeros(n), 1, Clock()).bound == 6 * (n - 1) + 10
    potentials = edges.ascend(np.zeros(n), Clock(), upper=72.0, goal=72.0, trees=500, factor=2.0)
    assert edges.least(potentials, 1, Clock()).bound == pytest.approx(72, abs=0.05)
