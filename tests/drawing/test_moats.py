"""Pictures of zones and moats: where they are, how large, and the two numbers."""

import itertools
import math
import random
import xml.etree.ElementTree as ET
from collections import defaultdict
from dataclasses import replace
from itertools import pairwise

import networkx as nx
import numpy as np
import pytest
from drawing_bounds import RECTANGLE, rectangle, scattered, trivial
from drawing_walks import PLACES, ROADS
from hypothesis import given, settings, strategies as st
from matplotlib.collections import EllipseCollection, PolyCollection
from matplotlib.colors import to_hex
from matplotlib.figure import Figure
from svg_reading import coordinates, of_class, tag
from together import together

from icosian.drawing import draw, to_svg
from icosian.drawing.bounds import _bands, walk_bound_scene
from icosian.drawing.proofs import proof_scene
from icosian.drawing.styles import AREAS, OTHER_MOAT
from icosian.exceptions import InvalidArgument, NoWalk
from icosian.routes.maps import route_map, terrain_map
from icosian.routes.traveling_salesman import traveling_salesman
from icosian.tours.shortest.problem.places import Places


def areas(scene, kind):
    """The discs of a kind, with their radii."""
    return [
        (point, radius)
        for area in scene.areas
        if area.kind == kind
        for point, radius in zip(area.at, area.radii, strict=True)
    ]


def legend(scene):
    return " ".join(label.text for label in scene.legend)


def test_zones_and_moats_are_as_wide_as_the_bound_says():
    tour, proof = rectangle()
    proof.check(tour.places)
    scene = proof_scene(proof, tour)
    zones, moats, gaps = (areas(scene, kind) for kind in ("zone", "moat1", "gap"))
    assert {point for point, _ in zones} == {tuple(map(float, p)) for p in RECTANGLE.values()}
    width = {outer - inner for (_, outer), (_, inner) in zip(moats, gaps, strict=True)}
    assert len(width) == 1
    drawn = 2 * (sum(radius for _, radius in zones) + width.pop())
    assert drawn == pytest.approx(140, rel=0.05)
    assert "prove 140, the length of the tour" in legend(scene)
    assert scene.trail == [[(0, 0), (40, 0), (40, 30), (0, 30), (0, 0)]]


def test_without_the_tour_only_the_bound_is_shown():
    tour, proof = rectangle()
    scene = proof_scene(proof, tour.places)
    assert not scene.trail
    assert "prove 140" in legend(scene)
    assert "the tour" not in legend(scene)


@pytest.mark.parametrize("seed", range(4))
def test_no_two_areas_overlap(seed):
    tour = scattered(30, seed=seed)
    scene = proof_scene(tour.proof, tour)
    zones = areas(scene, "zone")
    for (p, r), (q, s) in itertools.combinations(zones, 2):
        assert math.dist(p, q) > r + s - 1  # lengths are rounded
    # Of any two moats, one is in the gap of the other, or they are apart.
    moats = [
        (dict(zip(area.at, area.radii, strict=True)), dict(zip(gap.at, gap.radii, strict=True)))
        for area, gap in itertools.pairwise(scene.areas)
        if area.kind.startswith("moat")
    ]
    assert len(moats) > 3
    for (outer, gap), (other, _) in itertools.combinations(moats, 2):
        if other.keys() <= outer.keys():
            assert all(other[p] <= gap[p] + 1e-9 for p in other)
        else:
            assert other.keys().isdisjoint(outer)
            assert all(
                math.dist(p, q) > outer[p] + other[q] - 1
                for p, q in itertools.product(outer, other)
            )


def test_moats_inside_each_other_have_two_colors():
    scene = proof_scene(*reversed(rectangle()))
    assert {area.kind for area in scene.areas} == {"zone", "moat1", "gap"}
    tour = scattered(40)
    kinds = [area.kind for area in proof_scene(tour.proof, tour).areas]
    assert {"moat1", "moat2"} < set(kinds)


@pytest.mark.parametrize("distance", ["euclidean", "manhattan"])
def test_both_backends_draw_the_same_areas(distance):
    tour, proof = rectangle(distance)
    scene = proof_scene(proof, tour)
    assert scene.are_diamonds == (distance == "manhattan")
    artists = draw(proof, G=tour, ax=Figure().add_subplot())
    root = ET.fromstring(to_svg(proof, G=tour))
    svg = of_class(root, "area")
    kind = PolyCollection if scene.are_diamonds else EllipseCollection
    below = [one for one in artists if isinstance(one, kind) and one.get_zorder() < 1]
    assert len(svg) == sum(len(area.at) for area in scene.areas)
    assert [to_hex(one.get_facecolor()[0]) for one in below] == [
        AREAS[area.kind] for area in scene.areas
    ]
    assert {tag(e) for e in svg} == {"polygon" if scene.are_diamonds else "circle"}


def test_a_moat_in_a_moat_has_the_other_color():
    tour = scattered(40)
    artists = draw(tour.proof, G=tour, ax=Figure().add_subplot())
    below = [one for one in artists if isinstance(one, EllipseCollection)]
    assert OTHER_MOAT in {to_hex(one.get_facecolor()[0]) for one in below}


@pytest.mark.parametrize("distance", ["euclidean", "manhattan"])
def test_all_areas_are_inside_the_picture(distance):
    tour, proof = rectangle(distance)
    root = ET.fromstring(to_svg(proof, G=tour))
    x0, y0, width, height = map(float, root.get("viewBox").split())
    assert all(x0 <= x <= x0 + width and y0 <= y <= y0 + height for x, y in coordinates(root))
    ax = Figure().add_subplot()
    draw(proof, G=tour, ax=ax)
    assert ax.get_aspect() == 1
    (left, right), (bottom, top) = ax.get_xlim(), ax.get_ylim()
    for (x, y), radius in areas(proof_scene(proof, tour), "moat1"):
        assert left <= x - radius < x + radius <= right
        assert bottom <= y - radius < y + radius <= top


def test_a_complete_graph_at_its_positions_has_zones_and_moats():
    _, proof = rectangle()
    G = nx.complete_graph("abcd")
    nx.set_node_attributes(G, RECTANGLE, "pos")
    for u, v in G.edges:
        G.edges[u, v]["weight"] = math.dist(RECTANGLE[u], RECTANGLE[v])
    assert len(areas(proof_scene(proof, G), "zone")) == 4
    for u, v in G.edges:  # the same in another unit
        G.edges[u, v]["weight"] *= 1.609344
    scene = proof_scene(proof, G)
    width = sum(radius for _, radius in areas(scene, "zone"))
    assert width <= 60
    assert "prove 225.3081" in legend(scene)


@together(
    "places",
    [
        Places([(0, 0), (0, 90), (80, 0), (80, 90)], "haversine"),
        Places.from_matrix([[0, 1, 2], [1, 0, 2], [2, 2, 0]]),
        Places.from_matrix(
            [[0, 1, 2], [1, 0, 9], [2, 9, 0]], positions={0: (0, 0), 1: (1, 0), 2: (0, 1)}
        ),
        Places.from_matrix(
            [[0, 1, 2], [3, 0, 4], [5, 6, 0]], positions={0: (0, 0), 1: (1, 0), 2: (0, 1)}
        ),
    ],
    ids=["globe", "no positions", "no distances", "directed"],
)
def test_where_lengths_are_not_distances_there_are_no_zones(places):
    size = len(places) * (2 if places.directed else 1)
    unit = None if places.is_exact else places.unit
    scene = proof_scene(trivial(places.nodes, size=size, unit=unit), places)
    assert not scene.areas
    assert scene.heading


def test_a_path_has_no_zones():
    tour, _ = rectangle()
    proof = trivial("abcd", size=5, closed=False)
    assert not proof_scene(proof, tour.places).areas


def test_names_are_shown_on_request():
    tour, proof = rectangle()
    assert [label.text for label in proof_scene(proof, tour, names=True).labels] == list("abcd")
    many = scattered(150)
    assert not proof_scene(many.proof, many).labels


def test_huge_lengths_are_rounded_down():
    points = (np.random.default_rng(3).integers(0, 1000, (8, 2)) * 2**34).tolist()
    places = Places(points, "EUC_2D")
    scene = proof_scene(trivial(places.nodes), places)
    short = Places([(x >> 34, y >> 34) for x, y in points])
    first, second = (
        sum(radius for _, radius in areas(picture, "zone"))
        for picture in (
            scene,
            proof_scene(replace(trivial(short.nodes), unit=short.unit), short),
        )
    )
    assert first == pytest.approx(2**34 * second, rel=0.2)


# Bounds of walks: zones and moats on roads, and what they prove.


STAR = route_map(
    [("X", town, 2) for town in "ABC"], pos={v: PLACES[v] for v in "ABC"} | {"X": (4, 2)}
)


def kinds(plan):
    return {strokes.kind for strokes in plan.strokes}


def towns(directed=False):
    return route_map(ROADS, pos=PLACES, directed=directed)


def test_zones_and_moats_prove_the_bound_on_a_star():
    walk = traveling_salesman(STAR, [*"ABC"])
    plan = walk_bound_scene(walk.proof, walk)
    assert plan.legend[0].text == "Zones and moats prove 12, the length of the walk"
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


@together(
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
        plan = walk_bound_scene(walk.proof, given_)
        assert ("zone" in kinds(plan)) == (isinstance(G, nx.DiGraph) and not options and "A" in G)


def test_what_does_not_fit_the_proof_is_refused():
    walk = traveling_salesman(STAR, [*"ABC"])
    with pytest.raises(InvalidArgument, match="not a node of G"):
        walk_bound_scene(walk.proof, nx.path_graph("AX"))
    with pytest.raises(InvalidArgument, match="graph or a Walk"):
        walk_bound_scene(walk.proof, "AXB")


def test_stops_that_cannot_be_reached_are_drawn_by_the_part_without_a_way_out():
    G = nx.DiGraph([("a", "b"), ("b", "c"), ("c", "b")])
    with pytest.raises(NoWalk) as error:
        traveling_salesman(G, ["a", "c"], weight=None)
    root = ET.fromstring(to_svg(error.value.proof, G=G).encode())
    assert len([e for e in of_class(root, "spot") if "part1" in e.get("class")]) == 2
    assert "No road leads out of the part in color" in "".join(root.itertext())
