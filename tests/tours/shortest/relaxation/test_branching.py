import math
import random

import networkx as nx
import pytest
from naive import least_cycle

from icosian._run.clock import TimeIsUp
from icosian.tours.shortest.relaxation import branching, cutting_planes
from icosian.tours.shortest.relaxation.branching import Border, Node
from icosian.tours.shortest.relaxation.linear_program import LinearProgram
from tests.tours.problems import LateClock
from tests.tours.shortest.cycle_problems import (
    cycle_problem,
    is_closed,
    leaves,
    plane_problem,
    tree_of,
)


@pytest.fixture
def no_cuts(monkeypatch):
    """Leave all but the degrees to splits on edges, and tours to the end of their branches."""

    def subtours(size, edges, values, tour, known):
        if ((values > 1e-6) & (values < 1 - 1e-6)).any():
            return []
        return separate(size, edges, values, tour, known)

    separate = cutting_planes.separate
    monkeypatch.setattr(cutting_planes, "separate", subtours)
    monkeypatch.setattr(branching, "WIDE", math.inf)


@pytest.mark.usefixtures("no_cuts")
def test_of_cases_with_about_the_same_bound_the_last_one_is_first():
    tree = tree_of(plane_problem(random.Random(7), 9))
    root = tree.root
    gap = tree.incumbent.goal - 1 - tree.edges.offset - root.bound
    assert gap > 0
    low = root.bound // (branching.STEP * gap) * (branching.STEP * gap)

    def case(steps):
        return Node((), (), low + branching.STEP * gap * steps, root.dual)

    (key, _), *cases = tree.take(), case(1.1), case(2.1), case(1.9), case(1.2)
    tree.finish(key, root, cases[:3])
    taken = []
    while (found := tree.take()) is not None:
        key, node = found
        taken.append(node)
        tree.finish(key, node, [cases[3]] if node is cases[0] else [])
    assert taken == [cases[0], cases[3], cases[2], cases[1]]


@pytest.mark.usefixtures("no_cuts")
def test_every_leaf_is_excluded_exactly():
    most = 0
    for seed in range(10):
        problem = plane_problem(random.Random(seed), 12)
        tree = tree_of(problem)
        bounds = []
        tree.search(lambda node, tree=tree, bounds=bounds: bounds.append(tree.bound))
        assert tree.incumbent.length == least_cycle(problem)
        assert all(is_closed(tree, leaf) for leaf in leaves(tree.root))
        assert bounds == sorted(bounds)
        most = max(most, len(leaves(tree.root)))
    assert most > 4


@pytest.mark.usefixtures("no_cuts")
def test_cases_split_on_an_edge():
    tree = tree_of(plane_problem(random.Random(1), 9))
    tree.search(lambda node: None)
    stack = [tree.root]
    while stack:
        node = stack.pop()
        if node.split is not None:
            with_it, without = node.children
            assert with_it.used == (*node.used, node.split)
            assert without.avoided == (*node.avoided, node.split)
            assert with_it.avoided == node.avoided
            assert without.used == node.used
        stack += node.children


@pytest.mark.usefixtures("no_cuts")
@pytest.mark.parametrize("looks", [1, 3, 6, 10])
def test_a_search_that_is_stopped_has_a_dual_for_every_open_case(looks):
    problem = plane_problem(random.Random(1), 9)
    tree = tree_of(problem, LateClock(looks))
    with pytest.raises(TimeIsUp):
        tree.search(lambda node: None)
    tree.close()
    tree.incumbent.length = least_cycle(problem) + 1
    assert all(leaf.rounded is not None for leaf in leaves(tree.root))
    assert not all(is_closed(tree, leaf) for leaf in leaves(tree.root))


@pytest.mark.usefixtures("no_cuts")
def test_splits_that_were_worth_little_are_not_probed_again(monkeypatch):
    probes = []

    def probed(self, *args):
        probes[-1] += 1
        return probe(self, *args)

    probe = LinearProgram.probe
    monkeypatch.setattr(LinearProgram, "probe", probed)
    problem = plane_problem(random.Random(3), 14)
    for less in (branching.LESS, 0.0):
        monkeypatch.setattr(branching, "LESS", less)
        probes.append(0)
        tree = tree_of(problem)
        tree.search(lambda node: None)
        assert all(is_closed(tree, leaf) for leaf in leaves(tree.root))
        probes[-1] /= tree.pace.cases
    assert 0 < probes[0] < probes[1]


def test_an_infeasible_case_is_refuted_by_a_ray():
    # A Hamiltonian cycle would pass the two nodes of a bridge's ends twice.
    lengths = {(0, 1): 1, (0, 2): 1, (1, 2): 1, (2, 3): 1, (3, 4): 1, (3, 5): 1, (4, 5): 1}
    problem = cycle_problem(6, lengths)
    tree = tree_of(problem)
    tree.search(lambda node: None)
    (leaf,) = leaves(tree.root)
    assert tree.incumbent.goal > 6
    assert is_closed(tree, leaf)


@pytest.mark.slow
def test_wide_gaps_are_closed_by_borders(monkeypatch):
    # Three paths that triangles join at both ends: no short tour, but short fractional ones.
    paths = nx.disjoint_union_all(map(nx.path_graph, [6, 6, 6]))
    paths.add_edges_from((u + 6 * i, u + 6 * j) for u in (0, 5) for i in range(3) for j in range(i))
    steps = dict(nx.all_pairs_shortest_path_length(paths))
    problem = cycle_problem(18, {(u, v): steps[u][v] for u in range(18) for v in range(u + 1, 18)})
    sizes = []
    for with_borders in (True, False):
        if not with_borders:
            monkeypatch.setattr(branching, "WIDE", math.inf)
        tree = tree_of(problem)
        tree.search(lambda node: None)
        assert tree.incumbent.length == 22
        borders = 0
        stack = [tree.root]
        while stack:
            node = stack.pop()
            stack += node.children
            if isinstance(node.split, Border):
                borders += 1
                first, second = node.children
                assert first.twice == (*node.twice, node.split.family)
                assert second.often == (*node.often, node.split.family)
                assert (first.used, second.avoided) == (node.used, node.avoided)
            else:
                assert node.split is not None or is_closed(tree, node)
        assert (borders > 0) == with_borders
        sizes.append(len(leaves(tree.root)))
    assert sizes[0] < sizes[1]
