"""Cut vertices and toughness: what is found is true, and what is small is found."""

from itertools import combinations

import networkx as nx
import pytest
from hypothesis import given, strategies as st

from icosian import (
    knight_graph,
)
from icosian._run.clock import Clock, TimeIsUp
from icosian.proofs import CutVertex, Toughness
from icosian.tours.certify.necessary_conditions import (
    cut_vertex,
    drop_directions,
    removal,
    shrunk,
    toughness,
)
from tests.tours.problems import CONNECTED, LateClock, asked, connected_cases, exists


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


@pytest.mark.slow
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
        smaller = shrunk(problem, drop_directions(problem), proof, Clock())
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


def test_shrinking_a_set_minds_the_clock():
    G = nx.complete_bipartite_graph(6, 9)
    problem = asked(G)
    proof = next(toughness(problem, Clock()))
    for looks in (1, 3):
        clock = LateClock(looks)
        with pytest.raises(TimeIsUp):
            shrunk(problem, G, proof, clock)
        assert clock.looks == looks
