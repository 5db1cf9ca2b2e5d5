"""Knight's tours of long boards of three and four rows."""

import itertools

import pytest
from together import together

import icosian


def assert_knights_tour(tour, rows, columns, *, closed):
    squares = list(tour)
    assert len(squares) == rows * columns == len(set(squares))
    assert all(0 <= r < rows and 0 <= c < columns for r, c in squares)
    steps = [*squares, squares[0]] if closed else squares
    assert all({abs(a - c), abs(b - d)} == {1, 2} for (a, b), (c, d) in itertools.pairwise(steps))
    assert tour.is_closed == closed


@pytest.mark.slow
@together("n", range(32, 64))
@together("rows", [3, 4])
def test_narrow_boards_of_every_length_are_threaded(rows, n):
    if rows == 3 and n % 2 == 0:
        assert_knights_tour(icosian.knights_tour(rows, n), rows, n, closed=True)
    tour = icosian.knights_tour(rows, n, closed=False)
    assert tour.stats.method == "tiles"
    assert_knights_tour(tour, rows, n, closed=False)
