"""From a tree of cases with rounded duals to a solution, whose bound is computed here exactly."""

from __future__ import annotations

from typing import TYPE_CHECKING

from icosian.tours.shortest.relaxation.branching import Border
from icosian.tours.shortest.solution import Family, Solution, Weights

if TYPE_CHECKING:
    from collections.abc import Iterator

    from icosian.tours.shortest.relaxation.branching import Node
    from icosian.tours.shortest.relaxation.cutting_planes import Incumbent
    from icosian.tours.shortest.relaxation.rounding import Edges, Rounded


def certified(edges: Edges, incumbent: Incumbent, root: Rounded | None, tree: Node) -> Solution:
    """Return the best bound that the leaves prove, with its certificate; ``edges`` are all."""
    leaves = [node.rounded for node in _preorder(tree) if node.rounded is not None]
    scale = max(dual.scale for dual in (*leaves, *([root] if root else [])))
    bound = _proved(edges, incumbent.length, root, tree)
    if bound < incumbent.goal < incumbent.length:  # with less to prove, more edges are excluded
        bound = max(bound, _proved(edges, incumbent.goal, root, tree))
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
    cases: list[tuple[int, ...] | int] = []
    for node in _preorder(tree):
        if isinstance(node.split, Border):
            family = node.split.family
            cases.append((families.setdefault(family, len(families)),))
        elif node.split is not None:
            cases.append(node.split)
        elif node.rounded is not None:
            cases.append(weights.setdefault(scaled(node.rounded), len(weights)))
    return Solution(
        tour=incumbent.tour,
        length=incumbent.length,
        bound=bound,
        scale=scale,
        families=tuple(families),
        root=first,
        weights=tuple(weights),
        tree=tuple(cases),
    )


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
        least = edges.bound(node.rounded, node.used, node.avoided, node.often)
        if least is None:
            raise OverflowError
        length = min(length, -(-least // node.rounded.scale))
    return length
