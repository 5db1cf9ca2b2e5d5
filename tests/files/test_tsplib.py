"""TSPLIB: read as it is meant; what is written comes back equal."""

import gzip
import pathlib
import re
from fractions import Fraction

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, strategies as st
from together import together

import icosian
from icosian import InvalidArgument, Places
from icosian.files import read_tsplib, write_tsplib
from icosian.tours.shortest.distances import KINDS

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


# Writing of TSPLIB: what is read comes back equal, and what no file can hold is refused.


INTEGERS = st.integers(0, 99).map(str)
DECIMALS = st.decimals(-99, 99, places=2).map(str)


def everything(places):
    names = "nodes distance directed unit kind order groups require closed name positions"
    return {name: getattr(places, name) for name in names.split()} | {
        "lengths": places.matrix().tolist()
    }


def check_comes_back(path, again):
    places = read_tsplib(path)
    write_tsplib(places, again)
    assert everything(read_tsplib(again)) == everything(places)
    first = again.read_bytes()
    write_tsplib(read_tsplib(again), again)
    assert again.read_bytes() == first


@st.composite
def problems(draw):
    """Draw the text of a file of any type."""
    n = draw(st.integers(1, 6))
    pairs = st.lists(st.tuples(st.integers(1, n), st.integers(1, n)), max_size=3)
    kind = draw(st.sampled_from(["TSP", "ATSP", "SOP", "GTSP", "AGTSP", "HPP"]))
    distance = draw(st.sampled_from(["EXPLICIT", *filter(str.isupper, KINDS)]))
    numbers = draw(st.sampled_from([INTEGERS, DECIMALS]))
    lines = [draw(st.sampled_from(["NAME : n.tsp", "NAME : n.tsp.tsp", "COMMENT : none"]))]
    lines += [f"TYPE : {kind}", f"DIMENSION : {n}"]
    if kind in {"ATSP", "SOP", "AGTSP"} or distance == "EXPLICIT":
        rows = [[draw(numbers) for _ in range(n)] for _ in range(n)]
        if kind == "SOP":
            rows = [[word.replace("-", "1") for word in row] for row in rows]
            rank = draw(st.permutations(range(n)))
            for i, j in draw(pairs):
                if rank[i - 1] > rank[j - 1]:
                    rows[i - 1][j - 1] = "-1"
        if draw(st.booleans()):
            lines += ["DISPLAY_DATA_SECTION", *(f"{k + 1} {k}.5 {k * k}" for k in range(n))]
        lines += ["EDGE_WEIGHT_TYPE : EXPLICIT", "EDGE_WEIGHT_FORMAT : FULL_MATRIX"]
        lines += ["EDGE_WEIGHT_SECTION", *[str(n)] * (kind == "SOP"), *map(" ".join, rows)]
    else:
        lines += [f"EDGE_WEIGHT_TYPE : {distance}", "NODE_COORD_SECTION"]
        for k in range(n, 0, -1):
            lines.append(" ".join([str(k), *(draw(numbers) for _ in range(KINDS[distance].axes))]))
    if fixed := draw(pairs):
        lines += ["FIXED_EDGES_SECTION", *(f"{u} {v}" for u, v in fixed), "-1"]
    if "GTSP" in kind:
        lines += ["GTSP_SET_SECTION", "7 1 -1", f"3 {n} 1 -1", "-1"]
    return "\n".join([*lines, "EOF", ""])


@given(problems(), st.sampled_from(["", ".gz"]))
def test_what_is_read_comes_back_equal(tmp_path_factory, text, packed):
    folder = tmp_path_factory.mktemp("problems")
    path = folder / "a.tsp"
    path.write_text(text, encoding="utf-8")
    try:
        read_tsplib(path)
    except InvalidArgument as error:  # of XRAY and GEO, whose coordinates have a range
        assert re.search("degrees|fixed edges", str(error))
        return
    check_comes_back(path, folder / f"b.tsp{packed}")


def stated(places=None, **said):
    places = Places.from_matrix([[0, 1, 2], [3, 0, 4], [5, 6, 0]]) if places is None else places
    for name, value in said.items():
        setattr(places, name, value)
    return places


@together(
    ("problem", "reason"),
    [
        (Places([(0, 0), (1, 1)]), "irrational"),
        (Places([]), "has no place"),
        (Places.from_matrix([[0, Fraction(1, 3)], [1, 0]]), "no decimal"),
        (stated(order=((0, 1),)), "no type of TSPLIB"),
        (stated(order=((0, 1),), groups=((0,),)), "no type of TSPLIB"),
        (stated(order=((0, 1), (1, 0)), closed=False), "contradicts itself"),
        (stated(Places.from_matrix([[0, -1], [2, 0]]), closed=False), "no distance of a SOP is -1"),
        (nx.Graph([(0, 1, {"weight": 2})]), "an HCP has no lengths"),
        ([1, 2], "problem must be places, a networkx graph or a tour, got list"),
    ],
)
def test_what_no_file_can_hold_is_refused_and_nothing_is_written(problem, reason, tmp_path):
    path = tmp_path / "a.tsp"
    path.write_text("kept", "utf-8")
    with pytest.raises(InvalidArgument, match=reason):
        write_tsplib(problem, path)
    assert [*tmp_path.iterdir()] == [path]
    assert path.read_text("utf-8") == "kept"
