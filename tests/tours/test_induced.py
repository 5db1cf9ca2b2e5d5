"""Longest induced paths and cycles: by brute force, published numbers, and what users may ask."""

import itertools
import random
from dataclasses import replace
from functools import partial
from itertools import pairwise

import networkx as nx
import numpy as np
import pytest
from families import atlas, renamed
from hypothesis import given, strategies as st
from together import examples, together

import icosian
from icosian import (
    InvalidArgument,
    NoCycle,
    NoPath,
    Proof,
    SearchLimitReached,
    longest_induced_cycle,
    longest_induced_path,
)
from icosian._run.limits import Clock, Limits
from icosian.proofs import InducedBound
from icosian.tours import LongestTour, induced_cycles, induced_paths
from icosian.tours.induced import check_induced, shortest
from icosian.tours.longest.induced_search import (
    BitGraph,
    InducedSearch,
    PathCases,
    given_ends,
    symmetries_of,
)
from icosian.tours.problem import Problem
from tests import naive

cube = nx.hypercube_graph


def proved(tour, G):
    """Return a tour after a look at what it says of itself, and at the edges of its nodes."""
    assert tour.is_longest
    assert tour.gap == 0
    assert tour.bound == tour.length == len(tour)
    induced = {frozenset(edge) for edge in G.subgraph(tour).edges() if edge[0] != edge[1]}
    steps = [*tour, tour[0]] if tour.is_closed else tour
    assert induced == set(map(frozenset, pairwise(steps)))
    if tour.proof is not None:
        tour.proof.check(G)
        assert Proof.from_json(tour.proof.to_json(G), G) == tour.proof
        if tour.bound > 1:
            with pytest.raises(icosian.InvalidProof, match=r"there is one of|edges enough"):
                replace(tour.proof, bound=tour.bound - 1).check(G)
    return tour


def compare(G, *, closed, start=None, end=None):
    """Compare the longest one and the list of all with brute force."""
    ends = {} if closed else {"start": start, "end": end}
    sets = naive.induced_sets(G, closed=closed, **ends)
    best = max(map(len, sets), default=None)
    try:
        tour = longest_induced_cycle(G) if closed else longest_induced_path(G, **ends)
        assert proved(tour, G).length == best
        assert start in (None, tour[0])
        assert end in (None, tour[-1])
    except (NoCycle, NoPath) as error:
        error.proof.check(G)
        assert best is None
    found = list(induced_cycles(G) if closed else induced_paths(G, **ends))
    assert all(start in (None, path[0]) and end in (None, path[-1]) for path in found)
    assert sorted(map(sorted, found)) == sorted(map(sorted, sets))
    for size in range(3 if closed else 1, len(G) + 1):
        some = induced_cycles(G, size) if closed else induced_paths(G, size, **ends)
        assert {frozenset(path) for path in some} == {one for one in sets if len(one) == size}


# -- Brute force


@together("G", partial(atlas, 1, 4))
@together("closed", [False, True])
def test_all_small_graphs_agree_with_brute_force(G, closed):
    compare(G, closed=closed)


@pytest.mark.slow
@together("G", lambda: atlas(5, 6) + atlas(7)[::10])
@together("closed", [False, True])
def test_graphs_of_up_to_seven_nodes_agree_with_brute_force(G, closed):
    compare(G, closed=closed)


@together("G", partial(atlas, 2, 4))
def test_given_ends_agree_with_brute_force(G):
    nodes = list(G)
    for start, end in [(nodes[0], None), (None, nodes[-1]), (nodes[0], nodes[1])]:
        compare(G, closed=False, start=start, end=end)


@pytest.mark.slow
@given(st.integers(0, 10**6), st.booleans())
@examples(300)
def test_random_graphs_of_nine_nodes_agree_with_brute_force(seed, closed):
    rng = random.Random(seed)
    G = nx.gnm_random_graph(rng.randint(8, 9), rng.randint(7, 24), seed=seed)
    start, end = rng.sample(list(G), 2)
    ends = rng.choice([{}, {"start": start}, {"end": end}, {"start": start, "end": end}])
    compare(G, closed=closed, **({} if closed else ends))


# -- Published numbers


@pytest.mark.slow
@together("closed", [False, True])
def test_a_beam_finds_the_longest_of_dimension_seven(closed):
    _, search = search_of(cube(7), closed=closed)
    for wide in (1_000, 4_000):
        search._widen(wide)
    assert len(search.best) in ({47, 48} if closed else {50, 51})  # 48, and 50 edges


# -- What users may ask


@given(st.integers(0, 10**6))
def test_labels_and_their_order_change_no_length(seed):
    G = nx.gnm_random_graph(10, 16, seed=seed)
    H = renamed(G, seed)
    assert longest_induced_path(G).length == longest_induced_path(H).length
    count = sum(1 for _ in induced_paths(G, 4))
    assert sum(1 for _ in induced_paths(H, 4)) == count


def test_one_node_is_a_path_and_a_forest_has_no_cycle():
    one = longest_induced_path(nx.empty_graph(1))
    assert (one.nodes, one.length, one.is_longest) == ((0,), 1, True)
    assert proved(longest_induced_path(nx.empty_graph(3), 2), nx.empty_graph(3)).nodes == (2,)
    with pytest.raises(NoCycle):
        longest_induced_cycle(nx.balanced_tree(2, 3))
    with pytest.raises(NoPath):
        longest_induced_path(nx.Graph([(0, 1), (2, 3)]), 0, 2)
    with pytest.raises(nx.NetworkXPointlessConcept):
        longest_induced_path(nx.Graph())


def test_bad_arguments_are_refused_at_the_call():
    G = cube(3)
    with pytest.raises(InvalidArgument, match="start and end must differ"):
        longest_induced_path(G, (0, 0, 0), (0, 0, 0))
    with pytest.raises(icosian.NotANode):
        induced_paths(G, start="x")
    for ask, size in itertools.product((induced_cycles, induced_paths), (0, 1.5, "4", True)):
        with pytest.raises(InvalidArgument, match="nodes"):
            ask(G, size)
    with pytest.raises(InvalidArgument, match="nodes"):
        induced_cycles(G, 2)


def test_a_time_limit_gives_the_best_one_with_a_bound_that_holds():
    for find in (longest_induced_path, longest_induced_cycle):
        tour = find(cube(7), timeout=0)
        assert isinstance(tour, LongestTour)
        assert tour.length < tour.bound
        assert not tour.is_longest
        assert "none is longer than" in tour.explain()
        tour.proof.check(cube(7))
    with pytest.raises(SearchLimitReached, match="0 found, not all"):
        next(induced_cycles(cube(6), 26, timeout=0))


def test_boards_have_methods_and_names_of_squares():
    board = icosian.king_graph(4)
    path = board.longest_induced_path("a1")
    assert path[0] == (3, 0)
    assert path.length == 8
    assert board.longest_induced_cycle().length == 8
    assert len(list(board.induced_cycles(3))) == 36
    assert next(board.induced_paths(8, start="a1"))[0] == (3, 0)
    assert path.to_svg().startswith("<svg")
    assert path.explain() == "An induced path of length 8, proved to be the longest."


# -- Each step of the search


def search_of(G, *, closed, seed=0, **ends):
    problem = Problem.of(G, closed=closed, **ends)
    graph = BitGraph.of(problem, symmetries_of(problem, Clock()))
    limits = Limits(clock=Clock(), seed=seed)
    kind = {"closed": closed, "ends": given_ends(problem)}
    return problem, InducedSearch(graph, limits, shortest(problem), **kind)


@given(st.integers(0, 10**6), st.booleans())
def test_a_beam_finds_induced_paths_and_cycles(seed, closed):
    G = nx.gnm_random_graph(14, 24, seed=seed)
    problem, search = search_of(G, closed=closed, seed=seed)
    if not search.best:
        return
    for wide in (1, 4, 50):
        search._widen(wide)
    check_induced(problem, search.best)


@pytest.mark.slow
def test_a_turn_has_few_beams_however_soon_these_end(monkeypatch):
    begun = []
    monkeypatch.setattr(InducedSearch, "_widen", lambda _, wide: begun.append(wide))
    _, search = search_of(nx.gnp_random_graph(50, 0.2, seed=3), closed=True)
    search.run()
    assert search.is_proved
    assert 0 < len(begun) <= 8 * 10  # in ten turns at most: each has twice the steps


def test_orbits_exclude_each_other_if_they_are_joined_twice():
    # the halves of a ring of 8 nodes with two chords at each of 0 and 4
    graph = BitGraph.of(Problem.of(nx.cycle_graph(8), closed=True), np.zeros((0, 8), np.int64))
    half, orbits = graph.quotient([(v + 4) % 8 for v in range(8)], 2)
    assert orbits == [[0, 4], [1, 5], [2, 6], [3, 7]]
    assert half.near == [0b1010, 0b101, 0b1010, 0b101]
    twice = BitGraph.of(Problem.of(nx.cycle_graph(4), closed=True), np.zeros((0, 4), np.int64))
    quarter, _ = twice.quotient([2, 3, 0, 1], 2)
    assert quarter.near == [0, 0]
    assert quarter.arrays.apart.tolist() == [0b10, 0b01]


@pytest.mark.slow
def test_all_cycles_that_a_symmetry_turns_are_induced():
    for seed in range(5):
        problem, search = search_of(cube(7), closed=True, seed=seed)
        for steps in (20_000, 80_000, 320_000, 1_280_000):
            search._repeat(steps)
            check_induced(problem, search.best)
        assert 42 <= len(search.best) <= 48


@together("steps", [1, 7, 100])
def test_a_search_goes_on_where_it_was_stopped(steps):
    problem = Problem.of(cube(3), closed=True)
    graph = BitGraph.of(problem, np.zeros((0, 8), np.int64))
    cases, clock, found = PathCases(graph, range(8), closed=True), Clock(), []
    while len(found) < 10:
        found += itertools.takewhile(bool, cases.found(clock, steps))
    whole = PathCases(graph, range(8), closed=True)
    assert found == list(whole.found(Clock(), 10**6))


def test_symmetries_leave_few_cases():
    (problem, with_them), (_, without) = (search_of(cube(4), closed=False) for _ in range(2))
    without.graph = BitGraph.of(problem, np.zeros((0, 16), np.int64))
    without._cases = PathCases(without.graph, without.graph.order, closed=False)
    for search in (with_them, without):
        search._exhaust(10**9)
        assert search.is_proved
        assert len(search.best) == 8
    assert 20 * with_them.clock.steps < without.clock.steps

    def claim(bound, **evidence):
        return problem.certificate(InducedBound, bound=bound, **evidence)

    proof = without.bound(cube(4), problem.nodes, claim)
    assert proof.bound == 8
    assert not proof.symmetries
