"""Puzzles: solutions, their number, contradictions."""

import copy
import pickle
from itertools import pairwise

import networkx as nx
import pytest
from hypothesis import given, strategies as st
from lrat_checker import check
from naive import hamiltonian_paths, numbered_paths
from strategies import graphs
from together import together

import icosian
from icosian import (
    InvalidArgument,
    NoHamiltonianPath,
    NotANode,
    Puzzle,
    king_graph,
)
from icosian.exceptions import HamiltonianPathExists, NoClausalForm
from icosian.puzzles import Solution


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


def test_a_number_in_the_middle_leaves_both_directions():
    path = nx.path_graph(5)
    middle = Puzzle(path, {2: 3})
    assert (middle.count(), middle.is_unique()) == (2, False)
    assert (Puzzle(path, {}).count(), Puzzle(path, {1: 2}).count()) == (2, 1)
    assert Puzzle(nx.empty_graph(1), {}).is_unique()
    arcs = nx.path_graph(5, create_using=nx.DiGraph)
    assert (Puzzle(arcs, {2: 3}).count(), Puzzle(arcs, {2: 3}).is_unique()) == (1, True)


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
    assert puzzle.with_clues({"c1": 9}).clues == {(0, 0): 1, (2, 2): 9}
    assert puzzle.clues == {(0, 0): 1}
    assert (len(puzzle), repr(puzzle)) == (9, "<puzzle of 9 nodes with 1 clues>")
    with pytest.raises(TypeError):
        puzzle.clues[0, 1] = 2


@together(
    ("clues", "error", "reason"),
    [
        ({"a1": 0}, InvalidArgument, "from 1 to 9"),
        ({"a1": 10}, InvalidArgument, "from 1 to 9"),
        ({"a1": 2.5}, InvalidArgument, "from 1 to 9"),
        ({"a1": 1, "a2": 1}, InvalidArgument, "number 1 is given"),
        ({"z9": 1}, NotANode, "not on the 3 x 3 board"),
        ([1, 2], InvalidArgument, "map nodes to numbers"),
    ],
)
def test_clues_that_cannot_be_are_refused(clues, error, reason):
    with pytest.raises(error, match=reason):
        Puzzle(king_graph(3), clues)


def test_further_clues_do_not_replace_given_ones():
    puzzle = Puzzle(king_graph(3), {"a3": 1})
    for more in ({"a3": 2}, {"a1": 1}):
        with pytest.raises(InvalidArgument):
            puzzle.with_clues(more)


def test_other_graphs_are_refused():
    with pytest.raises(nx.NetworkXPointlessConcept):
        Puzzle(nx.Graph(), {})
    with pytest.raises(InvalidArgument, match="networkx"):
        Puzzle([1, 2], {})


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
