"""icosian tour, as its user sees it."""

import json
import pathlib
from itertools import pairwise
from xml.etree import ElementTree as ET

import networkx as nx
import pytest
from together import together

import icosian
from icosian.files import graphs as files

DATA = pathlib.Path(__file__).parents[1] / "data"

PETERSEN, GRAPH_1 = str(DATA / "petersen.hcp"), str(DATA / "graph1.hcp.gz")


def grid(text):
    return [[int(x) for x in line.split()] for line in text.splitlines()]


def test_a_closed_tour_is_printed_and_saved(tmp_path, run):
    picture = tmp_path / "tour.svg"
    out, err = run(["tour", "8x8", "--closed", "--start", "b1", "--save", str(picture)])
    rows = grid(out)
    place = {rows[r][c]: (r, c) for r in range(8) for c in range(8)}
    assert place[1] == (7, 1)
    tour = [place[k] for k in range(1, 65)]
    assert icosian.is_hamiltonian_cycle(icosian.knight_graph(8), tour)
    assert ET.parse(picture).getroot().tag.endswith("svg")
    assert "tour.svg" in err


def test_an_impossible_tour_prints_the_reason_and_exits_with_1(run):
    assert "13 dark squares, 12 light squares" in run("tour 5x5 --closed", 1).out


def test_boards_with_holes_come_from_text_files(tmp_path, run):
    path = tmp_path / "ring.txt"
    path.write_text("...\n.#.\n...\n", encoding="utf-8")
    assert run(["tour", str(path), "--closed"]).out.splitlines()[1].split()[1] == "#"


@pytest.mark.parametrize("wide", [False, True])
def test_a_text_file_marks_where_a_path_starts_and_ends(tmp_path, wide, run, document):
    path = tmp_path / "maze.txt"
    rows = ["S" + "." * 29, "E" + "." * 29] if wide else ["S..", "X.E"]
    path.write_text("\n".join(rows), encoding="utf-8")
    tour = document(["tour", str(path), "--piece", "king"])["answer"]["tour"]
    assert (tour[0], tour[-1]) == ([0, 0], [1, 0] if wide else [1, 2])
    run(["tour", str(path), "--piece", "king", "--end", "0,5" if wide else "b1"])


@together(
    ("line", "graph"),
    [
        ("4x5 --piece king --closed", icosian.king_graph(4, 5)),
        ("4x5 --piece king --closed --jobs 2", icosian.king_graph(4, 5)),
        ("3 --piece queen", icosian.queen_graph(3)),
        ("5 --piece rook --seed 3", icosian.rook_graph(5)),
        ("10 --piece 2,3 --closed --timeout 60", icosian.leaper_graph(2, 3, 10)),
    ],
)
def test_other_pieces_move_as_they_should(line, graph, document):
    answer = document(f"tour {line}")
    check = (
        icosian.is_hamiltonian_cycle if answer["answer"]["closed"] else icosian.is_hamiltonian_path
    )
    assert check(graph, map(tuple, answer["answer"]["tour"]))


def test_graph_files_have_tours_as_boards_have(tmp_path, run):
    picture = tmp_path / "tour.svg"
    for options in ("--open", "--start 2"):
        line = ["tour", PETERSEN, *options.split(), "--json", "--save", str(picture)]
        answer = json.loads(run(line).out)
        assert icosian.is_hamiltonian_path(files.read_graph(PETERSEN), answer["answer"]["tour"])
        assert (answer["graph"]["board"], answer["answer"]["names"]) == (None, None)
        assert answer["saved"] == [str(picture)]
    assert picture.read_text(encoding="utf-8").startswith("<svg")
    assert run(["tour", PETERSEN], 1).out.startswith("There is no Hamiltonian cycle")
    assert run(["tour", GRAPH_1, "--start", "7", "--closed"]).out.startswith("7 - ")


def test_every_command_keeps_the_edges_that_a_file_fixes(tmp_path, run):
    G = nx.complete_graph(4)
    G.graph["fixed_edges"] = [(0, 1)]
    path = str(tmp_path / "fixed.hcp")
    icosian.write_hcp(G, path)
    for words in ("tour", "list", "random --n 5 --seed 1"):
        command, *options = words.split()
        for line in run([command, path, *options]).out.splitlines():
            assert {"1", "2"} in list(map(set, pairwise(line.split(" - "))))
    assert run(["count", path]).out.startswith("2 closed tours")


def test_boards_of_three_dimensions_have_tours(document):
    assert len(document("tour 2x3x4 --closed")["answer"]["tour"]) == 24


@together(
    ("content", "message"),
    [
        (b"", "at least one row"),
        (b"...\n..x\n", "line 2"),
        (b"...\n..\n", "line 2"),
        (b"\xff\xfe\x00", "not text in UTF-8"),
    ],
)
def test_a_bad_board_file_is_refused_in_one_line(content, message, tmp_path, run):
    path = tmp_path / "board.txt"
    path.write_bytes(content)
    err = run(["tour", str(path)], 2).err
    assert message in err
    assert "board.txt" in err
    assert err.count("\n") == 1


@together(
    ("line", "reason"),
    [
        ("3x3 --closed", "There is no Hamiltonian cycle: no move leads to b2.\n"),
        ("3x3", "There is no Hamiltonian path: no move leads to b2.\n"),
        ("1 --closed", "fewer than two moves lead to a1, and a cycle needs two.\n"),
        ("4x4", "without the 4 squares b3, c3, b2, c2 the graph falls into 6 parts"),
    ],
)
def test_the_simplest_reason_is_printed(line, reason, run):
    assert reason in run(f"tour {line}", 1).out
