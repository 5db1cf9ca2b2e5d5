"""Kernels of placements against their slow twins."""

import itertools
import random
from collections import Counter

import naive
import networkx as nx
import numpy as np
import pytest
from hypothesis import given, strategies as st
from naive import (
    exact_covers,
    independence_number,
    is_independent,
    minimum_sets,
    queens_by_permutation,
    queens_in_rows,
    tabu_coloring,
)
from placement_graphs import board, finish, searching, sparse_or_dense, undirected
from together import examples, together

from icosian import independent_sets
from icosian._kernels import coloring, domination, independence, lanes, queens as kernels
from icosian._kernels._jit import Run, lists_of
from icosian._run.limits import Clock
from icosian.placements.coloring import ColoringSearch, ExactCover
from icosian.placements.domination import DominationSearch
from icosian.placements.placement import index_graph
from icosian.placements.queens_count import (
    _count_symmetric,
    border_subproblems,
    count_run,
    half_subproblems,
)
from icosian.placements.queens_search import QueensProblem, batches
from tests._kernels.runs import compiled_only

# The queens kernels against their naive twins


@given(st.integers(1, 7), st.data())
@examples(10)
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


def subproblems_run(records, rows):
    work = np.zeros(8, np.int64)
    work[[kernels.END, kernels.FRESH]] = len(records), 1
    nodes = np.zeros(rows * 4 * kernels.CAPACITY, np.int64)
    plans = np.array(records, np.int64).ravel()
    return Run(kernels.count_subproblems, plans, nodes, np.zeros(rows, np.int64), work)


@given(st.integers(1, 6), st.integers(1, 3), st.randoms(use_true_random=False))
def test_subproblems_are_counted_as_by_plain_recursion(rows, number, rng):
    drawn = [subproblem(rng, rows) for _ in range(number)]
    expected = sum(record[1] * queens_in_rows(at, allowed) for record, at, allowed in drawn)
    run = subproblems_run([record for record, _, _ in drawn], rows)
    assert finish(run, 10)[1][-1][kernels.TOTAL] == expected


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


# Vector instructions for counting queens


# OEIS A000170, n = 1, 2, ...
ALL = [1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2680, 14200, 73712]


def count(run):
    Clock().run("queens", run)
    return run[-1][kernels.TOTAL]


@compiled_only
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
@compiled_only
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


# The independent set kernels against their naive twins


@given(sparse_or_dense(), st.integers(1, 7))
def test_slices_of_any_size_are_one_search(G, budget):
    whole = finish(searching(G, 1)[1]._run, 10**9)
    assert finish(searching(G, 1)[1]._run, budget) == whole


@pytest.mark.parametrize("order", [0, 1])
@given(sparse_or_dense(most=20))
@examples(10)
def test_the_largest_set_is_as_large_as_the_recurrence_says(order, G):
    part, search = searching(G, order)
    status, arrays = finish(search._run, 100)
    state = arrays[-1]
    expected = independence_number(G.subgraph(part.nodes))
    assert status in (independence.DONE, independence.FOUND)
    assert state[independence.SIZE] == state[independence.BEST] == expected
    chosen = [part.nodes[search._order[k]] for k in arrays[1].best[: state[independence.SIZE]]]
    assert is_independent(G, chosen)


@given(sparse_or_dense(most=10), st.integers(1, 5))
@examples(10)
def test_sets_of_one_size_are_listed_as_by_trying_all(G, size):
    assert [s.nodes for s in independent_sets(G, size)] == naive.independent_sets(G, size)


# The domination kernel against its naive twin


def part_of(G, *, total=False, independent=False):
    """Return the only component of a connected graph."""
    search = DominationSearch(index_graph(G), Clock(), total=total, independent=independent)
    (part,) = search.parts
    return part


def dominating(G, size, *, room=1, **rule):
    part = part_of(G, **rule)
    return part.run(size, part.even, room=room)


@examples(10)
@given(st.integers(1, 100), st.integers(1, 40))
def test_slices_of_any_size_are_one_search_for_dominating_sets(budget, room):
    G = board("queen", 5)
    whole = finish(dominating(G, 3, room=room), 1 << 40)
    assert finish(dominating(G, 3, room=room), budget) == whole
    assert whole[0] == domination.FULL


@given(undirected(most=8), st.integers(1, 8), st.integers(0, 3), st.booleans())
def test_the_kernel_finds_every_set_once_with_any_weights(G, size, power, independent):
    if not len(G) or not nx.is_connected(G):
        return
    part = part_of(G, independent=independent)
    weight = np.arange(len(G), dtype=np.int64) ** power
    run = part.run(size, weight, room=1 << 12)
    while not (status := run.advance(100)):
        pass
    assert status == domination.EXHAUSTED
    found = [frozenset(part.nodes[k] for k in chosen) for chosen in part.found(run)]
    assert len(found) == len(set(found))
    smallest = minimum_sets(G, independent=independent)
    if size == len(smallest[0]):
        assert set(found) == {frozenset(map(list(G).index, s)) for s in smallest}
    assert bool(found) == (size >= len(smallest[0])) or independent


# The exact cover kernel against its naive twin


@examples(10)
@given(st.integers(1, 4), st.integers(1, 3), st.data())
def test_a_cover_is_found_just_where_there_is_one(number, size, data):
    nodes = number * size
    every = list(itertools.combinations(range(nodes), size))
    sets = data.draw(st.lists(st.sampled_from(every), min_size=1, max_size=40, unique=True))
    cover = ExactCover([[members] for members in sets], nodes, number)
    budget = data.draw(st.integers(1, 50))
    while not (status := cover.run.advance(budget)):
        pass
    expected = exact_covers(sets, nodes)
    assert status == (coloring.FOUND if expected else coloring.EXHAUSTED)
    if expected:
        assert sorted(cover.sets()) in map(sorted, expected)


# The TabuCol kernel against its naive twin


@given(sparse_or_dense(most=30), st.integers(0, 100), st.integers(1, 20))
def test_the_tables_of_a_repair_are_true_after_every_slice(G, seed, budget):
    search = ColoringSearch(index_graph(G), Clock(), seed)
    k = search.upper - 1
    if k < 1:
        return
    run = search._tabucol(k)
    for _ in range(5):
        status = run.advance(budget)
        (starts, heads), (color, table, _, conflicting, place), s = lists_of(run.arrays())
        rows = [heads[a:b] for a, b in itertools.pairwise(starts)]
        for v, row in enumerate(rows):
            beside = Counter(color[w] for w in row)
            assert table[v * k : v * k + k] == [beside[c] for c in range(k)]
        conflicts = [v for v, row in enumerate(rows) if any(color[w] == color[v] for w in row)]
        assert sorted(conflicting[: s[coloring.LISTED]]) == conflicts
        assert all((place[v] >= 0) == (v in conflicts) for v in range(len(rows)))
        assert all(conflicting[place[v]] == v for v in conflicts)
        assert 2 * s[coloring.CONFLICTS] == sum(table[v * k + color[v]] for v in range(len(rows)))
        if status:
            assert s[coloring.CONFLICTS] == 0
            break


@given(sparse_or_dense(most=12), st.integers(0, 100), st.integers(1, 40))
def test_every_step_is_that_of_the_twin(G, seed, steps):
    search = ColoringSearch(index_graph(G), Clock(), seed)
    k = search.upper - 1
    if k < 1:
        return
    run = search._tabucol(k)
    (starts, heads), (colors, *_), _ = lists_of(run.arrays())
    near = [heads[a:b] for a, b in itertools.pairwise(starts)]
    expected = tabu_coloring(near, colors, k, int(run[-1][coloring.RANDOM]), steps)
    run.advance(steps)
    assert list(run[1].color) == expected
