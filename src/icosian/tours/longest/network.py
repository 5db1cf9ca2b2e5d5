"""The network of a question: places to visit or not, edges with gains, and cases."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

import networkx as nx
import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from icosian.tours.longest.branching import Dual, Family


Edge = tuple[int, int]
"""Two places, in an undirected network the smaller one first."""


class Case(NamedTuple):
    """What is assumed of a tour."""

    visited: frozenset[int] = frozenset()
    avoided: frozenset[int] = frozenset()
    used: frozenset[Edge] = frozenset()
    unused: frozenset[Edge] = frozenset()

    def split(self, name: tuple[int, ...]) -> tuple[Case, Case]:
        """Return the case that a place is visited, or an edge used, and the other case."""
        if len(name) == 1:
            place = frozenset(name)
            return (
                self._replace(visited=self.visited | place),
                self._replace(avoided=self.avoided | place),
            )
        edge = frozenset(((name[0], name[1]),))
        return self._replace(used=self.used | edge), self._replace(unused=self.unused | edge)


class Part(NamedTuple):
    """What a case leaves of the network: a tour that is long enough stays in it."""

    edges: frozenset[Edge]
    visited: frozenset[int]
    used: frozenset[Edge]


@dataclass(frozen=True, kw_only=True, eq=False)
class Network:
    """Cycles of a graph of places; every cycle is a path or a cycle of the user's graph."""

    size: int
    """The number of places, home included."""
    gains: dict[Edge, int]
    """The gain of each edge, in units; a sum that is to be as large as possible."""
    directed: bool
    home: int | None
    """The place that closes a path, visited by every tour."""
    given: frozenset[Edge]
    """The edges between home and the ends that were asked for."""
    counts: bool
    """The gain is 1 for every edge but those of home."""

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

    def ports(self, edge: Edge) -> tuple[int, int]:
        """Return where an edge begins and ends: in a digraph, arrivals are numbered apart."""
        return (edge[0], edge[1] + self.size) if self.directed else edge

    def part(self, case: Case, most: int) -> Part | None:
        """Return what a case leaves for tours of a larger gain; None if there are none."""
        used = self.given | case.used
        home = () if self.home is None else (self.home,)
        visited = case.visited.union(home, chain.from_iterable(used))
        if visited & case.avoided or used & case.unused:
            return None
        need = 1 if self.directed else 2
        count = Counter(port for edge in used for port in self.ports(edge))
        full = {port for port, times in count.items() if times >= need}
        edges = frozenset(
            edge
            for edge in self.edges - case.unused
            if not case.avoided.intersection(edge)
            and (edge in used or not full.intersection(self.ports(edge)))
        )
        least = self.least
        if self.counts:  # a path of k edges has k + 1 nodes, and home
            least = max(least, most + (1 if self.home is None else 3))
        blocks = [block for block in self.blocks(edges) if len(block) >= least and visited <= block]
        owners: dict[int, set[int]] = {}
        for k, block in enumerate(blocks):
            for v in block:
                owners.setdefault(v, set()).add(k)
        none: set[int] = set()
        left = frozenset(e for e in edges if owners.get(e[0], none) & owners.get(e[1], none))
        if not left or not used <= left:
            return None
        if len(blocks) == 1 and len(blocks[0]) == least:
            visited |= blocks[0]
        return Part(left, visited, used)

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


# -- Integers made of dual solutions, and the exact bounds that they prove

SCALES = (1, 2, 12, 120, 1_200, 12_000, 1_200_000, 120_000_000)
"""What units of gains count for; each divides the next."""


class Weights(NamedTuple):
    """A dual solution in integers."""

    scale: int
    ports: dict[int, int]
    families: tuple[tuple[Family, int], ...]

    def times(self, factor: int) -> Weights:
        """Return the same at another scale."""
        return Weights(
            self.scale * factor,
            {port: factor * p for port, p in self.ports.items()},
            tuple((family, factor * z) for family, z in self.families),
        )


NO_WEIGHTS = Weights(1, {}, ())


def rounded(dual: Dual, scale: int) -> Weights:
    """Return a dual solution as integers."""
    ports = {port: p for port, x in enumerate(dual.ports.tolist()) if (p := round(scale * x))}
    pairs = zip(dual.families, dual.multipliers.tolist(), strict=True)
    return Weights(scale, ports, tuple((f, z) for f, x in pairs if (z := round(scale * x)) > 0))


def simple(network: Network) -> Weights:
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
    return Weights(1 if network.directed else 2, ports, ())


def bound(network: Network, part: Part, weights: Weights) -> int:
    """Return a gain that no tour in a part of the network exceeds."""
    gains, scale, ports = network.gains, weights.scale, weights.ports
    taken: Counter[tuple[int, int]] = Counter()
    gets: Counter[int] = Counter()
    rows = network.neighbors
    for family, z in weights.families:
        inside = {*family}
        for v in family[1:]:
            gets[v] += z
        for u in family:
            for v in inside.intersection(rows[u]):
                taken[u, v] += z
    total = 0
    arrival = network.size if network.directed else 0
    for edge in part.edges:
        u, v = edge
        worth = scale * gains[edge] - taken[edge] + ports.get(u, 0) + ports.get(arrival + v, 0)
        if worth > 0 or edge in part.used:
            total += worth
    for v in part.visited.union(chain.from_iterable(part.edges)):
        worth = gets[v] - ports.get(v, 0) - ports.get(arrival + v, 0)
        if worth > 0 or v in part.visited:
            total += worth
    return total // scale


# -- Longest paths of acyclic digraphs and of forests, with potentials that prove them


def acyclic_path(network: Network) -> tuple[list[int], Weights] | None:
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
    potentials = reached | arrivals | {network.size + home: -reached[last]}
    return [home, *path[::-1]], Weights(1, {port: p for port, p in potentials.items() if p}, ())


def forest_path(network: Network) -> tuple[list[int], Weights] | None:
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
        potentials = {v: 2 * d for v, d in distance.items()}
        families = [((u, v), 2 * potentials[v]) for v, u in before.items()]
        top = 2 * distance[last]
    else:
        potentials, families, top = {}, [], 0
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
            potentials |= more
            families += own
            top = max(top, length)
    best = max(paths, key=lambda path: sum(map(network.gain, path, path[1:])))
    potentials[home] = -top
    ports = {v: p for v, p in potentials.items() if p}
    return [home, *best], Weights(2, ports, tuple((f, z) for f, z in families if z))


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
    potentials, families = dict(roots), []
    queue = list(roots)
    if len(roots) == 2:
        a, b = roots
        families += [((a, b), 2 * roots[b]), ((b, a), 2 * roots[a])]
    for u in queue:
        for v in H[u]:
            if v not in potentials:
                potentials[v] = potentials[u] + 2 * network.gain(u, v)
                families.append(((u, v), 2 * potentials[v]))
                queue.append(v)
    return potentials, families


def _path(before: dict[int, int], last: int) -> list[int]:
    """Return the path that leads to a node, from its end."""
    path = [last]
    while path[-1] in before:
        path.append(before[path[-1]])
    return path
