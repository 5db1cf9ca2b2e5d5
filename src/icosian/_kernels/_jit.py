"""How a kernel runs: interpreted while that is quicker, compiled as soon as compiling pays.

A kernel is a plain function over arrays and integers, marked with :func:`kernel`. It keeps its
whole state in the arrays it is given and takes a budget of steps, so it can be stopped and resumed
anywhere, and even change from interpreted to compiled in between: :class:`Run` does that.
Beside ``instructions`` and ``lanes`` the only file that mentions numba.
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
_loaded: set[types.FunctionType] = set()  # the machine code is there: calls start at once
_spent = [0.0]  # seconds of interpreted kernels so far


def kernel(function: Any) -> Any:
    """Mark a function as a kernel; it stays what it is, plain Python.

    Parameters
    ----------
    function : callable
        Takes arrays and integers only, allocates nothing, raises nothing, does not recurse.

    Returns
    -------
    callable
        The same function.
    """
    _marked.add(function)
    return function


def inlined(function: Any) -> Any:
    """Mark a function as a part of kernels whose machine code stands wherever it is called.

    Parameters
    ----------
    function : callable
        Takes so many arrays that a call takes long beside what it does.

    Returns
    -------
    callable
        The same function.
    """
    _inlined.add(function)
    return kernel(function)


def instruction(name: str) -> Callable[[Any], Any]:
    """Mark a function that is an instruction of the processor in compiled kernels.

    Parameters
    ----------
    name : str
        Which of :mod:`icosian._kernels.instructions`.

    Returns
    -------
    callable
        Marks a function that says in plain Python what the instruction does.
    """

    def mark(function: Any) -> Any:
        _instructions[function] = name
        return kernel(function)

    return mark


def variant(function: Any, name: str, **parts: Any) -> Any:
    """Return a kernel in which some functions are exchanged for others.

    Parameters
    ----------
    function : callable
        A kernel.
    name : str
        What tells the variant from others in the cache on disk.
    **parts : kernels, compiled functions or intrinsics
        What stands for the globals of these names.

    Returns
    -------
    callable
        A kernel; it is never interpreted if a part cannot be.
    """
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
    """Return the machine code of a kernel, made on first use and cached on disk.

    Parameters
    ----------
    function : callable
        A kernel.

    Returns
    -------
    callable
        The same function, compiled.
    """
    if function in _instructions and function not in _compiled:
        from icosian._kernels.instructions import intrinsic

        _compiled[function] = intrinsic(_instructions[function])
    if function not in _compiled:
        import numba

        # The compiler looks the other kernels up among the globals, and must find compiled ones.
        names = dict(function.__globals__)
        for name in function.__code__.co_names:
            if (helper := names.get(name)) in _marked:
                names[name] = compiled(helper)
        copy = types.FunctionType(function.__code__, names, function.__name__)
        copy.__module__, copy.__qualname__ = function.__module__, function.__qualname__
        # Kernels allocate nothing, so nobody needs to count who refers to an array: in calls of
        # small functions that took longer than what they do.
        options: dict[str, Any] = {"nogil": True, "_nrt": False}
        if function in _inlined:
            options["forceinline"] = True
        machine: Any = numba.njit(**options)(copy)
        with suppress(RuntimeError):  # no folder to write the cache to
            machine._cache = _cache(copy)  # noqa: SLF001 - as its own method does
        _compiled[function] = machine
    return _compiled[function]


def _cache(function: Any) -> Any:
    """Return the cache of a function on disk: what is damaged there, or does not fit, is no loss.

    Without this, a full disk or a file cut off by a crash would end the call of a kernel.
    """
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
    """Whether compiled calls are to be preferred from now on."""
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
    """Return whether numba is told not to compile."""
    return os.environ.get("NUMBA_DISABLE_JIT") == "1"


class Run:
    """A kernel and the arrays that hold its state.

    Parameters
    ----------
    function : callable
        A kernel ``f(*arrays, budget) -> status`` that returns 0 when the budget is spent.
    *arrays : integer arrays
        Problem and state; the run owns them. The first word of the last one counts steps.
        A kernel is always called with arrays of the same types.
    """

    def __init__(self, function: Any, *arrays: NDArray[Any]) -> None:
        self._function = function
        self._arrays = arrays
        self._lists: list[list[int]] | None = None
        small = sum(map(len, arrays)) <= INTERPRETED_SIZE
        if ((small and not _pays(function)) or is_forbidden()) and function not in _machine_only:
            self._lists = [array.tolist() for array in arrays]  # lists are read 10 times faster

    @property
    def is_cold(self) -> bool:
        """Whether the next call loads the kernel from disk, or compiles it."""
        return self._lists is None and self._function not in _loaded

    def load(self) -> float:
        """Load or compile the kernel if the next call needs that.

        Returns
        -------
        float
            The seconds it took, which are not the search's.
        """
        if not self.is_cold:
            return 0.0
        began = time.perf_counter()
        compiled(self._function)(*self._arrays, 0)
        _loaded.add(self._function)
        return time.perf_counter() - began

    def advance(self, budget: int) -> int:
        """Take at most ``budget`` steps.

        Parameters
        ----------
        budget : int
            The number of steps.

        Returns
        -------
        int
            The kernel's status, 0 for "not done yet".
        """
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
        """Advance to the end, in calls short enough for Ctrl-C.

        Returns
        -------
        int
            The kernel's status; the arrays are up to date.
        """
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
        """Return the arrays as the kernel left them.

        Returns
        -------
        tuple of arrays
            The arrays handed in, brought up to date.
        """
        if self._lists is not None:
            for array, values in zip(self._arrays, self._lists, strict=True):
                array[:] = values
        return self._arrays
