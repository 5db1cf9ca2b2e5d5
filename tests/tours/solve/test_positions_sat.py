"""Numbers of nodes by SAT: the answer is that of brute force, and proofs hold."""

import networkx as nx
import pytest
from hypothesis import given, strategies as st
from naive import numbered_paths
from strategies import graphs

from icosian import king_graph, knight_graph
from icosian._run.clock import Clock, TimeIsUp
from icosian.proofs import Positioned
from icosian.tours.checking import check_tour
from icosian.tours.solve import clauses as positions_sat
from icosian.tours.solve.clauses import decide_numbers
from tests.tours.problems import LateClock


def asked(positions, **question):
    return Positioned(**{"closed": False, **question}, positions=tuple(positions.items()))


def decided(G, question):
    """Return the order of the nodes, or a proof, either of them checked."""
    answer = decide_numbers(G, question, Clock())
    if isinstance(answer, Positioned):
        assert answer.claim == question.claim
        answer.check(G)
        return answer
    check_tour(G, answer, closed=question.closed)
    assert all(answer[k - 1] == v for v, k in question.positions)
    return answer


@given(graphs(5), st.data())
def test_there_is_an_order_just_if_brute_force_finds_one(G, data):
    nodes = data.draw(st.lists(st.sampled_from(list(G)), min_size=1, max_size=3, unique=True))
    numbers = data.draw(st.permutations(range(1, len(G) + 1)))
    positions = dict(zip(nodes, numbers, strict=False))
    answer = decided(G, asked(positions))
    expected = next(numbered_paths(G, positions), None)
    assert isinstance(answer, Positioned) == (expected is None)


SOLVERS = {"both": (20_000, 3_000), "the second alone": (0, 0)}
with_all_solvers = pytest.mark.parametrize(("quick", "easy"), SOLVERS.values(), ids=SOLVERS)


@with_all_solvers
def test_whichever_solver_answers_the_proof_holds(quick, easy, monkeypatch):
    monkeypatch.setattr(positions_sat, "QUICK", quick)
    monkeypatch.setattr(positions_sat, "EASY", easy)
    proof = decided(nx.petersen_graph(), asked({0: 1, 2: 5}, closed=True))
    assert proof.clauses
    assert not proof.crowd
    used = {abs(x) for clause in proof.clauses for x in clause}
    assert used == set(range(1, len(proof.places) + 1))  # places that no clause names are left out
    order = decided(king_graph(3), asked({(1, 1): 5}))
    assert order[4] == (1, 1)


@pytest.mark.parametrize(
    ("G", "question"),
    [
        (king_graph(4), asked({(0, 3): 3}, start=(3, 0))),
        (knight_graph(5), asked({(3, 0): 3})),
        (nx.complete_bipartite_graph(3, 3), asked({0: 1, 1: 2})),
        (nx.Graph([(0, 1), (1, 2), (2, 3), (3, 4), (4, 0), (0, 5)]), asked({3: 2, 1: 5})),
    ],
    ids=["out of reach", "colors", "sides", "step by step"],
)
def test_too_few_nodes_for_some_numbers_are_counted_without_clauses(G, question):
    proof = decided(G, question)
    assert proof.crowd
    assert not proof.clauses


def test_a_known_order_is_not_found_again():
    path = nx.path_graph(4)
    assert decided(path, asked({1: 2})) == (0, 1, 2, 3)
    known = asked({1: 2}, besides=((0, 1, 2, 3),))
    assert isinstance(decided(path, known), Positioned)


def test_time_over_is_noticed_wherever_it_is():
    G, question = nx.petersen_graph(), asked({0: 1, 2: 5}, closed=True)
    whole = LateClock(float("inf"))
    decide_numbers(G, question, whole)
    assert whole.looks > 5
    for last in {1, 2, whole.looks // 2, whole.looks}:
        with pytest.raises(TimeIsUp):
            decide_numbers(G, question, LateClock(last))
