"""icosian route, as its user sees it."""

import json
import pathlib

import networkx as nx
import pytest

import icosian
from icosian import drawing
from icosian.cli import main
from icosian.files import graphs as files

DATA = pathlib.Path(__file__).parents[1] / "data"


def node_link(path, G):
    path.write_text(json.dumps(nx.node_link_data(G, edges="edges")), encoding="utf-8")
    return str(path)


EIGHT_TOWNS = """u,v,weight
A,B,10
A,D,20
A,H,30
B,C,10
C,E,20
D,F,20
E,H,20
F,G,10
G,H,10
"""


@pytest.fixture
def towns(tmp_path):
    """Return the file of a map of eight towns, whose places 1 and 2 nobody reaches."""
    path = tmp_path / "towns.csv"
    path.write_text(EIGHT_TOWNS + "1,2,5\n", encoding="utf-8")
    return path


@pytest.fixture
def square(tmp_path):
    """Return the file of a square, round which there are two shortest paths."""
    path = tmp_path / "square.csv"
    path.write_text("1,2,1\n1,3,1\n2,4,1\n3,4,1\n", encoding="utf-8")
    return path


def test_route_prints_the_cost_and_the_path(towns, capsys):
    assert main(["route", str(towns), "A", "E"]) == 0
    assert capsys.readouterr() == ("cost 40\nA -> B -> C -> E\n", "")


def test_route_knows_the_way_to_bucharest(capsys):
    assert main(["route", str(DATA / "romania.csv"), "Arad", "Bucharest"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "cost 418",
        "Arad -> Sibiu -> Rimnicu Vilcea -> Pitesti -> Bucharest",
    ]


def test_route_prints_all_ties(square, capsys):
    assert main(["route", str(square), "1", "4", "--all"]) == 0
    cost, *paths = capsys.readouterr().out.splitlines()
    assert cost == "cost 2"
    assert sorted(paths) == ["1 -> 2 -> 4", "1 -> 3 -> 4"]


def test_route_prints_no_more_than_a_thousand_paths(capsys):
    line = ["route", "12x12", "0,0", "11,11", "--piece", "rook", "--all"]
    assert main(line) == 0
    out, err = capsys.readouterr()
    assert (out.count("\n"), err) == (3, "")
    line = ["route", "14x14", "13,0", "0,13", "--piece", "0,1", "--all"]  # 26 over 13 ways
    assert main(line) == 0
    out, err = capsys.readouterr()
    assert len(set(out.splitlines())) == 1001
    assert err == "there are more: the first 1000 are printed\n"
    assert main([*line, "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert (len(answer["answer"]["paths"]), answer["answer"]["complete"]) == (1000, False)


def test_route_prints_the_table_of_textbooks(towns, capsys):
    assert main(["route", str(towns), "A", "E", "--table"]) == 0
    out = capsys.readouterr().out
    G = icosian.read_route_map(towns)
    table = icosian.dijkstra(G, "A").table()
    assert out == f"{table}\n\ncost 40\nA -> B -> C -> E\n"


def test_json_of_route_is_one_object(square, tmp_path, capsys):
    picture = tmp_path / "map.svg"
    assert main(["route", str(square), "1", "4", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["answer"].pop("path") in (["1", "2", "4"], ["1", "3", "4"])
    assert (answer["result"], answer["answer"], answer["saved"]) == ("found", {"length": 2}, [])
    line = ["route", str(square), "1", "4", "--json", "--all", "--table", "--save", str(picture)]
    assert main(line) == 0
    out, err = capsys.readouterr()
    answer = json.loads(out)
    assert sorted(answer["answer"]["paths"]) == [["1", "2", "4"], ["1", "3", "4"]]
    assert answer["answer"]["complete"] is True
    assert answer["answer"]["table"].startswith("step")
    assert answer["saved"] == [str(picture)]
    assert picture.exists()
    assert err == ""


@pytest.mark.parametrize("suffix", [".svg", ".png", ".pdf"])
def test_route_saves_a_picture(suffix, towns, tmp_path, capsys):
    path = tmp_path / f"map{suffix}"
    positions = tmp_path / "positions.csv"
    rows = "".join(f"{name},{k},{k * k}\n" for k, name in enumerate("ABCDEFGH12"))
    positions.write_text(f"node,x,y\n{rows}", encoding="utf-8")
    line = ["route", str(towns), "A", "E", "--positions", str(positions), "--save", str(path)]
    assert main(line) == 0
    out, err = capsys.readouterr()
    assert out == "cost 40\nA -> B -> C -> E\n"
    assert err == f"saved {path}\n"
    start = {".svg": b"<svg", ".png": b"\x89PNG", ".pdf": b"%PDF"}[suffix]
    assert path.read_bytes().startswith(start)
    if suffix == ".svg":
        G = icosian.read_route_map(towns, positions=positions)
        assert path.read_text(encoding="utf-8") == drawing.to_svg(
            icosian.dijkstra(G, "A"), G=G, target="E"
        )


def test_no_route_is_told_with_exit_code_1(towns, tmp_path, capsys):
    picture = tmp_path / "map.svg"
    assert main(["route", str(towns), "A", "1", "--save", str(picture)]) == 1
    assert capsys.readouterr() == ("no path leads from A to 1\n", "")
    assert not picture.exists()
    assert main(["route", str(towns), "1", "A", "--json"]) == 1
    answer = json.loads(capsys.readouterr().out)
    assert (answer["result"], answer["reason"]) == ("impossible", "no path leads from 1 to A")
    assert main(["route", str(towns), "A", "1", "--table"]) == 1
    out = capsys.readouterr().out
    assert out.startswith("step")
    assert out.endswith("\n\nno path leads from A to 1\n")


def test_roads_of_a_directed_map_lead_one_way(towns, capsys):
    assert main(["route", str(towns), "E", "A"]) == 0
    assert main(["route", str(towns), "E", "A", "--directed"]) == 1
    assert capsys.readouterr().out.endswith("no path leads from E to A\n")


def test_squares_are_called_by_their_names_or_numbers(capsys):
    assert main(["route", "8x8", "a1", "h8"]) == 0
    cost, path = capsys.readouterr().out.splitlines()
    squares = path.split(" -> ")
    assert (cost, squares[0], squares[-1], len(squares)) == ("cost 6", "a1", "h8", 7)
    assert main(["route", "3x9", "2,0", "0,8", "--piece", "king", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert (
        answer["answer"]["length"],
        answer["answer"]["path"][0],
        answer["answer"]["path"][-1],
    ) == (8, [2, 0], [0, 8])
    assert main(["route", "3", "a1", "b2"]) == 1
    assert capsys.readouterr().out == "no path leads from a1 to b2\n"
    assert main(["route", "2x3x4", "0,0,0", "1,0,2"]) == 0
    assert capsys.readouterr().out == "cost 1\n(0, 0, 0) -> (1, 0, 2)\n"


def test_places_are_strings_or_else_integers(tmp_path, capsys):
    G = nx.Graph()
    G.add_weighted_edges_from([(1, "1", 5), (1, 2, 7), ("1", 3, 9)])
    path = node_link(tmp_path / "map.json", G)
    for target, cost in [("2", 12), ("3", 9), ("1", 0)]:
        assert main(["route", path, "1", target, "--json"]) == 0
        answer = json.loads(capsys.readouterr().out)
        assert (answer["answer"]["length"], answer["answer"]["path"][0]) == (cost, "1")


def test_another_attribute_may_be_the_weight(tmp_path, capsys):
    G = nx.Graph()
    G.add_edge("A", "B", weight=1, time=30)
    G.add_edge("B", "C", weight=1, time=30)
    G.add_edge("A", "C", weight=5, time=9)
    nx.write_graphml(G, tmp_path / "map.graphml")
    line = ["route", str(tmp_path / "map.graphml"), "A", "C"]
    assert main(line) == 0
    assert main([*line, "--weight", "time", "--save", str(tmp_path / "map.svg")]) == 0
    out = capsys.readouterr().out
    assert out == "cost 2\nA -> B -> C\ncost 9\nA -> C\n"
    assert ">30</text>" in (tmp_path / "map.svg").read_text(encoding="utf-8")


def test_the_route_is_told_even_if_its_picture_cannot_be_saved(
    towns, monkeypatch, tmp_path, capsys
):
    def full(*_args, **_options):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(files.Path, "write_bytes", full)
    assert main(["route", str(towns), "A", "E", "--save", str(tmp_path / "map.svg")]) == 2
    out, err = capsys.readouterr()
    assert out.startswith("cost 40\n")
    assert "No space left" in err


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("route", "missing argument 'MAP'"),
        ("route {towns}", "missing argument 'SOURCE'"),
        ("route {towns} A", "missing argument 'TARGET'"),
        ("route nowhere.csv A B", "icosian: nowhere.csv: no such file"),
        ("route nowhere A B", "neither a size such as 8 or 3x10 nor a readable file"),
        ("route {folder}/map.tsv A B", "a route map ends in .csv, .graphml, .json"),
        ("route {towns} Z E", "source 'Z' is not a node of the graph"),
        ("route {towns} A 99", "target '99' is not a node of the graph"),
        ("route 8 a1 z9", "'z9' is not on the 8 x 8 board"),
        ("route {towns} A E --piece king", "--piece is for boards"),
        ("route 8 a1 h8 --weight time", "are for files of roads"),
        ("route 8 a1 h8 --positions {towns}", "are for files of roads"),
        ("route 8 a1 h8 --directed", "are for files of roads"),
        ("route {folder}/map.json A B --directed", "--directed is for .csv files"),
        ("route {towns} A E --weight time", "has the attribute 'time'"),
        ("route {towns} A E --positions {towns}", "line 1: 'weight' is not a number"),
        ("route {towns} A E --positions nowhere.csv", "nowhere.csv: no such file"),
        ("route {towns} A E --save map.bmp", "map.bmp"),
        ("route {folder}/bad.csv A B", "bad.csv, line 2: 'far' is not a number"),
        ("route {folder}/negative.csv A B", "line 2: weights are at least 0, got '-1'"),
        ("route 20 a1 t20 --table", "--table holds at most 200 nodes, got 400"),
    ],
)
def test_bad_use_of_route_is_one_line_and_exit_code_2(line, message, towns, capsys, tmp_path):
    for name, text in {
        "map.tsv": "A\tB\t1\n",
        "bad.csv": "u,v,weight\nA,B,far\n",
        "negative.csv": "u,v,weight\nA,B,-1\n",
    }.items():
        tmp_path.joinpath(name).write_text(text, encoding="utf-8")
    assert main(line.format(folder=tmp_path, towns=towns).split()) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("icosian: ")
    assert err.count("\n") == 1
    assert message.lower() in err.lower()
