"""The number of classes of tours under the symmetries of a board, by the lemma of Burnside.

The number of classes is the mean, over the group, of the number of tours that a symmetry keeps
(Cauchy, Frobenius). The identity keeps all tours, and conjugate symmetries keep equally many.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import networkx as nx
import numpy as np
from numpy.typing import NDArray

from icosian._run.clock import Clock
from icosian.proofs import Middle
from icosian.tours.count.layers import Memory
from icosian.tours.count.orbit_quotient import Quotient, reflected, turned
from icosian.tours.count.orders import given_orders, spectral_order
from icosian.tours.enumeration.search import kept_symmetries
from icosian.tours.problem import Problem


def class_count(
    asked: Problem,
    permutations: NDArray[np.int64],
    number: int,
    count: Callable[[Problem], int],
    clock: Clock,
    memory: int,
) -> int:
    """Return the number of classes of tours of a problem that has at least two."""
    # A cycle that a symmetry keeps is either rotated or reflected by it. If rotated, all orbits of
    # the symmetry have the same length, and the cycle covers a cycle through all orbits. If
    # reflected, the symmetry is an involution, and half of the cycle is a path through all orbits.
    # Both are counted on the smaller graph of the orbits.
    problem, squares = asked.unconditional, asked.nodes
    graph = problem.form.subdivided()
    orders = given_orders(problem, graph)
    if problem.board is None:
        orders += spectral_order(graph)
    sides = _sides(graph)
    symmetries = kept_symmetries(asked, permutations)
    total = number
    for symmetry, conjugates in _conjugacy_classes(symmetries):
        moved = dict(zip(squares, (squares[w] for w in symmetry), strict=True))
        for quotient in _quotients(graph, _image(problem, graph, moved), orders, sides):
            total += conjugates * quotient.cycles(count, clock, Memory(memory))
    classes, rest = divmod(total, len(symmetries) + 1)
    if rest:
        raise RuntimeError("the tours that the symmetries keep do not sum up to whole classes")
    return classes


def _quotients(
    graph: Sequence[set[int]],
    image: Sequence[int],
    orders: Sequence[Sequence[int]],
    sides: Sequence[int] | None,
) -> Iterator[Quotient]:
    """Yield quotient graphs whose cycles are those that a symmetry keeps."""
    found = [q for order in orders if (q := turned(graph, image, order, sides))]
    if found:  # prefer representatives with few odd voltages
        yield min(found, key=Quotient.odd_ends)
    if quotient := reflected(graph, image, orders[0]):
        yield quotient


def _sides(graph: Sequence[set[int]]) -> list[int] | None:
    """Return the color of each vertex, 0 or 1, or None if the graph is not bipartite."""
    G = nx.Graph((v, w) for v, near in enumerate(graph) for w in near)
    try:
        return [side for _, side in sorted(nx.bipartite.color(G).items())]
    except nx.NetworkXError:
        return None


def _image(problem: Problem, graph: Sequence[set[int]], moved: dict[Any, Any]) -> list[int]:
    """Return the images of the vertices of the normal form."""
    number = {v: i for i, v in enumerate(problem.nodes)}

    def image(node: Any) -> int:
        if isinstance(node, Middle):
            tail, head = (moved.get(v, v) for v in (node.tail, node.head))
            # In an undirected graph, the image may be stored in the other direction.
            return number.get(Middle(tail, head)) or number[Middle(head, tail)]
        return number[moved.get(node, node)]

    images = [*map(image, problem.nodes), problem.size]  # the extra vertex is fixed
    if problem.arrays.directed:
        images = [2 * v + side for v in images for side in range(2)]
    size = problem.form.size
    del images[size:]
    # The others are in the middle of fixed edges.
    middles = {frozenset(graph[v]): v for v in range(size, len(graph))}
    images += [middles[frozenset(images[w] for w in graph[v])] for v in range(size, len(graph))]
    return images


def _conjugacy_classes(
    symmetries: NDArray[np.int64],
) -> Iterator[tuple[list[int], int]]:
    """Yield a member of each conjugacy class, and the size of the class."""
    group = np.vstack((symmetries, np.arange(symmetries.shape[1])))
    inverses = np.argsort(group, axis=1)
    seen: set[bytes] = set()
    for symmetry in symmetries:
        if symmetry.tobytes() not in seen:
            # h g h^-1 maps v to h[g[h^-1[v]]]
            images = np.take_along_axis(group, symmetry[inverses], axis=1)
            conjugates = {image.tobytes() for image in images}
            seen |= conjugates
            yield symmetry.tolist(), len(conjugates)
