"""What proofs and bounds share: ticks that stop a check, and how they are shown."""

from dataclasses import dataclass, replace
from itertools import count

import networkx as nx
import pytest
from IPython.core.formatters import DisplayFormatter
from IPython.lib.pretty import pretty
from together import together
from true_certificates import CLOSED, true_certificates

import icosian
from icosian import InvalidProof
from icosian._run.clock import Clock, TimeIsUp
from icosian.proofs import (
    Conditional,
    DegreeDeficiency,
    Disconnection,
    FrontierExhausted,
    Proof,
    Refutation,
    Weighing,
    Weights,
)
from icosian.proofs.certificate import Certificate, unlimited, verify, with_ticks
from icosian.proofs.instance import Facts
from tests.proofs.test_positions import TRUE as NUMBERED

REASONS = [
    *(proof for _, _, proof in true_certificates()),
    *(proof for _, proof in NUMBERED.values()),
    icosian.knight_graph(5).prove_no_hamiltonian_cycle(),
    icosian.king_graph(4).maximum_independent_set().proof,
    icosian.queen_graph(4).minimum_dominating_set().proof,
]


@together("reason", REASONS, ids=lambda reason: type(reason).__name__)
def test_a_reason_is_shown_as_it_is_explained(reason):
    assert str(reason) == reason.explain()
    assert pretty(reason) == reason.explain()
    shown, _ = DisplayFormatter().format(reason)
    assert shown["text/plain"] == reason.explain()
    assert repr(reason).startswith(f"{type(reason).__name__}(")


def test_further_kinds_are_shown_as_they_are_explained(monkeypatch):
    monkeypatch.setattr(Proof, "_kinds", dict(Proof._kinds))

    @dataclass(frozen=True, kw_only=True)
    class Nearer(Disconnection):
        more: int = 0

    proof = Nearer(**CLOSED, part=frozenset({0}))
    assert pretty(proof) == proof.explain()


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


def long_proofs():
    ring = nx.cycle_graph(3000)
    path = nx.path_graph(3000)
    yield "disconnection", nx.disjoint_union(ring, ring), "Disconnection"
    yield "degrees", nx.star_graph(2000), "DegreeDeficiency"
    yield "parity", nx.complete_bipartite_graph(30, 1500), "BipartitionImbalance"
    yield "cut vertex", nx.disjoint_union(path, path), "Disconnection"


@together(("G", "proof"), NUMBERED.values(), ids=NUMBERED)
def test_ticks_change_no_verdict(G, proof):
    verify(proof, G, unlimited)
    calls = []
    verify(proof, G, lambda: calls.append(0))
    with pytest.raises(icosian.InvalidProof):
        verify(proof, nx.complete_graph(list(G), nx.Graph), unlimited)


@pytest.mark.slow
@together(
    "kind", ["refutation", "cases", "forced edges", "weighing", "exhaustion", "positions", "inner"]
)
def test_a_long_check_can_be_stopped_at_many_places(kind):
    G = nx.petersen_graph()
    order = tuple(G)
    some = {name: (H, proof) for name, H, proof in true_certificates()}
    H, proof = {
        "refutation": some["refutation, no cycle"],
        "cases": some["cases, no cycle"],
        "forced edges": some["forced edges, no cycle"],
        "weighing": some["weighing, no cycle"],
        "exhaustion": (G, FrontierExhausted(**CLOSED, order=order)),
        "positions": NUMBERED["clauses"],
        "inner": (
            G,
            Conditional(
                **CLOSED, require=(), forbid=(), inner=FrontierExhausted(**CLOSED, order=order)
            ),
        ),
    }[kind]
    calls = []
    verify(proof, H, lambda: calls.append(0))
    assert len(calls) >= 3
    for after in range(1, len(calls) + 1):
        with pytest.raises(Stop):
            verify(proof, H, stopping(after))
    verify(proof, H, stopping(len(calls) + 1))


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


def test_a_time_limit_holds_during_a_check():
    n = 7000
    G = nx.Graph([(i, (i + k) % n) for i in range(n) for k in (1, 2, 3)])
    proof = Refutation(
        **CLOSED, sets=(), edges=tuple(G.edges), clauses=tuple((k, -k) for k in range(1, 20000))
    )
    clock = Clock(0.01)
    with pytest.raises(TimeIsUp):
        verify(proof, G, lambda: clock.tick("check"))
    assert clock.seconds < 3


def test_items_are_paced():
    calls = []
    assert list(with_ticks(range(10), lambda: calls.append(0), every=3)) == list(range(10))
    assert len(calls) == 3


def test_evidence_is_abstract():
    with pytest.raises(TypeError):
        Certificate()
    assert unlimited() is None
    assert issubclass(Proof, Certificate)
    assert replace(REASONS[0]) == REASONS[0]


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


@together(
    "proof",
    [
        DegreeDeficiency(**CLOSED, nodes=([],), side="neighbours"),
        FrontierExhausted(**CLOSED, order=([], 1, 2)),
        Weighing(**CLOSED, weights=Weights(nodes=(([], 1),))),
        Conditional(
            **CLOSED,
            require=((0, 1),),
            forbid=(),
            inner=Disconnection(closed=True, start=[], part=frozenset()),
        ),
    ],
    ids=lambda proof: type(proof).__name__,
)
def test_what_cannot_be_a_node_is_refused(proof):
    with pytest.raises(InvalidProof, match="cannot be a node"):
        proof.check(nx.complete_graph(3))


def test_an_error_of_a_check_is_not_blamed_on_the_proof():
    def weight(u, v, data):
        raise TypeError("of the caller")

    G = nx.complete_graph(4)
    proof = icosian.shortest_hamiltonian_cycle(G, weight=lambda *_: 1).proof
    with pytest.raises(TypeError, match="of the caller"):
        proof.check(G, weight=weight)
