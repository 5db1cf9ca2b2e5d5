"""Puzzles that are made: one solution, the clues asked for, the same for a seed."""

import networkx as nx
import pytest
from hypothesis import given, strategies as st
from naive import numbered_paths
from together import examples

import icosian
from icosian import InvalidArgument, SearchLimitReached, grid_graph, king_graph, make_puzzle


@given(
    st.sampled_from(
        [
            icosian.king_graph(3, 4),
            icosian.grid_graph(4),
            icosian.hex_graph(2, holes=[(1, 1)]),
            icosian.knight_graph(3, 4),
            nx.petersen_graph(),
            nx.path_graph(1),
            nx.path_graph(2),
        ]
    ),
    st.integers(0, 9),
)
def test_a_new_puzzle_has_one_solution_and_no_idle_clue(G, seed):
    puzzle = make_puzzle(G, seed=seed)
    (path,) = numbered_paths(G, puzzle.clues)
    assert {1, len(G)} <= set(puzzle.clues.values())
    for v in puzzle.clues:
        if v not in (path[0], path[-1]):
            fewer = {w: k for w, k in puzzle.clues.items() if w != v}
            assert len(list(numbered_paths(G, fewer))) > 1
    assert make_puzzle(G, seed=seed) == puzzle


def test_the_number_of_clues_is_the_one_asked_for():
    for clues in (8, 12, 16):
        puzzle = make_puzzle(4, clues=clues, seed=1)
        assert len(puzzle.clues) == clues
        assert puzzle.is_unique()
    assert len(make_puzzle(5, 6, clues=8, seed=2, piece="wazir").clues) == 8


def test_a_number_that_is_not_reached_is_an_error_with_the_best_puzzle():
    with pytest.raises(SearchLimitReached, match="2 clues were not reached") as caught:
        make_puzzle(3, clues=2, seed=1)
    best = caught.value.best
    assert best.is_unique()
    assert f"has {len(best.clues)} clues" in str(caught.value)


# Loop puzzles

LOOPS = ["slitherlink", "masyu", "numberlink", "numberlink-apart", "numberlink-open"]


@pytest.mark.slow
@given(st.sampled_from(LOOPS), st.integers(3, 6), st.integers(3, 6), st.integers(0, 10**6))
@examples(10)
def test_a_new_loop_puzzle_has_exactly_one_solution(kind, rows, columns, seed):
    puzzle = make_puzzle(rows, columns, kind=kind, seed=seed)
    assert (puzzle.kind, len(puzzle)) == (kind, rows * columns)
    assert puzzle.count() == 1
    assert puzzle == make_puzzle(rows, columns, kind=kind, seed=seed)


def test_too_few_clues_are_refused_with_the_best_puzzle():
    with pytest.raises(
        SearchLimitReached, match="1 clues were not reached with 20 loops"
    ) as caught:
        make_puzzle(5, kind="slitherlink", clues=1, seed=1)
    assert caught.value.best.is_unique()
    with pytest.raises(SearchLimitReached, match="the 0 s are over"):
        make_puzzle(5, kind="slitherlink", timeout=0)


def test_wrong_arguments_of_loop_puzzles_are_refused():
    with pytest.raises(InvalidArgument, match="one of hidato, numbrix, zip, slitherlink"):
        make_puzzle(5, kind="sudoku")
    for shape, sides in (([2], "2 x 2"), ([4, 1], "4 x 1")):
        with pytest.raises(InvalidArgument, match=f"at least 3 rows and columns, got {sides}$"):
            make_puzzle(*shape, kind="masyu")
    with pytest.raises(InvalidArgument, match="steps to the sides of its cells"):
        make_puzzle(king_graph(4), kind="masyu")
    with pytest.raises(InvalidArgument, match="the board has no loop"):
        make_puzzle(grid_graph(3, 3, holes=[(1, 1)]), kind="masyu")
    with pytest.raises(InvalidArgument, match="piece is for number puzzles"):
        make_puzzle(5, kind="masyu", piece="king")
