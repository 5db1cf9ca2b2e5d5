"""Questions whose answer is a bool, or an error where it is not known."""

import networkx as nx
import pytest
from hypothesis import given
from naive import tours
from strategies import graphs

import icosian
from icosian import InvalidArgument, SearchLimitReached, is_hamiltonian, is_traceable


@given(graphs())
def test_the_answer_is_that_of_the_slow_twin(G):
    for ask, closed in ((is_hamiltonian, True), (is_traceable, False)):
        assert ask(G) is any(tours(G, closed=closed))


def test_the_smallest_graphs_are_answered_as_elsewhere():
    for kind in (nx.Graph, nx.DiGraph):
        with pytest.raises(nx.NetworkXPointlessConcept):
            is_hamiltonian(kind())
        single = nx.empty_graph(1, create_using=kind)
        assert (is_hamiltonian(single), is_traceable(single)) == (False, True)
        pair = nx.complete_graph(2, create_using=kind)
        assert (is_hamiltonian(pair), is_traceable(pair)) == (pair.is_directed(), True)


def test_boards_have_the_questions_as_methods():
    assert icosian.knight_graph(6).is_hamiltonian() is True
    assert icosian.knight_graph(5).is_hamiltonian() is False
    assert icosian.knight_graph(5).is_traceable() is True


def test_a_limit_is_neither_yes_nor_no():
    with pytest.raises(SearchLimitReached):
        is_hamiltonian(nx.random_regular_graph(3, 400, seed=1), timeout=0)
    with pytest.raises(InvalidArgument, match="networkx"):
        is_traceable([1, 2])
