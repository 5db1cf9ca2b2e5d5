"""Random questions with conditions of all kinds at once, and their answers by brute force."""

import random
from fractions import Fraction
from itertools import combinations, pairwise, permutations

import icosian

KINDS = ("groups", "prizes", "leave_out", "order", "positions", "require", "forbid")
PAIRS = [*combinations(KINDS, 2)]


def random_question(seed, kinds, *, most=6):
    """Return some places, and a question about them that has conditions of some kinds."""
    rng = random.Random(f"{kinds} {seed}")
    n, symmetric, closed = rng.randint(4, most), rng.random() < 0.6, rng.random() < 0.5
    matrix = [[0] * n for _ in range(n)]
    for i, j in permutations(range(n), 2):
        matrix[i][j] = matrix[j][i] if symmetric and j < i else rng.randint(0, 20)
    nodes = rng.sample(range(n), n)
    start = nodes[0] if closed or rng.random() < 0.4 else None
    end = nodes[-1] if not closed and rng.random() < 0.3 else None
    inner = [v for v in nodes if v not in (start, end)]
    pairs = [tuple(rng.sample(one, 2)) for one in rng.sample([*combinations(range(n), 2)], 3)]
    given = {
        "groups": [rng.sample(range(n), rng.randint(1, 3)) for _ in range(rng.randint(1, 2))],
        "prizes": {v: rng.choice((0, 1, Fraction(7, 2), 12)) for v in rng.sample(range(n), 3)},
        "leave_out": rng.randint(1, 2),
        "order": [sorted(rng.sample(inner, 2), key=inner.index) for _ in range(2)],
        "positions": {rng.choice(inner): rng.randint(2, n - 1)},
        "require": pairs[: rng.randint(1, 2)],
        "forbid": pairs[2:],
    }
    asked = {"closed": closed, "start": start, "end": end}
    return icosian.Places.from_matrix(matrix), asked | {kind: given[kind] for kind in kinds}


def precedence(chains):
    """Return which places come before which, by all chains together."""
    found = {pair for chain in chains for pair in pairwise(chain)}
    while more := {(u, w) for u, v in found for x, w in found if v == x} - found:
        found |= more
    return found


def fits(places, tour, *, closed, start, end, **asked):
    """Return True if a tour has all that is asked for."""
    key = tuple if places.directed else frozenset
    groups, prizes, positions = (asked.get(k, ()) for k in ("groups", "prizes", "positions"))
    used, avoided = ({key(pair) for pair in asked.get(k, ())} for k in ("require", "forbid"))
    must = {v for pair in asked.get("require", ()) for v in pair}.union(positions, {start, end})
    out, rank = set(places.nodes).difference(tour), {v: k for k, v in enumerate(tour, 1)}
    steps = {key(step) for step in pairwise((*tour, tour[0]) if closed and len(tour) > 1 else tour)}
    free = set(prizes).union(*groups, must)
    return (
        start in (None, tour[0])
        and end in (None, tour[-1])
        and out.isdisjoint(must)
        and (out <= free or len(out - free) <= asked.get("leave_out", 0))
        and not any(out.issuperset(group) for group in groups)
        and (not out or bool(groups or prizes or asked.get("leave_out")))
        and all(rank.get(v) == k for v, k in dict(positions).items())
        and all(rank.get(u, 0) < rank.get(v, 99) for u, v in precedence(asked.get("order", ())))
        and used <= steps
        and avoided.isdisjoint(steps)
    )


def cost_of(places, tour, *, closed, prizes=(), **_):
    """Return the length of a tour, and the prizes of what it leaves out."""
    steps = pairwise((*tour, tour[0]) if closed else tour)
    lost = sum(prize for v, prize in dict(prizes).items() if v not in tour)
    return sum(Fraction(places.length(u, v)) * places.unit for u, v in steps if u != v) + lost


def least_cost_of(places, **asked):
    """Return the least cost of a tour with all that is asked for, None if there is none."""
    tours = (p for k in range(len(places)) for p in permutations(places.nodes, k + 1))
    found = (cost_of(places, p, **asked) for p in tours if fits(places, p, **asked))
    return min(found, default=None)
