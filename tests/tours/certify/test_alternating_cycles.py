"""Parity of permutation factors: digraphs of groups, and random ones against all orders."""

from collections import Counter
from random import Random

import networkx as nx
import pytest
from families import cayley_digraph, exchanges
from hypothesis import given, strategies as st
from naive import cycle_factors, has_tour, number_of_cycles
from together import together
from true_certificates import true_certificates

import icosian
from icosian import NoHamiltonianCycle, Proof
from icosian._run.clock import Clock
from icosian.proofs import AlternatingParity, Conditional
from icosian.tours.certify.necessary_conditions import alternating_parity
from icosian.tours.problem import Problem

randoms = st.integers(0, 2**32).map(Random)

# Rankin 1948: two generators a and b of a group, a of even index; a followed by the inverse of b
# has odd order. S4 and S6, by rotations of all elements and swaps of the first two: Knuth, The Art
# of Computer Programming 7.2.1.2.
GROUPS = {
    "S4": ([(1, 2, 3, 0), (1, 0, 2, 3)], 24, (4, 3)),
    "A5": ([(1, 2, 3, 4, 0), (1, 2, 0, 3, 4)], 60, (5, 3)),
    "PSL(2,7)": ([(1, 2, 3, 4, 5, 6, 0), (0, 5, 1, 4, 6, 2, 3)], 168, (7, 3)),
    "A6": ([(1, 2, 3, 4, 0, 5), (0, 1, 2, 4, 5, 3)], 360, (5, 5)),
    "S6": ([(1, 2, 3, 4, 5, 0), (1, 0, 2, 3, 4, 5)], 720, (6, 5)),
}


@together("name", GROUPS)
def test_a_digraph_of_a_group_has_no_cycle_by_the_theorem_of_rankin(name):
    generators, size, (order, half) = GROUPS[name]
    G = cayley_digraph(*generators)
    assert len(G) == size
    with pytest.raises(NoHamiltonianCycle) as caught:
        icosian.hamiltonian_cycle(G)
    proof = caught.value.proof
    assert isinstance(proof, AlternatingParity)
    assert proof.halves == ((half, size // half),)
    # The arcs of the first generator are a factor, whose cycles are its cosets.
    assert Counter(map(len, proof.factor)) == {order: size // order}
    assert Proof.from_json(proof.to_json()) == proof


def test_an_odd_number_of_cosets_and_cosets_of_even_length_prove_nothing():
    for step in (4, 3):  # alternating cycles of 2 x 3 arcs, and of 2 x 9; 2 x 10 with one more
        for n in (9, 10):
            G = nx.DiGraph((v, (v + s) % n) for v in range(n) for s in (1, step))
            assert alternating_parity(Problem.of(G, closed=True), Clock()) is None


@given(randoms)
def test_where_nothing_is_forced_there_is_a_proof_exactly_if_the_theorem_holds(random):
    halves = random.choice([(5,), (3, 3), (3, 2), (4,)])
    G = exchanges(halves, random)
    if G.number_of_edges() < 2 * len(G):  # without a self-loop
        return
    proof = alternating_parity(Problem.of(G, closed=True), Clock())
    is_even = all(number_of_cycles(factor) % 2 == 0 for factor in cycle_factors(G))
    assert (proof is not None) == (is_even and all(half % 2 for half in halves))


@given(randoms)
def test_a_digraph_with_a_tour_has_no_proof(random):
    G = exchanges(random.choice([(3, 1, 1), (3, 1, 1, 1), (5, 1), (3, 3, 1), (2, 3, 1)]), random)
    for question in (
        {"closed": True},
        {"closed": False},
        {"closed": False, "start": 0},
        {"closed": False, "end": 0},
        {"closed": False, "start": 0, "end": 1},
    ):
        proof = alternating_parity(Problem.of(G, **question), Clock())
        if proof is not None:
            proof.check(G)
            assert not has_tour(G, **question)


TRUE = {name: (G, proof) for name, G, proof in true_certificates() if "alternating" in name}


@together("name", TRUE)
def test_a_proof_is_found_with_ends_and_forced_arcs(name):
    G, proof = TRUE[name]
    problem = Problem.of(G, closed=proof.closed, start=proof.start, end=proof.end)
    found = alternating_parity(problem, Clock())
    assert found.halves == proof.halves
    assert found.statement == proof.statement
    found.check(G)


def test_required_and_forbidden_arcs_are_part_of_the_graph():
    G = cayley_digraph((1, 2, 3, 0), (1, 0, 2, 3))
    u = (0, 1, 2, 3)
    one, two = G.successors(u)
    nodes = list(G)
    G.add_edge(u, next(v for v in nodes if v not in (u, one, two)))
    third = list(G.successors(u))[-1]
    for conditions in ({"forbid": [(u, third)]}, {"require": [(u, one)]}):
        with pytest.raises(NoHamiltonianCycle) as caught:
            icosian.hamiltonian_cycle(G, **conditions)
        proof = caught.value.proof
        assert isinstance(proof, Conditional)
        assert isinstance(proof.inner, AlternatingParity)
        proof.check(G)


def test_an_undirected_graph_and_one_with_many_arcs_are_left_to_others():
    for G in (nx.petersen_graph(), nx.complete_graph(6, nx.DiGraph), nx.DiGraph([(0, 1), (1, 0)])):
        assert alternating_parity(Problem.of(G, closed=True), Clock()) is None


def test_labels_and_the_order_of_the_nodes_do_not_matter():
    G = cayley_digraph((1, 2, 3, 0), (1, 0, 2, 3))
    names = list(map(str, G))
    H = nx.DiGraph()
    H.add_nodes_from(reversed(names))
    H.add_edges_from((str(u), str(v)) for u, v in reversed(list(G.edges)))
    proofs = [alternating_parity(Problem.of(K, closed=True), Clock()) for K in (G, H)]
    assert proofs[0].halves == proofs[1].halves
    proofs[1].check(H)
