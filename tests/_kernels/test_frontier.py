"""Frontier search: its orders, its layers and its verdicts, against plain searches."""

import os

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, strategies as st
from naive import has_tour, narrow_order, states_of_partial_cycles

from icosian._kernels import _jit, frontier as kernel
from icosian._run.clock import Clock
from icosian.tours.problem import Problem
from icosian.tours.solve import frontier
from tests._kernels.runs import executed, finish
from tests.tours.problems import programme

# Without the JIT there is no compiled code to compare with.
INTERPRETED_ONLY = os.environ.get("NUMBA_DISABLE_JIT") == "1"


# the order


@given(st.integers(2, 30), st.integers(0, 10_000))
def test_the_order_is_that_of_a_plain_search(n, seed):
    G = nx.random_labeled_tree(n, seed=seed)
    G.add_edges_from(nx.gnm_random_graph(n, n // 2, seed=seed).edges)
    form = Problem.of(G, closed=True).form
    run = frontier._arrangement(form, seed % n, 40)
    assert run.finish() == kernel.DONE
    assert run.arrays()[4].tolist() == narrow_order(G, seed % n)


@pytest.mark.parametrize(("most", "status"), [(8, kernel.WIDE), (9, kernel.DONE)])
def test_an_order_keeps_to_the_limit_or_is_wide(most, status):
    # all vertices of a complete graph are pending as its first one is removed
    run = frontier._arrangement(Problem.of(nx.complete_graph(9), closed=True).form, 0, most)
    assert run.finish() == status
    if status == kernel.DONE:
        assert run.arrays()[-1][kernel.WIDTH] == 9


# the layers


@given(st.integers(4, 8), st.integers(2, 5), st.integers(0, 1000), st.booleans())
def test_layers_are_the_states_that_a_plain_search_meets(n, more, seed, closed):
    G = nx.k_core(nx.gnm_random_graph(n, n + more, seed=seed), 2)  # a lack of edges is noticed late
    G = nx.convert_node_labels_to_integers(G)
    question = {} if closed else {"start": 0, "end": 1}
    search = programme(G, closed=closed, **question)
    edges = search._run[0][:]
    pairs = [
        (int(edges[k + kernel.TAIL]), int(edges[k + kernel.HEAD]))
        for k in range(0, len(edges), kernel.EDGE)
    ]
    fixed = {
        frozenset(pair)
        for pair, k in zip(pairs, range(0, len(edges), kernel.EDGE), strict=True)
        if edges[k + kernel.RULE] == kernel.FIXED
    }
    expected = [len(states) for states in states_of_partial_cycles(pairs, fixed)]
    sizes = []
    status = kernel.MORE
    while not status:
        status = search.search(Clock(), 1)
        s = search._run[-1]
        if s[kernel.AT] == len(sizes):
            sizes.append(s[kernel.SIZE])
    assert sizes == expected[: len(sizes)]
    if status == kernel.EXHAUSTED:
        assert not any(expected[len(sizes) :])


# the verdict


@given(st.integers(3, 8), st.integers(0, 8), st.integers(0, 10_000), st.integers(1, 40))
def test_the_verdict_is_that_of_brute_force_wherever_it_stops(n, more, seed, budget):
    G = nx.gnm_random_graph(n, n + more, seed=seed)
    search = programme(G, closed=True)
    verdicts = []
    for compiled in (False, not INTERPRETED_ONLY):
        run = _jit.Run(kernel.follow, *(array.copy() for array in search._run.arrays()))
        verdicts.append(finish(run, budget, compiled=compiled)[0])
    expected = kernel.FOUND if has_tour(G, closed=True) else kernel.EXHAUSTED
    assert verdicts == [expected, expected]


@pytest.mark.parametrize(("end", "status"), [(1, kernel.FOUND), (2, kernel.EXHAUSTED)])
def test_a_cycle_that_leaves_out_the_fixed_edge_does_not_count(end, status):
    # the ends of a path are joined by a fixed edge; without it the ring itself is a cycle
    search = programme(nx.cycle_graph(4), closed=False, start=0, end=end)
    assert kernel.FIXED in search._run[0][kernel.RULE :: kernel.EDGE]
    assert search.search(Clock()) == status


# states that are forgotten


def ancestry(origin, state):
    """Return the choices that led to a state, from the first on."""
    choices = []
    while state:
        state, taken = divmod(origin[state], 2)
        choices.append(taken)
    return choices[::-1]


@given(st.lists(st.integers(1, 6), min_size=2, max_size=8), st.randoms(), st.integers(1, 9))
def test_what_is_left_after_forgetting_has_the_ancestry_it_had(sizes, random, budget):
    origin, begin, before = [0], 0, 1
    for size in sizes:
        origin += [2 * random.randrange(begin, before) + random.getrandbits(1) for _ in range(size)]
        begin, before = before, before + size
    moved = np.full(before, -1, np.int32)
    moved[begin:] = 0
    s = np.zeros(kernel.FORGETTING, np.int64)
    s[kernel.STATES] = before
    run = _jit.Run(kernel.forget, np.array(origin, np.int32), moved, s)
    status, (kept, moved, s) = finish(run, budget, compiled=False)
    assert status == kernel.DONE
    needed = set()
    todo = list(range(begin, before))
    while todo:
        needed.add(state := todo.pop())
        todo += {origin[state] >> 1} - needed
    assert s[kernel.KEPT] == len(needed)
    assert [v for v, new in enumerate(moved.tolist()) if new >= 0] == sorted(needed)
    for state in range(begin, before):
        assert ancestry(kept.tolist(), int(moved[state])) == ancestry(origin, state)


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
            search = programme(G, closed=closed)
            assert search.search(Clock()) == (kernel.EXHAUSTED if closed else kernel.FOUND)
        results.append((search._order, *search._run.arrays()))
    assert all(map(np.array_equal, *results))
