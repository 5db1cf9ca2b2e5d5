"""Pictures of shortest paths and of walks."""

import itertools
import math
import re
import xml.etree.ElementTree as ET
from collections import Counter
from decimal import Decimal
from fractions import Fraction
from itertools import pairwise

import networkx as nx
import pytest
from drawing_routes import EIGHT, PLACES, ROUTES, SQUARE, asked, eight, scattered
from drawing_scenes import height, layers, parts, radius, route_scene, scene_made, words, written
from drawing_walks import ROADS, TOWNS, WALKS, hill, towns, walk_on
from hypothesis import given, settings, strategies as st
from svg_reading import of_class, only, tag
from together import together

import icosian
from icosian.boardgraphs.graph import knight_graph
from icosian.boards.board import Board
from icosian.drawing import draw, to_html, to_svg
from icosian.drawing.scene import text_width
from icosian.drawing.styles import HEAT, HEATS, LEGS
from icosian.exceptions import InvalidArgument, NotANode
from icosian.routes import postman_walk
from icosian.routes.maps import route_map, terrain_map
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


def test_many_sources_are_counted_and_not_named():
    G = nx.path_graph(9)
    assert "from 4 sources to 9" in to_svg(dijkstra(G, [0, 1, 2, 3]), G=G)
    assert "from 0, 1, 2 to 9" in to_svg(dijkstra(G, [0, 1, 2]), G=G)


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


def test_a_weight_stands_at_the_middle_of_a_road_that_is_alone():
    G = route_map([("A", "B", 7)], pos={"A": (0, 0), "B": (10, 4)})
    (label,) = parts(route_scene(G), "tag")
    assert label == ((5, 2), "7", "middle")


def test_the_weights_are_those_that_the_paths_count():
    G = nx.Graph()
    G.add_edge("A", "B", weight=5, time=2)
    G.add_edge("B", "C", weight=6, time=1)
    assert weights(G) == ["5", "6"]
    assert weights(G, dijkstra(G, "A")) == ["5", "6"]
    assert weights(G, dijkstra(G, "A", weight="time")) == ["1", "2"]
    assert weights(G, dijkstra(G, "A", weight=lambda u, v, data: 9)) == ["9", "9"]
    assert weights(G, dijkstra(G, "A", weight=None)) == []


def test_a_graph_without_weights_has_no_ones_on_its_edges():
    G = nx.cycle_graph(5)
    assert weights(G, dijkstra(G, 0)) == []


def test_of_parallel_roads_the_one_that_counts_is_drawn():
    G = nx.MultiGraph()
    G.add_weighted_edges_from([("A", "B", 5), ("A", "B", 3), ("B", "A", 4)])
    assert weights(G) == ["3"]
    assert pairs(drawn(G, None, "road")) == [["A", "B"]]


@pytest.mark.parametrize("nothing", [None, math.inf])
def test_hidden_roads_and_loops_are_left_out(nothing):
    G = route_map([("A", "B", 1), ("B", "C", 2)])
    G.add_edge("A", "C", weight=nothing)
    G.add_edge("A", "A", weight=1)
    assert pairs(drawn(G, dijkstra(G, "A"), "road", "tree")) == [["A", "B"], ["B", "C"]]
    assert weights(G) == ["1", "2"]


def test_an_arrowhead_points_at_its_node_and_stays_clear_of_it():
    G = route_map([("A", "B", 1)], directed=True, pos={"A": (0, 0), "B": (9, 0)})
    for target, style in ((None, "node"), ("B", "start")):
        plan = route_scene(G, dijkstra(G, "A"), target=target)
        (((tip, *others),),) = layers(plan, "head").values()
        assert tip[0] < 9 - radius(plan, style)
        assert all(x < tip[0] for x, _ in others)


def test_ways_of_different_weight_lie_side_by_side():
    lines = [line for lines in layers(scene("digraph"), "stroke").values() for line in lines]
    bows = [line for line in lines if len(line) > 2]
    assert len(bows) == 2
    there, back = bows
    assert (there[0], there[-1]) == (back[-1], back[0])
    assert math.dist(there[len(there) // 2], back[len(back) // 2]) > 0.3


def test_an_edge_that_weighs_differently_from_either_end_is_two_ways():
    G = nx.path_graph(["A", "B"])
    paths = dijkstra(G, "A", weight=lambda u, v, data: 2 if u == "A" else 3)
    plan = route_scene(G, paths)
    assert sorted(words(plan, "tag")) == ["2", "3"]
    assert [*map(len, layers(plan, "head").values())] == [1, 1]


def test_places_on_the_same_spot_are_drawn():
    G = route_map([(0, 1, 2), (1, 0, 3)], directed=True, pos={0: (1, 1), 1: (1, 1)})
    ET.fromstring(to_svg(dijkstra(G, 0), G=G, target=1))


# Shortest paths.


def tree_of(paths):
    return {edge for v in paths.distances for edge in itertools.pairwise(paths.path(v))}


def ties_of(paths):
    tree = tree_of(paths)
    arcs = {(u, v) for v in paths.distances for u in paths.predecessors[v]}
    return arcs - tree - {(v, u) for u, v in tree}


def test_the_eight_towns_have_their_tree_and_their_path():
    G, paths, _ = ROUTES["circle"]
    path = [["A", "B"], ["B", "C"], ["C", "E"]]
    assert pairs(drawn(G, paths, "path", target="E")) == path
    rest = [["A", "D"], ["A", "H"], ["D", "F"], ["G", "H"]]
    assert pairs(drawn(G, paths, "tree", target="E")) == rest
    assert pairs(drawn(G, paths, "tree")) == sorted(path + rest)
    assert pairs(drawn(G, paths, "road")) == [["E", "H"], ["F", "G"]]


@settings(max_examples=10, deadline=None)
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


def test_ties_are_dashed():
    root = picture("ties")
    assert only(root, "tied").get("stroke-dasharray")
    assert not only(root, "path").get("stroke-dasharray")


@together(
    ("weight", "text"),
    [
        (3, "3"),
        (2.0, "2"),
        (0.1 + 0.2, "0.3"),
        (1234567.8, "1234568"),
        (Fraction(1, 3), "1/3"),
        (Decimal("0.1"), "0.1"),
        (10**30, "10000000000…"),
        (0, "0"),
    ],
)
def test_numbers_are_short(weight, text):
    G = route_map([("A", "B", weight)])
    plan = route_scene(G, dijkstra(G, "A"), target="B")
    assert words(plan, "tag") == [text]
    assert words(plan, "name") == ["A: 0", f"B: {text}"]


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


def test_positions_with_y_upwards_are_turned_the_right_way_up():
    root = picture("positions")
    down = {e.text[0]: float(e.get("y")) for e in of_class(root, "name")}
    assert down["B"] < down["A"] < down["D"]


def test_large_maps_have_no_text_and_keep_their_roads():
    G = scattered(300, 0.1)
    root = picture("crowd")
    assert not of_class(root, "name")
    assert not of_class(root, "tag")
    assert only(root, "road").get("d").count("M") > 300
    assert len(of_class(root, "node")) == len(G) - 1


def test_many_roads_that_cross_are_left_out_but_for_the_tree():
    G = nx.complete_graph(65)  # 2080 roads on a circle
    plan = route_scene(G, dijkstra(G, 0))
    assert {kind: len(lines) for kind, lines in layers(plan, "stroke").items()} == {"tree": 64}
    assert len(parts(plan, "name")) == 65


def test_an_empty_map_is_drawn():
    assert "map of 0 places" in to_svg(nx.Graph(), weight="weight")


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


def test_numbers_stand_on_their_squares():
    _, paths, _ = ROUTES["terrain"]
    numbers = {(round(y), round(x)): text for (x, y), text in written(scene("terrain")).items()}
    assert numbers == {v: str(distance) for v, distance in paths.distances.items()}


def test_squares_that_are_not_reached_keep_the_colors_of_the_board():
    root = picture("terrain")
    assert [e.get("class") for e in root.iter() if tag(e) == "rect" and e.get("x")][2:4] == [
        "hole",
        board_cell(0, 3, rows=3),
    ]
    assert heat(root).count(None) == 6
    assert heat(picture("cut off")).count(None) == 64 - 12


def board_cell(row, column, *, rows):
    return "dark" if (rows - 1 - row + column) % 2 == 0 else "light"


def test_the_path_is_one_line_on_a_rim_and_its_squares_are_discs():
    _, paths, _ = ROUTES["board"]
    plan = scene("board")
    centres = [(column, row) for row, column in paths.path("h8")]
    assert layers(plan, "stroke") == {"rim": [centres], "path": [centres]}
    assert layers(plan, "spot") == {"rest": centres[1:-1]}
    assert words(plan, "number rest") == ["1", "2", "3", "4", "5"]


def test_a_path_that_wraps_leaves_the_board_and_comes_back():
    assert len(parts(scene("torus"), "stroke path")) == 2  # one king's move over the corner


def test_a_board_without_numbers_has_a_scale():
    plan = scene("scale")
    assert not written(plan)
    scale = plan.rows[-1]
    assert list(scale) == sorted(scale)
    assert (scale[0], scale[-1]) == (HEATS[0], HEATS[-1])
    assert set(plan.rows[13:-1]) == {" " * 13}
    names = [*"abcdefghijklm", *map(str, range(13, 0, -1))]
    assert words(plan, "name") == [*names, "0", "distance", "9"]
    assert "distance" not in words(scene("board"), "name") + words(scene("narrow board"), "name")


def test_terrain_alone_shows_what_it_costs():
    assert sorted(texts(picture("bare terrain"), "number")) == sorted("121129111")
    wide = terrain_map([[1, 2, 3] * 5] * 12)
    assert words(route_scene(wide), "name")[-3:] == ["0", "cost", "3"]


def test_a_board_without_paths_is_drawn_as_a_board():
    G = knight_graph(5)
    plan, usual = route_scene(G), scene_made(G)
    assert (plan.rows, plan.painted()) == (usual.rows, usual.painted())


@together("costs", [[0, 0, 0], [Fraction(1, 3), 1, 2], [10**400, 1, 10**400], [1e308, 0.5, 1]])
def test_zero_fractional_and_huge_costs_have_shades(costs):
    G = terrain_map([costs])
    root = ET.fromstring(to_svg(dijkstra(G, (0, 0)), G=G, target=(0, 2)))
    shades = heat(root)
    assert shades == sorted(shades)
    assert shades[0] == 0


# What is refused.


@together("G", ["map", 8, Board((3, 3)), [("A", "B", 1)]])
def test_only_graphs_are_maps(G):
    with pytest.raises(InvalidArgument, match="G must be a networkx graph, got"):
        draw(dijkstra(eight(), "A"), G=G)


def test_a_target_needs_paths():
    with pytest.raises(InvalidArgument, match=r"options .*weight.*; got target='E'"):
        to_svg(eight(), weight="weight", target="E")


@pytest.mark.parametrize("G", [route_map(SQUARE), knight_graph(3)])
def test_paths_of_another_graph_are_refused(G):
    with pytest.raises(InvalidArgument, match="which is not a node of G"):
        to_svg(dijkstra(eight(), "A"), G=G)


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


def test_a_target_that_is_not_reached_or_no_node_is_refused():
    G, paths, _ = ROUTES["unreached"]
    with pytest.raises(nx.NetworkXNoPath, match="no path leads to 5"):
        to_svg(paths, G=G, target=5)
    with pytest.raises(NotANode, match="target 7 is not a node"):
        to_svg(paths, G=G, target=7)


def test_invalid_weights_are_refused_by_name():
    G = nx.Graph()
    G.add_edge("A", "B", weight=-1)
    with pytest.raises(InvalidArgument, match=r"edge \('A', 'B'\) has -1"):
        to_svg(G, weight="weight")


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


def test_stops_without_numbers_differ_from_nodes_that_are_passed():
    plan = scene_made(WALKS["there and back"], numbers=False)
    assert [*map(len, layers(plan, "spot").values())] == [2]
    assert parts(plan, "node") == [TOWNS["B"]]
    assert radius(plan, "spot") > 2 * radius(plan, "node")


def test_a_number_that_would_cover_another_is_left_out():
    assert sorted(written(scene_made(WALKS["large"])).values()) == ["1", "2", "4"]
    assert parts(scene_made(WALKS["large"]), "node")


def test_the_lengths_and_bounds_are_in_the_heading():
    proved = towns("A", "C", bound=4, is_optimal=True)
    assert words(scene_made(proved), "heading") == ["Length 4, the shortest"]
    open_walk = towns("A", "C", bound=3, closed=False)
    assert words(scene_made(open_walk), "heading") == ["Length 2: no walk is shorter than 3"]


def test_each_pass_of_a_road_has_a_lane_on_the_right():
    plan = scene_made(towns("A", "C"))
    out, back = lines_of(plan)
    assert out[0] == back[-1] == TOWNS["A"]
    assert all(y < 0 for _, y in out[1:-1])  # eastward, so right is below
    assert all(y > 0 for _, y in back[1:-1])


def test_on_a_board_the_right_hand_side_is_that_of_the_picture():
    G = nx.subgraph(hill(), [(0, c) for c in range(5)])
    out, back = lines_of(scene_made(walk_on(G, (0, 0), (0, 3))))
    assert all(y > 0 for _, y in out[1:-1])  # rows grow downward
    assert all(y < 0 for _, y in back[1:-1])


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


def test_every_leg_has_an_arrowhead_unless_there_are_none():
    plan = scene_made(WALKS["there and back"])
    assert legs_of(plan, "head").keys() == legs_of(plan).keys()
    bare = scene_made(WALKS["there and back"], arrows=False)
    assert legs_of(bare)
    assert not legs_of(bare, "head")


def test_other_roads_are_light_and_one_way_roads_have_arrowheads():
    plan = scene_made(towns("A", "C", "D"))
    expected = [(TOWNS[u], TOWNS[v]) for u, v in ["AF", "BE", "DE"]]
    assert [(line[0], line[1]) for line in parts(plan, "stroke road")] == expected
    assert not parts(plan, "head road")
    roads = (parts(scene_made(WALKS["one way"]), style) for style in ("stroke road", "head road"))
    assert [*map(len, roads)] == [2, 2]  # from A to F and from C to A


def test_terrain_has_its_costs_and_their_scale_and_even_ground_is_a_board():
    plan = scene_made(WALKS["terrain"])
    assert set("".join(plan.rows)) - {" "} <= set(HEATS)
    assert words(plan, "name")[-3:] == ["0", "cost", "6"]
    G = hill()
    nx.set_node_attributes(G, 1, "cost")
    assert "cost" not in words(scene_made(walk_on(G, (0, 0), (3, 3))), "name")


def test_a_street_that_a_walk_passes_again_has_a_second_lane():
    G = nx.ladder_graph(3)
    walk = postman_walk(G)
    plan = scene_made(walk)
    assert plan.title.startswith("closed walk along streets, from 0")
    assert len(legs_of(plan)) == 1
    again = [edge for edge, times in Counter(map(frozenset, walk.edges())).items() if times > 1]
    assert again == [frozenset({1, 4})]
    assert 'class="' in to_svg(walk)


def test_the_picture_of_a_bound_of_streets_is_the_walk_below_the_claim():
    G = nx.grid_2d_graph(4, 4)
    for edges in (None, [((0, 0), (0, 1)), ((3, 3), (3, 2))]):
        walk = postman_walk(G, edges)
        svg = to_svg(walk.proof, G=walk)
        assert "There is no closed walk along" in svg
        assert "There is no closed walk along" in to_svg(walk.proof, G=G)


def test_walks_along_streets_have_films_and_pages():
    walk = postman_walk(nx.MultiGraph([(0, 1), (0, 1), (1, 1), (1, 2)]))
    assert "<animate" in to_svg(walk, animated=True)
    assert "<html" in to_html(walk)


def test_groups_of_stops_have_colors_and_what_is_left_out_is_hollow():
    G = nx.grid_2d_graph(3, 4)
    nx.set_node_attributes(G, {v: v for v in G}, "pos")
    groups = [[(0, 1), (2, 3)], [(1, 1), (2, 0)]]
    walk = icosian.traveling_salesman(G, start=(0, 0), groups=groups)
    spots = {kind: {*some} for kind, some in layers(scene_made(walk), "spot").items()}
    assert spots == {"part1": {(0, 1)}, "rim1": {(2, 3)}, "part2": {(1, 1)}, "rim2": {(2, 0)}}
