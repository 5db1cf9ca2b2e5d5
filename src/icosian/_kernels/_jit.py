"""Kernels run interpreted while that is quicker, and compiled by numba where compiling pays.

A kernel is a plain function over arrays and integers, marked with :func:`kernel`. It keeps its
whole state in the arrays it is given and takes a budget of steps, so it can be stopped and resumed
anywhere, and even change from interpreted to compiled in between: :class:`Run` does that.
For each kernel the question is to rent or to buy: :class:`Code` compares what its interpreted calls
have taken so far with what its machine code takes to load or to compile.
Only this file, ``_pipeline``, ``instructions`` and ``lanes`` use numba.
"""

from __future__ import annotations

import logging
import math
import os
import sys
import threading
import time
import types
from contextlib import contextmanager, suppress
from functools import partial
from typing import TYPE_CHECKING, Any

from icosian._kernels._compile_seconds import compile_seconds
from icosian._kernels._compiler import Order, Stopped, worker

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from numpy.typing import NDArray


INTERPRETED_SECONDS = 0.25
"""How long a process runs kernels interpreted before it is worth importing numba."""

LOAD_SECONDS = 0.01
"""What loading a kernel from the disk takes."""

SHARE = 0.5
"""The part of its price that a kernel costs interpreted before it is got; it is kept."""

INTERPRETED_SIZE = 500_000
"""The largest total length of the arrays that a run begins with interpreted, times the seconds that
compiling takes where these are more than one."""

CALL_STEPS = 200_000
"""The steps of a call in a run to the end; Ctrl-C waits for the call."""

_machine_only: set[types.FunctionType] = set()  # parts of these cannot be interpreted
_marked: set[types.FunctionType] = set()
_inlined: set[types.FunctionType] = set()
_instructions: dict[types.FunctionType, str] = {}
_compiled: dict[types.FunctionType, Callable[..., Any]] = {}
_parts: dict[types.FunctionType, Any] = {}
_codes: dict[tuple[Any, ...], Code] = {}
_spent = [0.0]  # seconds of interpreted kernels so far
_is_urgent = [False]  # no run begins interpreted
_waits = threading.local()
_log = logging.getLogger("icosian")


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
        machine = _compiled[function] = _machine_code(function)
        with suppress(RuntimeError):  # no folder to write the cache to
            machine._cache = _cache(machine.py_func)  # noqa: SLF001 - as its own method does
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
    """Return what compiles a kernel, under another name for a part."""
    import numba

    names = dict(function.__globals__)
    copy = types.FunctionType(function.__code__, names, function.__name__)
    copy.__module__, copy.__qualname__ = function.__module__, function.__qualname__ + suffix
    # Kernels allocate nothing, so nobody needs to count who refers to an array: in calls of
    # small functions that took longer than what they do. C has no need to call them either.
    options |= {"nogil": True, "_nrt": False, "no_cfunc_wrapper": True}
    if function in _inlined:
        options["forceinline"] = True
    if not is_forbidden():
        try:
            from icosian._kernels._pipeline import pipeline
        except (AttributeError, ImportError):  # a later numba has other parts: use it as it is
            link(copy)
        else:
            options["pipeline_class"] = pipeline(link)
    return numba.njit(**options)(copy)


def link(function: Any) -> None:
    """Replace the kernels that a kernel calls by their compiled code, before it is compiled."""
    names = function.__globals__
    for name in function.__code__.co_names:
        if (helper := names.get(name)) in _marked:
            names[name] = _part(helper)


def _cache(function: Any) -> Any:
    """Return the disk cache of a function; damaged entries are ignored, not raised."""
    from numba.core.caching import FunctionCache

    class Cache(FunctionCache):
        loads_only = False

        def load_overload(self, *arguments: Any) -> Any:
            # numba would get its compiler ready before it loads anything: half of what that takes.
            try:
                loaded = self._load_overload(*arguments)
            except Exception:  # noqa: BLE001 - whatever a damaged pickle raises
                loaded = None
            if loaded is None and self.loads_only:
                raise NotOnDisk
            return loaded

        def save_overload(self, *arguments: Any) -> None:
            try:
                super().save_overload(*arguments)
            except Exception:  # noqa: BLE001
                with suppress(OSError):
                    self.flush()  # the next process begins a new one

    return Cache(function)


class NotOnDisk(Exception):
    """The code has to be compiled."""


def is_forbidden() -> bool:
    """Return True if numba is told not to compile."""
    return os.environ.get("NUMBA_DISABLE_JIT") == "1"


@contextmanager
def at_once() -> Iterator[None]:
    """Compile every kernel that runs within this context before its first step."""
    before = _is_urgent[0]
    _is_urgent[0] = True
    try:
        yield
    finally:
        _is_urgent[0] = before


def loaded() -> set[Any]:
    """Return the kernels whose machine code is there."""
    return {code.function for code in _codes.values() if code.is_ready}


def waited() -> float:
    """Return the seconds that this thread has waited for machine code so far."""
    return getattr(_waits, "seconds", 0.0)


class Code:
    """The machine code of a kernel for some types of arrays, and whether it pays to get it."""

    def __init__(self, function: Any) -> None:
        self.function = function
        self.name = f"{function.__module__.rpartition('.')[2]}.{function.__name__}"
        self.seconds = compile_seconds(self.name)
        """What compiling it usually takes."""
        self.is_ready = False
        self.spent = 0.0
        """The seconds of interpreted calls so far."""
        self._on_disk = True  # as far as is known
        self._order: Order | None = None

    @property
    def is_coming(self) -> bool:
        """True while it is being loaded or compiled."""
        return self._order is not None and not self._order.is_done

    @property
    def notice(self) -> str | None:
        """What is being compiled, in words, or None."""
        if self._on_disk or not self.is_coming:
            return None
        return f"compiling {self.name} (once, usually {self.seconds:.1f} s)"

    @property
    def pays(self) -> bool:
        """True if interpreted calls have taken long enough to get it."""
        if "numba" not in sys.modules and _spent[0] < INTERPRETED_SECONDS:
            return False
        price = LOAD_SECONDS if self._on_disk else self.seconds
        return self.spent >= SHARE * price

    def get(
        self, arrays: Sequence[NDArray[Any]], patience: float, announce: Callable[[str], object]
    ) -> None:
        """Have it loaded, or compiled if it is not on the disk, and wait for so many seconds.

        Without a limit the code is needed; otherwise it is only compiled if that pays.
        """
        end = time.perf_counter() + patience
        while not self.is_ready and (self.is_coming or patience == math.inf or self.pays):
            order = self._order
            if order is None or order.is_done:
                job = partial(self._fetch, arrays)
                order = self._order = Order(job, is_urgent=patience == math.inf)
                if (notice := self.notice) is not None:
                    announce(notice)
            began = time.perf_counter()
            try:
                is_done = order.wait(end - began)
            finally:
                _waits.seconds = waited() + time.perf_counter() - began
            if not is_done:
                break
            if order.error is not None:
                raise order.error

    def _fetch(self, arrays: Sequence[NDArray[Any]]) -> None:
        """Load the code if it may be on the disk, otherwise compile it."""
        from numba import typeof
        from numba.core.event import install_listener

        machine: Any = compiled(self.function)
        cache = machine._cache  # noqa: SLF001
        if self._on_disk and not hasattr(cache, "loads_only"):  # no folder
            self._on_disk = False
            return
        cache.loads_only = self._on_disk
        try:
            with install_listener("numba:run_pass", _passes()):
                machine.compile(tuple(map(typeof, (*arrays, 0))))
        except NotOnDisk:
            self._on_disk = False
        else:
            self._on_disk = self.is_ready = True
        finally:
            cache.loads_only = False


def _code(function: Any, arrays: Sequence[NDArray[Any]]) -> Code:
    """Return the machine code of a kernel for the types of arrays."""
    types = [(a.dtype.char, a.ndim, a.flags.c_contiguous, a.flags.writeable) for a in arrays]
    key = function, *types
    if (code := _codes.get(key)) is None:
        code = _codes[key] = Code(function)
    return code


def _passes() -> Any:
    """Return a listener that ends compiling between two passes if it has to stop."""
    from numba.core.event import Listener

    class Passes(Listener):
        def on_start(self, event: Any) -> None:  # noqa: ARG002
            if worker.is_stopped():
                raise Stopped

        def on_end(self, event: Any) -> None:
            pass

    return Passes()


class Run:
    """A kernel and the arrays that hold its state; word 0 of the last array counts steps."""

    def __init__(self, function: Any, *arrays: NDArray[Any]) -> None:
        self._function = function
        self._arrays = arrays
        self._lists: list[list[int]] | None = None
        self._code = _code(function, arrays)
        self._spent = 0.0
        if function in _machine_only or self._code.is_ready:
            return
        small = sum(map(len, arrays)) <= INTERPRETED_SIZE * max(1.0, self._code.seconds)
        if (small and not _is_urgent[0]) or is_forbidden():
            self._lists = [array.tolist() for array in arrays]  # lists are read 10 times faster

    @property
    def notice(self) -> str | None:
        """What is being compiled for this run, in words, or None."""
        return self._code.notice

    @property
    def is_compiled(self) -> bool:
        """True if the next calls are of machine code, and nothing is left to load."""
        return self._lists is None and self._code.is_ready

    def load(
        self, patience: float | None = None, announce: Callable[[str], object] = _log.info
    ) -> None:
        """Get machine code if the next call needs it, or if it pays.

        An interpreted run waits for it no longer than for so many seconds, or than it has run.
        """
        code = self._code
        if not code.is_ready and not is_forbidden():
            if self._lists is None:
                code.get(self._arrays, math.inf, announce)
            elif code.is_coming or code.pays:
                before = waited()
                code.get(self._arrays, self._spent if patience is None else patience, announce)
                self._spent -= waited() - before
        if code.is_ready and self._lists is not None:
            self.arrays()
            self._lists = None

    def advance(self, budget: int) -> int:
        """Take at most ``budget`` steps; return the status, 0 for not done yet."""
        if not self.is_compiled:
            self.load(0.0)
        if self._lists is None:
            return int(compiled(self._function)(*self._arrays, budget))
        began = time.thread_time()  # as the table of compile times, whatever else is running
        status = int(self._function(*self._lists, budget))
        seconds = time.thread_time() - began
        self._spent += seconds
        self._code.spent += seconds
        _spent[0] += seconds
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
