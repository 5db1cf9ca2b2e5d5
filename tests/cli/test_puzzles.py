"""icosian puzzle and play, as their user sees them."""

import io
import json
import re
from pathlib import Path

import pytest

import icosian

# ``icosian puzzle``.


HIDATO = "1 . 8\n. 3 .\n. . 6\n"


def test_standard_input_is_read(run, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(HIDATO.encode())))
    assert run("puzzle -").out.startswith("1 9 8")


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


ZIP = "1 . .\n-\n. 3|.\n. . 2\n"


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
    assert "holds: The slitherlink of hexagons has no" in run("check one.json honeycomb.txt").out
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


def test_the_proof_that_a_queens_puzzle_has_no_or_no_second_solution_is_written_and_checked(
    folder, run
):
    (folder / "one.txt").write_text("aabb\nacbb\nccdb\ncddd\n", "utf-8")
    (folder / "none.txt").write_text("a* a b b\na c b b\nc c d b\nc d d d\n", "utf-8")
    (folder / "two.txt").write_text("aabb\naabb\nccdd\nccdd\n", "utf-8")
    run("puzzle one.txt --kind queens --unique --proof one.json")
    run("puzzle none.txt --kind queens --proof none.json", 1)
    run("puzzle two.txt --kind queens --unique --proof two.json", 1)
    assert not (folder / "two.json").exists()
    out = " ".join(run("check one.json one.txt").out.split())
    assert out.startswith("holds: No independent set has more than 3 nodes, apart from 1 known set")
    assert run("check none.json none.txt").out.startswith("holds: No independent set with (0, 0)")
    for proof in "one.json", "none.json":
        assert run(f"check {proof} two.txt", 1).out.startswith("does not hold: ")


# The command ``icosian play``, and tours saved as pictures that move.


@pytest.fixture(autouse=True)
def elsewhere(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def data_of(path):
    text = Path(path).read_text("utf-8")
    return json.loads(re.search(r'<script id="data".*?>(.*?)</script>', text)[1])


def test_an_open_tour_is_there_for_every_start_or_the_reason_why_not(run):
    run("play 5x5")
    data = data_of("play.html")
    assert len(data["tours"]) == 13
    assert len(data["reasons"]) == 12
    G = icosian.knight_graph(5)
    for order in data["tours"]:
        nodes = [G.board.square(data["names"][k]) for k in order]
        assert icosian.is_hamiltonian_path(G, nodes)
    starts = {data["names"][order[0]] for order in data["tours"]}
    assert starts.isdisjoint(data["names"][int(k)] for k in data["reasons"])


def test_where_there_is_no_tour_the_page_shows_why(run):
    for arguments in (["5x5", "--closed"], ["5x5", "--start", "b1"], ["3x3"]):
        reason = run(["play", *arguments], 1).out.strip()
        assert reason.startswith("There is no Hamiltonian")
        assert data_of("play.html")["why"] == reason
        assert data_of("play.html")["near"]
