"""icosian place and icosian color, as their user sees them."""

import itertools
import json
import pathlib
import subprocess
import sys

import networkx as nx
import pytest
from together import together

import icosian
from icosian.files import graphs as files

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


def test_so_many_pieces_are_placed_as_asked(tmp_path, run):
    picture = tmp_path / "kings.svg"
    out, err = run(["place", "king", "5x6", "--pieces", "7", "--save", str(picture)])
    pieces = squares(out)
    assert len(pieces) == 7
    assert is_independent(icosian.king_graph(5, 6), pieces)
    assert out.endswith("\n7 kings\n")
    assert err == f"saved {picture}\n"
    assert picture.exists()
    assert run("place king 5x6 --pieces 1").out.endswith("\n1 king\n")


def test_too_many_pieces_exit_with_1_and_the_reason(tmp_path, run, document):
    picture = tmp_path / "kings.svg"
    out, err = run(["place", "king", "4x4", "--pieces", "5", "--save", str(picture)], 1)
    assert (out.count("\n"), err) == (1, "")
    assert not picture.exists()
    answer = document("place king 4x4 --pieces 5", 1)
    assert (answer["result"], answer["reason"]) == ("impossible", out.strip())


def test_squares_that_nothing_attacks_have_no_total_domination(run):
    out, err = run("place knight 3 --dominate --total", 1)
    assert (out.count("\n"), err) == (1, "")


@together(
    ("line", "told"),
    [
        ("king 4x4 --count", "79 ways to place 4 kings"),  # OEIS A018807
        ("queen 6 --count", "4 ways to place 6 queens"),  # OEIS A000170
        ("queen 5 --torus --count", "10 ways to place 5 queens"),  # OEIS A007705
        ("king 3 --pieces 1 --count", "9 ways to place 1 king"),
        ("king 3 --pieces 5 --count", "0 ways to place 5 kings"),
        ("king 1 --count", "1 way to place 1 king"),
        (f"{PETERSEN} --count", "5 ways to place 4 nodes"),
        ("queen 6 --count --timeout 60", "4 ways to place 6 queens"),
    ],
)
def test_the_ways_to_place_pieces_are_counted(line, told, run, document):
    assert run(f"place {line} --quiet") == (f"{told}\n", "")
    count, *_, number, _ = told.split()
    answer = document(f"place {line}")
    assert answer["result"] == "counted"
    assert answer["answer"] == {"number": int(number), "count": int(count)}


def test_boards_with_holes_come_from_text_files(tmp_path, run):
    path = tmp_path / "ring.txt"
    path.write_text("...\n.#.\n...\n", encoding="utf-8")
    out = run(["place", "king", str(path)]).out
    assert "|#|" in out
    assert "\n4 kings\n" in out
    assert "\n3 colors\n" in run(["color", "king", str(path)]).out  # and 4 with the centre


@together(
    ("line", "number", "G"),
    [
        ("queen 5", 5, icosian.queen_graph(5)),  # OEIS A088202
        ("queen 6", 7, icosian.queen_graph(6)),
        ("king 5x6", 4, icosian.king_graph(5, 6)),
        ("knight 5 ", 2, icosian.knight_graph(5)),
        ("rook 4", 4, icosian.rook_graph(4)),
        ("0,1 3x3 --torus", 3, icosian.leaper_graph(0, 1, 3, periodic=True)),
        (PETERSEN, 3, files.read_graph(PETERSEN)),
    ],
)
def test_color_prints_the_coloring_the_number_and_the_reason(line, number, G, run, document):
    coloring = icosian.minimum_coloring(G)
    assert run(f"color {line} --quiet") == (
        f"{coloring}\n{number} colors\n{coloring.proof.explain()}\n",
        "",
    )
    answer = document(f"color {line}")
    assert (
        answer["answer"]["number"]
        == len(answer["answer"]["classes"])
        == answer["answer"]["bound"]
        == number
    )
    classes = [
        [tuple(v) if isinstance(v, list) else v for v in nodes]
        for nodes in answer["answer"]["classes"]
    ]
    assert sorted(v for nodes in classes for v in nodes) == sorted(G)
    assert all(is_independent(G, nodes) for nodes in classes)


def test_a_time_out_prints_the_best_so_far_and_what_is_proved(tmp_path, run):
    G = icosian.knight_graph(9)
    picture = tmp_path / "best.svg"
    line = ["place", "knight", "9", "--dominate", "--timeout", "0"]
    out, err = run([*line, "--save", str(picture)], 3)
    pieces = squares(out)
    assert nx.is_dominating_set(G, pieces)
    number, reason = out.splitlines()[-2:]
    assert number == f"{len(pieces)} knights, the best so far"
    assert reason.startswith("At least ")
    assert err.startswith(f"saved {picture}\nicosian: ")
    assert err.count("\n") == 2
    assert picture.exists()
    out, err = run([*line, "--json"], 3)
    answer = json.loads(out)
    assert answer["result"] == "undecided"
    assert err == f"icosian: {answer['reason']}\n"
    assert nx.is_dominating_set(G, map(tuple, answer["answer"]["nodes"]))
    assert answer["answer"]["bound"] <= 14 <= answer["answer"]["number"]  # OEIS A006075


@pytest.mark.slow
def test_help_loads_nothing_heavy():
    script = (
        "import sys; from icosian.cli import main; main(['queens', '--help']);"
        "heavy = {'numba', 'scipy', 'rich', 'icosian.placements'};"
        "print(sorted(heavy & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, check=True)
    assert done.stdout.splitlines()[-1] == b"[]"
