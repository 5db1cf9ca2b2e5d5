"""Boards as text: marks in rows and layers; rows of hexagons lean to the right."""

from together import together

import icosian
from icosian import Board, hex_graph
from icosian.boards.text import text_of


def test_a_plane_board_is_a_table_of_marks():
    assert text_of(Board((2, 3)), lambda v: str(10 * v[0] + v[1]), 2) == " 0  1  2\n10 11 12"


def test_layers_are_separated_by_blank_lines():
    assert text_of(Board((2, 1, 2)), lambda v: "abc"[sum(v)]) == "a b\n\nb c"


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
