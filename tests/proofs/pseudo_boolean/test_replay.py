"""The rules of forced edges, with everything stated that unit propagation needs to follow them."""

from random import Random

import networkx as nx
from exports import accepted
from hypothesis import given, strategies as st
from test_soundness import random_case, random_sets
from true_certificates import CLOSED

from icosian.proofs import Cases, Claim, ForcedEdges, Step
from icosian.proofs.pseudo_boolean.edges import tour_edges
from icosian.proofs.pseudo_boolean.replay import StatedMarks, StatedPaths
from icosian.proofs.pseudo_boolean.view import View
from icosian.proofs.shared.network import Network
from icosian.proofs.shared.rules import Contradiction


def closed_tree(G, question, random):
    """Return a random tree of cases that the rules close, None if there is a tour."""
    net = Network(G, Claim(**question))
    sets = tuple(random_sets(random, net.nodes))
    tree = []

    def grow(assumed):
        marks = StatedMarks(
            View(tour_edges(G, Claim(**question), repr), G, Claim(**question)), sets
        )
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


def test_paths_state_what_keeps_them_open():
    G = nx.cycle_graph(3)
    G.add_edge(2, 3)
    G.add_edge(3, 4)
    view = View(tour_edges(G, Claim(closed=True), repr), G, Claim(closed=True))
    paths = StatedPaths(view)
    edge = view.net.edge
    assert paths.join(edge((0, 1))) is None
    assert paths.join(edge((1, 2))) == edge((0, 2))
    formula = view.edges.finished(int).formula
    assert "no cycle within {0, 1, 2}\n-1 x1 -1 x2 -1 x3 >= -2" in formula
    paths.take_back(0)
    assert len(paths) == 0
    assert paths.join(edge((2, 3))) is None
