"""Random tours: each is a tour, and the distribution is uniform."""

import os
import shutil
from collections import Counter
from itertools import pairwise

import networkx as nx
import pytest
from hypothesis import given, settings, strategies as st
from naive import are_even, tours
from strategies import graphs
from together import together

import icosian
from icosian import (
    InvalidArgument,
    NoHamiltonianCycle,
    NoHamiltonianPath,
    NotANode,
    SearchLimitReached,
    count_hamiltonian_cycles,
    count_hamiltonian_paths,
    hamiltonian_cycles,
    king_graph,
    knight_graph,
    random_hamiltonian_cycle,
    random_hamiltonian_path,
)
from icosian._run.clock import Clock
from icosian.tours.problem import Problem
from icosian.tours.sample import functions as api

INTERPRETED_ONLY = os.environ.get("NUMBA_DISABLE_JIT") == "1"


compiled_only = pytest.mark.skipif(INTERPRETED_ONLY, reason="too long for interpreted kernels")


def edges_of(tour):
    """Return what tells a tour from others."""
    steps = list(tour.edges())
    if len(tour) == 1:
        return frozenset(tour)
    return frozenset(steps if tour.graph.is_directed() else map(frozenset, steps))


def expected(G, *, closed, start=None, end=None, **conditions):
    """Return all tours as edges, one by one."""
    found = set()
    for tour in tours(G, closed=closed, start=start, end=end, **conditions):
        steps = list(pairwise(tour + tour[:1] if closed else tour))
        if len(tour) == 1:
            steps = tour
        elif not G.is_directed():
            steps = map(frozenset, steps)
        found.add(frozenset(steps))
    return found


@settings(deadline=None, max_examples=10)
@given(graphs(), st.data())
def test_every_tour_can_be_drawn_and_nothing_else(G, data):
    nodes = list(G)
    closed = data.draw(st.booleans())
    start = end = None
    if not closed:
        start = data.draw(st.sampled_from([None, *nodes]))
        end = data.draw(st.sampled_from([None, *(v for v in nodes if v != start)]))
    edges = {frozenset(pair): pair for pair in G.edges() if pair[0] != pair[1]}.values()
    marks = [pair for pair in edges if data.draw(st.booleans())][:2]
    split = data.draw(st.integers(0, len(marks)))
    conditions = {"require": marks[:split], "forbid": marks[split:]}
    everything = expected(G, closed=closed, start=start, end=end, **conditions)
    if closed:
        draw, error = random_hamiltonian_cycle, NoHamiltonianCycle
        ends = ()
    else:
        draw, error = random_hamiltonian_path, NoHamiltonianPath
        ends = (start, end)
    if not everything:
        with pytest.raises(error) as caught:
            draw(G, *ends, **conditions)
        caught.value.proof.check(G)
        return
    times = min(12 * len(everything), 400)
    drawn = [edges_of(tour) for tour in draw(G, *ends, n=times, seed=3, **conditions)]
    assert set(drawn) <= everything
    if times == 12 * len(everything) and len(everything) < 5:
        assert set(drawn) == everything


@compiled_only
@pytest.mark.parametrize(
    ("G", "cycles"),
    [(king_graph(3, 4), 120), pytest.param(knight_graph(6), 9862, marks=pytest.mark.exhaustive)],
)
def test_draws_of_cycles_are_uniform(G, cycles):
    drawn = random_hamiltonian_cycle(G, n=6 * cycles + 600, seed=1)
    seen = Counter(tour.nodes for tour in drawn)
    assert are_even([*seen.values(), *[0] * (cycles - len(seen))])


@pytest.mark.slow
def test_draws_from_the_paths_of_25_squares_are_uniform():
    G = knight_graph(5)
    times = 300 if INTERPRETED_ONLY else 2_000
    seen = Counter(tour.nodes for tour in random_hamiltonian_path(G, "a1", n=times, seed=2))
    assert all(nodes[0] == (4, 0) for nodes in seen)
    assert are_even([*seen.values(), *[0] * (304 - len(seen))])


def test_draws_are_from_every_way_through_a_digraph():
    G = nx.complete_graph(5, create_using=nx.DiGraph)
    G.remove_edge(0, 1)
    seen = Counter(tour.nodes for tour in random_hamiltonian_cycle(G, n=900, seed=5))
    assert len(seen) == count_hamiltonian_cycles(G) == 18
    assert are_even(seen.values())
    assert all(nodes[0] == 0 for nodes in seen)


def test_draws_keep_conditions():
    G = king_graph(3)
    conditions = {"require": [("a1", "a2")], "forbid": [("b2", "c3")]}
    seen = {tour.nodes for tour in random_hamiltonian_cycle(G, n=200, **conditions)}
    assert len(seen) == count_hamiltonian_cycles(G, **conditions)
    paths = {tour.nodes for tour in random_hamiltonian_path(G, "c1", n=600, **conditions)}
    assert len(paths) == count_hamiltonian_paths(G, "c1", **conditions)


def test_cycles_begin_as_listed_ones_do_and_paths_at_the_first_end():
    G = knight_graph(5, 6)
    drawn = {tour.nodes for tour in random_hamiltonian_cycle(G, n=100)}
    assert {edges_of(tour) for tour in hamiltonian_cycles(G)} == {
        edges_of(icosian.Tour(nodes, is_closed=True, G=G)) for nodes in drawn
    }
    place = {v: k for k, v in enumerate(G)}
    assert all(place[nodes[0]] == 0 < place[nodes[1]] < place[nodes[-1]] for nodes in drawn)
    for tour in random_hamiltonian_path(nx.path_graph(4), n=3):
        assert list(tour) == [0, 1, 2, 3]


@pytest.mark.parametrize("G", [knight_graph(3, 10), nx.complete_graph(6, nx.DiGraph)])
def test_a_cycle_begins_where_it_shall_and_is_the_same(G):
    nodes, known = list(G), random_hamiltonian_cycle(G, seed=3)
    for start in (nodes[0], nodes[3], nodes[-1]):
        tour = random_hamiltonian_cycle(G, start, seed=3)
        assert tour[0] == start
        assert edges_of(tour) == edges_of(known)
        assert G.is_directed() or nodes.index(tour[1]) < nodes.index(tour[-1])
    with pytest.raises(NotANode):
        random_hamiltonian_cycle(G, "Jena")


@pytest.mark.slow
@compiled_only
@pytest.mark.parametrize(
    "G", [pytest.param(king_graph(8), marks=pytest.mark.exhaustive), nx.grid_2d_graph(12, 12)]
)
def test_counts_of_several_words_are_drawn_from(G):
    for tour in random_hamiltonian_cycle(G, n=5):
        assert icosian.is_hamiltonian_cycle(G, tour)


@settings(deadline=None, max_examples=10)
@given(st.integers(0, 10**6))
def test_the_same_seed_gives_the_same_tours(seed):
    G = nx.dodecahedral_graph()
    one = random_hamiltonian_cycle(G, seed=seed)
    many = random_hamiltonian_cycle(G, seed=seed, n=3)
    assert one == many[0]
    assert many == random_hamiltonian_cycle(G, seed=seed, n=3)


def test_other_seeds_give_other_tours():
    G = nx.dodecahedral_graph()
    assert len({random_hamiltonian_cycle(G, seed=seed).nodes for seed in range(8)}) > 1


def test_one_is_a_tour_and_many_are_a_list():
    G = nx.complete_graph(4)
    tour = random_hamiltonian_cycle(G)
    assert isinstance(tour, icosian.Tour)
    assert tour.is_closed
    assert tour.stats.method == "states"
    assert len(random_hamiltonian_cycle(G, n=1)) == 1
    assert knight_graph(5, 6).random_hamiltonian_cycle().board.size == "5 x 6"
    assert not knight_graph(3, 4).random_hamiltonian_path().is_closed


@together("kind", [nx.Graph, nx.DiGraph])
@together("n", [1, 2])
def test_graphs_of_a_node_or_two(kind, n):
    G = nx.path_graph(n, create_using=kind)
    assert [list(tour) for tour in random_hamiltonian_path(G, n=2)] == [list(range(n))] * 2
    with pytest.raises(NoHamiltonianCycle):
        random_hamiltonian_cycle(G)


def test_where_there_is_no_tour_the_proof_says_why():
    with pytest.raises(NoHamiltonianCycle) as caught:
        random_hamiltonian_cycle(nx.petersen_graph())
    caught.value.proof.check(nx.petersen_graph())
    G = knight_graph(4)
    with pytest.raises(NoHamiltonianPath) as caught:
        random_hamiltonian_path(G)
    caught.value.proof.check(G)


@together("n", [0, -1, 1.5, True, "many"])
def test_how_many_is_a_positive_integer(n):
    with pytest.raises(InvalidArgument, match="n must be None or a positive integer"):
        random_hamiltonian_cycle(nx.cycle_graph(5), n=n)


def test_arguments_are_checked_before_any_work():
    G = nx.cycle_graph(5)
    with pytest.raises(InvalidArgument, match="seed"):
        random_hamiltonian_cycle(G, seed=-1)
    with pytest.raises(InvalidArgument, match="memory_limit"):
        random_hamiltonian_cycle(G, memory_limit=0)
    with pytest.raises(NotANode):
        random_hamiltonian_path(G, 7)


def test_limits_are_kept(ticking):
    with pytest.raises(SearchLimitReached, match=r"need .* memory_limit is 10.0 kB"):
        random_hamiltonian_cycle(knight_graph(6), memory_limit=10_000)
    with pytest.raises(SearchLimitReached, match=r"no tour drawn: the 0\.2 s are over;") as caught:
        random_hamiltonian_cycle(knight_graph(8), timeout=0.2)
    assert caught.value.stats.steps > 0


@pytest.mark.parametrize("closed", [True, False])
def test_what_would_fill_the_disk_is_refused_at_once_with_what_would_not(closed, monkeypatch):
    monkeypatch.setattr(api, "race_plans", None)  # nothing is counted
    usage = shutil.disk_usage("/")
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage._replace(free=10**9))
    draw, kind = (
        (random_hamiltonian_cycle, "cycle") if closed else (random_hamiltonian_path, "path")
    )
    need = r"layers of the count need about .* GB .* and 1.00 GB are free"
    with pytest.raises(SearchLimitReached, match=rf"{need}; scrambled_hamiltonian_{kind} "):
        draw(icosian.grid_graph(24), memory_limit=10**9)


@pytest.mark.slow
@together(
    ("G", "classes"),
    [
        (knight_graph(3, 10), 6),
        (nx.octahedral_graph(), 2),
        (nx.hypercube_graph(4), 9),
    ],
)
def test_distinct_draws_have_each_class_as_often(G, classes):
    drawn = random_hamiltonian_cycle(G, seed=1, n=40 * classes, distinct=True)
    group = icosian.tours.symmetries.problem_symmetries(Problem.of(G, closed=True), Clock())
    nodes = list(G)
    moves = [dict(zip(nodes, nodes, strict=True))]
    moves += [dict(zip(nodes, (nodes[k] for k in row), strict=True)) for row in group.images]
    seen = Counter()
    known = {}
    for tour in drawn:
        edges = edges_of(tour)
        if edges not in known:
            orbit = {frozenset(frozenset(map(move.get, e)) for e in edges) for move in moves}
            known |= dict.fromkeys(orbit, len(set(known.values())))
        seen[known[edges]] += 1
    assert len(seen) == classes
    assert all(20 < number < 60 for number in seen.values())


def test_distinct_draws_keep_ends_and_conditions():
    G = nx.complete_graph(5)
    ask = {"require": [(1, 2)], "forbid": [(3, 4)], "n": 40, "seed": 1}
    drawn = random_hamiltonian_path(G, 0, distinct=True, **ask)
    assert {tour[0] for tour in drawn} == {0}
    assert len(set(map(edges_of, drawn))) == len(
        list(icosian.hamiltonian_paths(G, 0, require=ask["require"], forbid=ask["forbid"]))
    )
    assert random_hamiltonian_path(nx.path_graph(2), distinct=True).nodes == (0, 1)
    with pytest.raises(NoHamiltonianCycle):
        random_hamiltonian_cycle(nx.petersen_graph(), distinct=True)
    with pytest.raises(SearchLimitReached, match="3628800 symmetries are too many"):
        random_hamiltonian_cycle(nx.complete_graph(10), distinct=True)
