"""Loop puzzles, and Hamiltonian cycles that have every edge once; the peer is CP-SAT."""

from functools import partial
from itertools import pairwise

from peers import CP_SAT, LONGEST_CP_SAT, decompose_by_circuits, slitherlink_by_loops
from race import NoAnswer, asks, once
from tours import is_none

import icosian
from icosian.puzzles import LoopSolution

PATIENCE = 20.0
PUZZLE_PEER = {LONGEST_CP_SAT: (slitherlink_by_loops, PATIENCE)}
CYCLES_PEER = {CP_SAT: (decompose_by_circuits, PATIENCE)}


def only_solution(puzzle):
    """Solve a puzzle, and decide whether there is no second solution."""
    return puzzle.solve().edges, puzzle.is_unique()


def is_only_solution(run):
    """Check the edges of the only solution."""
    if run.answer is None:
        raise NoAnswer("found no solution")
    edges, is_unique = run.answer
    assert is_unique
    assert LoopSolution(run.subject, edges).edges == (run.ours or run.answer)[0]


def is_sound(run):
    """Check a new puzzle."""
    assert run.answer.is_unique()


solved = asks(once(only_solution), is_only_solution)
made = asks(once(partial(icosian.make_puzzle, kind="slitherlink", seed=1)), is_sound)


def decomposition(G):
    """Find cycles that have every edge once, or prove that there are none."""
    try:
        return icosian.tours.hamiltonian_decomposition(G)
    except icosian.exceptions.NoHamiltonianDecomposition as error:
        return error.proof


def have_all_edges(run):
    """Check cycles that have every edge once."""
    if run.answer is None:
        raise NoAnswer("found no cycles")
    G, H = run.subject, run.subject.__class__()
    for cycle in map(list, run.answer):
        assert len(cycle) == len(G) == len(set(cycle))
        H.add_edges_from(pairwise([*cycle, cycle[0]]))
    assert len(run.answer) * len(G) == G.size() == H.size()
    assert all(G.has_edge(*edge) for edge in H.edges)


decomposed = asks(once(decomposition), have_all_edges)
undecomposed = asks(once(decomposition), is_none)
