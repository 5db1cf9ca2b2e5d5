"""Boards: squares and their names, nodes, symmetries."""

import itertools
import math
import pickle

import pytest
from board_strategies import boards, refusal
from hypothesis import example, given, strategies as st
from together import together

import icosian
from icosian import IcosianError, hex_graph
from icosian.boards.board import Board
from icosian.boards.piece import graph_symmetries, square_symmetries
from icosian.boards.text import text_of

# squares


@given(boards())
def test_squares_are_all_cells_but_the_holes_in_row_major_order(board):
    cells = list(itertools.product(*map(range, board.shape)))
    assert list(board.squares) == [cell for cell in cells if cell not in board.holes]
    assert len(board) == len(board.squares) == math.prod(board.shape) - len(board.holes)
    assert all(cell in board for cell in board.squares)
    assert not any(hole in board for hole in board.holes)


def test_boards_are_values():
    board = Board([3, 4], periodic=[True, False], holes=iter(["b2"]))
    twin = Board((3, 4), periodic=(True, False), holes={(1, 1)})
    assert board == twin
    assert hash(board) == hash(twin)
    assert len({board, twin, Board((3, 4)), Board((4, 3)), Board((3, 4), periodic=True)}) == 4
    with pytest.raises(AttributeError):
        board.shape = (1, 1)


@given(boards())
def test_boards_survive_pickling(board):
    assert board.squares is not None  # fills the cache
    assert pickle.loads(pickle.dumps(board)) == board


# names


@given(st.integers(1, 40), st.integers(1, 26), st.data())
def test_names_and_squares_are_two_ways_to_say_the_same(rows, columns, data):
    board = Board((rows, columns))
    square = data.draw(st.tuples(st.integers(0, rows - 1), st.integers(0, columns - 1)))
    name = board.name(square)
    assert board.square(name) == square
    assert board.square(f" {name.upper()} ") == square
    assert name == "abcdefghijklmnopqrstuvwxyz"[square[1]] + str(rows - square[0])


def test_only_plane_boards_of_at_most_26_columns_have_names():
    assert Board((100, 26)).has_names
    assert Board((100, 26)).name((0, 25)) == "z100"
    for shape in [(8, 27), (8,), (4, 4, 4)]:
        board = Board(shape)
        assert not board.has_names
        assert board.size in refusal(board.name, (0,) * len(shape))
    assert "'a1'" in refusal(Board((4, 4, 4)).square, "a1")
    assert "'a1'" in refusal(Board((4,)).square, "a1")


# text


@given(boards(dimensions=2))
@example(Board((1, 1), holes=[(0, 0)]))
def test_a_plane_board_is_its_text(board):
    again = Board.from_text(str(board), periodic=board.periodic)
    assert again == board
    assert str(again) == str(board)
    assert Board.from_text(f"\n{board}\n\n", periodic=board.periodic) == board


@given(st.integers(1, 6), st.integers(1, 6), st.data())
def test_text_is_read_from_the_top_left(rows, columns, data):
    row = st.text(".#", min_size=columns, max_size=columns)
    lines = data.draw(st.lists(row, min_size=rows, max_size=rows))
    board = Board.from_text("\n".join(lines))
    assert board.shape == (rows, columns)
    for r, c in itertools.product(range(rows), range(columns)):
        assert ((r, c) in board) == (lines[r][c] == ".")
    assert str(board) == "\n".join(lines)


# JSON, as kept in the graph


@given(boards())
def test_a_board_is_its_json(board):
    assert Board.from_json(board.to_json()) == board


# symmetries


@given(boards())
def test_symmetries_are_different_permutations_of_the_squares_and_the_identity_is_first(board):
    found = board.symmetries()
    assert found[0] == {square: square for square in board.squares}
    for image in found:
        assert set(image) == set(image.values()) == set(board.squares)
    assert len({tuple(image.values()) for image in found}) == len(found)


@given(boards())
def test_symmetries_are_a_group(board):
    found = {tuple(image[s] for s in board.squares) for image in board.symmetries()}
    images = board.symmetries()[:16]
    for f, g in itertools.product(images, repeat=2):
        assert tuple(f[g[s]] for s in board.squares) in found
    for f in images:
        inverse = {image: square for square, image in f.items()}
        assert tuple(inverse[s] for s in board.squares) in found


@given(boards())
def test_symmetries_preserve_how_far_squares_lie_apart(board):
    squares = board.squares[:12]
    for image in board.symmetries():
        for u, v in itertools.combinations(squares, 2):
            assert math.dist(u, v) == math.dist(image[u], image[v])


class Unprintable:
    def __repr__(self):
        raise RuntimeError("no repr")


# Symmetries of graphs that know their board.


@pytest.mark.parametrize("change", ["nodes", "board"])
def test_without_the_squares_of_a_board_there_are_no_symmetries(change):
    G = icosian.king_graph(3)
    if change == "nodes":
        G.add_node("x")
    else:
        G.graph.clear()
    assert graph_symmetries(G) == square_symmetries(G) == []
    with pytest.raises(IcosianError, match="squares of a board"):
        G.symmetries()


# Boards as text: marks in rows and layers; rows of hexagons lean to the right.


@together("width", range(1, 6))
def test_a_mark_is_between_the_two_below_it(width):
    board = Board((3, 3), hexagonal=True)
    marks = dict(zip(board.squares, "abcdefghi", strict=True))
    lines = text_of(board, marks.__getitem__, width).splitlines()
    at = {letter: column for line in lines for column, letter in enumerate(line)}
    for (row, column), letter in marks.items():
        if (row + 1, column - 1) in marks:
            left, right = marks[row + 1, column - 1], marks[row + 1, column]
            assert 2 * at[letter] == at[left] + at[right]


def test_values_on_hexagons_lean():
    G = hex_graph(2)
    texts = [
        str(G.hamiltonian_cycle()),
        str(G.minimum_coloring()),
        str(G.maximum_independent_set()),
    ]
    for text in texts:
        first, *_, last = text.splitlines()
        assert first[0] == last[-1] == "#"
        assert len(last) - len(last.lstrip()) == 2
    assert set("".join(texts[0].split())) == set("#1234567")
    assert icosian.Board.from_text(str(G.board), hexagonal=True) == G.board
