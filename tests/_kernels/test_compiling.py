"""A run changes to compiled code."""

import os

import numpy as np
import pytest

from icosian._kernels import _jit
from tests._kernels.runs import finish
from tests._kernels.test_rotations import knights

INTERPRETED_ONLY = os.environ.get("NUMBA_DISABLE_JIT") == "1"


@pytest.mark.slow
@pytest.mark.skipif(INTERPRETED_ONLY, reason="this test is about compiling")
def test_a_long_run_changes_from_interpreted_to_compiled_and_keeps_its_answer(monkeypatch):
    expected = finish(knights(8, 5), 500, compiled=False)
    monkeypatch.setattr(_jit, "_codes", {})
    run = knights(8, 5)
    assert run._lists is not None
    assert not run.advance(20)
    run._code.get(run.arrays(), print, is_needed=True)
    while not run.advance(20):
        pass
    assert run._lists is None
    assert all(map(np.array_equal, _jit.leaves(run.arrays()), expected[1]))
