"""The cycle of a graph in which every vertex has two neighbors."""

from icosian._kernels._jit import kernel

STEPS, LAST, HERE, WORDS = range(4)
MORE, DONE, SHORT = 0, 1, 2  # statuses; SHORT: the first cycle does not hold all vertices


@kernel
def walk(one, other, order, s, budget):
    """Write the cycle to ``order``; ``one`` and ``other`` are the neighbors of every vertex."""
    n = len(order)
    first = order[0]
    last = s[LAST]
    here = s[HERE]
    end = min(n, s[STEPS] + budget)
    for k in range(s[STEPS], end):
        if k > 0 and here == first:
            return SHORT
        order[k] = here
        onward = one[here]
        if onward == last:
            onward = other[here]
        last = here
        here = onward
    s[LAST] = last
    s[HERE] = here
    s[STEPS] = end
    return DONE if end == n else MORE
