"""The board that a graph was made from, as the graph says, if its nodes are squares of it."""

from __future__ import annotations

import json
from collections.abc import Collection
from typing import Any

from icosian.boards.names import FILES
from icosian.proofs.shared.claim import HOME, Middle

COLORS = ("dark squares", "light squares")


def named_rows(G: Any) -> int | None:
    """Return the number of rows of a plane board whose squares have names."""
    sides, _ = _board(G)
    return sides[0] if len(sides) == 2 and sides[1] <= len(FILES) else None


def color_names(G: Any, crowd: Collection[Any], others: Collection[Any]) -> tuple[str, str] | None:
    """Return the color of a crowd of squares and that of all others; a1 is dark."""
    sides, is_hexagonal = _board(G)
    if is_hexagonal or not sides or not all(isinstance(v, tuple) for v in (*crowd, *others)):
        return None
    one, other = ({(sides[0] - 1 + sum(v)) % 2 for v in side} for side in (crowd, others))
    if one <= {0} and other <= {1}:
        return COLORS
    return COLORS[::-1] if one <= {1} and other <= {0} else None


def _board(G: Any) -> tuple[tuple[int, ...], bool]:
    """Return the sides of the board, none if there is none, and if its squares are hexagons."""
    try:
        recipe = json.loads(G.graph["board"])
        sides = tuple(recipe["shape"])
        nodes = [v for v in G.nodes if v is not HOME and not isinstance(v, Middle)]
        are_squares = all(
            isinstance(v, tuple) and len(v) == len(sides) and all(map(_within, v, sides))
            for v in nodes
        )
    except (AttributeError, LookupError, TypeError, ValueError):
        are_squares = False
    return (sides, bool(recipe.get("hexagonal"))) if are_squares else ((), False)


def _within(coordinate: Any, side: int) -> bool:
    return coordinate in range(side)
