"""Hints, steps and other questions that all kinds of puzzles are asked."""

import re

import networkx as nx
import pytest
from hypothesis import example, given

import icosian
from icosian import InvalidArgument, Puzzle, SearchLimitReached, king_graph, make_puzzle
from icosian.exceptions import HamiltonianPathExists
from icosian.puzzles import LoopPuzzle, QueensPuzzle, Zip
from icosian.puzzles.loops import PUZZLE_KINDS

from .test_numbers import puzzles, solutions

# What all kinds of puzzles are asked.


LARGE = {
    "hidato": lambda: Puzzle(king_graph(8), {"a1": 1, "h8": 40}),
    "zip": lambda: Zip(king_graph(8), {"a1": 1, "d5": 2, "h8": 3}),
    "slitherlink": lambda: LoopPuzzle("slitherlink", ["." * 12] * 12),
    "queens": lambda: QueensPuzzle([[r] * 14 for r in range(14)]),
}
"""Puzzles with more solutions than can be counted."""


@pytest.mark.parametrize("kind", LARGE)
def test_a_time_limit_stops_every_question(kind):
    puzzle = LARGE[kind]()
    questions = puzzle.solve, puzzle.is_unique, puzzle.prove_unique, puzzle.count
    for ask in (*questions, puzzle.conflict, puzzle.hint, puzzle.hints):
        with pytest.raises(SearchLimitReached):
            ask(timeout=0)
    with pytest.raises(SearchLimitReached):
        make_puzzle(8, kind=kind, clues=None if kind == "queens" else 4, timeout=0)


@pytest.mark.parametrize("kind", PUZZLE_KINDS)
def test_answers_about_a_new_puzzle_agree(kind):
    puzzle = make_puzzle(4, kind=kind, seed=5)
    assert puzzle.is_unique()
    assert puzzle.count() == puzzle.count(limit=2) == 1
    puzzle.prove_unique().check(puzzle if isinstance(puzzle, LoopPuzzle) else puzzle.graph)
    with pytest.raises((HamiltonianPathExists, InvalidArgument)):
        puzzle.conflict()
    hints = puzzle.hints()
    for hint in hints[:3]:
        assert hint == puzzle.hint()
        puzzle = puzzle.with_hint(hint)
        assert puzzle.is_unique()
    assert len(hints) >= 3


# Hints: numbers of the solution, with reasons that hold.


@given(puzzles())
def test_a_forced_number_is_the_same_in_all_solutions(puzzle):
    ways = solutions(puzzle)
    if not ways or len(puzzle.clues) == len(puzzle):
        return
    hint = puzzle.hint()
    found = {path[hint.number - 1] for path in ways}
    assert hint.node in found
    assert hint.number not in puzzle.clues.values()
    assert hint.is_forced == (len(found) == 1)
    if not hint.is_forced:
        open_numbers = [k for k in range(len(puzzle)) if k + 1 not in puzzle.clues.values()]
        assert all(len({path[k] for path in ways}) > 1 for k in open_numbers)


def ends_of_walks(puzzle, nodes, length):
    """The free nodes that walks over free nodes reach in so many steps, or that reach a node."""
    G = puzzle.graph if length > 0 else puzzle.graph.reverse()
    reached = set(nodes)
    for _ in range(abs(length)):
        reached = {w for v in reached for w in G[v] if w not in puzzle.clues and w != v}
    return reached


DEAD_END = Puzzle(nx.Graph([("a", 0), (0, "b"), ("b", "c")]), {0: 2})
"""From 'a', one step after number 2 like 'b', no step is left for number 4."""


@given(puzzles())
@example(DEAD_END)
@example(Puzzle(nx.DiGraph([(0, 1), (1, 2), (3, 1), (2, 3)]), {2: 3}))
@example(Puzzle(nx.path_graph(3, nx.DiGraph), {}))
def test_what_a_hint_names_leaves_one_free_place(puzzle):
    if not solutions(puzzle) or len(puzzle.clues) == len(puzzle):
        return
    puzzle = Puzzle(nx.DiGraph(puzzle.graph), puzzle.clues)
    hint = puzzle.hint()
    if "only place" in hint.reason:
        node_of = {k: v for v, k in puzzle.clues.items()}
        known = re.findall(r"(\w+) steps? (after|before) (\d+)( on|, wherever)", hint.reason)
        ends, free = [set(puzzle.graph)], set(puzzle.graph) - set(puzzle.clues)
        for steps, side, number, where in known:
            way = hint.number - int(number)
            assert (steps, side) == ("one" if way in (1, -1) else str(abs(way)), words(way))
            first = free if "," in where else {node_of[int(number)]}
            ends.append(ends_of_walks(puzzle, first, way))
        assert set.intersection(*ends) == {hint.node}
        if "wherever" in hint.reason:  # which is said only where it is needed
            given = (one for one, row in zip(ends[1:], known, strict=True) if row[-1] == " on")
            assert len(set.intersection(ends[0], *given)) > 1


def words(way):
    return "after" if way > 0 else "before"


def test_hints_lead_to_the_solution():
    puzzle = icosian.make_puzzle(4, seed=2)
    solution = puzzle.solve()
    while len(puzzle.clues) < len(puzzle):
        hint = puzzle.hint()
        assert hint.is_forced
        assert solution.numbering[hint.node] == hint.number
        puzzle = puzzle.with_known({hint.node: hint.number})
    assert puzzle.clues == solution.numbering
    with pytest.raises(InvalidArgument, match="all numbers are given"):
        puzzle.hint()


def test_every_kind_of_reason_is_found():
    kinds = set()
    for seed in range(3):
        puzzle = icosian.make_puzzle(5, seed=seed)
        while len(puzzle.clues) < len(puzzle):
            hint = puzzle.hint()
            kinds |= {
                kind
                for kind in ("only place", "only number", "has no", "a search finds")
                if kind in hint.reason
            }
            puzzle = puzzle.with_known({hint.node: hint.number})
    assert kinds >= {"only place", "has no"}


# Puzzles as grids of numbers.
