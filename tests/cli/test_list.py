"""The command list, as its user sees it."""

import json
import pathlib

import icosian
from icosian import knight_graph

PETERSEN = str(pathlib.Path(__file__).parents[1] / "data" / "petersen.hcp")


def test_tours_of_a_board_are_printed_as_grids(run):
    out, err = run("list 3x10 --closed")
    grids = out.rstrip("\n").split("\n\n")
    assert grids == [str(tour) for tour in knight_graph(3, 10).hamiltonian_cycles()]
    assert len(grids) == 16
    assert err == ""


def test_a_limit_and_ends_and_classes(run, document):
    out, err = run("list 5x5 --start a1 --limit 3")
    assert out.count("\n\n") == 2
    assert err == "there may be more than 3; see --limit\n"
    answer = document("list 5x5 --distinct")
    assert len(answer["answer"]["tours"]) == 112
    assert answer["answer"]["complete"]
    assert not answer["answer"]["closed"]


def test_tours_of_a_graph_file_are_printed_one_a_line(run):
    lines = run(["list", PETERSEN, "--start", "1", "--end", "3"]).out.splitlines()
    G = icosian.read_graph(PETERSEN)
    assert [[int(v) for v in line.split(" - ")] for line in lines] == [
        list(tour) for tour in icosian.hamiltonian_paths(G, 1, 3)
    ]
    assert lines


def test_closed_tours_are_told_from_where_they_are_asked_to_start(document):
    tours = document("list 5x6 --closed --start c3")["answer"]["tours"]
    assert len(tours) == 8
    assert {tuple(tour[0]) for tour in tours} == {(2, 2)}


def test_where_there_is_none_the_reason_is_printed(run, document):
    assert run(["list", PETERSEN], 1).out.startswith("There is no Hamiltonian cycle: ")
    assert document("list 4x4 --closed", 1)["result"] == "impossible"


def test_a_time_out_keeps_what_was_listed(ticking, run):
    out, err = run("list 8x8 --closed --json --timeout 0.2", 3)
    answer = json.loads(out)
    assert (answer["result"], answer["answer"]["complete"]) == ("undecided", False)
    assert f": {len(answer['answer']['tours'])} so far" in err
