"""Trees of cases: what each leaf assumes, and how much work that takes."""

import tracemalloc

import networkx as nx
import pytest
from together import together

from icosian.exceptions import InvalidProof
from icosian.proofs import DualWeights, LongestBound, LowerBound
from icosian.proofs.relaxations import leaves

DEPTH = 2_000


def test_a_leaf_has_the_assumptions_of_its_path_and_no_others():
    assumed, denied = set(), set()
    seen = [
        (leaf, set(assumed), set(denied))
        for leaf in leaves(((1,), (2,), 0, 1, (3,), 2, 3), lambda entry: (*entry, assumed, denied))
    ]
    assert seen == [(0, {1, 2}, set()), (1, {1}, {2}), (2, {3}, {1}), (3, set(), {1, 3})]


@together(
    ("tree", "why"),
    [
        ((), "left out"),
        (((1,), 0), "left out"),
        ((0, 0), "more cases"),
        (((1,), 0, 0, 0), "more cases"),
        (((1,), (1,), 0, 0, 0), "split twice"),
        (((1,), 0, (1,), 0, 0), "split twice"),
    ],
)
def test_a_tree_with_other_cases_than_its_splits_make_is_refused(tree, why):
    assumed, denied = set(), set()
    with pytest.raises(InvalidProof, match=why):
        list(leaves(tree, lambda entry: (*entry, assumed, denied)))


class Border(int):
    """The number of a border that counts how often it is looked up."""

    looks = 0

    def __hash__(self):
        Border.looks += 1
        return int.__hash__(self)


class Tours:
    """Tours of which no case has any."""

    def border(self, family):
        return Border(family)

    def are_none(self, *_):
        return True


DEEP_FIRST = tuple((f,) for f in range(DEPTH)) + (0,) * (DEPTH + 1)
DEEP_LAST = (*(entry for f in range(DEPTH) for entry in ((f,), 0)), 0)


@pytest.mark.parametrize("tree", [DEEP_FIRST, DEEP_LAST], ids=["first", "last"])
def test_a_tree_of_nested_borders_takes_a_few_steps_for_each(monkeypatch, tree):
    proof = LowerBound(
        closed=True,
        bound=1,
        nodes=(0, 1, 2),
        scale=1,
        weights=(DualWeights(potentials=(0, 0, 0)),),
        tree=tree,
    )
    monkeypatch.setattr(Border, "looks", 0)
    proof._check_cases(Tours())
    assert Border.looks <= 10 * DEPTH


def test_a_tree_of_nested_nodes_takes_memory_for_its_path_only():
    G = nx.path_graph(DEPTH)
    proof = LongestBound(
        closed=False,
        bound=1,
        nodes=tuple(G),
        scale=1,
        weights=(DualWeights(),),
        tree=tuple((v, v) for v in G),
    )
    tracemalloc.start()
    try:
        with pytest.raises(InvalidProof, match="left out"):
            proof.check(G)
        assert tracemalloc.get_traced_memory()[1] < 5_000 * DEPTH
    finally:
        tracemalloc.stop()
