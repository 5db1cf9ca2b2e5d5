"""The way of a question about walks: what is checked before an answer leaves."""

import networkx as nx
import pytest

from icosian import InvalidTour, traveling_salesman
from icosian.routes.roads import Roads
from icosian.routes.rounds import Question


def test_equal_questions_have_equal_stops_whatever_their_order():
    G = nx.path_graph(5)
    one = Question.of(G, [3, 1], start=4, cycle=True, weight=None)
    other = Question.of(G, (v for v in (1, 3, 4, 1)), start=4, cycle=True, weight=None)
    assert one.stops == other.stops == (1, 3, 4)
    assert one.claim == other.claim
    assert (one.claim["start"], one.claim["ranks"]) == (None, None)


@pytest.mark.parametrize(
    ("wrong", "words"),
    [(lambda leg: leg[:-1], "in its turn"), (lambda leg: leg[::-1], "in its turn")],
)
def test_a_wrong_leg_does_not_leave_the_library(monkeypatch, wrong, words):
    right = Roads.leg
    monkeypatch.setattr(Roads, "leg", lambda self, k, m: wrong(right(self, k, m)))
    with pytest.raises(InvalidTour, match=words):
        traveling_salesman(nx.cycle_graph(7), [0, 2, 5])


def test_a_walk_with_other_ends_does_not_leave_the_library(monkeypatch):
    decoded = "icosian.tours.instance.Instance.decoded"
    monkeypatch.setattr(decoded, lambda self, cycle: [2, 1, 0])
    with pytest.raises(InvalidTour, match="ends given"):
        traveling_salesman(nx.path_graph(3), start=0, cycle=False)


def test_lengths_too_long_for_the_search_are_proved_exactly():
    G = nx.cycle_graph(6)
    for k, (u, v) in enumerate(G.edges):
        G[u][v]["weight"] = 10**20 + 7**k
    walk = traveling_salesman(G)
    assert walk.bound == walk.length == sum(10**20 + 7**k for k in range(6))
    assert walk.is_shortest
    assert walk.proof.bound == walk.bound
    walk.proof.check(G)


def test_a_bound_that_is_left_open_is_exact(monkeypatch):
    G = nx.cycle_graph(6)
    for k, (u, v) in enumerate(G.edges):
        G[u][v]["weight"] = 10**20 + 7**k
    monkeypatch.setattr("icosian.tours.shortest.exact.MOST_EDGES", 0)
    walk = traveling_salesman(G)
    assert 0 <= walk.gap < 1e-6
    assert walk.is_shortest == (walk.gap == 0)
    assert walk.proof.bound == walk.bound <= walk.length
    walk.proof.check(G)
