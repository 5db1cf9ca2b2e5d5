"""n queens: one placement, all, counts, completion, tori, regions."""

import itertools

import networkx as nx
import pytest
from hypothesis import given, strategies as st
from naive import attack, queens_by_permutation
from together import together

from icosian import (
    InvalidArgument,
    NoPlacement,
    SearchLimitReached,
    all_queens,
    count_queens,
    has_unique_queens,
    queen_graph,
    queens,
)
from icosian.placements import CliqueCover

# OEIS A000170, n = 1, 2, ...
ALL = [1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2680, 14200, 73712, 365596, 2279184, 14772512]


# OEIS A002562: classes under rotations and reflections
CLASSES = [1, 0, 0, 1, 2, 1, 6, 12, 46, 92, 341, 1787, 9233, 45752, 285053, 1846955]


# OEIS A007705: the torus of side 2k + 1
TORUS = {1: 1, 3: 0, 5: 10, 7: 28, 9: 0, 11: 88, 13: 4524}


# placements with a queen on each square of the upper left quarter of the 8 x 8 board
ON_SQUARES = [[4, 8, 16, 18], [8, 16, 14, 8], [16, 14, 4, 12], [18, 8, 12, 8]]


@together("n", [1, *range(4, 60), 1_000, 100_000])
def test_constructed_queens_do_not_attack_each_other(n):
    columns = queens(n).columns
    assert sorted(columns) == list(range(n))
    assert len({row + column for row, column in enumerate(columns)}) == n
    assert len({row - column for row, column in enumerate(columns)}) == n


@pytest.mark.slow
def test_a_million_queens_are_placed():
    columns = queens(10**6).columns
    assert sorted(columns) == list(range(10**6))
    assert len({row + column for row, column in enumerate(columns)}) == 10**6
    assert len({row - column for row, column in enumerate(columns)}) == 10**6


@pytest.mark.parametrize("n", [2, 3])
def test_two_and_three_queens_do_not_fit_and_a_checked_bound_says_why(n):
    with pytest.raises(NoPlacement, match=f"{n} queens do not fit on a {n} x {n} board") as caught:
        queens(n)
    with pytest.raises(NoPlacement, match="do not fit"):
        has_unique_queens(n)
    bound = caught.value.proof
    assert isinstance(bound, CliqueCover)
    assert bound.value < n
    bound.check(queen_graph(n))
    assert isinstance(caught.value, nx.NetworkXUnfeasible)
    assert list(all_queens(n)) == []
    assert count_queens(n) == count_queens(n, distinct=True) == 0


@together("n", range(1, 11))
def test_listed_and_counted_placements_are_as_many_as_published(n):
    placements = list(all_queens(n))
    assert len(placements) == count_queens(n) == ALL[n - 1]
    assert len(set(placements)) == len(placements)


@pytest.mark.slow
@pytest.mark.parametrize("n", [11, 12])
def test_listed_and_counted_placements_of_larger_boards_are_as_many_as_published(n):
    assert sum(1 for _ in all_queens(n)) == count_queens(n) == ALL[n - 1]


@pytest.mark.slow
@pytest.mark.parametrize("n", [13, 14, 15, 16])
def test_counts_of_large_boards_are_published_ones(n):
    assert count_queens(n) == ALL[n - 1]


@together("n", range(1, 10))
def test_classes_listed_and_counted_are_as_many_as_published(n):
    assert sum(1 for _ in all_queens(n, distinct=True)) == CLASSES[n - 1]
    assert count_queens(n, distinct=True) == CLASSES[n - 1]


@pytest.mark.slow
@pytest.mark.parametrize("n", [10, 11, 12, 13, 14])
def test_classes_of_large_boards_are_counted_as_published(n):
    assert count_queens(n, distinct=True) == CLASSES[n - 1]


def test_as_many_placements_use_each_square_as_published():
    counts = [[count_queens(8, fixed=[(row, column)]) for column in range(8)] for row in range(8)]
    assert [row[:4] for row in counts[:4]] == ON_SQUARES
    assert counts == [row[::-1] for row in counts] == counts[::-1]
    assert sum(map(sum, counts)) == 8 * 92


@together("n", [n for n in TORUS if n < 12])
def test_as_many_queens_on_tori_as_published(n):
    placements = list(all_queens(n, periodic=True))
    assert len(placements) == count_queens(n, periodic=True) == TORUS[n]
    for placement in placements:
        assert not any(attack(a, b, side=n) for a, b in itertools.combinations(placement, 2))


@pytest.mark.slow
def test_as_many_queens_on_the_torus_of_side_13_as_published():
    assert count_queens(13, periodic=True) == TORUS[13]


@together("n", [10**12, 10**45 + 1, 10**400 + 1])
@together("periodic", [True, False])
def test_more_queens_than_the_memory_holds_are_refused(n, periodic):
    with pytest.raises((InvalidArgument, NoPlacement), match=r"of memory|factor 2 or 3"):
        queens(n, periodic=periodic)


SQUARES = st.tuples(st.integers(0, 5), st.integers(0, 5))


@given(
    st.lists(SQUARES, max_size=2), st.lists(SQUARES, max_size=8), st.booleans(), st.integers(4, 6)
)
def test_completions_are_those_of_queens_by_permutation(fixed, forbid, periodic, n):
    fixed = {(row % n, column % n) for row, column in fixed}
    forbid = {(row % n, column % n) for row, column in forbid} - fixed
    clash = any(
        attack(a, b, side=n if periodic else None) for a, b in itertools.combinations(fixed, 2)
    )
    conditions = {"fixed": fixed, "forbid": forbid, "periodic": periodic}
    if clash:
        with pytest.raises(InvalidArgument, match="attack each other"):
            queens(n, **conditions)
        return
    right = list(queens_by_permutation(n, **conditions))
    assert [placement.columns for placement in all_queens(n, **conditions)] == right
    assert count_queens(n, **conditions) == len(right)
    if right:
        assert has_unique_queens(n, **conditions) == (len(right) == 1)
    if right and (fixed or forbid):
        assert queens(n, **conditions).columns == right[0]
    elif not right:
        for function in (queens, has_unique_queens):
            with pytest.raises(NoPlacement):
                function(n, **conditions)


@given(st.integers(4, 6), st.data())
def test_puzzles_with_regions_have_the_solutions_of_queens_by_permutation(n, data):
    squares = list(itertools.product(range(n), repeat=2))
    seeds = data.draw(st.permutations(squares))[:n]
    labels = st.sampled_from("abcdef"[:n])
    regions = {square: data.draw(labels) for square in squares}
    regions |= dict(zip(seeds, "abcdef", strict=False))
    right = list(queens_by_permutation(n, regions=regions))
    rows = ["".join(regions[row, column] for column in range(n)) for row in range(n)]
    for given_as in (regions, rows, "\n".join(rows), [list(row) for row in rows]):
        found = [placement.columns for placement in all_queens(n, regions=given_as)]
        assert found == right
    assert count_queens(n, regions=regions) == len(right)
    if right:
        assert has_unique_queens(n, regions=regions) == (len(right) == 1)
    else:
        with pytest.raises(NoPlacement, match="fits these regions"):
            has_unique_queens(n, regions=regions)


def test_a_known_puzzle_has_one_solution():
    regions = "aabb ccbb ccdd dddd"
    assert queens(4, regions=regions).columns == (1, 3, 0, 2)
    assert has_unique_queens(4, regions=regions)
    assert not has_unique_queens(4, regions="abcd abcd abcd abcd")  # two solutions
    with pytest.raises(NoPlacement):
        has_unique_queens(4, regions="aabc aaaa aaaa aaad")


def test_all_fixed_is_one_placement():
    for placement in all_queens(6):
        assert count_queens(6, fixed=placement) == 1
        assert list(all_queens(6, fixed=placement)) == [placement]


def test_a_count_out_of_time_says_so():
    with pytest.raises(SearchLimitReached, match="not counted: the 0 s are over"):
        count_queens(16, timeout=0)
    with pytest.raises(SearchLimitReached):
        count_queens(25, forbid=["a1"], timeout=0.05)


def test_progress_tells_the_part_that_is_done(ticking):
    seen = []
    with pytest.raises(SearchLimitReached):
        count_queens(20, timeout=1.5, progress=seen.append)
    parts = [progress.part or 0 for progress in seen]
    assert parts == sorted(parts)
    assert all(0 <= part < 1 for part in parts)
    assert len(parts) > 1
