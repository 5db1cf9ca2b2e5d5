"""The command line, as its user sees it."""

import io
import json
import pathlib
import signal
import subprocess
import sys
import time
from itertools import pairwise
from xml.etree import ElementTree as ET

import networkx as nx
import pytest

import icosian
from icosian import drawing
from icosian.cli import main
from icosian.files import graphs as files
from icosian.proofs import FrontierExhausted

DATA = pathlib.Path(__file__).parent / "data"
PETERSEN, GRAPH_1 = str(DATA / "petersen.hcp"), str(DATA / "graph1.hcp.gz")


def grid(text):
    return [[int(x) for x in line.split()] for line in text.splitlines()]


def test_a_closed_tour_is_printed_and_saved(capsys, tmp_path):
    picture = tmp_path / "tour.svg"
    assert main(["tour", "8x8", "--closed", "--start", "b1", "--save", str(picture)]) == 0
    out, err = capsys.readouterr()
    rows = grid(out)
    place = {rows[r][c]: (r, c) for r in range(8) for c in range(8)}
    assert place[1] == (7, 1)
    tour = [place[k] for k in range(1, 65)]
    assert icosian.is_hamiltonian_cycle(icosian.knight_graph(8), tour)
    assert ET.parse(picture).getroot().tag.endswith("svg")
    assert "tour.svg" in err


@pytest.mark.parametrize("suffix", [".svg", ".png", ".pdf"])
def test_pictures_are_what_their_suffix_says(suffix, tmp_path):
    path = tmp_path / f"tour{suffix}"
    assert main(["tour", "6", "--closed", "--save", str(path)]) == 0
    start = {".svg": b"<svg", ".png": b"\x89PNG", ".pdf": b"%PDF"}[suffix]
    assert path.read_bytes().startswith(start)


def test_an_impossible_tour_prints_the_reason_and_exits_with_1(capsys):
    assert main(["tour", "5x5", "--closed"]) == 1
    assert "13 dark squares, 12 light squares" in capsys.readouterr().out


def test_json_holds_the_tour_or_the_proof(capsys):
    assert main(["tour", "6", "--start", "a1", "--end", "b1", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["result"] == "found"
    assert (answer["names"][0], answer["names"][-1]) == ("a1", "b1")
    assert icosian.is_hamiltonian_path(icosian.knight_graph(6), map(tuple, answer["tour"]))
    assert main(["tour", "3x4", "--closed", "--json"]) == 1
    answer = json.loads(capsys.readouterr().out)
    assert answer["result"] == "impossible"
    proof = icosian.Proof.from_json(json.dumps(answer["proof"]))
    proof.check(icosian.knight_graph(3, 4))


def test_boards_with_holes_come_from_text_files(capsys, tmp_path):
    path = tmp_path / "ring.txt"
    path.write_text("...\n.#.\n...\n", encoding="utf-8")
    assert main(["tour", str(path), "--closed"]) == 0
    assert capsys.readouterr().out.splitlines()[1].split()[1] == "#"


@pytest.mark.parametrize(
    ("line", "graph"),
    [
        ("4x5 --piece king --closed", icosian.king_graph(4, 5)),
        ("4x5 --piece king --closed --jobs 2", icosian.king_graph(4, 5)),
        ("3 --piece queen", icosian.queen_graph(3)),
        ("5 --piece rook --seed 3", icosian.rook_graph(5)),
        ("10 --piece 2,3 --closed --timeout 60", icosian.leaper_graph(2, 3, 10)),
    ],
)
def test_other_pieces_move_as_they_should(line, graph, capsys):
    assert main(["tour", *line.split(), "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    check = icosian.is_hamiltonian_cycle if answer["closed"] else icosian.is_hamiltonian_path
    assert check(graph, map(tuple, answer["tour"]))


def test_graph_files_have_tours_as_boards_have(capsys, tmp_path):
    picture = tmp_path / "tour.svg"
    for options in ("--open", "--start 2"):
        line = ["tour", PETERSEN, *options.split(), "--json", "--save", str(picture)]
        assert main(line) == 0
        answer = json.loads(capsys.readouterr().out)
        assert icosian.is_hamiltonian_path(files.read_graph(PETERSEN), answer["tour"])
        assert (answer["board"], answer["names"], answer["saved"]) == (None, None, str(picture))
    assert picture.read_text(encoding="utf-8").startswith("<svg")
    assert main(["tour", PETERSEN]) == 1
    assert capsys.readouterr().out.startswith("There is no Hamiltonian cycle")
    assert main(["tour", GRAPH_1, "--start", "7", "--closed"]) == 0
    assert capsys.readouterr().out.startswith("7 - ")


def test_every_command_keeps_the_edges_that_a_file_fixes(capsys, tmp_path):
    G = nx.complete_graph(4)
    G.graph["fixed_edges"] = [(0, 1)]
    path = str(tmp_path / "fixed.hcp")
    icosian.write_hcp(G, path)
    for words in ("tour", "list", "random --n 5 --seed 1"):
        command, *options = words.split()
        assert main([command, path, *options]) == 0
        for line in capsys.readouterr().out.splitlines():
            assert {"1", "2"} in list(map(set, pairwise(line.split(" - "))))
    assert main(["count", path]) == 0
    assert capsys.readouterr().out.startswith("2 closed tours")


def test_boards_of_three_dimensions_have_tours(capsys):
    assert main(["tour", "2x3x4", "--closed", "--json"]) == 0
    assert len(json.loads(capsys.readouterr().out)["tour"]) == 24


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("tour", "Missing argument 'GRAPH'"),
        ("tour 0x5", "board sides must be integers of at least 1, got 0 x 5"),
        ("tour -3", "-3"),
        ("tour -3", "; negative numbers go behind --."),
        ("place king graph.hcp", "a board is asked for, 'graph.hcp' names a graph: see icosian"),
        ("tour nowhere.hcp", "nowhere.hcp: no such file"),
        ("tour 8.5", "neither a size such as 8 or 3x10 nor a readable file"),
        ("tour nowhere.txt", "no such file"),
        ("tour 8 --start z9", "'z9' is not on the 8 x 8 board"),
        ("tour 8 --start 8,8", "not on the 8 x 8 board"),
        ("tour 8 --start a1 --end a1", "start and end must differ"),
        ("tour 8 --closed --end a1", "a closed tour has no end"),
        ("tour 8 --timeout nan", "timeout must be seconds of at least 0, got nan"),
        ("tour 8 --timeout soon", "'soon' is not a valid float"),
        ("tour 8 --seed -1", "seed must be an integer of at least 0, got -1"),
        ("tour 8 --save tour.bmp", "tour.bmp"),
        ("tour 8 --save /no/such/folder/tour.svg", "folder of a picture must exist"),
        ("tour 8 --piece dragon", "'dragon' is neither knight"),
        ("tour 8 --piece 0,0", "(0, 0) is no step"),
        ("tour 99999999x99999999", "at most 2,147,483,647 squares"),
        ("tours 8", "No such command 'tours'"),
        ("tour 8 --nope", "No such option"),
    ],
)
def test_bad_use_is_one_line_and_exit_code_2(line, message, capsys):
    assert main(line.split()) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("icosian: ")
    assert err.count("\n") == 1
    assert message.lower() in err.lower()


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "at least one row"),
        (b"...\n..x\n", "line 2"),
        (b"...\n..\n", "line 2"),
        (b"\xff\xfe\x00", "not text in UTF-8"),
    ],
)
def test_a_bad_board_file_is_refused_in_one_line(content, message, capsys, tmp_path):
    path = tmp_path / "board.txt"
    path.write_bytes(content)
    assert main(["tour", str(path)]) == 2
    err = capsys.readouterr().err
    assert message in err
    assert "board.txt" in err
    assert err.count("\n") == 1


def test_a_time_out_exits_with_3(capsys):
    assert main(["tour", "9x9", "--piece", "2,3", "--timeout", "0"]) == 3
    assert "undecided" in capsys.readouterr().err


def test_a_failed_save_leaves_the_old_file(monkeypatch, tmp_path, capsys):
    path = tmp_path / "tour.svg"
    path.write_text("old", encoding="utf-8")

    def full(*_args, **_options):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(pathlib.Path, "write_bytes", full)
    for command in ("tour", "random"):
        assert main([command, "6", "--closed", "--save", str(path)]) == 2
        assert path.read_text(encoding="utf-8") == "old"
        out, err = capsys.readouterr()
        assert len(out.splitlines()) == 6  # the answer itself is told
        assert "No space left" in err


@pytest.mark.parametrize(
    ("line", "example"),
    [
        ("", "icosian tour 8x8 --closed"),
        ("--help", "icosian check proof.json graph.hcp"),
        ("tour --help", "icosian tour 8x8 --closed"),
        ("prove --help", "icosian prove 4x6 --closed"),
        ("check --help", "icosian check proof.json 4x6"),
        ("route --help", "icosian route map.csv Arad Bucharest"),
    ],
)
def test_help_shows_examples_and_exit_codes_on_lines_of_their_own(line, example, capsys):
    assert main(line.split()) == 0
    lines = [line.strip() for line in capsys.readouterr().out.splitlines()]
    assert any(line.startswith(example) for line in lines)
    assert any(line.startswith("Exit codes: 0 ") for line in lines)


def test_the_module_runs_as_the_command():
    command = [sys.executable, "-m", "icosian", "tour", "5x5", "--closed"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "13 dark squares" in done.stdout
    assert done.stderr == ""


def test_version_is_the_package_version(capsys):
    assert main(["--version"]) == 0
    assert icosian.__version__ in capsys.readouterr().out


def node_link(path, G):
    path.write_text(json.dumps(nx.node_link_data(G, edges="edges")), encoding="utf-8")
    return str(path)


def proved(line, path):
    """Save the proof that a command finds, and return its text."""
    assert main([*line.split(), "--save", str(path)]) == 0
    return path.read_text(encoding="utf-8")


def test_prove_tells_why_there_is_no_tour(capsys):
    assert main(["prove", "5x5", "--closed"]) == 0
    out, err = capsys.readouterr()
    assert out.startswith("There is no Hamiltonian cycle: ")
    assert "13 dark squares, 12 light squares" in out
    assert err == ""


@pytest.mark.parametrize(
    ("line", "graph", "claim"),
    [
        ("4x6 --closed", icosian.knight_graph(4, 6), "There is no Hamiltonian cycle: "),
        ("4", icosian.knight_graph(4), "There is no Hamiltonian path: "),
        ("4x4 --start a1 --open", icosian.knight_graph(4), "path from "),
        ("1x4 --piece king --start b1", icosian.king_graph(1, 4), "path from "),
        ("2x2 --piece rook --start a1 --end 0,1", icosian.rook_graph(2), "path from "),
        ("5x6 --piece 2,3 --closed", icosian.leaper_graph(2, 3, 5, 6), "There is no "),
        ("2x2x2", None, "There is no Hamiltonian path: "),
        (PETERSEN, files.read_graph(PETERSEN), "There is no Hamiltonian cycle: "),
        (f"{PETERSEN} --start 1 --end 2", files.read_graph(PETERSEN), "path from 1 to 2: "),
    ],
)
def test_a_saved_proof_holds_when_it_is_checked(line, graph, claim, capsys, tmp_path):
    path = tmp_path / "proof.json"
    text = proved(f"prove {line}", path)
    out, err = capsys.readouterr()
    assert claim in out
    assert err == f"saved {path}\n"
    if graph is not None:
        icosian.Proof.from_json(text, graph).check(graph)
    board, *rest = line.split()
    piece = rest[rest.index("--piece") :][:2] if "--piece" in rest else []
    assert main(["check", str(path), board, *piece]) == 0
    assert capsys.readouterr().out == f"holds: {out}"


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
        assert out.startswith("there is nothing to prove, a tour exists: ")
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
    assert (answer["result"], answer["closed"]) == ("found", True)
    assert icosian.is_hamiltonian_cycle(files.read_graph(GRAPH_1), answer["tour"])


def test_a_proof_may_rest_on_the_fixed_edges_of_a_file(capsys, tmp_path):
    path, proof = tmp_path / "fixed.hcp", tmp_path / "proof.json"
    G = nx.complete_graph(4)
    icosian.write_hcp(G, path)
    assert main(["prove", str(path)]) == 1
    G.graph["fixed_edges"] = [(0, 1), (0, 2), (0, 3)]
    icosian.write_hcp(G, path)
    assert main(["prove", str(path), "--save", str(proof)]) == 0
    assert "no Hamiltonian cycle that uses 1-2, 1-3, 1-4" in capsys.readouterr().out
    assert main(["check", str(proof), str(path)]) == 0


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


def test_a_proof_is_read_from_the_standard_input(monkeypatch, capsys, tmp_path):
    text = proved(f"prove {PETERSEN}", tmp_path / "proof.json")
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode()), encoding="utf-8"))
    capsys.readouterr()
    assert main(["check", "-", PETERSEN, "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["result"] == "holds"
    assert answer["reason"].startswith("There is no Hamiltonian cycle: ")


@pytest.mark.parametrize(
    ("line", "other"),
    [
        ("prove 4x6 --closed", "6x6"),
        ("prove 5x5 --closed", "6x6"),
        ("prove 5x5 --closed", "5x6"),
        (f"prove {PETERSEN}", GRAPH_1),
        ("prove 4x4", "5x5"),
    ],
)
def test_a_proof_does_not_hold_for_another_graph(line, other, capsys, tmp_path):
    path = tmp_path / "proof.json"
    proved(line, path)
    capsys.readouterr()
    assert main(["check", str(path), other]) == 1
    out, err = capsys.readouterr()
    assert out.startswith("does not hold: ")
    assert out.count("\n") == 1
    assert err == ""
    assert main(["check", str(path), other, "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["result"] == "does not hold"


def imbalance():
    """Return the proof of the 3 x 3 board as its file holds it."""
    dark = [[r, c] for r in range(3) for c in range(3) if (r + c) % 2 == 0]
    light = [[r, c] for r in range(3) for c in range(3) if (r + c) % 2]
    question = {"kind": "BipartitionImbalance", "closed": True, "start": None, "end": None}
    return question | {"crowd": dark, "others": light, "names": ["dark", "light"]}


@pytest.mark.parametrize(
    ("tamper", "reason"),
    [
        (lambda proof: proof["crowd"].pop(), "not a partition"),
        (lambda proof: proof["crowd"].append([0, 1]), "not a partition"),
        (lambda proof: proof["others"].append(proof["crowd"].pop()), "not too many"),
        (lambda proof: proof["crowd"].append([7, 7]), "not a partition"),
        (lambda proof: proof.update(closed=False), "not too many"),
        (lambda proof: proof.update(start=[0, 0]), "a cycle has no ends"),
        (lambda proof: proof.update(closed=False, end=[7, 7]), "not a node"),
        (lambda proof: proof.update(crowd=proof["others"], others=proof["crowd"]), "not too many"),
    ],
)
def test_a_tampered_proof_is_refused(tamper, reason, capsys, tmp_path):
    path, proof = tmp_path / "proof.json", imbalance()
    path.write_text(json.dumps(proof), encoding="utf-8")
    assert main(["check", str(path), "3x3"]) == 0
    capsys.readouterr()
    tamper(proof)
    path.write_text(json.dumps(proof), encoding="utf-8")
    assert main(["check", str(path), "3x3"]) == 1
    out, _ = capsys.readouterr()
    assert out.startswith("does not hold: ")
    assert reason in out


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "no description of a proof"),
        (b"{}", "no description of a proof: 'kind' is missing"),
        (b"[]", "no description of a proof"),
        (b'{"kind": "Magic"}', "no description of a proof: 'Magic' is missing or unknown"),
        (b"[" * 100_000, "no description of a proof"),
        (json.dumps(imbalance() | {"closed": 7}).encode(), "no description of a proof"),
        (json.dumps(imbalance() | {"start": {"place": 99}}).encode(), "no node at place 99"),
        (json.dumps(imbalance() | {"crowd": 5}).encode(), "no description of a proof"),
        (json.dumps(imbalance()).encode()[:-9], "no description of a proof"),
        (b'{"kind": "\xff"}', "not text in UTF-8"),
    ],
)
def test_what_is_no_proof_is_refused_in_one_line(content, reason, capsys, tmp_path):
    path = tmp_path / "proof.json"
    path.write_bytes(content)
    assert main(["check", str(path), "3x3"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"icosian: {path}")
    assert err.count("\n") == 1
    assert reason in err


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("prove", "missing argument 'GRAPH'"),
        ("prove 0x5", "board sides must be integers of at least 1"),
        ("prove nowhere.hcp", "icosian: nowhere.hcp: no such file"),
        ("prove nowhere.xyz", "neither a size such as 8 or 3x10 nor a readable file"),
        ("prove {folder}/graph.xyz", "a graph file ends in .col, .edge, .g6, .graphml, .hcp"),
        ("prove towns.csv", "'towns.csv' is the name of a map of roads: read_route_map and"),
        ("tour knights.tour", "'knights.tour' is the name of a tour: read_tour and icosian check"),
        ("solve towns.csv", "'towns.csv' is the name of a map of roads"),
        ("color towns.csv", "'towns.csv' is the name of a map of roads"),
        ("prove {folder}/folder.hcp", "is a directory"),
        ("prove {folder}/bad.hcp", "bad.hcp, line 3: a node is a number from 1 to 3, got '9'"),
        ("prove {folder}/bad.json", "bad.json: this is not node-link data"),
        ("prove {folder}/empty.json", "null graph"),
        ("prove {petersen} --piece king", "--piece moves on a board"),
        ("prove {petersen} --closed --end 1", "a closed tour has no end"),
        ("prove 8 --closed --start z9", "'z9' is not on the 8 x 8 board"),
        ("prove {petersen} --start 11", "start '11' is not a node of the graph"),
        ("prove {petersen} --start a1", "start 'a1' is not a node of the graph"),
        ("prove {petersen} --start 1 --end 1", "start and end must differ"),
        ("prove 8 --start z9", "'z9' is not on the 8 x 8 board"),
        ("prove 8 --timeout nan", "timeout must be seconds of at least 0, got nan"),
        ("prove 8 --save /no/such/folder/proof.json", "folder of a proof must exist"),
        ("prove 8 --save {folder}", "is a folder"),
        ("prove 8 --picture proof.bmp", "proof.bmp"),
        ("check", "missing argument 'PROOF|TOUR'"),
        ("check proof.json", "missing argument 'GRAPH'"),
        ("check nowhere.json 8", "icosian: nowhere.json: no such file"),
        ("check {folder} 8", "is a directory"),
        ("check {folder}/bad.json nowhere.g6", "icosian: nowhere.g6: no such file"),
        ("check {folder}/bad.json {petersen} --piece king", "--piece moves on a board"),
    ],
)
def test_bad_use_of_prove_and_check_is_one_line_and_exit_code_2(line, message, capsys, tmp_path):
    tmp_path.joinpath("folder.hcp").mkdir()
    for name, text in {
        "graph.xyz": "p edge 3 3\n",
        "bad.hcp": "DIMENSION : 3\nEDGE_DATA_SECTION\n1 9\n-1\n",
        "bad.json": "{}",
        "empty.json": '{"nodes": [], "edges": []}',
    }.items():
        tmp_path.joinpath(name).write_text(text, encoding="utf-8")
    assert main(line.format(folder=tmp_path, petersen=PETERSEN).split()) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("icosian: ")
    assert err.count("\n") == 1
    assert message.lower() in err.lower()


@pytest.mark.parametrize("command", ["prove", "check"])
def test_ctrl_c_is_one_line_and_exit_code_130(command, capsys, tmp_path, monkeypatch):
    path = tmp_path / "proof.json"
    proved("prove 5x5 --closed", path)
    capsys.readouterr()
    handler = signal.signal(signal.SIGINT, signal.default_int_handler)
    monkeypatch.setattr(icosian.Proof, "check", lambda *_: signal.raise_signal(signal.SIGINT))
    try:  # the prover checks its proof, too
        assert (
            main(["prove", "5x5", "--closed"] if command == "prove" else ["check", str(path), "5"])
            == 130
        )
    finally:
        signal.signal(signal.SIGINT, handler)
    out, err = capsys.readouterr()
    assert out == ""
    assert err.strip() == "icosian: interrupted"


def test_ctrl_c_stops_a_long_check_at_once():
    order = tuple(icosian.knight_graph(8))
    text = FrontierExhausted(closed=True, order=order).to_json()
    command = [sys.executable, "-m", "icosian", "check", "-", "8"]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        # More than a pipe holds: when it is written, the command has begun to read.
        process.stdin.write(b" " * 1_000_000 + text.encode())
        process.stdin.close()
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=20) == 130
        assert process.stdout.read() == b""
        assert process.stderr.read().strip() == b"icosian: interrupted"


EIGHT_TOWNS = """u,v,weight
A,B,10
A,D,20
A,H,30
B,C,10
C,E,20
D,F,20
E,H,20
F,G,10
G,H,10
"""


@pytest.fixture
def towns(tmp_path):
    """Return the file of a map of eight towns, whose places 1 and 2 nobody reaches."""
    path = tmp_path / "towns.csv"
    path.write_text(EIGHT_TOWNS + "1,2,5\n", encoding="utf-8")
    return path


@pytest.fixture
def square(tmp_path):
    """Return the file of a square, round which there are two shortest paths."""
    path = tmp_path / "square.csv"
    path.write_text("1,2,1\n1,3,1\n2,4,1\n3,4,1\n", encoding="utf-8")
    return path


def test_route_prints_the_cost_and_the_path(towns, capsys):
    assert main(["route", str(towns), "A", "E"]) == 0
    assert capsys.readouterr() == ("cost 40\nA -> B -> C -> E\n", "")


def test_route_knows_the_way_to_bucharest(capsys):
    assert main(["route", str(DATA / "romania.csv"), "Arad", "Bucharest"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "cost 418",
        "Arad -> Sibiu -> Rimnicu Vilcea -> Pitesti -> Bucharest",
    ]


def test_route_prints_all_ties(square, capsys):
    assert main(["route", str(square), "1", "4", "--all"]) == 0
    cost, *paths = capsys.readouterr().out.splitlines()
    assert cost == "cost 2"
    assert sorted(paths) == ["1 -> 2 -> 4", "1 -> 3 -> 4"]


def test_route_prints_no_more_than_a_thousand_paths(capsys):
    line = ["route", "12x12", "0,0", "11,11", "--piece", "rook", "--all"]
    assert main(line) == 0
    out, err = capsys.readouterr()
    assert (out.count("\n"), err) == (3, "")
    line = ["route", "14x14", "13,0", "0,13", "--piece", "0,1", "--all"]  # 26 over 13 ways
    assert main(line) == 0
    out, err = capsys.readouterr()
    assert len(set(out.splitlines())) == 1001
    assert err == "there are more: the first 1000 are printed\n"
    assert main([*line, "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert (len(answer["paths"]), answer["complete"]) == (1000, False)


def test_route_prints_the_table_of_textbooks(towns, capsys):
    assert main(["route", str(towns), "A", "E", "--table"]) == 0
    out = capsys.readouterr().out
    G = icosian.read_route_map(towns)
    table = icosian.dijkstra(G, "A").table()
    assert out == f"{table}\n\ncost 40\nA -> B -> C -> E\n"


def test_json_of_route_is_one_object(square, tmp_path, capsys):
    picture = tmp_path / "map.svg"
    assert main(["route", str(square), "1", "4", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer.pop("path") in (["1", "2", "4"], ["1", "3", "4"])
    assert answer == {"result": "found", "cost": 2, "saved": None}
    line = ["route", str(square), "1", "4", "--json", "--all", "--table", "--save", str(picture)]
    assert main(line) == 0
    out, err = capsys.readouterr()
    answer = json.loads(out)
    assert sorted(answer["paths"]) == [["1", "2", "4"], ["1", "3", "4"]]
    assert answer["complete"] is True
    assert answer["table"].startswith("step")
    assert answer["saved"] == str(picture)
    assert picture.exists()
    assert err == ""


@pytest.mark.parametrize("suffix", [".svg", ".png", ".pdf"])
def test_route_saves_a_picture(suffix, towns, tmp_path, capsys):
    path = tmp_path / f"map{suffix}"
    positions = tmp_path / "positions.csv"
    rows = "".join(f"{name},{k},{k * k}\n" for k, name in enumerate("ABCDEFGH12"))
    positions.write_text(f"node,x,y\n{rows}", encoding="utf-8")
    line = ["route", str(towns), "A", "E", "--positions", str(positions), "--save", str(path)]
    assert main(line) == 0
    out, err = capsys.readouterr()
    assert out == "cost 40\nA -> B -> C -> E\n"
    assert err == f"saved {path}\n"
    start = {".svg": b"<svg", ".png": b"\x89PNG", ".pdf": b"%PDF"}[suffix]
    assert path.read_bytes().startswith(start)
    if suffix == ".svg":
        G = icosian.read_route_map(towns, positions=positions)
        assert path.read_text(encoding="utf-8") == drawing.route_svg(
            G, icosian.dijkstra(G, "A"), target="E"
        )


def test_no_route_is_told_with_exit_code_1(towns, tmp_path, capsys):
    picture = tmp_path / "map.svg"
    assert main(["route", str(towns), "A", "1", "--save", str(picture)]) == 1
    assert capsys.readouterr() == ("no path leads from A to 1\n", "")
    assert not picture.exists()
    assert main(["route", str(towns), "1", "A", "--json"]) == 1
    assert json.loads(capsys.readouterr().out) == {
        "result": "no path",
        "reason": "no path leads from 1 to A",
    }
    assert main(["route", str(towns), "A", "1", "--table"]) == 1
    out = capsys.readouterr().out
    assert out.startswith("step")
    assert out.endswith("\n\nno path leads from A to 1\n")


def test_roads_of_a_directed_map_lead_one_way(towns, capsys):
    assert main(["route", str(towns), "E", "A"]) == 0
    assert main(["route", str(towns), "E", "A", "--directed"]) == 1
    assert capsys.readouterr().out.endswith("no path leads from E to A\n")


def test_squares_are_called_by_their_names_or_numbers(capsys):
    assert main(["route", "8x8", "a1", "h8"]) == 0
    cost, path = capsys.readouterr().out.splitlines()
    squares = path.split(" -> ")
    assert (cost, squares[0], squares[-1], len(squares)) == ("cost 6", "a1", "h8", 7)
    assert main(["route", "3x9", "2,0", "0,8", "--piece", "king", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert (answer["cost"], answer["path"][0], answer["path"][-1]) == (8, [2, 0], [0, 8])
    assert main(["route", "3", "a1", "b2"]) == 1
    assert capsys.readouterr().out == "no path leads from a1 to b2\n"
    assert main(["route", "2x3x4", "0,0,0", "1,0,2"]) == 0
    assert capsys.readouterr().out == "cost 1\n(0, 0, 0) -> (1, 0, 2)\n"


def test_places_are_strings_or_else_integers(tmp_path, capsys):
    G = nx.Graph()
    G.add_weighted_edges_from([(1, "1", 5), (1, 2, 7), ("1", 3, 9)])
    path = node_link(tmp_path / "map.json", G)
    for target, cost in [("2", 12), ("3", 9), ("1", 0)]:
        assert main(["route", path, "1", target, "--json"]) == 0
        answer = json.loads(capsys.readouterr().out)
        assert (answer["cost"], answer["path"][0]) == (cost, "1")


def test_another_attribute_may_be_the_weight(tmp_path, capsys):
    G = nx.Graph()
    G.add_edge("A", "B", weight=1, time=30)
    G.add_edge("B", "C", weight=1, time=30)
    G.add_edge("A", "C", weight=5, time=9)
    nx.write_graphml(G, tmp_path / "map.graphml")
    line = ["route", str(tmp_path / "map.graphml"), "A", "C"]
    assert main(line) == 0
    assert main([*line, "--weight", "time", "--save", str(tmp_path / "map.svg")]) == 0
    out = capsys.readouterr().out
    assert out == "cost 2\nA -> B -> C\ncost 9\nA -> C\n"
    assert ">30</text>" in (tmp_path / "map.svg").read_text(encoding="utf-8")


def test_the_route_is_told_even_if_its_picture_cannot_be_saved(
    towns, monkeypatch, tmp_path, capsys
):
    def full(*_args, **_options):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(files.Path, "write_bytes", full)
    assert main(["route", str(towns), "A", "E", "--save", str(tmp_path / "map.svg")]) == 2
    out, err = capsys.readouterr()
    assert out.startswith("cost 40\n")
    assert "No space left" in err


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("route", "missing argument 'MAP'"),
        ("route {towns}", "missing argument 'SOURCE'"),
        ("route {towns} A", "missing argument 'TARGET'"),
        ("route nowhere.csv A B", "icosian: nowhere.csv: no such file"),
        ("route nowhere A B", "neither a size such as 8 or 3x10 nor a readable file"),
        ("route {folder}/map.tsv A B", "a route map ends in .csv, .graphml, .json"),
        ("route {towns} Z E", "source 'Z' is not a node of the graph"),
        ("route {towns} A 99", "target '99' is not a node of the graph"),
        ("route 8 a1 z9", "'z9' is not on the 8 x 8 board"),
        ("route {towns} A E --piece king", "--piece moves on a board"),
        ("route 8 a1 h8 --weight time", "are for files of roads"),
        ("route 8 a1 h8 --positions {towns}", "are for files of roads"),
        ("route 8 a1 h8 --directed", "are for files of roads"),
        ("route {folder}/map.json A B --directed", "--directed is for .csv files"),
        ("route {towns} A E --weight time", "has the attribute 'time'"),
        ("route {towns} A E --positions {towns}", "line 1: 'weight' is no number"),
        ("route {towns} A E --positions nowhere.csv", "nowhere.csv: no such file"),
        ("route {towns} A E --save map.bmp", "map.bmp"),
        ("route {folder}/bad.csv A B", "bad.csv, line 2: 'far' is no number"),
        ("route {folder}/negative.csv A B", "line 2: weights are at least 0, got '-1'"),
        ("route 20 a1 t20 --table", "a table of 400 nodes cannot be read"),
    ],
)
def test_bad_use_of_route_is_one_line_and_exit_code_2(line, message, towns, capsys, tmp_path):
    for name, text in {
        "map.tsv": "A\tB\t1\n",
        "bad.csv": "u,v,weight\nA,B,far\n",
        "negative.csv": "u,v,weight\nA,B,-1\n",
    }.items():
        tmp_path.joinpath(name).write_text(text, encoding="utf-8")
    assert main(line.format(folder=tmp_path, towns=towns).split()) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("icosian: ")
    assert err.count("\n") == 1
    assert message.lower() in err.lower()
