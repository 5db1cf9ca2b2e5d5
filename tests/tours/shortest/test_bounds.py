"""Bounds: 1-trees, zones and moats, and certificates of trees."""

import itertools
import math
import random

import numpy as np
import pytest
from hypothesis import given, strategies as st
from naive import least_cycle
from scipy.optimize import linprog
from together import examples

from icosian.tours.instance import Instance
from icosian.tours.shortest.moats import zones_and_moats
from icosian.tours.shortest.one_trees import ascent
from icosian.tours.shortest.relaxation.branching import Border, certify_bound
from icosian.tours.shortest.relaxation.linear_program import Dual, Edges, round_dual
from tests.tours.shortest.cases import (
    incumbent_of,
    nothing,
    problems,
    proved_bound,
    random_problem,
    root_of,
)

# Bounds by 1-trees, compared with all cycles of small problems


@given(problems(most=7), st.floats(0, 10))
def test_bounds_of_an_ascent_are_below_all_cycles(drawn, more):
    problem, _, _ = drawn
    least = least_cycle(problem)
    bound, potentials = ascent(problem, least + more)
    assert bound <= least + 1e-6
    assert potentials.shape == (problem.size,)


@pytest.mark.slow
def test_open_tours_of_many_places_are_bounded_about_as_closely_as_closed_ones():
    places = np.random.default_rng(1).integers(0, 10**4, (700, 2))
    lengths = np.rint(np.linalg.norm(places[:, None] - places, axis=2)).astype(np.int64)
    bounds = []
    for closed in (True, False):
        form = Instance(places=700, closed=closed, start=None, end=None, directed=False)
        bounds.append(ascent(form.problem(lengths), 200_000)[0])
    assert 0.97 * bounds[0] < bounds[1] < bounds[0]


# Zones and moats: they do not overlap, are nested, and as wide as the linear program allows


PLACES = st.lists(
    st.tuples(st.integers(0, 30), st.integers(0, 30)), min_size=3, max_size=7, unique=True
)


def distances(places):
    """Distances in the plane, round_dual as in TSPLIB."""
    return np.array([[round(math.dist(p, q)) for q in places] for p in places], np.int64)


def shortest(lengths):
    """The length of a shortest tour, by trying all."""
    rest = range(1, len(lengths))
    return min(
        sum(lengths[u][v] for u, v in itertools.pairwise((0, *order, 0)))
        for order in itertools.permutations(rest)
    )


def subtour_bound(lengths):
    """The subtour bound, with a row for every set of places."""
    n = len(lengths)
    pairs = list(itertools.combinations(range(n), 2))
    rows = [
        [-float((u in part) != (v in part)) for u, v in pairs]
        for size in range(1, n // 2 + 1)
        for part in itertools.combinations(range(n), size)
    ]
    cost = [lengths[u][v] for u, v in pairs]
    return linprog(cost, rows, [-2.0] * len(rows), method="highs").fun


def between(found, u, v):
    """The widths of everything between two places."""
    moats = sum(width for part, width in found.moats if (u in part) != (v in part))
    return found.zones[u] + found.zones[v] + moats


def check_moats(found, lengths):
    """Nothing overlaps, and sets are nested, the larger ones first."""
    n = len(lengths)
    for u, v in itertools.combinations(range(n), 2):
        assert between(found, u, v) <= found.scale * lengths[u][v]
    assert min(found.zones) >= 0
    assert all(width > 0 for _, width in found.moats)
    parts = [set(part) for part, _ in found.moats]
    assert all(2 <= len(part) <= n / 2 for part in parts)
    assert sorted(map(len, parts), reverse=True) == list(map(len, parts))
    for first, second in itertools.combinations(parts, 2):
        assert first > second or first.isdisjoint(second)


@given(PLACES)
def test_the_bound_is_that_of_the_linear_program_and_below_every_tour(places):
    lengths = distances(places)
    found = zones_and_moats(lengths)
    check_moats(found, lengths)
    assert found.bound <= shortest(lengths)
    assert found.bound == pytest.approx(subtour_bound(lengths), abs=1e-2)


@examples(20)
@given(st.integers(3, 8), st.data())
def test_any_lengths_have_zones_and_moats(n, data):
    lengths = np.zeros((n, n), np.int64)
    for u, v in itertools.combinations(range(n), 2):
        lengths[u, v] = lengths[v, u] = data.draw(st.integers(0, 20))
    found = zones_and_moats(lengths)
    check_moats(found, lengths)
    assert found.bound <= shortest(lengths)


def shortest_by_hand(places):
    """The tour of two groups of 2 x 3 places: around each, and twice across the gap."""
    assert len(places) == 12
    return 2 * 99 + 2 * 5


def some_tree(rng, problem, depth):
    """Return a tree over random edges, with random weights in its leaves."""
    edges = Edges.of(problem)
    root = root_of(problem.size)
    level = [root]
    for _ in range(depth):
        level = [
            child
            for node in level
            for child in node.branch(
                tuple(
                    rng.choice(
                        [
                            pair
                            for pair in edges.pairs.tolist()
                            if tuple(pair) not in {*node.used, *node.avoided}
                        ]
                    )
                )
            )
        ]
    for leaf in level:
        nodes = np.array([rng.uniform(0, 5) for _ in range(problem.size)])
        families = (((0, 1),), ((0, 2, 4), (0, 3), (4, 5), (1, 2)))
        dual = Dual(nodes, families, np.array([rng.uniform(0, 2), rng.uniform(0, 2)]))
        leaf.rounded = round_dual(dual, rng.choice([1, 2, 12]), edges.base)
    return root


def test_the_bound_of_any_tree_is_proved_and_true():
    rng = random.Random(0)
    for depth in (0, 1, 2, 3):
        for with_root in (False, True):
            problem = random_problem(rng, 7)
            incumbent = incumbent_of(problem)
            tree = some_tree(rng, problem, depth)
            root = None
            if with_root:
                edges = Edges.of(problem)
                root = round_dual(nothing(7), 4, edges.base)
            solution = certify_bound(Edges.of(problem), incumbent, root, tree)
            assert proved_bound(problem, solution) == solution.bound <= least_cycle(problem)
            assert solution.scale % 4 == 0 or not with_root
            assert len(solution.tree) == 2 ** (depth + 1) - 1


def test_borders_split_and_count_as_assumed():
    rng = random.Random(1)
    for seed in range(6):
        problem = random_problem(rng, 7)
        incumbent = incumbent_of(problem)
        tree = some_tree(rng, problem, 0)
        family = ((0, 1, 2),)
        for node, z in zip(tree.branch(Border(family)), (-1.5, 2.5), strict=True):
            nodes = np.array([rng.uniform(0, 5) for _ in range(7)])
            dual = Dual(nodes, (family,), np.array([z]))
            node.rounded = round_dual(dual, 2, Edges.of(problem).base)
        solution = certify_bound(Edges.of(problem), incumbent, None, tree)
        assert solution.tree[0] == (solution.families.index(family),)
        assert proved_bound(problem, solution) == solution.bound <= least_cycle(problem), seed


def test_equal_weights_are_kept_once():
    problem = random_problem(random.Random(1), 7)
    tree = some_tree(random.Random(1), problem, 2)
    for child in tree.children:
        for leaf in child.children:
            leaf.rounded = round_dual(nothing(7), 1, Edges.of(problem).base)
    incumbent = incumbent_of(problem)
    solution = certify_bound(Edges.of(problem), incumbent, None, tree)
    assert len(solution.weights) == 1
    assert solution.families == ()
    assert solution.tree.count(0) == 4
