"""Forced edges, cases and parity: true ones pass, false ones are refused."""

from dataclasses import replace
from itertools import combinations, pairwise

import networkx as nx
import pytest
from families import cayley_digraph
from mutations import holds
from naive import cycle_factors, number_of_cycles
from together import together
from true_certificates import CLOSED, FROM_0, OPEN, TRUE, digraph, graph, refused

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


def test_an_edge_is_named_in_either_direction_and_an_arc_in_its_own():
    G, proof = TRUE["cases, no cycle"]
    turned = tuple(entry and entry[::-1] for entry in proof.tree)
    replace(proof, tree=turned).check(G)
    D, proof = TRUE["cases of a digraph, both ends"]
    turned = tuple(entry and entry[::-1] for entry in proof.tree)
    refused(replace(proof, tree=turned), D, "that the rules close")


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


def test_a_deep_tree_of_cases_is_followed_to_its_end():
    split_in_vain = Cases(**CLOSED, tree=((0, 1),) * 20_000)
    refused(split_in_vain, nx.complete_graph(6), "a case is left out")


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


def test_a_factor_proves_that_all_have_an_even_number_of_cycles():
    PROOF.check(FIVE)
    assert [number_of_cycles(factor) for factor in cycle_factors(FIVE)] == [2, 2]


def test_alternating_cycles_follow_arcs_forward_and_backward_in_turn():
    (cycle,) = PROOF.alternating_cycles(FIVE)
    assert sorted(cycle) == sorted(FIVE.edges)
    for k, (u, v) in enumerate(cycle):
        following = cycle[(k + 1) % len(cycle)]
        assert (following[0] == u) if k % 2 == 0 else (following[1] == v)
    factor = {(u, v) for ring in PROOF.factor for u, v in pairwise([*ring, ring[0]])}
    assert set(cycle[::2]) == factor


def test_a_path_goes_home_on_one_of_the_cycles():
    FROM_START.check(SIX)
    assert "a path, closed by going home from its ends, has one arc" in FROM_START.explain()
    refused(replace(FROM_START, factor=((0, 1, 2, 5), (3, 4))), SIX, "not an edge")
    replace(FROM_START, start=None).check(SIX)  # nothing leads to 0
    refused(replace(FROM_START, start=2), SIX, "no factor")
    refused(replace(FROM_START, start=None, closed=True), SIX, "no factor")


@together(
    ("factor", "why"),
    [
        ((), "does not visit all nodes"),
        (((0, 1),), "does not visit all nodes"),
        (((0, 1), (2, 3, 4), ()), "is empty"),
        (((0, 1), (2, 3, 4), (0, 1)), "visits 0 twice"),
        (((0, 1, 0, 1), (2, 3, 4)), "visits 0 twice"),
        (((0,), (1,), (2, 3, 4)), "not an edge"),
        (((1, 4), (0, 2, 3)), "not an edge"),
        (((0, 1), (2, 3, "4")), "not an edge"),
        (((0, 1), (2, 3, [4])), "not an edge"),
        (((0, 1), (2, 3, 4, HOME)), "not an edge"),
        (((0, 1, 2, 3, 4),), "not an edge"),
    ],
)
def test_what_is_not_a_factor_is_refused(factor, why):
    refused(replace(PROOF, factor=factor), FIVE, why)


@together("halves", [(), ((5, 2),), ((3, 1),), ((5, 1), (3, 1)), ((5, 0),)])
def test_the_alternating_cycles_are_counted(halves):
    refused(replace(PROOF, halves=halves), FIVE, "not those of the graph")


def test_an_odd_number_of_cycles_and_even_halves_prove_nothing():
    ring = digraph("01 12 23 34 40 02 13 24 30 41")
    rounds = AlternatingParity(**CLOSED, factor=((0, 1, 2, 3, 4),), halves=((5, 1),))
    refused(rounds, ring, "odd number of cycles")
    pairs = digraph("01 10 23 32 02 20 13 31")
    two = AlternatingParity(**CLOSED, factor=((0, 1), (2, 3)), halves=((2, 4),))
    refused(two, pairs, "even number of arcs")
    refused(replace(two, halves=((3, 4),)), pairs, "even number of arcs")


def test_more_than_two_arcs_are_too_many_unless_forced_arcs_exclude_them():
    more = nx.DiGraph(FIVE.edges)
    more.add_edge(1, 3)
    refused(PROOF, more, "more than two arcs")
    longer = digraph("05 50 51 53 10 12 23 24 30 34 41 42")  # 5 has three arcs, one back to 0
    forced = replace(PROOF, factor=((0, 5, 1), (2, 3, 4)))
    forced.check(longer)
    refused(replace(PROOF, factor=((0, 5), (1, 2, 3, 4))), longer, "no tour uses the arc")
    longer.add_edges_from([(0, 2), (1, 5)])  # now the arc to 5 is not forced
    refused(forced, longer, "more than two arcs")


def test_arcs_that_contradict_each_other_leave_no_factor():
    fork = digraph("01 10 21 12 31 13")
    refused(AlternatingParity(**CLOSED, factor=((0, 1), (2, 3)), halves=()), fork, "no factor")


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
