"""The exact cover kernel against its naive twin."""

import itertools

from hypothesis import given, settings, strategies as st
from naive import exact_covers

from icosian._kernels import exactcover
from icosian.placements.coloring import ExactCover


@settings(max_examples=10)
@given(st.integers(1, 4), st.integers(1, 3), st.data())
def test_a_cover_is_found_just_where_there_is_one(number, size, data):
    nodes = number * size
    every = list(itertools.combinations(range(nodes), size))
    sets = data.draw(st.lists(st.sampled_from(every), min_size=1, max_size=40, unique=True))
    cover = ExactCover([[members] for members in sets], nodes, number)
    budget = data.draw(st.integers(1, 50))
    while not (status := cover.run.advance(budget)):
        pass
    expected = exact_covers(sets, nodes)
    assert status == (exactcover.FOUND if expected else exactcover.EXHAUSTED)
    if expected:
        assert sorted(cover.sets()) in map(sorted, expected)
