"""Positions of nodes on a map, and tracks on the globe as GeoJSON and GPX."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from html import escape
from itertools import pairwise
from typing import Any

import networkx as nx

from icosian._io.text import shown
from icosian.exceptions import InvalidArgument

Point = tuple[float, float]


def point_of(pos: Any) -> Point | None:
    """Return two numbers of at most 1e307, None for anything else."""
    try:
        x, y = map(float, () if isinstance(pos, str) else pos)
    except (OverflowError, TypeError, ValueError):
        return None
    return (x, y) if abs(x) <= 1e307 and abs(y) <= 1e307 else None  # sums are finite


def node_positions(G: nx.Graph[Any], nodes: Iterable[Any] | None = None) -> dict[Any, Point]:
    """Return the positions of nodes, their ``pos`` or their ``x`` and ``y``; {} if one has none."""
    places = {}
    for node in G if nodes is None else nodes:
        data = G.nodes[node]
        place = point_of(data.get("pos", (data.get("x"), data.get("y"))))
        if place is None:
            return {}
        places[node] = place
    return places


def lightest(parallel: Mapping[Any, Mapping[str, Any]], weight: str | None) -> Any:
    """Return the key of the lightest of parallel edges, the first of equal ones."""

    def length(key: Any) -> Any:
        number = 1 if weight is None else parallel[key].get(weight, 1)
        return math.inf if number is None else number  # None hides an edge

    return min(parallel, key=length)


def bends_of(data: Mapping[str, Any], start: Point) -> list[Point]:
    """Return the points of a street between its ends, from that at a point: its ``geometry``."""
    bends = data.get("geometry") or ()
    if isinstance(bends, str):
        return []
    # A line of Shapely, or a list of points.
    points = [(float(x), float(y)) for x, y, *_ in getattr(bends, "coords", bends)]
    if points and math.dist(points[-1], start) < math.dist(points[0], start):
        points.reverse()
    return points[1:-1]


def globe_cut(longitudes: Iterable[float]) -> float:
    """Return where to cut the globe: longitudes less than it are 360 degrees further east.

    It is the end of the widest gap, so that no way around the 180th meridian leads the other way.
    """
    xs = sorted(set(longitudes))
    gap, east = max((b - a, b) for a, b in zip(xs, [*xs[1:], xs[0] + 360], strict=True))
    return -math.inf if gap <= 180 or east > xs[-1] else east


def cut_at_meridian(line: Sequence[Point], turn: float = 360.0) -> list[list[Point]]:
    """Return a line as lines that end at the 180th meridian, where a full turn is so long."""
    lines = [[line[0]]]
    for (x0, y0), (x1, y1) in pairwise(line):
        if abs(x1 - x0) > turn / 2:
            side = math.copysign(turn / 2, x0)
            y = y0 + (side - x0) / (x1 + 2 * side - x0 or 1.0) * (y1 - y0)
            lines[-1].append((side, y))
            lines.append([(-side, y)])
        lines[-1].append((x1, y1))
    return lines


def places_on_globe(where: Any, nodes: Iterable[Any]) -> Mapping[Any, Point]:
    """Return the longitudes and latitudes of nodes of a graph, or of all places."""
    lost = ""
    if isinstance(where, nx.Graph):
        order = [*dict.fromkeys(nodes)]
        places = node_positions(where, order)
        alone = [] if places else [v for v in order if not node_positions(where, [v])]
        lost = f", but {shown(alone[0])} has none" if 0 < len(alone) < len(order) else ""
    else:
        places = where.positions if getattr(where, "distance", None) == "haversine" else {}
    if not places:
        raise InvalidArgument(
            f"a track needs the attributes x and y, or pos, of all nodes{lost}; or haversine"
            " distances"
        )
    if strange := [at for at in places.values() if abs(at[0]) > 180 or abs(at[1]) > 90]:
        raise InvalidArgument(
            f"a track has longitudes and latitudes in degrees, but a node is at {strange[0]};"
            " OSMnx has project_graph(G, to_latlong=True)"
        )
    return places


def course_of(
    where: Any, nodes: Sequence[Any], stops: Iterable[Any], weight: str | None, keys: Any = ()
) -> tuple[list[Point], list[tuple[Any, Point]]]:
    """Return the points of a way on the globe, with the bends of its edges, and its stops.

    Of parallel edges it passes those with the keys, or else the lightest.
    """
    places = places_on_globe(where, nodes)
    line = [places[nodes[0]]]
    for k, (u, v) in enumerate(pairwise(nodes)):
        data = where[u][v] if isinstance(where, nx.Graph) else {}
        if data and where.is_multigraph():
            data = data[keys[k] if keys else lightest(data, weight)]
        line += [*bends_of(data, places[u]), places[v]]
    return line, [(v, places[v]) for v in stops]


class Track:
    """Methods of a value that is a way on a map: as GeoJSON and as GPX."""

    __slots__ = ()

    def _course(self) -> tuple[list[Point], list[tuple[Any, Point]]]:
        raise NotImplementedError

    def to_geojson(self) -> str:
        """Return the way as GeoJSON text, for maps on the web.

        The positions of nodes are longitude and latitude in degrees: their attributes ``x`` and
        ``y``, as in graphs of OSMnx, or their ``pos``. Edges with a ``geometry`` bend as it does.
        A way across the 180th meridian is cut there into several lines, as RFC 7946 asks.

        Returns
        -------
        str
            A feature collection: a line or several, and a point for each stop with its ``name`` and
            ``number``.

        Raises
        ------
        InvalidArgument
            If a node has no position on the globe.

        Examples
        --------
        >>> import icosian
        >>> tour = icosian.shortest_tour({"a": (52, 13), "b": (53, 9), "c": (51, 7)}, "haversine")
        >>> tour.to_geojson()[:56]
        '{"type": "FeatureCollection", "features": [{"type": "Fea'
        """
        line, stops = self._course()
        shapes: list[tuple[Any, dict[str, Any]]] = []
        if len(line) > 1:
            first, *others = cut_at_meridian(line)
            kind, at = ("MultiLineString", [first, *others]) if others else ("LineString", first)
            shapes = [({"type": kind, "coordinates": at}, {})]
        shapes += [
            ({"type": "Point", "coordinates": at}, {"name": str(name), "number": k})
            for k, (name, at) in enumerate(stops, start=1)
        ]
        features = [{"type": "Feature", "geometry": g, "properties": p} for g, p in shapes]
        return json.dumps({"type": "FeatureCollection", "features": features})

    def to_gpx(self) -> str:
        """Return the way as GPX text, for navigation devices; positions as in :meth:`to_geojson`.

        Returns
        -------
        str
            A track, and a way point for each stop with its number and name.

        Raises
        ------
        InvalidArgument
            If a node has no position on the globe.

        Examples
        --------
        >>> import icosian
        >>> tour = icosian.shortest_tour({"a": (52, 13), "b": (53, 9), "c": (51, 7)}, "haversine")
        >>> print("".join(tour.to_gpx().splitlines(keepends=True)[2:4]))
        <wpt lat="52.0" lon="13.0"><name>1. a</name></wpt>
        <wpt lat="53.0" lon="9.0"><name>2. b</name></wpt>
        """
        line, stops = self._course()
        head = 'version="1.1" creator="icosian" xmlns="http://www.topografix.com/GPX/1/1"'
        lines = ['<?xml version="1.0" encoding="UTF-8"?>', f"<gpx {head}>"]
        for k, (name, (x, y)) in enumerate(stops, start=1):
            text = "".join(c if c.isprintable() else " " for c in f"{k}. {name}")
            lines.append(f"<wpt {_where(x, y)}><name>{escape(text, quote=False)}</name></wpt>")
        lines += ["<trk><trkseg>", *(f"<trkpt {_where(x, y)}/>" for x, y in line)]
        return "\n".join([*lines, "</trkseg></trk>", "</gpx>", ""])


def _where(x: float, y: float) -> str:
    """Return a position as GPX has it: decimals, without an exponent."""
    return f'lat="{Decimal(str(y)):f}" lon="{Decimal(str(x)):f}"'
