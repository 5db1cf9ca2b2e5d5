"""Layouts of zones and moats: lower bounds of tours of the plane, and of walks on a map."""

from __future__ import annotations

import math
from collections import defaultdict
from dataclasses import replace
from heapq import heapify, heappop, heappush
from operator import add, sub
from typing import TYPE_CHECKING, Any, NamedTuple

import networkx as nx
import numpy as np

from icosian.drawing.scene.colors import PENS
from icosian.drawing.scene.labels import one_line, with_heading
from icosian.drawing.scene.layout import (
    SINGLE_SQUARES,
    Areas,
    Box,
    Layout,
    Line,
    Point,
    Strokes,
    with_names,
)
from icosian.drawing.scene.places import Points, Positions, rounded
from icosian.drawing.subjects.proof_sketch import Sketch
from icosian.drawing.subjects.walks import geometry_of_map, still_walk
from icosian.exceptions import InvalidArgument, InvalidProof
from icosian.proofs.certificate import unlimited
from icosian.proofs.lengths import CycleProblem, Weight, lengths_given
from icosian.proofs.walks import Arcs, Closure, StreetBound, WalkBound, roads_of
from icosian.routes.walk import Walk
from icosian.tours.shortest.moats import Moats, zones_and_moats

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from fractions import Fraction

    from numpy.typing import NDArray

    from icosian.proofs.bounds.lower_bound import LowerBound
    from icosian.tours.measured import Measured
    from icosian.tours.shortest.shortest_tour import ShortestTour

_INACCURACY = 0.02  # of lengths as distances in the picture, in parts of their mean
_LONGEST = 2**30  # longer lengths are rounded down to fewer bits
_CLAIM = 240  # characters
_HAIRLINE = 0.025  # between areas that touch, in units
_MOST_STOPS = 300  # stops; for more the linear program takes too long


def moats_layout(
    proof: LowerBound,
    problem: CycleProblem,
    geometry: Points,
    tour: ShortestTour | None,
    *,
    named: bool,
) -> Layout | None:
    """Return zones and moats under the tour; None if lengths are not distances in the picture."""
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
    proof: LowerBound | WalkBound | StreetBound,
    unit: Fraction,
    found: Measured | None,
) -> str:
    """Return a sentence with what is proved by a picture and the length that was found."""
    if found is not None and rounded(bound, found) == rounded(found.length, found):
        return f"{what} prove {rounded(bound, found)}, the length of the {found._kind}"  # noqa: SLF001
    text = f"{what} prove {rounded(bound, found, up=False)}"
    if bound < proof.bound <= unit * math.ceil(bound / unit):
        text += f" and so {rounded(proof.bound, found)}"  # lengths are whole numbers of a unit
    if found is None:
        return text
    return f"{text}, the {found._kind} has {rounded(found.length, found, up=True)}"  # noqa: SLF001


class _Plane(NamedTuple):
    """How lengths are distances in a picture."""

    length: float  # of a unit of the picture
    is_manhattan: bool


def _plane(places: NDArray[np.float64], lengths: NDArray[np.int64]) -> _Plane | None:
    """Return how lengths (n, n) are distances of places (n, 2), or None."""
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


def walk_bound_layout(
    proof: WalkBound | StreetBound,
    G: nx.Graph[Any] | Walk,
    *,
    weight: Weight = None,
    pos: Positions | None = None,
    names: bool | None = None,
) -> Layout:
    """Return the layout of a bound of walks on its map, or with the walk."""
    walk = G if isinstance(G, Walk) else None
    given = G if walk is None else walk.graph
    if not isinstance(given, nx.Graph):
        raise InvalidArgument(f"G must be a networkx graph or a Walk on one, got {G!r}")
    if strange := [v for v in proof.stops if v not in given]:
        raise InvalidArgument(f"the proof names {strange[0]!r}, which is not a node of G")
    geometry = geometry_of_map(given, pos, names)
    bands = None
    has_room = isinstance(geometry, Points) and 2 < len(proof.stops) <= _MOST_STOPS
    if isinstance(proof, WalkBound) and proof.closed and has_room and not proof.streets:
        try:
            bands = _bands(proof, given, lengths_given(weight, proof.weight))
        except InvalidProof as error:
            raise InvalidArgument(f"the proof is not one for G: {error}") from None
    notes = []
    if bands is not None:
        notes.append(comparison("Zones and moats", bands.bound, proof, bands.unit, walk))
        notes.append("Every walk crosses each zone (blue) and each moat (ocher) at least twice")
    if walk is None:
        sketch = Sketch(proof, geometry, given)
        sketch.mark("rest", proof.stops)
        for note in notes:
            sketch.note(note)
        layout = sketch.layout()
    else:
        arrows = None if bands is None else False
        layout = with_names(still_walk(walk, geometry, arrows=arrows))
        layout = with_heading(layout, one_line(proof.claim, _CLAIM), notes)
    if bands is None or not isinstance(geometry, Points):
        return layout
    return _with_bands(layout, bands, geometry, proof.stops)


class _Piece(NamedTuple):
    """A part of a road, as fractions of its length."""

    u: int
    v: int
    start: float
    end: float


class _Bands(NamedTuple):
    """Zones and moats as parts of roads and as nodes, by their kind, and what they prove."""

    pieces: dict[str, list[_Piece]]
    nodes: dict[str, list[int]]
    bound: Fraction
    unit: Fraction


def _bands(proof: WalkBound, G: nx.Graph[Any], weight: Weight) -> _Bands | None:
    """Return zones and moats in the distances of a map; None if it has one-way roads."""
    proof._check_form()  # noqa: SLF001 - our own
    roads = roads_of(G, weight, unlimited)
    stops, n = [roads.number[v] for v in proof.stops], len(proof.stops)
    closure = Closure(roads, stops, proof.reaches, unlimited, closed=proof.closed)
    if closure.directed:
        return None
    exact = [[closure.length(i, j) if i != j else 0 for j in range(n)] for i in range(n)]
    coarseness = max(1, max(map(max, exact)) // _LONGEST)
    moats = zones_and_moats(np.array([[c // coarseness for c in row] for row in exact], np.int64))
    depth = n * [0]
    kinds = []
    for members, _ in moats.moats:
        kinds.append(f"moat{depth[members[0]] % 2 + 1}")
        for i in members:
            depth[i] += 1
    width = coarseness / moats.scale
    pieces: dict[str, list[_Piece]] = defaultdict(list)
    nodes: dict[str, list[int]] = defaultdict(list)
    reach = [width * zone for zone in moats.zones]
    bands = [("zone", tuple(range(n)), [0.0] * n, list(reach))]
    for (members, wide), kind in zip(reversed(moats.moats), reversed(kinds), strict=True):
        before = list(reach)
        for i in members:
            reach[i] += width * wide
        bands.append((kind, members, before, list(reach)))
    for kind, members, before, after in bands:
        inner = _cover(roads.arcs, {stops[i]: before[i] for i in members})
        outer = _cover(roads.arcs, {stops[i]: after[i] for i in members})
        nodes[kind] += [v for v in outer if v not in inner]
        pieces[kind] += _between(roads.arcs, inner, outer)
    return _Bands(pieces, nodes, moats.bound * coarseness * roads.unit, roads.unit)


def _cover(arcs: Arcs, reach: Mapping[int, float]) -> dict[int, float]:
    """Return the nodes that are within the reach of a stop, and by how much it extends beyond."""
    rest = {v: far for v, far in reach.items() if far > 0}
    queue = [(-far, v) for v, far in rest.items()]
    heapify(queue)
    while queue:
        far, u = heappop(queue)
        if -far < rest[u]:
            continue
        for v, length in arcs[u].items():
            if (left := -far - length) > rest.get(v, 0.0):
                rest[v] = left
                heappush(queue, (-left, v))
    return rest


def _between(
    arcs: Arcs, inner: Mapping[int, float], outer: Mapping[int, float]
) -> Iterator[_Piece]:
    """Yield the parts of roads that are in one cover and not in a smaller one."""
    for u, far in outer.items():
        for v, length in arcs[u].items():
            if not length or (v in outer and v < u):
                continue
            near, back, gone = inner.get(u, 0.0), outer.get(v, 0.0), inner.get(v, 0.0)
            parts = [(near, far), (length - back, length - gone)]
            if far + back >= length:
                parts = [(near, length - gone)]
            for start, end in parts:
                if start < end:
                    yield _Piece(u, v, start / length, end / length)


def _with_bands(layout: Layout, bands: _Bands, geometry: Points, stops: Sequence[Any]) -> Layout:
    """Add zones and moats below the walk, and the roads and places in them."""
    nodes = list(geometry.places)
    others = geometry.places.keys() - set(stops) if len(nodes) <= SINGLE_SQUARES else set()
    wide = PENS["zone"].width * layout.line_width(layout.pixels) / layout.pixels * layout.unit
    lines: dict[str, list[Line]] = {}
    middles: list[Line] = []
    for kind, pieces in bands.pieces.items():
        lines[kind] = []
        for u, v, start, end in pieces:
            ((x0, y0), (x1, y1)) = line = geometry.join(nodes[u], nodes[v])[0]
            ends = ((x0 + t * (x1 - x0), y0 + t * (y1 - y0)) for t in (start, end))
            lines[kind].append(list(ends))
            middles.append(line)
    areas = [
        Areas(kind, [geometry.place(nodes[v]) for v in some], len(some) * [wide / 2])
        for kind, some in bands.nodes.items()
    ]
    strokes = [Strokes(kind, some) for kind, some in lines.items() if some]
    return replace(
        layout,
        areas=[*layout.areas, *areas],
        strokes=[*strokes, Strokes("road", middles), *layout.strokes],
        dots=[geometry.place(v) for v in nodes if v in others] or layout.dots,
    )
