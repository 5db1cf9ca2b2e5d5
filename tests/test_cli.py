"""The command line, as its user sees it."""

import json
import subprocess
import sys
from xml.etree import ElementTree as ET

import pytest

import icosian
from icosian.cli import main


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


def test_boards_of_three_dimensions_have_tours(capsys):
    assert main(["tour", "2x3x4", "--closed", "--json"]) == 0
    assert len(json.loads(capsys.readouterr().out)["tour"]) == 24


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("tour", "Missing argument 'BOARD'"),
        ("tour 0x5", "board sides must be integers of at least 1, got 0 x 5"),
        ("tour -3", "No such option"),
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
        (b"\xff\xfe\x00", "not a text file"),
    ],
)
def test_a_bad_board_file_is_refused_in_one_line(content, message, capsys, tmp_path):
    path = tmp_path / "board.txt"
    path.write_bytes(content)
    assert main(["tour", str(path)]) == 2
    err = capsys.readouterr().err
    assert message in err
    assert err.count("\n") == 1


def test_a_time_out_exits_with_3(capsys):
    assert main(["tour", "9x9", "--piece", "2,3", "--timeout", "0"]) == 3
    assert "undecided" in capsys.readouterr().err


def test_a_failed_save_leaves_the_old_file(monkeypatch, tmp_path, capsys):
    from icosian.drawing import saving

    path = tmp_path / "tour.svg"
    path.write_text("old", encoding="utf-8")

    def full(*_args, **_options):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(saving.Path, "write_bytes", full)
    assert main(["tour", "6", "--save", str(path)]) == 2
    assert path.read_text(encoding="utf-8") == "old"
    assert "No space left" in capsys.readouterr().err


@pytest.mark.parametrize("line", [["--help"], ["tour", "--help"], []])
def test_help_shows_examples(line, capsys):
    assert main(line) == 0
    assert "icosian tour 8x8 --closed" in capsys.readouterr().out


def test_the_module_runs_as_the_command():
    command = [sys.executable, "-m", "icosian", "tour", "5x5", "--closed"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "13 dark squares" in done.stdout
    assert done.stderr == ""


def test_version_is_the_package_version(capsys):
    assert main(["--version"]) == 0
    assert icosian.__version__ in capsys.readouterr().out
