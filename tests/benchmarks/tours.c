/* The textbook's search for closed tours of up to 64 nodes: a path grows from node 0, and is given up
   where a node that is left could not be entered and left any more. */

typedef unsigned long long Set;

static Set count_from(const Set *near, int here, Set left, Set home)
{
    if (!left)
        return home >> here & 1;
    Set total = 0;
    for (Set rest = near[here] & left; rest; rest &= rest - 1) {
        const int next = __builtin_ctzll(rest);
        const Set after = left & ~(1ull << next);
        /* Only these lose a neighbour: what the path leaves behind. */
        Set touched = near[here] & after;
        int dead = 0;
        for (; touched && !dead; touched &= touched - 1) {
            const int v = __builtin_ctzll(touched);
            dead = __builtin_popcountll(near[v] & (after | 1ull << next | 1ull)) < 2;
        }
        if (!dead)
            total += count_from(near, next, after, home);
    }
    return total;
}

unsigned long long count_tours(const Set *near, int n)
{
    const Set all = n == 64 ? ~0ull : (1ull << n) - 1;
    return count_from(near, 0, all & ~1ull, near[0]) / 2;
}
