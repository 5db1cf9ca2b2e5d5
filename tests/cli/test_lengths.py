"""icosian tsp and route, as their user sees them."""

import json
import pathlib
import warnings

import networkx as nx
import pytest
from cli.conftest import node_link

import icosian
from icosian import SearchLimitReached, drawing, tours

# icosian tsp, as its user sees it.


TSP = pathlib.Path(__file__).parents[1] / "data" / "tsp"
BURMA, BR17 = str(TSP / "burma14.tsp.gz"), str(TSP / "br17.atsp.gz")
ROADS = "u,v,weight\nA,B,3\nB,C,4\nC,D,5\nD,A,1\nA,C,2\nB,D,2\n"


@pytest.fixture
def file(tmp_path):
    def write(text, name="towns.csv"):
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return str(path)

    return write


CORNERS = "name,x,y\na,0,0\nb,3,0\nc,0,4\nd,3,4\n"


@pytest.mark.parametrize(
    ("options", "length", "lost", "skipped"),
    [
        ("--start a --group a,b --group c,d", 8, 0, ["b", "d"]),
        ("--start a --prize b=1 --prize c=9 --prize d=4", 8, 5, ["b", "d"]),
        ("--start a --end b --leave-out 2", 3, 0, ["c", "d"]),
    ],
)
def test_places_may_be_left_out(options, length, lost, skipped, file, tmp_path, run, document):
    given = [file(CORNERS), "--points", "--distance", "manhattan"]
    answer = document(["tsp", *given, *options.split()])["answer"]
    assert (answer["length"], answer["lost"], answer["skipped"]) == (length, lost, skipped)
    assert answer["bound"] == answer["cost"] == length + lost
    proof = str(tmp_path / "proof.json")
    assert "2 places left out" in run(["tsp", *given, *options.split(), "--proof", proof]).out
    assert run(["check", proof, *given]).out.startswith("holds: ")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ("--prize b", "a prize is a place and a number, such as a=30, got b\n"),
        ("--prize b=much", "a prize is a place and a number, such as a=30, got b=much\n"),
        ("--prize b=-1", "prizes are finite numbers of at least 0, but 'b' has -1\n"),
        ("--group a,z", "place 'z' is not one of the places\n"),
        ("--leave-out -1", "--leave-out must be an integer of at least 0, got -1\n"),
        ("--open --order a,z", "place 'z' is not one of the places\n"),
        ("--order a,b", "a closed tour with an order needs a start\n"),
        ("--bottleneck --order a,b", "--bottleneck is for one tour, of all places in any order\n"),
    ],
)
def test_what_may_be_left_out_is_read_with_care(options, message, file, run):
    assert run(["tsp", file(CORNERS), "--points", *options.split()], 2).err.endswith(message)


def test_a_graph_has_no_places_to_leave_out(file, run):
    said = run(["tsp", file(ROADS), "--leave-out", "1"], 2).err
    assert said.endswith("--group, --prize and --leave-out are for tours of places\n")


SOP = """TYPE: SOP
DIMENSION: 4
EDGE_WEIGHT_TYPE: EXPLICIT
EDGE_WEIGHT_FORMAT: FULL_MATRIX
EDGE_WEIGHT_SECTION
4
0 3 1 9
-1 0 2 4
-1 5 0 2
-1 -1 6 0
EOF
"""


def test_an_order_comes_from_options_and_files(file, tmp_path, run, document):
    path = tmp_path / "four.sop"
    path.write_text(SOP, encoding="utf-8")
    proof = str(tmp_path / "proof.json")
    for text, options, chain in (
        (None, "", [1, 2, 3, 4]),
        (None, "--order 4,3", [1, 2, 4, 3]),
        (CORNERS, "--start a --order d,b --order d,c", "ad"),
        (ROADS, "--open --order D,B,C", "DBC"),
    ):
        given = [str(path)] if text is None else [file(text)]
        given += ["--points"] * (text == CORNERS)
        answer = document(["tsp", *given, *options.split(), "--proof", proof])["answer"]
        assert answer["optimal"]
        assert [v for v in answer["tour"] if v in chain] == [*chain]
        said = run(["check", proof, *given]).out
        assert said.startswith("holds: ")
        assert " that visits " in said or " that keeps to the order of 4 chains" in said


def test_a_graph_file_may_name_its_weights(tmp_path, run, document):
    path = tmp_path / "map.json"
    G = nx.complete_graph(4)
    nx.set_edge_attributes(G, 7, "minutes")
    path.write_text(json.dumps(nx.node_link_data(G, edges="edges")), encoding="utf-8")
    assert document(["tsp", str(path), "--weight", "minutes"])["answer"]["length"] == 28
    assert (
        "no edge has the attribute 'hours'" in run(["tsp", str(path), "--weight", "hours"], 2).err
    )
    with warnings.catch_warnings():
        warnings.simplefilter("always", UserWarning)
        out, err = run(["tsp", str(path), "--quiet"])
    assert "Length 4" in out
    assert err == (
        "icosian: no edge has the attribute 'weight', so each counts 1; all edges have numbers in"
        " 'minutes', which --weight can name\n"
    )


@pytest.mark.parametrize(
    ("text", "options"), [(ROADS, []), ("0,0\n3,4\n0,4\n3,0\n", ["--points"]), (None, [])]
)
def test_a_saved_proof_holds_when_it_is_checked(text, options, file, tmp_path, run):
    path = BURMA if text is None else file(text)
    proof = str(tmp_path / "proof.json")
    assert run(["tsp", path, *options, "--proof", proof, "--quiet"]).err == f"saved {proof}\n"
    assert run(["check", proof, path, *options]).out.startswith(
        "holds: There is no Hamiltonian cycle shorter than"
    )


def test_a_proof_does_not_hold_for_shorter_roads(file, tmp_path, run):
    proof = str(tmp_path / "proof.json")
    run(["tsp", file(ROADS), "--proof", proof])
    other = file(ROADS.replace("C,D,5", "C,D,1"), "other.csv")
    assert run(["check", proof, other], 1).out.startswith("does not hold: ")


def test_where_there_is_no_tour_the_command_for_walks_is_named(file, run, document):
    roads = file("A,B,1\nB,C,2\n", "map.csv")
    out, err = run(["tsp", roads, "--quiet"], 1)
    assert out.startswith("There is no Hamiltonian cycle: ")
    assert "longest_cycle" not in out
    assert err == f"icosian route {roads} --visit PLACE finds a walk, which may pass places again\n"
    assert document(["tsp", roads], 1)["result"] == "impossible"
    assert not run(["tsp", file("A,B,1\nC,D,2\n"), "--quiet"], 1).err  # no walk, either


@pytest.mark.parametrize("options", [[], ["--start", "A", "--end", "C"]])
def test_the_longest_edge_is_made_short_with_a_proof(options, file, tmp_path, run):
    roads, proof = file(ROADS), str(tmp_path / "proof.json")
    said = run(["tsp", roads, "--bottleneck", *options, "--jobs", "2", "--proof", proof]).out
    assert "Longest edge 4, proved to be the shortest." in said
    assert run(["check", proof, roads]).out.startswith("holds: ")
    said = run(["tsp", roads, "--bottleneck", "--gap", "0.1"], 2).err
    assert "--gap is not for --bottleneck" in said


def test_the_best_tours_come_in_order_with_a_proof_of_the_last(file, tmp_path, run, document):
    roads, proof = file(ROADS), str(tmp_path / "proof.json")
    found = document(["tsp", roads, "--best", "9"])["answer"]["tours"]
    assert [tour["length"] for tour in found] == [9, 12, 13]
    said = run(["tsp", roads, "--best", "2", "--proof", proof]).out
    assert "Length 12, proved to be the shortest but for those before it." in said
    assert "but for 1 known tour" in run(["check", proof, roads]).out
    said = run(["tsp", roads, "--best", "2", "--bottleneck"], 2).err
    assert "--bottleneck is for one tour" in said


@pytest.mark.parametrize(
    ("options", "lengths"),
    [
        (["--open"], [10, 10, 11]),
        (["--start", "a", "--group", "a,b", "--group", "c,d"], [8, 14, 14]),
        (["--start", "a", "--order", "d,b"], [14, 20, 22]),
    ],
)
def test_the_best_tours_are_open_or_keep_conditions(options, lengths, file, document):
    asked = ["tsp", file(CORNERS), "--distance", "manhattan", "--best", "3", *options]
    assert [tour["length"] for tour in document(asked)["answer"]["tours"]] == lengths


def test_the_best_tours_are_undecided_if_no_tour_is_found_in_time(file, run, monkeypatch):
    def late(*_given, **_rest):
        raise SearchLimitReached("no tour in time", stats=None)
        yield

    monkeypatch.setattr(tours, "shortest_hamiltonian_cycles", late)
    assert "no tour in time" in run(["tsp", file(ROADS), "--best", "2"], 3).err


# icosian route, as its user sees it.


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
    assert said.endswith("a walk stands without SOURCE, TARGET, --all and --table\n")


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
