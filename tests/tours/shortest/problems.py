"""Strategies of cycle problems, and random ones."""

import random
from itertools import combinations

import numpy as np
from hypothesis import strategies as st

from icosian.tours.instance import Instance
from icosian.tours.shortest.places import points_of
from tests.tours.shortest.cycle_problems import cycle_problem

LENGTHS = st.integers(-5, 30)


@st.composite
def problems(draw, most=7):
    """Draw a problem with a cycle, its edges with their lengths, and its required edges."""
    n = draw(st.integers(3, most))
    ring = draw(st.permutations(range(n)))
    known = {tuple(sorted(e)) for e in zip(ring, [*ring[1:], ring[0]], strict=True)}
    others = [e for e in combinations(range(n), 2) if e not in known]
    if draw(st.booleans()):
        others = [e for e in others if draw(st.booleans())]
    required = [e for e in sorted(known) if draw(st.integers(0, 5)) == 0]
    weights = {e: draw(LENGTHS) for e in (*sorted(known), *others)}
    return cycle_problem(n, weights, required), weights, ring


def plane(n, seed, side=1000):
    """Return a problem of random places in a square, with rounded distances."""
    rng = random.Random(seed)
    places = np.array([(rng.randrange(side), rng.randrange(side)) for _ in range(n)], float)
    steps = places[:, None] - places
    distances = np.rint(np.hypot(steps[..., 0], steps[..., 1])).astype(int)
    return cycle_problem(n, {(u, v): int(distances[u, v]) for u, v in combinations(range(n), 2)})


def both(places, *, closed=True, start=None, end=None):
    """Return the problem of places without a matrix, and with one."""
    form = Instance(places=len(places), directed=False, closed=closed, start=start, end=end)
    return form.problem_of(points_of(places)), form.problem(places.matrix())
