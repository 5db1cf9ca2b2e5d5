"""Kernels change from interpreted to compiled, and the disk cache may be damaged."""

import math
import threading

import numpy as np
import pytest

from icosian._kernels import _jit

compiled_only = pytest.mark.skipif(_jit.is_forbidden(), reason="this test is about compiling")


@_jit.kernel
def increment(x):
    return x + 1


@_jit.kernel
def decrement(x):
    return x - 1


@_jit.kernel
def add_up(sums, s, budget):
    """Add a number to a sum until there are 100 steps."""
    while budget > 0:
        if s[0] == 100:
            return 1
        sums[0] = increment(sums[0])
        s[0] += 1
        budget -= 1
    return 0


def run_of(kernel=add_up, size=1):
    return _jit.Run(kernel, np.zeros(size, np.int64), np.zeros(1, np.int64))


@pytest.fixture
def unspent(monkeypatch):
    """Let no kernel have run interpreted so far."""
    monkeypatch.setattr(_jit, "_spent", [0.0])
    monkeypatch.setattr(_jit, "_codes", {})


def test_a_small_run_is_interpreted_and_stops_when_the_budget_is_spent(unspent):
    run = run_of()
    assert [run.advance(60), run.steps, run.advance(60), run.steps] == [0, 60, 1, 100]
    assert run[0] == [100]
    assert run.arrays()[0].tolist() == [100]


@compiled_only
def test_a_large_run_is_compiled_before_its_first_step(unspent):
    run = run_of(size=_jit.INTERPRETED_SIZE + 1)
    assert isinstance(run[0], np.ndarray)
    assert run.finish() == 1
    assert add_up in _jit.loaded()
    assert run[0][0] == 100


@compiled_only
def test_every_run_is_compiled_within_at_once(unspent):
    with _jit.at_once():
        assert isinstance(run_of()[0], np.ndarray)
    assert isinstance(run_of()[0], list)


@pytest.fixture
def held(unspent, monkeypatch):
    """An event that the compiler waits for; then code is there, and nothing was compiled."""
    event = threading.Event()

    def fetch(code, arrays):
        event.wait()
        code.is_ready = not code._on_disk
        code._on_disk = False

    monkeypatch.setattr(_jit, "INTERPRETED_SECONDS", 0.0)
    monkeypatch.setattr(_jit, "is_forbidden", lambda: False)
    monkeypatch.setattr(_jit.Code, "_fetch", fetch)
    yield event
    event.set()


def test_a_run_goes_on_interpreted_while_its_code_is_made(held):
    run, code = run_of(), run_of()._code
    run.advance(1)
    assert not code.is_coming
    code.spent = 1.0
    assert run.advance(10) == 0
    assert code.is_coming
    assert isinstance(run[0], list)
    assert run.steps == 11
    held.set()
    code._order.wait(math.inf)
    run.load(math.inf, [].append)
    assert isinstance(run[0], np.ndarray)
    assert run.steps == 11
    assert isinstance(run_of()[0], np.ndarray)  # and so it is for the next one


def test_a_run_waits_no_longer_than_it_may_and_then_than_it_has_run(held, ticking, monkeypatch):
    def wait(order, seconds):
        ticking.now += seconds
        return False

    ticking.step = 0.0
    monkeypatch.setattr(_jit, "time", ticking)
    monkeypatch.setattr(_jit.Order, "wait", wait)
    run = run_of()
    run._code.spent, before = 1.0, _jit.waited()
    run.load(5)
    assert _jit.waited() - before == pytest.approx(5)
    before, run._spent = _jit.waited(), 2
    run.load()
    assert _jit.waited() - before == pytest.approx(2)
    assert run._spent == pytest.approx(0)
    assert isinstance(run[0], list)


def test_code_is_loaded_early_and_compiled_only_after_as_long_as_that_takes(held):
    held.set()
    notices, code = [], run_of()._code
    arrays = run_of().arrays()
    code.get(arrays, 60, notices.append)
    assert not code.is_ready
    code.spent = _jit.LOAD_SECONDS
    code.get(arrays, 60, notices.append)  # it is not on the disk
    assert not code.is_ready
    assert not code.pays
    code.spent = _jit.compile_seconds(code.name)
    code.get(arrays, 60, notices.append)
    assert code.is_ready
    assert notices == ["compiling test_jit.add_up (once, usually 1.0 s)"]


def test_kernels_are_paid_for_one_by_one(held):
    run_of()._code.spent = 100.0
    assert not _jit.Run(add_some, np.zeros(1, np.int64), np.zeros(1, np.int64))._code.pays
    run = _jit.Run(add_up, np.zeros(1, np.int32), np.zeros(1, np.int64))
    assert not run._code.pays  # other types are other code


def test_an_error_of_the_compiler_is_raised_where_the_code_is_needed(unspent, monkeypatch):
    def fetch(code, arrays):
        raise ZeroDivisionError

    monkeypatch.setattr(_jit, "is_forbidden", lambda: False)
    monkeypatch.setattr(_jit.Code, "_fetch", fetch)
    with pytest.raises(ZeroDivisionError):
        run_of(size=_jit.INTERPRETED_SIZE + 1).load()


def test_a_variant_is_a_kernel_with_another_part(unspent):
    down = _jit.variant(add_up, "down", increment=decrement)
    run = run_of(down)
    assert run.finish() == 1
    assert run[0][0] == -100
    assert down.__qualname__ == "add_up_down"


@_jit.kernel
def add_some(numbers, s):
    """Add a constant and a number of 32 bits, both through the same part."""
    s[0] = increment(1) + increment(numbers[0])


@compiled_only
def test_a_part_is_compiled_once_for_constants_and_all_signed_integers(monkeypatch):
    def nowhere(function):
        raise RuntimeError("no folder for the cache")

    monkeypatch.setattr(_jit, "_cache", nowhere)  # what is loaded needs no parts
    monkeypatch.setattr(_jit, "_parts", {})
    s = np.zeros(1, np.int64)
    _jit.compiled(add_some)(np.array([2**31 - 1], np.int32), s)
    assert s[0] == 2 + 2**31
    assert len(_jit._parts[increment].overloads) == 1


@compiled_only
def test_a_cache_that_cannot_be_read_or_written_is_no_loss(monkeypatch):
    from numba.core.caching import FunctionCache

    def damaged(self, *arguments):
        raise EOFError

    monkeypatch.setattr(FunctionCache, "load_overload", damaged)
    monkeypatch.setattr(FunctionCache, "save_overload", damaged)
    monkeypatch.setattr(_jit, "_compiled", {})
    assert _jit.compiled(increment)(np.int64(2)) == 3
