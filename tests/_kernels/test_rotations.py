"""Rotations: interpreted and compiled, in slices, and compared with slow lists."""

import random

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings, strategies as st
from naive import reversed_run, same_cycle

import icosian
from icosian._kernels import (
    rotations as kernels,
)
from icosian.tours.problem import Problem
from icosian.tours.solve.heuristics import rotations
from tests._kernels.runs import finish


def knights(n, seed, *, closed=True):
    problem = Problem.of(icosian.knight_graph(n), closed=closed)
    return rotations(problem.form, keys=problem.center_distances, seed=seed)


def placed(tour):
    pos = [0] * len(tour)
    for place, v in enumerate(tour):
        pos[v] = place
    return pos


@st.composite
def runs(draw):
    tour = draw(st.integers(3, 12).flatmap(lambda n: st.permutations(range(n))))
    place = st.integers(0, len(tour) - 1)
    return list(tour), draw(place), draw(place)


@given(runs())
def test_a_reversed_run_makes_the_same_cycle_as_reversing_it_all(run):
    tour, i, j = run
    expected = reversed_run(tour, i, j)
    pos = placed(tour)
    kernels.reverse(tour, pos, i, j)
    assert same_cycle(tour, expected)
    assert pos == placed(tour)


@given(runs(), st.booleans())
def test_a_turn_reverses_a_part_of_the_path_in_either_direction(run, forward):
    tour, i, j = run
    n = len(tour)
    i, j = sorted((i, j))
    path = tour if forward else tour[::-1]
    first, last = path[0], path[-1]
    expected = path[:i] + path[i : j + 1][::-1] + path[j + 1 :]
    pos = placed(tour)
    kernels.turn(tour, pos, last, first, path[i], path[j])
    assert same_cycle(tour, expected)
    assert pos == placed(tour)
    assert len(set(tour)) == n


@given(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), max_size=12))
def test_holes_are_the_pairs_that_were_added_and_not_dropped(pairs):
    gap, holes = [-1] * 12, set()
    for u, v in pairs:
        pair = frozenset((u, v))
        if len(pair) < 2:
            continue
        if pair in holes:
            kernels.drop_hole(gap, u, v)
            holes.discard(pair)
        elif all(sum(w in hole for hole in holes) < 2 for w in pair):
            kernels.add_hole(gap, u, v)
            holes.add(pair)
        for a in range(6):
            for b in range(6):
                if a != b:
                    assert kernels.is_hole(gap, a, b) == (frozenset((a, b)) in holes)


@pytest.mark.parametrize("closed", [True, False])
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.exhaustive
def test_compiled_and_interpreted_rotations_are_the_same_to_the_bit(seed, closed):
    one = finish(knights(10, seed, closed=closed), 1000, compiled=False)
    two = finish(knights(10, seed, closed=closed), 1000, compiled=True)
    assert one[0] == two[0]
    assert all(map(np.array_equal, one[1], two[1]))


@settings(deadline=None, max_examples=10)
@given(st.integers(6, 12), st.integers(0, 1000), st.integers(1, 50))
def test_after_every_slice_the_tour_is_an_order_of_all_vertices_and_its_holes_are_true(
    n, seed, budget
):
    G = icosian.knight_graph(n, 6)
    problem = Problem.of(G, closed=True)
    form = problem.form
    run = rotations(form, seed=seed)
    for _ in range(200):
        status = run.advance(budget)
        _, _, (tour, pos), (gap, holes), *_, s = run.arrays()
        if s[kernels.FILLED] < form.size:
            continue
        assert sorted(tour.tolist()) == list(range(form.size))
        assert np.array_equal(tour[pos], np.arange(form.size))
        squares = [problem.nodes[v] for v in tour.tolist()]
        missing = {
            frozenset((u, v))
            for u, v in zip(squares, squares[1:] + squares[:1], strict=True)
            if not G.has_edge(u, v)
        }
        count = int(s[kernels.HOLES])
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
    s[kernels.HOLES] = 2
    distance, queue = [7] * n, [0] * n
    kernels.spread(starts, heads, ends, kernels.Front(distance, queue), left_out, s)
    H = G.to_directed()
    H.remove_edges_from([(v, w) for v in G if 2 * len(G[v]) > n for w in G[v]])
    sources = set(ends) - {left_out}
    expected = nx.multi_source_dijkstra_path_length(H, sources) if sources else {}
    assert distance == [expected.get(v, -1) for v in range(n)]
