"""Cases: true trees pass, false ones are refused."""

from dataclasses import replace

import networkx as nx
from together import together
from true_certificates import CLOSED, TRUE, graph, refused

from icosian.proofs import Cases, Weights


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
    refused(replace(proof, tree=turned), D, "that the rules close")


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


TREES = [case for case in TRUE.values() if isinstance(case[1], Cases)]
every_tree = together(("G", "proof"), TREES)
BROKEN = "left open|left out|more cases|that the rules close|is not an edge"


@every_tree
def test_a_leaf_or_a_split_left_out_or_added_is_noticed(G, proof):
    tree = proof.tree
    for k, entry in enumerate(tree):
        refused(replace(proof, tree=tree[:k] + tree[k + 1 :]), G, BROKEN)
        refused(replace(proof, tree=(*tree[:k], entry, *tree[k:])), G, BROKEN)
        for more in (None, Weights(), (0, 1)):
            refused(replace(proof, tree=(*tree[:k], more, *tree[k:])), G, BROKEN)
    refused(replace(proof, tree=()), G, "left out")
    refused(replace(proof, tree=(*tree, None)), G, "more cases")
    refused(replace(proof, tree=(*tree, Weights())), G, "more cases")
    refused(replace(proof, tree=(None,)), G, "left open")
    refused(replace(proof, tree=(Weights(),)), G, "left open")


@every_tree
def test_a_split_on_no_edge_or_for_nothing_is_noticed(G, proof):
    splits = [k for k, entry in enumerate(proof.tree) if isinstance(entry, tuple)]
    leaves = [k for k in range(len(proof.tree)) if k not in splits]
    non_edges = [(u, v) for u in G for v in G if not G.has_edge(u, v)]
    for k in splits:
        for pair in (("x", "y"), (0,), (0, 1, 2), (), *non_edges):
            wrong = replace(proof, tree=(*proof.tree[:k], pair, *proof.tree[k + 1 :]))
            refused(wrong, G, "is not an edge")
    for k in leaves:
        if proof.tree[k] is None:
            split = (proof.tree[0], None, None)
            wrong = replace(proof, tree=(*proof.tree[:k], *split, *proof.tree[k + 1 :]))
            refused(wrong, G, "split that the rules close")


@every_tree
def test_weights_that_are_not_enough_leave_a_case_open(G, proof):
    for k, entry in enumerate(proof.tree):
        if isinstance(entry, Weights):
            for wrong in (
                None,
                Weights(),
                replace(entry, nodes=tuple((v, -weight) for v, weight in entry.nodes)),
                replace(entry, nodes=tuple((v, float(weight)) for v, weight in entry.nodes)),
                replace(entry, sets=((frozenset(G), 1),) if proof.closed else ((frozenset(), 1),)),
            ):
                changed = replace(proof, tree=(*proof.tree[:k], wrong, *proof.tree[k + 1 :]))
                refused(changed, G, "left open|weights are exact|some nodes, but not all")


def test_without_its_border_a_case_is_left_open():
    G, proof = TRUE["cases with a border"]
    refused(replace(proof, sets=()), G, "left open")
    refused(replace(proof, sets=(frozenset({0, 1, 2}),)), G, "left open")
    for part in proof.sets:
        for node in part:
            refused(replace(proof, sets=(part - {node},)), G, "left open")
        replace(proof, sets=(frozenset(G) - part,)).check(G)  # has the same border


def test_without_a_split_the_rules_and_a_border_may_do():
    G = graph("01 12 20 34 45 53 03")  # a bridge
    Cases(**CLOSED, tree=(None,), sets=(frozenset({0, 1, 2}),)).check(G)
    split = Cases(**CLOSED, tree=((0, 3), None, None), sets=(frozenset({0, 1, 2}),))
    refused(split, G, "that the rules close")


def test_a_deep_tree_of_cases_is_followed_to_its_end():
    split_in_vain = Cases(**CLOSED, tree=((0, 1),) * 20_000)
    refused(split_in_vain, nx.complete_graph(6), "a case is left out")
