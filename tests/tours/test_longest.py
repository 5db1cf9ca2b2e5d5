"""Longest cycles and paths: by brute force, and each step of the search."""

import itertools
import random
from decimal import Decimal
from fractions import Fraction

import networkx as nx
import numpy as np
import pytest
from families import atlas, renamed
from hypothesis import given, strategies as st
from together import together

import icosian
from icosian import InvalidTour, NoCycle, NoPath, Proof, longest_cycle, longest_path
from icosian._arrays import graph_lengths
from icosian._run.limits import Clock, Limits
from icosian.proofs import LongestBound
from icosian.tours.longest.functions import _check
from icosian.tours.longest.methods import LongestSearch, Network, acyclic_path, forest_path
from icosian.tours.problem import Problem
from tests import naive
from tests.tours.networks import best_value, network_of, random_case, random_network

# Longest paths and cycles against brute force and published numbers, and what users may ask


WEIGHTS = {
    "nodes": None,
    "integers": range(-5, 30),
    "mixed": [*range(3), *(k / 2 for k in range(-3, 9)), Fraction(1, 3), None],
    "floats": [random.Random(k).uniform(-1, 5) for k in range(50)],
    "positive": range(9),
    "halves": [k / 2 for k in range(-3, 9)],
    "fractions": [Fraction(k, 7) for k in range(-5, 40)],
    "decimals": [Decimal(k) / 10 for k in range(-20, 90)],
    "numpy": list(np.arange(9)),
}
KINDS = [nx.Graph, nx.DiGraph, nx.MultiGraph, nx.MultiDiGraph]


def random_graph(rng, kind, most, weights):
    """Return a graph of some kind, with loops and parallel edges, and weights."""
    n, p = rng.randint(1, most), rng.choice((0.15, 0.3, 0.45, 0.7))
    G = nx.empty_graph(n, kind)
    for u, v in itertools.product(range(n), repeat=2):
        if rng.random() < p and (G.is_directed() or u <= v):
            for _ in range(rng.choice((1, 2)) if G.is_multigraph() else 1):
                G.add_edge(u, v, **({"weight": rng.choice(weights)} if weights else {}))
    return G


def longest(G, *, closed, start=None, end=None, **options):
    """Return the longest tour of either kind, or None if there is none."""
    try:
        if closed:
            return longest_cycle(G, **options)
        return longest_path(G, start, end, **options)
    except (NoCycle, NoPath) as error:
        assert isinstance(error, NoCycle if closed else NoPath)
        error.proof.check(G, weight=error.proof.weight)
        return None


def proved(tour, G):
    """Return a tour after a look at what it says of itself."""
    assert tour.is_longest
    assert tour.gap == 0
    assert tour.bound == tour.length
    if (proof := tour.proof) is not None:
        if isinstance(proof, LongestBound):  # another one denies a Hamiltonian tour
            assert float(proof.bound) == float(tour.length)  # floats among fractions are rounded
        proof.check(G, **{"weight": proof.weight} if isinstance(proof, LongestBound) else {})
        assert Proof.from_json(proof.to_json()) == proof
    return tour


def random_question(seed, weights, most=6):
    rng = random.Random(seed)
    G = random_graph(rng, rng.choice(KINDS), most, weights)
    question = {"closed": rng.random() < 0.5}
    if not question["closed"] and len(G) > 1:
        start, end = rng.sample(list(G), 2)
        question |= {"start": rng.choice((None, start)), "end": rng.choice((None, end))}
    return G, question


def compare(G, question, kind):
    """Compare the longest tour that is found with brute force."""
    weight = None if kind == "nodes" else "weight"
    tour = longest(G, weight=weight, **question)
    best = naive.longest(G, weight=weight, **question)
    assert (tour is None) == (best is None)
    if tour is not None:
        assert float(proved(tour, G).length) == float(best)
        assert getattr(tour.proof, "bound", tour.bound) == best
        if weight is None:
            assert tour.length == tour.size == len(tour)


@pytest.mark.parametrize("kind", ["nodes", "integers", "mixed", "floats"])
@given(st.integers(0, 10**9))
def test_the_longest_of_all_is_found_and_proved(kind, seed):
    compare(*random_question(seed, WEIGHTS[kind]), kind)


@pytest.mark.exhaustive
@pytest.mark.parametrize("kind", WEIGHTS)
def test_the_longest_of_all_is_found_in_many_larger_graphs(kind):
    for seed in range(300):
        compare(*random_question(seed, WEIGHTS[kind], most=9), kind)


@pytest.mark.exhaustive
@pytest.mark.parametrize("closed", [True, False])
def test_all_graphs_of_seven_nodes_agree_with_brute_force(closed):
    for G in atlas(1):
        tour = longest(G, closed=closed)
        assert (None if tour is None else tour.length) == naive.longest(G, closed=closed)


@pytest.mark.exhaustive
@pytest.mark.parametrize("closed", [True, False])
def test_all_digraphs_of_four_nodes_agree_with_brute_force(closed):
    for n in (1, 2, 3, 4):
        pairs = list(itertools.permutations(range(n), 2))
        for mask in range(1 << len(pairs)):
            G = nx.empty_graph(n, nx.DiGraph)
            G.add_edges_from(pair for k, pair in enumerate(pairs) if mask >> k & 1)
            tour = longest(G, closed=closed)
            assert (None if tour is None else tour.length) == naive.longest(G, closed=closed)


def coxeter_graph():
    """Return the graph of the 28 triples of 7 points that are not lines of the Fano plane."""
    lines = [(0, 1, 2), (0, 3, 4), (0, 5, 6), (1, 3, 5), (1, 4, 6), (2, 3, 6), (2, 4, 5)]
    triples = [t for t in itertools.combinations(range(7), 3) if t not in lines]
    return nx.Graph((s, t) for s, t in itertools.combinations(triples, 2) if not {*s} & {*t})


@pytest.mark.exhaustive
def test_published_graphs_without_hamiltonian_cycle_have_one_that_misses_one_node():
    # W. T. Tutte, A non-Hamiltonian graph, Canadian Mathematical Bulletin 3 (1960), 1-5; J. A.
    # Bondy, Variations on the Hamiltonian theme, Canadian Mathematical Bulletin 15 (1972), 57-62.
    assert proved(longest_cycle(coxeter_graph()), coxeter_graph()).length == 27
    # No cycle has all 46 nodes: W. T. Tutte, On Hamiltonian circuits, Journal of the London
    # Mathematical Society 21 (1946), 98-101.
    assert proved(longest_cycle(nx.tutte_graph()), nx.tutte_graph()).length == 45


@pytest.mark.slow
@pytest.mark.parametrize("directed", [False, True])
def test_other_labels_in_another_order_give_the_same_length(directed):
    G = nx.gnp_random_graph(11, 0.2 if directed else 0.3, seed=4, directed=directed)
    rng = random.Random(1)
    for *_, data in G.edges(data=True):
        data["weight"] = rng.randint(1, 20)
    lengths = {
        (longest_cycle(H).length, longest_path(H).length, longest_path(H, weight="weight").length)
        for H in (renamed(G, seed) for seed in range(3))
    }
    assert len(lengths) == 1


def test_random_floats_are_compared_exactly():
    G = nx.gnp_random_graph(8, 0.45, seed=1)
    rng = random.Random(1)
    for *_, data in G.edges(data=True):
        data["weight"] = rng.random()
    for tour in (longest_cycle(G, weight="weight"), longest_path(G, weight="weight")):
        assert tour.is_longest
        assert tour.bound == tour.length
        assert isinstance(tour.length, float)
        tour.proof.check(G, weight=tour.proof.weight)
        best = naive.longest(G, closed=tour.is_closed, weight="weight")
        assert tour.length == float(best)
        assert tour.proof.bound == best


def test_weights_may_come_from_a_function():
    G = nx.complete_graph(5)
    tour = longest_path(G, weight=lambda u, v, data: (u - v) ** 2 if u + v != 4 else None)
    tour.proof.check(G, weight=lambda u, v, data: (u - v) ** 2 if u + v != 4 else None)
    with pytest.raises(icosian.InvalidProof):
        tour.proof.check(G, weight=lambda u, v, data: 2 * (u - v) ** 2)
    assert tour.length == max(
        sum((u - v) ** 2 for u, v in itertools.pairwise(order))
        for k in range(1, 6)
        for order in itertools.permutations(range(5), k)
        if all(u + v != 4 for u, v in itertools.pairwise(order))
    )


def test_small_cases():
    one = longest_path(nx.empty_graph(1))
    one.proof.check(nx.empty_graph(1))
    longest_path(nx.empty_graph(1), 0, 0).proof.check(nx.empty_graph(1))
    assert (list(one), one.length, one.is_longest, one.gap, one.bound) == ([0], 1, True, 0, 1)
    assert longest_path(nx.empty_graph(1), weight="weight").length == 0
    apart = proved(longest_path(nx.empty_graph(3), 2), nx.empty_graph(3))
    assert list(apart) == [2]
    both = nx.DiGraph([(0, 1), (1, 0)])
    assert proved(longest_cycle(both), both).length == 2
    assert list(longest_path(both, end=0)) == [1, 0]
    for G in (nx.path_graph(2), nx.empty_graph(1), nx.MultiGraph([(0, 1), (0, 1), (1, 1)])):
        with pytest.raises(NoCycle, match="There is no cycle"):
            longest_cycle(G)
    reason = "There is no path from 0 to 2: 2 cannot be reached from 0"
    with pytest.raises(nx.NetworkXNoPath, match=reason):
        longest_path(nx.Graph([(0, 1), (2, 3)]), 0, 2)
    with pytest.raises(nx.NetworkXNoCycle):
        longest_cycle(nx.DiGraph([(0, 1), (0, 2), (1, 2)]))


def test_without_its_hidden_edges_a_graph_has_no_cycle():
    G = nx.cycle_graph(4)
    nx.set_edge_attributes(G, 1, "weight")
    G[0][1]["weight"] = None
    with pytest.raises(NoCycle) as caught:
        longest_cycle(G, weight="weight")
    caught.value.proof.check(G, weight=caught.value.proof.weight)
    assert longest_cycle(G).length == 4
    assert longest_path(G, 0, 1, weight="weight").length == 3


@together("closed", [True, False])
def test_the_node_left_out_is_no_end_and_labels_come_back(closed):
    star = nx.relabel_nodes(nx.wheel_graph(9), str)
    star.add_edges_from([("0", "leaf")])
    if closed:
        assert longest_cycle(star).length == 9
    else:
        path = longest_path(star, "1", "2")
        assert (path.length, path.is_longest) == (9, True)
        assert "leaf" not in path


# From a graph to a network and back, checked on the way


@pytest.mark.parametrize(
    ("order", "total", "question", "why"),
    [
        ([0, 2], 1, {}, "no edge leads"),
        ([0, 1, 0], 2, {}, "twice"),
        ([0, 1], 1, {"start": 1}, "ends given"),
        ([0, 1], 1, {"end": 0}, "ends given"),
        ([0, 1], 2, {}, "length"),
        ([2, 3], 1, {}, "without a weight"),
    ],
)
def test_what_is_no_answer_does_not_leave(order, total, question, why):
    G = nx.path_graph(4)
    G[2][3]["weight"] = None
    problem = Problem.of(G, closed=False, **question)
    with pytest.raises(InvalidTour, match=why):
        _check(problem, graph_lengths(G, "weight"), order, total)


# What a case leaves of a network: never less than what longer cycles use


def pairs_of(edges, chosen):
    """Return some edges of a statement, given by a mask."""
    return {*map(tuple, edges.pairs[chosen].tolist())}


@pytest.mark.parametrize("directed", [False, True])
@given(st.integers(0, 10**6))
def test_a_case_keeps_all_longer_cycles(directed, seed):
    rng, network = random.Random(seed), random_network(seed, directed=directed)
    edges = network.statement
    used, avoided, fitting = random_case(rng, network)
    for length in (rng.randint(-5, 3), 99):
        case = edges.case(used, avoided, length)
        for steps, own in fitting:
            if own < length:
                assert case is not None
                assert pairs_of(edges, case.required) <= steps <= pairs_of(edges, case.allowed)


def test_blocks_that_are_too_small_are_left_out():
    G = nx.Graph(nx.cycle_graph(5).edges | {(0, 10), (10, 11), (11, 0), (4, 20)})
    network = network_of(nx.convert_node_labels_to_integers(G), closed=True)
    edges = network.statement
    ways, five = ~edges.is_loop, edges.case((), (), -3)
    assert (five.allowed & ways).sum() == 5
    assert not (edges.case((), (), -2).required & ways).any()
    # All of the block are visited, the others left out.
    assert network.blocks_of(edges, edges.case((), (), -4).allowed) == [{0, 1, 2, 3, 4}]
    assert (edges.case((), (), -4).required & edges.is_loop).sum() == 3
    assert not (edges.case((), (), -4).allowed & edges.is_loop)[:5].any()
    assert edges.case((), (), -5) is None


@pytest.mark.parametrize("directed", [False, True])
def test_a_tour_is_measured_in_either_direction_of_the_statement(directed):
    G = nx.cycle_graph(4, nx.DiGraph if directed else nx.Graph)
    network = network_of(G, closed=True)
    cycle = network.nodes_of([1, 2, 3, 0])
    for way in (cycle, cycle[::-1]):
        assert network.measured(way) == -4
        assert sorted(network.stops_of(way)) == [0, 1, 2, 3]
    assert network.measured(network.nodes_of([0, 1, 3])) is None


# Longest paths in linear time: as long as brute force says, and proved by their potentials


def question_of(rng, n):
    start, end = rng.sample(range(n), 2) if n > 1 else (None, None)
    return {"closed": False, "start": rng.choice((None, start)), "end": rng.choice((None, end))}


def check(G, question, weight, method):
    """Compare a path and its potentials with brute force."""
    network = network_of(G, weight=weight, **question)
    best = best_value(G, weight=weight, **question)
    found = method(network)
    single = None if network.ends_are_given else 0  # one node may not be a cycle through home
    if found is None:
        assert best == single
        return
    tour, dual = found
    value = network.value(tour) if len(tour) >= network.least else 0
    assert best == max(value, value if single is None else single)
    edges = network.statement
    case = edges.case((), (), 1 - value)
    assert case is None or edges.bound(dual, case) == -value * dual.scale


@given(st.integers(0, 10**6))
def test_acyclic_digraphs(seed):
    rng = random.Random(seed)
    n = rng.randint(1, 6)
    G = nx.empty_graph(n, nx.DiGraph)
    order = rng.sample(range(n), n)
    for i in range(n):
        for j in range(i):
            if rng.random() < 0.5:
                G.add_edge(order[i], order[j], weight=rng.randint(-5, 9))
    check(G, question_of(rng, n), rng.choice((None, "weight")), acyclic_path)


@given(st.integers(0, 10**6))
def test_forests(seed):
    rng = random.Random(seed)
    n = rng.randint(1, 7)
    G = nx.empty_graph(n)
    for v in range(1, n):
        if rng.random() < 0.8:
            G.add_edge(v, rng.randrange(v), weight=rng.randint(0, 9))
    check(G, question_of(rng, n), rng.choice((None, "weight")), forest_path)


# The order of the methods, each on a network that it answers


def answer(G, *, tour=None, seconds=None, **question):
    """Return the method that answers, and the solution; lengths are gains with the other sign."""
    network, limits, reports = network_of(G, **question), Limits(clock=Clock(seconds)), []
    asked = {"network": network, "limits": limits, "any_tour": lambda _: tour}
    asked |= {"decide": lambda: False, "report": lambda *now: reports.append(now)}
    method, found = LongestSearch(**asked).solve()
    assert {entry for entry in found.tree if isinstance(entry, int)} == {*range(len(found.weights))}
    assert all(gain <= -found.length <= bound for gain, bound in reports)
    assert found.tour in ([], [0]) or network.measured(found.tour) == found.length
    return method, found


# First cycles, and longer ones


@given(st.integers(0, 10**6), st.booleans())
def test_graphs_almost_hamiltonian_have_the_length_of_brute_force(seed, closed):
    G = nx.gnm_random_graph(7, 8 + seed % 6, seed=seed)
    paths = (p for k in range(7, 0, -1) for p in itertools.permutations(G, k))
    ends = (lambda p: len(p) > 2 and G.has_edge(p[-1], p[0])) if closed else (lambda _: True)
    longest = next((p for p in paths if nx.is_path(G, p) and ends(p)), ())
    try:
        found = longest_cycle(G) if closed else longest_path(G)
    except NoCycle:
        assert not longest
        return
    assert found.length == len(longest) == found.bound
    found.proof.check(G)


def test_a_longest_cycle_without_time_looks_for_blocks_once(monkeypatch):
    asked = []
    blocks = Network.blocks
    monkeypatch.setattr(
        Network, "blocks", lambda self, edges: asked.append(1) or blocks(self, edges)
    )
    G = nx.disjoint_union(nx.complete_graph(9), nx.barbell_graph(6, 3))
    tour = icosian.longest_cycle(G, timeout=0)
    assert tour.length <= 9 <= tour.bound
    assert sum(asked) == 1


def test_a_longest_path_without_time_is_no_short_one():
    G = nx.disjoint_union(nx.cycle_graph(60), nx.star_graph(4))
    G.add_edge(0, 60)
    assert icosian.longest_path(G, timeout=0).length >= 50
