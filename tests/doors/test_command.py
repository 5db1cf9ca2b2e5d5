"""Doors of the command: files of many graphs, in every command the same way."""

import json

import networkx as nx
import pytest
from together import together

from icosian.cli import main

RING, FAN = nx.cycle_graph(4), nx.complete_graph(5)
ANSWERS = {  # of the second graph, whose closed tours are 12
    "count": {"closed": True, "count": 12},
    "longest": {"length": 5, "optimal": True},
    "cover": {"number": 1, "optimal": True},
    "tour": {"closed": True},
    "list": {"complete": True},
    "random": {"closed": True},
    "decompose": {"number": 2, "closed": True},
    "color": {"number": 5, "optimal": True},
    "place": {"number": 1, "optimal": True},
    "solve": {"closed": True},
    "prove": {"closed": True},
}
CODES = {"prove": 1}


@pytest.fixture(autouse=True)
def two(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    codes = [nx.to_graph6_bytes(G, header=False) for G in (RING, FAN)]
    (tmp_path / "two.g6").write_bytes(b"".join(codes))
    (tmp_path / "one.g6").write_bytes(codes[1])
    return tmp_path


@pytest.fixture
def run(capsys):
    def run(line, code=0):
        assert main(line.split()) == code
        return capsys.readouterr()

    return run


@together("command", ANSWERS)
def test_a_file_of_two_graphs_is_two_rows_each_like_the_answer_alone(command, run):
    code = CODES.get(command, 0)
    said = json.loads(run(f"{command} two.g6 --json", code).out)
    first, second = said["answer"]["graphs"]
    assert (first["graph"]["name"], second["graph"]["name"]) == ("two.g6:1", "two.g6:2")
    assert (first["graph"]["nodes"], second["graph"]["nodes"]) == (4, 5)
    assert ANSWERS[command].items() <= second["answer"].items()
    for line in ("two.g6 --graph 2", "one.g6"):
        alone = json.loads(run(f"{command} {line} --json", code).out)
        assert alone.pop("command") == command
        for one in (second, alone):
            del one["stats"], one["graph"]["name"]
        assert alone | {"graph": alone["graph"]} == second
        said = json.loads(run(f"{command} two.g6 --json", code).out)
        second = said["answer"]["graphs"][1]


@together("command", ANSWERS)
def test_as_text_the_graphs_are_a_table(command, run):
    out = run(f"{command} two.g6", CODES.get(command, 0)).out.splitlines()
    assert [line.split()[0] for line in out[:-1]] == ["graph", "two.g6:1", "two.g6:2"]
    assert all(len(line.split()) > 5 for line in out[:-1])  # each row says its result
    assert out[-1].startswith("2 graphs in ")


@together(
    ("line", "message"),
    [
        ("play two.g6", "two.g6 has 2 graphs: --graph 1, or {} in --save, got 'play.html'"),
        ("tour two.g6 --save a.svg", "two.g6 has 2 graphs: --graph 1, or {} in --save, got"),
        ("prove two.g6 --save a.json", "two.g6 has 2 graphs: --graph 1, or {} in --save, got"),
        ("prove two.g6 --lrat a", "two.g6 has 2 graphs: --graph 1, or {} in --lrat, got 'a'"),
        ("count two.g6 --checkpoint a", "or {} in --checkpoint, got 'a'"),
        ("cover two.g6 --proof a.json", "or {} in --proof, got 'a.json'"),
        ("check proof.json two.g6", "two.g6 has 2 graphs: --graph 1"),
        ("tsp two.g6", "two.g6 has 2 graphs: read_graphs and icosian solve read all"),
        ("count two.g6 --graph 3", "--graph 3: two.g6 has 2 graphs"),
        ("count two.g6 --graph 0", "0 is not in the range"),
        ("place two.g6 --torus", "--torus is for boards"),
        ("color two.g6 --jobs 2 --dask tcp://x:1", "--jobs and --dask exclude each other"),
    ],
)
def test_what_would_leave_a_graph_out_is_refused(line, message, run, two):
    two.joinpath("proof.json").write_text("{}", "utf-8")
    before = sorted(path.name for path in two.iterdir())
    assert message in run(line, 2).err
    assert sorted(path.name for path in two.iterdir()) == before


def test_each_graph_has_files_of_its_own(run, two):
    run("tour two.g6 --save {}.tour")
    run("longest two.g6 --cycle --proof {}.json")
    run("play two.g6 --save page-{}.html")
    names = {path.name for path in two.iterdir()} - {"one.g6", "two.g6"}
    assert names == {
        f"{kind}two-{k}.{suffix}"
        for kind, suffix in [("", "tour"), ("", "json"), ("page-", "html")]
        for k in (1, 2)
    }
    for k in (1, 2):
        run(f"check two-{k}.tour two.g6 --graph {k}")
        run(f"check two-{k}.json two.g6 --graph {k}")
    run("check two-2.tour two.g6 --graph 1", 1)


def test_processes_give_the_rows_in_their_order(run):
    rows = [run(f"cover two.g6{jobs}").out.splitlines() for jobs in ("", " --jobs 2")]
    words = [[(row.split()[0], row.split()[5:]) for row in table[1:-1]] for table in rows]
    assert words[0] == words[1]
