"""Random questions about tours that may leave out places, and their answers by brute force."""

import random
from fractions import Fraction
from itertools import combinations, pairwise, permutations

import icosian
from tests.naive import as_printed

HUGE = 10**25


def random_question(seed, *, most=6, unit=None):
    """Return some places, and what is asked of them."""
    rng = random.Random(seed)
    n, directed, big = rng.randint(3, most), rng.random() < 0.4, rng.choice((5, 20, 10**6))
    least = -3 if rng.random() < 0.15 else 0
    unit = rng.choice((1, 1, 1, Fraction(1, 3))) if unit is None else unit
    matrix = [[0] * n for _ in range(n)]
    for u in range(n):
        for v in range(n):
            if u < v or (u != v and directed):
                matrix[u][v] = rng.randint(least, big) * unit
                if not directed:
                    matrix[v][u] = matrix[u][v]
    closed = rng.random() < 0.6
    groups = [rng.sample(range(n), rng.randint(1, n)) for _ in range(rng.choice((0, 0, 1, 2, 3)))]
    parts = rng.choice((1, 1, 2))
    prizes = {
        v: rng.randint(0, big) * unit * Fraction(1, parts)
        for v in rng.sample(range(n), rng.choice((0, 0, 1, n)))
    }
    leave_out = rng.choice((0, 0, 1, 2, n))
    return icosian.Places.from_matrix(matrix), {
        "closed": closed,
        "start": rng.choice((None, 0)),
        "end": None if closed else rng.choice((None, 1)),
        "groups": groups,
        "prizes": prizes,
        "leave_out": leave_out if groups or prizes or leave_out else 1,
    }


def least_cost(places, *, closed, start, end, groups, prizes, leave_out):
    """Return the least length with the prizes that are lost, by trying all tours."""
    n, best = len(places), None
    optional = set(prizes).union(*groups)
    for count in range(1, n + 1):
        for chosen in map(set, combinations(range(n), count)):
            if not {start, end} - {None} <= chosen or any(not chosen & {*g} for g in groups):
                continue
            if len(set(range(n)) - chosen - optional - {start}) > leave_out:
                continue
            lost = sum(as_printed(prize) for v, prize in prizes.items() if v not in chosen)
            for order in permutations(chosen):
                if start not in (None, order[0]) or end not in (None, order[-1]):
                    continue
                steps = pairwise((*order, order[0]) if closed and count > 1 else order)
                cost = lost + sum(places.length(u, v) for u, v in steps) * places.unit
                best = cost if best is None else min(best, cost)
    return best
