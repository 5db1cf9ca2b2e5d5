"""Closing an open tour."""

import networkx as nx
import pytest

import icosian

TIES = ["first", "random", "pohl", "roth", "auto"]


@pytest.mark.parametrize("n", [6, 8, 10, 20])
def test_open_tours_are_closed_by_rotations(n):
    G = icosian.knight_graph(n)
    path = icosian.warnsdorff_path(G)
    closed = icosian.close_path(G, path)
    assert closed[0] == path[0]
    assert closed.is_closed
    assert icosian.is_hamiltonian_cycle(G, closed)


def test_a_path_whose_ends_meet_is_closed_as_it_is():
    G = nx.cycle_graph(7)
    assert tuple(icosian.close_path(G, [3, 4, 5, 6, 0, 1, 2])) == (3, 4, 5, 6, 0, 1, 2)
    assert tuple(icosian.close_path(G, [3, 2, 1, 0, 6, 5, 4])) == (3, 2, 1, 0, 6, 5, 4)


def test_what_cannot_be_closed_says_so():
    odd = icosian.knight_graph(5)
    with pytest.raises(icosian.NoHamiltonianCycle, match="13 dark squares"):
        icosian.close_path(odd, icosian.warnsdorff_path(odd, (0, 0)))
    petersen = nx.petersen_graph()
    with pytest.raises(icosian.SearchLimitReached, match="proves nothing"):
        icosian.close_path(petersen, icosian.hamiltonian_path(petersen))


def test_a_tour_that_is_no_path_is_refused_with_its_flaw():
    G = icosian.knight_graph(6)
    path = list(icosian.warnsdorff_path(G))
    for broken, flaw in [
        (path[:-1], "35 of 36 nodes"),
        ([*path, path[0]], "visited twice"),
        ([*path[:-1], (9, 9)], "is not a node"),
        (path[1:] + path[:1], "no edge leads from"),
    ]:
        if flaw.startswith("no edge") and G.has_edge(path[-1], path[0]):
            continue
        with pytest.raises(icosian.InvalidTour, match=flaw):
            icosian.close_path(G, broken)
    for nothing in (None, 5):
        with pytest.raises(icosian.InvalidArgument, match="a path is a sequence of nodes"):
            icosian.close_path(G, nothing)
    with pytest.raises(icosian.InvalidArgument, match="must be a networkx graph"):
        icosian.close_path(None, path)
    with pytest.raises(nx.NetworkXNotImplemented):
        icosian.close_path(nx.DiGraph([(0, 1)]), [0, 1])
