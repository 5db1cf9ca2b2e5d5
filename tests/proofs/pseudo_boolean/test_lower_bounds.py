"""Lower bounds of tours: no tour of at most U - 1 units, with combs, spanning trees and cases."""

import os
from dataclasses import replace
from pathlib import Path
from random import Random

import networkx as nx
import pytest
from exports import accepted, chosen, holds, is_refused
from hypothesis import given, settings, strategies as st
from pseudo_boolean_checker import read_formula
from test_lower_bound import (
    KINDS,
    LENGTHS,
    random_case as random_bound_case,
    random_graph,
    random_question,
    two_triangles,
)
from tour_bounds import lower_bound, shortest, weighted
from true_certificates import CLOSED

import icosian
from icosian import InvalidProof
from icosian.proofs import audit

DATA = Path(__file__).parents[2] / "data" / "tsp"
LARGER = Path(os.environ.get("ICOSIAN_DATA", "none")) / "tsp"


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
@given(st.integers(0, 2**32), st.booleans())
@settings(max_examples=10)
def test_bounds_of_random_graphs_are_accepted(kind, seed, exact):
    G, _, proof = random_bound_case(seed, kind, **({} if exact else {"lengths": LENGTHS}))
    accepted(proof, G)


def test_combs_and_cases_are_accepted():
    # a blossom: three edges of length 0 between two triangles whose edges are long
    G = nx.complete_graph(6)
    for u, v in G.edges:
        G[u][v]["weight"] = 0 if v == u + 3 else 3 if u // 3 == v // 3 else 20
    least = shortest(G, **CLOSED)
    for with_combs in (True, False):
        proof = lower_bound(G, least, with_combs=with_combs, with_root=False, **CLOSED)
        accepted(proof, G)
        if with_combs:
            assert any(len(family) > 1 for family in proof.families)
            assert " 4 d" in accepted(proof, G).proof


@given(st.integers(0, 2**32).map(Random), st.sampled_from(KINDS), st.booleans())
@settings(max_examples=10)
def test_cases_of_borders_are_accepted(random, kind, by_trees):
    G = random_graph(random, kind)
    question = random_question(random, G)
    try:
        least = shortest(G, **question)
        proof = lower_bound(
            G, 50 if least is None else least, splits=2, by_trees=by_trees, **question
        )
    except InvalidProof:  # a hidden edge was required
        return
    export = accepted(proof, G)
    splits = {entry for entry in proof.tree if isinstance(entry, tuple) and len(entry) == 1}
    assert export.proof.count("\nred ") == 2 * len(splits)


def test_a_border_is_crossed_twice_or_at_least_four_times():
    G, proof = two_triangles()
    export = accepted(proof, G)
    often = export.variables.index(None) + 1
    assert f"* x{often} null at least four edges leave {{0, 1, 2}}" in export.formula
    lines = [line for line in export.proof.splitlines() if f"x{often}" in line]
    assert lines == [
        f"red 1 ~x1 1 ~x2 1 ~x6 1 ~x{often} >= 2 ; x{often} -> 0",
        f"red 1 x1 1 x2 1 x6 2 x{often} >= 2 ; x{often} -> 1",
        f"rup 1 x{often} >= 1 ;",
        f"rup 1 ~x{often} >= 1 ;",
    ]
    for old, new in (
        (">= 2 ; x16 -> 0", ">= 3 ; x16 -> 0"),  # one edge less within, always
        (">= 2 ; x16 -> 0", ">= 2 ; x16 -> 1"),
        ("1 ~x6 1 ~x16", "1 ~x7 1 ~x16"),
        ("1 ~x6 1 ~x16", "1 ~x6 1 x16"),
        ("2 x16 >= 2", "1 x16 >= 2"),  # then one edge within has to be used
        ("2 x16 >= 2", "2 x16 >= 3"),
        ("x16 -> 1", "x16 -> 0"),
        ("x16 -> 1", "x1 -> 1"),  # a variable of the formula
        ("x16 -> 1", "x17 -> 1"),
        ("x16 -> 1", "x16 -> x1"),
        (" ; x16 -> 1", " ;"),
        ("rup 1 x16", "rup 1 ~x16"),
    ):
        assert is_refused(export.formula, export.proof.replace(old, new)), (old, new)
        assert old in export.proof


@pytest.mark.parametrize("name", ["burma14", "gr24", "br17"])
def test_shortest_tours_of_tsplib_are_accepted(name):
    (file,) = DATA.glob(f"{name}.*")
    places = icosian.read_tsplib(file)
    proof = icosian.shortest_tour(places).proof
    accepted(proof, places)


@pytest.mark.exhaustive
@pytest.mark.skipif(not LARGER.exists(), reason="ICOSIAN_DATA names no folder of instances")
@pytest.mark.parametrize(
    "name", ["bays29", "dantzig42", "att48", "gr48", "berlin52", "ftv33", "p43", "pr76"]
)
def test_shortest_tours_of_larger_instances_are_accepted(name):
    (file,) = LARGER.glob(f"{name}.*")
    places = icosian.read_tsplib(file)
    tour = icosian.shortest_tour(places)
    assert tour.is_shortest
    accepted(tour.proof, places)


def test_the_tour_itself_meets_all_but_the_length():
    places = icosian.read_tsplib(*DATA.glob("burma14.*"))
    tour = icosian.shortest_tour(places)
    export = tour.proof.to_pseudo_boolean(places)
    _, rows = read_formula(export.formula)
    ones = chosen(export.variables, tuple(tour), closed=True, directed=False)
    assert len(ones) == 14
    assert sum(not holds(*row, ones) for row in rows) == 1


def test_a_bound_that_is_not_proved_is_not_exported():
    G = nx.complete_graph(5)
    proof = icosian.shortest_hamiltonian_cycle(G).proof
    with pytest.raises(icosian.InvalidProof, match="room for a shorter tour"):
        replace(proof, bound=proof.bound + 1).to_pseudo_boolean(G)


def test_the_nodes_of_a_board_are_squares():
    G = icosian.grid_graph(2, 3)
    formula = G.shortest_hamiltonian_cycle().proof.to_pseudo_boolean(G).formula
    assert "two edges at node c1" in formula


def test_lengths_may_be_given_by_a_function():
    G = nx.complete_graph(5)
    square = {"weight": lambda u, v, data: (u - v) ** 2}
    proof = icosian.shortest_hamiltonian_cycle(G, **square).proof
    accepted(proof, G, **square)


@pytest.mark.parametrize("with_root", [True, False])
def test_a_graph_without_tours_has_every_bound(with_root):
    for edges in ([(0, 1, 1), (1, 2, 1), (3, 4, 1)], [(0, 1, 1), (0, 2, 1), (1, 2, 1), (0, 3, 5)]):
        G = weighted(nx.Graph, edges)
        proof = lower_bound(G, 50, by_trees=True, with_root=with_root, **CLOSED)
        accepted(proof, G)


def test_an_arc_within_a_place_may_be_split_on():
    G = weighted(nx.DiGraph, [(0, 1, 2), (1, 2, 2), (2, 0, 2), (0, 2, 9), (2, 1, 9), (1, 0, 9)])
    proof = lower_bound(G, 6, with_root=False, **CLOSED)
    assert proof.tree == (0,)
    split = replace(proof, tree=((0, 3), 0, (0, 4), 0, 0))
    accepted(split, G)


def test_the_audit_knows_the_length():
    places = icosian.read_tsplib(*DATA.glob("burma14.*"))
    export = icosian.shortest_tour(places).proof.to_pseudo_boolean(places)
    lines = export.formula.splitlines(keepends=True)
    (place,) = (k for k, line in enumerate(lines) if "units long" in line)
    for old, new in ((">= -3322", ">= -3321"), ("-153 x1 ", "-154 x1 ")):
        wrong = lines[place + 1].replace(old, new)
        assert wrong != lines[place + 1]
        with pytest.raises(icosian.InvalidProof, match=f"line {place + 2}"):
            audit(places, "".join([*lines[: place + 1], wrong, *lines[place + 2 :]]))
