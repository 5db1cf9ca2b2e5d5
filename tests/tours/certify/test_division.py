"""Divisions and contractions: a proof that holds, a tour, or nothing."""

from itertools import combinations, permutations
from random import Random

import networkx as nx
import pytest
from families import dot_product, flower_snark, generalized_petersen, meredith, random_dot_product
from hypothesis import example, given, strategies as st
from naive import has_tour

import icosian
from icosian._arrays import csr
from icosian._run.limits import Clock
from icosian.proofs import Conditional, Contraction, Division, Proof
from icosian.proofs.derived import _realized
from icosian.tours.certify.division import (
    Divider,
    _dominators,
    contract_tight_sets,
    fits,
    gadgets,
    states,
    tight_sets,
    trace_paths,
    ways,
)
from icosian.tours.problem import Problem
from icosian.tours.solve.functions import export_proof
from icosian.tours.solve.portfolio import Attempt, Search
from icosian.tours.tour import check_tour
from tests.proofs.test_derived import glued
from tests.tours.problems import asked, questions

# Divisions found: a proof that holds, a tour, or nothing


def divided(G, limit=200, turn=0, **question):
    """Return what the method finds alone: a proof, a tour, or None."""
    problem = Problem.of(G, **{"closed": True, **question})
    search = Search(problem, Clock(60), 0)
    found = search.attempt(Attempt("division", limit, turn))
    if found is None or isinstance(found, Proof):
        return found
    return problem.tour([problem.nodes[v] for v in found.order], None)


def check(random):
    """Divide a random graph with small cuts; return what was found, once it is checked."""
    G, _ = glued(random, [random.randint(4, 7), random.randint(4, 6)], random.choice((3, 4)))
    question = {"closed": True}
    if random.random() < 0.3:
        start, end = random.sample(list(G), 2)
        question = {"closed": False, "start": start, "end": end}
    found = divided(G, **question)
    if isinstance(found, Proof):
        found.check(G)
        assert Proof.from_json(found.to_json()) == found
        assert not has_tour(G, **question)
    elif found is not None:
        check_tour(G, found, closed=question["closed"])
    return found


@given(st.integers(0, 2**32).map(Random))
def test_an_answer_is_true(random):
    check(random)


@pytest.mark.exhaustive
def test_many_answers_are_true_and_most_questions_are_answered():
    kinds = [type(check(Random(seed))) for seed in range(600)]
    assert kinds.count(Division) > 150
    assert kinds.count(icosian.Tour) > 100


def chain():
    """Return the dot product of five graphs of Petersen."""
    petersen = G = nx.petersen_graph()
    for _ in range(4):
        edges = [(0, next(iter(G[0]))), (5, max(G[5]))]
        G = nx.convert_node_labels_to_integers(dot_product(G, petersen, edges, (5, 7)))
    return G


@pytest.mark.slow
def test_a_large_dot_product_is_settled_in_the_portfolio():
    G = random_dot_product(150, 1)
    assert len(G) >= 150
    with pytest.raises(icosian.NoHamiltonianCycle) as caught:
        icosian.hamiltonian_cycle(G)
    proof = caught.value.proof
    assert isinstance(proof, Division)
    proof.check(G)
    assert len(proof.to_json()) < 20_000
    H = nx.relabel_nodes(G, {v: f"n{v}" for v in G})
    with pytest.raises(icosian.NoHamiltonianCycle):
        icosian.hamiltonian_cycle(H)


def test_conditions_and_ends_are_kept():
    G = chain()
    (u, v), *_, other = G.edges
    problem = Problem.of(G, closed=True, require=[(u, v)], forbid=[other])
    inner = divided(problem.unconditional.G)
    proof = problem.conditional(inner)
    proof.check(G)
    assert Proof.from_json(proof.to_json()) == proof
    path = divided(G, closed=False, start=u, end=v)  # with the edge between them it were a cycle
    path.check(G)
    assert path.statement.start == u


@pytest.mark.slow
def test_a_cycle_of_smaller_graphs_becomes_a_tour():
    prism = nx.circular_ladder_graph(12)
    assert divided(prism).is_closed
    found = []
    for seed in range(12):
        G, _ = glued(Random(seed), [7, 7], 3)
        for start, end in ((0, 1), (12, 3)):
            path = divided(G, closed=False, start=start, end=end)
            if isinstance(path, icosian.Tour):
                assert (path[0], path[-1]) == (start, end)
                found.append(path)
    assert found


def test_questions_without_an_answer_lead_nowhere():
    asked = []

    def ask(H, effort):
        asked.append((len(H), effort))

    assert Divider(Problem.of(chain(), closed=True), ask, Clock()).search(2, 30) is None
    assert len(asked) > 20
    assert {effort for _, effort in asked} <= {2, 3}


# Gadgets of cuts: what their paths can join, and what fits them


every_size = pytest.mark.parametrize("ports", [3, 4])


@every_size
def test_two_states_fit_if_they_make_one_cycle(ports):
    for one in states(ports):
        for other in states(ports):
            G = nx.Graph()
            for side, state in enumerate((one, other)):
                for pair in state:
                    nx.add_path(G, [min(pair), (side, pair), max(pair)])
            is_cycle = nx.is_connected(G) and all(degree == 2 for _, degree in G.degree())
            assert fits(one, [other]) == is_cycle


@every_size
def test_the_states_of_gadgets_are_those_that_the_checker_finds(ports):
    names = {port: port for port in range(ports)}
    found = gadgets(ports)
    assert len({gadget.edges for gadget in found}) == len(found)
    for gadget in found:
        assert gadget.states == _realized(gadget.edges, names)
        inner = {v for pair in gadget.edges for v in pair} - names.keys()
        assert gadget.size == len(inner)
        assert inner <= set(range(ports, 2 * ports))
    assert any(gadget.states == states(ports) for gadget in found)
    assert [gadget.size for gadget in found if not gadget.states] == [1]


@every_size
def test_the_ways_through_one_side_fit_a_way_through_the_other(ports):
    assert ways(ports, states(ports)) == states(ports)
    assert ways(ports, []) == frozenset()
    for one in states(ports):
        assert ways(ports, [one]) == {other for other in states(ports) if fits(one, [other])}
        assert one in ways(ports, ways(ports, [one]))


def test_paths_are_followed_in_any_order_of_their_edges():
    edges = [(0, 5), (5, 6), (6, 1), (2, 7), (7, 3)]
    both = {frozenset({0, 1}), frozenset({2, 3})}
    for order in permutations(edges):
        assert trace_paths(order, range(4)) == both
    assert trace_paths(edges[:3], [1, 0, 9]) == {frozenset({0, 1})}
    ring = [*edges[:3], (1, 0)]
    assert trace_paths(ring, range(4)) == frozenset()
    assert all(trace_paths(some, [0]) == frozenset() for some in combinations(edges, 2))


# Tight sets: what is found is tight, and what is planted is found


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
    arcs = nx.DiGraph(nx.complete_bipartite_graph(3, 4))
    for G in (arcs, flower_snark(5), nx.complete_graph(6)):
        assert contract_tight_sets(asked(G), Clock()) is None
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
