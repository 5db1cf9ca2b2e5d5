"""Small problems that the tests of searches and certificates share."""

import networkx as nx
from hypothesis import strategies as st
from naive import hamiltonian_cycles, hamiltonian_paths

from icosian import king_graph, knight_graph
from icosian._kernels import frontier
from icosian._kernels._jit import is_forbidden
from icosian._run.limits import Clock, TimeIsUp
from icosian.tours.problem import Problem
from icosian.tours.solve.frontier import Frontier, FrontierTree

BOARD, CYCLES = (knight_graph(5, 6), 8) if is_forbidden() else (knight_graph(6), 9862)
"""A board whose cycles are counted, and their number: fewer for interpreted kernels."""
COUNTED = [
    (nx.grid_2d_graph(6, 6), 1072),
    (king_graph(4), 2830),
    (nx.hypercube_graph(4), 1344),
    (nx.complete_graph(8), 2520),
    (knight_graph(3, 10), 16),
    (nx.complete_graph(5).to_directed(), 24),
]
"""Graphs with their published numbers of cycles, which are counted in a moment."""


class LateClock(Clock):
    """A clock whose time is up at a given look at it: a time limit without seconds."""

    def __init__(self, looks):
        super().__init__()
        self.looks, self._last = 0, looks

    def tick(self, method, steps=0):
        self.looks += 1
        super().tick(method, steps)
        if self.looks >= self._last:
            raise TimeIsUp

    unlimited = Clock  # parts of a search are in time


def asked(G, *, closed=True, start=None, end=None):
    return Problem.of(G, closed=closed, start=start, end=end)


def exists(G, *, closed=True, start=None, end=None):
    tours = hamiltonian_cycles(G) if closed else hamiltonian_paths(G, start, end)
    return next(tours, None) is not None


def questions(G):
    nodes = list(G)
    yield {"closed": True}
    yield {"closed": False}
    yield {"closed": False, "start": nodes[0]}
    yield {"closed": False, "end": nodes[-1]}
    yield {"closed": False, "start": nodes[0], "end": nodes[-1]}


@st.composite
def connected_cases(draw, most=7):
    """Draw a connected graph or digraph, and a question about it."""
    n = draw(st.integers(3, most))
    directed = draw(st.booleans())
    G = nx.empty_graph(n, nx.DiGraph if directed else nx.Graph)
    for v in range(1, n):  # a tree, its edges in any direction
        pair = (v, draw(st.integers(0, v - 1)))
        G.add_edge(*(pair if draw(st.booleans()) else pair[::-1]))
    pairs = [(u, v) for u in range(n) for v in range(n) if u != v]
    G.add_edges_from(draw(st.lists(st.sampled_from(pairs), max_size=2 * n)))
    return G, draw(st.sampled_from(list(questions(G))))


def exhausted(problem):
    """Return the proof along a frontier, or None if there is a tour."""
    search = Frontier(problem.form, Clock(), width=frontier.SLOTS)
    status = search.search(Clock())
    assert status in (frontier.FOUND, frontier.EXHAUSTED)
    return search.proof(problem) if status == frontier.EXHAUSTED else None


def programme(G, *, closed=True, start=None, end=None, width=frontier.SLOTS, states=1 << 20):
    """Return the search along a frontier, with its problem."""
    problem = Problem.of(G, closed=closed, start=start, end=end)
    search = Frontier(problem.form, Clock(), width=width, states=states)
    search.problem = problem
    return search


def tree_search(G, *, states=1 << 20, **question):
    """Return the search along a tree, with its problem."""
    problem = Problem.of(G, **{"closed": True} | question)
    search = FrontierTree(problem.form, Clock(), states=states)
    search.problem = problem
    return search
