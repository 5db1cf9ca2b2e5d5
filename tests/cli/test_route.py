"""icosian route, as its user sees it."""

import networkx as nx
import pytest
from cli.conftest import node_link
from together import together

import icosian
from icosian import drawing

TOWNS = "route towns.csv"


@pytest.fixture(autouse=True)
def square(folder):
    """Add a map of a square, round which there are two shortest paths."""
    (folder / "square.csv").write_text("1,2,1\n1,3,1\n2,4,1\n3,4,1\n", "utf-8")


def test_the_cost_and_the_path_are_printed(run):
    assert run(f"{TOWNS} A E --quiet") == ("cost 40\nA -> B -> C -> E\n", "")
    assert run("route romania.csv Arad Bucharest").out.splitlines() == [
        "cost 418",
        "Arad -> Sibiu -> Rimnicu Vilcea -> Pitesti -> Bucharest",
    ]


def test_all_ties_are_printed(run):
    cost, *paths = run("route square.csv 1 4 --all").out.splitlines()
    assert cost == "cost 2"
    assert sorted(paths) == ["1 -> 2 -> 4", "1 -> 3 -> 4"]


def test_no_more_than_a_thousand_paths_are_printed(run, document):
    out, err = run("route 12x12 0,0 11,11 --piece rook --all")
    assert (out.count("\n"), err) == (3, "")
    line = "route 14x14 13,0 0,13 --piece 0,1 --all"  # 26 over 13 ways
    out, err = run(line)
    assert len(set(out.splitlines())) == 1001
    assert err == "there are more: the first 1000 are printed\n"
    answer = document(line)["answer"]
    assert (len(answer["paths"]), answer["complete"]) == (1000, False)


def test_the_table_of_textbooks_is_printed(run):
    table = icosian.dijkstra(icosian.read_route_map("towns.csv"), "A").table()
    assert run(f"{TOWNS} A E --table").out == f"{table}\n\ncost 40\nA -> B -> C -> E\n"


def test_json_holds_all_of_it(document):
    found = document("route square.csv 1 4")
    assert found["answer"].pop("path") in (["1", "2", "4"], ["1", "3", "4"])
    assert (found["result"], found["answer"], found["saved"]) == ("found", {"length": 2}, [])
    answer = document("route square.csv 1 4 --all --table")["answer"]
    assert sorted(answer["paths"]) == [["1", "2", "4"], ["1", "3", "4"]]
    assert answer["complete"] is True
    assert answer["table"].startswith("step")


def test_a_picture_shows_the_whole_map_at_its_positions(folder, run):
    rows = "".join(f"{name},{k},{k * k}\n" for k, name in enumerate("ABCDEFGH12"))
    (folder / "positions.csv").write_text(f"node,x,y\n{rows}", "utf-8")
    run(f"{TOWNS} A E --positions positions.csv --save map.svg")
    G = icosian.read_route_map("towns.csv", positions="positions.csv")
    picture = drawing.to_svg(icosian.dijkstra(G, "A"), G=G, target="E")
    assert (folder / "map.svg").read_text("utf-8") == picture


def test_no_route_is_told_with_exit_code_1(folder, run, document):
    assert run(f"{TOWNS} A 1 --save map.svg --quiet", 1) == ("no path leads from A to 1\n", "")
    assert not (folder / "map.svg").exists()
    answer = document(f"{TOWNS} 1 A", 1)
    assert (answer["result"], answer["reason"]) == ("impossible", "no path leads from 1 to A")
    out = run(f"{TOWNS} A 1 --table", 1).out
    assert out.startswith("step")
    assert out.endswith("\n\nno path leads from A to 1\n")


def test_roads_of_a_directed_map_lead_one_way(run):
    run(f"{TOWNS} E A")
    assert run(f"{TOWNS} E A --directed", 1).out.endswith("no path leads from E to A\n")


def test_squares_are_called_by_their_names_or_numbers(run, document):
    cost, path = run("route 8x8 a1 h8").out.splitlines()
    squares = path.split(" -> ")
    assert (cost, squares[0], squares[-1], len(squares)) == ("cost 6", "a1", "h8", 7)
    answer = document("route 3x9 2,0 0,8 --piece king")["answer"]
    assert (answer["length"], answer["path"][0], answer["path"][-1]) == (8, [2, 0], [0, 8])
    assert run("route 3 a1 b2", 1).out == "no path leads from a1 to b2\n"
    assert run("route 2x3x4 0,0,0 1,0,2").out == "cost 1\n(0, 0, 0) -> (1, 0, 2)\n"


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


def test_the_legs_of_a_walk_are_printed_in_order(run):
    first, *legs = run("route spokes.csv --visit B --visit C --from A").out.splitlines()
    assert first == "closed walk through 3 stops. Length 18, proved to be the shortest."
    assert len(legs) == 3
    assert legs[0].startswith("A -> X -> ")
    assert legs[-1].endswith(" -> X -> A")


@together(
    ("options", "length", "stops"),
    [
        ("--visit B --from A", 10, "AB"),
        ("--visit B --from A --open", 5, "AB"),
        ("--visit B --visit C --from A --to X", 16, "ACBX"),
        ("--visit B --visit C --to C", 7, "BC"),
        ("--visit B", 0, "B"),
    ],
)
def test_json_holds_all_of_a_walk(options, length, stops, document):
    found = document(f"route spokes.csv {options}")
    answer = found["answer"]
    assert answer["length"] == answer["bound"] == length
    assert sorted(answer["stops"]) == sorted(stops)
    assert answer["stops"][0] == stops[0] or "--from" not in options
    last = answer["walk"][0] if answer["closed"] else answer["stops"][-1]
    assert answer["walk"][-1] == last
    assert (found["result"], answer["optimal"], answer["gap"]) == ("found", True, 0)


def test_the_proof_of_a_walk_is_written_and_can_be_checked(folder, run, document):
    line = "route spokes.csv --visit B --visit C --jobs 2 --proof proof.json"
    assert run(f"{line} --quiet").err == "saved proof.json\n"
    proof = icosian.Proof.from_json((folder / "proof.json").read_text())
    proof.check(icosian.read_route_map("spokes.csv"))
    out = run("check proof.json spokes.csv").out
    assert out.startswith("holds: There is no closed walk through the 2 stops")
    assert document(line)["saved"] == ["proof.json"]


def test_boards_are_maps_and_their_squares_have_names(run):
    out = run("route 8x8 --visit h8 --from a1 --piece king").out.splitlines()
    assert out[0] == "closed walk through 2 stops. Length 14, proved to be the shortest."
    assert out[1].startswith("a1 -> ")
    assert out[1].endswith(" -> h8")


def test_stops_that_cannot_be_reached_are_named_with_a_proof(run, document):
    line = "route spokes.csv --visit A --visit Z"
    assert "none to the stop" in run(line, 1).out
    answer = document(line, 1)
    assert (answer["result"], answer["proof"]["kind"]) == ("impossible", "Unreachable")


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


def test_a_walk_along_all_streets_is_printed_and_its_proof_can_be_checked(folder, run, document):
    line = "route romania.csv --streets all --from Arad"
    first, way = run(line).out.splitlines()
    walk = icosian.routes.postman_walk(icosian.read_route_map("romania.csv"), start="Arad")
    assert first == (
        f"closed walk along streets. Length {walk.length}, proved to be the shortest."
        f" What it passes besides each street once: {walk.extra}."
    )
    assert way.startswith("Arad -> ")
    assert way.endswith(" -> Arad")
    answer = document(f"{line} --proof proof.json --save walk.svg")["answer"]
    assert (answer["length"], answer["extra"]) == (walk.length, walk.extra)
    assert "closed walk along streets, from Arad" in (folder / "walk.svg").read_text("utf-8")
    out = run("check proof.json romania.csv").out
    assert out.startswith("holds: There is no closed walk along all streets shorter than")


def test_streets_that_no_walk_reaches_are_named_with_a_proof(run, document):
    assert (
        "no road leads out of the 2 nodes 'Y', 'Z'" in run("route spokes.csv --streets all", 1).out
    )
    answer = document("route spokes.csv --streets all", 1)
    assert answer["proof"]["kind"] == "Unreachable"


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


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ("--streets all --visit A", "--visit, --order, --group and --prize are not for --streets"),
        ("A --streets all", "--streets stands without SOURCE"),
        ("A X --gap 0.1", "--gap is for walks: add --visit or --streets"),
        ("A X --jobs 2", "--jobs is for walks: add --visit or --streets"),
    ],
)
def test_options_of_streets_that_clash_are_refused(options, why, run):
    assert why in run(f"route spokes.csv {options}", 2).err
