"""Small cycle problems that the tests of shortest tours share."""

from itertools import combinations

import numpy as np

from icosian.tours.shortest.problem.cycle_problem import CycleProblem


def cycle_problem(size, lengths, required=()):
    """Return the problem with these lengths of edges (u, v), u < v; other pairs are none."""
    spread = max(lengths.values(), default=0) - min(lengths.values(), default=0)
    absent = size * (spread + 1) + max(lengths.values(), default=0)
    matrix = np.full((size, size), absent, np.int64)
    for (u, v), length in lengths.items():
        matrix[u, v] = matrix[v, u] = length
    complete = len(lengths) == size * (size - 1) // 2
    return CycleProblem(
        size=size,
        matrix=matrix,
        edges=None if complete else np.array(sorted(lengths), np.int32).reshape(-1, 2),
        required=tuple(sorted(required)),
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
