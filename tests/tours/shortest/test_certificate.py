import random

import numpy as np
from naive import least_cycle

from icosian.tours.shortest.relaxation.branching import Border, certify_bound
from icosian.tours.shortest.relaxation.linear_program import Dual, Edges, round_dual
from tests.tours.shortest.cycle_problems import (
    incumbent_of,
    nothing,
    proved_bound,
    random_problem,
    root_of,
)


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
