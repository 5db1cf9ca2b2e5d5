"""Weighings from the subtour linear program."""

import networkx as nx
import pytest
from hypothesis import given

from icosian import (
    InvalidProof,
    knight_graph,
)
from icosian._run.clock import Clock
from icosian.boards import theorems
from icosian.boards.board import Board
from icosian.proofs import Weighing
from icosian.tours.certify.subtour_lp import Subtours
from tests.tours.problems import CONNECTED, asked, connected_cases, exists


def test_one_weighing_settles_every_graph_to_6_nodes_without_a_cycle():
    # notes: all 1,022 2-connected ones to 8 nodes, too
    for G in CONNECTED:
        problem = asked(G)
        weights = Subtours(problem).weights(Clock())
        assert (weights is None) == exists(G), G.edges
        if weights is not None:
            problem.certificate(Weighing, weights=weights).check(G)


@given(connected_cases(6))
def test_one_weighing_settles_every_question_about_small_graphs_and_digraphs(case):
    G, asking = case
    problem = asked(G, **asking)
    weights = Subtours(problem).weights(Clock())
    assert (weights is None) == exists(G, **asking)
    if weights is not None:
        problem.certificate(Weighing, weights=weights).check(G)


@pytest.mark.parametrize("n", range(3, 13))
def test_one_weighing_settles_every_knight_board_to_12_by_12_without_a_cycle(n):
    for m in range(3, n + 1):
        if theorems.grants_knights_tour(Board((m, n)), closed=True):
            continue
        G = knight_graph(m, n)
        problem = asked(G)
        weights = Subtours(problem).weights(Clock())
        problem.certificate(Weighing, weights=weights).check(G)
        assert all(abs(weight) <= 2 for _, weight in weights.nodes)


def test_no_weight_that_is_given_out_is_superfluous():
    for G in (knight_graph(3, 8), knight_graph(4, 6), nx.windmill_graph(3, 4)):
        problem = asked(G)
        weights = Subtours(problem).weights(Clock())
        for name in ("nodes", "sets"):
            some = getattr(weights, name)
            for k in range(len(some)):
                fewer = type(weights)(
                    **{"nodes": weights.nodes, "sets": weights.sets}
                    | {name: some[:k] + some[k + 1 :]}
                )
                with pytest.raises(InvalidProof):
                    problem.certificate(Weighing, weights=fewer).check(G)


def test_no_weighing_is_found_for_the_petersen_graph():
    programme = Subtours(asked(nx.petersen_graph()))
    assert programme.weights(Clock()) is None
    assert programme.solution is not None  # two thirds of every edge
