"""Sets with weights, connected sets and sets of digraphs: brute force, proofs, limits."""

import itertools
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from functools import partial

import networkx as nx
import pytest
from families import atlas
from hypothesis import given, strategies as st
from naive import best_weight, is_dominating, is_independent
from placement_graphs import INDEPENDENT, PLAIN, TOTAL, sparse_or_dense
from together import together

from icosian import (
    InvalidProof,
    NoPlacement,
    SearchLimitReached,
    maximum_independent_set,
    minimum_dominating_set,
)
from icosian.placements import Bound, RowBound, RowCases

CONNECTED = {"connected": True}
RULES = [PLAIN, TOTAL, INDEPENDENT, CONNECTED, TOTAL | CONNECTED]

NUMBERS = [
    st.integers(0, 5),
    st.integers(0, 3).map(lambda k: 10**20 + k),
    st.sampled_from([0.1, 0.2, 0.3, 0.7, 1.0, 1e-9]),
    st.fractions(0, 3, max_denominator=7),
    st.decimals(0, 2, places=2),
]


def exactly(number):
    return Fraction(str(number))


def weighted(G, numbers):
    """Give weights to nodes, and return them exactly."""
    nx.set_node_attributes(G, dict(zip(G, numbers, strict=True)), "cost")
    return {v: exactly(data["cost"]) for v, data in G.nodes(data=True)}


def is_best(placement, best, weights):
    placement.proof.check(placement.graph)
    assert placement.is_optimal
    assert placement.gap == 0
    return exactly(placement.value) == best == sum(weights[v] for v in placement)


def check_sets(G, weight, weights):
    """Compare all questions about a graph with brute force."""
    if not G.is_directed():
        found = maximum_independent_set(G, weight=weight)
        assert is_independent(G, found)
        assert is_best(found, best_weight(G, weights, max), weights)
    for rule in [PLAIN, TOTAL] if G.is_directed() else RULES:
        best = best_weight(G, weights, **rule)
        if best is None:
            with pytest.raises(NoPlacement, match="there is no"):
                minimum_dominating_set(G, weight=weight, **rule)
            continue
        found = minimum_dominating_set(G, weight=weight, **rule)
        assert is_dominating(G, found, **rule)
        assert is_best(found, best, weights)


@together("G", partial(atlas, 0, 4))
def test_best_sets_of_all_graphs_to_four_nodes_are_those_of_brute_force(G):
    check_sets(G, None, dict.fromkeys(G, 1))


@pytest.mark.slow
@together("G", lambda: atlas(5)[::24])
def test_best_sets_of_graphs_to_seven_nodes_are_those_of_brute_force(G):
    check_sets(G, "cost", weighted(G, [3, 1, 4, 1, 5, 9, 2][: len(G)]))


@given(sparse_or_dense(most=7), st.booleans(), st.data())
def test_weights_of_every_kind_are_summed_exactly(G, directed, data):
    if directed:
        arcs = data.draw(st.lists(st.booleans(), min_size=42, max_size=42))
        G = nx.DiGraph(G)
        G.remove_edges_from([arc for arc, goes in zip(list(G.edges), arcs, strict=False) if goes])
    numbers = data.draw(st.sampled_from(NUMBERS))
    some = data.draw(st.lists(numbers, min_size=len(G), max_size=len(G)))
    check_sets(G, "cost", weighted(G, some))


def test_sums_of_floats_are_those_of_their_decimals_in_their_type():
    G = nx.empty_graph(3)
    for numbers, value in (
        ([0.1, 0.2, 0.3], 0.6),
        ([Decimal("0.1"), 1, 2], Decimal("3.1")),
        ([Fraction(1, 3), Fraction(1, 3), 0], Fraction(2, 3)),
        ([2, 3, 4], 9),
    ):
        weighted(G, numbers)
        for found in (
            maximum_independent_set(G, weight="cost"),
            minimum_dominating_set(G, weight="cost"),
        ):
            assert (found.value, type(found.value)) == (found.bound, type(found.bound))
            assert (found.value, type(found.value)) == (value, type(value))
            proof = Bound.from_json(found.proof.to_json())
            assert proof == found.proof
            assert str(proof.best) == str(found.bound)
            assert type(proof.best) is type(value)


@pytest.fixture(scope="module")
def proved():
    G = nx.gnp_random_graph(14, 0.3, seed=4)
    weighted(G, [1 + k * k % 7 for k in range(14)])
    return G, [
        maximum_independent_set(G, weight="cost").proof,
        minimum_dominating_set(G, weight="cost").proof,
        minimum_dominating_set(G, connected=True).proof,
        minimum_dominating_set(G, weight="cost", independent=True).proof,
    ]


def changed(proof):
    """Yield a proof with one thing changed that makes it false or incomplete."""
    yield replace(proof, best=proof.best + (1 if proof.dominates else -1))
    for best in float("nan"), "3", None:
        yield replace(proof, best=best)
    (part,) = proof.parts
    parts = [(part, part), (replace(part, nodes=part.nodes[1:]),)]
    parts += [(replace(part, nodes=(*part.nodes, 99)),)]
    cases = (), part.cases[:-1], (*part.cases, ()), (0, *part.cases), (((0, -1),),), (99,), (None,)
    parts += [(replace(part, cases=some),) for some in (*cases, (((0, 0.5),),), (((99, 1),),))]
    for kind in "clique", "cut", "dominated", "other":
        for nodes in (0, 99), *itertools.combinations(range(14), 2):
            more = RowCases(nodes=part.nodes, rows=((kind, nodes),), cases=(((0, 1 << 60),),))
            parts.append((more,))
    for some in parts:
        yield replace(proof, parts=some)


def test_changed_proofs_are_refused(proved):
    G, proofs = proved
    for proof in proofs:
        proof.check(G)
        for false in changed(proof):
            with pytest.raises(InvalidProof):
                false.check(G)


def test_proofs_are_refused_under_rules_and_weights_that_are_not_theirs(proved):
    G, (independent, dominating, connected, _) = proved
    with pytest.raises(InvalidProof, match="clique"):
        replace(independent, goal="dominating set").check(G)
    with pytest.raises(InvalidProof, match="dominated"):
        replace(dominating, goal="independent set").check(G)
    with pytest.raises(InvalidProof, match=r"cut|only exclude"):
        replace(connected, connected=False).check(G)
    for proof in independent, dominating:
        with pytest.raises(InvalidProof, match=r"only exclude|not a finite number"):
            replace(proof, weight=None if proof.dominates else "none").check(G)
    for proof in independent, connected:
        with pytest.raises(InvalidProof, match="undirected"):
            proof.check(G.to_directed())
    G = nx.Graph(G)
    G.nodes[0]["cost"] = -1
    with pytest.raises(InvalidProof, match="at least 0"):
        dominating.check(G)


@pytest.mark.parametrize("timeout", [0, 0.3])
def test_a_time_out_knows_the_best_set_and_a_bound(ticking, timeout):
    G = nx.random_regular_graph(4, 120, seed=1)
    weighted(G, [10 + v % 3 for v in G])
    for ask, rule in (
        (maximum_independent_set, {"weight": "cost"}),
        (minimum_dominating_set, {"weight": "cost"}),
        (minimum_dominating_set, CONNECTED),
    ):
        with pytest.raises(SearchLimitReached, match="none is better than") as caught:
            ask(G, timeout=timeout, **rule)
        best = caught.value.best
        assert best.bound == caught.value.proof.value != best.value
        best.proof.check(G)


def test_bounds_by_rows_explain_themselves():
    part = RowCases(nodes=(0, 1), rows=(("dominated", (0,)),), cases=(((0, 1 << 40),),))
    cases = replace(part, cases=(0, (), ()))
    for bound, text in (
        (RowBound(goal="dominating set", best=1, parts=(part,)), "has fewer than 1 node"),
        (RowBound(goal="dominating set", best=0.5, weight="weight"), "weighs less than 0.5"),
        (RowBound(goal="independent set", best=2, parts=(cases,)), "has more than 2 nodes"),
    ):
        number, end = len(bound.parts), " in each of 2 cases" * (bound.best == 2)
        said = f": sums of {number} condition{'s' * (not number)}, each with a factor, exclude it"
        assert bound.explain() == f"No {bound.goal} {text}{said}{end}."
    bound = RowBound(goal="dominating set", total=True, connected=True)
    assert bound.explain().startswith("No connected total dominating set has")


def test_what_is_for_dominating_sets_is_refused_for_others():
    G = nx.path_graph(3)
    nx.set_node_attributes(G, dict(enumerate((5, 1, 5))), "cost")
    rows = (("cut", (1,)), ("clique", (0, 1)), ("clique", (1, 2)))
    case = ((0, 9 << 40), (1, 5 << 40), (2, 5 << 40))
    part = RowCases(nodes=(0, 1, 2), rows=rows, cases=(case,))
    bound = RowBound(goal="independent set", best=1, weight="cost", parts=(part,))
    for rule in ("total", "independent", "connected"):
        with pytest.raises(InvalidProof, match="for dominating sets"):
            replace(bound, **{rule: True}).check(G)
    with pytest.raises(InvalidProof, match="need not keep the condition 'cut'"):
        bound.check(G)
    with pytest.raises(InvalidProof, match="expected independent set or dominating set"):
        RowBound(goal="coloring", best=3).check(G)
