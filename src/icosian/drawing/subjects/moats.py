"""Layouts of zones and moats: a lower bound for a tour of the plane, under the tour."""

from __future__ import annotations

import math
from dataclasses import replace
from operator import add, sub
from typing import TYPE_CHECKING, NamedTuple

from icosian.drawing.scene.heading import with_heading
from icosian.drawing.scene.layout import Areas, Box
from icosian.drawing.scene.places import one_line, rounded
from icosian.tours.shortest.moats import zones_and_moats

if TYPE_CHECKING:
    from collections.abc import Sequence
    from fractions import Fraction

    import numpy as np
    from numpy.typing import NDArray

    from icosian.drawing.scene.layout import Layout, Point
    from icosian.drawing.scene.places import Points
    from icosian.proofs.bounds.lower_bound import LowerBound
    from icosian.proofs.bounds.walk_bound import WalkBound
    from icosian.proofs.shared.lengths import CycleProblem
    from icosian.tours.measured import Measured
    from icosian.tours.shortest.moats import Moats
    from icosian.tours.shortest.shortest_tour import ShortestTour

__all__ = ["comparison", "moats_layout"]

_INACCURACY = 0.02  # of lengths as distances in the picture, in parts of their mean
_LONGEST = 2**30  # longer lengths are rounded down to fewer bits
_CLAIM = 240  # characters
_HAIRLINE = 0.025  # between areas that touch, in units


def moats_layout(
    proof: LowerBound,
    problem: CycleProblem,
    geometry: Points,
    tour: ShortestTour | None,
    *,
    named: bool,
) -> Layout | None:
    """Return zones and moats under the tour; None if lengths are not distances in the picture."""
    import numpy as np

    n, rows = len(proof.nodes), problem.lengths
    pairs = n * (n - 1) // 2
    if geometry.circle or n < 3 or len(rows) != n or sum(map(len, rows)) != pairs:
        return None
    exact = [c for row in rows for _, c in sorted(row.items())]
    coarseness = max(1, max(exact) // _LONGEST)
    lengths = np.zeros((n, n), np.int64)
    lengths[np.triu_indices(n, 1)] = [c // coarseness for c in exact]
    lengths += lengths.T
    places = [geometry.place(v) for v in proof.nodes]
    plane = _plane(np.array(places), lengths)
    if plane is None:
        return None
    moats = zones_and_moats(lengths)
    blank, unit = geometry.blank(None if named else []), geometry.unit
    areas, reach = _areas(moats, places, 1 / (moats.scale * plane.length), _HAIRLINE * unit)
    line = [] if tour is None else [geometry.place(v) for v in (*tour, tour[0])]
    layout = replace(
        blank,
        box=_around(blank.box, places, [far + 0.3 * unit for far in reach]),
        areas=areas,
        are_diamonds=plane.is_manhattan,
        trail=[line] if line else (),
        is_closed=True,
        dots=places,
        dot=0.11 * unit,
    )
    bound = moats.bound * coarseness * problem.unit
    return with_heading(
        layout,
        one_line(proof.claim, _CLAIM),
        [
            comparison("Zones and moats", bound, proof, problem.unit, tour),
            "Every tour crosses each zone (blue) and each moat (ocher) at least twice",
        ],
    )


def comparison(
    what: str,
    bound: Fraction,
    proof: LowerBound | WalkBound,
    unit: Fraction,
    found: Measured | None,
) -> str:
    """Return a sentence with what is proved by a picture and the length that was found."""
    text = f"{what} prove {rounded(bound)}"
    if bound < proof.bound <= unit * math.ceil(bound / unit):
        text += f" and so {rounded(proof.bound)}"  # lengths are whole numbers of a unit
    if found is None:
        return text
    return f"{text}, the {found._kind} has {rounded(found.length, up=True)}"  # noqa: SLF001 - ours


class _Plane(NamedTuple):
    """How lengths are distances in a picture."""

    length: float  # of a unit of the picture
    is_manhattan: bool


def _plane(places: NDArray[np.float64], lengths: NDArray[np.int64]) -> _Plane | None:
    """Return how lengths (n, n) are distances of places (n, 2), or None."""
    import numpy as np

    dx, dy = np.abs(places[:, None] - places).transpose(2, 0, 1)
    for distances, is_manhattan in ((np.hypot(dx, dy), False), (dx + dy, True)):
        length = lengths.sum() / (distances.sum() or 1.0)
        error = np.abs(lengths - length * distances).max()
        if length > 0 and error <= _INACCURACY * lengths.mean():
            return _Plane(float(length), is_manhattan)
    return None


def _areas(
    moats: Moats, places: Sequence[Point], width: float, hairline: float
) -> tuple[list[Areas], list[float]]:
    """Return the areas, outer moats first, and how far they reach around each place."""
    depth = [0] * len(places)
    kinds = []
    for members, _ in moats.moats:
        kinds.append(f"moat{depth[members[0]] % 2 + 1}")
        for v in members:
            depth[v] += 1

    def discs(kind: str, members: Sequence[int], less: float = 0.0) -> Areas:
        return Areas(kind, [places[v] for v in members], [max(0, reach[v] - less) for v in members])

    # A moat is painted as discs around its places; those of what is inside are painted over it.
    reach = [width * zone for zone in moats.zones]
    areas = [discs("zone", range(len(places)), hairline)]
    for (members, wide), kind in zip(reversed(moats.moats), reversed(kinds), strict=True):
        areas.append(discs("gap", members))
        for v in members:
            reach[v] += width * wide
        areas.append(discs(kind, members, hairline))
    return areas[::-1], reach


def _around(box: Box, places: Sequence[Point], reach: Sequence[float]) -> Box:
    """Return a box with y upward that also holds discs around places."""
    xs, ys = zip(*places, strict=True)
    return Box(
        min(box.left, *map(sub, xs, reach)),
        max(box.top, *map(add, ys, reach)),
        max(box.right, *map(add, xs, reach)),
        min(box.bottom, *map(sub, ys, reach)),
    )
