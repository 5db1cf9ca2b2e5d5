"""Films: the frames of any steps, whatever they show."""

from itertools import pairwise

import pytest
from hypothesis import given, strategies as st

from icosian.boards.board import Board
from icosian.drawing.geometry import Squares
from icosian.drawing.scene import (
    AGAIN,
    EMPTY,
    FOUND,
    HEAD,
    LEFT,
    MARKS,
    MOST_NODES,
    NUMBERED_NODES,
    ON,
    PASSED,
    SINGLE_SQUARES,
    Change,
    Film,
    FilmStep,
)

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
