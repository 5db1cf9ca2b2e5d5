"""Weighings from the subtour linear program."""

import networkx as nx
import pytest
from hypothesis import given
from together import together

from icosian import (
    InvalidProof,
    knight_graph,
)
from icosian._run.clock import Clock, TimeIsUp
from icosian.boards import piece as theorems
from icosian.boards.board import Board
from icosian.proofs import Weighing
from icosian.tours.certify.necessary_conditions import Subtours
from tests.tours.problems import CONNECTED, asked, connected_cases, exists


@pytest.mark.slow
def test_one_weighing_settles_every_graph_to_6_nodes_without_a_cycle():
    # notes: all 1,022 2-connected ones to 8 nodes, too
    for G in CONNECTED:
        problem = asked(G)
        weights = Subtours(problem).weights(Clock())
        assert (weights is None) == exists(G), G.edges
        if weights is not None:
            problem.certificate(Weighing, weights=weights).check(G)


@given(connected_cases(6))
def test_one_weighing_settles_every_question_about_small_graphs(case):
    G, asking = case
    problem = asked(G, **asking)
    weights = Subtours(problem).weights(Clock())
    # Not every digraph: the halves of two paths can satisfy all constraints where there is no path.
    assert weights is None if exists(G, **asking) else weights is not None or G.is_directed()
    if weights is not None:
        problem.certificate(Weighing, weights=weights).check(G)


@pytest.mark.slow
@together("n", range(3, 13))
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


class Stopwatch(Clock):
    """A clock that stops after a number of looks."""

    def __init__(self, looks):
        super().__init__(3600)
        self.looks = looks

    def tick(self, method, steps=0):
        self.looks -= 1
        if not self.looks:
            raise TimeIsUp


def test_the_time_limit_goes_to_the_linear_program(monkeypatch):
    import scipy.optimize

    solve, limits = scipy.optimize.linprog, []

    def solving(*args, **options):
        limits.append(options["options"].get("time_limit"))
        return solve(*args, **options)

    monkeypatch.setattr(scipy.optimize, "linprog", solving)
    Subtours(asked(nx.petersen_graph())).weights(Clock())
    assert limits[-1] is None
    Subtours(asked(nx.petersen_graph())).weights(Clock(100))
    assert 0 < limits[-1] <= 100


def test_every_weight_that_is_left_out_is_a_look_at_the_clock(monkeypatch):
    gains = []
    gain = Subtours._gain
    monkeypatch.setattr(Subtours, "_gain", lambda *args: gains.append(1) or gain(*args))
    problem = asked(knight_graph(4, 10))
    for looks in range(3, 30, 4):
        gains.clear()
        with pytest.raises(TimeIsUp):
            Subtours(problem).weights(Stopwatch(looks))
        assert len(gains) <= looks + 10  # one for each look, and the common denominators
