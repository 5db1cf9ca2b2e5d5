"""icosian prove, as its user sees it."""

import json
import pathlib

import networkx as nx
import pytest

import icosian
from icosian.cli import main
from icosian.files import graphs as files

DATA = pathlib.Path(__file__).parents[1] / "data"

PETERSEN, GRAPH_1 = str(DATA / "petersen.hcp"), str(DATA / "graph1.hcp.gz")


def test_json_holds_the_tour_or_the_proof(capsys):
    assert main(["tour", "6", "--start", "a1", "--end", "b1", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["result"] == "found"
    assert (answer["answer"]["names"][0], answer["answer"]["names"][-1]) == ("a1", "b1")
    assert icosian.is_hamiltonian_path(
        icosian.knight_graph(6), map(tuple, answer["answer"]["tour"])
    )
    assert main(["tour", "3x4", "--closed", "--json"]) == 1
    answer = json.loads(capsys.readouterr().out)
    assert answer["result"] == "impossible"
    proof = icosian.Proof.from_json(json.dumps(answer["proof"]))
    proof.check(icosian.knight_graph(3, 4))


def node_link(path, G):
    path.write_text(json.dumps(nx.node_link_data(G, edges="edges")), encoding="utf-8")
    return str(path)


def test_prove_tells_why_there_is_no_tour(capsys):
    assert main(["prove", "5x5", "--closed"]) == 0
    out, err = capsys.readouterr()
    assert out.startswith("There is no Hamiltonian cycle: ")
    assert "13 dark squares, 12 light squares" in out
    assert err == ""


def test_prove_asks_for_a_cycle_in_graph_files_and_for_a_path_on_boards(capsys):
    for line, kind in [
        (f"{GRAPH_1}", "closed tour of 66 nodes"),
        (f"{PETERSEN} --open", "open tour of 10 nodes"),
        (f"{PETERSEN} --start 1", "open tour of 10 nodes from 1 to"),
        (f"{PETERSEN} --end 4", "open tour of 10 nodes"),
        ("5x5", "open tour of "),
        ("6x6 --closed", "closed tour of "),
    ]:
        assert main(["prove", *line.split()]) == 1
        out, err = capsys.readouterr()
        assert out.startswith("nothing to prove, a tour exists: ")
        assert kind in out
        assert ("--closed asks" in err) == (line == "5x5")


def test_ends_in_a_graph_file_are_integers_or_strings(capsys, tmp_path):
    G = nx.Graph([(1, "1"), ("1", "two words"), ("two words", -5), (-5, 1)])
    path = node_link(tmp_path / "ring.json", G)
    for start, end, told in [("1", "two words", "1 to 'two words'"), ("-5", "1", None)]:
        code = main(["prove", path, f"--start={start}", f"--end={end}"])
        assert code == (1 if told is None else 0)
        if told is not None:
            assert f"There is no Hamiltonian path from {told}: " in capsys.readouterr().out
    H = nx.relabel_nodes(nx.cycle_graph(6), str)
    nx.write_graphml(H, tmp_path / "ring.graphml")
    assert main(["prove", str(tmp_path / "ring.graphml"), "--start", "0", "--end", "2"]) == 0
    assert "from '0' to '2': " in capsys.readouterr().out


def test_a_graph_file_of_a_board_knows_the_names_of_its_squares(capsys, tmp_path):
    path = node_link(tmp_path / "board.json", icosian.knight_graph(4))
    assert main(["prove", path, "--start", "a1"]) == 0
    assert "There is no Hamiltonian path from " in capsys.readouterr().out


def test_json_of_prove_holds_the_proof_or_the_tour(capsys, tmp_path):
    path = tmp_path / "proof.json"
    assert main(["prove", PETERSEN, "--json", "--save", str(path)]) == 0
    out, err = capsys.readouterr()
    answer = json.loads(out)
    assert answer["result"] == "impossible"
    assert answer["reason"].startswith("There is no Hamiltonian cycle: ")
    assert answer["saved"] == [str(path)]
    assert answer["proof"] == json.loads(path.read_text(encoding="utf-8"))
    assert err == ""
    assert main(["prove", GRAPH_1, "--json"]) == 1
    answer = json.loads(capsys.readouterr().out)
    assert (answer["result"], answer["answer"]["closed"]) == ("found", True)
    assert icosian.is_hamiltonian_cycle(files.read_graph(GRAPH_1), answer["answer"]["tour"])


@pytest.mark.parametrize("suffix", ["svg", "png", "pdf"])
def test_a_proof_has_a_picture(suffix, capsys, tmp_path):
    path = tmp_path / f"proof.{suffix}"
    assert main(["prove", "4x6", "--closed", "--picture", str(path)]) == 0
    out, err = capsys.readouterr()
    assert out.startswith("There is no Hamiltonian cycle: ")
    assert err == f"saved {path}\n"
    assert path.read_bytes().startswith({"svg": b"<svg", "png": b"\x89PNG", "pdf": b"%PDF"}[suffix])


def test_the_reason_is_told_even_if_the_proof_cannot_be_saved(monkeypatch, tmp_path, capsys):
    path = tmp_path / "proof.json"
    path.write_text("old", encoding="utf-8")

    def full(*_args, **_options):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(files.Path, "write_bytes", full)
    assert main(["prove", "5x5", "--closed", "--save", str(path)]) == 2
    out, err = capsys.readouterr()
    assert out.startswith("There is no Hamiltonian cycle: ")
    assert "No space left" in err
    assert path.read_text(encoding="utf-8") == "old"


def test_a_time_out_of_prove_exits_with_3(capsys):
    assert main(["prove", "9x9", "--piece", "2,3", "--timeout", "0", "--json"]) == 3
    out, err = capsys.readouterr()
    assert json.loads(out)["result"] == "undecided"
    assert "undecided" in err
