"""Layouts of graphs: without crossings, with many rotations, or by springs."""

from __future__ import annotations

import itertools
import math
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import networkx as nx
import numpy as np
from numpy.typing import NDArray

from icosian._run.limits import Clock
from icosian.drawing.scene import Point
from icosian.tours.problem import Problem
from icosian.tours.symmetries import cycles_of, problem_symmetries

PlanePoints = NDArray[np.complex128]
"""The positions of nodes, in their order, as complex numbers."""

_MOST_PLANAR = 1000  # nodes; larger graphs would take seconds
MOST_SPRINGS = 400
_MOST_ROTATED, _MOST_CHORDS = 64, 400  # nodes and edges
_MANY_EDGES = 0.5  # with a larger share of all edges, a circle shows the symmetry best
_ROUNDS = 10  # of making long edges pull harder
_ROOM = 0.1  # of an edge: nodes keep it from edges of others, half of it can be seen
_PULLS, _WORK = 200, 30_000  # of the springs; fewer where nodes are many
_MOST_RINGS = 4
_STEPS = (0.0, 0.5, 0.3, 0.2)  # from one ring to the next, of one to four rings
_PRODUCTS, _ROTATIONS = 1000, 3  # automorphisms that are tried, and how many of one order count
_CLEAR = 0.07  # of the radius: where nodes of rings are nearer to edges, fewer rotations are better
_LEAF = 0.6  # of the shortest edge beside it: that to a leaf that springs put onto another
_WEDGE = 0.95  # of the widest in which a block is convex


def lay_out(G: nx.Graph[Any], *, is_regular: bool = False) -> dict[Any, Point]:
    """Return positions, edges about 1 long; {} if a circle is better.

    Regular ones have no crossings or, if there are such, rotations: then of sparse graphs only.
    """
    index = {v: k for k, v in enumerate(G)}  # labels need not be comparable
    H: nx.Graph[int] = nx.empty_graph(len(index))
    H.add_edges_from((index[u], index[v]) for u, v in G.edges() if index[u] != index[v])
    n, m = len(H), H.number_of_edges()
    pairs = n * (n - 1) // 2
    is_sparse = m < _MANY_EDGES * pairs or m <= 2 * n
    if not (2 < n <= _MOST_PLANAR and 0 < m < pairs and (is_sparse or not is_regular)):
        return {}
    parts = []
    for nodes in nx.connected_components(H):
        part: nx.Graph[int] = nx.Graph(H.subgraph(v for v in H if v in nodes))
        if len(part) <= 2:
            places: Any = np.arange(len(part))
        else:
            places = _without_crossings(part) if is_sparse else None
            places = _with_rotations(part) if places is None else places
            if places is None and is_sparse and not is_regular and len(part) <= MOST_SPRINGS:
                places = least_stress(_hops(part))
        if places is None:
            return {}
        parts.append(dict(zip(part, places.tolist(), strict=True)))
    return dict(zip(G, _pack(parts, H), strict=True))


def _pack(parts: Sequence[dict[int, complex]], H: nx.Graph[int]) -> list[Point]:
    """Place components side by side in rows, the largest first, edges about 1 long."""
    boxes: list[tuple[dict[int, complex], float, float]] = []
    for part in sorted(parts, key=len, reverse=True):
        lengths = [abs(part[u] - part[v]) for u, v in H.subgraph(part).edges]
        scale = len(lengths) / sum(lengths) if lengths else 1.0
        at: Any = scale * np.array(list(part.values()))
        at = at - complex(at.real.min(), at.imag.min())
        moved = dict(zip(part, at.tolist(), strict=True))
        boxes.append((moved, float(at.real.max()) + 1.0, float(at.imag.max()) + 1.0))
    most = max(boxes[0][1], 1.2 * math.sqrt(sum(wide * high for _, wide, high in boxes)))
    x = y = deepest = 0.0
    places: dict[int, Point] = {}
    for part, wide, high in boxes:
        if x and x + wide > most:
            x, y, deepest = 0.0, y - deepest, 0.0
        deepest = max(deepest, high)
        places |= {v: (x + at.real, y - high + at.imag) for v, at in part.items()}
        x += wide
    return [places[v] for v in H]


# -- Without crossings


def _without_crossings(H: nx.Graph[int]) -> PlanePoints | None:
    """Return a drawing of a connected graph without crossings, or None.

    Blocks that hang together, as in a tree, lie by springs that never make edges cross.
    """
    embedding: Any
    is_planar, embedding = nx.check_planarity(H)
    if not is_planar:
        return None
    if nx.is_biconnected(H):
        rim = max(_faces(embedding), key=len)
        turn = np.arange(len(rim)) + 0.5 * (len(rim) % 2 == 0)
        circle = 1j * np.exp(-2j * math.pi * turn / len(rim))
        places = _barycenters(embedding, dict(zip(rim, circle, strict=True)))
        return np.array([places[v] for v in H])
    is_small = len(H) <= MOST_SPRINGS
    far = _hops(H) if is_small else np.zeros((0, 0))
    if is_small and not _has_crossings(H, springs := _with_trees_apart(H, least_stress(far))):
        return springs
    hung = _hang(H)
    if hung is None:  # a block is inside another (Chrobak and Payne 1995)
        grid: Any = nx.combinatorial_embedding_to_pos(embedding)
        hung = np.array([complex(*grid[v]) for v in H])
    return _pull(H, hung, far) if is_small else hung


def _faces(embedding: Any) -> list[list[int]]:
    seen = set[tuple[int, int]]()
    return [embedding.traverse_face(u, v, seen) for u, v in embedding.edges if (u, v) not in seen]


def _barycenters(embedding: Any, rim: Mapping[int, complex]) -> dict[int, complex]:
    """Return a planar drawing of a block around a convex face, by barycenters [Tutte 1963]."""
    # 1. With a hub in each inner face no nodes coincide (Floater 1997).
    index, size = {v: k for k, v in enumerate(embedding)}, len(embedding)
    pairs = [(index[u], index[v]) for u, v in embedding.edges if index[u] < index[v]]
    m = len(pairs)
    for face in _faces(embedding):
        if len(face) > 3 and set(face) != rim.keys():
            pairs += [(size, index[v]) for v in face]
            size += 1
    u, v = np.array(pairs).T
    free, places = np.ones(size, bool), np.zeros(size, complex)
    free[[index[w] for w in rim]] = False
    places[~free] = [rim[w] for w in embedding if w in rim]
    # 2. Place every other node at the weighted mean of its neighbors. Weights as large as the edges
    #    are long spread the nodes: with any positive weights no edges cross.
    pull = np.ones(len(pairs))
    for _ in range(_ROUNDS if free.any() else 0):
        weights = np.zeros((size, size))
        weights[u, v] = weights[v, u] = pull
        system = (np.diag(weights.sum(axis=1)) - weights)[free]
        places[free] = np.linalg.solve(system[:, free], -system[:, ~free] @ places[~free])
        length = abs(places[u] - places[v])
        pull[:m] = np.clip(length[:m] / length[:m].mean(), 0.1, 10.0)
    return dict(zip(embedding, places.tolist(), strict=False))


def _hang(H: nx.Graph[int]) -> PlanePoints | None:
    """Return blocks in wedges around a node (Eades 1992), None if one would be inside another."""
    # 1. The tree of blocks: from a node in its middle, each block with the nodes on its rim.
    parts: Any = nx.biconnected_components(H)
    blocks: list[Any] = [nx.check_planarity(H.subgraph(part))[1] for part in parts]
    tree: nx.Graph[int] = nx.Graph([(v, ~k) for k, block in enumerate(blocks) for v in block])
    ends = [next(iter(H))] * 3
    for k in (1, 2):
        *_, (_, ends[k]) = nx.bfs_edges(tree, ends[k - 1])
    middle = nx.shortest_path(tree, ends[1], ends[2])
    root = middle[len(middle) // 4 * 2]
    order: list[tuple[int, list[int]]] = []
    rings = {root: 0}
    for v, block in nx.bfs_edges(tree, root):
        if block >= 0:
            continue
        some = blocks[~block]
        faces = (some.traverse_face(v, w) for w in some[v])
        cuts = {w for w in some if tree.degree[w] > 1}
        rim = max(faces, key=lambda face: (len(cuts.intersection(face)), len(face)))
        if not cuts.issubset(rim):
            return None
        order.append((~block, rim))
        rings |= dict.fromkeys(some, rings[v] + 1) | {v: rings[v]}
    # 2. Its wedge is as wide as it has leaves, but not so wide that it would not be convex.
    leaves = Counter[int]()
    for _, (v, *rim) in reversed(order):
        leaves[v] += sum(max(1, leaves[w]) for w in rim)
    begin, width, at = {root: 0.0}, {root: 2 * math.pi}, {root: 0j}
    for k, (v, *rim) in order:
        sizes = [max(1, leaves[w]) for w in rim]
        share = width[v] * sum(sizes) / leaves[v]
        widest = min(share, _WEDGE * 2 * math.acos(rings[v] / (rings[v] + 1)))
        angle = begin.get(v, 0.0) + (share - widest) / 2
        begin[v] += share
        for w, size in zip(rim, sizes, strict=True):
            width[w], begin[w] = widest * size / sum(sizes), angle
            at[w] = (rings[v] + 1) * np.exp(1j * (angle + width[w] / 2))
            angle += width[w]
        at |= _barycenters(blocks[k], {w: at[w] for w in (v, *rim)})
    return np.array([at[v] for v in H])


def _pull(H: nx.Graph[int], start: PlanePoints, far: NDArray[np.float64]) -> PlanePoints:
    """Return a drawing whose nodes go as far to where springs pull as no edges cross."""
    stiff = 1 / (far + np.eye(len(H))) ** 2 * (1 - np.eye(len(H)))
    edges, index = _edges(H), {v: k for k, v in enumerate(H)}
    near = [[index[u] for u in H[v]] for v in H]
    others = [edges[(edges != k).all(axis=1)] for k in range(len(H))]
    at = start * far.sum() / abs(start[:, None] - start).sum()
    for _ in range(min(_PULLS, _WORK // len(H)) // 5):
        for k in range(len(H)):
            way = at[k] - at
            wish = stiff[k] @ (at + far[k] * way / np.maximum(abs(way), 1e-9)) / stiff[k].sum()
            borders = at[others[k].T]
            least = min(_ROOM, _gap(at, k, at[k], near[k], *borders))
            for part in (1.0, 0.5, 0.1):
                here = at[k] + part * (wish - at[k])
                if _cross(here, at[near[k]][:, None], *borders).any():
                    continue
                if _gap(at, k, here, near[k], *borders) >= least:
                    at[k] = here
                    break
    return _turn(at)


def _with_trees_apart(H: nx.Graph[int], at: PlanePoints) -> PlanePoints:
    """Return a drawing whose trees that hang on or across edges of others are beside these."""
    # 1. Take off leaves, until the rest has none.
    at, index, rest = at.copy(), {v: k for k, v in enumerate(H)}, nx.Graph(H)
    hung = list[tuple[int, int]]()
    while leaves := [v for v in rest if rest.degree[v] == 1]:
        for v in leaves:
            hung += [(v, stem) for stem in rest[v]]
            rest.remove_node(v)
    # 2. Put them back, into the widest angle where there is no room.
    for v, stem in reversed(hung):
        k, u = index[v], index[stem]
        borders = at[[(index[a], index[b]) for a, b in rest.edges]].T
        if borders.size and (
            distances(at[k], *borders).min() < _ROOM or _cross(at[k], at[u], *borders).any()
        ):
            ways = at[[index[w] for w in rest[stem]]] - at[u]
            turns = np.sort(np.angle(ways))
            wedges = np.diff(turns, append=turns[0] + 2 * math.pi)
            widest = int(wedges.argmax())
            middle = np.exp(1j * (turns[widest] + wedges[widest] / 2))
            at[k] = at[u] + _LEAF * abs(ways).min() * middle
        rest.add_edge(v, stem)
    return at


def _edges(H: nx.Graph[int]) -> NDArray[np.int64]:
    """Return the edges by the places of their ends in the order of nodes."""
    index = {v: k for k, v in enumerate(H)}
    return np.array([(index[u], index[v]) for u, v in H.edges])


def _has_crossings(H: nx.Graph[int], at: PlanePoints) -> bool:
    edges = _edges(H)
    return any(_cross(at[u], at[v], *at[edges.T]).any() for u, v in edges)


def _gap(
    at: PlanePoints, k: int, here: complex, near: Sequence[int], p: PlanePoints, q: PlanePoints
) -> float:
    """Return how near a node would be to edges of others, or another one to its own edges."""
    own = distances(at, here, at[near][:, None])
    own[:, k] = own[range(len(near)), near] = math.inf
    return min(float(own.min()), float(distances(here, p, q).min(initial=math.inf)))


def distances(points: Any, a: Any, b: Any) -> NDArray[np.float64]:
    """Return the distances of points from lines."""
    way = b - a
    t = ((points - a) * way.conj()).real / np.maximum(abs(way) ** 2, 1e-18)
    away: NDArray[np.float64] = abs(points - a - np.clip(t, 0, 1) * way)
    return away


def _cross(a: Any, b: Any, p: Any, q: Any) -> NDArray[np.bool_]:
    """Return which lines from a to b cross which from p to q."""

    def side(a: Any, b: Any, c: Any) -> Any:
        return np.sign(np.round(((b - a).conj() * (c - a)).imag, 12))

    one, other = side(a, b, p) * side(a, b, q), side(p, q, a) * side(p, q, b)
    found: NDArray[np.bool_] = np.maximum(one, other) < 0
    return found


# -- With rotations


def _with_rotations(H: nx.Graph[int]) -> PlanePoints | None:
    """Return a drawing with most rotations, or None: orbits on rings, one node in the middle."""
    n, m = len(H), H.number_of_edges()
    if n > _MOST_ROTATED or m > _MOST_CHORDS:
        return None
    edges, index = _edges(H), {v: k for k, v in enumerate(H)}
    near = [[index[u] for u in H[v]] for v in H]
    best: PlanePoints | None = None
    for rotations in _rotations(H):
        least: tuple[float, ...] = (math.inf,)
        for orbits in rotations:
            for at in _on_rings(n, orbits, near):
                # Of lines and nodes that rotations move to each other one is enough.
                bases = [orbit[0] for orbit in orbits]
                ends = np.array([(u, v) for u in bases for v in near[u]]).T
                away = distances(at[bases][:, None], *at[edges.T])
                away[(edges == np.array(bases)[:, None, None]).any(axis=2)] = math.inf
                crossings = int(_cross(*at[ends][:, :, None], *at[edges.T]).sum())
                length = float(abs(at[ends[0]] - at[ends[1]]).sum())
                score = crossings, -round(float(away.min()), 2), round(length, 6)
                if (away.min() >= _CLEAR or len(orbits) == 1) and score < least:
                    least, best = score, at
        if best is not None:
            return best
    return None


def _rotations(H: nx.Graph[int]) -> Iterator[list[list[list[int]]]]:
    """Yield automorphisms by their orbits, equal but for one node; those of a long order first."""
    n, found = len(H), defaultdict[int, list[list[list[int]]]](list)
    steps = problem_symmetries(Problem.of(H, closed=True), Clock(), 1).images
    random, image = np.random.default_rng(0), np.arange(n)
    for _ in range(_PRODUCTS if len(steps) else 0):
        image = image[steps[random.integers(len(steps))]]
        orbits = sorted(cycles_of(image.tolist()), key=len)
        length = len(orbits[-1])
        others = orbits[len(orbits[0]) == 1 :]
        if {*map(len, others)} == {length} and length > 2 and len(others) <= _MOST_RINGS:
            found[length].append(orbits)
    for length in sorted(found, reverse=True):
        yield found[length][:_ROTATIONS]


def _on_rings(
    n: int, orbits: Sequence[list[int]], near: Sequence[Sequence[int]]
) -> Iterator[PlanePoints]:
    """Yield drawings with orbits on rings, several on one or not, at short lines to those outside.

    A node steps to the next place by the automorphism or a power of it.
    """
    moved = [orbit for orbit in orbits if len(orbit) > 1]
    m, k = len(moved), len(moved[0])
    powers = [power for power in range(1, k // 2 + 1) if math.gcd(power, k) == 1]
    for power, rings, exponent in itertools.product(
        powers, itertools.product(range(m), repeat=m), (1, 2)[:m]
    ):
        if {*rings} != {*range(max(rings) + 1)}:
            continue
        at, done = np.zeros(n, complex), {orbit[0] for orbit in orbits if len(orbit) == 1}
        for c in sorted(range(m), key=rings.__getitem__):
            order = [moved[c][power * i % k] for i in range(k)]
            share, radius = rings.count(rings[c]), 1 - rings[c] * _STEPS[max(rings)]
            others = rings[:c].count(rings[c]) / share
            turns = np.arange(0, 2 * k, min(2, share)) + 2 * others
            firsts = radius * 1j * np.exp(1j * math.pi / k * turns)
            ends = [v for v in near[order[0]] if v in done]
            lengths = (abs(firsts[:, None] - at[ends]) ** exponent).sum(axis=1)
            at[order] = firsts[lengths.round(6).argmin()] * np.exp(2j * math.pi / k * np.arange(k))
            done.update(order)
        yield at


# -- By springs


def _hops(H: nx.Graph[int]) -> NDArray[np.float64]:
    table = dict(nx.all_pairs_shortest_path_length(H))
    return np.array([[table[u][v] for v in H] for u in H], dtype=float)


def least_stress(far: NDArray[np.float64]) -> PlanePoints:
    """Return points whose distances are as close as possible to those given [Kamada, Kawai 1989].

    networkx's kamada_kawai_layout reaches the same stress, up to 100 nodes 1 to 70 times slower;
    its spring_layout is faster, with 1.2 to 2.4 times the stress on sparse graphs.
    """
    n = len(far)
    stiff = 1 / (far + np.eye(n)) ** 2 * (1 - np.eye(n))
    relax = np.linalg.pinv(np.diag(stiff.sum(axis=1)) - stiff)
    circle = 1j * np.exp(-2j * math.pi * np.arange(n) / n)
    mean = np.eye(n) - 1 / n
    sizes, axes = np.linalg.eigh(-0.5 * mean @ far**2 @ mean)
    spread = (axes[:, -2:] * np.sqrt(np.maximum(sizes[-2:], 0))) @ (1, 1j)
    # Majorization (Gansner, Koren, North 2004), from a circle and from the principal axes.
    best, least = circle, math.inf
    for start in (n / 6 * circle, spread + 0.3 * circle):
        places = start
        for _ in range(min(_PULLS, _WORK // n)):
            ratio = stiff * far / np.maximum(abs(places[:, None] - places), 1e-9)
            places = relax @ (ratio.sum(axis=1) * places - ratio @ places)
        stress = float((stiff * (abs(places[:, None] - places) - far) ** 2).sum())
        if stress < 0.999 * least:
            best, least = places, stress
    return _turn(best)


def _turn(places: PlanePoints) -> PlanePoints:
    """Return places around their middle, longest from left to right."""
    at = places - places.mean()
    pairs = np.column_stack([at.real, at.imag])
    turned: PlanePoints = pairs @ np.linalg.svd(pairs)[2].T @ (1, 1j)
    return turned
