"""Random questions about tours in an order, and their answers by brute force."""

import random
from itertools import pairwise, permutations

import icosian


def random_order(seed, *, most=7, big=(3, 20, 1000)):
    """Return some places, and what is asked of them."""
    rng = random.Random(seed)
    n, directed, high = rng.randint(3, most), rng.random() < 0.5, rng.choice(big)
    least = -3 if rng.random() < 0.15 else 0
    matrix = [[0] * n for _ in range(n)]
    for u in range(n):
        for v in range(n):
            if u < v or (u != v and directed):
                matrix[u][v] = rng.randint(least, high)
                if not directed:
                    matrix[v][u] = matrix[u][v]
    closed = rng.random() < 0.5
    start = rng.randrange(n) if closed or rng.random() < 0.3 else None
    others = [v for v in range(n) if v != start]
    order = [rng.sample(range(n), rng.randint(1, min(n, 4))) for _ in range(rng.choice((1, 2)))]
    return icosian.Places.from_matrix(matrix), {
        "closed": closed,
        "start": start,
        "end": None if closed or rng.random() < 0.7 else rng.choice(others),
        "order": order,
    }


def least_length(places, *, closed, start, end, order):
    """Return the least length of the tours that keep to an order, None if there are none."""
    lengths = []
    for tour in permutations(range(len(places))):
        rank = {v: k for k, v in enumerate(tour)}
        if start not in (None, tour[0]) or end not in (None, tour[-1]):
            continue
        if all(rank[u] < rank[v] for chain in order for u, v in pairwise(chain)):
            steps = pairwise((*tour, tour[0]) if closed else tour)
            lengths.append(sum(places.length(u, v) for u, v in steps))
    return min(lengths, default=None)
