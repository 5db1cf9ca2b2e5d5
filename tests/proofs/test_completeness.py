"""A no always comes with a proof, and a yes with a tour: whole families of graphs."""

import csv
from itertools import combinations, islice, permutations, product
from pathlib import Path

import networkx as nx
import pytest
from families import atlas
from hypothesis import given, strategies as st
from naive import hamiltonian_cycles, hamiltonian_paths
from together import rounds, together

import icosian
from icosian import (
    Board,
    NoHamiltonianCycle,
    NoHamiltonianPath,
    board_graph,
    is_hamiltonian_cycle,
    is_hamiltonian_path,
    knight_graph,
    prove_no_hamiltonian_cycle,
    prove_no_hamiltonian_path,
)
from icosian.boards.piece import grants_knights_tour
from icosian.exceptions import HamiltonianCycleExists, HamiltonianPathExists
from icosian.proofs import FrontierExhausted


def has_cycle(G):
    """Return True if there is a cycle, on the evidence that is given for either answer."""
    return _has_tour(G, prove_no_hamiltonian_cycle, icosian.hamiltonian_cycle, closed=True)


def has_path(G, start=None, end=None):
    """Return True if there is such a path, on the evidence that is given for either answer."""
    ends = {"start": start, "end": end}
    return _has_tour(G, prove_no_hamiltonian_path, icosian.hamiltonian_path, closed=False, **ends)


def _has_tour(G, prove, find, *, closed, **ends):
    try:
        proof = prove(G, **ends)
    except (HamiltonianCycleExists, HamiltonianPathExists) as error:
        tour, is_tour = error.tour, is_hamiltonian_cycle if closed else is_hamiltonian_path
        assert repr(tour) in str(error)
        assert tour.is_closed == closed
        assert is_tour(G, tour)
        assert ends.get("start") in (None, tour[0])
        assert ends.get("end") in (None, tour[-1])
        return True
    assert (proof.closed, proof.start, proof.end) == (closed, ends.get("start"), ends.get("end"))
    believe(proof, G)
    with pytest.raises(NoHamiltonianCycle if closed else NoHamiltonianPath) as caught:
        find(G, **ends)
    assert str(caught.value).startswith(caught.value.proof.explain())
    return False


def believe(proof, G):
    proof.check(G)
    again = icosian.Proof.from_json(proof.to_json())
    assert again == proof
    again.check(G)


def any_of(tours):
    return next(tours, None) is not None


def test_the_atlas_is_all_there():
    # graphs of 1 to 6 nodes: 1 + 2 + 4 + 11 + 34 + 156, OEIS A000088
    assert len(atlas(1, 6)) == 208


@pytest.mark.slow
def test_every_graph_of_up_to_6_nodes_has_a_cycle_or_a_proof():
    count = 0
    for G in atlas(1, 6):
        assert has_cycle(G) == any_of(hamiltonian_cycles(G)), G.edges
        count += has_cycle(G)
    # Hamiltonian graphs of 3 to 6 nodes: 1 + 3 + 8 + 48, OEIS A003216
    assert count == 60


@pytest.mark.slow
def test_every_graph_of_up_to_6_nodes_has_a_path_or_a_proof():
    for G in atlas(1, 6):
        assert has_path(G) == any_of(hamiltonian_paths(G)), G.edges


def test_every_graph_of_up_to_4_nodes_has_a_path_with_given_ends_or_a_proof():
    for G in atlas(1, 6):
        if len(G) <= 4:
            for start, end in product([*G, None], repeat=2):
                if start is None or start != end or len(G) == 1:
                    expected = any_of(hamiltonian_paths(G, start, end))
                    assert has_path(G, start, end) == expected, (G.edges, start, end)


@pytest.mark.parametrize("every", [pytest.param(1, marks=pytest.mark.exhaustive), 31])
def test_graphs_of_5_or_6_nodes_have_paths_with_given_ends_or_proofs(every):
    for G in atlas(1, 6)[::every]:
        if len(G) > 4:
            paths = {(path[0], path[-1]) for path in hamiltonian_paths(G)}
            for pair in combinations(G, 2):
                start, end = pair if sum(pair) % 2 else pair[::-1]  # one of the two directions
                assert has_path(G, start, end) == ((start, end) in paths), (G.edges, start, end)
            for node in G:
                assert has_path(G, node) == any(start == node for start, _ in paths)


def ends_of_paths(G):
    """Return the pairs of ends of all Hamiltonian paths, by dynamic programming over sets."""
    paths = {(frozenset([v]), v): {v} for v in G}  # what is visited, the last node: first nodes
    for _ in range(len(G) - 1):
        longer = {}
        for (visited, last), firsts in paths.items():
            for v in set(G.adj[last]) - visited:
                longer.setdefault((visited | {v}, v), set()).update(firsts)
        paths = longer
    return {(first, last) for (_, last), firsts in paths.items() for first in firsts}


@pytest.mark.exhaustive
def test_every_connected_graph_of_7_nodes_has_a_cycle_a_path_and_given_ends_or_a_proof():
    graphs = atlas(7, connected=True)
    assert len(graphs) == 853  # OEIS A001349
    cycles = 0
    for G in graphs:
        ends = ends_of_paths(G)
        assert has_path(G) == bool(ends)
        cycles += has_cycle(G)
        assert has_cycle(G) == any(G.has_edge(*pair) for pair in ends)
        for start, end in combinations(G, 2):
            try:
                icosian.hamiltonian_path(G, start, end)
            except NoHamiltonianPath as error:
                error.proof.check(G)
                assert (start, end) not in ends
            else:
                assert (start, end) in ends
    assert cycles == 383  # OEIS A003216


def all_digraphs(n):
    arcs = list(permutations(range(n), 2))
    for chosen in product((False, True), repeat=len(arcs)):
        G = nx.empty_graph(n, nx.DiGraph)
        G.add_edges_from(arc for arc, taken in zip(arcs, chosen, strict=True) if taken)
        yield G


@pytest.mark.parametrize(
    ("n", "every"), [(1, 1), (2, 1), (3, 9), pytest.param(3, 1, marks=pytest.mark.exhaustive)]
)
def test_every_small_digraph_has_a_tour_or_a_proof(n, every):
    for G in islice(all_digraphs(n), 0, None, every):
        assert has_cycle(G) == any_of(hamiltonian_cycles(G)), G.edges
        for start, end in product([*G, None], repeat=2):
            if start is None or start != end or n == 1:
                expected = any_of(hamiltonian_paths(G, start, end))
                assert has_path(G, start, end) == expected, (G.edges, start, end)


@pytest.mark.slow
@pytest.mark.parametrize("every", [pytest.param(1, marks=pytest.mark.exhaustive), 37])
def test_every_digraph_of_4_nodes_has_a_tour_or_a_proof(every):
    for G in islice(all_digraphs(4), 0, None, every):
        assert has_cycle(G) == any_of(hamiltonian_cycles(G)), G.edges
        assert has_path(G) == any_of(hamiltonian_paths(G)), G.edges


@given(st.integers(2, 6), st.randoms(use_true_random=False), st.booleans())
def test_random_multigraphs_have_a_tour_or_a_proof(n, random, directed):
    G = (nx.MultiDiGraph if directed else nx.MultiGraph)()
    G.add_nodes_from(range(n))
    G.add_edges_from(
        (random.randrange(n), random.randrange(n)) for _ in range(random.randrange(20))
    )
    assert has_cycle(G) == any_of(hamiltonian_cycles(G))
    start, end = random.sample([*G, None], 2)
    assert has_path(G, start, end) == any_of(hamiltonian_paths(G, start, end))


# famous graphs


@pytest.mark.slow
def test_the_petersen_graph_has_paths_but_no_cycle_and_loses_that_with_any_node():
    G = nx.petersen_graph()
    assert not has_cycle(G)
    assert has_path(G)
    for node in G:  # it is hypohamiltonian
        assert has_cycle(G.subgraph(set(G) - {node}))
    for start, end in product((0, 7), G):  # ends of a path are not neighbours: no cycle
        assert start == end or has_path(G, start, end) == (not G.has_edge(start, end))


@together(("m", "n"), product(range(1, 6), repeat=2))
def test_a_complete_bipartite_graph_has_a_cycle_exactly_if_its_sides_are_equal(m, n):
    G = nx.complete_bipartite_graph(m, n)
    assert has_cycle(G) == (m == n > 1)
    assert has_path(G) == (abs(m - n) <= 1)


@together("n", range(2, 7))
def test_tournaments_have_a_path_and_if_strong_a_cycle(n):
    # L. Redei (1934) and P. Camion (1959)
    for seed in range(rounds(8)):
        G = nx.tournament.random_tournament(n, seed=seed)
        assert has_path(G)
        assert has_cycle(G) == (n > 2 and nx.is_strongly_connected(G))


# boards


def test_closed_knights_tours_exist_exactly_as_schwenk_says():
    # A. J. Schwenk, Which rectangular chessboards have a knight's tour?, Math. Magazine 64 (1991)
    for m in range(1, 6):
        for n in range(m, 9):
            if m * n > 1:
                absent = m * n % 2 or m in {1, 2, 4} or (m == 3 and n in {4, 6, 8})
                assert has_cycle(knight_graph(m, n)) == (not absent), (m, n)


def test_open_knights_tours_exist_exactly_as_chia_and_ong_say():
    # G. L. Chia and S.-H. Ong, Generalized knight's tours on rectangular chessboards, Discrete
    # Applied Math. 150 (2005)
    for m in range(1, 6):
        for n in range(m, 8):
            if m * n > 1:
                absent = m <= 2 or (m, n) in {(3, 3), (3, 5), (3, 6), (4, 4)}
                assert has_path(knight_graph(m, n)) == (not absent), (m, n)


# Whether a knight has a closed tour on a cylinder, columns wrapped: a separate counting program
# found none on these boards of at most 24 squares, and one or more on the others.
CYLINDERS = [(m, n) for m, n in product(range(1, 6), range(1, 8)) if 3 <= m * n <= 24]


@pytest.mark.slow
@together("sides", [sides for sides in CYLINDERS if sides[0] > 1])
def test_knights_tours_on_cylinders_are_those_that_were_counted(sides):
    m, n = sides
    absent = m in {2, 4} and n % 2 == 0
    G = knight_graph(m, n, periodic=(False, True))
    assert has_cycle(G) == (not absent)


# Closed tours in space, counted by the same program: 2 x 3 x 4: 12132, 2 x 3 x 5: 30144, and none
# on the smaller boards.
@together(
    ("shape", "exists"),
    [
        ((2, 2, 2), False),
        ((2, 2, 3), False),
        ((2, 2, 4), False),
        ((2, 2, 5), False),
        ((2, 2, 6), False),
        ((2, 3, 3), False),
        ((2, 3, 4), True),
        ((2, 3, 5), True),
    ],
)
def test_knights_tours_in_space_are_those_that_were_counted(shape, exists):
    assert has_cycle(board_graph(Board(shape), "knight")) == exists


def test_the_knight_has_a_closed_tour_on_every_torus():
    # J. J. Watkins and R. L. Hoenigman, Knight's tours on a torus, Math. Magazine 70 (1997)
    for m, n in product(range(1, 7), repeat=2):
        if m * n > 2:
            assert has_cycle(knight_graph(m, n, periodic=True)), (m, n)


# -- Named graphs and boards


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


@pytest.mark.slow
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
