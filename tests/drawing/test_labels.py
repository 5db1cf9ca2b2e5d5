"""Where text is put so that it hides little."""

import pytest
from hypothesis import given, strategies as st
from together import together

from icosian.drawing.scene import (
    Box,
    Label,
    Room,
    Scene,
    _wrapped,
    point_along,
    text_width,
    with_heading,
)

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
    assert [label.text for label in scene.heading] == ["There is none"]
    assert [label.text for label in scene.legend] == ["first", "second"]
    down = 1 if box.bottom > box.top else -1
    heights = [label.at[1] * down for label in (*scene.heading, *scene.legend)]
    assert heights == sorted(heights)
    assert scene.box.top * down < heights[0]
    assert heights[-1] < box.top * down
    assert scene.box.bottom == box.bottom


def test_a_narrow_picture_gets_wider_for_its_heading():
    scene = with_heading(Scene(box=Box(0, 0, 1, 1), unit=1.0), "There is no Hamiltonian cycle")
    assert scene.size[0] > 5
    assert scene.box.left + scene.box.right == 1
    assert not scene.legend
