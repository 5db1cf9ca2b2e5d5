"""Kernels run interpreted while that is quicker, and compiled by numba as soon as compiling pays.

A kernel is a plain function over arrays and integers, marked with :func:`kernel`. It keeps its
whole state in the arrays it is given and takes a budget of steps, so it can be stopped and resumed
anywhere, and even change from interpreted to compiled in between: :class:`Run` does that.
Only this file, ``instructions`` and ``lanes`` use numba.
"""

from __future__ import annotations

import math
import os
import time
import types
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

__all__ = [
    "Run",
    "at_once",
    "compiled",
    "inlined",
    "instruction",
    "is_forbidden",
    "kernel",
    "variant",
]

INTERPRETED_SECONDS = 0.25
"""How long a process runs kernels interpreted before it is worth loading the compiler."""

INTERPRETED_SIZE = 500_000
"""The largest total length of the arrays that a run begins with interpreted."""

CALL_STEPS = 200_000
"""The steps of a call in a run to the end; Ctrl-C waits for the call."""

_machine_only: set[types.FunctionType] = set()  # parts of these cannot be interpreted
_marked: set[types.FunctionType] = set()
_inlined: set[types.FunctionType] = set()
_instructions: dict[types.FunctionType, str] = {}
_compiled: dict[types.FunctionType, Callable[..., Any]] = {}
_parts: dict[types.FunctionType, Any] = {}
_loaded: set[types.FunctionType] = set()  # the machine code is there: calls start at once
_spent = [0.0]  # seconds of interpreted kernels so far


def kernel(function: Any) -> Any:
    """Mark a plain function of arrays and integers as a kernel; it must not allocate or raise."""
    _marked.add(function)
    return function


def inlined(function: Any) -> Any:
    """Mark a kernel that is inlined where it is called: a call with many arrays is slow."""
    _inlined.add(function)
    return kernel(function)


def instruction(name: str) -> Callable[[Any], Any]:
    """Mark the Python equivalent of a processor instruction of :mod:`.instructions`."""

    def mark(function: Any) -> Any:
        _instructions[function] = name
        return kernel(function)

    return mark


def variant(function: Any, name: str, **parts: Any) -> Any:
    """Return a kernel with some of its globals replaced, under another name in the disk cache."""
    names = {**function.__globals__, **parts}
    copy = types.FunctionType(function.__code__, names, function.__name__)
    copy.__module__, copy.__qualname__ = function.__module__, f"{function.__qualname__}_{name}"
    _marked.add(copy)
    if function in _inlined:
        _inlined.add(copy)
    if any(part not in _marked or part in _machine_only for part in parts.values()):
        _machine_only.add(copy)
    return copy


def compiled(function: Any) -> Callable[..., Any]:
    """Return the machine code of a kernel, made on first use and cached on disk."""
    if function not in _compiled:
        _compiled[function] = _machine_code(function)
    return _compiled[function]


def _part(function: Any) -> Any:
    """Return the machine code of a kernel for calls from other kernels."""
    if function not in _parts:
        if function in _instructions:
            from icosian._kernels.instructions import intrinsic

            _parts[function] = intrinsic(_instructions[function])
        else:
            # Python's way in unpacks all arguments; it takes as long to compile as the kernel.
            machine = _machine_code(function, "_part", no_cpython_wrapper=True)
            if template := getattr(machine, "get_call_template", None):  # numba may be turned off
                machine.get_call_template = lambda args, kws: template(tuple(map(_wide, args)), kws)
            _parts[function] = machine
    return _parts[function]


def _wide(argument: Any) -> Any:
    """Return the type in which an argument is passed on: one for all signed integers."""
    from numba import types as kinds

    plain = kinds.unliteral(argument)
    return kinds.int64 if plain in kinds.signed_domain else plain


def _machine_code(function: Any, suffix: str = "", **options: Any) -> Any:
    """Return what compiles a kernel, under another name in the disk cache."""
    import numba

    # The compiler looks the other kernels up among the globals, and must find compiled ones.
    names = dict(function.__globals__)
    for name in function.__code__.co_names:
        if (helper := names.get(name)) in _marked:
            names[name] = _part(helper)
    copy = types.FunctionType(function.__code__, names, function.__name__)
    copy.__module__, copy.__qualname__ = function.__module__, function.__qualname__ + suffix
    # Kernels allocate nothing, so nobody needs to count who refers to an array: in calls of
    # small functions that took longer than what they do. C has no need to call them either.
    options |= {"nogil": True, "_nrt": False, "no_cfunc_wrapper": True}
    if function in _inlined:
        options["forceinline"] = True
    machine: Any = numba.njit(**options)(copy)
    with suppress(RuntimeError):  # no folder to write the cache to
        machine._cache = _cache(copy)  # noqa: SLF001 - as its own method does
    return machine


def _cache(function: Any) -> Any:
    """Return the disk cache of a function; damaged entries are ignored, not raised."""
    from numba.core.caching import FunctionCache

    class Cache(FunctionCache):
        def load_overload(self, *arguments: Any) -> Any:
            try:
                return super().load_overload(*arguments)
            except Exception:  # noqa: BLE001 - whatever a damaged pickle raises
                return None

        def save_overload(self, *arguments: Any) -> None:
            try:
                super().save_overload(*arguments)
            except Exception:  # noqa: BLE001
                with suppress(OSError):
                    self.flush()  # the next process begins a new one

    return Cache(function)


def _pays(function: Any) -> bool:
    """Return True if compiled calls are preferred from now on."""
    return function in _loaded or _spent[0] > INTERPRETED_SECONDS


@contextmanager
def at_once() -> Iterator[None]:
    """Compile every kernel that runs within this context before its first step."""
    before = _spent[0]
    _spent[0] = math.inf
    try:
        yield
    finally:
        _spent[0] = before


def is_forbidden() -> bool:
    """Return True if numba is told not to compile."""
    return os.environ.get("NUMBA_DISABLE_JIT") == "1"


class Run:
    """A kernel and the arrays that hold its state; word 0 of the last array counts steps."""

    def __init__(self, function: Any, *arrays: NDArray[Any]) -> None:
        self._function = function
        self._arrays = arrays
        self._lists: list[list[int]] | None = None
        small = sum(map(len, arrays)) <= INTERPRETED_SIZE
        if ((small and not _pays(function)) or is_forbidden()) and function not in _machine_only:
            self._lists = [array.tolist() for array in arrays]  # lists are read 10 times faster

    @property
    def is_cold(self) -> bool:
        """Return True if the next call loads or compiles the kernel."""
        return self._lists is None and self._function not in _loaded

    def load(self) -> float:
        """Load or compile the kernel if the next call needs that; return the seconds it took."""
        if not self.is_cold:
            return 0.0
        began = time.perf_counter()
        compiled(self._function)(*self._arrays, 0)
        _loaded.add(self._function)
        return time.perf_counter() - began

    def advance(self, budget: int) -> int:
        """Take at most ``budget`` steps; return the status, 0 for not done yet."""
        if self._lists is None:
            return int(compiled(self._function)(*self._arrays, budget))
        began = time.perf_counter()
        status = int(self._function(*self._lists, budget))
        _spent[0] += time.perf_counter() - began
        if _pays(self._function) and not is_forbidden():
            self.arrays()
            self._lists = None
        return status

    def finish(self) -> int:
        """Advance to the end, in calls short enough for Ctrl-C; the arrays are up to date."""
        self.load()
        while not (status := self.advance(CALL_STEPS)):
            self.load()
        self.arrays()
        return status

    @property
    def steps(self) -> int:
        """The steps taken so far."""
        return int(self[-1][0])

    def __getitem__(self, i: int) -> Any:
        """Return array ``i`` as it is now, a list or an array; writing to it changes the run."""
        return self._arrays[i] if self._lists is None else self._lists[i]

    def arrays(self) -> tuple[NDArray[Any], ...]:
        """Return the arrays, brought up to date."""
        if self._lists is not None:
            for array, values in zip(self._arrays, self._lists, strict=True):
                array[:] = values
        return self._arrays
