"""Time-outs, progress, Ctrl-C and threads."""

import signal
import threading
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise

import networkx as nx
import pytest

import icosian


def hopeless():
    """Return a graph that has no cycle for a reason rotations never see.

    Each of three cuts of three edges leads into a Petersen graph less one node, which has no
    Hamiltonian path between two of the cut's edges.
    """
    G = nx.random_regular_graph(4, 60, seed=1)
    for k in range(3):
        petersen = nx.relabel_nodes(nx.petersen_graph(), lambda v, k=k: (k, v))
        ends = list(petersen[k, 0])
        petersen.remove_node((k, 0))
        neighbours = list(G[k])[:3]
        G.remove_node(k)
        G = nx.compose(G, petersen)
        G.add_edges_from(zip(ends, neighbours, strict=True))
    return G


@pytest.mark.parametrize("timeout", [0, 0.3])
def test_a_time_out_raises_search_limit_reached_with_what_is_known(timeout):
    H = hopeless()
    with pytest.raises(icosian.SearchLimitReached, match="undecided after") as caught:
        icosian.hamiltonian_cycle(H, method="rotations", timeout=timeout)
    assert isinstance(caught.value, nx.ExceededMaxIterations)
    partial = caught.value.partial
    assert len(set(partial)) == len(partial)
    assert all(H.has_edge(u, v) for u, v in pairwise(partial))
    if timeout:
        assert len(partial) > len(H) // 4  # the search is stopped anywhere, with a few holes left
        assert caught.value.stats.steps > 0


def test_progress_is_told_the_method_and_growing_steps():
    told = []
    with pytest.raises(icosian.SearchLimitReached):
        icosian.hamiltonian_cycle(hopeless(), method="rotations", timeout=0.5, progress=told.append)
    assert told
    assert {report.method for report in told} == {"rotations"}
    steps = [report.steps for report in told]
    assert steps == sorted(steps)
    assert told[-1].seconds > 0


def test_ctrl_c_stops_a_search_at_once_and_the_next_call_works():
    G = hopeless()
    with pytest.raises(icosian.SearchLimitReached):  # the kernels are ready after this
        icosian.hamiltonian_cycle(G, method="rotations", timeout=0.5)
    handler = signal.signal(signal.SIGINT, signal.default_int_handler)
    timer = threading.Timer(0.3, signal.raise_signal, [signal.SIGINT])
    try:
        timer.start()
        with pytest.raises(KeyboardInterrupt):
            icosian.hamiltonian_cycle(G, method="rotations", timeout=30)
    finally:
        timer.cancel()
        signal.signal(signal.SIGINT, handler)
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
