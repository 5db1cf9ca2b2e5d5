"""Frontier search along a tree: its steps, its states and its verdicts, against brute force."""

import os
from copy import deepcopy

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, strategies as st
from naive import has_tour

from icosian._kernels import _jit, frontier as words, tree_frontier as kernel
from icosian._run.clock import Clock
from icosian.tours.problem import Problem
from icosian.tours.solve import frontier
from tests._kernels.runs import executed, finish

# Without the JIT there is no compiled code to compare with.
INTERPRETED_ONLY = os.environ.get("NUMBA_DISABLE_JIT") == "1"


def searching(G, **question):
    problem = Problem.of(G, **{"closed": True} | question)
    return frontier.FrontierTree(problem.form, Clock())


def slots(mask):
    return {k for k in range(words.SLOTS) if mask >> words.BITS * k & 1}


# words


@given(st.permutations(range(words.SLOTS)), st.integers(0, 7), st.integers(0, 8))
def test_edges_join_paths_and_a_cycle_shows_what_else_there_is(order, paths, untouched):
    word, ends = words.EMPTY, order[: 2 * paths]
    for k in (*ends, *order[2 * paths :][:untouched]):  # they enter, without edges
        word ^= (k ^ words.NONE) << words.BITS * k
    assert slots(kernel.unused(word)) == {*ends, *order[2 * paths :][:untouched]}
    for k in range(0, 2 * paths, 2):
        word = kernel.take(word, ends[k], ends[k + 1])
        assert word >> words.BITS * ends[k] & words.NONE == ends[k + 1]
    assert slots(kernel.unused(word)) == set(order[2 * paths :][:untouched])
    assert slots(kernel.used_up(word)) == set(order[2 * paths + untouched :])
    for k in range(1, 2 * paths - 1, 2):
        word = kernel.take(word, ends[k], ends[k + 1])
        assert slots(kernel.used_up(word)) >= {ends[k], ends[k + 1]}
        assert kernel.take(word, ends[k], ends[0]) == kernel.BLOCKED
    if paths:
        closed = kernel.take(word, ends[0], ends[-1])
        assert closed < 0
        assert (~closed == words.EMPTY) == (len(order) == 2 * paths or untouched == 0)


# the steps


@given(st.integers(3, 25), st.integers(0, 12), st.integers(0, 10_000))
def test_no_two_vertices_of_a_border_share_a_slot(n, more, seed):
    G = nx.random_labeled_tree(n, seed=seed)
    G.add_edges_from(nx.gnm_random_graph(n, more, seed=seed).edges)
    search = searching(G)
    tree = search._run.arrays()[0].tree.reshape(-1, kernel.STEP)
    removed = iter(search._order.tolist())
    parts = []  # of each step, the vertices removed in it
    slot = dict(
        zip(
            search._order.tolist(),
            tree[tree[:, kernel.PARTS] < 2, kernel.REMOVED].tolist(),
            strict=True,
        )
    )
    for step in tree.tolist():
        read = [parts[step[k]] for k in (kernel.FIRST, kernel.OTHER)[: step[kernel.PARTS]]]
        own = {next(removed)} if step[kernel.PARTS] < 2 else set()
        part = set().union(own, *read)
        parts.append(part)
        border = {w for v in part for w in G[v]} - part
        assert {slot[v] for v in border} <= slots(step[kernel.WITHIN])
        assert len({slot[v] for v in border}) == len(border)
        left = {v: sum(w not in part for w in G[v]) for v in border}
        for field, most in ((kernel.FEW, 1), (kernel.LAST, 0)):
            assert slots(step[field]) >= {slot[v] for v in border if left[v] <= most}
    assert parts[-1] == set(G)


# the verdict


@pytest.mark.slow
@given(st.integers(3, 8), st.integers(0, 8), st.integers(0, 10_000), st.integers(1, 40))
def test_the_verdict_is_that_of_brute_force_wherever_it_stops(n, more, seed, budget):
    G = nx.gnm_random_graph(n, n + more, seed=seed)
    search = searching(G)
    verdicts = []
    for compiled in (False, not INTERPRETED_ONLY):
        run = _jit.Run(kernel.follow, *deepcopy(search._run.arrays()))
        verdicts.append(finish(run, budget, compiled=compiled)[0])
    expected = kernel.FOUND if has_tour(G, closed=True) else kernel.EXHAUSTED
    assert verdicts == [expected, expected]


@pytest.mark.parametrize(("end", "status"), [(1, kernel.FOUND), (2, kernel.EXHAUSTED)])
def test_a_cycle_that_leaves_out_the_fixed_edge_does_not_count(end, status):
    # the ends of a path are joined by a fixed edge; without it the ring itself is a cycle
    search = searching(nx.cycle_graph(4), closed=False, start=0, end=end)
    assert search.search(Clock()) == status


# compiled and interpreted


@pytest.mark.skipif(INTERPRETED_ONLY, reason="this test is about compiling")
@pytest.mark.parametrize("closed", [True, False])
@pytest.mark.exhaustive
def test_compiled_and_interpreted_are_the_same_to_the_bit(closed, monkeypatch):
    G = nx.grid_2d_graph(5, 11)
    monkeypatch.setattr(frontier, "ROOM", 16)
    results = []
    for compiled in (False, True):
        with executed(compiled=compiled):
            search = searching(G, closed=closed)
            assert search.search(Clock()) == (kernel.EXHAUSTED if closed else kernel.FOUND)
        results.append((search._order, *_jit.leaves(search._run.arrays())))
    assert all(map(np.array_equal, *results))
