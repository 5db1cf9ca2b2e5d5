"""Outlines around sets of nodes: along the sides of squares, or around points and edges."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from icosian.boards.hexagonal import RISE
from icosian.drawing.scene.layout import hexagon, hexagon_center

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from icosian.drawing.scene.layout import Line, Point

__all__ = ["hexagon_outline", "levels", "round_outline", "square_outline"]

_AROUND = ((-1, 1), (0, 1), (1, 0), (1, -1), (0, -1), (-1, 0))  # clockwise, as the sides
_STEPS = 12  # points on a half circle


def levels(sets: Sequence[Collection[object]]) -> list[int]:
    """Return a depth for each outline: sets that share a node differ, large ones are outside."""
    result = [0] * len(sets)
    done: list[int] = []
    for k in sorted(range(len(sets)), key=lambda k: -len(sets[k])):
        members = set(sets[k])
        taken = {result[j] for j in done if not members.isdisjoint(sets[j])}
        result[k] = next(level for level in range(len(sets)) if level not in taken)
        done.append(k)
    return result


def square_outline(squares: Collection[tuple[int, int]], inset: float) -> list[Line]:
    """Return the outline of a union of unit squares, inside it by an inset, a line a side."""
    depth = 0.5 - inset
    outline = []
    for x, y in sorted(squares):
        for dx, dy in ((1, 0), (0, 1), (-1, 0), (0, -1)):
            out = (x + dy, y - dx)  # the neighbor across this side, which runs along dx, dy
            if out in squares:
                continue
            ends = []
            for way in (-1, 1):
                ahead = (x + way * dx, y + way * dy) in squares
                aside = (out[0] + way * dx, out[1] + way * dy) in squares
                reach = way * (depth if not ahead else 0.5 + inset if aside else 0.5)
                ends.append((x + dy * depth + reach * dx, y - dx * depth + reach * dy))
            outline.append(ends)
    return outline


def hexagon_outline(cells: Collection[tuple[int, int]], inset: float) -> list[Line]:
    """Return the outline of a union of hexagons, inside it by an inset, a line a side."""
    outline = []
    for row, column in sorted(cells):
        center = hexagon_center(row, column)
        corners = hexagon(center)
        around = [(row + down, column + right) for down, right in _AROUND]
        for k, out in enumerate(around):
            if out in cells:
                continue
            line = []
            for corner, beside in (
                (corners[k], around[k - 1]),
                (corners[(k + 1) % 6], around[k - 5]),
            ):
                # Three cells meet at a corner. The outline turns around the one inside or outside.
                turns = beside in cells
                x, y = hexagon_center(*out) if turns else center
                t = inset / RISE / math.dist(corner, (x, y)) * (1 if turns else -1)
                line.append((corner[0] + t * (corner[0] - x), corner[1] + t * (corner[1] - y)))
            outline.append(line)
    return outline


def round_outline(segments: Sequence[tuple[Point, Point]], radius: float) -> list[Line]:
    """Return the outline of all points within a radius of some segments."""
    boxes = [
        [(min(c, d) - radius, max(c, d) + radius) for c, d in zip(p, q, strict=True)]
        for p, q in segments
    ]
    outline = []
    for k, ((p, q), (across, along)) in enumerate(zip(segments, boxes, strict=True)):
        # Two segments that meet share an arc there, which belongs to the earlier one.
        others = [
            (segments[j], radius * (1.001 if j < k else 0.999))
            for j, ((left, right), (low, high)) in enumerate(boxes)
            if j != k
            and left < across[1]
            and right > across[0]
            and low < along[1]
            and high > along[0]
        ]
        piece: Line = []
        for point in _stadium(p, q, radius):
            if all(_distance(point, other) > near for other, near in others):
                piece.append(point)
            elif piece:
                outline.append(piece)
                piece = []
        outline.append(piece)
    return [piece for piece in outline if len(piece) > 1]


def _stadium(p: Point, q: Point, radius: float) -> Line:
    """Return the closed outline of the points within a radius of one segment."""
    (x0, y0), (x1, y1) = p, q
    ahead = math.atan2(y1 - y0, x1 - x0)
    side = max(1, round(_STEPS * math.dist(p, q) / (3 * radius)))
    line: Line = []
    for (cx, cy), (ex, ey), turn in (
        ((x1, y1), (x0, y0), ahead),
        ((x0, y0), (x1, y1), ahead + math.pi),
    ):
        for k in range(_STEPS + 1):
            angle = turn - math.pi / 2 + math.pi * k / _STEPS
            line.append((cx + radius * math.cos(angle), cy + radius * math.sin(angle)))
        x, y = line[-1]
        line += [(x + (ex - cx) * k / side, y + (ey - cy) * k / side) for k in range(1, side)]
    return [*line, line[0]]


def _distance(point: Point, segment: tuple[Point, Point]) -> float:
    """Return the distance of a point from a segment."""
    (x, y), ((x0, y0), (x1, y1)) = point, segment
    dx, dy = x1 - x0, y1 - y0
    square = dx * dx + dy * dy
    t = min(1.0, max(0.0, ((x - x0) * dx + (y - y0) * dy) / square)) if square else 0.0
    return math.hypot(x - x0 - t * dx, y - y0 - t * dy)
