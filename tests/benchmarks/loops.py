"""Loop puzzles, and Hamiltonian cycles that have every edge once; the peer is CP-SAT."""

from functools import partial
from itertools import pairwise

import networkx as nx
from families import torus
from instances import random_regular
from peers import CP_SAT, LONGEST_CP_SAT, decompose_by_circuits, slitherlink_by_loops
from race import Case, NoAnswer, once
from tours import is_none, within

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


def solved(kind, n, goals=()):
    """Return the case of a puzzle that has one solution."""
    make = partial(icosian.make_puzzle, n, kind=kind, seed=1)
    peers = PUZZLE_PEER if kind == "slitherlink" else {}
    name = f"{kind.title()} {n} x {n}, solved and unique"
    return Case(name, make, once(only_solution), is_only_solution, peers, goals)


def made(kind, n, goals=()):
    """Return the case of a new puzzle."""
    make = partial(icosian.make_puzzle, kind=kind, seed=1)
    return Case(f"{kind.title()} {n} x {n}, made", partial(int, n), once(make), is_sound, {}, goals)


PUZZLES = [
    solved("slitherlink", 10, within(0.2)),
    solved("slitherlink", 20, within(3)),
    solved("masyu", 10),
    solved("numberlink", 10),
    made("slitherlink", 10, within(10)),
    made("slitherlink", 20),
]


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


def decomposed(name, make, *sizes, seconds=0, check=have_all_edges):
    """Return the case of a graph with, or without, a decomposition."""
    made = partial(make, *sizes)
    return Case(name, made, once(decomposition), check, CYCLES_PEER, within(seconds))


DECOMPOSITIONS = [
    decomposed("directed torus 4 x 4 x 4 in three cycles", torus, 4, seconds=1),
    decomposed("directed torus 6 x 6 x 6 in three cycles", torus, 6, seconds=1),
    decomposed("directed torus 2 x 2 x 2, none", torus, 2, seconds=0.1, check=is_none),
    decomposed("random graph, 200 nodes, degree 4, in two cycles", random_regular, 200, 4),
    decomposed("hypercube Q8 in four cycles", nx.hypercube_graph, 8),
    decomposed("complete graph K31 in 15 cycles", nx.complete_graph, 31),
]

GROUPS = {"Loop puzzles": PUZZLES, "Hamiltonian decompositions": DECOMPOSITIONS}
