"""Problems that the tests of shortest tours share, and their answers by brute force."""

import itertools
import random
from fractions import Fraction
from itertools import combinations, pairwise, permutations

import naive
import networkx as nx
import numpy as np
from hypothesis import strategies as st

import icosian
from icosian._run.limits import Clock
from icosian.proofs import DualWeights, LowerBound
from icosian.proofs.certificate import no_limit
from icosian.proofs.lengths import SymmetricInstance
from icosian.proofs.relaxations import ShorterTours
from icosian.tours.instance import CycleProblem, Instance
from icosian.tours.shortest.places import points_of
from icosian.tours.shortest.relaxation.branching import Node, Tree
from icosian.tours.shortest.relaxation.cutting_planes import CuttingPlanes, Incumbent
from icosian.tours.shortest.relaxation.linear_program import Dual, Edges
from icosian.tours.shortest.relaxation.separation import separate

# Small cycle problems that the tests of shortest tours share, and the machine around them


def cycle_problem(size, lengths, required=()):
    """Return the problem with these lengths of edges (u, v), u < v; other pairs are none."""
    spread = max(lengths.values(), default=0) - min(lengths.values(), default=0)
    absent = size * (spread + 1) + max(lengths.values(), default=0)
    matrix = np.full((size, size), absent, np.int64)
    for (u, v), length in lengths.items():
        matrix[u, v] = matrix[v, u] = length
    complete = len(lengths) == size * (size - 1) // 2
    return CycleProblem(
        instance=Instance(
            places=size, directed=False, closed=True, require=tuple(sorted(required))
        ),
        matrix=matrix,
        edges=None if complete else np.array(sorted(lengths), np.int32).reshape(-1, 2),
        absent=absent,
    )


def subtours(support, tour, known):
    """Separate whole solutions only."""
    is_whole = not (support.values < 1 - 1e-6).any()
    return separate(support, tour, known) if is_whole else []


def random_problem(rng, size, *, density=1.0, required=0, longest=50):
    """Return a problem with random edges and lengths, some negative, and some required edges."""
    lengths = {
        pair: rng.randint(-longest // 5, longest)
        for pair in combinations(range(size), 2)
        if rng.random() < density
    }
    return cycle_problem(size, lengths, disjoint(rng, sorted(lengths), required))


def disjoint(rng, edges, number):
    """Return at most so many of the edges, no two at a node."""
    chosen = []
    for edge in rng.sample(edges, len(edges)):
        if len(chosen) < number and not {*edge} & {v for pair in chosen for v in pair}:
            chosen.append(edge)
    return chosen


def plane_problem(rng, size, side=100):
    """Return a problem on random points with rounded distances."""
    points = [complex(rng.randrange(side), rng.randrange(side)) for _ in range(size)]
    lengths = {(u, v): round(abs(points[u] - points[v])) for u, v in combinations(range(size), 2)}
    return cycle_problem(size, lengths)


# -- the machine: the best tour, the linear program, and the tree of a problem


def incumbent_of(problem, tour=None, *, gap=0.0, report=lambda length: None):
    """Return a tour of a problem, by default that of the nodes in their order, as the best one."""
    tour = list(range(problem.size)) if tour is None else tour
    return Incumbent(problem.measured, tour, problem.length(tour), gap, report)


def planes_of(problem, chosen=None, clock=None):
    """Return the linear program of a problem, over the chosen edges or all."""
    edges = Edges.of(problem)
    columns = np.ones(len(edges.tails), np.bool_)
    if chosen is not None:
        columns = np.isin(np.arange(len(columns)), edges.places(chosen))
    return CuttingPlanes(edges, columns, incumbent_of(problem), clock or Clock())


def nothing(size):
    """Return the dual of zeros."""
    return Dual(np.zeros(size), (), np.zeros(0))


def root_of(size, rounded=None):
    """Return the case that assumes nothing."""
    return Node((), (), 0.0, nothing(size), rounded)


def tree_of(problem, clock=None):
    """Return the tree of a problem before the search."""
    planes = planes_of(problem, clock=clock)
    root = root_of(problem.size)
    return Tree(planes.edges, planes.incumbent, planes.clock, root, planes=planes)


def leaves(node):
    """Return the cases below one that are not split."""
    return [leaf for child in node.children for leaf in leaves(child)] or [node]


def bound_of(edges, dual, used=(), avoided=(), often=(), *, length=0):
    """Return what a dual proves of a case, None if no tour of the case is shorter than a length."""
    case = edges.case(used, avoided, length)
    return None if case is None else edges.bound(dual, case, often)


def is_closed(tree, leaf):
    """Return True if a leaf has no tour below the goal, as its dual shows in integers."""
    goal = tree.incumbent.goal
    bound = bound_of(tree.edges, leaf.rounded, leaf.used, leaf.avoided, leaf.often, length=goal)
    return bound is None or bound > leaf.rounded.scale * (goal - 1)


def proved_bound(problem, solution):
    """Return the bound of a solution, or raise an error unless the checker of proofs accepts it."""
    pairs = combinations(range(problem.size), 2)
    rows = [{} for _ in range(problem.size)]
    for u, v in pairs if problem.edges is None else problem.edges.tolist():
        rows[u][v] = int(problem.matrix[u, v])
    instance = SymmetricInstance(lengths=rows, required=frozenset(problem.required), unit=1)
    most = solution.scale * (solution.bound - 1)
    tours = ShorterTours(instance, solution.families, solution.scale, most, no_limit)

    def dual(weights):
        return DualWeights(potentials=tuple(weights.potentials), families=tuple(weights.families))

    if solution.root is not None:
        tours.exclude(dual(solution.root))
    LowerBound(
        closed=True,
        bound=solution.bound,
        nodes=tuple(range(problem.size)),
        scale=solution.scale,
        weights=tuple(map(dual, solution.weights)),
        tree=solution.tree,
    )._check_cases(tours)
    return solution.bound


# Strategies of cycle problems, and random ones


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


# Points that satisfy the degree equations


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


# Random questions about tours of graphs with lengths, and all their tours by brute force


def random_graph_question(seed, most=6):
    """Return a graph or digraph with integer lengths, and what is asked of it."""
    rng = random.Random(seed)
    n, directed = rng.randint(2, most), rng.random() < 0.5
    density, big = rng.choice((0.5, 0.8, 1.0)), rng.choice((2, 5, 30))
    G = nx.gnp_random_graph(n, density, seed=seed, directed=directed)
    for edge in G.edges:
        G.edges[edge]["weight"] = rng.randint(-2, big)
    edges = list(G.edges)
    rng.shuffle(edges)
    use, avoid = rng.choice((0, 0, 1, 2)), rng.choice((0, 0, 1))
    question = {"closed": rng.random() < 0.5}
    question |= {"require": edges[:use], "forbid": edges[use : use + avoid]}
    if not question["closed"]:
        question |= {"start": rng.choice((None, 0)), "end": rng.choice((None, 1))}
    return G, question


def all_tours(G, **question):
    """Return the nodes and edges of each tour, of a tour and its reverse one if both are."""
    kind = {"closed": question["closed"], "directed": G.is_directed()}
    found = {naive.edge_set(order, **kind): order for order in naive.tours(G, **question)}
    return [
        (order, list(pairwise((*order, order[0]) if question["closed"] else order)))
        for order in found.values()
    ]


# Random questions about tours in an order, and their answers by brute force


def random_matrix(rng, n, most, *, directed, least=0, unit=1):
    """Return random lengths of all pairs."""
    matrix = [[0] * n for _ in range(n)]
    for u, v in permutations(range(n), 2):
        known = v < u and not directed
        matrix[u][v] = matrix[v][u] if known else rng.randint(least, most) * unit
    return matrix


def random_order(seed, *, most=6, big=(3, 20, 1000)):
    """Return some places, and what is asked of them."""
    rng = random.Random(seed)
    n, directed, high = rng.randint(3, most), rng.random() < 0.5, rng.choice(big)
    least = -3 if rng.random() < 0.15 else 0
    matrix = random_matrix(rng, n, high, directed=directed, least=least)
    closed = rng.random() < 0.5
    start = rng.randrange(n) if closed or rng.random() < 0.3 else None
    others = [v for v in range(n) if v != start]
    order = [rng.sample(range(n), rng.randint(1, min(n, 4))) for _ in range(rng.choice((1, 2)))]
    return icosian.Places.from_matrix(matrix, zero="length"), {
        "closed": closed,
        "start": start,
        "end": None if closed or rng.random() < 0.7 else rng.choice(others),
        "order": order,
    }


def random_graph_order(seed, *, most=6):
    """Return a graph, often sparse, and what is asked of it."""
    rng = random.Random(seed)
    n, kind, share = rng.randint(2, most), rng.choice((nx.Graph, nx.DiGraph)), rng.choice((0.6, 1))
    G = kind()
    G.add_nodes_from(range(n))
    for u, v in permutations(range(n), 2):
        if (u < v or G.is_directed()) and rng.random() < share:
            G.add_edge(u, v, weight=None if rng.random() < 0.05 else rng.randint(-1, 9))
    closed = rng.random() < 0.5
    start = rng.randrange(n) if closed or rng.random() < 0.3 else None
    others = [v for v in range(n) if v != start]
    return G, {
        "closed": closed,
        "start": start,
        "end": None if closed or rng.random() < 0.7 else rng.choice(others),
        "order": [
            rng.sample(range(n), rng.randint(1, min(n, 4))) for _ in range(rng.choice((1, 2)))
        ],
        "forbid": [edge for edge in G.edges if rng.random() < 0.1],
    }


def asked_of(G, *, closed, start, end, order, forbid):
    """Return the answer to a question about a graph."""
    if closed:
        return icosian.shortest_hamiltonian_cycle(G, start, order=order, forbid=forbid)
    return icosian.shortest_hamiltonian_path(G, start, end, order=order, forbid=forbid)


def least_in_graph(G, *, closed, start, end, order, forbid):
    """Return whether nodes can be in the order, and the least length of the tours that are so."""
    avoided = {*forbid} | ({(v, u) for u, v in forbid} if not G.is_directed() else set())
    least = 3 - G.is_directed()
    is_possible, lengths = False, []
    for tour in permutations(G):
        rank = {v: k for k, v in enumerate(tour)}
        chains = [(start, *chain) if closed and chain[0] != start else chain for chain in order]
        if start not in (None, tour[0]) or end not in (None, tour[-1]):
            continue
        if all(rank[u] < rank[v] for chain in chains for u, v in pairwise(chain)):
            is_possible = True
            steps = list(pairwise((*tour, tour[0]) if closed else tour))
            if all(step in G.edges and step not in avoided for step in steps):
                own = [G.edges[step]["weight"] for step in steps]
                if None not in own and (not closed or len(G) >= least):
                    lengths.append(sum(own))
    return is_possible, min(lengths, default=None)


# Random questions about tours that may leave out places, and their answers by brute force


HUGE = 10**25


def random_selection(seed, *, most=6, unit=None):
    """Return some places, and what is asked of them."""
    rng = random.Random(seed)
    n, directed, big = rng.randint(3, most), rng.random() < 0.4, rng.choice((5, 20, 10**6))
    least = -3 if rng.random() < 0.15 else 0
    unit = rng.choice((1, 1, 1, Fraction(1, 3))) if unit is None else unit
    matrix = random_matrix(rng, n, big, directed=directed, least=least, unit=unit)
    closed = rng.random() < 0.6
    groups = [rng.sample(range(n), rng.randint(1, n)) for _ in range(rng.choice((0, 0, 1, 2, 3)))]
    parts = rng.choice((1, 1, 2))
    prizes = {
        v: rng.randint(0, big) * unit * Fraction(1, parts)
        for v in rng.sample(range(n), rng.choice((0, 0, 1, n)))
    }
    leave_out = rng.choice((0, 0, 1, 2, n))
    return icosian.Places.from_matrix(matrix, zero="length"), {
        "closed": closed,
        "start": rng.choice((None, 0)),
        "end": None if closed else rng.choice((None, 1)),
        "groups": groups,
        "prizes": prizes,
        "leave_out": leave_out if groups or prizes or leave_out else 1,
    }


# Random questions with conditions of all kinds at once, and their answers by brute force


KINDS = ("groups", "prizes", "leave_out", "order", "positions", "require", "forbid")
PAIRS = [*combinations(KINDS, 2)]


def random_question(seed, kinds, *, most=6):
    """Return some places, and a question about them that has conditions of some kinds."""
    rng = random.Random(f"{kinds} {seed}")
    n, symmetric, closed = rng.randint(4, most), rng.random() < 0.6, rng.random() < 0.5
    matrix = random_matrix(rng, n, 20, directed=not symmetric)
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
    return icosian.Places.from_matrix(matrix, zero="length"), asked | {
        kind: given[kind] for kind in kinds
    }


def precedence(chains):
    """Return which places come before which, by all chains together."""
    found = {pair for chain in chains for pair in pairwise(chain)}
    while more := {(u, w) for u, v in found for x, w in found if v == x} - found:
        found |= more
    return found


def fitting(places, *, closed, start, end, **asked):
    """Return a function that says whether a tour has all that is asked for."""
    key = tuple if places.directed else frozenset
    groups, prizes, positions = (asked.get(k, ()) for k in ("groups", "prizes", "positions"))
    used, avoided = ({key(pair) for pair in asked.get(k, ())} for k in ("require", "forbid"))
    must = {v for pair in asked.get("require", ()) for v in pair}.union(positions, {start, end})
    free, nodes = set(prizes).union(*groups, must), set(places.nodes)
    most, before = asked.get("leave_out", 0), precedence(asked.get("order", ()))
    may_leave = bool(groups or prizes or most)

    def fits(tour):
        if start not in (None, tour[0]) or end not in (None, tour[-1]):
            return False
        rank, out = {v: k for k, v in enumerate(tour, 1)}, nodes.difference(tour)
        if not all(rank.get(u, 0) < rank.get(v, 99) for u, v in before):
            return False
        ring = (*tour, tour[0]) if closed and len(tour) > 1 else tour
        steps = set(map(key, pairwise(ring))) if used or avoided else set()
        return (
            out.isdisjoint(must)
            and len(out - free) <= most
            and not any(out.issuperset(group) for group in groups)
            and (may_leave or not out)
            and all(rank.get(v) == k for v, k in dict(positions).items())
            and used <= steps
            and avoided.isdisjoint(steps)
        )

    return fits


def cost_of(places, tour, *, closed, prizes=(), **_):
    """Return the length of a tour, and the prizes of what it leaves out."""
    steps = pairwise((*tour, tour[0]) if closed else tour)
    lost = sum(naive.as_printed(prize) for v, prize in dict(prizes).items() if v not in tour)
    return sum(Fraction(places.length(u, v)) * places.unit for u, v in steps if u != v) + lost


def least_cost_of(places, **asked):
    """Return the least cost of a tour with all that is asked for, None if there is none."""
    least = 1 if any(map(asked.get, ("groups", "prizes", "leave_out"))) else len(places)
    tours = (p for k in range(least, len(places) + 1) for p in permutations(places.nodes, k))
    found = filter(fitting(places, **asked), tours)
    return min((cost_of(places, tour, **asked) for tour in found), default=None)
