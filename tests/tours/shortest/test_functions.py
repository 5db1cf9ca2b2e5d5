"""Shortest tours, and tours in the order of their lengths: brute force, and what users may ask."""

import itertools
import json
import math
import pathlib
import pickle
import random
from collections import Counter
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from itertools import islice, pairwise, permutations
from time import perf_counter, thread_time
from types import SimpleNamespace

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, strategies as st
from mutations import mutants, read
from together import rounds
from true_certificates import refused

import icosian
from icosian import (
    InvalidArgument,
    InvalidProof,
    NoHamiltonianCycle,
    NoHamiltonianPath,
    Places,
    SearchLimitReached,
    is_hamiltonian_cycle,
    read_tsplib,
    shortest_hamiltonian_cycle,
    shortest_hamiltonian_path,
    shortest_tour,
)
from icosian._run import limits
from icosian.exceptions import NoPseudoBooleanForm
from icosian.proofs import LowerBound, Proof
from icosian.tours import (
    ShortestTour,
    shortest_hamiltonian_cycles,
    shortest_hamiltonian_paths,
    shortest_tours,
)
from icosian.tours.shortest import exact as exact_search
from tests import naive
from tests.campaigns import exact as brute_force
from tests.strategies import conditional_questions
from tests.tours.shortest.cases import (
    all_tours,
    random_graph_question,
    random_order,
    random_selection,
)

# Shortest tours against brute force, and what users may ask


TSP = pathlib.Path(__file__).parents[2] / "data" / "tsp"


def weighted(G, seed, weights=range(-5, 30)):
    """Return a graph with random weights."""
    rng = random.Random(seed)
    for *_, data in G.edges(data=True):
        data["weight"] = rng.choice(weights)
    return G


def shortest(G, *, closed, start=None, end=None, **options):
    """Return the shortest tour of either kind."""
    if closed:
        return shortest_hamiltonian_cycle(G, start, **options)
    return shortest_hamiltonian_path(G, start, end, **options)


def proved(tour, G):
    """Return a tour after a look at what it says of itself."""
    steps = [*tour, tour[0]] if tour.is_closed else tour
    lengths = naive.exact_lengths(G)
    assert tour.length == sum(lengths[step] for step in itertools.pairwise(steps))
    assert tour.is_shortest
    assert tour.gap == 0
    assert tour.bound == tour.length
    if len(G) > 1:
        assert tour.proof.bound == tour.length
        tour.proof.check(G)
    return tour


WEIGHTS = {
    "integers": range(-5, 30),
    "equal": [1],
    "halves": [k / 2 for k in range(9)],
    "fractions": [Fraction(k, 7) for k in range(40)],
    "decimals": [Decimal(k) / 10 for k in range(-20, 90)],
    "numpy": list(np.arange(9)),
}


@given(conditional_questions(6), st.integers(0, 10**6), st.sampled_from(list(WEIGHTS)))
def test_the_shortest_of_all_tours_is_found(asked, seed, kind):
    G, question = asked
    question.pop("positions")
    weighted(G, seed, WEIGHTS[kind])
    best, found = naive.shortest_tours(G, **question)
    if best is None:
        with pytest.raises((NoHamiltonianCycle, NoHamiltonianPath)) as caught:
            shortest(G, **question)
        caught.value.proof.check(G)
        return
    tour = proved(shortest(G, **question), G)
    assert tour.length == best
    directions = [tuple(tour), tuple(tour)[::-1]]
    rotations = [d[k:] + d[:k] for d in directions for k in range(len(G))]
    assert any(order in found for order in (rotations if question["closed"] else directions))


@pytest.mark.slow
@pytest.mark.parametrize("kind", [nx.Graph, nx.DiGraph])
def test_sparse_graphs_agree_with_dynamic_programming(kind):
    for seed in range(6):
        G = weighted(nx.gnp_random_graph(10, 0.45, seed=seed, directed=kind is nx.DiGraph), seed)
        best = naive.held_karp(G, closed=False)
        if best is not None:
            assert proved(shortest_hamiltonian_path(G), G).length == best


@pytest.mark.parametrize(
    ("name", "optimum"),
    [
        ("burma14.tsp", 3323),
        ("ulysses16.tsp", 6859),
        ("gr24.tsp", 1272),
        ("br17.atsp", 39),
        ("bays29.tsp", 2020),
    ],
)
def test_published_optima_are_proved(name, optimum):
    places = read_tsplib(TSP / f"{name}.gz")
    tour = shortest_tour(places, start=1)
    assert (tour.length, tour.bound, tour.gap, tour.is_shortest) == (optimum, optimum, 0, True)
    assert sorted(tour) == list(range(1, len(places) + 1))
    assert tour[0] == 1
    tour.proof.check(places)
    assert Proof.from_json(tour.proof.to_json()) == tour.proof


def test_lengths_may_come_from_a_function_or_be_all_one():
    G = weighted(nx.complete_graph(6), 3)
    tour = shortest_hamiltonian_cycle(G, weight=lambda u, v, data: (u - v) ** 2)
    assert tour.length == min(
        sum((u - v) ** 2 for u, v in itertools.pairwise((*order, order[0])))
        for order in itertools.permutations(G)
    )
    tour.proof.check(G, weight=lambda u, v, data: (u - v) ** 2)
    ones = shortest_hamiltonian_cycle(G, weight=None)
    assert ones.length == 6
    ones.proof.check(G, weight=None)
    with pytest.raises(InvalidProof, match="1 for each edge, but the edge attribute 'weight'"):
        ones.proof.check(G)
    with pytest.raises(InvalidProof, match="are a function, but"):
        tour.proof.check(G)


def test_where_there_is_no_tour_the_error_names_the_function_for_walks():
    for ask in (shortest_hamiltonian_cycle, shortest_hamiltonian_path):
        with pytest.raises((NoHamiltonianCycle, NoHamiltonianPath)) as caught:
            ask(nx.star_graph(4))
        again = pickle.loads(pickle.dumps(caught.value))
        assert str(again) == str(caught.value)
        assert str(again).endswith(
            " traveling_salesman finds the shortest walk, which may pass nodes again."
        )


# -- places


def test_coordinates_a_mapping_and_a_matrix():
    square = [(0, 0), (2, 2), (0, 2), (2, 0)]
    tour = shortest_tour(square)
    assert (type(tour), tour.length, tour.is_shortest) == (ShortestTour, 8.0, True)
    assert 0 <= tour.gap < 1e-7
    named = shortest_tour(dict(zip("abcd", square, strict=True)), "manhattan", start="c")
    assert (named.length, named.gap, named[0]) == (8, 0, "c")
    assert set(named.places.positions) == set("abcd")
    assert shortest_tour(np.array([[0, 1, 9], [9, 0, 1], [1, 9, 0]])).length == 3
    for found in (tour, named):
        found.proof.check(found.places)
        assert isinstance(found.proof, LowerBound)


@given(st.data(), st.integers(3, 6), st.booleans(), st.booleans())
def test_places_keep_the_same_conditions_as_the_complete_graph(data, n, closed, directed):
    rng = random.Random(data.draw(st.integers(0, 99)))
    matrix = [[rng.randrange(20) for _ in range(n)] for _ in range(n)]
    if not directed:
        matrix = [[matrix[min(i, j)][max(i, j)] for j in range(n)] for i in range(n)]
    places = Places.from_matrix(matrix, names="abcdef"[:n], zero="length")
    G = nx.complete_graph(places.nodes, nx.DiGraph if places.directed else nx.Graph)
    for i, j in itertools.permutations(range(n), 2):
        if G.has_edge(places.nodes[i], places.nodes[j]):
            G[places.nodes[i]][places.nodes[j]]["weight"] = matrix[i][j]
    edges = data.draw(st.permutations(list(G.edges)))
    used, avoided = data.draw(st.integers(0, 2)), data.draw(st.integers(0, 8))
    given = {"require": iter(edges[:used]), "forbid": edges[used : used + avoided]}
    ask = shortest_hamiltonian_cycle if closed else shortest_hamiltonian_path
    try:
        tour = shortest_tour(places, closed=closed, **given)
    except (NoHamiltonianCycle, NoHamiltonianPath) as error:
        error.proof.check(G)
        with pytest.raises(type(error)):
            ask(G, **given | {"require": edges[:used]})
        return
    assert tour.length == ask(G, **given | {"require": edges[:used]}).length
    assert tour.is_shortest
    tour.proof.check(places)
    assert Proof.from_json(tour.proof.to_json()) == tour.proof
    steps = {*tour.edges()} | (set() if places.directed else {(v, u) for u, v in tour.edges()})
    assert steps >= {*edges[:used]}
    assert not steps & {*given["forbid"]}


def test_a_search_that_a_callback_stops_has_no_time_for_a_slow_bound(monkeypatch):
    def stop(_):
        raise icosian.exceptions.StopSearch

    monkeypatch.setattr("icosian._run.limits.REPORT_SECONDS", 0)
    monkeypatch.setattr(exact_search, "LARGE", 50)
    monkeypatch.setattr(exact_search, "ascent", None)
    rng = random.Random(5)
    places = Places([(rng.random(), rng.random()) for _ in range(99)])
    tour = shortest_tour(places, progress=stop)
    icosian.tours.check_tour(places, tour)


def test_tours_of_too_many_places_for_a_matrix_use_and_avoid_edges(monkeypatch):
    monkeypatch.setattr(exact_search, "LARGE", 3)
    rng = random.Random(7)
    for _ in range(rounds(24)):
        n, closed = rng.randint(4, 7), rng.random() < 0.5
        places = Places([(rng.randrange(9), rng.randrange(9)) for _ in range(n)], "manhattan")
        G = nx.complete_graph(n)
        for u, v in G.edges:
            G[u][v]["weight"] = int(places.matrix()[u, v])
        edges, count = rng.sample(list(G.edges), G.size()), rng.randint(0, 3)
        asked = {"closed": closed, "require": edges[:count], "forbid": edges[count : 2 * n // 3]}
        asked |= {} if closed else dict(zip(("start", "end"), rng.sample(range(n), 2), strict=True))
        best, _ = naive.shortest_tours(G, **asked)
        try:
            tour = shortest_tour(places, **asked)
        except (NoHamiltonianCycle, NoHamiltonianPath):
            assert best is None
            continue
        steps = {*map(frozenset, tour.edges())}
        assert steps >= {*map(frozenset, asked["require"])}
        assert steps.isdisjoint(map(frozenset, asked["forbid"]))
        assert tour.bound <= best <= tour.length
        tour.proof.check(places)


def test_irrational_lengths_are_as_exact_as_a_float():
    rng = random.Random(9)
    points = [(rng.random(), rng.random()) for _ in range(9)]
    tour = shortest_tour(points)
    best = min(
        math.fsum(math.dist(points[u], points[v]) for u, v in itertools.pairwise((*o, o[0])))
        for o in itertools.permutations(range(9))
        if o[0] == 0
    )
    assert math.isclose(tour.length, best, rel_tol=1e-12)
    assert tour.bound <= best
    assert tour.is_shortest
    assert 0 <= tour.gap < 1e-7


# What a search for shortest tours does first, when it ends, and what it reports


def test_an_absent_tour_is_proved_absent():
    G = nx.petersen_graph()
    with pytest.raises(NoHamiltonianCycle) as caught:
        shortest_hamiltonian_cycle(G)
    caught.value.proof.check(G)
    with pytest.raises(NoHamiltonianPath):
        shortest_hamiltonian_path(nx.star_graph(3))


def test_hidden_edges_are_not_used_and_the_proof_names_them():
    G = nx.cycle_graph(4)
    nx.set_edge_attributes(G, 1, "weight")
    G.add_edge(0, 2, weight=None)
    G[0][1]["weight"] = None
    with pytest.raises(NoHamiltonianCycle) as caught:
        shortest_hamiltonian_cycle(G)
    caught.value.proof.check(G)
    assert list(shortest_hamiltonian_path(G, 0)) == [0, 3, 2, 1]
    with pytest.raises(InvalidArgument, match="its weight None hides it"):
        shortest_hamiltonian_path(G, require=[(1, 0)])


@pytest.mark.slow
def test_progress_shows_length_and_bound(monkeypatch):
    monkeypatch.setattr("icosian._run.limits.REPORT_SECONDS", 0)
    rng = random.Random(4)
    seen = []
    shortest_tour([(rng.random(), rng.random()) for _ in range(80)], progress=seen.append)
    assert any("length" in (report.stage or "") for report in seen)


def test_no_time_gives_a_tour_with_a_bound_that_is_proved():
    G = weighted(nx.complete_graph(40), 3, range(1, 1000))
    places = Places.from_matrix(nx.to_numpy_array(G))
    shortest = shortest_tour(places).length
    for search, subject in ((shortest_hamiltonian_cycle, G), (shortest_tour, places)):
        tour = search(subject, timeout=0)
        assert is_hamiltonian_cycle(G, tour)
        assert tour.bound <= shortest <= tour.length
        tour.proof.check(subject)
    sparse = nx.random_regular_graph(3, 2000, seed=1)
    with pytest.raises(SearchLimitReached):
        shortest_hamiltonian_cycle(sparse, timeout=0)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("kind", "question"),
    [
        pytest.param(kind, question, marks=[pytest.mark.exhaustive] * (i % 3 != j))
        for i, kind in enumerate(["euclidean", "manhattan", "haversine", "EUC_2D", "ATT", "GEO"])
        for j, question in enumerate(
            [{}, {"closed": False}, {"closed": False, "start": 3, "end": 7}]
        )
    ],
)
def test_tours_of_many_places_need_no_matrix(kind, question, monkeypatch):
    monkeypatch.setattr(exact_search, "MOST_EDGES", 20)
    monkeypatch.setattr(exact_search, "LARGE", 20)
    monkeypatch.setattr(Places, "matrix", None)
    rng = random.Random(1)
    centers = [(rng.randint(-80, 80), rng.randint(-80, 80)) for _ in range(4)]
    spots = [(x + rng.randint(0, 9), y + rng.randint(0, 9)) for x, y in centers * 20]
    tour = shortest_tour(Places(spots, kind), **question)
    assert 0 < tour.bound <= tour.length <= 1.5 * tour.bound
    assert not tour.is_optimal
    tour.proof.check(tour.places)


# The value


SQUARE = {"a": (0, 0), "b": (1, 0), "c": (1, 1), "d": (0, 1)}


# Tours in the order of their lengths, and the proofs that no other tour is shorter, attacked


def question_of(seed):
    """Return a graph with lengths, its tours in a random question by length, and all of them."""
    G, question = random_graph_question(seed, most=5)
    conditions = {name: value for name, value in question.items() if name != "closed"}
    ranked = shortest_hamiltonian_cycles if question["closed"] else shortest_hamiltonian_paths
    return G, ranked(G, **conditions), all_tours(G, **question)


def key_of(G):
    return tuple if G.is_directed() else frozenset


def length(G, edges):
    return sum(G.edges[edge]["weight"] for edge in edges)


@pytest.mark.slow
@pytest.mark.parametrize(
    "first", [0, *(pytest.param(n, marks=pytest.mark.exhaustive) for n in (10, 20, 30))]
)
def test_all_tours_come_once_by_length_with_a_proof(first):
    for seed in range(first, first + 10):
        G, ranked, every = question_of(seed)
        if not every:
            with pytest.raises((NoHamiltonianCycle, NoHamiltonianPath)):
                next(ranked)
            continue
        found = list(ranked)
        assert [tour.length for tour in found] == sorted(length(G, edges) for _, edges in every)
        assert all(tour.is_shortest and tour.bound == tour.length for tour in found)
        assert len({frozenset(map(key_of(G), tour.edges())) for tour in found}) == len(found)
        for tour in found:
            assert Proof.from_json(tour.proof.to_json(G), G) == tour.proof
            tour.proof.check(G)


@pytest.mark.slow
@pytest.mark.parametrize("first", [0, pytest.param(40, marks=pytest.mark.exhaustive)])
def test_whatever_is_changed_what_holds_is_true(first):
    ends, rng = Counter(), random.Random(first)
    for seed in range(first, first + 40):
        G, ranked, every = question_of(seed)
        if len(every) < 3:
            continue
        *_, tour = islice(ranked, 4)
        proof = tour.proof
        changes = list(mutants(json.loads(proof.to_json(G))))
        some = [read(one) for one in rng.sample(changes, min(len(changes), 12))]
        some += [replace(proof, bound=proof.bound + more) for more in (1, 2, 10)]
        some += [replace(proof, besides=proof.besides[1:]), replace(proof, besides=())]
        some += [replace(proof, besides=(*proof.besides[1:], proof.nodes))]
        some += [replace(proof, besides=(proof.nodes,), bound=proof.bound + 1)]
        ends.update(end_of(G, one) for one in some)
    assert ends["refused"] > 60
    assert ends["held"] > 20


def end_of(G, proof):
    """Return how a check ends; what holds must be true."""
    if proof is None:
        return "unread"
    try:
        proof.check(G)
    except (InvalidProof, InvalidArgument):
        return "refused"
    asked = {name: getattr(proof, name) for name in ("closed", "start", "end", "require", "forbid")}
    around = [(*tour, *tour[:1]) if proof.closed else tour for tour in proof.besides]
    known = {frozenset(map(key_of(G), pairwise(tour))) for tour in around}
    for _, edges in all_tours(G, **asked):
        if frozenset(map(key_of(G), edges)) not in known:
            assert proof.bound <= length(G, edges), proof
    return "held"


def choosing_question(seed):
    """Return places, and a question about tours that leave out some or keep an order, or None."""
    places, asked = (random_selection if seed % 3 else random_order)(seed, most=4)
    return places, asked if places.unit == 1 else None


def costs_of(places, known=(), **asked):
    """Return what each tour of a question costs but known ones, one of a tour and its reverse."""
    n = range(len(places))
    ways = {(u, v): places.length(u, v) for u, v in permutations(n, 2)}
    asked |= {"groups": [*asked.get("groups", ()), *([v] for v in ends_of(asked))]}
    found = {}
    for tour, cost in brute_force.tours(ways, n, **asked):
        found[key_of_tour(tour, places, closed=asked["closed"])] = cost
    for tour in known:
        found.pop(key_of_tour(tour, places, closed=asked["closed"]), None)
    return sorted(found.values())


def ends_of(asked):
    return [asked[end] for end in ("start", "end") if asked.get(end) is not None]


def key_of_tour(tour, places, *, closed):
    around = pairwise((*tour, *tour[:1]) if closed and len(tour) > 1 else tour)
    return frozenset(tour), frozenset(map(tuple if places.directed else frozenset, around))


@pytest.mark.slow
def test_tours_with_conditions_come_once_by_cost_and_no_stronger_proof_holds():
    ends, rng = Counter(), random.Random(0)
    for seed in range(24):
        places, asked = choosing_question(seed)
        every = [] if asked is None else costs_of(places, **asked)
        if not every:  # the order contradicts itself
            continue
        found = list(islice(shortest_tours(places, **asked), 8))
        assert [tour.cost for tour in found] == [tour.bound for tour in found] == every[:8]
        assert all(tour.is_shortest for tour in found)
        made = {key_of_tour(tour, places, closed=asked["closed"]) for tour in found}
        assert len(made) == len(found)
        for tour in found[1:]:
            changes = list(mutants(json.loads(tour.proof.to_json())))
            some = [read(one) for one in rng.sample(changes, min(len(changes), 12))]
            some += [replace(tour.proof, bound=tour.proof.bound + more) for more in (1, 10)]
            some += [replace(tour.proof, besides=tour.proof.besides[k:]) for k in (1, 2)]
            ends.update(end_among(places, one) for one in some)
    assert ends["refused"] > 100
    assert ends["held"] > 50


def end_among(places, proof):
    """Return how a check ends; what holds must be true."""
    if proof is None:
        return "unread"
    try:
        proof.check(places)
    except (InvalidProof, InvalidArgument):
        return "refused"
    named = {"order": proof.chains, "prizes": dict(proof.prizes)}
    asked = {name: getattr(proof, name) for name in ("closed", "start", "end", "leave_out")}
    left = costs_of(places, proof.besides, groups=proof.groups, **named, **asked)
    assert proof.bound <= min(left, default=proof.bound), proof
    return "held"


def test_places_are_answered_with_proofs_about_them():
    rng = random.Random(2)
    places = icosian.Places([(rng.randint(0, 50), rng.randint(0, 50)) for _ in range(12)], "EUC_2D")
    found = list(islice(shortest_hamiltonian_cycles(places, 3), 6))
    assert [tour[0] for tour in found] == [3] * 6
    assert found[0].length == icosian.shortest_tour(places).length
    assert sorted(tour.length for tour in found) == [tour.length for tour in found]
    for tour in found:
        tour.proof.check(places)
    assert found[-1].explain().endswith("proved to be the shortest but for those before it.")


@pytest.mark.slow
def test_lengths_that_no_float_holds_are_exact():
    G = nx.complete_graph(5)
    for k, edge in enumerate(G.edges):
        G.edges[edge]["weight"] = 10**30 + 2**k
    found = [tour.length for tour in shortest_hamiltonian_cycles(G)]
    assert found == sorted(length(G, edges) for _, edges in all_tours(G, closed=True))


def test_time_that_is_over_between_two_tours_says_how_many_are_proved(monkeypatch):
    tours = shortest_hamiltonian_cycles(
        icosian.Places([(0, 0), (9, 1), (5, 7), (2, 8)]), timeout=1e6
    )
    assert next(tours).is_shortest
    late = SimpleNamespace(perf_counter=lambda: perf_counter() + 2e6, thread_time=thread_time)
    monkeypatch.setattr(limits, "time", late)
    with pytest.raises(SearchLimitReached, match=r"not all .* 1 so far in the order of their"):
        next(tours)


def iter_until_the_end(tours):
    for tour in tours:
        if tour.proof is not None:
            tour.proof.check(tour.places)
        assert tour.bound is None or tour.bound <= tour.length
        yield tour


def test_known_tours_visit_every_node_once():
    G = nx.complete_graph(4)
    for k, edge in enumerate(G.edges):
        G.edges[edge]["weight"] = 2**k
    proof = list(shortest_hamiltonian_cycles(G))[1].proof
    assert len(proof.besides) == 1
    for tour in ((0, 1, 2), (0, 1, 2, 2), (0, 1, 2, 9)):
        refused(replace(proof, besides=(tour,)), G, "does not visit every node once")
    refused(replace(proof, besides=()), G, "leave room for a shorter tour")
    refused(replace(proof, prizes=((0, 1),)), G, "leave room for a shorter tour")
    for tour in ((0, 1, 1, 2, 3), ()):
        change = {"prizes": ((0, 1),), "leave_out": 4, "bound": 0, "besides": (tour,)}
        refused(replace(proof, **change), G, "visits a node twice, or none")
    with pytest.raises(NoPseudoBooleanForm):
        proof.to_pseudo_boolean(G)


@pytest.mark.slow
def test_tours_by_lengths_of_floats_are_ranked_but_for_what_rounding_costs():
    rng = random.Random(4)
    matrix = [[rng.random() for _ in range(6)] for _ in range(6)]
    for k in range(6):
        matrix[k][k] = 0.0
    ranked = icosian.tours.shortest_hamiltonian_cycles(icosian.Places.from_matrix(matrix))
    lengths = sorted(
        sum(Fraction(matrix[u][v]) for u, v in pairwise((0, *order, 0)))
        for order in permutations(range(1, 6))
    )
    for tour, length in zip(islice(ranked, 5), lengths, strict=False):
        assert tour.is_shortest
        assert abs(Fraction(tour.length) - length) < 1e-8
        tour.proof.check(tour.places)


@pytest.mark.parametrize("far", [0, 10**20])
@pytest.mark.parametrize("free", [{"leave_out": 1}, {"groups": [[0, 1]]}])
def test_a_required_round_that_leaves_out_too_many_places_is_refuted_at_any_length(far, free):
    rows = [[0, 3, 8, 4], [4, 0, 9, 7], [5, 8, 0, 7], [9, 9, 5, 0]]
    rows = [[length and length + far for length in row] for row in rows]
    places = icosian.Places.from_matrix(rows)
    with pytest.raises(icosian.NoHamiltonianCycle) as found:
        icosian.shortest_tour(places, require=[(2, 3), (3, 2)], **free)
    found.value.proof.check(places)
    there = icosian.shortest_tour(places, require=[(2, 3), (3, 2)], leave_out=2)
    assert (there.nodes, there.length) == ((2, 3), 12 + 2 * far)


@pytest.mark.slow
def test_numbers_on_tours_whose_lengths_are_least_floats_are_kept():
    rows = [
        [0, 0.0, 1e-300, 1.0],
        [0.0, 0, 0.0, 3e-300],
        [1.0, 5e-324, 0, 0.0],
        [1.0, 3e-300, 1e-300, 0],
    ]
    places = icosian.Places.from_matrix(rows, zero="length")
    tour = icosian.shortest_tour(
        places, closed=False, end=0, groups=[[1, 2]], positions={1: 2, 0: 4}
    )
    assert (tour.nodes, tour.length, tour.is_shortest) == ((3, 1, 2, 0), 1.0, True)
