"""icosian longest, as its user sees it."""

import json

import networkx as nx
import pytest

import icosian

ROADS = [("a", "b", 4), ("b", "c", 2), ("c", "a", 1), ("c", "d", 8)]


@pytest.fixture
def roads(tmp_path):
    G = icosian.route_map(ROADS)
    for *_, data in G.edges(data=True):
        data["miles"] = data["weight"]
    path = tmp_path / "roads.json"
    path.write_text(json.dumps(nx.node_link_data(G, edges="edges")), encoding="utf-8")
    return str(path)


def test_the_path_and_what_is_proved_of_it(roads, run):
    first, *grid = run("longest 3x3 --jobs 2").out.splitlines()
    assert first == "A path of length 8, proved to be the longest."
    assert grid[1].split()[1] == "#"
    first, second = run(["longest", roads, "--start", "d"]).out.splitlines()
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
def test_json_holds_all_of_it(options, length, closed, roads, document):
    answer = document(["longest", roads, *options])
    assert (answer["result"], answer["answer"]["closed"], answer["answer"]["optimal"]) == (
        "found",
        closed,
        True,
    )
    assert answer["answer"]["length"] == answer["answer"]["bound"] == length
    assert answer["answer"]["gap"] == 0


def test_a_proof_that_it_writes_is_checked(roads, tmp_path, run):
    proof, picture = tmp_path / "proof.json", tmp_path / "cycle.svg"
    line = ["longest", roads, "--cycle", "--quiet", "--proof", str(proof), "--save", str(picture)]
    assert run(line).err == f"saved {proof}, {picture}\n"
    assert "A cycle of length 3" in picture.read_text(encoding="utf-8")
    assert run(["check", str(proof), roads]).out.startswith("holds: No cycle has more than 3 nodes")
    proof.write_text(proof.read_text().replace('"bound": 3', '"bound": 2'))
    run(["check", str(proof), roads], 1)


def test_a_text_file_marks_the_ends_of_a_path(tmp_path, document):
    file = tmp_path / "maze.txt"
    file.write_text("S..\n.#.\n..E\n", "utf-8")
    tour = document(["longest", str(file), "--piece", "wazir"])["answer"]["tour"]
    assert (tour[0], tour[-1], len(tour)) == ([0, 0], [2, 2], 5)
