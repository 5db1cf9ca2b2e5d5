"""What a case leaves for longer tours, against all tours."""

from decimal import Decimal
from fractions import Fraction
from itertools import pairwise, permutations
from random import Random

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, strategies as st
from icosian.proofs.shared.longer_tours import Assumptions, LongerTours

from icosian import InvalidArgument, InvalidProof
from icosian.proofs import (
    Computed,
    LongestBound,
    LongestWeights,
)

NONE = LongestWeights()


def longer_tours(G, proof, weight=None):
    return LongerTours(G, proof, weight, lambda: None)


def bound_of(G, most, *, closed=True, **fields):
    form = {"scale": 1, "weights": (NONE,), "tree": (0,)} | fields
    return LongestBound(closed=closed, bound=most, nodes=tuple(G), **form)


def cycles(G, *, closed):
    """Yield places and edges of all tours as cycles of the network."""
    home, directed = len(G), G.is_directed()
    for size in range(1, len(G) + 1):
        for order in permutations(G, size):
            if not all(G.has_edge(u, v) for u, v in pairwise(order)):
                continue
            if closed and (size < 3 - directed or not G.has_edge(order[-1], order[0])):
                continue
            if not closed and size == 1 and not directed:
                continue  # not a cycle through home
            around = order if closed else (*order, home)
            steps = list(pairwise((*around, around[0])))
            yield {*around}, {e if directed else tuple(sorted(e)) for e in steps}


@pytest.mark.parametrize("directed", [False, True])
@given(st.integers(0, 10**6))
def test_narrowing_keeps_all_longer_tours(directed, seed):
    random = Random(seed)
    n = random.randint(2, 5)
    G = nx.gnp_random_graph(n, 0.6, seed=seed, directed=directed)
    closed = random.random() < 0.5
    most = random.randint(-1 if closed else 1, n)
    tours = longer_tours(G, bound_of(G, most, closed=closed))
    case = Assumptions(set(), set(), set(), set())
    names = [*range(tours.places), *sorted(tours._gains)]
    for _ in range(random.randrange(4)):
        name = random.choice(names)
        sides = case[2:] if isinstance(name, tuple) else case[:2]
        random.choice(sides).add(name)
    smaller = tours._narrowed(tours._left(case))
    for places, steps in cycles(G, closed=closed):
        count = len(places) - (not closed)
        fits = case.visited <= places and not case.avoided & places
        fits = fits and case.used <= steps and not case.unused & steps
        if fits and count > most:
            assert smaller is not None
            assert steps <= smaller.edges
            assert smaller.visited <= places
            assert smaller.used <= steps


def test_numbers_of_arrivals_follow_those_of_departures():
    G = nx.DiGraph([("a", "b"), ("b", "a")])
    proof = bound_of(G, 2)
    tours = longer_tours(G, proof)
    assert tours._ports((0, 1)) == (0, 3)
    assert tours.name((1, 0)) == (1, 0)
    assert longer_tours(nx.Graph(G), proof).name((1, 0)) == (0, 1)


TRIANGLES = nx.Graph([(0, 1), (1, 2), (0, 2), (2, 3), (3, 4), (2, 4)])
"""Two triangles with a node in common."""


def narrowed(G, case, most=0):
    tours = longer_tours(G, bound_of(G, most))
    return tours._narrowed(tours._left(case))


def test_a_case_is_narrowed_to_the_block_of_what_it_visits():
    left = narrowed(TRIANGLES, Assumptions(visited=frozenset({0})), 2)
    assert left.edges == {(0, 1), (1, 2), (0, 2)}
    assert left.visited == {0, 1, 2}
    assert narrowed(TRIANGLES, Assumptions(visited=frozenset({0, 4}))) is None
    assert narrowed(TRIANGLES, Assumptions(), 3) is None
    assert narrowed(TRIANGLES, Assumptions(), 2).visited == set()  # one triangle or the other


@pytest.mark.parametrize(
    "case",
    [
        Assumptions(visited=frozenset({0}), avoided=frozenset({0})),
        Assumptions(avoided=frozenset({0}), used=frozenset({(0, 1)})),
        Assumptions(used=frozenset({(0, 1)}), unused=frozenset({(0, 1)})),
        Assumptions(used=frozenset({(0, 1)}), unused=frozenset({(1, 2)})),
    ],
)
def test_a_case_that_contradicts_itself_leaves_nothing(case):
    assert narrowed(TRIANGLES, case) is None


def test_an_edge_that_is_used_and_is_not_leaves_nothing_though_its_nodes_are_on_cycles():
    edge = frozenset({(0, 1)})
    assert narrowed(nx.complete_graph(4), Assumptions(used=edge, unused=edge)) is None


def test_what_has_its_edges_has_no_others():
    used = frozenset({(0, 1), (1, 2)})
    left = narrowed(nx.complete_graph(4), Assumptions(used=used))
    assert left.edges == {(0, 1), (1, 2), (0, 2), (0, 3), (2, 3)}
    left = narrowed(nx.complete_graph(3, nx.DiGraph), Assumptions(used=frozenset({(0, 1)})))
    assert left.edges == {(0, 1), (1, 0), (1, 2), (2, 0)}


def test_a_potential_belongs_to_an_end_of_arcs():
    G = nx.complete_graph(3, nx.DiGraph)
    for port in (6, -1):
        weights = (LongestWeights(potentials=((port, 1),)),)
        with pytest.raises(InvalidProof, match="belongs to no node"):
            bound_of(G, 3, weights=weights).check(G)
    bound_of(G, 6, weights=(LongestWeights(potentials=((5, 1),)),)).check(G)


def test_a_case_can_be_stopped_before_and_after_it_is_narrowed():
    calls = []
    tours = LongerTours(TRIANGLES, bound_of(TRIANGLES, 3), None, lambda: calls.append(0))
    calls.clear()
    assert tours.are_none(NONE, Assumptions())
    assert len(calls) == 2


@pytest.mark.parametrize("number", [3, np.int64(3), 3.0, Fraction(3), Decimal(3)])
@pytest.mark.parametrize("is_named", [True, False])
def test_a_length_of_any_type_counts_with_its_sign(number, is_named):
    G = nx.cycle_graph(4)
    nx.set_edge_attributes(G, number, "miles")
    weight = "miles" if is_named else lambda u, v, data: data["miles"]
    name = "miles" if is_named else Computed()
    bound_of(G, 12, weight=name).check(G, weight=weight)
    with pytest.raises(InvalidProof, match="room"):
        bound_of(G, 11, weight=name).check(G, weight=weight)


def test_a_loop_does_not_change_the_unit():
    G = nx.complete_graph(4)
    nx.set_edge_attributes(G, 6, "weight")
    potentials = tuple((v, -1) for v in G)
    proof = bound_of(
        G, 24, weight="weight", scale=2, weights=(LongestWeights(potentials=potentials),)
    )
    proof.check(G, weight="weight")
    G.add_edge(0, 0, weight=1)
    proof.check(G, weight="weight")


def test_the_first_length_that_is_no_number_is_named():
    G = nx.MultiGraph([(0, 1, {"weight": w}) for w in (1, "far", "off")] + [(1, 2), (2, 0)])
    with pytest.raises(InvalidArgument, match="'far'"):
        bound_of(G, 9, weight="weight").check(G, weight="weight")
