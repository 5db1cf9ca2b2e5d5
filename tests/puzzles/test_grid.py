"""Puzzles as grids of numbers."""

import icosian
from icosian.puzzles.numbers import text_of_puzzle


def test_columns_line_up_and_walls_are_shown():
    puzzle = icosian.Puzzle(icosian.king_graph(3, 4, holes=["b2"]), {"a3": 11, "d1": 4})
    assert text_of_puzzle(puzzle).splitlines() == ["11  .  .  .", " .  #  .  .", " .  .  .  4"]


def test_hexagons_lean_to_the_right():
    puzzle = icosian.Puzzle(icosian.hex_graph(2), {(1, 1): 7})
    assert text_of_puzzle(puzzle).splitlines() == ["# . .", " . 7 .", "  . . #"]
