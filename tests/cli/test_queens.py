"""icosian queens, as its user sees it."""

import json
import signal
from xml.etree import ElementTree as ET

import pytest

import icosian
from icosian import placements
from icosian._run.ledger import Journal
from icosian.cli import main


def squares(board):
    """Return the squares with a piece on a printed board."""
    rows = [line.strip("|").split("|") for line in board.splitlines() if line.startswith("|")]
    return [(r, c) for r, row in enumerate(rows) for c, mark in enumerate(row) if mark == "O"]


def is_placement(n, pieces):
    """Say whether n queens stand on a board of side n, and none attacks another."""
    lines = [{r for r, _ in pieces}, {c for _, c in pieces}]
    lines += [{r + c for r, c in pieces}, {r - c for r, c in pieces}]
    return all(len(line) == n == len(pieces) for line in lines)


def test_a_placement_of_queens_is_printed_and_saved(capsys, tmp_path):
    picture = tmp_path / "queens.svg"
    assert main(["queens", "8", "--save", str(picture)]) == 0
    out, err = capsys.readouterr()
    assert is_placement(8, squares(out))
    assert out.count("\n") == 17
    assert err == f"saved {picture}\n"
    assert ET.parse(picture).getroot().tag.endswith("svg")


def test_placements_are_listed_one_a_line_under_the_names_of_their_squares(capsys):
    assert main(["queens", "6", "--all"]) == 0
    out, err = capsys.readouterr()
    lines = [line.split() for line in out.splitlines()]
    board = icosian.Board((6, 6))
    assert [[board.square(name) for name in line] for line in lines] == [
        list(placement) for placement in icosian.all_queens(6)
    ]
    assert err == ""


@pytest.mark.parametrize("n", [5, 27])
def test_a_line_of_a_list_is_read_by_fixed(n, capsys):
    assert main(["queens", str(n), "--all", "--limit", "1"]) == 0
    line = capsys.readouterr().out.strip()
    assert main(["queens", str(n), "--fixed", line, "--all"]) == 0
    assert capsys.readouterr().out.strip() == line


@pytest.mark.parametrize(
    ("line", "number"),
    [
        ("8", 92),  # OEIS A000170
        ("10", 724),
        ("8 --distinct", 12),  # OEIS A002562
        ("9 --distinct", 46),
        ("7 --torus", 28),  # OEIS A007705
        ("8 --fixed a1", 4),
        ("8 --forbidden a1", 88),
        ("3", 0),
        ("6 --torus", 0),
    ],
)
def test_placements_are_counted_as_published(line, number, capsys):
    assert main(["queens", *line.split(), "--count"]) == 0
    n, *options = line.split()
    as_one = " (a placement and its images are one)" * ("--distinct" in options)
    ways = f"{number} ways to place {n} queens{as_one}\n"
    assert capsys.readouterr() == (ways, "")


def test_threads_and_a_journal_change_no_count(capsys, tmp_path):
    journal = tmp_path / "queens.jsonl"
    assert main(["queens", "10", "--count", "--jobs", "2", "--journal", str(journal)]) == 0
    assert capsys.readouterr() == ("724 ways to place 10 queens\n", "")
    assert main(["queens", "10", "--count", "--journal", str(journal)]) == 0
    assert capsys.readouterr().out == "724 ways to place 10 queens\n"
    header, *parts = journal.read_text(encoding="utf-8").splitlines()
    assert sum(json.loads(part)[1] for part in parts) == 724
    journal.write_text(f"{header}\n", encoding="utf-8")
    assert main(["queens", "10", "--count", "--journal", str(journal)]) == 0
    assert capsys.readouterr().out == "724 ways to place 10 queens\n"
    assert main(["queens", "11", "--count", "--journal", str(journal)]) == 2
    assert "is not a journal of this work" in capsys.readouterr().err


@pytest.mark.parametrize("jobs", [[], ["--jobs", "2"]])
def test_ctrl_c_tells_whether_the_count_can_go_on(jobs, capsys, tmp_path, monkeypatch):
    journal = tmp_path / "queens.jsonl"

    def stopped(*_args, **_options):
        signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(placements, "count_queens", stopped)
    for lines, words in ((0, ""), (1, ""), (2, f"; the same command continues from {journal}")):
        journal.write_text("a line\n" * lines)
        line = ["queens", "18", "--count", *jobs, "--journal", str(journal)]
        assert main(line) == 130
        assert capsys.readouterr() == ("", f"\nicosian: interrupted{words}\n")


def test_an_interrupted_count_goes_on_from_its_journal(tmp_path, capsys, monkeypatch):
    journal = tmp_path / "queens.jsonl"
    line = ["queens", "12", "--count", "--jobs", "1", "--journal", str(journal)]
    add = Journal.add

    def pressed(self, *entry):
        add(self, *entry)
        signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(Journal, "add", pressed)
    assert main(line) == 130
    assert f"the same command continues from {journal}" in capsys.readouterr().err
    monkeypatch.undo()
    held = journal.read_text(encoding="utf-8").splitlines()
    assert len(held) == 2
    assert main(line) == 0
    assert capsys.readouterr().out.startswith("14200 ways")  # OEIS A000170
    assert journal.read_text(encoding="utf-8").splitlines()[: len(held)] == held


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("3", "3 queens do not fit on a 3 x 3 board. At most 2 "),
        ("2 --all", "2 queens do not fit on a 2 x 2 board. At most 1 "),
        ("9 --torus", "9 queens do not fit on a 9 x 9 torus"),
        ("6 --fixed a1", "fits these fixed squares"),
        ("6 --fixed a1 --all", "fits these fixed squares"),
        ("4 --forbidden b4,c4 --unique", "fits these forbidden squares"),
    ],
)
def test_the_reason_why_no_queens_fit_is_told_with_exit_code_1(line, reason, capsys, tmp_path):
    picture = tmp_path / "queens.svg"
    save = [] if "--" in line else ["--save", str(picture)]
    assert main(["queens", *line.split(), *save]) == 1
    out, err = capsys.readouterr()
    assert reason in out
    assert (out.count("\n"), err) == (1, "")
    assert not picture.exists()
    assert main(["queens", *line.split(), "--json"]) == 1
    answer = json.loads(capsys.readouterr().out)
    assert (answer["result"], answer["reason"]) == ("impossible", out.strip())


def test_unique_says_whether_there_is_exactly_one(capsys):
    first, second, *_ = icosian.all_queens(8)
    board = icosian.Board((8, 8))
    only = ",".join(map(board.name, first))
    assert main(["queens", "8", "--unique", "--fixed", only]) == 0
    assert capsys.readouterr() == ("there is exactly one placement\n", "")
    shared = [board.name(square) for square in first if square in second]
    assert main(["queens", "8", "--unique", *(f"--fixed={name}" for name in shared)]) == 1
    assert capsys.readouterr() == ("there is more than one placement\n", "")
    assert main(["queens", "8", "--unique", "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["answer"] == {"unique": False}
    assert main(["queens", "8", "--unique", "--json", "--fixed", only]) == 0
    assert json.loads(capsys.readouterr().out)["answer"] == {"unique": True}


@pytest.mark.parametrize(
    "text", ["aabb\nccbb\nccdd\ndddd\n", "\na a b b\nc c b b\nc c d d\nd d d d"]
)
def test_regions_come_from_a_text_file(text, capsys, tmp_path):
    path = tmp_path / "puzzle.txt"
    path.write_text(text, encoding="utf-8")
    assert main(["queens", "4", "--regions", str(path)]) == 0
    assert squares(capsys.readouterr().out) == [(0, 1), (1, 3), (2, 0), (3, 2)]
    assert main(["queens", "4", "--regions", str(path), "--unique"]) == 0
    path.write_text("abcd\n" * 4, encoding="utf-8")
    assert main(["queens", "4", "--regions", str(path), "--count"]) == 0
    # The permutations of 4 without neighbours next to each other: OEIS A002464.
    assert capsys.readouterr().out.endswith("\n2 ways to place 4 queens\n")


def test_fixed_and_forbidden_may_be_repeated(capsys):
    line = "8 --fixed a8,e7 --fixed 2,7 --forbidden h1,h2 --forbidden a1"
    assert main(["queens", *line.split()]) == 0
    pieces = squares(capsys.readouterr().out)
    assert is_placement(8, pieces)
    assert {(0, 0), (1, 4), (2, 7)} <= set(pieces)
    assert main(["queens", "8", "--forbidden", "0,0 1,1", "--count"]) == 0
    some = capsys.readouterr().out
    assert main(["queens", "8", "--forbidden", "a8,b7", "--count"]) == 0
    assert capsys.readouterr().out == some


def test_json_of_queens_is_one_object(capsys, tmp_path):
    picture = tmp_path / "queens.svg"
    assert main(["queens", "6", "--json", "--save", str(picture)]) == 0
    out, err = capsys.readouterr()
    answer = json.loads(out)
    placed = list(enumerate(answer["answer"]["columns"]))
    assert is_placement(6, placed)
    assert list(map(icosian.Board((6, 6)).square, answer["answer"]["names"])) == placed
    assert list(map(tuple, answer["answer"]["nodes"])) == placed
    assert (answer["answer"]["number"], answer["graph"]["board"]) == (6, [6, 6])
    assert answer["saved"] == [str(picture)]
    assert err == ""
    assert main(["queens", "4", "--all", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["answer"] == {
        "number": 4,
        "placements": [[1, 3, 0, 2], [2, 0, 3, 1]],
        "complete": True,
    }
    assert main(["queens", "8", "--count", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["answer"] == {"number": 8, "count": 92}


def test_as_many_are_listed_as_counted(capsys):
    for line in (
        "7",
        "8 --distinct",
        "8 --fixed d8 --distinct",
        "5 --torus",
        "7 --forbidden a1,b7",
    ):
        assert main(["queens", *line.split(), "--all"]) == 0
        number = capsys.readouterr().out.count("\n")
        assert main(["queens", *line.split(), "--count"]) == 0
        assert capsys.readouterr().out.startswith(f"{number} ways to place ")


def test_a_list_ends_at_its_limit(capsys):
    assert main(["queens", "12", "--all", "--limit", "2"]) == 0
    out, err = capsys.readouterr()
    assert out.count("\n") == 2
    assert err == "there are more: the first 2 are printed\n"
    assert main(["queens", "4", "--all", "--limit", "2"]) == 0
    out, err = capsys.readouterr()
    assert (out.count("\n"), err) == (2, "")
    for limit, complete in [("91", False), ("92", True), ("93", True)]:
        assert main(["queens", "8", "--all", "--limit", limit, "--json"]) == 0
        answer = json.loads(capsys.readouterr().out)
        assert len(answer["answer"]["placements"]) == min(int(limit), 92)
        assert answer["answer"]["complete"] is complete


def test_boards_of_many_squares_are_not_printed(capsys):
    assert main(["queens", "101"]) == 0
    out, err = capsys.readouterr()
    assert out.startswith("<placement of 101: ")
    assert "too large to print" in out
    assert (out.count("\n"), err) == (1, "")
    assert main(["queens", "10000", "--json"]) == 0
    columns = json.loads(capsys.readouterr().out)["answer"]["columns"]
    assert is_placement(10_000, list(enumerate(columns)))


@pytest.mark.parametrize("command", [["queens", "5", "--all"], ["list", "3x10", "--closed"]])
def test_all_answers_are_saved_as_a_sheet(command, capsys, tmp_path):
    sheet = tmp_path / "sheet.svg"
    assert main([*command, "--limit", "7", "--save", str(sheet)]) == 0
    assert f"saved {sheet}\n" in capsys.readouterr().err
    assert sheet.read_text("utf-8").count('class="sheet"') == 7
    assert main([*command, "--save", str(sheet), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["saved"] == [str(sheet)]


def test_a_sheet_of_too_many_answers_is_refused(capsys, tmp_path):
    arguments = ["list", "6x6", "--closed", "--save", str(tmp_path / "sheet.svg")]
    assert main(arguments) == 2
    assert "a sheet has at most 400 pictures; see --limit" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())
