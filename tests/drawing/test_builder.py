"""Sketches: marks, edges, sets, notes and trees end up in the scene as they were given."""

import itertools
import math

import networkx as nx
import pytest
from drawing_scenes import height, layers, parts, words, written
from hypothesis import given, strategies as st
from together import examples

import icosian
from icosian.drawing.builder import Branch, levels, round_outline
from icosian.drawing.geometry import locate
from icosian.drawing.proofs import builder_of
from icosian.proofs import FrontierExhausted

CLAIM = "There is no Hamiltonian cycle"
PATH = nx.path_graph(4)
POSITIONS = {v: (float(v), 0.0) for v in PATH}


def sketch(G=PATH, pos=None, **question):
    proof = FrontierExhausted(**{"closed": True, "order": tuple(G), **question})
    return builder_of(proof, locate(G, pos=POSITIONS if G is PATH and pos is None else pos), G)


def inside(box, points):
    (low, high) = sorted((box.top, box.bottom))
    return all(box.left <= x <= box.right and low <= y <= high for x, y in points)


# nodes


def test_long_texts_are_written_smaller_and_those_below_seven_points_not_at_all():
    fonts = []
    for text in ("1", "123", "12345", "1" * 20):
        plan = sketch(pos={v: (3.0 * v, v % 2) for v in PATH})
        plan.mark("chosen", [0], text)
        scene = plan.scene()
        if written(scene):
            fonts.append(height(scene, "number chosen"))
            assert fonts[-1] * scene.pixels / scene.unit >= 28 / 3
    assert len(fonts) < 4
    assert len(fonts) > 1
    assert fonts[-1] < fonts[0]


@pytest.mark.parametrize(
    "G", [nx.grid_2d_graph(11, 17), icosian.knight_graph(30), nx.path_graph(200)], ids=len
)
def test_text_that_would_be_too_small_is_in_a_magnified_part(G):
    plan = sketch(G, {v: (2.0 * v, v % 2) for v in G} if nx.is_tree(G) else None)
    if nx.is_tree(G):
        for k in range(30):
            plan.draw("strong", [(2 * k, 2 * k + 1)], str(k))
    else:
        plan.mark("marked", G, range(len(G)))
    scene = plan.scene(CLAIM)
    whole, part = parts(scene, "stroke frame")
    assert all(inside(scene.box, frame) for frame in (whole, part))
    numbers = [one for one in scene.painted() if one.role in {"number", "tag"} and one.parts]
    assert sum(len(one.parts) for one in numbers) > 5
    for layer in numbers:
        assert layer.shapes.height * scene.pixels / scene.unit >= 28 / 3
        for label in layer.parts:
            assert math.dist(label.at, part[0]) < math.dist(part[0], part[2])
    lines = [line for some in layers(scene, "edge").values() for line in some]
    assert all(inside(scene.box, line) for line in lines)
    assert "framed: a part" in scene.title.lower()


# words


def test_the_claim_and_the_notes_are_in_the_title_and_above_the_picture():
    plan = sketch()
    before = plan.scene(CLAIM)
    plan.note("first   note")
    plan.note("x" * 1000)
    scene = plan.scene(CLAIM)
    claim, first, second = scene.title.split(". ")
    assert (claim, first) == (CLAIM, "First note")
    assert len(second) == 240
    assert " ".join(words(scene, "heading")) == claim
    assert inside(
        scene.box, [label.at for label in (*parts(scene, "heading"), *parts(scene, "name"))]
    )
    assert abs(scene.box.top) > abs(before.box.top)
    assert height(scene, "name") < height(scene, "heading")


# edges


# sets


# trees


def test_a_tree_is_drawn_below_the_graph_inside_the_box():
    plan = sketch()
    before = plan.scene(CLAIM)
    plan.grow(
        [
            Branch(None, (0.5, 0), used=False, kind="rest", text="1"),
            Branch(0, (0, 1), used=True, kind="removed", text="a"),
            Branch(0, (1, 1), used=False, kind="removed", text="b"),
        ]
    )
    scene = plan.scene(CLAIM)
    (root,), leaves = layers(scene, "spot").values()
    assert written(scene) == {root: "1", leaves[0]: "a", leaves[1]: "b"}
    down = plan.geometry.down
    assert down * root[1] > down * before.box.bottom - 1e-9
    assert all(down * y > down * root[1] for _, y in leaves)
    assert inside(scene.box, [root, *leaves])
    branches = {"strong": [[root, leaves[0]]], "absent": [[root, leaves[1]]]}
    assert layers(scene, "stroke") == branches


# Outlines of sets of nodes.


POINTS = st.tuples(st.integers(-6, 6), st.integers(-6, 6))
SEGMENTS = st.lists(st.tuples(POINTS, POINTS), min_size=1, max_size=6)


def away(point, segment):
    """How far a point is from a segment, found by trying many points of it."""
    (x0, y0), (x1, y1) = segment
    return min(
        math.dist(point, (x0 + (x1 - x0) * k / 100, y0 + (y1 - y0) * k / 100)) for k in range(101)
    )


@pytest.mark.slow
@examples(10)
@given(SEGMENTS)
def test_a_round_outline_keeps_its_distance(segments):
    for point in itertools.chain(*round_outline(segments, 1.0)):
        assert min(away(point, segment) for segment in segments) == pytest.approx(1.0, abs=0.01)


@given(SEGMENTS)
def test_a_round_outline_goes_round_the_whole_set(segments):
    points = list(itertools.chain(*round_outline(segments, 1.0)))
    for sign, axis in itertools.product((1, -1), (0, 1)):
        farthest = max(sign * p[axis] for segment in segments for p in segment) + 1.0
        assert max(sign * point[axis] for point in points) == pytest.approx(farthest, abs=0.05)


@given(st.lists(st.sets(st.integers(0, 6)), max_size=8))
def test_sets_that_share_a_node_are_outlined_at_different_depths(sets):
    found = levels(sets)
    for (one, a), (two, b) in itertools.combinations(zip(sets, found, strict=True), 2):
        assert a != b or one.isdisjoint(two)
