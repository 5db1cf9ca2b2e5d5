"""``icosian puzzle``."""

import io
import json

import pytest

import icosian
from icosian.cli import main

HIDATO = "1 . 8\n. 3 .\n. . 6\n"


@pytest.fixture
def hidato(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "hidato.txt").write_text(HIDATO, "utf-8")
    return "hidato.txt"


def out(capsys):
    return capsys.readouterr().out


def test_a_puzzle_is_solved_and_drawn(hidato, capsys, tmp_path):
    assert main(["puzzle", hidato, "--save", "solution.svg"]) == 0
    assert out(capsys) == "1 9 8\n2 3 7\n4 5 6\n"
    assert "number clue" in (tmp_path / "solution.svg").read_text("utf-8")
    assert main(["puzzle", hidato, "--json"]) == 0
    answer = json.loads(out(capsys))["answer"]
    assert answer["tour"][0] == [0, 0]
    assert answer["clues"][0] == [[0, 0], 1]


def test_standard_input_is_read(hidato, capsys, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(HIDATO.encode())))
    assert main(["puzzle", "-"]) == 0
    assert out(capsys).startswith("1 9 8")


def test_solutions_are_counted_and_compared(hidato, capsys, tmp_path):
    (tmp_path / "free.txt").write_text("1 . 3\n. . .\n", "utf-8")
    assert main(["puzzle", hidato, "--unique"]) == 0
    assert main(["puzzle", hidato, "--count"]) == 0
    assert main(["puzzle", "free.txt", "--unique"]) == 1
    assert main(["puzzle", "free.txt", "--count"]) == 0
    number = icosian.read_puzzle("1 . 3\n. . .\n").count()
    assert out(capsys).splitlines() == [
        "exactly one solution",
        "1 solution",
        "more than one solution",
        f"{number} solutions",
    ]


def test_a_hint_has_a_reason_and_a_picture(hidato, capsys, tmp_path):
    assert main(["puzzle", hidato, "--hint", "--save", "hint.svg"]) == 0
    assert out(capsys).startswith("7 on c2: the only place for 7")
    assert "with 5 clues" in (tmp_path / "hint.svg").read_text("utf-8")


def test_contradicting_clues_are_printed(hidato, capsys, tmp_path):
    (tmp_path / "wrong.txt").write_text("1 . 3\n. . .\n9 . 4\n", "utf-8")
    assert main(["puzzle", "wrong.txt"]) == 1
    text = out(capsys)
    assert text.startswith("no solution. There is no Hamiltonian path with c3 as number 3")
    assert text.endswith(". . 3\n. . .\n. . 4\n")
    for option in ("--unique", "--hint"):
        assert main(["puzzle", "wrong.txt", option, "--json"]) == 1
        answer = json.loads(out(capsys))
        assert answer["answer"]["clues"] == [[[0, 2], 3], [[2, 2], 4]]
        proof = icosian.Proof.from_json(json.dumps(answer["proof"]))
        proof.check(icosian.king_graph(3))
    assert main(["puzzle", "wrong.txt", "--count"]) == 0


def test_a_puzzle_is_made_and_read_again(hidato, capsys, tmp_path):
    assert main(["puzzle", "--make", "4x5", "--clues", "8", "--seed", "3"]) == 0
    text = out(capsys)
    puzzle = icosian.read_puzzle(text)
    assert len(puzzle.clues) == 8
    assert puzzle == icosian.make_puzzle(4, 5, clues=8, seed=3)
    for line in (["--make", "3"], ["--make", "2x4"]):
        assert main(["puzzle", *line, "--hexagonal", "--save", "sheet.svg"]) == 0
        made = icosian.read_puzzle(out(capsys), hexagonal=True)
        assert len(made) == (19 if line[1] == "3" else 8)
        assert made.is_unique()


def test_a_number_of_clues_that_is_not_reached_prints_the_best(hidato, capsys):
    assert main(["puzzle", "--make", "3", "--clues", "2", "--seed", "1"]) == 3
    printed = capsys.readouterr()
    assert icosian.read_puzzle(printed.out).is_unique()
    assert "2 clues were not reached" in printed.err


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("", "give a FILE, or a board with --make"),
        ("hidato.txt --make 3", "not both"),
        ("hidato.txt --unique --count", "--unique and --count exclude each other"),
        ("hidato.txt --clues 3", "for new puzzles"),
        ("hidato.txt --unique --save a.svg", "a picture shows"),
        ("hidato.txt --piece dragon", "'dragon' is neither"),
        ("none.txt", "none.txt: No such file"),
        ("--make 3x3x3", "rows and columns"),
        ("--make 3 --hexagonal --piece king", "six neighbors"),
        ("--make none.txt", "neither a size"),
    ],
)
def test_bad_use_is_refused(line, reason, hidato, capsys):
    assert main(["puzzle", *line.split()]) == 2
    assert reason in capsys.readouterr().err
