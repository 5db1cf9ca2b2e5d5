"""From a graph to a network and back, checked on the way."""

import networkx as nx
import pytest

from icosian import InvalidTour
from icosian._arrays.weights import graph_lengths
from icosian._run.clock import Clock
from icosian.tours.longest.functions import _check, _spanning
from icosian.tours.problem import Problem


@pytest.mark.parametrize(
    ("order", "total", "question", "why"),
    [
        ([0, 2], 1, {}, "no edge leads"),
        ([0, 1, 0], 2, {}, "twice"),
        ([0, 1], 1, {"start": 1}, "ends given"),
        ([0, 1], 1, {"end": 0}, "ends given"),
        ([0, 1], 2, {}, "length"),
        ([2, 3], 1, {}, "without a weight"),
    ],
)
def test_what_is_no_answer_does_not_leave(order, total, question, why):
    G = nx.path_graph(4)
    G[2][3]["weight"] = None
    problem = Problem.of(G, closed=False, **question)
    with pytest.raises(InvalidTour, match=why):
        _check(problem, graph_lengths(G, "weight"), order, total)


def test_a_tour_of_all_nodes_is_sought_for_a_short_time():
    G = nx.hypercube_graph(4)
    closed, open_ = (Problem.of(G, closed=closed) for closed in (True, False))
    assert sorted(_spanning(closed, Clock(), 0)) == list(range(16))
    assert sorted(_spanning(open_, Clock(), 0)) == list(range(17))
    assert _spanning(Problem.of(nx.star_graph(4), closed=True), Clock(), 0) is None
