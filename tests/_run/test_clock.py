"""Time limits, progress reports, and the pacing of kernels."""

import math
import time

import networkx as nx
import numpy as np
import pytest

import icosian
from icosian._kernels import _jit
from icosian._kernels._jit import Run, kernel
from icosian._run import limits as clocks
from icosian._run.limits import Clock, Progress, TimeIsUp, slices


@pytest.fixture(name="time")
def seconds(ticking):
    """A time that goes on by a second whenever it is read."""
    ticking.step = 1.0
    return ticking


@kernel
def count_up(s, budget):
    """Count steps up to a goal."""
    end = min(s[1], s[0] + budget)
    while s[0] < end:
        s[0] += 1
    return 1 if s[0] == s[1] else 0


def counting(goal):
    return Run(count_up, np.array([0, goal], np.int64))


def test_a_tick_raises_when_the_time_is_over_and_not_before(time):
    clock = Clock(5)
    for _ in range(4):
        clock.tick("test", 2)
    with pytest.raises(TimeIsUp):
        clock.tick("test", 2)
    assert clock.steps == 10


def test_paced_items_all_come_and_are_interrupted_in_time(time):
    assert list(Clock().paced("test", range(20), every=7)) == list(range(20))
    passed = []
    items = (passed.append(k) for k in range(1000))
    with pytest.raises(TimeIsUp):
        list(Clock(3).paced("test", items, every=10))
    assert len(passed) == 30


def test_compiling_counts_neither_as_seconds_nor_towards_the_limit(time, monkeypatch):
    monkeypatch.setattr(clocks, "waited", lambda: waited[0])
    waited = [7.0]

    class Cold:
        steps = 0

        def load(self, announce):
            announce("compiling a kernel")
            time.now += 1000
            waited[0] += 1000

        def advance(self, budget):
            self.steps += budget
            return 1

    clock = Clock(60, lambda progress: told.append(progress.method))
    told = []
    assert clock.run("test", Cold()) == 1
    assert told == ["test, compiling a kernel"]
    stats = clock.stats("test")
    assert stats.compile_seconds == 1000
    assert stats.seconds < 60
    assert 0 < clock.left < 60


def test_a_run_takes_the_steps_it_may_and_goes_on(time):
    clock, run = Clock(), counting(1000)
    assert clock.run("test", run, 300) == 0
    assert (run.steps, clock.steps) == (300, 300)
    assert clock.run("test", run) == 1
    assert (run.steps, clock.steps) == (1000, 1000)


def test_calls_grow_while_they_are_short_and_shrink_when_they_are_long(time, monkeypatch):
    monkeypatch.setattr(clocks, "FIRST_STEPS", 10)
    time.step, budgets = 0.0, []
    run = counting(10**6)

    class Slow:
        steps = property(lambda _: run.steps)

        def advance(self, budget):
            budgets.append(budget)
            time.now += budget * 1e-5
            return run.advance(budget)

    taken = [steps for _, steps in slices(Slow(), 50_000, lambda: None)]
    assert budgets[:4] == [10, 160, 500, 1000]
    assert all(1e-5 * budget < 2 * clocks.CALL_SECONDS for budget in budgets)
    assert sum(taken) == sum(budgets) == 50_000


def test_calls_do_not_grow_where_a_kernel_returns_before_its_steps_are_taken(time):
    time.step, budgets = 0.0, []
    run = counting(10**6)

    class Early:
        steps = property(lambda _: run.steps)

        def advance(self, budget):
            budgets.append(budget)
            return run.advance(min(budget, 7))

    assert not any(status for status, _ in slices(Early(), 10_000, lambda: None))
    assert len(budgets) > 1000
    assert max(budgets) <= 16 * clocks.FIRST_STEPS


def test_reports_come_at_most_every_tenth_of_a_second_and_hold_the_part(time):
    reports = []
    clock = Clock(None, reports.append)
    clock.stage = "halfway"
    with clock.portion(0.5, 1.0):
        clock.done(0.5)
    clock.done(0.1)  # less than before
    clock.tick("test", 3)
    assert reports == [
        Progress(method="test", steps=3, seconds=reports[0].seconds, part=0.75, stage="halfway")
    ]
    clock.reported = math.inf
    clock.tick("test", 3)
    assert len(reports) == 1


def test_a_part_ends_no_later_than_the_whole(time):
    clock = Clock(100)
    assert clock.within(1000).left < 100
    assert clock.within(10).left < 10
    assert clock.within(-5).left <= 0


def test_parts_go_on_with_the_seconds_and_steps_of_the_whole(ticking):
    reports = []
    clock = Clock(100, reports.append)
    for part in (clock, clock.within(50), clock.unlimited(), clock):
        ticking.now += 1
        part.tick("test", 3)
    assert [report.steps for report in reports] == [3, 6, 9, 12]
    assert [report.seconds for report in reports] == sorted(report.seconds for report in reports)
    with pytest.raises(TimeIsUp):
        clock.within(0).tick("test")
    clock.unlimited().tick("test")
    assert clock.steps == 12


def test_time_can_be_reserved_for_what_follows(ticking):
    clock = Clock(100)
    with clock.reserved(101):
        assert clock.left < 0
        with pytest.raises(TimeIsUp):
            clock.tick("test")
    assert 99 < clock.left <= 100
    forever = Clock()
    with forever.reserved(10):
        assert forever.left == math.inf


QUESTIONS = {
    "cycle": lambda: icosian.hamiltonian_cycle(nx.petersen_graph().subgraph(range(9))),
    "path": lambda: icosian.knight_graph(5).hamiltonian_path("a1"),
    "shortest tour": lambda: icosian.shortest_tour([(k * k % 11, k) for k in range(9)]),
    "walk": lambda: icosian.traveling_salesman(icosian.knight_graph(4), [(0, 0), (3, 3), (2, 1)]),
    "longest": lambda: icosian.longest_cycle(nx.petersen_graph()),
}


@pytest.mark.parametrize("question", QUESTIONS.values(), ids=QUESTIONS)
def test_statistics_of_every_kind_hold_what_was_waited_for_the_compiler(question, monkeypatch):
    def wait(code, arrays, announce, seconds):
        _jit._waits.seconds = _jit.waited() + 1000.0

    monkeypatch.setattr(_jit, "is_forbidden", lambda: False)
    monkeypatch.setattr(_jit, "_codes", {})
    monkeypatch.setattr(_jit.Code, "get", wait)
    now = time.perf_counter
    monkeypatch.setattr(clocks.time, "perf_counter", lambda: now() + _jit.waited())
    stats = question().stats
    assert stats.compile_seconds >= 1000
    assert 0 <= stats.seconds < 1000


def test_time_that_is_kept_ends_the_search_sooner_and_comes_back(time):
    clock = Clock(20)
    with clock.reserved(5):
        assert clock.left < 15
        clock.kept = 18.0
        with pytest.raises(TimeIsUp):
            clock.tick("search")
    clock.tick("check")
    assert clock.left > 10


def test_the_load_is_the_time_that_passes_for_each_second_of_work(time):
    time.thread_time = lambda: time.now / 1.5
    assert Clock().load == 1.0  # of no interest without a limit
    clock = Clock(1000)
    time.now += 150
    assert 1.4 < clock.load < 1.6
    time.thread_time = lambda: 2 * time.now
    assert clock.load == 1.0
    time.thread_time = lambda: 0.0
    assert clock.load == 4.0  # nothing was done
