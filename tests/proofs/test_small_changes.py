"""Certificates that one small change to a checker would let pass, or refuse."""

import json
from dataclasses import replace

import networkx as nx
import pytest
from true_certificates import (
    CLOSED,
    DROP,
    FROM_0,
    OPEN,
    USE,
    digraph,
    graph,
    refused,
    true_certificates,
)

import icosian
from icosian import InvalidProof, Proof
from icosian.proofs import (
    HOME,
    BipartitionImbalance,
    Cases,
    Conditional,
    CutVertex,
    DegreeDeficiency,
    ForcedEdges,
    FrontierExhausted,
    Middle,
    Refutation,
    Step,
    Toughness,
)
from icosian.proofs.claim import Claim
from icosian.proofs.network import Network
from icosian.proofs.rules import Contradiction, Marks

TRUE = {name: (G, proof) for name, G, proof in true_certificates()}


# the question


def test_a_proof_that_names_no_squares_holds_on_a_board():
    G = icosian.knight_graph(3, 3)
    DegreeDeficiency(**CLOSED, nodes=((1, 1),), side="neighbours").check(G)


def test_an_attribute_of_another_origin_tells_no_rows():
    proof = DegreeDeficiency(**CLOSED, nodes=(0,), side="neighbours", ranks=3)
    for board in ('{"shape": ["3", 4]}', '{"shape": [null, 4]}', '{"shape": 3}', "[", 3, None):
        G = nx.path_graph(3)
        G.graph["board"] = board
        proof.check(G)


def test_a_middle_goes_to_text_and_back():
    inner = DegreeDeficiency(**CLOSED, nodes=(Middle(0, 1), Middle(1, HOME)), side="neighbours")
    proof = Conditional(**CLOSED, require=((0, 1),), forbid=(), inner=inner)
    text = proof.to_json()
    assert Proof.from_json(text) == proof
    for wrong in ("[0]", "[0, 1, 2]", "0", "null"):
        with pytest.raises(InvalidProof):
            Proof.from_json(text.replace("[0, 1]}", f"{wrong}}}"))


# degrees


def test_a_given_end_is_no_start():
    ways = nx.path_graph(3, nx.DiGraph)
    for end in ({}, {"end": 2}):
        refused(DegreeDeficiency(**OPEN, **end, nodes=(0,), side="predecessors"), ways, "ends")
    for start in ({}, {"start": 0}):
        refused(DegreeDeficiency(**OPEN, **start, nodes=(2,), side="successors"), ways, "ends")


# parity


def by_rows(rows):
    """Return a graph of these very rows, though networkx would make others."""
    G = nx.Graph()
    G._node.update((v, {}) for v in rows)
    G._adj.update((v, {w: {} for w in row}) for v, row in rows.items())
    return G


NONE_BETWEEN = by_rows({1: [None], None: [1, 2], 2: [None]})
"""A path through a node that is called None, as ends are that were not asked for."""


def test_an_end_that_is_free_is_not_among_the_others():
    proof = BipartitionImbalance(**OPEN, crowd=frozenset({1, 2}), others=frozenset({None}))
    refused(proof, NONE_BETWEEN, "2 nodes are not too many beside 1 others")


@pytest.mark.parametrize("names", [["a\n", "b"], ["a", "\x1b[2J"], ["\x00", "\x00"]])
def test_sides_have_names_that_can_be_printed(names):
    proof = BipartitionImbalance(**CLOSED, crowd=frozenset({1, 2}), others=frozenset({0}))
    payload = json.loads(proof.to_json())
    assert Proof.from_json(json.dumps(payload)) == proof
    with pytest.raises(InvalidProof, match="expected str"):
        Proof.from_json(json.dumps({**payload, "names": names}))


# cut vertices and toughness


def test_a_part_that_holds_an_end_needs_no_other():
    parts = (1, frozenset({0})), (1, frozenset({2}))
    for ends in ({"start": 0, "end": 2}, {"start": 2, "end": 0}):
        refused(CutVertex(**OPEN, **ends, parts=parts), nx.path_graph(3), "ends enough")


def test_ends_in_two_parts_are_not_together():
    proof = Toughness(**FROM_0, end=2, removed=frozenset({1}), parts=2, together=True)
    refused(proof, nx.path_graph(3), "not in the same part")


def test_the_part_with_both_ends_may_hold_more():
    G = nx.Graph([(0, 5), (5, 6), (6, 1), (0, 2), (2, 1), (0, 3), (3, 1)])
    proof = Toughness(**OPEN, start=5, end=6, removed=frozenset({0, 1}), parts=3, together=True)
    proof.check(G)
    nx.add_path(G, [5, 7, 6])
    proof.check(G)


def test_an_end_that_is_free_is_not_removed():
    proof = Toughness(**OPEN, removed=frozenset({None}), parts=2)
    refused(proof, NONE_BETWEEN, "2 parts are not too many")


def test_an_end_that_is_free_is_in_no_part():
    star = by_rows({0: [None, 1, 2], None: [0], 1: [0], 2: [0]})
    parts = tuple((0, frozenset({v})) for v in (None, 1, 2))
    CutVertex(**OPEN, parts=parts).check(star)
    refused(CutVertex(**OPEN, parts=parts[:2]), star, "ends enough")


def test_a_part_is_a_set_of_nodes_though_a_node_has_the_same_name():
    F = frozenset({1, 2})
    ring = nx.Graph([(F, 1), (F, 2), (1, 3), (2, 3)])
    refused(CutVertex(**CLOSED, parts=((F, F),)), ring, "leads out of a part")
    ring.remove_node(3)
    ring.add_edges_from([(F, 3), (F, 4)])
    CutVertex(**CLOSED, parts=((F, F),)).check(ring)


# the question as a network


def test_edges_are_numbered_alike_whatever_the_order_of_the_rows():
    pairs = [(u, v) for v in range(9) for u in range(v)]
    for G in (nx.Graph(pairs), nx.MultiGraph([*pairs, (1, 0), (0, 0)])):
        network = Network(G, Claim(**CLOSED))
        assert network.edges == sorted(pairs)
        G._adj = dict(reversed(G._adj.items()))
        assert list(G) == list(range(9)) != list(G._adj)
        other = Network(G, Claim(**CLOSED))
        assert other.edges == network.edges


# forced edges


def steps(*told):
    """Take tuples of a node or a border, whether the edges are used, and the edges."""
    made = []
    for why, used, *edges in told:
        where = {"border": frozenset(why)} if isinstance(why, set) else {"node": why}
        made.append(Step(edges=tuple(edges), used=used, **where))
    return ForcedEdges(**CLOSED, steps=tuple(made))


THREE = graph("02 23 31 04 45 51 06 67 71")  # three paths between 0 and 1


def test_nothing_follows_an_edge_too_many_but_the_node_that_has_it():
    used = (2, USE, (0, 2), (2, 3)), (4, USE, (0, 4))
    third = (6, USE, (0, 6))
    steps(*used, third).check(THREE)
    steps(*used, third, (0, USE)).check(THREE)
    for last in (
        (0, DROP),  # it has too many, not too few
        (0, USE, (0, 2)),
        (2, USE),  # this node has two, but not the third
        ({0, 2, 4, 6}, USE),
    ):
        refused(steps(*used, third, last), THREE, "go on after a contradiction")
    refused(steps(*used, (6, USE, (0, 6), (6, 7))), THREE, "go on after a contradiction")
    refused(steps(*used, third, (0, USE), (0, USE)), THREE, "go on after a contradiction")


def test_a_border_that_has_room_is_not_overfilled():
    D = digraph("10 20 31 32 03 30")
    both = (1, USE, (1, 0)), (2, USE, (2, 0))
    steps(*both, (0, USE)).check(D)
    refused(steps(*both, ({1, 2}, USE)), D, "go on after a contradiction")


def test_too_few_edges_are_not_too_many():
    tail = graph("01 12 20 23")
    steps((3, DROP)).check(tail)
    refused(steps((3, USE)), tail, "no contradiction")
    steps(({3}, DROP)).check(tail)
    refused(steps(({3}, USE)), tail, "no contradiction")


def test_an_edge_is_not_marked_both_ways():
    for first, second in ((Marks.use, Marks.drop), (Marks.drop, Marks.use)):
        marks = Marks(Network(nx.complete_graph(5), Claim(**CLOSED)))
        first(marks, 0)
        first(marks, 0)  # again is no harm
        with pytest.raises(Contradiction):
            second(marks, 0)


# cases


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


# refutations


def test_a_set_of_a_digraph_is_left_and_entered():
    first = nx.complete_graph(4, nx.DiGraph)
    D = nx.disjoint_union(first, first)
    D.add_edges_from([(0, 4), (1, 5), (2, 6)])  # one way only
    proof = Refutation(**CLOSED, sets=(), edges=(), clauses=())
    refused(proof, D, "do not end in a contradiction")
    for part in (range(4), range(4, 8)):
        replace(proof, sets=(frozenset(part),)).check(D)
    D.add_edge(7, 3)
    for part in (range(4), range(4, 8)):
        refused(replace(proof, sets=(frozenset(part),)), D, "do not end in a contradiction")


# exhaustion


@pytest.mark.parametrize("end", [{"start": 1}, {"end": 1}])
def test_one_given_end_is_an_end_along_the_order_too(end):
    path = nx.path_graph(3)
    proof = FrontierExhausted(**OPEN, order=(0, 1, 2))
    refused(proof, path, "a tour was met")
    replace(proof, **end).check(path)
    for v in (0, 2):
        refused(replace(proof, **dict.fromkeys(end, v)), path, "a tour was met")
