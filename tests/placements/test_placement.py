"""The value of a placement."""

import json

import networkx as nx
import pytest

from icosian import (
    InvalidArgument,
    Placement,
    king_graph,
    queen_graph,
    queens,
)


def test_a_placement_shows_itself():
    placement = queens(4)
    assert repr(placement) == "<placement of 4: b4 d3 a2 c1>"
    assert str(placement).splitlines()[1::2] == ["| |O| | |", "| | | |O|", "|O| | | |", "| | |O| |"]
    assert set(str(placement).splitlines()[::2]) == {"+-+-+-+-+"}
    assert placement.to_svg().startswith("<svg")
    assert placement == Placement(enumerate(placement.columns))
    assert hash(placement) == hash(Placement(enumerate(placement.columns)))
    assert placement != queens(5)
    assert (1, 3) in placement
    assert placement[0] == (0, 1)


def test_a_placement_as_json_has_its_nodes():
    for placement in (queens(6), king_graph(4).maximum_independent_set(), Placement([])):
        nodes = json.loads(placement.to_json())["placement"]
        assert Placement(map(tuple, nodes)) == placement
    G = nx.Graph([(frozenset("a"), "b")])
    assert Placement([frozenset("a")], G=G).to_json() == '{"placement": [{"place": 0}]}'
    far = Placement([frozenset("a")])
    assert far.to_json(G) == '{"placement": [{"place": 0}]}'
    with pytest.raises(InvalidArgument, match="has no JSON form, so to_json needs the graph"):
        far.to_json()


def test_a_placement_without_one_piece_a_row_has_no_columns():
    board = queen_graph(4)
    assert Placement([(0, 1), (1, 3), (2, 0), (3, 2)], G=board).columns == (1, 3, 0, 2)
    for nodes in ([(0, 1)], [(0, 1), (0, 3), (2, 0), (3, 2)]):
        with pytest.raises(ValueError, match="one piece in each row"):
            _ = Placement(nodes, G=board).columns
    with pytest.raises(ValueError, match="one piece in each row"):
        _ = Placement("ab").columns
