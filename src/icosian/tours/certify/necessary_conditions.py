"""Why there is no tour, without a search: what counting and cut sets show."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING, Any

import networkx as nx
import numpy as np
from numpy.typing import NDArray

from icosian._arrays import Csr, csr_from_edges, cycles, unset
from icosian._kernels import cuts, forcing as kernels
from icosian._kernels._jit import Run
from icosian._run.limits import Clock
from icosian.proofs import (
    HOME,
    AlternatingParity,
    BipartitionImbalance,
    CutVertex,
    DegreeDeficiency,
    Disconnection,
    Proof,
    Toughness,
    Weighing,
    Weights,
)
from icosian.proofs.claim import color_names
from icosian.tours.instance import NormalForm, start_forcing
from icosian.tours.problem import Problem, rebuild_graph

if TYPE_CHECKING:
    from icosian.tours.shortest.relaxation.linear_program import ElasticProgram

DENOMINATORS = (1, 2, 3, 4, 6, 12, 60, 840, 10**6)
EPSILON = 1e-6
PROGRAM, FLOW, GAIN, BORDER = 20_000, 50, 100, 50
"""Steps, of about 0.2 microseconds: a program, a flow and a gain each, and a border in a gain."""


def weighing(problem: Problem, weights: Weights) -> Weighing:
    """Return an unchecked weighing with its totals."""
    proof = problem.certificate(Weighing, weights=weights)
    return replace(proof, totals=proof.balance(problem.G))


class Subtours:
    """The subtour linear program of a problem, in its elastic form."""

    # Edges are numbers between 0 and 1, every port has as many as it needs, and at least two cross
    # the border of each set found so far. What is missing costs, so there always is a solution; if
    # the least cost is positive, the dual is a weighing. All calls of ``weights`` together take
    # about ``limit`` steps.

    def __init__(self, problem: Problem, limit: float = math.inf) -> None:
        self.problem = problem
        self._left = limit
        instance = self.instance = problem.instance
        self.tails, self.heads = instance.pairs.T
        self.used = np.zeros(len(self.tails), bool)
        self.used[instance.fixed] = True
        self.unused = np.zeros(len(self.tails), bool)
        self.nodes = instance.stops
        self.need = 1 if instance.directed else 2
        self.ports = tuple(instance.ports.T)
        self.size = 2 * instance.stops // self.need
        """The number of ports, whose rows come first."""
        self.sets: list[NDArray[np.bool_]] = []
        self.solution: NDArray[np.float64] | None = None

    def places(self, edges: list[tuple[int, int] | None]) -> NDArray[np.int64]:
        """Return the places of edges given by nodes (``problem.size`` is home), -1 for None."""
        return np.array([-1 if edge is None else self.instance.number[edge] for edge in edges])

    def weights(self, clock: Clock, rounds: float = math.inf) -> Weights | None:
        """Return unchecked weights that no tour reaches, or None; ``solution`` is a free one."""
        self.solution = None
        while rounds > 0 and self._left > 0:
            rounds -= 1
            clock.tick("weighing", 1)
            if (found := self._solve(clock)) is None:
                return None
            x, dual = found
            if self._program.highs.getObjectiveValue() > EPSILON:
                exact = self._exact(*np.split(dual, [self.size]))
                return None if exact is None else self._labels(*self._shrunk(*exact, clock))
            violated = self._violated(x)
            if not violated and self._left > 0:
                self.solution = x
                return None
            self.sets += violated
        return None

    def _crossing(self, part: NDArray[np.bool_]) -> NDArray[np.bool_]:
        crossing: NDArray[np.bool_] = part[self.tails] != part[self.heads]
        return crossing

    @cached_property
    def _program(self) -> ElasticProgram:
        """The program without sets."""
        from icosian.tours.shortest.relaxation.linear_program import ElasticProgram

        m, ends = len(self.tails), self.instance.ports.ravel()
        program = ElasticProgram(np.zeros(m))
        entries = ends, np.repeat(np.arange(m), 2), np.ones(2 * m)
        program.add_rows(entries, [float(self.need)] * self.size, 1.0, 1.0)
        return program

    def _solve(self, clock: Clock) -> tuple[Any, Any] | None:
        """Solve the program; return the edges, and the dual of ports and sets."""
        from icosian.tours.shortest.relaxation.linear_program import SolverFailure

        program, highs = self._program, self._program.highs
        if fresh := self.sets[highs.getNumRow() - self.size :]:
            crossing = np.array(list(map(self._crossing, fresh)))
            hit = crossing.nonzero()
            program.add_rows((*hit, crossing[hit]), [2.0] * len(fresh), 0.0, 1.0)
        try:
            found = program.solve(self.used, ~self.unused, clock.left)
        except SolverFailure:
            return None
        clock.tick("weighing")
        self._left -= PROGRAM + highs.getInfo().simplex_iteration_count * highs.getNumRow()
        return found

    def _violated(self, x: Any) -> list[NDArray[np.bool_]]:
        """Return sets whose border the edges cross less than twice."""
        from icosian.tours.shortest.relaxation.linear_program import members_of
        from icosian.tours.shortest.relaxation.separation import Support

        support = Support(self.nodes, self.instance.pairs, x)
        sets = support.components(((EPSILON, math.inf),)).tuples()
        if len(sets) < 2:
            self._left -= FLOW * self.nodes
            sets = support.small_cuts().tuples()
        parts = members_of(sets, self.nodes)
        return list(parts[1:] if len(parts) == 2 else parts)

    def _exact(self, y: Any, z: Any) -> tuple[Any, Any] | None:
        """Return the dual in integers: the first common denominator that is fine enough."""
        for denominator in DENOMINATORS:
            weights = np.rint(y * denominator).astype(np.int64)
            borders = np.maximum(np.rint(z * denominator).astype(np.int64), 0)
            if self._gain(weights, borders) > 0:
                divisor = math.gcd(*weights.tolist(), *borders.tolist())
                return weights // divisor, borders // divisor
        return None

    def _gain(self, y: Any, z: Any) -> int:
        """Return by how much a tour would weigh more than there is."""
        edges = y[self.ports[0]] + y[self.ports[1]]
        for k in np.flatnonzero(z):
            edges = edges + z[k] * self._crossing(self.sets[k])
        free = ~(self.used | self.unused)
        supply = edges[self.used].sum() + np.maximum(edges[free], 0).sum()
        return int(self.need * y.sum() + 2 * z.sum() - supply)

    def _shrunk(self, y: Any, z: Any, clock: Clock) -> tuple[Any, Any]:
        """Leave out weights that are not needed, of the largest sets first."""
        sizes = [min(part.sum(), self.nodes - part.sum()) for part in self.sets]
        order = [(z, k) for k in sorted(range(len(z)), key=lambda k: -sizes[k])]
        order += [(y, p) for p in range(len(y))]
        before = None
        while before != (y.tolist(), z.tolist()):
            before = y.tolist(), z.tolist()
            for weights, k in order:
                if not weights[k] or self._left <= 0:
                    continue
                self._left -= GAIN + BORDER * int((z != 0).sum())
                clock.tick("weighing")
                kept, weights[k] = weights[k], 0
                if self._gain(y, z) <= 0:
                    weights[k] = kept
        divisor = math.gcd(*y.tolist(), *z.tolist())
        return y // divisor, z // divisor

    def _labels(self, y: Any, z: Any) -> Weights:
        nodes = [*self.problem.nodes, HOME][: self.nodes]

        def weighed(numbers: Any) -> tuple[tuple[Any, int], ...]:
            return tuple((v, k) for v, k in zip(nodes, numbers.tolist(), strict=True) if k)

        directed = self.problem.arrays.directed
        sets = []
        for part, weight in zip(self.sets, z.tolist(), strict=True):
            if weight:
                small = part if part.sum() <= self.nodes // 2 else ~part
                if not self.problem.closed and small[-1]:
                    small = ~small
                sets.append((frozenset(nodes[i] for i in small.nonzero()[0].tolist()), weight))
        leaving = weighed(y[::2] if directed else y)
        entering = weighed(y[1::2]) if directed else ()
        return Weights(nodes=leaving, entering=entering, sets=tuple(sets))


# -- Cut vertices and sets of nodes whose removal leaves too many parts (toughness)

CANDIDATES = 60  # sets that are looked at, of those that a matching suggests
TICK = 1_000  # vertices between looks at the clock


def cut_vertex(problem: Problem, clock: Clock) -> Proof | None:
    """Return an unchecked proof by parts that hang on one node each, for a connected graph."""
    hanging = sorted(_hanging(_rows(problem), clock), key=lambda pair: (len(pair[1]), min(pair[1])))
    ends = set() if problem.closed else {problem.start, problem.end} - {None}
    hanging = [pair for pair in hanging if ends.isdisjoint(pair[1])]
    most = 0 if problem.closed else 2 - len(ends)  # a part may hold an end that is free
    if len(hanging) <= most:
        return None
    nodes = problem.nodes
    parts = [(nodes[hub], frozenset(map(nodes.__getitem__, part))) for hub, part in hanging]
    return problem.certificate(CutVertex, parts=tuple(parts[: most + 1]))


def toughness(problem: Problem, clock: Clock) -> Iterator[Toughness]:
    """Yield unchecked proofs by sets that leave too many parts of a connected graph."""
    # Independent sets with no more neighbors than members, by a matching of two copies of the graph
    # [W. T. Tutte, The 1-factors of oriented graphs, Proceedings of the AMS 4 (1953), 922-931]:
    # nodes that reach few others along alternating paths. It finds a set wherever an independent
    # set has too few neighbors; deciding toughness is NP-hard [D. Bauer, S. L. Hakimi,
    # E. Schmeichel, Recognizing tough graphs is NP-hard, Discrete Applied Mathematics 28 (1990)].
    G = None
    for removed in _independent_neighborhoods(problem, clock):
        G = G or drop_directions(problem)
        if proof := removal(problem, G, removed):
            yield proof


def removal(problem: Problem, G: nx.Graph[Any], removed: frozenset[Any]) -> Toughness | None:
    """Return the unchecked proof by a removal, in G without directions, if many parts are left."""
    if not removed:
        return None
    parts = 0
    together = False
    given = [] if problem.closed else [problem.start, problem.end]
    ends = {problem.nodes[v] for v in given if v is not None}
    left = set(G) - removed
    while left:
        queue = [left.pop()]
        for v in queue:
            fresh = left.intersection(G.adj[v])
            left -= fresh
            queue += fresh
        parts += 1
        together = together or (len(ends) == 2 and ends.issubset(queue))
    most = len(removed)
    if not problem.closed:
        most += 1 - len(ends & removed) - together
    if parts <= most:
        return None
    return problem.certificate(Toughness, removed=removed, parts=parts, together=together)


def shrunk(problem: Problem, G: nx.Graph[Any], proof: Toughness, clock: Clock) -> Toughness:
    """Return an unchecked proof that removes as few of the nodes as will do."""
    for v in sorted(proof.removed, key=problem.index.__getitem__):
        clock.tick("toughness")
        proof = removal(problem, G, proof.removed - {v}) or proof
    return proof


def owners(tails: NDArray[Any], heads: NDArray[Any], size: int) -> NDArray[np.int32]:
    """Return the node that each node is matched to as a neighbor, shape (size,); -1: none.

    Each node is matched to one neighbor at most; as many as possible are.
    """
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import maximum_bipartite_matching

    rows = csr_array((np.ones(len(tails), np.int8), (tails, heads)), shape=(size, size))
    owner: NDArray[np.int32] = maximum_bipartite_matching(rows, perm_type="row")
    return owner


def drop_directions(problem: Problem) -> nx.Graph[Any]:
    """Return the graph without directions, not to be changed."""
    nodes, arrays = problem.nodes, problem.arrays
    if not arrays.directed:
        return problem.G
    pairs = zip(arrays.sources().tolist(), arrays.indices.tolist(), strict=True)
    return rebuild_graph(problem.G, nodes, ((nodes[u], nodes[v]) for u, v in pairs))


def _rows(problem: Problem) -> Csr:
    """Return the graph without directions; arcs both ways become parallel edges."""
    arrays = problem.arrays
    if not arrays.directed:
        return arrays
    return csr_from_edges(problem.size, arrays.sources(), arrays.indices)


def _hanging(arrays: Csr, clock: Clock) -> list[tuple[int, list[int]]]:
    """Return the least parts that hang on one vertex, with that vertex [Tarjan 1972]."""
    root = 0
    while True:
        order, parent = _depth_first(arrays, root, clock)
        place = np.empty(len(order), np.int64)
        place[order] = np.arange(len(order))
        low = np.minimum.reduceat(place[arrays.indices], arrays.indptr[:-1]).tolist()
        size, is_least = [1] * len(order), [True] * len(order)
        rank = place.tolist()
        found = []
        for v in reversed(order[1:]):
            p = parent[v]
            size[p] += size[v]
            low[p] = min(low[p], low[v])
            is_cut = low[v] >= rank[p]
            if is_cut and is_least[v]:
                found.append((p, order[rank[v] : rank[v] + size[v]]))
            is_least[p] = is_least[p] and is_least[v] and not is_cut
        hubs = [p for p, _ in found if p != root]
        if parent.count(root) > 2 or not hubs:  # the root is its own parent
            return found if parent.count(root) > 2 else []
        root = hubs[0]  # a root that cuts the graph hangs on nothing itself


def _depth_first(arrays: Csr, root: int, clock: Clock) -> tuple[list[int], list[int]]:
    """Return the vertices in depth-first order, and the parent of each; the root has itself."""
    parent = [-1] * arrays.size
    parent[root] = root
    order, path = [root], [root]
    ahead = list(map(iter, arrays.rows()))
    while path:
        v = path[-1]
        for w in ahead[v]:
            if parent[w] < 0:
                parent[w] = v
                order.append(w)
                path.append(w)
                if not len(order) % TICK:
                    clock.tick("cut vertices", TICK)
                break
        else:
            path.pop()
    return order, parent


def _independent_neighborhoods(problem: Problem, clock: Clock) -> Iterator[frozenset[Any]]:
    """Yield neighborhoods of independent sets that leave as many parts as they have nodes."""
    clock.tick("toughness")
    rows, n = _rows(problem), problem.size
    degrees = rows.degrees
    if problem.closed and not problem.arrays.directed and (degrees == degrees[0]).all():
        return  # two copies of a regular graph are elementary: none of its sets has too few

    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import breadth_first_order, connected_components

    tails, heads, size = rows.sources(), rows.indices, n
    if not problem.closed:  # home
        ends = [v for v in (problem.start, problem.end) if v is not None]
        beside = np.array(ends if len(ends) == 2 else range(n), np.int32)
        home = np.full(len(beside), n, np.int32)
        tails, heads = np.concatenate((tails, beside, home)), np.concatenate((heads, home, beside))
        size += 1

    def joined(tails: Any, heads: Any) -> Any:
        # From coordinates, which adds parallel arcs up: the matching writes out of bounds on them.
        return csr_array((np.ones(len(tails)), (tails, heads)), shape=(size, size))

    owner = owners(tails, heads, size)
    # From a left copy to the left copies that are matched to its neighbors.
    onward = owner[heads]
    alternating = joined(tails[onward >= 0], onward[onward >= 0])
    if (owner < 0).any():
        sources = np.setdiff1d(np.arange(size), owner).tolist()
    else:
        _, home_of = connected_components(alternating, connection="strong")
        sources = np.unique(home_of, return_index=True)[1].tolist()
    met = set()
    for source in sources[:CANDIDATES]:
        clock.tick("toughness", n)
        alone = np.zeros(size, bool)
        alone[breadth_first_order(alternating, source, return_predecessors=False)] = True
        alone[heads[alone[tails]]] = False
        around = np.zeros(size, bool)
        around[heads[alone[tails]]] = True
        around = around[:n]
        key = around.tobytes()
        if key in met or not around.any():
            continue
        met.add(key)
        removed = frozenset(problem.nodes[v] for v in np.flatnonzero(around).tolist())
        if problem.closed and alone.sum() > around.sum():
            yield removed
            continue
        left = ~(around[rows.sources()] | around[rows.indices])
        within = joined(rows.sources()[left], rows.indices[left])
        parts = connected_components(within, directed=False)[0] - around.sum() - (size - n)
        # A path allows a part more, or less where its ends are removed.
        if parts + (not problem.closed) > around.sum():
            yield removed


# -- Parity of permutation factors: digraphs whose arcs fall into alternating cycles

ARCS = 2.5  # arcs a node beyond which it is not tried to come down to two by forced arcs


def alternating_parity(problem: Problem, clock: Clock) -> AlternatingParity | None:
    """Return an unchecked proof where the number of cycles of all factors is even."""
    arrays = problem.arrays
    if not arrays.directed or problem.is_tiny or len(arrays.indices) > ARCS * problem.size:
        return None
    # 1. Follow the rules. Where two arcs are left at a port, a factor has one or the other.
    edges = problem.form.edges()
    mark = _marked(problem.form, edges, clock)
    left = edges[mark == kernels.OPEN]
    if not np.isin(np.bincount(left.ravel()), (0, 2)).all():
        return None
    # 2. The arcs left fall into alternating cycles; a factor takes every other arc of each. To take
    #    the others instead is an even permutation if they are odd in number. Then the number of
    #    cycles is even in all factors, or odd in all.
    arcs, halves = _factor(_ordered(problem, _arcs(left)), clock)
    if not halves:
        return None
    # 3. So a factor with an even number of cycles shows that no factor is a single cycle.
    used = _arcs(edges[mark == kernels.USED])
    factor = list(cycles(np.concatenate((used[used[:, 0] != used[:, 1]], arcs)), directed=True))
    if len(factor) % 2:
        return None
    return problem.certificate(
        AlternatingParity, factor=_named(problem, factor), halves=tuple(sorted(halves.items()))
    )


def _marked(form: NormalForm, edges: NDArray[np.int32], clock: Clock) -> NDArray[np.int64]:
    """Return the marks of edges by the rules; no edge is open if they decide the question."""
    if form.degrees.min() > 2:  # no arc is the only one at its port: nothing is forced
        return np.where(edges[:, 0] // 2 == edges[:, 1] // 2, kernels.USED, kernels.OPEN)
    run = start_forcing(form, edges, room=0)
    run[-1][kernels.PAUSE] = 1
    status = clock.run("parity", run)
    mark: NDArray[np.int64] = run.arrays()[0].edges[kernels.MARK :: kernels.EDGE]
    return mark if status == kernels.SETTLED else np.full_like(mark, kernels.USED)


def _arcs(edges: NDArray[np.int32]) -> NDArray[np.int32]:
    """Return edges of the normal form as tails and heads, shape (m, 2)."""
    arcs: NDArray[np.int32] = np.where(edges[:, :1] % 2, edges, edges[:, ::-1]) // 2
    return arcs


def _ordered(problem: Problem, arcs: NDArray[np.int32]) -> NDArray[np.int64]:
    """Return arcs in the order of the graph, so that those of one generator are taken first."""
    heads = problem.arrays.indices
    width = problem.size + 1
    known = problem.arrays.sources().astype(np.int64) * width + heads
    asked = arcs[:, 0].astype(np.int64) * width + arcs[:, 1]
    of_home = asked[~np.isin(asked, known)]
    keys = np.concatenate((known[np.isin(known, asked)], of_home))
    return np.column_stack(np.divmod(keys, width))


def _factor(arcs: NDArray[np.int64], clock: Clock) -> tuple[NDArray[np.int64], Counter[int]]:
    """Return every other arc of each alternating cycle, and how many have so many of them.

    Each tail and each head has two of the arcs. Nothing is returned if one number is even.
    """
    aside, across = (_twins(ends) for ends in arcs.T)
    following, aside = across[aside].tolist(), aside.tolist()
    is_free = [True] * len(arcs)
    chosen: list[int] = []
    halves: Counter[int] = Counter()
    for first in range(len(arcs)):
        before, e = len(chosen), first
        while is_free[e]:
            is_free[e] = is_free[aside[e]] = False
            chosen.append(e)
            e = following[e]
        if half := len(chosen) - before:
            clock.tick("parity")
            if half % 2 == 0:
                return arcs[:0], Counter()
            halves[half] += 1
    return arcs[chosen], halves


def _twins(ends: NDArray[np.int64]) -> Any:
    """Return the other place of each value, where every value has two."""
    order = np.argsort(ends, kind="stable")
    twins = np.empty_like(order)
    twins[order] = order.reshape(-1, 2)[:, ::-1].ravel()
    return twins


def _named(problem: Problem, cycles: list[list[int]]) -> tuple[tuple[Any, ...], ...]:
    """Return cycles by nodes, with home between the ends of a path."""
    home, given = problem.size, problem.end if problem.start is None else problem.start
    if not problem.closed and given is not None:  # the normal form passes over home
        place = 0 if problem.start == given else 1
        cycle = next(cycle for cycle in cycles if given in cycle)
        cycle.insert(cycle.index(given) + place, home)
    nodes = [*problem.nodes, HOME]
    return tuple(tuple(nodes[v] for v in cycle) for cycle in cycles)


# -- Necessary conditions of linear cost: degrees, connection and parity
# The proofs are candidates: whoever asks for one checks it before it leaves the library.

QUICK = 100  # nodes whose neighbors are looked at in the first call of the kernel


def cheap_proof(problem: Problem, clock: Clock) -> Proof | None:
    """Return an unchecked proof by degrees, connection or parity, if there is one."""
    degrees = _degrees(problem)
    if degrees is None:
        return _connection_and_parity(problem, clock) or alternating_parity(problem, clock)
    part = _separate_part(problem, _sweep(problem, clock)[0])
    # A separate part is the plainer reason, unless it is a node without neighbors or a name.
    single = part is not None and part.ranks is None and len(part.part) == len(degrees.nodes) == 1
    return degrees if part is None or single else part


def _degrees(problem: Problem) -> DegreeDeficiency | None:
    n, arrays = problem.size, problem.arrays
    if n == 1 and not problem.closed:
        return None
    start, end = problem.start, problem.end
    sides: list[tuple[Any, str, list[int | None]]]
    sides = [(arrays.degrees < 2, "neighbours", [start, end])]
    if arrays.directed:
        sources = np.bincount(arrays.indices, minlength=n) < 1
        sides = [(sources, "predecessors", [start]), (arrays.degrees < 1, "successors", [end])]
    for few, side, ends in sides:
        given = [] if problem.closed else [v for v in ends if v is not None]
        free = 0 if problem.closed else len(ends) - len(given)
        candidates = (int(v) for v in few.nonzero()[0] if v not in given)
        if len(witnesses := list(islice(candidates, free + 1))) > free:
            nodes = tuple(problem.nodes[v] for v in witnesses)
            return problem.certificate(DegreeDeficiency, nodes=nodes, side=side)
    return None


def _connection_and_parity(problem: Problem, clock: Clock) -> Proof | None:
    if problem.arrays.directed and (proof := _strong_connection(problem)):
        return proof
    side, has_odd_cycle = _sweep(problem, clock)
    if part := _separate_part(problem, side):
        return part
    if has_odd_cycle:
        return None
    n = problem.size
    ends = [] if problem.closed else [v for v in (problem.start, problem.end) if v is not None]
    for k in (0, 1):
        crowd = side == k
        size = int(crowd.sum())
        room = n - size + (0 if problem.closed else 1 - sum(not crowd[v] for v in ends))
        if size > room:
            parts = _nodes(problem, crowd), _nodes(problem, ~crowd)
            names = color_names(problem.G, *parts)
            proof = problem.certificate(BipartitionImbalance, crowd=parts[0], others=parts[1])
            return proof if names is None else replace(proof, names=names)
    return None


def _sweep(problem: Problem, clock: Clock) -> tuple[NDArray[np.int32], bool]:
    """Return the sides of the first node's component, -1 elsewhere, and whether they clash."""
    n, arrays = problem.size, _rows(problem)
    side = unset(n)
    side[0] = 0
    s = np.zeros(cuts.WORDS, np.int64)
    s[cuts.TAIL] = 1
    run = Run(cuts.sweep, arrays.indptr, arrays.indices, side, np.zeros(n, np.int32), s)
    clock.run("connection", run, first=QUICK)
    run.arrays()
    return side, bool(s[cuts.CLASH])


def _separate_part(problem: Problem, side: NDArray[np.int32]) -> Disconnection | None:
    """Return the first node's component or the rest, whichever is smaller, if there is a rest."""
    part = side >= 0
    if np.count_nonzero(part) == len(part):
        return None
    smaller = part if 2 * part.sum() <= len(part) else ~part
    return problem.certificate(Disconnection, part=_nodes(problem, smaller))


def _nodes(problem: Problem, chosen: Any) -> frozenset[Any]:
    return frozenset(problem.nodes[v] for v in chosen.nonzero()[0].tolist())


def _strong_connection(problem: Problem) -> Proof | None:
    """Return a part of a digraph that a tour would have to leave, but cannot."""
    from scipy.sparse.csgraph import connected_components

    arrays = problem.arrays
    count, home = connected_components(arrays.matrix(), connection="strong")
    if count == 1:
        return None
    tails, heads = home[arrays.sources()], home[arrays.indices]
    leaving = np.bincount(tails[tails != heads], minlength=count) > 0
    entered = np.bincount(heads[tails != heads], minlength=count) > 0
    start, end = (None if v is None else home[v] for v in (problem.start, problem.end))
    for k in np.flatnonzero(~leaving).tolist():
        alone = not entered[k]
        if problem.closed or alone or start == k or end not in (None, k):
            return problem.certificate(Disconnection, part=_nodes(problem, home == k))
    return None
