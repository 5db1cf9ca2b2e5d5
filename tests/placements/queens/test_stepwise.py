"""The search for queens, opened up."""

import itertools
from types import GeneratorType

import pytest
from together import together

from icosian import InvalidArgument, all_queens, placement_search

METHODS = ["brute-force", "backtracking", "bitmask"]


@together("method", METHODS)
@together("n", range(1, 6))
def test_all_methods_find_all_placements_in_lexicographic_order(method, n):
    steps = list(placement_search(n, method=method))
    found = [step.columns for step in steps if step.kind == "found"]
    assert found == [placement.columns for placement in all_queens(n)]
    assert steps[-1].found == len(found)


def test_five_queens_take_3125_boards_by_brute_force_and_far_fewer_squares_by_backtracking():
    last = {method: list(placement_search(5, method=method))[-1] for method in METHODS}
    assert last["brute-force"].tried == 5**5 == 3125
    assert last["backtracking"].tried == 220
    assert last["bitmask"].tried == 53
    assert {step.found for step in last.values()} == {10}


@together("n", range(1, 9))
def test_each_safe_board_is_met_once(n):
    def safe(columns):
        row = len(columns)
        if row == n:
            return 0
        total = 0
        for column in range(n):
            if all(abs(column - c) not in (0, row - r) for r, c in enumerate(columns)):
                total += 1 + safe([*columns, column])
        return total

    for method in ("backtracking", "bitmask"):
        boards = [s.columns for s in placement_search(n, method=method) if s.kind == "place"]
        assert len(boards) == len(set(boards)) == safe([])


@pytest.mark.parametrize("method", ["backtracking", "bitmask"])
def test_every_step_follows_from_the_one_before(method):
    board, tried, removed, found = (), 0, 0, 0
    for step in placement_search(5, method=method):
        if step.kind == "remove":
            removed += 1
            assert step.columns == board[:-1]
        elif step.kind == "found":
            found += 1
            assert step.columns == board
            assert len(board) == 5
        else:
            tried += 1
            assert step.columns[:-1] == board
        assert (step.tried, step.removed, step.found) == (tried, removed, found)
        if step.kind != "reject":
            board = step.columns
    assert board == ()


def test_a_square_is_rejected_just_when_it_is_attacked():
    for step in placement_search(6):
        attacked = any(
            abs(a - b) in (0, down)
            for (r, a), (s, b) in itertools.combinations(enumerate(step.columns), 2)
            for down in [s - r]
        )
        assert attacked == (step.kind == "reject")


def test_steps_come_one_by_one():
    steps = placement_search(12, method="brute-force")
    assert isinstance(iter(steps), GeneratorType)
    assert next(steps).columns == (0,) * 12


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"n": 0}, "at least 1, got 0"),
        ({"n": "5"}, "at least 1, got '5'"),
        ({"n": 5, "method": "magic"}, "brute-force, backtracking, bitmask, got 'magic'"),
    ],
)
def test_bad_arguments_are_refused_at_once(arguments, message):
    with pytest.raises(InvalidArgument, match=message):
        placement_search(**arguments)
