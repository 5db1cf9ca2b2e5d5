"""Networks in GeoJSON: lines are edges, what they lack is said or refused."""

import json

import networkx as nx
import pytest
from together import together

import icosian
from icosian import Places, read_graph
from icosian._io.source import Source

A, B, C = [11, 50], [11.01, 50.0], [11.0, 50.01]


def feature(kind, coordinates, **own):
    geometry = {"type": kind, "coordinates": coordinates}
    return {"type": "Feature", "geometry": geometry, "properties": own}


def line(*points, **own):
    return feature("LineString", points, **own)


def read(folder, *features, name="town.geojson"):
    path = folder / name
    path.write_text(json.dumps({"type": "FeatureCollection", "features": features}), "utf-8")
    return read_graph(path)


@pytest.mark.parametrize("name", ["town.geojson", "town.json"])
def test_ends_are_nodes_and_properties_are_attributes(name, tmp_path):
    parts = feature("MultiLineString", [[B, C], [C, A]], name="ring")
    G = read(tmp_path, line(A, B, name="road"), parts, feature("Point", C, inn="yes"), name=name)
    a, b, c = (11.0, 50.0), (11.01, 50.0), (11.0, 50.01)
    assert {*G.edges(data="name")} == {(c, b, "ring"), (c, a, "ring"), (a, b, "road")}
    assert G.nodes[c] == {"inn": "yes", "pos": c}
    walk = icosian.traveling_salesman(G)
    places = Places([(y, x) for x, y in (a, b, c)], "haversine")
    assert walk.length == pytest.approx(float(icosian.shortest_tour(places).length))
    assert '"LineString"' in walk.to_geojson()


def test_a_line_is_as_long_as_all_of_it(tmp_path):
    G = read(tmp_path, line(A, [12, 51], B), line(A, B))
    assert G.is_multigraph()
    bent, straight = (data["weight"] for *_, data in G.edges(data=True))
    legs = Places([(50, 11), (51, 12), (50, 11.01)], "haversine")
    assert bent == pytest.approx(float(legs.true_length(0, 1) + legs.true_length(1, 2)))
    assert straight == pytest.approx(float(legs.true_length(0, 2)))


@together(
    ("own", "said"),
    [
        ({}, "1 street between 2 places, lengths from `weight`, which is haversine, in meters"),
        ({"length": "7.5"}, "lengths from `weight`, which is `length`"),
        ({"weight": 7.5, "length": 3}, "places, lengths from `weight`"),
    ],
)
def test_what_the_lengths_are_is_said(own, said, tmp_path):
    G = read(tmp_path, line(A, B, **own))
    assert str(Source(value=G, lengths="weight")).endswith(said)
    assert not own or G.size("weight") == 7.5


def test_one_way_lines_make_a_digraph(tmp_path):
    lines = [line(A, B, oneway="yes", length=1), line(B, [0, 0], C, oneway="-1", length=2)]
    G = read(tmp_path, *lines, line(C, A, oneway=False, length=3))
    assert isinstance(G, nx.DiGraph)
    a, b, c = (11.0, 50.0), (11.01, 50.0), (11.0, 50.01)
    assert {*G.edges(data="weight")} == {(a, b, 1), (c, b, 2), (c, a, 3), (a, c, 3)}
    assert G[c][b]["geometry"] == [c, (0, 0), b]
