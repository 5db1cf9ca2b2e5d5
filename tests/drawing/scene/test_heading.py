"""Headings: above the picture, as wide as it is, in as few lines as possible."""

import pytest
from hypothesis import given, strategies as st

from icosian.drawing.scene.labels import _wrapped, with_heading
from icosian.drawing.scene.layout import Box, Layout

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
    layout = with_heading(Layout(box=box, unit=1.0), "There is none", ["first", "second"])
    assert layout.title == "There is none. first. second"
    assert [label.text for label in layout.heading] == ["There is none"]
    assert [label.text for label in layout.legend] == ["first", "second"]
    down = 1 if box.bottom > box.top else -1
    heights = [label.at[1] * down for label in (*layout.heading, *layout.legend)]
    assert heights == sorted(heights)
    assert layout.box.top * down < heights[0]
    assert heights[-1] < box.top * down
    assert layout.box.bottom == box.bottom


def test_a_narrow_picture_gets_wider_for_its_heading():
    layout = with_heading(Layout(box=Box(0, 0, 1, 1), unit=1.0), "There is no Hamiltonian cycle")
    assert layout.size[0] > 5
    assert layout.box.left + layout.box.right == 1
    assert not layout.legend
