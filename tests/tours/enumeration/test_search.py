"""The search behind an enumeration: its checks, and its branches on executors."""

import pickle
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor
from itertools import islice

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, strategies as st
from together import together

from icosian import (
    IncompleteRun,
    InvalidArgument,
    SearchLimitReached,
    hamiltonian_cycles,
    hamiltonian_paths,
    knight_graph,
)
from icosian._run.clock import Clock
from icosian.exceptions import InvalidTour
from icosian.tours import enumeration as search
from icosian.tours.problem import Problem

PLAIN = nx.complete_graph(5)


def search_of(G, *, closed, **conditions):
    """Return the search behind an iterator."""
    asked = Problem.of(G, closed=closed, **conditions)
    return search._Enumeration(asked, np.zeros((0, len(G)), np.int64))


@together(
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
    asked = Problem.of(PLAIN, closed=False, start=0, end=4)
    checked = search._Enumeration(asked, np.zeros((0, 5), np.int64))
    checked._check(np.array([[0, 1, 2, 3, 4]]))
    for order in ([1, 0, 2, 3, 4], [0, 1, 2, 4, 3]):
        with pytest.raises(InvalidTour, match="the given ends"):
            checked._check(np.array([order]))


@pytest.fixture(autouse=True)
def share_out_at_once(monkeypatch):
    """Share every search out, in parts as small as can be."""
    monkeypatch.setattr(search, "ALONE_SECONDS", 0)
    monkeypatch.setattr(search, "PART_SECONDS", 1e-3)


@given(st.integers(4, 9), st.integers(0, 10**6), st.booleans(), st.integers(1, 40))
def test_branches_put_together_are_the_whole_search(n, seed, directed, vertices):
    G = nx.gnp_random_graph(n, 0.6, seed=seed, directed=directed)
    asked = Problem.of(G, closed=True)
    whole = [tuple(order) for found in search.tour_batches(asked, Clock()) for order in found]
    whole_search = search._Enumeration(asked, search.kept_symmetries(asked, board_less(n)))
    whole_search.most = 1  # a pause after each tour
    together, branches = [], [()]
    while branches:
        path = branches.pop(0)
        found, left, _ = whole_search.branch(path, Clock(), vertices)
        assert left == sorted(left)
        assert all(later[: len(path)] == path for later in left)
        together += map(tuple, found)
        branches = left + branches
    assert together == whole


def board_less(n):
    import numpy as np

    return np.zeros((0, n), np.int64)


@together("distinct", [False, True])
@together(
    "ask",
    [
        lambda **means: hamiltonian_cycles(knight_graph(3, 10), **means),
        lambda **means: hamiltonian_cycles(knight_graph(5, 6), **means),
        lambda **means: hamiltonian_paths(knight_graph(5), "a1", **means),
        lambda **means: hamiltonian_paths(knight_graph(3, 4), **means),
        lambda **means: hamiltonian_paths(knight_graph(5), positions={(0, 0): 1}, **means),
    ],
)
def test_threads_keep_the_order(ask, distinct):
    with ThreadPoolExecutor(2) as executor:
        assert list(ask(executor=executor, distinct=distinct)) == list(ask(distinct=distinct))


class Breaking(Executor):
    """Does some jobs, and breaks."""

    def __init__(self, jobs):
        self.left = jobs

    def submit(self, fn, *args):
        future = Future()
        self.left -= 1
        if self.left < 0:
            future.set_exception(BrokenExecutor("no more"))
        else:
            future.set_result(pickle.loads(pickle.dumps(fn(*args))))
        return future


def test_a_listing_goes_on_where_an_executor_broke():
    G = knight_graph(3, 12)
    whole = list(hamiltonian_cycles(G))
    assert list(hamiltonian_cycles(G, executor=lambda: Breaking(3))) == whole
    for jobs in range(0, 40, 3):
        listed, resume, runs = [], None, 0
        while True:
            try:
                listed.extend(hamiltonian_cycles(G, executor=Breaking(jobs or 1), resume=resume))
                break
            except IncompleteRun as error:
                resume = pickle.loads(pickle.dumps(error))
                runs += 1
            if runs > 2:
                listed += hamiltonian_cycles(G, executor=lambda: Breaking(5), resume=resume)
                break
        assert listed == whole


def test_resume_of_another_listing_is_refused():
    with pytest.raises(IncompleteRun) as caught:
        list(hamiltonian_cycles(knight_graph(3, 12), executor=Breaking(1)))
    with pytest.raises(InvalidArgument, match="resume is from another search"):
        next(hamiltonian_cycles(knight_graph(6), executor=Breaking(1), resume=caught.value))
    with pytest.raises(InvalidArgument, match="needs an executor"):
        hamiltonian_cycles(knight_graph(6), resume=caught.value)
    with pytest.raises(InvalidArgument, match=r"Exec.* got 5"):
        hamiltonian_cycles(knight_graph(6), executor=5)


def test_a_listing_that_nobody_follows_or_that_takes_too_long_stops(ticking):
    G = knight_graph(8)
    with ThreadPoolExecutor(2) as executor:
        tours = hamiltonian_cycles(G, executor=executor)
        first = list(islice(tours, 300))
        tours.close()
        assert first == list(islice(hamiltonian_cycles(G), 300))
        with pytest.raises(SearchLimitReached, match="not all tours are listed"):
            for _ in hamiltonian_cycles(G, executor=executor, timeout=0.5):
                pass
