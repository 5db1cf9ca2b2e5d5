from fractions import Fraction

import pytest
from together import together

from icosian import InvalidArgument
from icosian.files.places import read_coordinates as read_places, read_distances as read_matrix
from icosian.tours import Places


def read_coordinates(path, distance=None):
    """Return the places in a table."""
    return read_places(path, distance).value


def read_distances(path):
    """Return the places of a matrix."""
    names, rows, _ = read_matrix(path)
    return Places.from_matrix(rows, names=names)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "places.csv"


@together(
    ("text", "nodes"),
    [
        ("0,0\n3,4\n0,4\n", (0, 1, 2)),
        ("a,0,0\nb,3,4\nc,0,4\n", ("a", "b", "c")),
        ("X;Y\n0;0\n3;4\n0;4\n", (0, 1, 2)),
        ("y,other,name,x\n0,7,a,0\n4,7,b,3\n4,7,c,0\n", ("a", "b", "c")),
    ],
)
def test_coordinates_with_and_without_names(text, nodes, path):
    path.write_text(text, encoding="utf-8")
    places = read_coordinates(path, "EUC_2D")
    assert places.nodes == nodes
    assert [places.length(0, 1), places.length(0, 2), places.length(1, 2)] == [5, 4, 3]


def test_decimals_are_exact(path):
    path.write_text("0,0\n0.1,0.2\n", encoding="utf-8")
    assert read_coordinates(path, "manhattan").true_length(0, 1) == Fraction(3, 10)


def test_latitude_comes_first_where_the_columns_have_no_names(path):
    path.write_text("name,lon,lat\na,10,50\nb,11,50\n", encoding="utf-8")
    named = read_coordinates(path, "haversine")
    path.write_text("50,10\n50,11\n", encoding="utf-8")
    assert read_coordinates(path, "haversine").length(0, 1) == named.length(0, 1)
    assert named.positions["b"] == (11, 50)


@pytest.mark.parametrize(
    ("text", "nodes"),
    [
        ("0,1,2\n1,0,3\n2,3,0\n", (0, 1, 2)),
        ("a,b,c\n-,1,2\n1,-,3\n2,3,-\n", ("a", "b", "c")),
        (",a,b,c\na,0,1,2\nb,1,0,3\nc,2,3,0\n", ("a", "b", "c")),
    ],
)
def test_distances_with_and_without_names(text, nodes, path):
    path.write_text(text, encoding="utf-8")
    places = read_distances(path)
    assert places.nodes == nodes
    assert places.matrix().tolist() == [[0, 1, 2], [1, 0, 3], [2, 3, 0]]


@together(
    ("read", "text", "message"),
    [
        (read_coordinates, "0,0\n1,x\n", "line 2: 'x' is not a number"),
        (read_coordinates, "0,0\n1,2,3\n", "line 2: expected 2 columns, got 3"),
        (read_coordinates, "0\n1\n", "expected the columns x, y or name, x, y, got 1"),
        (read_coordinates, "u,v\n1,2\n", "has the columns x and y, or lat and lon"),
        (read_coordinates, "a,0,0\na,1,1\n", "2 different hashable"),
        (read_distances, "0,1\n1,0,2\n", "row 1 has 3"),
        (read_distances, "0,x\n1,0\n", "line 1: 'x' is not a number"),
        (read_distances, "a,b,c\n0,1\n1,0\n", "names must be"),
    ],
)
def test_malformed_tables_are_refused(read, text, message, path):
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InvalidArgument, match=message):
        read(path)
