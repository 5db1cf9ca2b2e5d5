"""Shortest tours against brute force, and what users may ask."""

import itertools
import math
import pathlib
import pickle
import random
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, strategies as st
from together import together

import icosian
from icosian import (
    InvalidArgument,
    InvalidProof,
    NoHamiltonianCycle,
    NoHamiltonianPath,
    NotANode,
    Places,
    is_hamiltonian_path,
    read_tsplib,
    shortest_hamiltonian_cycle,
    shortest_hamiltonian_path,
    shortest_tour,
)
from icosian.proofs import LowerBound, Proof
from icosian.tours import ShortestTour
from tests import naive
from tests.strategies import conditional_questions

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
@pytest.mark.parametrize("closed", [True, False])
@pytest.mark.parametrize("kind", [nx.Graph, nx.DiGraph])
@pytest.mark.parametrize("n", [3, 7, 10, 12])
def test_complete_graphs_agree_with_dynamic_programming(closed, kind, n):
    G = weighted(nx.complete_graph(n, kind), n)
    ends = {} if closed else {"start": 0, "end": n - 1}
    tour = proved(shortest(G, closed=closed, **ends), G)
    assert tour.length == naive.held_karp(G, closed=closed, **ends)


@pytest.mark.slow
@pytest.mark.parametrize("kind", [nx.Graph, nx.DiGraph])
def test_sparse_graphs_agree_with_dynamic_programming(kind):
    for seed in range(6):
        G = weighted(nx.gnp_random_graph(10, 0.45, seed=seed, directed=kind is nx.DiGraph), seed)
        best = naive.held_karp(G, closed=False)
        if best is not None:
            assert proved(shortest_hamiltonian_path(G), G).length == best


@pytest.mark.parametrize("kind", [nx.Graph, nx.DiGraph])
def test_other_labels_in_another_order_give_the_same_length(kind):
    G = weighted(nx.complete_graph(11, kind), 5)
    lengths = set()
    for seed in range(3):
        order = random.Random(seed).sample(list(G), len(G))
        H = kind()
        H.add_nodes_from(f"node {v}" for v in order)
        H.add_edges_from((f"node {u}", f"node {v}", data) for u, v, data in G.edges(data=True))
        lengths.add(shortest_hamiltonian_cycle(H).length)
    assert len(lengths) == 1


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
    assert (tour.length, tour.bound, tour.gap, tour.is_shortest) == (
        optimum,
        optimum,
        0,
        True,
    )
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


def test_lengths_of_zero_count_as_any_other():
    G = nx.complete_graph(5)
    nx.set_edge_attributes(G, 1, "weight")
    nx.set_edge_attributes(G, dict.fromkeys(nx.cycle_graph(5).edges, 0), "weight")
    assert proved(shortest_hamiltonian_cycle(G), G).length == 0


def test_parallel_edges_and_loops_in_multigraphs():
    G = nx.MultiGraph()
    G.add_edges_from([(0, 1), (1, 2), (2, 0), (0, 0)], weight=1)
    G.add_edge(0, 1, weight=-4)
    assert proved(shortest_hamiltonian_cycle(G), G).length == -2


@pytest.mark.parametrize("call", [shortest_hamiltonian_cycle, shortest_hamiltonian_path])
def test_the_null_graph_is_pointless(call):
    with pytest.raises(nx.NetworkXPointlessConcept):
        call(nx.Graph())


def test_small_cases():
    one = shortest_hamiltonian_path(nx.empty_graph(1))
    assert (list(one), one.length, one.is_shortest, one.gap) == ([0], 0, True, 0)
    with pytest.raises(NoHamiltonianCycle):
        shortest_hamiltonian_cycle(nx.path_graph(2))
    both = nx.DiGraph([(0, 1, {"weight": 2}), (1, 0, {"weight": 3})])
    assert proved(shortest_hamiltonian_cycle(both), both).length == 5
    assert list(proved(shortest_hamiltonian_path(both, 1), both)) == [1, 0]
    two = nx.Graph([("a", "b", {"weight": Fraction(1, 2)})])
    assert proved(shortest_hamiltonian_path(two, end="a"), two).length == Fraction(1, 2)


@together(
    ("options", "error", "message"),
    [
        ({"start": 9}, NotANode, "start 9"),
        ({"weight": 3}, InvalidArgument, "weight must be"),
        ({"gap": -1}, InvalidArgument, "gap must be a number of at least 0, got -1"),
        ({"gap": math.nan}, InvalidArgument, "gap"),
        ({"gap": True}, InvalidArgument, "gap"),
        ({"timeout": -1}, InvalidArgument, "timeout"),
        ({"seed": -1}, InvalidArgument, "seed"),
        ({"progress": 1}, InvalidArgument, "progress"),
        ({"executor": 2}, InvalidArgument, "executor must be"),
        ({"require": [(0, 0)]}, InvalidArgument, "require"),
        ({"forbid": 7}, InvalidArgument, "forbid"),
    ],
)
def test_bad_arguments_are_refused(options, error, message):
    for call in (shortest_hamiltonian_cycle, shortest_hamiltonian_path):
        with pytest.raises(error, match=message):
            call(nx.complete_graph(4), **options)


def test_where_there_is_no_tour_the_error_names_the_function_for_walks():
    for ask in (shortest_hamiltonian_cycle, shortest_hamiltonian_path):
        with pytest.raises((NoHamiltonianCycle, NoHamiltonianPath)) as caught:
            ask(nx.star_graph(4))
        again = pickle.loads(pickle.dumps(caught.value))
        assert str(again) == str(caught.value)
        assert str(again).endswith(
            " traveling_salesman finds the shortest walk, which may pass nodes again."
        )


def test_require_and_forbid():
    G = weighted(nx.complete_graph(7), 1)
    tour = shortest_hamiltonian_cycle(G, require=[(0, 5)], forbid=[(1, 2), (6, 0)])
    edges = {frozenset(edge) for edge in tour.edges()}
    assert frozenset((0, 5)) in edges
    assert not edges & {frozenset((1, 2)), frozenset((6, 0))}
    best, _ = naive.shortest_tours(G, closed=True, require=[(0, 5)], forbid=[(1, 2), (6, 0)])
    assert tour.length == best
    tour.proof.check(G)
    assert (tour.proof.require, tour.proof.forbid) == (((0, 5),), ((1, 2), (6, 0)))


def test_boards_have_the_functions_as_methods():
    board = icosian.king_graph(4, weight="euclidean")
    tour = board.shortest_hamiltonian_cycle("a1")
    assert tour.length == 16
    assert tour[0] == (3, 0)
    assert tour.board.size == "4 x 4"
    path = board.shortest_hamiltonian_path("a1", "b1")
    assert is_hamiltonian_path(board, path)
    assert path.length == 15


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


def test_open_tours_of_places():
    line = [(x, 0) for x in (5, 0, 3, 1, 4, 2)]
    assert shortest_tour(line, "manhattan", closed=False).length == 5
    ends = shortest_tour(line, "manhattan", closed=False, start=2, end=1)
    assert (ends[0], ends[-1], ends.length) == (2, 1, 7)
    ends.proof.check(ends.places)
    one = shortest_tour([(1, 1)], closed=False)
    assert (list(one), one.length) == ([0], 0)


def test_open_tours_with_a_direction():
    places = Places.from_matrix([[0, 1, 5], [5, 0, 1], [1, 5, 0]], names="abc")
    assert list(shortest_tour(places, closed=False, start="b")) == ["b", "c", "a"]
    assert shortest_tour(places, closed=False, start="b", end="c").length == 10


@given(st.data(), st.integers(3, 6), st.booleans(), st.booleans())
def test_places_keep_the_same_conditions_as_the_complete_graph(data, n, closed, directed):
    rng = random.Random(data.draw(st.integers(0, 99)))
    matrix = [[rng.randrange(20) for _ in range(n)] for _ in range(n)]
    if not directed:
        matrix = [[matrix[min(i, j)][max(i, j)] for j in range(n)] for i in range(n)]
    places = Places.from_matrix(matrix, names="abcdef"[:n])
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


def test_a_bound_of_places_says_its_conditions():
    corners = {"a": (0, 0), "b": (3, 0), "c": (0, 4), "d": (3, 4)}
    tour = shortest_tour(corners, require=[("a", "d")], forbid=[("b", "a")])
    assert tour.length == 18
    assert (
        "no Hamiltonian cycle shorter than 18 that uses 'a'-'d' and avoids 'b'-'a'"
        in tour.proof.explain()
    )
    with pytest.raises(InvalidProof, match="leave room"):
        replace(tour.proof, require=(), forbid=()).check(tour.places)


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


def test_places_on_one_spot():
    tour = shortest_tour([(0, 0)] * 4 + [(3, 4)])
    assert tour.length == 10.0
    assert tour.is_shortest


@together(
    ("call", "error", "message"),
    [
        (lambda: shortest_tour([]), nx.NetworkXPointlessConcept, "no places"),
        (lambda: shortest_tour([(0, 0)] * 4, end=1), InvalidArgument, "has no end"),
        (lambda: shortest_tour([(0, 0)] * 4, closed=False, start=1, end=1), InvalidArgument, "dif"),
        (lambda: shortest_tour([(0, 0)] * 4, start="x"), NotANode, "start 'x'"),
        (lambda: shortest_tour([(0, 0)] * 4, closed=1), InvalidArgument, "closed"),
        (lambda: shortest_tour([(0, 0)] * 4, require=[(0, 9)]), NotANode, "require 9 is not"),
        (
            lambda: shortest_tour([(0, 0)] * 4, require=7),
            InvalidArgument,
            "pairs of nodes, such as",
        ),
        (
            lambda: shortest_tour([(0, 0)] * 4, forbid=["ab", 3]),
            InvalidArgument,
            "forbid must hold",
        ),
        (lambda: shortest_tour([(0, 0)] * 4, require=[(1, 1)]), InvalidArgument, r"got \(1, 1\)"),
        (
            lambda: shortest_tour([(0, 0)] * 4, require=[(0, 1)], forbid=[(1, 0)]),
            InvalidArgument,
            "both required and forbidden",
        ),
        (
            lambda: shortest_tour([(0, 0)] * 4, forbid=[(0, 1), (0, 2)]),
            NoHamiltonianCycle,
            "node 0 has fewer than two neighbors",
        ),
        (lambda: shortest_tour("berlin52.tsp"), InvalidArgument, "read_tsplib"),
        (
            lambda: shortest_tour("towns.csv"),
            InvalidArgument,
            "rows of a table: shortest_tour.{name",
        ),
        (lambda: shortest_tour(nx.path_graph(3)), InvalidArgument, "shortest_hamiltonian_cycle"),
        (lambda: shortest_tour([(0, 0)] * 4, "ATT "), InvalidArgument, "distance must be"),
        (
            lambda: shortest_tour(Places([(0, 0)] * 4, "ATT"), "GEO"),
            InvalidArgument,
            "ATT distances, got distance='GEO'",
        ),
    ],
)
def test_bad_places_are_refused(call, error, message):
    with pytest.raises(error, match=message):
        call()
