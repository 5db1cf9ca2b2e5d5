"""The order of the methods, each on a network that it answers."""

import networkx as nx
import pytest
from tours.longest.networks import network_of

from icosian._run.clock import Clock
from icosian.tours.longest.optimize import solve


def solution(G, *, tour=None, seconds=None, **question):
    network = network_of(G, **question)
    reports = []
    found = solve(network, Clock(seconds), 0, lambda: tour, lambda *now: reports.append(now))
    assert sum(isinstance(entry, int) for entry in found.tree) == len(found.leaves)
    return found


@pytest.mark.parametrize(
    ("G", "question", "tour", "method", "value"),
    [
        (nx.path_graph(4, nx.DiGraph), {"closed": False}, None, "potentials", 3),
        (nx.path_graph(4), {"closed": False}, None, "potentials", 3),
        (nx.empty_graph(2), {"closed": False}, None, "potentials", 0),
        (nx.cycle_graph(4), {"closed": True}, [0, 1, 2, 3], "hamiltonian", 4),
        (nx.petersen_graph(), {"closed": True}, None, "branch and cut", 9),
        (nx.lollipop_graph(4, 2), {"closed": False}, None, "branch and cut", 5),
    ],
)
def test_a_method_answers(G, question, tour, method, value):
    found = solution(G, tour=tour, **question)
    assert (found.method, found.value, found.bound) == (method, value, value)


@pytest.mark.parametrize("G", [nx.path_graph(4), nx.path_graph(4, nx.DiGraph), nx.empty_graph(1)])
def test_without_cycles_there_is_no_tour(G):
    found = solution(G, closed=True)
    assert (found.method, found.tour, found.families) == ("blocks", [], ())


def test_leaves_have_one_scale():
    found = solution(nx.petersen_graph(), closed=True)
    assert found.scale >= 1
    assert all(f < len(found.families) for leaf in found.leaves for f, _ in leaf.families)
    assert all(z > 0 for leaf in found.leaves for _, z in leaf.families)


def test_without_time_there_is_a_bound():
    found = solution(nx.petersen_graph(), closed=True, seconds=0)
    assert (found.value, found.bound) == (5, 10)
