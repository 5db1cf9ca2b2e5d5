"""Why a part has no tour: sets that tours cross twice, divisions, and small edge cuts."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain, combinations, pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

import networkx as nx
import numpy as np
from numpy.typing import NDArray

from icosian._arrays import Csr, csr_from_edges, ring
from icosian._kernels import cuts as cut_kernels
from icosian._kernels._jit import Run
from icosian._run.limits import Clock
from icosian.proofs import HOME, Contraction, Division, Proof, Refusal, Replacement
from icosian.tours.certify.necessary_conditions import owners
from icosian.tours.instance import NormalForm, Pair
from icosian.tours.problem import Problem, apply_conditions, rebuild_graph

if TYPE_CHECKING:
    Ask = Callable[[nx.Graph[Any], int], Proof | list[Any] | None]
    """Take a small graph and how hard to try; return a proof, a cycle or None."""

ROUNDS = 20  # how often sets are contracted in the graph that is left
ROOTS = 3
"""Roots of trees of dominators; sets that hold a root, or are left for it only, are not seen."""
SIDES = 2  # parts without a step out of them that are searched: a bipartite graph has two
CUBIC = 3
"""The degree of graphs in which a tight set has a border of three edges: a node says too little."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Contracted:
    """A problem whose tight sets are contracted until there are none."""

    problem: Problem
    whole: Problem
    """The same as a question about cycles: of a path, with home."""
    small: Problem
    """What is left."""
    rounds: tuple[tuple[tuple[Any, frozenset[Any]], ...], ...]
    """The sets of each contraction, as in the certificate."""
    part: NDArray[np.int64]
    """The node of ``small`` that each node of ``whole`` became, shape (n,)."""

    def lifted(self, inner: Proof) -> Proof:
        """Return an unchecked proof of the problem from one of the small problem."""
        for sets in reversed(self.rounds[1:]):
            inner = self.small.certificate(Contraction, sets=sets, inner=inner)
        return self.problem.certificate(Contraction, sets=self.rounds[0], inner=inner)

    def inner(self, proof: Proof) -> Proof:
        """Return the proof of the small problem that was lifted."""
        for _ in self.rounds:
            proof = proof.inner if isinstance(proof, Contraction) else proof
        return proof

    def restricted(self, cycle: Sequence[int]) -> Problem:
        """Return the question for a cycle of the whole that becomes a given one when contracted."""
        n, tails, heads = len(cycle), self.whole.arrays.sources(), self.whole.arrays.indices
        place = np.empty(n, np.int64)
        place[list(cycle)] = np.arange(n)
        steps = (place[self.part[tails]] - place[self.part[heads]]) % n
        kept = (tails < heads) & ((steps <= 1) | (steps == n - 1))
        return _problem(self.whole, np.arange(self.whole.size), tails[kept], heads[kept])

    def opened(self, nodes: Sequence[int]) -> list[int]:
        """Return the tour of the problem, by numbers, that a cycle of the whole stands for."""
        size, home = self.problem.size, None if self.problem.closed else self.whole.index[HOME]
        stops = [size if v == home else v for v in nodes if v < size or v == home]
        return self.problem.instance.tour(stops)


def contract_tight_sets(problem: Problem, clock: Clock) -> Contracted | None:
    """Contract tight sets until none is left; None if there are none, or for a digraph."""
    if problem.arrays.directed or (not problem.closed and HOME in problem.index):
        return None
    whole = _closed(problem)
    arrays = whole.arrays
    part = names = np.arange(whole.size)
    rounds: list[tuple[tuple[Any, frozenset[Any]], ...]] = []
    while len(rounds) < ROUNDS and (sets := tight_sets(arrays, clock)):
        label = np.arange(arrays.size)
        for independent, around in sets:
            label[[*independent, *around]] = independent[0]
        labels = [[whole.nodes[names[v]] for v in independent] for independent, _ in sets]
        rounds.append(tuple((some[0], frozenset(some)) for some in labels))
        kept, number = np.unique(label, return_inverse=True)
        names, part = names[kept], number[part]
        u, v = number[arrays.sources()], number[arrays.indices]
        pairs = np.unique(u[u < v] * len(kept) + v[u < v])
        arrays = csr_from_edges(len(kept), *np.divmod(pairs, len(kept)))
    if not rounds:
        return None
    forward = arrays.sources() < arrays.indices
    small = _problem(whole, names, arrays.sources()[forward], arrays.indices[forward])
    return Contracted(problem=problem, whole=whole, small=small, rounds=tuple(rounds), part=part)


def _closed(problem: Problem) -> Problem:
    """Return the question about cycles that stands for a path of an undirected graph."""
    if problem.closed:
        return problem
    H, _ = apply_conditions(problem.G, problem.asking(require=(), forbid=()).conditions, home=True)
    return Problem.of(H, closed=True)


def _problem(whole: Problem, names: Any, tails: Any, heads: Any) -> Problem:
    """Return a problem on some nodes of another one, with edges by their numbers."""
    nodes = [whole.nodes[v] for v in names.tolist()]
    pairs = zip(tails.tolist(), heads.tolist(), strict=True)
    edges = ((nodes[u], nodes[v]) for u, v in pairs)
    return Problem.of(rebuild_graph(whole.G, nodes, edges), closed=True)


def tight_sets(arrays: Csr, clock: Clock) -> list[tuple[list[int], set[int]]]:
    """Return tight sets of at least two nodes with their neighbors, no two with a common node."""
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import connected_components

    # Match each node with a neighbor, no two with the same. Steps lead from a node to the nodes
    # that are matched with its neighbors. A set that no step leaves has as many neighbors as nodes
    # [Dulmage and Mendelsohn 1958]; a set that steps leave for a single node has one neighbor more.
    # Where all nodes reach a root, the latter are the nodes that reach it through that node only.
    n, tails, heads = arrays.size, arrays.sources(), arrays.indices
    if arrays.degrees.max() <= CUBIC:
        return []
    owner = owners(tails, heads, n)
    if (owner < 0).any():
        return []
    onward = owner[heads]
    ones = np.ones(len(heads), np.int8)
    steps = csr_array((ones, (tails, onward)), shape=(n, n))
    _, strong = connected_components(steps, connection="strong")
    leaving = strong[tails] != strong[onward]
    size = np.bincount(strong)
    size[strong[tails[leaving]]] = 0
    inside = size[strong[tails]] > 0
    back = csr_array((ones[inside], (onward[inside], tails[inside])), shape=(n, n))
    ahead = [row.tolist() for row in np.split(onward, arrays.indptr[1:-1])]
    rows = [set(row.tolist()) for row in np.split(heads, arrays.indptr[1:-1])]
    found = []
    for part in np.argsort(-size, kind="stable")[:SIDES].tolist():
        if size[part] > 2:
            found += _least_sets(back, ahead, rows, int(np.argmax(strong == part)), clock)
    return _disjoint(found, rows)


def _least_sets(
    back: Any, ahead: list[list[int]], rows: list[set[int]], root: int, clock: Clock
) -> list[list[int]]:
    """Return the least tight sets of two nodes or more that are seen from a few roots."""
    from scipy.sparse.csgraph import breadth_first_order, depth_first_order

    found = []
    for _ in range(ROOTS):
        order, before = depth_first_order(back, root)
        number = np.full(len(rows), -1)
        number[order] = np.arange(len(order))
        rank, nodes = number.tolist(), order.tolist()
        above = [0, *number[before[order[1:]]].tolist()]
        above = _dominators(above, [[rank[w] for w in ahead[v]] for v in nodes])
        clock.tick("contraction", len(nodes))
        below: list[list[int] | None] = [[] for _ in nodes]
        for k in range(len(nodes) - 1, 0, -1):
            some, parent = below[k], below[above[k]]
            if some is not None and len(some) > 1:
                if all(len(rows[v]) > 2 and rows[v].isdisjoint(some) for v in some):
                    found.append(some)
                some = None  # a larger set is not independent, or holds this one
            if some is None:
                below[above[k]] = None
            elif parent is not None:
                parent += [*some, nodes[k]]
        root = breadth_first_order(back, root, return_predecessors=False)[len(nodes) // 2]
    return found


def _dominators(above: list[int], ahead: list[list[int]]) -> list[int]:
    """Return the immediate dominators in a flow graph, given the parents in a depth-first tree."""
    # Semi-NCA [L. Georgiadis, R. E. Tarjan, R. F. Werneck, Finding dominators in practice, J. Graph
    # Algorithms Appl. 10 (2006), 69-94]. Nodes are numbered in preorder, and ``ahead`` holds the
    # tails of the arcs to each. First the semidominators, from the last node to the first:
    semi, upper, low = above[:], above[:], above[:]
    for v in range(len(above) - 1, 0, -1):
        for w in ahead[v]:
            path, end = [], w
            while upper[end] > v:
                path.append(end)
                end = upper[end]
            # Compress the path; ``low`` is the least semidominator below ``upper``.
            for x in reversed(path):
                low[x] = min(low[x], low[end])
                upper[x], end = upper[end], x
            semi[v] = min(semi[v], low[w] if w > v else w)
        low[v] = semi[v]
    # Then the dominators: the nearest common ancestors of parents and semidominators.
    dominators = above[:]
    for v, least in enumerate(semi):
        while dominators[v] > least:
            dominators[v] = dominators[dominators[v]]
    return dominators


def _disjoint(found: list[list[int]], rows: list[set[int]]) -> list[tuple[list[int], set[int]]]:
    """Return sets with their neighbors, small ones first, as long as three nodes are left."""
    taken: set[int] = set()
    chosen = []
    left = len(rows)
    for some in sorted(found, key=len):
        around = set().union(*(rows[v] for v in some))
        if taken.isdisjoint(around.union(some)) and left - 2 * len(some) >= 3:
            taken |= around.union(some)
            left -= 2 * len(some)
            chosen.append((sorted(some), around))
    return sorted(chosen, key=lambda pair: pair[0])


# -- Gadgets: small graphs in place of one side of a cut of three or four edges

State = frozenset[frozenset[int]]
"""The edges of a cut that a cycle uses, in the pairs that its paths on one side join."""
Edges = tuple[tuple[int, int], ...]


class Gadget(NamedTuple):
    """A small graph in place of one side of a cut."""

    edges: Edges
    """Numbers below that of the cut's edges stand for their ends on the other side."""
    states: frozenset[State]
    """How its paths can join the edges of the cut."""
    size: int
    """Its nodes; number ``ports + i`` takes the name of the end of edge i that it replaces."""


@cache
def states(ports: int) -> frozenset[State]:
    """Return the ways in which paths on one side of a cut can join some of its edges."""
    pairs = [frozenset(pair) for pair in combinations(range(ports), 2)]
    both = [frozenset((one, two)) for one, two in combinations(pairs, 2) if not one & two]
    return frozenset([frozenset([pair]) for pair in pairs] + both)


def fits(one: State, others: Collection[State]) -> bool:
    """Return True if paths on one side and some of those on the other make a single cycle."""
    used = frozenset().union(*one)
    return any(
        used == frozenset().union(*other) and (len(one) == 1 or one != other) for other in others
    )


def ways(ports: int, possible: Collection[State]) -> frozenset[State]:
    """Return the ways through one side that fit one of some ways through the other."""
    return frozenset(other for other in states(ports) if fits(other, possible))


@cache
def gadgets(ports: int) -> tuple[Gadget, ...]:
    """Return the gadgets for a cut, those first that say most if a part has no cycle with them."""
    n, everyone = ports, range(ports)
    star = tuple((i, n) for i in everyone)
    single = [((i, n + i), (n + i, j)) for i, j in combinations(everyone, 2)]
    dead_end = ((0, n),)
    if ports == 3:
        forced = [
            ((j, n + j), (k, n + j), (n + j, n + i), (n + i, i))
            for i, j, k in ((0, 1, 2), (1, 0, 2), (2, 0, 1))
        ]
        return tuple(_gadget(edges, n) for edges in (star, *single, *forced, dead_end))
    halves = [(0, i, *(j for j in (1, 2, 3) if j != i)) for i in (1, 2, 3)]
    bars = [
        ((a, n + a), (b, n + a), (n + a, n + c), (n + c, c), (n + c, d)) for a, b, c, d in halves
    ]
    links = [((a, b), (c, d)) for a, b, c, d in halves]
    double = [((a, n + a), (n + a, b), (c, n + c), (n + c, d)) for a, b, c, d in halves]
    # A complete graph of four nodes lets every way pass; some of its subgraphs let fewer.
    stubs = tuple((i, n + i) for i in everyone)
    inner = [(n + i, n + j) for i, j in combinations(everyone, 2)]
    missing = [{(n + a, n + b), (n + c, n + d)} for a, b, c, d in halves]
    missing += [*({pair} for pair in inner), set()]
    blocks = [stubs + tuple(pair for pair in inner if pair not in few) for few in missing]
    found = (*bars, *links, star, *single, *double, *blocks, dead_end)
    return tuple(_gadget(edges, n) for edges in found)


def _gadget(edges: Edges, ports: int) -> Gadget:
    """Return a gadget with its states, found by trying all sets of its edges."""
    ends = range(ports)
    inner = set(chain.from_iterable(edges)) - set(ends)
    found = set()
    for paths in (1, 2):
        for used in combinations(edges, len(inner) + paths):
            met = list(chain.from_iterable(used))
            if all(met.count(v) == 2 for v in inner) and all(met.count(v) < 2 for v in ends):
                state = trace_paths(used, ends)
                if len(state) == paths:  # else some edges make a cycle
                    found.add(state)
    return Gadget(edges, frozenset(found), len(inner))


def trace_paths(edges: Iterable[Iterable[int]], ends: Sequence[int]) -> State:
    """Return how paths join the edges of a cut, by ends of these; nothing if there is a cycle."""
    last: dict[int, int] = {}  # the other end of the path that a node ends
    for a, b in edges:
        one, two = last.pop(a, a), last.pop(b, b)
        if one == b:
            return frozenset()
        last[one], last[two] = two, one
    place = {v: k for k, v in enumerate(ends)}
    return frozenset(
        frozenset((place[v], place[w])) for v, w in last.items() if v in place and w in place
    )


# -- Division at cuts of three and four edges: parts give way to smaller ones that do the same

Edge = tuple[int, int]


class _DivisionStep(NamedTuple):
    """A part that gave way to a gadget."""

    part: frozenset[int]
    near: list[int]
    """The ends of the cut's edges in the part."""
    far: list[int]
    """Their other ends."""
    gadget: Gadget
    refusals: list[tuple[Gadget, Proof]]
    rows: dict[int, set[int]]
    """The neighbors of the nodes of the part."""


class Divider:
    """A division of an undirected graph that goes on where it ended, as questions are answered."""

    # A cycle that is found on the way is kept: it shows how the paths in a part can be paired.

    def __init__(self, problem: Problem, ask: Ask, clock: Clock) -> None:
        self._problem, self._ask, self._clock = problem, ask, clock
        self._names = [*problem.nodes, HOME]
        self._index = {**problem.index, HOME: problem.size}
        self._first: list[tuple[frozenset[int], dict[int, int]]] | None = None
        self._known: dict[frozenset[frozenset[int]], Proof | list[int]] = {}
        self._effort, self._limit, self._asked, self._exactly = 0, 0.0, 0, False

    def search(self, effort: int, limit: float) -> Proof | list[int] | None:
        """Return an unchecked proof, a tour by numbers, or None after some questions."""
        self._effort, self._limit = effort, self._asked + limit
        for self._exactly in (False, True):  # the second time no ways may be added
            # 1. Parts give way to gadgets that let at least the same ways pass, until none is left
            #    that a smaller gadget can stand for. No cycle then means none before.
            graph = self._graph()
            steps = self._steps(graph)
            last = self._answer(graph, effort + 1) if steps else None
            # 2. A cycle need not come of one: it leads back through all parts, or gadgets that let
            #    no other ways pass are tried.
            if isinstance(last, Proof):
                return self._proof(steps, last)
            if last is not None and (tour := self._tour(steps, last)):
                return tour
        return None

    def _graph(self) -> dict[int, set[int]]:
        arrays = self._problem.arrays
        rows: dict[int, set[int]] = {v: set() for v in range(arrays.size)}
        for u, v in zip(arrays.sources().tolist(), arrays.indices.tolist(), strict=True):
            rows[u].add(v)
        if not self._problem.closed:
            home, ends = len(rows), {self._problem.start, self._problem.end}
            rows[home] = {v for v in ends if v is not None}
            for v in rows[home]:
                rows[v].add(home)
        return rows

    def _steps(self, graph: dict[int, set[int]]) -> list[_DivisionStep]:
        """Replace parts, small ones first, as long as that is possible; change the graph."""
        if self._first is None:
            self._first = _parts(graph, self._clock)
        parts = self._first
        steps: list[_DivisionStep] = []
        hopeless: set[frozenset[int]] = set()
        while True:
            touched: set[int] = set()
            for part, border in parts:
                if part in hopeless or not touched.isdisjoint(chain(part, border.values())):
                    continue
                step = self._step(graph, part, border)
                if step is None:
                    hopeless.add(part)
                    continue
                steps.append(step)
                for v in step.part:
                    for w in graph.pop(v) - step.part:
                        graph[w].discard(v)
                for u, v in _named(step.gadget, step.far, step.near):
                    graph.setdefault(u, set()).add(v)
                    graph.setdefault(v, set()).add(u)
                touched |= part
                touched.update(border.values())
            if not touched:
                return steps
            parts = _parts(graph, self._clock)

    def _step(
        self, graph: dict[int, set[int]], part: frozenset[int], border: dict[int, int]
    ) -> _DivisionStep | None:
        """Ask how a cycle can pass a part, and return what takes its place."""
        near, ports = list(border), len(border)
        far = [border[v] for v in near]
        rows = {v: graph[v] & part for v in part}
        # 1. Ask for a cycle of the part with gadgets in place of the rest. A refusal excludes all
        #    ways that fit the gadget, a cycle shows a way.
        possible = set(states(ports))
        passed: list[State] = []
        refusals: list[tuple[Gadget, Proof]] = []
        best = None
        for question in _small_gadgets(ports):
            refused = {one for one in possible if fits(one, question.states)}
            if not refused or any(fits(one, question.states) for one in passed):
                continue
            if self._asked >= self._limit:
                break
            found = self._closed(rows, near, far, question)
            if isinstance(found, Proof):
                refusals.append((question, found))
                possible -= refused
                best = self._best(ports, possible)
                if best is not None and not best.size and not self._exactly:
                    break
            elif found is not None:
                passed.append(trace_paths(found - _edges(_named(question, near, far)), near))
        # 2. The smallest gadget for the ways that are left takes the place of the part.
        best = self._best(ports, possible)
        if best is None or best.size >= len(part):
            return None
        # 3. Leave out refusals without which the gadget does for the part as well.
        for refusal in refusals[:]:
            others = [one for one in refusals if one is not refusal]
            left = [one for one in states(ports) if not any(fits(one, g.states) for g, _ in others)]
            if ways(ports, left) <= ways(ports, best.states):
                refusals = others
        return _DivisionStep(part, near, far, best, refusals, rows)

    def _best(self, ports: int, possible: Collection[State]) -> Gadget | None:
        """Return the smallest gadget that leaves open all ways that a part does."""
        needed = ways(ports, possible)

        def is_fit(gadget: Gadget) -> bool:
            # A factor of a dot product has a small gadget, which may leave more ways open.
            offered = ways(ports, gadget.states)
            return needed <= offered if needed and not self._exactly else needed == offered

        some = gadgets(ports) if self._exactly else _small_gadgets(ports)
        fitting = filter(is_fit, some)
        return min(fitting, key=lambda gadget: (gadget.size, len(gadget.states)), default=None)

    def _closed(
        self, rows: dict[int, set[int]], near: list[int], far: list[int], gadget: Gadget
    ) -> Proof | set[frozenset[int]] | None:
        """Return a proof about a part with a gadget in place of the rest, or a cycle's edges."""
        graph = {v: set(row) for v, row in rows.items()}
        for u, v in _named(gadget, near, far):
            graph.setdefault(u, set()).add(v)
            graph.setdefault(v, set()).add(u)
        found = self._answer(graph, self._effort)
        return _cycle_edges(found) if isinstance(found, list) else found

    def _answer(self, graph: dict[int, set[int]], effort: int) -> Proof | list[int] | None:
        """Return a proof that a graph has no cycle, or a cycle."""
        pairs = _edges((u, v) for u, row in graph.items() for v in row)
        if len(graph) < 3:
            return None
        if pairs not in self._known:
            names, index = self._names, self._index
            H: nx.Graph[Any] = nx.Graph()
            H.add_nodes_from(names[v] for v in sorted(graph))
            H.add_edges_from((names[u], names[v]) for u in sorted(graph) for v in sorted(graph[u]))
            self._asked += 1
            found = self._ask(H, effort)
            if found is None:
                return None
            self._known[pairs] = found if isinstance(found, Proof) else [index[v] for v in found]
        return self._known[pairs]

    def _proof(self, steps: list[_DivisionStep], last: Proof) -> Division:
        names = self._names

        def pairs(edges: Iterable[Edge]) -> tuple[tuple[Any, Any], ...]:
            return tuple((names[u], names[v]) for u, v in edges)

        replacements = tuple(
            Replacement(
                part=frozenset(names[v] for v in step.part),
                edges=pairs(_named(step.gadget, step.far, step.near)),
                refusals=tuple(
                    Refusal(edges=pairs(_named(gadget, step.near, step.far)), inner=inner)
                    for gadget, inner in step.refusals
                ),
            )
            for step in steps
        )
        return self._problem.certificate(Division, replacements=replacements, inner=last)

    def _tour(self, steps: list[_DivisionStep], cycle: list[int]) -> list[int] | None:
        """Return a tour of the graph from a cycle of the last one, or None if a part refuses."""
        edges = _cycle_edges(cycle)
        for step in reversed(steps):
            rest = edges - _edges(_named(step.gadget, step.far, step.near))
            outside = trace_paths(rest, step.far)
            way = next((g for g in gadgets(len(step.far)) if g.states == {outside}), None)
            inside = None if way is None else self._closed(step.rows, step.near, step.far, way)
            if way is None or not isinstance(inside, set):
                return None
            inside = inside - _edges(_named(way, step.near, step.far))
            cut = {frozenset((step.near[k], step.far[k])) for k in frozenset().union(*outside)}
            edges = rest | inside | cut
        walk = ring(np.array([sorted(pair) for pair in sorted(edges, key=sorted)])).tolist()
        return self._problem.instance.tour(walk)


def _cycle_edges(cycle: list[int]) -> set[frozenset[int]]:
    return {frozenset((cycle[k - 1], v)) for k, v in enumerate(cycle)}


def _edges(pairs: Iterable[Edge]) -> frozenset[frozenset[int]]:
    return frozenset(map(frozenset, pairs))


def _named(gadget: Gadget, ports: list[int], names: list[int]) -> Iterator[Edge]:
    """Yield the edges of a gadget between nodes of a graph."""
    both = ports + names
    for u, v in gadget.edges:
        yield both[u], both[v]


TOGETHER = 6  # pairs with the same sum of which any two are a cut; of more only neighbors are taken
MOST = 2_000  # candidates after which no more are listed


def small_cuts(form: NormalForm, clock: Clock) -> list[list[int]]:
    """Return candidates for cuts of three and four edges without common ends, by places."""
    # Two pairs of edges whose labels have the same sum are a cut, and so is a pair with an edge.
    labels = cut_labels(form, clock)
    if labels is None:
        return []
    ends = form.edges().astype(np.int64)
    one, two, sums = pair_sums(labels)
    clock.tick("cuts", 2 * len(sums))
    cuts: dict[tuple[int, ...], None] = {}
    for group in equal_places(sums):
        clock.tick("cuts")
        if len(cuts) >= MOST:
            break
        pairs = list(zip(one[group].tolist(), two[group].tolist(), strict=True))
        for pair, other in combinations(pairs, 2) if len(pairs) <= TOGETHER else pairwise(pairs):
            edges = tuple(sorted({*pair, *other}))
            if len(edges) > 2 and len(np.unique(ends[list(edges)])) == 2 * len(edges):
                cuts[edges] = None
    clock.tick("cuts", len(cuts))
    return list(map(list, cuts))[:MOST]


def _parts(graph: dict[int, set[int]], clock: Clock) -> list[tuple[frozenset[int], dict[int, int]]]:
    """Return the smaller sides of cuts, small ones first, and the edges that leave them."""
    vertices = sorted(graph)
    place = {v: k for k, v in enumerate(vertices)}
    pairs = np.array([(place[u], place[v]) for u in vertices for v in sorted(graph[u]) if u < v])
    if not len(pairs):
        return []
    arrays = csr_from_edges(len(vertices), pairs[:, 0], pairs[:, 1])
    none = np.full(len(vertices), -1, np.int32)
    form = NormalForm(indptr=arrays.indptr, indices=arrays.indices, mate=none, root=0)
    edges = form.edges().tolist()
    found = {}
    for cut in small_cuts(form, clock):
        clock.tick("division")
        ends = [(vertices[edges[e][0]], vertices[edges[e][1]]) for e in cut]
        if (part := side_of(graph, ends)) is not None:
            found[part] = dict(sorted((u, v) if u in part else (v, u) for u, v in ends))
    return sorted(found.items(), key=lambda item: (len(item[0]), sorted(item[0])))


def _small_gadgets(ports: int) -> list[Gadget]:
    """Return the gadgets that leave few ways open."""
    return [gadget for gadget in gadgets(ports) if gadget.size < ports]


# -- Small edge cuts by random labels in the cycle space

Graph = Sequence[set[int]] | Mapping[int, set[int]]


def cut_labels(form: NormalForm, clock: Clock) -> NDArray[np.int64] | None:
    """Return labels of 62 bits, in the order of ``form.edges()``; None if it is not connected."""
    # The labels of a cut sum to zero (exclusive or), those of other sets almost never do [D.
    # Pritchard, R. Thurimella, Fast computation of small cuts via cycle space sampling, ACM
    # Transactions on Algorithms 7 (2011), 46].
    n, edges = form.size, form.edges().astype(np.int64)
    tails = np.repeat(np.arange(n), form.degrees)
    keys = np.minimum(tails, form.indices) * n + np.maximum(tails, form.indices)
    own = edges[:, 0] * n + edges[:, 1]
    order = np.argsort(own)
    labels = np.random.default_rng(0).integers(1, 1 << 62, len(edges), dtype=np.int64)
    s, zeros = np.zeros(2, np.int64), np.zeros(n, np.int64)
    number = order[np.searchsorted(own[order], keys)]
    graph = cut_kernels.NumberedGraph(form.indptr, form.indices, number)
    tree = cut_kernels.LabelTree._make([*np.full((3, n), -1, np.int64), labels, zeros])
    run = Run(cut_kernels.label, graph, tree, s)
    clock.run("cuts", run)
    run.arrays()
    return labels if s[1] == n else None


def equal_places(values: NDArray[np.int64]) -> list[NDArray[np.int64]]:
    """Return the places of each number that is there several times: of labels, of cuts of two."""
    ranked = np.argsort(values, kind="stable")
    first = np.flatnonzero(np.diff(values[ranked], prepend=-1))
    size = np.diff(first, append=len(values))
    several = zip(first[size > 1].tolist(), size[size > 1].tolist(), strict=True)
    return [ranked[k : k + length] for k, length in several]


def pair_sums(labels: NDArray[np.int64]) -> tuple[NDArray[np.int64], ...]:
    """Return single edges and pairs, as their first and second edge, and the sums of labels."""
    one, two = (np.append(np.arange(len(labels)), some) for some in np.triu_indices(len(labels), 1))
    return one, two, np.where(one < two, labels[one] ^ labels[two], labels[one])


def side_of(graph: Graph, cut: Sequence[Pair]) -> frozenset[int] | None:
    """Return the smaller side of a cut; None if its edges are not all those between two parts."""
    gone = set(map(frozenset, cut))

    def reach(start: int) -> frozenset[int]:
        found, ahead = {start}, [start]
        for v in ahead:
            fresh = [w for w in graph[v] if w not in found and frozenset((v, w)) not in gone]
            found.update(fresh)
            ahead += fresh
        return frozenset(found)

    sides = one, other = reach(cut[0][0]), reach(cut[0][1])
    is_between = all((u in one) != (v in one) for u, v in cut)
    if not is_between or one & other or len(one | other) < len(graph):
        return None
    return min(sides, key=lambda side: (len(side), sorted(side)))
