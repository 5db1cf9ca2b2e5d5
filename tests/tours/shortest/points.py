"""Points that satisfy the degree equations."""

import itertools

import naive
import numpy as np
from hypothesis import strategies as st


def cycle_cover(rng, n, least):
    """Return the edges of random cycles that cover all nodes, of at least so many each."""
    order, edges = rng.permutation(n).tolist(), []
    while order:
        length = len(order)
        if length >= 2 * least:
            length = int(rng.choice([*range(least, length - least + 1), length]))
        cycle, order = order[:length], order[length:]
        edges += [tuple(sorted(pair)) for pair in itertools.pairwise([*cycle, cycle[0]])]
    return edges


def mean(covers):
    """Return the mean of sets of edges, a dict of values."""
    values = {}
    for edge in itertools.chain.from_iterable(covers):
        values[edge] = values.get(edge, 0) + 1 / len(covers)
    return values


def arrays(values):
    """Return edges and values as arrays."""
    return np.array(list(values), np.int32), np.array(list(values.values()))


@st.composite
def covers(draw, most=10, *, tours=False):
    """Draw the number of nodes and the mean of a few cycle covers, or of a few tours."""
    n, count = draw(st.integers(6, most)), draw(st.integers(1, 5))
    rng = np.random.default_rng(draw(st.integers(0, 10**6)))
    return n, mean([cycle_cover(rng, n, n if tours else 3) for _ in range(count)])


def check(size, values, family):
    """Check that a family is a set or a comb, and that the values violate it."""
    handle, *teeth = map(set, family)
    assert all(nodes == tuple(sorted(set(nodes))) for nodes in family)
    assert all(0 <= v < size for nodes in family for v in nodes)
    assert 1 < 2 * len(handle) <= size
    demand = 2
    if teeth:
        assert len(teeth) >= 3
        assert len(teeth) % 2
        assert not any(a & b for a, b in itertools.combinations(teeth, 2))
        assert all(tooth & handle and tooth - handle for tooth in teeth)
        demand = 3 * len(teeth) + 1
    violation = demand - sum(naive.crossed(values, set(nodes)) for nodes in family)
    assert violation > 1e-5
    return violation
