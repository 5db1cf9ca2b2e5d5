"""Random tours: each is a tour, and all are drawn equally often."""

import shutil
from collections import Counter
from functools import partial
from itertools import count, pairwise
from pathlib import Path

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, strategies as st
from naive import are_even, edge_set, edge_sets, tours
from strategies import graphs
from together import examples, together

import icosian
from icosian import (
    NoHamiltonianCycle,
    NoHamiltonianPath,
    NotANode,
    SearchLimitReached,
    count_hamiltonian_cycles,
    hamiltonian_cycles,
    is_hamiltonian_cycle,
    is_hamiltonian_path,
    king_graph,
    knight_graph,
    random_hamiltonian_cycle,
    random_hamiltonian_path,
    scrambled_hamiltonian_cycle,
    scrambled_hamiltonian_path,
)
from icosian._arrays import masks_of
from icosian._kernels._jit import is_forbidden
from icosian._run.limits import Clock
from icosian.tours.count import plans
from icosian.tours.count.layers import Memory, MemoryShort
from icosian.tours.count.plans import race_plans
from icosian.tours.problem import Problem
from icosian.tours.sample import draws, functions as api
from icosian.tours.sample.draws import Draws, KeptLayers, Unranking
from icosian.tours.symmetries import problem_symmetries
from tests._kernels.runs import compiled_only

# Random tours: each is a tour, and the distribution is uniform


def edges_of(tour):
    """Return what tells a tour from others."""
    return edge_set(tour.nodes, closed=tour.is_closed, directed=tour.graph.is_directed())


@examples(10)
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
    everything = edge_sets(G, closed=closed, start=start, end=end, **conditions)
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


@examples(10)
@given(st.integers(0, 10**6))
def test_the_same_seed_gives_the_same_tours(seed):
    G = nx.dodecahedral_graph()
    one = random_hamiltonian_cycle(G, seed=seed)
    many = random_hamiltonian_cycle(G, seed=seed, n=3)
    assert one == many[0]
    assert many == random_hamiltonian_cycle(G, seed=seed, n=3)


def test_where_there_is_no_tour_the_proof_says_why():
    with pytest.raises(NoHamiltonianCycle) as caught:
        random_hamiltonian_cycle(nx.petersen_graph())
    caught.value.proof.check(nx.petersen_graph())
    G = knight_graph(4)
    with pytest.raises(NoHamiltonianPath) as caught:
        random_hamiltonian_path(G)
    caught.value.proof.check(G)


def test_limits_are_kept(ticking):
    with pytest.raises(SearchLimitReached, match=r"need .* memory_limit is 10.0 kB"):
        random_hamiltonian_cycle(knight_graph(6), memory_limit=10_000)
    with pytest.raises(SearchLimitReached, match=r"no tour drawn: the 0\.2 s are over;") as caught:
        random_hamiltonian_cycle(knight_graph(8), timeout=0.2)
    assert caught.value.stats.steps > 0
    with pytest.raises(SearchLimitReached, match=r"no tour drawn: the 0\.2 s are over$"):
        random_hamiltonian_cycle(knight_graph(8), symmetric="half-turn", timeout=0.2)


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
    [(knight_graph(3, 10), 6), (nx.octahedral_graph(), 2), (nx.hypercube_graph(4), 9)],
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


@pytest.mark.slow
@together("G", [nx.circular_ladder_graph(6), nx.hypercube_graph(3).to_directed()])
def test_symmetries_that_are_not_listed_draw_the_same_tours(G, monkeypatch):
    listed = random_hamiltonian_cycle(G, seed=1, n=50, distinct=True)
    few = partial(problem_symmetries, most_listed=1)
    monkeypatch.setattr("icosian.tours.sample.functions.problem_symmetries", few)
    assert random_hamiltonian_cycle(G, seed=1, n=50, distinct=True) == listed


def test_symmetric_draws_are_each_as_probable():
    G, asked = knight_graph(6), {"symmetric": "quarter-turn"}
    tours = {edges_of(tour) for tour in icosian.hamiltonian_cycles(G, **asked)}
    seen = Counter(map(edges_of, random_hamiltonian_cycle(G, "c3", seed=1, n=300, **asked)))
    assert seen.keys() == tours
    assert all(15 < number < 50 for number in seen.values())
    classes = random_hamiltonian_cycle(G, seed=1, n=60, distinct=True, **asked)
    assert len(set(map(edges_of, classes))) == 5
    path = random_hamiltonian_path(knight_graph(5), symmetric="half-turn", seed=1)
    assert [(4 - row, 4 - column) for row, column in path] == [*reversed(path)]
    with pytest.raises(NoHamiltonianCycle):
        random_hamiltonian_cycle(G, symmetric="diagonal")


# Unranking: every cycle has the same number of ranks


def planned(G, *, closed=True, symmetries=True, **ends):
    """Return the graph of a count, and the plan chosen for it."""
    problem = Problem.of(G, closed=closed, **ends)
    graph = problem.form.subdivided()
    clock, memory = Clock(), Memory(1 << 30)
    found = plans.plans(
        graph,
        plans.given_orders(problem, graph),
        plans._symmetries(problem, graph) if symmetries else [],
        clock,
    )
    attempt, _ = race_plans(graph, found, clock, memory)
    return graph, attempt.plan


def numbered(graph, plan):
    """Return how many numbers each cycle has, going through all numbers."""
    memory = Memory(1 << 30)
    with KeptLayers(memory) as kept:
        numbering = Unranking(graph, plan, Clock(), memory, kept)
        cycles = numbering.cycles(range(numbering.size))
    return Counter(frozenset(map(frozenset, cycle)) for cycle in cycles)


def is_cycle(graph, edges):
    H = nx.Graph(map(tuple, edges))
    return (
        len(H) == len(edges) == len(graph)
        and nx.is_connected(H)
        and all(degree == 2 for _, degree in H.degree)
        and all(w in graph[v] for v, w in H.edges)
    )


COUNTED = [
    (nx.complete_graph(5), 12),
    (nx.dodecahedral_graph(), 30),
    (nx.grid_2d_graph(4, 6), 37),
    (nx.hypercube_graph(3), 6),
    (knight_graph(5, 6), 8),
    (knight_graph(3, 10), 16),
    (king_graph(3, 4), 120),
]


@compiled_only
@pytest.mark.exhaustive
@pytest.mark.parametrize("symmetries", [True, False])
def test_the_9862_cycles_of_36_squares_have_as_many_numbers(symmetries, monkeypatch):
    monkeypatch.setattr(draws, "KEPT", 0)  # all layers on disk
    graph, plan = planned(knight_graph(6), symmetries=symmetries)
    assert (plan.turn is not None) == symmetries
    numbers = numbered(graph, plan)
    assert len(numbers) == 9862
    assert set(numbers.values()) == {4 if symmetries else 1}


@examples(10)
@given(st.integers(4, 8), st.integers(0, 10**6), st.integers(1, 8), st.data())
def test_cycles_are_numbered_whatever_the_plan(n, seed, cut, data):
    G = nx.gnp_random_graph(n, 0.7, seed=seed)
    graph = [set(G[v]) for v in G]
    order = data.draw(st.permutations(range(n)))
    masks = masks_of(graph)
    whole = plans._planned(masks, order, n, set())  # cycles are closed within a half
    for plan in (whole, *plans._cut(graph, masks, order, min(cut, n - 1))):
        numbers = numbered(graph, plan)
        assert len(numbers) == count_hamiltonian_cycles(G)
        assert set(numbers.values()) <= {1}
        assert all(is_cycle(graph, cycle) for cycle in numbers)


# Draws from slices: every cycle has one rank, whatever the slices and their symmetries


BOARD, CYCLES, LIMIT = (
    (knight_graph(5, 6), 8, 8_000) if is_forbidden() else (knight_graph(6), 9862, 60_000)
)


def drawn(graph, plan, number, depth):
    """Return how often each cycle is drawn where every rank is drawn once."""
    ranks = count()
    asked = []

    def draw(size):
        asked.append(size)
        return next(ranks)

    found = Draws(graph, plan, Clock(), 1 << 30, draw)._from_slices(number, depth)
    assert set(asked) == {number}
    return Counter(frozenset(map(frozenset, cycle)) for cycle in found)


@given(st.integers(5, 8), st.integers(0, 10**6), st.integers(1, 6), st.integers(1, 2))
def test_every_cycle_of_a_random_graph_has_one_rank(n, seed, cut, depth):
    G = nx.gnp_random_graph(n, 0.7, seed=seed)
    graph = [set(G[v]) for v in G]
    number = count_hamiltonian_cycles(G)
    for plan in plans._cut(graph, masks_of(graph), range(n), min(cut, n - 1)):
        cycles = drawn(graph, plan, number, depth) if number and plan.separator else range(number)
        assert len(cycles) == number


@pytest.mark.slow
def test_where_the_memory_is_short_slices_are_drawn_from(monkeypatch):
    depths = []
    from_slices = Draws._from_slices

    def noted(self, n, depth):
        depths.append(depth)
        return from_slices(self, n, depth)

    monkeypatch.setattr(Draws, "_from_slices", noted)
    monkeypatch.setattr(draws, "SLACK", 0)
    options = {"n": 10, "seed": 5, "memory_limit": LIMIT}
    tours = random_hamiltonian_cycle(BOARD, **options)
    assert depths
    assert depths == sorted(depths)
    assert all(is_hamiltonian_cycle(BOARD, tour) for tour in tours)
    assert [*map(list, tours)] == [*map(list, random_hamiltonian_cycle(BOARD, **options))]
    assert len(set(map(tuple, tours))) > 5 or CYCLES == 8


def test_slices_that_are_too_large_are_made_smaller(monkeypatch):
    short = []

    def counted(self, degrees):
        if len(short) < 2:
            short.append(len(degrees))
            raise MemoryShort("as if")
        return whole(self, degrees)

    whole = Draws._counted
    monkeypatch.setattr(Draws, "_counted", counted)
    graph, plan = planned(knight_graph(5, 6), symmetries=False)
    found = Draws(graph, plan, Clock(), 1 << 30, lambda size: size - 1)
    monkeypatch.setattr(draws, "depth_needed", lambda *_: 1)
    assert is_cycle(graph, found.cycles(1, float(1 << 40))[0])
    assert short == [1, 2]


# Layers kept for backtracing


@pytest.mark.parametrize("limbs", [2, 3])
def test_numbers_of_several_words_are_exact(limbs, monkeypatch):
    # Tables grow by words as if each count were large.
    advance = draws.Half.advance

    def advanced(self, *given):
        while self.limbs < limbs:
            self.layer, self.limbs = draws.layers.widen_rows(self.layer, self.row), self.limbs + 1
        return advance(self, *given)

    monkeypatch.setattr(draws.Half, "advance", advanced)
    graph, plan = planned(nx.grid_2d_graph(4, 6))
    assert list(numbered(graph, plan).values()) == [1] * 37


def test_layers_on_disk_are_removed_even_after_an_error(tmp_path, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    with KeptLayers(Memory(800)) as kept:
        layers = [np.arange(k) for k in (3, 10, 4, 9)]
        keys = [kept.keep(layer) for layer in layers]
        assert [isinstance(key, Path) for key in keys] == [False, True, False, True]
        assert all(np.array_equal(kept.load(k), a) for k, a in zip(keys, layers, strict=True))
        assert list(tmp_path.iterdir())
    assert not list(tmp_path.iterdir())

    def fail(*_):
        assert list(tmp_path.iterdir())
        raise KeyboardInterrupt

    monkeypatch.setattr(draws, "KEPT", 0)
    monkeypatch.setattr(Unranking, "cycles", fail)
    with pytest.raises(KeyboardInterrupt):
        random_hamiltonian_cycle(nx.dodecahedral_graph())
    assert not list(tmp_path.iterdir())


# Scrambled tours: each is a tour that keeps its conditions, and looks random


scramblers = together("scrambled", [scrambled_hamiltonian_cycle, scrambled_hamiltonian_path])


@given(graphs(), st.data())
def test_a_scrambled_tour_keeps_all_conditions_or_there_is_none(G, data):
    G = G.to_undirected()
    closed = data.draw(st.booleans())
    start = data.draw(st.sampled_from([None, *G]))
    edges = {frozenset(pair): pair for pair in G.edges() if pair[0] != pair[1]}.values()
    marks = [pair for pair in edges if data.draw(st.booleans())][:2]
    split = data.draw(st.integers(0, len(marks)))
    conditions = {"require": marks[:split], "forbid": marks[split:]}
    ends = {"start": None if closed else start}
    exists = any(True for _ in tours(G, closed=closed, **ends, **conditions))
    scrambled = scrambled_hamiltonian_cycle if closed else scrambled_hamiltonian_path
    if not exists:
        with pytest.raises((NoHamiltonianCycle, NoHamiltonianPath)) as caught:
            scrambled(G, start, steps=50, **conditions)
        caught.value.proof.check(G)
        return
    tour = scrambled(G, start, steps=50, seed=data.draw(st.integers(0, 9)), **conditions)
    assert tour.is_closed == closed
    assert (is_hamiltonian_cycle if closed else is_hamiltonian_path)(G, tour)
    assert start is None or tour[0] == start
    used = set(map(frozenset, tour.edges()))
    assert all(frozenset(pair) in used for pair in conditions["require"])
    assert not any(frozenset(pair) in used for pair in conditions["forbid"])


def straightness(tour):
    """Return the part of the nodes of a grid in the middle of a straight line."""
    moves = [(c - a, d - b) for (a, b), (c, d) in pairwise(tour)]
    return sum(one == other for one, other in pairwise(moves)) / (len(tour) - 2)


@pytest.mark.slow
def test_paths_of_grids_look_as_random_as_they_ever_will():
    G = nx.grid_2d_graph(14, 14)
    found, usual, long = (
        [straightness(scrambled_hamiltonian_path(G, steps=k, seed=seed)) for seed in range(4)]
        for k in (0, None, 30_000)
    )
    assert min(found) > 0.5
    assert abs(sum(usual) - sum(long)) / 4 < 0.08
    assert sum(usual) / 4 < 0.5


@scramblers
def test_the_start_may_be_the_name_of_a_square(scrambled):
    assert scrambled(king_graph(4), "b3", seed=2)[0] == (1, 1)


@scramblers
def test_a_time_limit_holds(ticking, scrambled):
    with pytest.raises(SearchLimitReached, match="no tour scrambled") as caught:
        scrambled(king_graph(5), steps=10**12, timeout=0.2)
    assert caught.value.stats.seconds < 0.3


def test_progress_is_reported():
    def stop(report):
        if report.method == "backbite moves":
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        scrambled_hamiltonian_path(king_graph(5), steps=10**12, progress=stop)
