"""Necessary conditions: which proofs are found, and where."""

from collections import Counter
from itertools import combinations
from random import Random

import networkx as nx
import pytest
from families import atlas, cayley_digraph, exchanges
from hypothesis import given, strategies as st
from naive import cycle_factors, has_tour, number_of_cycles
from strategies import graphs
from together import together
from true_certificates import true_certificates

import icosian
from icosian import InvalidProof, NoHamiltonianCycle, Proof, knight_graph
from icosian._run.limits import Clock, TimeIsUp
from icosian.boards import piece as theorems
from icosian.boards.board import Board
from icosian.proofs import AlternatingParity, Conditional, Weighing
from icosian.tours.certify.necessary_conditions import (
    Subtours,
    alternating_parity,
    cheap_proof,
    cut_vertex,
    drop_directions,
    shrunk,
    toughness,
)
from icosian.tours.problem import Problem
from tests.tours.problems import LateClock, asked, connected_cases, exists

# Necessary conditions: degrees, connection and parity, and which of them is the reason


def reason(G, *, closed=True, **ends):
    problem = Problem.of(G, closed=closed, **ends)
    return cheap_proof(problem, Clock())


@given(graphs(), st.booleans())
def test_a_proof_holds_and_a_graph_with_a_tour_has_none(G, closed):
    proof = reason(G, closed=closed)
    if proof is not None:
        proof.check(G)
        assert not has_tour(G, closed=closed)


# Cut vertices and toughness: what is found is true, and what is small is found


def test_a_cycle_is_excluded_by_cut_vertices_exactly_where_there_are_some():
    for G in atlas(most=6, connected=True):
        proof = cut_vertex(asked(G), Clock())
        assert (proof is not None) == (not nx.is_biconnected(G)), G.edges
        if proof:
            proof.check(G)


def test_a_path_is_excluded_by_cut_vertices_exactly_where_three_blocks_are_leaves():
    for G in atlas(most=6, connected=True):
        hubs = set(nx.articulation_points(G))
        leaves = sum(len(block & hubs) == 1 for block in nx.biconnected_components(G))
        proof = cut_vertex(asked(G, closed=False), Clock())
        assert (proof is not None) == (leaves > 2), G.edges
        if proof:
            proof.check(G)
            proof.as_weighing(G).check(G)


def independent_sets(G):
    for size in range(1, len(G)):
        for nodes in combinations(G, size):
            if not G.subgraph(nodes).number_of_edges():
                yield set(nodes)


def is_too_large(G, independent):
    """Whether an independent set has too few neighbours for a cycle, by the definition."""
    near = set(nx.node_boundary(G, independent))
    rest = len(G) - len(independent) - len(near)
    return len(near) < len(independent) + (rest > 0)


@given(st.integers(3, 14), st.integers(0, 10), st.randoms(use_true_random=False), st.booleans())
def test_the_least_hanging_parts_are_the_blocks_with_one_cut_vertex(n, chords, rng, directed):
    G = nx.random_labeled_tree(n, seed=rng.randrange(1000))
    G.add_edges_from(rng.sample(range(n), 2) for _ in range(chords))
    hubs = set(nx.articulation_points(G))
    blocks = [block for block in nx.biconnected_components(G) if len(block & hubs) == 1]
    if directed:
        arcs = [pair for u, v in G.edges() for pair in ((u, v), (v, u)) if rng.random() < 0.9]
        D = nx.DiGraph(arcs)
        D.add_nodes_from(G)
        if nx.Graph(D).edges() != G.edges():
            return
        G = D
    problem = asked(G, closed=False)
    proof = cut_vertex(problem, Clock())
    assert (proof is not None) == (len(blocks) > 2)
    closed = cut_vertex(asked(G), Clock())
    assert (closed is not None) == bool(blocks)
    for found in (proof, closed):
        if found is not None:
            found.check(G)
            assert all({hub, *part} in blocks for hub, part in found.parts)


@pytest.mark.slow
def test_a_matching_finds_every_independent_set_with_too_few_neighbours():
    for G in atlas(most=6, connected=True):
        expected = any(is_too_large(G, some) for some in independent_sets(G))
        proofs = list(toughness(asked(G), Clock()))
        if expected:
            assert proofs, G.edges
        for proof in proofs:
            proof.check(G)
            proof.as_weighing(G).check(G)


@given(connected_cases())
def test_sets_that_are_found_hold_and_are_weighings(case):
    G, question = case
    for proof in toughness(asked(G, **question), Clock()):
        assert not exists(G, **question)
        proof.check(G)
        proof.as_weighing(G).check(G)
        problem = asked(G, **question)
        smaller = shrunk(problem, drop_directions(problem), proof, Clock())
        smaller.check(G)
        assert smaller.removed <= proof.removed


# Parity of permutation factors: digraphs of groups, and random ones against all orders


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


# Weighings from the subtour linear program


@pytest.mark.slow
def test_one_weighing_settles_every_graph_to_6_nodes_without_a_cycle():
    # notes: all 1,022 2-connected ones to 8 nodes, too
    for G in atlas(most=6, connected=True):
        problem = asked(G)
        weights = Subtours(problem).weights(Clock())
        assert (weights is None) == exists(G), G.edges
        if weights is not None:
            problem.certificate(Weighing, weights=weights).check(G)


@given(connected_cases(6))
def test_one_weighing_settles_every_question_about_small_graphs(case):
    G, asking = case
    problem = asked(G, **asking)
    weights = Subtours(problem).weights(Clock())
    # Not every digraph: the halves of two paths can satisfy all constraints where there is no path.
    assert weights is None if exists(G, **asking) else weights is not None or G.is_directed()
    if weights is not None:
        problem.certificate(Weighing, weights=weights).check(G)


@pytest.mark.slow
@together("n", range(3, 13))
def test_one_weighing_settles_every_knight_board_to_12_by_12_without_a_cycle(n):
    for m in range(3, n + 1):
        if theorems.grants_knights_tour(Board((m, n)), closed=True):
            continue
        G = knight_graph(m, n)
        problem = asked(G)
        weights = Subtours(problem).weights(Clock())
        problem.certificate(Weighing, weights=weights).check(G)
        assert all(abs(weight) <= 2 for _, weight in weights.nodes)


def test_no_weight_that_is_given_out_is_superfluous():
    for G in (knight_graph(3, 8), knight_graph(4, 6), nx.windmill_graph(3, 4)):
        problem = asked(G)
        weights = Subtours(problem).weights(Clock())
        for name in ("nodes", "sets"):
            some = getattr(weights, name)
            for k in range(len(some)):
                fewer = type(weights)(
                    **{"nodes": weights.nodes, "sets": weights.sets}
                    | {name: some[:k] + some[k + 1 :]}
                )
                with pytest.raises(InvalidProof):
                    problem.certificate(Weighing, weights=fewer).check(G)


def test_every_weight_that_is_left_out_is_a_look_at_the_clock(monkeypatch):
    gains = []
    gain = Subtours._gain
    monkeypatch.setattr(Subtours, "_gain", lambda *args: gains.append(1) or gain(*args))
    problem = asked(knight_graph(4, 10))
    for looks in range(3, 30, 4):
        gains.clear()
        with pytest.raises(TimeIsUp):
            Subtours(problem).weights(LateClock(looks))
        assert len(gains) <= looks + 10  # one for each look, and the common denominators
