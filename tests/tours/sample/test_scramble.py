"""Scrambled tours: each is a tour that keeps its conditions, and looks random."""

from itertools import pairwise

import networkx as nx
import pytest
from hypothesis import given, strategies as st
from naive import tours
from strategies import graphs
from together import together

from icosian import (
    InvalidArgument,
    NoHamiltonianCycle,
    NoHamiltonianPath,
    NotANode,
    SearchLimitReached,
    hamiltonian_path,
    is_hamiltonian_cycle,
    is_hamiltonian_path,
    king_graph,
    knight_graph,
    scrambled_hamiltonian_cycle,
    scrambled_hamiltonian_path,
)

scramblers = together("scrambled", [scrambled_hamiltonian_cycle, scrambled_hamiltonian_path])


@given(graphs(), st.data())
def test_a_scrambled_tour_keeps_all_conditions_or_there_is_none(G, data):
    G = G.to_undirected()
    closed = data.draw(st.booleans())
    start = data.draw(st.sampled_from([None, *G]))
    edges = {frozenset(pair): pair for pair in G.edges() if pair[0] != pair[1]}.values()
    marks = [pair for pair in edges if data.draw(st.booleans())][:2]
    split = data.draw(st.integers(0, len(marks)))
    conditions = {"require": marks[:split], "forbid": marks[split:]}
    ends = {"start": None if closed else start}
    exists = any(True for _ in tours(G, closed=closed, **ends, **conditions))
    scrambled = scrambled_hamiltonian_cycle if closed else scrambled_hamiltonian_path
    if not exists:
        with pytest.raises((NoHamiltonianCycle, NoHamiltonianPath)) as caught:
            scrambled(G, start, steps=50, **conditions)
        caught.value.proof.check(G)
        return
    tour = scrambled(G, start, steps=50, seed=data.draw(st.integers(0, 9)), **conditions)
    assert tour.is_closed == closed
    assert (is_hamiltonian_cycle if closed else is_hamiltonian_path)(G, tour)
    assert start is None or tour[0] == start
    used = set(map(frozenset, tour.edges()))
    assert all(frozenset(pair) in used for pair in conditions["require"])
    assert not any(frozenset(pair) in used for pair in conditions["forbid"])


def straightness(tour):
    """Return the part of the nodes of a grid in the middle of a straight line."""
    moves = [(c - a, d - b) for (a, b), (c, d) in pairwise(tour)]
    return sum(one == other for one, other in pairwise(moves)) / (len(tour) - 2)


@pytest.mark.slow
def test_paths_of_grids_look_as_random_as_they_ever_will():
    G = nx.grid_2d_graph(14, 14)
    found, usual, long = (
        [straightness(scrambled_hamiltonian_path(G, steps=k, seed=seed)) for seed in range(4)]
        for k in (0, None, 30_000)
    )
    assert min(found) > 0.5
    assert abs(sum(usual) - sum(long)) / 4 < 0.08
    assert sum(usual) / 4 < 0.5


def test_the_seed_decides():
    G = knight_graph(6)
    for scrambled in scrambled_hamiltonian_cycle, G.scrambled_hamiltonian_path:
        more = () if scrambled == G.scrambled_hamiltonian_path else (G,)
        assert scrambled(*more, seed=4) == scrambled(*more, seed=4)
        assert len({scrambled(*more, seed=seed) for seed in range(5)}) == 5


def test_without_steps_the_tour_is_the_one_that_is_found():
    G = king_graph(5)
    assert scrambled_hamiltonian_path(G, steps=0) == hamiltonian_path(G)


@scramblers
def test_the_start_may_be_the_name_of_a_square(scrambled):
    assert scrambled(king_graph(4), "b3", seed=2)[0] == (1, 1)


def test_small_graphs():
    assert list(scrambled_hamiltonian_path(nx.empty_graph(1))) == [0]
    assert set(scrambled_hamiltonian_path(nx.path_graph(2))) == {0, 1}
    assert list(scrambled_hamiltonian_path(nx.path_graph(2), 1)) == [1, 0]
    assert set(scrambled_hamiltonian_cycle(nx.complete_graph(3))) == {0, 1, 2}


@scramblers
def test_bad_arguments_are_refused(scrambled):
    G = nx.complete_graph(5)
    with pytest.raises(nx.NetworkXNotImplemented, match="undirected"):
        scrambled(G.to_directed())
    with pytest.raises(InvalidArgument, match="networkx graph"):
        scrambled([1, 2])
    with pytest.raises(NotANode):
        scrambled(G, 7)
    with pytest.raises(InvalidArgument, match="steps must be an integer of at least 0"):
        scrambled(G, steps=-1)
    with pytest.raises(InvalidArgument, match="seed"):
        scrambled(G, seed=-1)
    with pytest.raises(nx.NetworkXPointlessConcept):
        scrambled(nx.Graph())


@scramblers
def test_a_time_limit_holds(ticking, scrambled):
    with pytest.raises(SearchLimitReached, match="no tour scrambled") as caught:
        scrambled(king_graph(5), steps=10**12, timeout=0.2)
    assert caught.value.stats.seconds < 0.3


def test_progress_is_reported():
    def stop(report):
        if report.method == "backbite moves":
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        scrambled_hamiltonian_path(king_graph(5), steps=10**12, progress=stop)
