"""Every kind of certificate: the true ones pass, the false ones are refused."""

from dataclasses import FrozenInstanceError, replace

import networkx as nx
import pytest
from true_certificates import CLOSED, DROP, OPEN, USE, digraph, graph, refused, true_certificates

import icosian
from icosian import knight_graph
from icosian.proofs import (
    HOME,
    BipartitionImbalance,
    Cases,
    Conditional,
    CutVertex,
    DegreeDeficiency,
    Disconnection,
    ForcedEdges,
    FrontierExhausted,
    Positioned,
    Proof,
    Refutation,
    Step,
    Toughness,
    Weighing,
    Weights,
)

TRUE = {name: (G, proof) for name, G, proof in true_certificates()}
every_true_certificate = pytest.mark.parametrize(("G", "proof"), TRUE.values(), ids=TRUE)


def some_proof(kind, **question):
    """Return a proof of a kind about the nodes of a path 0, 1, 2, 3."""
    part = frozenset({0, 1})
    fields = {
        DegreeDeficiency: {"nodes": (0, 3), "side": "neighbours"},
        Disconnection: {"part": part},
        CutVertex: {"parts": ((2, part),)},
        BipartitionImbalance: {"crowd": frozenset({0, 2}), "others": frozenset({1, 3})},
        Toughness: {"removed": frozenset({1}), "parts": 2},
        Weighing: {"weights": Weights(nodes=((0, 1), (3, 1)), sets=((part, 1),))},
        ForcedEdges: {"steps": (Step(edges=(), node=0),)},
        Cases: {"tree": (None,), "sets": (part,)},
        Refutation: {"sets": (part,), "edges": ((0, 1),), "clauses": ((1,),)},
        FrontierExhausted: {"order": (0, 1, 2, 3)},
    }
    return kind(**fields[kind], **question)


KINDS = [
    cls
    for cls in Proof.__subclasses__()
    if cls.__module__.startswith("icosian.") and cls not in {Conditional, Positioned}
]
every_kind = pytest.mark.parametrize("kind", KINDS)


# all kinds


def test_every_kind_is_tested():
    assert {type(proof) for _, proof in TRUE.values()} == set(KINDS)
    assert len(KINDS) == 10


def test_every_kind_is_true_of_cycles_of_paths_and_of_given_ends():
    told = {
        (type(proof), proof.closed, proof.start is not None, proof.end is not None)
        for _, proof in TRUE.values()
    }
    for kind in KINDS:
        assert {(kind, True, False, False), (kind, False, False, False)} <= told
        assert {(kind, False, True, False), (kind, False, True, True)} & told


def test_every_kind_is_true_of_digraphs_and_of_graphs():
    told = {(type(proof), G.is_directed()) for G, proof in TRUE.values()}
    assert told == {(kind, directed) for kind in KINDS for directed in (False, True)}


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
        Weighing(**OPEN, weights=Weights(nodes=((0, 1),))),
        ForcedEdges(**OPEN, steps=(Step(edges=(), node=0),)),
        Cases(**OPEN, tree=(None,)),
        Refutation(**OPEN, sets=(), edges=(), clauses=()),
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
        Weighing(**CLOSED, weights=Weights(nodes=((0, 1),))).check(G)
        ForcedEdges(**CLOSED, steps=(Step(edges=(), node=0),)).check(G)
        Cases(**CLOSED, tree=(None,)).check(G)
        Refutation(**CLOSED, sets=(), edges=(), clauses=()).check(G)
        FrontierExhausted(**CLOSED, order=(0,)).check(G)


@pytest.mark.parametrize(
    "proof",
    [
        Weighing(**CLOSED, weights=Weights(nodes=((0, 1), (1, 1)))),
        ForcedEdges(**CLOSED, steps=(Step(edges=(), node=0),)),
        Cases(**CLOSED, tree=(None,)),
        Refutation(**CLOSED, sets=(), edges=(), clauses=()),
        FrontierExhausted(**CLOSED, order=(0, 1)),
    ],
    ids=lambda proof: type(proof).__name__,
)
def test_two_nodes_are_a_cycle_in_a_digraph_only(proof):
    proof.check(nx.Graph([(0, 1)]))
    proof.check(nx.MultiGraph([(0, 1), (0, 1)]))
    proof.check(nx.DiGraph([(1, 0)]))
    refused(proof, nx.DiGraph([(0, 1), (1, 0)]))
    refused(proof, nx.MultiDiGraph([(0, 1), (1, 0)]))


@pytest.mark.parametrize("create_using", [nx.Graph, nx.DiGraph])
def test_two_joined_nodes_are_a_path(create_using):
    G = nx.Graph([(0, 1)]).to_directed() if create_using is nx.DiGraph else nx.Graph([(0, 1)])
    for ends in ({}, {"start": 0}, {"end": 0}, {"start": 1, "end": 0}):
        for proof in (
            Weighing(**OPEN, **ends, weights=Weights(nodes=((HOME, 1), (0, 1), (1, 1)))),
            *(ForcedEdges(**OPEN, **ends, steps=(Step(edges=(), node=v),)) for v in (0, 1, HOME)),
            Cases(**OPEN, **ends, tree=(None,)),
            Refutation(**OPEN, **ends, sets=(), edges=(), clauses=()),
            FrontierExhausted(**OPEN, **ends, order=(0, 1)),
        ):
            refused(proof, G)


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
    refused(degrees(1, **CLOSED), nx.path_graph(4), "node 1 has enough neighbors")
    refused(degrees(0, 1, 3, **OPEN), nx.path_graph(4), "node 1 has enough neighbors")
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
    refused(degrees(0, side=side, **CLOSED), nx.path_graph(4), "not counted")


@pytest.mark.parametrize("side", ["neighbours", "", "degree", None, 2, ["successors"]])
def test_a_digraph_counts_predecessors_or_successors(side):
    refused(degrees(2, side=side, **CLOSED), nx.DiGraph([(0, 1), (1, 2)]), "not counted")


def test_parallel_edges_do_not_make_two_neighbours():
    degrees(0, **CLOSED).check(nx.MultiGraph([(0, 1), (0, 1), (0, 0), (1, 2), (2, 3)]))
    loops = nx.DiGraph([(0, 1), (1, 0), (2, 2), (0, 2)])
    degrees(2, side="successors", **CLOSED).check(loops)


def test_degrees_are_explained_with_counts_and_names():
    star = nx.star_graph(12)
    for proof, words in [
        (degrees(1, **CLOSED), "node 1 has fewer than two neighbors, and a cycle needs two"),
        (degrees(1, 2, **CLOSED), "the 2 nodes 1, 2 have fewer than two neighbors"),
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
    assert part(0, 1, 2, 3, **CLOSED).explain() == (
        "There is no Hamiltonian cycle: no edge leads from the 4 nodes 0, 1, 2, 3 to the rest."
    )
    assert part(0, 1, 2, 3, **OPEN).explain() == (
        "There is no Hamiltonian path: no edge joins the 4 nodes 0, 1, 2, 3 and the rest."
    )
    assert "no edge joins the node 1 and the rest" in part(1, **OPEN).explain()
    many = part(*range(10), **OPEN).explain()
    assert "the 10 nodes 0, 1, 2, 3, 4, 5, 6, 7 and 2 more and the rest" in many
    trap = part(0, 1, **OPEN, start=0)
    trap.check(nx.DiGraph([(0, 1), (1, 0), (2, 3), (3, 2), (2, 0)]))
    assert "no edge leads from the 2 nodes 0, 1 to the rest" in trap.explain()
    mixed = part("a", 1, **OPEN)  # labels without an order
    mixed.check(nx.Graph([("a", 1), (2, 3)]))
    assert "the 2 nodes 'a', 1" in mixed.explain()


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
    dark, light = ([v for v in board if sum(v) % 2 == colour] for colour in (0, 1))

    def told(**question):
        names = "dark squares", "light squares"
        proof = replace(parity(dark, light, **question), names=names, ranks=5)
        proof.check(board)
        return proof.explain()

    cycle = told(**CLOSED)
    assert "13 dark squares, 12 light squares" in cycle
    assert cycle.endswith("a cycle needs at least 13 light squares.")
    one = told(**OPEN, start=(4, 1))
    assert one.startswith("There is no Hamiltonian path from b1: 13 dark squares")
    assert one.endswith("a path with one end among the others needs at least 13 light squares.")
    both = told(**OPEN, start=(4, 1), end=(4, 3))
    assert both.startswith("There is no Hamiltonian path from b1 to d1: ")
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


# cut vertices


def hanging(*parts, **question):
    return CutVertex(parts=tuple((cut, frozenset(part)) for cut, part in parts), **question)


MILL = nx.windmill_graph(3, 3)  # three triangles 0, 1, 2 and 0, 3, 4 and 0, 5, 6
A, B, C = ((0, (k, k + 1)) for k in (1, 3, 5))


def test_a_part_hangs_on_its_cut_vertex_alone():
    hanging(A, **CLOSED).check(MILL)
    for cut, part_ in [(0, (1,)), (0, (1, 3)), (1, (2,)), (3, (1, 2))]:
        refused(hanging((cut, part_), **CLOSED), MILL, "leads out of a part")
    arcs = MILL.to_directed()
    for extra in ((1, 5), (5, 1)):
        D = arcs.copy()
        hanging(A, **CLOSED).check(D)
        D.add_edge(*extra)
        refused(hanging(A, **CLOSED), D, "out of a part|into a part")
        hanging(B, **CLOSED).check(D)


def test_something_is_left_to_visit_beside_a_part_and_its_cut_vertex():
    triangle = nx.cycle_graph(3)
    refused(hanging((0, (1, 2)), **CLOSED), triangle, "leave something to visit")
    refused(hanging((0, ()), **CLOSED), triangle, "leave something to visit")
    refused(hanging((0, (1,)), **CLOSED), nx.Graph([(0, 1)]), "leave something to visit")
    hanging((0, (1,)), **CLOSED).check(nx.path_graph([1, 0, 2]))


def test_parts_and_their_cut_vertices_are_nodes_and_do_not_overlap():
    for wrong in [(9, (1, 2)), (0, (1, 2, 9)), (0, ("1", "2")), (None, (1, 2))]:
        refused(hanging(wrong, **CLOSED), MILL, "not of the graph")
    refused(hanging(A, A, B, **OPEN), MILL, "share a node")
    refused(hanging(A, (0, (1, 2, 3, 4)), C, **OPEN), MILL, "share a node")
    refused(hanging((0, (0, 1, 2)), **CLOSED), MILL, "is in a part")
    refused(hanging((1, (3, 4)), A, **CLOSED), MILL, "is in a part")


def test_a_path_ends_in_two_parts_that_hang_on_a_node():
    for ends in ({}, {"start": 1}, {"end": 1}, {"start": 1, "end": 3}, {"start": 1, "end": 2}):
        hanging(A, B, C, **OPEN, **ends).check(MILL)
    for ends in ({}, {"start": 1}, {"end": 1}, {"start": 1, "end": 3}):
        refused(hanging(A, B, **OPEN, **ends), MILL, "ends enough")
    for ends in ({"start": 5}, {"end": 0}, {"start": 5, "end": 1}, {"start": 1, "end": 2}):
        hanging(A, B, **OPEN, **ends).check(MILL)
    for ends in ({}, {"start": 5}, {"end": 1}, {"start": 2, "end": 1}, {"start": 1, "end": 5}):
        refused(hanging(A, **OPEN, **ends), MILL, "ends enough")
    hanging(A, **OPEN, start=3, end=4).check(MILL)
    refused(hanging(**OPEN), MILL, "ends enough")
    refused(hanging(**CLOSED), MILL)


def test_cut_vertices_are_explained():
    assert hanging(A, **CLOSED).explain() == (
        "There is no Hamiltonian cycle: node 0 is the only way to a part of 2 nodes (1, 2), and a"
        " cycle would have to pass it twice."
    )
    text = hanging(A, B, (0, (5,)), **OPEN).explain()
    assert "0 is the only way to a part of 2 nodes (3, 4);" in text
    assert "0 is the only way to a part of 1 node (5)." in text
    assert text.endswith("must end in each of these 3 parts, and it has only two ends.")
    assert "of which 5 was given." in hanging(A, B, **OPEN, start=5).explain()
    assert "of which 5, 0 were given." in hanging(A, **OPEN, start=5, end=0).explain()
    squares = replace(hanging(((0, 1), ((0, 0),)), **CLOSED), ranks=3).explain()
    assert "There is no Hamiltonian cycle: b3 is the only way to a part of 1 node (a3)" in squares


# toughness


def tough(removed, parts, **fields):
    return Toughness(removed=frozenset(removed), parts=parts, **fields)


THREE = graph("02 23 31 04 45 51 06 67 71")  # three paths between 0 and 1


def test_a_cycle_falls_into_no_more_parts_than_nodes_are_removed():
    tough([0, 1], 3, **CLOSED).check(THREE)
    refused(tough([0, 1, 2], 3, **CLOSED), THREE, "not too many")
    refused(tough([0], 1, **CLOSED), THREE, "not too many")
    refused(tough([], 1, **CLOSED), THREE, "some nodes")
    refused(tough([], 2, **CLOSED), nx.Graph([(0, 1), (2, 3)]), "some nodes")
    refused(tough(THREE, 0, **CLOSED), THREE, "not too many")


def test_the_number_of_parts_is_counted():
    for parts in (0, 1, 2, 4, 5):
        refused(tough([0, 1], parts, **CLOSED), THREE, f"does not leave {parts} parts")
    refused(tough([0, 2], 1, **CLOSED), THREE, "not too many")


@pytest.mark.parametrize("stranger", [9, "0", (0,), None, HOME])
def test_only_nodes_can_be_removed(stranger):
    refused(tough([0, 1, stranger], 3, **CLOSED), THREE, "some nodes")


def test_a_path_falls_into_one_more_part_unless_its_ends_are_removed():
    for ends in ({}, {"start": 2}, {"end": 2}, {"start": 2, "end": 4}):
        refused(tough([0, 1], 3, **OPEN, **ends), THREE, "not too many")
    for ends in ({"start": 0}, {"end": 0}, {"start": 0, "end": 1}, {"start": 1, "end": 4}):
        tough([0, 1], 3, **OPEN, **ends).check(THREE)
    ring = nx.cycle_graph(6)
    tough([0, 2], 2, **OPEN, start=0, end=2).check(ring)
    refused(tough([0, 2], 2, **OPEN, start=0), ring, "not too many")


def test_two_ends_in_the_same_part_make_one_part_less():
    together = tough([0, 1], 3, **OPEN, start=2, end=3, together=True)
    together.check(THREE)
    refused(replace(together, together=False), THREE, "not too many")
    for ends in ({"end": 4}, {"end": None}, {"end": 0}, {"start": None, "end": None}):
        refused(replace(together, **ends), THREE, "not in the same part")
    refused(tough([0, 1], 3, **CLOSED, together=True), THREE, "not in the same part")


def test_directions_do_not_join_parts_less():
    D = digraph("02 21 03 31 04 41 10")
    tough([0, 1], 3, **CLOSED).check(D)
    D.add_edge(3, 2)
    refused(tough([0, 1], 3, **CLOSED), D, "does not leave 3 parts")


def test_toughness_is_explained_with_counts_and_names():
    assert tough([1, 0], 3, **CLOSED).explain() == (
        "There is no Hamiltonian cycle: without the 2 nodes 0, 1 the graph falls into 3 parts, and"
        " a cycle can reach at most 2 without them."
    )
    text = tough([0], 3, **OPEN, start=5).explain()
    assert "without the 1 node 0 the graph" in text
    assert text.endswith("a path can reach at most 2 without it.")
    assert "a path with an end among them can reach" in tough([0, 1], 3, **OPEN, end=1).explain()
    both = tough([0, 1], 3, **OPEN, start=0, end=1).explain()
    assert "a path with both ends among them can reach at most 1 without them" in both
    same = tough([0, 1], 3, **OPEN, start=2, end=3, together=True).explain()
    assert "a path with both ends in the same part can reach at most 2" in same
    squares = tough([(1, 1), (2, 2)], 3, **CLOSED, ranks=4).explain()
    assert "without the 2 squares b3, c2 the graph" in squares


# forced edges


def steps(*steps, **question):
    """Take tuples of what decides it, whether the edges are used, and the edges."""
    made = []
    for why, used, *edges in steps:
        where = {} if why is None else {"border" if isinstance(why, frozenset) else "node": why}
        made.append(Step(edges=tuple(edges), used=used, **where))
    return ForcedEdges(steps=tuple(made), **question)


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


# cases


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
    text = order(*range(10), **CLOSED).explain()
    assert "an order of all 10 nodes, and none can be completed" in text


# mixing up graphs


def test_the_proof_of_another_graph_is_refused():
    missing = knight_graph(6, holes=["a1"])
    proof = icosian.prove_no_hamiltonian_cycle(missing)
    proof.check(missing)
    refused(proof, knight_graph(6))
    refused(proof, knight_graph(6, holes=["a1", "b1"]))
    cubic = icosian.prove_no_hamiltonian_cycle(nx.petersen_graph())
    refused(cubic, nx.circulant_graph(10, [1, 5]))


def test_a_proof_about_cycles_says_nothing_about_paths():
    G = nx.petersen_graph()  # has paths from every node
    for H, proof in TRUE.values():
        if proof.closed and nx.utils.graphs_equal(H, G):
            refused(replace(proof, closed=False), H)
            refused(replace(proof, closed=False, start=0), H)
    odd = knight_graph(5)
    colours = [[v for v in odd if sum(v) % 2 == colour] for colour in (0, 1)]
    parity(*colours, **CLOSED).check(odd)
    refused(parity(*colours, **OPEN), odd, "not too many")
    refused(parity(*colours, **OPEN, start=(0, 0)), odd, "not too many")
    parity(*colours, **OPEN, start=(0, 1)).check(odd)


def test_directed_and_undirected_proofs_do_not_mix():
    G = nx.path_graph(3)
    D = nx.DiGraph(G)
    refused(degrees(0, **CLOSED), D, "not counted")
    one_way = nx.DiGraph([(0, 1), (1, 2), (2, 3), (3, 0), (0, 2)])
    part_of = nx.DiGraph([(0, 1), (1, 0), (2, 3), (3, 2), (0, 2)])
    proof = part(2, 3, **CLOSED)
    proof.check(part_of)
    refused(proof, part_of.to_undirected())
    refused(proof, one_way)
    ring = nx.DiGraph([(0, 1), (2, 1), (2, 3), (0, 3)])
    proof = order(0, 1, 2, 3, **CLOSED)
    proof.check(ring)
    refused(proof, ring.to_undirected(), "a tour was met")
