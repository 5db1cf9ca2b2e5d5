import math
import pickle
from fractions import Fraction

import networkx as nx
import numpy as np
import pytest
from together import together

from icosian import InvalidArgument, NotANode, Places


def test_a_matrix_may_be_directed_and_of_any_numbers():
    places = Places.from_matrix([[math.inf, 0.5, 2], [1, None, Fraction(3, 4)], [-1, 2, 0]])
    assert places.directed
    assert places.unit == Fraction(1, 4)
    assert places.matrix().tolist() == [[0, 2, 8], [4, 0, 3], [-4, 8, 0]]
    assert not Places.from_matrix(np.array([[0, 1.5], [1.5, 0]])).directed


def test_names_and_positions():
    places = Places({"x": (1, 2), "y": (3, 4)})
    assert places.nodes == ("x", "y")
    assert places.positions == {"x": (1.0, 2.0), "y": (3.0, 4.0)}
    assert places.index("y") == 1
    assert len(Places(np.zeros((5, 2)), names="abcde")) == 5
    drawn = Places.from_matrix([[0, 1], [1, 0]], names="ab", positions={"b": (0, 1), "a": (2, 3)})
    assert drawn.positions == {"a": (2.0, 3.0), "b": (0.0, 1.0)}
    assert Places.from_matrix([[0]]).positions is None


def test_a_copy_by_pickle_measures_the_same():
    for places in (Places([(0, 0), (1, 2)]), Places.from_matrix([[0, 1], [2, 0]])):
        again = pickle.loads(pickle.dumps(places))
        assert (again.matrix() == places.matrix()).all()
        assert again.nodes == places.nodes


@together(
    ("make", "message"),
    [
        (lambda: Places([(0, 0)], "cosine"), "distance must be one of euclidean"),
        (lambda: Places([(0, math.nan)]), "finite numbers, but place 0"),
        (lambda: Places({"a": (0, "1")}), "finite numbers, but place 'a'"),
        (lambda: Places([(0, 0), (0, 0, 0)]), "2 coordinates"),
        (lambda: Places([(0, 10**400)]), "finite numbers"),
        (lambda: Places([3]), "must be a sequence"),
        (lambda: Places(7), "must be a sequence, got 7"),
        (lambda: Places("ab"), "must be a sequence"),
        (lambda: Places([(0, 0), (1, 1)], names="aa"), "names must differ, but 0 and 1 are 'a'"),
        (lambda: Places([(0, 0)], names=[[1]]), "different hashable"),
        (lambda: Places([(0, 0)], names=[None]), "not None"),
        (lambda: Places({"a": (0, 0)}, names="b"), "keys of a mapping"),
        (lambda: Places([(91, 0)], "haversine"), "latitude"),
        (lambda: Places([(0, 0), (1e18, 0)], "EUC_2D"), "too far apart"),
        (lambda: Places.from_matrix([[0, 1], [1]]), "row 1 has 1"),
        (lambda: Places.from_matrix([[0, math.nan], [1, 0]]), "row 0, column 1 has nan"),
        (lambda: Places.from_matrix([[0, "x"], [1, 0]]), "row 0, column 1"),
        (lambda: Places.from_matrix([[0]], positions={}), "must be a sequence, got None"),
    ],
)
def test_what_is_not_a_place_is_refused(make, message):
    with pytest.raises(InvalidArgument, match=message):
        make()


def test_an_unknown_place_is_not_a_node():
    with pytest.raises(NotANode, match="start 'z' is not one of the places"):
        Places({"a": (0, 0)}).index("z", "start")
    with pytest.raises(nx.NodeNotFound):
        Places({"a": (0, 0)}).index([])
