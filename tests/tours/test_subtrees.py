"""An exhaustive search in subtrees: the same answers, and a proof that nobody's pace changes."""

import multiprocessing
import time
from concurrent.futures import (
    BrokenExecutor,
    Executor,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
)

import networkx as nx
import pytest
from hypothesis import given, settings, strategies as st

import icosian
from icosian import parallel
from icosian.tours import subtrees


@pytest.fixture(autouse=True)
def small_parts(monkeypatch):
    """Divide the search again and again."""
    monkeypatch.setattr(subtrees, "ALONE_STEPS", 0)
    monkeypatch.setattr(subtrees, "PART_STEPS", 1)


def petersen(n):
    """Return a generalised Petersen graph: it has no cycle if n leaves 5 when divided by 6."""
    G = nx.circulant_graph(n, [1])
    G.add_edges_from((i, n + i) for i in range(n))
    G.add_edges_from((n + i, n + (i + 2) % n) for i in range(n))
    return G


def answer(ask, G, **options):
    """Return the tour, or the proof that there is none."""
    try:
        tour = ask(G, method="forcing", **options)
    except (icosian.NoHamiltonianCycle, icosian.NoHamiltonianPath) as error:
        error.proof.check(G)
        return error.proof
    assert (icosian.is_hamiltonian_cycle if tour.is_closed else icosian.is_hamiltonian_path)(
        G, tour
    )
    return tour


@settings(max_examples=40, deadline=None)
@given(st.integers(5, 13), st.integers(0, 10**6), st.booleans(), st.booleans())
def test_subtrees_give_the_same_answers(n, seed, directed, closed):
    G = nx.gnp_random_graph(n, 0.4, seed=seed, directed=directed)
    ask = icosian.hamiltonian_cycle if closed else icosian.hamiltonian_path
    alone = answer(ask, G)
    with ThreadPoolExecutor(3) as executor:
        assert isinstance(answer(ask, G, executor=executor), icosian.Tour) == isinstance(
            alone, icosian.Tour
        )


def test_the_proof_depends_on_nobody_who_works():
    G = petersen(17)
    trees = set()
    for workers in (1, 2, 5):
        with ThreadPoolExecutor(workers) as executor:
            trees.add(answer(icosian.hamiltonian_cycle, G, executor=executor).tree)
    assert len(trees) == 1
    assert len(trees.pop()) > 20
    assert not parallel._led


def test_subtrees_keep_conditions():
    G = petersen(11)
    edges = list(G.edges)[:2]
    with ThreadPoolExecutor(2) as executor:
        proof = answer(icosian.hamiltonian_cycle, G, forbid=edges, executor=executor)
        assert proof.forbid == tuple(edges)
        require = [(2, 3), (5, 6)]
        tour = answer(icosian.hamiltonian_path, G, start=0, require=require, executor=executor)
        assert tour[0] == 0
        assert {frozenset(edge) for edge in require} <= set(map(frozenset, tour.edges()))


@pytest.mark.slow
def test_subtrees_are_searched_in_processes(monkeypatch):
    G = petersen(11)
    spawn = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(2, mp_context=spawn) as executor:
        assert len(answer(icosian.hamiltonian_cycle, G, executor=executor).tree) > 5


@pytest.mark.parametrize("given", [True, False])
def test_a_broken_executor_stops_no_search(given):
    class Breaking(Executor):
        left = 3

        def submit(self, fn, *args):
            future = Future()
            if self.left:
                future.set_result(fn(*args))
                self.left -= 1
            else:
                future.set_exception(BrokenExecutor("no more"))
            return future

    executor = Breaking() if given else Breaking
    assert len(answer(icosian.hamiltonian_cycle, petersen(11), executor=executor).tree) > 5


def test_a_search_out_of_time_ends_soon(monkeypatch):
    monkeypatch.setattr(subtrees, "PART_STEPS", 10**9)
    began = time.monotonic()
    with (
        ThreadPoolExecutor(2) as executor,
        pytest.raises(icosian.SearchLimitReached, match="undecided after"),
    ):
        icosian.hamiltonian_cycle(petersen(101), method="forcing", executor=executor, timeout=0.3)
    assert time.monotonic() - began < 30  # the search would take years
