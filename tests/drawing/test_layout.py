"""Scenes: boxes, sizes, line widths and arrowheads."""

import math

import pytest
from hypothesis import assume, given, strategies as st

from icosian.drawing.scene import (
    Box,
    Label,
    Scene,
    arrowhead,
    diamond,
    widened,
    with_names,
)

NUMBERS = st.floats(-100, 100)
POINTS = st.tuples(NUMBERS, NUMBERS)


def plan(width=8.0, height=8.0, **given):
    return Scene(**{"box": Box(0.0, 0.0, width, height), "unit": 1.0, **given})


NAMED = {"files": [(0.5, "a"), (1.5, "b")], "ranks": [(0.5, "1")]}


# sizes


@given(st.floats(0.1, 50), st.floats(0.1, 50), st.floats(0.1, 10), st.booleans())
def test_sizes_are_counted_in_units_whichever_way_y_grows(width, height, unit, upwards):
    ys = (height, 0.0) if upwards else (0.0, height)
    scene = Scene(box=Box(0.0, ys[0], width, ys[1]), unit=unit)
    assert scene.size == pytest.approx((width / unit, height / unit))
    assert scene.full_size == pytest.approx((width / unit + 0.6, height / unit + 0.6))


def test_names_of_files_and_ranks_have_a_wider_margin_on_their_sides():
    margin = plan(**NAMED).margin
    assert margin.left == margin.bottom > margin.top == margin.right
    assert plan(**NAMED).full_size > plan().full_size


def test_names_stand_below_and_to_the_left():
    scene = plan(**NAMED)
    *files, rank = scene.coordinates
    assert [label.text for label in files] == ["a", "b"]
    assert [label.at[0] for label in files] == [0.5, 1.5]
    assert all(label.at[1] > scene.box.bottom for label in files)
    assert rank.text == "1"
    assert rank.at[0] < scene.box.left
    assert plan().coordinates == []


def test_names_become_labels_inside_a_larger_box():
    scene = plan(labels=[Label((1.0, 1.0), "own")], **NAMED)
    named = with_names(scene)
    assert named.files == named.ranks == ()
    assert [label.text for label in named.labels] == ["own", "a", "b", "1"]
    left, top, right, bottom = named.box
    assert all(left < x < right and top < y < bottom for (x, y), *_ in named.labels)


def test_without_names_the_box_stays():
    assert with_names(plan()).box == plan().box


# scale


@given(st.floats(0.5, 10_000), st.floats(0.5, 10_000))
def test_a_picture_is_never_wider_on_a_screen_than_its_bound(width, height):
    scene = plan(width, height)
    assert 0 < scene.pixels <= 44
    assert scene.pixels * max(width, height) <= 2400 * (1 + 1e-9)


def test_small_boards_have_large_squares_and_larger_boards_smaller_ones():
    pixels = [plan(side, side).pixels for side in (1, 8, 16, 30, 200, 1000)]
    assert pixels[0] == pixels[1] == pixels[2] == 44
    assert pixels[2:] == sorted(pixels[2:], reverse=True)
    assert pixels[3] == 24
    assert pixels[5] == pytest.approx(2.4)


@given(st.floats(0.01, 1000), st.floats(0.01, 1000))
def test_lines_are_thinner_on_smaller_squares_within_bounds(one, other):
    small, large = (plan().line_width(unit) for unit in sorted((one, other)))
    assert 0 < small <= large <= 3.2


def test_names_have_a_height_in_proportion_to_the_unit():
    assert plan(unit=10.0).font == pytest.approx(10 * plan().font)


# arrowheads and boxes


@given(POINTS, POINTS, st.floats(0.01, 1), st.floats(0.01, 1))
def test_an_arrowhead_points_at_the_mark_and_is_symmetric(u, v, mark, length):
    assume(math.dist(u, v) > 0.1)
    tip, one, notch, other = arrowhead([(7.0, 7.0), u, v], mark, length)
    assert math.dist(tip, v) == pytest.approx(1.2 * mark)
    assert math.dist(tip, one) == pytest.approx(math.dist(tip, other))
    assert math.dist(one, other) == pytest.approx(0.8 * length)
    assert math.dist(tip, notch) == pytest.approx(0.75 * length)
    way = math.dist(u, v)
    for point in (tip, notch):  # on the line, before the mark
        cross = (point[0] - v[0]) * (v[1] - u[1]) - (point[1] - v[1]) * (v[0] - u[0])
        assert cross / way == pytest.approx(0, abs=1e-6)
        assert (v[0] - point[0]) * (v[0] - u[0]) + (v[1] - point[1]) * (v[1] - u[1]) > 0


@given(POINTS, st.floats(0.01, 10))
def test_the_corners_of_a_diamond_have_the_same_manhattan_distance(at, radius):
    corners = diamond(at, radius)
    assert len(set(corners)) == 4
    for x, y in corners:
        assert abs(x - at[0]) + abs(y - at[1]) == pytest.approx(radius)


def test_a_line_without_length_has_no_arrowhead():
    assert arrowhead([(0.0, 0.0), (2.0, 3.0), (2.0, 3.0)], 0.1, 0.2) == []


@pytest.mark.parametrize(
    ("box", "wider"),
    [
        (Box(0.0, 0.0, 4.0, 3.0), Box(-0.5, -0.5, 4.5, 3.5)),
        (Box(0.0, 3.0, 4.0, 0.0), Box(-0.5, 3.5, 4.5, -0.5)),
    ],
    ids=["downwards", "upwards"],
)
def test_a_box_becomes_wider_on_all_sides_whichever_way_y_grows(box, wider):
    assert widened(box, 0.5) == wider
    assert widened(wider, -0.5) == box
