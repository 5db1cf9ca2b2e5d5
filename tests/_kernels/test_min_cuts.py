"""Small cuts and segments, against enumeration."""

import naive
import numpy as np
from hypothesis import given, strategies as st
from tours.shortest.points import arrays, covers

from icosian.tours.shortest.relaxation.separation import Support


@given(covers())
def test_small_cuts_are_violated_and_one_is_found_if_there_is_one(point):
    n, values = point
    violated = naive.violated_sets(n, values, least=1e-3)
    for nodes in (found := Support(n, *arrays(values)).small_cuts().tuples()):
        assert 0 < 2 * len(nodes) <= n
        assert naive.crossed(values, nodes) < 2 - 1e-5
    assert bool(found) == bool(violated)
    if violated:
        least = min(naive.crossed(values, nodes) for nodes in violated)
        assert np.isclose(min(naive.crossed(values, nodes) for nodes in found), least)


@given(covers(), st.randoms())
def test_the_least_segment_from_each_start_is_found(point, random):
    n, values = point
    tour = random.sample(range(n), n)
    segments, crossed = Support(n, *arrays(values)).segments(np.array(tour))
    found = dict(zip(map(frozenset, segments.tuples()), crossed.tolist(), strict=True))
    runs = [frozenset((tour * 2)[i : i + k]) for i in range(n) for k in range(1, n // 2 + 1)]
    for nodes, value in found.items():
        assert nodes in runs
        assert np.isclose(value, naive.crossed(values, nodes))
    least = min(naive.crossed(values, nodes) for nodes in runs)
    if least < 2 - 1e-3:
        assert np.isclose(min(found.values()), least)
