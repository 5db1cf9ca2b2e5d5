"""Tours that a symmetry maps to themselves."""

from dataclasses import replace
from itertools import pairwise, permutations

import networkx as nx
import pytest
from hypothesis import given, strategies as st
from together import examples

import icosian
from icosian import InvalidArgument, InvalidProof, Proof, knight_graph
from icosian.proofs import SymmetricRefutation

NAMES = "half-turn", "quarter-turn", "left-right", "top-bottom", "diagonal", "antidiagonal"


def steps(G, tour, image=None):
    """Return the edges of a tour, or of its image."""
    ring = [*tour, tour[0]] if tour.is_closed else [*tour]
    moved = [(image or {}).get(v, v) for v in ring]
    return frozenset(pair if G.is_directed() else frozenset(pair) for pair in pairwise(moved))


def kept(G, tours, image):
    """Return the tours that a symmetry keeps, by their edges: the slow twin."""
    return {steps(G, tour) for tour in tours if steps(G, tour) == steps(G, tour, image)}


@st.composite
def symmetric_graphs(draw):
    """Draw a graph or digraph, and a symmetry of it."""
    n = draw(st.integers(2, 7))
    image = dict(enumerate(draw(st.permutations(range(n)))))
    G = nx.DiGraph() if draw(st.booleans()) else nx.Graph()
    G.add_nodes_from(draw(st.permutations(range(n))))
    for u, v in draw(st.lists(st.sampled_from([*permutations(range(n), 2)]), max_size=8)):
        while not G.has_edge(u, v):
            G.add_edge(u, v)
            u, v = image[u], image[v]  # noqa: PLW2901 - along the orbit of the edge
    return G, {v: w for v, w in image.items() if v != w}


@pytest.mark.slow
@examples(60)
@given(symmetric_graphs(), st.booleans(), st.data())
def test_symmetric_tours_are_those_of_all_that_the_symmetry_keeps(drawn, closed, data):
    G, image = drawn
    closed = closed or G.is_directed()
    edges = sorted(map(sorted, G.edges)) if not G.is_directed() else sorted(G.edges)
    asked = {}
    for name in ("require", "forbid"):
        if edges and data.draw(st.booleans()):
            asked[name] = [edges.pop(data.draw(st.integers(0, len(edges) - 1)))]
    if closed:
        find, ways = icosian.hamiltonian_cycle, icosian.tours.hamiltonian_cycles
        count, none = icosian.tours.count_hamiltonian_cycles, icosian.NoHamiltonianCycle
    else:
        find, ways = icosian.hamiltonian_path, icosian.tours.hamiltonian_paths
        count, none = icosian.tours.count_hamiltonian_paths, icosian.NoHamiltonianPath
    wanted = kept(G, ways(G, **asked), image)
    asked["symmetric"] = image
    found = [steps(G, tour) for tour in ways(G, **asked)]
    assert len(found) == len(set(found))
    assert set(found) == wanted
    assert count(G, **asked) == len(wanted)
    assert count(G, **asked, distinct=True) == len([*ways(G, **asked, distinct=True)])
    try:
        assert steps(G, find(G, **asked)) in wanted
    except none as error:
        assert not wanted
        error.proof.check(G)
        assert Proof.from_json(error.proof.to_json()) == error.proof


def test_the_order_of_nodes_does_not_change_what_is_found():
    G, H = knight_graph(6), knight_graph(6)
    squares = sorted(G, key=lambda v: (v[1] * 7 + v[0] * 11) % 13)
    other = H.subgraph(squares).copy()
    other.add_nodes_from(squares)
    image = {(r, c): (5 - r, 5 - c) for r, c in G}
    first, second = (
        {steps(X, tour) for tour in icosian.tours.hamiltonian_cycles(X, symmetric=image)}
        for X in (G, nx.Graph(other.edges))
    )
    assert first == second


# proofs


def thirds():
    """Return a tetrahedron and the proof that a third of a turn keeps none of its cycles."""
    G = nx.complete_graph(4)
    return G, icosian.prove_no_hamiltonian_cycle(G, symmetric={0: 1, 1: 2, 2: 0})


def test_a_false_proof_about_a_symmetry_is_refused():
    G, proof = thirds()
    assert isinstance(proof, SymmetricRefutation)
    proof.check(G)
    ring = ((0, 1), (1, 2), (2, 3), (3, 0))  # it keeps a cycle
    for symmetry, why in (
        (ring, "does not follow|do not end"),
        (((0, 2), (2, 0)), "does not follow|do not end"),
        (((0, 1), (1, 2)), "permutation"),
        (((0, 1), (1, 2), (2, 1)), "permutation"),
        (((0, 1), (0, 2), (1, 0), (2, 0)), "permutation"),
        ((), "permutation"),
        (((0, 9), (9, 0)), "not a node"),
        (((0, icosian.proofs.HOME), (icosian.proofs.HOME, 0)), "not a node"),
        (((0, 0),), "does not follow|do not end"),
    ):
        with pytest.raises(InvalidProof, match=why):
            replace(proof, symmetry=symmetry).check(G)


def test_a_proof_about_a_symmetry_says_nothing_about_all_tours():
    G, proof = thirds()
    with pytest.raises(InvalidProof):
        icosian.proofs.Refutation(
            closed=True, sets=proof.sets, edges=proof.edges, clauses=proof.clauses
        ).check(G)
    assert proof.statement.has_conditions
    assert "its own image" in proof.explain()
    with pytest.raises(icosian.IcosianError):
        proof.to_lrat(G)
    with pytest.raises(icosian.IcosianError):
        proof.to_pseudo_boolean(G)


def test_a_proof_about_a_symmetry_is_drawn():
    G, proof = thirds()
    assert "moves 3 nodes" in icosian.to_svg(proof, G=G)
    board = knight_graph(6)
    with pytest.raises(icosian.NoHamiltonianCycle) as caught:
        board.hamiltonian_cycle(symmetric="diagonal")
    assert "moves 30 nodes" in icosian.to_svg(caught.value.proof, G=board)


@pytest.mark.slow
@examples(40)
@given(symmetric_graphs(), st.data())
def test_a_proof_never_holds_for_another_symmetry_that_keeps_a_tour(drawn, data):
    G, image = drawn
    if not image:
        return
    try:
        proof = icosian.prove_no_hamiltonian_cycle(G, symmetric=image)
    except icosian.exceptions.HamiltonianCycleExists:
        return
    if not isinstance(proof, SymmetricRefutation):
        return
    other = dict(enumerate(data.draw(st.permutations(range(len(G))))))
    changed = replace(proof, symmetry=tuple(other.items()))
    try:
        changed.check(G)
    except InvalidProof:
        return
    assert not kept(G, icosian.tours.hamiltonian_cycles(G), other)


# arguments


@pytest.mark.parametrize(
    ("symmetric", "why"),
    [
        ("rotation", "must be half-turn, quarter-turn"),
        ("", "must be half-turn, quarter-turn"),
        (7, "name of a symmetry or a mapping"),
        ({"a1": "b1"}, "each other, each once"),
        ({"a1": "b1", "c1": "b1"}, "each other, each once"),
        ({"a1": "b1", "b1": "a1"}, "edges to edges"),
        ({"a1": "z9"}, "z9"),
    ],
)
def test_what_is_no_symmetry_is_refused(symmetric, why):
    for ask in (icosian.hamiltonian_cycle, icosian.tours.count_hamiltonian_paths):
        with pytest.raises((InvalidArgument, icosian.NotANode), match=why):
            ask(knight_graph(6), symmetric=symmetric)


def test_names_of_symmetries_need_a_board_that_has_them():
    for G, name, why in (
        (nx.cycle_graph(4), "half-turn", "plane boards"),
        (icosian.board_graph(icosian.Board((3, 4, 2)), "knight"), "half-turn", "plane boards"),
        (icosian.hex_graph(3), "half-turn", "plane boards"),
        (knight_graph(3, 10), "quarter-turn", "does not map the board to itself"),
        (knight_graph(3, 10), "diagonal", "does not map the board to itself"),
    ):
        with pytest.raises(InvalidArgument, match=why):
            icosian.hamiltonian_cycle(G, symmetric=name)


def test_what_does_not_go_with_a_symmetry_is_refused():
    G = knight_graph(6)
    for asked in (
        {"positions": {"a1": 1, "b3": 2}},
        {"start": "a1", "order": [("b3", "c5")]},
        {"method": "sat"},
    ):
        with pytest.raises(InvalidArgument, match="symmetr"):
            G.hamiltonian_cycle(symmetric="half-turn", **asked)
    with pytest.raises(InvalidArgument, match="digraph"):
        icosian.hamiltonian_path(nx.complete_graph(3, nx.DiGraph()), symmetric={0: 1, 1: 0})
    with pytest.raises(InvalidArgument, match="ends"):
        icosian.hamiltonian_path(nx.complete_graph(4), 0, 1, symmetric={0: 2, 2: 0})
