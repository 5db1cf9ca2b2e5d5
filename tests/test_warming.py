"""Compiling ahead: every kernel is run, and progress is reported."""

import importlib
import pkgutil

import pytest

import icosian
from icosian import _kernels, warming
from icosian._kernels import _jit


def test_without_a_compiler_there_is_nothing_to_do(monkeypatch):
    monkeypatch.setattr(_jit, "is_forbidden", lambda: True)
    monkeypatch.setattr(warming, "_problems", lambda: pytest.fail("nothing needs to run"))
    icosian.warm(progress=lambda _: pytest.fail("nothing to report"))


def test_progress_grows_to_1(monkeypatch):
    monkeypatch.setattr(_jit, "is_forbidden", lambda: False)
    solved, reported = [], []
    problems = [
        (kind, lambda kind=kind: solved.append(kind)) for kind in ("tours", "lists", "paths")
    ]
    monkeypatch.setattr(warming, "_problems", lambda: iter(problems))
    icosian.warm(progress=reported.append)
    assert solved == ["tours", "lists", "paths"]
    assert [progress.part for progress in reported][-1] == 1
    assert [progress.part for progress in reported] == sorted(p.part for p in reported)


@pytest.mark.slow
def test_every_kernel_that_a_search_runs_is_compiled(monkeypatch):
    run = set()

    class Recorded(_jit.Run):
        def __init__(self, kernel, *arrays, **known):
            run.add(kernel.__module__.rpartition(".")[2])
            super().__init__(kernel, *arrays, **known)

    for info in pkgutil.walk_packages(icosian.__path__, "icosian."):
        if info.name != "icosian.__main__":
            module = importlib.import_module(info.name)
            if getattr(module, "Run", None) is _jit.Run and module is not _jit:
                monkeypatch.setattr(module, "Run", Recorded)
    for _, solve in warming._problems():
        solve()
    modules = [info.name for info in pkgutil.iter_modules(_kernels.__path__)]
    kernels = {name for name in modules if not name.startswith("_")}
    depends_on_the_processor = {"lanes"}
    assert kernels - depends_on_the_processor <= run
