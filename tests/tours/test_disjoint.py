"""Cycles without a common edge against brute force, published facts, and what users may ask."""

import networkx as nx
import pytest
from families import atlas, torus
from together import together

from icosian import InvalidTour, NoHamiltonianCycle, Proof, SearchLimitReached
from icosian.exceptions import NoDisjointCycles, NoHamiltonianDecomposition
from icosian.tours import (
    DisjointCycles,
    disjoint as api,
    edge_disjoint_hamiltonian_cycles,
    hamiltonian_decomposition,
)
from tests import naive


def proved(G):
    """Return the most cycles and whether they are a decomposition, after a look at the proofs."""
    most = edge_disjoint_hamiltonian_cycles(G)
    assert most.is_optimal
    assert most.bound == len(most) == getattr(most.proof, "disjoint", 1) - 1
    assert_read_again(most.proof, G)
    for k in range(1, len(most) + 2):
        try:
            assert len(edge_disjoint_hamiltonian_cycles(G, k)) == k <= len(most)
        except NoDisjointCycles as error:
            assert k == len(most) + 1
            assert_read_again(error.proof, G)
    try:
        assert hamiltonian_decomposition(G).uses_all_edges
    except NoHamiltonianDecomposition as error:
        assert_read_again(error.proof, G)
        return len(most), False
    return len(most), True


def assert_read_again(proof, G):
    proof.check(G)
    again = Proof.from_json(proof.to_json(G), G)
    assert again == proof
    again.check(G)


def assert_brute_force_agrees(G):
    most = naive.most_disjoint_cycles(G)
    edges = sum(u != v for u, v in G.edges())
    assert proved(G) == (most, most * len(G) == edges), (list(G), G.edges)


@pytest.mark.exhaustive
def test_all_graphs_of_seven_nodes_agree_with_brute_force():
    for G in atlas(7):
        assert_brute_force_agrees(G)


@pytest.mark.slow
@together("n", range(2, 8))
def test_complete_digraphs_decompose_unless_they_have_four_or_six_nodes(n):
    # T. W. Tillson, A Hamiltonian decomposition of K*2m, 2m >= 8, J. Comb. Theory B 29, 1980, 68-74
    G = nx.complete_graph(n, nx.DiGraph)
    if n in (4, 6):
        with pytest.raises(NoHamiltonianDecomposition):
            hamiltonian_decomposition(G)
        assert len(edge_disjoint_hamiltonian_cycles(G)) == n - 2
    else:
        assert len(hamiltonian_decomposition(G)) == n - 1


@together("side", range(2, 7))
def test_directed_tori_decompose_into_three_unless_their_side_is_two(side):
    # D. E. Knuth, Claude's Cycles, 2026
    G = torus(side)
    if side == 2:
        with pytest.raises(NoHamiltonianDecomposition) as caught:
            hamiltonian_decomposition(G)
        assert caught.value.proof.clauses
        assert len(edge_disjoint_hamiltonian_cycles(G)) == 2
    else:
        assert len(hamiltonian_decomposition(G)) == 3


def test_the_line_graph_of_a_cubic_graph_decomposes_if_the_graph_has_a_cycle():
    # A. Kotzig, Hamilton graphs and Hamilton circuits, Theory of Graphs, Smolenice, 1964
    for G in (nx.cubical_graph(), nx.pappus_graph(), nx.dodecahedral_graph()):
        assert len(hamiltonian_decomposition(nx.line_graph(G))) == 2
    with pytest.raises(NoHamiltonianDecomposition, match="no choice of edges is left"):
        hamiltonian_decomposition(nx.line_graph(nx.petersen_graph()))


def test_an_explanation_says_what_is_proved():
    def told(G, *k):
        return edge_disjoint_hamiltonian_cycles(G, *k).explain()

    K6 = nx.complete_graph(6)
    assert told(K6) == "2 Hamiltonian cycles without a common edge, proved to be the most."
    assert told(K6, 1) == "1 Hamiltonian cycle without a common edge."
    assert told(nx.cycle_graph(5)) == "1 Hamiltonian cycle with all edges, proved to be the most."
    assert not DisjointCycles([[0, 1, 2]]).uses_all_edges


def test_a_limit_gives_the_most_so_far_and_what_is_proved(ticking):
    ticking.step = 1.0
    G = nx.random_regular_graph(8, 60, seed=1)
    found = edge_disjoint_hamiltonian_cycles(G, timeout=2)
    assert len(found) < found.bound == 4
    assert not found.is_optimal
    found.proof.check(G)
    assert "no more than 4 exist" in found.explain()
    with pytest.raises(SearchLimitReached, match="4 cycles are neither found nor excluded"):
        edge_disjoint_hamiltonian_cycles(G, 4, timeout=2)
    with pytest.raises(SearchLimitReached, match="undecided after"):
        hamiltonian_decomposition(G, timeout=2)


def test_errors_are_no_cycles_of_networkx_and_hold_their_proof():
    G = nx.petersen_graph()
    with pytest.raises(nx.NetworkXNoCycle, match="There is no Hamiltonian cycle: ") as caught:
        edge_disjoint_hamiltonian_cycles(G, 1)
    assert type(caught.value) is NoDisjointCycles
    assert not issubclass(NoDisjointCycles, NoHamiltonianCycle)
    caught.value.proof.check(G)
    with pytest.raises(
        NoDisjointCycles, match=r"There are no 2 .* they have 4 edges at every node"
    ):
        edge_disjoint_hamiltonian_cycles(G, 2)
    with pytest.raises(NoHamiltonianDecomposition, match=r"do not decompose .* same even number"):
        hamiltonian_decomposition(G)


def test_cycles_with_a_common_edge_do_not_leave_the_library(monkeypatch):
    ring = list(range(5))
    monkeypatch.setattr(api, "disjoint", lambda *_, **__: [ring, ring])
    with pytest.raises(InvalidTour, match="an edge in common"):
        edge_disjoint_hamiltonian_cycles(nx.complete_graph(5), 2)
    monkeypatch.setattr(api, "disjoint", lambda *_, **__: [ring])
    with pytest.raises(InvalidTour, match="no edge"):
        edge_disjoint_hamiltonian_cycles(nx.path_graph(5), 1)


def test_progress_is_told_and_may_end_the_search(ticking):
    ticking.step = 1.0

    def stop(_):
        raise KeyError("enough")

    with pytest.raises(KeyError, match="enough"):
        hamiltonian_decomposition(torus(6), progress=stop)
