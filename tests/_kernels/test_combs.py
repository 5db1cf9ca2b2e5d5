"""The search for combs, against a slow choice of teeth and brute force."""

import naive
import numpy as np
from hypothesis import given
from tours.shortest.points import arrays, check, covers

from icosian._kernels import combs as kernels
from icosian.tours.shortest.relaxation.separation import Combs, FamilySets, NodeSets, Support


def search(n, values):
    return Combs(Support(n, *arrays(values)), NodeSets.of(()))


@given(covers())
def test_the_excess_of_a_handle_is_that_of_a_greedy_choice_of_teeth(point):
    n, values = point
    combs = search(n, values)
    if not len(combs.values) or not len(combs.handles.lengths):
        return
    teeth = list(zip(combs.values.tolist(), map(frozenset, combs.teeth.tuples()), strict=True))
    teeth = [(value, nodes) for value, nodes in sorted(teeth, key=lambda tooth: tooth[0] >= 0)]
    excess, found = combs.search(combs.handles, 0)
    assert found.families() == []
    for nodes, above in zip(combs.handles.tuples(), excess.tolist(), strict=True):
        total, count = naive.greedy_teeth(teeth, frozenset(nodes))
        if count < 3:
            assert above >= kernels.NEVER / 2
        else:
            assert np.isclose(above, naive.crossed(values, nodes) - 1 + total)


@given(covers())
def test_tightening_keeps_the_form_and_crosses_no_more(point):
    n, values = point
    combs = search(n, values)
    if not len(combs.values) or not len(combs.handles.lengths):
        return
    _, found = combs.search(combs.handles, 20)
    for family in found.families():
        tightened = {}
        combs._tighten(FamilySets.of([family]), tightened)
        before = sum(naive.crossed(values, nodes) for nodes in family) - 3 * len(family) + 2
        for other, above in tightened.items():
            assert len(other) == len(family)
            assert np.isclose(above, -check(n, values, other))
            assert above <= before + 1e-6
        assert tightened or before > -2e-3
