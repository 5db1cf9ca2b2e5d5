"""icosian place and icosian color, as their user sees them."""

import itertools
import json
import pathlib

import networkx as nx
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
