"""The network of a question: places to visit or not, edges with gains, and cases."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, pairwise
from typing import Any

import networkx as nx
import numpy as np
from numpy.typing import NDArray

from icosian._run.clock import Clock
from icosian.tours.shortest.problem.cycle_problem import LARGEST_SUM, CycleForm, Visits
from icosian.tours.shortest.relaxation.rounding import Case, Edges, Rounded

Edge = tuple[int, int]
"""Two places, in an undirected network the smaller one first."""
ROOTS = 24
"""Places that are tried as the first to split on, those with the most edges."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Network:
    """Cycles of a graph of places; every cycle is a path or a cycle of the user's graph."""

    form: CycleForm
    """How a question becomes one of cycles."""
    gains: dict[Edge, int]
    """The gain of each edge, in units; a sum that is to be as large as possible."""
    counts: bool
    """The gain is 1 for every edge but those of home."""

    @classmethod
    def of(cls, form: CycleForm, gains: dict[Edge, int], *, counts: bool) -> Network:
        """Return the network of a question about places, from the gains of its edges."""
        ways = form.ways if form.directed else [(min(way), max(way)) for way in form.ways]
        return cls(form=form, gains=gains | dict.fromkeys(ways, 0), counts=counts)

    @property
    def size(self) -> int:
        """The number of places, home included."""
        return self.form.stops

    @property
    def directed(self) -> bool:
        """Whether edges have a direction."""
        return self.form.directed

    @property
    def home(self) -> int | None:
        """The place that closes a path, visited by every tour."""
        return self.form.home

    @cached_property
    def given(self) -> frozenset[Edge]:
        """The edges between home and the ends that were asked for."""
        return frozenset(self.edge(u, v) for u, v in self.form.given)

    @cached_property
    def edges(self) -> frozenset[Edge]:
        """All edges."""
        return frozenset(self.gains)

    @cached_property
    def neighbors(self) -> list[list[int]]:
        """The neighbors of each place, in a digraph the heads of its arcs."""
        rows: list[list[int]] = [[] for _ in range(self.size)]
        for u, v in self.gains:
            rows[u].append(v)
            if not self.directed:
                rows[v].append(u)
        return rows

    @cached_property
    def arrays(self) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.float64]]:
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

    def edge(self, u: int, v: int) -> Edge:
        """Return the edge between two places."""
        return (u, v) if self.directed or u < v else (v, u)

    def gain(self, u: int, v: int) -> int:
        """Return the gain of an edge."""
        return self.gains[self.edge(u, v)]

    def value(self, tour: list[int]) -> int:
        """Return the gain of a cycle."""
        return sum(self.gain(u, v) for u, v in pairwise([*tour, tour[0]]))

    def is_cycle(self, tour: list[int]) -> bool:
        """Return True if a list of different places is a cycle that a question allows."""
        steps = {self.edge(u, v) for u, v in pairwise([*tour, tour[0]])}
        return self.given <= steps <= self.edges

    # -- the statement: a shortest cycle with places that may be left out

    @cached_property
    def statement(self) -> Edges:
        """The network as edges whose lengths are gains with the other sign."""
        n, directed = self.size, self.directed
        rows = [(*self.form.edge(u, v), -gain) for (u, v), gain in self.gains.items()]
        required = {self.form.edge(u, v) for u, v in self.given}
        if directed:
            required |= {self.form.edge(v, v) for v in range(n)}
            rows += [(*self.form.edge(v, v), 0) for v in range(n)]
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
        tour = self.form.stops_of(cycle)
        return -self.value(tour) if self.is_cycle(tour) else None

    def places_of(
        self, tails: NDArray[np.integer], heads: NDArray[np.integer]
    ) -> list[tuple[int, int]]:
        """Return the two places of each edge of the statement, the same for a loop."""
        pairs = np.stack((tails, heads), axis=1).astype(np.int64) % self.size
        return [(u, v) for u, v in pairs.tolist()]

    def edges_of(self, chosen: NDArray[np.bool_]) -> set[Edge]:
        """Return some edges of the statement, without those at one place."""
        tails, heads = self.statement.tails[chosen], self.statement.heads[chosen]
        return {(u, v) for u, v in self.places_of(tails, heads) if u != v}

    def _ways(self, edges: Edges) -> tuple[NDArray[np.bool_], NDArray[np.int64]]:
        """Return which edges of the statement join two places, and the places of all."""
        places = edges.pairs.astype(np.int64) % self.size
        return places[:, 0] != places[:, 1], places

    def left(self, edges: Edges, case: Case, length: int) -> Case | None:
        """Return what is left of the statement to tours shorter than a length.

        A cycle lies in one block, in a digraph also in one strong component. It has at most as many
        edges as the block has nodes, and misses none if it needs as many.
        """
        ways, places = self._ways(edges)
        loops = edges.is_loop
        # 1. Places that are visited, and those that are left out.
        stays = np.ones(self.size, np.bool_)
        stays[places[loops & case.allowed, 0]] = False
        stays[places[ways & case.required].ravel()] = True
        out = np.zeros(self.size, np.bool_)
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
        blocks = [
            block
            for block in self.blocks(places[free].tolist())
            if len(block) >= least and visited <= block
        ]
        owners: list[set[int]] = [set() for _ in range(self.size)]
        for k, block in enumerate(blocks):
            for v in block:
                owners[v].add(k)
        numbers = free.nonzero()[0]
        inside = [not owners[u].isdisjoint(owners[v]) for u, v in places[numbers].tolist()]
        left = np.zeros(len(free), np.bool_)
        left[numbers[inside]] = True
        if not left.any() or (used & ~left).any():
            return None
        if len(blocks) == 1 and len(blocks[0]) == least:
            stays[list(blocks[0])] = True
        # 4. The loops: none of a place that is visited, and that of a place without edges.
        met = np.zeros(self.size, np.bool_)
        met[places[left].ravel()] = True
        twins = ~ways & ~loops
        kept = left | twins | (loops & case.allowed & ~stays[places[:, 0]])
        return Case(kept, used | twins | (loops & ~met[places[:, 0]] & kept))

    def root(self, edges: Edges, case: Case, clock: Clock) -> Edge:
        """Return the loop of a place without which the blocks that are left are smallest."""
        ways, places = self._ways(edges)
        pairs = [(u, v) for u, v in places[ways & case.allowed].tolist()]
        degree = Counter(chain.from_iterable(pairs))
        some = sorted(degree, key=lambda v: (-degree[v], v))[:ROOTS]

        def rest(v: int) -> tuple[int, int]:
            clock.tick("blocks")
            blocks = self.blocks(pair for pair in pairs if v not in pair)
            return max(map(len, blocks), default=0), -degree[v]

        best = min(some, key=rest)
        return (self.size + best if self.directed else best), best

    def blocks(self, edges: Iterable[Edge]) -> list[set[int]]:
        """Return the blocks of some edges, in a digraph those of each strong component."""
        if not self.directed:
            graphs = [nx.Graph(edges)]
        else:
            H = nx.DiGraph(edges)
            graphs = [nx.Graph(H.subgraph(part)) for part in nx.strongly_connected_components(H)]
        blocks: list[set[int]] = []
        for graph in graphs:
            found: Iterable[Any] = nx.biconnected_components(graph)
            blocks += map(set, found)
        return blocks


# -- Duals without a linear program


def simple(network: Network) -> Rounded:
    """Return potentials by which no tour gains more at a place than by its best edge."""
    n = network.size
    best: dict[int, int] = {}
    for (u, v), gain in network.gains.items():
        for place in (u,) if network.directed else (u, v):
            if place != network.home:
                best[place] = max(gain, best.get(place, gain))
    ports = {place: -gain for place, gain in best.items()}
    if network.home is not None and best:
        arrival = network.home + (n if network.directed else 0)
        ports[arrival] = min(best.values())
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
    multipliers = np.array([z for _, z in families if z], edges.base.dtype)
    return Rounded(scale, nodes, sets, multipliers)


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
    path = [last]
    while path[-1] in before:
        path.append(before[path[-1]])
    arrivals = {network.size + v: -d for v, d in reached.items()}
    ports = reached | arrivals | {network.size + home: -reached[last]}
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
    queue = [root]
    for u in queue:
        for v in H[u]:
            if v not in distance:
                distance[v], before[v] = distance[u] + network.gain(u, v), u
                queue.append(v)
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
