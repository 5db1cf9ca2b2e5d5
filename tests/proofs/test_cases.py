"""Cases: true trees pass, false ones are refused."""

from dataclasses import replace

import networkx as nx
from true_certificates import (
    CLOSED,
    refused,
    true_certificates,
)

from icosian.proofs import (
    Cases,
)

TRUE = {name: (G, proof) for name, G, proof in true_certificates()}


def test_a_tree_that_ends_too_early_is_left_open():
    G = nx.petersen_graph()
    refused(Cases(**CLOSED, tree=(None,)), G, "left open")
    for pair in G.edges:
        refused(Cases(**CLOSED, tree=(pair, None, None)), G, "left open")


def test_an_edge_is_named_in_either_direction_and_an_arc_in_its_own():
    G, proof = TRUE["cases, no cycle"]
    turned = tuple(entry and entry[::-1] for entry in proof.tree)
    replace(proof, tree=turned).check(G)
    D, proof = TRUE["cases of a digraph, both ends"]
    turned = tuple(entry and entry[::-1] for entry in proof.tree)
    refused(replace(proof, tree=turned), D)


def test_cases_are_counted():
    _, proof = TRUE["cases, no cycle"]
    text = proof.explain()
    assert "there are 6 cases, by edges that are used or not, first whether 4-9 is used" in text
    assert text.endswith("in each the edges that are then forced contradict each other.")
    text = TRUE["cases with weights, a given end"][1].explain()
    assert "there are 3 cases" in text
    assert "first whether 3 (as an end) is used" in text
    assert "in 1 a tour would weigh more than there is" in text


def test_cases_without_a_split_are_what_the_rules_say():
    star = nx.star_graph(3)
    proof = Cases(**CLOSED, tree=(None,))
    proof.check(star)
    assert isinstance(proof.explain(), str)
    refused(Cases(**CLOSED, tree=((0, 1), None, None)), star, "split that the rules close")


def test_an_edge_that_is_marked_can_be_split_on_and_proves_nothing():
    ring = nx.cycle_graph(5)
    for edge in ring.edges:
        refused(Cases(**CLOSED, tree=(edge, None, None)), ring, "left open")
    ring.add_edge(0, 2)
    refused(Cases(**CLOSED, tree=((0, 2), None, None)), ring, "left open")
    petersen, proof = TRUE["cases, no cycle"]
    edge, used, unused = proof.tree[0], proof.tree[1:8], proof.tree[8:]
    Cases(**CLOSED, tree=(edge, edge, *used, None, *unused)).check(petersen)
    Cases(**CLOSED, tree=(edge, *used, edge, None, *unused)).check(petersen)


def test_a_border_is_looked_at_before_any_edge_is_marked():
    bridge = nx.disjoint_union(nx.complete_graph(4), nx.complete_graph(4))
    bridge.add_edge(0, 4)
    half = (frozenset(range(4)),)
    refused(Cases(**CLOSED, tree=(None,)), bridge, "left open")
    Cases(**CLOSED, tree=(None,), sets=half).check(bridge)
    bridge.add_edge(1, 5)
    refused(Cases(**CLOSED, tree=(None,), sets=half), bridge, "left open")
