"""n queens: one placement, all in order, how many, completion, tori, regions."""

import itertools
import math
from functools import partial

import networkx as nx
import pytest
from hypothesis import given, settings, strategies as st

from icosian import (
    InvalidArgument,
    NoPlacement,
    Placement,
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
# placements with a queen on each square of the upper left quarter of the 8 x 8 board
ON_SQUARES = [[4, 8, 16, 18], [8, 16, 14, 8], [16, 14, 4, 12], [18, 8, 12, 8]]


def attack(a, b, *, side=None):
    """Say whether queens attack each other, on a torus if a side is given."""
    down, across = b[0] - a[0], b[1] - a[1]
    if side is None:
        return not down or not across or abs(down) == abs(across)
    return 0 in (down % side, across % side, (down - across) % side, (down + across) % side)


def brute_force(n, *, fixed=(), forbidden=(), periodic=False, regions=None):
    """Yield the columns of all placements, by trying all permutations."""
    for columns in itertools.permutations(range(n)):
        squares = list(enumerate(columns))
        if not set(fixed) <= set(squares) or set(forbidden) & set(squares):
            continue
        if regions is not None:
            touching = any(abs(a - b) == 1 for a, b in itertools.pairwise(columns))
            if touching or len({regions[square] for square in squares}) < n:
                continue
        elif any(
            attack(a, b, side=n if periodic else None)
            for a, b in itertools.combinations(squares, 2)
        ):
            continue
        yield columns


@pytest.mark.parametrize("n", [1, *range(4, 60), 1_000, 100_000])
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
    bound = caught.value.bound
    assert isinstance(bound, CliqueCover)
    assert bound.value < n
    bound.check(queen_graph(n))
    assert isinstance(caught.value, nx.NetworkXUnfeasible)
    assert list(all_queens(n)) == []
    assert count_queens(n) == count_queens(n, distinct=True) == 0


@pytest.mark.parametrize("n", range(1, 11))
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


@pytest.mark.parametrize("n", range(1, 10))
def test_classes_listed_and_counted_are_as_many_as_published(n):
    assert sum(1 for _ in all_queens(n, distinct=True)) == CLASSES[n - 1]
    assert count_queens(n, distinct=True) == CLASSES[n - 1]


@pytest.mark.slow
@pytest.mark.parametrize("n", [10, 11, 12, 13, 14])
def test_classes_of_large_boards_are_counted_as_published(n):
    assert count_queens(n, distinct=True) == CLASSES[n - 1]


@pytest.mark.parametrize("n", range(1, 8))
def test_placements_are_those_of_brute_force_in_lexicographic_order(n):
    assert [placement.columns for placement in all_queens(n)] == list(brute_force(n))


@pytest.mark.parametrize("n", FIRST)
def test_the_first_placement_is_the_lexicographically_first(n):
    assert next(all_queens(n)).columns == FIRST[n]


def test_as_many_placements_use_each_square_as_published():
    counts = [[count_queens(8, fixed=[(row, column)]) for column in range(8)] for row in range(8)]
    assert [row[:4] for row in counts[:4]] == ON_SQUARES
    assert counts == [row[::-1] for row in counts] == counts[::-1]
    assert sum(map(sum, counts)) == 8 * 92


@pytest.mark.parametrize("n", [4, 5, 6, 7])
def test_distinct_placements_are_the_first_of_their_classes(n):
    def images(columns):
        squares = list(enumerate(columns))
        for _ in range(4):
            squares = [(column, n - 1 - row) for row, column in squares]
            yield tuple(column for _, column in sorted(squares))
            yield tuple(n - 1 - column for _, column in sorted(squares))

    firsts = sorted({min(images(columns)) for columns in brute_force(n)})
    assert [placement.columns for placement in all_queens(n, distinct=True)] == firsts


@pytest.mark.parametrize("n", [n for n in TORUS if n < 12])
def test_as_many_queens_on_tori_as_published(n):
    placements = list(all_queens(n, periodic=True))
    assert len(placements) == count_queens(n, periodic=True) == TORUS[n]
    for placement in placements:
        assert not any(attack(a, b, side=n) for a, b in itertools.combinations(placement, 2))


@pytest.mark.slow
def test_as_many_queens_on_the_torus_of_side_13_as_published():
    assert count_queens(13, periodic=True) == TORUS[13]


@pytest.mark.parametrize("n", range(1, 8))
def test_tori_without_a_placement_are_those_whose_side_has_a_factor_2_or_3(n):
    assert bool(list(brute_force(n, periodic=True))) == (math.gcd(n, 6) == 1)
    if math.gcd(n, 6) == 1:
        placement = queens(n, periodic=True)
        assert not any(attack(a, b, side=n) for a, b in itertools.combinations(placement, 2))
    else:
        with pytest.raises(NoPlacement, match="torus"):
            queens(n, periodic=True)


@pytest.mark.parametrize("n", [1000, 10**6, 10**45])
def test_a_torus_is_hopeless_whatever_its_size(n):
    with pytest.raises(NoPlacement, match="factor 2 or 3"):
        queens(n, periodic=True)


@pytest.mark.parametrize("n", [10**12, 10**45 + 1, 10**400 + 1])
@pytest.mark.parametrize("periodic", [True, False])
def test_more_queens_than_the_memory_holds_are_refused(n, periodic):
    with pytest.raises((InvalidArgument, NoPlacement), match=r"of memory|factor 2 or 3"):
        queens(n, periodic=periodic)


SQUARES = st.tuples(st.integers(0, 5), st.integers(0, 5))


@given(
    st.lists(SQUARES, max_size=2), st.lists(SQUARES, max_size=8), st.booleans(), st.integers(4, 6)
)
@settings(deadline=None, max_examples=60)
def test_completions_are_those_of_brute_force(fixed, forbidden, periodic, n):
    fixed = {(row % n, column % n) for row, column in fixed}
    forbidden = {(row % n, column % n) for row, column in forbidden} - fixed
    clash = any(
        attack(a, b, side=n if periodic else None) for a, b in itertools.combinations(fixed, 2)
    )
    conditions = {"fixed": fixed, "forbidden": forbidden, "periodic": periodic}
    if clash:
        with pytest.raises(InvalidArgument, match="attack each other"):
            queens(n, **conditions)
        return
    right = list(brute_force(n, **conditions))
    assert [placement.columns for placement in all_queens(n, **conditions)] == right
    assert count_queens(n, **conditions) == len(right)
    assert has_unique_queens(n, **conditions) == (len(right) == 1)
    if right and (fixed or forbidden):
        assert queens(n, **conditions).columns == right[0]
    elif not right:
        with pytest.raises(NoPlacement):
            queens(n, **conditions)


@given(st.integers(4, 6), st.data())
@settings(deadline=None, max_examples=60)
def test_puzzles_with_regions_have_the_solutions_of_brute_force(n, data):
    squares = list(itertools.product(range(n), repeat=2))
    seeds = data.draw(st.permutations(squares))[:n]
    labels = st.sampled_from("abcdef"[:n])
    regions = {square: data.draw(labels) for square in squares}
    regions |= dict(zip(seeds, "abcdef", strict=False))
    right = list(brute_force(n, regions=regions))
    rows = ["".join(regions[row, column] for column in range(n)) for row in range(n)]
    for given_as in (regions, rows, "\n".join(rows), [list(row) for row in rows]):
        found = [placement.columns for placement in all_queens(n, regions=given_as)]
        assert found == right
    assert count_queens(n, regions=regions) == len(right)
    assert has_unique_queens(n, regions=regions) == (len(right) == 1)


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

    classes = {class_of(list(enumerate(columns))) for columns in brute_force(n, **conditions)}
    found = list(all_queens(n, **conditions, distinct=True))
    assert len(found) == len(classes) == count_queens(n, **conditions, distinct=True)
    assert {class_of(placement) for placement in found} == classes


@given(st.lists(SQUARES, max_size=5), st.integers(4, 6))
@settings(deadline=None, max_examples=40)
def test_distinct_completions_are_one_of_each_class_that_the_conditions_leave(forbidden, n):
    forbidden = {(row % n, column % n) for row, column in forbidden}
    maps = [image for image in symmetries(n) if set(map(image, forbidden)) == forbidden]
    check_distinct(n, maps, forbidden=forbidden)


@pytest.mark.parametrize(
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


def test_a_known_puzzle_has_one_solution():
    regions = "aabb ccbb ccdd dddd"
    assert queens(4, regions=regions).columns == (1, 3, 0, 2)
    assert has_unique_queens(4, regions=regions)
    assert not has_unique_queens(4, regions="abcd abcd abcd abcd")  # two solutions
    assert not has_unique_queens(4, regions="aabc aaaa aaaa aaad")  # none


def test_all_fixed_is_one_placement():
    for placement in all_queens(6):
        assert count_queens(6, fixed=placement) == 1
        assert list(all_queens(6, fixed=placement)) == [placement]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"n": 0}, "n must be an integer of at least 1, got 0"),
        ({"n": -3}, "at least 1, got -3"),
        ({"n": 2.5}, "at least 1, got 2.5"),
        ({"n": True}, "at least 1, got True"),
        ({"n": "8"}, "at least 1, got '8'"),
        ({"n": 8, "fixed": ["a1", "b2"]}, "fixed queens on b2 and a1 attack each other"),
        ({"n": 8, "fixed": "a1"}, "fixed is a list of squares, got 'a1'"),
        ({"n": 8, "fixed": [(8, 0)]}, r"\(8, 0\) is not on the 8 x 8 board"),
        ({"n": 8, "forbidden": 7}, "forbidden is a list of squares, got 7"),
        ({"n": 8, "fixed": ["c3"], "forbidden": ["c3"]}, "c3 is both fixed and forbidden"),
        ({"n": 8, "periodic": 1}, "periodic must be True or False, got 1"),
        ({"n": 2, "regions": {(0, 0): 1}}, "must cover the board: b2 is in none"),
        ({"n": 3, "regions": "aab\nbbc"}, "must cover the board: 3 rows of 3 labels"),
        ({"n": 3, "regions": "aab\nbb\nccc"}, "must cover the board: 3 rows of 3 labels"),
        ({"n": 3, "regions": "aab\nbbb\naaa"}, "3 queens need 3 regions, got 2"),
        ({"n": 2, "regions": [[[], []], [[], []]]}, "label must be hashable"),
        ({"n": 2, "regions": 5}, "regions are text, rows of labels"),
        ({"n": 5, "regions": "abcde " * 5, "periodic": True}, "not for periodic"),
        ({"n": 5, "regions": "abcde " * 5, "fixed": ["a1", "a3"]}, "break the rules"),
    ],
)
def test_bad_arguments_are_refused_with_the_value_and_the_rule(arguments, message):
    for function in (queens, all_queens, count_queens, has_unique_queens):
        with pytest.raises(InvalidArgument, match=message):
            function(**arguments)


def test_too_large_boards_are_refused_before_any_work():
    with pytest.raises(InvalidArgument, match="searched up to n = 62, got 63"):
        all_queens(63)
    with pytest.raises(InvalidArgument, match="searched up to n = 62"):
        queens(100, fixed=[(0, 0)])
    with pytest.raises(InvalidArgument, match="counted up to n = 31, got 32"):
        count_queens(32)


def test_a_count_out_of_time_says_so():
    with pytest.raises(SearchLimitReached, match="not counted within 0 s"):
        count_queens(16, timeout=0)
    with pytest.raises(SearchLimitReached):
        count_queens(25, forbidden=["a1"], timeout=0.05)


def test_progress_tells_the_part_that_is_done():
    seen = []
    with pytest.raises(SearchLimitReached):
        count_queens(20, timeout=1.5, progress=seen.append)
    parts = [progress.part or 0 for progress in seen]
    assert parts == sorted(parts)
    assert all(0 <= part < 1 for part in parts)
    assert len(parts) > 1


def test_the_first_placements_of_a_large_board_come_at_once():
    first = list(itertools.islice(all_queens(17), 5))
    assert [len(placement) for placement in first] == [17] * 5
    assert first == sorted(first, key=lambda placement: placement.columns)


def test_a_placement_shows_itself():
    placement = queens(4)
    assert repr(placement) == "<placement of 4: b4 d3 a2 c1>"
    assert str(placement).splitlines()[1::2] == ["| |O| | |", "| | | |O|", "|O| | | |", "| | |O| |"]
    assert set(str(placement).splitlines()[::2]) == {"+-+-+-+-+"}
    assert placement.to_svg().startswith("<svg")
    assert placement == Placement(enumerate(placement.columns))
    assert hash(placement) == hash(Placement(enumerate(placement.columns)))
    assert placement != queens(5)
    assert (1, 3) in placement
    assert placement[0] == (0, 1)


def test_a_placement_without_one_piece_a_row_has_no_columns():
    board = queen_graph(4)
    assert Placement([(0, 1), (1, 3), (2, 0), (3, 2)], G=board).columns == (1, 3, 0, 2)
    for nodes in ([(0, 1)], [(0, 1), (0, 3), (2, 0), (3, 2)]):
        with pytest.raises(ValueError, match="one piece in each row"):
            _ = Placement(nodes, G=board).columns
    with pytest.raises(ValueError, match="one piece in each row"):
        _ = Placement("ab").columns
