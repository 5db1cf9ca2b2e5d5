"""Forced edges: true steps pass, false ones are refused."""

from dataclasses import replace

import networkx as nx
from mutations import holds
from together import together
from true_certificates import CLOSED, OPEN, TRUE, digraph, graph, refused

from icosian import knight_graph
from icosian.proofs import (
    HOME,
    ForcedEdges,
    Step,
)


def steps(*some, **question):
    """Take tuples of a node, a set or None, whether the edges are used, and the edges."""

    def step(where, used, *edges):
        if isinstance(where, set | frozenset):
            return Step(edges=edges, used=used, border=frozenset(where))
        return Step(edges=edges, used=used, node=where)

    return ForcedEdges(steps=tuple(step(*each) for each in some), **question)


USE, DROP = True, False


def test_a_mark_follows_from_its_node_only():
    tail = graph("01 12 20 23")
    last = (3, DROP)
    steps(last, **CLOSED).check(tail)
    steps((0, USE, (0, 1), (0, 2)), last, **CLOSED).check(tail)
    for wrong in (
        (0, DROP, (0, 1)),  # used, if anything
        (0, USE, (1, 2)),  # not at this node
        (2, USE, (0, 2)),  # three edges are left
        (2, DROP, (0, 2)),
        (None, USE, (0, 1)),
        (None, DROP, (0, 1)),
        (frozenset({0}), DROP, (0, 1)),
        (frozenset({2}), USE, (0, 2)),
    ):
        refused(steps(wrong, last, **CLOSED), tail, "does not follow")
    refused(steps((0, DROP), last, **CLOSED), tail, "no contradiction")
    refused(steps((None, DROP), last, **CLOSED), tail, "no contradiction")


def test_an_edge_is_marked_once():
    tail = graph("01 12 20 23")
    once, last = (0, USE, (0, 1), (0, 2)), (3, DROP)
    for again in ((0, USE, (0, 1)), (1, USE, (1, 0)), (0, DROP, (0, 1)), (None, DROP, (0, 1))):
        refused(steps(once, again, last, **CLOSED), tail, "decided before")
    # the edge of a given end is used from the start
    G = nx.path_graph(3)
    refused(steps((HOME, USE, (0, HOME)), **OPEN, start=0, end=1), G, "decided before")


def test_steps_speak_of_the_edges_and_nodes_of_the_question():
    tail = graph("01 12 20 23")
    for pair in ((0, 3), (0, 0), (0, 9), ("0", "1"), (0, HOME)):
        refused(steps((0, USE, pair), (3, DROP), **CLOSED), tail, "is not an edge")
    for node in (9, "0", HOME):
        refused(steps((node, USE, (0, 1)), (3, DROP), **CLOSED), tail, "is not a node")
    for border in ((), range(4)):
        wrong = (frozenset(border), USE, (0, 1))
        refused(steps(wrong, (3, DROP), **CLOSED), tail, "some nodes, but not all")


def test_a_ring_of_all_nodes_is_not_too_early():
    for n in (3, 4, 5):
        G = nx.cycle_graph(n)
        ring = [(v, (v + 1) % n) for v in range(n)]
        refused(steps((None, DROP, ring[0]), **CLOSED), G, "does not follow")
        used = [(v, USE, ring[v]) for v in range(n)]
        refused(steps(*used, **CLOSED), G, "do not end in a contradiction")
        refused(steps(*used[1:], (None, DROP, ring[0]), **CLOSED), G, "does not follow")


def test_an_edge_that_closes_a_ring_too_early_is_not_used():
    house = graph("01 12 02 03 34 42")  # has a Hamiltonian cycle past the edge 0, 2
    roof = (1, USE, (0, 1), (1, 2))
    for wrong in ((None, USE, (0, 2)), (0, USE, (0, 2)), (frozenset({0, 1, 2}), USE, (0, 2))):
        refused(steps(roof, wrong, **CLOSED), house, "does not follow")
    refused(steps(roof, (None, DROP, (0, 2)), **CLOSED), house, "do not end in a contradiction")


def test_an_arc_is_forced_by_the_node_it_leaves_or_the_node_it_enters():
    D = digraph("01 12 20 13 03")
    for why in (2, 0):
        steps((why, USE, (2, 0)), (3, DROP), **CLOSED).check(D)
    refused(steps((1, USE, (2, 0)), (3, DROP), **CLOSED), D, "does not follow")
    refused(steps((2, USE, (0, 2)), (3, DROP), **CLOSED), D, "is not an edge")


def test_forced_edges_are_explained_in_order():
    proof = steps(
        (1, USE, (0, 1), (1, 2)),
        (None, DROP, (0, 2)),
        (frozenset({0, 1}), USE, (0, 3)),
        (3, DROP, (3, 4)),
        (4, DROP),
        **CLOSED,
    )
    assert proof.explain() == (
        "There is no Hamiltonian cycle: (1) 1 has no other edges left: 0-1, 1-2 are used. (2) 0-2"
        " would close a cycle too early and is not used. (3) the border of {0, 1} is crossed an"
        " even number of times, at least twice: 0-3 is used. (4) 3 has all its edges: 3-4 is not"
        " used. (5) 4 has too few edges left."
    )
    ended = steps((0, USE, (0, HOME)), (frozenset({0, HOME}), DROP), **OPEN).explain()
    assert "(1) 0 has no other edges left: 0 (as an end) is used." in ended
    assert "the border of {0, home} cannot be crossed an even number of times" in ended


def test_squares_of_forced_edges_are_called_by_their_names():
    G = knight_graph(3, 4)
    proof = replace(steps(((0, 0), USE, ((0, 0), (1, 2)), ((0, 0), (2, 1))), **CLOSED), ranks=3)
    assert "(1) a3 has no other edges left: a3-c2, a3-b1 are used" in proof.explain()
    assert G.has_edge((0, 0), (1, 2))


def test_more_steps_are_more_effort():
    _, proof = TRUE["forced edges, no cycle"]
    assert replace(proof, steps=proof.steps[:-1]).effort < proof.effort
    assert proof.effort < TRUE["cases, no cycle"][1].effort
    assert proof.effort < TRUE["exhaustion, no cycle"][1].effort


THREE = graph("02 23 31 04 45 51 06 67 71")  # three paths between 0 and 1


def test_nothing_follows_an_edge_too_many_but_the_node_that_has_it():
    used = (2, USE, (0, 2), (2, 3)), (4, USE, (0, 4))
    third = (6, USE, (0, 6))
    steps(*used, third, **CLOSED).check(THREE)
    steps(*used, third, (0, USE), **CLOSED).check(THREE)
    for last in (
        (0, DROP),  # it has too many, not too few
        (0, USE, (0, 2)),
        (2, USE),  # this node has two, but not the third
        ({0, 2, 4, 6}, USE),
    ):
        refused(steps(*used, third, last, **CLOSED), THREE, "go on after a contradiction")
    refused(steps(*used, (6, USE, (0, 6), (6, 7)), **CLOSED), THREE, "go on after a contradiction")
    refused(steps(*used, third, (0, USE), (0, USE), **CLOSED), THREE, "go on after a contradiction")


def test_a_border_that_has_room_is_not_overfilled():
    D = digraph("10 20 31 32 03 30")
    both = (1, USE, (1, 0)), (2, USE, (2, 0))
    steps(*both, (0, USE), **CLOSED).check(D)
    refused(steps(*both, ({1, 2}, USE), **CLOSED), D, "go on after a contradiction")


def test_too_few_edges_are_not_too_many():
    tail = graph("01 12 20 23")
    steps((3, DROP), **CLOSED).check(tail)
    refused(steps((3, USE), **CLOSED), tail, "no contradiction")
    steps(({3}, DROP), **CLOSED).check(tail)
    refused(steps(({3}, USE), **CLOSED), tail, "no contradiction")


CHAINS = [case for case in TRUE.values() if isinstance(case[1], ForcedEdges)]
every_chain = together(("G", "proof"), CHAINS)
BROKEN = "does not follow|no contradiction|do not end in a contradiction|go on after"


@every_chain
def test_a_dropped_step_is_noticed(G, proof):
    for k in range(len(proof.steps) - 1):
        rest = proof.steps[:k] + proof.steps[k + 1 :]
        refused(replace(proof, steps=rest), G, BROKEN)
    refused(replace(proof, steps=()), G, "do not end in a contradiction")
    for k in range(len(proof.steps) - 1):
        refused(replace(proof, steps=proof.steps[:k]), G, "do not end in a contradiction")


@every_chain
def test_nothing_follows_a_contradiction(G, proof):
    first, last = proof.steps[0], proof.steps[-1]
    for more in (first, last, Step(edges=(), node="nowhere"), Step(edges=(), used=USE, node=1)):
        refused(replace(proof, steps=(*proof.steps, last, more)), G, BROKEN)
        if last.edges == ():
            refused(replace(proof, steps=(*proof.steps, more)), G, BROKEN)


@every_chain
def test_a_changed_step_is_noticed(G, proof):
    def changed(k, **fields):
        step = replace(proof.steps[k], **fields)
        return replace(proof, steps=(*proof.steps[:k], step, *proof.steps[k + 1 :]))

    for k, step in enumerate(proof.steps):
        if not step.edges:
            continue
        assert not holds(changed(k, used=not step.used), G)
        refused(changed(k, edges=()), G, "no contradiction")
        refused(changed(k, edges=((*step.edges[0], 0), *step.edges[1:])), G, "is not an edge")
        refused(changed(k, edges=((0, 0),)), G, "is not an edge")
        refused(changed(k, edges=(("x", "y"),)), G, "is not an edge")
        refused(changed(k, node=None, border=None, used=True), G, "does not follow")
        refused(changed(k, border=frozenset()), G, "some nodes, but not all")
        everything = frozenset(G) | ({HOME} - {*[HOME] * proof.closed})
        refused(changed(k, border=everything), G, "some nodes, but not all|no contradiction")


def test_a_contradiction_too_early_is_noticed():
    G, proof = TRUE["forced edges, no cycle"]
    for k in range(len(proof.steps) - 1):
        for v in G:
            for used in (True, False):
                last = Step(edges=(), node=v, used=used)
                wrong = replace(proof, steps=(*proof.steps[:k], last))
                refused(wrong, G, "no contradiction")
    swapped = (*proof.steps[:2][::-1], *proof.steps[2:])
    replace(proof, steps=swapped).check(G)  # two steps that do not need each other
