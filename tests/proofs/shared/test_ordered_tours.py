"""How often tours that keep to an order cross the border of a set, against all such tours."""

import random
from fractions import Fraction
from itertools import combinations, pairwise, permutations

import networkx as nx
import numpy as np
import pytest

from icosian import InvalidProof
from icosian.proofs import DualWeights
from icosian.proofs.certificate import unlimited
from icosian.proofs.lengths import SymmetricInstance
from icosian.proofs.relaxations import PlaceOrder, ShorterTours
from icosian.tours.instance import Order

CROSSING = DualWeights(families=((0, 1),))


def ways(n, home, order):
    """Return all ways from home to home that keep to an order."""
    others = [v for v in range(n) if v != home]
    for way in permutations(others):
        rank = {v: k for k, v in enumerate(way)}
        if all(rank[u] < rank[v] for u, v in order):
            yield (home, *way, home)


def tours(n, home, order, inside, most):
    """Return the tours that cross the border of a set at most so often: that is their length."""
    lengths = [{n + v: int((u in inside) != (n + v in inside)) for v in range(n)} for u in range(n)]
    required = frozenset((v, n + v) for v in range(n))
    problem = SymmetricInstance(
        lengths=lengths + [{} for _ in range(n)],
        required=required,
        unit=Fraction(1),
        is_doubled=True,
        order=PlaceOrder(n, home, order, {}, ()),
    )
    return ShorterTours(problem, [(tuple(inside),)], 1, most, unlimited)


@pytest.mark.slow
def test_every_tour_crosses_a_set_as_often_as_the_checker_says():
    rng, tight = random.Random(2), 0
    for _ in range(1500):
        n = rng.randint(2, 5)
        home = rng.randrange(n)
        rest = rng.sample([v for v in range(n) if v != home], n - 1)
        pairs = [(u, v) for k, u in enumerate(rest) for v in rest[k + 1 :]]
        order = rng.sample(pairs, rng.randint(0, len(pairs)))
        some = set(rng.sample(range(n), rng.randint(0, n - 1)))
        split = {v for v in range(n) if rng.random() < 0.3} - some
        inside = sorted(some | {n + v for v in some | split} ^ {rng.randrange(2 * n)})
        if rng.random() < 0.8:
            inside = sorted(some | {n + v for v in some | split})
        if not 0 < len(inside) < 2 * n:
            continue
        least = min(
            sum((u in inside) != (v in inside) for u, v in pairwise([*steps, steps[0]]))
            for way in ways(n, home, order)
            for steps in [[port for v in way[1:] for port in (n + v, v)]]
        )
        assert not tours(n, home, order, inside, least).are_none(CROSSING, set(), set())
        tight += tours(n, home, order, inside, least - 1).are_none(CROSSING, set(), set())
    assert tight > 1000


@pytest.mark.parametrize("seed", range(3))
def test_tours_that_leave_out_places_cross_a_set_as_often_as_both_sides_say(seed):
    rng, tight = random.Random(seed), 0
    for _ in range(150):
        n = rng.randint(3, 5)
        home, *rest = rng.sample(range(n), n)
        pairs = list(combinations(rest, 2))
        order = rng.sample(pairs, rng.randint(1, len(pairs)))
        free = set(rng.sample(rest, rng.randint(1, n - 1)))
        some = set(rng.sample(range(n), rng.randint(0, n - 1)))
        inside = some | {n + v for v in some | set(rng.sample(range(n), 2))}
        if not 0 < len(inside) < 2 * n:
            continue
        checked = PlaceOrder(n, home, order, {}, free).crossings(frozenset(inside))
        before = np.zeros((n, n), bool)
        before[tuple(zip(*nx.transitive_closure(nx.DiGraph(order)).edges, strict=True))] = True
        stays = np.array([v not in free for v in range(n)])
        assert Order(before, home, stays).demand((tuple(inside),)) == checked
        counts = []
        for way in ways(n, home, [(u, v) for u, v in np.argwhere(before).tolist()]):
            for out in (set(out) for k in range(len(free) + 1) for out in combinations(free, k)):
                steps = [port for v in way[1:] if v not in out for port in (n + v, v)]
                loops = 2 * sum((v in inside) != (n + v in inside) for v in out)
                around = pairwise([*steps, steps[0]])
                counts.append(loops + sum((u in inside) != (v in inside) for u, v in around))
        assert checked <= min(counts)
        tight += checked == min(counts)
    assert tight > 100


def test_numbers_count_the_places_that_are_visited():
    rests = [{4 + v: 1 + (u + v) % 3 for v in range(4) if v != u} for u in range(4)]
    for numbers, free in (({1: 2}, {1}), ({2: 3}, {1, 2}), ({3: 1}, {2}), ({1: 1, 2: 3}, ())):
        sets = [(frozenset({0}), 0), (frozenset({0, *free}), len(free))]  # home is visited anyway
        kept, lengths = PlaceOrder(4, 0, [], numbers, free, sets), []
        for k in range(4):
            for way in permutations([1, 2, 3], k):
                fits = all(way[i - 1 : i] == (v,) for i, v in numbers.items())
                if fits and {1, 2, 3} - set(way) <= set(free):
                    lengths.append(sum(rests[u][4 + v] for u, v in pairwise((0, *way, 0))))
        assert lengths
        assert kept.are_longer(rests, [], min(lengths) - 1, unlimited)
        assert not kept.are_longer(rests, [], min(lengths), unlimited)


def test_arcs_that_no_order_allows_are_left_out():
    for n, home, order in ((4, 3, [(0, 1), (1, 2)]), (4, 0, [(1, 2), (1, 3)]), (3, 2, [])):
        used = {(u, n + v) for way in ways(n, home, order) for u, v in pairwise(way)}
        left = tours(n, home, order, [0], 9).edges
        assert {(u, v) for u, row in enumerate(left) for v in row if v != u + n} == used


def test_an_order_that_contradicts_itself_is_refused():
    with pytest.raises(InvalidProof, match="the order contradicts itself"):
        tours(3, 2, [(0, 1), (1, 0)], [0], 9)
