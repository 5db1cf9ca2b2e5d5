"""Branch and cut on executors."""

import functools
import multiprocessing
import pickle
import signal
import sys
from concurrent.futures import (
    BrokenExecutor,
    Executor,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
)
from itertools import combinations, islice
from math import dist, inf

import networkx as nx
import numpy as np
import pytest
from naive import least_cycle

import icosian
from icosian._run.limits import Clock
from icosian._run.pool import _in_progress
from icosian.tours.shortest import exact
from icosian.tours.shortest.relaxation import branching, branching as sharing, cutting_planes
from icosian.tours.shortest.relaxation.branching import Settings
from icosian.tours.solve import outcome as racing
from tests.tours.problems import LateClock
from tests.tours.shortest.cases import cycle_problem, nothing, proved_bound, subtours

LEAST = 14


@pytest.fixture(autouse=True)
def many_cases(monkeypatch):
    """Leave nearly everything to the tree, and the tree to the pool, a few cases at a time."""
    monkeypatch.setattr(exact, "KICKS", 0)
    monkeypatch.setattr(cutting_planes, "separate", subtours)
    monkeypatch.setattr(sharing, "SEEN", 1)
    monkeypatch.setattr(sharing, "LEFT", 0)
    monkeypatch.setattr(sharing, "SHORT", 0)  # a case a job
    monkeypatch.setattr(sharing, "LONG", 0)


@functools.cache
def problem():
    """Return distances along three paths of four nodes that triangles join at both ends."""
    paths = nx.disjoint_union_all(map(nx.path_graph, [4, 4, 4]))
    paths.add_edges_from((u + 4 * i, u + 4 * j) for u in (0, 3) for i in range(3) for j in range(i))
    steps = dict(nx.all_pairs_shortest_path_length(paths))
    return cycle_problem(12, {(u, v): steps[u][v] for u, v in combinations(range(12), 2)})


def answer(executor, clock=None, gap=0.0, asked=None):
    asked = asked or problem()
    solution = exact.solve(asked, Settings(clock=clock or Clock(), gap=gap, executor=executor))
    assert solution.length == asked.length(solution.tour)
    assert proved_bound(asked, solution) == solution.bound <= solution.length
    return solution


class Inline(Executor):
    """An executor that does some jobs at once and then breaks."""

    def __init__(self, jobs=10**9):
        self.left, self.done = jobs, 0

    def submit(self, fn, *args):
        future = Future()
        if self.left > 0:
            future.set_result(fn(*args))
            self.done += 1
        else:
            future.set_exception(BrokenExecutor("no more"))
        self.left -= 1
        return future


def test_threads_prove_the_same_length():
    with ThreadPoolExecutor(3) as executor:
        solution = answer(executor)
    assert solution.length == solution.bound == LEAST
    assert len(solution.tree) > 5
    assert not _in_progress


def test_jobs_divide_the_tree():
    executor = Inline()
    solution = answer(executor)
    assert solution.length == solution.bound == LEAST
    assert executor.done > 2


@pytest.mark.parametrize("jobs", [0, 1, 3])
def test_a_broken_executor_loses_nothing(jobs):
    executor = Inline(jobs)
    solution = answer(executor)
    assert executor.left < 0
    assert solution.length == solution.bound == LEAST


def test_a_factory_replaces_broken_executors():
    made = []

    def factory():
        made.append(Inline(2))
        return made[-1]

    solution = answer(factory)
    assert solution.length == solution.bound == LEAST
    assert len(made) > 1
    assert sum(executor.done for executor in made) > 2


@pytest.mark.parametrize("looks", [20, 60, 100, 140])
def test_a_time_limit_leaves_a_tour_and_a_proved_bound(looks):
    with ThreadPoolExecutor(2) as executor:
        answer(executor, LateClock(looks))
    assert not _in_progress


def test_a_job_that_has_no_time_returns_the_case_open(monkeypatch):
    taken = []

    def grown(*job, clock):
        done = task(*job, clock=Clock(0) if not taken else clock)
        taken.append(done)
        return done

    task = sharing._grown
    monkeypatch.setattr(sharing, "_grown", grown)
    solution = answer(Inline())
    assert taken[0].ahead == [[root] for root in taken[0].roots]
    assert solution.length == solution.bound == LEAST


@pytest.mark.exhaustive
@pytest.mark.skipif(sys.platform == "win32", reason="signals of Unix")
def test_a_killed_process_loses_nothing():
    made = []

    def factory():
        made.append(ProcessPoolExecutor(2, mp_context=multiprocessing.get_context("spawn")))
        if len(made) == 1:
            made[0].submit(signal.raise_signal, signal.SIGKILL)
        return made[-1]

    solution = answer(factory)
    assert solution.length == solution.bound == LEAST
    assert len(made) > 1
    for executor in made:
        executor.shutdown()


# which cases a job has


def random_problem(seed):
    """Return distances between eight random points of a small grid."""
    places = np.random.default_rng(seed).integers(0, 6, (8, 2)).tolist()
    pairs = combinations(range(8), 2)
    return cycle_problem(8, {(u, v): round(100 * dist(places[u], places[v])) for u, v in pairs})


@pytest.mark.slow
@pytest.mark.parametrize("workers", [1, 2, 4])
@pytest.mark.parametrize("seconds", [0, 10**9], ids=["a case a job", "many cases a job"])
def test_any_number_of_workers_proves_the_least_length(workers, seconds, monkeypatch):
    monkeypatch.setattr(sharing, "SHORT", seconds)
    monkeypatch.setattr(sharing, "LONG", seconds)
    with ThreadPoolExecutor(workers) as executor:
        solution = answer(executor)
        assert solution.length == solution.bound == LEAST
        for seed in range(10):
            solution = answer(executor, asked=random_problem(seed))
            assert solution.length == solution.bound == least_cycle(random_problem(seed))


@pytest.mark.parametrize(("name", "least"), [("LEFT", inf), ("SEEN", 10**9)])
def test_a_tree_that_looks_small_or_is_hardly_known_stays_here(name, least, monkeypatch):
    monkeypatch.setattr(sharing, name, least)
    executor = Inline()
    assert answer(executor).bound == LEAST
    assert executor.done == 0


class Elsewhere(Inline):
    """An executor that copies jobs and results, as processes do."""

    def submit(self, fn, *args):
        done = super().submit(*pickle.loads(pickle.dumps((fn, *args))))
        copied = Future()
        copied.set_result(pickle.loads(pickle.dumps(done.result())))
        return copied


def scattered(seed, n=10):
    """Return random places on a small grid."""
    return [(x, y) for x, y in np.random.default_rng(seed).integers(0, 10, (n, 2)).tolist()]


def sparse(seed, *, directed=False):
    """Return a random graph with weights."""
    G = nx.gnp_random_graph(13, 0.3, seed=seed, directed=directed)
    for u, v, data in G.edges(data=True):
        data["weight"] = (u * v + u + 2 * v) % 11 - 2
    return G


def lengths(*asked, **options):
    """Return the lengths of the next best tours of places."""
    some = islice(icosian.tours.shortest_hamiltonian_cycles(*asked, **options), 3)
    return sum(tour.length for tour in some)


LEFT_OUT, WEIGHTS = {"leave_out": 3}, {"weight": "weight"}
PLACES = [(icosian.Places(scattered(7, 8)),)]
ASKED = {
    # Cases have linear programs of their own here, which stay where they are.
    "left out": (icosian.shortest_tour, [(scattered(k),) for k in (344, 374)], LEFT_OUT),
    "longest cycle": (icosian.longest_cycle, [(nx.petersen_graph(),), (sparse(1),)], {}),
    "weights": (icosian.longest_cycle, [(sparse(2),), (sparse(4, directed=True),)], WEIGHTS),
    "longest path": (icosian.longest_path, [(sparse(3, directed=True), 0)], WEIGHTS),
    "next best": (lengths, PLACES, {}),
    "bottleneck": (icosian.tours.bottleneck_hamiltonian_cycle, PLACES, {}),
}


@pytest.mark.slow
@pytest.mark.parametrize("pool", [Elsewhere, lambda: ThreadPoolExecutor(3)])
@pytest.mark.parametrize("name", ASKED)
def test_workers_find_what_is_found_alone(name, pool, monkeypatch):
    monkeypatch.setattr(racing, "ALONE_SECONDS", 0)
    ask, questions, options = ASKED[name]
    for asked in questions:
        alone = ask(*asked, **options)
        with pool() as executor:
            found = ask(*asked, **options, executor=executor, progress=lambda _: None)
        if name == "next best":
            assert found == pytest.approx(alone)
            continue
        assert found.length == alone.length
        assert found.bound == alone.bound
        if "leave_out" not in options:
            found.proof.check(asked[0], **{} if name == "bottleneck" else options)


class Open:
    """What a tree reads of its question to see how long it will take."""

    goal, offset, is_numbered = 101, 0, False

    @staticmethod
    def is_met(*_):
        return False


def tree_of(*bounds):
    """Return a tree with such open cases, which closes 10 of a gap, and takes 2 s, in a case."""
    nodes = [branching.Node((), (), bound, nothing(0)) for bound in bounds]
    tree = branching.Tree(Open, Open, None, *nodes, columns=np.ones(0, bool))
    tree.pace = branching.Pace(cases=5, gain=50.0, seconds=10.0)
    return tree
