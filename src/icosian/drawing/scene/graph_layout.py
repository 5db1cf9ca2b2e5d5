"""Positions of nodes: those that their labels name, a planar drawing, rings, else springs."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import networkx as nx
import numpy as np

if TYPE_CHECKING:
    from icosian.drawing.scene.layout import Point

_MOST_PLANAR = 1000  # nodes; larger graphs would take seconds
_MOST_SPRINGS = 400
_DENSE = 0.5  # with a larger share of all edges, a circle shows the symmetry best
_ROUNDS = 10  # of making long edges pull harder
_STEPS, _WORK = 200, 30_000  # of the springs; fewer where nodes are many


def positions(G: nx.Graph[Any]) -> dict[Any, Point]:
    """Return positions of a sparse graph, edges about 1 long; {} if a circle is better."""
    H = _simple(G)
    if not _is_sparse(H):
        return {}
    if places := _planar(H) or _rings(H, _order(G)):
        return dict(zip(G, _packed([places], H), strict=True))
    if all(H.has_edge(v, (v + 1) % len(H)) for v in H):  # named by LCF, for the circle
        return {}
    parts = []
    for nodes in nx.connected_components(H):
        part: nx.Graph[int] = nx.Graph(H.subgraph(v for v in H if v in nodes))
        if len(part) > 2 and not (places := _planar(part)):
            if len(part) > _MOST_SPRINGS:
                return {}
            places = _springs(part)
        elif len(part) <= 2:
            places = {v: (float(k), 0.0) for k, v in enumerate(part)}
        parts.append(places)
    return dict(zip(G, _packed(parts, H), strict=True))


def regular_positions(G: nx.Graph[Any]) -> dict[Any, Point]:
    """Return positions of a biconnected planar graph without crossings, or on two rings, or {}."""
    H = _simple(G)
    places = (_planar(H) or _rings(H, _order(G))) if _is_sparse(H) else {}
    return dict(zip(G, _packed([places], H), strict=True)) if places else {}


def labeled_positions(G: nx.Graph[Any]) -> dict[Any, Point]:
    """Return the positions that labels name: (row, column) in integers, else (x, y); or {}.

    Integers may as well number something else, as in Kneser graphs. Then an edge leads over another
    node, and the result is {}.
    """
    if not all(type(v) is tuple and len(v) == 2 and set(map(type, v)) <= {int, float} for v in G):
        return {}
    if not all(type(i) is int for v in G for i in v):
        places = {v: (float(v[0]), float(v[1])) for v in G}
        return places if all(math.isfinite(x + y) for x, y in places.values()) else {}
    for (a, b), (c, d) in G.edges():
        steps = math.gcd(c - a, d - b)
        if steps > len(G) or any(
            (a + k * (c - a) // steps, b + k * (d - b) // steps) in G for k in range(1, steps)
        ):
            return {}
    return {(row, column): (float(column), float(-row)) for row, column in G}


def _simple(G: nx.Graph[Any]) -> nx.Graph[int]:
    """Return the graph of the indices of nodes: labels need not be comparable."""
    index = {v: k for k, v in enumerate(G)}
    H: nx.Graph[int] = nx.empty_graph(len(index))
    H.add_edges_from((index[u], index[v]) for u, v in G.edges() if index[u] != index[v])
    return H


def _is_sparse(H: nx.Graph[int]) -> bool:
    n, m = H.number_of_nodes(), H.number_of_edges()
    return 2 < n <= _MOST_PLANAR and m > 0 and (2 * m < _DENSE * n * (n - 1) or m <= 2 * n)


def _planar(H: nx.Graph[int]) -> dict[int, Point]:
    """Return a planar drawing by barycentric coordinates [Tutte 1963], or {}."""
    if not nx.is_biconnected(H):
        return {}
    embedding: Any
    is_planar, embedding = nx.check_planarity(H)
    if not is_planar:
        return {}

    # 1. Place the longest face on a circle.
    seen: set[tuple[int, int]] = set()
    faces = [embedding.traverse_face(u, v, seen) for u, v in embedding.edges if (u, v) not in seen]
    outer = max(faces, key=len)
    on_rim = set(outer)
    index = {v: k for k, v in enumerate([*outer, *(v for v in H if v not in on_rim)])}
    pairs = [(index[u], index[v]) for u, v in H.edges]
    # 2. Add a hub to every inner face, so that no nodes coincide (Floater 1997).
    hub = len(index)
    for face in faces:
        if face is not outer and len(face) > 3:
            pairs += [(hub, index[v]) for v in face]
            hub += 1
    u, v = np.array(pairs).T
    m, rim = H.number_of_edges(), len(outer)
    angle = 2 * math.pi * (np.arange(rim) + 0.5 * (rim % 2 == 0)) / rim
    places = np.zeros((hub, 2))
    places[:rim] = np.column_stack([np.sin(angle), np.cos(angle)])
    # 3. Place every other node at the weighted mean of its neighbors. Weights as large as the edges
    #    are long spread the nodes: with any positive weights no edges cross.
    pull = np.ones(len(pairs))
    for _ in range(_ROUNDS):
        weights = np.zeros((hub, hub))
        weights[u, v] = weights[v, u] = pull
        system = np.diag(weights.sum(axis=1)) - weights
        if rim < hub:
            places[rim:] = np.linalg.solve(system[rim:, rim:], weights[rim:, :rim] @ places[:rim])
        length = np.hypot(*(places[u] - places[v]).T)
        pull[:m] = np.clip(length[:m] / length[:m].mean(), 0.1, 10.0)
    return {v: (float(places[k, 0]), float(places[k, 1])) for v, k in index.items()}


def _order(G: nx.Graph[Any]) -> list[int]:
    """Return the indices of nodes in the order of their labels, if these are integers."""
    labels = list(G)
    order = list(range(len(labels)))
    return sorted(order, key=labels.__getitem__) if all(type(v) is int for v in G) else order


def _rings(H: nx.Graph[int], order: Sequence[int]) -> dict[int, Point]:
    """Return two rings if the second half of the nodes hangs on the first, a cycle; or {}.

    This is the usual picture of the generalized Petersen graphs.
    """
    k = len(H) // 2
    outer, inner = order[:k], order[k:]
    if k < 3 or len(inner) > k:
        return {}
    for i in range(k):
        if set(H[outer[i]]) != {outer[i - 1], outer[i + 1 - k], inner[i]}:
            return {}
        if not set(H[inner[i]]) <= {outer[i], *inner}:
            return {}
    return {
        v: (radius * math.sin(2 * math.pi * i / k), radius * math.cos(2 * math.pi * i / k))
        for ring, radius in ((outer, 1.0), (inner, 0.5))
        for i, v in enumerate(ring)
    }


def _springs(H: nx.Graph[int]) -> dict[int, Point]:
    """Return positions of least stress: all distances as in the graph (Kamada and Kawai 1989).

    networkx's kamada_kawai_layout reaches the same stress, up to 100 nodes 1 to 70 times slower;
    its spring_layout is faster, with 1.2 to 2.4 times the stress on sparse graphs.
    """
    n = len(H)
    table = dict(nx.all_pairs_shortest_path_length(H))
    far = np.array([[table[u][v] for v in H] for u in H], dtype=float)
    stiff = 1 / (far + np.eye(n)) ** 2 * (1 - np.eye(n))
    relax = np.linalg.pinv(np.diag(stiff.sum(axis=1)) - stiff)
    angle = 2 * math.pi * np.arange(n) / n
    circle = np.column_stack([np.sin(angle), np.cos(angle)])
    mean = np.eye(n) - 1 / n
    sizes, axes = np.linalg.eigh(-0.5 * mean @ far**2 @ mean)
    spread = axes[:, -2:] * np.sqrt(np.maximum(sizes[-2:], 0))
    # Majorization (Gansner, Koren, North 2004), from a circle and from the principal axes.
    best, least = circle, math.inf
    for start in (n / 6 * circle, spread + 0.3 * circle):
        places = start
        for _ in range(min(_STEPS, _WORK // n)):
            near = _distances(places)
            ratio = stiff * far / np.maximum(near, 1e-9)
            places = relax @ (ratio.sum(axis=1)[:, None] * places - ratio @ places)
        stress = float((stiff * (_distances(places) - far) ** 2).sum())
        if stress < 0.999 * least:
            best, least = places, stress
    best = best - best.mean(axis=0)
    best = best @ np.linalg.svd(best)[2].T  # longest from left to right
    return {v: (float(x), float(y)) for v, (x, y) in zip(H, best, strict=True)}


def _distances(places: Any) -> Any:
    return np.hypot(*(places[:, None] - places[None]).transpose(2, 0, 1))


def _packed(parts: Sequence[dict[int, Point]], H: nx.Graph[int]) -> list[Point]:
    """Place components side by side in rows, the largest first, edges about 1 long."""
    boxes: list[tuple[dict[int, Point], float, float]] = []
    for part in sorted(parts, key=len, reverse=True):
        lengths = [math.dist(part[u], part[v]) for u, v in H.subgraph(part).edges]
        scale = len(lengths) / sum(lengths) if lengths else 1.0
        left, low = (min(place[axis] for place in part.values()) for axis in (0, 1))
        moved = {v: (scale * (x - left), scale * (y - low)) for v, (x, y) in part.items()}
        wide, high = (max(place[axis] for place in moved.values()) + 1.0 for axis in (0, 1))
        boxes.append((moved, wide, high))
    most = max(boxes[0][1], 1.2 * math.sqrt(sum(wide * high for _, wide, high in boxes)))
    x = y = deepest = 0.0
    places: dict[int, Point] = {}
    for part, wide, high in boxes:
        if x and x + wide > most:
            x, y, deepest = 0.0, y - deepest, 0.0
        deepest = max(deepest, high)
        places |= {v: (x + px, y - high + py) for v, (px, py) in part.items()}
        x += wide
    return [places[v] for v in H]
