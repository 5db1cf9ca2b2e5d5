"""Exact answers: lengths of any size, the methods in turn, and bottlenecks."""

import itertools
import math
import random
import warnings
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction

import networkx as nx
import numpy as np
import pytest
from naive import least_cycle
from true_certificates import refused

import icosian
from icosian import (
    InvalidArgument,
    InvalidProof,
    NoHamiltonianCycle,
    NoHamiltonianPath,
    Places,
    Proof,
    shortest_hamiltonian_cycle,
    shortest_hamiltonian_path,
    shortest_tour,
    traveling_salesman,
)
from icosian._run.limits import Clock, TimeIsUp
from icosian.proofs.certificate import no_limit
from icosian.proofs.lengths import Omissions, SymmetricInstance
from icosian.proofs.relaxations import PartialTours
from icosian.tours import bottleneck_hamiltonian_cycle, bottleneck_hamiltonian_path
from icosian.tours.instance import CycleProblem, Instance
from icosian.tours.shortest import exact
from icosian.tours.shortest.exact import solve
from icosian.tours.shortest.local_search import TourSearch
from icosian.tours.shortest.relaxation import cutting_planes
from icosian.tours.shortest.relaxation.branching import Settings
from icosian.tours.shortest.relaxation.linear_program import Edges, SolverFailure
from icosian.tours.shortest.selection import Statement
from tests import naive
from tests.tours.problems import LateClock
from tests.tours.shortest.cases import (
    all_tours,
    cycle_problem,
    plane_problem,
    proved_bound,
    random_graph_question,
    random_problem,
)

# No length is too long or too short for an exact answer


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
            proved_for = Places.from_matrix(rows, zero="length")
            tour = shortest_tour(proved_for, closed=closed, **ends)
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
    problem = long_problem(random.Random(8), 16)

    def search(part, **_):
        found = exact.solve(part.problem, Settings(clock=Clock(), seed=1), part.tours[0])
        assert found.bound == found.length
        return found

    question = Statement(problem=problem, start=list(range(16)))
    full = exact.solve_exactly(question, search, Clock(), 0.0)
    less = exact.solve_exactly(question, search, Clock(), 1e-3)
    assert less.bound < full.bound == full.length <= less.length
    assert less.length - less.bound < abs(full.length) * 1e-6


def test_searches_and_checks_leave_out_the_same_edges_of_groups():
    rng, fewer = random.Random(0), 0
    for _ in range(20):
        lengths = [[rng.randint(2, 7) * (u != v) for v in range(7)] for u in range(7)]
        lengths = [[lengths[min(u, v)][max(u, v)] for v in range(7)] for u in range(7)]
        groups = (0, 1, 2), (3, 4)
        allowances = tuple((frozenset(group), len(group) - 1) for group in groups)
        prices = dict.fromkeys(range(5), 0)
        problem = Instance(places=7, directed=False, closed=True).problem(np.array(lengths))
        asked = Statement(problem=problem, prices=prices, allowances=allowances)
        edges = {(u, v) for u, v in asked.edges.pairs.tolist() if u != v}
        rows = [{v: lengths[u][v] for v in range(u + 1, 7)} for u in range(7)]
        omissions = Omissions(prices, 3, allowances)
        checked = SymmetricInstance(lengths=rows, required=frozenset(), unit=1, omissions=omissions)
        table = PartialTours(checked, (), 1, 0, no_limit)._table()
        assert edges == {(u, v) for u, row in enumerate(table) for v in row if u != v}
        fewer += 21 - len(edges)
        edges = replace(asked, known={frozenset({(0, 1)}): []}).edges.pairs
        assert sum(u != v for u, v in edges.tolist()) == 21
    assert fewer > 10


def answer(problem, clock=None, *, gap=0.0, tour=None):
    return solve(problem, Settings(clock=clock or Clock(), gap=gap), tour)


def check(problem, solution):
    assert sorted(solution.tour) == list(range(problem.size))
    assert solution.length == problem.length(solution.tour)
    assert proved_bound(problem, solution) == solution.bound <= solution.length


@pytest.fixture(params=[True, False], ids=["1-trees", "programs"])
def any_method(request, monkeypatch):
    if not request.param:
        monkeypatch.setattr(
            exact, "ascent", lambda problem, *_, **__: (-math.inf, np.zeros(problem.size))
        )


@pytest.mark.slow
@pytest.mark.usefixtures("any_method")
@pytest.mark.parametrize("density", [1.0, 0.8, 0.5])
@pytest.mark.parametrize("required", [0, 1, 3])
def test_lengths_are_those_of_held_and_karp(density, required):
    rng = random.Random(f"{density} {required}")
    for size in (3, 4, 5, 6, 7, 8, 9, 10):
        problem = random_problem(rng, size, density=density, required=required)
        least = least_cycle(problem)
        solution = answer(problem)
        check(problem, solution)
        assert solution.bound == solution.length
        if least is not None:
            assert solution.length == least


def components(support, tour, known):
    graph = nx.Graph(zip(support.tails.tolist(), support.heads.tolist(), strict=True))
    parts = [tuple(sorted(part)) for part in nx.connected_components(graph)]
    return [(part,) for part in parts] if len(parts) > 1 else []


def test_the_tree_does_what_cuts_leave_to_it(monkeypatch):
    monkeypatch.setattr(cutting_planes, "separate", components)
    rng, leaves = random.Random(3), 0
    for density in (0.4, 0.5, 0.7, 1.0) * 3:
        problem = random_problem(rng, 11, density=density, longest=10)
        solution = answer(problem)
        check(problem, solution)
        assert solution.bound == solution.length
        least = least_cycle(problem)
        assert least is None or least == solution.length
        leaves = max(leaves, sum(isinstance(case, int) for case in solution.tree))
    assert leaves > 1


@pytest.mark.slow
@pytest.mark.usefixtures("any_method")
def test_a_graph_without_a_tour_has_a_bound_beyond_all_tours():
    petersen = {(i, (i + 1) % 5): 1 for i in range(5)}
    petersen |= {(i, i + 5): 2 for i in range(5)}
    petersen |= {(5 + i, 5 + (i + 2) % 5): 3 for i in range(5)}
    lengths = {(min(pair), max(pair)): length for pair, length in petersen.items()}
    problem = cycle_problem(10, lengths)
    solution = answer(problem)
    check(problem, solution)
    assert solution.bound == solution.length > 10 * 3


@pytest.mark.usefixtures("any_method")
def test_the_gap_ends_the_search_with_a_valid_bound():
    problem = plane_problem(random.Random(1), 40)
    best = answer(problem).length
    solution = answer(problem, gap=0.1)
    check(problem, solution)
    assert solution.bound <= best <= solution.length
    assert solution.length - solution.bound <= 0.1 * solution.length


@pytest.mark.usefixtures("any_method")
@pytest.mark.parametrize("looks", [1, 2, 3, 5, 8, 12, 20, 40])
def test_a_time_limit_leaves_a_tour_and_a_proved_bound(looks):
    problem = random_problem(random.Random(5), 12, density=0.5, longest=10)
    solution = answer(problem, LateClock(looks))
    check(problem, solution)


@pytest.mark.usefixtures("any_method")
def test_long_lengths_are_exact():
    rng = random.Random(7)
    small = plane_problem(rng, 12)
    far = 2**44
    lengths = {(u, v): far + int(small.matrix[u, v]) for u in range(12) for v in range(u + 1, 12)}
    problem = cycle_problem(12, lengths)
    solution = answer(problem)
    check(problem, solution)
    assert solution.length == solution.bound == least_cycle(small) + 12 * far


def test_large_problems_have_a_tour_and_the_bound_of_a_tree(monkeypatch):
    problem = plane_problem(random.Random(6), 12)
    least = answer(problem).length
    monkeypatch.setattr(exact, "LARGE", 11)
    solution = answer(problem)
    check(problem, solution)
    assert 0.9 * least < solution.bound <= least <= solution.length
    assert not solution.families


@pytest.mark.parametrize("closed", [True, False])
@pytest.mark.parametrize("distance", ["EUC_2D", "euclidean", "MAN_3D", "GEO", "matrix"])
def test_however_short_the_time_is_places_have_a_true_bound(distance, closed, monkeypatch):
    rng, axes = random.Random(2), 3 if distance == "MAN_3D" else 2
    spots = [[rng.randrange(80) for _ in range(axes)] for _ in range(16)]
    if distance == "matrix":  # one way is longer
        spots = [[int(math.dist(p, q)) + (p < q) for q in spots] for p in spots]
    is_matrix = distance == "matrix"
    places = icosian.Places.from_matrix(spots) if is_matrix else icosian.Places(spots, distance)
    best = icosian.shortest_tour(places, closed=closed)
    assert best.is_shortest
    monkeypatch.setattr(exact, "LARGE", 13)
    soon = icosian.shortest_tour(places, closed=closed, timeout=1e-9)
    soon.proof.check(places)
    assert 0.5 * best.length < soon.bound <= best.length <= soon.length
    refused(replace(soon.proof, bound=int(best.length) + 1), places, "room for a shorter tour")


@pytest.mark.parametrize("is_matrix", [False, True])
@pytest.mark.parametrize(
    "asked",
    [
        {"closed": False},
        {"groups": [[k, k + 10] for k in range(10)]},
        {"start": 0, "order": [[3, 4], [5, 6]]},
        {"prizes": dict.fromkeys(range(1, 20), 5)},
        {"leave_out": 5},
        {"start": 0, "positions": {4: 9, 7: 12}},
        {"require": [(2, 3), (7, 9)]},
    ],
    ids=str,
)
def test_no_condition_is_without_a_bound_when_the_time_is_up(asked, is_matrix):
    rng = random.Random(3)
    spots = [[rng.randrange(80) for _ in range(2)] for _ in range(20)]
    if is_matrix:
        spots = Places.from_matrix([[rng.randrange(1, 99) for _ in spots] for _ in spots])
    tour = icosian.shortest_tour(spots, timeout=1e-9, **asked)
    assert 0 <= tour.gap <= 1
    tour.proof.check(tour.places)


@pytest.mark.slow
@pytest.mark.parametrize("cut_off", [TimeIsUp, SolverFailure])
def test_tours_have_the_rest_of_a_limit_that_a_linear_program_does_not_keep(cut_off, monkeypatch):
    problem, seen = plane_problem(random.Random(1), 150), []

    def improve(self, _effort):
        seen.append(self.clock.left)
        raise cut_off

    def advance(self, *, seconds, **_):
        seen.append(seconds)

    monkeypatch.setattr(cutting_planes.CuttingPlanes, "improve", improve)
    monkeypatch.setattr(TourSearch, "advance", advance)
    check(problem, answer(problem, Clock(1e6)))
    first, program, second = seen
    assert first == pytest.approx(5e5, rel=0.01)
    assert program == pytest.approx(7.5e5, rel=0.01)
    assert second == pytest.approx(1e6, rel=0.01)
    seen.clear()
    check(problem, answer(problem))
    assert seen == [math.inf, math.inf]  # without a limit there is no second search


@pytest.mark.slow
def test_no_bound_is_below_that_of_1_trees(monkeypatch):
    problem = plane_problem(random.Random(1), 150)
    monkeypatch.setattr(exact._RootSearch, "cutting_planes", lambda *_: None)
    trees = answer(problem, LateClock(1)).bound
    monkeypatch.undo()
    # A solver that runs out of time may call a program infeasible that is not.
    monkeypatch.setattr(cutting_planes.CuttingPlanes, "improve", lambda *_: False)
    solution = answer(problem)
    check(problem, solution)
    assert solution.bound == trees


def test_large_problems_use_all_of_a_limit_for_the_tour(monkeypatch):
    seconds = []
    monkeypatch.setattr(exact, "LARGE", 11)
    monkeypatch.setattr(
        TourSearch, "advance", lambda _self, **asked: seconds.append(asked["seconds"])
    )
    problem = plane_problem(random.Random(6), 40)
    check(problem, answer(problem, Clock(1e6)))
    assert seconds == pytest.approx([5e5, 1e6], rel=0.01)


def test_time_is_kept_for_every_leaf_as_the_tree_grows(monkeypatch):
    monkeypatch.setattr(cutting_planes, "separate", components)
    kept = []
    problem = plane_problem(random.Random(3), 40)
    settings = Settings(clock=Clock(), keep=lambda leaves, each: kept.append((leaves, each)))
    solution = exact.solve(problem, settings)
    leaves = sum(isinstance(entry, int) for entry in solution.tree)
    assert [count for count, _ in kept] == [0, 0, *range(1, leaves)]  # one is kept in any case
    assert all(each > problem.size for _, each in kept[1:])


# Tours whose longest edge is as short as possible, and their proofs, attacked


def bottleneck(G, *, closed, **question):
    return (bottleneck_hamiltonian_cycle if closed else bottleneck_hamiltonian_path)(G, **question)


def asked(G, question):
    """Return the answer to a random question, None if there is no tour."""
    try:
        return bottleneck(G, **question)
    except (NoHamiltonianCycle, NoHamiltonianPath) as error:
        assert all_tours(G, **question) == [], error
        return None


def longest(G, tour):
    return max((G.edges[edge]["weight"] for edge in tour.edges()), default=0)


@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, 400, 100))
def test_the_longest_edge_is_the_shortest_of_all_tours(first):
    for seed in range(first, first + 100):
        G, question = random_graph_question(seed)
        tour = asked(G, question)
        if tour is None:
            continue
        least = min(
            max((G.edges[edge]["weight"] for edge in edges), default=0)
            for _, edges in all_tours(G, **question)
        )
        assert tour.is_shortest
        assert tour.length == tour.bound == least == longest(G, tour)


@pytest.mark.slow
@pytest.mark.parametrize("first", [0, 60])
def test_whatever_is_changed_what_holds_is_true(first):
    held = ends = 0
    for seed in range(first, first + 60):
        G, question = random_graph_question(seed)
        tour = asked(G, question)
        if tour is None or tour.proof is None:
            continue
        proof = tour.proof
        assert Proof.from_json(proof.to_json(G), G) == proof
        for wrong in (
            replace(proof, bound=proof.bound + 1),
            replace(proof, bound=proof.bound - 1),
            replace(proof, bound=proof.bound + Fraction(1, 2)),
            replace(proof, inner=None),
            replace(proof, require=()),
            replace(proof, forbid=()),
            replace(proof, forbid=tuple(G.edges)[:2]),
        ):
            ends += 1
            try:
                wrong.check(G)
            except (InvalidProof, InvalidArgument):
                continue
            held += 1
            ends_of = {"closed": wrong.closed, "start": wrong.start, "end": wrong.end}
            question = ends_of | {"require": wrong.require, "forbid": wrong.forbid}
            for _, edges in all_tours(G, **question):
                assert max(G.edges[edge]["weight"] for edge in edges) >= wrong.bound
    assert 0 < held < ends


@pytest.mark.parametrize("kind", ["manhattan", "euclidean", "arcs"])
def test_the_longest_step_between_places_is_that_of_their_complete_graph(kind):
    rng = random.Random(kind)
    for trial in range(40):
        n, side = rng.randint(3, 7), rng.choice((3, 99))
        spots = [(rng.randrange(9) + side * rng.randrange(2), rng.randrange(9)) for _ in range(n)]
        rows = [[rng.randint(1, 30) for _ in spots] for _ in spots]
        places = icosian.Places(spots, kind) if kind != "arcs" else icosian.Places(rows)
        G = nx.complete_graph(n, nx.DiGraph if places.directed else nx.Graph)
        for u, v in G.edges:
            G[u][v]["weight"] = places.length(u, v) * places.unit
        edges = rng.sample([*G.edges], 2)
        question = {"require": edges[: rng.randrange(2)], "forbid": edges[1:], "closed": trial % 2}
        least = asked(G, question)
        if least is None:
            with pytest.raises((NoHamiltonianCycle, NoHamiltonianPath)):
                bottleneck(places, **question)
        else:
            tour = bottleneck(places, **question)
            assert tour.is_shortest
            assert tour.proof.bound == least.proof.bound
            with pytest.raises(InvalidProof):
                replace(tour.proof, bound=tour.proof.bound + places.unit).check(places)


def test_steps_are_sought_farther_where_near_ones_make_no_tour():
    spots = [(x + 1000 * far, y) for far in (0, 1) for x in range(4) for y in range(4)]
    tour = bottleneck_hamiltonian_cycle(icosian.Places(spots, "manhattan"))
    assert (tour.length, tour.is_shortest) == (997, True)
    assert bottleneck_hamiltonian_path(icosian.Places(spots, "manhattan")).length == 997
    twice = [(x, 0) for x in (0, 1000) for _ in range(5)]  # the nearest of each are at its spot
    assert bottleneck_hamiltonian_cycle(icosian.Places(twice, "manhattan")).length == 1000


def test_without_a_tour_the_proof_is_raised():
    with pytest.raises(NoHamiltonianCycle) as caught:
        bottleneck_hamiltonian_cycle(nx.star_graph(3))
    caught.value.proof.check(nx.star_graph(3))
    with pytest.raises(NoHamiltonianPath):
        bottleneck_hamiltonian_path(nx.star_graph(3))


def test_a_first_tour_with_a_pair_to_avoid_is_replaced(monkeypatch):
    monkeypatch.setattr(exact._RootSearch, "_first_tour", lambda *_: [*range(12)])
    rng = random.Random(1)
    rows = np.triu([[rng.randint(1, 99) for _ in range(12)] for _ in range(12)], 1)
    tour = icosian.shortest_tour((rows + rows.T).tolist(), forbid=[(0, 1)], gap=0.9)
    assert not tour.is_shortest
    assert (0, 1) not in {tuple(sorted(step)) for step in tour.edges()}


@pytest.mark.parametrize("n", [1, 2])
@pytest.mark.parametrize("find", [bottleneck_hamiltonian_cycle, bottleneck_hamiltonian_path])
def test_one_and_two_places_have_a_longest_edge_as_they_have_a_length(find, n):
    places = icosian.Places([(0, 0), (3, 4)][:n], "manhattan")
    tour = find(places)
    assert (tour.nodes, tour.length, tour.is_shortest) == ((0, 1)[:n], 7 * (n - 1), True)
    assert tour.is_closed == (find is bottleneck_hamiltonian_cycle)


@pytest.mark.parametrize("n", [1, 2])
@pytest.mark.parametrize("directed", [False, True])
def test_one_and_two_places_have_their_tours_one_by_one(directed, n):
    places = icosian.Places.from_matrix([[0, 3], [3 + directed, 0]])
    places = places if n == 2 else icosian.Places.from_matrix([[0]])
    first = icosian.shortest_hamiltonian_cycle(places)
    (tour,) = icosian.tours.shortest_hamiltonian_cycles(places)
    assert (tour.nodes, tour.length) == (first.nodes, first.length)
    assert tour.length == (n - 1) * (6 + directed)


def test_an_edge_to_use_may_be_the_longest():
    G = nx.complete_graph(4)
    nx.set_edge_attributes(G, 1, "weight")
    G[0][1]["weight"] = 7
    proof = bottleneck_hamiltonian_cycle(G, require=[(0, 1)]).proof
    assert (proof.bound, proof.inner) == (7, None)
    assert proof.explain() == (
        "There is no Hamiltonian cycle with all edges shorter than 7, that uses 0-1:"
        " an edge to use is not shorter."
    )
    refused(replace(proof, bound=8), G, "no edge to use is as long")
    refused(replace(proof, require=((0, 9),)), G, "not a pair of nodes")
