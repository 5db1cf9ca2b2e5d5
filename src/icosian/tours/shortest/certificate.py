"""From a tree of cases with rounded duals to a solution, whose bound is computed here exactly."""

from __future__ import annotations

from typing import TYPE_CHECKING

from icosian.tours.shortest.relaxation.rounding import Rounded, closest
from icosian.tours.shortest.solution import Family, Solution, Weights

if TYPE_CHECKING:
    from collections.abc import Iterator

    from icosian.tours.shortest.relaxation.branching import Node
    from icosian.tours.shortest.relaxation.cutting_planes import Incumbent
    from icosian.tours.shortest.relaxation.rounding import Edges

__all__ = ["certified"]

SPARED = 0.02
"""The part of an open gap that is given up for a proof with fewer cases and digits."""
COARSE = (1, 12, 120, 1_200)
"""The scales that are tried for that."""


def certified(edges: Edges, incumbent: Incumbent, root: Rounded | None, tree: Node) -> Solution:
    """Return the best bound that the leaves prove, with its certificate; ``edges`` are all."""
    bound, goal = _proved(edges, incumbent.length, root, tree), incumbent.goal
    if bound < goal < incumbent.length:  # with less to prove, more edges are excluded
        bound = max(bound, _proved(edges, goal, root, tree))
    cases = [(node, node.rounded) for node in _preorder(tree)]
    if bound < goal and tree.split is not None:
        bound -= int(SPARED * (goal - bound))
        cases = _fewer(edges if root is None else edges.shorter(root, bound), bound, tree)
    scale = max(dual.scale for dual in (root, *(dual for _, dual in cases)) if dual is not None)
    families: dict[Family, int] = {}
    weights: dict[Weights, int] = {}

    def scaled(dual: Rounded) -> Weights:
        factor = scale // dual.scale
        return Weights(
            tuple(factor * y for y in dual.potentials().tolist()),
            tuple(
                (families.setdefault(family, len(families)), factor * z)
                for family, z in zip(dual.families, dual.multipliers.tolist(), strict=True)
            ),
        )

    first = None if root is None else scaled(root)
    entries: list[tuple[int, int] | int] = []
    for node, dual in cases:
        if dual is not None:
            entries.append(weights.setdefault(scaled(dual), len(weights)))
        elif node.split is not None:
            entries.append(node.split)
    return Solution(
        tour=incumbent.tour,
        length=incumbent.length,
        bound=bound,
        scale=scale,
        families=tuple(families),
        root=first,
        weights=tuple(weights),
        tree=tuple(entries),
    )


def _fewer(edges: Edges, bound: int, tree: Node) -> list[tuple[Node, Rounded | None]]:
    """Return cases that prove a bound, with duals for the leaves: as few and as coarse as can be.

    ``edges`` are those that the root leaves to shorter tours.
    """
    import numpy as np

    none = Rounded(1, edges.base, (), np.zeros(0, np.int64))
    cases: list[tuple[Node, Rounded | None]] = []
    stack = [tree]
    while stack:
        node = stack.pop()
        if edges.contradict(node.used, node.avoided):
            cases.append((node, none))
            continue
        found, proved = closest(edges, node.dual, bound - 1, node.used, node.avoided, COARSE)
        cases.append((node, found if proved else node.rounded))
        if not proved:
            stack += reversed(node.children)
    return cases


def _preorder(tree: Node) -> Iterator[Node]:
    stack = [tree]
    while stack:
        node = stack.pop()
        yield node
        stack += reversed(node.children)


def _proved(edges: Edges, length: int, root: Rounded | None, tree: Node) -> int:
    """Return the least length, at most a given one, of tours that the leaves leave possible."""
    if root is not None:
        edges = edges.shorter(root, length)
    for node in _preorder(tree):
        if node.rounded is None or edges.contradict(node.used, node.avoided):
            continue
        least = edges.bound(node.rounded, node.used, node.avoided)
        if least is None:
            raise OverflowError
        length = min(length, -(-least // node.rounded.scale))
    return length
