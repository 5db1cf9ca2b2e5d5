"""Graphs and checks that the tests of placements share."""

import itertools

import networkx as nx
import numpy as np
import pytest
from hypothesis import strategies as st
from naive import is_independent

from icosian import Board, board_graph, minimum_coloring
from icosian._kernels._jit import lists_of
from icosian.placements import Clique
from icosian.placements.independence_search import (
    BranchAndBound,
    IndependenceComponent,
    components,
    search_orders,
)
from icosian.placements.placement import index_graph

PLAIN, INDEPENDENT, TOTAL = {}, {"independent": True}, {"total": True}
RULES = pytest.mark.parametrize(
    "rule", [PLAIN, INDEPENDENT, TOTAL], ids=["", "independent", "total"]
)


def board(piece, *shape, periodic=False):
    shape = shape if len(shape) > 1 else shape * 2
    return board_graph(Board(shape, periodic=periodic), piece)


@st.composite
def undirected(draw, most=8):
    """Draw a graph or multigraph with odd labels and parallel edges."""
    G = draw(st.sampled_from([nx.Graph, nx.MultiGraph]))()
    labels = [0, "b", (1, 2), 3.5, frozenset({4}), -7, None.__class__, "b c", 10**30]
    G.add_nodes_from(draw(st.permutations(labels))[: draw(st.integers(0, most))])
    if len(G) > 1:
        pairs = list(itertools.combinations(G, 2))
        G.add_edges_from(draw(st.lists(st.sampled_from(pairs), max_size=3 * len(G))))
    return G


@st.composite
def sparse_or_dense(draw, most=16):
    """Draw a random graph of any density."""
    n = draw(st.integers(1, most))
    return nx.gnp_random_graph(n, draw(st.floats(0, 1)), seed=draw(st.integers(0, 10**6)))


def grotzsch():
    """Return the graph of Grötzsch: no triangle, yet three colors are not enough."""
    return nx.mycielski_graph(4)


def brinkmann():
    """Return the graph of Brinkmann and Meringer: no cycle of less than five edges."""
    G = nx.Graph()
    for i in range(7):
        G.add_edges_from([(i, (i + 2) % 7), (i, 7 + i), (i, 7 + (i - 1) % 7)])
        G.add_edges_from([(7 + i, 14 + (i + 1) % 7), (7 + i, 14 + (i - 1) % 7)])
        G.add_edge(14 + i, 14 + (i + 3) % 7)
    return G


def has_isolated_node(G):
    return any(not set(G[v]) - {v} for v in G)


def is_proved(G, placement):
    """Say whether a placement is independent and its bound holds and is tight."""
    placement.proof.check(G)
    assert list(placement) == [v for v in G if v in set(placement)]
    return is_independent(G, placement) and placement.proof.value == len(placement)


def is_proper(G, coloring):
    """Say whether the colors are numbered as promised, and adjacent nodes differ."""
    assert list(coloring) == list(G)
    assert list(dict.fromkeys(coloring.values())) == list(range(coloring.number_of_colors))
    number = {v: k for k, v in enumerate(G)}
    return all(coloring[u] != coloring[v] for u, v in G.edges() if number[u] != number[v])


def colored(G, **options):
    """Return a coloring that was checked, as far as its bound is checked fast."""
    coloring = minimum_coloring(G, **options)
    assert is_proper(G, coloring)
    assert coloring.graph is G
    assert coloring.proof.value == coloring.number_of_colors
    if isinstance(coloring.proof, Clique):
        coloring.proof.check(G)
    return coloring


def domination_number(G, *, total=False, independent=False):
    """Return the size of a minimum dominating set by an integer program."""
    from scipy.optimize import Bounds, LinearConstraint, milp

    A = nx.to_numpy_array(G)
    constraints = [LinearConstraint(A if total else A + np.eye(len(G)), lb=1)]
    if independent:
        edges = np.array([[v in edge for v in G] for edge in G.edges], float)
        if len(edges):
            constraints.append(LinearConstraint(edges, ub=1))
    ones = np.ones(len(G))
    result = milp(ones, constraints=constraints, integrality=ones, bounds=Bounds(0, 1))
    assert result.status == 0
    return round(result.fun)


def searching(G, order, *, useless=0):
    """Return the largest component of a graph and a fresh branch and bound of it."""
    near = index_graph(G).neighbors()
    part = IndependenceComponent(near, max(components(near, ()), key=len))
    search = BranchAndBound(part, search_orders(part)[order], part.most, useless)
    part.best = 0
    return part, search


def finish(run, budget):
    """Run a kernel to its end, interpreted; return the status and everything it knows."""
    arrays = lists_of(run.arrays())
    while not (status := run._function(*arrays, budget)):
        pass
    return status, arrays
