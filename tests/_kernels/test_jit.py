"""Kernels change from interpreted to compiled, and the disk cache may be damaged."""

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


def test_a_small_run_is_interpreted_and_stops_when_the_budget_is_spent(unspent):
    run = run_of()
    assert not run.is_cold
    assert run.load() == 0
    assert [run.advance(60), run.steps, run.advance(60), run.steps] == [0, 60, 1, 100]
    assert run[0] == [100]
    assert run.arrays()[0].tolist() == [100]


@compiled_only
def test_a_large_run_is_compiled_before_its_first_step(unspent):
    run = run_of(size=_jit.INTERPRETED_SIZE + 1)
    assert isinstance(run[0], np.ndarray)
    assert run.finish() == 1
    assert not run.is_cold
    assert run[0][0] == 100


@compiled_only
def test_every_run_is_compiled_within_at_once(unspent):
    with _jit.at_once():
        assert isinstance(run_of()[0], np.ndarray)
    assert isinstance(run_of()[0], list) or add_up in _jit._loaded


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
