"""Sets as bits of an integer and as words."""

from hypothesis import given, strategies as st

from icosian._kernels.words import BITS
from icosian.placements.placement import members, words, zeros

SETS = st.sets(st.integers(0, 200))


@given(SETS)
def test_members_are_listed_in_ascending_order(numbers):
    assert list(members(sum(1 << k for k in numbers))) == sorted(numbers)


@given(st.lists(SETS, max_size=4))
def test_words_hold_62_members_each(sets):
    width = -(-201 // BITS)
    flat = words([sum(1 << k for k in numbers) for numbers in sets], width).tolist()
    assert len(flat) == len(sets) * width
    for k, numbers in enumerate(sets):
        row = flat[k * width : (k + 1) * width]
        found = {BITS * j + i for j, word in enumerate(row) for i in range(BITS) if word >> i & 1}
        assert found == numbers


def test_states_begin_with_zeros():
    assert zeros(3).tolist() == [0, 0, 0]
    assert zeros(0).dtype == zeros(1).dtype == "int64"
