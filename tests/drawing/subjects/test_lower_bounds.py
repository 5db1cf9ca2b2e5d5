"""Pictures of lower bounds on graphs: tight edges, weights, borders, and which are refused."""

import itertools
import math
from dataclasses import replace
from fractions import Fraction

import networkx as nx
import pytest
from drawing_bounds import (
    EXAMPLES,
    one_way_street,
    scattered,
    small_board,
    trivial,
    two_triangles,
)
from hypothesis import given, strategies as st
from together import together

from icosian import shortest_tour
from icosian.drawing.subjects.lower_bounds import Dual
from icosian.drawing.subjects.proofs import proof_layout
from icosian.exceptions import InvalidArgument, InvalidProof
from icosian.proofs import DualWeights, LowerBound, Toughness
from icosian.proofs.certificate import unlimited
from icosian.proofs.lengths import cycle_problem
from icosian.tours.shortest.problem.places import Places
from icosian.tours.shortest.shortest_tour import ShortestTour

EVERY = together("name", EXAMPLES)


def subject(tour):
    return tour.places if tour.graph is None else tour.graph


def lines(layout, kind):
    return [line for strokes in layout.strokes if strokes.kind == kind for line in strokes.lines]


def legend(layout):
    return " ".join(label.text for label in layout.legend)


@EVERY
def test_the_examples_are_true(name):
    tour, proof = EXAMPLES[name]
    proof.check(subject(tour))


@EVERY
def test_a_picture_names_the_claim_and_both_numbers(name):
    tour, proof = EXAMPLES[name]
    layout = proof_layout(proof, tour)
    assert " ".join(label.text for label in layout.heading) == proof.claim
    assert "prove" in legend(layout)
    assert "the tour" in legend(layout)
    assert "the tour" not in legend(proof_layout(proof, subject(tour)))


def test_tight_edges_are_strong_on_the_tour_and_dashed_off_it():
    tour, proof = EXAMPLES["triangles"]
    layout = proof_layout(proof, tour)
    assert len(lines(layout, "strong")) == 6
    assert len(lines(layout, "tied")) == 3  # one of each triangle, and the third rung
    assert not lines(layout, "split")
    assert len(lines(proof_layout(proof, tour.graph), "strong")) == 9


def test_edges_of_the_tour_that_are_longer_than_their_weights_stand_out():
    tour, _ = EXAMPLES["board"]
    nodes = [(0, 0), (1, 1), (0, 2), (1, 2), (0, 1), (1, 0)]
    longer = ShortestTour(nodes, is_closed=True, length=16, G=tour.graph)
    layout = proof_layout(EXAMPLES["board"][1], longer)
    assert len(lines(layout, "split")) == 4
    assert "the tour also has the red ones" in legend(layout)


def test_borders_have_letters_and_weights():
    layout = proof_layout(*reversed(EXAMPLES["triangles"]))
    assert {label.text for label in layout.tags} == {"A", "2", "10"}  # and the lengths
    assert "Weights of borders: A: 8" in legend(layout)
    assert lines(layout, "set1")
    assert [text for spots in layout.spots for text in spots.texts] == ["1"] * 6


@pytest.mark.parametrize(
    ("factor", "tags"),
    [(1, {"2", "10"}), (Fraction(1, 3), {"0.67", "3.33"}), (12_345, set())],
)
def test_lengths_are_written_on_edges_if_they_are_short(factor, tags):
    tour, _ = EXAMPLES["triangles"]
    G = nx.Graph()
    G.add_weighted_edges_from((u, v, factor * w) for u, v, w in tour.graph.edges(data="weight"))
    layout = proof_layout(trivial(G), G)
    assert {label.text for label in layout.tags} == tags


def test_the_sets_of_a_comb_have_a_letter_each():
    G = nx.complete_graph(9)
    nx.set_edge_attributes(G, 9, "weight")
    comb = ((0, 1, 2), (0, 3), (1, 4), (2, 5))
    dual = DualWeights(potentials=(0,) * 9, families=((0, 3),))
    proof = LowerBound(
        closed=True, bound=0, nodes=tuple(G), scale=6, families=(comb,), weights=(dual,), tree=(0,)
    )
    layout = proof_layout(proof, G)
    assert "".join(sorted({label.text for label in layout.tags})) == "ABCD"
    assert "comb A, B, C, D: 0.5" in legend(layout)


@pytest.mark.parametrize(("require", "bound"), [((), 14), (((3, 4),), 15)])
def test_weights_without_borders_may_show_a_minimum_1_tree(require, bound):
    G = nx.cycle_graph(6)
    nx.set_edge_attributes(G, {(u, v): 1 + u for u, v in G.edges}, "weight")
    G.add_edge(1, 4, weight=2)
    proof = trivial(G, bound=bound, require=require)
    proof.check(G)
    layout = proof_layout(proof, G)
    assert "Strong edges are a minimum 1-tree" in legend(layout)
    assert len(lines(layout, "strong")) == 6
    assert f"prove {bound}" in legend(layout)


def test_a_bound_of_whole_lengths_is_rounded_up():
    tour, proof = EXAMPLES["triangles"]
    less = DualWeights(potentials=(4,) * 6, families=((0, 31),))
    proof = replace(proof, scale=4, weights=(less,))
    proof.check(tour.graph)
    assert "prove 27.5 and so 28, the tour has 28" in legend(proof_layout(proof, tour))
    proof = replace(proof, bound=29)
    assert "prove 27.5, the tour has 28" in legend(proof_layout(proof, tour))


def test_sets_that_are_not_drawn_are_counted():
    G = nx.cycle_graph(30)
    families = tuple(((k, k + 1),) for k in range(20))
    dual = DualWeights(potentials=(0,) * 30, families=tuple((k, 1) for k in range(20)))
    proof = LowerBound(
        closed=True, bound=0, nodes=tuple(G), scale=9, families=families, weights=(dual,), tree=(0,)
    )
    assert "8 of 20 sets are not drawn" in legend(proof_layout(proof, G))


def test_weights_are_written_on_squares():
    tour, proof = EXAMPLES["board"]
    layout = proof_layout(proof, tour)
    assert [text for spots in layout.spots for text in spots.texts] == ["1"] * 6
    assert layout.rows


def test_a_set_with_home_is_outlined_from_the_other_side():
    G = nx.path_graph(5)
    dual = DualWeights(potentials=(0,) * 6, families=((0, 1),))
    proof = LowerBound(
        closed=False,
        bound=0,
        nodes=tuple(G),
        scale=1,
        families=(((3, 4, 5),),),
        weights=(dual,),
        tree=(0,),
    )
    inside = {x for line in lines(proof_layout(proof, G), "set1") for x, _ in line}
    other = LowerBound(
        **{**vars(proof), "families": (((0, 1, 2),),)},
    )
    assert inside == {x for line in lines(proof_layout(other, G), "set1") for x, _ in line}


def test_tight_arcs_have_heads_and_ends_have_stubs():
    tour, proof = EXAMPLES["one way"]
    layout = proof_layout(proof, tour)
    (strong,) = [strokes for strokes in layout.strokes if strokes.kind == "strong"]
    assert len(strong.lines) == len(strong.heads) == 3
    assert layout.starts


def test_complete_graphs_show_tight_edges_only():
    G = nx.complete_graph(20)
    for u, v in G.edges:
        G.edges[u, v]["weight"] = 0 if abs(u - v) in {1, 19} else 7
    layout = proof_layout(trivial(G), G)
    assert not layout.edges
    assert len(lines(layout, "strong")) == 20


def test_places_without_positions_are_on_a_circle():
    rows = [[0 if abs(u - v) in {0, 1, 7} else 5 for u in range(8)] for v in range(8)]
    layout = proof_layout(trivial(range(8)), Places.from_matrix(rows))
    assert len(lines(layout, "strong")) == 8


def test_a_circle_is_in_the_order_of_the_tour():
    rows = [[0 if u == v else (7 * u - 7 * v) % 20 for u in range(20)] for v in range(20)]
    places = Places.from_matrix(rows)
    order = [3 * k % 20 for k in range(20)]
    proof = trivial(range(20), size=40)
    tour = ShortestTour(order, is_closed=True, length=0, bound=0, proof=proof, places=places)
    layout = proof_layout(proof, tour)
    on_tour = [*lines(layout, "strong"), *lines(layout, "split")]
    assert len(on_tour) == 20
    assert max(math.dist(*line) for line in on_tour) < 2


def test_a_bound_of_several_cases_says_how_many():
    G = nx.cycle_graph(4)
    weights = DualWeights(potentials=(0,) * 4)
    proof = replace(trivial(G), bound=4, weights=(weights,), tree=((0, 1), 0, 0), weight=None)
    proof.check(G)
    assert "cases" not in legend(proof_layout(proof, G))
    assert "2 cases prove the rest" in legend(proof_layout(replace(proof, bound=5), G))


def test_of_very_many_places_only_the_tour_is_drawn():
    tour = scattered(1001)
    layout = proof_layout(tour.proof, tour)
    assert not layout.areas
    assert len(lines(layout, "strong")) == 1001
    assert " ".join(label.text for label in layout.heading) == tour.proof.claim


@pytest.mark.parametrize(
    "left", [{"leave_out": 1}, {"prizes": {"d": 2}}, {"groups": [["a", "d"]]}], ids=str
)
def test_zones_are_not_drawn_where_a_tour_need_not_cross_them(left):
    places = {"a": (0, 0), "b": (4, 0), "c": (0, 3), "d": (9, 9)}
    tour = shortest_tour(places, start="b", **left)
    layout = proof_layout(tour.proof, tour)
    assert tour.skipped
    assert not layout.areas
    assert not legend(layout)
    assert len(lines(layout, "strong")) == len(tour)


def test_lengths_may_come_from_a_function():
    tour, proof = EXAMPLES["triangles"]
    G = nx.Graph(tour.graph.edges)

    def lengths(u, v, _data):
        return 10 if abs(u - v) == 3 else 2

    assert "prove 28" not in legend(proof_layout(proof, G))
    assert "prove 28" in legend(proof_layout(proof, G, weight=lengths))


def test_other_proofs_have_no_lengths():
    proof = Toughness(closed=True, removed=frozenset({0}), parts=3)
    with pytest.raises(InvalidArgument, match="only bounds have lengths, got weight='km'"):
        proof_layout(proof, nx.star_graph(3), weight="km")


@pytest.mark.parametrize(
    ("thing", "message"),
    [
        (nx.cycle_graph(5), "not those of the graph"),
        (3, "must be a networkx graph, Places or a ShortestTour, got 3"),
        (Places([(0, 0), (1, 1), (2, 0)]), "not those of the graph"),
    ],
)
def test_a_bound_is_drawn_on_what_it_is_about(thing, message):
    with pytest.raises(InvalidArgument, match=message):
        proof_layout(EXAMPLES["triangles"][1], thing)


def test_weights_of_other_nodes_are_refused():
    G = nx.cycle_graph(4)
    with pytest.raises(InvalidArgument, match="not those of as many nodes"):
        proof_layout(trivial(G, size=5), G)


# Weights.


def dual(proof, G):
    problem = cycle_problem(G, proof.statement, proof.nodes, proof.unit, proof.weight, unlimited)
    return Dual(proof, problem)


@pytest.mark.parametrize("example", [two_triangles, small_board, one_way_street])
def test_weights_that_prove_a_bound_make_it_by_the_edges_of_a_shortest_tour(example):
    tour, proof = example()
    weights = dual(proof, tour.graph)
    assert weights.bound == proof.bound == tour.length
    key = tuple if weights.is_directed else frozenset
    assert set(map(key, tour.edges())) <= set(map(key, weights.edges))
    for u, v in tour.edges():
        assert weights.length(u, v) == tour.graph.edges[u, v]["weight"]


@given(st.integers(4, 7), st.data())
def test_any_weights_give_a_bound_below_every_tour(n, data):
    G = nx.complete_graph(n)
    for u, v in G.edges:
        G.edges[u, v]["weight"] = data.draw(st.integers(-5, 20))
    potentials = tuple(data.draw(st.integers(-9, 9)) for _ in range(n))
    part = tuple(sorted(data.draw(st.sets(st.integers(0, n - 1), min_size=1, max_size=n - 1))))
    families = data.draw(st.sampled_from([(), ((0, 3),)]))
    proof = LowerBound(
        closed=True,
        bound=-100,
        nodes=tuple(G),
        scale=2,
        families=((part,),),
        weights=(DualWeights(potentials=potentials, families=families),),
        tree=(0,),
    )
    shortest = min(
        sum(G.edges[pair]["weight"] for pair in itertools.pairwise((0, *order, 0)))
        for order in itertools.permutations(range(1, n))
    )
    weights = dual(proof, G)
    assert weights.bound <= shortest
    assert not weights.is_tree or (len(weights.edges) == n and not families)


def test_edges_that_weights_of_thirds_make_tight_are_found_in_spite_of_rounding():
    G = nx.cycle_graph(7)
    nx.set_edge_attributes(G, 10, "weight")
    third = DualWeights(potentials=(5_000_000 - 1,) * 7)
    proof = LowerBound(
        closed=True, bound=70, nodes=tuple(G), scale=10**6, weights=(third,), tree=(0,)
    )
    assert len(dual(proof, G).edges) == 7


def test_the_root_comes_before_the_weights_of_cases():
    G = nx.cycle_graph(4)
    root = DualWeights(potentials=(1, 2, 3, 4))
    proof = LowerBound(
        closed=True,
        bound=0,
        nodes=tuple(G),
        scale=2,
        root=root,
        weights=(DualWeights(potentials=(0,) * 4),),
        tree=(0,),
    )
    assert list(dual(proof, G).nodes.values()) == [Fraction(k, 2) for k in (1, 2, 3, 4)]


def test_a_set_of_a_digraph_is_shown_if_it_divides_no_node():
    G = nx.DiGraph([(0, 1), (1, 2), (2, 0), (1, 0)])
    families = (((0, 1, 3, 4),), ((0, 1, 3),))
    weights = DualWeights(potentials=(0,) * 6, families=((0, 1), (1, 1)))
    proof = LowerBound(
        closed=True,
        bound=0,
        nodes=(0, 1, 2),
        scale=1,
        families=families,
        weights=(weights,),
        tree=(0,),
    )
    ((parts, weight),) = dual(proof, G).families
    assert parts in ([{0, 1}], [{2}])
    assert weight == 1


def test_a_proof_without_weights_is_refused():
    G = nx.cycle_graph(4)
    proof = LowerBound(closed=True, bound=0, nodes=tuple(G), scale=1, weights=(), tree=())
    with pytest.raises(InvalidProof, match="not those of as many nodes"):
        dual(proof, G)
    with pytest.raises(InvalidProof, match="not those of as many nodes"):
        dual(trivial(G, size=3), G)
