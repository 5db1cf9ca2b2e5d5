"""icosian queens, as its user sees it."""

import json
import signal
from xml.etree import ElementTree as ET

import pytest
from together import together

import icosian
from icosian import placements
from icosian._run import clock
from icosian._run.pool import Journal


def squares(board):
    """Return the squares with a piece on a printed board."""
    rows = [line.strip("|").split("|") for line in board.splitlines() if line.startswith("|")]
    return [(r, c) for r, row in enumerate(rows) for c, mark in enumerate(row) if mark == "O"]


def is_placement(n, pieces):
    """Say whether n queens stand on a board of side n, and none attacks another."""
    lines = [{r for r, _ in pieces}, {c for _, c in pieces}]
    lines += [{r + c for r, c in pieces}, {r - c for r, c in pieces}]
    return all(len(line) == n == len(pieces) for line in lines)


def test_a_placement_of_queens_is_printed_and_saved(tmp_path, run):
    picture = tmp_path / "queens.svg"
    out, err = run(["queens", "8", "--save", str(picture)])
    assert is_placement(8, squares(out))
    assert out.count("\n") == 17
    assert err == f"saved {picture}\n"
    assert ET.parse(picture).getroot().tag.endswith("svg")


def test_placements_are_listed_one_a_line_under_the_names_of_their_squares(run):
    out, err = run("queens 6 --all")
    lines = [line.split() for line in out.splitlines()]
    board = icosian.Board((6, 6))
    assert [[board.square(name) for name in line] for line in lines] == [
        list(placement) for placement in icosian.all_queens(6)
    ]
    assert err == ""


@pytest.mark.parametrize("n", [5, 27])
def test_a_line_of_a_list_is_read_by_fixed(n, run):
    line = run(["queens", str(n), "--all", "--limit", "1"]).out.strip()
    assert run(["queens", str(n), "--fixed", line, "--all"]).out.strip() == line


@together(
    ("line", "number"),
    [
        ("8", 92),  # OEIS A000170
        ("10", 724),
        ("8 --distinct", 12),  # OEIS A002562
        ("9 --distinct", 46),
        ("7 --torus", 28),  # OEIS A007705
        ("8 --fixed a1", 4),
        ("8 --forbid a1", 88),
        ("3", 0),
        ("6 --torus", 0),
    ],
)
def test_placements_are_counted_as_published(line, number, run):
    n, *options = line.split()
    as_one = " (a placement and its images are one)" * ("--distinct" in options)
    assert run(f"queens {line} --count") == (f"{number} ways to place {n} queens{as_one}\n", "")


def test_threads_and_a_journal_change_no_count(tmp_path, run):
    journal = tmp_path / "queens.jsonl"
    assert run(["queens", "10", "--count", "--jobs", "2", "--checkpoint", str(journal)]) == (
        "724 ways to place 10 queens\n",
        "",
    )
    assert (
        run(["queens", "10", "--count", "--checkpoint", str(journal)]).out
        == "724 ways to place 10 queens\n"
    )
    header, *parts = journal.read_text(encoding="utf-8").splitlines()
    assert sum(json.loads(part)[1] for part in parts) == 724
    journal.write_text(f"{header}\n", encoding="utf-8")
    assert (
        run(["queens", "10", "--count", "--checkpoint", str(journal)]).out
        == "724 ways to place 10 queens\n"
    )
    assert (
        "is not a journal of this work"
        in run(["queens", "11", "--count", "--checkpoint", str(journal)], 2).err
    )


@pytest.mark.parametrize("jobs", [[], ["--jobs", "2"]])
def test_ctrl_c_tells_whether_the_count_can_go_on(jobs, tmp_path, monkeypatch, run):
    journal = tmp_path / "queens.jsonl"

    def stopped(*_args, **_options):
        for _ in range(2):
            signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(placements, "count_queens", stopped)
    for lines, words in ((0, ""), (1, ""), (2, f"; the same command continues from {journal}")):
        journal.write_text("a line\n" * lines)
        line = ["queens", "18", "--count", *jobs, "--checkpoint", str(journal)]
        assert run(line, 130).err.endswith(f"\nicosian: interrupted{words}\n")


def test_an_interrupted_count_goes_on_from_its_journal(tmp_path, monkeypatch, run):
    journal = tmp_path / "queens.jsonl"
    line = ["queens", "14", "--count", "--jobs", "1", "--checkpoint", str(journal)]
    add = Journal.add

    def pressed(self, *entry):
        add(self, *entry)
        signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(Journal, "add", pressed)
    with monkeypatch.context() as patch:
        patch.setattr(clock, "REPORT_SECONDS", 0.0)
        assert "; the same call goes on from the checkpoint" in run(line, 130).err
    monkeypatch.undo()
    held = journal.read_text(encoding="utf-8").splitlines()
    assert len(held) >= 2
    assert run(line).out.startswith("365596 ways")  # OEIS A000170
    assert journal.read_text(encoding="utf-8").splitlines()[: len(held)] == held


@together(
    ("line", "reason"),
    [
        ("3", "3 queens do not fit on a 3 x 3 board. At most 2 "),
        ("2 --all", "2 queens do not fit on a 2 x 2 board. At most 1 "),
        ("9 --torus", "9 queens do not fit on a 9 x 9 torus"),
        ("6 --fixed a1", "fits these fixed squares"),
        ("6 --fixed a1 --all", "fits these fixed squares"),
        ("4 --forbid b4,c4 --unique", "fits these forbidden squares"),
    ],
)
def test_the_reason_why_no_queens_fit_is_told_with_exit_code_1(
    line, reason, tmp_path, run, document
):
    picture = tmp_path / "queens.svg"
    save = [] if "--" in line else ["--save", str(picture)]
    out, err = run(["queens", *line.split(), *save], 1)
    assert reason in out
    assert (out.count("\n"), err) == (1, "")
    assert not picture.exists()
    answer = document(f"queens {line}", 1)
    assert (answer["result"], answer["reason"]) == ("impossible", out.strip())


def test_unique_says_whether_there_is_exactly_one(run, document):
    first, second, *_ = icosian.all_queens(8)
    board = icosian.Board((8, 8))
    only = ",".join(map(board.name, first))
    assert run(["queens", "8", "--unique", "--fixed", only]) == (
        "there is exactly one placement\n",
        "",
    )
    shared = [board.name(square) for square in first if square in second]
    assert run(["queens", "8", "--unique", *(f"--fixed={name}" for name in shared)], 1) == (
        "there is more than one placement\n",
        "",
    )
    assert document("queens 8 --unique", 1)["answer"] == {"unique": False}
    assert json.loads(run(["queens", "8", "--unique", "--json", "--fixed", only]).out)[
        "answer"
    ] == {"unique": True}


@pytest.mark.parametrize(
    "text", ["aabb\nccbb\nccdd\ndddd\n", "\na a b b\nc c b b\nc c d d\nd d d d"]
)
def test_regions_come_from_a_text_file(text, tmp_path, run):
    path = tmp_path / "puzzle.txt"
    path.write_text(text, encoding="utf-8")
    assert squares(run(["queens", "4", "--regions", str(path)]).out) == [
        (0, 1),
        (1, 3),
        (2, 0),
        (3, 2),
    ]
    run(["queens", "4", "--regions", str(path), "--unique"])
    path.write_text("abcd\n" * 4, encoding="utf-8")
    # The permutations of 4 without neighbours next to each other: OEIS A002464.
    out = run(["queens", "4", "--regions", str(path), "--count"]).out
    assert out == "2 ways to place 4 queens\n"


def test_fixed_and_forbidden_may_be_repeated(run):
    line = "8 --fixed a8,e7 --fixed 2,7 --forbid h1,h2 --forbid a1"
    pieces = squares(run(f"queens {line}").out)
    assert is_placement(8, pieces)
    assert {(0, 0), (1, 4), (2, 7)} <= set(pieces)
    some = run(["queens", "8", "--forbid", "0,0 1,1", "--count"]).out
    assert run("queens 8 --forbid a8,b7 --count").out == some


def test_json_of_queens_is_one_object(tmp_path, run, document):
    picture = tmp_path / "queens.svg"
    out, err = run(["queens", "6", "--json", "--save", str(picture)])
    answer = json.loads(out)
    placed = list(enumerate(answer["answer"]["columns"]))
    assert is_placement(6, placed)
    assert list(map(icosian.Board((6, 6)).square, answer["answer"]["names"])) == placed
    assert list(map(tuple, answer["answer"]["nodes"])) == placed
    assert (answer["answer"]["number"], answer["graph"]["board"]) == (6, [6, 6])
    assert answer["saved"] == [str(picture)]
    assert err == ""
    assert document("queens 4 --all")["answer"] == {
        "number": 4,
        "placements": [[1, 3, 0, 2], [2, 0, 3, 1]],
        "complete": True,
    }
    assert document("queens 8 --count")["answer"] == {"number": 8, "count": 92}


def test_as_many_are_listed_as_counted(run):
    for line in (
        "7",
        "8 --distinct",
        "8 --fixed d8 --distinct",
        "5 --torus",
        "7 --forbid a1,b7",
    ):
        number = run(["queens", *line.split(), "--all"]).out.count("\n")
        assert run(["queens", *line.split(), "--count"]).out.startswith(f"{number} ways to place ")


def test_a_list_ends_at_its_limit(run, document):
    out, err = run("queens 12 --all --limit 2")
    assert out.count("\n") == 2
    assert err == "there are more: the first 2 are printed\n"
    out, err = run("queens 4 --all --limit 2")
    assert (out.count("\n"), err) == (2, "")
    for limit, complete in [("91", False), ("92", True), ("93", True)]:
        answer = document(["queens", "8", "--all", "--limit", limit])
        assert len(answer["answer"]["placements"]) == min(int(limit), 92)
        assert answer["answer"]["complete"] is complete


def test_boards_of_many_squares_are_not_printed(run, document):
    out, err = run("queens 101")
    assert out.startswith("<placement of 101: ")
    assert "too large to print" in out
    assert (out.count("\n"), err) == (1, "")
    columns = document("queens 10000")["answer"]["columns"]
    assert is_placement(10_000, list(enumerate(columns)))


@pytest.mark.parametrize("command", [["queens", "5", "--all"], ["list", "3x10", "--closed"]])
def test_all_answers_are_saved_as_a_sheet(command, tmp_path, run, document):
    sheet = tmp_path / "sheet.svg"
    assert f"saved {sheet}\n" in run([*command, "--limit", "7", "--save", str(sheet)]).err
    assert sheet.read_text("utf-8").count('class="sheet"') == 7
    assert document([*command, "--save", str(sheet)])["saved"] == [str(sheet)]


def test_a_sheet_of_too_many_answers_is_refused(tmp_path, run):
    arguments = ["list", "6x6", "--closed", "--save", str(tmp_path / "sheet.svg")]
    assert "a sheet has at most 400 pictures; see --limit" in run(arguments, 2).err
    assert not list(tmp_path.iterdir())
