"""Scenes and their layers, the placement of labels, and films."""

import math
from itertools import pairwise

import pytest
from hypothesis import assume, given, strategies as st

from icosian.boards.board import Board
from icosian.drawing.films import AGAIN, FOUND, LEFT, MARKS, Change, Film, FilmStep
from icosian.drawing.geometry import Squares
from icosian.drawing.scene import Box, Discs, Label, Scene, _wrapped, arrowhead

NUMBERS = st.floats(-100, 100)
POINTS = st.tuples(NUMBERS, NUMBERS)


def plan(width=8.0, height=8.0, **given):
    return Scene(**{"box": Box(0.0, 0.0, width, height), "unit": 1.0, **given})


# sizes


@given(st.floats(0.1, 50), st.floats(0.1, 50), st.floats(0.1, 10), st.booleans())
def test_sizes_are_counted_in_units_whichever_way_y_grows(width, height, unit, upwards):
    ys = (height, 0.0) if upwards else (0.0, height)
    scene = Scene(box=Box(0.0, ys[0], width, ys[1]), unit=unit)
    assert scene.size == pytest.approx((width / unit, height / unit))
    assert scene.full_size == pytest.approx((width / unit + 0.6, height / unit + 0.6))


# scale


@given(st.floats(0.5, 10_000), st.floats(0.5, 10_000))
def test_a_picture_is_never_wider_on_a_screen_than_its_bound(width, height):
    scene = plan(width, height)
    assert 0 < scene.pixels <= 44
    assert scene.pixels * max(width, height) <= 2400 * (1 + 1e-9)


@given(st.floats(0.01, 1000), st.floats(0.01, 1000))
def test_lines_are_thinner_on_smaller_squares_within_bounds(one, other):
    small, large = (plan().line_width(unit) for unit in sorted((one, other)))
    assert 0 < small <= large <= 3.2


# arrowheads and boxes


@given(POINTS, POINTS, st.floats(0.01, 1), st.floats(0.01, 1))
def test_an_arrowhead_points_at_the_mark_and_is_symmetric(u, v, mark, length):
    assume(math.dist(u, v) > 0.1)
    tip, one, notch, other = arrowhead([(7.0, 7.0), u, v], length, mark)
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
    corners = Discs([at], [radius], "diamond").corners()[0]
    assert len(set(corners)) == 4
    for x, y in corners:
        assert abs(x - at[0]) + abs(y - at[1]) == pytest.approx(radius)


HERE, THERE = Label((0, 0), "12"), Label((5, 5), "12")


# Headings: above the picture, as wide as it is, in as few lines as possible.


WORDS = st.lists(st.sampled_from(["a", "bcd", "ef-gh", "ijklm"]), min_size=1, max_size=30)


@given(WORDS, st.integers(5, 40))
def test_wrapped_text_keeps_its_words_and_has_no_more_lines_than_needed(words, most):
    lines = _wrapped(" ".join(words), most)
    assert " ".join(lines).split() == words
    assert all(len(line) <= most for line in lines)
    needed, width = 1, -1
    for word in words:
        width += 1 + len(word)
        if width > most:
            needed, width = needed + 1, len(word)
    assert len(lines) == needed


KINDS = ("visits", "retreats", "found")


def film(steps=(), *, columns=6, kinds=KINDS, **given):
    geometry = Squares(Board((1, columns)))
    return Film(
        geometry=geometry,
        nodes=[(0, column) for column in range(columns)],
        graph=None,
        scene=geometry.blank(),
        steps=list(steps),
        kinds=kinds,
        most=columns,
        **given,
    )


def changes():
    marks = st.integers(0, len(MARKS) - 1).filter(lambda mark: mark != AGAIN)
    return st.builds(Change, st.integers(0, 5), marks, st.sampled_from(["", "1", "2"]))


STEPS = st.lists(
    st.builds(FilmStep, st.integers(-1, 1), st.lists(changes(), max_size=3)),
    min_size=1,
    max_size=25,
)


def shown(frames):
    """Return the state of every node after each frame."""
    state, states = {}, []
    for frame in frames:
        state |= {change.node: change for change in frame.changes}
        states.append(dict(state))
    return states


def after(steps):
    """Return the last change of every node."""
    return {change.node: change for _, some in steps for change in some}


@given(STEPS)
def test_with_room_for_all_every_step_has_a_frame(steps):
    for k, state in enumerate(shown(film(steps).frames(len(steps))), start=1):
        expected = after(steps[:k])
        left = {change.node for change in steps[k - 1].changes if change.mark == LEFT}
        for node, change in expected.items():
            if node not in left:
                assert state.get(node, Change(node)) == change


@given(STEPS, st.integers(1, 30))
def test_frames_are_no_more_than_asked_and_count_every_step(steps, most):
    frames = list(film(steps).frames(most))
    assert len(frames) == min(most, len(steps))
    kinds = [step.kind for step in steps]
    assert frames[-1].counts == tuple(kinds.count(kind) for kind in range(len(KINDS)))
    for before, then in pairwise(frames):
        assert all(a <= b for a, b in zip(before.counts, then.counts, strict=True))


@given(STEPS, st.integers(1, 30))
def test_a_frame_names_a_node_once_and_only_if_it_looks_different(steps, most):
    state = {}
    for frame in film(steps).frames(most):
        nodes = [change.node for change in frame.changes]
        assert nodes == sorted(set(nodes))
        for change in frame.changes:
            assert state.get(change.node, Change(change.node)) != change
            state[change.node] = change


@given(st.lists(st.booleans(), min_size=8, max_size=60), st.integers(4, 8))
def test_what_was_found_ends_a_frame_if_that_leaves_half_of_them(found, most):
    steps = [FilmStep(2 if yes else 0, [Change(k % 6, FOUND)]) for k, yes in enumerate(found)]
    frames = list(film(steps).frames(most))
    assert len(frames) <= most
    if sum(found) <= most // 2:
        assert {frame.counts[2] for frame in frames} >= set(range(1, sum(found) + 1))
