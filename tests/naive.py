"""Slow and obvious twins of what icosian does fast."""

from __future__ import annotations

import math
from collections import Counter
from fractions import Fraction
from heapq import heappop, heappush
from itertools import chain, combinations, count as count_up, pairwise, permutations

import networkx as nx


def as_printed(number):
    """Return a number exactly, a float as the decimal that Python, or NumPy, prints."""
    printed = isinstance(number, float) or hasattr(number, "dtype")
    return Fraction(str(number) if printed else number)


def hamiltonian_paths(G, start=None, end=None):
    """Yield every Hamiltonian path as a tuple, by trying all orders."""
    for order in permutations(G):
        if start is not None and order[0] != start:
            continue
        if end is not None and order[-1] != end:
            continue
        if all(G.has_edge(u, v) for u, v in pairwise(order)):
            yield order


def hamiltonian_cycles(G):
    """Yield every Hamiltonian cycle from the first node, an undirected one in both directions."""
    if len(G) < (2 if G.is_directed() else 3):
        return
    first = next(iter(G))
    for order in hamiltonian_paths(G, start=first):
        if G.has_edge(order[-1], first):
            yield order


def tours(G, *, closed, start=None, end=None, require=(), forbid=(), positions=None):
    """Yield every tour that keeps the conditions, cycles from their start, as all orders say."""
    positions = positions or {}
    first = next((v for v, k in positions.items() if k == 1), start)
    free = closed and first is None
    orders = hamiltonian_cycles(G) if free else hamiltonian_paths(G, first, end)
    for order in orders:
        ring = order + order[:1] if closed else order
        steps = set(pairwise(ring))
        if closed and (len(G) < (2 if G.is_directed() else 3) or not G.has_edge(*ring[-2:])):
            continue
        used = steps if G.is_directed() else steps | {(v, u) for u, v in steps}
        if (
            all(edge in used for edge in require)
            and not any(edge in used for edge in forbid)
            and all(order[k - 1] == v for v, k in positions.items())
            and start in (None, order[0])
        ):
            yield order


def edge_set(order, *, closed, directed):
    """Return what tells a tour from others but its reverse: its edges, or its only node."""
    steps = pairwise((*order, order[0]) if closed else order)
    return frozenset(map(tuple if directed else frozenset, steps)) or frozenset(order)


def edge_sets(G, **question):
    """Return the edges of every tour that keeps the conditions."""
    kind = {"closed": question["closed"], "directed": G.is_directed()}
    return {edge_set(order, **kind) for order in tours(G, **question)}


def numbered_paths(G, positions):
    """Yield every Hamiltonian path on which nodes have given numbers, by going on step by step."""
    given = {k: v for v, k in positions.items()}

    def longer(path):
        k = len(path) + 1
        if k > len(G):
            yield path
        for v in G.adj[path[-1]] if path else G:
            if v not in path and given.get(k, v) == v and positions.get(v, k) == k:
                yield from longer((*path, v))

    return longer(())


def has_tour(G, *, closed, start=None, end=None):
    """Say whether there is a tour, by all sets of nodes that paths from one node can cover."""
    if closed and len(G) < (2 if G.is_directed() else 3):
        return False
    for first in [start] if start is not None else list(G)[:1] if closed else list(G):
        covered = {(frozenset([first]), first)}
        for _ in range(len(G) - 1):
            covered = {(seen | {w}, w) for seen, v in covered for w in G.adj[v] if w not in seen}
        if any(G.has_edge(v, first) if closed else end in (None, v) for _, v in covered):
            return True
    return False


def edges_of_tours(G, *, closed, start=None, end=None):
    """Yield the edges of every tour in turn, those of a path closed through None."""
    for tour in hamiltonian_cycles(G) if closed else hamiltonian_paths(G, start, end):
        ring = tour if closed else (None, *tour)
        yield list(zip(ring, ring[1:] + ring[:1], strict=True))


def settled(nodes, edges, used, unused, borders=(), *, directed=False):
    """Return the edges that every cycle uses and those that none does, None if there is no cycle.

    As far as the rules of hand proofs lead; every round looks at everything again.
    """
    used, unused = set(used), set(unused)
    while True:
        before = len(used) + len(unused)
        if used & unused:
            return None
        for row, least, most in _rows(nodes, edges, used, unused, borders, directed=directed):
            certain, left = [e for e in row if e in used], [e for e in row if e not in unused]
            if least > most or len(certain) > most or len(left) < least:
                return None
            if len(left) == least:
                used.update(left)
            elif len(certain) == most:
                unused.update(e for e in left if e not in used)
        drawn = nx.MultiGraph(list(used))
        for part in nx.connected_components(drawn):
            ends = {v for v in part if drawn.degree(v) == 1}
            if len(part) < len(nodes):
                if not ends:
                    return None
                unused.update(e for e in edges if set(e) == ends and e not in used)
        if len(used) + len(unused) == before:
            return used, unused


def _rows(nodes, edges, used, unused, borders, *, directed):
    """Yield lists of edges and how many of them a cycle uses, at least and at most."""
    for v in nodes:
        if directed:
            yield [e for e in edges if e[0] == v], 1, 1
            yield [e for e in edges if e[1] == v], 1, 1
        else:
            yield [e for e in edges if v in e], 2, 2
    for part in borders:
        out = [e for e in edges if e[0] in part and e[1] not in part]
        into = [e for e in edges if e[0] not in part and e[1] in part]
        rows = [out, into] if directed else [out + into]
        fit = range(1, len(edges) + 1) if directed else range(2, len(edges) + 1, 2)
        for row in rows:
            certain, left = sum(e in used for e in row), sum(e not in unused for e in row)
            fit = [count for count in fit if certain <= count <= left]
        for row in rows:
            yield row, *((fit[0], fit[-1]) if fit else (1, 0))


def weight_of_edge(edge, nodes, entering, sets, *, directed):
    """Return what an edge weighs: its nodes, in a digraph on leaving and entering, and borders."""
    u, v = edge
    return (
        nodes.get(u, 0)
        + (entering if directed else nodes).get(v, 0)
        + sum(weight for part, weight in sets if (u in part) != (v in part))
    )


def warnsdorff(G, start):
    """Return the path of Warnsdorff's rule with the first of tied nodes, as far as it goes."""
    path = [start]
    while True:
        free = [v for v in G.adj[path[-1]] if v not in path]
        if not free:
            return path
        path.append(min(free, key=lambda v: sum(w not in path for w in G.adj[v])))


def textbook_tour(G, start, *, closed):
    """Return a tour by the recursive search of textbooks with Warnsdorff's order, or None."""
    path = [start]
    visited = {start}

    def extend():
        if len(path) == len(G):
            return not closed or G.has_edge(path[-1], start)
        free = [v for v in G.adj[path[-1]] if v not in visited]
        for v in sorted(free, key=lambda v: sum(w not in visited for w in G.adj[v])):
            path.append(v)
            visited.add(v)
            if extend():
                return True
            path.pop()
            visited.remove(v)
        return False

    return path if extend() else None


def shortest_paths(G, sources, target, weight="weight"):
    """Return the least length of a way to a node, and all such ways without a node twice."""
    least = {}
    for u, v, w in G.edges(data=weight, default=1):
        for arc in [(u, v)] if G.is_directed() else [(u, v), (v, u)]:
            least[arc] = min(w, least.get(arc, w))
    ways = [((v,), 0) for v in sources]
    for way, length in ways:
        further = [v for v in G if (way[-1], v) in least and v not in way]
        ways += [((*way, v), length + least[way[-1], v]) for v in further]
    ends = [(way, length) for way, length in ways if way[-1] == target]
    shortest = min((length for _, length in ends), default=None)
    return shortest, {way for way, length in ends if length == shortest}


def shortest_path_steps(G, sources, weight="weight"):
    """Yield nodes as they are settled: node, distance, the others' tentative distances, improved.

    By definition, everything anew at each step: what is known of a node is the least sum over the
    settled nodes before it.
    """
    places = {v: k for k, v in enumerate(G)}
    edges = [*G.edges(data=weight, default=1)]
    if not G.is_directed():
        edges += [(v, u, w) for u, v, w in edges]
    settled = {}

    def tentative():
        known = [(0, v) for v in sources]
        known += [(settled[u] + w, v) for u, v, w in edges if u in settled and w is not None]
        fresh = {v for d, v in known if v not in settled and d != float("inf")}
        return {v: min(d for d, other in known if other == v) for v in fresh}

    while now := tentative():
        node = min(now, key=lambda v: (now[v], places[v]))
        settled[node] = now[node]
        after = tentative()
        improved = {v: node for v, d in after.items() if v not in now or d < now[v]}
        yield node, now[node], after, improved


def narrow_order(G, first):
    """Return an order: next comes who has the fewest neighbours never pending, then the oldest."""
    order, pending, met = [], [first], {first}
    while pending:
        v = min(pending, key=lambda v: sum(w not in met for w in G[v]))
        pending.remove(v)
        order.append(v)
        fresh = [w for w in G[v] if w not in met]
        pending += fresh
        met.update(fresh)
    return order


def states_of_partial_cycles(edges, fixed):
    """Yield, before each edge, the states that the edges so far can be in, as sets of paths.

    A state says how many edges every node has, and which ends of paths belong together. It takes
    the fixed edges and leaves room for those to come, and edges for the nodes that need them.
    """
    nodes = sorted(set(chain.from_iterable(edges)))
    paths = [()]
    for k, edge in enumerate(edges):
        left = Counter(chain.from_iterable(edges[k:]))
        due = set(chain.from_iterable(e for e in edges[k:] if frozenset(e) in fixed))
        states = {}
        for taken in paths:
            H = nx.Graph(taken)
            H.add_nodes_from(nodes)
            degrees = dict(H.degree)
            if (
                nx.is_forest(H)
                and all(degrees[v] <= (1 if v in due else 2) for v in nodes)
                and all(degrees[v] + left[v] >= 2 for v in nodes)
            ):
                pairs = (
                    frozenset(v for v in path if degrees[v] == 1)
                    for path in nx.connected_components(H)
                )
                states[tuple(degrees[v] for v in nodes), frozenset(pairs)] = taken
        yield set(states)
        paths = [(*taken, edge) for taken in states.values()]
        if frozenset(edge) not in fixed:
            paths += states.values()


def frontier_counts(G, gone):
    """Count the sets of edges at some nodes that are paths, by what they mean for the others.

    Each node that is gone has two edges. A key holds the pairs of ends, and the nodes that are not
    gone and have two edges.
    """
    edges = [edge for edge in G.edges if not gone.isdisjoint(edge)]
    counts = Counter()
    for choice in range(1 << len(edges)):
        H = nx.Graph(edge for k, edge in enumerate(edges) if choice >> k & 1)
        degrees = dict(H.degree)
        if any(degrees.get(v) != 2 for v in gone) or max(degrees.values()) > 2:
            continue
        parts = [
            frozenset(v for v in part if degrees[v] == 1) for part in nx.connected_components(H)
        ]
        if all(parts):
            full = frozenset(v for v, k in degrees.items() if k == 2 and v not in gone)
            counts[frozenset(parts), full] += 1
    return counts


def two_coloring(G, first):
    """Return the color of every node that is connected to the first, and whether two are enough."""
    colors = {v: k % 2 for v, k in nx.single_source_shortest_path_length(G, first).items()}
    return colors, all(colors[u] != colors[v] for u, v in G.edges if u in colors)


def least_image(word, slots, places, fronts):
    """Return the least image of a degree word; in a front, the untouched becomes saturated."""
    images = []
    for place, front in zip(places, fronts, strict=True):
        ends = {place[i] for i in range(slots) if word >> slots + i & 1}
        saturated = {place[i] for i in range(slots) if word >> i & 1}
        if front:
            saturated = {i for i in range(slots) if front >> i & 1} - ends - saturated
        images.append(sum(1 << slots + i for i in ends) + sum(1 << i for i in saturated))
    return min(images, default=word)


def matchings(ends):
    """Return all perfect matchings of some ends, each as a set of pairs."""
    if not ends:
        return [frozenset()]
    first, *rest = ends
    return [
        more | {frozenset((first, other))}
        for other in rest
        for more in matchings([x for x in rest if x != other])
    ]


def joined_matchings(counts, other_counts):
    """Sum the products of the counts of two matchings over all pairs that form one cycle."""
    return sum(
        count * other_counts[other]
        for one, count in counts.items()
        for other in other_counts
        if nx.number_connected_components(nx.Graph(map(tuple, one | other))) == 1
    )


def listed_cycles(nodes, edges, used=frozenset(), unused=frozenset()):
    """Yield the edges of every Hamiltonian cycle, in the order of a search by edges.

    Where the rules end, it branches on the first open edge of the first node with the fewest ways
    to choose its missing edges, used first.
    """
    state = settled(nodes, edges, used, unused)
    if state is None:
        return
    used, unused = map(frozenset, state)
    if len(used) == len(nodes):
        yield used
        return

    def ways(v):
        row = [e for e in edges if v in e and e not in unused]
        missing = 2 - sum(e in used for e in row)
        return math.comb(len(row) - 2 + missing, missing) if missing else math.inf

    v = min(nodes, key=ways)
    edge = next(e for e in edges if v in e and e not in used | unused)
    yield from listed_cycles(nodes, edges, used | {edge}, unused)
    yield from listed_cycles(nodes, edges, used, unused | {edge})


def unit_refuted(rows, suppositions):
    """Return True if unit propagation over rows "at least k of these hold" ends in a clash."""
    true = set(suppositions)
    while not any(-x in true for x in true):
        before = len(true)
        for least, literals in rows:
            free = [x for x in literals if -x not in true]
            if len(free) < least:
                return True
            if len(free) == least:
                true |= set(free)
        if len(true) == before:
            return False
    return True


def reversed_run(tour, i, j):
    """Return a cyclic order whose places i to j, perhaps past the end, are reversed."""
    n = len(tour)
    places = [(i + k) % n for k in range((j - i) % n + 1)]
    turned = list(tour)
    for place, v in zip(places, [tour[p] for p in reversed(places)], strict=True):
        turned[place] = v
    return turned


def same_cycle(one, other):
    """Return True if two cyclic orders are the same, in either direction."""
    k = other.index(one[0])
    ahead = other[k:] + other[:k]
    return one in (ahead, ahead[:1] + ahead[:0:-1])


def luby(i):
    """Return term i of the Luby sequence, from 1 on, by its definition."""
    k = i.bit_length()
    return 1 << k - 1 if i == (1 << k) - 1 else luby(i - (1 << k - 1) + 1)


def walked(one, other, first):
    """Return the cycle through a vertex, given the two neighbors of each, towards ``one``."""
    cycle, before, here = [first], first, one[first]
    while here != first:
        cycle.append(here)
        before, here = here, other[here] if one[here] == before else one[here]
    return cycle


def two_edge_cuts(G):
    """Return the pairs of edges without which a connected graph falls apart, bridges aside."""
    bridges = {frozenset(edge) for edge in nx.bridges(G)}
    cuts = set()
    for one, other in combinations(map(frozenset, G.edges), 2):
        H = G.copy()
        H.remove_edges_from([tuple(one), tuple(other)])
        if one not in bridges and other not in bridges and not nx.is_connected(H):
            cuts.add(frozenset((one, other)))
    return cuts


def attack(a, b, *, side=None):
    """Say whether queens attack each other, on a torus if a side is given."""
    down, across = b[0] - a[0], b[1] - a[1]
    if side is None:
        return not down or not across or abs(down) == abs(across)
    return 0 in (down % side, across % side, (down - across) % side, (down + across) % side)


def queens_by_permutation(n, *, fixed=(), forbid=(), periodic=False, regions=None):
    """Yield the columns of all placements of n queens, by trying all permutations."""
    for columns in permutations(range(n)):
        squares = list(enumerate(columns))
        if not set(fixed) <= set(squares) or set(forbid) & set(squares):
            continue
        if regions is not None:
            touching = any(abs(a - b) == 1 for a, b in pairwise(columns))
            if touching or len({regions[square] for square in squares}) < n:
                continue
        elif any(attack(a, b, side=n if periodic else None) for a, b in combinations(squares, 2)):
            continue
        yield columns


def queens_in_rows(rows, allowed):
    """Count the ways to place a queen in each row, on columns given as bits, none attacking."""

    def ways(placed):
        if len(placed) == len(rows):
            return 1
        row = rows[len(placed)]
        columns = [c for c in range(64) if allowed[len(placed)] >> c & 1]
        return sum(
            ways([*placed, (row, column)])
            for column in columns
            if not any(attack((row, column), queen) for queen in placed)
        )

    return ways([])


def is_independent(G, nodes):
    """Say whether no two of the nodes are adjacent."""
    return not any(G.has_edge(u, v) for u, v in combinations(nodes, 2))


def independent_sets(G, size):
    """Return the independent sets of one size in lexicographic order, by trying all sets."""
    return [nodes for nodes in combinations(G, size) if is_independent(G, nodes)]


def independence_number(G):
    """Return the size of a maximum independent set: it holds a given node or a neighbor of it."""
    near = {v: set(G[v]) - {v} for v in G}

    def largest_of(free):
        if not free:
            return 0
        v = min(free, key=lambda v: len(near[v] & free))
        choice = [v, *(near[v] & free)] if len(near[v] & free) > 1 else [v]
        return 1 + max(largest_of(free - near[w] - {w}) for w in choice)

    return largest_of(set(G))


def clique_number(G):
    """Return the size of a maximum clique."""
    simple = nx.Graph(G)
    simple.remove_edges_from(list(nx.selfloop_edges(simple)))
    return max(map(len, nx.find_cliques(simple)), default=0)


def is_dominating(G, chosen, *, total=False, independent=False, connected=False):
    """Say whether a set dominates a graph in the way that is asked for, by its arcs."""
    chosen = set(chosen)
    near = {v: set(G.pred[v] if G.is_directed() else G[v]) - {v} for v in G}
    if connected and chosen and not nx.is_connected(G.subgraph(chosen)):
        return False
    if independent and any(near[v] & chosen for v in chosen):
        return False
    return all(near[v] & chosen or (v in chosen and not total) for v in G)


def best_weight(G, weights, best=min, **rule):
    """Return the least or the most weight of a set, by trying all; None if there is no set."""
    sets = (s for size in range(len(G) + 1) for s in combinations(G, size))
    is_one = is_independent if best is max else is_dominating
    return best((sum(weights[v] for v in s) for s in sets if is_one(G, s, **rule)), default=None)


def minimum_sets(G, **rule):
    """Return the minimum dominating sets in lexicographic order, by trying all sets of nodes."""
    for size in range(len(G) + 1):
        if found := [s for s in combinations(G, size) if is_dominating(G, s, **rule)]:
            return found
    return None


def dominating_sets(G, size, *, total=False, independent=False):
    """Yield the dominating sets of one size in lexicographic order, node by node."""
    nodes = list(G)
    index = {v: k for k, v in enumerate(nodes)}
    near = [sum(1 << index[w] for w in G[v] if w != v) for v in nodes]
    reach = near if total else [row | 1 << k for k, row in enumerate(near)]
    most = max((row.bit_count() for row in reach), default=0)
    due = [0] * len(nodes)  # what no node after this one can dominate
    for k, row in enumerate(reach):
        if row:
            due[row.bit_length() - 1] |= 1 << k

    def extended(start, chosen, missing):
        left = size - len(chosen)
        if not missing and not left:
            yield tuple(nodes[k] for k in chosen)
        if left and left * most >= missing.bit_count():
            for k in range(start, len(nodes)):
                if not (independent and any(near[j] >> k & 1 for j in chosen)):
                    yield from extended(k + 1, [*chosen, k], missing & ~reach[k])
                if due[k] & missing:
                    break

    yield from extended(0, [], (1 << len(nodes)) - 1)


def has_coloring(G, k):
    """Say whether k colors are enough: every node is given all those that its neighbors lack."""
    nodes = list(G)
    colors = {}

    def rest(i, used):
        if i == len(nodes):
            return True
        taken = {colors.get(w) for w in G[nodes[i]] if w != nodes[i]}
        for color in range(min(used + 1, k)):  # one color that is new is as good as another
            if color not in taken:
                colors[nodes[i]] = color
                if rest(i + 1, max(used, color + 1)):
                    return True
        colors.pop(nodes[i], None)
        return False

    return rest(0, 0)


def chromatic_number(G):
    """Return the least number of colors."""
    return next(k for k in count_up() if has_coloring(G, k))


def exact_covers(sets, nodes, chosen=()):
    """Return all exact covers of 0, 1, ..., nodes - 1, by the sets with the first missing node."""
    covered = set().union(*chosen)
    missing = [v for v in range(nodes) if v not in covered]
    if not missing:
        return [list(chosen)]
    return [
        found
        for members in sets
        if missing[0] in members and not covered & set(members)
        for found in exact_covers(sets, nodes, (*chosen, members))
    ]


def tabu_coloring(near, colors, k, random, steps):
    """Return colors after some steps of TabuCol, all counts made from scratch in every step.

    ``random`` is the state of a 32-bit xorshift generator; nodes with conflicts are tried in the
    order in which they got them, the last one moves to the place of one that is solved.
    """

    def below(n):
        nonlocal random
        random ^= (random << 13) & 0xFFFFFFFF
        random ^= random >> 17
        random ^= (random << 5) & 0xFFFFFFFF
        return random * n >> 32

    def conflicts(v, color):
        return sum(colors[w] == color for w in near[v])

    def total():
        return sum(conflicts(v, colors[v]) for v in range(len(near))) // 2

    colors, tabu, fewest = list(colors), {}, total()
    listed = [v for v in range(len(near)) if conflicts(v, colors[v])]
    for step in range(1, steps + 1):
        if not total():
            break
        moves = []
        for v in listed:
            for c in range(k):
                change = conflicts(v, c) - conflicts(v, colors[v])
                allowed = tabu.get((v, c), 0) <= step or total() + change < fewest
                if c != colors[v] and allowed and (not moves or change <= moves[0][0]):
                    moves = [m for m in moves if m[0] == change]
                    moves.append((change, v, c))
                    if len(moves) == 1 or below(len(moves)) == 0:
                        best = v, c
        if not moves:
            continue
        v, new = best
        old, colors[v] = colors[v], new
        fewest = min(fewest, total())
        for w in (v, *near[v]):
            if w in listed and not conflicts(w, colors[w]):
                last = listed.pop()
                if last != w:
                    listed[listed.index(w)] = last
            elif w not in listed and conflicts(w, colors[w]):
                listed.append(w)
        tabu[v, old] = step + below(10) + 3 * len(listed) // 5
    return colors


def exact_lengths(G, weight="weight"):
    """Return the exact length of each pair of nodes with an edge, the lightest of parallel ones."""
    lengths = {}
    for u, v, data in G.edges(data=True):
        length = data.get(weight, 1)
        for pair in [(u, v)] if G.is_directed() else [(u, v), (v, u)]:
            if length is not None and u != v:
                lengths[pair] = min(lengths.get(pair, math.inf), as_printed(length))
    return lengths


def shortest_tours(G, *, weight="weight", **question):
    """Return the least length and all tours that have it, by trying all orders."""
    lengths = exact_lengths(G, weight)
    best, found = None, []
    for order in tours(G, **question):
        steps = list(pairwise([*order, order[0]] if question["closed"] else order))
        if not all(step in lengths for step in steps):
            continue
        length = sum(lengths[step] for step in steps)
        if best is None or length < best:
            best, found = length, []
        if length == best:
            found.append(order)
    return best, found


def held_karp(G, *, closed, start=None, end=None, weight="weight"):
    """Return the length of the shortest tour, None if there is none, by all sets of nodes."""
    if closed and len(G) < (2 if G.is_directed() else 3):
        return None
    lengths = exact_lengths(G, weight)
    nodes = list(G)
    firsts = nodes[:1] if closed else nodes if start is None else [start]
    best = math.inf
    for first in firsts:
        layer = {(frozenset([first]), first): 0}
        for _ in range(len(G) - 1):
            longer = {}
            for (seen, v), length in layer.items():
                for w in nodes:
                    if w not in seen and (v, w) in lengths:
                        state, total = (seen | {w}, w), length + lengths[v, w]
                        longer[state] = min(longer.get(state, total), total)
            layer = longer
        for (_, v), length in layer.items():
            if closed or end in (None, v):
                back = lengths.get((v, first), math.inf) if closed else 0
                best = min(best, length + back)
    return None if best == math.inf else best


def least_cycle(problem):
    """Return the length of a shortest Hamiltonian cycle with the required edges, by Held and Karp.

    ``problem`` has lengths between all pairs in ``matrix``, maybe ``edges``; None: no cycle.
    """
    n, matrix = problem.size, problem.matrix.tolist()
    edges = combinations(range(n), 2) if problem.edges is None else problem.edges.tolist()
    near = [{} for _ in range(n)]
    for u, v in edges:
        near[u][v] = near[v][u] = matrix[u][v], (u, v) in problem.required
    # A path from node 0: the nodes on it and its last one; as many required edges as possible,
    # and of those the shortest. All of them are used where a cycle uses all.
    best = {(1, 0): (0, 0)}
    for visited in range(1, 1 << n, 2):
        for last in range(n):
            if (visited, last) not in best:
                continue
            used, length = best[visited, last]
            for v, (more, required) in near[last].items():
                if not visited >> v & 1:
                    key, value = (visited | 1 << v, v), (used - required, length + more)
                    best[key] = min(best.get(key, value), value)
    ends = [
        (best[(1 << n) - 1, v][0] - required, best[(1 << n) - 1, v][1] + more)
        for v, (more, required) in near[0].items()
        if ((1 << n) - 1, v) in best
    ]
    return min((length for used, length in ends if -used == len(problem.required)), default=None)


def crossed(values, nodes):
    """Return how much the edges of a dict of values cross the border of a set."""
    return sum(x for (u, v), x in values.items() if (u in nodes) != (v in nodes))


def comb_excess(values, handle, tooth, count, groups, visited):
    """Return how much more than 3 k + 1 the borders of k teeth are crossed, and their parts missed.

    Nodes are labeled: in the handle or not, and by their tooth, or 0. What is missed of a part is
    the least that is visited of a group of one of its nodes outside of the part, and 2 without any.
    """
    sets = [{v for v in visited if handle[v]}]
    sets += [{v for v in visited if tooth[v] == j} for j in range(1, 1 + count)]
    total = sum(crossed(values, some) for some in sets) - 3 * count - 1
    for some in sets[1:]:
        for part in (some & sets[0], some - sets[0]):
            met = [group - part for group in groups if group & part]
            total += 2 * min([2, *(sum(visited[v] for v in rest) for rest in met)])
    return total


def violated_sets(size, values, least=1e-6):
    """Return all sets without node 0 that edges of these values cross less than twice."""
    sets = chain.from_iterable(combinations(range(1, size), k) for k in range(1, size))
    return [nodes for nodes in sets if crossed(values, nodes) < 2 - least]


def violated_combs_of_pairs(size, values, least=1e-6):
    """Return all violated combs with three teeth of two nodes; node 0 is outside the handle."""
    pairs = list(combinations(range(size), 2))
    teeth = [t for t in combinations(pairs, 3) if len(set(chain.from_iterable(t))) == 6]
    found = []
    for k in range(1, size):
        for handle in combinations(range(1, size), k):
            across = {pair for pair in pairs if len(set(pair) & set(handle)) == 1}
            around = crossed(values, handle)
            found += [
                (handle, *three)
                for three in teeth
                if across.issuperset(three)
                and around + sum(crossed(values, pair) for pair in three) < 10 - least
            ]
    return found


def greedy_teeth(teeth, handle):
    """Return the sum and number of disjoint teeth that cross a handle, sorted pairs (value, nodes).

    Negative ones are taken in order; where their number is even, the next other one is added, or
    the last one left out, whichever costs less.
    """
    taken, spare = [], None
    for value, nodes in teeth:
        crosses = handle & nodes and nodes - handle
        if not crosses or any(nodes & other for _, other in taken):
            continue
        if value < 0:
            taken.append((value, nodes))
        elif spare is None:
            spare = value
    total = sum(value for value, _ in taken)
    if len(taken) % 2 == 0:
        last = -taken[-1][0] if taken else math.inf
        if spare is not None and spare <= last:
            return total + spare, len(taken) + 1
        if not taken:
            return 0.0, 0
        return total + last, len(taken) - 1
    return total, len(taken)


def exchanges(tour):
    """Yield the cycles that a cycle becomes with two or three edges exchanged one by one."""
    for i, j in combinations(range(len(tour) + 1), 2):
        yield (*tour[:i], *reversed(tour[i:j]), *tour[j:])
    for i, j, k in combinations(range(len(tour) + 1), 3):
        one, other = tour[i:j], tour[j:k]
        for parts in (
            (other, one),
            (other[::-1], one),
            (other, one[::-1]),
            (one[::-1], other[::-1]),
        ):
            yield (*tour[:i], *parts[0], *parts[1], *tour[k:])


def least_one_tree(n, lengths, required=()):
    """Return the least weight of a tree of nodes 1 to n - 1 and two edges at node 0, or None.

    ``lengths`` maps edges (u, v), u < v, to numbers.
    """
    inner, outer = ([e for e in lengths if (e[0] == 0) == at_0] for at_0 in (False, True))
    trees = [
        tree
        for tree in combinations(inner, n - 2)
        if nx.is_tree(G := nx.Graph([*tree])) and len(G) == n - 1
    ]
    choices = ({*tree, *pair} for tree in trees for pair in combinations(outer, 2))
    weights = (sum(lengths[e] for e in edges) for edges in choices if edges >= set(required))
    return min(weights, default=None)


def shortest_walk(G, stops, *, cycle=True, start=None, end=None, weight="weight"):
    """Return the length of a shortest walk through stops by trying all orders, None without any."""
    roads = nx.DiGraph()
    roads.add_nodes_from(G)
    for u, row in G.adjacency():
        for v, data in row.items():
            for some in data.values() if G.is_multigraph() else [data]:
                if (length := some.get(weight, 1)) is not None and length != math.inf:
                    exact = as_printed(length)
                    known = roads.get_edge_data(u, v, {"weight": exact})["weight"]
                    roads.add_edge(u, v, weight=min(exact, known))
    far = {v: nx.single_source_dijkstra_path_length(roads, v) for v in stops}
    lengths = []
    for order in permutations(stops):
        if cycle and order[0] != stops[0]:
            break
        if (cycle or start in (None, order[0])) and end in (None, order[-1]):
            ways = list(pairwise([*order, order[0]] if cycle else order))
            if all(v in far[u] for u, v in ways):
                lengths.append(sum(far[u][v] for u, v in ways))
    return min(lengths, default=None)


def shortest_street_walk(
    G, edges=None, *, stops=(), cycle=True, start=None, end=None, weight="weight", either=False
):
    """Return the length of a shortest walk along edges, by searching all ways to pass them."""
    steps, count, asked, ways = {v: [] for v in G}, 0, set(), {}
    for edge in edges or ():
        both = {tuple(edge), (edge[1], edge[0], *edge[2:])}
        asked |= both if either or not G.is_directed() else {tuple(edge)}
    for u, v, *key, data in G.edges(data=True, **({"keys": True} if G.is_multigraph() else {})):
        length = 1 if weight is None else data.get(weight, 1)
        if length is not None and length != math.inf:
            is_asked = edges is None or (u, v, *key) in asked
            one = ways.get((v, u, *key), count) if either and G.is_directed() and u != v else count
            ways[u, v, *key] = one
            for a, b in [(u, v)] if G.is_directed() else {(u, v), (v, u)}:
                steps[a].append((b, as_printed(length), is_asked << one))
            count += is_asked and one == count
    visits = {v: 1 << count + k for k, v in enumerate(stops)}
    goal = 2 ** (count + len(visits)) - 1
    found = []
    for first in G if start is None else [start]:
        known, queue = {}, [(Fraction(0), visits.get(first, 0), 0, first)]
        while queue:
            far, passed, _, u = heappop(queue)
            if (u, passed) in known:
                continue
            known[u, passed] = far
            if passed == goal and (u == first if cycle else end in (None, u)):
                found.append(far)
                break
            for v, length, street in steps[u]:
                more = passed | street | visits.get(v, 0)
                if (v, more) not in known:
                    heappush(queue, (far + length, more, len(known) + len(queue), v))
    return min(found, default=None)


def longest(G, *, closed, start=None, end=None, weight=None):
    """Return the length of the longest cycle or path, by trying all, or None.

    ``weight`` None counts nodes; otherwise it is an attribute, 1 where it is missing, and an edge
    with None does not exist. Of parallel edges the heaviest counts.
    """
    rows = {v: {} for v in G}
    for u, v, data in G.edges(data=True):
        length = 1 if weight is None else data.get(weight, 1)
        for a, b in [(u, v)] if G.is_directed() else [(u, v), (v, u)]:
            if a != b and length is not None:
                length = as_printed(length)
                rows[a][b] = max(length, rows[a].get(b, length))
    best = None
    single = 1 if weight is None and not closed else 0
    ahead = [((v,), as_printed(single)) for v in G if start is None or v == start]
    while ahead:
        path, length = ahead.pop()
        last = path[-1]
        if closed and path[0] in rows[last] and len(path) > (1 if G.is_directed() else 2):
            total = length + rows[last][path[0]]
            best = total if best is None else max(best, total)
        if not closed and (end is None or last == end):
            best = length if best is None else max(best, length)
        ahead += [((*path, v), length + w) for v, w in rows[last].items() if v not in path]
    return best


def separating_cut(n, capacity, root, target, *, directed):
    """Return the least capacity of a cut between two nodes; ``capacity`` maps edges (u, v)."""
    others = [v for v in range(n) if v not in (root, target)]
    sides = ({target, *some} for k in range(len(others) + 1) for some in combinations(others, k))
    return min(
        sum(
            x
            for (u, v), x in capacity.items()
            if (v in side and u not in side) or (not directed and u in side and v not in side)
        )
        for side in sides
    )


def fewest_paths(G):
    """Return how many disjoint paths cover all nodes at least: of a set, for each last node."""
    nodes = list(G)
    joined = {(u, v) for u, v, *_ in G.edges()}
    if not G.is_directed():
        joined |= {(v, u) for u, v in joined}
    fewest = {}
    for size in range(1, len(nodes) + 1):
        for some in map(frozenset, combinations(nodes, size)):
            for v in some:
                before = some - {v}
                here = [fewest[before, u] + ((u, v) not in joined) for u in before]
                fewest[some, v] = min(here, default=1)
    return min(fewest[frozenset(nodes), v] for v in nodes)


def backbites(G, path):
    """Return all paths that one backbite move makes, and all cuts if the path is a cycle."""
    made = []
    for way in path, path[::-1]:
        for w in G[way[-1]]:
            k = way.index(w)
            if k == 0:
                made += [way[i:] + way[:i] for i in range(len(way))]
            else:
                made.append(way[: k + 1] + way[:k:-1])
    return made + [way[::-1] for way in made]


def are_even(counts):
    """Return True unless a chi-squared test says, one time in a hundred wrongly, that they differ.

    Its quantile is that of [E. B. Wilson and M. M. Hilferty, PNAS 17, 1931, 684-688].
    """
    mean, free = sum(counts) / len(counts), len(counts) - 1
    off = 2 / (9 * free)
    most = free * (1 - off + 2.3263 * math.sqrt(off)) ** 3
    return sum((count - mean) ** 2 for count in counts) / mean < most


def cycle_factors(G):
    """Yield every set of disjoint cycles through all nodes of a digraph, as a permutation."""
    for heads in permutations(G):
        if all(u != v and G.has_edge(u, v) for u, v in zip(G, heads, strict=True)):
            yield dict(zip(G, heads, strict=True))


def number_of_cycles(successor):
    """Count the cycles of a permutation."""
    return nx.number_connected_components(nx.Graph(successor.items()))


def removed_in_turn(G, order):
    """Yield the neighbors of each node when it is removed and they become adjacent, and degrees."""
    H = nx.Graph(G.edges)
    H.add_nodes_from(G)
    for v in order:
        degrees = dict(H.degree)
        near = set(H[v])
        H.remove_node(v)
        H.add_edges_from(combinations(near, 2))
        yield v, near, degrees


def most_disjoint_cycles(G):
    """Return the most Hamiltonian cycles without a common edge."""
    key = tuple if G.is_directed() else frozenset
    cycles = {frozenset(map(key, pairwise([*c, c[0]]))) for c in hamiltonian_cycles(G)}

    def most(some):
        return max(
            (1 + most([c for c in some[k + 1 :] if not c & one]) for k, one in enumerate(some)),
            default=0,
        )

    return most(list(cycles))


def induced_sets(G, *, closed, start=None, end=None):
    """Return the sets of nodes of all induced paths or cycles, by a look at every set."""
    nodes = list(G)
    near = {v: set(G[v]) - {v} for v in G}
    found = set()
    for size in range(3 if closed else 1, len(nodes) + 1):
        for chosen in map(set, combinations(nodes, size)):
            degrees = Counter(len(near[v] & chosen) for v in chosen)
            inner = {2} if closed else {0} if size == 1 else {1, 2}
            if not inner.issuperset(degrees) or (not closed and size > 1 and degrees[1] != 2):
                continue
            ends = [v for v in chosen if closed or len(near[v] & chosen) < 2]
            given = [v for v in (start, end) if v is not None]
            if not set(given) <= set(ends) or (size == 1 and len(given) == 2):
                continue
            if nx.is_connected(G.subgraph(chosen)):
                found.add(frozenset(chosen))
    return found
