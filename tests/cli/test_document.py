"""The JSON documents of all commands have the form that schema.json describes."""

import json
from importlib.resources import files

import jsonschema
import networkx as nx
import pytest
from together import together

import icosian
from icosian.cli import main

ROADS = "u,v,weight\nA,B,1\nB,C,2\nC,A,3\nC,D,0.5\nD,A,4\n"
BEFORE = "prove 4x4 --closed --save proof.json"
LINES = [
    ("tour 6x6 --closed", 0),
    ("tour 2x3x4 --closed --save tour.svg", 0),
    ("tour 5x5 --closed", 1),
    ("tour 9x9 --piece 2,3 --timeout 0", 3),
    ("tour petersen.hcp --start 2", 0),
    ("solve petersen.hcp --open", 0),
    ("solve petersen.hcp --picture petersen.svg", 1),
    ("solve leaper.hcp --timeout 0", 3),
    ("solve petersen.hcp none.hcp bad.hcp --timeout 0 --proof proofs", 2),
    ("count two.g6", 0),
    ("prove two.g6", 1),
    ("list 3x10 --closed --limit 2", 0),
    ("list 4x4 --closed", 1),
    ("list 8x8 --closed --timeout 0", 3),
    ("count 5x5", 0),
    ("count 8x8 --timeout 0", 3),
    ("random 5x5 --n 3 --seed 1", 0),
    ("random 5x5 --closed", 1),
    ("play 5x5 --save play.html", 0),
    ("prove 4x6 --closed --save again.json --picture proof.svg --pseudo-boolean board", 0),
    ("prove 4x6 --closed --lrat board", 0),
    ("prove 3x4", 1),
    ("prove 9x9 --piece 2,3 --timeout 0", 3),
    ("check proof.json 4x4", 0),
    ("check proof.json 6x6", 1),
    ("queens 6", 0),
    ("queens 3", 1),
    ("queens 6 --all", 0),
    ("queens 12 --all --timeout 0", 3),
    ("queens 6 --count", 0),
    ("queens 9 --count --timeout 0", 3),
    ("queens 6 --unique", 1),
    ("place knight 4x4 --save knights.svg", 0),
    ("place king 3x3 --count", 0),
    ("place king 2x2 --pieces 3", 1),
    ("place knight 9x9 --dominate --timeout 0", 3),
    ("color queen 4", 0),
    ("color queen 8 --timeout 0", 3),
    ("puzzle hidato.txt --save solution.svg", 0),
    ("puzzle hidato.txt --hint", 0),
    ("puzzle hidato.txt --count", 0),
    ("puzzle hidato.txt --unique --piece wazir", 1),
    ("puzzle --make 4x4 --clues 5 --seed 1 --save sheet.svg", 0),
    ("puzzle --make 4x4 --kind queens --seed 1", 0),
    ("puzzle queens.txt --kind queens", 0),
    ("puzzle queens.txt --kind queens --hint", 0),
    ("puzzle --make 4x4 --clues 5 --timeout 0", 3),
    ("route roads.csv A D --all --table", 0),
    ("route apart.csv A Z", 1),
    ("route 8x8 a1 h8 --piece king", 0),
    ("route roads.csv --visit D --visit B --from A --proof walk.json", 0),
    ("tsp roads.csv --proof shortest.json", 0),
    ("tsp roads.csv roads.csv", 0),
    ("tsp places.csv --points --timeout 0", 0),
    ("cover 4x4 --save paths.svg", 0),
    ("decompose 6x6 --torus --save tours.svg", 0),
    ("decompose 4x4 --proof none.json", 1),
    ("decompose 4x4 --most --proof most.json", 0),
    ("decompose 6x6 --torus --timeout 0", 3),
    ("longest 4x4 --cycle --proof longest.json", 0),
    ("longest 2x3 --cycle", 1),
    ("longest 4x4 --piece king --induced --proof induced.json", 0),
    ("longest 4x4 --piece king --induced --cycle", 0),
    ("longest 4x4 --all --limit 2", 0),
    ("cover 4x4 --all --limit 2", 0),
    ("classify petersen.hcp --only hypohamiltonian --only pancyclic", 1),
    ("classify two.g6", 0),
    ("classify petersen.hcp --timeout 0", 3),
]


@pytest.fixture(scope="module")
def form():
    """Return the validator of the schema in the package."""
    schema = json.loads(files("icosian.cli").joinpath("schema.json").read_text("utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Return a folder with the files that the commands read."""
    folder = tmp_path_factory.mktemp("documents")
    icosian.files.write_tsplib(nx.petersen_graph(), folder / "petersen.hcp")
    icosian.files.write_tsplib(icosian.leaper_graph(2, 3, 11), folder / "leaper.hcp")
    codes = [nx.to_graph6_bytes(G, header=False) for G in (nx.cycle_graph(4), nx.petersen_graph())]
    (folder / "two.g6").write_bytes(b"".join(codes))
    (folder / "bad.hcp").write_text("DIMENSION : x\n", "utf-8")
    (folder / "roads.csv").write_text(ROADS, "utf-8")
    (folder / "queens.txt").write_text("aabb\nacbb\nccdb\ncddd\n", "utf-8")
    (folder / "hidato.txt").write_text("1 . 8\n. 3 .\n. . 6\n", "utf-8")
    (folder / "apart.csv").write_text(f"{ROADS}Z,Y,1\n", "utf-8")
    (folder / "places.csv").write_text("0,0\n3,4\n0,4\n3,0\n", "utf-8")
    return folder


@pytest.mark.slow
@together(("line", "code"), LINES)
def test_every_command_prints_a_document_of_the_schema(
    line, code, form, folder, monkeypatch, capsys
):
    monkeypatch.chdir(folder)
    if "proof.json" in line and "check" in line:
        assert main(BEFORE.split()) == 0
        capsys.readouterr()
    command, *options = line.split()
    assert main([command, *options, "--json"]) == code
    answer = json.loads(capsys.readouterr().out)
    form.validate(answer)
    assert answer["command"] == command
    assert answer["graph"] is None or answer["graph"]["nodes"] > 0
    assert (answer["result"] == "undecided") == (code == 3)
    for name in answer["saved"]:
        assert folder.joinpath(name).exists()


def test_the_schema_is_printed(capsys, form):
    assert main(["--schema"]) == 0
    assert json.loads(capsys.readouterr().out) == form.schema


@pytest.mark.parametrize(
    "change",
    [
        {"result": "maybe"},
        {"answer": None},
        {"answer": {"tour": [1, 2, 3]}},
        {"answer": {"closed": True, "tours": 3}},
        {"surprise": 1},
        {"saved": None},
        {"proof": {}},
    ],
)
def test_the_schema_refuses_other_forms(change, form, capsys):
    assert main(["tour", "6x6", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert form.is_valid(answer)
    assert not form.is_valid(answer | change)


def test_a_search_that_gives_up_states_the_paths_it_holds(folder, monkeypatch, capsys):
    monkeypatch.chdir(folder)
    line = ["solve", "petersen.hcp", "--method", "rotations", "--timeout", "0.05", "--json"]
    assert main(line) == 3
    answer = json.loads(capsys.readouterr().out)["answer"]
    G = icosian.read_graph("petersen.hcp")
    assert answer["path"] == answer["cover"][0]
    assert all(nx.is_simple_path(G, path) for path in answer["cover"])
    assert sorted(v for path in answer["cover"] for v in path) == sorted(G)
