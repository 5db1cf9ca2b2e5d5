"""The order of the methods, each on a network that it answers."""

import networkx as nx
import pytest
from tours.longest.networks import network_of

from icosian._run.clock import Clock
from icosian.tours.longest.methods import solve


def answer(G, *, tour=None, seconds=None, **question):
    """Return the method that answers, and the solution; lengths are gains with the other sign."""
    network, clock, reports = network_of(G, **question), Clock(seconds), []
    method, found = solve(network, clock, 0, lambda _: tour, lambda *now: reports.append(now))
    assert {entry for entry in found.tree if isinstance(entry, int)} == {*range(len(found.weights))}
    assert all(gain <= -found.length <= bound for gain, bound in reports)
    assert found.tour in ([], [0]) or network.measured(found.tour) == found.length
    return method, found


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
    name, found = answer(G, tour=tour, **question)
    assert (name, found.length, found.bound) == (method, -value, -value)


def test_other_trees_of_a_forest_do_not_weaken_the_bound_of_a_path_with_its_end_given():
    G = nx.Graph([(0, 1, {"weight": 9}), (2, 3, {"weight": 9})])
    method, found = answer(G, closed=False, end=1, weight="weight")
    assert (method, found.length, found.bound) == ("potentials", -9, -9)


@pytest.mark.parametrize("G", [nx.path_graph(4), nx.path_graph(4, nx.DiGraph), nx.empty_graph(1)])
def test_without_cycles_there_is_no_tour(G):
    method, found = answer(G, closed=True)
    assert (method, found.tour, found.families, found.tree) == ("blocks", [], (), (0,))


def test_leaves_have_one_scale():
    _, found = answer(nx.petersen_graph(), closed=True)
    assert found.scale >= 1
    assert found.root is None
    multipliers = [pair for weights in found.weights for pair in weights.families]
    assert all(f < len(found.families) and z > 0 for f, z in multipliers)


def test_without_time_there_is_a_bound():
    _, found = answer(nx.petersen_graph(), closed=True, seconds=0)
    assert (found.length, found.bound) == (-5, -10)
