"""Memory: what does not fit is refused, and the garbage collector always runs again."""

import contextlib
import gc

import pytest

from icosian._io import memory
from icosian._io.memory import FEW, MANY, Holding, afford, collector_paused, pause_collector
from icosian.exceptions import InvalidArgument


def test_work_that_does_not_fit_is_refused_and_the_rest_is_not(monkeypatch):
    monkeypatch.setattr(memory, "free_memory", lambda: 100_000_000)
    afford(100_000_000, "it")
    with pytest.raises(
        InvalidArgument, match=r"^it needs at least 200 MB of memory, 100 MB are free"
    ):
        afford(200_000_000, "it")
    monkeypatch.setattr(memory, "free_memory", lambda: 0)
    afford(1_000_000, "little")  # the system is not asked


def test_work_that_grows_is_refused_when_less_is_free_than_it_has_taken(monkeypatch):
    asked = []
    monkeypatch.setattr(memory, "free_memory", lambda: asked.append(1) or 100_000_000)
    holding = Holding("it")
    for size in range(0, 100_000_001, 1_000_000):
        holding.grow(size)
    assert len(asked) < 10
    with pytest.raises(InvalidArgument, match=r"^it takes more than .* and only 100 MB more are"):
        any(map(holding.grow, range(10**8, 10**9, 10**6)))


@pytest.mark.parametrize("enabled", [True, False])
def test_the_collector_rests_and_is_then_as_before(enabled):
    before, frozen = gc.isenabled(), gc.get_freeze_count()  # Python 3.12 begins with a few hundred
    try:
        (gc.enable if enabled else gc.disable)()
        with contextlib.suppress(RuntimeError), collector_paused():
            assert not gc.isenabled()
            raise RuntimeError
        assert gc.isenabled() == enabled
        assert gc.get_freeze_count() == frozen
    finally:
        (gc.enable if before else gc.disable)()


@pytest.mark.parametrize("many", [False, True])
def test_what_is_frozen_is_looked_through_only_after_many_new_objects(many, monkeypatch):
    asked = []
    monkeypatch.setattr(gc, "get_freeze_count", lambda: asked.append(1) or 1)
    known, threshold = [], gc.get_threshold()
    try:
        gc.set_threshold(10 * MANY)
        known += ([] for _ in range(2 * MANY))
        with collector_paused():
            known += ([] for _ in range(2 * MANY if many else MANY // 2))
    finally:
        gc.set_threshold(*threshold)
    assert bool(asked) == many


def test_the_collector_does_not_rest_for_a_few_objects():
    with pause_collector(FEW):
        assert gc.isenabled()
    with pause_collector(FEW + 1):
        assert not gc.isenabled()
    assert gc.isenabled()
