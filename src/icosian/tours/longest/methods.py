"""The search for the longest path or cycle, as a tour that leaves out nodes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from itertools import chain, pairwise
from typing import Any

import networkx as nx
import numpy as np
from numpy.typing import NDArray

from icosian._kernels import detours
from icosian._kernels._jit import Run
from icosian._run.limits import Clock, Limits, TimeIsUp, random_state
from icosian.tours.instance import LARGEST_SUM, CycleSolution, Instance, Visits
from icosian.tours.shortest.relaxation import branching, linear_program
from icosian.tours.shortest.relaxation.branching import Node, Tours, Tree
from icosian.tours.shortest.relaxation.cutting_planes import FRACTION, CuttingPlanes, Incumbent
from icosian.tours.shortest.relaxation.linear_program import Case, Dual, Edges, Rounded

Edge = tuple[int, int]
"""Two places, in an undirected network the smaller one first."""
ROOTS = 24
"""Places that are tried as the first to split on, those with the most edges."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Network(Instance):
    """Cycles of some stops; every cycle is a path or a cycle of the user's graph."""

    gains: dict[Edge, int]
    """The gain of each edge, in units; a sum that is to be as large as possible."""
    counts: bool
    """The gain is 1 for every edge but those of home."""
    _parted: dict[bytes, list[set[int]]] = field(default_factory=dict, init=False, repr=False)
    """The blocks by the edges, of the last ones: at the root they are asked for often."""

    @classmethod
    def between(cls, asked: Instance, gains: dict[Edge, int], *, counts: bool) -> Network:
        """Return the network of a question about places, from the gains of its edges."""
        known = {one.name: getattr(asked, one.name) for one in fields(asked)}
        return cls(**known, gains=gains | dict.fromkeys(asked.arcs, 0), counts=counts)

    @cached_property
    def edges(self) -> frozenset[Edge]:
        """All edges."""
        return frozenset(self.gains)

    @cached_property
    def neighbors(self) -> list[list[int]]:
        """The neighbors of each place, in a digraph the heads of its arcs."""
        rows: list[list[int]] = [[] for _ in range(self.stops)]
        for u, v in self.gains:
            rows[u].append(v)
            if not self.directed:
                rows[v].append(u)
        return rows

    @cached_property
    def rows(self) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.float64]]:
        """Compressed rows: offsets, neighbors, and gains as floats."""
        indptr = np.cumsum([0, *map(len, self.neighbors)])
        indices = np.array([*chain.from_iterable(self.neighbors)], np.int64)
        gains = [self.gain(u, v) for u, row in enumerate(self.neighbors) for v in row]
        return indptr, indices, np.array(gains, float)

    @property
    def least(self) -> int:
        """The places of the shortest cycles."""
        return 2 if self.directed else 3

    @property
    def ends_are_given(self) -> bool:
        """Return True if both ends of a path were asked for."""
        return len(self.given) == 2

    def key(self, u: int, v: int) -> Edge:
        """Return the edge between two stops."""
        return (u, v) if self.directed or u < v else (v, u)

    def gain(self, u: int, v: int) -> int:
        """Return the gain of an edge."""
        return self.gains[self.key(u, v)]

    def value(self, tour: list[int]) -> int:
        """Return the gain of a cycle."""
        return sum(self.gain(u, v) for u, v in pairwise([*tour, tour[0]]))

    def is_cycle(self, tour: list[int]) -> bool:
        """Return True if a list of different places is a cycle that a question allows."""
        steps = {self.key(u, v) for u, v in pairwise([*tour, tour[0]])}
        return {*self.given} <= steps <= self.edges

    # -- the statement: a shortest cycle with places that may be left out

    @cached_property
    def statement(self) -> Edges:
        """The network as edges whose lengths are gains with the other sign."""
        n, directed = self.stops, self.directed
        rows = [(*self.edge(u, v), -gain) for (u, v), gain in self.gains.items()]
        required = self.required
        if directed:
            rows += [(*self.edge(v, v), 0) for v in range(n)]
        stay = {*chain.from_iterable(self.given), *(() if self.home is None else (self.home,))}
        rows += [(n + v if directed else v, v, 0) for v in range(n) if v not in stay]
        rows.sort()
        size = 2 * n if directed else n
        largest = max((abs(length) for _, _, length in rows), default=0)
        kind: Any = np.int64 if size * largest < LARGEST_SUM else object
        tails, heads = np.array([row[:2] for row in rows], np.int32).reshape(-1, 2).T.copy()
        return Edges(
            size=size,
            tails=tails,
            heads=heads,
            lengths=np.array([row[2] for row in rows], kind),
            required=np.array([row[:2] in required for row in rows], np.bool_),
            base=np.zeros(size, kind),
            visits=Visits(),
            narrowing=self,
        )

    def measured(self, cycle: list[int]) -> int | None:
        """Return the length of a cycle of nodes, None if the question does not allow it."""
        tour = self.stops_of(cycle)
        return -self.value(tour) if self.is_cycle(tour) else None

    def places_of(
        self, tails: NDArray[np.integer], heads: NDArray[np.integer]
    ) -> list[tuple[int, int]]:
        """Return the two places of each edge of the statement, the same for a loop."""
        pairs = np.stack((tails, heads), axis=1).astype(np.int64) % self.stops
        return [(u, v) for u, v in pairs.tolist()]

    def edges_of(self, chosen: NDArray[np.bool_]) -> set[Edge]:
        """Return some edges of the statement, without those at one place."""
        tails, heads = self.statement.tails[chosen], self.statement.heads[chosen]
        return {(u, v) for u, v in self.places_of(tails, heads) if u != v}

    def _ways(self, edges: Edges) -> tuple[NDArray[np.bool_], NDArray[np.int64]]:
        """Return which edges of the statement join two places, and the places of all."""
        places = edges.pairs.astype(np.int64) % self.stops
        return places[:, 0] != places[:, 1], places

    def left(self, edges: Edges, case: Case, length: int) -> Case | None:
        """Return what is left of the statement to tours shorter than a length.

        A cycle lies in one block, in a digraph also in one strong component. It has at most as many
        edges as the block has nodes, and misses none if it needs as many.
        """
        ways, places = self._ways(edges)
        loops = edges.is_loop
        # 1. Places that are visited, and those that are left out.
        stays = np.ones(self.stops, np.bool_)
        stays[places[loops & case.allowed, 0]] = False
        stays[places[ways & case.required].ravel()] = True
        out = np.zeros(self.stops, np.bool_)
        out[places[loops & case.required, 0]] = True
        if (stays & out).any():
            return None
        # 2. Edges between places that are not left out; of a node with all its edges only those.
        need = 1 if self.directed else 2
        used = ways & case.required
        count = np.bincount(edges.pairs[used].ravel(), minlength=edges.size)
        free = ways & case.allowed & ~out[places].any(axis=1)
        free &= used | (count[edges.pairs] < need).all(axis=1)
        # 3. The blocks with all places that are visited, if they are large enough.
        least, most = self.least, -length
        if self.counts:  # a path of k edges has k + 1 nodes, and home
            least = max(least, most + (1 if self.home is None else 3))
        visited = set(stays.nonzero()[0].tolist())
        blocks = [b for b in self.blocks_of(edges, free) if len(b) >= least and visited <= b]
        owners: list[set[int]] = [set() for _ in range(self.stops)]
        for k, block in enumerate(blocks):
            for v in block:
                owners[v].add(k)
        numbers = free.nonzero()[0]
        inside = [not owners[u].isdisjoint(owners[v]) for u, v in places[numbers].tolist()]
        left = np.zeros(len(free), np.bool_)
        left[numbers[inside]] = True
        if not left.any() or (used & ~left).any():
            return None
        self._parted[left.tobytes()] = blocks
        if len(blocks) == 1 and len(blocks[0]) == least:
            stays[list(blocks[0])] = True
        # 4. The loops: none of a place that is visited, and that of a place without edges.
        met = np.zeros(self.stops, np.bool_)
        met[places[left].ravel()] = True
        twins = ~ways & ~loops
        kept = left | twins | (loops & case.allowed & ~stays[places[:, 0]])
        return Case(kept, used | twins | (loops & ~met[places[:, 0]] & kept))

    def root(self, edges: Edges, case: Case, clock: Clock) -> Edge:
        """Return the loop of a place without which the blocks that are left are smallest."""
        ways, places = self._ways(edges)
        pairs = [(u, v) for u, v in places[ways & case.allowed].tolist()]
        H = self.graph(pairs)
        degree = dict(H.degree)
        some = sorted(degree, key=lambda v: (-degree[v], v))[:ROOTS]

        def rest(v: int) -> tuple[int, int]:
            clock.tick("blocks")
            H.remove_node(v)
            blocks = self.blocks(H)
            H.add_edges_from(pair for pair in pairs if v in pair)
            return max(map(len, blocks), default=0), -degree[v]

        best = min(some, key=rest)
        return (self.stops + best if self.directed else best), best

    def blocks_of(self, edges: Edges, chosen: NDArray[np.bool_]) -> list[set[int]]:
        """Return the blocks of some edges of the statement."""
        ways, places = self._ways(edges)
        key = (chosen & ways).tobytes()
        if key not in self._parted:
            self._parted.clear()
            self._parted[key] = self.blocks(self.graph(places[chosen & ways].tolist()))
        return self._parted[key]

    def graph(self, edges: list[Edge]) -> nx.Graph[int]:
        """Return the graph of some edges, a digraph for arcs."""
        return nx.DiGraph(edges) if self.directed else nx.Graph(edges)

    def blocks(self, H: nx.Graph[int]) -> list[set[int]]:
        """Return the blocks of a graph, in a digraph those of each strong component."""
        graphs: Iterable[nx.Graph[int]] = [H]
        if isinstance(H, nx.DiGraph):
            graphs = (nx.Graph(H.subgraph(part)) for part in nx.strongly_connected_components(H))
        found: Iterable[Any] = chain.from_iterable(map(nx.biconnected_components, graphs))
        return [*map(set, found)]


# -- Duals without a linear program


def simple(network: Network) -> Rounded:
    """Return potentials by which no tour gains more at a place than by its best edge."""
    n = network.stops
    best: dict[int, int] = {}
    for (u, v), gain in network.gains.items():
        for place in (u,) if network.directed else (u, v):
            if place != network.home:
                best[place] = max(gain, best.get(place, gain))
    ports = {place: -gain for place, gain in best.items()}
    if network.home is not None and best:
        ports[network.home + (n if network.directed else 0)] = min(best.values())
    return potentials(network, 1 if network.directed else 2, ports)


def potentials(
    network: Network,
    scale: int,
    ports: dict[int, int],
    families: Sequence[tuple[tuple[int, int], int]] = (),
) -> Rounded:
    """Return a dual: what is taken off the scaled lengths at nodes, and multipliers of pairs."""
    edges = network.statement
    nodes = np.zeros(edges.size, edges.base.dtype)
    for node, value in ports.items():
        nodes[node] = value
    sets = tuple((pair,) for pair, z in families if z)
    return Rounded(scale, nodes, sets, np.array([z for _, z in families if z], edges.base.dtype))


# -- Longest paths of acyclic digraphs and of forests, with potentials that prove them


def acyclic_path(network: Network) -> tuple[list[int], Rounded] | None:
    """Return a longest path of an acyclic digraph, closed by home; None if it has a cycle.

    A node has as potential, for leaving, the largest gain of a path that ends there [1]_.

    References
    ----------
    .. [1] R. Sedgewick, K. Wayne, Algorithms, 4th edition, Addison-Wesley, 2011, section 4.4.
    """
    home = network.home
    if home is None or not network.directed:
        return None
    H: nx.DiGraph[int] = nx.DiGraph()
    H.add_nodes_from(range(home))
    H.add_edges_from(edge for edge in network.edges if home not in edge)
    try:
        order = list(nx.topological_sort(H))
    except nx.NetworkXUnfeasible:
        return None
    starts = set(network.neighbors[home])
    losses = sum(-gain for gain in network.gains.values() if gain < 0)
    # Elsewhere values begin so low that they stay below those of all paths from a start.
    below = -1 - sum(map(abs, network.gains.values()))
    reached = {v: 0 if v in starts else below for v in order}
    before: dict[int, int] = {}
    for u in order:
        for v in H[u]:
            through = reached[u] + network.gains[u, v]
            if through > reached[v]:
                reached[v], before[v] = through, u
    last = max(H, key=lambda v: (reached[v] if (v, home) in network.gains else 2 * below, -v))
    if reached[last] < -losses:
        return None  # no path joins the ends that are given
    path = _path(before, last)
    arrivals = {network.stops + v: -d for v, d in reached.items()}
    ports = reached | arrivals | {network.stops + home: -reached[last]}
    return [home, *path[::-1]], potentials(network, 1, ports)


def forest_path(network: Network) -> tuple[list[int], Rounded] | None:
    """Return a longest path of a forest without negative gains, closed by home; else None.

    Twice the distance of a node from the middle of the path, or from the end that is given, is its
    potential, and the multiplier of the edge that leads there.
    """
    home = network.home
    if home is None or network.directed or min(network.gains.values(), default=0) < 0:
        return None
    H: nx.Graph[int] = nx.Graph()
    H.add_nodes_from(range(home))
    H.add_edges_from(edge for edge in network.edges if home not in edge)
    if H.number_of_edges() >= home or not nx.is_forest(H):
        return None
    given = sorted(set(chain.from_iterable(network.given)) - {home})
    paths = []
    if given:
        distance, before = _distances(network, H, given[0])
        if given[-1] not in distance:
            return None
        last = given[1] if len(given) == 2 else max(distance, key=lambda v: (distance[v], -v))
        paths.append(_path(before, last)[::-1])
        ports = {v: 2 * d for v, d in distance.items()}
        families = [((u, v), ports[v]) for v, u in before.items()]
        top = 2 * distance[last]
    else:
        ports, families, top = {}, [], 0
        for part in nx.connected_components(H):
            distance, _ = _distances(network, H, min(part))
            first = max(distance, key=lambda v: (distance[v], -v))
            distance, before = _distances(network, H, first)
            last = max(distance, key=lambda v: (distance[v], -v))
            path, length = _path(before, last), distance[last]
            paths.append(path)
            # The path is cut in the middle: both ends of its edge there are roots.
            k = next(k for k, v in enumerate(path) if 2 * distance[v] <= length)
            roots = {path[k]: length - 2 * distance[path[k]]}
            if k:
                roots[path[k - 1]] = 2 * distance[path[k - 1]] - length
            more, own = _potentials(network, H, roots)
            ports |= more
            families += own
            top = max(top, length)
    best = max(paths, key=lambda path: sum(map(network.gain, path, path[1:])))
    ports[home] = -top
    return [home, *best], potentials(network, 2, ports, families)


def _distances(
    network: Network, H: nx.Graph[int], root: int
) -> tuple[dict[int, int], dict[int, int]]:
    """Return the distances from a node of a forest, and the node before each."""
    distance, before = {root: 0}, {}
    for u, v in nx.bfs_edges(H, root):
        distance[v], before[v] = distance[u] + network.gain(u, v), u
    return distance, before


def _potentials(
    network: Network, H: nx.Graph[int], roots: dict[int, int]
) -> tuple[dict[int, int], list[tuple[tuple[int, int], int]]]:
    """Return twice the distances from the middle, and multipliers of edges; roots are adjacent."""
    ports, families = dict(roots), []
    queue = list(roots)
    if len(roots) == 2:
        a, b = roots
        families += [((a, b), roots[b]), ((b, a), roots[a])]
    for u in queue:
        for v in H[u]:
            if v not in ports:
                ports[v] = ports[u] + 2 * network.gain(u, v)
                families.append(((u, v), ports[v]))
                queue.append(v)
    return ports, families


def _path(before: dict[int, int], last: int) -> list[int]:
    """Return the path that leads to a node, from its end."""
    path = [last]
    while path[-1] in before:
        path.append(before[path[-1]])
    return path


# -- Solve a network: the order of the methods, and the longest cycle with its proof in integers

STEPS, AGAIN = 500, 60
"""Steps of a local search for each place: at first, and after a linear program."""
LEFT_OUT = 4
"""Places of which one is left out of a cycle of all others."""
SEARCHES, EACH, BLOCKS = 8, 20, 8
"""The most local searches in a block, one for so many places, and the most blocks, the largest."""


@dataclass(frozen=True, kw_only=True, eq=False)
class LongestSearch:
    """A question about the best cycle of a network, and what its methods share."""

    network: Network
    limits: Limits
    any_tour: Callable[[int | None], list[int] | None]
    """Tries to find a cycle of all places, or of all but one."""
    decide: Callable[[], bool | list[int]]
    """Returns a cycle of all places, or if it has a proof that there is none."""
    report: Callable[[int, float], object]
    """Is called with the best gain and a bound on all."""

    @cached_property
    def best(self) -> Incumbent:
        """The best cycle so far, lengths being gains with the other sign, or a single place."""
        network = self.network
        nothing = 1 + sum(map(abs, network.gains.values()))  # longer than any
        best = Incumbent(network.measured, [], nothing, 0.0, lambda _: None)
        if network.home is not None and not network.ends_are_given:
            ends = {*chain.from_iterable(network.given)} - {network.home}
            best.tour, best.length = [min(ends, default=0)], 0
        return best

    def solve(self) -> tuple[str, CycleSolution]:
        """Return the method that answers, and the best cycle."""
        for name, method in METHODS.items():
            if (found := method(self)) is not None:
                return name, found
        raise linear_program.SolverFailure("no method answers")

    @property
    def clock(self) -> Clock:
        """The clock of the call."""
        return self.limits.clock

    @cached_property
    def case(self) -> Case | None:
        """What is left of the network before any case is distinguished."""
        return self.network.statement.case((), (), self.best.goal)

    @property
    def is_over(self) -> bool:
        """True if the time is over, and something is known."""
        return self.clock.left <= 0 and bool(self.best.tour)

    def offer(self, tour: list[int]) -> None:
        """Take a cycle of places if it is better."""
        self.best.offer(self.network.nodes_of(tour))

    def solution(self, dual: Rounded) -> CycleSolution:
        """Return the best cycle with a dual that proves a bound."""
        edges = self.network.statement
        if self.network.directed and self.case is not None:
            edges = replace(edges, narrowing=None)  # nothing there depends on blocks
        floats = Dual(dual.nodes.astype(float), (), dual.multipliers[:0].astype(float))
        return branching.certify_bound(edges, self.best, None, Node((), (), 0.0, floats, dual))


# -- the methods


def _linear(search: LongestSearch) -> CycleSolution | None:
    """Answer an acyclic digraph, or a forest."""
    found = acyclic_path(search.network) or forest_path(search.network)
    if found is None:
        return None
    tour, dual = found
    if len(tour) >= search.network.least:
        search.offer(tour)
    return search.solution(dual)


def _none(search: LongestSearch) -> CycleSolution | None:
    """Answer a network without any cycle."""
    if search.is_over or search.case is not None:
        return None
    return search.solution(Rounded.nothing(search.network.statement.base))


def _spanning(search: LongestSearch) -> CycleSolution | None:
    """Answer by a cycle of all places, if there is one that is found soon."""
    if not search.network.counts or (tour := search.any_tour(None)) is None:
        return None
    search.offer(tour)
    return search.solution(simple(search.network))


def _nearly_spanning(search: LongestSearch) -> CycleSolution | None:
    """Search for long cycles; if one misses a single place, decide if there is one of all."""
    network, best = search.network, search.best
    if network.home is not None and not network.given:
        search.offer(greedy_path(network))
    with suppress(TimeIsUp):
        if not search.is_over and search.case is not None:
            DetourSearch(network, search.clock, search.limits.seed).begin(best, search.case)
            _all_but_one(search)
    if not network.counts or network.places - 1 != (network.home is not None) - best.length:
        return None
    if isinstance(found := search.decide(), list):
        search.offer(found)
    return search.solution(simple(network)) if found else None


def _branch_and_cut(search: LongestSearch) -> CycleSolution:
    network, best, trivial = search.network, search.best, simple(search.network)
    nodes = trivial.nodes.astype(float) / trivial.scale
    root = Node((), (), -float("inf"), Dual(nodes, (), nodes[:0]))
    tree = Tree(network.statement, best, search.clock, root, trivial=trivial)
    tours = DetourSearch(network, search.clock, search.limits.seed)

    def report() -> None:
        search.report(-best.length, -min(tree.bound, best.length))

    with suppress(TimeIsUp, linear_program.SolverFailure):
        if not search.is_over:
            branching.search(tree, tours, search.limits.executor, 0.0, report)
    tree.close()
    return branching.certify_bound(network.statement, best, None, root)


METHODS: dict[str, Callable[[LongestSearch], CycleSolution | None]] = {
    "potentials": _linear,
    "blocks": _none,
    "hamiltonian": _spanning,
    "all but one": _nearly_spanning,
    "branch and cut": _branch_and_cut,
}
"""The order in which the methods are tried: the first answer counts."""


# -- their parts


def _all_but_one(search: LongestSearch) -> None:
    """Find a cycle of all places but one, if places are counted."""
    network, n = search.network, search.network.places
    for v in range(0, n, n // LEFT_OUT + 1) if network.counts else ():
        if search.clock.left <= 0:  # the graph without a node takes time, too
            return
        if v not in (network.start, network.end) and (tour := search.any_tour(v)) is not None:
            search.offer(tour)
            return


class DetourSearch(Tours):
    """A search of long cycles in blocks, and among the edges that a linear program uses most."""

    def __init__(self, network: Network, clock: Clock, seed: int) -> None:
        self._network, self._clock, self._seed = network, clock, seed
        self._searches = 0

    def begin(self, best: Incumbent, case: Case) -> None:
        """Find a cycle in each of the large blocks, or one through home."""
        network = self._network
        used, left = network.edges_of(case.required), network.edges_of(case.allowed)
        blocks = network.blocks_of(network.statement, case.allowed)
        blocks = sorted(blocks, key=lambda block: (-len(block), min(block)))
        for block in blocks[:BLOCKS]:
            inside = sorted(edge for edge in left if block.issuperset(edge))
            # All cycles use the edges that are given, and visit home, which has the largest number.
            edge = max(inside, key=lambda edge: (edge in used, max(edge)))
            tour = cycle_through(network, edge, inside)
            best.offer(network.nodes_of(tour))
            for _ in range(min(SEARCHES, 1 + len(block) // EACH)):
                self._improve(tour, STEPS * len(block), best)

    def at_case(self, planes: CuttingPlanes, node: Node) -> None:  # noqa: ARG002
        """Follow the largest edges of a solution to a cycle, and improve it."""
        network = self._network
        if not planes.root:
            return
        rows: dict[int, list[tuple[float, int]]] = {}
        places = network.places_of(planes.program.tails, planes.program.heads)
        for (u, v), x in zip(places, planes.program.values.tolist(), strict=True):
            if x > FRACTION and u != v:
                rows.setdefault(u, []).append((-round(x, 6), v))
                if not network.directed:
                    rows.setdefault(v, []).append((-round(x, 6), u))
        (root,) = planes.root
        path, seen = [root], {root}
        while ahead := sorted(one for one in rows.get(path[-1], ()) if one[1] not in seen):
            path.append(ahead[0][1])
            seen.add(path[-1])
        while len(path) >= network.least:
            if network.is_cycle(path):
                planes.incumbent.offer(network.nodes_of(path))
                self._improve(path, AGAIN * network.stops, planes.incumbent)
                return
            path.pop()

    def later(self) -> DetourSearch:
        """Return such a search for another process."""
        return DetourSearch(self._network, Clock(), self._seed)

    def _improve(self, tour: list[int], steps: int, best: Incumbent) -> None:
        """Offer what local search makes of a cycle, while time is left."""
        self._clock.tick(METHOD)
        seed = random_state(self._seed + self._searches)
        self._searches += 1
        found = improve_by_detours(self._network, tour, steps, seed, self._clock)
        best.offer(self._network.nodes_of(found))


# -- A first cycle of a network, and longer ones by local search

METHOD = "detours"
COOLING = (1.0, 0.6, 0.4, 0.25, 0.15, 0.0)
"""Temperatures, in average gains, for equal parts of a search."""


def greedy_path(network: Network) -> list[int]:
    """Return home and a path that goes on where few ways are left, as long as there is one.

    It begins at a node with few neighbors, as in Warnsdorff's rule, and avoids dead ends.
    """
    home, rows = network.stops - 1, network.neighbors
    left = [len(row) for row in rows]
    path, ahead, seen = [home], rows[home], {home}
    while ahead:
        for w in rows[path[-1]]:
            left[w] -= 1
        path.append(min(ahead, key=lambda w: (not left[w], left[w])))
        seen.add(path[-1])
        ahead = [w for w in rows[path[-1]] if w not in seen]
    return path


def cycle_through(network: Network, edge: Edge, edges: Iterable[Edge]) -> list[int]:
    """Return a cycle of the edges of a block through one of them, with the fewest places."""
    H = network.graph([other for other in edges if other != edge])
    path: list[int] = nx.shortest_path(H, edge[1], edge[0])
    return path


def improve_by_detours(
    network: Network, tour: list[int], steps: int, seed: int, clock: Clock
) -> list[int]:
    """Return the best cycle of a local search that begins with a cycle."""
    indptr, indices, gains = network.rows
    n, length = network.stops, len(tour)
    scale = max(1.0, float(np.abs(gains).max()))
    gains = gains / scale
    starts, heads = indptr.tolist(), indices.tolist()
    rows = np.full(n, -1, np.int64)
    edges, place = rows.copy(), rows.copy()
    for k, (u, v) in enumerate(pairwise([*tour, tour[0]])):
        edges[k] = heads.index(v, starts[u], starts[u + 1])
        place[u] = k
    order, mates, kept = np.zeros(n, np.int64), rows.copy(), np.zeros(n, np.int64)
    order[:length] = tour
    for u, v in network.given:
        mates[u] = v
        if not (network.directed or network.ends_are_given):
            mates[v] = u
    if network.home is not None:
        kept[network.home] = 1
    value = float(gains[edges[:length]].sum())
    values = np.array([value, value, 0.0])
    s = np.zeros(5, np.int64)
    s[detours.RANDOM] = seed
    s[detours.LENGTH] = s[detours.BEST] = length
    s[detours.DIRECTED] = network.directed
    best, spare = order.copy(), n + detours.DEPTH + 2
    run = Run(
        detours.search,
        detours.DetourGraph(indptr, indices, gains, mates, kept),
        detours.DetouredCycle(order, edges, place, best, *np.zeros((2, spare), np.int64)),
        values,
        s,
    )
    average = float(np.abs(gains).mean())
    with suppress(TimeIsUp):  # the best cycle so far is returned
        for temperature in COOLING:
            run[-2][detours.TEMPERATURE] = temperature * average
            clock.run(METHOD, run, max(1, steps // len(COOLING)))
    run.arrays()
    return [int(v) for v in best[: s[detours.BEST]]]
