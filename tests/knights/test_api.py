"""knights_tour: boards without a graph, checked by plain Python."""

import itertools

import pytest
from together import together

import icosian
from icosian import knights as api
from icosian.boards.board import Board
from icosian.exceptions import InvalidTour


def assert_knights_tour(tour, rows, columns, *, closed):
    squares = list(tour)
    assert len(squares) == rows * columns == len(set(squares))
    assert all(0 <= r < rows and 0 <= c < columns for r, c in squares)
    steps = [*squares, squares[0]] if closed else squares
    assert all({abs(a - c), abs(b - d)} == {1, 2} for (a, b), (c, d) in itertools.pairwise(steps))
    assert tour.is_closed == closed


@together(("rows", "columns"), [(6, 6), (8, 8), (3, 10), (10, 3), (5, 6), (30, 31)])
def test_small_closed_tours(rows, columns):
    assert_knights_tour(icosian.knights_tour(rows, columns), rows, columns, closed=True)


@together(
    ("rows", "columns", "closed", "error"),
    [
        (5, 5, True, icosian.NoHamiltonianCycle),
        (4, 9, True, icosian.NoHamiltonianCycle),
        (3, 8, True, icosian.NoHamiltonianCycle),
        (1, 1, True, icosian.NoHamiltonianCycle),
        (2, 7, False, icosian.NoHamiltonianPath),
        (3, 5, False, icosian.NoHamiltonianPath),
        (4, 4, False, icosian.NoHamiltonianPath),
    ],
)
def test_impossible_boards_are_refused_with_a_proof_that_holds(rows, columns, closed, error):
    with pytest.raises(error) as caught:
        icosian.knights_tour(rows, columns, closed=closed)
    caught.value.proof.check(icosian.knight_graph(rows, columns))


def test_open_tours_exist_as_chia_and_ong_say():
    # Discrete Applied Mathematics 150 (2005), 80-98
    for m, n in itertools.combinations_with_replacement(range(1, 9), 2):
        exists = (m, n) == (1, 1) or not (m <= 2 or (m, n) in {(3, 3), (3, 5), (3, 6), (4, 4)})
        if exists:
            assert_knights_tour(icosian.knights_tour(m, n, closed=False), m, n, closed=False)
        else:
            with pytest.raises(icosian.NoHamiltonianPath):
                icosian.knights_tour(m, n, closed=False)


def test_the_vectorised_check_refuses_broken_tours():
    tour = icosian.knights_tour(8)
    board, order = Board((8, 8)), tour.nodes.order
    api._check(board, order, closed=True, first=0)
    swapped = order.copy()
    swapped[[3, 10]] = swapped[[10, 3]]
    repeated = order.copy()
    repeated[5] = repeated[6]
    open_ = icosian.knights_tour(5, closed=False)
    for broken, first in ((swapped, 0), (repeated, 0), (order[:-1], 0), (order, 1)):
        with pytest.raises(InvalidTour):
            api._check(board, broken, closed=True, first=first)
    with pytest.raises(InvalidTour, match="lead back"):
        api._check(Board((5, 5)), open_.nodes.order, closed=True, first=None)


@pytest.mark.slow
def test_long_boards_of_four_rows_are_refuted_in_linear_time():
    with pytest.raises(icosian.NoHamiltonianCycle) as caught:
        icosian.knights_tour(4, 60)
    caught.value.proof.check(icosian.knight_graph(4, 60))
