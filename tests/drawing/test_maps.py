"""Pictures of shortest paths and of walks."""

import itertools
import math
import re
import xml.etree.ElementTree as ET
from collections import Counter
from itertools import pairwise

import networkx as nx
import pytest
from drawing_routes import EIGHT, PLACES, ROUTES, asked, eight
from drawing_scenes import height, layers, parts, radius, route_scene, scene_made, words, written
from drawing_walks import ROADS, TOWNS, WALKS
from hypothesis import given, strategies as st
from svg_reading import of_class, tag
from together import examples, together

from icosian.boardgraphs.graph import knight_graph
from icosian.drawing import to_svg
from icosian.drawing.scene import text_width
from icosian.drawing.styles import HEAT, LEGS
from icosian.exceptions import InvalidArgument
from icosian.routes import postman_walk
from icosian.routes.maps import route_map
from icosian.routes.rounds import Walk
from icosian.routes.search import dijkstra


def scene(name):
    G, paths, target = ROUTES[name]
    return route_scene(G, paths, target=target)


def picture(name):
    G, paths, target = ROUTES[name]
    return ET.fromstring(to_svg(**asked(G, paths, target)).encode())


def places(G):
    """Where the nodes stand, each alone in the picture of its own."""
    return {v: parts(route_scene(G, dijkstra(G, v)), "start")[0] for v in G}


def drawn(G, paths=None, *kinds, target=None):
    """The roads of some kinds as pairs of nodes; an arc joins the ends of its line."""
    at = {p: v for v, p in places(G).items()}
    return [
        (at[line[0]], at[line[-1]])
        for kind, lines in layers(route_scene(G, paths, target=target), "stroke").items()
        if kind in kinds
        for line in lines
    ]


def pairs(edges):
    return sorted(map(sorted, edges))


def texts(root, name):
    return [e.text for e in of_class(root, name)]


def weights(G, paths=None):
    return sorted(words(route_scene(G, paths), "tag"))


# What every picture keeps.


# Roads.


@pytest.mark.parametrize("pos", [None, PLACES])
def test_every_road_has_its_weight_on_it(pos):
    G = eight(pos=pos)
    at = places(G)
    plan = route_scene(G, dijkstra(G, "A"))
    left = list(parts(plan, "tag"))
    for u, v, weight in EIGHT:
        on_road = [
            label
            for label in left
            if label.text == str(weight)
            and math.isclose(
                math.dist(at[u], label.at) + math.dist(label.at, at[v]), math.dist(at[u], at[v])
            )
        ]
        left.remove(on_road[0])
    assert not left


# Shortest paths.


def tree_of(paths):
    return {edge for v in paths.distances for edge in itertools.pairwise(paths.path(v))}


def ties_of(paths):
    tree = tree_of(paths)
    arcs = {(u, v) for v in paths.distances for u in paths.predecessors[v]}
    return arcs - tree - {(v, u) for u, v in tree}


@examples(10)
@given(
    st.integers(2, 7),
    st.booleans(),
    st.lists(st.tuples(st.integers(0, 6), st.integers(0, 6), st.integers(0, 3)), max_size=20),
)
def test_the_tree_is_what_path_takes_and_the_dashes_are_the_other_ties(n, directed, roads):
    G = nx.empty_graph(n, create_using=nx.DiGraph if directed else nx.Graph)
    G.add_weighted_edges_from((u % n, v % n, w) for u, v, w in roads)
    paths = dijkstra(G, 0)
    assert {frozenset(edge) for edge in drawn(G, paths, "tree")} == {
        frozenset(edge) for edge in tree_of(paths)
    }
    assert {frozenset(edge) for edge in drawn(G, paths, "tied")} == {
        frozenset(edge) for edge in ties_of(paths)
    }
    ET.fromstring(to_svg(paths, G=G))


def test_names_do_not_cover_each_other_where_there_is_room():
    plan = scene("positions")
    font = {one: height(plan, style) for style in ("name", "tag") for one in parts(plan, style)}
    shift = {"start": 0.5, "middle": 0.0, "end": -0.5}
    for one, two in itertools.combinations(font, 2):
        (x1, y1), (x2, y2) = one.at, two.at
        w1, w2 = (text_width(label.text) * font[label] for label in (one, two))
        x1, x2 = x1 + shift[one.anchor] * w1, x2 + shift[two.anchor] * w2
        room = max(font[one], font[two])
        assert abs(x1 - x2) >= (w1 + w2) / 2 or abs(y1 - y2) >= room, (one, two)


# Boards.


def heat(root):
    """The shade of each square, from top left, or None where it has the colors of the board."""
    return [
        int(e.get("class")[4:]) if e.get("class").startswith("heat") else None
        for e in root.iter()
        if tag(e) == "rect" and re.fullmatch(r"heat\d+|light|dark|hole", e.get("class") or "")
    ]


def test_every_square_has_its_distance_as_number_and_shade():
    G, paths, _ = ROUTES["board"]
    root = picture("board")
    squares = list(itertools.product(range(8), repeat=2))
    shades = dict(zip(squares, heat(root), strict=True))
    assert sorted(texts(root, "number")) == sorted(str(paths.distances[v]) for v in G)
    ordered = sorted(squares, key=paths.distances.__getitem__)
    for u, v in itertools.pairwise(ordered):
        nearer = paths.distances[u] < paths.distances[v]
        assert shades[u] < shades[v] if nearer else shades[u] == shades[v]
    assert (shades[7, 0], shades[0, 7]) == (0, len(HEAT) - 1)
    assert not of_class(root, "tag")
    assert not of_class(root, "edge")


def board_cell(row, column, *, rows):
    return "dark" if (rows - 1 - row + column) % 2 == 0 else "light"


# What is refused.


def test_paths_over_roads_that_are_not_there_are_refused():
    G = eight()
    paths = dijkstra(G, "A")
    G.remove_edge("C", "E")
    with pytest.raises(InvalidArgument, match="use the edge 'C', 'E', which G lacks"):
        to_svg(paths, G=G)
    K = knight_graph(3)
    paths = dijkstra(K, "a1")
    K.remove_edge((2, 0), (0, 1))
    with pytest.raises(InvalidArgument, match="which G lacks"):
        to_svg(paths, G=K, target="b3")


EVERY = together("name", WALKS)


def legs_of(plan, role="stroke"):
    found = layers(plan, role).items()
    return {kind: lines for kind, lines in found if kind[:3] in {"leg", "mov"}}


def lines_of(plan):
    return [line for lines in legs_of(plan).values() for line in lines]


@EVERY
def test_a_closed_walk_has_a_start_and_an_open_one_two_ends(name):
    walk, plan = WALKS[name], scene_made(WALKS[name])
    assert len(parts(plan, "end")) == (not walk.is_closed and len(walk.stops) > 1)
    assert plan.title.startswith(f"{'closed' if walk.is_closed else 'open'} walk of ")
    assert words(plan, "heading") == [f"Length {walk.length}"]


@EVERY
def test_stops_are_numbered_in_the_order_of_the_visit(name):
    walk, plan = WALKS[name], scene_made(WALKS[name])
    numbers = list(map(int, written(plan).values()))
    assert set(numbers) <= set(range(1, len(walk.stops) + 1))
    assert 1 in numbers
    for p, q in pairwise(sorted(written(plan))):
        assert math.dist(p, q) > 1.8 * radius(plan, "start")
    assert not written(scene_made(walk, numbers=False))


@given(st.lists(st.sampled_from("ABCDEF"), min_size=2, max_size=6))
def test_lanes_of_a_road_are_apart_and_a_road_used_once_is_straight(stops):
    G = nx.Graph((u, v) for u, v, _ in ROADS)
    legs = [nx.shortest_path(G, u, v) for u, v in pairwise(stops) if u != v] or [stops[:1]]
    walk = Walk(legs, is_closed=False, length=0, G=route_map(ROADS, pos=TOWNS))
    plan = scene_made(walk, arrows=False)
    passes = Counter(map(frozenset, walk.edges()))
    drawn = [pair for line in lines_of(plan) for pair in pairwise(line)]
    for road, k in passes.items():
        p, q = (TOWNS[v] for v in road)
        way = (complex(*q) - complex(*p)) / math.dist(p, q)
        middle = (complex(*p) + complex(*q)) / 2
        lanes = []
        for line in drawn:
            a, b = ((complex(*end) - middle) / way for end in line)  # the road is the real axis
            if a.real * b.real < 0 and math.isclose(a.imag, b.imag, abs_tol=1e-6):
                lanes += [a.imag] * (abs(a.imag) < 1)
        assert len(lanes) == k
        gaps = [b - a for a, b in pairwise(sorted(lanes))]
        assert all(gap > 0.2 * plan.unit for gap in gaps)
        assert math.isclose(sum(lanes), 0, abs_tol=1e-6)


@EVERY
def test_legs_are_drawn_in_their_order_from_stop_to_stop(name):
    walk, plan = WALKS[name], scene_made(WALKS[name])
    shades = [int(kind.strip("legmov")) for kind in legs_of(plan)]
    assert shades == sorted(shades)
    assert all(0 <= shade < LEGS for shade in shades)
    if len(walk) == 1:
        assert not shades
    elif name not in {"torus", "layers"}:
        ends = [(line[0], line[-1]) for line in lines_of(plan)]
        assert len(ends) == len(walk.legs)
        assert all(a[1] == b[0] for a, b in pairwise(ends))


def test_a_walk_along_streets_is_colored_and_numbered_along_the_way():
    walk = postman_walk(nx.grid_2d_graph(3, 3))
    steps = len(walk) - 1
    scene = scene_made(walk)
    assert words(scene, "tag") == list(map(str, range(1, steps + 1)))
    assert {"start", "end"} <= set(words(scene, "name"))
    legs = legs_of(scene)
    assert len(legs) == LEGS
    firsts = [tuple(next(iter(legs[f"leg{k}"]))[:2]) for k in range(LEGS)]
    assert len(set(firsts)) == LEGS


def test_between_lanes_a_walk_turns_in_a_curve():
    G = nx.path_graph(3)
    nx.set_node_attributes(G, {v: (4.0 * v, 0.0) for v in G}, "pos")
    walk = Walk([[0, 1, 2, 1, 0]], is_closed=True, length=4, G=G)
    (line,) = parts(scene_made(walk), "stroke leg0")
    turns = [
        abs(math.remainder(math.atan2(*two) - math.atan2(*one), math.tau))
        for one, two in itertools.pairwise(
            (y1 - y, x1 - x) for (x, y), (x1, y1) in itertools.pairwise(line[1:-1])
        )
    ]
    assert max(turns) < math.pi / 3
