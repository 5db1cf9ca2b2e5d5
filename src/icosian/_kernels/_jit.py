"""Kernels run interpreted while that is quicker, and compiled by numba where compiling pays.

A kernel is a plain function over arrays and integers, marked with :func:`kernel`. It keeps its
whole state in the arrays it is given and takes a budget of steps, so it can be stopped and resumed
anywhere, and even change from interpreted to compiled in between: :class:`Run` does that.
For each kernel the question is to rent or to buy: :class:`Code` compares what its interpreted calls
have taken so far with what its machine code takes to load or to compile. Where there is no numba,
all kernels run interpreted. Only this file, ``words`` and ``lanes`` use numba.
"""

from __future__ import annotations

import gc
import logging
import math
import os
import sys
import threading
import time
import types
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, nullcontext, suppress
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any
from zlib import crc32

INTERPRETED_SECONDS = 0.25
"""How long a process runs kernels interpreted before it is worth importing numba."""

LOAD_SECONDS = 0.01
"""What loading a kernel from the disk takes."""

COMPILE_SECONDS = 3e-4
"""What compiling takes for each byte of Python's code of a kernel with its parts, roughly, where
other programs run beside it; see ``tests/benchmarks/compiling.py``."""

SHARE = 0.5
"""The part of its price that a kernel costs interpreted, or is known to, before it is got."""

LAYOUT = 0x401
"""Flags of arrays on which machine code depends: contiguous rows, and leave to write."""
INTERPRETED_SIZE = 500_000
"""The largest total length of the arrays that a run begins with interpreted, times the seconds that
compiling takes where these are more than one."""

WAIT, LOOK_SECONDS = 2, 0.02
"""How many times the seconds that compiling takes a process waits while another one compiles the
same kernel, and how often it looks; a process that is stopped keeps its lock."""

CALL_STEPS = 200_000
"""The steps of a call in a run to the end; Ctrl-C waits for the call."""

_options: dict[Any, dict[str, Any]] = {}  # of numba, for each kernel
_instructions: dict[Any, Any] = {}  # what types each, and makes its code
_machine_only: set[Any] = set()  # parts of these cannot be interpreted
_codes: dict[tuple[Any, ...], Code] = {}
_spent = [0.0]  # seconds of interpreted kernels so far
_is_urgent = [False]  # no run begins interpreted
_waits = threading.local()
_compiling = threading.RLock()
_log = logging.getLogger("icosian")


# -- Marks


def kernel(function: Any) -> Any:
    """Mark a plain function of arrays and integers as a kernel; it must not allocate or raise."""
    # Kernels allocate nothing, so nobody needs to count who refers to an array: in calls of small
    # functions that took half as long as what they do. C has no need to call them either.
    # numba passes on what a part does not set: all that an inlined kernel calls would be inlined.
    options = {"nogil": True, "_nrt": False, "no_cfunc_wrapper": True, "forceinline": False}
    _options[function] = options
    return function


def inlined(function: Any) -> Any:
    """Mark a kernel that is inlined where it is called: a call with many arrays is slow."""
    _options[kernel(function)]["forceinline"] = True
    return function


def called(function: Any) -> Any:
    """Return a copy of an inlined kernel that is called, for where inlining only takes time."""
    return kernel(_copied(function, "_called", {}))


def instruction(typed: Any) -> Callable[[Any], Any]:
    """Mark the Python equivalent of a processor instruction, an intrinsic of numba."""

    def mark(function: Any) -> Any:
        _instructions[function] = typed
        return kernel(function)

    return mark


def variant(function: Any, name: str, **parts: Any) -> Any:
    """Return a kernel with some of its globals replaced, under another name in the disk cache."""
    copy = _copied(function, f"_{name}", parts)
    _options[copy] = _options[function]
    if any(part not in _options or part in _machine_only for part in parts.values()):
        _machine_only.add(copy)
    return copy


def _copied(function: Any, suffix: str, parts: dict[str, Any]) -> Any:
    """Return a function with some of its globals replaced, under a longer name."""
    names = {**function.__globals__, **parts}
    copy = types.FunctionType(function.__code__, names, function.__name__)
    copy.__module__, copy.__qualname__ = function.__module__, function.__qualname__ + suffix
    return copy


def _parts(function: Any) -> dict[str, Any]:
    """Return the kernels that a kernel calls, by their names in it."""
    known = {name: function.__globals__.get(name) for name in function.__code__.co_names}
    return {name: part for name, part in known.items() if part in _options}


# -- Machine code


def is_forbidden() -> bool:
    """Return True if there is no compiler, or if it is told not to compile."""
    return os.environ.get("NUMBA_DISABLE_JIT") == "1" or not _has_numba()


@cache
def _has_numba() -> bool:
    try:
        _undisturbed(lambda: import_module("numba"))
    except (ImportError, OSError) as error:  # llvmlite or its library may be missing, too
        _log.info("all kernels run interpreted: %s", error)
        return False
    return True


@cache
def compiled(function: Any) -> Any:
    """Return the machine code of a kernel, made on first use and cached on disk."""
    machine = _machine_code(function)
    with suppress(RuntimeError):  # no folder to write the cache to
        machine._cache = _cache(machine.py_func)  # noqa: SLF001 - as its own method does
    return machine


def _machine_code(function: Any, suffix: str = "", **options: Any) -> Any:
    """Return what compiles a kernel, under another name for a part."""
    import numba

    parts = {name: _part(part) for name, part in _parts(function).items()}
    return numba.njit(**_options[function], **options)(_copied(function, suffix, parts))


@cache
def _part(function: Any) -> Any:
    """Return the machine code of a kernel for calls from other kernels."""
    if function in _instructions:
        from numba.extending import intrinsic

        return intrinsic(_instructions[function])
    # Python's way in unpacks all arguments; it takes as long to compile as the kernel.
    machine = _machine_code(
        function, "_part", no_cpython_wrapper=True, pipeline_class=_compiler_of_parts()
    )
    if template := getattr(machine, "get_call_template", None):  # numba may be turned off
        machine.get_call_template = lambda args, kws: template(tuple(map(_wide, args)), kws)
    return machine


@cache
def _compiler_of_parts() -> Any:
    """Return numba's compiler without its last steps, which the kernels do for all their parts."""
    from numba.core import codegen
    from numba.core.compiler import Compiler

    library = getattr(codegen, "JITCodeLibrary", None)
    steps = "_optimize_final_module", "_finalize_final_module", "_finalized", "codegen"
    if not all(hasattr(library, step) for step in steps):
        return Compiler  # of another numba: it makes machine code of parts, which takes longer

    class PartLibrary(library):  # type: ignore[misc, valid-type]
        def _optimize_final_module(self) -> None:
            """Leave that to the kernel."""

        def _finalize_final_module(self) -> None:
            """Make no machine code."""
            self._finalized = True

        @property
        def codegen(self) -> Any:
            return self

        def set_env(self, *_: Any) -> None:
            """Store no Python objects: kernels use none, and there is no machine code."""

    class PartCompiler(Compiler):
        def define_pipelines(self) -> Any:
            state = self.state
            state.library = PartLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
            return super().define_pipelines()

    return PartCompiler


def _wide(argument: Any) -> Any:
    """Return the type in which an argument is passed on: one for all signed integers."""
    from numba import types as kinds

    plain = kinds.unliteral(argument)
    return kinds.int64 if plain in kinds.signed_domain else plain


def _cache(function: Any) -> Any:
    """Return the disk cache of a function; damaged entries are ignored, not raised."""
    from numba.core.caching import FunctionCache

    class Cache(FunctionCache):
        loads_only = False

        def __init__(self, function: Any) -> None:
            super().__init__(function)
            # numba knows the file of a kernel, but not those of the kernels that it calls.
            index = self._cache_file
            index._source_stamp = index._source_stamp, stamp_of(Path(__file__).parent)  # noqa: SLF001

        def load_overload(self, *arguments: Any) -> Any:
            # numba would get its compiler ready before it loads anything, which takes 0.3 s.
            with suppress(Exception):  # whatever a damaged pickle raises
                if (loaded := self._load_overload(*arguments)) is not None:
                    return loaded
            if self.loads_only:
                raise NotOnDisk
            return None

        def save_overload(self, *arguments: Any) -> None:
            try:
                super().save_overload(*arguments)
            except Exception:  # noqa: BLE001
                with suppress(OSError):
                    self.flush()  # the next process begins a new one

    return Cache(function)


@contextmanager
def _alone(cache: Any, seconds: float) -> Iterator[None]:
    """Wait for some seconds while another process compiles the same kernel, and saves it."""
    with ExitStack() as stack:
        with suppress(ImportError, OSError, TypeError):  # no such locks on Windows; no folder
            import fcntl

            file = stack.enter_context(Path(cache.cache_path, "icosian.lock").open("wb"))
            place = crc32(cache._cache_file._index_name.encode())  # noqa: SLF001
            end = time.monotonic() + seconds
            while time.monotonic() < end:
                with suppress(BlockingIOError, PermissionError):
                    fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, place)
                    break
                time.sleep(LOOK_SECONDS)
        yield


@cache
def stamp_of(folder: Path) -> tuple[tuple[str, float, int], ...]:
    """Return what changes with any source file in a folder."""
    files = ((path.name, path.stat()) for path in sorted(folder.glob("*.py")))
    return tuple((name, stat.st_mtime, stat.st_size) for name, stat in files)


class NotOnDisk(Exception):
    """The code has to be compiled."""


# -- To rent or to buy


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
        parts = [function]
        for part in parts:
            parts += set(_parts(part).values()).difference(parts)
        self.seconds = COMPILE_SECONDS * sum(len(part.__code__.co_code) for part in parts)
        """What compiling it takes, roughly."""
        self.spent = 0.0
        """The seconds of interpreted calls so far."""
        self.is_ready = False
        self.call: Any = None
        """The machine code itself: what numba calls first takes 3 us for each named tuple."""
        self._on_disk = True  # as far as is known
        self._due = SHARE * min(LOAD_SECONDS, self.seconds)

    def pays(self, seconds: float) -> bool:
        """Return True if interpreted calls of so long pay to look for it again, or to get it."""
        if "numba" not in sys.modules and max(seconds, _spent[0]) < INTERPRETED_SECONDS:
            return False
        return seconds >= self._due

    def get(self, arrays: Sequence[Any], announce: Callable[[str], object], seconds: float) -> None:
        """Load the code, or compile it if it is not on the disk, each if it pays."""
        began = time.perf_counter()

        def note_wait() -> None:
            nonlocal began
            now = time.perf_counter()
            _waits.seconds, began = waited() + now - began, now

        try:
            price = SHARE * self.seconds
            while not self.is_ready and self.pays(seconds) and not is_forbidden():
                if seconds < price:
                    self._on_disk = True  # another process may have compiled it meanwhile
                if not self._on_disk:
                    module = self.function.__module__.rpartition(".")[2]
                    name = f"{module}.{self.function.__qualname__}"  # of a variant, too
                    note_wait()  # the time that is announced is that without it, as all later ones
                    announce(f"compiling {name} (once, about {self.seconds:.1f} s)")
                _undisturbed(lambda: self._fetch(arrays))
                self._due = min(max(self._due, 2 * seconds), price)
        finally:
            note_wait()

    def _fetch(self, arrays: Sequence[Any]) -> None:
        """Load the code if it may be on the disk, otherwise compile it."""
        from numba import typeof

        with _compiling:
            machine = compiled(self.function)
            cache = machine._cache  # noqa: SLF001
            if self._on_disk and not hasattr(cache, "loads_only"):  # no folder
                self._on_disk = False
                return
            cache.loads_only = self._on_disk
            try:
                types = tuple(map(typeof, (*arrays, 0)))
                with nullcontext() if self._on_disk else _alone(cache, WAIT * self.seconds):
                    machine.compile(types)
            except NotOnDisk:
                self._on_disk = False
            else:
                self.call, self.is_ready = machine.get_overload(types), True
            finally:
                cache.loads_only = False


def _undisturbed(job: Callable[[], object]) -> None:
    """Do a job without the garbage collector, which takes a tenth of compiling, and without Ctrl-C.

    Half a compiler is of no use, so another thread does it if there may be one, and Ctrl-C ends
    only the wait. The process ends after the job, and forks before or after it.
    """

    def work() -> None:
        collects = gc.isenabled()
        gc.disable()
        try:
            job()
        finally:
            if collects:
                gc.enable()

    try:
        from concurrent.futures import ThreadPoolExecutor

        pool = ThreadPoolExecutor(1)
        done = pool.submit(work)
    except RuntimeError:  # there are no more threads, or the process ends
        work()
        return
    try:
        done.result()
    finally:
        pool.shutdown(wait=done.done())


if hasattr(os, "register_at_fork"):  # a child would inherit the locks of the compiler, not its work
    free = _compiling.release
    os.register_at_fork(before=_compiling.acquire, after_in_parent=free, after_in_child=free)


def _code(function: Any, arrays: Sequence[Any]) -> Code:
    """Return the machine code of a kernel for the types of arrays, named tuples taken apart."""
    types = [(a.dtype.char, a.ndim, a.flags.num & LAYOUT) for a in arrays]
    key = function, *types
    if (code := _codes.get(key)) is None:
        code = _codes[key] = Code(function)
    return code


def leaves(parts: Iterable[Any]) -> list[Any]:
    """Return arrays, or lists, and those of named tuples."""
    found: list[Any] = []
    for part in parts:
        if isinstance(part, tuple):
            found += part
        else:
            found.append(part)
    return found


def lists_of(arrays: Iterable[Any]) -> list[Any]:
    """Return arrays, and named tuples of arrays, as lists."""
    return [
        type(a)(*[b.tolist() for b in a]) if isinstance(a, tuple) else a.tolist() for a in arrays
    ]


class Run:
    """A kernel and the arrays that hold its state; word 0 of the last array counts steps.

    Arrays that kernels pass on together are named tuples of arrays. ``left`` tells how many seconds
    interpreted calls of the kernel, these and later ones, take at least, as far as is known.
    """

    def __init__(
        self, function: Any, *arrays: Any, left: Callable[[], float] = lambda: 0.0
    ) -> None:
        self._function = function
        self._arrays = arrays
        self._leaves = leaves(arrays)
        self._lists: list[Any] | None = None
        self._code = code = _code(function, self._leaves)
        self._expected = 0.0 if code.is_ready else code.spent + left()
        if not (code.is_ready or _is_urgent[0] or function in _machine_only):
            most = INTERPRETED_SIZE * max(1.0, code.seconds)
            if sum(map(len, self._leaves)) <= most:
                self._interpret()

    def _interpret(self) -> None:
        self._lists = lists_of(self._arrays)  # they are read 10 times faster

    def load(self, announce: Callable[[str], object] = _log.info) -> None:
        """Decide how the next call runs: get machine code if it is needed, or if it pays."""
        code, is_interpreted = self._code, self._lists is not None
        if not code.is_ready:
            seconds = max(code.spent, self._expected) if is_interpreted else math.inf
            code.get(self._arrays, announce, seconds)
        if code.is_ready and is_interpreted:
            self.arrays()
            self._lists = None
        elif not (code.is_ready or is_interpreted):  # there is no compiler
            self._interpret()

    def advance(self, budget: int) -> int:
        """Take at most ``budget`` steps; return the status, 0 for not done yet."""
        self.load()
        if self._lists is None:
            return int(self._code.call(*self._arrays, budget))
        began = time.thread_time()  # whatever else is running
        status = int(self._function(*self._lists, budget))
        seconds = time.thread_time() - began
        self._code.spent += seconds
        _spent[0] += seconds
        return status

    def finish(self) -> int:
        """Advance to the end, in calls short enough for Ctrl-C; the arrays are up to date."""
        while not (status := self.advance(CALL_STEPS)):
            pass
        self.arrays()
        return status

    @property
    def is_compiled(self) -> bool:
        """True if the next call runs machine code."""
        return self._lists is None and self._code.is_ready

    @property
    def steps(self) -> int:
        """The steps taken so far."""
        return int(self[-1][0])

    def __getitem__(self, i: int) -> Any:
        """Return array ``i`` as it is now, a list or an array; writing to it changes the run."""
        return self._arrays[i] if self._lists is None else self._lists[i]

    def arrays(self) -> tuple[Any, ...]:
        """Return the arrays, brought up to date."""
        if self._lists is not None:
            for array, values in zip(self._leaves, leaves(self._lists), strict=True):
                array[:] = values
        return self._arrays


# -- Random numbers of kernels, by xorshift of 32 bits

RANDOM = 1
"""The word of a kernel's ``s`` that is their state."""


@kernel
def below(s, n):
    """Draw a random integer below n (n < 2^31)."""
    x = s[RANDOM]
    x ^= (x << 13) & 0xFFFFFFFF
    x ^= x >> 17
    x ^= (x << 5) & 0xFFFFFFFF
    s[RANDOM] = x
    return (x * n) >> 32
