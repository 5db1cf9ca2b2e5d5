"""The order of placements, and classes under symmetry."""

import itertools
from functools import partial

from hypothesis import given, settings, strategies as st
from naive import queens_by_permutation
from together import together

from icosian import (
    all_queens,
    count_queens,
)

# OEIS A141843 and the tables of S. Ginsburg: the first placement in lexicographic order
FIRST = {
    4: (1, 3, 0, 2),
    5: (0, 2, 4, 1, 3),
    6: (1, 3, 5, 0, 2, 4),
    7: (0, 2, 4, 6, 1, 3, 5),
    8: (0, 4, 7, 5, 2, 6, 1, 3),
    9: (0, 2, 5, 7, 1, 3, 8, 6, 4),
    10: (0, 2, 5, 7, 9, 4, 8, 1, 3, 6),
}


@together("n", range(1, 8))
def test_placements_are_those_of_brute_force_in_lexicographic_order(n):
    assert [placement.columns for placement in all_queens(n)] == list(queens_by_permutation(n))


@together("n", FIRST)
def test_the_first_placement_is_the_lexicographically_first(n):
    assert next(all_queens(n)).columns == FIRST[n]


@together("n", [4, 5, 6, 7])
def test_distinct_placements_are_the_first_of_their_classes(n):
    def images(columns):
        squares = list(enumerate(columns))
        for _ in range(4):
            squares = [(column, n - 1 - row) for row, column in squares]
            yield tuple(column for _, column in sorted(squares))
            yield tuple(n - 1 - column for _, column in sorted(squares))

    firsts = sorted({min(images(columns)) for columns in queens_by_permutation(n)})
    assert [placement.columns for placement in all_queens(n, distinct=True)] == firsts


SQUARES = st.tuples(st.integers(0, 5), st.integers(0, 5))


def turned(n, turns, mirrored, square):
    """Return where a square goes when the board is turned and perhaps mirrored."""
    row, column = square
    for _ in range(turns):
        row, column = column, n - 1 - row
    return (row, n - 1 - column) if mirrored else (row, column)


def symmetries(n):
    return [partial(turned, n, *how) for how in itertools.product(range(4), (False, True))]


def check_distinct(n, maps, **conditions):
    """Check that the distinct placements are one of each class under some symmetries."""

    def class_of(placement):
        return frozenset(frozenset(map(image, placement)) for image in maps)

    classes = {
        class_of(list(enumerate(columns))) for columns in queens_by_permutation(n, **conditions)
    }
    found = list(all_queens(n, **conditions, distinct=True))
    assert len(found) == len(classes) == count_queens(n, **conditions, distinct=True)
    assert {class_of(placement) for placement in found} == classes


@given(st.lists(SQUARES, max_size=5), st.integers(4, 6))
@settings(deadline=None, max_examples=10)
def test_distinct_completions_are_one_of_each_class_that_the_conditions_leave(forbid, n):
    forbid = {(row % n, column % n) for row, column in forbid}
    maps = [image for image in symmetries(n) if set(map(image, forbid)) == forbid]
    check_distinct(n, maps, forbid=forbid)


@together(
    ("puzzle", "kept"),
    [
        ("aabb aabb ccdd ccdd", 8),
        ("aaaaa bbbbb ccccc ddddd eeeee", 4),
        ("aabbb aabbb ccecc dddaa dddaa", 2),
        ("aaaaa abbba dceed dceed ddddd", 1),
        ("aaaaaa abbbba abccba dceefd deeffd dddfff", 1),
        ("aabbcc aabbcc aabbcc ddeeff ddeeff ddeeff", 4),
    ],
)
def test_distinct_puzzles_are_one_of_each_class_that_keeps_the_regions(puzzle, kept):
    rows = puzzle.split()
    n = len(rows)
    regions = {(row, column): rows[row][column] for row in range(n) for column in range(n)}
    patches = partition(regions)
    maps = [
        image
        for image in symmetries(n)
        if partition({image(square): label for square, label in regions.items()}) == patches
    ]
    assert len(maps) == kept
    check_distinct(n, maps, regions=regions)


def partition(regions):
    """Return the sets of squares that share a label."""
    return {
        frozenset(square for square in regions if regions[square] == label)
        for label in regions.values()
    }


def test_the_first_placements_of_a_large_board_come_at_once():
    first = list(itertools.islice(all_queens(17), 5))
    assert [len(placement) for placement in first] == [17] * 5
    assert first == sorted(first, key=lambda placement: placement.columns)
