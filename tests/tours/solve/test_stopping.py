"""Progress, Ctrl-C and threads."""

import signal
from concurrent.futures import ThreadPoolExecutor

import pytest

import icosian
from tests.tours.solve.test_path_cover import hopeless


def test_progress_is_told_the_method_and_growing_steps(ticking):
    told = []
    with pytest.raises(icosian.SearchLimitReached):
        icosian.hamiltonian_cycle(hopeless(), method="rotations", timeout=0.5, progress=told.append)
    assert told
    assert {report.method.partition(", ")[0] for report in told} == {"rotations"}
    steps = [report.steps for report in told]
    assert steps == sorted(steps)
    assert told[-1].seconds > 0


def test_ctrl_c_stops_a_search_at_once_and_the_next_call_works():
    def press(_):
        signal.raise_signal(signal.SIGINT)

    with pytest.raises(KeyboardInterrupt):
        icosian.hamiltonian_cycle(hopeless(), method="rotations", progress=press)
    assert icosian.knight_graph(8).hamiltonian_cycle().is_closed


def test_an_exception_in_the_progress_callback_stops_the_search():
    class Stop(Exception):
        pass

    def stop(_):
        raise Stop

    with pytest.raises(Stop):
        icosian.hamiltonian_cycle(hopeless(), method="rotations", timeout=30, progress=stop)


def test_threads_search_side_by_side_with_the_answers_of_one():
    boards = [icosian.knight_graph(m, n) for m in range(5, 10) for n in range(6, 11, 2)]
    alone = [G.hamiltonian_cycle(seed=1) for G in boards]
    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(lambda G: G.hamiltonian_cycle(seed=1), boards))
    assert together == alone
