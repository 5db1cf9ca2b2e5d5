"""Route maps: every road that was written is read, and every error names its road or cell."""

import json
import math
import pathlib
import tempfile
from decimal import Decimal
from fractions import Fraction

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, strategies as st
from together import together

import icosian
from icosian.exceptions import InvalidArgument
from icosian.routes.maps import read_route_map, route_map, route_map_from_matrix, terrain_map

DATA = pathlib.Path(__file__).parents[1] / "data"
WEIGHTS = st.integers(0, 99) | st.floats(0, 99)
NEGATIVE = [-1, Fraction(-1, 2), Decimal(-1)]
NO_NUMBERS = [
    -math.inf,
    True,
    np.True_,
    "5",
    1j,
    [1],
    {1},
    np.array([1, 2]),
    object(),
]
NO_WEIGHTS = [*NO_NUMBERS, *NEGATIVE]
NANS = [math.nan, np.float32("nan"), np.float64("nan"), Decimal("NaN")]
NO_ITERABLES = [5, None, 1.5, True, object(), len, np.array(5), Decimal("NaN")]
by_type = {"ids": lambda value: f"{type(value).__name__} {str(value)[:9]}"}


def weights_of(G):
    """Return the weight of every edge, an undirected one by the set of its ends."""
    pair = tuple if G.is_directed() else frozenset
    return {pair((u, v)): weight for u, v, weight in G.edges(data="weight")}


# --- Lists of roads


def test_a_list_of_roads_is_a_weighted_graph():
    G = route_map([("A", "B", 3), ("B", "C", 2.5), ("C", "C", 1), ("A", (1, 2), Fraction(1, 2))])
    assert type(G) is nx.Graph
    assert weights_of(G) == {
        frozenset("AB"): 3,
        frozenset("BC"): 2.5,
        frozenset("C"): 1,
        frozenset({"A", (1, 2)}): Fraction(1, 2),
    }
    assert list(G) == ["A", "B", "C", (1, 2)]
    assert all(data == {} for _, data in G.nodes(data=True))


def test_roads_may_be_given_as_a_mapping_or_by_a_generator():
    edges = {("A", "B"): 3, ("B", "A"): 4}
    for given_ in (edges, ((u, v, w) for (u, v), w in edges.items())):
        G = route_map(given_, directed=True)
        assert type(G) is nx.DiGraph
        assert weights_of(G) == edges
    assert weights_of(route_map([["A", "B", 3]])) == {frozenset("AB"): 3}
    assert len(route_map([])) == 0


def test_roads_between_the_same_places_are_parallel():
    roads = [("A", "B", 5), ("B", "A", 3), ("A", "B", 4)]
    assert type(route_map(roads)) is nx.MultiGraph
    assert sorted(w for *_, w in route_map(roads).edges("AB", data="weight")) == [3, 4, 5]
    one_way = route_map(roads, directed=True)
    assert type(one_way) is nx.MultiDiGraph
    assert sorted(one_way.edges(keys=True, data="weight")) == [
        ("A", "B", 0, 5),
        ("A", "B", 1, 4),
        ("B", "A", 0, 3),
    ]
    assert type(route_map(roads[:2], directed=True)) is nx.DiGraph


@given(
    st.lists(st.tuples(st.sampled_from("ABCD"), st.sampled_from("ABCD"), st.integers(0, 9))),
    st.booleans(),
)
def test_shortest_ways_take_the_shortest_of_parallel_roads(roads, directed):
    G = route_map([*roads, ("A", "A", 0)], directed=directed)
    shortest = nx.DiGraph() if directed else nx.Graph()
    shortest.add_nodes_from(G)
    for u, v, weight in sorted(roads, key=lambda road: -road[2]):
        shortest.add_edge(u, v, weight=weight)
    assert G.number_of_edges() == len(roads) + 1
    assert dict(icosian.dijkstra(G, "A").distances) == dict(
        icosian.dijkstra(shortest, "A").distances
    )


def test_positions_are_kept_as_pairs_of_floats():
    G = route_map([("A", "B", 1), ("B", "C", 1)], pos={"A": (0, 1), "C": np.array([2, 3])})
    assert nx.get_node_attributes(G, "pos") == {"A": (0.0, 1.0), "C": (2.0, 3.0)}
    assert all(
        type(x) is float for point in nx.get_node_attributes(G, "pos").values() for x in point
    )


@together("bad", [*NO_NUMBERS, *NANS, None], **by_type)
def test_a_road_without_a_true_weight_is_refused_and_named(bad):
    with pytest.raises(InvalidArgument, match=r"edge \('X', 'Y'\)"):
        route_map([("A", "B", 1), ("X", "Y", bad)])
    with pytest.raises(InvalidArgument, match=r"edge \('X', 'Y'\)"):
        route_map({("X", "Y"): bad}, directed=True)


@together("weight", NEGATIVE, **by_type)
def test_a_road_may_have_a_negative_length(weight):
    assert weights_of(route_map([("A", "B", weight)])) == {frozenset("AB"): weight}


@together(
    "edges",
    [["AB"], [("A", "B")], [("A", "B", 1, 2)], [5], [None], [([], "B", 1)], {5: 1}, {"ABC": 1}],
    ids=str,
)
def test_what_is_not_a_road_is_refused(edges):
    with pytest.raises(InvalidArgument, match="an edge is"):
        route_map(edges)


@together("edges", [*NO_ITERABLES, "map.csv", "", b"AB1"], **by_type)
def test_roads_are_an_iterable(edges):
    with pytest.raises(InvalidArgument, match=r"edges are an iterable of \(u, v, weight\), got"):
        route_map(edges)


@together("pos", [5, True, "AB", [(0, 0)], np.zeros((2, 2)), len], **by_type)
def test_positions_are_a_mapping_and_refused_before_the_roads_are_read(pos):
    edges = iter([("A", "B", 1)])
    with pytest.raises(InvalidArgument, match="pos maps places"):
        route_map(edges, pos=pos)
    assert next(edges) == ("A", "B", 1)


@pytest.mark.parametrize(
    "point",
    [
        5,
        None,
        (1,),
        (1, 2, 3),
        ("x", "y"),
        "12",
        (math.nan, 0),
        (0, math.inf),
        pytest.param((10**400, 0), id="beyond floats"),
    ],
    ids=str,
)
def test_a_position_is_two_finite_numbers(point):
    with pytest.raises(InvalidArgument, match="'A'"):
        route_map([("A", "B", 1)], pos={"A": point})


# --- Matrices


def test_a_symmetric_matrix_is_a_graph_and_any_other_a_digraph():
    G = route_map_from_matrix([[0, 1, 2], [1, 0, 0], [2, 0, 0]])
    assert type(G) is nx.Graph
    assert weights_of(G) == {frozenset({0, 1}): 1, frozenset({0, 2}): 2}
    one_way = route_map_from_matrix([[0, 1], [0, 0]], "AB")
    assert type(one_way) is nx.DiGraph
    assert weights_of(one_way) == {("A", "B"): 1}
    unequal = route_map_from_matrix([[0, 1], [2, 0]])
    assert weights_of(unequal) == {(0, 1): 1, (1, 0): 2}


@given(
    st.integers(0, 6).flatmap(
        lambda n: st.lists(st.lists(WEIGHTS, min_size=n, max_size=n), min_size=n, max_size=n)
    )
)
def test_a_matrix_holds_the_roads_that_it_shows(matrix):
    n = len(matrix)
    G = route_map_from_matrix(matrix)
    roads = {(i, j): matrix[i][j] for i in range(n) for j in range(n) if i != j and matrix[i][j]}
    assert list(G) == list(range(n))
    assert {
        (i, j): w for i, row in G.adjacency() for j, w in ((j, d["weight"]) for j, d in row.items())
    } == roads
    assert G.is_directed() == any(roads.get((j, i)) != w for (i, j), w in roads.items())
    if n:
        again = route_map_from_matrix(np.array(matrix, float))
        assert weights_of(again) == weights_of(G)


@together("none", [0, 0.0, None, math.inf, *NANS, np.int64(0), Decimal(0)], **by_type)
def test_zero_none_infinity_and_nan_mean_no_road(none):
    G = route_map_from_matrix([[none, none, 4], [none, none, none], [4, none, none]], "ABC")
    assert weights_of(G) == {frozenset("AC"): 4}
    assert list(G) == ["A", "B", "C"]


def test_what_stands_on_the_diagonal_does_not_matter():
    for odd in (7, -1, math.nan, "here", None, object()):
        assert weights_of(route_map_from_matrix([[odd, 1], [1, odd]])) == {frozenset({0, 1}): 1}


def test_arrays_of_numpy_become_numbers_of_python():
    for kind in (np.uint8, np.int64, np.float32, object):
        G = route_map_from_matrix(np.array([[0, 200, 0], [200, 0, 100], [0, 100, 0]], kind))
        assert type(G[0][1]["weight"]) in {int, float}
        assert icosian.dijkstra(G, 0).distances[2] == 300


def test_labels_may_be_anything_hashable():
    matrix = [[0, 1], [1, 0]]
    for labels in (
        "AB",
        ["Arad", "Sibiu"],
        [(0, 0), (0, 1)],
        iter("AB"),
        np.array([5, 6]).tolist(),
    ):
        G = route_map_from_matrix(matrix, labels)
        assert len(G) == 2
        assert G.size() == 1


@together("labels", ["A", "ABC", "AA", [0, False], [[0], [1]], ["A", None]], ids=str)
def test_labels_fit_and_differ(labels):
    with pytest.raises(InvalidArgument, match="label"):
        route_map_from_matrix([[0, 1], [1, 0]], labels)


@together("bad", NO_WEIGHTS, **by_type)
def test_an_entry_that_is_not_a_weight_is_refused_and_named(bad):
    with pytest.raises(InvalidArgument, match="row 1, column 0"):
        route_map_from_matrix([[0, 1], [bad, 0]])


@pytest.mark.parametrize("matrix", [[[0, 1]], [[0, 1], [1]], np.zeros((2, 3))], ids=str)
def test_a_matrix_is_square(matrix):
    with pytest.raises(InvalidArgument, match="a matrix of distances is square"):
        route_map_from_matrix(matrix)


NO_TABLES = [*NO_ITERABLES, [1, 2], np.zeros(3), {}, {0: [0]}, {(0, 1), (1, 0)}, [{0}], ["00"]]


@together("matrix", [*NO_TABLES, "ab", "", b"", iter([5])], **by_type)
def test_a_matrix_is_a_table(matrix):
    with pytest.raises(InvalidArgument, match="a matrix of distances is a sequence of rows, got"):
        route_map_from_matrix(matrix)


def test_rows_of_a_matrix_may_come_one_by_one():
    rows = [[0, 1], [1, 0]]
    assert weights_of(route_map_from_matrix(iter(rows))) == {frozenset({0, 1}): 1}
    assert len(route_map_from_matrix(iter([]))) == 0


@together("labels", [x for x in NO_ITERABLES if x is not None], **by_type)
def test_labels_are_an_iterable(labels):
    with pytest.raises(InvalidArgument, match="labels must be 2 different hashable objects"):
        route_map_from_matrix([[0, 1], [1, 0]], labels)


# --- Files


def write(folder, text, name="map.csv", encoding="utf-8"):
    file = folder / name
    file.write_bytes(text.encode(encoding))
    return file


EXPECTED = {frozenset("AB"): 1, frozenset("BC"): 2.5}


@together(
    "text",
    [
        "A,B,1\nB,C,2.5\n",
        "A,B,1\nB,C,2.5",
        "u,v,weight\nA,B,1\nB,C,2.5\n",
        "\ufeffu,v,weight\nA,B,1\nB,C,2.5\n",
        "\ufeffA,B,1\nB,C,2.5\n",
        "weight,v,u\n1,B,A\n2.5,C,B\n",
        "Distance,From,To\n1,A,B\n2.5,B,C\n",
        "note,source,target,cost\nx,A,B,1\n,B,C,2.5\n",
        "source,target,cost,note\nA,B,1,x\nB,C,2.5,\n",
        "start;end;length\nA;B;1\nB;C;2.5\n",
        "ORIGIN,Destination,time\nA,B,1\nB,C,2.5\n",
        "u\tv\ttime\nA\tB\t1\nB\tC\t2.5\n",
        "u,v,weight\r\nA,B,1\r\nB,C,2.5\r\n",
        "A,B,1\rB,C,2.5\r",
        "\n\nu,v,weight\n\nA,B,1\n,,\n  \nB,C,2.5\n\n",
        "\nA;B;1\nB;C;2.5\n",
        ' A , B , 1 \n"B","C","2.5"\n',
    ],
    ids=repr,
)
def test_a_table_may_be_written_in_many_ways(text, tmp_path):
    G = read_route_map(write(tmp_path, text))
    assert type(G) is nx.Graph
    assert weights_of(G) == EXPECTED
    assert [type(weight) for weight in weights_of(G).values()] == [int, float]


@together("encoding", ["utf-8", "utf-8-sig", "utf-16", "latin-1"])
@together("mark", ",;\t")
def test_tables_have_any_encoding_and_mark(encoding, mark, tmp_path):
    text = mark.join(["from", "to", "length"]) + f"\nKöln{mark}Bonn{mark}27.5\n"
    G = read_route_map(write(tmp_path, text, encoding=encoding))
    assert weights_of(G) == {frozenset({"Köln", "Bonn"}): 27.5}


@together("mark", ";\t")
def test_decimal_commas_go_with_other_separators(mark, tmp_path):
    G = read_route_map(write(tmp_path, f"A{mark}B{mark}1,5\nB{mark}C{mark}-0,0\n", "map.tsv"))
    assert weights_of(G) == {frozenset("AB"): 1.5, frozenset("BC"): 0}


BRIDGES = "u,v,trail,weight\nA,B,a,3\nA,B,b,5\nA,C,c,2\nA,C,d,10\nA,D,e,1\nB,D,f,9\nC,D,g,3\n"


def test_a_column_of_text_names_parallel_roads(tmp_path):
    G = read_route_map(write(tmp_path, BRIDGES))
    assert [key for *_, key in G.edges(keys=True)] == list("abcdefg")
    assert icosian.routes.postman_walk(G).length == 39
    for trail in ("a", "1", ""):  # not different, numbers, empty
        again = read_route_map(write(tmp_path, BRIDGES.replace(",b,", f",{trail},")))
        assert set(again.edges(keys=True)) >= {("A", "B", 0), ("A", "B", 1)}
        assert icosian.routes.postman_walk(again).length == 39


def test_names_of_places_may_hold_what_separates_columns(tmp_path):
    for mark in ",;\t":
        text = f'"New York, NY"{mark}"Boston; MA"{mark}300\n'
        G = read_route_map(write(tmp_path, text))
        assert weights_of(G) == {frozenset({"New York, NY", "Boston; MA"}): 300}
    assert "Kraków" in read_route_map(write(tmp_path, "Kraków,Łódź,220\n"))


def test_roads_of_a_directed_table_lead_one_way(tmp_path):
    file = write(tmp_path, "A,B,5\nB,A,3\nA,B,4\n")
    assert sorted(w for *_, w in read_route_map(file).edges(data="weight")) == [3, 4, 5]
    assert sorted(read_route_map(file, directed=True).edges(data="weight")) == [
        ("A", "B", 4),
        ("A", "B", 5),
        ("B", "A", 3),
    ]


def test_an_empty_table_is_refused(tmp_path):
    for text in ("", "\n\n", "u,v,weight\n"):
        with pytest.raises(InvalidArgument, match=r"map\.csv"):
            read_route_map(write(tmp_path, text))


def test_a_path_may_be_a_string_and_a_suffix_in_capitals(tmp_path):
    file = write(tmp_path, "A,B,1\n", "MAP.CSV")
    assert weights_of(read_route_map(str(file))) == {frozenset("AB"): 1}


COLUMNS = [
    ["u", "source", "from", "start", "origin"],
    ["v", "target", "to", "end", "destination"],
    ["weight", "distance", "length", "cost", "time"],
]


WORDS = st.sampled_from([name for names in COLUMNS for name in names]) | st.text(
    "abcdefghijklmnopqrstuvwxyz", min_size=1, max_size=8
).filter(lambda word: word not in {"inf", "infinity"})


@given(
    st.tuples(*(st.sampled_from(names) | WORDS for names in COLUMNS)).flatmap(st.permutations),
    st.sampled_from([str.lower, str.title, str.upper]),
)
def test_three_words_on_top_are_names_of_all_columns_or_refused(words, written):
    are_names = all(set(words) & set(names) for names in COLUMNS)
    with tempfile.TemporaryDirectory() as folder:
        row = ",".join("1" if {*COLUMNS[2]} & {word} else word for word in words)
        file = write(pathlib.Path(folder), f"{','.join(map(written, words))}\n{row}")
        if are_names:
            assert read_route_map(file).number_of_edges() == 1
        else:
            with pytest.raises(InvalidArgument, match=r"map\.csv, line 1: "):
                read_route_map(file)


@together("no_path", [*NO_ITERABLES, ["map.csv"], b"map.csv"], **by_type)
def test_a_file_is_given_by_its_path(no_path):
    with pytest.raises(InvalidArgument, match="path must be a string or path-like, got"):
        read_route_map(no_path)
    if no_path is not None:
        with pytest.raises(InvalidArgument, match="positions must be a string or path-like, got"):
            read_route_map("absent.csv", positions=no_path)


def test_what_is_not_a_table_is_refused_by_its_name(tmp_path):
    for content in ("A,B,1\n".encode("utf-16-le"), b"\xff\xfeA", b'A,B,1\n"B,C,1\n'):
        file = tmp_path / "odd.csv"
        file.write_bytes(content)
        with pytest.raises(InvalidArgument, match=r"odd\.csv"):
            read_route_map(file)
    with pytest.raises(InvalidArgument, match=r"\.csv, .*\.graphml.*map\.doc"):
        read_route_map(write(tmp_path, "A,B,1", "map.doc"))
    with pytest.raises(FileNotFoundError):
        read_route_map(tmp_path / "absent.csv")
    (tmp_path / "folder.csv").mkdir()
    with pytest.raises(OSError, match="folder"):
        read_route_map(tmp_path / "folder.csv")


@given(
    st.text(st.sampled_from('AB1.,;\t"\n\r -_xe'), max_size=40)
    | st.text(st.characters(codec="utf-8"), max_size=40)
)
def test_any_text_is_read_or_refused(text):
    with tempfile.TemporaryDirectory() as folder:
        file = write(pathlib.Path(folder), text)
        try:
            G = read_route_map(file)
        except InvalidArgument as error:
            assert "map.csv" in str(error)
            return
    assert all(weight >= 0 for weight in weights_of(G).values())
    assert "" not in G


def test_positions_are_read_from_a_file_of_their_own(tmp_path):
    roads = write(tmp_path, "A,B,1\nB,C,2\n")
    for text in (
        "A,0,1\nB,-2.5,3e2\n",
        "node,x,y\nA,0,1\nB,-2.5,300\n",
        "lat,place,lon\n1,A,0\n300,B,-2.5\n",
    ):
        G = read_route_map(roads, positions=write(tmp_path, text, "places.csv"))
        assert nx.get_node_attributes(G, "pos") == {"A": (0.0, 1.0), "B": (-2.5, 300.0)}


def test_graphml_and_json_are_read_as_they_were_written(tmp_path):
    G = read_route_map(DATA / "romania.csv")
    for directed in (False, True):
        H = G.to_directed() if directed else G
        nx.write_graphml(H, tmp_path / "map.graphml")
        write(tmp_path, json.dumps(nx.node_link_data(H, edges="edges")), "map.json")
        for name in ("map.graphml", "map.json"):
            again = read_route_map(tmp_path / name)
            assert again.is_directed() == directed
            assert weights_of(again) == weights_of(H)
            assert icosian.dijkstra(again, "Arad").distances["Bucharest"] == 418


def test_positions_fit_maps_of_any_kind_of_file(tmp_path):
    write(
        tmp_path, json.dumps(nx.node_link_data(nx.Graph([("A", "B")]), edges="edges")), "map.json"
    )
    places = write(tmp_path, "B,1,2\n", "places.csv")
    assert read_route_map(tmp_path / "map.json", positions=places).nodes["B"]["pos"] == (1.0, 2.0)


def test_files_that_only_look_like_maps_are_refused(tmp_path):
    for name, text in (("map.json", "[]"), ("map.json", "{"), ("map.graphml", "<graph>")):
        with pytest.raises(InvalidArgument, match="map"):
            read_route_map(write(tmp_path, text, name))


# --- Terrain


def test_an_arc_to_a_cell_has_the_cost_of_the_cell():
    G = terrain_map("19.\n1#.\n111")
    assert type(G) is nx.DiGraph
    assert (1, 1) not in G
    assert len(G) == 8
    assert nx.get_node_attributes(G, "cost") == {
        **dict.fromkeys(G, 1),
        (0, 1): 9,
    }
    assert all(data["weight"] == G.nodes[v]["cost"] for _, v, data in G.edges(data=True))
    assert G[0, 0][0, 1]["weight"] == 9
    assert G[0, 1][0, 0]["weight"] == 1
    result = icosian.dijkstra(G, (0, 0))
    assert result.path((0, 2)) == [(0, 0), (1, 0), (2, 0), (2, 1), (2, 2), (1, 2), (0, 2)]


def test_squares_of_a_terrain_have_names():
    G = terrain_map("19.\n1#.\n111")
    assert icosian.dijkstra(G, "a3").distances[0, 2] == icosian.dijkstra(G, (0, 0)).distances[0, 2]
    with pytest.raises(icosian.NotANode):
        icosian.dijkstra(G, "b2")


@pytest.mark.parametrize("diagonal", [False, True])
def test_a_free_terrain_is_a_grid_of_rook_or_king_steps(diagonal):
    G = terrain_map([[1] * 4] * 3, diagonal=diagonal)
    grid = icosian.king_graph(3, 4) if diagonal else nx.grid_2d_graph(3, 4)
    assert nx.utils.edges_equal(G.to_undirected().edges, grid.edges)
    assert G.size() == 2 * grid.size()
    corner = icosian.dijkstra(G, (0, 0)).distances[2, 3]
    assert corner == (3 if diagonal else 5)


@given(
    st.integers(1, 5).flatmap(
        lambda n: st.lists(
            st.lists(st.none() | st.integers(0, 9), min_size=n, max_size=n), min_size=1, max_size=5
        )
    ),
    st.booleans(),
)
def test_a_terrain_is_the_same_as_text_list_and_array(costs, diagonal):
    text = "\n".join("".join("#" if c is None else str(c) for c in row) for row in costs)
    array = np.array([[math.nan if c is None else c for c in row] for row in costs])
    ways = (costs, text, array, np.array(costs, object), tuple(map(tuple, costs)))
    if all(c is None for row in costs for c in row):
        for way in ways:
            with pytest.raises(InvalidArgument, match="blocked"):
                terrain_map(way)
        return
    first, *others = (terrain_map(way, diagonal=diagonal) for way in ways)
    reach = 2 if diagonal else 1
    assert set(first.edges) == {
        (u, v)
        for u in first
        for v in first
        if u != v
        and max(abs(u[0] - v[0]), abs(u[1] - v[1])) == 1
        and abs(u[0] - v[0]) + abs(u[1] - v[1]) <= reach
    }
    for other in others:
        assert weights_of(other) == weights_of(first)
        assert dict(other.nodes(data="cost")) == dict(first.nodes(data="cost"))
        assert other.graph == first.graph


@together("blocked", [None, "#", math.inf, *NANS, np.float32("inf")], **by_type)
def test_cells_without_a_finite_cost_are_blocked(blocked):
    assert list(terrain_map([[1, blocked], [1, 1]])) == [(0, 0), (1, 0), (1, 1)]


def test_costs_of_numpy_become_numbers_of_python():
    G = terrain_map(np.full((3, 3), 200, np.uint8))
    assert icosian.dijkstra(G, (0, 0)).distances[2, 2] == 800
    assert type(G[0, 0][0, 1]["weight"]) is int


def test_costs_of_zero_are_free_ground():
    result = icosian.dijkstra(terrain_map("00\n00"), (0, 0))
    assert dict(result.distances) == {(0, 0): 0, (0, 1): 0, (1, 0): 0, (1, 1): 0}
    assert result.path((1, 1))[0] == (0, 0)


@together("bad", NO_WEIGHTS, **by_type)
def test_a_cost_that_is_not_a_weight_is_refused_and_its_cell_named(bad):
    with pytest.raises(InvalidArgument, match=r"cell \(1, 0\)"):
        terrain_map([[1, 1], [bad, 1]])


@together("costs", [*NO_TABLES, b"", iter([5])], **by_type)
def test_a_terrain_is_text_or_a_table(costs):
    with pytest.raises(InvalidArgument, match="a terrain is a sequence of rows, got"):
        terrain_map(costs)


@together("costs", ["1x", "1 2x", "-1", "²1", "١٢"], ids=repr)
def test_a_cell_of_text_is_a_digit_a_dot_or_a_wall(costs):
    with pytest.raises(InvalidArgument, match="a cell is a number"):
        terrain_map(costs)


@together(
    "flag", [None, 1, "yes", [], np.zeros(2), object()], ids=lambda value: type(value).__name__
)
def test_a_flag_is_true_or_false(flag, tmp_path):
    file = write(tmp_path, "A,B,1\n")
    for call, name in (
        (lambda: route_map([("A", "B", 1)], directed=flag), "directed"),
        (lambda: read_route_map(file, directed=flag), "directed"),
        (lambda: terrain_map("11", diagonal=flag), "diagonal"),
    ):
        with pytest.raises(InvalidArgument, match=f"{name} must be True or False, got "):
            call()


def test_a_flag_may_be_one_of_numpy():
    assert route_map([("A", "B", 1)], directed=np.True_).is_directed()
    assert terrain_map("11\n11", diagonal=np.True_).size() == 12


@pytest.mark.parametrize("huge", [-(10**5000), [-(10**5000)]], ids=["number", "list"])
def test_arguments_too_long_to_print_are_refused_with_a_message(huge):
    for call in (
        lambda: route_map(huge),
        lambda: route_map([("A", "B", [huge])]),
        lambda: route_map([("A", "B", 1)], pos={"A": huge}),
        lambda: route_map_from_matrix([[0, huge], [1, 0]]),
        lambda: route_map_from_matrix([[0, 1], [1, 0]], labels=[huge, huge]),
        lambda: terrain_map([[1, huge]]),
    ):
        with pytest.raises(InvalidArgument):
            call()
