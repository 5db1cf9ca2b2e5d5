"""Searches of short tours, their candidates, and where they are guided."""

import random
from dataclasses import replace
from types import SimpleNamespace

import networkx as nx
import numpy as np
from hypothesis import given, strategies as st
from naive import exchanges, least_cycle
from scipy.spatial import Delaunay
from together import examples

from icosian import Places
from icosian._run.limits import Clock
from icosian.tours.shortest import local_search as guided_search
from icosian.tours.shortest.exact import solve
from icosian.tours.shortest.local_search import (
    FIRST,
    NEIGHBORS,
    GuidedSearch,
    TourSearch,
    begin_cycle,
)
from icosian.tours.shortest.one_trees import apart, nearest, pairs_of, reduce_lengths, with_required
from icosian.tours.shortest.relaxation.branching import ROOT_EFFORT, Node, Settings
from tests.tours.shortest.cases import (
    both,
    plane,
    plane_problem,
    planes_of,
    problems,
    random_problem,
)

# The search of short cycles


def improve_cycle(problem, *, kicks=None, **begun):
    """Return a short cycle and its length, after so many kicks or too many in vain."""
    search = TourSearch(problem, Clock(), **begun)
    kicks = 5 * problem.size if kicks is None else kicks
    search.advance(kicks=kicks, patience=search.patience)
    return search.tour, search.length


def edges_of(tour):
    return {tuple(sorted(e)) for e in zip(tour, [*tour[1:], tour[0]], strict=True)}


@given(problems(), st.integers(0, 2**70))
def test_tours_of_small_problems_are_shortest(drawn, seed):
    problem, lengths, ring = drawn
    tour, length = improve_cycle(problem, seed=seed, tour=ring)
    assert sorted(tour.tolist()) == list(range(problem.size))
    assert set(problem.required) <= edges_of(tour.tolist()) <= set(lengths)
    assert length == problem.length(tour.tolist())
    assert length == least_cycle(problem)


@given(st.integers(5, 7), st.integers(0, 1000))
@examples(20)
def test_no_exchange_shortens_a_tour_that_the_search_leaves_as_it_is(n, seed):
    problem, before = plane(n, seed), None
    tour, length = improve_cycle(problem, seed=seed, kicks=0)
    while length != before:
        before = length
        tour, length = improve_cycle(problem, seed=seed, kicks=0, tour=tour)
    assert all(problem.length(other) >= length for other in exchanges(tuple(tour.tolist())))


def test_a_search_reports_lengths_that_never_grow(monkeypatch):
    monkeypatch.setattr(guided_search, "REPORTED", 20)
    problem, lengths = plane(40, 1), []
    search = TourSearch(problem, Clock(), tour=range(40))
    search.report = lengths.append
    search.advance(kicks=30)
    assert len(lengths) > 1
    assert all(length >= search.length for length in lengths)
    assert lengths[0] <= problem.length(range(40))


@given(st.integers(3, 12), st.integers(0, 1000), st.integers(0, 10))
@examples(10)
def test_the_same_seed_and_kicks_give_the_same_tour_in_any_number_of_calls(n, seed, kicks):
    problem = plane(n, seed)
    tour, length = improve_cycle(problem, seed=seed, kicks=2 * kicks)
    search = TourSearch(problem, Clock(), seed=seed)
    for _ in range(2):
        search.advance(kicks=kicks)
    assert search.kicks == 2 * kicks
    assert (search.tour.tolist(), search.length) == (tour.tolist(), length)


# Candidate edges and reduced lengths


@given(st.integers(3, 12), st.integers(1, 12), st.integers(0, 1000))
def test_nearest_nodes_are_at_the_least_lengths_and_those_apart_from_each_other(n, count, seed):
    problem = plane(n, seed, side=9)
    matrix, near = problem.matrix, nearest(problem, count)
    assert near.shape == (n, min(count, n - 1))
    for v, row in enumerate(near.tolist()):
        others = sorted(matrix[v, w] for w in range(n) if w != v)
        assert v not in row
        assert sorted(matrix[v, row]) == others[: len(row)]
    for v, row in enumerate(apart(problem, count, Clock()).tolist()):
        assert row == chosen_apart(v, range(n), matrix, count)


def chosen_apart(v, others, matrix, count):
    chosen = []
    for w in sorted({*others} - {v}, key=lambda w: (matrix[v, w], w)):
        if all(matrix[v, w] < matrix[u, w] for u in chosen):
            chosen.append(w)
    return [*chosen, *[-1] * count][:count]


@given(st.integers(12, 30), st.integers(1, 5), st.integers(0, 1000))
def test_neighbors_of_points_apart_are_those_of_their_triangulation(n, count, seed):
    spots = np.random.default_rng(seed).permutation(100)[:n]
    few, whole = both(Places(np.stack((spots // 10, spots % 10), axis=1), "MAN_2D"))
    indptr, heads = Delaunay(few.points.spots).vertex_neighbor_vertices
    for v, row in enumerate(apart(few, count, Clock()).tolist()):
        beside = heads[indptr[v] : indptr[v + 1]].tolist()
        assert row == chosen_apart(v, beside, whole.matrix, count)


@given(st.integers(8, 60), st.integers(1, 30), st.integers(0, 1000), st.booleans(), st.data())
def test_a_first_cycle_of_points_uses_required_edges(n, side, seed, closed, data):
    spots = np.random.default_rng(seed).integers(0, side, (n, 2))  # some are the same
    start = None if closed else data.draw(st.sampled_from([None, 0]))
    few, _ = both(Places(spots, "EUC_2D"), closed=closed, start=start)
    some = tuple((u, u + 1) for u in range(1, n - 1, 2) if data.draw(st.booleans()))
    problem = replace(few.instance, require=some).problem_of(few.points)
    tour = begin_cycle(problem, nearest(problem, 8), Clock()).tolist()
    assert sorted(tour) == list(range(problem.size))
    assert {*some} <= {*problem.required} <= edges_of(tour)


@given(st.integers(0, 1000))
def test_nodes_apart_connect_clusters(seed):
    rng = np.random.default_rng(seed)
    centers = rng.integers(0, 10**6, (4, 2)).repeat(8, axis=0)
    for problem in both(Places(centers + rng.integers(0, 10**3, (32, 2)), "EUC_2D")):
        assert nx.is_connected(nx.Graph(pairs_of(apart(problem, 31, Clock())).tolist()))


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


def root(problem):
    """Return the linear program at the root, with a bad tour, and its case."""
    planes = planes_of(problem)
    assert planes.improve(ROOT_EFFORT)
    return planes, Node((), (), planes.program.objective, planes.program.dual())


def least(problem):
    return solve(problem, Settings(clock=Clock())).length


def test_searches_become_rare_and_there_is_none_in_a_case_without_a_better_tour(monkeypatch):
    problem, calls = plane_problem(random.Random(3), 12), []
    planes, node = root(problem)
    node.bound = 0.0
    found = SimpleNamespace(tour=np.arange(12), length=10**6, patience=1, advance=lambda **_: None)
    monkeypatch.setattr(
        guided_search, "TourSearch", lambda *_, seed, **__: calls.append(seed) or found
    )
    search = GuidedSearch(problem, 7)
    for _ in range(3 * FIRST):
        search.at_case(planes, node)
    assert calls == list(range(8, 8 + FIRST + 2))
    node.bound = float(planes.incumbent.length)
    search.at_root(planes, node)
    assert len(calls) == FIRST + 2


def test_candidates_are_edges_of_least_reduced_cost():
    problem = random_problem(random.Random(2), 14, density=0.5)
    planes, node = root(problem)
    near = guided_search._candidates(planes, node)
    reduced = dict(
        zip(map(tuple, planes.edges.pairs.tolist()), planes.reduced_costs(node.dual), strict=True)
    )
    for u, row in enumerate(near.tolist()):
        at_node = {
            v: reduced[min(u, v), max(u, v)] for v in range(14) if (min(u, v), max(u, v)) in reduced
        }
        chosen = [v for v in row if v >= 0]
        assert len(chosen) == min(NEIGHBORS, len(at_node))
        assert sorted(at_node[v] for v in chosen) == sorted(at_node.values())[: len(chosen)]
