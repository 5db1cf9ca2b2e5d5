"""Tables of roads, places and distances: what is read, in Python and by the command."""

import json
import math

import networkx as nx
import pytest
from together import together

import icosian
from icosian import InvalidArgument, Places, shortest_tour
from icosian.cli import main
from icosian.files.graphs import read_graph

BRIDGES = "u,v,trail,weight\nA,B,a,3\nA,B,b,5\nA,C,c,2\nA,C,d,10\nA,D,e,1\nB,D,f,9\nC,D,g,3\n"


@pytest.fixture
def command(capsys, tmp_path, monkeypatch):
    """Return what writes a file and runs a command on it: its document, or its error."""
    monkeypatch.chdir(tmp_path)

    def command(name, text, line, code=0):
        data = text if isinstance(text, bytes) else text.encode()
        (tmp_path / name).write_bytes(data)
        assert main([*line.split(), "--json"]) == code, capsys.readouterr().err
        printed = capsys.readouterr()
        return json.loads(printed.out) if code == 0 else printed.err

    return command


# --- Parallel roads


@together(
    ("line", "length"),
    [
        ("route bridges.csv --streets all", 39),
        ("route bridges.csv A B", 3),
        ("route bridges.csv --visit A --visit B --visit C --visit D", 12),
        ("tsp bridges.csv", 17),
    ],
)
def test_streets_are_all_walked_and_shortest_ways_take_the_shortest(line, length, command):
    assert command("bridges.csv", BRIDGES, line)["answer"]["length"] == length


def test_keys_name_parallel_streets(command):
    command("bridges.csv", BRIDGES, "route bridges.csv A B")
    for text, length in [("A,B,b\nA,B,a\n", 8), ("v,key,u\nB,b,A\n", 8), ("A,B\n", 8)]:
        line = "route bridges.csv --streets some.csv --from A"
        assert command("some.csv", text, line)["answer"]["length"] == length
    assert "not a street" in command("some.csv", "A,B,z\n", line, 2)


@together(
    ("name", "text"),
    [
        ("map.csv", "A,B,5\nA,B,3\nB,C,1\n"),
        ("map.edges", "A B 5\nB A 3\nB C 1\n"),
        ("map.edges", "A B {'weight': 5}\nA B {'weight': 3}\nB C {'weight': 1}\n"),
        ("map.net", '*Vertices 3\n1 "A"\n2 "B"\n3 "C"\n*Edges\n1 2 5\n1 2 3\n2 3 1\n'),
    ],
)
def test_lists_of_edges_keep_parallel_ones(name, text, command):
    assert command(name, text, f"route {name} A C")["answer"]["length"] == 4
    assert command(name, text, f"route {name} --streets all")["answer"]["length"] == 10


def test_arcs_and_edges_of_a_pajek_network_are_parallel(tmp_path):
    path = tmp_path / "map.net"
    path.write_text("*Vertices 2\n*Arcs\n1 2 5\n*Edges\n1 2 3\n2 2 1\n", encoding="utf-8")
    G = read_graph(path)
    assert sorted(G.edges(data="weight")) == [(1, 2, 3), (1, 2, 5), (2, 1, 3), (2, 2, 1)]


# --- A matrix or points


SPACE = [(0, 0, 0), (1, 2, 2), (3, 4, 0)]


@together("rows", [SPACE, [[0, 5], [5, 0]]])
def test_what_may_be_a_matrix_or_points_is_asked(rows):
    with pytest.raises(InvalidArgument, match=r"distance='matrix', or points .* name the distance"):
        shortest_tour(rows, closed=False)
    assert shortest_tour(rows, "matrix", closed=False).places.distance == "matrix"


def test_the_distance_decides_what_rows_are():
    assert shortest_tour([[0, 5], [5, 0]], "euclidean", closed=False).length == pytest.approx(
        math.sqrt(50)
    )
    with pytest.raises(InvalidArgument, match=r"distance must be one of .* or 'matrix'"):
        shortest_tour([[0, 1, 2], [1, 0, 3], [2, 3, 0]], "nonsense")


@together(
    ("given", "nodes"),
    [
        ([[0, 1, 2], [1, 0, 3], [2, 3, 0]], 3),
        ([[9, 1, 2, 3], [1, 0, 3, 4], [2, 3, 0, 5], [3, 4, 5, 0]], 4),
        ([[0], [1, 0], [2, 3, 0]], 3),
        ([1, 2, 3], 3),
        ([1, 2, 3, 4, 5, 6], 4),
        ([[1, 2, 3], [4, 5], [6], []], 4),
    ],
)
def test_what_can_only_be_a_matrix_is_one(given, nodes):
    places = shortest_tour(given).places
    assert (places.distance, len(places)) == ("matrix", nodes)


def test_two_rows_that_cannot_be_a_matrix_are_points():
    assert shortest_tour([[1, 5], [5, 1]], closed=False).places.distance == "euclidean"


# --- Tables of the command


@together(
    ("text", "options", "kind", "nodes"),
    [
        ("city,latitude,longitude\na,52,13\nb,53,8\nc,48,11\n", "", "haversine", "abc"),
        ("Lat,Long,address\n52,13,a\n53,8,b\n48,11,c\n", "", "haversine", "abc"),
        ("X;Y;note\n0,5;1;p\n1;2;p\n3;0;q\n", "", "euclidean", [0, 1, 2]),
        ("stop\tx\ty\na\t0\t1\nb\t1\t2\nc\t3\t0\n", "", "euclidean", "abc"),
        ("a,0,1\nb,1,2\nc,3,0\n", "--points", "euclidean", "abc"),
        ("1,0,1\n2,1,2\n3,3,0\n", "--points", "euclidean", "123"),
        (",a,b,c\na,0,1,2\nb,1,0,3\nc,2,3,0\n", "", "matrix", "abc"),
        ("a,0,1,2\nb,1,0,3\nc,2,3,0\n", "--matrix", "matrix", "abc"),
        ("0,1,2\n1,0,3\n2,3,0\n", "--matrix", "matrix", [0, 1, 2]),
        ("0\n1,0\n2,3,0\n", "--matrix", "matrix", [0, 1, 2]),
        (",1,2\n,,3\n,,\n", "--matrix", "matrix", [0, 1, 2]),
        ("1,2,3\n", "--matrix", "matrix", [0, 1, 2]),
    ],
)
def test_a_table_is_read_as_its_names_say(text, options, kind, nodes, command):
    found = command("table.csv", text, f"tsp table.csv {options}")
    assert sorted(found["answer"]["tour"]) == sorted(nodes)
    names, rows = list(nodes), {"haversine": 3, "euclidean": 3}
    assert found["graph"]["nodes"] == len(names) == rows.get(kind, 3)


@together(
    ("text", "options", "message"),
    [
        ("0,farm,mill\n0,inn,mill\n", "", "line 1: 'mill' is not a number"),
        ("0,5\n5,0\n", "", "--points, --matrix or --roads says what it is"),
        ("1,2,3\n2,3,4\n3,1,2\n", "", "add --points or --roads"),
        ("0,2,3\n2,0,4\n3,4,0\n", "", "add --points or --matrix"),
        ("7,2,3\n9,3,4\n8,1,2\n", "--points", "are x, y, z, or the name of a place, x and y"),
        ("x,y,z\n0,0,0\n1,2,2\n3,4,0\n", "", "the column 'z' needs a distance"),
        ("x,y,lat,lon\n0,0,0,0\n", "", "name the distance, euclidean or haversine"),
        ("from,to,km\na,b,1\n", "", "no column is named weight .*; --weight names"),
        ("from,to,cost,time\na,b,1,2\n", "", "'cost' and 'time' may be the length"),
        ("from,to,km\na,b,1\n", "--weight miles", "no columns are named 'miles'"),
        (",5,3\n5,,4\n3,4,\n", "--matrix", "write 0 there"),
        (",a,b\na,0,1\nc,1,0\n", "--matrix", "the names of rows and columns differ"),
        ("a,b,c\n", "--points --roads", "exclude each other"),
        ("x,y\n0,0\n", "--directed --points", "--directed is for roads"),
    ],
)
def test_what_may_mean_two_things_is_asked(text, options, message, command):
    error = command("table.csv", text, f"tsp table.csv {options}", 2)
    assert error.count("\n") == 1
    with pytest.raises(InvalidArgument, match=message):
        raise InvalidArgument(error)


def test_the_column_that_is_named_holds_the_lengths(command):
    text = "from,to,km,minutes\na,b,3,5\nb,c,4,6\nc,a,5,9\n"
    for line, length in (("tsp", 20), ("route --streets all", 20)):
        first, *rest = line.split()
        words = [first, "map.csv", *rest, "--weight minutes --proof proof.json"]
        assert command("map.csv", text, " ".join(words))["answer"]["length"] == length
        assert command("map.csv", text, "check proof.json map.csv --weight minutes")


# --- No way, and a way of length 0


PAIRS = [[0, 0, 9, None], [0, 0, 1, 9], [9, 1, 0, 1], [None, 9, 1, 0]]


@together("empty", ["", "inf", "NA", "nan", "-", "None"])
def test_zero_is_a_length_and_an_empty_cell_no_way(empty, command):
    text = "\n".join(",".join(empty if c is None else str(c) for c in row) for row in PAIRS)
    assert command("m.csv", text, "tsp m.csv --matrix")["answer"]["length"] == 19
    assert command("m.csv", text, "tsp m.csv --matrix --open")["answer"]["length"] == 2


@together("nothing", [None, math.inf, math.nan])
def test_a_matrix_says_what_zero_is(nothing):
    rows = [[nothing if c is None else c for c in row] for row in PAIRS]
    with pytest.raises(InvalidArgument, match=r"zero='length'.* makes a graph"):
        Places.from_matrix(rows)
    with pytest.raises(InvalidArgument, match=r"row 0, column 1 has 0 .* zero='none' or"):
        icosian.route_map_from_matrix(rows)
    G = icosian.route_map_from_matrix(rows, zero="length")
    assert icosian.shortest_hamiltonian_path(G).length == 2
    assert icosian.shortest_hamiltonian_cycle(G).length == 19
    assert nx.get_edge_attributes(G, "weight")[0, 1] == 0
    assert (0, 1) not in icosian.route_map_from_matrix(rows, zero="none").edges
    with pytest.raises(InvalidArgument, match="zero must be 'none' or 'length'"):
        icosian.route_map_from_matrix(rows, zero=0)


# --- What was read is said


@together(
    ("name", "text", "line", "said"),
    [
        (
            "bridges.csv",
            BRIDGES,
            "route --streets all",
            "7 streets between 4 places, lengths from `weight`, 2 pairs of parallel streets",
        ),
        (
            "map.csv",
            "from;to;km;lanes\na;b;1,5;2\nb;c;1;2\nc;a;2;1\n",
            "tsp --weight km",
            "3 streets between 3 places, lengths from `km`, decimal commas, not used: `lanes`",
        ),
        ("map.edges", "a b\nb c\n", "route a c", "2 streets between 3 places, each counts 1"),
        (
            "p.csv",
            "x,y,n\n0,0,1\n3,0,2\n0,4,3\n",
            "tsp",
            "3 places, euclidean distances, not used: `n`",
        ),
        ("m.csv", "0,1,2\n1,0,3\n2,3,0\n", "tsp --matrix", "3 places, a matrix of distances"),
        ("k.csv", "von,u,v,time\nK\xf6ln,a,b,1\n".encode("latin-1"), "route a b", "in Latin-1"),
    ],
)
def test_a_command_says_what_it_has_read(name, text, line, said, command, capsys):
    first, *rest = line.split()
    words = [first, name, *rest]
    assert said in command(name, text, " ".join(words))["input"]
    assert main(words) == 0
    assert said in capsys.readouterr().err
    assert main([*words, "--quiet"]) == 0
    assert capsys.readouterr().err == ""
