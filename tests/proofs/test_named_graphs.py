"""Graphs of the literature and of exhaustive lists: each without a cycle, proved and checked."""

import csv
from pathlib import Path

import networkx as nx
import pytest
from together import together

import icosian
from icosian import NoHamiltonianCycle, NoHamiltonianPath, knight_graph
from icosian.boards.board import Board
from icosian.boards.piece import grants_knights_tour
from icosian.proofs import FrontierExhausted

DATA = Path(__file__).parents[1] / "data" / "graphs"
with (DATA / "named.tsv").open(encoding="ascii") as rows:
    NAMED = {
        row["name"]: nx.from_graph6_bytes(row["graph6"].encode())
        for row in csv.DictReader(rows, delimiter="\t")
    }
CUBIC = nx.read_graph6(DATA / "nonham_cubic_bridgeless_n10-16.g6")
BOARDS = [(m, n) for n in range(1, 11) for m in range(1, n + 1) if m * n > 1]


def proof_of(finder, G, error):
    with pytest.raises(error) as caught:
        finder(G)
    proof = caught.value.proof
    proof.check(G)
    assert icosian.Proof.from_json(proof.to_json()) == proof
    assert proof.explain().startswith("There is no Hamiltonian")
    return proof


@pytest.mark.slow
@together("name", NAMED)
def test_named_graphs_have_no_cycle(name):
    proof_of(icosian.hamiltonian_cycle, NAMED[name], NoHamiltonianCycle)


@pytest.mark.parametrize(
    "name",
    [
        name if k % 30 == 0 else pytest.param(name, marks=pytest.mark.exhaustive)
        for k, name in enumerate(NAMED)
    ],
)
def test_a_prover_explains_named_graphs_no_worse_than_a_finder(name):
    quick = proof_of(icosian.hamiltonian_cycle, NAMED[name], NoHamiltonianCycle)
    proof = icosian.prove_no_hamiltonian_cycle(NAMED[name])
    proof.check(NAMED[name])
    assert proof.effort <= quick.effort


def test_no_bridgeless_cubic_graph_of_the_list_has_a_cycle():
    assert len(CUBIC) == 41  # 1, 1, 6 and 33 on 10, 12, 14 and 16 nodes
    for G in CUBIC:
        assert set(dict(G.degree).values()) == {3}
        assert not nx.has_bridges(G)
        proof = proof_of(icosian.hamiltonian_cycle, G, NoHamiltonianCycle)
        assert not isinstance(proof, FrontierExhausted)  # all have a proof that can be read


def test_graphs_that_lose_their_reason_with_any_node_have_a_cycle_then():
    # hypohamiltonian: each of these is Hamiltonian without any one of its nodes
    for name in ("Petersen", "Coxeter", "Sousselier", "Wiener-Araya", "J5"):
        G = NAMED[name]
        for v in G:
            H = G.subgraph(set(G) - {v})
            assert icosian.is_hamiltonian_cycle(H, icosian.hamiltonian_cycle(H))


@together("sides", BOARDS, ids="{0[0]}x{0[1]}".format)
def test_every_knight_board_to_10_by_10_has_tours_or_explained_proofs(sides):
    G = knight_graph(*sides)
    for closed, finder, error in (
        (True, icosian.hamiltonian_cycle, NoHamiltonianCycle),
        (False, icosian.hamiltonian_path, NoHamiltonianPath),
    ):
        if grants_knights_tour(Board(sides), closed=closed):
            assert finder(G).is_closed == closed
        else:
            proof = proof_of(finder, G, error)
            assert "nodes (" not in proof.explain()  # squares go by their names


def test_what_defeats_every_cheap_certificate_is_proved_too():
    # 3x8: bipartite, balanced, and tough enough
    proof = icosian.prove_no_hamiltonian_cycle(knight_graph(3, 8))
    proof.check(knight_graph(3, 8))
    assert "weigh" in proof.explain()
    assert proof.totals == proof.balance(knight_graph(3, 8))
