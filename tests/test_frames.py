"""Data frames: what is asked with a table is answered with its index; pandas is not needed."""

import subprocess
import sys
from itertools import permutations

import pytest
from together import together

import icosian
from icosian import InvalidArgument, Places, route_map, route_map_from_matrix, shortest_tour


class DataFrame:
    """What is used of a DataFrame, without pandas."""

    def __init__(self, columns, index=None):
        rows = len(next(iter(columns.values())))
        self._columns = columns
        self.columns = list(columns)
        self.index = range(rows) if index is None else index

    def __len__(self):
        return len(self.index)

    def __getitem__(self, name):
        return self._columns[name]

    def to_numpy(self):
        raise AssertionError("rows are read by column")

    def reset_index(self):
        return DataFrame({getattr(self.index, "name", "index"): list(self.index), **self._columns})


class Index(list):
    """An index with a name."""

    name = "from"


class Points:
    """What is used of the geometry of a GeoDataFrame, and of its system of coordinates."""

    def __init__(self, points, is_geographic):
        self._points = points
        self.crs = self if is_geographic is not None else None
        self.is_geographic = is_geographic

    @property
    def x(self):
        if not self._points:
            raise ValueError("x attribute access only provided for Point geometries")
        return [x for x, _ in self._points]

    @property
    def y(self):
        return [y for _, y in self._points]


class GeoFrame(DataFrame):
    """What is used of a GeoDataFrame."""

    def __init__(self, points, is_geographic, index):
        super().__init__({"name": list(index)}, index)
        self.geometry = Points(points, is_geographic)


def pandas_frame(columns, index=None):
    """Return a DataFrame of pandas, where that is installed."""
    pandas = pytest.importorskip("pandas", reason="pandas is no requirement")
    frame = pandas.DataFrame(columns, index=None if index is None else list(index))
    frame.index.name = getattr(index, "name", None)
    return frame


FRAMES = pytest.mark.parametrize("make", [DataFrame, pandas_frame])
TOWNS = {"Berlin": (52.52, 13.41), "Bremen": (53.08, 8.81), "Munich": (48.14, 11.58)}
LATITUDES, LONGITUDES = map(list, zip(*TOWNS.values(), strict=True))


@FRAMES
def test_a_tour_of_a_table_holds_its_index(make):
    frame = make({"note": list("pqrs"), "Y": [0, 0, 4, 4], "X": [0, 3, 0, 3]}, list("abcd"))
    tour = shortest_tour(frame, start="d")
    assert tour.length == 14
    assert tour.nodes in {tuple("dbac"), tuple("dcab")}
    assert tour.places.distance == "euclidean"
    assert tour.places.positions == {"a": (0, 0), "b": (3, 0), "c": (0, 4), "d": (3, 4)}


@FRAMES
@together("names", [("lat", "lon"), ("Latitude", "Longitude"), ("lat", "lng")])
def test_latitudes_and_longitudes_are_on_the_globe(make, names):
    north, east = names
    frame = make({east: LONGITUDES, north: LATITUDES}, list(TOWNS))
    assert Places(frame).distance == "haversine"
    assert shortest_tour(frame).length == shortest_tour(TOWNS, "haversine").length
    plane = Places(frame, "euclidean")  # longitudes to the right
    assert plane.positions == {town: (x, y) for town, (y, x) in TOWNS.items()}


@FRAMES
def test_two_columns_without_names_are_x_and_y(make):
    assert Places(make({0: [0, 3, 3], 1: [0, 0, 4]})).positions == {0: (0, 0), 1: (3, 0), 2: (3, 4)}
    assert shortest_tour(make({0: [0, 3], 1: [0, 4]}), closed=False).length == 5


@FRAMES
def test_the_columns_of_a_matrix_may_have_another_order_than_its_rows(make):
    there = {("x", "y"): 1, ("y", "z"): 2, ("z", "x"): 4, ("y", "x"): 8, ("z", "y"): 16}
    for order in permutations("xyz"):
        frame = make({v: [there.get((u, v), 32) for u in "xyz"] for v in order}, list("xyz"))
        assert shortest_tour(frame, start="x").nodes == tuple("xyz")
        assert shortest_tour(frame).length == 7
        assert Places.from_matrix(frame).length(0, 1) == 1
        roads = route_map_from_matrix(frame)
        assert list(roads) == ["x", "y", "z"]
        assert all(roads.edges[pair]["weight"] == weight for pair, weight in there.items())


@FRAMES
def test_rows_or_columns_of_a_matrix_may_be_numbered_only(make):
    rows = make({0: [0, 1, 2], 1: [1, 0, 3], 2: [2, 3, 0]}, list("abc"))
    columns = make({"a": [0, 1, 2], "b": [1, 0, 3], "c": [2, 3, 0]})
    for frame in (rows, columns):
        assert shortest_tour(frame).places.nodes == ("a", "b", "c")
        assert set(route_map_from_matrix(frame)) == {"a", "b", "c"}
    neither = make({0: [0, 1, 2], 1: [1, 0, 3], 2: [2, 3, 0]})
    assert shortest_tour(neither).places.nodes == (0, 1, 2)
    assert Places.from_matrix(neither, names="xyz").nodes == ("x", "y", "z")


@FRAMES
def test_a_table_of_neither_coordinates_nor_distances_is_refused(make):
    for columns in ({"a": [1, 2], "b": [3, 4]}, {"x": [1, 2, 3]}, {"x": [1], "lot": [2], "u": [3]}):
        with pytest.raises(InvalidArgument, match="has the columns x and y, or lat and lon"):
            shortest_tour(make(columns))
    with pytest.raises(InvalidArgument, match="is a matrix with the same names of rows"):
        Places.from_matrix(make({"x": [1, 2, 3]}))
    with pytest.raises(InvalidArgument, match=r"its columns are \['a', 'b'\]"):
        Places(make({"a": [1, 2], "b": [3, 4]}))


@FRAMES
def test_a_coordinate_that_is_missing_is_refused_by_its_name(make):
    frame = make({"x": [0.0, float("nan"), 1.0], "y": [0.0, 1.0, 2.0]}, list("abc"))
    with pytest.raises(InvalidArgument, match="place 'b' has"):
        shortest_tour(frame)


@together("is_geographic", [True, False])
def test_points_of_a_geo_data_frame_are_places(is_geographic):
    points = [(lon, lat) for lat, lon in TOWNS.values()]
    frame = GeoFrame(points, is_geographic, list(TOWNS))
    places = Places(frame)
    assert places.distance == ("haversine" if is_geographic else "euclidean")
    assert places.positions == dict(zip(TOWNS, points, strict=True))
    assert set(shortest_tour(frame)) == set(TOWNS)


def test_other_shapes_of_a_geo_data_frame_are_refused():
    hint = "geometry of places must be points; route_map makes a map of lines"
    with pytest.raises(InvalidArgument, match=hint):
        shortest_tour(GeoFrame([], is_geographic=True, index=["a"]))


def test_points_whose_lengths_in_the_plane_would_be_others_are_asked_about():
    degrees = GeoFrame([(lon, lat) for lat, lon in TOWNS.values()], None, list(TOWNS))
    meters = GeoFrame([(0, 0), (300, 0), (0, 400)], None, list("abc"))
    mercator = GeoFrame([(0, 0), (300, 0), (0, 400)], False, list("abc"))  # noqa: FBT003
    mercator.geometry.crs.name = "WGS 84 / Pseudo-Mercator"
    with pytest.raises(InvalidArgument, match=r"may be degrees, set_crs\(4326\), .* distance="):
        shortest_tour(degrees)
    with pytest.raises(InvalidArgument, match=r"Pseudo-Mercator .* equator: to_crs\(4326\)"):
        shortest_tour(mercator)
    assert shortest_tour(degrees, "haversine").length == shortest_tour(TOWNS, "haversine").length
    assert shortest_tour(mercator, "euclidean").length == shortest_tour(meters).length == 1200


class LineFrame(DataFrame):
    """What is used of a GeoDataFrame of lines."""

    geom_type = ("LineString",)

    def __init__(self, columns, lines, is_geographic):
        super().__init__(columns)
        self.crs = Points([], is_geographic).crs
        rows = [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]
        self.__geo_interface__ = {
            "features": [
                {"properties": row, "geometry": {"type": "LineString", "coordinates": line}}
                for row, line in zip(rows, lines, strict=True)
            ]
        }


def test_lines_of_a_geo_data_frame_are_a_map():
    columns = {"length": [3, 4], "Einbahn": ["ja", "nein"]}
    lines = [[(10, 50), (11, 51)], [(11, 51), (9, 52)]]
    G = route_map(LineFrame(columns, lines, is_geographic=True))
    there, back = ((11, 51), (9, 52), 4), ((9, 52), (11, 51), 4)
    assert sorted(G.edges(data="weight")) == sorted([((10, 50), (11, 51), 3), there, back])
    with pytest.raises(InvalidArgument, match=r"lines are in degrees, .*: to_crs\(4326\)"):
        route_map(LineFrame(columns, lines, is_geographic=False))
    with pytest.raises(InvalidArgument, match="weight=, default=, directed= are for tables"):
        route_map(LineFrame(columns, lines, is_geographic=True), weight="length")


@FRAMES
def test_roads_may_be_a_table(make):
    frame = make({"length": [3, 4.5], "lanes": [1, 2], "To": ["b", "c"], "from": ["a", "b"]})
    places = make({"lat": [5, 6, 7], "lon": [0, 1, 2]}, list("abc"))
    roads = route_map(frame, pos=places, directed=True)
    assert list(roads.edges(data="weight")) == [("a", "b", 3), ("b", "c", 4.5)]
    assert roads.nodes["b"]["pos"] == (1, 6)
    with pytest.raises(InvalidArgument, match=r"no column is named weight/.* got \['.*'To'"):
        route_map(make({"from": ["a"], "To": ["b"]}))


@FRAMES
@together("gap", [None, float("nan")])
def test_a_place_that_is_missing_in_a_table_of_roads_is_refused(make, gap):
    with pytest.raises(InvalidArgument, match="a name is missing"):
        route_map(make({"from": ["a", gap], "to": ["b", "c"], "time": [1, 2]}))


@FRAMES
def test_the_index_of_a_table_of_roads_may_be_a_column(make):
    frame = make({"v": ["b", "c"], "time": [3, 4]}, Index(["a", "b"]))
    assert list(route_map(frame).edges(data="weight")) == [("a", "b", 3), ("b", "c", 4)]


@FRAMES
def test_the_numbers_of_rows_are_no_lengths(make):
    frame = make({"from": ["a", "b"], "to": ["b", "c"], "lat": [1, 2], "km": [3, 4], "min": [5, 6]})
    with pytest.raises(InvalidArgument, match=r"^weight='km' or weight='min' names"):
        route_map(frame)
    with pytest.raises(InvalidArgument, match="no columns are named 'index'"):
        route_map(frame, weight="index")


@FRAMES
def test_a_table_is_not_a_graph_and_the_error_says_what_takes_it(make):
    frame = make({"x": [0], "y": [1]})
    with pytest.raises(InvalidArgument, match=r"shortest_tour\(G\).*\.route_map\(G\)"):
        icosian.hamiltonian_cycle(frame)


@pytest.mark.slow
def test_pandas_is_not_imported():
    code = "import icosian, sys; icosian.Places([(0, 0), (1, 0)]); icosian.route_map([])"
    subprocess.run(
        [sys.executable, "-c", f"{code}; assert 'pandas' not in sys.modules"], check=True
    )


class Labels(list):
    """Labels of rows, as a grouped table has them."""

    dtype = "int64"
    index = property()  # a list has a method of this name, and an index of pandas has none

    def __init__(self, labels, name=None):
        super().__init__(labels)
        self.name = name


@together("condition", ["groups", "order"])
@together(
    ("ids", "index", "name", "refused"),
    [
        ([1, 2, 3, 0], None, None, "1 may be a row, or one of the places"),
        ([1, 2, 3, 0], None, "id", None),
        ([1, 2, 3, 0], [4, 5, 6, 7], None, "1 may be a row, or one of the places"),  # by numbers
        ([8, 9, 6, 7], [6, 7, 8, 9], None, "8 may be a row, or one of the places"),
        ([0, 1, 2, 3], None, None, None),
        ([5, 6, 7, 8], None, None, None),
        ([5, 6, 7, 8], None, "id", None),
    ],
)
def test_labels_that_may_be_rows_or_names_are_refused(condition, ids, index, name, refused):
    places = DataFrame({"id": ids, "x": [0, 1, 100, 101], "y": [0] * 4}, index)
    asked = {condition: [Labels(ids[:2], name), Labels(ids[2:], name)], "start": ids[0]}
    if refused:
        with pytest.raises(InvalidArgument, match=refused):
            shortest_tour(places, **asked)
    else:
        lists = {condition: [ids[:2], ids[2:]], "start": ids[0]}
        assert shortest_tour(places, **asked) == shortest_tour(places, **lists)


def test_labels_of_rows_are_no_names():
    places = DataFrame({"name": [*"abc"], "x": [0, 1, 2], "y": [0] * 3}, [5, 6, 7])
    with pytest.raises(InvalidArgument, match="6 is a row, and not one of the places"):
        shortest_tour(places, groups=[Labels([6, 5])])
