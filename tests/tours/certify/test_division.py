"""Divisions found: a proof that holds, a tour, or nothing."""

from random import Random

import networkx as nx
import pytest
from families import dot_product, random_dot_product
from hypothesis import given, strategies as st
from naive import has_tour

import icosian
from icosian._run.clock import Clock
from icosian.proofs import Division, Proof
from icosian.tours.certify.division import Divider
from icosian.tours.checking import check_tour
from icosian.tours.problem import Problem
from icosian.tours.solve.portfolio import Attempt, Search


def divided(G, limit=200, turn=0, **question):
    """Return what the method finds alone: a proof, a tour, or None."""
    problem = Problem.of(G, **{"closed": True, **question})
    search = Search(problem, Clock(60), 0)
    found = search.attempt(Attempt("division", limit, turn))
    if found is None or isinstance(found, Proof):
        return found
    return problem.tour([problem.nodes[v] for v in found.order], None)


def glued(random, blocks, ports):
    """Return blocks in a row, neighbors joined by so many edges without common ends."""
    G, before = nx.Graph(), []
    for size in blocks:
        block = [len(G) + k for k in range(size)]
        nx.add_path(G, random.sample(block, size))
        G.add_edges_from(random.sample(block, 2) for _ in range(random.randint(0, size)))
        if before:
            pairs = zip(random.sample(before, ports), random.sample(block, ports), strict=True)
            G.add_edges_from(pairs)
        before = block
    return G


def check(random):
    """Divide a random graph with small cuts; return what was found, once it is checked."""
    G = glued(random, [random.randint(4, 7), random.randint(4, 6)], random.choice((3, 4)))
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


def test_dot_products_are_taken_apart():
    G = chain()
    proof = divided(G)
    proof.check(G)
    assert len(G) == 10 + 4 * 8
    assert max(len(step.part) for step in proof.replacements) < 10
    assert len(proof.to_json()) < 4_000


@pytest.mark.exhaustive
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
        G = glued(Random(seed), [7, 7], 3)
        for start, end in ((0, 1), (12, 3)):
            path = divided(G, closed=False, start=start, end=end)
            if isinstance(path, icosian.Tour):
                assert (path[0], path[-1]) == (start, end)
                found.append(path)
    assert found


def test_what_cannot_be_divided_is_left_alone():
    assert divided(nx.petersen_graph()) is None
    assert divided(nx.complete_graph(8)) is None
    assert divided(nx.star_graph(3), closed=False) is None
    assert divided(nx.petersen_graph().to_directed()) is None
    search = Search(Problem.of(chain(), closed=True), Clock(60), 0)
    assert search.attempt(Attempt("division", 0)) is None
    assert isinstance(search.attempt(Attempt("division", 100)), Division)


def test_questions_without_an_answer_lead_nowhere():
    asked = []

    def ask(H, effort):
        asked.append((len(H), effort))

    assert Divider(Problem.of(chain(), closed=True), ask, Clock()).search(2, 30) is None
    assert len(asked) > 20
    assert {effort for _, effort in asked} <= {2, 3}
