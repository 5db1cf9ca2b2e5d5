"""Rotations: where the walk is guided."""

import networkx as nx

import icosian
from icosian.tours.problem import Problem
from icosian.tours.solve import rotations


def test_a_long_ladder_is_wide_and_a_small_or_random_graph_is_not(monkeypatch):
    monkeypatch.setattr(rotations, "WIDE_SIZE", 100)
    board, ladder = icosian.knight_graph(12), nx.circular_ladder_graph(200)
    small, random_one = icosian.knight_graph(9), nx.random_regular_graph(4, 200, seed=1)
    wide = [
        rotations.is_wide(Problem.of(G, closed=True).arrays)
        for G in (small, board, ladder, random_one)
    ]
    assert wide == [False, False, True, False]
