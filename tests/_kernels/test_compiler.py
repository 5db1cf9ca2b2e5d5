"""The thread that compiles: its order, its errors, and its stops."""

import math
import threading

import pytest

from icosian._kernels import _compiler
from icosian._kernels._compiler import Order, Stopped, Worker


@pytest.fixture
def worker(monkeypatch):
    """A worker of this test."""
    worker = Worker()
    monkeypatch.setattr(_compiler, "worker", worker)
    return worker


def test_orders_are_done_in_turn_and_urgent_ones_first(worker):
    done, held = [], threading.Event()
    first = Order(held.wait)
    orders = [Order(lambda k=k: done.append(k)) for k in range(3)]
    orders += [Order(lambda k=k: done.append(k), is_urgent=True) for k in (3, 4)]
    assert not first.wait(0.01)
    held.set()
    assert all(order.wait(math.inf) for order in orders)
    assert done == [3, 4, 0, 1, 2]


def test_an_error_is_kept_and_the_next_order_is_done(worker):
    failed, done = Order(lambda: 1 // 0), Order(lambda: None)
    assert done.wait(math.inf)
    assert isinstance(failed.error, ZeroDivisionError)
    assert done.error is None


def until_stopped(worker, begun, done):
    """Return a job that works until it is stopped, and is done at once when it begins again."""

    def job():
        begun.release()
        while not done.is_set():
            if worker.is_stopped():
                done.set()
                raise Stopped

    return job


def test_an_urgent_order_interrupts_another_which_is_done_later(worker):
    begun, done = threading.Semaphore(0), threading.Event()
    order = Order(until_stopped(worker, begun, done))
    begun.acquire()
    urgent = Order(lambda: None, is_urgent=True)
    assert urgent.wait(math.inf)
    assert order.wait(math.inf)


def test_a_fork_finds_no_thread_and_the_parent_goes_on_when_code_is_awaited(worker):
    begun, done = threading.Semaphore(0), threading.Event()
    order = Order(until_stopped(worker, begun, done))
    begun.acquire()
    worker.stop()
    assert not order.is_done
    assert worker._thread is None
    worker.resume()
    assert worker._thread is None
    assert order.wait(math.inf)


def test_in_a_child_nobody_waits_for_what_the_parent_does(worker):
    begun, done = threading.Semaphore(0), threading.Event()
    order = Order(until_stopped(worker, begun, done))
    begun.acquire()
    worker.stop()
    worker.forget()
    assert order.is_done
    assert Order(lambda: None).wait(math.inf)


def test_at_the_end_of_the_process_orders_are_done_by_who_needs_them(worker):
    worker.end()
    where = []
    order = Order(lambda: where.append(threading.current_thread()))
    assert order.is_done
    assert where == [threading.current_thread()]
