"""Rotations: where the walk is guided."""

import math

import networkx as nx

import icosian
from icosian._run.clock import Clock
from icosian.tours.problem import Problem
from icosian.tours.solve import heuristics as rotations, portfolio as methods


def test_a_long_ladder_is_wide_and_a_small_or_random_graph_is_not(monkeypatch):
    monkeypatch.setattr(methods, "WIDE_SIZE", 100)
    board, ladder = icosian.knight_graph(12), nx.circular_ladder_graph(200)
    small, random_one = icosian.knight_graph(9), nx.random_regular_graph(4, 200, seed=1)
    wide = [
        methods.Search(Problem.of(G, closed=True), Clock(), 0).is_wide
        for G in (small, board, ladder, random_one)
    ]
    assert wide == [False, False, True, False]


def test_nodes_are_far_by_their_distance_from_the_first():
    for n in (8, 31, 32, 33, 64):
        for G in (
            nx.cycle_graph(n),
            nx.path_graph(n),
            nx.path_graph(n, nx.DiGraph),
            nx.star_graph(n),
        ):
            farthest = max(nx.single_source_shortest_path_length(G, 0).values())
            is_far = rotations.is_far(Problem.of(G, closed=True).arrays)
            assert is_far == (farthest > rotations.FAR * math.log2(len(G)))
