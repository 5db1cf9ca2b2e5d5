"""Contraction of tight sets: the true certificates pass, the false ones are refused."""

import json
from dataclasses import replace
from itertools import combinations

import networkx as nx
import pytest
from families import atlas
from hypothesis import given, strategies as st
from mutations import holds
from naive import has_tour
from test_soundness import larger
from together import together
from true_certificates import CLOSED, FROM_0, FROM_0_TO_1, OPEN, TRUE, refused

from icosian import InvalidProof, Proof
from icosian.exceptions import NoPseudoBooleanForm
from icosian.proofs import (
    HOME,
    Conditional,
    Contraction,
    DegreeDeficiency,
    FrontierExhausted,
    LowerBound,
    Positioned,
)
from icosian.proofs.certificate import NESTED
from icosian.proofs.claim import Claim, Middle
from icosian.proofs.derived import tight_set
from icosian.proofs.instance import changed_graph, contracted_graph

DEAD_END = DegreeDeficiency(**CLOSED, nodes=(7,), side="neighbours")


def contraction(*sets, inner=DEAD_END, **question):
    """Take pairs of a node and independent nodes."""
    pairs = tuple((v, frozenset(part)) for v, part in sets)
    return Contraction(sets=pairs, inner=inner, **question)


def test_contractions_have_no_other_form_and_are_none_of_digraphs():
    for G, proof in TRUE.values():
        if isinstance(proof, Contraction):
            with pytest.raises(NoPseudoBooleanForm, match='method="sat"'):
                proof.to_pseudo_boolean(G)
            refused(proof, G.to_directed(), "of a digraph")


@together(
    ("sets", "why"),
    [
        (((5, [5]),), "1 nodes and 3 neighbors"),
        (((5, []),), "0 nodes and 0 neighbors"),
        (((5, [5, 2]),), "are neighbors"),
        (((5, [5, 9]),), "9 is not a node"),
        (((0, [5, 6]),), "called 0"),
        (((2, [5, 6]), (2, [5, 6])), "in two sets"),
        (((2, [5, 6]), (8, [8])), "in two sets"),
        ((), "no set is contracted"),
    ],
)
def test_sets_that_are_not_tight_or_not_disjoint_are_refused(sets, why):
    G, proof = TRUE["contraction, no cycle"]
    wrong = contraction(*sets, inner=proof.inner, **CLOSED)
    refused(wrong, G, why)


def test_a_cycle_of_two_sets_is_none_of_the_contracted_graph():
    # K(2,3) twice, with three edges between them: a cycle, but two nodes have none.
    G = nx.disjoint_union(*[nx.complete_bipartite_graph(2, 3)] * 2)
    G.add_edges_from([(2, 7), (3, 8), (4, 9)])
    assert has_tour(G, closed=True)
    few = DegreeDeficiency(**CLOSED, nodes=(0,), side="neighbours")
    refused(contraction((0, [0, 1]), (5, [5, 6]), inner=few, **CLOSED), G, "2 nodes are left")


def test_the_inner_proof_is_about_cycles_of_the_contracted_graph_only():
    G, proof = TRUE["contraction, no cycle"]
    ring = nx.cycle_graph(8)
    crowd = Positioned(closed=True, positions=((0, 1), (1, 1)), crowd=(1,))
    bound = LowerBound(closed=True, bound=9, nodes=(0, 1, 2), scale=1, weights=(), tree=())
    used = Conditional(**CLOSED, require=((0, 1),), forbid=(), inner=proof.inner)
    wrong = [crowd, bound, used, replace(proof.inner, closed=False), replace(proof.inner, start=0)]
    for inner in wrong:
        for H in (G, ring):
            refused(replace(proof, inner=inner), H, "another claim")
        with pytest.raises(InvalidProof, match="another claim"):
            Proof.from_json(replace(proof, inner=inner).to_json())
    refused(replace(proof, ranks=3), G, "board of 3 rows")
    refused(replace(proof, inner=replace(proof.inner, ranks=3)), G, "another board")


def test_home_and_middles_must_be_new():
    _, proof = TRUE["contraction, a given start"]
    for node in (HOME, Middle(HOME, 0)):
        G = TRUE["contraction, a given start"][0].copy()
        G.add_edges_from([(node, 2), (node, 3)])
        refused(proof, G, "is a node of the graph")


def nested(text, depth):
    """Return the text of a contraction with so many contractions within."""
    payload = json.loads(text)
    inner = json.dumps(payload.pop("inner"))
    shell = json.dumps(payload)[:-1] + ', "inner": '
    return shell * depth + inner + "}" * depth


def test_contractions_within_each_other_have_a_limit():
    text = TRUE["contraction, no cycle"][1].to_json()
    assert Proof.from_json(nested(text, NESTED - 1)).closed
    for depth in (NESTED, 120, 600, 100_000):
        with pytest.raises(InvalidProof, match=r"within each other|too deep|too many brackets"):
            Proof.from_json(nested(text, depth))
    proof = TRUE["contraction, no cycle"][1]
    for _ in range(2_000):
        proof = replace(TRUE["contraction, no cycle"][1], inner=proof)
    refused(proof, TRUE["contraction, no cycle"][0], "within each other")


def independent_sets(G, most=3):
    """Yield the tight sets of a graph."""
    for size in range(1, most + 1):
        for nodes in combinations(G, size):
            try:
                yield frozenset(nodes), tight_set(G, frozenset(nodes))
            except InvalidProof:
                continue


def all_contractions(G, question):
    """Yield all contractions of one set or two, each with a proof if there is one at all."""
    H = changed_graph(G, Claim(**question), home=not question["closed"])
    tight = list(independent_sets(H))
    for count in (1, 2):
        for chosen in combinations(tight, count):
            names = [(min(part, key=repr), part) for _, part in chosen]
            try:
                small = contracted_graph(H, names)
            except InvalidProof:
                continue
            sets = zip(names, chosen, strict=True)
            yield contraction(
                *((v, independent) for (v, _), (independent, _) in sets),
                inner=FrontierExhausted(**CLOSED, order=tuple(small)),
                **question,
            )


@pytest.mark.slow
@pytest.mark.parametrize(
    ("most", "every"), [(6, 2), pytest.param(7, 1, marks=pytest.mark.exhaustive)]
)
def test_where_there_is_a_tour_the_contracted_graph_has_one(most, every):
    proved = 0
    for G in atlas(most=most, connected=True)[::every]:
        for question in (CLOSED, OPEN, FROM_0, FROM_0_TO_1):
            if has_tour(G, **question):
                for proof in all_contractions(G, question):
                    assert not holds(proof, G), (G.edges, proof)
            elif len(G) < 6:
                proved += any(holds(proof, G) for proof in all_contractions(G, question))
    assert proved > 10


@given(larger)
def test_no_contraction_of_a_larger_graph_with_a_tour_holds(case):
    G, question = case
    if G.is_directed() or not has_tour(G, **question):
        return
    for proof in all_contractions(G, question):
        assert not holds(proof, G), proof


@given(st.randoms(use_true_random=False))
def test_a_planted_set_with_all_ways_through_it_is_as_good_as_a_node(random):
    small = nx.gnp_random_graph(random.randint(4, 6), 0.6, seed=random.randrange(2**32))
    G = nx.Graph(pair for pair in small.edges() if 0 not in pair)
    G.add_nodes_from(range(1, len(small)))
    neighbors = list(small[0])
    size = max(2, len(neighbors)) - 1
    inner, outer = [f"in {k}" for k in range(size)], [f"out {k}" for k in range(size + 1)]
    G.add_edges_from((u, v) for u in inner for v in outer)
    G.add_edges_from(zip(outer, neighbors, strict=False))
    proof = contraction(
        (inner[0], inner),
        inner=FrontierExhausted(**CLOSED, order=(inner[0], *range(1, len(small)))),
        **CLOSED,
    )
    assert holds(proof, G) == (not has_tour(small, closed=True)) == (not has_tour(G, closed=True))


def test_the_explanation_names_a_few_sets_and_what_is_left():
    text = TRUE["contraction, two sets"][1].explain()
    assert "the 2 independent nodes 0, 1 have only 3 neighbors" in text
    assert (
        "the 3 independent nodes 5, 6, 7 have only 4 neighbors, so a cycle visits these 7" in text
    )
    assert "contracted to 5. In the contracted graph, " in text
    assert "with home as a node" in TRUE["contraction, no path"][1].explain()
    corner = ((0, 0), [(0, 0), (0, 1)])
    board = contraction(corner, inner=replace(DEAD_END, ranks=3), ranks=3, **CLOSED).explain()
    assert "the 2 independent squares a3, b3 have" in board
    assert "5 squares one after the other, and they are contracted to a3" in board
    many = contraction(*((k, [k]) for k in range(5)), **CLOSED)
    assert "the node 0 has only 2 neighbors" in many.explain()
    assert "2 more sets are contracted likewise" in many.explain()
    assert many.effort == 15 + DEAD_END.effort
