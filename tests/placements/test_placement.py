"""The value of a placement."""

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


def test_a_placement_is_the_same_after_json():
    board = king_graph(4)
    for placement in (queens(6), board.maximum_independent_set(), Placement([])):
        G = queen_graph(6) if len(placement) == 6 else board
        again = Placement.from_json(placement.to_json(), G)
        assert again == placement
        assert again.board == G.board
    G = nx.Graph([(frozenset("a"), "b")])
    far = Placement([frozenset("a")], G=G)
    assert far.to_json() == '{"placement": [{"place": 0}]}'
    assert Placement.from_json(far.to_json(), G) == far
    with pytest.raises(InvalidArgument, match="has no JSON form, so to_json needs the graph"):
        Placement([frozenset("a")]).to_json()


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "not the description of a placement"),
        ("[]", "not the description of a placement: expected an object"),
        ("{}", "not the description of a placement"),
        ('{"placement": 7}', "expected a list"),
        ('{"placement": [[0, 0]], "more": 1}', "'more' is not a field"),
        ('{"placement": [[0, 0], [0, 0]]}', "different nodes of the graph"),
        ('{"placement": [[0, 9]]}', "different nodes of the graph"),
    ],
)
def test_what_does_not_describe_a_placement_is_refused(text, reason):
    with pytest.raises(InvalidArgument, match=reason):
        Placement.from_json(text, king_graph(2))


def test_a_placement_without_one_piece_a_row_has_no_columns():
    board = queen_graph(4)
    assert Placement([(0, 1), (1, 3), (2, 0), (3, 2)], G=board).columns == (1, 3, 0, 2)
    for nodes in ([(0, 1)], [(0, 1), (0, 3), (2, 0), (3, 2)]):
        with pytest.raises(ValueError, match="one piece in each row"):
            _ = Placement(nodes, G=board).columns
    with pytest.raises(ValueError, match="one piece in each row"):
        _ = Placement("ab").columns
