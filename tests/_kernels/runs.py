"""Runs of kernels, interpreted or compiled."""

import math
from contextlib import contextmanager

import pytest

from icosian._kernels import _jit

compiled_only = pytest.mark.skipif(
    _jit.is_forbidden(), reason="about compiling, or too long for interpreted kernels"
)
"""Without the JIT there is no compiled code, and larger counts take minutes."""


@contextmanager
def executed(*, compiled):
    """Let all runs that begin within this context be compiled, or all be interpreted."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(_jit, "INTERPRETED_SIZE", -1 if compiled else math.inf)
        patch.setattr(_jit, "_codes", {})
        patch.setattr(_jit.Code, "pays", lambda *_: compiled)
        yield


def finish(run, budget, *, compiled=False):
    """Run a kernel to its end from its state, interpreted or compiled."""
    with executed(compiled=compiled):
        run.__init__(run._function, *run.arrays())
        while not (status := run.advance(budget)):
            pass
    return status, [array.copy() for array in _jit.leaves(run.arrays())]
