"""icosian longest, as its user sees it."""

import json

import networkx as nx
import pytest

import icosian
from icosian.cli import main

ROADS = [("a", "b", 4), ("b", "c", 2), ("c", "a", 1), ("c", "d", 8)]


@pytest.fixture
def roads(tmp_path):
    G = icosian.route_map(ROADS)
    for *_, data in G.edges(data=True):
        data["miles"] = data["weight"]
    path = tmp_path / "roads.json"
    path.write_text(json.dumps(nx.node_link_data(G, edges="edges")), encoding="utf-8")
    return str(path)


def asked(line, capsys):
    assert main([*line, "--json"]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return json.loads(out)


def test_the_path_and_what_is_proved_of_it(capsys, roads):
    assert main(["longest", "3x3"]) == 0
    first, *grid = capsys.readouterr().out.splitlines()
    assert first == "A path of length 8, proved to be the longest."
    assert grid[1].split()[1] == "#"
    assert main(["longest", roads, "--start", "d"]) == 0
    first, second = capsys.readouterr().out.splitlines()
    assert first == "A path of length 4, proved to be the longest."
    assert second.startswith("d - c - ")


@pytest.mark.parametrize(
    ("options", "length", "closed"),
    [
        ([], 4, False),
        (["--cycle"], 3, True),
        (["--weight", "miles"], 14, False),
        (["--cycle", "--weight", "miles"], 7, True),
        (["--start", "a", "--end", "c"], 3, False),
        (["--start", "a", "--end", "d", "--weight", "miles"], 14, False),
    ],
)
def test_json_holds_all_of_it(options, length, closed, capsys, roads):
    answer = asked(["longest", roads, *options], capsys)
    assert (answer["result"], answer["answer"]["closed"], answer["answer"]["optimal"]) == (
        "found",
        closed,
        True,
    )
    assert answer["answer"]["length"] == answer["answer"]["bound"] == length
    assert answer["answer"]["gap"] == 0


def test_a_proof_that_it_writes_is_checked(capsys, roads, tmp_path):
    proof, picture = tmp_path / "proof.json", tmp_path / "cycle.svg"
    line = ["longest", roads, "--cycle", "--proof", str(proof), "--save", str(picture)]
    assert main(line) == 0
    assert capsys.readouterr().err == f"saved {proof}, {picture}\n"
    assert "A cycle of length 3" in picture.read_text(encoding="utf-8")
    assert main(["check", str(proof), roads]) == 0
    assert capsys.readouterr().out.startswith("holds: No cycle has more than 3 nodes")
    proof.write_text(proof.read_text().replace('"bound": 3', '"bound": 2'))
    assert main(["check", str(proof), roads]) == 1


def test_no_cycle_at_all_is_exit_code_1(capsys):
    assert main(["longest", "2x3", "--cycle"]) == 1
    assert "no cycle" in capsys.readouterr().out.lower()
    assert main(["longest", "2x3", "--cycle", "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["result"] == "impossible"
    assert main(["longest", "3x3", "--start", "a1", "--end", "b2"]) == 1


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("longest 5x5 --cycle --start a1", "ends of a path"),
        ("longest 5x5 --weight steps", "no edge has the attribute 'steps'"),
        ("longest 5x5 --start z9", "not on the 5 x 5 board"),
    ],
)
def test_bad_use_is_refused(line, message, capsys):
    assert main(line.split()) == 2
    assert message in capsys.readouterr().err


def test_a_text_file_marks_the_ends_of_a_path(capsys, tmp_path):
    file = tmp_path / "maze.txt"
    file.write_text("S..\n.#.\n..E\n", "utf-8")
    assert main(["longest", str(file), "--piece", "wazir", "--json"]) == 0
    tour = json.loads(capsys.readouterr().out)["answer"]["tour"]
    assert (tour[0], tour[-1], len(tour)) == ([0, 0], [2, 2], 5)
    assert main(["longest", str(file), "--piece", "wazir", "--cycle", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["answer"]["length"] == 8
