"""The search behind an enumeration: its checks, and its branches on executors."""

import networkx as nx
import numpy as np
import pytest

from icosian.exceptions import InvalidTour
from icosian.tours.conditions import Conditions
from icosian.tours.enumeration import search
from icosian.tours.problem import Problem

PLAIN = nx.complete_graph(5)


def search_of(G, *, closed, **conditions):
    """Return the search behind an iterator."""
    asked = Conditions.of(Problem.of(G, closed=closed), **conditions)
    return search._Enumeration(asked, np.zeros((0, len(G)), np.int64))


@pytest.mark.parametrize(
    ("order", "flaw"),
    [
        ([0, 1, 2, 1], "every node once"),
        ([0, 2, 1, 3], "not an edge"),
        ([1, 0, 3, 2], "a forbidden edge"),
        ([0, 1, 3, 2], "a required edge"),
    ],
)
def test_false_tours_do_not_leave(order, flaw):
    G = nx.cycle_graph(4)
    G.add_edge(1, 3)
    conditions = {"forbid": [(0, 3)], "require": [(1, 2)]}
    with pytest.raises(InvalidTour, match=flaw):
        search_of(G, closed=False, **conditions)._check(np.array([order]))


def test_paths_that_do_not_have_the_ends_given_do_not_leave():
    asked = Conditions.of(Problem.of(PLAIN, closed=False, start=0, end=4))
    checked = search._Enumeration(asked, np.zeros((0, 5), np.int64))
    checked._check(np.array([[0, 1, 2, 3, 4]]))
    for order in ([1, 0, 2, 3, 4], [0, 1, 2, 4, 3]):
        with pytest.raises(InvalidTour, match="the given ends"):
            checked._check(np.array([order]))
