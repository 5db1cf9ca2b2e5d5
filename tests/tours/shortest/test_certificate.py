import random

import numpy as np
from naive import least_cycle, proved_bound

from icosian.tours.shortest.certificate import SPARED, certified
from icosian.tours.shortest.relaxation.branching import Node
from icosian.tours.shortest.relaxation.cutting_planes import Incumbent
from icosian.tours.shortest.relaxation.linear_program import Dual
from icosian.tours.shortest.relaxation.rounding import Edges, rounded
from tests.tours.shortest.cycle_problems import random_problem


def some_tree(rng, problem, depth):
    """Return a tree over random edges, with random weights in its leaves."""
    edges = Edges.of(problem)
    root = Node((), (), 0.0, Dual(np.zeros(problem.size), (), np.zeros(0)))
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
        leaf.rounded = rounded(dual, rng.choice([1, 2, 12]), edges.base)
    return root


def test_the_bound_of_any_tree_is_proved_and_true():
    rng = random.Random(0)
    for depth in (0, 1, 2, 3):
        for with_root in (False, True):
            problem = random_problem(rng, 7)
            incumbent = Incumbent(problem, list(range(7)), 0.0, lambda length: None)
            tree = some_tree(rng, problem, depth)
            root = None
            if with_root:
                edges = Edges.of(problem)
                root = rounded(Dual(np.zeros(7), (), np.zeros(0)), 4, edges.base)
            solution = certified(Edges.of(problem), incumbent, root, tree)
            assert proved_bound(problem, solution) == solution.bound <= least_cycle(problem)
            assert solution.scale % 4 == 0 or not with_root
            assert len(solution.tree) <= 2 ** (depth + 1) - 1


def test_equal_weights_are_kept_once():
    problem = random_problem(random.Random(1), 7)
    tree = some_tree(random.Random(1), problem, 2)
    dual = Dual(np.zeros(7), (), np.zeros(0))
    for child in tree.children:
        for leaf in child.children:
            leaf.rounded = rounded(dual, 1, Edges.of(problem).base)
    enough = Incumbent(problem, list(range(7)), 2.0, lambda length: None)
    solution = certified(Edges.of(problem), enough, None, tree)
    assert len(solution.weights) == 1
    assert solution.families == ()
    assert solution.tree.count(0) == 4


def test_a_bound_that_leaves_a_gap_has_no_more_cases_than_it_needs():
    problem = random_problem(random.Random(1), 7)
    tree = some_tree(random.Random(1), problem, 2)
    edges = Edges.of(problem)
    for child in tree.children:
        for leaf in child.children:
            leaf.dual = Dual(np.zeros(7), (), np.zeros(0))
            leaf.rounded = rounded(leaf.dual, 60, edges.base)
    open_ = Incumbent(problem, list(range(7)), 0.0, lambda length: None)
    solution = certified(edges, open_, None, tree)
    assert (solution.tree, solution.scale) == ((0,), 1)
    least = 2 * int(edges.base.sum())
    assert solution.bound == least - int(SPARED * (open_.goal - least))
    tree.dual = Dual(np.full(7, -100.0), (), np.zeros(0))  # now the split helps
    assert len(certified(edges, open_, None, tree).tree) == 3
    assert proved_bound(problem, certified(edges, open_, None, tree)) == solution.bound


def test_a_small_part_of_a_gap_is_given_up():
    problem = random_problem(random.Random(1), 7)
    edges = Edges.of(problem)
    none = Dual(np.zeros(7), (), np.zeros(0))
    tree = Node((), (), 0.0, none)
    for leaf in tree.branch((0, 1)):
        leaf.dual = Dual(np.full(7, 0.5), (), np.zeros(0))
        leaf.rounded = rounded(leaf.dual, 2, edges.base)
    incumbent = Incumbent(problem, list(range(7)), 0.0, lambda length: None)
    solution = certified(edges, incumbent, None, tree)
    best = min(edges.bound(leaf.rounded, leaf.used, leaf.avoided) for leaf in tree.children) / 2
    gap = incumbent.goal - best
    assert best - SPARED * gap - 1 < solution.bound <= best + 1
    assert proved_bound(problem, solution) == solution.bound
