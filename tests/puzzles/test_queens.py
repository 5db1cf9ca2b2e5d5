"""The queens puzzle: one queen in each row, column and region, none touching."""

import random
from collections import Counter
from dataclasses import replace
from itertools import pairwise, permutations

import networkx as nx
import pytest
from hypothesis import given, strategies as st
from lrat_checker import check as check_lrat
from together import examples, rounds

import icosian
from icosian import InvalidArgument, InvalidProof, NoPlacement, make_puzzle, read_puzzle
from icosian.puzzles import QueensPuzzle, QueensSolution

ALONE = QueensPuzzle(["aabb", "acbb", "ccdb", "cddd"])


def placements(puzzle):
    """All solutions, from all permutations."""
    n = puzzle.board.shape[0]
    found = []
    for columns in permutations(range(n)):
        queens = list(enumerate(columns))
        if (
            all(abs(a - b) > 1 for a, b in pairwise(columns))
            and len({puzzle.regions[v] for v in queens}) == n
            and all((v in queens) == has_queen for v, has_queen in puzzle.known.items())
        ):
            found.append(set(queens))
    return found


def sketched(rng):
    """A random puzzle, half of them around a solution, with some squares known."""
    n = rng.choice([1, 4, 5, 5, 6, 6])
    squares = [(r, c) for r in range(n) for c in range(n)]
    regions = dict(zip(squares, rng.choices(range(n), k=n * n), strict=True))
    ways = [one for one in permutations(range(n)) if all(abs(a - b) > 1 for a, b in pairwise(one))]
    if rng.random() < 0.8:
        regions |= {v: k for k, v in enumerate(enumerate(rng.choice(ways)))}
    else:
        regions |= dict(zip(rng.sample(squares, n), range(n), strict=True))
    known = {v: rng.random() < 0.2 for v in rng.sample(squares, rng.randint(0, min(3, n)))}
    return QueensPuzzle(regions, known=known)


def test_random_puzzles_have_the_solutions_that_all_permutations_have():
    rng, ends = random.Random(1), Counter()
    for _ in range(rounds(60)):
        puzzle = sketched(rng)
        ways = placements(puzzle)
        ends[min(2, len(ways))] += 1
        assert puzzle.count() == len(ways)
        if not ways:
            with pytest.raises(NoPlacement, match="the puzzle has no solution") as caught:
                puzzle.solve()
            caught.value.proof.check(puzzle.graph)
            core = puzzle.conflict()
            assert core.known.items() <= puzzle.known.items()
            assert not placements(core)
            for v in core.known:
                fewer = {w: on for w, on in core.known.items() if w != v}
                assert placements(QueensPuzzle(puzzle.regions, known=fewer))
            continue
        assert set(puzzle.solve()) in ways
        assert puzzle.is_unique() == (len(ways) == 1)
        if len(ways) > 1:
            with pytest.raises(InvalidArgument, match="more than one solution"):
                puzzle.prove_unique()
            continue
        proof = puzzle.prove_unique()
        proof.check(puzzle.graph)
        assert set(map(frozenset, proof.besides)) == set(map(frozenset, ways))
        assert "apart from 1 known set" in proof.explain()
        with pytest.raises(InvalidProof):
            replace(proof, besides=()).check(puzzle.graph)
    assert min(ends[0], ends[1], ends[2]) > 5


def test_every_hint_is_true_of_all_solutions_and_hints_end_where_solutions_differ():
    rng, ways_seen = random.Random(2), Counter()
    for _ in range(rounds(30)):
        puzzle = sketched(rng)
        ways = placements(puzzle)
        if not ways:
            continue
        for hint in puzzle.hints():
            ways_seen[hint.way] += 1
            assert hint.squares
            assert not hint.squares.keys() & puzzle.known.keys()
            for v, has_queen in hint.squares.items():
                assert {v in one for one in ways} == {has_queen}
            puzzle = puzzle.with_hint(hint)
        queens = {v for v, has_queen in puzzle.known.items() if has_queen}
        left = puzzle.graph.subgraph(puzzle.graph.nodes - puzzle.known.keys())
        left = [v for v in left if not queens & puzzle.graph[v].keys()]
        if len(ways) == 1:
            assert set(puzzle.solve()) == {v for v, has_queen in puzzle.known.items() if has_queen}
        else:
            assert all(len({v in one for one in ways}) == 2 for v in left)
        with pytest.raises(InvalidArgument, match=r"no hint where all|no further square"):
            puzzle.hint()
    assert {"only square", "one line", "blocked", "lines together"} <= ways_seen.keys()


def test_a_search_gives_a_hint_where_lines_show_none():
    rng = random.Random(4)
    for _ in range(10**4):
        n = 6
        queens = dict(enumerate([1, 3, 5, 0, 2, 4]))
        regions = {(r, c): rng.randrange(n) for r in range(n) for c in range(n)}
        regions |= {v: k for k, v in enumerate(queens.items())}
        puzzle = QueensPuzzle(regions)
        hint = next((one for one in puzzle.hints() if one.way == "search"), None)
        if hint is not None:
            assert "a search finds no solution with" in str(hint)
            (((v, has_queen)),) = hint.squares.items()
            assert {v in one for one in placements(puzzle)} == {has_queen}
            return
    raise AssertionError


@given(st.integers(4, 8), st.integers(0, 10**6))
@examples(5)
def test_a_new_puzzle_has_one_solution_and_regions_in_one_piece(n, seed):
    puzzle = make_puzzle(n, kind="queens", seed=seed)
    assert puzzle == make_puzzle(n, kind="queens", seed=seed)
    assert puzzle.is_unique()
    if n < 8:
        assert len(placements(puzzle)) == 1
    sides = icosian.grid_graph(n)
    for label in set(puzzle.regions.values()):
        part = [v for v in sides if puzzle.regions[v] == label]
        assert nx.is_connected(sides.subgraph(part))


def test_only_solutions_are_solutions():
    queens = list(ALONE.solve())
    assert QueensSolution(ALONE, reversed(queens)) == ALONE.solve()
    for wrong in (queens[1:], [*queens[1:], (0, 0)], [*queens, (3, 3)]):
        with pytest.raises(InvalidArgument, match="not a solution: there is one queen in each row"):
            QueensSolution(ALONE, wrong)
    with pytest.raises(InvalidArgument, match="b4 is known otherwise"):
        QueensSolution(ALONE.with_known({"b4": False}), queens)


def test_arguments_that_do_not_fit_are_refused():
    for options, reason in (
        ({"clues": 3}, "no clues but their regions"),
        ({"piece": "king"}, "piece is for number puzzles"),
        ({"columns": 5}, "flat square board without holes, got 4 x 5"),
    ):
        with pytest.raises(InvalidArgument, match=reason):
            make_puzzle(4, kind="queens", **options)
    with pytest.raises(InvalidArgument, match="flat square board"):
        make_puzzle(icosian.grid_graph(4, holes=["a1"]), kind="queens")
    with pytest.raises(InvalidArgument, match="no 3 queens on a 3 x 3 board do not touch"):
        make_puzzle(3, kind="queens")
    for options in ({"piece": "king"}, {"hexagonal": True}):
        with pytest.raises(InvalidArgument):
            read_puzzle("ab\nab\n", kind="queens", **options)
    with pytest.raises(InvalidArgument, match="no clues contradict each other"):
        ALONE.conflict()


def test_a_proof_of_one_solution_goes_to_other_checkers_and_holds_for_no_other_set():
    proof = ALONE.prove_unique()
    clausal = proof.to_lrat(ALONE.graph)
    assert "other than [[0, 1], [1, 3], [2, 0], [3, 2]]" in clausal.formula
    check_lrat(clausal.formula, clausal.proof)
    queens = proof.besides[0]
    for wrong in (
        (queens[:-1],),
        ((*queens[:-1], (0, 0)),),
        ((*queens, (9, 9)),),
        (queens, queens),
    ):
        with pytest.raises(InvalidProof):
            replace(proof, besides=wrong).check(ALONE.graph)
