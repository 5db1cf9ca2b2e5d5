"""The kernels of frontier states: matchings as words."""

import random

import numpy as np
import pytest
from naive import least_image

from icosian._kernels import states
from icosian._kernels._jit import Run
from icosian.tours.count.layers import constants
from tests._kernels.runs import finish

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


@pytest.mark.parametrize("compiled", [False, True])
@pytest.mark.parametrize("slots", [states.NARROW, states.WIDE])
@pytest.mark.parametrize("images", [0, 1, 4])
def test_each_shelf_has_the_states_whose_least_images_belong_there(images, slots, compiled):
    rng = random.Random(images)
    limbs, shelves = rng.randint(1, 3), 7
    fixed = rng.choice([-1, rng.getrandbits(2 * slots)])
    places = [rng.sample(range(slots), slots) for _ in range(images)]
    fronts = [rng.choice([0, rng.getrandbits(slots)]) for _ in range(images)]
    rows = []
    for _ in range(300):
        ends = rng.getrandbits(slots) & rng.getrandbits(slots)
        word = ends << slots | rng.getrandbits(slots) & ~ends
        if slots == states.NARROW:
            rows.append([word << states.MATCHING | rng.getrandbits(states.MATCHING)])
        else:
            rows.append([word, rng.getrandbits(62)])
        rows[-1] += [rng.getrandbits(62) for _ in range(limbs)]
    expected = [[] for _ in range(shelves)]
    for row in rows:
        word = row[0] >> states.MATCHING if slots == states.NARROW else row[0]
        least = least_image(word & fixed, slots, places, fronts)
        expected[states.hash_word(least, states.STIR) * shelves >> states.HASH].append(row)
    # The first run counts, the second writes.
    s = np.zeros(states.FOLDING, np.int64)
    s[states.SLOTS], s[states.LIMBS], s[states.FIXED] = slots, limbs, fixed
    key = np.array([i for place in places for i in place], np.int64)
    layer = np.array(rows).ravel()
    ends, written = np.zeros(shelves, np.int64), layer[:0].copy()
    known = key, np.array(fronts, np.int64), layer, np.zeros(len(rows), np.int16)
    for _ in range(2):
        run = Run(states.shelve, *known, ends, written, s.copy())
        status, (*known, ends, found, _) = finish(run, 50, compiled=compiled)
        assert status == states.DONE
        if not len(written):
            assert ends.tolist() == list(map(len, expected))
            ends, written = np.cumsum(ends) - ends, np.empty_like(layer)
    assert ends.tolist() == np.cumsum(list(map(len, expected))).tolist()
    assert found.reshape(len(rows), -1).tolist() == [row for shelf in expected for row in shelf]
