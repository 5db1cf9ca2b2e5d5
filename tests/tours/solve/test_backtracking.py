"""backtrack: the exact search, step by step."""

import itertools

import networkx as nx
import pytest
from hypothesis import given
from naive import hamiltonian_cycles, hamiltonian_paths
from strategies import graphs

import icosian

SWITCHES = list(itertools.product(("degree", "given"), (True, False)))


def found(steps):
    return [step.tour for step in steps if step.kind == "found"]


@given(graphs(most=5))
def test_all_paths_and_cycles_are_found_once_whatever_is_switched(G):
    paths = set(hamiltonian_paths(G))
    cycles = set(hamiltonian_cycles(G))
    first = next(iter(G))
    for order, prune in SWITCHES:
        options = {"order": order, "prune": prune}
        for start, closed, expected in (
            (None, False, paths),
            (first, False, {path for path in paths if path[0] == first}),
            (None, True, cycles),
        ):
            tours = found(icosian.backtrack(G, start, closed=closed, **options))
            assert len(tours) == len(set(tours))
            assert set(tours) == expected


@given(graphs(most=5))
def test_steps_tell_a_path_that_grows_and_shrinks_and_counters_that_add_up(G):
    path, counts = [], {"visit": 0, "retreat": 0, "found": 0}
    for step in icosian.backtrack(G, prune=False):
        counts[step.kind] += 1
        if step.kind == "visit":
            assert not path or G.has_edge(path[-1], step.node)
            path.append(step.node)
        elif step.kind == "retreat":
            assert path.pop() == step.node
        else:
            assert tuple(path) == step.tour
        assert step.depth == len(path)
        assert (step.visits, step.retreats, step.found) == tuple(counts.values())
    assert not path


@pytest.mark.slow
@pytest.mark.parametrize("order", ["degree", "given"])
def test_the_5x5_board_has_304_tours_from_a_corner(order):
    # OEIS A165134 counts directed open tours, 1728 in all; 304 from each corner (McKay).
    G = icosian.knight_graph(5)
    *_, last = icosian.backtrack(G, "a1", order=order)
    assert last.found == 304
    assert last.visits == last.retreats


@pytest.mark.exhaustive
def test_all_starts_of_the_5x5_board_have_1728_tours():
    # OEIS A165134(5)
    *_, last = icosian.backtrack(icosian.knight_graph(5))
    assert last.found == 1728


def test_the_5x6_board_has_8_closed_tours_found_in_both_directions():
    # OEIS A175855
    *_, last = icosian.backtrack(icosian.knight_graph(5, 6), closed=True)
    assert last.found == 2 * 8


@pytest.mark.parametrize(
    ("sides", "tours", "visits", "saved"),
    [  # visits of the textbooks' plain search from a corner
        ((4, 5), 32, 35_661, 20),
        pytest.param((5, 5), 304, 1_735_079, 100, marks=pytest.mark.exhaustive),
    ],
)
def test_pruning_saves_most_visits_and_ordering_finds_the_first_tour_sooner(
    sides, tours, visits, saved
):
    G = icosian.knight_graph(*sides)
    first, whole = {}, {}
    for order, prune in SWITCHES:
        for step in icosian.backtrack(G, "a1", order=order, prune=prune):
            if step.kind == "found":
                first.setdefault((order, prune), step.visits)
        whole[order, prune] = step.visits
        assert step.found == tours
    assert whole["given", False] == whole["degree", False] == visits
    assert whole["degree", True] * saved < whole["degree", False]
    assert first["degree", False] < first["given", False]


def test_steps_come_one_by_one_so_that_a_long_search_starts_at_once():
    steps = icosian.backtrack(icosian.knight_graph(20), closed=True)
    kinds = [step.kind for step in itertools.islice(steps, 500)]
    assert kinds.count("visit") >= 250


def test_tiny_graphs_are_told_too():
    kinds = [step.kind for step in icosian.backtrack(nx.empty_graph(1))]
    assert kinds == ["visit", "found", "retreat"]
    kinds = [step.kind for step in icosian.backtrack(nx.path_graph(2), closed=True)]
    assert kinds == ["visit", "retreat"]


def test_bad_arguments_are_refused_before_the_first_step():
    with pytest.raises(ValueError, match="order must be 'degree' or 'given', got 'best'"):
        icosian.backtrack(nx.path_graph(3), order="best")
    with pytest.raises(ValueError, match=r"got \[\]"):
        icosian.backtrack(nx.path_graph(3), order=[])
    with pytest.raises(nx.NodeNotFound):
        icosian.backtrack(nx.path_graph(3), 7)
