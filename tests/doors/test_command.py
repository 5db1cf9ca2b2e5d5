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


ROADS = "u,v,weight\nA,B,1\nB,C,2\nC,A,3\nC,D,5\nE,D,1\n"


@pytest.fixture(autouse=True)
def two(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    codes = [nx.to_graph6_bytes(G, header=False) for G in (RING, FAN)]
    (tmp_path / "two.g6").write_bytes(b"".join(codes))
    (tmp_path / "one.g6").write_bytes(codes[1])
    (tmp_path / "roads.csv").write_text(ROADS, "utf-8")
    (tmp_path / "odd.csv").write_text(f'{ROADS}"A,B",C,1\n"A, D",C,1\n', "utf-8")
    (tmp_path / "empty.g6").write_bytes(b"")
    nx.write_graphml(nx.DiGraph([(0, 1, {"minutes": 5}), (1, 0, {"minutes": 5})]), "len.graphml")
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


def test_processes_give_the_rows_in_their_order(run):
    rows = [run(f"cover two.g6{jobs}").out.splitlines() for jobs in ("", " --jobs 2")]
    words = [[(row.split()[0], row.split()[5:]) for row in table[1:-1]] for table in rows]
    assert words[0] == words[1]


@together(
    ("options", "stops"),
    [
        (["--visit", "A,D"], {"A", "D"}),
        (["--visit", "A, D"], {"A", "D"}),
        (["--visit", "A", "--visit", " D"], {"A", "D"}),
        (["--from", "A", "--order", "B, D"], {"A", "B", "D"}),
        (["--from", "A", "--group", "B, C"], {"A", "B"}),
    ],
)
def test_places_are_listed_with_commas_and_blanks(options, stops, capsys):
    assert main(["route", "roads.csv", *options, "--json"]) == 0
    assert set(json.loads(capsys.readouterr().out)["answer"]["stops"]) == stops


def test_a_comma_may_be_in_the_name_of_a_place_or_a_square(capsys):
    assert main(["route", "8x8", "--visit", "7,1", "--visit", "a1,h8", "--json"]) == 0
    stops = json.loads(capsys.readouterr().out)["answer"]["stops"]
    assert sorted(stops) == [[0, 7], [7, 0], [7, 1]]
    assert main(["route", "odd.csv", "--visit", "A,B"]) == 2
    assert "'A,B' is a place, and so are A and B" in capsys.readouterr().err
    assert main(["tsp", "odd.csv", "--start", "A", "--order", "A, D"]) == 2
    assert "'A, D' is a place, and so are A and D" in capsys.readouterr().err


@together(
    ("line", "message"),
    [
        ("check proof.json len.graphml", "; --weight names the lengths that are meant"),
        ("tour two.g6 --format hcp --graph 1", "two.g6, line 1: "),
        ("count empty.g6", "empty.g6 has no graph"),
        ("solve empty.g6", "empty.g6 has no graph"),
    ],
)
def test_messages_name_options_and_files(line, message, capsys):
    main(["tsp", "len.graphml", "--weight", "minutes", "--proof", "proof.json"])
    capsys.readouterr()
    main(line.split())
    assert message in "".join(capsys.readouterr())
