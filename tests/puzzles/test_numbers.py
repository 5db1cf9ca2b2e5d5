"""Puzzles of numbers: solutions, their number, contradictions, text and files."""

import copy
import math
import pickle
import random
from itertools import pairwise

import networkx as nx
import pytest
from hypothesis import given, strategies as st
from lrat_checker import check
from naive import hamiltonian_paths, numbered_paths
from strategies import graphs
from together import examples

import icosian
from icosian import (
    InvalidArgument,
    NoHamiltonianPath,
    Puzzle,
    clauses,
    king_graph,
    make_puzzle,
    read_puzzle,
)
from icosian._run.limits import Clock
from icosian.exceptions import HamiltonianPathExists, NoClausalForm
from icosian.proofs import Ordered
from icosian.puzzles import Solution, Zip
from icosian.puzzles.numbers import NumberQuestions

# Puzzles: solutions, their number, contradictions.


@st.composite
def puzzles(draw):
    """Draw a small graph with some numbers that are different."""
    G = draw(graphs(5))
    nodes = draw(st.permutations(list(G)))
    numbers = draw(st.permutations(range(1, len(G) + 1)))
    given = draw(st.integers(0, min(3, len(G))))
    return Puzzle(G, dict(list(zip(nodes, numbers, strict=True))[:given]))


def solutions(puzzle):
    """Return all ways to fill in the numbers, by trying all paths."""
    return {
        path
        for path in hamiltonian_paths(puzzle.graph)
        if all(path[k - 1] == v for v, k in puzzle.clues.items())
    }


@given(puzzles())
def test_answers_are_those_of_all_paths(puzzle):
    expected = solutions(puzzle)
    assert puzzle.count() == len(expected)
    if expected:
        assert tuple(puzzle.solve()) in expected
        assert puzzle.is_unique() == (len(expected) == 1)
        with pytest.raises(HamiltonianPathExists):
            puzzle.conflict()
        return
    for ask in (puzzle.solve, puzzle.is_unique, puzzle.hint):
        with pytest.raises(NoHamiltonianPath) as caught:
            ask()
        caught.value.proof.check(puzzle.graph)
    conflict = puzzle.conflict()
    assert conflict.clues.items() <= puzzle.clues.items()
    assert not solutions(conflict)
    for v in conflict.clues:
        fewer = {w: k for w, k in conflict.clues.items() if w != v}
        assert solutions(Puzzle(puzzle.graph, fewer))


def test_a_solution_is_a_tour_that_knows_its_clues():
    puzzle = Puzzle(king_graph(3), {"a3": 1, "b2": 3, "c1": 6, "c3": 8})
    solution = puzzle.solve()
    assert dict(solution.clues) == {(0, 0): 1, (1, 1): 3, (2, 2): 6, (0, 2): 8}
    assert [tuple(solution)] == list(numbered_paths(puzzle.graph, puzzle.clues))
    assert all(puzzle.graph.has_edge(u, v) for u, v in pairwise(solution))
    for other in (copy.copy(solution), pickle.loads(pickle.dumps(solution))):
        assert isinstance(other, Solution)
        assert other == solution
        assert other.clues == solution.clues
    again = icosian.Tour.from_json(solution.to_json(), puzzle.graph)
    assert list(again) == list(solution)


def test_puzzles_are_values():
    G = king_graph(3)
    puzzle = Puzzle(G, {"a3": 1})
    assert puzzle == Puzzle(king_graph(3), {(0, 0): 1})
    assert hash(puzzle) == hash(Puzzle(king_graph(3), {(0, 0): 1}))
    assert puzzle != Puzzle(G, {"a3": 2})
    assert puzzle != Puzzle(icosian.knight_graph(3), {"a3": 1})
    assert puzzle != "1"
    assert puzzle.with_known({"c1": 9}).clues == {(0, 0): 1, (2, 2): 9}
    assert puzzle.clues == {(0, 0): 1}
    assert (len(puzzle), repr(puzzle)) == (9, "<puzzle of 9 nodes with 1 clue>")
    with pytest.raises(TypeError):
        puzzle.clues[0, 1] = 2


@given(puzzles())
def test_there_is_a_proof_just_if_there_is_exactly_one_solution(puzzle):
    paths = list(numbered_paths(puzzle.graph, puzzle.clues))
    if len(puzzle.graph) == 1:
        with pytest.raises(InvalidArgument, match="a single node has no other tour"):
            puzzle.prove_unique()
    elif len(paths) == 1:
        proof = puzzle.prove_unique()
        proof.check(puzzle.graph)
        assert proof.statement.besides == (tuple(puzzle.solve()),)
        try:
            export = proof.to_lrat(puzzle.graph)
        except NoClausalForm:
            assert proof.crowd
        else:
            check(export.formula, export.proof)
    elif paths:
        with pytest.raises(InvalidArgument, match="there is more than one solution"):
            puzzle.prove_unique()
    else:
        with pytest.raises(NoHamiltonianPath):
            puzzle.prove_unique()


# Questions to one solver after the other, against all paths.


def questions(G, effort=math.inf):
    return NumberQuestions(Puzzle(G, {}), Clock(), effort)


@pytest.mark.parametrize("hard", [0, clauses.HARD])
@given(graphs(5), st.data())
def test_questions_one_after_the_other_are_answered_as_alone(hard, G, data):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(clauses, "HARD", hard)  # after so many steps a stronger solver takes over
        compare(G, data)


def compare(G, data):
    """Ask some questions, and compare the answers with all paths."""
    paths = list(hamiltonian_paths(G))
    asked = questions(G)
    places = sorted({(v, k) for path in paths for k, v in enumerate(path, 1)}, key=repr)
    excluded = {}
    for _ in range(6):
        clues = {}
        if places:
            clues = dict(data.draw(st.lists(st.sampled_from(places), max_size=3)))
        path = data.draw(st.sampled_from([None, *paths]))
        if path is not None and path not in excluded:
            excluded[path] = asked.besides(asked.literals(path))
        left = [
            one for one in paths if one != path and all(one[k - 1] == v for v, k in clues.items())
        ]
        literals = [asked.places[place] for place in clues.items()]
        others = [excluded[path]] if path is not None else []
        assert asked.has([*others, *literals]) == bool(left)
        if left:
            assert tuple(asked.path()) in left
            continue
        core = asked.core()
        assert set(core) <= {*others, *literals}
        assert asked.has(core) is False
        smallest = asked.smallest(literals, others)
        assert asked.has([*others, *smallest]) is False
        assert all(asked.has([*others, *(y for y in smallest if y != x)]) for x in smallest)


@given(graphs(5), st.data())
def test_a_backbone_is_what_all_answers_share(G, data):
    paths = list(hamiltonian_paths(G))
    if not paths:
        return
    path = data.draw(st.sampled_from(paths))
    clues = {v: k for k, v in enumerate(path, 1) if data.draw(st.booleans())}
    asked = NumberQuestions(Puzzle(G, clues), Clock())
    left = [one for one in paths if all(one[k - 1] == v for v, k in clues.items())]
    shared = {x for x in asked.literals(path) if all(x in asked.literals(one) for one in left)}
    found = dict(asked.backbone(asked.literals(path)))
    assert set(found) == shared - set(asked.given)
    for x, core in found.items():
        assert set(core) <= set(asked.given)
        assert asked.has([-x, *core]) is False


# Puzzles in text and files.


HIDATO = """
1 . 8
. 3 .
. # 6
"""


HEXAGON = """
  1 . .
 . . . 8
. . 18 . .
 . # . .
  . 12 .
"""


@given(st.data())
def test_the_text_of_a_puzzle_reads_as_the_puzzle(data):
    shape = data.draw(st.sampled_from([(3, 4), (1, 5), (4, 1), (2, 6)]))
    hexagonal = data.draw(st.booleans())
    squares = [(r, c) for r in range(shape[0]) for c in range(shape[1])]
    inner = squares[1:-1]
    holes = data.draw(st.lists(st.sampled_from(inner), max_size=2))
    make = icosian.hex_graph if hexagonal else icosian.king_graph
    G = make(*shape, holes=holes)
    nodes = data.draw(st.permutations(list(G)))
    clues = dict(zip(nodes[:3], data.draw(st.permutations(range(1, len(G) + 1))), strict=False))
    puzzle = Puzzle(G, clues)
    assert read_puzzle(f"{puzzle}\n", hexagonal=hexagonal) == puzzle


# Zip puzzles: the numbers are an order, walls are missing edges, and the text is read again.


SMALL = "1 . .\n-\n. 3|.\n. . 2"


def zip_solutions(puzzle):
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
    assert zip_solutions(puzzle) == {tuple(puzzle.solve())}
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
    assert free.count() == len(zip_solutions(free))
    assert free.is_unique() == (len(zip_solutions(free)) == 1)
    for wall in set(map(frozenset, open_graph.edges)) - set(map(frozenset, puzzle.graph.edges)):
        fewer = puzzle.graph.copy()
        fewer.add_edge(*wall)
        assert not Zip(fewer, puzzle.clues).is_unique()  # no wall is idle


def test_numbers_that_contradict_each_other_are_found():
    puzzle = read_puzzle(". . . .\n. 3 . .\n1 . . 2\n4 . 5 .", kind="zip")
    with pytest.raises(NoHamiltonianPath) as caught:
        puzzle.solve()
    caught.value.proof.check(puzzle.graph)
    assert isinstance(caught.value.proof, Ordered)
    core = puzzle.conflict()
    assert len(core.clues) == 4
    assert not zip_solutions(core)
    assert not zip_solutions(puzzle)
    ends = list(puzzle.clues)[:: len(puzzle.clues) - 1]
    for v in core.clues:
        if v not in ends:
            fewer = {w: k for w, k in core.clues.items() if w != v}
            assert zip_solutions(Zip(core.graph, fewer))
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
@examples(25)
def test_a_hint_says_only_what_all_solutions_share(seed):
    rng = random.Random(seed)
    G = nx.Graph(icosian.grid_graph(rng.randint(2, 3), rng.randint(2, 4)))
    G.remove_edges_from(rng.sample([*G.edges], rng.randint(0, 2)))
    puzzle = Zip(G, {v: k for k, v in enumerate(rng.sample([*G], rng.randint(2, 4)), 1)})
    ways = zip_solutions(puzzle)
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
