"""Verdicts: truth values that hold their evidence."""

import networkx as nx
import pytest
from hypothesis import given
from naive import tours
from strategies import graphs

import icosian
from icosian import InvalidArgument, SearchLimitReached, Verdict
from icosian.tours.verdict import is_hamiltonian, is_traceable


@given(graphs())
def test_the_verdict_is_that_of_the_slow_twin_and_holds_its_evidence(G):
    for ask, closed in ((is_hamiltonian, True), (is_traceable, False)):
        verdict = ask(G)
        assert bool(verdict) == any(tours(G, closed=closed))
        if verdict:
            check = icosian.is_hamiltonian_cycle if closed else icosian.is_hamiltonian_path
            assert check(G, verdict.tour)
            assert verdict.proof is None
        else:
            verdict.proof.check(G)
            assert verdict.proof.closed == closed
            assert verdict.tour is None


def test_the_smallest_graphs_are_answered_as_elsewhere():
    for kind in (nx.Graph, nx.DiGraph):
        with pytest.raises(nx.NetworkXPointlessConcept):
            is_hamiltonian(kind())
        single = nx.empty_graph(1, create_using=kind)
        assert (is_hamiltonian(single), is_traceable(single)) == (False, True)
        pair = nx.complete_graph(2, create_using=kind)
        assert (is_hamiltonian(pair), is_traceable(pair)) == (pair.is_directed(), True)


def test_a_verdict_equals_its_truth_value():
    yes, no = is_hamiltonian(nx.cycle_graph(4)), is_hamiltonian(nx.path_graph(4))
    assert yes == True  # noqa: E712 - what is tested
    assert no == False  # noqa: E712
    assert yes != no
    assert {True: "yes", False: "no"}[yes] == "yes"
    assert len({yes, no, True, False}) == 2
    assert yes != "yes"
    assert repr(yes) == "<True: There is a closed tour of 4 nodes from 0.>"
    assert is_traceable(nx.path_graph(2)).explain().startswith("There is an open tour")
    assert no.explain() == no.proof.explain()


def test_boards_have_the_questions_as_methods():
    assert icosian.knight_graph(6).is_hamiltonian()
    assert not icosian.knight_graph(5).is_hamiltonian()
    assert icosian.knight_graph(5).is_traceable()


def test_a_limit_is_neither_yes_nor_no():
    with pytest.raises(SearchLimitReached):
        is_hamiltonian(nx.random_regular_graph(3, 400, seed=1), timeout=0)
    with pytest.raises(InvalidArgument, match="networkx"):
        is_traceable([1, 2])
    assert Verdict(icosian.Tour("abc", is_closed=True))
