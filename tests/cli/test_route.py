"""icosian route, as its user sees it."""

import networkx as nx
import pytest
from cli.conftest import node_link

import icosian
from icosian import drawing

TOWNS = "route towns.csv"


@pytest.fixture(autouse=True)
def square(folder):
    """Add a map of a square, round which there are two shortest paths."""
    (folder / "square.csv").write_text("1,2,1\n1,3,1\n2,4,1\n3,4,1\n", "utf-8")


def test_a_picture_shows_the_whole_map_at_its_positions(folder, run):
    rows = "".join(f"{name},{k},{k * k}\n" for k, name in enumerate("ABCDEFGH12"))
    (folder / "positions.csv").write_text(f"node,x,y\n{rows}", "utf-8")
    run(f"{TOWNS} A E --positions positions.csv --save map.svg")
    G = icosian.read_route_map("towns.csv", positions="positions.csv")
    picture = drawing.to_svg(icosian.dijkstra(G, "A"), G=G, target="E")
    assert (folder / "map.svg").read_text("utf-8") == picture


def test_places_are_integers_or_else_strings(folder, document):
    G = nx.Graph()
    G.add_weighted_edges_from([(1, "2", 5), (1, 3, 7), ("2", "x", 9)])
    path = node_link(folder / "map.json", G)
    for target, cost in [("2", 5), ("3", 7), ("x", 14), ("1", 0)]:
        answer = document(["route", path, "1", target])["answer"]
        assert (answer["length"], answer["path"][0]) == (cost, 1)


def test_another_attribute_may_be_the_weight(folder, run):
    G = nx.Graph()
    G.add_edge("A", "B", weight=1, time=30)
    G.add_edge("B", "C", weight=1, time=30)
    G.add_edge("A", "C", weight=5, time=9)
    nx.write_graphml(G, "map.graphml")
    assert run("route map.graphml A C").out == "cost 2\nA -> B -> C\n"
    assert run("route map.graphml A C --weight time --save map.svg").out == "cost 9\nA -> C\n"
    assert ">30</text>" in (folder / "map.svg").read_text(encoding="utf-8")


# walks through stops


def test_stops_may_be_left_out_or_have_an_order(folder, run, document):
    roads = folder / "roads.csv"
    roads.write_text("u,v,weight\nX,A,2\nX,B,3\nX,C,4\nA,B,9\n", encoding="utf-8")
    proof = str(folder / "proof.json")
    for options, stops, skipped, cost in (
        ("--group A,B --visit C", ["A", "C"], ["B"], 12),
        ("--visit A --prize B=5 --prize C=19", ["A", "C"], ["B"], 17),
        ("--from A --order C,B", ["A", "C", "B"], None, 18),
        ("--from A --visit B --order C", ["A", "B", "C"], None, 18),
        ("--visit A --visit B --visit C --leave-out 1 --open", ["A", "B"], ["C"], 5),
    ):
        answer = document(["route", str(roads), *options.split(), "--proof", proof])["answer"]
        assert sorted(answer["stops"]) == sorted(stops)
        assert answer.get("skipped") == skipped
        assert answer["bound"] == answer.get("cost", answer["length"]) == cost
        assert run(["check", proof, str(roads)]).out.startswith("holds: ")
    said = run(["route", str(roads), "A", "B", "--order", "A,B"], 2).err
    assert said.endswith("--visit stands without SOURCE, TARGET, --all and --table\n")


# walks along streets


def test_a_file_names_the_streets_of_a_walk(folder, run, document):
    (folder / "some.csv").write_text("u,v\n1,2\n", "utf-8")
    assert document("route square.csv --streets some.csv")["answer"]["length"] == 2
    (folder / "some.csv").write_text("1,4\n", "utf-8")
    assert "('1', '4') is not a street" in run("route square.csv --streets some.csv", 2).err
    G = nx.MultiGraph([("a", "b"), ("a", "b"), ("b", "c")])
    node_link(folder / "many.json", G)
    for text, length in (("a,b,0\n", 2), ("a,b,1\nb,c\n", 4), ("a,b,1\na,b,0\nb,c\n", 4)):
        (folder / "some.csv").write_text(text, "utf-8")
        assert document("route many.json --streets some.csv")["answer"]["length"] == length
    for text, street in (("a,b,7\n", "('a', 'b', '7')"), ("b,c\na,b\n", "line 2: ('a', 'b')")):
        (folder / "some.csv").write_text(text, "utf-8")
        said = run("route many.json --streets some.csv", 2).err
        assert f"{street} is not a street; the keys of those between its ends are 0, 1" in said


def test_all_ties_are_printed(run):
    cost, *paths = run("route square.csv 1 4 --all").out.splitlines()
    assert cost == "cost 2"
    assert sorted(paths) == ["1 -> 2 -> 4", "1 -> 3 -> 4"]


def test_json_holds_all_of_it(document):
    found = document("route square.csv 1 4")
    assert found["answer"].pop("path") in (["1", "2", "4"], ["1", "3", "4"])
    assert (found["result"], found["answer"], found["saved"]) == ("found", {"length": 2}, [])
    answer = document("route square.csv 1 4 --all --table")["answer"]
    assert sorted(answer["paths"]) == [["1", "2", "4"], ["1", "3", "4"]]
    assert answer["complete"] is True
    assert answer["table"].startswith("step")
