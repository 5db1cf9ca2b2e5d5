"""What the kernels of counting are made of: matchings, gluing, instructions of the processor."""

import os
import random
from itertools import pairwise

import networkx as nx
import numpy as np
import pytest

from icosian._kernels import _jit, bits, joining, states
from icosian.tours.count import plans as separators
from icosian.tours.count.layers import constants

INTERPRETED_ONLY = os.environ.get("NUMBA_DISABLE_JIT") == "1"
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


def test_a_separator_leaves_a_slot_of_one_word_free():
    graph = [set(range(40)) - {v} for v in range(40)]
    for size in (17, 18):
        plan = separators._planned(graph, range(40), 0, set(range(size)))
        assert plan.width >= size + 1


def test_estimates_of_long_and_wide_graphs_are_numbers():
    long = nx.convert_node_labels_to_integers(nx.grid_2d_graph(1500, 3))
    states_of, width = separators.profile([set(long[v]) for v in long], range(len(long)))
    assert (width, max(states_of) < 3.0**4) == (4, True)
    wide = [set(range(1000)) - {v} for v in range(1000)]
    assert separators.profile(wide, range(1000))[1] == 1000
    assert separators._planned(wide, range(1000), 1, {*range(1, 1000)}).width == 1000


def test_every_matching_has_its_own_number():
    for k in range(1, 5):
        order, position = [0] * 2 * k, [0] * 2 * k
        seen = set()
        for mates in matchings(list(range(2 * k))):
            r = joining.rank_matching(as_list(mates, 2 * k), order, position, ODD, k)
            back = [0] * 2 * k
            joining.unrank_matching(r, back, order, ODD, k)
            assert back == as_list(mates, 2 * k)
            seen.add(r)
        assert seen == set(range(ODD[k]))


def swaps(k):
    """Return the table of k paths."""
    table = [0] * (k * (2 * k - 1) * ODD[k])
    s = [0] * joining.SWAPPING
    s[joining.PAIRS] = k
    order, position = [0] * 2 * k, [0] * 2 * k
    assert joining.tabulate_swaps(ODD, [0] * 2 * k, order, position, table, s, 1 << 60) == joining.DONE
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


@pytest.mark.skipif(INTERPRETED_ONLY, reason="this test is about compiling")
def test_instructions_do_what_they_say_in_python():
    count, lowest, high = (
        _jit.compiled(use(f)) for f in (bits.count_bits, bits.lowest_bit, bits.high_word)
    )
    rng = random.Random(2)
    words = [1, (1 << 62) - 1, *(rng.getrandbits(62) | 1 << rng.randrange(62) for _ in range(100))]
    for x, y in pairwise(words):
        assert count(x, y) == bits.count_bits(x)
        assert lowest(x, y) == bits.lowest_bit(x)
        assert high(x, y) == bits.high_word(x, y)


def use(instruction):
    """Return a kernel that calls an instruction."""
    if instruction is bits.high_word:
        return _jit.variant(two, "high", instruction=instruction)
    return _jit.variant(one, instruction.__name__, instruction=instruction)


@_jit.kernel
def one(x, y):
    return instruction(x)  # noqa: F821


@_jit.kernel
def two(x, y):
    return instruction(x, y)  # noqa: F821


def test_a_vertex_cover_is_as_small_as_the_largest_matching():
    for seed in range(30):
        rng = random.Random(seed)
        edges = {(rng.randrange(6), 6 + rng.randrange(6)) for _ in range(12)}
        G = nx.Graph(edges)
        border = {v for v in G if v >= 6}
        matching = nx.bipartite.hopcroft_karp_matching(G, border)
        cover = separators._cover({v: list(G[v]) for v in border})
        assert all(v in cover or w in cover for v, w in edges)
        assert len(cover) == len(matching) // 2


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
