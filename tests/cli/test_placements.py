"""icosian place, color and queens, as their user sees them."""

import itertools
import json
import pathlib
import signal

import networkx as nx
import pytest
from together import together

import icosian
from icosian import placements
from icosian._run import limits
from icosian._run.pool import Journal
from icosian.cli import progress
from icosian.files import graphs as files

# icosian place and icosian color, as their user sees them.


DATA = pathlib.Path(__file__).parents[1] / "data"

PETERSEN = str(DATA / "petersen.hcp")


def squares(board):
    """Return the squares with a piece on a printed board."""
    rows = [line.strip("|").split("|") for line in board.splitlines() if line.startswith("|")]
    return [(r, c) for r, row in enumerate(rows) for c, mark in enumerate(row) if mark == "O"]


def is_independent(G, nodes):
    return not any(G.has_edge(u, v) for u, v in itertools.combinations(nodes, 2))


@together(
    ("line", "best"),
    [
        ("king 6x6", icosian.king_graph(6)),
        ("knight 5", icosian.knight_graph(5)),
        ("bishop 3x4", icosian.bishop_graph(3, 4)),
        ("2,3 4x5", icosian.leaper_graph(2, 3, 4, 5)),
        ("queen 5 --torus", icosian.queen_graph(5, periodic=True)),
        (PETERSEN, files.read_graph(PETERSEN)),
    ],
)
def test_place_prints_the_board_the_number_and_the_reason(line, best, run):
    placement = icosian.maximum_independent_set(best)
    kind = line.split()[0] if line[0] in "kbq" else "node" if line == PETERSEN else "piece"
    for option in ([], ["--independent"]):
        assert run(["place", *line.split(), "--quiet", *option]) == (
            f"{placement}\n{len(placement)} {kind}s\n{placement.proof.explain()}\n",
            "",
        )
    assert is_independent(best, placement)
    placement.proof.check(best)


@together(
    ("line", "number"),
    [
        # Closed forms, A. M. and I. M. Yaglom, Challenging Mathematical Problems I, 1964.
        ("king 8", 16),
        ("bishop 6", 10),
        ("rook 5", 5),
        ("knight 8", 32),
        ("king 8 --dominate", 9),
        ("bishop 6 --dominate", 6),
        ("rook 5 --dominate", 5),
        ("queen 8 --dominate", 5),  # OEIS A075458
        ("queen 7 --dominate --independent", 4),  # OEIS A075324
        ("knight 5 --dominate", 5),  # OEIS A006075
        ("rook 4 --dominate --total", 4),
        (f"{PETERSEN}", 4),
        (f"{PETERSEN} --dominate", 3),
        (f"{PETERSEN} --dominate --independent", 3),
        (f"{PETERSEN} --dominate --total", 4),
        (f"{PETERSEN} --dominate --connected", 4),
    ],
)
def test_the_best_placement_has_as_many_pieces_as_published(line, number, document):
    answer = document(f"place {line}")
    assert answer["result"] == "found"
    assert (
        answer["answer"]["number"]
        == len(answer["answer"]["nodes"])
        == answer["answer"]["bound"]
        == number
    )
    on, options = line.split()[:2], line.split()
    if on[0] == PETERSEN:
        G, nodes = files.read_graph(PETERSEN), set(answer["answer"]["nodes"])
    else:
        G = icosian.board_graph(icosian.Board((int(on[1]),) * 2), on[0])
        nodes = set(map(tuple, answer["answer"]["nodes"]))
        assert [G.board.square(name) for name in answer["answer"]["names"]] == list(
            map(tuple, answer["answer"]["nodes"])
        )
    if "--dominate" not in options or "--independent" in options:
        assert is_independent(G, nodes)
    if "--dominate" in options:
        reached = {v for u in nodes for v in G[u]}
        assert reached | (set() if "--total" in options else nodes) == set(G)


def test_place_weighs_the_nodes_of_a_graph_and_dominates_along_arcs(tmp_path, run, document):
    for kind, name in (nx.Graph, "a.graphml"), (nx.DiGraph, "b.graphml"):
        G = nx.path_graph(["a", "b", "c", "d"], create_using=kind)
        nx.set_node_attributes(G, {"a": 1.5, "b": 3.25, "c": 0.5, "d": 2.0}, "cost")
        nx.write_graphml(G, tmp_path / name)
    answer = document(f"place {tmp_path / 'a.graphml'} --weight cost")["answer"]
    known = {name: answer[name] for name in ("number", "nodes", "weight", "bound", "optimal")}
    assert known == {
        "number": 2, "nodes": ["b", "d"], "weight": 5.25, "bound": 5.25, "optimal": True,
    }  # fmt: skip
    out, _ = run(["place", str(tmp_path / "b.graphml"), "--dominate", "--weight", "cost"])
    assert out.splitlines()[:2] == ["a, c", "2 nodes, weight 2.0"]


def test_the_proof_that_no_queens_fit_is_written_and_a_changed_one_is_refused(
    tmp_path, monkeypatch, run
):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "regions.txt").write_text("aabb\naabb\nccdd\nccdd\n", "utf-8")
    for line, board, options in (
        ("3", "3x3", "--piece queen"),
        ("6 --fixed a1", "6x6", "--piece queen"),
        ("8 --fixed a1 --forbid c5,e6,b4,c7,b3,e7,b5,b6,d6,d5 --unique", "8x8", "--piece queen"),
        ("5 --torus --forbid a1,a2,a3,a4,a5 --all", "5x5", "--piece queen --torus"),
        ("4 --regions regions.txt --fixed a1", "regions.txt", ""),
    ):
        run(f"queens {line} --proof none.json", 1)
        assert run(f"check none.json {board} {options}").out.startswith("holds: No independent")
        proof = json.loads(pathlib.Path("none.json").read_text("utf-8"))
        lines = ("cliques",) if len(proof) == 2 else ("fixed", "forbid")
        for name in filter(proof.get, lines):
            changed = proof | {name: []}
            pathlib.Path("false.json").write_text(json.dumps(changed), "utf-8")
            out = run(f"check false.json {board} {options}", 1).out
            assert out.startswith("does not hold: ")
    for line, board in (
        ("8 --fixed a8,e7", "8x8 --piece queen"),
        ("5 --torus --fixed a1,b3", "5x5 --piece queen --torus"),
        ("1", "1x1 --piece queen"),
        ("4 --regions one.txt", "one.txt"),
    ):
        (tmp_path / "one.txt").write_text("aabb\nccbb\nccdd\ndddd\n", "utf-8")
        run(f"queens {line} --unique --proof one.json")
        assert "apart from 1 known set" in run(f"check one.json {board}").out
        proof = json.loads(pathlib.Path("one.json").read_text("utf-8"))
        pathlib.Path("false.json").write_text(json.dumps(proof | {"besides": []}), "utf-8")
        run(f"check false.json {board}", 1)
    run("check none.json regions.txt --lrat none")
    assert pathlib.Path("none.lrat").exists()
    assert (
        "goes with a placement, --all or --unique" in run("queens 4 --count --proof a.json", 2).err
    )


def test_a_time_out_prints_the_best_so_far_and_what_is_proved(tmp_path, run):
    G = icosian.knight_graph(9)
    picture = tmp_path / "best.svg"
    line = ["place", "knight", "9", "--dominate", "--timeout", "0"]
    out, err = run([*line, "--save", str(picture)], 3)
    pieces = squares(out)
    assert nx.is_dominating_set(G, pieces)
    number, reason = out.splitlines()[-2:]
    assert number == f"{len(pieces)} knights, the best so far"
    assert reason.startswith("No dominating set has fewer than ")
    assert err.startswith(f"saved {picture}\nicosian: ")
    assert err.count("\n") == 2
    assert picture.exists()
    out, err = run([*line, "--json"], 3)
    answer = json.loads(out)
    assert answer["result"] == "undecided"
    assert err == f"icosian: {answer['reason']}\n"
    assert nx.is_dominating_set(G, map(tuple, answer["answer"]["nodes"]))
    assert answer["answer"]["bound"] <= 14 <= answer["answer"]["number"]  # OEIS A006075


# icosian queens, as its user sees it.


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

    monkeypatch.setattr(progress, "ONE_PRESS", -1.0)
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
        patch.setattr(limits, "REPORT_SECONDS", 0.0)
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
    for line in ("7", "8 --distinct", "8 --fixed d8 --distinct", "5 --torus", "7 --forbid a1,b7"):
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


def test_a_sheet_takes_as_many_answers_as_it_has_room_for(tmp_path, run, monkeypatch):
    monkeypatch.setattr("icosian.drawing.SHEET", 3)
    sheet = tmp_path / "sheet.svg"
    for asked in f"list 6x6 --closed --save {sheet}", f"queens 8 --all --save {sheet}":
        out, err = run(f"{asked} --limit 4", 2)
        assert (out, "a sheet has at most 3 pictures; see --limit" in err) == ("", True)
        assert not sheet.exists()
        assert "more than 3" in run(asked).err or "the first 3 are printed" in run(asked).err
        sheet.unlink()
