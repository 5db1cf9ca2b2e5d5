"""Pictures of walks: what the scene decides, seen through both backends."""

import math
from collections import Counter
from itertools import pairwise

import networkx as nx
from drawing_walks import PLACES, ROADS, WALKS, hill, towns, walk_on
from hypothesis import given, strategies as st
from together import together

import icosian
from icosian.drawing import to_html, to_svg
from icosian.drawing.maps import walk_scene
from icosian.drawing.styles import HEATS, LEGS
from icosian.routes import postman_walk
from icosian.routes.maps import route_map
from icosian.routes.walk import Walk

EVERY = together("name", WALKS)


def legs_of(plan):
    return [strokes for strokes in plan.strokes if strokes.kind[:3] in {"leg", "mov"}]


def lines_of(plan):
    return [line for strokes in legs_of(plan) for line in strokes.lines]


def numbers_of(plan):
    """The number on each point."""
    texts = {label.at: label.text for label in plan.numbers}
    return texts | {p: t for s in plan.spots for p, t in zip(s.at, s.texts, strict=True)}


@EVERY
def test_a_closed_walk_has_a_start_and_an_open_one_two_ends(name):
    walk, plan = WALKS[name], walk_scene(WALKS[name])
    assert (plan.end is not None) == (not walk.is_closed and len(walk.stops) > 1)
    assert plan.title.startswith(f"{'closed' if walk.is_closed else 'open'} walk of ")
    assert plan.heading[0].text == f"Length {walk.length}"


@EVERY
def test_stops_are_numbered_in_the_order_of_the_visit(name):
    walk, plan = WALKS[name], walk_scene(WALKS[name])
    numbers = list(map(int, numbers_of(plan).values()))
    assert set(numbers) <= set(range(1, len(walk.stops) + 1))
    assert 1 in numbers
    for p, q in pairwise(sorted(numbers_of(plan))):
        assert math.dist(p, q) > 1.8 * plan.mark
    assert not any(numbers_of(walk_scene(walk, numbers=False)).values())


def test_stops_without_numbers_differ_from_nodes_that_are_passed():
    plan = walk_scene(WALKS["there and back"], numbers=False)
    assert [len(spots.at) for spots in plan.spots] == [2]
    assert plan.dots == [PLACES["B"]]
    assert plan.spot > 2 * plan.dot


def test_a_number_that_would_cover_another_is_left_out():
    numbers = numbers_of(walk_scene(WALKS["large"]))
    assert sorted(numbers.values()) == ["1", "2", "4"]
    assert walk_scene(WALKS["large"]).dots


def test_the_lengths_and_bounds_are_in_the_heading():
    proved = towns("A", "C", bound=4, is_optimal=True)
    assert walk_scene(proved).heading[0].text == "Length 4, the shortest"
    open_walk = towns("A", "C", bound=3, closed=False)
    assert walk_scene(open_walk).heading[0].text == "Length 2: no walk is shorter than 3"


def test_each_pass_of_a_road_has_a_lane_on_the_right():
    plan = walk_scene(towns("A", "C"))
    (out,), (back,) = (strokes.lines for strokes in legs_of(plan))
    assert out[0] == back[-1] == PLACES["A"]
    assert all(y < 0 for _, y in out[1:-1])  # eastward, so right is below
    assert all(y > 0 for _, y in back[1:-1])


def test_on_a_board_the_right_hand_side_is_that_of_the_picture():
    G = nx.subgraph(hill(), [(0, c) for c in range(5)])
    out, back = lines_of(walk_scene(walk_on(G, (0, 0), (0, 3))))
    assert all(y > 0 for _, y in out[1:-1])  # rows grow downward
    assert all(y < 0 for _, y in back[1:-1])


@given(st.lists(st.sampled_from("ABCDEF"), min_size=2, max_size=6))
def test_lanes_of_a_road_are_apart_and_a_road_used_once_is_straight(stops):
    G = nx.Graph((u, v) for u, v, _ in ROADS)
    legs = [nx.shortest_path(G, u, v) for u, v in pairwise(stops) if u != v] or [stops[:1]]
    walk = Walk(legs, is_closed=False, length=0, G=route_map(ROADS, pos=PLACES))
    plan = walk_scene(walk, arrows=False)
    passes = Counter(map(frozenset, walk.edges()))
    drawn = [pair for line in lines_of(plan) for pair in pairwise(line)]
    for road, k in passes.items():
        p, q = (PLACES[v] for v in road)
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
    walk, plan = WALKS[name], walk_scene(WALKS[name])
    shades = [int(strokes.kind.strip("legmov")) for strokes in legs_of(plan)]
    assert shades == sorted(shades)
    assert all(0 <= shade < LEGS for shade in shades)
    if len(walk) == 1:
        assert not shades
    elif name not in {"torus", "layers"}:
        ends = [(line[0], line[-1]) for line in lines_of(plan)]
        assert len(ends) == len(walk.legs)
        assert all(a[1] == b[0] for a, b in pairwise(ends))


def test_every_leg_has_an_arrowhead_unless_there_are_none():
    plan = walk_scene(WALKS["there and back"])
    assert all(strokes.heads for strokes in legs_of(plan))
    bare = walk_scene(WALKS["there and back"], arrows=False)
    assert not any(strokes.heads for strokes in legs_of(bare))


def test_other_roads_are_light_and_one_way_roads_have_arrowheads():
    (roads,) = (s for s in walk_scene(towns("A", "C", "D")).strokes if s.kind == "road")
    assert [(line[0], line[1]) for line in roads.lines] == [
        (PLACES[u], PLACES[v]) for u, v in ["AF", "BE", "DE"]
    ]
    assert not roads.heads
    (roads,) = (s for s in walk_scene(WALKS["one way"]).strokes if s.kind == "road")
    assert len(roads.lines) == len(roads.heads) == 2  # from A to F and from C to A


def test_terrain_has_its_costs_and_their_scale_and_even_ground_is_a_board():
    plan = walk_scene(WALKS["terrain"])
    assert set("".join(plan.rows)) - {" "} <= set(HEATS)
    assert [label.text for label in plan.legend] == ["0", "cost", "6"]
    G = hill()
    nx.set_node_attributes(G, 1, "cost")
    assert not walk_scene(walk_on(G, (0, 0), (3, 3))).legend


def test_a_street_that_a_walk_passes_again_has_a_second_lane():
    G = nx.ladder_graph(3)
    walk = postman_walk(G)
    plan = walk_scene(walk)
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
    spots = {s.kind: set(s.at) for s in walk_scene(walk).spots if s.at}
    assert spots == {"part1": {(0, 1)}, "rim1": {(2, 3)}, "part2": {(1, 1)}, "rim2": {(2, 0)}}
