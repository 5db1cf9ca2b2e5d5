"""GeoJSON: lines are edges, and their ends and points are nodes; points alone are places."""

from __future__ import annotations

import re
from itertools import chain, pairwise, starmap
from typing import Any

import networkx as nx

from icosian._io.tables import AXES, ROLES, Table, graph_of, in_ways, records_of, way_of
from icosian.exceptions import InvalidArgument
from icosian.tours.shortest.distances import KINDS, TO_DEGREES


def check_system(crs: Any) -> None:
    """Refuse coordinates of a system that is not longitude and latitude on the usual globe."""
    own = {"name": "CRS84"} if crs is None else crs["properties"]
    name = str(own.get("name", own.get("code", own)))
    if not re.search(r"\b(?:4326|CRS84h?)$", name):
        raise InvalidArgument(f"coordinates of the system {name:.60}, not degrees: {TO_DEGREES}")


def points(features: list[Any]) -> Table | None:
    """Return features as a table of points and their properties, None if there are others."""
    shapes = list(starmap(_shape, enumerate(features, 1)))
    if not shapes:
        raise ValueError("there are no features")
    if any(shape["type"] != "Point" for shape in shapes):
        return None
    rows = []
    for feature, shape in zip(features, shapes, strict=True):
        own = feature.get("properties") or {}
        spot = dict(zip(("lon", "lat", "elevation"), _spot(shape["coordinates"]), strict=False))
        rows.append({name: own[name] for name in own if name.lower() not in AXES} | spot)
    return records_of(rows)


def network(features: list[Any]) -> nx.Graph[Any]:
    """Return the graph of features; its nodes are coordinates. It is directed if one line is."""
    nodes: dict[Any, dict[str, Any]] = {}
    lines: list[tuple[list[Any], dict[str, Any]]] = []
    ways: list[int] = []
    names = list(dict.fromkeys(chain(*(feature.get("properties") or () for feature in features))))
    way = Table(columns=[], header=names).column("oneway")
    for number, feature in enumerate(features, 1):
        shape, own = _shape(number, feature), feature.get("properties") or {}
        kind, points = shape["type"], shape["coordinates"]
        if kind == "Point":
            nodes.setdefault(_spot(points), {}).update(own)
            continue
        if kind not in {"LineString", "MultiLineString"}:
            raise ValueError(f"a network has points and lines, got {kind!r:.40}")
        if kind == "MultiLineString" and len(points) > 1 and {*ROLES["weight"]} & own.keys():
            raise ValueError("one length for several lines: split the MultiLineString")
        for line in points if kind == "MultiLineString" else [points]:
            if len(line) < 2:
                raise ValueError("a line has at least two points")
            lines.append((list(map(_spot, line)), own))
            ways.append(way_of(None if way is None else own.get(names[way])))
    for v in [end for line, _ in lines for end in (line[0], line[-1])]:
        nodes.setdefault(v, {})
    if len({len(v) for v in nodes}) > 1:
        raise ValueError("some places have a height, others none")
    if inner := next((v for line, _ in lines for v in line[1:-1] if v in nodes), None):
        raise ValueError(f"{inner} is an end or a place, but within a line: split the line there")
    lines = in_ways(lines, ways, lambda row: (row[0][::-1], row[1]))
    bends = [(line, [v[:2] for v in line], own) for line, own in lines]
    edges = [(line[0], line[-1], own | {"geometry": shape}) for line, shape, own in bends]
    G = graph_of(edges, directed=any(ways), nodes=nodes)
    for v, own in nodes.items():
        G.nodes[v].update(own, pos=v[:2])
    return G


def _shape(number: int, feature: Any) -> Any:
    """Return the geometry of a feature, which must not be empty."""
    shape = feature["geometry"]
    if not (shape and shape.get("coordinates", True)):
        raise InvalidArgument(f"feature {number} has no geometry: take it out")
    return shape


def _spot(point: list[Any]) -> tuple[float, ...]:
    """Return a position as a name, which is equal for 1 and 1.0."""
    x, y, *height = (coordinate + 0.0 for coordinate in point)
    return (x, y, *height[:1])


def add_lengths(G: nx.Graph[Any]) -> nx.Graph[Any]:
    """Give edges a ``weight``: another property that is a length, or else meters on the globe."""
    rows = [data for *_, data in G.edges(data=True)]
    found = [name for name in ROLES["weight"] if any(name in data for data in rows)]
    if "weight" not in found[:1]:
        if len(found) > 1:
            raise ValueError(f"which is the length, {' or '.join(found)}? call it weight")
        for data in rows:
            data["weight"] = data[found[0]] if found else _meters(data["geometry"])
        G.graph["weight"] = f"`{found[0]}`" if found else "haversine, in meters"
    return G


def _meters(line: list[tuple[float, float]]) -> float:
    """Return the length of a line of longitudes and latitudes."""
    globe = KINDS["haversine"].measure([(y, x) for x, y in line])
    return float(sum(globe.true_length(i, j) for i, j in pairwise(range(len(line)))))
