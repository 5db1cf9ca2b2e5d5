"""What all kinds of puzzles are asked."""

import pytest

from icosian import InvalidArgument, Puzzle, SearchLimitReached, king_graph, make_puzzle
from icosian.exceptions import HamiltonianPathExists
from icosian.puzzles import LoopPuzzle, Zip
from icosian.puzzles.loops import KINDS

LARGE = {
    "hidato": lambda: Puzzle(king_graph(8), {"a1": 1, "h8": 40}),
    "zip": lambda: Zip(king_graph(8), {"a1": 1, "d5": 2, "h8": 3}),
    "slitherlink": lambda: LoopPuzzle("slitherlink", ["." * 12] * 12),
}
"""Puzzles with more solutions than can be counted."""


@pytest.mark.parametrize("kind", LARGE)
def test_a_time_limit_stops_every_question(kind):
    puzzle = LARGE[kind]()
    questions = puzzle.solve, puzzle.is_unique, puzzle.prove_unique, puzzle.count
    for ask in (*questions, puzzle.conflict, puzzle.hint):
        with pytest.raises(SearchLimitReached):
            ask(timeout=0)
    with pytest.raises(SearchLimitReached):
        make_puzzle(8, kind=kind, clues=4, timeout=0)


@pytest.mark.parametrize("kind", LARGE)
def test_counting_stops_at_the_limit(kind):
    puzzle = LARGE[kind]()
    assert puzzle.count(limit=5) == 5
    with pytest.raises(InvalidArgument, match="limit must be an integer of at least 1"):
        puzzle.count(limit=0)


@pytest.mark.parametrize("kind", KINDS)
def test_answers_about_a_new_puzzle_agree(kind):
    puzzle = make_puzzle(4, kind=kind, seed=5)
    assert puzzle.is_unique()
    assert puzzle.count() == puzzle.count(limit=2) == 1
    puzzle.prove_unique().check(puzzle.graph if isinstance(puzzle, Puzzle) else puzzle)
    with pytest.raises((HamiltonianPathExists, InvalidArgument)):
        puzzle.conflict()
    for _ in range(3):
        puzzle = puzzle.with_hint(puzzle.hint())
        assert puzzle.is_unique()
