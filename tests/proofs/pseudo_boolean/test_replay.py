"""The rules of forced edges, with everything stated that unit propagation needs to follow them."""

from random import Random

import networkx as nx
from exports import accepted
from hypothesis import given, strategies as st
from test_soundness import random_case, random_sets
from true_certificates import CLOSED

from icosian.proofs import Cases, Claim, ForcedEdges, Step
from icosian.proofs.formulas.opb import StatedFacts, StatedMarks, tour_edges
from icosian.proofs.instance import Contradiction, CycleInstance


def closed_tree(G, question, random):
    """Return a random tree of cases that the rules close, None if there is a tour."""
    net = CycleInstance(G, Claim(**question))
    sets = tuple(random_sets(random, net.nodes))
    tree = []

    def grow(assumed):
        marks = StatedMarks(tour_edges(G, Claim(**question), repr), sets)
        try:
            for e, used in assumed:
                marks.settle()
                (marks.use if used else marks.drop)(e)
            marks.settle()
        except Contradiction:
            tree.append(None)
            return True
        free = [e for e, mark in enumerate(marks.mark) if mark == 0]
        if not free or len(tree) > 40:
            return False
        e = random.choice(free)
        tree.append(tuple(net.nodes[v] for v in net.edges[e]))
        return grow([*assumed, (e, True)]) and grow([*assumed, (e, False)])

    return Cases(tree=tuple(tree), sets=sets, **question) if grow([]) else None


@given(st.integers(0, 2**32).map(Random))
def test_random_trees_that_the_rules_close_are_accepted(random):
    G, question = random_case(random, tour=False)
    proof = closed_tree(G, question, random)
    if proof is not None:
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
