"""Methods side by side on an executor: the first answer wins."""

from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor

import networkx as nx
import pytest
from hypothesis import given, settings, strategies as st

import icosian
from icosian._run.pool import _in_progress
from icosian.tours.solve import outcome as racing


@pytest.fixture(autouse=True)
def race_at_once(monkeypatch):
    """Race at once, without the portfolio alone before."""
    monkeypatch.setattr(racing, "ALONE_SECONDS", 0)


@settings(max_examples=12, deadline=None)
@given(st.integers(5, 14), st.integers(0, 10**6), st.booleans(), st.integers(1, 9))
def test_a_race_gives_the_same_answers(n, seed, directed, workers):
    G = nx.gnp_random_graph(n, 0.35, seed=seed, directed=directed)
    with ThreadPoolExecutor(workers) as executor:
        for ask, no in (
            (icosian.hamiltonian_cycle, icosian.NoHamiltonianCycle),
            (icosian.hamiltonian_path, icosian.NoHamiltonianPath),
        ):
            answers = []
            for means in ({}, {"executor": executor}):
                try:
                    tour = ask(G, **means)
                    assert (
                        icosian.is_hamiltonian_cycle
                        if tour.is_closed
                        else icosian.is_hamiltonian_path
                    )(G, tour)
                    answers.append(True)
                except no as error:
                    error.proof.check(G)
                    answers.append(False)
            assert answers[0] == answers[1]


def test_the_others_stop_when_the_first_is_there():
    G = nx.random_regular_graph(3, 200, seed=3)
    with ThreadPoolExecutor(4) as executor:  # which waits for all; backtracking alone would not end
        assert icosian.hamiltonian_cycle(G, executor=executor).is_closed
    assert not _in_progress


def test_a_race_ends_with_a_proof_or_with_the_tour_that_denies_it():
    G = icosian.knight_graph(5)
    with ThreadPoolExecutor(2) as executor:
        icosian.prove_no_hamiltonian_cycle(G, executor=executor).check(G)
        icosian.prove_no_hamiltonian_path(G, (0, 1), executor=executor).check(G)
        with pytest.raises(icosian.exceptions.HamiltonianPathExists) as caught:
            icosian.prove_no_hamiltonian_path(G, executor=executor)
        assert icosian.is_hamiltonian_path(G, caught.value.tour)
        known = [icosian.hamiltonian_cycle(nx.cycle_graph(5))]
        icosian.prove_no_hamiltonian_cycle(nx.cycle_graph(5), besides=known, executor=executor)
    with pytest.raises(icosian.InvalidArgument, match="executor must be"):
        icosian.prove_no_hamiltonian_cycle(G, executor=3)


def test_conditions_hold_in_a_race():
    G = icosian.knight_graph(6)
    with ThreadPoolExecutor(3) as executor:
        tour = icosian.hamiltonian_cycle(G, require=[((0, 1), (2, 2))], executor=executor)
        k = tour.index((0, 1))
        assert (2, 2) in {tour[k - 1], tour[(k + 1) % 36]}
        tour = icosian.hamiltonian_path(G, positions={(0, 0): 1, (5, 4): 36}, executor=executor)
        assert tour[-1] == (5, 4)


def test_a_broken_executor_stops_no_race():
    class Breaking(Executor):
        def submit(self, fn, *args):
            future = Future()
            future.set_exception(BrokenExecutor("no more"))
            return future

    G = icosian.knight_graph(8)
    for executor in (Breaking(), Breaking):
        assert icosian.hamiltonian_cycle(G, executor=executor).is_closed


def test_a_race_that_takes_too_long_tells_what_is_known():
    G = icosian.knight_graph(60)
    with ThreadPoolExecutor(2) as executor:
        with pytest.raises(icosian.SearchLimitReached, match="undecided after"):
            icosian.hamiltonian_cycle(G, executor=executor, timeout=0)
        with pytest.raises(icosian.InvalidArgument, match="where methods race, got 'sat'"):
            icosian.hamiltonian_cycle(G, executor=executor, method="sat")
