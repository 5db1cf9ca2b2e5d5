"""The walk round a cycle, compared with its slow twin."""

import pytest
from hypothesis import given, strategies as st
from naive import walked

from icosian._kernels import words as kernels


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
    order, s = [0] * n, [0] * kernels.WORDS
    order[0] = s[kernels.HERE] = first
    s[kernels.LAST] = other[first]
    while not (status := kernels.walk(one, other, order, s, budget)):
        pass
    assert status == kernels.DONE
    assert order == walked(one, other, first)


@pytest.mark.parametrize("budget", [1, 100])
def test_two_cycles_are_noticed(budget):
    one, other = [1, 2, 0, 4, 5, 3], [2, 0, 1, 5, 3, 4]
    order, s = [0] * 6, [0] * kernels.WORDS
    s[kernels.LAST] = other[0]
    while not (status := kernels.walk(one, other, order, s, budget)):
        pass
    assert status == kernels.SHORT
