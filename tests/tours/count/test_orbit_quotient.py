"""Cycles that an automorphism keeps: against brute force."""

import itertools

import networkx as nx
import pytest
from hypothesis import given, settings, strategies as st
from naive import edges_of_tours

from icosian._run.clock import Clock
from icosian.tours.count import functions as api, functions as orbit_quotient
from icosian.tours.count.layers import Memory

MEMORY = 1 << 30


def count(asked):
    """Return how many tours a question has."""
    return api._number(asked, Clock(), MEMORY)


@st.composite
def automorphisms(draw):
    """Draw a graph and an automorphism that is not the identity."""
    lengths = draw(
        st.sampled_from(
            [
                *([m] * k for m, k in ((2, 2), (2, 3), (2, 4), (3, 1), (3, 2), (4, 1), (4, 2))),
                *([m] for m in (5, 6, 8)),
                *([2] * k + [1] * f for k, f in ((1, 1), (2, 1), (3, 1), (2, 2), (3, 2), (2, 3))),
                *([4, 2], [3, 1], [4, 4, 1]),
            ]
        )
    )
    image, n = [], 0
    for m in lengths:
        image += [n + (k + 1) % m for k in range(m)]
        n += m
    graph = [set() for _ in image]
    for v, w in itertools.combinations(range(n), 2):
        if w in graph[v] or not draw(st.integers(0, 3)):
            continue
        x, y = v, w
        while y not in graph[x]:
            graph[x].add(y)
            graph[y].add(x)
            x, y = image[x], image[y]
    return graph, image


def kept(graph, image):
    """Return how many cycles an automorphism keeps, the slow way."""
    G = nx.Graph((v, w) for v, near in enumerate(graph) for w in near)
    G.add_nodes_from(range(len(graph)))
    cycles = {frozenset(map(frozenset, edges)) for edges in edges_of_tours(G, closed=True)}
    return sum({frozenset(image[v] for v in edge) for edge in cycle} == cycle for cycle in cycles)


@pytest.mark.slow
@settings(deadline=None, max_examples=20)
@given(automorphisms(), st.data(), st.booleans())
def test_cycles_that_an_automorphism_keeps_are_counted(asked, data, listed):
    graph, image = asked
    order = data.draw(st.permutations(range(len(graph))))
    with pytest.MonkeyPatch.context() as patch:
        if listed:  # as where a graph is too wide
            patch.setattr(orbit_quotient, "WIDEST", 0)
        quotients = [
            orbit_quotient.divide_by_rotation(graph, image, order, None),
            orbit_quotient.divide_by_reflection(graph, image, order),
        ]
        numbers = [q.cycles(count, Clock(), Memory(MEMORY)) for q in quotients if q]
    assert sum(numbers) == kept(graph, image)


@pytest.mark.parametrize("modulus", [1, 4])
def test_all_cycles_count_where_a_half_has_all_vertices(modulus):
    odd = [1, 3] if modulus > 1 else [0, 0]
    edges = {(0, 1): [0, 2], (0, 2): [0, 2], (1, 2): odd}
    quotient = orbit_quotient.Quotient(size=3, modulus=modulus, edges=edges)
    assert quotient.cycles(count, Clock(), Memory(MEMORY)) == 8
