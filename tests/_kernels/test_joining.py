"""The kernels of the join: ranks of matchings, contraction, exact products."""

import os
import random

import numpy as np
import pytest
from naive import joined_matchings, matchings

from icosian._kernels import _jit, joining, states
from icosian._run.clock import Clock
from icosian.tours.count.layers import _ContractionTables, _join_digits, constants

INTERPRETED_ONLY = os.environ.get("NUMBA_DISABLE_JIT") == "1"


ODD = [1, 1, 3, 15, 105, 945, 10395]


def as_list(matching, size):
    """Return the mate of every end."""
    mates = list(range(size))
    for x, y in matching:
        mates[x], mates[y] = y, x
    return mates


def test_every_matching_has_its_own_rank():
    for k in range(1, 5):
        order, position = [0] * 2 * k, [0] * 2 * k
        seen = set()
        for matching in matchings(list(range(2 * k))):
            mates = as_list(matching, 2 * k)
            r = joining.rank_matching(mates, order, position, ODD, k)
            back = [0] * 2 * k
            joining.unrank_matching(r, back, order, ODD, k)
            assert back == mates
            seen.add(r)
        assert seen == set(range(ODD[k]))


def swaps(k):
    """Return the table of k paths."""
    table = [0] * (k * (2 * k - 1) * ODD[k])
    s = [0] * joining.SWAPPING
    s[joining.PAIRS] = k
    order, position = [0] * 2 * k, [0] * 2 * k
    assert (
        joining.tabulate_swaps(ODD, [0] * 2 * k, order, position, table, s, 1 << 60) == joining.DONE
    )
    return table


@pytest.mark.parametrize("k", [3, 4])
def test_contracting_a_vector_glues_each_of_its_matchings(k):
    rng = random.Random(k)
    order, position = [0] * 2 * k, [0] * 2 * k
    counts = [rng.randrange(100) for _ in range(ODD[k])]
    table = swaps(k - 1)
    for j in range(2 * k - 1):
        slow = [0] * ODD[k - 1]
        for r, count in enumerate(counts):
            mates = [0] * 2 * k
            joining.unrank_matching(r, mates, order, ODD, k)
            x, y = mates[2 * k - 1], mates[j]
            if x == j:
                continue
            mates[x], mates[y] = y, x
            left = list(range(2 * k - 1))  # who is left, in the order of the list
            left[j] = left[-1]
            left.pop()
            place = {v: i for i, v in enumerate(left)}
            images = [place[mates[v]] for v in left]
            slow[joining.rank_matching(images, order, position, ODD, k - 1)] += count
        vectors = counts + [0] * ODD[k - 1]
        joining.contract(table, 0, vectors, 0, ODD[k], ODD[k - 1], 2 * k - 2, j)
        assert vectors[ODD[k] :] == slow


def test_products_are_added_up_exactly():
    rng = random.Random(3)
    total, whole = [0, 0], 0
    for _ in range(50):
        x, y = rng.getrandbits(60), rng.getrandbits(56)
        joining.multiply(total, x, y)
        whole += x * y
    assert total[0] + (total[1] << 62) == whole
    if not INTERPRETED_ONLY:
        array = np.zeros(2, np.int64)
        for x, y in ((1 << 61, (1 << 61) - 1), ((1 << 61) - 3, 1 << 60)):
            _jit.compiled(joining.multiply)(array, x, y)
        expected = (1 << 61) * ((1 << 61) - 1) + ((1 << 61) - 3) * (1 << 60)
        assert int(array[0]) + (int(array[1]) << 62) == expected


def coded(counts, shifts):
    """Return matchings as words, and their counts."""
    size = 2 * len(next(iter(counts)))
    ends = (1 << size) - 1
    words = [states.encode(as_list(matching, size), ends, shifts) for matching in counts]
    return np.array(words), np.array([*counts.values()])


@pytest.mark.parametrize(
    ("k", "number", "is_dense"),
    [(1, 1, False), (2, 3, False), (3, 4, False), (3, 15, True), (4, 5, False), (4, 105, True)],
)
def test_groups_are_joined_as_the_slow_twin_joins_them(k, number, is_dense):
    rng = random.Random(k * number)
    shifts = constants(states.WIDE)[0].tolist()
    all_of_them = matchings(range(2 * k))
    one, other = (
        {matching: rng.getrandbits(40) for matching in rng.sample(all_of_them, number)}
        for _ in range(2)
    )
    # The ends have other slots in the second half: slot i is slot place[i] of the first.
    place = rng.sample(range(2 * k), 2 * k)
    seen = {frozenset(frozenset(place[i] for i in p) for p in m): x for m, x in other.items()}
    pairs = np.zeros((1, joining.PAIR), np.int64)
    pairs[0, [joining.ENDS, joining.OTHER_ENDS]] = (1 << 2 * k) - 1
    pairs[0, [joining.LAST, joining.OTHER_LAST]] = number
    assert (k > joining.SMALL and joining.is_dense(number**2, k, ODD)) == is_dense
    tables = _ContractionTables(pairs, Clock())
    assert tables._depth == (k if is_dense else joining.SMALL)
    arrays = [*coded(one, shifts), *coded(other, shifts), np.array(place)]
    total = _join_digits([pairs.ravel(), *arrays, *tables.work()], Clock())
    assert total == joined_matchings(one, seen)
