"""Outlines of chess pieces: closed, inside their squares, read as drawn."""

import re

import pytest
from together import together

from icosian.drawing.styles import GRID, OUTLINES, RIM_WIDTH, commands

every_piece = together("name", OUTLINES)


def test_every_chess_piece_has_an_outline():
    assert set(OUTLINES) == {"king", "queen", "rook", "bishop", "knight"}


@every_piece
def test_an_outline_is_closed_and_stays_inside_its_square_with_its_rim(name):
    outline = OUTLINES[name]
    assert re.fullmatch(r"(M[^MZ]*Z)+", outline)
    for command, text in re.findall(r"([A-Z])([^A-Z]*)", outline):
        assert len(text.split()) == {"M": 2, "L": 2, "C": 6, "Z": 0}[command]
        assert all(abs(float(number)) <= (GRID - RIM_WIDTH) / 2 for number in text.split())


def test_outlines_of_the_pieces_differ():
    assert len(set(OUTLINES.values())) == len(OUTLINES) == 5


@every_piece
def test_the_commands_of_an_outline_are_its_text(name):
    written = "".join(
        command + " ".join(f"{x:g} {y:g}" for x, y in points) for command, points in commands(name)
    )
    assert re.findall(r"[A-Z]|[-.0-9]+", written) == re.findall(r"[A-Z]|[-.0-9]+", OUTLINES[name])


@every_piece
def test_every_command_has_its_points(name):
    number = {"M": 1, "L": 1, "C": 3, "Z": 0}
    assert all(len(points) == number[command] for command, points in commands(name))


@every_piece
def test_an_outline_fills_most_of_the_height_and_stands_on_the_same_line(name):
    ys = [y for _, points in commands(name) for _, y in points]
    assert max(ys) == 7.6
    assert max(ys) - min(ys) > 0.6 * GRID


@pytest.mark.parametrize("name", ["king", "queen", "rook"])
def test_pieces_that_face_nowhere_are_symmetric(name):
    points = {point for _, some in commands(name) for point in some}
    mirrored = {(-x, y) for x, y in points}
    assert {(round(x, 6), round(y, 6)) for x, y in points ^ mirrored} == set()


def test_an_unknown_piece_has_no_outline():
    with pytest.raises(KeyError, match="pawn"):
        list(commands("pawn"))
