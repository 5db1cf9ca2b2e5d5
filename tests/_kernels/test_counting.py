"""Counting and listing: matchings as words, their joins, and slices of searches."""

import random

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, strategies as st
from naive import joined_matchings, least_image, listed_cycles, matchings
from together import examples

import icosian
from icosian import hamiltonian_cycles
from icosian._kernels import _jit, backtracking as kernels, joining, states
from icosian._kernels._jit import Run
from icosian._run.limits import Clock
from icosian.tours.count.layers import _ContractionTables, shifts_of
from icosian.tours.problem import Problem
from icosian.tours.solve import heuristics as backtracking
from tests._kernels.runs import finish

# The kernels of frontier states: matchings as words


ODD = [1, 1, 3, 15, 105, 945, 10395]


def as_list(matching, size):
    """Return the mate of every end."""
    mates = list(range(size))
    for x, y in matching:
        mates[x], mates[y] = y, x
    return mates


def read(code, ends):
    """Return the matching that a word says."""
    mates = list(range(states.WIDE))
    states.decode(code, sum(1 << i for i in ends), shifts_of(states.WIDE).tolist(), mates)
    return {frozenset((i, mates[i])) for i in ends}


def written(matching):
    """Return the word of a matching."""
    ends = sum(1 << i for pair in matching for i in pair)
    shifts = shifts_of(states.WIDE).tolist()
    return states.encode(as_list(matching, states.WIDE), ends, shifts)


@pytest.mark.parametrize(("slots", "room"), [(states.NARROW, states.MATCHING), (states.WIDE, 62)])
def test_the_most_ends_that_a_state_has_fit_into_its_word(slots, room):
    most = (slots - 1) // 2 * 2  # one slot is for a vertex that leaves
    rng = random.Random(1)
    for turn in range(50):
        ends = rng.sample(range(slots), most)
        if turn == 0:  # each lowest end with the highest one: the largest digits
            ends = [x for k in range(most // 2) for x in (k, most - 1 - k)]
        matching = set(map(frozenset, zip(ends[::2], ends[1::2], strict=True)))
        assert written(matching) < 1 << room
        assert read(written(matching), ends) == matching


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
    s = np.zeros(states.SHARED, np.int64)
    s[states.SLOTS], s[states.LIMBS], s[states.FIXED] = slots, limbs, fixed
    key = np.array([i for place in places for i in place], np.int64)
    layer = np.array(rows).ravel()
    ends, written = np.zeros(shelves, np.int64), layer[:0].copy()
    known = key, np.array(fronts, np.int64), layer
    shelf = np.zeros(len(rows), np.int16)
    for _ in range(2):
        run = Run(states.shelve, *known, states.ShelvedRows(shelf, ends, written), s.copy())
        status, (*known, shelf, ends, found, _) = finish(run, 50, compiled=compiled)
        assert status == states.DONE
        if not len(written):
            assert ends.tolist() == list(map(len, expected))
            ends, written = np.cumsum(ends) - ends, np.empty_like(layer)
    assert ends.tolist() == np.cumsum(list(map(len, expected))).tolist()
    assert found.reshape(len(rows), -1).tolist() == [row for shelf in expected for row in shelf]


# The kernels of the join: ranks of matchings, contraction, exact products


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
    room = joining.RankedMatching(*([0] * 2 * k for _ in range(3)))
    assert joining.tabulate_swaps(ODD, room, table, s, 1 << 60) == joining.DONE
    return table


@pytest.mark.parametrize("k", [3, 4])
def test_contracting_a_vector_glues_each_of_its_matchings(k):
    rng = random.Random(k)
    order, position = [0] * 2 * k, [0] * 2 * k
    counts = [rng.randrange(100) for _ in range(ODD[k])]
    offsets = [ODD[k]] * k + [0]
    trie = joining.RankTables([], ODD, swaps(k - 1), [0] * k, offsets)
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
        joining.contract(trie, vectors, k, j)
        assert vectors[ODD[k] :] == slow


def test_products_are_added_up_exactly():
    rng = random.Random(3)
    total, whole = [0, 0], 0
    for _ in range(50):
        x, y = rng.getrandbits(60), rng.getrandbits(56)
        joining.multiply(total, x, y)
        whole += x * y
    assert total[0] + (total[1] << 62) == whole
    if not _jit.is_forbidden():
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
    shifts = shifts_of(states.WIDE).tolist()
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
    total = tables.join(joining.HalfStates(pairs.ravel(), *arrays), Clock())
    assert total == joined_matchings(one, seen)


# The kernel of enumeration


@given(st.integers(3, 7), st.integers(0, 10**6), st.floats(0.4, 1))
def test_cycles_are_listed_in_the_order_of_the_slow_twin(n, seed, density):
    G = nx.gnp_random_graph(n, density, seed=seed)
    slow = [set(map(frozenset, cycle)) for cycle in listed_cycles(list(G), list(G.edges))]
    fast = [set(map(frozenset, tour.edges())) for tour in hamiltonian_cycles(G)]
    assert fast == slow


# Backtracking: interpreted and compiled, in slices of any size


@pytest.mark.slow
@examples(5)
@given(st.integers(1, 300), st.sampled_from([kernels.GIVEN, kernels.DEGREE]))
def test_slices_of_any_size_give_the_answer_of_one_piece(budget, order):
    form = Problem.of(icosian.knight_graph(5, 6), closed=True).form

    def run():
        return backtracking.backtracking(form, root=form.root, order=order)

    whole = finish(run(), 1 << 40, compiled=False)
    sliced = finish(run(), budget, compiled=False)
    assert all(map(np.array_equal, whole[1], sliced[1]))
