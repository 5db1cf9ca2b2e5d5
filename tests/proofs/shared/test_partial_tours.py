"""Tours that may leave out places: no case is closed that has one, whatever the weights are."""

from decimal import Decimal
from fractions import Fraction
from itertools import pairwise, permutations
from random import Random

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, strategies as st
from together import together

from icosian import InvalidArgument, InvalidProof
from icosian.proofs import Computed, DualWeights, LongestBound
from icosian.proofs.certificate import unlimited

NONE = DualWeights()


def bound_of(G, most, *, closed=True, **fields):
    form = {"scale": 1, "weights": (NONE,), "tree": (0,)} | fields
    return LongestBound(closed=closed, bound=most, nodes=tuple(G), **form)


def partial_tours(G, most, tick=unlimited, **fields):
    return bound_of(G, most, **fields)._tours(G, None, tick)


def tours(G, *, closed):
    """Yield the places of all tours, home included, with their edges and loops by number."""
    directed, home = G.is_directed(), len(G)
    places, shift = len(G) + (not closed), (len(G) + (not closed)) * directed
    for size in range(1, len(G) + 1):
        for order in permutations(G, size):
            if not all(G.has_edge(u, v) for u, v in pairwise(order)):
                continue
            if closed and (size < 3 - directed or not G.has_edge(order[-1], order[0])):
                continue
            if not closed and size == 1 and not directed:
                continue  # not a cycle through home
            around = order if closed else (*order, home)
            ways = {(u, v + shift) for u, v in pairwise((*around, around[0]))}
            loops = {(v + shift, v) for v in range(places) if v not in around}
            yield around, loops | (ways if directed else {tuple(sorted(way)) for way in ways})


@pytest.mark.parametrize("directed", [False, True])
@given(st.integers(0, 10**6))
def test_no_weights_close_a_case_that_has_a_longer_tour(directed, seed):
    random = Random(seed)
    n, closed = random.randint(2, 5), random.random() < 0.5
    G = nx.gnp_random_graph(n, 0.6, seed=seed, directed=directed)
    width = (n + (not closed)) * (1 + directed)
    sets = [tuple(random.sample(range(width), random.randrange(1, width))) for _ in range(4)]
    for around, edges in tours(G, closed=closed):
        if (nodes := len(around) - (not closed)) == 1:
            continue  # a path that no bound of a path denies
        most = random.choice((nodes - 1, random.randrange(not closed, nodes)))
        longer = partial_tours(G, most, closed=closed, families=tuple((s,) for s in sets))
        others = {(u, v) for u, row in enumerate(longer.edges) for v in row}
        others -= edges | longer.required
        used = set(random.sample(sorted(edges), random.randint(0, len(edges))))
        unused = set(random.sample(sorted(others), random.randint(0, len(others))))
        potentials = tuple(random.randint(-4, 2) for _ in range(width))
        weights = DualWeights(potentials=potentials, families=((random.randrange(4), 2), (0, 1)))
        for some in (NONE, DualWeights(potentials=(-1,) * width), weights):
            assert not longer.are_none(some, used, unused), (around, most)


TRIANGLES = nx.Graph([(0, 1), (1, 2), (0, 2), (2, 3), (3, 4), (2, 4)])
"""Two triangles with a node in common."""
FOUR = nx.complete_graph(4)


@together(
    ("G", "most", "used", "unused", "none"),
    [
        (TRIANGLES, 2, (), (), False),  # one triangle or the other
        (TRIANGLES, 3, (), (), True),
        (TRIANGLES, 0, (), [(0, 0), (4, 4)], True),
        (TRIANGLES, 2, [(1, 1)], [(0, 0)], True),
        (TRIANGLES, 2, [(1, 1)], (), False),
        (TRIANGLES, 2, [(1, 1), (3, 3)], (), True),
        (TRIANGLES, 0, [(0, 0)], [(0, 0)], True),
        (TRIANGLES, 0, [(0, 0), (0, 1)], (), True),
        (TRIANGLES, 0, [(0, 1)], [(0, 1)], True),
        (TRIANGLES, 0, [(0, 1)], [(1, 2)], True),
        (FOUR, 0, [(0, 1)], [(0, 1)], True),
        (FOUR, 3, [(0, 1), (1, 2), (0, 2)], (), True),
        (FOUR, 2, [(0, 1), (1, 2), (0, 2)], (), False),
        (FOUR, 2, [(0, 1), (0, 2), (0, 3)], (), True),
        (FOUR, 2, [(0, 0), (1, 1)], (), True),
        (nx.complete_graph(3, nx.DiGraph), 2, [(0, 4), (0, 5)], (), True),
        (nx.complete_graph(3, nx.DiGraph), 1, [(0, 4), (1, 3)], (), False),
        (nx.complete_graph(3, nx.DiGraph), 1, [(0, 4), (1, 3)], [(5, 2)], True),
        (nx.complete_graph(3, nx.DiGraph), 0, (), [(0, 3)], True),  # no place lacks that edge
    ],
)
def test_what_blocks_and_degrees_show_needs_no_weights(G, most, used, unused, none):
    longer = partial_tours(G, most)
    assert longer.are_none(NONE, {*map(longer.edge, used)}, {*map(longer.edge, unused)}) == none


def test_numbers_of_arrivals_follow_those_of_departures():
    G = nx.DiGraph([("a", "b"), ("b", "a")])
    longer = partial_tours(G, 2)
    assert [sorted(row) for row in longer.edges] == [[2, 3], [2, 3], [0], [1]]
    assert longer.required == {(0, 2), (1, 3)}
    assert longer.edge((3, 0)) == (0, 3)
    assert (longer.edge((2, 0)), longer.edge((0, 2))) == ((2, 0), (0, 2))
    graph = partial_tours(nx.Graph(G), 2)
    assert (graph.edge((1, 0)), graph.edge((1, 1))) == ((0, 1), (1, 1))


def test_there_are_as_many_potentials_as_arrivals_and_departures():
    G = nx.complete_graph(3, nx.DiGraph)
    bound_of(G, 6, weights=(DualWeights(potentials=(0,) * 5 + (1,)),)).check(G)
    for count in (3, 5, 7):
        weights = (DualWeights(potentials=(1,) * count),)
        with pytest.raises(InvalidProof, match=f"{count} potentials for 6 nodes"):
            bound_of(G, 6, weights=weights).check(G)


def test_a_border_need_not_be_crossed_so_nothing_is_assumed_of_it():
    longer = partial_tours(TRIANGLES, 3, families=(((0, 1),),))
    with pytest.raises(InvalidProof, match="on family 0, but places may be left out"):
        longer.border(0)
    below = DualWeights(families=((0, -1),))
    for twice, often in (({0}, ()), ((), {0})):
        with pytest.raises(InvalidProof, match="how often a border is crossed"):
            longer.are_none(NONE, set(), set(), twice, often)
    with pytest.raises(InvalidProof, match="must be positive"):
        longer.are_none(below, set(), set())


def test_a_case_can_be_stopped_before_and_after_it_is_narrowed():
    calls = []
    longer = partial_tours(TRIANGLES, 3, lambda: calls.append(0))
    calls.clear()
    assert longer.are_none(NONE, set(), set())
    assert len(calls) == 2


@together("number", [3, np.int64(3), 3.0, Fraction(3), Decimal(3)])
@together("is_named", [True, False])
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
    weights = (DualWeights(potentials=(-1,) * 4),)
    proof = bound_of(G, 24, weight="weight", scale=2, weights=weights)
    proof.check(G, weight="weight")
    G.add_edge(0, 0, weight=1)
    proof.check(G, weight="weight")


def test_the_first_length_that_is_no_number_is_named():
    G = nx.MultiGraph([(0, 1, {"weight": w}) for w in (1, "far", "off")] + [(1, 2), (2, 0)])
    with pytest.raises(InvalidArgument, match="'far'"):
        bound_of(G, 9, weight="weight").check(G, weight="weight")
