"""Kernels change from interpreted to compiled, the disk cache, and instructions."""

import _thread
import random
import subprocess
import sys
import threading
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given, strategies as st
from naive import walked
from together import together

from icosian._kernels import _jit, words as bits
from icosian._kernels._jit import compiled, kernel
from icosian._kernels.words import count_bits, high_word, lowest_bit, prefetch
from icosian._run.limits import Clock, TimeIsUp, random_state
from tests._kernels.runs import compiled_only

# Kernels change from interpreted to compiled, and the disk cache may be damaged


@_jit.kernel
def increment(x):
    return x + 1


@_jit.kernel
def decrement(x):
    return x - 1


@_jit.kernel
def add_up(sums, s, budget):
    """Add a number to a sum until there are 100 steps."""
    while budget > 0:
        if s[0] == 100:
            return 1
        sums[0] = increment(sums[0])
        s[0] += 1
        budget -= 1
    return 0


def run_of(kernel=add_up, size=1, **known):
    return _jit.Run(kernel, np.zeros(size, np.int64), np.zeros(1, np.int64), **known)


@pytest.fixture
def unspent(monkeypatch):
    """Let no kernel have run interpreted so far."""
    monkeypatch.setattr(_jit, "_spent", [0.0])
    monkeypatch.setattr(_jit, "_codes", {})


def test_a_small_run_is_interpreted_and_stops_when_the_budget_is_spent(unspent):
    run = run_of()
    assert [run.advance(60), run.steps, run.advance(60), run.steps] == [0, 60, 1, 100]
    assert run[0] == [100]
    assert run.arrays()[0].tolist() == [100]


@compiled_only
def test_a_large_run_is_compiled_before_its_first_step(unspent):
    run = run_of(size=_jit.INTERPRETED_SIZE + 1)
    assert isinstance(run[0], np.ndarray)
    assert run.finish() == 1
    assert add_up in _jit.loaded()
    assert run[0][0] == 100


@compiled_only
def test_every_run_is_compiled_within_at_once(unspent):
    with _jit.at_once():
        assert isinstance(run_of()[0], np.ndarray)
    assert isinstance(run_of()[0], list)


@pytest.fixture
def fetched(unspent, monkeypatch):
    """The kernels that a compiler of this test looks for on the disk, and then compiles."""
    fetched = []

    def fetch(code, arrays):
        fetched.append(code.function)
        code.is_ready = not code._on_disk
        code._on_disk = False

    monkeypatch.setattr(_jit, "INTERPRETED_SECONDS", 0.0)
    monkeypatch.setattr(_jit, "is_forbidden", lambda: False)
    monkeypatch.setattr(_jit.Code, "_fetch", fetch)
    return fetched


def test_a_run_changes_to_machine_code_once_that_pays_and_goes_on_from_its_state(fetched):
    run = run_of()
    run.advance(10)
    run._code.spent = 0.0
    run.load()
    assert (fetched, type(run[0])) == ([], list)
    run._code.spent = 100.0
    run.load()
    assert isinstance(run[0], np.ndarray)
    assert run.steps == 10
    assert isinstance(run_of()[0], np.ndarray)  # and so it is for the next one


def test_code_is_loaded_early_and_compiled_only_after_as_long_as_that_takes(fetched):
    notices, run = [], run_of()
    code = run._code
    code.seconds, code.spent = 1.0, _jit.LOAD_SECONDS
    run.load(notices.append)  # it is not on the disk
    run.load(notices.append)
    assert (notices, len(fetched)) == ([], 1)
    code.spent = 1.0
    run.load(notices.append)
    assert notices == ["compiling test_jit.add_up (once, about 1.0 s)"]
    assert len(fetched) == 2


def test_what_is_announced_has_a_time_no_later_than_what_follows(fetched, monkeypatch):
    look, now = _jit.Code._fetch, [0.0]

    def fetch(code, arrays):
        now[0] += 1.0
        look(code, arrays)

    clocks = SimpleNamespace(perf_counter=lambda: now[0])
    monkeypatch.setattr(_jit.Code, "_fetch", fetch)
    monkeypatch.setattr(_jit, "time", clocks)
    monkeypatch.setattr("icosian._run.limits.time", clocks)
    told = []
    clock = Clock(progress=told.append)
    run_of(size=_jit.INTERPRETED_SIZE + 1).load(clock.tell)
    assert [progress.seconds for progress in told] == [0.0]
    assert clock.seconds == 0.0
    assert clock.compile_seconds == 2.0


def test_the_disk_is_looked_at_again_whenever_calls_have_taken_twice_as_long(fetched):
    run = run_of()
    code, looks = run._code, 0
    code.seconds = 1000 * _jit.LOAD_SECONDS
    for spent in (0.4, 0.6, 1, 1.3, 2, 100):
        code.spent = 2 * spent * _jit.SHARE * _jit.LOAD_SECONDS
        run.load()
        looks += spent in {0.6, 1.3, 100}
        assert len(fetched) == looks
    assert not code.is_ready


def test_a_run_that_was_stopped_before_it_compiled_makes_no_other_look_for_ever(fetched):
    def stop(_):
        raise TimeIsUp

    with pytest.raises(TimeIsUp):
        run_of(size=_jit.INTERPRETED_SIZE + 1).load(stop)
    looks = len(fetched)
    run = run_of()
    run.load()
    assert not run._code.is_ready
    assert len(fetched) == looks


def test_kernels_are_paid_for_one_by_one(fetched):
    run_of()._code.spent = 100.0
    other = _jit.Run(add_some, np.zeros(1, np.int64), np.zeros(1, np.int64))
    for run in (other, _jit.Run(add_up, np.zeros(1, np.int32), np.zeros(1, np.int64))):
        run.load()  # other types are other code
    assert not fetched


def test_a_long_run_that_is_foreseen_is_compiled_before_its_first_step(fetched):
    code = run_of()._code
    run_of(left=lambda: 0.8 * _jit.SHARE * code.seconds).load()
    assert not code.is_ready  # it is not on the disk, and the run is too short
    run = run_of(left=lambda: 1.2 * _jit.SHARE * code.seconds)
    run.load()
    assert isinstance(run[0], np.ndarray)
    assert fetched == [add_up, add_up]


def test_an_error_of_the_compiler_is_raised_where_the_code_is_needed(unspent, monkeypatch):
    def fetch(code, arrays):
        raise ZeroDivisionError

    monkeypatch.setattr(_jit, "is_forbidden", lambda: False)
    monkeypatch.setattr(_jit.Code, "_fetch", fetch)
    with pytest.raises(ZeroDivisionError):
        run_of(size=_jit.INTERPRETED_SIZE + 1).load()


def test_ctrl_c_ends_the_wait_and_not_the_compiler(unspent, monkeypatch):
    released, done = threading.Event(), threading.Event()

    def fetch(code, arrays):
        _thread.interrupt_main()
        released.wait()
        code.is_ready = True
        done.set()

    monkeypatch.setattr(_jit, "is_forbidden", lambda: False)
    monkeypatch.setattr(_jit.Code, "_fetch", fetch)
    run = run_of(size=_jit.INTERPRETED_SIZE + 1)
    before = _jit.waited()
    with pytest.raises(KeyboardInterrupt):
        run.load()
    assert _jit.waited() > before
    released.set()
    done.wait()
    assert run._code.is_ready


def test_without_more_threads_the_caller_compiles(fetched, monkeypatch):
    def refused(thread):
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", refused)
    run_of(size=_jit.INTERPRETED_SIZE + 1).load()
    assert fetched == [add_up, add_up]


def test_without_a_compiler_a_large_run_is_interpreted(unspent, monkeypatch):
    monkeypatch.setattr(_jit, "is_forbidden", lambda: True)
    run = run_of(size=_jit.INTERPRETED_SIZE + 1)
    assert run.finish() == 1
    assert isinstance(run[0], list)
    assert run.arrays()[0][0] == 100


def test_a_variant_is_a_kernel_with_another_part(unspent):
    down = _jit.variant(add_up, "down", increment=decrement)
    run = run_of(down)
    assert run.finish() == 1
    assert run[0][0] == -100
    assert down.__qualname__ == "add_up_down"


@_jit.kernel
def add_some(numbers, s):
    """Add a constant and a number of 32 bits, both through the same part."""
    s[0] = increment(1) + increment(numbers[0])


@pytest.fixture
def cold(monkeypatch):
    """Let nothing be compiled before and after a test; return how to forget it in between."""

    def forget():
        _jit.compiled.cache_clear()
        _jit._part.cache_clear()

    forget()
    yield forget
    forget()


@compiled_only
def test_a_part_is_compiled_once_for_constants_and_all_signed_integers(cold, monkeypatch):
    monkeypatch.setattr(_jit, "_cache", nowhere)  # what is loaded needs no parts
    s = np.zeros(1, np.int64)
    _jit.compiled(add_some)(np.array([2**31 - 1], np.int32), s)
    assert s[0] == 2 + 2**31
    assert len(_jit._part(increment).overloads) == 1


@_jit.inlined
def add_two(x):
    return increment(increment(x))


@_jit.kernel
def add_up_twice(sums, s):
    """Change one number by an inlined part, the other by a call of it."""
    s[0] = add_two(sums[0])
    s[1] = add_two_called(sums[0])


add_two_called = _jit.called(add_two)


def nowhere(function):
    """Act as numba where there is no folder for the cache."""
    raise RuntimeError("cannot cache function: no locator available")


@compiled_only
def test_machine_code_is_made_of_a_kernel_with_its_parts_and_of_no_part(cold, monkeypatch):
    from numba.core.codegen import JITCodeLibrary

    made, make = [], JITCodeLibrary._finalize_specific
    monkeypatch.setattr(
        JITCodeLibrary, "_finalize_specific", lambda code: (made.append(code.name), make(code))
    )
    monkeypatch.setattr(_jit, "_cache", nowhere)
    s = np.zeros(2, np.int64)
    _jit.compiled(add_up_twice)(np.array([7]), s)
    made = [name for name in made if name != "nrt"]  # numba's own, made once a process
    assert (s.tolist(), made) == ([9, 9], ["add_up_twice"])


@compiled_only
@pytest.mark.parametrize("part", [add_two, add_two_called, increment])
def test_only_parts_that_are_marked_are_inlined_everywhere(part, cold, monkeypatch):
    monkeypatch.setattr(_jit, "_cache", nowhere)
    _jit.compiled(add_up_twice)(np.array([7]), np.zeros(2, np.int64))
    (code,) = (overload.library for overload in _jit._part(part).overloads.values())
    (own,) = (str(f) for f in code.get_defined_functions() if f"{part.__qualname__}_part" in f.name)
    assert ("alwaysinline" in own) == (part is add_two)


@compiled_only
def test_while_a_kernel_is_compiled_no_other_process_may_compile_it(monkeypatch):
    fcntl = pytest.importorskip("fcntl", reason="locks of Unix")
    lock, held = fcntl.lockf, []
    monkeypatch.setattr(
        fcntl, "lockf", lambda file, *args: (held.append((file.name, *args)), lock(file, *args))
    )

    def is_free(name, _, size, first):
        take = f"fcntl.lockf(open({name!r}, 'wb'), fcntl.LOCK_EX | fcntl.LOCK_NB, {size}, {first})"
        program = [sys.executable, "-IS", "-c", f"import fcntl; {take}"]
        return not subprocess.run(program, capture_output=True, check=False).returncode

    with _jit._alone(compiled(decrement)._cache, 60):
        pass
    with _jit._alone(compiled(add_up)._cache, 60):
        assert [is_free(*one) for one in held] == [True, False]
    assert is_free(*held[1])


@compiled_only
def test_a_process_that_is_stopped_while_it_compiles_is_not_waited_for(monkeypatch):
    fcntl = pytest.importorskip("fcntl", reason="locks of Unix")
    looks = []

    def refuse(*_):
        looks.append(1)
        raise BlockingIOError

    monkeypatch.setattr(fcntl, "lockf", refuse)
    monkeypatch.setattr(_jit.time, "monotonic", iter(range(100)).__next__)
    with _jit._alone(compiled(add_up)._cache, 3):
        assert len(looks) == 2


@compiled_only
def test_what_another_process_has_compiled_meanwhile_is_loaded(cold, unspent):
    for _ in range(2):
        run = run_of(size=_jit.INTERPRETED_SIZE + 1)
        run._code._on_disk = False
        run.load()
        hits = compiled(add_up).stats.cache_hits.values()
        _jit._codes.clear()
        cold()
    assert sum(hits) == 1


@compiled_only
def test_without_a_folder_for_the_cache_kernels_are_compiled_in_each_process(
    cold, unspent, monkeypatch
):
    monkeypatch.setattr(_jit, "_cache", nowhere)
    notices, run = [], run_of(size=_jit.INTERPRETED_SIZE + 1)
    run.load(notices.append)
    assert len(notices) == 1
    assert run.finish() == 1


@compiled_only
def test_a_cache_that_cannot_be_read_or_written_is_no_loss(cold, monkeypatch):
    from numba.core.caching import FunctionCache

    def damaged(self, *arguments):
        raise EOFError

    monkeypatch.setattr(FunctionCache, "_load_overload", damaged)
    monkeypatch.setattr(FunctionCache, "save_overload", damaged)
    assert _jit.compiled(increment)(np.int64(2)) == 3


@compiled_only
def test_only_the_kernel_is_cached_and_loading_it_needs_no_parts(cold, tmp_path, monkeypatch):
    import numba

    monkeypatch.setattr(numba.config, "CACHE_DIR", str(tmp_path))
    for is_warm in (False, True):
        cold()
        s = np.zeros(1, np.int64)
        _jit.compiled(add_some)(np.array([7], np.int32), s)
        assert s[0] == 10
        assert bool(_jit._part(increment).overloads) == (not is_warm)
    assert len(list(tmp_path.rglob("*.nbc"))) == 1


@compiled_only
def test_code_on_the_disk_is_old_once_a_file_of_kernels_has_changed(cold, tmp_path, monkeypatch):
    import numba

    monkeypatch.setattr(numba.config, "CACHE_DIR", str(tmp_path / "cache"))
    read = _jit.stamp_of.__wrapped__
    for text, is_known in (("1", False), ("", True), ("2", False)):
        cold()
        with (tmp_path / "part.py").open("a") as file:
            file.write(text)
        monkeypatch.setattr(_jit, "stamp_of", lambda _: read(tmp_path))
        _jit.compiled(add_some)(np.array([7], np.int32), np.zeros(1, np.int64))
        assert bool(_jit._part(increment).overloads) == (not is_known)


# Instructions in compiled kernels do what their plain functions do


RANDOM = random.Random(2)
WORD_PAIRS = [(1, 1), (2**61, 2**61), (2**62 - 1, 2**62 - 1), (0b1011000, 3**38)]
WORD_PAIRS += [(RANDOM.getrandbits(62) | 1, 1 << RANDOM.randrange(62)) for _ in range(100)]


@kernel
def all_of_them(words, found, budget):  # instructions can be called from kernels only
    prefetch(words, 1)
    found[0] = count_bits(words[0])
    found[1] = lowest_bit(words[0])
    found[2] = high_word(words[0], words[1])
    return budget


@together(("x", "y"), WORD_PAIRS)
@compiled_only
def test_compiled_instructions_agree_with_plain_functions(x, y):
    machine, plain = np.zeros(3, np.int64), [0, 0, 0]
    compiled(all_of_them)(np.array([x, y]), machine, 1)
    all_of_them([x, y], plain, 1)
    assert machine.tolist() == plain


# Bit operations are processor instructions when compiled


WORDS = st.integers(1, (1 << bits.BITS) - 1)


@given(WORDS, WORDS)
def test_words_are_counted_as_digits(x, y):
    digits = f"{x:b}"
    assert bits.count_bits(x) == digits.count("1")
    assert bits.lowest_bit(x) == len(digits) - 1 - digits.rindex("1")
    assert bits.high_word(x, y) == x * y // 2**bits.BITS


# Random numbers of kernels: they are even, and the word they come from is that of all callers


def test_random_numbers_are_even_enough():
    # chi-square over 16 cells, 15 degrees of freedom: 37.7 is the 0.1 % point
    s = [0, random_state(1)]
    counts = [0] * 16
    for _ in range(16_000):
        counts[_jit.below(s, 16)] += 1
    assert sum((count - 1000) ** 2 / 1000 for count in counts) < 37.7


# The walk round a cycle, compared with its slow twin


@given(
    st.integers(3, 12).flatmap(lambda n: st.permutations(range(n))), st.integers(1, 20), st.data()
)
def test_a_walk_in_slices_is_the_cycle(around, budget, data):
    n = len(around)
    one, other = [0] * n, [0] * n
    for k, v in enumerate(around):
        sides = [around[k - 1], around[(k + 1) % n]]
        one[v], other[v] = data.draw(st.permutations(sides))
    first = around[0]
    order, s = [0] * n, [0] * bits.WORDS
    order[0] = s[bits.HERE] = first
    s[bits.LAST] = other[first]
    while not (status := bits.walk(one, other, order, s, budget)):
        pass
    assert status == bits.DONE
    assert order == walked(one, other, first)


@pytest.mark.parametrize("budget", [1, 100])
def test_two_cycles_are_noticed(budget):
    one, other = [1, 2, 0, 4, 5, 3], [2, 0, 1, 5, 3, 4]
    order, s = [0] * 6, [0] * bits.WORDS
    s[bits.LAST] = other[0]
    while not (status := bits.walk(one, other, order, s, budget)):
        pass
    assert status == bits.SHORT
