"""Pseudo-Boolean exports of proofs, accepted by a checker that shares nothing with them."""

import os
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import permutations
from pathlib import Path
from random import Random

import networkx as nx
import pytest
from exports import accepted, chosen, holds, is_refused, numbered
from hypothesis import given, strategies as st
from lrat_checker import check as check_lrat
from pseudo_boolean_checker import check, read_formula
from test_lower_bound import (
    KINDS,
    LENGTHS,
    random_case as random_bound_case,
    random_graph,
    random_question,
    two_triangles,
)
from test_positions import TRUE, is_asked_for, timetables
from test_soundness import random_case, random_tree
from together import examples, together
from tour_bounds import lower_bound, shortest, weighted
from true_certificates import CLOSED

import icosian
from icosian import InvalidProof
from icosian.exceptions import NoClausalForm, NoPseudoBooleanForm
from icosian.proofs import (
    HOME,
    Cases,
    Claim,
    Conditional,
    ForcedEdges,
    Middle,
    Refutation,
    Step,
    Weighing,
    Weights,
    audit,
)
from icosian.proofs.clauses import EdgeModel
from icosian.proofs.derived import conditional_graph
from icosian.proofs.formulas.exports import forest, weigh_statements
from icosian.proofs.formulas.opb import (
    PositionFormula,
    StatedFacts,
    deny_splits,
    restate_cases,
    restate_refutation,
    tour_edges,
)
from icosian.proofs.instance import CycleInstance

# -- Bounds


DATA = Path(__file__).parents[1] / "data" / "tsp"
LARGER = Path(os.environ.get("ICOSIAN_DATA", "none")) / "tsp"
METHODS = ("forcing", "sat", "auto")


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
@given(st.integers(0, 2**32), st.booleans())
@examples(10)
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
@examples(4)
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


@cache
def solved(name, folder=DATA):
    places = icosian.read_tsplib(*folder.glob(f"{name}.*"))
    return places, icosian.shortest_tour(places)


@pytest.mark.parametrize("name", ["burma14", "gr24", "br17"])
def test_shortest_tours_of_tsplib_are_accepted(name):
    places, tour = solved(name)
    accepted(tour.proof, places)


@pytest.mark.exhaustive
@pytest.mark.skipif(not LARGER.exists(), reason="ICOSIAN_DATA names no folder of instances")
@pytest.mark.parametrize(
    "name", ["bays29", "dantzig42", "att48", "gr48", "berlin52", "ftv33", "p43", "pr76"]
)
def test_shortest_tours_of_larger_instances_are_accepted(name):
    places, tour = solved(name, LARGER)
    assert tour.is_shortest
    accepted(tour.proof, places)


def test_the_tour_itself_meets_all_but_the_length():
    places, tour = solved("burma14")
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
    places, tour = solved("burma14")
    export = tour.proof.to_pseudo_boolean(places)
    lines = export.formula.splitlines(keepends=True)
    (place,) = (k for k, line in enumerate(lines) if "units long" in line)
    for old, new in ((">= -3322", ">= -3321"), ("-153 x1 ", "-154 x1 ")):
        wrong = lines[place + 1].replace(old, new)
        assert wrong != lines[place + 1]
        with pytest.raises(icosian.InvalidProof, match=f"line {place + 2}"):
            audit(places, "".join([*lines[: place + 1], wrong, *lines[place + 2 :]]))


# -- Cases


def test_a_second_case_closes_its_split_and_those_that_end_with_it():
    assert [*deny_splits([(-1, False), (-2, False)])] == [[-1, -2]]
    assert [*deny_splits([(1, True), (2, True)])] == [[1, 2], [1], []]


def test_a_tree_has_a_clause_for_each_entry():
    G = nx.petersen_graph()
    proof = icosian.prove_no_hamiltonian_cycle(G)
    assert isinstance(proof, Cases)
    export = accepted(proof, G)
    assert export.proof.count("rup") == len(proof.tree)


def test_the_cases_are_needed():
    G = nx.petersen_graph()
    export = icosian.prove_no_hamiltonian_cycle(G).to_pseudo_boolean(G)
    head, size, *_, last, output, _, end = export.proof.splitlines(keepends=True)
    conclusion = f"conclusion UNSAT : {int(size.split()[1]) + 1}\n"
    assert is_refused(export.formula, f"{head}{size}{last}{output}{conclusion}{end}")


# -- Weighings


def test_a_weighing_is_one_line():
    for name in ((3, 8), (4, 6), (4, 4)):
        G = icosian.knight_graph(*name)
        proof = icosian.prove_no_hamiltonian_cycle(G)
        export = accepted(proof, G)
        assert check(export.formula, export.proof) == 1
        assert export.proof.splitlines()[2].startswith("pol ")


def test_fractions_become_integers_and_negative_weights_the_other_bound():
    G = nx.complete_bipartite_graph(2, 3)
    weights = Weights(nodes=((0, Fraction(-1, 2)), (1, Fraction(-1, 3)), (2, 0)))
    edges = tour_edges(G, Weighing(weights=weights, **CLOSED).statement, repr)
    parts = weigh_statements(edges, weights)
    assert parts == [(2, 3), (4, 2)]


def test_an_edge_that_is_used_counts_whatever_its_weight():
    # a star and a path between its leaves: the ends are given, and home has two edges
    G = nx.star_graph(4)
    proof = icosian.prove_no_hamiltonian_path(G, 1, 2)
    export = accepted(proof.as_weighing(G), G)
    assert export.formula.count("is used") == 2


# -- Spanning trees


@given(st.integers(0, 2**32).map(Random))
def test_the_sets_prove_the_length_of_a_minimum_spanning_tree(random):
    n = random.randint(3, 8)
    pairs = [(u, v) for u in range(n) for v in range(u + 1, n) if random.random() < 0.7]
    rests = [{v: random.randint(-4, 6) for w, v in pairs if w == u} for u in range(n)]
    tree = forest(rests, set(), 3)
    G = nx.Graph()
    G.add_nodes_from(range(1, n))
    G.add_weighted_edges_from((u, v, rests[u][v]) for u, v in pairs if u)
    assert set(tree.parts) == set(map(frozenset, nx.connected_components(G)))
    assert tree.circle is None
    if len(tree.parts) == 1 and n > 2:
        least = nx.minimum_spanning_tree(G).size("weight")
        bound = tree.top * (n - 2) - sum(step * (len(some) - 1) for some, step in tree.steps)
        assert bound == least
        for u, v in G.edges:  # no edge pays more than its length
            pays = tree.top - sum(step for some, step in tree.steps if {u, v} <= some)
            assert pays <= rests[u][v]
    ends = sorted(rests[0].values())
    assert tree.end == (ends[min(1, len(ends) - 1)] if ends else 0)


def test_required_edges_come_first_and_a_cycle_of_them_is_named():
    rests = [{1: 0, 2: 0}, {2: 9, 3: 1}, {3: 1}, {}]
    tree = forest(rests, {(1, 2)}, 5)
    assert tree.steps[0][0] == {1, 2}
    assert tree.top - sum(step for some, step in tree.steps if {1, 2} <= some) < -5
    assert forest(rests, {(1, 2), (1, 3), (2, 3)}, 5).circle == {1, 2, 3}
    assert forest(rests, {(0, 1)}, 5).end == 0


# -- Views


@given(st.integers(0, 2**32).map(Random), st.sampled_from(METHODS))
def test_proofs_with_ends_and_conditions_are_accepted(random, method):
    G, question = random_case(random, tour=False)
    closed = question.pop("closed")
    edges = list(G.edges)
    random.shuffle(edges)
    finder = icosian.hamiltonian_cycle if closed else icosian.hamiltonian_path
    try:
        finder(G, **question, require=edges[:2], forbid=edges[2:4], method=method)
    except (icosian.NoHamiltonianCycle, icosian.NoHamiltonianPath) as error:
        assert isinstance(error.proof, Conditional) or not edges
        accepted(error.proof, G)
        with suppress(NoClausalForm):
            export = error.proof.to_lrat(G)
            check_lrat(export.formula, export.proof)
            assert audit(G, export.formula) == error.proof.statement
    except icosian.InvalidArgument:  # an arc and its reverse
        pass


@pytest.mark.parametrize("kind", [nx.Graph, nx.DiGraph])
def test_halves_of_an_edge_are_the_edge_and_middles_are_no_nodes(kind):
    G = nx.complete_graph(4, kind)
    claim = Claim(closed=True, require=((0, 1),), forbid=((1, 2),))
    edges, middle = tour_edges(G, claim, repr), Middle(0, 1)
    H = conditional_graph(G, claim)
    assert edges.given.keys() == {edges.variable[0, 1]}
    assert (1, 2) not in edges.variable
    halves, sets = ((0, middle), (middle, 1), (2, 3)), (frozenset({0, middle}), frozenset({middle}))
    sets += (frozenset({middle, *G}),)
    question = {"closed": True, "sets": sets}
    refutation = restate_refutation(Refutation(edges=halves, clauses=(), **question), H, edges.net)
    assert refutation.edges == ((0, 1), (0, 1), (2, 3))
    cases = restate_cases(Cases(tree=(halves[0], None, None), **question), H, edges.net)
    assert cases.tree == ((0, 1), None, None)
    assert refutation.sets == cases.sets == (frozenset({0}),)


def test_conditions_that_clash_are_refuted():
    G = nx.complete_graph(5)
    for require in (((0, 1), (0, 2), (0, 3)), ((0, 1), (1, 2), (2, 0))):
        for method in METHODS:
            with pytest.raises(icosian.NoHamiltonianCycle) as error:
                icosian.hamiltonian_cycle(G, require=require, method=method)
            accepted(error.value.proof, G)


def test_a_proof_about_other_conditions_is_not_exported():
    G = nx.complete_graph(5)
    with pytest.raises(icosian.NoHamiltonianCycle) as error:
        icosian.hamiltonian_cycle(G, require=[(0, 1), (0, 2), (0, 3)], method="sat")
    for changed in (((0, 1), (0, 2)), ((0, 1), (0, 2), (1, 3))):
        for export in (Conditional.to_pseudo_boolean, Conditional.to_lrat):
            with pytest.raises(icosian.InvalidProof):
                export(replace(error.value.proof, require=changed), G)


# -- Numbers


@pytest.mark.slow
@together("name", TRUE)
def test_proofs_about_numbers_are_accepted(name):
    G, proof = TRUE[name]
    export = accepted(proof, G)
    assert len(export.variables) == len(G) ** 2 + export.formula.count("null nothing")


@given(timetables())
def test_the_formula_holds_for_just_the_tours_that_are_asked_for(drawn):
    G, asked = drawn
    export = PositionFormula(G, asked.statement, repr).finished()
    _, rows = read_formula(export.formula)
    for order in permutations(G):
        ones = numbered(export.variables, order)
        meets = all(holds(*row, ones) for row in rows)
        assert meets == is_asked_for(G, order, asked)
    clashing = asked.start is not None and asked.start == asked.end
    if not clashing:
        assert audit(G, export.formula) == asked.statement


def test_comments_say_what_variables_and_constraints_mean():
    G = nx.path_graph(3)
    asked = TRUE["out of reach"][1].statement
    formula = (
        PositionFormula(G, type(asked)(closed=False, start=0), "n{}".format).finished().formula
    )
    for line in (
        "* x8 [1, 3] n1 has number 3",
        "* each number has one node\n+1 x4 +1 x5 +1 x6 >= 1 ;",
        "* each node has one number\n-1 x2 -1 x5 -1 x8 >= -1 ;",
        "* a number given\n+1 x1 >= 1 ;",
        "* a step\n-1 x1 +1 x5 >= 0 ;",
    ):
        assert line in formula


# -- Replayed searches


@given(st.integers(0, 2**32).map(Random))
def test_random_trees_that_the_rules_close_are_accepted(random):
    G, question = random_case(random, tour=False)
    proof, is_closed = random_tree(random, G, question, most=40)
    if is_closed:
        accepted(proof, G)


def test_the_parity_of_a_border_is_derived():
    # two triangles joined by three edges: the prism; of its border two edges are used
    G = nx.circular_ladder_graph(3)
    G.add_edges_from([(0, "a"), ("a", 3), (1, "b"), ("b", 4), (2, "c"), ("c", 5)])
    G.remove_edges_from([(0, 3), (1, 4), (2, 5)])
    border = frozenset({0, 1, 2})
    steps = [
        *(
            Step(edges=((k, name), (name, k + 3)), used=True, node=name)
            for k, name in enumerate("abc")
        ),
        Step(edges=(), border=border),
    ]
    proof = ForcedEdges(steps=tuple(steps), **CLOSED)
    proof.check(G)
    assert "2 d" in accepted(proof, G).proof


def test_facts_state_only_what_a_clash_rests_on():
    # two triangles on a path: using two edges of both closes both, but one clash is enough
    G = nx.Graph([(0, 1), (1, 2), (0, 2), (2, 3), (3, 4), (3, 5), (4, 5), (5, 6), (6, 7), (7, 0)])
    edges = tour_edges(G, Claim(closed=True), repr)
    facts = StatedFacts(edges)
    e = {pair: edges.net.edge(pair) for pair in G.edges}

    def stated():
        return [line for line in edges.finished(int).formula.splitlines() if "cycle" in line]

    assert not facts.imply([2 * e[pair] + 1 for pair in ((3, 4), (4, 5), (0, 1), (1, 2))])
    assert stated() == []
    facts.add(1, [2 * e[0, 2]])
    assert facts.imply([2 * e[pair] + 1 for pair in ((3, 4), (4, 5), (0, 1), (1, 2))])
    assert stated() == ["* no cycle within {0, 1, 2}"]
    assert facts.imply([2 * e[3, 4] + 1, 2 * e[4, 5] + 1, 2 * e[3, 5] + 1])
    assert stated() == ["* no cycle within {0, 1, 2}", "* no cycle within {3, 4, 5}"]
    assert not facts.imply([2 * e[2, 3] + 1])  # nothing is left of the clashes


def test_what_holds_for_good_is_stated():
    G = nx.Graph([(0, 1), (1, 2), (0, 2), (2, 3)])
    edges = tour_edges(G, Claim(closed=True), repr)
    facts = StatedFacts(edges)
    for pair in ((0, 1), (1, 2)):
        facts.add(1, [2 * edges.net.edge(pair)])
    facts.conclude()
    assert "* no cycle within {0, 1, 2}" in edges.finished(int).formula
    assert facts.imply([2 * edges.net.edge((0, 2)) + 1])


def test_a_path_has_no_formula_in_a_graph_with_a_node_that_is_called_home():
    star, full = (nx.relabel_nodes(G, {0: HOME}) for G in (nx.star_graph(3), nx.complete_graph(5)))
    for G, proof, weight in (
        (star, icosian.prove_no_hamiltonian_path(star), {}),
        (full, icosian.shortest_hamiltonian_path(full, weight=None).proof, {"weight": None}),
    ):
        proof.check(G, **weight)
        with pytest.raises(NoPseudoBooleanForm, match="home"):
            proof.to_pseudo_boolean(G, **weight)


def test_no_edge_of_a_cycle_is_called_an_end():
    G = nx.cycle_graph([HOME, 1, 2, 3])
    net = CycleInstance(G, Claim(closed=True, require=((HOME, 1),)))
    assert "an end" not in [why for *_, why in EdgeModel(net).facts()]
