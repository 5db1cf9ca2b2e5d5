"""Settings of all tests; standing here, it also lets them import their slow twins from `naive`."""

import gc

import pytest
from hypothesis import settings

settings.register_profile("icosian", deadline=None)  # a shared machine is no stopwatch
settings.load_profile("icosian")


@pytest.fixture(autouse=True)
def no_callbacks_while_a_search_is_interrupted(request):
    """Keep hypothesis from timing the garbage collector: an interrupt in its callback is lost."""
    callbacks = gc.callbacks[:]
    if "ctrl_c" in request.node.name:
        gc.callbacks.clear()
    yield
    gc.callbacks[:] = callbacks
