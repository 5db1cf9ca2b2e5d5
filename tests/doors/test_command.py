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
    "classify": {},
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


@together("command", [*ANSWERS, "play", "check proof.json"])
def test_each_command_states_what_it_read_once_unless_it_is_to_be_quiet(command, run, two):
    run("longest one.g6 --cycle --proof proof.json")
    code = CODES.get(command, 0)
    assert run(f"{command} one.g6", code).err.splitlines()[0] == "read 10 edges between 5 nodes"
    assert "read " not in run(f"{command} one.g6 --quiet", code).err
    out, err = run(f"{command} one.g6 --json", code)
    assert (json.loads(out)["input"], err) == ("10 edges between 5 nodes", "")


def test_each_graph_has_files_of_its_own(run, two):
    before = {path.name for path in two.iterdir()}
    run("tour two.g6 --save {}.tour")
    run("longest two.g6 --cycle --proof {}.json")
    run("play two.g6 --save page-{}.html")
    names = {path.name for path in two.iterdir()} - before
    assert names == {
        f"{kind}two-{k}.{suffix}"
        for kind, suffix in [("", "tour"), ("", "json"), ("page-", "html")]
        for k in (1, 2)
    }
    for k in (1, 2):
        run(f"check two-{k}.tour two.g6 --graph {k}")
        run(f"check two-{k}.json two.g6 --graph {k}")
    run("check two-2.tour two.g6 --graph 1", 1)


@pytest.mark.slow
def test_processes_give_the_rows_in_their_order(run):
    rows = [run(f"cover two.g6{jobs}").out.splitlines() for jobs in ("", " --jobs 2")]
    words = [[(row.split()[0], row.split()[5:]) for row in table[1:-1]] for table in rows]
    assert words[0] == words[1]
