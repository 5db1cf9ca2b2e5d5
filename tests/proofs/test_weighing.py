"""Weighings: the arithmetic is exact and right, and every named reason is one of them."""

from dataclasses import replace
from decimal import Decimal
from fractions import Fraction

import networkx as nx
import pytest
from hypothesis import event, given, strategies as st
from naive import edges_of_tours, weight_of_edge
from test_soundness import (
    graphs,
    graphs_and_questions,
    holds,
    larger,
    larger_with_tours,
    named_certificates,
    network,
    questions,
    random_weighing,
    randoms,
)
from together import together
from true_certificates import CLOSED, FROM_0, FROM_0_TO_1, HALF, OPEN, TO_0, TRUE, kind, refused

from icosian import Proof, knight_graph
from icosian.proofs import HOME, DegreeDeficiency, Weighing, Weights

WEIGHINGS = {name: case for name, case in TRUE.items() if isinstance(case[1], Weighing)}
NAMED = {name: case for name, case in TRUE.items() if hasattr(case[1], "as_weighing")}
every_true_weighing = together(("G", "proof"), WEIGHINGS.values(), ids=WEIGHINGS)
every_named_certificate = together(("G", "proof"), NAMED.values(), ids=NAMED)


def weighing(nodes=(), entering=(), sets=(), **question):
    """Take dictionaries or pairs of nodes and weights, and pairs of sets and weights."""
    weights = Weights(
        nodes=tuple(dict(nodes).items()),
        entering=tuple(dict(entering).items()),
        sets=tuple((frozenset(part), weight) for part, weight in sets),
    )
    return Weighing(weights=weights, **question)


def ones(nodes):
    return dict.fromkeys(nodes, 1)


# the board of 3 x 8 squares

BOARD = knight_graph(3, 8)
BY_WEIGHT = {1: "a1 a2 a3 b2 g2 h1 h2 h3", -HALF: "c1 c3 f1 f3", -1: "c2 f2"}
MOATS = "b2 d1 d3 e1 e3 g2", "e2 f2 g1 g3 h1 h3", "a1 a3 b1 b3 c2 d2"


def square(name):
    return 3 - int(name[1]), "abcdefgh".index(name[0])


THREE_BY_EIGHT = weighing(
    [(square(name), weight) for weight, names in BY_WEIGHT.items() for name in names.split()],
    sets=[(map(square, moat.split()), HALF) for moat in MOATS],
    closed=True,
    ranks=3,
)


def test_the_board_of_3_by_8_squares_has_no_closed_tour():
    THREE_BY_EIGHT.check(BOARD)
    assert THREE_BY_EIGHT.balance(BOARD) == (11, 10)


def test_no_simpler_reason_is_enough_on_the_board_of_3_by_8_squares():
    def colour(v):
        return (v[0] + v[1]) % 2

    assert all(colour(u) != colour(v) for u, v in BOARD.edges)
    assert sum(map(colour, BOARD)) == 12
    assert min(d for _, d in BOARD.degree) == 2
    assert nx.is_biconnected(BOARD)
    without_moats = replace(THREE_BY_EIGHT, weights=replace(THREE_BY_EIGHT.weights, sets=()))
    refused(without_moats, BOARD, "edges offer")


def test_squares_are_called_by_their_names():
    text = THREE_BY_EIGHT.explain()
    assert "cycle: let each of a1, a2, a3, b2, g2, h1, h2, h3 weigh 1, each of" in text
    assert "each of c2, f2 weigh -1, and every other square nothing. A move weighs" in text
    assert "crosses the border of a set: 1/2 for A = {" in text  # named as in the picture
    again = Proof.from_json(THREE_BY_EIGHT.to_json())
    assert again == THREE_BY_EIGHT
    assert again.explain() == text


def test_no_other_board_is_fooled_by_it():
    for columns in (7, 9, 10):
        refused(THREE_BY_EIGHT, knight_graph(3, columns), "edges offer|is not a node")
    refused(replace(THREE_BY_EIGHT, closed=False), BOARD, "edges offer")


# exactness


@every_true_weighing
def test_only_the_proportions_of_the_weights_matter(G, proof):
    def scaled(pairs, factor):
        return tuple((key, weight * factor) for key, weight in pairs)

    for factor in (2, 7, Fraction(1, 3), 10**100, Fraction(1, 10**100)):
        weights = Weights(
            nodes=scaled(proof.weights.nodes, factor),
            entering=scaled(proof.weights.entering, factor),
            sets=scaled(proof.weights.sets, factor),
        )
        replace(proof, weights=weights).check(G)


@every_true_weighing
def test_the_order_of_weights_does_not_matter(G, proof):
    weights = Weights(
        nodes=proof.weights.nodes[::-1],
        entering=proof.weights.entering[::-1],
        sets=proof.weights.sets[::-1],
    )
    replace(proof, weights=weights).check(G)


@every_true_weighing
def test_only_exact_numbers_are_weights(G, proof):
    assert proof.weights.sets
    for field in ("nodes", "entering", "sets"):
        pairs = getattr(proof.weights, field)
        for number in (float, complex, Decimal, str, lambda weight: None, lambda weight: [weight]):
            for k, (key, weight) in enumerate(pairs):
                wrong = number(weight) if number is not Decimal else Decimal(float(weight))
                inexact = (*pairs[:k], (key, wrong), *pairs[k + 1 :])
                weights = replace(proof.weights, **{field: inexact})
                refused(replace(proof, weights=weights), G, "exact")


def test_true_is_no_weight():
    star = nx.star_graph(3)
    weighing({1: 1}, **CLOSED).check(star)
    refused(weighing({1: True}, **CLOSED), star, "exact")
    refused(weighing({1: 1}, sets=[({1}, True)], **CLOSED), star, "exact")


@together(
    ("G", "proof"),
    [
        (nx.cycle_graph(4), weighing(ones(range(4)), **CLOSED)),
        (nx.cycle_graph(5), weighing(ones([0, 2]), **CLOSED)),
        (nx.cycle_graph(6), weighing(sets=[({0, 1, 2}, 1)], **CLOSED)),
        (
            nx.complete_bipartite_graph(3, 3),
            weighing(ones([0, 1, 2]) | dict.fromkeys([3, 4, 5], -1), **CLOSED),
        ),
        (nx.path_graph(4), weighing(ones([0, 3]) | {HOME: -1}, **OPEN)),
        (nx.path_graph(4), weighing(ones([0, 3]) | {HOME: -1}, **FROM_0)),
        (nx.cycle_graph(4, nx.DiGraph), weighing(ones([0]), ones([1, 2]), **CLOSED)),
        (nx.cycle_graph(4, nx.DiGraph), weighing(sets=[({0, 1}, HALF)], **CLOSED)),
        (nx.petersen_graph(), weighing(**CLOSED)),
        (nx.empty_graph(3), weighing(**CLOSED)),
        (nx.empty_graph(3), weighing(**OPEN)),
    ],
)
def test_a_total_that_just_reaches_the_bound_is_no_proof(G, proof):
    demand, supply = proof.balance(G)
    assert demand == supply
    refused(proof, G, "edges offer")


def test_the_smallest_difference_is_a_proof_and_none_is_not():
    star = nx.star_graph(3)  # one edge at node 1
    for tiny in (1, Fraction(1, 10**50)):
        weighing({1: tiny}, **CLOSED).check(star)
    weight = Fraction(1, 3)
    G = nx.complete_bipartite_graph(2, 3)
    weights = dict.fromkeys((2, 3, 4), weight) | dict.fromkeys((0, 1), -weight)
    assert weighing(weights, **CLOSED).balance(G) == (2 * weight, 0)
    # in floating point, 0.1 + 0.2 - 0.3 is greater than 0
    tenths = {0: Fraction(1, 10), 1: Fraction(2, 10), 2: Fraction(-3, 10)}
    ring = nx.cycle_graph(3)
    demand, supply = weighing(tenths, **CLOSED).balance(ring)
    assert demand == 0
    assert supply == Fraction(3, 10)


# what may be weighed


@together("weight", [0, -1, Fraction(-1, 2), Fraction(0)])
def test_sets_weigh_more_than_nothing(weight):
    G = nx.path_graph(4)
    refused(weighing({0: 1}, sets=[({0, 1}, weight)], **CLOSED), G, "must be positive")


def test_the_border_of_everything_or_nothing_is_not_weighed():
    G = nx.path_graph(4)
    for part in ((), range(4)):
        refused(weighing({0: 1}, sets=[(part, 1)], **CLOSED), G, "some nodes, but not all")
    for part in ((), [*range(4), HOME]):
        refused(weighing({0: 1}, sets=[(part, 1)], **OPEN), G, "some nodes, but not all")
    apart = nx.Graph([(0, 1), (2, 3)])
    weighing({HOME: -1}, sets=[({0, 1}, 1), ({2, 3}, 1)], **OPEN).check(apart)
    # around everything but home two edges are used, too
    net = network(apart, OPEN)
    assert weighing(sets=[(range(4), 1)], **OPEN).weights.balance(net) == (2, 4)


@together("stranger", [9, "0", (0,), None])
def test_only_nodes_are_weighed(stranger):
    star = nx.star_graph(3)
    refused(weighing({1: 1, stranger: 1}, **CLOSED), star, "is not a node")
    refused(weighing({1: 1, stranger: 0}, **CLOSED), star, "is not a node")
    refused(weighing({1: 1}, sets=[({1, stranger}, 1)], **CLOSED), star, "is not a node")
    fork = nx.DiGraph([(0, 1), (0, 2)])
    refused(weighing({1: 1}, {stranger: 1}, **CLOSED), fork, "is not a node")


def test_home_is_a_node_of_paths_only():
    star = nx.star_graph(3)
    refused(weighing({1: 1, HOME: 0}, **CLOSED), star, "is not a node")
    refused(weighing({1: 1}, sets=[({1, HOME}, 1)], **CLOSED), star, "is not a node")
    weighing(ones([1, 2, 3]) | {HOME: -1}, **OPEN).check(star)


def test_a_node_is_weighed_once():
    star, fork = nx.star_graph(3), nx.DiGraph([(0, 1), (0, 2)])
    twice = Weights(nodes=((1, 1), (1, 1)))
    refused(Weighing(weights=twice, **CLOSED), star, "twice")
    refused(
        Weighing(weights=replace(twice, nodes=((1, 1), (2, 1), (True, 3))), **CLOSED), star, "twice"
    )
    refused(Weighing(weights=Weights(entering=((1, 1), (1, 1))), **CLOSED), fork, "twice")


def test_only_nodes_of_a_digraph_weigh_differently_on_entering():
    refused(weighing({1: 1}, {1: 1}, **CLOSED), nx.star_graph(3), "digraph")
    weighing({1: 1}, {1: 1}, **CLOSED).check(nx.DiGraph([(0, 1), (0, 2)]))


def test_a_border_that_is_listed_twice_weighs_twice():
    G = nx.Graph([(0, 1), (2, 3)])
    once, twice = (weighing(sets=[({0, 1}, 1)] * count, **CLOSED) for count in (1, 2))
    assert once.balance(G) == (2, 0)
    assert twice.balance(G) == (4, 0)


# totals


@every_true_weighing
def test_totals_are_compared_with_the_graph(G, proof):
    demand, supply = proof.balance(G)
    told = replace(proof, totals=(demand, supply))
    told.check(G)
    assert f"weigh at least {demand}" in told.explain()
    assert f"only {supply}" in told.explain()
    again = Proof.from_json(told.to_json())
    assert again == told
    for totals in ((demand + 1, supply), (demand, supply - 1), (supply, demand), (), (demand,)):
        refused(replace(proof, totals=totals), G, "the totals are not those of the graph")


# the balance against tours, and against a slow twin


def weight_of(edges, proof, *, directed):
    """Return what edges weigh, by the slow twin; None is home."""
    weights = proof.weights

    def homely(pairs):
        return {None if v is HOME else v: weight for v, weight in pairs}

    sets = [({None if v is HOME else v for v in part}, weight) for part, weight in weights.sets]
    nodes, entering = homely(weights.nodes), homely(weights.entering)
    return [weight_of_edge(e, nodes, entering, sets, directed=directed) for e in edges]


@given(graphs_and_questions | larger, randoms)
def test_the_edges_offer_what_they_weigh(case, random):
    G, question = case
    proof = random_weighing(random, G, question)
    net = network(G, question)
    names = [None if v is HOME else v for v in net.nodes]
    edges = [(names[u], names[v]) for u, v in net.edges]
    weighed = weight_of(edges, proof, directed=net.directed)
    used, unused = (set(random.sample(range(len(edges)), len(edges) // 4)) for _ in range(2))
    demand, supply = proof.weights.balance(net, used, unused - used)
    assert supply == sum(
        weight if e in used or e in net.given else 0 if e in unused else max(0, weight)
        for e, weight in enumerate(weighed)
    )
    each = 1 if net.directed else 2
    weights = proof.weights
    assert demand == each * sum(weight for _, weight in (*weights.nodes, *weights.entering)) + (
        2 * sum(weight for _, weight in weights.sets)
    )
    assert proof.balance(G) == proof.weights.balance(net)


@given(graphs_and_questions, randoms)
def test_every_tour_weighs_at_least_the_demand_and_at_most_the_supply(case, random):
    G, question = case
    proof = random_weighing(random, G, question)
    net = network(G, question)
    for tour in edges_of_tours(G, **question):
        weight = sum(weight_of(tour, proof, directed=net.directed))
        used = {net.edge([HOME if v is None else v for v in pair]) for pair in tour}
        demand, supply = proof.balance(G)
        assert demand <= weight <= supply
        # and under any assumptions that agree with it
        some = {e for e in used if random.random() < 0.5}
        others = {e for e in range(len(net.edges)) if e not in used and random.random() < 0.5}
        demand, supply = proof.weights.balance(net, some, others)
        assert demand <= weight <= supply
        demand, supply = proof.weights.balance(net, used, set(range(len(net.edges))) - used)
        assert supply == weight
        event("a tour")
        break


# named reasons are weighings


@every_named_certificate
def test_a_named_reason_is_a_weighing(G, proof):
    same = proof.as_weighing(G)
    assert isinstance(same, Weighing)
    assert (same.closed, same.start, same.end) == (proof.closed, proof.start, proof.end)
    assert same.claim == proof.claim
    same.check(G)
    assert Proof.from_json(same.to_json()) == same
    assert same.explain().startswith(proof.claim)


@every_named_certificate
def test_a_named_reason_is_a_weighing_of_every_kind_of_graph(G, proof):
    H = (nx.MultiDiGraph if G.is_directed() else nx.MultiGraph)(G)
    H.add_edges_from([*G.edges, *((v, v) for v in G)])
    proof.as_weighing(H).check(H)
    proof.as_weighing(nx.freeze(G)).check(G)


def test_the_named_reasons_are_five():
    assert {kind(proof) for _, proof in NAMED.values()} == {
        "BipartitionImbalance",
        "CutVertex",
        "DegreeDeficiency",
        "Disconnection",
        "Toughness",
    }


def test_the_board_of_a_named_reason_is_kept():
    proof = DegreeDeficiency(nodes=((1, 1),), side="neighbours", **CLOSED, ranks=3)
    G = knight_graph(3)
    proof.check(G)
    assert proof.as_weighing(G).ranks == 3
    assert "let b2 weigh 1" in proof.as_weighing(G).explain()


@pytest.mark.slow
@given(graphs(5).flatmap(lambda G: st.tuples(st.just(G), questions(G))))
def test_every_named_reason_of_a_small_graph_is_a_weighing(case):
    G, question = case
    for proof in named_certificates(G, question):
        assert holds(proof.as_weighing(G), G), proof
        event(kind(proof))


@given(larger_with_tours, randoms)
def test_no_weighing_of_another_graph_holds_where_there_is_a_tour(case, random):
    G, question = case
    H = G.copy()
    H.remove_edges_from(random.sample(list(G.edges), len(G.edges) // 2))
    for part in nx.connected_components(H.to_undirected()):
        weights = ones(part) if random.random() < 0.5 else {}
        sets = [(part, 1)] if 0 < len(part) < len(G) else []
        proof = weighing(weights, sets=sets, **question)
        assert not holds(proof, G)


# what it says


def test_a_weighing_is_explained_with_its_weights():
    G = nx.complete_bipartite_graph(2, 3)
    proof = weighing(dict.fromkeys((0, 1), -1) | ones((2, 3, 4)), **CLOSED)
    proof.check(G)
    text = proof.explain()
    assert text.startswith(
        "There is no Hamiltonian cycle: let each of 2, 3, 4 weigh 1, each of 0, 1 weigh -1, and"
        " every other node nothing. An edge weighs what its two nodes weigh together. A cycle has"
        " two edges at every node, so its edges weigh more together than"
    )
    one = weighing({1: HALF}, sets=[({1, 2}, 3)], **CLOSED).explain()
    assert ": let 1 weigh 1/2, and" in one
    assert "more if it crosses the border of a set: 3 for A = {1, 2}. A cycle" in one
    path = weighing({HOME: -1}, **FROM_0_TO_1).explain()
    assert path.startswith("There is no Hamiltonian path from 0 to 1: let home weigh -1, and")
    assert "A path, closed by edges from its ends to home, has" in path
    both = weighing({1: 1}, {2: -1}, **TO_0).explain()
    assert ": let 1 weigh 1 on leaving, 2 weigh -1 on entering, and" in both
    assert "one edge out of and one into every node" in both


def test_only_weights_that_matter_are_told():
    for side in ("predecessors", "successors"):
        for question in (CLOSED, OPEN):
            G = nx.DiGraph([(0, 1), (0, 2)] if side == "successors" else [(1, 0), (2, 0)])
            nodes = (1, 2)
            proof = DegreeDeficiency(nodes=nodes, side=side, **question)
            proof.check(G)
            text = proof.as_weighing(G).explain()
            assert ", ;" not in text
            assert ": ;" not in text


def test_weights_of_nothing_are_left_out():
    question = DegreeDeficiency(nodes=(), side="neighbours", **FROM_0)
    proof = Weighing.of(question, {0: 0, 1: 2}, {2: 0, 3: 1}, sets={frozenset({1}): 0})
    assert proof.weights == Weights(nodes=((1, 2),), entering=((3, 1),))
    assert (proof.closed, proof.start, proof.end) == (False, 0, None)


def test_more_weights_are_more_effort():
    few = weighing({1: 1}, **CLOSED)
    more = weighing({1: 1, 2: 1}, **CLOSED)
    most = weighing({1: 1, 2: 1}, sets=[({1, 2, 3}, 1)], **CLOSED)
    assert few.effort < more.effort < most.effort


def test_weights_have_a_common_denominator_of_few_digits():
    G = nx.star_graph(3)
    proof = DegreeDeficiency(**CLOSED, nodes=(1, 2, 3), side="neighbours").as_weighing(G)
    many = tuple((v, Fraction(1, 10**400 + v)) for v in G)
    refused(replace(proof, weights=Weights(nodes=many)), G, "common denominator")
    replace(proof, weights=Weights(nodes=((1, Fraction(1, 10**900)),))).check(G)
