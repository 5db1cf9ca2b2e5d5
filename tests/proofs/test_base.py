"""What all kinds of proofs share: claims, checks, explanations and values."""

import itertools
import json
import pickle
from dataclasses import FrozenInstanceError, replace

import networkx as nx
import pytest
from mutations import ARITHMETIC
from together import together
from true_certificates import (
    CLOSED,
    OPEN,
    PLAIN,
    TRUE,
    every_true_certificate,
    kind,
    of_rows,
    refused,
    true_certificates,
)

import icosian
from icosian import InvalidProof, NoHamiltonianCycle, NoHamiltonianPath, knight_graph
from icosian.proofs import (
    HOME,
    AlternatingParity,
    BipartitionImbalance,
    BottleneckBound,
    Cases,
    Contraction,
    CoverBound,
    DegreeDeficiency,
    Disconnection,
    DisjointRefutation,
    Division,
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
from icosian.proofs.bounds import DualBound
from icosian.proofs.counting import Reading
from icosian.proofs.lengths import LengthProof
from icosian.proofs.walks import WalkProof

parity = PLAIN.parity

FAMILIES = (Proof, LengthProof, Reading)
APART = {BottleneckBound, CoverBound, DisjointRefutation, DualBound, WalkProof, *FAMILIES}
"""Kinds that make other claims; tests of their own attack them."""
KINDS = [
    cls
    for family in FAMILIES
    for cls in family.__subclasses__()
    if issubclass(cls, Proof) and cls.__module__.startswith("icosian.") and cls not in APART
]


STRANGERS = (
    r"is not (a node|an edge|a pair of nodes)|not of the graph|does not (have|hold every node)"
    r"|not a partition|some nodes of the graph"
)
"""How a check ends if the nodes of a proof are not those of the graph."""


def some_proof(kind, **question):
    """Return a proof of a kind that answers another question."""
    proof = next(proof for _, proof in TRUE.values() if type(proof) is kind)
    return replace(proof, **{"start": None, "end": None, **question})


every_kind = together("kind", KINDS)


def test_every_kind_is_tested():
    assert {type(proof) for _, proof in TRUE.values()} == set(KINDS)
    assert len(KINDS) == 15


def test_every_kind_is_true_of_cycles_of_paths_and_of_given_ends():
    told = {
        (type(proof), proof.closed, proof.start is not None, proof.end is not None)
        for _, proof in TRUE.values()
    }
    for one in KINDS:
        assert (one, True, False, False) in told
        assert one is Division or (one, False, False, False) in told
        assert {(one, False, True, False), (one, False, True, True)} & told


def test_every_kind_is_true_of_digraphs_and_of_graphs():
    told = {(type(proof), G.is_directed()) for G, proof in TRUE.values()}
    both = {(kind, directed) for kind in KINDS for directed in (False, True)}
    assert told == both - {(AlternatingParity, False), (Contraction, True), (Division, True)}


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
    refused(proof, complete, ARITHMETIC[kind(proof)])


@every_true_certificate
def test_no_certificate_holds_for_a_graph_with_other_nodes(G, proof):
    refused(proof, nx.relabel_nodes(G, {v: f"node {v}" for v in G}), STRANGERS)


@every_true_certificate
def test_no_certificate_survives_two_new_nodes_joined_to_all(G, proof):
    H = G.copy()
    for new in ("new", "newer"):
        H.add_edges_from([(new, v) for v in G] + [(v, new) for v in G])
    if not isinstance(proof, Positioned):  # a number may still be out of reach
        refused(proof, H, f"{ARITHMETIC[kind(proof)]}|all nodes|every node|not a partition")


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


@every_kind
def test_a_cycle_has_no_ends(kind):
    for ends in ({"start": 0}, {"end": 0}, {"start": 0, "end": 1}):
        refused(some_proof(kind, **CLOSED, **ends), nx.path_graph(4), "names none")
        refused(some_proof(kind, **CLOSED, **ends), nx.empty_graph(4), "names none")


@every_kind
@together("create_using", [nx.Graph, nx.DiGraph, nx.MultiDiGraph])
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


@together(
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
    why = ARITHMETIC[kind(proof)]
    refused(proof, nx.DiGraph([(0, 1), (1, 0)]), why)
    refused(proof, nx.MultiDiGraph([(0, 1), (1, 0)]), why)


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
            refused(proof, G, ARITHMETIC[kind(proof)])


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


def degrees(*nodes, side="neighbours", **question):
    return DegreeDeficiency(nodes=nodes, side=side, **question)


def part(*nodes, **question):
    return Disconnection(part=frozenset(nodes), **question)


def order(*nodes, **question):
    return FrontierExhausted(order=nodes, **question)


def test_the_proof_of_another_graph_is_refused():
    missing = knight_graph(6, holes=["a1"])
    proof = icosian.prove_no_hamiltonian_cycle(missing)
    proof.check(missing)
    refused(proof, knight_graph(6), "not a partition")
    refused(proof, knight_graph(6, holes=["a1", "b1"]), "not a partition")
    cubic = icosian.prove_no_hamiltonian_cycle(nx.petersen_graph())
    refused(cubic, nx.circulant_graph(10, [1, 5]), "is not an edge")


def test_a_proof_about_cycles_says_nothing_about_paths():
    G = nx.petersen_graph()  # has paths from every node
    for H, proof in TRUE.values():
        if proof.closed and nx.utils.graphs_equal(H, G):
            for start in ({}, {"start": 0}):
                wrong = replace(proof, closed=False, **start)
                refused(wrong, H, ARITHMETIC[kind(proof)])
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
    refused(proof, part_of.to_undirected(), "an edge leads out")
    refused(proof, one_way, "an edge leads out")
    ring = nx.DiGraph([(0, 1), (2, 1), (2, 3), (0, 3)])
    proof = order(0, 1, 2, 3, **CLOSED)
    proof.check(ring)
    refused(proof, ring.to_undirected(), "a tour was met")


def test_a_proof_that_names_no_squares_holds_on_a_board():
    G = icosian.knight_graph(3, 3)
    DegreeDeficiency(**CLOSED, nodes=((1, 1),), side="neighbours").check(G)


def test_squares_have_the_names_of_the_board_that_the_graph_was_made_from():
    proof = DegreeDeficiency(**CLOSED, nodes=((1, 1),), side="neighbours", ranks=3)
    board = icosian.knight_graph(3, 3)
    proof.check(board)
    refused(replace(proof, ranks=7), board, "squares of a board of 7 rows")
    bare = nx.Graph(board.edges)
    bare.add_node((1, 1))
    refused(proof, bare, "squares of a board of 3 rows")  # which may be no board at all
    more = board.copy()
    more.add_node("b2")
    refused(proof, more, "squares of a board of 3 rows")
    for recipe in ('{"shape": ["3", 4]}', '{"shape": [null, 4]}', '{"shape": 3}', "[", 3, None):
        strange = board.copy()
        strange.graph["board"] = recipe
        refused(proof, strange, "squares of a board of 3 rows")


@every_true_certificate
def test_the_rows_of_a_board_are_kept(G, proof):
    assert "ranks" not in json.loads(proof.to_json())
    proof = of_rows(proof, 8)
    assert json.loads(proof.to_json())["ranks"] == 8
    again = Proof.from_json(proof.to_json())
    assert again == proof
    assert again.ranks == 8
    refused(again, G, "board of 8 rows")  # it comes from no board
    for junk in (8.0, "8", True, [8], {}):
        text = json.dumps({**json.loads(proof.to_json()), "ranks": junk})
        with pytest.raises(InvalidProof):
            Proof.from_json(text)


def test_squares_are_called_by_their_names_in_all_kinds():
    for name, _, proof in true_certificates(lambda k: (k // 4, k % 4)):
        plain, text = proof.explain(), of_rows(proof, 5).explain()
        for row, column in itertools.product(range(3), range(4)):
            label = f"({row}, {column})"
            assert label not in text, name
            assert (label in plain) == (f"{'abcd'[column]}{5 - row}" in text), name


@together(
    "node", [(5, 0), (0, 26), (-1, 0), (0, -1), (0.0, 1.0), ("0", "1"), (0,), (0, 1, 2), "a1", 3]
)
def test_what_is_no_square_keeps_its_label(node):
    proof = DegreeDeficiency(**CLOSED, nodes=(node,), side="neighbours", ranks=5)
    assert f"lead to {node!r}, and" in proof.explain()


def test_a_proof_about_squares_is_refused_on_a_board_of_other_rows():
    G = icosian.knight_graph(3, 4)
    proof = Toughness(**CLOSED, removed=frozenset(), parts=1, ranks=4)
    with pytest.raises(InvalidProof, match="rows"):
        proof.check(G)
    with pytest.raises(InvalidProof, match="some nodes"):
        replace(proof, ranks=3).check(G)


def test_equal_proofs_have_the_same_text():
    nodes = [f"node {k}" for k in range(30)]
    for order in (nodes, nodes[::-1]):
        proof = Disconnection(closed=True, part=frozenset(order))
        assert proof.to_json() == Disconnection(closed=True, part=frozenset(nodes)).to_json()
        assert proof.explain() == Disconnection(closed=True, part=frozenset(nodes)).explain()
    with_home = [*nodes, HOME]
    for order in (with_home, with_home[::-1]):
        steps = (Step(edges=(), border=frozenset(order)),)
        proof = ForcedEdges(**OPEN, steps=steps)
        assert proof.to_json() == ForcedEdges(**OPEN, steps=steps[::-1]).to_json()
        assert Proof.from_json(proof.to_json()) == proof


@together(
    "G", [icosian.knight_graph(5), icosian.knight_graph(3), nx.star_graph(4), nx.petersen_graph()]
)
def test_found_proofs_survive_text_and_pickling(G):
    proof = icosian.prove_no_hamiltonian_cycle(G)
    for again in (Proof.from_json(proof.to_json()), pickle.loads(pickle.dumps(proof))):
        assert again == proof
        assert again.explain() == proof.explain()
        again.check(G)


@every_true_certificate
def test_proofs_survive_pickling(G, proof):
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        again = pickle.loads(pickle.dumps(proof, protocol))
        assert again == proof
        again.check(G)


@together("error", [NoHamiltonianCycle, NoHamiltonianPath])
@every_true_certificate
def test_impossibilities_survive_pickling_with_their_proof(G, proof, error):
    again = pickle.loads(pickle.dumps(error(proof)))
    assert type(again) is error
    assert again.proof == proof
    assert str(again).startswith(proof.explain())


@pytest.mark.parametrize(
    ("error", "base"),
    [(NoHamiltonianCycle, nx.NetworkXNoCycle), (NoHamiltonianPath, nx.NetworkXNoPath)],
)
def test_an_absent_tour_is_what_networkx_calls_it(error, base):
    assert issubclass(error, base)
    assert issubclass(error, icosian.IcosianError)
    assert not issubclass(error, ValueError)
    assert issubclass(InvalidProof, icosian.IcosianError)
    assert issubclass(InvalidProof, ValueError)


FULL = nx.complete_graph(10)  # has every tour, so nothing that is read may hold for it


EMPTY = [
    replace(TRUE["two components, no path"][1], part=frozenset()),
    replace(TRUE["three ends"][1], nodes=()),
    replace(TRUE["parity, no path"][1], crowd=frozenset(), others=frozenset()),
    *(replace(TRUE[f"cut vertex, no {tour}"][1], parts=()) for tour in ("cycle", "path")),
    replace(TRUE["cut vertex, no cycle"][1], parts=((0, frozenset()),)),
    replace(TRUE["toughness, no cycle"][1], removed=frozenset(), parts=0),
    replace(TRUE["weighing, no path"][1], weights=Weights()),
    replace(TRUE["weighing, no path"][1], weights=Weights(sets=((frozenset(), 1),))),
    replace(TRUE["forced edges, no path"][1], steps=()),
    replace(TRUE["forced edges, no path"][1], steps=(Step(edges=()),)),
    replace(TRUE["forced edges, no path"][1], steps=(Step(edges=(), border=frozenset()),)),
    *(replace(TRUE["cases, no cycle"][1], tree=tree) for tree in [(), (None,), (Weights(),)]),
    replace(TRUE["refutation, no path"][1], clauses=(), edges=(), sets=()),
    replace(TRUE["refutation, no path"][1], clauses=((),)),
    replace(TRUE["exhaustion, no path"][1], order=()),
]


@together("proof", EMPTY, ids=kind)
def test_what_is_empty_can_be_explained_and_does_not_hold(proof):
    assert proof.explain().startswith(f"{proof.claim}: ")
    assert Proof.from_json(proof.to_json()) == proof
    with pytest.raises(InvalidProof):
        proof.check(FULL)


@together("G", [None, 5, "abc", [0, 1, 2], {0: [1], 1: [0]}])
def test_a_proof_is_checked_against_a_networkx_graph(G):
    with pytest.raises(icosian.IcosianError, match="networkx graph"):
        DegreeDeficiency(closed=True, nodes=(0,), side="neighbours").check(G)
