"""Lists of sets of nodes, against lists of tuples."""

import numpy as np
from hypothesis import given, strategies as st

from icosian.tours.shortest.relaxation.separation import NodeSets

SIZE = 9
SETS = st.lists(st.sets(st.integers(0, SIZE - 1), min_size=1), max_size=8).map(
    lambda sets: [tuple(sorted(nodes)) for nodes in sets]
)


@given(SETS)
def test_sets_come_back_from_members_and_rows(sets):
    matrix = np.zeros((len(sets), SIZE), bool)
    for row, nodes in zip(matrix, sets, strict=True):
        row[list(nodes)] = True
    assert NodeSets.of(sets).tuples() == NodeSets.rows(matrix).tuples() == sets


@given(SETS, SETS, st.data())
def test_joining_and_taking_keep_the_order(first, second, data):
    joined = NodeSets.joined((NodeSets.of(first), NodeSets.of(second)))
    assert joined.tuples() == first + second
    if sets := first + second:
        chosen = data.draw(st.lists(st.integers(0, len(sets) - 1)))
        assert joined.take(np.array(chosen, np.int64)).tuples() == [sets[k] for k in chosen]


@given(SETS)
def test_a_set_and_its_complement_are_one(sets):
    keys = np.random.default_rng(1).integers(1, 1 << 62, SIZE)
    full = set(range(SIZE))
    sides = [frozenset((frozenset(s), frozenset(full - set(s)))) for s in sets]
    assert len(NodeSets.of(sets).distinct(keys).lengths) == len(set(sides))
    smaller = NodeSets.of(sets).smaller(SIZE).tuples()
    assert all(2 * len(nodes) <= SIZE for nodes in smaller)
    assert sorted(map(sorted, smaller)) == sorted(
        sorted(min(map(set, (s, full - set(s))), key=len)) for s in sets
    )


@given(SETS)
def test_each_node_lists_the_sets_that_have_it(sets):
    expected = [tuple(k for k, s in enumerate(sets) if v in s) for v in range(SIZE)]
    assert NodeSets.of(sets).at_nodes(SIZE).tuples() == expected


@given(st.lists(st.lists(st.integers(0, 4), min_size=5, max_size=5), min_size=1, max_size=3))
def test_classes_of_labels(rows):
    expected = [
        tuple(v for v in range(5) if row[v] == label) for row in rows for label in sorted({*row})
    ]
    assert NodeSets.classes(np.array(rows)).tuples() == expected
