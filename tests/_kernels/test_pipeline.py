"""What the compiler makes of a kernel does the same as Python."""

import sys

import numpy as np
import pytest

from icosian._kernels import _jit

pytestmark = pytest.mark.skipif(_jit.is_forbidden(), reason="nothing is compiled")

LAST = -1
KINDS = ("int32", "int64", "uint64", "bool")


@_jit.kernel
def exchange(a, i, k):
    """Exchange two items; return one of them."""
    item = a[i]
    a[i] = a[k]
    a[k] = item
    return item


@_jit.kernel
def mix(a, i):
    """Read and write items of all signs, alone and in parts."""
    answer = a[LAST] + a[0]
    if i < 0 or a[1] > a[2]:
        a[1] = a[LAST]
    for k in (2, 1):
        answer += exchange(a, i, k)
    a[LAST] = a[0]
    return answer


@_jit.kernel
def put(a, i, value):
    """Write an item of another type."""
    a[i] = value


def compiled(kernel):
    """Return the machine code of a kernel, without the disk."""
    return _jit._machine_code(kernel)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("step", [1, 2])
def test_items_are_read_and_written_as_python_does(kind, step):
    machine = compiled(mix)
    for i in (-3, -1, 0, 2):
        array = np.array([3, 1, 0, 1, 2, 0, 1, 5]).astype(kind)[::step]
        values = array.tolist()
        assert machine(array, i) == mix(values, i)
        assert array.tolist() == values


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("value", [1, 3.0])
def test_a_value_of_another_type_is_converted(kind, value):
    array = np.zeros(3, kind)
    expected = array.copy()
    put(expected, -2, value)
    compiled(put)(array, -2, value)
    assert (array == expected).all()


def test_bounds_are_checked_where_numba_is_told_to(monkeypatch):
    import numba

    monkeypatch.setattr(numba.config, "BOUNDSCHECK", 1)
    monkeypatch.setattr(_jit, "_parts", {})
    array = np.arange(3)
    with pytest.raises(IndexError):
        compiled(put)(array, 3, 0)
    with pytest.raises(IndexError):
        compiled(mix)(array, 3)


def test_only_the_kernel_is_cached_and_loading_it_needs_no_parts(tmp_path, monkeypatch):
    import numba

    monkeypatch.setattr(numba.config, "CACHE_DIR", str(tmp_path))
    types = numba.int64[::1], numba.int64
    for is_warm in (False, True):
        monkeypatch.setattr(_jit, "_compiled", {})
        monkeypatch.setattr(_jit, "_parts", {})
        machine = _jit.compiled(mix)
        machine.compile(types)
        assert bool(_jit._parts) == (not is_warm)
        array, values = np.arange(5), list(range(5))
        assert (machine(array, 3), array.tolist()) == (mix(values, 3), values)
    assert len(list(tmp_path.rglob("*.nbc"))) == 1


def test_a_numba_with_other_parts_compiles_kernels_itself(monkeypatch):
    monkeypatch.setitem(sys.modules, "icosian._kernels._pipeline", None)
    monkeypatch.setattr(_jit, "_parts", {})
    machine = compiled(mix)
    array = np.array([3, 1, 0, 1, 2])
    values = array.tolist()
    assert machine(array, 2) == mix(values, 2)
    assert array.tolist() == values
