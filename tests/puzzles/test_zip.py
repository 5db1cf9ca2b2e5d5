"""Zip puzzles: the numbers are an order, walls are missing edges, and the text is read again."""

import random
from itertools import pairwise

import networkx as nx
import pytest
from hypothesis import given, settings, strategies as st
from lrat_checker import check
from naive import numbered_paths
from together import together

import icosian
from icosian import (
    InvalidArgument,
    NoHamiltonianPath,
    make_puzzle,
    read_puzzle,
)
from icosian.exceptions import HamiltonianPathExists
from icosian.proofs import Ordered
from icosian.puzzles import Zip

SMALL = "1 . .\n-\n. 3|.\n. . 2"


def solutions(puzzle):
    """Return the paths that solve a Zip, by all paths."""
    first, *_, last = places = list(puzzle.clues)
    paths = numbered_paths(puzzle.graph, {first: 1, last: len(puzzle)})
    return {path for path in paths if [*map(path.index, places)] == sorted(map(path.index, places))}


@given(st.integers(0, 10**6), st.integers(2, 4), st.integers(2, 4), st.integers(2, 5))
def test_a_zip_has_the_solutions_of_brute_force(seed, rows, columns, clues):
    if clues > rows * columns:
        return
    puzzle = make_puzzle(rows, columns, kind="zip", clues=clues, seed=seed)
    assert len(puzzle.clues) == clues
    assert solutions(puzzle) == {tuple(puzzle.solve())}
    assert puzzle.is_unique()
    assert puzzle.count() == 1
    proof = puzzle.prove_unique()
    assert proof.besides == (tuple(puzzle.solve()),)
    export = proof.to_lrat(puzzle.graph)
    check(export.formula, export.proof)
    again = read_puzzle(f"{puzzle}\n", kind="zip")
    assert again == puzzle
    assert again.graph.edges == puzzle.graph.edges
    open_graph = icosian.grid_graph(rows, columns)
    free = Zip(open_graph, puzzle.clues)
    assert free.count() == len(solutions(free))
    assert free.is_unique() == (len(solutions(free)) == 1)
    for wall in set(map(frozenset, open_graph.edges)) - set(map(frozenset, puzzle.graph.edges)):
        fewer = puzzle.graph.copy()
        fewer.add_edge(*wall)
        assert not Zip(fewer, puzzle.clues).is_unique()  # no wall is idle


def test_walls_are_edges_that_are_missing():
    puzzle = read_puzzle(SMALL, kind="zip")
    assert str(puzzle) == SMALL
    missing = set(icosian.grid_graph(3).edges) - set(puzzle.graph.edges)
    assert missing == {((0, 0), (1, 0)), ((1, 1), (1, 2))}
    assert puzzle != read_puzzle(SMALL, kind="numbrix")
    assert read_puzzle("|1 .|\n-----\n . 2 \n-----\n", kind="zip").graph.number_of_edges() == 2


def test_walls_of_a_numbrix_are_read_and_written():
    text = " 1| .  .\n   --\n .  .  .\n . 12  .\n .  .  ."
    assert str(read_puzzle(text, kind="numbrix")) == text
    assert read_puzzle(text, piece="wazir") == read_puzzle(text, kind="numbrix")


@together(
    ("text", "options", "why"),
    [
        ("1|.\n. .", {}, "walls between squares are for kind='zip' and piece='wazir'"),
        (" 1|.\n. .", {"hexagonal": True}, "for boards of squares, not of hexagons"),
        ("1 .\n -\n. 2", {"kind": "zip"}, "line 2: '-' does not stand below a square"),
        ("1 .\n. .", {"kind": "zip"}, "a number where its path begins and one where it ends"),
        ("1 .\n. 1", {"kind": "zip"}, "number 1 is given to"),
        ("1 .\n. .", {"kind": "sudoku"}, "kind must be one of hidato, numbrix, zip, slitherlink"),
    ],
)
def test_what_is_wrong_with_a_text_is_named(text, options, why):
    with pytest.raises(InvalidArgument, match=why):
        read_puzzle(text, **options)


def test_numbers_that_contradict_each_other_are_found():
    puzzle = read_puzzle(". . . .\n. 3 . .\n1 . . 2\n4 . 5 .", kind="zip")
    with pytest.raises(NoHamiltonianPath) as caught:
        puzzle.solve()
    caught.value.proof.check(puzzle.graph)
    assert isinstance(caught.value.proof, Ordered)
    core = puzzle.conflict()
    assert len(core.clues) == 4
    assert not solutions(core)
    assert not solutions(puzzle)
    ends = list(puzzle.clues)[:: len(puzzle.clues) - 1]
    for v in core.clues:
        if v not in ends:
            fewer = {w: k for w, k in core.clues.items() if w != v}
            assert solutions(Zip(core.graph, fewer))
    with pytest.raises(HamiltonianPathExists):
        read_puzzle(SMALL, kind="zip").conflict()


def test_hints_lead_to_the_solution():
    puzzle = make_puzzle(4, kind="zip", clues=4, seed=3)
    solution = puzzle.solve()
    steps = set(map(frozenset, solution.edges()))
    for _ in steps:
        hint = puzzle.hint()
        assert hint.is_forced
        assert hint.step in set(pairwise(solution))
        assert solution.numbering[hint.node] == hint.number
        assert str(hint).startswith(f"{hint.number} on ")
        puzzle = puzzle.with_hint(hint)
    assert set(map(frozenset, puzzle.steps)) == steps
    with pytest.raises(InvalidArgument, match="all steps are drawn"):
        puzzle.hint()


@given(st.integers(0, 10**6))
@settings(max_examples=60, deadline=None)
def test_a_hint_says_only_what_all_solutions_share(seed):
    rng = random.Random(seed)
    G = nx.Graph(icosian.grid_graph(rng.randint(2, 3), rng.randint(2, 4)))
    G.remove_edges_from(rng.sample([*G.edges], rng.randint(0, 2)))
    puzzle = Zip(G, {v: k for k, v in enumerate(rng.sample([*G], rng.randint(2, 4)), 1)})
    ways = solutions(puzzle)
    while ways:
        drawn = set(map(frozenset, puzzle.steps))
        shared = set.intersection(*(set(map(frozenset, pairwise(way))) for way in ways)) - drawn
        try:
            hint = puzzle.hint()
        except InvalidArgument:
            assert len(drawn) == len(puzzle) - 1
            return
        assert hint.is_forced == (frozenset(hint.step) in shared) == bool(shared)
        assert ("several solutions" in str(hint)) == (len(ways) > 1)
        assert (hint.number is None) == (hint.is_forced and len(ways) > 1)
        if len(ways) == 1:
            assert {way[hint.number - 2 : hint.number] for way in ways} == {hint.step}
        puzzle = puzzle.with_hint(hint)
        ways = {way for way in ways if frozenset(hint.step) in map(frozenset, pairwise(way))}


def test_a_step_of_several_solutions_has_no_direction():
    puzzle = read_puzzle("1 . .\n. 2 .\n. . .\n", kind="zip")
    hint = puzzle.hint()
    assert (hint.number, hint.is_forced) == (None, True)
    assert str(hint).startswith("a2 - a1: a step of each of several solutions, for")
    assert puzzle.with_hint(hint).count() == puzzle.count() == 2


def test_a_hint_without_reason_says_that_there_are_several_solutions():
    puzzle = Zip(nx.complete_graph(5), {0: 1, 4: 2})
    hint = puzzle.hint()
    assert not hint.is_forced
    assert "several solutions" in str(hint)


def test_further_numbers_are_further_places_of_the_order():
    puzzle = Zip(icosian.grid_graph(3), {"a3": 1, "c3": 9})
    assert puzzle.with_clues({"b2": 4}).clues == {(0, 0): 1, (1, 1): 4, (0, 2): 9}
    assert puzzle.count() == 2
    with pytest.raises(InvalidArgument, match="given the numbers"):
        puzzle.with_clues({"a3": 4})


def test_one_square_is_a_zip():
    assert make_puzzle(1, kind="zip").count() == 1
    assert make_puzzle(1, 2, kind="zip").is_unique()


def test_a_zip_is_drawn_with_its_walls_its_numbers_and_its_path(tmp_path):
    puzzle = read_puzzle(SMALL, kind="zip")
    step = puzzle.hint()
    for k, subject in enumerate((puzzle, puzzle.solve(), puzzle.with_hint(step))):
        icosian.save(subject, tmp_path / f"{k}.svg")
        text = (tmp_path / f"{k}.svg").read_text("utf-8")
        assert "stroke wall" in text
        assert ">3<" in text
        assert ">9<" not in text
