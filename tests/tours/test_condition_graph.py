"""Conditions on edges as a graph: the one that is searched is the one that is checked."""

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, strategies as st
from strategies import graphs

import icosian
from icosian.proofs import HOME, Middle
from icosian.proofs.claim import Claim
from icosian.proofs.derived import _inner_claim, conditional_graph
from icosian.proofs.instance import derive_graph
from icosian.tours.problem import Problem, apply_conditions


def neighbors(G):
    """Return the neighbors of every node but for itself."""
    return {v: {*row} - {v} for v, row in G.adjacency()}


def compare(G, claim):
    ends = {"closed": claim.closed, "start": claim.start, "end": claim.end}
    H, closed = apply_conditions(G, claim)
    checked = conditional_graph(G, claim)
    assert _inner_claim(claim) == (Claim(closed=True) if closed else Claim(**ends))
    assert list(H) == list(checked)
    assert neighbors(H) == neighbors(checked)
    assert H.is_directed() == checked.is_directed() == G.is_directed()
    assert H.graph == G.graph


@given(graphs(5), st.data())
def test_finder_and_checker_change_the_graph_alike(G, data):
    pairs = list(dict.fromkeys(frozenset(pair[:2]) for pair in G.edges if pair[0] != pair[1]))
    pairs = [next(pair[:2] for pair in G.edges if frozenset(pair[:2]) == key) for key in pairs]
    some = data.draw(st.lists(st.sampled_from(pairs), unique=True)) if pairs else []
    k = data.draw(st.integers(0, len(some)))
    closed = data.draw(st.booleans())
    free = st.sampled_from([None, *G])
    start, end = (None, None) if closed else (data.draw(free), data.draw(free))
    compare(
        G,
        Claim(closed=closed, start=start, end=end, require=tuple(some[:k]), forbid=tuple(some[k:])),
    )


@pytest.mark.parametrize("kind", [nx.Graph, nx.DiGraph])
def test_nodes_are_not_compared(kind):
    G = nx.cycle_graph([np.int64(1), (1, 2), np.int64(3), (3, 4)], kind)
    one, two, three = list(G.edges())[:3]
    compare(G, Claim(closed=True, require=(one,), forbid=(two,)))
    compare(G, Claim(closed=False, start=next(iter(G)), require=(one,), forbid=(two, three)))


@given(graphs(5), st.data())
def test_finder_and_checker_close_a_path_alike(G, data):
    free = st.sampled_from([None, *G])
    start, end = data.draw(free), data.draw(free)
    if start == end is not None:
        return
    claim = Claim(closed=False, start=start, end=end)
    H, closed = apply_conditions(G, claim, home=True)
    checked = derive_graph(G, claim, home=True)
    assert closed
    assert neighbors(H) == neighbors(checked)


def test_a_node_of_the_graph_is_not_taken_for_a_further_one():
    G = nx.complete_graph([0, 1, Middle(0, 1)])
    with pytest.raises(icosian.InvalidArgument, match="is a node of the graph"):
        apply_conditions(G, Claim(closed=True, require=((0, 1),)))
    G = nx.complete_graph([0, 1, HOME])
    with pytest.raises(icosian.InvalidArgument, match="is a node of the graph"):
        apply_conditions(G, Claim(closed=False, require=((0, 1),)))


def test_a_node_that_is_called_home_or_a_middle_is_visited_under_conditions():
    for name in (HOME, Middle(1, 2)):
        G = nx.complete_graph([name, 1, 2, 3])
        tour = icosian.hamiltonian_cycle(G, forbid=[(1, 2)])
        assert {*tour} == {*G}
        assert {1, 2} not in map(set, tour.edges())
        problem = Problem.of(G, closed=True, forbid=[(1, 2)])
        assert problem.restored_paths([[1, name, 3]]) == ((1, name, 3),)
