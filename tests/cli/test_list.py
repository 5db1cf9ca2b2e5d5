"""The command list, as its user sees it."""

import json
import pathlib

import pytest

import icosian
from icosian import knight_graph
from icosian.cli import main

PETERSEN = str(pathlib.Path(__file__).parents[1] / "data" / "petersen.hcp")


def test_tours_of_a_board_are_printed_as_grids(capsys):
    assert main(["list", "3x10", "--closed"]) == 0
    out, err = capsys.readouterr()
    grids = out.rstrip("\n").split("\n\n")
    assert grids == [str(tour) for tour in knight_graph(3, 10).hamiltonian_cycles()]
    assert len(grids) == 16
    assert err == ""


def test_a_limit_and_ends_and_classes(capsys):
    assert main(["list", "5x5", "--start", "a1", "--limit", "3"]) == 0
    out, err = capsys.readouterr()
    assert out.count("\n\n") == 2
    assert err == "there may be more than 3; see --limit\n"
    assert main(["list", "5x5", "--distinct", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert len(answer["answer"]["tours"]) == 112
    assert answer["answer"]["complete"]
    assert not answer["answer"]["closed"]


def test_tours_of_a_graph_file_are_printed_one_a_line(capsys):
    assert main(["list", PETERSEN, "--start", "1", "--end", "3"]) == 0
    lines = capsys.readouterr().out.splitlines()
    G = icosian.read_graph(PETERSEN)
    assert [[int(v) for v in line.split(" - ")] for line in lines] == [
        list(tour) for tour in icosian.hamiltonian_paths(G, 1, 3)
    ]
    assert lines


def test_closed_tours_are_told_from_where_they_are_asked_to_start(capsys):
    assert main(["list", "5x6", "--closed", "--start", "c3", "--json"]) == 0
    tours = json.loads(capsys.readouterr().out)["answer"]["tours"]
    assert len(tours) == 8
    assert {tuple(tour[0]) for tour in tours} == {(2, 2)}


def test_where_there_is_none_the_reason_is_printed(capsys):
    assert main(["list", PETERSEN]) == 1
    assert capsys.readouterr().out.startswith("There is no Hamiltonian cycle: ")
    assert main(["list", "4x4", "--closed", "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["result"] == "impossible"


def test_a_time_out_keeps_what_was_listed(ticking, capsys):
    assert main(["list", "8x8", "--closed", "--json", "--timeout", "0.2"]) == 3
    out, err = capsys.readouterr()
    answer = json.loads(out)
    assert (answer["result"], answer["answer"]["complete"]) == ("undecided", False)
    assert f": {len(answer['answer']['tours'])} so far" in err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["5x6", "--closed", "--end", "a1"], "a closed tour has no end"),
        ([PETERSEN, "--piece", "king"], "--piece is for boards"),
        ([PETERSEN, "--distinct"], "distinct needs a graph whose nodes are the squares"),
        (["5x5", "--limit", "0"], "--limit"),
    ],
)
def test_bad_use_is_one_line(capsys, arguments, message):
    assert main(["list", *arguments]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert message in err
    assert err.count("\n") == 1
