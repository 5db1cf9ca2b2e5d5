import gzip
import pathlib

import numpy as np
import pytest
from together import together

import icosian
from icosian import InvalidArgument, read_tsplib
from icosian.files.tours import optimum
from icosian.files.tsplib import is_tsp_file

TSP = pathlib.Path(__file__).parents[1] / "data" / "tsp"

POINTS = """NAME: three
TYPE : TSP
COMMENT : first
COMMENT : second
DIMENSION: 3
EDGE_WEIGHT_TYPE : EUC_2D
NODE_COORD_SECTION
1 0 0
3 0.0e0 4
 2  +3  0.
EOF
"""


def written(folder, text, name="three.tsp"):
    path = folder / name
    data = text.encode()
    path.write_bytes(gzip.compress(data) if name.endswith(".gz") else data)
    return path


@pytest.mark.parametrize("name", ["three.tsp", "three.TSP.gz"])
def test_places_are_named_from_one_in_order(name, tmp_path):
    places = read_tsplib(written(tmp_path, POINTS, name))
    assert places.nodes == (1, 2, 3)
    assert places.positions == {1: (0, 0), 2: (3, 0), 3: (0, 4)}
    assert places.matrix().tolist() == [[0, 3, 4], [3, 0, 5], [4, 5, 0]]


@together(("kind", "length"), [("EUC_2D", 5), ("CEIL_2D", 6), ("MAN_2D", 8), ("ATT", 2)])
def test_every_distance_of_the_plane(kind, length, tmp_path):
    text = POINTS.replace("EUC_2D", kind).replace("+3  0.", "3 4.5")
    assert read_tsplib(written(tmp_path, text)).length(0, 1) == length


FULL = np.array([[0, 1, 2, 3], [1, 0, 4, 5], [2, 4, 0, 6], [3, 5, 6, 0]])


def explicit(form, numbers, kind="TSP"):
    body = "\n".join(map(str, numbers))
    return (
        f"TYPE : {kind}\nDIMENSION : 4\nEDGE_WEIGHT_TYPE : EXPLICIT\n"
        f"EDGE_WEIGHT_FORMAT : {form}\nEDGE_WEIGHT_SECTION\n{body}\nEOF\n"
    )


def numbers(form, matrix):
    """Return the numbers of a matrix in a format, by its name."""
    if form == "FULL_MATRIX":
        return matrix.ravel().tolist()
    half, *diagonal, way = form.split("_")
    inside = {"UPPER": lambda i, j: i < j, "LOWER": lambda i, j: i > j}[half]
    cells = [(i, j) for i in range(4) for j in range(4) if inside(i, j) or (diagonal and i == j)]
    cells.sort(key=lambda cell: cell if way == "ROW" else cell[::-1])
    return [int(matrix[cell]) for cell in cells]


@together(
    "form",
    [
        "FULL_MATRIX",
        *(
            f"{half}_{d}{way}"
            for half in ("UPPER", "LOWER")
            for d in ("", "DIAG_")
            for way in ("ROW", "COL")
        ),
    ],
)
def test_a_matrix_in_every_format(form, tmp_path):
    places = read_tsplib(written(tmp_path, explicit(form, numbers(form, FULL))))
    assert places.matrix().tolist() == FULL.tolist()
    assert not places.directed


def test_a_matrix_with_directions_and_positions(tmp_path):
    matrix = np.array([[9999, 1, 2, 3], [4, 9999, 5, 6], [7, 8, 9999, 9], [1, 1, 1, 9999]])
    text = explicit("FULL_MATRIX", numbers("FULL_MATRIX", matrix), "ATSP")
    text = text.replace("EOF", "DISPLAY_DATA_SECTION\n1 0 0\n2 1 1\n3 2 0.5\n4 7 7\n")
    places = read_tsplib(written(tmp_path, text))
    assert places.directed
    assert (places.length(1, 0), places.length(0, 1)) == (4, 1)
    assert places.positions[3] == (2, 0.5)


@pytest.mark.parametrize(
    ("name", "size", "tour", "length"),
    [
        ("burma14.tsp", 14, [1, 2, 14, 3, 4, 5, 6, 12, 7, 13, 8, 11, 9, 10], 3323),
        ("ulysses16.tsp", 16, [1, 14, 13, 12, 7, 6, 15, 5, 11, 9, 10, 16, 3, 2, 4, 8], 6859),
    ],
)
def test_known_tours_have_their_published_lengths(name, size, tour, length):
    places = read_tsplib(TSP / f"{name}.gz")
    assert len(places) == size
    steps = zip(tour, [*tour[1:], tour[0]], strict=True)
    assert sum(places.length(u - 1, v - 1) for u, v in steps) == length


def test_the_display_data_of_a_matrix_are_its_positions():
    assert len(read_tsplib(TSP / "bays29.tsp.gz").positions) == 29
    assert read_tsplib(TSP / "gr24.tsp.gz").positions is None


def test_entries_of_minus_one_say_what_comes_first(tmp_path):
    rows = [[0, 3, 1, 9], [-1, 0, 2, 4], [-1, 5, 0, 2], [-1, -1, 6, 0]]
    text = explicit("FULL_MATRIX", [4, *np.ravel(rows)], "SOP")
    places = read_tsplib(written(tmp_path, text, "four.sop"))
    assert {*places.order} == {(1, 2), (1, 3), (2, 4)}  # 1 before 4 follows
    path = icosian.shortest_tour(places, closed=False)
    assert (path.nodes, path.length, path.bound) == ((1, 2, 3, 4), 7, 7)
    assert path.proof.chains == places.order
    path.proof.check(places)
    assert places.length(3, 0) > sum(map(max, rows))
    assert icosian.shortest_tour(places, closed=False, order=[(4, 3)]).nodes == (1, 2, 4, 3)
    with pytest.raises(InvalidArgument, match="contradicts itself"):
        icosian.shortest_tour(places, closed=False, order=[(4, 1)])
    assert icosian.shortest_tour(places).length == 7  # it is open
    with pytest.raises(InvalidArgument, match="a closed tour with an order needs a start"):
        icosian.shortest_tour(places, closed=True)


def test_the_names_of_problems():
    assert all(map(is_tsp_file, ["a.tsp", "a.ATSP", "b.tsp.gz"]))
    assert not any(map(is_tsp_file, ["a.hcp", "tsp", "a.tsp.zip"]))


def test_the_reader_is_public():
    assert icosian.read_tsplib is read_tsplib


def test_fixed_edges_are_steps_of_the_tour(tmp_path):
    square = "TYPE : TSP\nDIMENSION : 4\nEDGE_WEIGHT_TYPE : EUC_2D\nNODE_COORD_SECTION\n"
    square += "1 0 0\n2 0 30\n3 40 30\n4 40 0\n"
    path = written(tmp_path, square + "FIXED_EDGES_SECTION\n1 3 -1\nEOF\n")
    places = read_tsplib(path)
    assert places.require == ((1, 3),)
    tour = icosian.shortest_tour(places)
    assert (tour.length, tour.is_shortest, {1, 3} in map(set, tour.edges())) == (160, True, True)
    assert icosian.shortest_tour(places, require=[(1, 2)]).length == 160
    assert "The file states 1 fixed edge of length 50." in tour.explain()
    assert icosian.read_graph(path).graph["fixed_edges"] == [(1, 3)]
    with pytest.raises(InvalidArgument, match="states fixed edges, which only shortest_tour and"):
        next(icosian.tours.shortest_hamiltonian_cycles(places))


def test_listed_edges_make_a_graph_with_the_distances(tmp_path):
    text = POINTS.replace("EOF", "EDGE_DATA_SECTION\n1 2 2 3\n-1\nEOF\n")
    G = icosian.read_graph(written(tmp_path, text))
    assert {*G.edges(data="weight")} == {(1, 2, 3), (2, 3, 5)}
    text = text.replace("EDGE_DATA_SECTION\n1 2 2 3", "FIXED_EDGES_SECTION\n1 3 -1\n@")
    text = text.replace("@", "EDGE_DATA_SECTION\n1 2 2 3")
    with pytest.raises(InvalidArgument, match="the fixed edge 1 3 is not one of the edges"):
        icosian.read_graph(written(tmp_path, text))


def test_sets_are_groups_of_which_a_place_each_is_visited(tmp_path):
    text = POINTS.replace("TYPE : TSP", "TYPE : GTSP\nGTSP_SETS : 2")
    text = text.replace("EOF", "GTSP_SET_SECTION\n1 1 -1\n2 2\n3 -1\nEOF")
    path = written(tmp_path, text, "three.gtsp")
    places = read_tsplib(path)
    assert places.groups == ((1,), (2, 3))
    assert icosian.shortest_tour(places, start=1).nodes == (1, 2)
    for sets, message in [("1", "GTSP_SETS is 1, but there are 2 sets"), ("3", "GTSP_SETS is 3")]:
        with pytest.raises(InvalidArgument, match=message):
            read_tsplib(written(tmp_path, text.replace("GTSP_SETS : 2", f"GTSP_SETS : {sets}")))
    with pytest.raises(InvalidArgument, match="a graph has no place for its groups"):
        icosian.read_graph(written(tmp_path, text))


def test_a_comment_may_be_in_latin_1(tmp_path):
    path = tmp_path / "three.tsp"
    path.write_bytes(POINTS.replace("first", "N\xfcrnberg").encode("latin-1"))
    assert len(read_tsplib(path)) == 3


def test_a_note_says_that_all_distances_are_rounded_to_nothing(tmp_path):
    tour = icosian.shortest_tour([(0, 0), (0.1, 0.3), (0.2, 0.4)], "EUC_2D")
    assert (tour.length, "rounded to whole numbers" in tour.explain()) == (0, True)
    assert icosian.shortest_tour([(0, 0), (1, 0), (0, 1)], "EUC_2D").note == ""


@together(("name", "length"), [("burma14.tsp", 3323), ("gr24.tsp", 1272), ("br17.atsp", 39)])
def test_published_lengths_are_those_of_the_problems_of_that_name_and_size(name, length):
    places = read_tsplib(TSP / f"{name}.gz")
    assert optimum(places) == length
    places.require = ((1, 2),)
    assert optimum(places) is None
    other = icosian.Places([(0, 0)])
    other.name = places.name
    assert optimum(other) is None
