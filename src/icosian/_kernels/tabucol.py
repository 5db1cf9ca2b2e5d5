"""TabuCol: a colouring with too few colours, repaired one node at a time.

All nodes have one of k colours, and edges between nodes of the same colour *clash*. A step gives
one node that clashes the colour that is best for the number of clashes, even if that rises; the
node may not have its old colour again for a while, unless there were never fewer clashes.
``near[v * k + c]`` counts the neighbours of v of colour c, so ``near[v * k + colour[v]]`` its
clashes; nodes that clash are listed in ``clashing`` and know their ``place`` there (or -1). The
words of ``s`` are named below; all randomness comes from ``s[RANDOM]``.
"""

from icosian._kernels._jit import kernel

STEPS, RANDOM, COLOURS, CLASHES, FEWEST, LISTED, WORDS = range(7)
MORE, DONE = 0, 1  # statuses


@kernel
def below(s, n):
    """Draw a random integer below n (n < 2^31) by xorshift of 32 bits."""
    x = s[RANDOM]
    x ^= (x << 13) & 0xFFFFFFFF
    x ^= x >> 17
    x ^= (x << 5) & 0xFFFFFFFF
    s[RANDOM] = x
    return (x * n) >> 32


@kernel
def enlist(clashing, place, v, s):
    """Put v on the list."""
    place[v] = s[LISTED]
    clashing[s[LISTED]] = v
    s[LISTED] += 1


@kernel
def strike(clashing, place, v, s):
    """Take v off the list; the last one takes its place."""
    s[LISTED] -= 1
    last = clashing[s[LISTED]]
    clashing[place[v]] = last
    place[last] = place[v]
    place[v] = -1


@kernel
def best_move(colour, near, tabu, clashing, s):
    """Return the best ``v * k + c`` that is allowed, a random one of equals, or -1."""
    k = s[COLOURS]
    best = -1
    least = 0
    equals = 0
    for i in range(s[LISTED]):
        v = clashing[i]
        own = near[v * k + colour[v]]
        for c in range(k):
            if c == colour[v]:
                continue
            move = v * k + c
            change = near[move] - own
            if best >= 0 and change > least:
                continue
            if tabu[move] > s[STEPS] and s[CLASHES] + change >= s[FEWEST]:
                continue
            equals = 1 if best < 0 or change < least else equals + 1
            if equals == 1 or below(s, equals) == 0:
                best = move
            least = change
    return best


@kernel
def repair(indptr, indices, colour, near, tabu, clashing, place, s, budget):
    """Go on with the repair; DONE when nothing clashes."""
    k = s[COLOURS]
    limit = s[STEPS] + budget
    while s[CLASHES] > 0:
        if s[STEPS] >= limit:
            return MORE
        s[STEPS] += 1
        move = best_move(colour, near, tabu, clashing, s)
        if move < 0:
            continue  # with time all moves are allowed again
        v = move // k
        new = move % k
        old = colour[v]
        s[CLASHES] += near[move] - near[v * k + old]
        s[FEWEST] = min(s[FEWEST], s[CLASHES])
        colour[v] = new
        if near[move] == 0:
            strike(clashing, place, v, s)
        for i in range(indptr[v], indptr[v + 1]):
            w = indices[i]
            near[w * k + old] -= 1
            near[w * k + new] += 1
            if colour[w] == old and near[w * k + old] == 0:
                strike(clashing, place, w, s)
            elif colour[w] == new and near[w * k + new] == 1:
                enlist(clashing, place, w, s)
        tabu[v * k + old] = s[STEPS] + below(s, 10) + 3 * s[LISTED] // 5
    return DONE
