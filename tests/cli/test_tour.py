"""icosian tour, as its user sees it."""

import json
import pathlib
from itertools import pairwise
from xml.etree import ElementTree as ET

import networkx as nx
import pytest

import icosian
from icosian.cli import main
from icosian.files import graphs as files

DATA = pathlib.Path(__file__).parents[1] / "data"

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


def test_boards_with_holes_come_from_text_files(capsys, tmp_path):
    path = tmp_path / "ring.txt"
    path.write_text("...\n.#.\n...\n", encoding="utf-8")
    assert main(["tour", str(path), "--closed"]) == 0
    assert capsys.readouterr().out.splitlines()[1].split()[1] == "#"


@pytest.mark.parametrize("wide", [False, True])
def test_a_text_file_marks_where_a_path_starts_and_ends(capsys, tmp_path, wide):
    path = tmp_path / "maze.txt"
    rows = ["S" + "." * 29, "E" + "." * 29] if wide else ["S..", "X.E"]
    path.write_text("\n".join(rows), encoding="utf-8")
    assert main(["tour", str(path), "--piece", "king", "--json"]) == 0
    tour = json.loads(capsys.readouterr().out)["answer"]["tour"]
    assert (tour[0], tour[-1]) == ([0, 0], [1, 0] if wide else [1, 2])
    assert main(["tour", str(path), "--piece", "king", "--end", "0,5" if wide else "b1"]) == 0


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
    check = (
        icosian.is_hamiltonian_cycle if answer["answer"]["closed"] else icosian.is_hamiltonian_path
    )
    assert check(graph, map(tuple, answer["answer"]["tour"]))


def test_graph_files_have_tours_as_boards_have(capsys, tmp_path):
    picture = tmp_path / "tour.svg"
    for options in ("--open", "--start 2"):
        line = ["tour", PETERSEN, *options.split(), "--json", "--save", str(picture)]
        assert main(line) == 0
        answer = json.loads(capsys.readouterr().out)
        assert icosian.is_hamiltonian_path(files.read_graph(PETERSEN), answer["answer"]["tour"])
        assert (answer["graph"]["board"], answer["answer"]["names"]) == (None, None)
        assert answer["saved"] == [str(picture)]
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
    assert len(json.loads(capsys.readouterr().out)["answer"]["tour"]) == 24


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
