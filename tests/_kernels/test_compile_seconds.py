"""The table of compile times names every kernel that Python calls."""

import importlib
import pkgutil

from icosian import _kernels
from icosian._kernels import _jit
from icosian._kernels._compile_seconds import _SECONDS, USUAL_SECONDS, compile_seconds


def test_every_kernel_with_a_budget_has_its_seconds_and_nothing_else_does():
    for info in pkgutil.iter_modules(_kernels.__path__):
        importlib.import_module(f"icosian._kernels.{info.name}")
    kernels = {
        f"{function.__module__.rpartition('.')[2]}.{function.__name__}"
        for function in _jit._marked
        if function.__module__.startswith("icosian.")
        and function.__code__.co_varnames[function.__code__.co_argcount - 1] == "budget"
    }
    assert set(_SECONDS) <= kernels
    assert kernels - set(_SECONDS) <= {"rotations.cover"}  # a part of another


def test_what_is_not_in_the_table_takes_its_usual_time():
    assert compile_seconds("nothing.here") == USUAL_SECONDS
    assert 0 < compile_seconds("sweep.sweep") < compile_seconds("cdcl.search")
