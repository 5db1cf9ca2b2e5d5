"""icosian tsp, as its user sees it."""

import json
import pathlib
import warnings

import networkx as nx
import pytest

import icosian
from icosian.cli import main

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


def asked(line, capsys):
    assert main([*line, "--json"]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return json.loads(out)


def test_the_tour_and_what_is_proved_of_it(capsys):
    assert main(["tsp", BURMA, "--start", "3"]) == 0
    first, second = capsys.readouterr().out.splitlines()
    assert first == "closed tour of 14 nodes from 3. Length 3323, proved to be the shortest."
    assert second.startswith("3 - ")
    assert second.endswith(" - 3")


def test_json_holds_all_of_it(capsys):
    answer = asked(["tsp", BR17], capsys)
    assert answer["answer"]["length"] == answer["answer"]["bound"] == 39
    assert (answer["result"], answer["answer"]["optimal"], answer["answer"]["gap"]) == (
        "found",
        True,
        0,
    )
    assert sorted(answer["answer"]["tour"]) == list(range(1, 18))
    assert answer["answer"]["closed"]


@pytest.mark.parametrize(
    ("text", "options", "length"),
    [
        (ROADS, [], 9),
        ("0,0\n3,4\n0,4\n3,0\n", ["--points"], 14.0),
        ("0,0\n3,4\n0,4\n3,0\n", ["--points", "--distance", "manhattan"], 14),
        ("0,1,9\n9,0,1\n1,9,0\n", ["--matrix"], 3),
        ("0,1,9\n9,0,1\n1,9,0\n", ["--matrix", "--open"], 2),
        ("0,1,9\n9,0,1\n1,9,0\n", ["--matrix", "--start", "1", "--end", "0"], 2),
        ("0,1,9\n9,0,1\n1,9,0\n", ["--matrix", "--end", "1"], 2),
        ("a,b,1\nb,c,1.5\nc,a,2\na,c,1\n", ["--directed"], 4.5),
    ],
)
def test_tables_of_every_kind(text, options, length, file, capsys):
    assert asked(["tsp", file(text), *options], capsys)["answer"]["length"] == length


def test_a_graph_file_may_name_its_weights(tmp_path, capsys):
    path = tmp_path / "map.json"
    G = nx.complete_graph(4)
    nx.set_edge_attributes(G, 7, "minutes")
    path.write_text(json.dumps(nx.node_link_data(G, edges="edges")), encoding="utf-8")
    assert asked(["tsp", str(path), "--weight", "minutes"], capsys)["answer"]["length"] == 28
    assert main(["tsp", str(path), "--weight", "hours"]) == 2
    assert "no edge has the attribute 'hours'" in capsys.readouterr().err
    with warnings.catch_warnings():
        warnings.simplefilter("always", UserWarning)
        assert main(["tsp", str(path)]) == 0
    out, err = capsys.readouterr()
    assert "Length 4" in out
    assert err == (
        "icosian: no edge has the attribute 'weight', so each counts 1; all edges have numbers in"
        " 'minutes', which weight= can name\n"
    )


@pytest.mark.parametrize(
    ("distance", "length"), [([], 40_030_000), (["--distance", "euclidean"], 540)]
)
def test_coordinates_named_latitude_and_longitude_are_on_a_globe(distance, length, file, capsys):
    text = "place,lat,lon\na,0,0\nb,0,90\nc,0,180\nd,0,-90\n"
    found = asked(["tsp", file(text), "--points", "--start", "a", *distance], capsys)
    assert found["answer"]["length"] == pytest.approx(length, rel=1e-3)


@pytest.mark.parametrize(
    ("text", "options"), [(ROADS, []), ("0,0\n3,4\n0,4\n3,0\n", ["--points"]), (None, [])]
)
def test_a_saved_proof_holds_when_it_is_checked(text, options, file, tmp_path, capsys):
    path = BURMA if text is None else file(text)
    proof = str(tmp_path / "proof.json")
    assert main(["tsp", path, *options, "--proof", proof]) == 0
    assert capsys.readouterr().err == f"saved {proof}\n"
    assert main(["check", proof, path, *options]) == 0
    assert capsys.readouterr().out.startswith("holds: There is no Hamiltonian cycle shorter than")


def test_a_proof_does_not_hold_for_shorter_roads(file, tmp_path, capsys):
    proof = str(tmp_path / "proof.json")
    assert main(["tsp", file(ROADS), "--proof", proof]) == 0
    capsys.readouterr()
    other = file(ROADS.replace("C,D,5", "C,D,1"), "other.csv")
    assert main(["check", proof, other]) == 1
    assert capsys.readouterr().out.startswith("does not hold: ")


def test_a_picture_is_saved(file, tmp_path, capsys):
    picture = tmp_path / "tour.svg"
    assert main(["tsp", file("0,0\n3,4\n0,4\n3,0\n"), "--points", "--save", str(picture)]) == 0
    assert picture.read_text(encoding="utf-8").startswith("<svg")
    assert capsys.readouterr().err == f"saved {picture}\n"


def test_without_a_tour_the_reason_is_printed(file, capsys):
    assert main(["tsp", file("A,B,1\nB,C,2\n")]) == 1
    assert capsys.readouterr().out.startswith("There is no Hamiltonian cycle: ")


def test_threads_give_the_same_length(capsys):
    assert asked(["tsp", BURMA, "--jobs", "2"], capsys)["answer"]["length"] == 3323
    assert main(["tsp", BURMA, "--jobs", "2", "--dask", "tcp://nowhere"]) == 2


def test_no_time_gives_a_tour_without_a_bound(capsys):
    answer = asked(["tsp", BURMA, "--timeout", "0"], capsys)
    assert (answer["answer"]["bound"], answer["answer"]["gap"]) == (None, None)
    assert answer["answer"]["length"] >= 3323


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("tsp", "missing argument 'FILE'"),
        ("tsp nowhere.tsp", "nowhere.tsp: no such file"),
        ("tsp towns.xyz", "the name of a file of lengths ends in .atsp, .tsp, .csv"),
        ("tsp {towns} --points", "no columns are named x and y"),
        ("tsp {towns} --matrix", "is not a number"),
        ("tsp {towns} --points --matrix", "exclude each other"),
        ("tsp {towns} --distance manhattan", "add --points"),
        ("tsp {burma} --points", "are for .csv files"),
        ("tsp {burma} --start 99", "start '99' is not one of the places"),
        ("tsp {towns} --start Z", "start 'Z' is not a node"),
        ("tsp {burma} --weight x", "--weight is for graphs"),
        ("tsp {burma} --gap -1", "gap must be a number of at least 0"),
        ("tsp {burma} --timeout nan", "timeout must be seconds of at least 0"),
        ("tsp {burma} --save tour.bmp", "tour.bmp"),
        ("tsp {burma} --proof /no/such/folder/x.json", "folder of a proof must exist"),
        ("check {towns} {burma} --points", "are for .csv files"),
        ("check {towns} {burma} --piece king", "--piece is for boards"),
    ],
)
def test_bad_use_is_one_line_and_exit_code_2(line, message, file, capsys):
    assert main(line.format(towns=file(ROADS), burma=BURMA).split()) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("icosian: ")
    assert err.count("\n") == 1
    assert message.lower() in err.lower()


def test_help_has_examples(capsys):
    assert main(["tsp", "--help"]) == 0
    out = capsys.readouterr().out
    assert "icosian tsp berlin52.tsp --save tour.svg" in out
    assert "Exit codes: 0 found" in out


def test_the_library_gives_the_same(capsys):
    places = icosian.read_tsplib(BR17)
    length = icosian.shortest_tour(places, closed=False).length
    assert asked(["tsp", BR17, "--open"], capsys)["answer"]["length"] == length
