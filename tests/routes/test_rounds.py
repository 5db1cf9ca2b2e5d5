"""The way of a question about walks: what is checked before an answer leaves."""

import networkx as nx
import pytest

from icosian import InvalidTour, traveling_salesman
from icosian.routes.roads import Roads
from icosian.routes.rounds import Question


def test_equal_questions_have_equal_stops_whatever_their_order():
    G = nx.path_graph(5)
    one = Question.of(G, [3, 1], 4, None, cycle=True, weight=None)
    other = Question.of(G, (v for v in (1, 3, 4, 1)), 4, None, cycle=True, weight=None)
    assert one.stops == other.stops == (1, 3, 4)
    assert one.claim == other.claim
    assert (one.claim["start"], one.claim["weight"], one.claim["ranks"]) == (None, None, None)


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
    decoded = "icosian.tours.shortest.problem.cycle_problem.CycleForm.decoded"
    monkeypatch.setattr(decoded, lambda self, cycle: [2, 1, 0])
    with pytest.raises(InvalidTour, match="ends given"):
        traveling_salesman(nx.path_graph(3), start=0, cycle=False)
