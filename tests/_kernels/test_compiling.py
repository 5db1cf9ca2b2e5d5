"""How kernels run: a change to compiled code, and no folder for its cache."""

import math
import os

import numpy as np
import pytest

from icosian._kernels import (
    _jit,
    rotations as kernels,
)
from tests._kernels.runs import finish
from tests._kernels.test_rotations import knights

INTERPRETED_ONLY = os.environ.get("NUMBA_DISABLE_JIT") == "1"


@pytest.mark.skipif(INTERPRETED_ONLY, reason="this test is about compiling")
def test_a_long_run_changes_from_interpreted_to_compiled_and_keeps_its_answer(monkeypatch):
    expected = finish(knights(8, 5), 500, compiled=False)
    monkeypatch.setattr(_jit, "_codes", {})
    run = knights(8, 5)
    assert run._lists is not None
    assert not run.advance(20)
    run._code.get(run.arrays(), math.inf, print)
    while not run.advance(20):
        pass
    assert run._lists is None
    assert all(map(np.array_equal, run.arrays(), expected[1]))


@pytest.mark.skipif(INTERPRETED_ONLY, reason="this test is about compiling")
def test_kernels_compile_where_no_cache_can_be_written(monkeypatch):
    import numba

    njit = numba.njit

    def refusing(*functions, **options):  # numba calls it too
        if options.get("cache"):
            raise RuntimeError("cannot cache function: no locator available")
        return njit(*functions, **options)

    monkeypatch.setattr(numba, "njit", refusing)
    monkeypatch.setattr(_jit, "_compiled", {})
    state = np.array([0, 12345])
    assert 0 <= _jit.compiled(kernels.below)(state, 10) < 10
