"""Proofs by counting: the true ones pass, the false ones are refused."""

import json
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
    named_certificates,
    network,
    questions,
    random_weighing,
    randoms,
)
from together import together
from true_certificates import CLOSED, FROM_0, HALF, OPEN, TRUE, by_rows, graph, kind, refused

import icosian
from icosian import InvalidProof, Proof, knight_graph
from icosian.proofs import (
    HOME,
    BipartitionImbalance,
    CutVertex,
    DegreeDeficiency,
    Disconnection,
    Toughness,
    Weighing,
    Weights,
)

# -- Degrees


def degrees(*nodes, side="neighbours", **question):
    return DegreeDeficiency(nodes=nodes, side=side, **question)


# -- Connection


def part(*nodes, **question):
    return Disconnection(part=frozenset(nodes), **question)


def test_a_square_without_moves_is_named():
    G = icosian.knight_graph(3)
    square = frozenset({(1, 1)})
    for closed in (True, False):
        proof = Disconnection(closed=closed, ranks=3, part=square)
        proof.check(G)
        assert proof.explain().endswith(": no move leads to b2.")
        assert proof.effort == 1
    D = G.to_directed()
    D.add_edge((0, 0), (1, 1))
    with pytest.raises(InvalidProof, match="a move leads to the square"):
        Disconnection(closed=True, ranks=3, part=square).check(D)
    Disconnection(closed=True, part=square).check(D)  # which says only that none leads away


# -- Cut vertices


def hanging(*parts, **question):
    return CutVertex(parts=tuple((v, frozenset(part)) for v, part in parts), **question)


MILL = nx.windmill_graph(3, 3)  # three triangles 0, 1, 2 and 0, 3, 4 and 0, 5, 6

A, B, C = ((0, (k, k + 1)) for k in (1, 3, 5))


# -- Toughness


def tough(removed, parts, **question):
    return Toughness(removed=frozenset(removed), parts=parts, **question)


THREE = graph("02 23 31 04 45 51 06 67 71")  # three paths between 0 and 1


NONE_BETWEEN = by_rows({1: [None], None: [1, 2], 2: [None]})


# -- Parity


def parity(crowd, others, **question):
    return BipartitionImbalance(crowd=frozenset(crowd), others=frozenset(others), **question)


LOPSIDED = nx.complete_bipartite_graph(2, 4)  # 0, 1 | 2, 3, 4, 5


@together("rows", range(3, 9))
@together("columns", [4, 5, 7, 9])
def test_the_square_a1_is_dark(rows, columns):
    board = icosian.Board((rows, columns))
    dark = sum(
        ("abcdefghi".index(name[0]) + int(name[1:]) - 1) % 2 == 0
        for name in map(board.name, board.squares)
    )
    G = icosian.leaper_graph(0, 1, rows, columns)  # connected, and not balanced if odd by odd
    if rows % 2 and columns % 2:
        text = icosian.prove_no_hamiltonian_cycle(G).explain()
        assert f"{dark} dark squares, {len(G) - dark} light squares" in text
    else:
        assert 2 * dark == len(G)


def test_sides_without_colours_are_called_sides():
    text = icosian.prove_no_hamiltonian_cycle(nx.complete_bipartite_graph(2, 3)).explain()
    assert "3 nodes on one side, 2 on the other" in text


FREE_TEXT = [
    ("a\n", "b"),
    ("", ""),
    ("dark", "light"),
    ("on the other", "nodes on one side"),
    ("dark squares", "dark squares"),
    ("nodes, as there is no cycle in any graph", "on the other"),
]


@together("names", FREE_TEXT)
def test_the_words_for_the_sides_are_those_of_the_checker(names):
    sides = frozenset({1, 2}), frozenset({0})
    proof = BipartitionImbalance(**CLOSED, crowd=sides[0], others=sides[1])
    star = nx.star_graph(2)
    proof.check(star)
    refused(replace(proof, names=names), star, "the sides are not ")
    board = knight_graph(5)
    own = icosian.prove_no_hamiltonian_cycle(board)
    refused(replace(own, names=names), board, "the sides are not ")


@pytest.mark.parametrize("names", [["a\n", "b"], ["a", "\x1b[2J"], ["\x00", "\x00"]])
def test_sides_have_names_that_can_be_printed(names):
    proof = BipartitionImbalance(**CLOSED, crowd=frozenset({1, 2}), others=frozenset({0}))
    payload = json.loads(proof.to_json())
    assert Proof.from_json(json.dumps(payload)) == proof
    with pytest.raises(InvalidProof, match="expected str"):
        Proof.from_json(json.dumps({**payload, "names": names}))


# -- The ends of paths


FREE, STAR = (None, None), nx.star_graph(4)
ONE_WAY, FORK = nx.path_graph(4, nx.DiGraph), nx.DiGraph([(0, 1), (0, 2)])
TWO_RINGS = nx.DiGraph([(0, 1), (1, 0), (2, 3), (3, 2)])
FEW, MANY = "ends enough", "not too many"
LEFT, EVEN = nx.complete_bipartite_graph(3, 2), nx.complete_bipartite_graph(3, 3)
LAST, FIRST = {"side": "successors"}, {"side": "predecessors"}


@together(
    ("G", "proof", "why", "false", "true"),
    [
        (STAR, degrees(1, 2, 3, **OPEN), FEW, [], [FREE]),
        (STAR, degrees(1, 2, **OPEN), FEW, [FREE, (1, None), (None, 2), (1, 2), (2, 1)], [(3, 4)]),
        (STAR, degrees(1, **OPEN), FEW, [FREE], []),
        (FORK, degrees(1, **LAST, **OPEN), FEW, [(None, 1), (2, None)], [(None, 2)]),
        (FORK, degrees(1, 2, **LAST, **OPEN), FEW, [], [(1, None)]),  # though 1 is no start
        (FORK, degrees(0, **FIRST, **OPEN), FEW, [FREE, (0, None)], [(1, None)]),
        (ONE_WAY, degrees(0, **FIRST, **OPEN), FEW, [FREE, (None, 3)], []),
        (ONE_WAY, degrees(3, **LAST, **OPEN), FEW, [FREE, (0, None)], []),
        (
            ONE_WAY,
            part(2, 3, **OPEN),
            "may lead into the part and end there",
            [FREE, (0, None), (None, 3), (1, 2)],
            [(2, None), (None, 1), (0, 1)],
        ),
        (TWO_RINGS, part(0, 1, **OPEN), FEW, [], [FREE, (0, None), (None, 3), (0, 3)]),
        (MILL, hanging(A, B, C, **OPEN), FEW, [], [FREE, (1, None), (None, 1), (1, 3), (1, 2)]),
        (
            MILL,
            hanging(A, B, **OPEN),
            FEW,
            [FREE, (1, None), (None, 1), (1, 3)],
            [(5, None), (None, 0), (5, 1), (1, 2)],
        ),
        (MILL, hanging(A, **OPEN), FEW, [FREE, (5, None), (None, 1), (2, 1), (1, 5)], [(3, 4)]),
        (nx.path_graph(3), hanging((1, (0,)), (1, (2,)), **OPEN), FEW, [(0, 2), (2, 0)], []),
        (
            THREE,
            tough([0, 1], 3, **OPEN),
            MANY,
            [FREE, (2, None), (None, 2), (2, 4)],
            [(0, None), (None, 0), (0, 1), (1, 4)],
        ),
        (nx.cycle_graph(6), tough([0, 2], 2, **OPEN), MANY, [(0, None)], [(0, 2)]),
        (
            LEFT,
            parity([0, 1, 2], [3, 4], **OPEN),
            MANY,
            [FREE, (0, None), (None, 2), (0, 2)],
            [(3, None), (None, 4), (3, 0), (3, 4)],
        ),
        (
            EVEN,
            parity([0, 1, 2], [3, 4, 5], **OPEN),
            MANY,
            [FREE, (0, None), (3, None), (0, 3), (0, 1)],
            [(3, 4)],
        ),
    ],
)
def test_a_reason_depends_on_the_ends_of_the_path(G, proof, why, false, true):
    for start, end in false:
        refused(replace(proof, start=start, end=end), G, why)
    for start, end in true:
        replace(proof, start=start, end=end).check(G)


# -- Weighings: the arithmetic is exact, and every named reason is one of them


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


# what it says


def test_weights_of_nothing_are_left_out():
    question = DegreeDeficiency(nodes=(), side="neighbours", **FROM_0)
    proof = Weighing.of(question, {0: 0, 1: 2}, {2: 0, 3: 1}, sets={frozenset({1}): 0})
    assert proof.weights == Weights(nodes=((1, 2),), entering=((3, 1),))
    assert (proof.closed, proof.start, proof.end) == (False, 0, None)
