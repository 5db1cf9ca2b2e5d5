"""Tracks: a way on the globe follows the streets, in formats that other programs read."""

import itertools
import json
import math
from types import SimpleNamespace
from xml.etree import ElementTree as ET

import networkx as nx
import pytest
from together import together

import icosian
from icosian import InvalidArgument, shortest_tour, traveling_salesman
from icosian.routes import Walk

GPX = "{http://www.topografix.com/GPX/1/1}"
BENT = [(11.0, 50.0), (11.5, 50.4, 7.0), (12.0, 50.0)]


def town(geometry=None, kind=nx.MultiDiGraph):
    """Return three nodes as OSMnx has them; of two streets from 1 to 2 the second is shorter."""
    G = kind(crs="epsg:4326")
    G.add_node(1, x=11.0, y=50.0)
    G.add_node(2, x=12.0, y=50.0)
    G.add_node(3, x=11.5, y=51.0)
    for u, v in nx.complete_graph([1, 2, 3]).to_directed().edges:
        G.add_edge(u, v, length=100.0, osmid=7)
    G.add_edge(1, 2, length=90.0, osmid=[8, 9], geometry=geometry)
    return G


def points(gpx, name):
    """Return all points of one kind of a GPX text."""
    found = ET.fromstring(gpx).iter(GPX + name)
    return [(float(one.get("lon")), float(one.get("lat"))) for one in found]


@together(
    "geometry",
    [BENT, BENT[::-1], SimpleNamespace(coords=BENT), SimpleNamespace(coords=tuple(BENT[::-1]))],
)
def test_a_walk_bends_as_the_shortest_of_parallel_streets(geometry):
    walk = traveling_salesman(town(geometry), start=1, end=3, cycle=False, weight="length")
    assert list(walk.edges(keys=True)) == [(1, 2, 1), (2, 3, 0)]
    line = [[11.0, 50.0], [11.5, 50.4], [12.0, 50.0], [11.5, 51.0]]
    features = json.loads(walk.to_geojson())["features"]
    assert features[0]["geometry"] == {"type": "LineString", "coordinates": line}
    assert [one["properties"] for one in features[1:]] == [
        {"name": str(v), "number": v} for v in (1, 2, 3)
    ]
    assert features[3]["geometry"] == {"type": "Point", "coordinates": [11.5, 51.0]}
    gpx = walk.to_gpx()
    assert points(gpx, "trkpt") == list(map(tuple, line))
    assert points(gpx, "wpt") == [(11.0, 50.0), (12.0, 50.0), (11.5, 51.0)]


def test_a_way_across_the_180th_meridian_is_cut_there():
    tour = shortest_tour(
        {"Suva": (-18, 178), "Apia": (-14, -172), "Nuku": (-21, -175)}, "haversine"
    )
    shape = json.loads(tour.to_geojson())["features"][0]["geometry"]
    assert shape["type"] == "MultiLineString"
    lines = shape["coordinates"]
    assert len(lines) == 3
    for before, after in itertools.pairwise(lines):
        (x, y), (x1, y1) = before[-1], after[0]
        assert (abs(x), x1, y1) == (180, -x, y)
    for line in lines:
        assert all(abs(x - x1) <= 180 for (x, _), (x1, _) in itertools.pairwise(line))


def test_keys_are_those_of_the_weight_that_was_asked_for():
    G = town()
    nx.set_edge_attributes(G, 1, "time")
    G[1][2][1]["time"] = None  # closed
    for weight, key in (("length", 1), ("time", 0), (None, 0), (lambda u, v, data: 1, 0)):
        walk = traveling_salesman(G, [2], start=1, weight=weight, cycle=False)
        assert list(walk.edges(keys=True)) == [(1, 2, key)]
        assert list(walk.edges()) == [(1, 2)]
    assert all(edge in G.edges for edge in traveling_salesman(G, weight=None).edges(keys=True))


@together(
    ("way", "reason"),
    [
        (lambda: traveling_salesman(nx.cycle_graph(3), weight=None), "x and y, or pos, of all"),
        (lambda: Walk(["ab"], is_closed=False, length=1), "x and y, or pos, of all"),
        (lambda: shortest_tour([(0, 0), (1, 0), (0, 1)]), "or haversine distances"),
        (lambda: shortest_tour([[0, 1, 2], [1, 0, 1], [2, 1, 0]]), "or haversine distances"),
        (
            lambda: traveling_salesman(
                icosian.route_map([(0, 1, 1)], pos={0: (500, 6e6), 1: (0, 0)})
            ),
            r"in degrees, but a node is at \(500.0, 6000000.0\); OSMnx has project_graph",
        ),
    ],
)
def test_what_is_not_on_the_globe_is_refused(way, reason):
    found = way()
    for write in (found.to_geojson, found.to_gpx):
        with pytest.raises(InvalidArgument, match=reason):
            write()


def test_pictures_have_the_positions_of_streets():
    from icosian.drawing.geometry import node_points

    degrees = node_points(town(), [1, 2, 3]).places
    assert degrees[1][1] == 50.0
    width = math.cos(math.radians(50.5))  # a degree of longitude in the middle
    assert math.isclose(degrees[2][0] - degrees[1][0], width)
    meters = town()
    meters.graph["crs"] = "epsg:32632"
    assert node_points(meters, [1, 2, 3]).places == {1: (11, 50), 2: (12, 50), 3: (11.5, 51)}
