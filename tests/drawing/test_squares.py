"""Boards of hexagons in pictures: places, shades, names, outlines."""

import itertools
import math
from collections import Counter

import pytest
from hypothesis import given, strategies as st
from together import together

from icosian import Board, hex_graph, triangular_graph
from icosian.boards.hexagonal import STEPS
from icosian.drawing.geometry import Hexagons, Squares, _square_outline, squares_of
from icosian.drawing.scene import cells_by_shade, hexagon

BOARDS = {
    "hexagon": hex_graph(3).board,
    "triangle": triangular_graph(4).board,
    "with holes": Board((3, 4), hexagonal=True, holes=[(0, 0), (1, 1)]),
    "one": hex_graph(1).board,
    "no cells": Board((1, 1), hexagonal=True, holes=[(0, 0)]),
}
every_board = together("board", BOARDS.values(), ids=BOARDS)


def around(board, square):
    """Return the neighbors of a square on the board."""
    row, column = square
    return [v for a, b in STEPS if (v := (row + a, column + b)) in board]


def test_a_board_is_drawn_by_its_kind():
    assert type(squares_of(Board((2, 3)))) is Squares
    assert type(squares_of(Board((2, 3), hexagonal=True))) is Hexagons


@every_board
def test_hexagons_fill_the_plane_inside_the_box(board):
    scene = Hexagons(board).blank()
    left, top, right, bottom = scene.box
    lines = [line for some in cells_by_shade(scene).values() for line in some]
    assert len(lines) == len(board)
    for line in lines:
        sides = [math.dist(p, q) for p, q in zip(line, line[1:] + line[:1], strict=True)]
        assert sides == pytest.approx([1 / math.sqrt(3)] * 6)
        assert all(left - 1e-9 <= x <= right + 1e-9 for x, _ in line)
        assert all(top - 1e-9 <= y <= bottom + 1e-9 for _, y in line)


@every_board
def test_neighbors_are_one_apart_and_have_other_shades(board):
    geometry = Hexagons(board)
    rows = geometry.blank().rows
    for u in board.squares:
        others = [v for v in board.squares if v != u]
        near = [v for v in others if math.dist(geometry.position(u), geometry.position(v)) < 1.01]
        assert sorted(near) == sorted(around(board, u))
        shade = rows[u[0]][u[1]]
        assert all(rows[row][column] != shade for row, column in near)


@every_board
def test_names_stand_next_to_the_cells(board):
    geometry = Hexagons(board, names=True)
    places = [geometry.position(square) for square in board.squares]
    labels = geometry.blank().labels
    rows, columns = {row for row, _ in board.squares}, {column for _, column in board.squares}
    assert len(labels) == len(rows) + len(columns)
    for at, *_ in labels:
        assert 0.7 < min(math.dist(at, place) for place in places) < 0.9
    assert Hexagons(board, names=False).blank().labels == []


@every_board
def test_an_outline_has_a_line_for_each_side_and_closes(board):
    squares = list(board.squares)[: max(1, len(board) // 2)] if len(board) else []
    lines = Hexagons(board).outline(squares, 0.1)
    inside = [v for u in squares for v in around(board, u) if v in squares]
    assert len(lines) == 6 * len(squares) - len(inside)
    ends = [(round(x, 6), round(y, 6)) for line in lines for x, y in line]
    assert all(ends.count(end) == 2 for end in ends)
    for line in lines:
        for point in line:
            assert any(
                math.dist(point, Hexagons(board).position(square)) < 1 / math.sqrt(3)
                for square in squares
            )


def test_sides_join_neighbors_of_a_set():
    board = BOARDS["hexagon"]
    geometry = Hexagons(board)
    sides = geometry.sides(board.squares)
    assert len(sides) == hex_graph(3).number_of_edges()
    assert [math.dist(p, q) for p, q in sides] == pytest.approx([1] * len(sides))


def test_the_corners_of_a_hexagon_are_around_its_center():
    corners = hexagon((2.0, 3.0))
    assert [math.dist(corner, (2, 3)) for corner in corners] == pytest.approx(
        [0.5774] * 6, abs=1e-4
    )


# Outlines of sets of squares.


SQUARES = st.sets(st.tuples(st.integers(0, 4), st.integers(0, 4)), min_size=1)


@given(SQUARES, st.sampled_from([0.04, 0.1, 0.3]))
def test_the_outline_of_squares_is_closed(squares, inset):
    ends = Counter(
        (round(x, 6), round(y, 6)) for line in _square_outline(squares, inset) for x, y in line
    )
    assert set(ends.values()) == {2}


@given(SQUARES)
def test_every_side_of_the_union_has_its_line(squares):
    beside = [(x + dx, y + dy) for x, y in squares for dx, dy in ((0, 1), (0, -1), (1, 0), (-1, 0))]
    assert len(_square_outline(squares, 0.1)) == sum(square not in squares for square in beside)


@given(SQUARES)
def test_the_outline_of_squares_runs_inside_them(squares):
    for (x0, y0), (x1, y1) in _square_outline(squares, 0.1):
        for k in range(11):
            x, y = x0 + (x1 - x0) * k / 10, y0 + (y1 - y0) * k / 10
            for dx, dy in ((0.099, 0), (-0.099, 0), (0, 0.099), (0, -0.099)):
                assert (round(x + dx), round(y + dy)) in squares


def test_squares_that_touch_at_a_corner_have_outlines_of_their_own():
    both = _square_outline({(0, 0), (1, 1)}, 0.1)
    apart = [_square_outline({square}, 0.1) for square in ((0, 0), (1, 1))]
    assert sorted(both) == sorted(itertools.chain(*apart))
