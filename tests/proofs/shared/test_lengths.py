"""Exact lengths, and the cycle problem: its cycles are the tours, with their lengths."""

import math
from decimal import Decimal
from fractions import Fraction
from itertools import pairwise, permutations
from random import Random

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings, strategies as st
from naive import tours
from together import together
from true_certificates import CLOSED, FROM_0, FROM_0_TO_1, OPEN, TO_0

from icosian import InvalidArgument, InvalidProof
from icosian.proofs.certificate import unlimited
from icosian.proofs.claim import Claim
from icosian.proofs.lengths import cycle_problem


def problem_of(G, nodes=None, *, unit=None, weight="weight", **question):
    nodes = G.nodes if nodes is None else nodes
    return cycle_problem(G, Claim(**question), nodes, unit, weight, unlimited)


def lengths_of_cycles(problem):
    """Return the sorted lengths of all cycles that use the required edges, each once."""
    rows, found = problem.lengths, []
    for order in permutations(range(1, len(rows))):
        cycle = {(min(pair), max(pair)) for pair in pairwise((0, *order, 0))}
        fits = problem.required <= cycle and all(v in rows[u] for u, v in cycle)
        if order[0] < order[-1] and fits:
            found.append(sum(rows[u][v] for u, v in cycle))
    return sorted(found)


def lengths_of_tours(G, **question):
    """Return the sorted lengths of all tours, each once."""
    seen = {}
    for order in tours(G, **question):
        ring = [*pairwise(order), *([(order[-1], order[0])] if question["closed"] else [])]
        key = frozenset(ring if G.is_directed() else map(frozenset, ring))
        seen[key] = sum(G[u][v]["weight"] for u, v in ring)
    return sorted(seen.values())


@pytest.mark.slow
@pytest.mark.parametrize("directed", [False, True])
@pytest.mark.parametrize("question", [CLOSED, OPEN, FROM_0, TO_0, FROM_0_TO_1])
@given(st.integers(0, 2**32).map(Random))
@settings(max_examples=8)
def test_cycles_of_the_problem_are_the_tours(directed, question, random):
    n = (
        random.randint(2, 4)
        if directed and question["closed"]
        else random.randint(2, 3 + (not directed))
    )
    G = nx.gnp_random_graph(n, 0.8, seed=random.randrange(2**32), directed=directed)
    for u, v in G.edges:
        G[u][v]["weight"] = random.randint(-9, 30)
    edges, conditions = list(G.edges), {}
    if edges and random.random() < 0.4:
        conditions["require"] = (random.choice(edges),)
    if random.random() < 0.4:
        pair = tuple(random.sample(range(n), 2))
        if {pair, pair[::-1]}.isdisjoint(conditions.get("require", ())):
            conditions["forbid"] = (pair,)
    problem = problem_of(G, random.sample(list(G), n), **question, **conditions)
    if len(problem.lengths) > 2:
        assert lengths_of_cycles(problem) == lengths_of_tours(G, **question, **conditions)


@together(
    ("length", "exact"),
    [
        (3, 3),
        (True, 1),
        (-2, -2),
        (0.1, Fraction(1, 10)),
        (1e300, 10**300),
        (5e-324, Fraction(5, 10**324)),
        (Fraction(2, 3), Fraction(2, 3)),
        (Decimal("0.1"), Fraction(1, 10)),
        (np.int8(-7), -7),
        (np.uint64(2**63 + 1), 2**63 + 1),
        (np.float32(0.1), Fraction(1, 10)),
        (np.float64(0.1), Fraction(1, 10)),
        (np.longdouble(0.5), Fraction(1, 2)),
        (2**2000 + 1, 2**2000 + 1),
    ],
)
def test_lengths_are_exact(length, exact):
    G = nx.Graph([(0, 1, {"weight": length}), (1, 2, {"weight": 1}), (2, 0, {})])
    problem = problem_of(G, **CLOSED)
    assert problem.lengths[0][1] * problem.unit == exact
    assert problem.lengths[0][2] * problem.unit == problem.lengths[1][2] * problem.unit == 1
    assert all(type(c) is int for row in problem.lengths for c in row.values())


@together("length", ["7", b"7", math.nan, math.inf, 1j, [1], Decimal("sNaN"), object()])
def test_what_is_not_a_finite_number_is_refused_with_its_edge(length):
    for kind in (nx.Graph, nx.DiGraph, nx.MultiGraph):
        G = kind()
        G.add_edge("a", "b", weight=length)
        with pytest.raises(InvalidArgument, match=r"edge \('a', 'b'\) has "):
            problem_of(G, **CLOSED)


def test_rounding_goes_down():
    G = nx.Graph([(0, 1, {"weight": 7.75}), (1, 2, {"weight": -7.75}), (2, 0, {"weight": 8})])
    problem = problem_of(G, unit=2, **CLOSED)
    assert problem.lengths == [{1: 3, 2: 4}, {2: -4}, {}]
    problem = problem_of(G, unit=Fraction(2, 3), **CLOSED)
    assert problem.lengths == [{1: 11, 2: 12}, {2: -12}, {}]


def test_hidden_parallel_and_looping_edges():
    G = nx.MultiGraph()
    G.add_edge(0, 1, weight=None)
    G.add_edge(0, 1, weight=4)
    G.add_edge(0, 1, weight=2.5)
    G.add_edge(1, 2, weight=None)
    G.add_edge(2, 2, weight="no number")
    G.add_edge(2, 0)
    assert problem_of(G, **CLOSED).lengths == [{1: 5, 2: 2}, {}, {}]
    assert problem_of(G, weight=None, **CLOSED).lengths == [{1: 1, 2: 1}, {2: 1}, {}]
    assert problem_of(G, weight=lambda u, v, data: len(data), **CLOSED).lengths == [
        {1: 3, 2: 1},
        {2: 1},
        {},
    ]
    assert problem_of(G, weight=lambda u, v, data: None, **CLOSED).lengths == [{}, {}, {}]
    with pytest.raises(InvalidArgument, match="name of an attribute"):
        problem_of(G, weight=("weight",), **CLOSED)


@together(
    ("nodes", "why"),
    [
        ([0, 1], "not those of the graph"),
        ([0, 1, 2, 3], "not those of the graph"),
        ([0, 1, 3], "not those of the graph"),
        ([0, 1, 1], "listed twice"),
        ([0, 1, 2, 2], "listed twice"),
        ([0, 1, {}], "cannot be a node"),
    ],
)
def test_the_nodes_are_those_of_the_graph(nodes, why):
    with pytest.raises(InvalidProof, match=why):
        problem_of(nx.complete_graph(3), nodes, **CLOSED)


class Corner:
    """Three places whose way back has another length."""

    nodes, directed, unit = ("a", "b", "c"), True, Fraction(1, 2)

    def length(self, i, j):
        return 10 * i + j


def test_places_are_read_in_the_order_of_the_proof():
    problem = problem_of(Corner(), ["b", "c", "a"], **CLOSED)
    assert problem.lengths[:3] == [{3: 0, 4: 12, 5: 10}, {3: 21, 4: 0, 5: 20}, {3: 1, 4: 2, 5: 0}]
    assert problem.unit == Fraction(1, 2)
    there = Corner()
    there.directed = False
    assert problem_of(there, ["b", "c", "a"], **CLOSED).lengths == [{1: 12, 2: 1}, {2: 2}, {}]
    for unit in (1, Fraction(1, 3)):
        with pytest.raises(InvalidProof, match="have the unit 1/2"):
            problem_of(there, unit=unit, **CLOSED)


def test_a_loop_is_not_an_edge():
    D = nx.DiGraph([(0, 0), (0, 1), (1, 2), (2, 0)])
    for G, node in ((D, 0), (D.to_undirected(), 0), (Corner(), "a")):
        with pytest.raises(InvalidProof, match="is not an edge"):
            problem_of(G, require=((node, node),), **CLOSED)
        assert problem_of(G, forbid=((node, node),), **CLOSED) == problem_of(G, **CLOSED)


def test_home_and_directions():
    G = nx.complete_graph(3)
    nx.set_edge_attributes(G, 5, "weight")
    assert problem_of(G, **OPEN).lengths == [{1: 5, 2: 5, 3: 0}, {2: 5, 3: 0}, {3: 0}, {}]
    problem = problem_of(G, **FROM_0_TO_1)
    assert problem.lengths == [{1: 5, 2: 5, 3: 0}, {2: 5, 3: 0}, {}, {}]
    assert problem.required == {(0, 3), (1, 3)}
    D = nx.DiGraph([(0, 1, {"weight": 5}), (1, 0, {"weight": 6})])
    problem = problem_of(D, **CLOSED)
    assert problem.lengths == [{2: 0, 3: 5}, {2: 6, 3: 0}, {}, {}]
    assert problem.required == {(0, 2), (1, 3)}
    problem = problem_of(D, **FROM_0)
    assert problem.lengths == [{3: 0, 4: 5}, {3: 6, 4: 0, 5: 0}, {3: 0, 5: 0}, {}, {}, {}]
    assert problem.required == {(0, 3), (1, 4), (2, 5), (2, 3)}
    problem = problem_of(D, **TO_0)
    assert problem.lengths == [{3: 0, 4: 5, 5: 0}, {3: 6, 4: 0}, {4: 0, 5: 0}, {}, {}, {}]
    assert problem.required == {(0, 3), (1, 4), (2, 5), (0, 5)}
