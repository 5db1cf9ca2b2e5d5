"""Frontier search, along an order or a tree, against plain searches."""

from copy import deepcopy

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, strategies as st
from naive import has_tour, narrow_order, removed_in_turn, states_of_partial_cycles

from icosian._kernels import _jit, frontier as kernel, frontier as words, tree_frontier as trees
from icosian._run.limits import Clock
from icosian.tours.problem import Problem
from icosian.tours.solve import frontier
from tests._kernels.runs import finish
from tests.tours.problems import programme, tree_search

# Frontier search: its orders, its layers and its verdicts, against plain searches


# the order


@given(st.integers(2, 30), st.integers(0, 10_000))
def test_the_order_is_that_of_a_plain_search(n, seed):
    G = nx.random_labeled_tree(n, seed=seed)
    G.add_edges_from(nx.gnm_random_graph(n, n // 2, seed=seed).edges)
    form = Problem.of(G, closed=True).form
    run = frontier.arrangement(form, seed % n, 40)
    assert run.finish() == kernel.DONE
    assert run.arrays()[0].order.tolist() == narrow_order(G, seed % n)


@pytest.mark.parametrize(("most", "status"), [(8, kernel.WIDE), (9, kernel.DONE)])
def test_an_order_keeps_to_the_limit_or_is_wide(most, status):
    # all vertices of a complete graph are pending as its first one is removed
    run = frontier.arrangement(Problem.of(nx.complete_graph(9), closed=True).form, 0, most)
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
    for compiled in (False, not _jit.is_forbidden()):
        run = _jit.Run(kernel.follow, *(array.copy() for array in search._run.arrays()))
        verdicts.append(finish(run, budget, compiled=compiled)[0])
    expected = kernel.FOUND if has_tour(G, closed=True) else kernel.EXHAUSTED
    assert verdicts == [expected, expected]


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


# Frontier search along a tree: its steps, its states and its verdicts, against brute force


def slots(mask):
    return {k for k in range(words.SLOTS) if mask >> words.BITS * k & 1}


# words


@given(st.permutations(range(words.SLOTS)), st.integers(0, 7), st.integers(0, 8))
def test_edges_join_paths_and_a_cycle_shows_what_else_there_is(order, paths, untouched):
    word, ends = words.EMPTY, order[: 2 * paths]
    for k in (*ends, *order[2 * paths :][:untouched]):  # they enter, without edges
        word ^= (k ^ words.NONE) << words.BITS * k
    assert slots(trees.unused(word)) == {*ends, *order[2 * paths :][:untouched]}
    for k in range(0, 2 * paths, 2):
        word = trees.take(word, ends[k], ends[k + 1])
        assert word >> words.BITS * ends[k] & words.NONE == ends[k + 1]
    assert slots(trees.unused(word)) == set(order[2 * paths :][:untouched])
    assert slots(trees.used_up(word)) == set(order[2 * paths + untouched :])
    for k in range(1, 2 * paths - 1, 2):
        word = trees.take(word, ends[k], ends[k + 1])
        assert slots(trees.used_up(word)) >= {ends[k], ends[k + 1]}
        assert trees.take(word, ends[k], ends[0]) == trees.BLOCKED
    if paths:
        closed = trees.take(word, ends[0], ends[-1])
        assert closed < 0
        assert (~closed == words.EMPTY) == (len(order) == 2 * paths or untouched == 0)


# the steps


@given(st.integers(3, 25), st.integers(0, 12), st.integers(0, 10_000))
def test_no_two_vertices_of_a_border_share_a_slot(n, more, seed):
    G = nx.random_labeled_tree(n, seed=seed)
    G.add_edges_from(nx.gnm_random_graph(n, more, seed=seed).edges)
    search = tree_search(G)
    tree = search._run.arrays()[0].tree.reshape(-1, trees.STEP)
    removed = iter(search._order.tolist())
    parts = []  # of each step, the vertices removed in it
    slot = dict(
        zip(
            search._order.tolist(),
            tree[tree[:, trees.PARTS] < 2, trees.REMOVED].tolist(),
            strict=True,
        )
    )
    for step in tree.tolist():
        read = [parts[step[k]] for k in (trees.FIRST, trees.OTHER)[: step[trees.PARTS]]]
        own = {next(removed)} if step[trees.PARTS] < 2 else set()
        part = set().union(own, *read)
        parts.append(part)
        border = {w for v in part for w in G[v]} - part
        assert {slot[v] for v in border} <= slots(step[trees.WITHIN])
        assert len({slot[v] for v in border}) == len(border)
        left = {v: sum(w not in part for w in G[v]) for v in border}
        for field, most in ((trees.FEW, 1), (trees.LAST, 0)):
            assert slots(step[field]) >= {slot[v] for v in border if left[v] <= most}
    assert parts[-1] == set(G)


# the verdict


@pytest.mark.slow
@given(st.integers(3, 8), st.integers(0, 8), st.integers(0, 10_000), st.integers(1, 40))
def test_the_verdict_along_a_tree_is_that_of_brute_force_wherever_it_stops(n, more, seed, budget):
    G = nx.gnm_random_graph(n, n + more, seed=seed)
    search = tree_search(G)
    verdicts = []
    for compiled in (False, not _jit.is_forbidden()):
        run = _jit.Run(trees.follow, *deepcopy(search._run.arrays()))
        verdicts.append(finish(run, budget, compiled=compiled)[0])
    expected = trees.FOUND if has_tour(G, closed=True) else trees.EXHAUSTED
    assert verdicts == [expected, expected]


# Elimination orders, against a plain removal of nodes


@given(st.integers(3, 25), st.integers(0, 40), st.integers(0, 10_000), st.integers(1, 9))
def test_the_next_vertex_has_the_fewest_neighbors(n, more, seed, most):
    G = nx.random_labeled_tree(n, seed=seed)
    G.add_edges_from(nx.gnm_random_graph(n, more, seed=seed).edges)
    found = frontier._eliminated(Problem.of(G, closed=True).form, Clock(), most)
    if found is None:
        assert max(nx.core_number(G).values()) > 1
        return
    order, later, places = found
    assert places[order].tolist() == list(range(n))
    for v, near, degrees in removed_in_turn(G, order.tolist()):
        assert degrees[v] == min(degrees.values())
        row = later[most * v : most * (v + 1)].tolist()
        assert sorted(row) == sorted([*near, *[-1] * (most - len(near))])


def test_a_pool_that_is_full_is_enlarged_and_nothing_is_lost(monkeypatch):
    # a hub that is adjacent to all of a long cycle: its list is long, the others move often
    form = Problem.of(nx.wheel_graph(300), closed=True).form
    whole = frontier._eliminated(form, Clock(), 5)
    monkeypatch.setattr(frontier, "SPARE", 0)
    again = frontier._eliminated(form, Clock(), 5)
    assert all(map(np.array_equal, whole, again))
