"""icosian prove, as its user sees it."""

import json
import pathlib

import networkx as nx
from cli.conftest import node_link

import icosian
from icosian.files import graphs as files

DATA = pathlib.Path(__file__).parents[1] / "data"

PETERSEN, GRAPH_1 = str(DATA / "petersen.hcp"), str(DATA / "graph1.hcp.gz")


def test_json_holds_the_tour_or_the_proof(document):
    answer = document("tour 6 --start a1 --end b1")
    assert answer["result"] == "found"
    assert (answer["answer"]["names"][0], answer["answer"]["names"][-1]) == ("a1", "b1")
    assert icosian.is_hamiltonian_path(
        icosian.knight_graph(6), map(tuple, answer["answer"]["tour"])
    )
    answer = document("tour 3x4 --closed", 1)
    assert answer["result"] == "impossible"
    proof = icosian.Proof.from_json(json.dumps(answer["proof"]))
    proof.check(icosian.knight_graph(3, 4))


def test_prove_tells_why_there_is_no_tour(run):
    out, err = run("prove 5x5 --closed")
    assert out.startswith("There is no Hamiltonian cycle: ")
    assert "13 dark squares, 12 light squares" in out
    assert err == ""


def test_prove_asks_for_a_cycle_in_graph_files_and_for_a_path_on_boards(run):
    for line, kind in [
        (f"{GRAPH_1}", "closed tour of 66 nodes"),
        (f"{PETERSEN} --open", "open tour of 10 nodes"),
        (f"{PETERSEN} --start 1", "open tour of 10 nodes from 1 to"),
        (f"{PETERSEN} --end 4", "open tour of 10 nodes"),
        ("5x5", "open tour of "),
        ("6x6 --closed", "closed tour of "),
    ]:
        out, err = run(f"prove {line}", 1)
        assert out.startswith("nothing to prove, a tour exists: ")
        assert kind in out
        assert ("--closed asks" in err) == (line == "5x5")


def test_ends_in_a_graph_file_are_integers_or_strings(tmp_path, run):
    G = nx.Graph([(1, "7"), ("7", "two words"), ("two words", -5), (-5, 1)])
    path = node_link(tmp_path / "ring.json", G)
    for start, end, told in [("1", "two words", "1 to 'two words'"), ("-5", "1", None)]:
        code = 1 if told is None else 0
        out = run(["prove", path, f"--start={start}", f"--end={end}"], code).out
        if told is not None:
            assert f"There is no Hamiltonian path from {told}: " in out
    H = nx.relabel_nodes(nx.cycle_graph(6), str)
    nx.write_graphml(H, tmp_path / "ring.graphml")
    assert (
        "from '0' to '2': "
        in run(["prove", str(tmp_path / "ring.graphml"), "--start", "0", "--end", "2"]).out
    )


def test_a_graph_file_of_a_board_knows_the_names_of_its_squares(tmp_path, run):
    path = node_link(tmp_path / "board.json", icosian.knight_graph(4))
    assert "There is no Hamiltonian path from " in run(["prove", path, "--start", "a1"]).out


def test_json_of_prove_holds_the_proof_or_the_tour(tmp_path, run, document):
    path = tmp_path / "proof.json"
    out, err = run(["prove", PETERSEN, "--json", "--jobs", "2", "--save", str(path)])
    answer = json.loads(out)
    assert answer["result"] == "impossible"
    assert answer["reason"].startswith("There is no Hamiltonian cycle: ")
    assert answer["saved"] == [str(path)]
    assert answer["proof"] == json.loads(path.read_text(encoding="utf-8"))
    assert err == ""
    answer = document(["prove", GRAPH_1], 1)
    assert (answer["result"], answer["answer"]["closed"]) == ("found", True)
    assert icosian.is_hamiltonian_cycle(files.read_graph(GRAPH_1), answer["answer"]["tour"])
