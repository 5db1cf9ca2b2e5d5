"""Tight sets: what is found is tight, and what is planted is found."""

from itertools import combinations
from random import Random

import networkx as nx
import pytest
from families import flower_snark, generalized_petersen
from hypothesis import example, given, strategies as st
from naive import has_tour

import icosian
from icosian._arrays.csr import csr
from icosian._run.clock import Clock
from icosian.proofs import Conditional, Contraction, Proof
from icosian.tours.certify.division import _dominators, contract_tight_sets, tight_sets
from icosian.tours.solve.functions import export_proof
from tests.tours.problems import asked, questions

randoms = st.randoms(use_true_random=False)


def found(G):
    """Return the tight sets that are found, as nodes."""
    nodes = list(G)
    sets = tight_sets(csr(G, {v: k for k, v in enumerate(nodes)}), Clock())
    return [[{nodes[v] for v in some} for some in pair] for pair in sets]


def inflated(G, random, *, ports=True):
    """Return a graph with complete bipartite graphs in the place of some nodes.

    With ports every edge of the graph has its own end there.
    """
    H = nx.Graph()
    ends = {}
    for v in G:
        size = max(3, G.degree(v))
        ends[v] = [(v, "out", k) for k in range(size)]
        H.add_edges_from(((v, "in", k), out) for k in range(size - 1) for out in ends[v])
    for u, v in G.edges():
        pick = list.pop if ports else random.choice
        H.add_edge(pick(ends[u]), pick(ends[v]))
    return H


def meredith(G, r):
    """Return the r-regular graph of a cubic one with a perfect matching."""
    matching = {frozenset(pair) for pair in nx.max_weight_matching(G, maxcardinality=True)}
    H = nx.Graph()
    ends = {v: [(v, "out", k) for k in range(r)] for v in G}
    for v in G:
        H.add_edges_from(((v, "in", k), out) for k in range(r - 1) for out in ends[v])
    for u, v in G.edges():
        for _ in range(r - 2 if frozenset((u, v)) in matching else 1):
            H.add_edge(ends[u].pop(), ends[v].pop())
    assert set(dict(H.degree).values()) == {r}
    return H


@given(randoms)
def test_what_is_found_is_tight_and_disjoint(random):
    G = nx.gnp_random_graph(random.randint(3, 16), 0.35, seed=random.randrange(2**32))
    if random.random() < 0.5:
        G = inflated(G, random, ports=random.random() < 0.5)
    if not len(G):
        return
    taken = set()
    left = len(G)
    for independent, around in found(G):
        assert len(independent) > 1
        assert all(len(G[v]) > 2 for v in independent)
        assert around == set().union(*(G[v] for v in independent))
        assert len(around) == len(independent) + 1
        assert independent.isdisjoint(around)
        assert taken.isdisjoint(independent | around)
        taken |= independent | around
        left -= 2 * len(independent)
    assert left >= 3 or not taken


@given(randoms)
def test_complete_bipartite_graphs_are_found(random):
    G = nx.random_regular_graph(random.choice([4, 6]), 8, seed=random.randrange(2**32))
    H = inflated(G, random)
    planted = {frozenset((v, "in", k) for k in range(G.degree(v) - 1)) for v in G}
    sets = {frozenset(independent) for independent, _ in found(H)}
    assert sets <= planted
    assert len(sets) >= 7  # one may hold all roots, or be left for a root only


@given(randoms)
def test_dominators_are_those_of_networkx(random):
    G = nx.gnp_random_graph(20, random.choice([0.08, 0.15]), random.randrange(2**32), directed=True)
    order = list(nx.dfs_preorder_nodes(G, 0))
    number = {v: k for k, v in enumerate(order)}
    above = [0, *(number[u] for u, _ in nx.dfs_edges(G, 0))]
    found = _dominators(above, [[number[u] for u in G.pred[v] if u in number] for v in order])
    expected = nx.immediate_dominators(G, 0)
    assert all(order[found[number[v]]] == expected[v] for v in order[1:])


@given(randoms)
def test_answers_about_inflated_graphs_are_those_about_the_graphs(random):
    G = nx.gnp_random_graph(random.randint(4, 7), 0.6, seed=random.randrange(2**32))
    if not G.size() or min(dict(G.degree).values()) < 2:
        return
    H = inflated(G, random)
    try:
        icosian.hamiltonian_cycle(H)
    except icosian.NoHamiltonianCycle:
        assert not has_tour(G, closed=True)
    else:
        assert has_tour(G, closed=True)


@given(randoms)
@example(Random(1931))  # contractions in one another, of a graph that has home as a node
def test_a_proof_of_what_is_left_holds_for_all_questions(random):
    G = nx.gnp_random_graph(random.randint(4, 6), 0.5, seed=random.randrange(2**32))
    H = inflated(G, random, ports=False)
    contraction = contract_tight_sets(asked(H, **random.choice(list(questions(H)))), Clock())
    if contraction is None:
        return
    assert contraction.small.size < contraction.whole.size
    try:
        icosian.hamiltonian_cycle(contraction.small.G)
    except icosian.NoHamiltonianCycle as error:
        proof = contraction.lifted(error.proof)
        proof.check(H)
        assert contraction.inner(proof) == error.proof


@pytest.mark.slow
@given(randoms)
def test_a_cycle_of_the_whole_is_opened_to_a_tour(random):
    # A path of cliques, with a complete bipartite graph between its ends.
    G = nx.complete_bipartite_graph(3, 4)
    G.add_edges_from(
        [(3, 7), (7, 8), (8, 9), (9, 7), (9, 4), (5, 10), (10, 11), (11, 12), (12, 10), (12, 6)]
    )
    nodes = random.sample(list(G), len(G))
    H = nx.Graph()
    H.add_nodes_from(nodes)
    H.add_edges_from(G.edges())
    for ends in ({"start": 8, "end": 11}, {"start": 11, "end": 8}):
        problem = asked(H, closed=False, **ends)
        for one in (problem, problem.asking(require=((7, 8), (10, 11))).unconditional):
            found = contract_tight_sets(one, Clock())
            assert found is not None
            tour = icosian.hamiltonian_cycle(found.whole.G)
            order = found.opened([found.whole.index[v] for v in tour])
            assert one.tour([one.nodes[v] for v in order], None)
            cycle = icosian.hamiltonian_cycle(found.small.G)
            assert icosian.hamiltonian_cycle(
                found.restricted([found.small.index[v] for v in cycle]).G
            )


def test_nothing_is_contracted_in_digraphs_cubic_graphs_and_graphs_without_tight_sets():
    assert (
        contract_tight_sets(asked(nx.DiGraph(nx.complete_bipartite_graph(3, 4))), Clock()) is None
    )
    assert contract_tight_sets(asked(flower_snark(5)), Clock()) is None
    assert contract_tight_sets(asked(nx.complete_graph(6)), Clock()) is None
    assert found(nx.star_graph(4)) == []


@pytest.mark.parametrize(
    ("G", "r"), [(nx.petersen_graph(), 4), (nx.petersen_graph(), 5), (flower_snark(7), 5)]
)
def test_a_graph_of_meredith_is_settled_by_the_one_underneath(G, r):
    H = meredith(G, r)
    with pytest.raises(icosian.NoHamiltonianCycle) as caught:
        icosian.hamiltonian_cycle(H)
    proof = caught.value.proof
    assert isinstance(proof, Contraction)
    assert len(proof.sets) == len(G)
    assert len(proof.to_json()) < 10_000
    assert Proof.from_json(proof.to_json()) == proof
    proof.check(H)


def test_conditions_are_kept():
    H = meredith(generalized_petersen(5, 1), 4)
    (u, v), *others = [pair for pair in H.edges() if pair[0][0] != pair[1][0]]
    blocked = [pair for pair in others if {pair[0][0], pair[1][0]} & {u[0], v[0]}]
    with pytest.raises(icosian.NoHamiltonianCycle) as caught:
        icosian.hamiltonian_cycle(H, forbid=blocked[1:], require=[(u, v)])
    assert isinstance(caught.value.proof, Conditional)


def test_squares_keep_their_names():
    board = icosian.knight_graph(3, 6)
    problem = asked(board, closed=False)
    assert contract_tight_sets(problem, Clock()).small.ranks == problem.ranks == 3


@pytest.mark.slow
def test_a_shorter_proof_of_what_is_left_and_an_export_are_found():
    G = nx.relabel_nodes(nx.petersen_graph(), {0: "in 0"})
    rows = list(G["in 0"])
    G.remove_node("in 0")
    G.add_edges_from((f"in {i}", f"out {j}") for i in range(3) for j in range(4))
    G.add_edges_from(zip([f"out {j}" for j in range(4)], [*rows, rows[0]], strict=True))
    proof = icosian.prove_no_hamiltonian_cycle(G)
    assert isinstance(proof, Contraction)
    assert proof.effort < 300
    assert "pseudo-Boolean proof" in export_proof(proof, G).proof


def test_all_pairs_of_ends_of_a_block_have_a_path():
    G = nx.complete_bipartite_graph(3, 4)
    for start, end in combinations(range(3, 7), 2):
        assert has_tour(G, closed=False, start=start, end=end)
