"""The hexagonal lattice: steps, lengths, symmetries."""

import pytest
from hypothesis import given, strategies as st

from icosian.boards.board import STEPS, lattice_length, lattice_symmetries

cells = st.sets(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=1)


def test_the_six_steps_have_length_one():
    assert [lattice_length(step) for step in STEPS] == pytest.approx([1] * 6)
    assert {(-row, -column) for row, column in STEPS} == set(STEPS)


@given(cells)
def test_symmetries_are_a_group_that_keeps_distances(cells):
    cells = sorted(cells)
    found = lattice_symmetries(cells)
    assert found[0] == {cell: cell for cell in cells}
    images = {tuple(image[cell] for cell in cells) for image in found}
    assert len(images) == len(found)
    assert 12 % len(found) == 0 or len(cells) < 3
    for image in found:
        assert set(image.values()) == set(cells)
        assert tuple(image[image[cell]] for cell in cells) in images
        for a, b in cells:
            for c, d in cells:
                (p, q), (r, s) = image[a, b], image[c, d]
                assert lattice_length((r - p, s - q)) == pytest.approx(
                    lattice_length((c - a, d - b))
                )
