"""icosian queens, as its user sees it."""

import signal

import pytest

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


def test_a_sheet_of_too_many_answers_is_refused(tmp_path, run):
    arguments = ["list", "6x6", "--closed", "--save", str(tmp_path / "sheet.svg")]
    assert "a sheet has at most 400 pictures; see --limit" in run(arguments, 2).err
    assert not list(tmp_path.iterdir())
