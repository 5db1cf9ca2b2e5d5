"""Queens row by row, as bits: every placement in order, or only how many, level by level.

A row's free columns are a word; the columns and diagonals that the queens above attack are words
too, the diagonals shifted by one for each row that passes.
"""

from icosian._kernels._jit import kernel

__all__ = ["CAPACITY", "count_covers", "count_plans", "expand", "finish", "list_placements"]

# --- listing -----------------------------------------------------------------------------------

DONE, FULL = 1, 2
STEPS, DEPTH, FOUND = range(3)


@kernel
def list_placements(rule, allowed, regions, index, stack, columns, found, work, budget):
    """Fill ``found`` with the next placements of one piece a row, in lexicographic order.

    ``rule`` holds the side n, the most placements that fit, a mask that is -1 where diagonals run
    on and 0 where only the next row is attacked, whether they wrap round, and whether every region
    takes one piece. ``index`` gives the place of a bit by its remainder modulo 67.
    """
    n, room, run_on, wraps, has_regions = rule[0], rule[1], rule[2], rule[3], rule[4]
    everything = (1 << n) - 1
    depth = work[DEPTH]
    # the stack: free columns, used columns, falling and rising diagonals, used regions, per row
    used, fall, rise, taken = n, 2 * n, 3 * n, 4 * n
    while budget > 0:
        free = stack[depth]
        if free == 0:
            if depth == 0:
                work[DEPTH] = 0
                return DONE
            depth -= 1
            continue
        bit = free & -free
        stack[depth] = free ^ bit
        budget -= 1
        work[STEPS] += 1
        column = index[bit % 67]
        region = 0
        if has_regions:
            region = 1 << regions[depth * n + column]
            if stack[taken + depth] & region:
                continue
        columns[depth] = column
        if depth == n - 1:
            at = work[FOUND] * n
            for row in range(n):
                found[at + row] = columns[row]
            work[FOUND] += 1
            if work[FOUND] == room:
                work[DEPTH] = depth
                return FULL
            continue
        falling = ((stack[fall + depth] & run_on) | bit) << 1
        rising = (stack[rise + depth] & run_on) | bit
        if wraps:
            falling |= falling >> n
            rising |= (rising & 1) << n
        stack[used + depth + 1] = stack[used + depth] | bit
        stack[fall + depth + 1] = falling & everything
        stack[rise + depth + 1] = rising >> 1
        stack[taken + depth + 1] = stack[taken + depth] | region
        depth += 1
        attacked = stack[used + depth] | stack[fall + depth] | stack[rise + depth]
        stack[depth] = allowed[depth] & ~attacked
    work[DEPTH] = depth
    return 0


# --- counting ----------------------------------------------------------------------------------

BLOCK = 256
"""How many nodes of a level are expanded at once."""
CAPACITY = 2 * BLOCK + 64
"""Places for the nodes of a level; a vector may be written over the end."""
AT, END, FRESH, TOTAL = range(1, 5)
DEPTH_OF, WEIGHT_OF, ROWS_OF = range(3)


@kernel
def expand(nodes, at, to, m, allowed, gap, then_allowed, then_gap):
    """Try one column at each of ``m`` nodes; return how many have more, and their children.

    A node is four words, each in a plane of its own: columns used, both diagonals, columns not
    yet tried. Nodes with columns left move together from ``at`` on, children that leave the next
    two rows a free column are written from ``to`` on.
    """
    kept, made = at, to
    for k in range(at, at + m):
        used, falling, rising, free = (
            nodes[k],
            nodes[k + CAPACITY],
            nodes[k + 2 * CAPACITY],
            nodes[k + 3 * CAPACITY],
        )
        bit = free & -free
        nodes[kept] = used
        nodes[kept + CAPACITY] = falling
        nodes[kept + 2 * CAPACITY] = rising
        nodes[kept + 3 * CAPACITY] = free ^ bit
        kept += (free ^ bit) != 0
        used |= bit
        falling = (falling | bit) << gap
        rising = (rising | bit) >> gap
        free = allowed & ~(used | falling | rising)
        nodes[made] = used
        nodes[made + CAPACITY] = falling
        nodes[made + 2 * CAPACITY] = rising
        nodes[made + 3 * CAPACITY] = free
        then = then_allowed & ~(used | falling << then_gap | rising >> then_gap)
        made += (free != 0) & (then != 0)
    return kept - at | made - to << 32


@kernel
def finish(nodes, at, m, allowed, gap):
    """Try one column at each of ``m`` nodes of the last row but one; count the placements."""
    kept, count = at, 0
    for k in range(at, at + m):
        used, falling, rising, free = (
            nodes[k],
            nodes[k + CAPACITY],
            nodes[k + 2 * CAPACITY],
            nodes[k + 3 * CAPACITY],
        )
        bit = free & -free
        nodes[kept] = used
        nodes[kept + CAPACITY] = falling
        nodes[kept + 2 * CAPACITY] = rising
        nodes[kept + 3 * CAPACITY] = free ^ bit
        kept += (free ^ bit) != 0
        attacked = used | bit | (falling | bit) << gap | (rising | bit) >> gap
        count += allowed & ~attacked != 0
    return kept - at | count << 32


@kernel
def count_plans(plans, nodes, counts, work, budget):
    """Count the placements of the plans from ``work[AT]`` to ``work[END]``, each by its weight.

    A plan is a record: its rows, its weight, and for each row the columns that are free and the
    distance to the next row. The levels are worked off in blocks, from the deepest one that fills
    a block, so that few nodes wait and every step is the same few operations on many nodes.
    """
    width = 2 * len(counts) + ROWS_OF
    while work[AT] < work[END]:
        plan = work[AT] * width
        last = plans[plan + DEPTH_OF] - 1
        weight = plans[plan + WEIGHT_OF]
        rows = plan + ROWS_OF
        if last <= 0:  # at most one row is left, and one column
            if last < 0 or plans[rows] != 0:
                work[TOTAL] += weight
            work[AT] += 1
            continue
        if work[FRESH]:
            nodes[0] = 0
            nodes[CAPACITY] = 0
            nodes[2 * CAPACITY] = 0
            nodes[3 * CAPACITY] = plans[rows]
            counts[0] = plans[rows] != 0
            work[FRESH] = 0
        while True:
            if budget <= 0:
                return 0
            level = -1
            for k in range(last - 1, -1, -1):
                if counts[k] >= BLOCK:
                    level = k
                    break
                if counts[k] > 0:
                    level = k
            if level < 0:
                break
            m = min(counts[level], BLOCK)
            counts[level] -= m
            at = level * 4 * CAPACITY + counts[level]
            here = rows + 2 * level
            if level == last - 1:
                made = finish(nodes, at, m, plans[here + 2], plans[here + 1])
                work[TOTAL] += weight * (made >> 32)
            else:
                to = (level + 1) * 4 * CAPACITY + counts[level + 1]
                made = expand(
                    nodes,
                    at,
                    to,
                    m,
                    plans[here + 2],
                    plans[here + 1],
                    plans[here + 4],
                    plans[here + 3],
                )
                counts[level + 1] += made >> 32
            counts[level] += made & 0xFFFFFFFF
            budget -= m
            work[STEPS] += m
        work[FRESH] = 1
        work[AT] += 1
    return DONE


# --- symmetric placements ------------------------------------------------------------------------


@kernel
def count_covers(firsts, sets, used, cursor, work, budget):
    """Count the ways to fill every row by sets of squares that attack no square of each other.

    A set is four words: its rows, columns, falling and rising diagonals; those that begin in row r
    stand from ``firsts[r]`` to ``firsts[r + 1]``. ``used`` holds four words a depth.
    """
    n = len(firsts) - 1
    depth = work[DEPTH]
    row = 0
    while budget > 0:
        budget -= 1
        work[STEPS] += 1
        rows = used[4 * depth]
        row = 0
        while row < n and rows >> row & 1:
            row += 1
        k = cursor[depth]
        if row == n:
            work[FOUND] += 1
        elif k < firsts[row + 1] - firsts[row]:
            cursor[depth] = k + 1
            at = 4 * (firsts[row] + k)
            clash = 0
            for word in range(4):
                clash |= used[4 * depth + word] & sets[at + word]
            if clash == 0:
                for word in range(4):
                    used[4 * depth + 4 + word] = used[4 * depth + word] | sets[at + word]
                depth += 1
                cursor[depth] = 0
            continue
        if depth == 0:
            return DONE
        depth -= 1
    work[DEPTH] = depth
    return 0
