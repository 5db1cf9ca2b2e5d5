"""``icosian puzzle``."""

import io
import json

import pytest

import icosian
from icosian.puzzles.loops import KINDS

HIDATO = "1 . 8\n. 3 .\n. . 6\n"


def test_a_puzzle_is_solved_and_drawn(folder, run, document):
    assert run("puzzle hidato.txt --save solution.svg").out == "1 9 8\n2 3 7\n4 5 6\n"
    assert "number clue" in (folder / "solution.svg").read_text("utf-8")
    answer = document("puzzle hidato.txt")["answer"]
    assert answer["tour"][0] == [0, 0]
    assert answer["clues"][0] == [[0, 0], 1]


def test_standard_input_is_read(run, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(HIDATO.encode())))
    assert run("puzzle -").out.startswith("1 9 8")


def test_solutions_are_counted_and_compared(folder, run):
    (folder / "free.txt").write_text("1 . 3\n. . .\n", "utf-8")
    number = icosian.read_puzzle("1 . 3\n. . .\n").count()
    assert run("puzzle hidato.txt --unique").out == "exactly one solution\n"
    assert run("puzzle hidato.txt --count").out == "1 solution\n"
    assert run("puzzle free.txt --unique", 1).out == "more than one solution\n"
    assert run("puzzle free.txt --count").out == f"{number} solutions\n"


def test_a_hint_has_a_reason_and_a_picture(folder, run):
    out = run("puzzle hidato.txt --hint --save hint.svg").out
    assert out.startswith("7 on c2: the only place for 7")
    assert "with 5 clues" in (folder / "hint.svg").read_text("utf-8")


def test_contradicting_clues_are_printed(folder, run, document):
    (folder / "wrong.txt").write_text("1 . 3\n. . .\n9 . 4\n", "utf-8")
    text = run("puzzle wrong.txt", 1).out
    assert text.startswith("no solution. There is no Hamiltonian path with c3 as number 3")
    assert text.endswith(". . 3\n. . .\n. . 4\n")
    for option in ("--unique", "--hint"):
        answer = document(f"puzzle wrong.txt {option}", 1)
        assert answer["answer"]["clues"] == [[[0, 2], 3], [[2, 2], 4]]
        proof = icosian.Proof.from_json(json.dumps(answer["proof"]))
        proof.check(icosian.king_graph(3))
    run("puzzle wrong.txt --count")


def test_a_puzzle_is_made_and_read_again(folder, run):
    puzzle = icosian.read_puzzle(run("puzzle --make 4x5 --clues 8 --seed 3").out)
    assert len(puzzle.clues) == 8
    assert puzzle == icosian.make_puzzle(4, 5, clues=8, seed=3)
    for size, nodes in (("3", 19), ("2x4", 8)):
        text = run(f"puzzle --make {size} --hexagonal --save sheet.svg").out
        made = icosian.read_puzzle(text, hexagonal=True)
        assert len(made) == nodes
        assert made.is_unique()


def test_a_number_of_clues_that_is_not_reached_prints_the_best(run):
    printed = run("puzzle --make 3 --clues 2 --seed 1", 3)
    assert icosian.read_puzzle(printed.out).is_unique()
    assert "2 clues were not reached" in printed.err


@pytest.mark.slow
@pytest.mark.parametrize(
    ("asked", "code"),
    [
        *((f"4 --kind {kind}", 0) for kind in KINDS),
        ("3 --hexagonal", 0),
        ("3 --clues 2", 3),
    ],
)
def test_the_pdf_of_a_new_puzzle_has_its_solution_on_a_second_page(asked, code, folder, run):
    run(f"puzzle --make {asked} --seed 1 --save pages.pdf", code)
    assert (folder / "pages.pdf").read_bytes().count(b"/Type /Page ") == 2


ZIP = "1 . .\n-\n. 3|.\n. . 2\n"


def test_a_zip_is_solved_checked_and_made(folder, run):
    (folder / "zip.txt").write_text(ZIP, "utf-8")
    assert run("puzzle zip.txt --kind zip --save zip.svg").out == "1 2 3\n8 9 4\n7 6 5\n"
    assert "stroke wall" in (folder / "zip.svg").read_text("utf-8")
    assert run("puzzle zip.txt --kind zip --unique").out == "exactly one solution\n"
    assert run("puzzle zip.txt --kind zip --count").out == "1 solution\n"
    hint = run("puzzle zip.txt --kind zip --hint --save hint.svg").out
    assert hint.startswith("2 on b3: the path goes there from a3")
    made = run("puzzle --make 5x5 --kind zip --clues 5 --seed 1").out
    assert icosian.read_puzzle(made, kind="zip").is_unique()


def test_a_loop_puzzle_is_solved_checked_and_drawn(folder, run, document):
    (folder / "loop.txt").write_text("33\n..\n", "utf-8")
    (folder / "two.txt").write_text("3.\n.1\n", "utf-8")
    assert run("puzzle loop.txt --kind slitherlink --save loop.svg").out.startswith("┌───────┐\n")
    assert "solution: slitherlink of 4 cells" in (folder / "loop.svg").read_text("utf-8")
    lines = document("puzzle loop.txt --kind slitherlink")["answer"]["lines"]
    assert lines[0][0] == lines[0][-1]
    assert run("puzzle loop.txt --kind slitherlink --unique").out == "exactly one solution\n"
    assert run("puzzle two.txt --kind slitherlink --unique", 1).out == "more than one solution\n"
    assert run("puzzle two.txt --kind slitherlink --count").out == "2 solutions\n"
    hint = run("puzzle two.txt --kind slitherlink --hint --save hint.svg").out
    assert "is used: forced by 3 on (0, 0)." in hint
    assert "stroke way" in (folder / "hint.svg").read_text("utf-8")
    answer = document("puzzle two.txt --kind slitherlink --hint")["answer"]
    assert answer == {"edge": [[0, 0], [0, 1]], "used": True}


def test_contradicting_clues_of_a_loop_puzzle_are_printed(folder, run, document, monkeypatch):
    (folder / "wrong.txt").write_text("32.\n3.0\n...\n", "utf-8")
    words = "no solution: these clues contradict each other"
    for option in ("", "--unique", "--hint"):
        out = run(f"puzzle wrong.txt --kind slitherlink {option}", 1).out
        assert out == f"{words}\n. 2 .\n. . 0\n. . .\n"
    found = document("puzzle wrong.txt --kind slitherlink", 1)
    assert (found["result"], found["reason"]) == ("impossible", words)
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"w.\n..\n")))
    assert run("puzzle - --kind masyu", 1).out.startswith(words)


def test_a_loop_puzzle_is_made_and_read_again(folder, run, document):
    text = run("puzzle --make 5x6 --kind masyu --seed 3").out
    puzzle = icosian.make_puzzle(5, 6, kind="masyu", seed=3)
    assert icosian.read_puzzle(text, kind="masyu") == puzzle
    assert document("puzzle --make 5x6 --kind masyu --seed 3")["answer"] == {"puzzle": str(puzzle)}
    assert run("puzzle --make 5 --kind slitherlink --clues 1 --seed 3", 3).out
    assert run("puzzle --make 5 --kind masyu --timeout 0", 3).out == ""
    assert "not for --kind masyu" in run("puzzle --make 5 --kind masyu --piece king", 2).err
    text = run("puzzle --make 3 --hexagonal --kind slitherlink --seed 1").out
    (folder / "honeycomb.txt").write_text(text, "utf-8")
    run("puzzle honeycomb.txt --hexagonal --kind slitherlink --unique --proof one.json")
    assert run("check one.json honeycomb.txt").out.startswith("holds: The slitherlink has no")
    (folder / "board.txt").write_text("....\n.#..\n....\n....\n", "utf-8")
    assert "#" in run("puzzle --make board.txt --kind masyu").out


def test_the_proof_that_a_puzzle_has_no_second_solution_is_written(folder, run):
    (folder / "one.txt").write_text("1 . 3\n. . .\n7 . 9\n", "utf-8")
    run("puzzle one.txt --kind numbrix --unique --proof one.json")
    out = run("check one.json 3x3 --piece wazir").out
    assert "besides the known one" in " ".join(out.split())


def test_the_proof_that_a_loop_puzzle_has_no_or_no_second_solution_is_written_and_checked(
    folder, run
):
    (folder / "loop.txt").write_text("33\n..\n", "utf-8")
    (folder / "two.txt").write_text("3.\n.1\n", "utf-8")
    (folder / "none.txt").write_text("32.\n3.0\n...\n", "utf-8")
    run("puzzle loop.txt --kind slitherlink --unique --proof one.json")
    run("puzzle none.txt --kind slitherlink --proof none.json", 1)
    out = run("puzzle two.txt --kind slitherlink --unique --proof two.json", 1).out
    assert out == "more than one solution\n"
    assert not (folder / "two.json").exists()
    out = run("check one.json loop.txt").out
    assert out.startswith("holds: The slitherlink has no further solution than the known one")
    out = run("check none.json none.txt").out
    assert out.startswith("holds: The slitherlink has no solution")
    out = run("check none.json loop.txt", 1).out
    assert out == "does not hold: the proof is about another puzzle\n"
    err = run("check none.json none.txt --pseudo-boolean a", 2).err
    assert (
        "a proof about a loop puzzle has no other form than --lrat, and no options of tours" in err
    )
