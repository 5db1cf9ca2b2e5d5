"""Every kind of certificate: the true ones pass, the false ones are refused."""

from dataclasses import FrozenInstanceError, replace

import networkx as nx
import pytest
from true_certificates import CLOSED, OPEN, kind, true_certificates

import icosian
from icosian import InvalidProof, knight_graph
from icosian.proofs import (
    BipartitionImbalance,
    DegreeDeficiency,
    Disconnection,
    FrontierExhausted,
    Proof,
)

TRUE = {name: (G, proof) for name, G, proof in true_certificates()}
every_true_certificate = pytest.mark.parametrize(("G", "proof"), TRUE.values(), ids=TRUE)


def refused(proof, G, why="."):
    """Check a proof that must not hold."""
    with pytest.raises(InvalidProof, match=why) as caught:
        proof.check(G)
    assert isinstance(caught.value, icosian.IcosianError)
    assert isinstance(caught.value, ValueError)
    assert isinstance(caught.value, nx.NetworkXException)


def some_proof(kind, **question):
    """Return a proof of a kind about the nodes 0 and 1 of a path 0, 1, 2, 3."""
    return {
        DegreeDeficiency: DegreeDeficiency(nodes=(0, 3), side="neighbours", **question),
        Disconnection: Disconnection(part=frozenset({0, 1}), **question),
        BipartitionImbalance: BipartitionImbalance(
            crowd=frozenset({0, 2}), others=frozenset({1, 3}), **question
        ),
        FrontierExhausted: FrontierExhausted(order=(0, 1, 2, 3), **question),
    }[kind]


every_kind = pytest.mark.parametrize(
    "kind", [DegreeDeficiency, Disconnection, BipartitionImbalance, FrontierExhausted]
)


# all kinds


def test_every_kind_is_tested():
    kinds = {type(proof) for _, proof in TRUE.values()}
    assert kinds == {cls for cls in Proof.__subclasses__() if cls.__module__.startswith("icosian.")}


@every_true_certificate
def test_true_certificates_pass(G, proof):
    assert proof.check(G) is None


@every_true_certificate
def test_self_loops_never_matter(G, proof):
    H = G.copy()
    H.add_edges_from((v, v) for v in G)
    proof.check(H)


@every_true_certificate
def test_parallel_edges_never_matter(G, proof):
    H = (nx.MultiDiGraph if G.is_directed() else nx.MultiGraph)(G)
    H.add_edges_from(list(G.edges) * 2)
    H.add_edges_from((v, v) for v in list(G) * 2)
    proof.check(H)


@every_true_certificate
def test_proofs_hold_for_views_and_frozen_graphs(G, proof):
    proof.check(nx.freeze(G.copy()))
    proof.check(G.subgraph(G))


@every_true_certificate
def test_checking_changes_neither_graph_nor_proof(G, proof):
    before, twin = G.copy(), replace(proof)
    proof.check(G)
    assert nx.utils.graphs_equal(G, before)
    assert proof == twin


@every_true_certificate
def test_no_certificate_holds_for_a_complete_graph(G, proof):
    complete = nx.complete_graph(list(G), nx.DiGraph if G.is_directed() else nx.Graph)
    refused(proof, complete)


@every_true_certificate
def test_no_certificate_holds_for_a_graph_with_other_nodes(G, proof):
    refused(proof, nx.relabel_nodes(G, {v: f"node {v}" for v in G}))


@every_true_certificate
def test_no_certificate_survives_two_new_nodes_joined_to_all(G, proof):
    H = G.copy()
    for new in ("new", "newer"):
        H.add_edges_from([(new, v) for v in G] + [(v, new) for v in G])
    refused(proof, H)


@every_true_certificate
def test_proofs_are_values(G, proof):
    assert proof == replace(proof)
    assert hash(proof) == hash(replace(proof))
    assert proof != replace(proof, closed=not proof.closed)
    with pytest.raises(FrozenInstanceError):
        proof.closed = True


@every_true_certificate
def test_an_explanation_begins_with_the_claim_and_names_the_ends(G, proof):
    text = proof.explain()
    tour = "cycle" if proof.closed else "path"
    assert text.startswith(f"There is no Hamiltonian {tour}")
    assert text.startswith(proof.claim + ": ")
    assert text.endswith(".")
    assert "None" not in text
    for word, node in (("from", proof.start), ("to", proof.end)):
        assert (f" {word} {node!r}" in proof.claim) == (node is not None)


# the question


@every_kind
def test_a_cycle_has_no_ends(kind):
    for ends in ({"start": 0}, {"end": 0}, {"start": 0, "end": 1}):
        refused(some_proof(kind, **CLOSED, **ends), nx.path_graph(4), "names none")
        refused(some_proof(kind, **CLOSED, **ends), nx.empty_graph(4), "names none")


@every_kind
@pytest.mark.parametrize("create_using", [nx.Graph, nx.DiGraph, nx.MultiDiGraph])
def test_nothing_is_proved_about_the_null_graph(kind, create_using):
    for question in (OPEN, CLOSED):
        refused(some_proof(kind, **question), create_using(), "null graph")


@every_kind
@pytest.mark.parametrize("create_using", [nx.Graph, nx.DiGraph])
def test_a_single_node_is_a_path(kind, create_using):
    G = nx.empty_graph(1, create_using)
    for ends in ({}, {"start": 0}, {"end": 0}, {"start": 0, "end": 0}):
        refused(some_proof(kind, **OPEN, **ends), G, "single node")
    for proof in (
        DegreeDeficiency(**OPEN, nodes=(0,), side="neighbours"),
        BipartitionImbalance(**OPEN, crowd=frozenset({0}), others=frozenset()),
        FrontierExhausted(**OPEN, order=(0,)),
    ):
        refused(proof, G, "single node")


@pytest.mark.parametrize("create_using", [nx.Graph, nx.DiGraph])
def test_a_single_node_is_no_cycle(create_using):
    G = nx.empty_graph(1, create_using)
    side = "successors" if G.is_directed() else "neighbours"
    for loops in (False, True):
        if loops:
            G.add_edge(0, 0)
        DegreeDeficiency(**CLOSED, nodes=(0,), side=side).check(G)
        BipartitionImbalance(**CLOSED, crowd=frozenset({0}), others=frozenset()).check(G)
        FrontierExhausted(**CLOSED, order=(0,)).check(G)


def test_two_nodes_are_a_cycle_in_a_digraph_only():
    order = FrontierExhausted(**CLOSED, order=(0, 1))
    order.check(nx.Graph([(0, 1)]))
    order.check(nx.MultiGraph([(0, 1), (0, 1)]))
    order.check(nx.DiGraph([(0, 1)]))
    refused(order, nx.DiGraph([(0, 1), (1, 0)]), "a tour was met")
    refused(order, nx.MultiDiGraph([(0, 1), (1, 0)]), "a tour was met")


@every_kind
def test_ends_must_be_nodes(kind):
    G = nx.empty_graph(4)
    for stranger in (4, "0", (0,), [0], {0}):
        refused(some_proof(kind, **OPEN, start=stranger), G, "start .* is not a node")
        refused(some_proof(kind, **OPEN, end=stranger), G, "end .* is not a node")


@every_kind
def test_ends_must_differ(kind):
    refused(some_proof(kind, **OPEN, start=0, end=0), nx.empty_graph(4), "same node")
    refused(some_proof(kind, **OPEN, start=1, end=True), nx.empty_graph(4), "same node")


# degrees


def degrees(*nodes, side="neighbours", **question):
    return DegreeDeficiency(nodes=nodes, side=side, **question)


def test_a_node_with_two_neighbours_is_not_deficient():
    refused(degrees(1, **CLOSED), nx.path_graph(4), "node 1 has enough neighbours")
    refused(degrees(0, 1, 3, **OPEN), nx.path_graph(4), "node 1 has enough neighbours")
    G = nx.DiGraph([(0, 1), (1, 2)])
    refused(degrees(0, side="successors", **CLOSED), G, "node 0 has enough successors")
    refused(degrees(2, side="predecessors", **CLOSED), G, "node 2 has enough predecessors")


def test_a_deficient_node_counts_once():
    star = nx.star_graph(4)
    refused(degrees(1, 2, 2, **OPEN), star, "twice")
    refused(degrees(1, 1, **CLOSED), star, "twice")


def test_a_deficient_node_must_be_a_node():
    for stranger in (9, "1", (1,), None):
        refused(degrees(stranger, **CLOSED), nx.star_graph(4), "is not a node")
        refused(degrees(1, 2, stranger, **OPEN), nx.star_graph(4), "is not a node")


def test_a_path_has_two_ends_for_deficient_nodes():
    star, digraph = nx.star_graph(4), nx.DiGraph([(0, 1), (1, 2)])
    for nodes in ((), (1,), (1, 2)):
        refused(degrees(*nodes, **OPEN), star, "ends enough")
    degrees(1, 2, 3, **OPEN).check(star)
    refused(degrees(0, side="predecessors", **OPEN), digraph, "ends enough")
    refused(degrees(2, side="successors", **OPEN), digraph, "ends enough")
    refused(degrees(**CLOSED), star)


def test_given_ends_may_be_deficient():
    star, fork = nx.star_graph(4), nx.DiGraph([(0, 1), (0, 2)])
    refused(degrees(1, 2, **OPEN, start=1), star, "ends enough")
    refused(degrees(1, 2, **OPEN, end=2), star, "ends enough")
    refused(degrees(1, 2, **OPEN, start=1, end=2), star, "ends enough")
    refused(degrees(1, 2, **OPEN, start=2, end=1), star, "ends enough")
    refused(degrees(1, side="successors", **OPEN, end=1), fork, "ends enough")
    refused(degrees(1, side="successors", **OPEN, start=2), fork, "ends enough")
    refused(degrees(0, side="predecessors", **OPEN, start=0), fork, "ends enough")
    # a node without a way on cannot be the start, but that is not what this kind says
    degrees(1, 2, side="successors", **OPEN, start=1).check(fork)


@pytest.mark.parametrize(
    "side", ["predecessors", "successors", "", "degree", None, 2, ["neighbours"]]
)
def test_an_undirected_graph_counts_neighbours(side):
    refused(degrees(0, side=side, **CLOSED), nx.path_graph(4), "not what counts")


@pytest.mark.parametrize("side", ["neighbours", "", "degree", None, 2, ["successors"]])
def test_a_digraph_counts_predecessors_or_successors(side):
    refused(degrees(2, side=side, **CLOSED), nx.DiGraph([(0, 1), (1, 2)]), "not what counts")


def test_parallel_edges_do_not_make_two_neighbours():
    degrees(0, **CLOSED).check(nx.MultiGraph([(0, 1), (0, 1), (0, 0), (1, 2), (2, 3)]))
    loops = nx.DiGraph([(0, 1), (1, 0), (2, 2), (0, 2)])
    degrees(2, side="successors", **CLOSED).check(loops)


def test_degrees_are_explained_with_counts_and_names():
    star = nx.star_graph(12)
    for proof, words in [
        (degrees(1, **CLOSED), "node 1 has fewer than two neighbours, and a cycle needs two"),
        (degrees(1, 2, **CLOSED), "the 2 nodes 1, 2 have fewer than two neighbours"),
        (degrees(1, 2, 3, **OPEN), "each must be an end of the path, and only 2 can be"),
        (degrees(*range(1, 13), **OPEN), "the 12 nodes 1, 2, 3, 4, 5, 6, 7, 8 and 4 more have"),
        (degrees(1, 2, **OPEN, start=3), "and 3 was asked for"),
        (
            degrees(1, **OPEN, start=3, end=4),
            "it must be an end of the path, and 3, 4 were asked for",
        ),
    ]:
        proof.check(star)
        assert words in proof.explain()
    fork = nx.DiGraph([(0, 1), (0, 2)])
    for proof, words in [
        (
            degrees(1, side="successors", **CLOSED),
            "node 1 has no successors, and a cycle needs one",
        ),
        (degrees(1, 2, side="successors", **OPEN), "each must be the end of the path, and only 1"),
        (
            degrees(0, side="predecessors", **OPEN, start=1),
            "it must be the start of the path, and 1",
        ),
    ]:
        proof.check(fork)
        assert words in proof.explain()


def test_an_explanation_counts_the_ends_there_can_be():
    proof = degrees(4, 2, 3, **OPEN, start=4)
    proof.check(nx.star_graph(4))
    assert "only 1 can be" not in proof.explain()  # 4 can, and one more


# connection


def part(*nodes, **question):
    return Disconnection(part=frozenset(nodes), **question)


@pytest.mark.parametrize("question", [OPEN, CLOSED])
def test_a_part_is_neither_empty_nor_everything_nor_strange(question):
    G = nx.empty_graph(4)
    for nodes in ((), (0, 1, 2, 3), (0, 1, 2, 3, 4), (0, 9), ("0",), (None,)):
        refused(part(*nodes, **question), G, "some nodes of the graph, but not all")
    part(0, **question).check(G)


@pytest.mark.parametrize("question", [OPEN, CLOSED])
def test_an_edge_out_of_the_part_joins_it_to_the_rest(question):
    G = nx.path_graph(4)
    for nodes in ((0,), (0, 1), (0, 1, 2), (3,), (1, 2)):
        refused(part(*nodes, **question), G, "an edge leads out")
    # only the arcs out of the part are in the way of a cycle
    D = nx.DiGraph([(0, 1), (1, 2), (2, 3)])
    refused(part(0, 1, **question), D, "an edge leads out")


def test_a_directed_path_may_end_in_a_part_without_a_way_out():
    D = nx.DiGraph([(0, 1), (1, 2), (2, 3)])
    part(2, 3, **CLOSED).check(D)
    refused(part(2, 3, **OPEN), D, "may lead into the part and end there")
    refused(part(2, 3, **OPEN, start=0), D, "may lead into the part and end there")
    refused(part(2, 3, **OPEN, end=3), D, "may lead into the part and end there")
    refused(part(2, 3, **OPEN, start=1, end=2), D, "may lead into the part and end there")
    part(2, 3, **OPEN, start=2).check(D)
    part(2, 3, **OPEN, end=1).check(D)
    part(2, 3, **OPEN, start=0, end=1).check(D)


def test_a_part_of_a_digraph_without_any_edge_to_the_rest_excludes_all_paths():
    D = nx.DiGraph([(0, 1), (1, 0), (2, 3), (3, 2)])
    for ends in ({}, {"start": 0}, {"end": 3}, {"start": 0, "end": 3}):
        part(0, 1, **OPEN, **ends).check(D)
        part(2, 3, **OPEN, **ends).check(D)


def test_disconnection_is_explained_with_counts_and_names():
    apart = nx.disjoint_union(nx.cycle_graph(4), nx.cycle_graph(3))
    assert icosian.prove_no_hamiltonian_cycle(apart).explain() == (
        "There is no Hamiltonian cycle: no edge leads from a part of 4 nodes, among them 0, to the"
        " rest."
    )
    assert icosian.prove_no_hamiltonian_path(apart).explain() == (
        "There is no Hamiltonian path: no edge joins a part of 4 nodes, among them 0, and the rest."
    )
    assert "a part of 1 node," in icosian.prove_no_hamiltonian_path(nx.empty_graph(2)).explain()
    trap = nx.DiGraph([(0, 1), (1, 0), (2, 3), (3, 2), (2, 0)])
    assert "no edge leads from a part" in icosian.prove_no_hamiltonian_path(trap, start=0).explain()
    mixed = part("a", 1, **OPEN)  # labels without an order
    mixed.check(nx.Graph([("a", 1), (2, 3)]))
    assert "a part of 2 nodes" in mixed.explain()


# bipartition


def parity(crowd, others, **question):
    return BipartitionImbalance(crowd=frozenset(crowd), others=frozenset(others), **question)


LOPSIDED = nx.complete_bipartite_graph(2, 4)  # 0, 1 | 2, 3, 4, 5


@pytest.mark.parametrize(
    ("crowd", "others"),
    [
        ([2, 3, 4, 5], [0]),  # a node is missing
        ([2, 3, 4], [0, 1]),
        ([2, 3, 4, 5], [0, 1, 5]),  # a node is on both sides
        ([0, 2, 3, 4, 5], [0, 1]),
        ([2, 3, 4, 5, 6], [0, 1]),  # a strange node
        ([2, 3, 4, 5], [0, "1"]),
        ([2, 3, 4, 5, None], [0, 1]),
        ([], []),
    ],
)
@pytest.mark.parametrize("question", [OPEN, CLOSED])
def test_the_sides_must_be_a_partition_of_the_nodes(crowd, others, question):
    refused(parity(crowd, others, **question), LOPSIDED, "not a partition")


def test_an_edge_inside_the_crowd_spoils_the_argument():
    G = LOPSIDED.copy()
    parity([2, 3, 4, 5], [0, 1], **CLOSED).check(G)
    G.add_edge(0, 1)  # among the others it does no harm
    parity([2, 3, 4, 5], [0, 1], **CLOSED).check(G)
    G.add_edge(3, 4)
    refused(parity([2, 3, 4, 5], [0, 1], **CLOSED), G, "edge joins two nodes of the crowded side")
    refused(parity(range(6), [], **CLOSED), G, "edge joins two nodes of the crowded side")
    for arc in [(3, 4), (4, 3)]:
        D = LOPSIDED.to_directed()
        D.add_edge(*arc)
        refused(parity([2, 3, 4, 5], [0, 1], **CLOSED), D, "edge joins two nodes")


def test_a_side_that_is_not_larger_is_no_reason():
    G = nx.complete_bipartite_graph(3, 3)
    refused(parity([0, 1, 2], [3, 4, 5], **CLOSED), G, "not too many")
    refused(parity([0, 1], [2, 3, 4, 5], **CLOSED), LOPSIDED, "not too many")
    refused(parity([], range(6), **CLOSED), G, "not too many")


def test_a_path_may_begin_and_end_on_the_larger_side():
    G = nx.complete_bipartite_graph(3, 2)  # 0, 1, 2 | 3, 4
    sides = [0, 1, 2], [3, 4]
    parity(*sides, **CLOSED).check(G)
    for ends in ({}, {"start": 0}, {"end": 2}, {"start": 0, "end": 2}):
        refused(parity(*sides, **OPEN, **ends), G, "not too many")
    for ends in ({"start": 3}, {"end": 4}, {"start": 3, "end": 0}, {"start": 3, "end": 4}):
        parity(*sides, **OPEN, **ends).check(G)
    even = nx.complete_bipartite_graph(3, 3)
    for ends in ({}, {"start": 0}, {"start": 3}, {"start": 0, "end": 3}, {"start": 0, "end": 1}):
        refused(parity([0, 1, 2], [3, 4, 5], **OPEN, **ends), even, "not too many")
    parity([0, 1, 2], [3, 4, 5], **OPEN, start=3, end=4).check(even)


def test_parity_is_explained_with_counts_and_colours():
    board = knight_graph(5)
    cycle = icosian.prove_no_hamiltonian_cycle(board).explain()
    assert "13 dark squares, 12 light squares" in cycle
    assert cycle.endswith("a cycle needs at least 13 light squares.")
    one = icosian.prove_no_hamiltonian_path(board, "b1").explain()
    assert one.startswith("There is no Hamiltonian path from (4, 1): 13 dark squares")
    assert one.endswith("a path with one end among the others needs at least 13 light squares.")
    both = icosian.prove_no_hamiltonian_path(board, "b1", "d1").explain()
    assert both.endswith("a path with both ends among the others needs at least 14 light squares.")


@pytest.mark.parametrize("rows", range(3, 9))
@pytest.mark.parametrize("columns", [4, 5, 7, 9])
def test_the_square_a1_is_dark(rows, columns):
    board = icosian.Board((rows, columns))
    dark = sum(
        ("abcdefghi".index(name[0]) + int(name[1:]) - 1) % 2 == 0
        for name in map(board.name, board.squares)
    )
    G = icosian.leaper_graph(0, 1, rows, columns)  # connected, and not balanced if odd by odd
    if rows % 2 and columns % 2:
        text = icosian.prove_no_hamiltonian_cycle(G).explain()
        assert f"{dark} dark squares, {len(G) - dark} light squares" in text
    else:
        assert 2 * dark == len(G)


@pytest.mark.parametrize("rows", [5, 6])
def test_either_colour_can_be_the_crowd(rows):
    light, dark = ["b1", "d1"], ["a1", "c1"]
    for holes, words in [(dark, "{} light squares, {} dark"), (light, "{} dark squares, {} light")]:
        text = icosian.prove_no_hamiltonian_cycle(knight_graph(rows, 6, holes=holes)).explain()
        assert words.format(3 * rows, 3 * rows - 2) in text


def test_sides_without_colours_are_called_sides():
    text = icosian.prove_no_hamiltonian_cycle(nx.complete_bipartite_graph(2, 3)).explain()
    assert "3 nodes on one side, 2 on the other" in text


# exhaustion


def order(*nodes, **question):
    return FrontierExhausted(order=nodes, **question)


@pytest.mark.parametrize(
    "nodes",
    [(), (0, 1, 2), (0, 1, 2, 2), (0, 1, 2, 3, 3), (0, 1, 2, 4), (0, 1, 2, 3, 4), (0, 1, 2, "3")],
)
@pytest.mark.parametrize("create_using", [nx.Graph, nx.DiGraph])
@pytest.mark.parametrize("question", [OPEN, CLOSED])
def test_an_order_holds_every_node_once(nodes, create_using, question):
    G = nx.empty_graph(4, create_using)
    refused(order(*nodes, **question), G, "does not hold every node of the graph once")
    order(2, 0, 3, 1, **question).check(G)


@pytest.mark.parametrize("n", range(3, 8))
def test_a_tour_along_the_order_is_met(n):
    ring = nx.cycle_graph(n)
    refused(order(*range(n), **CLOSED), ring, "a tour was met")
    refused(order(*range(n), **CLOSED), nx.cycle_graph(n, nx.DiGraph), "a tour was met")
    refused(order(*reversed(range(n)), **OPEN), nx.path_graph(n), "a tour was met")
    refused(order(*range(n), **OPEN, start=0, end=n - 1), ring, "a tour was met")
    refused(order(*range(n), **OPEN, end=n - 2, start=n - 1), ring, "a tour was met")
    if n > 3:
        order(*range(n), **OPEN, start=0, end=2).check(ring)
    order(*range(n), **OPEN, start=n - 1).check(nx.path_graph(n, nx.DiGraph))
    order(*range(n), **OPEN, end=0).check(nx.path_graph(n, nx.DiGraph))
    refused(order(*range(n), **OPEN, start=0), nx.path_graph(n, nx.DiGraph), "a tour was met")


def test_exhaustion_counts_its_states_as_it_goes_and_ends():
    counts = list(order(*range(10), **CLOSED).states(nx.petersen_graph()))
    assert counts == sorted(counts)
    assert counts[0] >= 1
    assert {type(count) for count in counts} == {int}


def test_exhaustion_tells_how_many_nodes_it_went_through():
    proof = icosian.prove_no_hamiltonian_cycle(nx.petersen_graph())
    assert isinstance(proof, FrontierExhausted)
    assert "an order of all 10 nodes, and none can be completed" in proof.explain()


# mixing up graphs


def test_the_proof_of_another_graph_is_refused():
    missing = knight_graph(6, holes=["a1"])
    proof = icosian.prove_no_hamiltonian_cycle(missing)
    proof.check(missing)
    refused(proof, knight_graph(6))
    refused(proof, knight_graph(6, holes=["a1", "b1"]))
    cubic = icosian.prove_no_hamiltonian_cycle(nx.petersen_graph())
    refused(cubic, nx.circulant_graph(10, [1, 5]), "a tour was met")


def test_a_proof_about_cycles_says_nothing_about_paths():
    G = nx.petersen_graph()
    proof = icosian.prove_no_hamiltonian_cycle(G)
    refused(replace(proof, closed=False), G, "a tour was met")
    odd = knight_graph(5)
    proof = icosian.prove_no_hamiltonian_cycle(odd)
    refused(replace(proof, closed=False), odd, "not too many")
    refused(replace(proof, closed=False, start=(0, 0)), odd, "not too many")
    replace(proof, closed=False, start=(0, 1)).check(odd)


def test_directed_and_undirected_proofs_do_not_mix():
    G = nx.path_graph(3)
    D = nx.DiGraph(G)
    refused(degrees(0, **CLOSED), D, "not what counts")
    one_way = nx.DiGraph([(0, 1), (1, 2), (2, 3), (3, 0), (0, 2)])
    part_of = nx.DiGraph([(0, 1), (1, 0), (2, 3), (3, 2), (0, 2)])
    proof = icosian.prove_no_hamiltonian_cycle(part_of)
    proof.check(part_of)
    refused(proof, part_of.to_undirected())
    refused(proof, one_way)
    ring = nx.DiGraph([(0, 1), (2, 1), (2, 3), (0, 3)])
    proof = order(0, 1, 2, 3, **CLOSED)
    proof.check(ring)
    refused(proof, ring.to_undirected(), "a tour was met")


@every_true_certificate
def test_one_missing_or_doubled_entry_is_noticed(G, proof):
    if isinstance(proof, FrontierExhausted):
        refused(replace(proof, order=proof.order[:-1]), G)
        refused(replace(proof, order=(*proof.order[:-1], proof.order[0])), G)
    elif isinstance(proof, BipartitionImbalance):
        node = min(proof.crowd)
        refused(replace(proof, crowd=proof.crowd - {node}), G)
        refused(replace(proof, others=proof.others | {node}), G)
        refused(replace(proof, crowd=proof.others, others=proof.crowd), G)
    elif isinstance(proof, Disconnection):
        refused(replace(proof, part=frozenset()), G)
        refused(replace(proof, part=frozenset(G)), G)
        refused(replace(proof, part=proof.part - {min(proof.part)}), G)
    else:
        assert kind(proof) == "DegreeDeficiency"
        refused(replace(proof, nodes=()), G)
        refused(replace(proof, nodes=proof.nodes + proof.nodes[:1]), G)
