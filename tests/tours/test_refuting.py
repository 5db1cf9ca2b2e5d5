"""What finds certificates: each finder alone finds all that is in its reach, and nothing false."""

from itertools import combinations

import networkx as nx
import pytest
from hypothesis import given, settings, strategies as st
from naive import hamiltonian_cycles, hamiltonian_paths

import icosian
from icosian import (
    HamiltonianCycleExists,
    InvalidProof,
    NoHamiltonianCycle,
    SearchLimitReached,
    knight_graph,
)
from icosian._kernels import forcing as kernel, frontier
from icosian._run.clock import Clock, TimeIsUp
from icosian.boards import theorems
from icosian.boards.board import Board
from icosian.proofs import Cases, CutVertex, ForcedEdges, FrontierExhausted, Toughness, Weighing
from icosian.tours.certify import shortest_proof as shorten
from icosian.tours.certify.cut_sets import cut_vertex, removal, shrunk, toughness, undirected
from icosian.tours.certify.subtour_lp import Subtours
from icosian.tours.problem import Problem
from icosian.tours.solve.edge_forcing import Forcing
from icosian.tours.solve.frontier import Frontier
from icosian.tours.solve.sat import satisfy

CONNECTED = [G for G in nx.graph_atlas_g() if 3 <= len(G) <= 6 and nx.is_connected(G)]


def asked(G, *, closed=True, start=None, end=None):
    return Problem.of(G, closed=closed, start=start, end=end)


def exhausted(problem):
    """Return the proof along a frontier, or None if there is a tour."""
    search = Frontier(problem.form, Clock(), width=frontier.SLOTS)
    status = search.search(Clock())
    assert status in (frontier.FOUND, frontier.EXHAUSTED)
    return search.proof(problem) if status == frontier.EXHAUSTED else None


def exists(G, *, closed=True, start=None, end=None):
    tours = hamiltonian_cycles(G) if closed else hamiltonian_paths(G, start, end)
    return next(tours, None) is not None


def questions(G):
    nodes = list(G)
    yield {"closed": True}
    yield {"closed": False}
    yield {"closed": False, "start": nodes[0]}
    yield {"closed": False, "end": nodes[-1]}
    yield {"closed": False, "start": nodes[0], "end": nodes[-1]}


@st.composite
def connected_cases(draw, most=7):
    """Draw a connected graph or digraph, and a question about it."""
    n = draw(st.integers(3, most))
    directed = draw(st.booleans())
    G = nx.empty_graph(n, nx.DiGraph if directed else nx.Graph)
    for v in range(1, n):  # a tree, its edges in any direction
        pair = (v, draw(st.integers(0, v - 1)))
        G.add_edge(*(pair if draw(st.booleans()) else pair[::-1]))
    pairs = [(u, v) for u in range(n) for v in range(n) if u != v]
    G.add_edges_from(draw(st.lists(st.sampled_from(pairs), max_size=2 * n)))
    return G, draw(st.sampled_from(list(questions(G))))


# cut vertices


def test_a_cycle_is_excluded_by_cut_vertices_exactly_where_there_are_some():
    for G in CONNECTED:
        proof = cut_vertex(asked(G), Clock())
        assert (proof is not None) == (not nx.is_biconnected(G)), G.edges
        if proof:
            proof.check(G)


def test_a_path_is_excluded_by_cut_vertices_exactly_where_three_blocks_are_leaves():
    for G in CONNECTED:
        hubs = set(nx.articulation_points(G))
        leaves = sum(len(block & hubs) == 1 for block in nx.biconnected_components(G))
        proof = cut_vertex(asked(G, closed=False), Clock())
        assert (proof is not None) == (leaves > 2), G.edges
        if proof:
            proof.check(G)
            proof.as_weighing(G).check(G)


def test_parts_that_hold_a_given_end_are_no_obstacle():
    bowtie = nx.Graph(["ab", "bc", "ca", "cd", "de", "ec"])
    assert cut_vertex(asked(bowtie, closed=False, start="a", end="e"), Clock()) is None
    for ends in ({"start": "a", "end": "b"}, {"start": "c"}, {"end": "c"}):
        proof = cut_vertex(asked(bowtie, closed=False, **ends), Clock())
        assert isinstance(proof, CutVertex)
        proof.check(bowtie)


# toughness


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


def test_long_ways_in_python_mind_the_clock():
    problem = asked(nx.random_regular_graph(3, 3000, seed=1))
    with pytest.raises(TimeIsUp):
        cut_vertex(problem, Clock(0))
    clock = Clock(0)
    with pytest.raises(TimeIsUp):
        list(clock.paced("sat", range(2000)))
    assert list(Clock().paced("sat", range(2000), every=7)) == list(range(2000))


def test_a_matching_finds_every_independent_set_with_too_few_neighbours():
    for G in CONNECTED:
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
        smaller = shrunk(problem, undirected(problem), proof, Clock())
        smaller.check(G)
        assert smaller.removed <= proof.removed


def test_no_node_of_a_shrunk_set_is_superfluous():
    G = knight_graph(4, 7)
    problem = asked(G)
    proof = shrunk(problem, G, next(toughness(problem, Clock())), Clock())
    assert isinstance(proof, Toughness)
    for v in proof.removed:
        assert removal(problem, G, proof.removed - {v}) is None


def test_ends_in_one_part_make_it_two_pieces():
    # Without b there are two parts, and a path from a to e would have to visit both and come back.
    G = nx.Graph(["ab", "ac", "cb", "bd", "ae", "ec", "bf", "df"])
    problem = asked(G, closed=False, start="a", end="e")
    proof = removal(problem, G, frozenset("b"))
    assert proof.together
    proof.check(G)
    proof.as_weighing(G).check(G)
    assert problem.size == 6


# weighings


def test_one_weighing_settles_every_graph_to_6_nodes_without_a_cycle():
    # notes: all 1,022 2-connected ones to 8 nodes, too
    for G in CONNECTED:
        problem = asked(G)
        weights = Subtours(problem).weights(Clock())
        assert (weights is None) == exists(G), G.edges
        if weights is not None:
            problem.certificate(Weighing, weights=weights).check(G)


@given(connected_cases(6))
def test_one_weighing_settles_every_question_about_small_graphs_and_digraphs(case):
    G, asking = case
    problem = asked(G, **asking)
    weights = Subtours(problem).weights(Clock())
    assert (weights is None) == exists(G, **asking)
    if weights is not None:
        problem.certificate(Weighing, weights=weights).check(G)


@pytest.mark.parametrize("n", range(3, 13))
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


def test_no_weighing_is_found_for_the_petersen_graph():
    programme = Subtours(asked(nx.petersen_graph()))
    assert programme.weights(Clock()) is None
    assert programme.solution is not None  # two thirds of every edge


# forced edges and cases


def searched(G, room=5_000, **question):
    problem = asked(G, **question)
    search = Forcing(problem, Clock(), room=room)
    return search, search.search(Clock())


@given(connected_cases())
def test_forcing_edges_decides_and_proves(case):
    G, question = case
    search, status = searched(G, **question)
    assert (status == kernel.FOUND) == exists(G, **question)
    if status == kernel.FOUND:
        icosian.tours.checking.check_tour(
            G, search.problem.form.decode(search.cycle()).tolist(), closed=question["closed"]
        )
    else:
        assert status == kernel.EXHAUSTED
        proof = search.proof(Clock())
        assert isinstance(proof, Cases | ForcedEdges)
        proof.check(G)


def test_what_the_rules_settle_comes_without_cases():
    # three paths of three edges between two corners: no more than two of them can be used
    G = nx.Graph(["aw", "wx", "xb", "ac", "ce", "eb", "ad", "df", "fb"])
    search, status = searched(G)
    proof = search.proof(Clock())
    assert status == kernel.EXHAUSTED
    assert isinstance(proof, ForcedEdges)
    assert [step.used for step in proof.steps].count(True) >= 3
    proof.check(G)


def test_cuts_of_three_edges_are_part_of_the_rules():
    # Tutte's graph is three times Tutte's fragment, joined by cuts of three edges
    search, _ = searched(nx.tutte_graph())
    assert len(search.cuts) >= 3
    for edges, side in search.cuts:
        border = list(nx.edge_boundary(nx.tutte_graph(), [search.problem.nodes[v] for v in side]))
        assert len(border) == len(edges)
    proof = search.proof(Clock())
    proof.check(nx.tutte_graph())
    assert len(proof.tree) < 40


def test_splits_that_no_contradiction_needs_are_left_out():
    # the Petersen graph joined by two edges to a ladder in which there is much to choose from
    G = nx.disjoint_union(nx.petersen_graph(), nx.circular_ladder_graph(8))
    G.add_edges_from([(0, 10), (5, 17)])
    search, status = searched(G)
    assert status == kernel.EXHAUSTED
    proof = search.proof(Clock())
    proof.check(G)
    assert all(max(entry) < 11 or min(entry) < 10 for entry in proof.tree if entry)


def test_a_tree_without_room_is_no_proof():
    _, status = searched(nx.complete_bipartite_graph(6, 7), room=3)
    assert status == kernel.FULL


# all finders of proofs agree


@given(connected_cases(6))
def test_every_complete_method_says_the_same(case):
    G, question = case
    problem = asked(G, **question)
    absent = not exists(G, **question)
    order = exhausted(problem)
    assert isinstance(order, FrontierExhausted) == absent
    refuted = satisfy(problem, Clock())
    assert isinstance(refuted, list) != absent
    for proof in (order, refuted) if absent else ():
        proof.check(G)


@pytest.mark.parametrize("method", ["forcing", "frontier", "backtrack"])
@pytest.mark.parametrize(
    "G",
    [
        nx.petersen_graph(),
        knight_graph(3, 6),
        nx.complete_bipartite_graph(4, 5),
        nx.DiGraph(["ab"]),
    ],
    ids=["petersen", "3x6", "K45", "arc"],
)
def test_a_single_exact_method_hands_over_a_proof_too(G, method):
    with pytest.raises(NoHamiltonianCycle) as caught:
        icosian.hamiltonian_cycle(G, method=method)
    caught.value.proof.check(G)


# the shortest proof


@settings(max_examples=60)
@given(connected_cases(6))
def test_a_shortened_proof_is_no_longer_and_holds(case):
    G, question = case
    if exists(G, **question):
        return
    problem = asked(G, **question)
    proof = exhausted(problem)
    short = shorten.shortened(problem, proof, Clock())
    assert short.effort <= proof.effort
    short.check(G)


def test_provers_give_the_proof_that_people_would_choose():
    kinds = {
        (5, 5): "BipartitionImbalance",
        (4, 6): "Toughness",
        (3, 8): "Weighing",
        (1, 5): "Disconnection",
    }
    for sides, kind in kinds.items():
        proof = icosian.prove_no_hamiltonian_cycle(knight_graph(*sides))
        assert type(proof).__name__ == kind, sides
    assert proof.effort == 1
    without = icosian.prove_no_hamiltonian_path(knight_graph(4))
    assert isinstance(without, Toughness)
    assert "the 4 squares" in without.explain()


def test_a_prover_stops_when_its_time_is_over():
    with pytest.raises(SearchLimitReached):
        icosian.prove_no_hamiltonian_cycle(nx.petersen_graph(), timeout=0)
    with pytest.raises(SearchLimitReached):
        icosian.prove_no_hamiltonian_path(knight_graph(3, 6), timeout=0)


def test_provers_report_their_progress():
    reports = []
    icosian.prove_no_hamiltonian_cycle(nx.tutte_graph(), progress=reports.append)
    assert reports
    assert {type(report) for report in reports} == {icosian.Progress}


def test_a_tour_is_no_proof():
    with pytest.raises(HamiltonianCycleExists) as caught:
        icosian.prove_no_hamiltonian_cycle(nx.cycle_graph(5))
    assert icosian.is_hamiltonian_cycle(nx.cycle_graph(5), caught.value.tour)


@pytest.mark.parametrize("seed", range(5))
def test_node_order_and_labels_never_change_a_verdict(seed):
    import random

    order = random.Random(seed).sample(range(18), 18)
    for G in (nx.pappus_graph(), knight_graph(3, 6), nx.circulant_graph(18, [1, 4])):
        names = dict(zip(G, order, strict=True))
        H = nx.Graph()
        H.add_nodes_from(sorted(names.values()))
        H.add_edges_from((names[u], names[v]) for u, v in G.edges)
        verdicts = []
        for graph in (G, H):
            try:
                icosian.prove_no_hamiltonian_cycle(graph).check(graph)
                verdicts.append("none")
            except HamiltonianCycleExists:
                verdicts.append("tour")
        assert len(set(verdicts)) == 1


def test_the_same_question_gets_the_same_proof():
    for G in (nx.petersen_graph(), knight_graph(3, 8), nx.tutte_graph()):
        first = icosian.prove_no_hamiltonian_cycle(G)
        assert icosian.prove_no_hamiltonian_cycle(G) == first


# theorems are hints


def test_the_theorems_agree_with_the_evidence():
    for m in range(1, 7):
        for n in range(m, 7):
            if m * n > 1:
                G = knight_graph(m, n)
                for closed, ask in ((True, G.hamiltonian_cycle), (False, G.hamiltonian_path)):
                    granted = theorems.grants_knights_tour(Board((m, n)), closed=closed)
                    if granted:
                        ask()
                    else:
                        with pytest.raises(icosian.IcosianError) as caught:
                            ask()
                        caught.value.proof.check(G)


def test_a_theorem_about_another_graph_does_no_harm():
    G = knight_graph(4, 6)
    assert theorems.is_hopeless(asked(G))
    G.add_edges_from(list(zip(list(G), list(G)[1:] + list(G)[:1], strict=True)))
    assert theorems.is_hopeless(asked(G))  # it says that it is a knight's graph
    assert icosian.is_hamiltonian_cycle(G, G.hamiltonian_cycle())
    for other in (icosian.king_graph(3), nx.path_graph(9), knight_graph(8)):
        assert not theorems.is_hopeless(asked(other))
