"""Small cycle problems that the tests of shortest tours share, and the machine around them."""

from itertools import combinations

import numpy as np

from icosian._run.clock import Clock
from icosian.tours.instance import CycleProblem, Instance
from icosian.tours.shortest.relaxation.branching import Node, Tree
from icosian.tours.shortest.relaxation.cutting_planes import CuttingPlanes, Incumbent
from icosian.tours.shortest.relaxation.linear_program import Dual, Edges


def cycle_problem(size, lengths, required=()):
    """Return the problem with these lengths of edges (u, v), u < v; other pairs are none."""
    spread = max(lengths.values(), default=0) - min(lengths.values(), default=0)
    absent = size * (spread + 1) + max(lengths.values(), default=0)
    matrix = np.full((size, size), absent, np.int64)
    for (u, v), length in lengths.items():
        matrix[u, v] = matrix[v, u] = length
    complete = len(lengths) == size * (size - 1) // 2
    return CycleProblem(
        instance=Instance(
            places=size, directed=False, closed=True, require=tuple(sorted(required))
        ),
        matrix=matrix,
        edges=None if complete else np.array(sorted(lengths), np.int32).reshape(-1, 2),
        absent=absent,
    )


def random_problem(rng, size, *, density=1.0, required=0, longest=50):
    """Return a problem with random edges and lengths, some negative, and some required edges."""
    lengths = {
        pair: rng.randint(-longest // 5, longest)
        for pair in combinations(range(size), 2)
        if rng.random() < density
    }
    return cycle_problem(size, lengths, disjoint(rng, sorted(lengths), required))


def disjoint(rng, edges, number):
    """Return at most so many of the edges, no two at a node."""
    chosen = []
    for edge in rng.sample(edges, len(edges)):
        if len(chosen) < number and not {*edge} & {v for pair in chosen for v in pair}:
            chosen.append(edge)
    return chosen


def plane_problem(rng, size, side=100):
    """Return a problem on random points with rounded distances."""
    points = [complex(rng.randrange(side), rng.randrange(side)) for _ in range(size)]
    lengths = {(u, v): round(abs(points[u] - points[v])) for u, v in combinations(range(size), 2)}
    return cycle_problem(size, lengths)


# -- the machine: the best tour, the linear program, and the tree of a problem


def incumbent_of(problem, tour=None, *, gap=0.0, report=lambda length: None):
    """Return a tour of a problem, by default that of the nodes in their order, as the best one."""
    tour = list(range(problem.size)) if tour is None else tour
    return Incumbent(problem.measured, tour, problem.length(tour), gap, report)


def planes_of(problem, chosen=None, clock=None):
    """Return the linear program of a problem, over the chosen edges or all."""
    edges = Edges.of(problem)
    columns = np.ones(len(edges.tails), np.bool_)
    if chosen is not None:
        columns = np.isin(np.arange(len(columns)), edges.places(chosen))
    return CuttingPlanes(edges, columns, incumbent_of(problem), clock or Clock())


def nothing(size):
    """Return the dual of zeros."""
    return Dual(np.zeros(size), (), np.zeros(0))


def root_of(size, rounded=None):
    """Return the case that assumes nothing."""
    return Node((), (), 0.0, nothing(size), rounded)


def tree_of(problem, clock=None):
    """Return the tree of a problem before the search."""
    planes = planes_of(problem, clock=clock)
    root = root_of(problem.size)
    return Tree(planes.edges, planes.incumbent, planes.clock, root, planes=planes)


def leaves(node):
    """Return the cases below one that are not split."""
    return [leaf for child in node.children for leaf in leaves(child)] or [node]


def bound_of(edges, dual, used=(), avoided=(), often=(), *, length=0):
    """Return what a dual proves of a case, None if no tour of the case is shorter than a length."""
    case = edges.case(used, avoided, length)
    return None if case is None else edges.bound(dual, case, often)


def is_closed(tree, leaf):
    """Return True if a leaf has no tour below the goal, as its dual shows in integers."""
    goal = tree.incumbent.goal
    bound = bound_of(tree.edges, leaf.rounded, leaf.used, leaf.avoided, leaf.often, length=goal)
    return bound is None or bound > leaf.rounded.scale * (goal - 1)
