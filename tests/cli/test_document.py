"""The JSON documents of all commands have the form that schema.json describes."""

import json
from importlib.resources import files
from pathlib import Path

import jsonschema
import networkx as nx
import pytest
from together import together

import icosian
from icosian.cli import main

ROADS = "u,v,weight\nA,B,1\nB,C,2\nC,A,3\nC,D,0.5\nD,A,4\n"
BEFORE = "prove 4x4 --closed --save proof.json"
ROWS = Path(__file__).parents[1] / "data" / "documents.txt"
"""A line for each: the exit code and the command."""


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
@together(("code", "line"), lambda: [row.split(" ", 1) for row in ROWS.read_text().splitlines()])
def test_every_command_prints_a_document_of_the_schema(
    code, line, form, folder, monkeypatch, capsys
):
    monkeypatch.chdir(folder)
    if "proof.json" in line and "check" in line:
        assert main(BEFORE.split()) == 0
        capsys.readouterr()
    command, *options = line.split()
    assert main([command, *options, "--json"]) == int(code)
    answer = json.loads(capsys.readouterr().out)
    form.validate(answer)
    assert answer["command"] == command
    assert answer["graph"] is None or answer["graph"]["nodes"] > 0
    assert (answer["result"] == "undecided") == (code == "3")
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
