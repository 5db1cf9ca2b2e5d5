"""No length is too long or too short for an exact answer."""

import itertools
import math
import random
import warnings
from decimal import Decimal
from fractions import Fraction

import networkx as nx
import numpy as np
import pytest

from icosian import (
    InvalidArgument,
    Places,
    shortest_hamiltonian_cycle,
    shortest_hamiltonian_path,
    shortest_tour,
    traveling_salesman,
)
from icosian._run.clock import Clock
from icosian.tours.instance import CycleProblem
from icosian.tours.shortest import exact, exact as optimize
from icosian.tours.shortest.relaxation.branching import Settings
from icosian.tours.shortest.relaxation.linear_program import Edges
from icosian.tours.shortest.selection import Statement
from tests import naive
from tests.tours.shortest.cycle_problems import random_problem

FAMILIES = {
    "floats": lambda rng: rng.random(),
    "negative floats": lambda rng: rng.uniform(-3, 2),
    "prices": lambda rng: rng.randrange(1, 1000) / 100,
    "large and small": lambda rng: math.exp(rng.uniform(-45, 70)),
    "no road": lambda rng: rng.choice([1, 2, 3, 50, 1e6, 1e15, 1e30]),
    "differences": lambda rng: 10**18 + rng.randrange(100),
    "last bits": lambda rng: rng.choice([1.0, math.nextafter(1, 2), 1e17, 1e17 + 16]),
    "tiny": lambda rng: rng.choice([1e-300, 1e-12, 1, 2, 3]),
    "as large as floats": lambda rng: rng.choice([1e300, 1e290, 1.0, 1e-5]),
    "debts": lambda rng: rng.choice([-(10**30), 10**30, *range(-5, 6)]),
}
KINDS = {
    "int": lambda x, rng: int(x * 1000),
    "float": lambda x, rng: float(x),
    "Fraction": lambda x, rng: Fraction(x) / rng.choice([1, 3, 7]),
    "Decimal": lambda x, rng: Decimal(int(x * 1000)) / 1000,
}


def check_random_question(seed):
    """Ask about a random matrix, graph or map, and compare the answer with brute force."""
    rng = random.Random(seed)
    family = rng.choice([*FAMILIES.values()])
    number = rng.choice([*KINDS.values()])
    n, directed, closed = rng.randrange(4, 8), rng.random() < 0.5, rng.random() < 0.5
    ends = {} if closed else rng.choice([{}, {"start": 0}, {"start": 0, "end": n - 1}, {"end": 2}])
    G = (nx.DiGraph if directed else nx.Graph)()
    G.add_nodes_from(range(n))
    for u, v in (itertools.permutations if directed else itertools.combinations)(range(n), 2):
        G.add_edge(u, v, weight=number(family(rng), rng))
    is_map = rng.random() < 0.4 and all(w >= 0 for *_, w in G.edges(data="weight"))
    if is_map:
        tour = traveling_salesman(G, cycle=closed, **ends)
        exact_lengths = {edge: naive.as_printed(G.edges[edge]["weight"]) for edge in G.edges}
        nx.set_edge_attributes(G, exact_lengths, "weight")
        ways = dict(nx.all_pairs_dijkstra_path_length(G))
        closure = nx.DiGraph()
        closure.add_weighted_edges_from((u, v, d) for u in G for v, d in ways[u].items() if u != v)
        best = naive.held_karp(closure, closed=closed, **ends)
        proved_for, steps = G, tour.edges()
    else:
        best = naive.held_karp(G, closed=closed, **ends)
        if rng.random() < 0.5:
            # As lists: an array of NumPy would round the numbers to floats.
            rows = [[G[u][v]["weight"] if u != v else 0 for v in G] for u in G]
            tour = shortest_tour(rows, closed=closed, **ends)
            proved_for = tour.places
        else:
            find = shortest_hamiltonian_cycle if closed else shortest_hamiltonian_path
            tour = find(G, **ends)
            proved_for = G
        steps = tour.edges()
    length = sum(naive.as_printed(G.edges[step]["weight"]) for step in steps)
    tour.proof.check(proved_for)
    assert tour.proof.bound <= best <= length
    assert tour.proof.unit is None if not is_map else tour.proof.inner.unit is None
    assert tour.is_shortest == (tour.proof.bound == length)
    assert math.isclose(tour.length, length, rel_tol=1e-15)
    assert tour.is_shortest, "every question of this size is settled"
    assert tour.gap == 0


@pytest.mark.slow
def test_answers_are_exact_for_lengths_of_all_sizes_and_kinds():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for seed in range(50):
            check_random_question(seed)


@pytest.mark.exhaustive
def test_thousands_of_answers_are_exact():
    for seed in range(50, 4000):
        check_random_question(seed)


@pytest.mark.parametrize("large", [10**15, 10**30, 1e300, Fraction(10**40, 3)])
def test_one_entry_for_no_road_does_not_set_the_unit(large):
    rows = [[0, 1, 50, large], [1, 0, 1, 50], [50, 1, 0, 1], [large, 50, 1, 0]]
    tour = shortest_tour(rows, closed=False)
    assert (list(tour), tour.length, tour.is_shortest) in (
        ([0, 1, 2, 3], 3, True),
        ([3, 2, 1, 0], 3, True),
    )
    assert tour.places.matrix().tolist()[0][2] * tour.places.unit == 50


@pytest.mark.slow
def test_a_matrix_with_many_missing_roads_is_solved_as_if_it_had_them():
    rng = random.Random(3)
    points = [(rng.random(), rng.random()) for _ in range(40)]
    near = [[math.dist(p, q) for q in points] for p in points]
    sparse = [[far if far < 0.4 else 1e15 for far in row] for row in near]
    tour, best = shortest_tour(sparse), shortest_tour(near)
    assert tour.is_shortest
    assert tour.length == best.length


def test_directions_are_seen_before_anything_is_rounded():
    rows = [[0, 1, 10**30], [1, 0, 2], [10**30, 3, 0]]
    assert Places.from_matrix(rows).directed
    tour = shortest_tour(rows, closed=False)
    assert (tour.nodes, tour.length) == ((0, 1, 2), 3)


@pytest.mark.slow
def test_a_road_that_no_walk_needs_does_not_set_the_unit():
    # 2,100 nodes times 100 stops, and a road of 10**30 to a node that no walk visits.
    rng = random.Random(2)
    G = nx.cycle_graph(2_100)
    for *_, data in G.edges(data=True):
        data["weight"] = rng.uniform(0.01, 0.1)
    around = sum(naive.as_printed(w) for *_, w in G.edges(data="weight"))
    G.add_edge(0, "far", weight=1e30)
    walk = traveling_salesman(G, rng.sample(range(2_100), 100))
    assert (walk.length, walk.is_shortest, walk.gap) == (float(around), True, 0)
    assert walk.proof.bound == around


def test_of_tours_that_differ_in_the_last_bit_the_shorter_is_found():
    G = nx.complete_graph(7)
    nx.set_edge_attributes(G, 1.0, "weight")
    ring = [0, 3, 1, 5, 2, 6, 4]
    for u, v in itertools.pairwise([*ring, ring[0]]):
        G[u][v]["weight"] = math.nextafter(1.0, 0)
    tour = shortest_hamiltonian_cycle(G)
    assert {frozenset(edge) for edge in tour.edges()} == {
        frozenset(edge) for edge in itertools.pairwise([*ring, ring[0]])
    }
    assert tour.is_shortest


def test_a_larger_graph_of_distances_in_floats():
    rng = random.Random(5)
    points = [(rng.random(), rng.random()) for _ in range(25)]
    G = nx.complete_graph(25)
    for u, v, data in G.edges(data=True):
        data["weight"] = math.dist(points[u], points[v])
    tour = shortest_hamiltonian_cycle(G)
    assert tour.is_shortest
    assert tour.gap == 0
    places = Places(points)
    assert math.isclose(
        tour.length, sum(places.true_length(u, v) for u, v in tour.edges()), rel_tol=1e-12
    )


@pytest.mark.slow
def test_a_gap_is_a_part_of_the_length_that_the_user_has():
    rng = random.Random(4)
    rows = [[10**18 + rng.randrange(10**6) for _ in range(30)] for _ in range(30)]
    tour = shortest_tour(rows, gap=1e-15)
    assert tour.gap <= 1e-15
    assert shortest_tour(rows, gap=0.5).gap < 1e-9  # the lengths differ by less


@pytest.mark.parametrize(
    ("ask", "words"),
    [
        (lambda: shortest_tour([[0, 1e308, 2], [1, 0, 3], [4, 1e308, 0]]), "beyond floating"),
        (lambda: shortest_tour([(0, 0), (1e308, 0), (0, 1e308)]), "beyond floating"),
        (lambda: shortest_tour([(0, 0), (1e308, 0), (0, 1e308)], "manhattan"), "beyond floating"),
        (lambda: shortest_tour([(0, 0), (1e308, 0), (0, 1e308)], "EUC_2D"), "too far apart"),
        (lambda: shortest_tour([(0, 0), (1e308, 0), (0, 1e308)], "GEO"), "at most 360"),
        (lambda: shortest_tour([(0, 0), (1e308, 0), (0, 1e308)], "haversine"), "at most 90"),
    ],
)
def test_lengths_whose_sums_no_float_holds_are_refused_in_a_sentence(ask, words):
    with pytest.raises(InvalidArgument, match=words):
        ask()


# the parts, against their promises


def edges_of(cycle):
    """Return the edges of a cycle, each with its smaller node first."""
    steps = zip(cycle, [*cycle[1:], cycle[0]], strict=True)
    return {(min(step), max(step)) for step in steps}


def long_problem(rng, size, **options):
    """Return a problem with lengths that do not fit, and some cycle of it."""
    problem = random_problem(rng, size, **options)
    factor, noise = 10**30, 10**20
    noisy = np.triu([[rng.randrange(noise) for _ in range(size)] for _ in range(size)], 1)
    edge = (problem.matrix < problem.absent) & ~np.eye(size, dtype=bool)
    lengths = problem.matrix.astype(object) * factor + noisy + noisy.T
    return CycleProblem.of(problem.instance, lengths, edge)


def test_what_is_taken_off_and_clipped_does_not_change_which_cycles_are_shortest():
    rng = random.Random(6)
    for _ in range(40):
        size = rng.randrange(4, 7)
        problem = long_problem(rng, size, required=rng.randrange(2))
        base = np.array([rng.randrange(-(10**31), 10**31) for _ in range(size)], object)
        orders = ([0, *order] for order in itertools.permutations(range(1, size)))
        cycles = [cycle for cycle in orders if {*problem.required} <= edges_of(cycle)]
        given = rng.choice(cycles)
        edges = Edges.of(problem)
        part = exact._Rounding.of(edges, base, problem.length(given))
        short = problem.with_lengths(edges.pairs, part.lengths)
        assert short.fits
        assert short.length(given) <= part.most
        best = min(map(problem.length, cycles))
        for cycle in cycles:
            # No rounded cycle is longer than the exact one, and none that matters much shorter.
            length, rounded = problem.length(cycle), part.exact(short.length(cycle))
            if length <= problem.length(given):
                assert rounded <= length <= rounded + size * part.unit
            else:
                assert rounded + size * part.unit >= best


@pytest.mark.slow
def test_cases_that_split_on_borders_are_refined_too(monkeypatch):
    monkeypatch.setattr("icosian.tours.shortest.relaxation.branching.WIDE", 0.0)
    monkeypatch.setattr(optimize, "SMALL", 0)
    # Three paths that triangles join at both ends: no short tour, but short fractional ones.
    paths = nx.disjoint_union_all(map(nx.path_graph, [5, 5, 5]))
    paths.add_edges_from((u + 5 * i, u + 5 * j) for u in (0, 4) for i in range(3) for j in range(i))
    steps = dict(nx.all_pairs_shortest_path_length(paths))
    rng = random.Random(1)
    rows = [[steps[u][v] * 10**30 for v in range(15)] for u in range(15)]
    for u, v in itertools.combinations(range(15), 2):
        rows[u][v] = rows[v][u] = rows[u][v] + rng.randrange(10**20)
    tour = shortest_tour(rows)
    assert any(isinstance(entry, tuple) and len(entry) == 1 for entry in tour.proof.tree)
    assert tour.is_shortest
    tour.proof.check(tour.places)


def test_a_bound_that_is_not_refined_is_exact_too():
    problem = long_problem(random.Random(8), 30)

    def search(part, **_):
        found = optimize.solve(part.problem, Settings(clock=Clock(), seed=1), part.tours[0])
        assert found.bound == found.length
        return found

    question = Statement(problem=problem, start=list(range(30)))
    full = exact.solve_exactly(question, search, Clock(), 0.0)
    less = exact.solve_exactly(question, search, Clock(), 1e-3)
    assert less.bound < full.bound == full.length <= less.length
    assert less.length - less.bound < abs(full.length) * 1e-6
