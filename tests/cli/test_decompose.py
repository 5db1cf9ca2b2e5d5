"""icosian decompose, as its user sees it."""

import json

import networkx as nx
import pytest

import icosian

K5 = nx.complete_graph(5)


@pytest.fixture
def complete(tmp_path):
    path = tmp_path / "complete.json"
    path.write_text(json.dumps(nx.node_link_data(K5, edges="edges")), encoding="utf-8")
    return str(path)


def test_each_cycle_is_a_line_below_what_is_said_of_them(complete, run):
    first, *cycles = run(["decompose", complete]).out.splitlines()
    assert first == "2 Hamiltonian cycles with all edges."
    edges = [frozenset(line.split(" - ")[k : k + 2]) for line in cycles for k in range(5)]
    assert len(cycles) == 2
    assert len(set(edges)) == 10
    board = run("decompose 6x6 --torus --cycles 2").out.splitlines()
    assert board[0] == "2 Hamiltonian cycles without a common edge."
    names = board[1].split(" - ")
    assert names[0] == names[-1]
    assert {*names} == {f"{file}{rank}" for file in "abcdef" for rank in range(1, 7)}


def test_json_holds_the_tours_and_what_is_proved(complete, run):
    whole = json.loads(run(["decompose", complete, "--json"]).out)
    assert whole["result"] == "found"
    assert sorted(map(sorted, whole["answer"]["tours"])) == [[0, 1, 2, 3, 4]] * 2
    assert {*whole["answer"]} == {"closed", "tours", "number"}
    most = json.loads(run(["decompose", complete, "--most", "--json"]).out)["answer"]
    assert (most["number"], most["bound"], most["optimal"]) == (2, 2, True)


def test_where_there_are_none_it_says_why_and_writes_a_proof(complete, tmp_path, run):
    proof = tmp_path / "proof.json"
    out = run(["decompose", complete, "--cycles", "3", "--proof", str(proof)], 1).out
    assert out.startswith("There are no 3 Hamiltonian cycles without a common edge: they have 6")
    icosian.Proof.from_json(proof.read_text()).check(K5)
    assert run(["check", str(proof), complete]).out.startswith("holds: There are no 3 Hamiltonian")
    proof.write_text(proof.read_text().replace('"disjoint": 3', '"disjoint": 2'))
    run(["check", str(proof), complete], 1)
    answer = json.loads(run("decompose 4x4 --json", 1).out)
    assert answer["result"] == "impossible"
    assert answer["reason"].startswith("The edges do not decompose into Hamiltonian cycles: ")


def test_the_most_come_with_a_proof_and_a_picture(complete, tmp_path, run):
    proof, picture = tmp_path / "proof.json", tmp_path / "cycles.svg"
    files = ["--quiet", "--proof", str(proof), "--save", str(picture)]
    assert run(["decompose", complete, "--most", *files]).err == f"saved {proof}, {picture}\n"
    assert "2 Hamiltonian cycles" in picture.read_text(encoding="utf-8")
    icosian.Proof.from_json(proof.read_text()).check(K5)
    none = run("decompose 3x3 --most").out
    assert none == "0 Hamiltonian cycles without a common edge, proved to be the most.\n"
