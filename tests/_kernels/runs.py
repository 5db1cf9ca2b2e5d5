"""Runs of kernels, interpreted or compiled."""

import pytest

from icosian._kernels import (
    _jit,
)


def finish(run, budget, *, compiled):
    """Run a kernel to its end, interpreted or compiled."""
    if compiled:
        run.arrays()
        run._lists = None
    elif run._lists is None:
        run._lists = [array.tolist() for array in run._arrays]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(_jit.Run, "load", lambda *_: None)  # it stays as it is
        while not (status := run.advance(budget)):
            pass
    return status, [array.copy() for array in run.arrays()]
