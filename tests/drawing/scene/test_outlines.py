import itertools
import math
from collections import Counter

import pytest
from hypothesis import given, settings, strategies as st

from icosian.drawing.scene.squares import _square_outline
from icosian.drawing.subjects.proof_sketch import levels, round_outline

SQUARES = st.sets(st.tuples(st.integers(0, 4), st.integers(0, 4)), min_size=1)
POINTS = st.tuples(st.integers(-6, 6), st.integers(-6, 6))
SEGMENTS = st.lists(st.tuples(POINTS, POINTS), min_size=1, max_size=6)


def away(point, segment):
    """How far a point is from a segment, found by trying many points of it."""
    (x0, y0), (x1, y1) = segment
    return min(
        math.dist(point, (x0 + (x1 - x0) * k / 100, y0 + (y1 - y0) * k / 100)) for k in range(101)
    )


@given(SQUARES, st.sampled_from([0.04, 0.1, 0.3]))
def test_the_outline_of_squares_is_closed(squares, inset):
    ends = Counter(
        (round(x, 6), round(y, 6)) for line in _square_outline(squares, inset) for x, y in line
    )
    assert set(ends.values()) == {2}


@given(SQUARES)
def test_every_side_of_the_union_has_its_line(squares):
    beside = [(x + dx, y + dy) for x, y in squares for dx, dy in ((0, 1), (0, -1), (1, 0), (-1, 0))]
    assert len(_square_outline(squares, 0.1)) == sum(square not in squares for square in beside)


@given(SQUARES)
def test_the_outline_of_squares_runs_inside_them(squares):
    for (x0, y0), (x1, y1) in _square_outline(squares, 0.1):
        for k in range(11):
            x, y = x0 + (x1 - x0) * k / 10, y0 + (y1 - y0) * k / 10
            for dx, dy in ((0.099, 0), (-0.099, 0), (0, 0.099), (0, -0.099)):
                assert (round(x + dx), round(y + dy)) in squares


def test_squares_that_touch_at_a_corner_have_outlines_of_their_own():
    both = _square_outline({(0, 0), (1, 1)}, 0.1)
    apart = [_square_outline({square}, 0.1) for square in ((0, 0), (1, 1))]
    assert sorted(both) == sorted(itertools.chain(*apart))


@settings(max_examples=20)
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


def test_a_point_has_one_closed_circle_round_it():
    (circle,) = round_outline([((2.0, 3.0), (2.0, 3.0))], 0.5)
    assert circle[0] == circle[-1]
    assert {round(math.dist(point, (2, 3)), 9) for point in circle} == {0.5}


@given(st.lists(st.sets(st.integers(0, 6)), max_size=8))
def test_sets_that_share_a_node_are_outlined_at_different_depths(sets):
    found = levels(sets)
    for (one, a), (two, b) in itertools.combinations(zip(sets, found, strict=True), 2):
        assert a != b or one.isdisjoint(two)


def test_nested_sets_are_outlined_one_inside_the_other():
    assert levels([{1}, {1, 2, 3}, {1, 2}, {4}]) == [2, 0, 1, 0]
