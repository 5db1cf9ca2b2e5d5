"""What all kinds of proofs share: claims, checks, explanations and values."""

import itertools
import json
import pickle
import tracemalloc
from dataclasses import FrozenInstanceError, replace
from fractions import Fraction
from itertools import count

import networkx as nx
import pytest
from mutations import ARITHMETIC
from together import together
from true_certificates import (
    CLOSED,
    DATA,
    MORE,
    OPEN,
    ROWS,
    TRUE,
    every_true_certificate,
    kind,
    named,
    of_rows,
    refused,
    rows,
    stored_graph,
    true_certificates,
)

import icosian
from icosian import InvalidArgument, InvalidProof, NoHamiltonianCycle, NoHamiltonianPath, proofs
from icosian._io import memory
from icosian._run.limits import Clock, TimeIsUp
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
    DualWeights,
    ForcedEdges,
    FrontierExhausted,
    InducedBound,
    LongestBound,
    LowerBound,
    Positioned,
    Proof,
    Refutation,
    Step,
    Weighing,
    Weights,
)
from icosian.proofs.bounds import DualBound
from icosian.proofs.certificate import no_limit, verify, with_ticks
from icosian.proofs.counting import Reading
from icosian.proofs.instance import Facts
from icosian.proofs.lengths import LengthProof
from icosian.proofs.walks import WalkProof
from tests.proofs.test_bounds import BOW, LONGEST
from tests.proofs.test_lower_bound import two_triangles
from tests.proofs.test_positions import TRUE as NUMBERED

FAMILIES = (Proof, LengthProof, Reading)
APART = {BottleneckBound, CoverBound, DisjointRefutation, DualBound, InducedBound, WalkProof}
APART |= {*FAMILIES}
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


@together("G", [None, 5, "abc", [0, 1, 2], {0: [1], 1: [0]}])
def test_a_proof_is_checked_against_a_networkx_graph(G):
    with pytest.raises(icosian.IcosianError, match="networkx graph"):
        DegreeDeficiency(closed=True, nodes=(0,), side="neighbours").check(G)


# -- How evidence is shown, and ticks that stop a check


REASONS = [
    *(proof for _, _, proof in true_certificates()),
    *(proof for _, proof in NUMBERED.values()),
    icosian.knight_graph(5).prove_no_hamiltonian_cycle(),
    icosian.king_graph(4).maximum_independent_set().proof,
    icosian.queen_graph(4).minimum_dominating_set().proof,
]


@pytest.mark.slow
@together("reason", REASONS, ids=lambda reason: type(reason).__name__)
def test_a_reason_is_shown_as_it_is_explained(reason):
    from IPython.core.formatters import DisplayFormatter
    from IPython.lib.pretty import pretty

    assert str(reason) == reason.explain()
    assert pretty(reason) == reason.explain()
    shown, _ = DisplayFormatter().format(reason)
    assert shown["text/plain"] == reason.explain()
    name = type(reason).__name__
    assert repr(reason).startswith((f"{name}(", f"<{name}: "))


# ticks


class Stop(Exception):
    pass


def stopping(after):
    """Return a tick that stops a check at its n-th call."""
    calls = count(1)

    def tick():
        if next(calls) == after:
            raise Stop

    return tick


@together(("G", "proof"), NUMBERED.values(), ids=NUMBERED)
def test_ticks_change_no_verdict(G, proof):
    verify(proof, G, no_limit)
    calls = []
    verify(proof, G, lambda: calls.append(0))
    with pytest.raises(icosian.InvalidProof):
        verify(proof, nx.complete_graph(list(G), nx.Graph), no_limit)


@pytest.mark.slow
def test_a_check_can_be_stopped_at_each_of_its_ticks():
    G = nx.circulant_graph(60, [1, 2, 5])
    bounds = [(G, icosian.shortest_hamiltonian_cycle(G).proof)]
    bounds += [two_triangles(), (BOW, replace(LONGEST, tree=((2, 2), 0, 0)))]
    often = set()
    for G, proof in [*TRUE.values(), *NUMBERED.values(), *bounds]:
        calls = []
        verify(proof, G, lambda calls=calls: calls.append(0), **named(proof))
        for after in range(1, len(calls) + 1):
            with pytest.raises(Stop):
                verify(proof, G, stopping(after), **named(proof))
        if len(calls) > 1:
            often.add(kind(proof))
    assert often >= {"Refutation", "Cases", "ForcedEdges", "Weighing", "FrontierExhausted"}
    assert often >= {"Positioned", "Conditional", "LowerBound", "LongestBound"}


def test_simple_checks_of_large_graphs_can_be_stopped():
    nodes = range(5000)
    ring = nx.cycle_graph(5000)
    parts = nx.disjoint_union(ring, ring)
    star = nx.star_graph(5000)
    certificates = [
        (parts, Disconnection(**CLOSED, part=frozenset(nodes))),
        (star, icosian.proofs.Toughness(**CLOSED, removed=frozenset({0}), parts=5000)),
        (star, icosian.proofs.BipartitionImbalance(
            **CLOSED, crowd=frozenset(range(1, 5001)), others=frozenset({0})
        )),
        (star, icosian.proofs.DegreeDeficiency(
            **CLOSED, nodes=tuple(range(1, 5001)), side="neighbours"
        )),
        (star, icosian.proofs.CutVertex(
            **CLOSED, parts=tuple((0, frozenset({v})) for v in range(1, 5001))
        )),
    ]  # fmt: skip
    for G, proof in certificates:
        proof.check(G)
        with pytest.raises(Stop):
            verify(proof, G, stopping(3))


def test_a_time_limit_holds_during_a_check(ticking):
    n = 7000
    G = nx.Graph([(i, (i + k) % n) for i in range(n) for k in (1, 2, 3)])
    proof = Refutation(
        **CLOSED, sets=(), edges=tuple(G.edges), clauses=tuple((k, -k) for k in range(1, 20000))
    )
    clock = Clock(0.1)
    with pytest.raises(TimeIsUp):
        verify(proof, G, lambda: clock.tick("check"))
    assert clock.seconds < 0.2


def test_items_are_paced():
    calls = []
    assert list(with_ticks(range(10), lambda: calls.append(0), every=3)) == list(range(10))
    assert len(calls) == 3


@pytest.mark.parametrize("conditions", [{}, {"forbid": [(0, 1)]}])
def test_the_time_limit_of_a_search_holds_while_its_proof_is_checked(
    ticking, monkeypatch, conditions
):
    checked = []
    imply = Facts.imply

    def slow(self, clause):
        checked.append(clause)
        ticking.now += 100
        return imply(self, clause)

    monkeypatch.setattr(Facts, "imply", slow)
    with pytest.raises(icosian.SearchLimitReached):
        icosian.hamiltonian_cycle(nx.petersen_graph(), method="sat", timeout=50, **conditions)
    assert len(checked) == 1


def test_an_error_of_a_check_is_not_blamed_on_the_proof():
    def weight(u, v, data):
        raise TypeError("of the caller")

    G = nx.complete_graph(4)
    proof = icosian.shortest_hamiltonian_cycle(G, weight=lambda *_: 1).proof
    with pytest.raises(TypeError, match="of the caller"):
        proof.check(G, weight=weight)


# -- Checks that would take more memory than is free


N = 300
CLAIM = {"closed": True}
STAR = nx.star_graph(N)
PLACES = icosian.Places([(k, k * k % 7) for k in range(N)])
BORDERS = {"sets": (frozenset({0}),) * (4 * N)}
BOUND = LowerBound(
    **CLAIM,
    bound=1,
    nodes=tuple(range(N)),
    scale=1,
    families=(((0,),),),
    weights=(DualWeights(potentials=(0,) * N, families=((0, 1),)),),
    tree=(0,),
    unit=PLACES.unit,
)
LARGE = {
    "states": (FrontierExhausted(**CLAIM, order=tuple(range(14))), (6, 8)),
    "borders of cases": (Cases(**CLAIM, tree=(None,), **BORDERS), STAR),
    "borders of clauses": (Refutation(**CLAIM, edges=(), clauses=(), **BORDERS), STAR),
    "numbers": (Positioned(**CLAIM, positions=()), nx.complete_graph(80)),
    "lengths": (BOUND, PLACES),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", LARGE)
def test_a_check_takes_no_more_memory_than_is_free(name, monkeypatch):
    proof, G = LARGE[name]
    G = nx.complete_bipartite_graph(*G) if isinstance(G, tuple) else G
    monkeypatch.setattr(memory, "SMALL", 0)
    monkeypatch.setattr(memory, "free_memory", lambda: 1_000_000)
    tracemalloc.start()
    try:
        with pytest.raises(InvalidArgument, match=r"check.* memory.* are free"):
            proof.check(G)
        assert tracemalloc.get_traced_memory()[1] < 20_000_000
    finally:
        tracemalloc.stop()


# -- Stored proofs


STORED, BOUNDS = [*ROWS, *MORE], rows("bounds.jsonl")
LATER = {"SymmetricRefutation", "Unreachable"} | {e["proof"]["kind"] for e in BOUNDS}
"""Kinds that are not stored; tests of their own write and read them."""


def write_what_proofs_say():
    """Write the explanations of all stored proofs to their files."""
    for name in ("certificates.jsonl", "proofs.jsonl", "bounds.jsonl"):
        some = rows(name)
        for entry in some:
            G = stored_graph(entry) if entry in STORED else None
            entry["says"] = Proof.from_json(json.dumps(entry["proof"]), G).explain()
        DATA.joinpath(name).write_text("".join(f"{json.dumps(row)}\n" for row in some), "utf-8")


def test_every_kind_of_proof_is_stored():
    kinds = {entry["proof"]["kind"] for entry in STORED}
    assert kinds | LATER >= {
        name
        for name in proofs.__all__
        if isinstance(kind := getattr(proofs, name), type)
        and issubclass(kind, Proof)
        and kind is not Proof
    }
    for closed in (True, False):
        some = {e["proof"]["kind"] for e in STORED if e["proof"]["closed"] is closed}
        assert some >= kinds - {"DisjointRefutation"}
    assert any(entry.get("directed") for entry in STORED)


@together("entry", STORED, ids=lambda entry: entry["name"])
def test_a_stored_proof_is_read_holds_and_is_written_as_it_was(entry):
    G = stored_graph(entry)
    proof = Proof.from_json(json.dumps(entry["proof"]), G)
    assert type(proof).__name__ == entry["proof"]["kind"]
    proof.check(G)
    assert Proof.from_json(proof.to_json(G), G) == proof
    assert proof.explain() == entry["says"]
    assert proof.effort > 0


@together("entry", BOUNDS, ids=lambda entry: entry["name"])
def test_a_stored_bound_holds_is_written_as_it_was_and_is_the_best(entry):
    subject = stored_graph(entry)
    proof = Proof.from_json(json.dumps(entry["proof"]))
    named = {"weight": "weight"} if isinstance(proof, LongestBound) else {}
    proof.check(subject, **named)
    assert json.loads(proof.to_json()) == entry["proof"]
    assert proof.explain() == entry["says"]
    if "bound" in entry["proof"]:
        step = 1 if entry["name"] == "a cover by paths" else Fraction(1, 10)
        stronger = proof.bound - step if isinstance(proof, LongestBound) else proof.bound + step
        with pytest.raises(InvalidProof):
            replace(proof, bound=stronger).check(subject, **named)


if __name__ == "__main__":
    write_what_proofs_say()
