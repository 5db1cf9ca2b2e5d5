"""Forced edges, cases and parity: true ones pass, false ones are refused."""

from dataclasses import replace
from itertools import combinations, pairwise

import networkx as nx
import pytest
from families import cayley_digraph
from mutations import holds
from naive import cycle_factors
from together import together
from true_certificates import CLOSED, FROM_0, TRUE, digraph, graph, refused

from icosian.proofs import HOME, AlternatingParity, Cases, ForcedEdges, Step, Weights

# -- Forced edges


def steps(*some, **question):
    """Take tuples of a node, a set or None, whether the edges are used, and the edges."""

    def step(where, used, *edges):
        if isinstance(where, set | frozenset):
            return Step(edges=edges, used=used, border=frozenset(where))
        return Step(edges=edges, used=used, node=where)

    return ForcedEdges(steps=tuple(step(*each) for each in some), **question)


USE, DROP = True, False


THREE = graph("02 23 31 04 45 51 06 67 71")  # three paths between 0 and 1


CHAINS = [case for case in TRUE.values() if isinstance(case[1], ForcedEdges)]
every_chain = together(("G", "proof"), CHAINS)
BROKEN_CHAIN = "does not follow|no contradiction|do not end in a contradiction|go on after"


@every_chain
def test_a_dropped_step_is_noticed(G, proof):
    for k in range(len(proof.steps) - 1):
        rest = proof.steps[:k] + proof.steps[k + 1 :]
        refused(replace(proof, steps=rest), G, BROKEN_CHAIN)
    refused(replace(proof, steps=()), G, "do not end in a contradiction")
    for k in range(len(proof.steps) - 1):
        refused(replace(proof, steps=proof.steps[:k]), G, "do not end in a contradiction")


@every_chain
def test_nothing_follows_a_contradiction(G, proof):
    first, last = proof.steps[0], proof.steps[-1]
    for more in (first, last, Step(edges=(), node="nowhere"), Step(edges=(), used=USE, node=1)):
        refused(replace(proof, steps=(*proof.steps, last, more)), G, BROKEN_CHAIN)
        if last.edges == ():
            refused(replace(proof, steps=(*proof.steps, more)), G, BROKEN_CHAIN)


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


# -- Cases


def test_a_tree_that_ends_too_early_is_left_open():
    G = nx.petersen_graph()
    refused(Cases(**CLOSED, tree=(None,)), G, "left open")
    for pair in G.edges:
        refused(Cases(**CLOSED, tree=(pair, None, None)), G, "left open")


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


TREES = [case for case in TRUE.values() if isinstance(case[1], Cases)]
every_tree = together(("G", "proof"), TREES)
BROKEN_TREE = "left open|left out|more cases|that the rules close|is not an edge"


@every_tree
def test_a_leaf_or_a_split_left_out_or_added_is_noticed(G, proof):
    tree = proof.tree
    for k, entry in enumerate(tree):
        refused(replace(proof, tree=tree[:k] + tree[k + 1 :]), G, BROKEN_TREE)
        refused(replace(proof, tree=(*tree[:k], entry, *tree[k:])), G, BROKEN_TREE)
        for more in (None, Weights(), (0, 1)):
            refused(replace(proof, tree=(*tree[:k], more, *tree[k:])), G, BROKEN_TREE)
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


# -- Parity of alternating cycles


FIVE = digraph("01 03 10 12 23 24 30 34 41 42")
PROOF = AlternatingParity(**CLOSED, factor=((0, 1), (2, 3, 4)), halves=((5, 1),))
SIX = digraph("01 03 12 15 24 25 31 34 42 43")
FROM_START = AlternatingParity(**FROM_0, factor=((0, 1, 2, 5, HOME), (3, 4)), halves=((5, 1),))


def two_regular(n):
    """Yield all digraphs on n nodes with two arcs out and two in at each (OEIS A007107)."""

    def longer(rows):
        if len(rows) == n:
            yield nx.DiGraph((u, v) for u, row in enumerate(rows) for v in row)
            return
        taken = [v for row in rows for v in row]
        some = [v for v in range(n) if v != len(rows) and taken.count(v) < 2]
        for row in combinations(some, 2):
            yield from longer([*rows, row])

    yield from longer([])


def alternating(G):
    """Return the number of arcs of each alternating cycle, as components of out- and in-ports."""
    ports = nx.Graph((("out", u), ("in", v)) for u, v in G.edges)
    return [H.number_of_edges() for H in map(ports.subgraph, nx.connected_components(ports))]


def test_alternating_cycles_follow_arcs_forward_and_backward_in_turn():
    (cycle,) = PROOF.alternating_cycles(FIVE)
    assert sorted(cycle) == sorted(FIVE.edges)
    for k, (u, v) in enumerate(cycle):
        following = cycle[(k + 1) % len(cycle)]
        assert (following[0] == u) if k % 2 == 0 else (following[1] == v)
    factor = {(u, v) for ring in PROOF.factor for u, v in pairwise([*ring, ring[0]])}
    assert set(cycle[::2]) == factor


@pytest.mark.slow
@pytest.mark.parametrize("n", [3, 4, 5, pytest.param(6, marks=pytest.mark.exhaustive)])
def test_a_factor_of_any_small_digraph_passes_exactly_where_the_theorem_says_so(n):
    digraphs = list(two_regular(n))
    assert len(digraphs) == {3: 1, 4: 9, 5: 216, 6: 7570}[n]
    for G in digraphs:
        arcs = alternating(G)
        halves = tuple(sorted((k // 2, arcs.count(k)) for k in set(arcs)))
        is_odd = all(half % 2 for half, _ in halves)
        counts = set()
        for factor in cycle_factors(G):
            cycles = tuple(map(tuple, nx.simple_cycles(nx.DiGraph(factor.items()))))
            counts.add(len(cycles))
            proof = AlternatingParity(**CLOSED, factor=cycles, halves=halves)
            if is_odd and len(cycles) % 2 == 0:
                proof.check(G)
            else:
                refused(proof, G, "even number of arcs" if not is_odd else "odd number of cycles")
        if is_odd:
            assert len({count % 2 for count in counts}) == 1


def test_four_bells_have_no_cycle_of_rotations_and_swaps():
    G = cayley_digraph((1, 2, 3, 0), (1, 0, 2, 3))
    turns = tuple(tuple(order[k:] + order[:k] for k in range(4)) for order in G if order[0] == 0)
    proof = AlternatingParity(**CLOSED, factor=turns, halves=((3, 8),))
    proof.check(G)
    assert "(6 through 4 nodes)" in proof.explain()
    path = replace(proof, closed=False, start=(0, 1, 2, 3), end=(1, 2, 3, 0))
    refused(path, G, "leave no factor")
