"""The moves of the rotation kernel, compared with lists that are put together again."""

from hypothesis import given, strategies as st
from naive import reversed_run, same_cycle

from icosian._kernels import rotations as kernels


def placed(tour):
    pos = [0] * len(tour)
    for place, v in enumerate(tour):
        pos[v] = place
    return pos


@st.composite
def runs(draw):
    tour = draw(st.integers(3, 12).flatmap(lambda n: st.permutations(range(n))))
    place = st.integers(0, len(tour) - 1)
    return list(tour), draw(place), draw(place)


@given(runs())
def test_a_reversed_run_makes_the_same_cycle_as_reversing_it_all(run):
    tour, i, j = run
    expected = reversed_run(tour, i, j)
    pos = placed(tour)
    kernels.reverse(tour, pos, i, j)
    assert same_cycle(tour, expected)
    assert pos == placed(tour)


@given(runs(), st.booleans())
def test_a_turn_reverses_a_part_of_the_path_in_either_direction(run, forward):
    tour, i, j = run
    n = len(tour)
    i, j = sorted((i, j))
    path = tour if forward else tour[::-1]
    first, last = path[0], path[-1]
    expected = path[:i] + path[i : j + 1][::-1] + path[j + 1 :]
    pos = placed(tour)
    kernels.turn(tour, pos, last, first, path[i], path[j])
    assert same_cycle(tour, expected)
    assert pos == placed(tour)
    assert len(set(tour)) == n


@given(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), max_size=12))
def test_holes_are_the_pairs_that_were_added_and_not_dropped(pairs):
    gap, holes = [-1] * 12, set()
    for u, v in pairs:
        pair = frozenset((u, v))
        if len(pair) < 2:
            continue
        if pair in holes:
            kernels.drop_hole(gap, u, v)
            holes.discard(pair)
        elif all(sum(w in hole for hole in holes) < 2 for w in pair):
            kernels.add_hole(gap, u, v)
            holes.add(pair)
        for a in range(6):
            for b in range(6):
                if a != b:
                    assert kernels.is_hole(gap, a, b) == (frozenset((a, b)) in holes)
