"""Settings of all tests."""

import gc
import os
import signal
import sys
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path

import pytest
from _pytest.doctest import DoctestModule
from tables import Table

# Tests start many processes: without bytecode on disk, each would compile every module again.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

# Workers inherit this. Each has one processor: threads of linear algebra would wait for others.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

# The tests and their modules are objects that stay. Looking for garbage among them takes a third of
# the time of a file: none is looked for before all are collected, then seldom, and once at the end.
gc.disable()

from hypothesis import settings  # noqa: E402 - its modules are compiled for pytest, too
from together import FEW, THOROUGH  # noqa: E402 - likewise

# A shared machine cannot keep deadlines. Tests that need another number of `examples` say so.
for name, most in {"few": FEW, "quick": 5, "thorough": THOROUGH}.items():
    settings.register_profile(name, deadline=None, max_examples=most)
settings.load_profile("quick")

# Rooms that run their tables themselves.
OTHER_TABLES = {"cli", "doors", "proofs"}

# What took over a tenth of a second when all was measured; what is slow by design has the marker.
SLOW = {*(Path(__file__).parent / "data" / "slow.txt").read_text("utf-8").splitlines()}

# What needs the backend of networkx is run where it is installed.
collect_ignore = [] if find_spec("nx_icosian") else ["backend/registered.py"]


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config):
    """Run single files in this process: starting workers would take longer than it saves."""
    return 0 if all(Path(arg.partition("::")[0]).is_file() for arg in config.args) else None


@pytest.hookimpl(wrapper=True)
def pytest_collect_file(file_path, parent):
    """Leave out the docstrings of tests, which have no examples, and take tables of facts."""
    found = [one for one in (yield) if not isinstance(one, DoctestModule)]
    if file_path.match("table/*.txt") and file_path.parents[1].name not in OTHER_TABLES:
        found.append(Table.from_parent(parent, path=file_path))
    return found


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(collector):
    """Let every other worker begin at the end: it finds there what others have not yet compiled."""
    report = yield
    worker = os.environ.get("PYTEST_XDIST_WORKER", "0")
    if worker[-1] in "13579" and isinstance(collector, pytest.Directory):
        report.result.reverse()
    return report


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session):
    """Collect garbage again, but not as often as by default, nor among what is there by now."""
    if session.config.option.markexpr == "not slow":
        # Few kernels cost as much in all quick tests as it takes to compile them.
        pytest.MonkeyPatch().setattr("icosian._kernels._jit.SHARE", 1.0)
    gc.freeze()
    gc.set_threshold(50_000)
    gc.enable()


def pytest_sessionfinish():
    """Leave nothing to look through at the end, when the garbage is gone."""
    gc.collect()
    gc.freeze()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    """Put all in one order, and mark slow tests: so are exhaustive ones, and those of the list."""
    if settings().max_examples < THOROUGH:
        with suppress(ImportError):  # of an older hypothesis, which has no such module
            from hypothesis.internal.conjecture import providers

            # It would read all modules of the library, for seconds, to draw their numbers at times.
            providers._get_local_constants = lambda: providers._local_constants
    items.sort(key=lambda item: item.path)  # stable
    for item in items:
        name = item.nodeid.removeprefix("tests/")
        if {name, name.partition("[")[0]} & SLOW or item.get_closest_marker("exhaustive"):
            item.add_marker("slow")


def pytest_configure():
    """Hear Ctrl-C: what a shell starts in the background is deaf to it, with all its children."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item):
    """Close figures, a fixture would take longer; lose no interrupt in a callback of hypothesis."""
    callbacks = gc.callbacks[:]
    if "ctrl_c" in item.name:
        gc.callbacks.clear()
    try:
        return (yield)
    finally:
        gc.callbacks[:] = callbacks
        if pyplot := sys.modules.get("matplotlib.pyplot"):
            pyplot.close("all")


class Ticking:
    """A time that goes on by a step whenever it is read."""

    def __init__(self, step):
        self.now, self.step = 0.0, step

    def perf_counter(self):
        self.now += self.step
        return self.now

    def thread_time(self):
        return self.now


@pytest.fixture
def ticking(monkeypatch):
    """Make a second 100 looks at the clock: no machine is too slow, or too fast, for a limit."""
    ticking = Ticking(0.01)
    monkeypatch.setattr("icosian._run.limits.time", ticking)
    monkeypatch.setattr("icosian._run.limits.waited", lambda: 0.0)  # in seconds of another clock
    monkeypatch.setattr("icosian._run.limits.FIRST_STEPS", 1000)  # of each call of a kernel then
    return ticking
