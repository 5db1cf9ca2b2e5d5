"""Scenes and their layers, the placement of labels, and films."""

import math
from itertools import pairwise

import pytest
from drawing_scenes import parts, words
from hypothesis import assume, given, strategies as st
from together import together

from icosian.boards.board import Board
from icosian.drawing.films import (
    AGAIN,
    EMPTY,
    FOUND,
    HEAD,
    LEFT,
    MARKS,
    MOST_NODES,
    ON,
    PASSED,
    Change,
    Film,
    FilmStep,
)
from icosian.drawing.geometry import Squares
from icosian.drawing.scene import (
    NUMBERED_NODES,
    SINGLE_SQUARES,
    Box,
    Discs,
    Label,
    Layer,
    Room,
    Scene,
    Texts,
    _wrapped,
    arrowhead,
    point_along,
    text_width,
    widened,
    with_heading,
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
    own = Layer("name", Texts([Label((1.0, 1.0), "own")], 1.0))
    scene = plan(layers=[own], **NAMED)
    named = with_names(scene)
    assert named.files == named.ranks == ()
    assert words(named, "name") == ["own", "a", "b", "1"]
    left, top, right, bottom = named.box
    assert all(left < x < right and top < y < bottom for (x, y), *_ in parts(named, "name"))


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
    corners = Discs([at], [radius], "diamond").corners()[0]
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


HERE, THERE = Label((0, 0), "12"), Label((5, 5), "12")


def test_the_first_choice_that_hides_nothing_is_taken():
    room = Room([], [])
    assert room.put([HERE, THERE], 1) == HERE


@together(
    "room",
    [
        Room([((0.3, 0.2), 0.5)], []),
        Room([], [([(-9, 0), (9, 0)], 1.0)]),
        Room([], [([(0, -9), (0, 9)], 1.0)]),
        Room([], [([(-3, -3), (0, 3), (3, -6), (0.1, 0.1)], 1.0)]),
    ],
)
def test_text_avoids_nodes_and_roads(room):
    assert room.put([HERE, THERE], 1) == THERE


@pytest.mark.parametrize("line", [[(-1, 2), (2, -1.2)], [(-9, 1), (9, 1)], [(2, -9), (2, 9)]])
def test_a_road_that_passes_by_does_not_matter(line):
    shifted = Label((-0.3, -0.3), "1")
    assert Room([], [(line, 1.0)]).put([shifted, THERE], 1) == shifted


def test_text_avoids_earlier_text():
    room = Room([], [])
    assert [room.put([HERE, THERE], 1) for _ in range(2)] == [HERE, THERE]


def test_the_name_of_a_node_is_not_beside_another_node():
    node, other = (0, 0), (3, 0)
    room = Room([(node, 0.5), (other, 0.5)], [])
    right, left = Label((1, 0), "ab", "start"), Label((-1, 0), "ab", "end")
    assert room.put([right, left], 1) == right  # overlaps no disc, but reads as the name of other
    assert room.put([right, left], 1, node) == left


def test_text_hides_thin_roads_before_wide_ones_and_roads_before_text():
    crossing = [([(-9, 0), (9, 0)], 2.0), ([(-9, 5), (9, 5)], 1.0)]
    room = Room([], crossing)
    assert room.put([HERE, THERE], 1) == THERE
    assert room.put([THERE, HERE], 1) == HERE


def test_text_that_must_hide_text_hides_as_little_as_it_can():
    room = Room([], [])
    room.put([HERE], 1)
    near, far = Label((0.1, 0), "12"), Label((1.1, 0.5), "12")
    assert room.put([near, far], 1) == far


@pytest.mark.parametrize(("anchor", "clear"), [("start", -1.5), ("end", 1.5)])
def test_the_side_of_a_text_counts(anchor, clear):
    room = Room([((clear, 0), 0.5)], [])
    label = Label((0, 0), "12", anchor)
    assert room.put([label, THERE], 1) == label
    assert Room([((-clear, 0), 1.3)], []).put([label, THERE], 1) == THERE


def test_a_point_along_a_line_is_found_by_its_pieces():
    line = [(0, 0), (4, 0), (4, 2)]
    assert [point_along(line, t) for t in (0, 0.25, 0.5, 0.75, 1)] == [
        (0, 0),
        (2, 0),
        (4, 0),
        (4, 1),
        (4, 2),
    ]


def test_wide_letters_are_wider():
    assert text_width("a b") < text_width("abc") < text_width("aöß")


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


@pytest.mark.parametrize("box", [Box(0, 0, 9, 9), Box(0, 9, 9, 0)], ids=["y downward", "y upward"])
def test_a_heading_is_above_the_picture_and_its_title(box):
    scene = with_heading(Scene(box=box, unit=1.0), "There is none", ["first", "second"])
    assert scene.title == "There is none. first. second"
    assert words(scene, "heading") == ["There is none"]
    assert words(scene, "name") == ["first", "second"]
    down = 1 if box.bottom > box.top else -1
    heights = [label.at[1] * down for label in (*parts(scene, "heading"), *parts(scene, "name"))]
    assert heights == sorted(heights)
    assert scene.box.top * down < heights[0]
    assert heights[-1] < box.top * down
    assert scene.box.bottom == box.bottom


def test_a_narrow_picture_gets_wider_for_its_heading():
    scene = with_heading(Scene(box=Box(0, 0, 1, 1), unit=1.0), "There is no Hamiltonian cycle")
    assert scene.size[0] > 5
    assert scene.box.left + scene.box.right == 1
    assert not parts(scene, "name")


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


@pytest.mark.parametrize(("then", "mark"), [(Change(0, ON), AGAIN), (Change(0, EMPTY), LEFT)])
def test_a_node_removed_and_changed_within_a_frame_is_marked_in_it_alone(then, mark):
    steps = [FilmStep(0, [Change(0, ON)]), FilmStep(1, [Change(0, LEFT)]), FilmStep(0, [then])]
    steps += [FilmStep(0, [Change(1, HEAD)])] * 3
    first, second = film(steps).frames(2)
    assert [change.mark for change in first.changes if change.node == 0] == [mark]
    assert then in second.changes


@given(st.lists(st.booleans(), min_size=8, max_size=60), st.integers(4, 8))
def test_what_was_found_ends_a_frame_if_that_leaves_half_of_them(found, most):
    steps = [FilmStep(2 if yes else 0, [Change(k % 6, FOUND)]) for k, yes in enumerate(found)]
    frames = list(film(steps).frames(most))
    assert len(frames) <= most
    if sum(found) <= most // 2:
        assert {frame.counts[2] for frame in frames} >= set(range(1, sum(found) + 1))


def test_steps_that_are_not_counted_have_no_numbers():
    steps = [FilmStep(-1, [Change(k, ON)]) for k in range(6)]
    assert [frame.counts for frame in film(steps, kinds=()).frames(3)] == [()] * 3


def test_no_steps_have_no_frames():
    assert list(film().frames(5)) == []


def test_texts_are_shown_where_they_are_legible():
    assert film(columns=NUMBERED_NODES).has_texts
    assert not film(columns=NUMBERED_NODES + 1).has_texts
    assert film(columns=NUMBERED_NODES).radius > film(columns=NUMBERED_NODES + 1).radius
    assert NUMBERED_NODES < SINGLE_SQUARES < MOST_NODES


def test_a_node_that_is_on_has_a_disc_unless_a_piece_or_the_line_shows_it():
    assert film().has_disc(ON)
    assert not film(piece="queen").has_disc(ON)
    assert film(columns=SINGLE_SQUARES).has_disc(ON)
    assert not film(columns=SINGLE_SQUARES + 1).has_disc(ON)
    assert not film().has_disc(PASSED)
    for mark in set(range(len(MARKS))) - {ON, PASSED}:
        assert film(columns=SINGLE_SQUARES + 1, piece="queen").has_disc(mark)


def test_a_line_leads_from_the_origin_to_the_node():
    assert film().line(1, 3) == [[(1.0, 0.0), (3.0, 0.0)]]
