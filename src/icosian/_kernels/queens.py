"""n queens row by row, as bits: listing in lexicographic order, counting level by level.

The free columns of a row are a word, and so are the columns, falling and rising diagonals that the
queens above attack; the diagonals are shifted by one for each row (M. Richards, Backtracking
algorithms in MCPL using bit patterns and recursion, University of Cambridge, 1997).
"""

from icosian._kernels._jit import kernel

# --- listing -----------------------------------------------------------------------------------

DONE, FULL = 1, 2
STEPS, DEPTH, FOUND = range(3)


@kernel
def list_placements(rule, allowed, regions, index, stack, columns, found, work, budget):
    """Fill ``found`` with the next placements of one piece a row, in lexicographic order.

    ``rule`` holds the side n, the room in ``found``, a mask (-1: diagonals run on, 0: only the
    next row is attacked), whether diagonals wrap around, and whether every region takes one
    piece. ``index`` gives the number of a bit by its remainder modulo 67.
    """
    n, room, run_on, wraps, has_regions = rule[0], rule[1], rule[2], rule[3], rule[4]
    everything = (1 << n) - 1
    depth = work[DEPTH]
    # The stack holds a word for each row: free columns, used columns, falling diagonals, rising
    # diagonals, used regions.
    used, fall, rise, taken = n, 2 * n, 3 * n, 4 * n
    while budget > 0:
        # 1. No free column is left in this row: go back to the row above.
        free = stack[depth]
        if free == 0:
            if depth == 0:
                work[DEPTH] = 0
                return DONE
            depth -= 1
            continue
        # 2. Try the first free column; it is not free any more when the search comes back.
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
        # 3. In the last row this is a placement.
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
        # 4. Otherwise the next row: shift the diagonals, and find its free columns.
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
"""The number of nodes of a level that are expanded at once."""
CAPACITY = 2 * BLOCK + 64
"""Room for the nodes of a level; a vector may be written beyond their end."""
AT, END, FRESH, TOTAL = range(1, 5)
DEPTH_OF, WEIGHT_OF, ROWS_OF = range(3)


@kernel
def expand(nodes, at, to, m, allowed, gap, then_allowed, then_gap):
    """Try one column at each of ``m`` nodes; return how many have more columns, and the children.

    A node is four words, each in a plane of its own: used columns, both diagonals, columns not yet
    tried. There are no branches: every node is written, and the counter says whether it stays.
    """
    kept, made = at, to
    for k in range(at, at + m):
        used, falling = nodes[k], nodes[k + CAPACITY]
        rising, free = nodes[k + 2 * CAPACITY], nodes[k + 3 * CAPACITY]
        # 1. Take the first column; nodes with more columns move together from ``at`` on.
        bit = free & -free
        nodes[kept] = used
        nodes[kept + CAPACITY] = falling
        nodes[kept + 2 * CAPACITY] = rising
        nodes[kept + 3 * CAPACITY] = free ^ bit
        kept += (free ^ bit) != 0
        # 2. The child with a queen there is written from ``to`` on.
        used |= bit
        falling = (falling | bit) << gap
        rising = (rising | bit) >> gap
        free = allowed & ~(used | falling | rising)
        nodes[made] = used
        nodes[made + CAPACITY] = falling
        nodes[made + 2 * CAPACITY] = rising
        nodes[made + 3 * CAPACITY] = free
        # 3. It stays only if the next two rows have a free column each.
        then = then_allowed & ~(used | falling << then_gap | rising >> then_gap)
        made += (free != 0) & (then != 0)
    return kept - at | made - to << 32


@kernel
def finish(nodes, at, m, allowed, gap):
    """Try one column at each of ``m`` nodes of the last row but one, and count the placements."""
    kept, count = at, 0
    for k in range(at, at + m):
        used, falling = nodes[k], nodes[k + CAPACITY]
        rising, free = nodes[k + 2 * CAPACITY], nodes[k + 3 * CAPACITY]
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
def count_subproblems(plans, nodes, counts, work, budget):
    """Count the placements of the subproblems from ``work[AT]`` to ``work[END]`` by their weights.

    A subproblem is a record of ``plans``: its rows, its weight, and for each row the free columns
    and the distance to the next row.
    """
    width = 2 * len(counts) + ROWS_OF
    while work[AT] < work[END]:
        plan = work[AT] * width
        last = plans[plan + DEPTH_OF] - 1
        weight = plans[plan + WEIGHT_OF]
        rows = plan + ROWS_OF
        # 1. At most one row is left. With one column for each row, a last row has at most one
        #    free column.
        if last <= 0:
            if last < 0 or plans[rows] != 0:
                work[TOTAL] += weight
            work[AT] += 1
            continue
        # 2. The root: nothing is attacked in the first row.
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
            # 3. Choose the deepest level that fills a block, else the shallowest that has nodes:
            #    few nodes wait, and most blocks are full.
            level = -1
            for k in range(last - 1, -1, -1):
                if counts[k] >= BLOCK:
                    level = k
                    break
                if counts[k] > 0:
                    level = k
            if level < 0:
                break
            # 4. Expand its last nodes; the last level but one is only counted.
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
def count_symmetric(firsts, sets, used, cursor, work, budget):
    """Count the ways to fill every row by sets of squares that do not attack each other.

    A set is an orbit of a rotation as four words: its rows, columns, falling and rising diagonals.
    Those that begin in row r are ``firsts[r]`` to ``firsts[r + 1]``. ``used`` holds four words a
    depth.
    """
    n = len(firsts) - 1
    depth = work[DEPTH]
    row = 0
    while budget > 0:
        budget -= 1
        work[STEPS] += 1
        # 1. The first row without a queen.
        rows = used[4 * depth]
        row = 0
        while row < n and rows >> row & 1:
            row += 1
        # 2. All rows are filled: count. Else try the next set that begins in this row.
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
        # 3. The board is full, or no set is left: go back.
        if depth == 0:
            return DONE
        depth -= 1
    work[DEPTH] = depth
    return 0
