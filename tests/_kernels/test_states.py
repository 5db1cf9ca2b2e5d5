"""The kernels of frontier states: matchings as words."""

import random

import pytest

from icosian._kernels import states
from icosian.tours.count.layers import constants

ODD = [1, 1, 3, 15, 105, 945, 10395]


def matchings(ends):
    """Return all matchings of some ends, slowly: each is a dict of mates."""
    if not ends:
        return [{}]
    first, *rest = ends
    return [
        {first: other, other: first} | more
        for other in rest
        for more in matchings([x for x in rest if x != other])
    ]


def as_list(mates, size):
    return [mates.get(i, i) for i in range(size)]


def read(code, ends):
    """Return the mates that a word says."""
    mates = list(range(states.WIDE))
    states.decode(code, sum(1 << i for i in ends), constants(states.WIDE)[0].tolist(), mates)
    return {i: mates[i] for i in ends}


def written(mates):
    """Return the word of a matching."""
    ends = sum(1 << i for i in mates)
    shifts = constants(states.WIDE)[0].tolist()
    return states.encode(as_list(mates, states.WIDE), ends, shifts)


def test_every_matching_has_its_own_word():
    ends = [0, 3, 4, 7, 8, 11, 17, 30]
    words = [written(mates) for mates in matchings(ends)]
    assert len(set(words)) == ODD[4]
    assert [read(word, ends) for word in words] == matchings(ends)


@pytest.mark.parametrize(("slots", "room"), [(states.NARROW, states.MATCHING), (states.WIDE, 62)])
def test_the_most_ends_that_a_state_has_fit_into_its_word(slots, room):
    most = (slots - 1) // 2 * 2  # one slot is for a vertex that leaves
    rng = random.Random(1)
    for turn in range(50):
        ends = rng.sample(range(slots), most)
        if turn == 0:  # each lowest end with the highest one: the largest digits
            ends = [
                x for pair in zip(range(most), reversed(range(most)), strict=True) for x in pair
            ]
        pairs = list(zip(ends[::2], ends[1::2], strict=True))[: most // 2]
        mates = {x: y for pair in pairs for x, y in (pair, pair[::-1])}
        assert written(mates) < 1 << room
        assert read(written(mates), sorted(mates)) == mates
