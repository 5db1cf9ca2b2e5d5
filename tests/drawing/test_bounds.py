"""Pictures of lower bounds."""

import itertools
import math
import random
import xml.etree.ElementTree as ET
from collections import defaultdict
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

import networkx as nx
import numpy as np
import pytest
from drawing_bounds import EXAMPLES, RECTANGLE, rectangle, scattered, trivial
from drawing_scenes import layers, parts, proof_scene, words
from drawing_walks import ROADS, TOWNS
from hypothesis import given, strategies as st
from matplotlib.collections import EllipseCollection, PolyCollection
from matplotlib.colors import to_hex
from matplotlib.figure import Figure
from svg_reading import coordinates, of_class, tag
from together import examples, together

from icosian.drawing import draw, to_svg
from icosian.drawing.proofs import _bands
from icosian.exceptions import NoWalk
from icosian.proofs import DualWeights, LowerBound
from icosian.proofs.bounds import RootWeights
from icosian.proofs.certificate import no_limit
from icosian.proofs.lengths import cycle_problem
from icosian.routes.maps import route_map, terrain_map
from icosian.routes.rounds import traveling_salesman
from icosian.tours.shortest.places import Places
from icosian.tours.shortest.question import ShortestTour

EVERY = together("name", EXAMPLES)


def subject(tour):
    return tour.places if tour.graph is None else tour.graph


def lines(scene, kind):
    return layers(scene, "stroke").get(kind, [])


def legend(scene):
    return " ".join(words(scene, "name"))


@EVERY
def test_the_examples_are_true(name):
    tour, proof = EXAMPLES[name]
    proof.check(subject(tour))


@EVERY
def test_a_picture_names_the_claim_and_both_numbers(name):
    tour, proof = EXAMPLES[name]
    scene = proof_scene(proof, tour)
    assert " ".join(words(scene, "heading")) == proof.claim
    assert "prove" in legend(scene)
    assert "the tour" in legend(scene)
    assert "the tour" not in legend(proof_scene(proof, subject(tour)))


def test_the_sets_of_a_comb_have_a_letter_each():
    G = nx.complete_graph(9)
    nx.set_edge_attributes(G, 9, "weight")
    comb = ((0, 1, 2), (0, 3), (1, 4), (2, 5))
    dual = DualWeights(potentials=(0,) * 9, families=((0, 3),))
    proof = LowerBound(
        closed=True, bound=0, nodes=tuple(G), scale=6, families=(comb,), weights=(dual,), tree=(0,)
    )
    scene = proof_scene(proof, G)
    assert "".join(sorted({*words(scene, "tag")})) == "ABCD"
    assert "comb A, B, C, D: 0.5" in legend(scene)


@pytest.mark.parametrize(("require", "bound"), [((), 14), (((3, 4),), 15)])
def test_weights_without_borders_may_show_a_minimum_1_tree(require, bound):
    G = nx.cycle_graph(6)
    nx.set_edge_attributes(G, {(u, v): 1 + u for u, v in G.edges}, "weight")
    G.add_edge(1, 4, weight=2)
    proof = trivial(G, bound=bound, require=require)
    proof.check(G)
    scene = proof_scene(proof, G)
    assert "Strong edges are a minimum 1-tree" in legend(scene)
    assert len(lines(scene, "strong")) == 6
    assert f"prove {bound}" in legend(scene)


def test_a_set_with_home_is_outlined_from_the_other_side():
    G = nx.path_graph(5)
    dual = DualWeights(potentials=(0,) * 6, families=((0, 1),))
    proof = LowerBound(
        closed=False,
        bound=0,
        nodes=tuple(G),
        scale=1,
        families=(((3, 4, 5),),),
        weights=(dual,),
        tree=(0,),
    )
    inside = {x for line in lines(proof_scene(proof, G), "set1") for x, _ in line}
    other = LowerBound(**{**vars(proof), "families": (((0, 1, 2),),)})
    assert inside == {x for line in lines(proof_scene(other, G), "set1") for x, _ in line}


def test_complete_graphs_show_tight_edges_only():
    G = nx.complete_graph(20)
    for u, v in G.edges:
        G.edges[u, v]["weight"] = 0 if abs(u - v) in {1, 19} else 7
    scene = proof_scene(trivial(G), G)
    assert not parts(scene, "edge")
    assert len(lines(scene, "strong")) == 20


def test_a_circle_is_in_the_order_of_the_tour():
    rows = [[0 if u == v else (7 * u - 7 * v) % 20 for u in range(20)] for v in range(20)]
    places = Places.from_matrix(rows)
    order = [3 * k % 20 for k in range(20)]
    proof = trivial(range(20), size=40)
    tour = ShortestTour(order, is_closed=True, length=0, bound=0, proof=proof, places=places)
    scene = proof_scene(proof, tour)
    on_tour = [*lines(scene, "strong"), *lines(scene, "split")]
    assert len(on_tour) == 20
    assert max(math.dist(*line) for line in on_tour) < 2


def test_lengths_may_come_from_a_function():
    tour, proof = EXAMPLES["triangles"]
    G = nx.Graph(tour.graph.edges)

    def lengths(u, v, _data):
        return 10 if abs(u - v) == 3 else 2

    assert "prove 28" not in legend(proof_scene(proof, G))
    assert "prove 28" in legend(proof_scene(proof, G, weight=lengths))


# Weights.


def dual(proof, G):
    problem = cycle_problem(G, proof.statement, proof.nodes, proof.unit, proof.weight, no_limit)
    return RootWeights(proof, problem)


@given(st.integers(4, 7), st.data())
def test_any_weights_give_a_bound_below_every_tour(n, data):
    G = nx.complete_graph(n)
    for u, v in G.edges:
        G.edges[u, v]["weight"] = data.draw(st.integers(-5, 20))
    potentials = tuple(data.draw(st.integers(-9, 9)) for _ in range(n))
    part = tuple(sorted(data.draw(st.sets(st.integers(0, n - 1), min_size=1, max_size=n - 1))))
    families = data.draw(st.sampled_from([(), ((0, 3),)]))
    proof = LowerBound(
        closed=True,
        bound=-100,
        nodes=tuple(G),
        scale=2,
        families=((part,),),
        weights=(DualWeights(potentials=potentials, families=families),),
        tree=(0,),
    )
    shortest = min(
        sum(G.edges[pair]["weight"] for pair in itertools.pairwise((0, *order, 0)))
        for order in itertools.permutations(range(1, n))
    )
    weights = dual(proof, G)
    assert weights.bound <= shortest
    assert not weights.is_tree or (len(weights.edges) == n and not families)


def test_the_root_comes_before_the_weights_of_cases():
    G = nx.cycle_graph(4)
    root = DualWeights(potentials=(1, 2, 3, 4))
    proof = LowerBound(
        closed=True,
        bound=0,
        nodes=tuple(G),
        scale=2,
        root=root,
        weights=(DualWeights(potentials=(0,) * 4),),
        tree=(0,),
    )
    assert list(dual(proof, G).nodes.values()) == [Fraction(k, 2) for k in (1, 2, 3, 4)]


def test_a_set_of_a_digraph_is_shown_if_it_divides_no_node():
    G = nx.DiGraph([(0, 1), (1, 2), (2, 0), (1, 0)])
    families = (((0, 1, 3, 4),), ((0, 1, 3),))
    weights = DualWeights(potentials=(0,) * 6, families=((0, 1), (1, 1)))
    proof = LowerBound(
        closed=True,
        bound=0,
        nodes=(0, 1, 2),
        scale=1,
        families=families,
        weights=(weights,),
        tree=(0,),
    )
    ((parts, weight),) = dual(proof, G).families
    assert parts in ([{0, 1}], [{2}])
    assert weight == 1


def areas(scene, kind):
    """The discs of a kind, with their radii."""
    found = [one for one in scene.painted() if one.style == f"area {kind}"]
    return [pair for area in found for pair in discs(area).items()]


def discs(layer):
    """The radius of the disc at each point."""
    return dict(zip(layer.shapes.at, layer.shapes.radii, strict=True))


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
    assert parts(scene, "move closed") == [[(0, 0), (40, 0), (40, 30), (0, 30)]]


@pytest.mark.parametrize("seed", range(4))
def test_no_two_areas_overlap(seed):
    tour = scattered(30, seed=seed)
    scene = proof_scene(tour.proof, tour)
    zones = areas(scene, "zone")
    for (p, r), (q, s) in itertools.combinations(zones, 2):
        assert math.dist(p, q) > r + s - 1  # lengths are rounded
    # Of any two moats, one is in the gap of the other, or they are apart.
    moats = [
        (discs(area), discs(gap))
        for area, gap in itertools.pairwise(scene.painted())
        if area.style.startswith("area moat")
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


@pytest.mark.parametrize("distance", ["euclidean", "manhattan"])
def test_both_backends_draw_the_same_areas(distance):
    tour, proof = rectangle(distance)
    scene = proof_scene(proof, tour)
    is_manhattan = distance == "manhattan"
    artists = draw(proof, G=tour, ax=Figure().add_subplot())
    root = ET.fromstring(to_svg(proof, G=tour))
    svg = of_class(root, "area")
    kind = PolyCollection if is_manhattan else EllipseCollection
    below = [one for one in artists if isinstance(one, kind) and one.get_zorder() < 1]
    assert len(svg) == sum(map(len, layers(scene, "area").values()))
    colors = [one.look.color for one in scene.painted() if one.role == "area"]
    assert [to_hex(one.get_facecolor()[0]) for one in below] == colors
    assert {tag(e) for e in svg} == {"polygon" if is_manhattan else "circle"}


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
    assert "prove 225" in legend(scene)


@together(
    "places",
    [
        Places([(0, 0), (0, 90), (80, 0), (80, 90)], "haversine"),
        Places.from_matrix([[0, 1, 5], [1, 0, 2], [5, 2, 0]]),
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
    assert not layers(scene, "area")
    assert parts(scene, "heading")


def test_huge_lengths_are_rounded_down():
    points = (np.random.default_rng(3).integers(0, 1000, (8, 2)) * 2**34).tolist()
    places = Places(points, "EUC_2D")
    scene = proof_scene(trivial(places.nodes), places)
    short = Places([(x >> 34, y >> 34) for x, y in points])
    first, second = (
        sum(radius for _, radius in areas(picture, "zone"))
        for picture in (scene, proof_scene(replace(trivial(short.nodes), unit=short.unit), short))
    )
    assert first == pytest.approx(2**34 * second, rel=0.2)


# Bounds of walks: zones and moats on roads, and what they prove.


STAR = route_map(
    [("X", town, 2) for town in "ABC"], pos={v: TOWNS[v] for v in "ABC"} | {"X": (4, 2)}
)


def towns(directed=False):
    return route_map(ROADS, pos=TOWNS, directed=directed)


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


@examples(15)
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
        (route_map([*ROADS, ("C", "A", 1)], pos=TOWNS, directed=True), {"cycle": False}),
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
        plan = proof_scene(walk.proof, given_)
        assert ("zone" in layers(plan, "stroke")) == (
            isinstance(G, nx.DiGraph) and not options and "A" in G
        )


def test_stops_that_cannot_be_reached_are_drawn_by_the_part_without_a_way_out():
    G = nx.DiGraph([("a", "b"), ("b", "c"), ("c", "b")])
    with pytest.raises(NoWalk) as error:
        traveling_salesman(G, ["a", "c"], weight=None)
    root = ET.fromstring(to_svg(error.value.proof, G=G).encode())
    assert len([e for e in of_class(root, "spot") if "part1" in e.get("class")]) == 2
    assert "No road leads out of the part in color" in "".join(root.itertext())
