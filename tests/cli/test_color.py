"""icosian color, as its user sees it."""

import itertools
import json
import pathlib

import pytest

import icosian
from icosian.cli import main
from icosian.files import graphs as files

DATA = pathlib.Path(__file__).parents[1] / "data"

PETERSEN = str(DATA / "petersen.hcp")


def is_independent(G, nodes):
    return not any(G.has_edge(u, v) for u, v in itertools.combinations(nodes, 2))


@pytest.mark.parametrize(
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
def test_color_prints_the_coloring_the_number_and_the_reason(line, number, G, capsys):
    coloring = icosian.minimum_coloring(G)
    assert main(["color", *line.split()]) == 0
    assert capsys.readouterr() == (
        f"{coloring}\n{number} colors\n{coloring.bound.explain()}\n",
        "",
    )
    assert main(["color", *line.split(), "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
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
