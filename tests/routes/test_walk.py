import copy
import pickle

import pytest
from together import together

from icosian import InvalidArgument
from icosian.routes import Walk

DETOUR = ["abc", "cbd", "dba"]


def test_a_closed_walk_repeats_its_first_node_and_no_stop():
    walk = Walk(DETOUR, is_closed=True, length=6)
    assert list(walk) == list("abcbdba")
    assert walk.stops == ("a", "c", "d")
    assert list(walk.edges())[:2] == [("a", "b"), ("b", "c")]
    assert str(walk) == "a - b - c - b - d - b - a"


def test_an_open_walk_ends_at_its_last_stop():
    walk = Walk(DETOUR[:2], is_closed=False, length=4)
    assert walk.stops == ("a", "c", "d")
    assert (walk[0], walk[-1], len(walk)) == ("a", "d", 5)


@pytest.mark.parametrize("is_closed", [False, True])
def test_a_walk_of_one_stop_stays_there(is_closed):
    walk = Walk(["a"], is_closed=is_closed, length=0, bound=0, is_optimal=True)
    assert (walk.nodes, walk.stops, walk.gap) == (("a",), ("a",), 0)
    assert walk.explain() == "Length 0, proved to be the shortest."
    assert "1 stop from" in repr(walk)


def test_walks_compare_by_their_legs_and_survive_copies():
    walk = Walk(DETOUR, is_closed=True, length=6, bound=5)
    assert walk == Walk([tuple(leg) for leg in DETOUR], is_closed=True, length=6)
    assert walk != Walk(["abcb", "bd", "dba"], is_closed=True, length=6)
    assert walk != list(walk)
    for again in (copy.deepcopy(walk), pickle.loads(pickle.dumps(walk))):
        assert again == walk
        assert (again.length, again.bound) == (6, 5)
        assert len({again, walk}) == 1


@together(
    ("legs", "is_closed"),
    [([], False), ([""], False), (["ab", "ca"], False), (["ab", "bc"], True)],
)
def test_legs_that_do_not_join_are_refused(legs, is_closed):
    with pytest.raises(InvalidArgument):
        Walk(legs, is_closed=is_closed, length=0)
