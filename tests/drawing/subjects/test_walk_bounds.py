"""Pictures of bounds of walks: zones and moats on roads, and what they prove."""

import random
import xml.etree.ElementTree as ET
from collections import defaultdict
from itertools import pairwise

import networkx as nx
import pytest
from drawing_walks import PLACES, ROADS
from hypothesis import given, settings, strategies as st
from svg_reading import coordinates, of_class

from icosian.drawing import to_svg
from icosian.drawing.subjects.moats import _bands, walk_bound_layout
from icosian.exceptions import InvalidArgument, NoWalk
from icosian.routes.maps import route_map, terrain_map
from icosian.routes.traveling_salesman import traveling_salesman

STAR = route_map(
    [("X", town, 2) for town in "ABC"], pos={v: PLACES[v] for v in "ABC"} | {"X": (4, 2)}
)


def kinds(plan):
    return {strokes.kind for strokes in plan.strokes}


def towns(directed=False):
    return route_map(ROADS, pos=PLACES, directed=directed)


def test_zones_and_moats_prove_the_bound_on_a_star():
    walk = traveling_salesman(STAR, [*"ABC"])
    plan = walk_bound_layout(walk.proof, walk)
    assert plan.legend[0].text == "Zones and moats prove 12, the walk has 12"
    assert "zone" in kinds(plan)
    assert plan.heading[0].text.startswith("There is no closed walk through the 3 stops")


@st.composite
def maps(draw):
    n = draw(st.integers(4, 9))
    G = nx.path_graph(n)
    G.add_edges_from(
        draw(st.lists(st.tuples(st.integers(0, n - 1), st.integers(0, n - 1)), max_size=9))
    )
    for u, v in G.edges:
        G.edges[u, v]["weight"] = draw(st.integers(0, 9))
    stops = draw(st.permutations(range(n)))
    return G, stops[: draw(st.integers(3, n))]


@settings(max_examples=15, deadline=None)
@given(maps(), st.integers(0, 99))
def test_bands_are_apart_and_every_walk_crosses_them_all_twice(case, seed):
    G, stops = case
    proof = traveling_salesman(G, stops).proof
    bands = _bands(proof, G, "weight")
    nodes = list(G)
    parts = defaultdict(list)
    for pieces in bands.pieces.values():
        for u, v, start, end in pieces:
            assert -1e-9 <= start < end <= 1 + 1e-9
            part = (start, end) if u < v else (1 - end, 1 - start)
            parts[frozenset((nodes[u], nodes[v]))].append(part)
    for some in parts.values():
        for (_, end), (start, _) in pairwise(sorted(some)):
            assert end <= start + 1e-9
    inside = {
        road: sum(end - start for start, end in some) * G.edges[tuple(road)]["weight"]
        for road, some in parts.items()
    }
    stops = random.Random(seed).sample(stops, len(stops))
    walk = [nx.shortest_path(G, u, v) for u, v in pairwise([*stops, stops[0]])]
    crossed = sum(inside.get(frozenset(road), 0) for leg in walk for road in pairwise(leg))
    assert crossed >= bands.bound - 1e-6
    assert bands.bound <= proof.bound


@pytest.mark.parametrize(
    ("G", "options"),
    [
        (towns(), {"cycle": False}),
        (nx.DiGraph(towns()), {}),
        (route_map([*ROADS, ("C", "A", 1)], pos=PLACES, directed=True), {"cycle": False}),
        (terrain_map("....\n.##.\n...."), {}),
    ],
    ids=["open", "both ways", "one way", "board"],
)
def test_every_bound_has_a_picture(G, options):
    stops = ["A", "C", "E"] if "A" in G else [(0, 0), (2, 3), (2, 0)]
    walk = traveling_salesman(G, stops, **options)
    for given_ in (walk, G):
        root = ET.fromstring(to_svg(walk.proof, G=given_).encode())
        x0, y0, width, height = map(float, root.get("viewBox").split())
        assert all(x0 <= x <= x0 + width and y0 <= y <= y0 + height for x, y in coordinates(root))
        assert of_class(root, "heading")
        plan = walk_bound_layout(walk.proof, given_)
        assert ("zone" in kinds(plan)) == (isinstance(G, nx.DiGraph) and not options and "A" in G)


def test_what_does_not_fit_the_proof_is_refused():
    walk = traveling_salesman(STAR, [*"ABC"])
    with pytest.raises(InvalidArgument, match="not a node of G"):
        walk_bound_layout(walk.proof, nx.path_graph("AX"))
    with pytest.raises(InvalidArgument, match="graph or a Walk"):
        walk_bound_layout(walk.proof, "AXB")


def test_stops_that_cannot_be_reached_are_drawn_by_the_part_without_a_way_out():
    G = nx.DiGraph([("a", "b"), ("b", "c"), ("c", "b")])
    with pytest.raises(NoWalk) as error:
        traveling_salesman(G, ["a", "c"], weight=None)
    root = ET.fromstring(to_svg(error.value.proof, G=G).encode())
    assert len([e for e in of_class(root, "spot") if "part1" in e.get("class")]) == 2
    assert "No road leads out of the part in color" in "".join(root.itertext())
