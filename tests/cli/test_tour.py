"""icosian tour, as its user sees it."""

import json
import pathlib
from itertools import pairwise

import networkx as nx
import pytest

import icosian
from icosian.files import graphs as files

DATA = pathlib.Path(__file__).parents[1] / "data"

PETERSEN, GRAPH_1 = str(DATA / "petersen.hcp"), str(DATA / "graph1.hcp.gz")


def grid(text):
    return [[int(x) for x in line.split()] for line in text.splitlines()]


@pytest.mark.parametrize("wide", [False, True])
def test_a_text_file_marks_where_a_path_starts_and_ends(tmp_path, wide, run, document):
    path = tmp_path / "maze.txt"
    rows = ["S" + "." * 29, "E" + "." * 29] if wide else ["S..", "X.E"]
    path.write_text("\n".join(rows), encoding="utf-8")
    tour = document(["tour", str(path), "--piece", "king"])["answer"]["tour"]
    assert (tour[0], tour[-1]) == ([0, 0], [1, 0] if wide else [1, 2])
    run(["tour", str(path), "--piece", "king", "--end", "0,5" if wide else "b1"])


def test_graph_files_have_tours_as_boards_have(tmp_path, run):
    picture = tmp_path / "tour.svg"
    for options in ("--open", "--start 2"):
        line = ["tour", PETERSEN, *options.split(), "--json", "--save", str(picture)]
        answer = json.loads(run(line).out)
        assert icosian.is_hamiltonian_path(files.read_graph(PETERSEN), answer["answer"]["tour"])
        assert (answer["graph"]["board"], answer["answer"]["names"]) == (None, None)
        assert answer["saved"] == [str(picture)]
    assert picture.read_text(encoding="utf-8").startswith("<svg")
    assert run(["tour", PETERSEN], 1).out.startswith("There is no Hamiltonian cycle")
    assert run(["tour", GRAPH_1, "--start", "7", "--closed"]).out.startswith("7 - ")


def test_every_command_keeps_the_edges_that_a_file_fixes(tmp_path, run):
    G = nx.complete_graph(4)
    G.graph["fixed_edges"] = [(0, 1)]
    path = str(tmp_path / "fixed.hcp")
    icosian.write_hcp(G, path)
    for words in ("tour", "list", "random --n 5 --seed 1"):
        command, *options = words.split()
        for line in run([command, path, *options]).out.splitlines():
            assert {"1", "2"} in list(map(set, pairwise(line.split(" - "))))
    assert run(["count", path]).out.startswith("2 closed tours")
