"""Doors of TSPLIB: what a file means, in Python and on the command line."""

import pytest
from together import together

import icosian
from icosian.cli import main
from icosian.tours import tour_length

HEAD = "NAME : five\nTYPE : {}\nDIMENSION : 5\nEDGE_WEIGHT_TYPE : EUC_2D\nNODE_COORD_SECTION\n"
POINTS = "1 0 0\n2 30 0\n3 30 40\n4 0 40\n5 15 20\n"
EUC_3D = "TYPE : TSP\nDIMENSION : 3\nEDGE_WEIGHT_TYPE : EUC_3D\nNODE_COORD_SECTION\n"
MATRIX = "EDGE_WEIGHT_TYPE : EXPLICIT\nEDGE_WEIGHT_FORMAT : FULL_MATRIX\nEDGE_WEIGHT_SECTION\n"


@together(
    ("name", "text", "said"),
    [
        ("a.tsp", HEAD.format("TSP") + POINTS + "EOF\n", "closed tour of 5 nodes"),
        ("a.tsp", HEAD.format("HPP") + POINTS + "EOF\n", "The file states open tours."),
        (
            "a.tsp",
            HEAD.format("TSP") + POINTS + "FIXED_EDGES_SECTION\n1 3 -1\nEOF\n",
            "The file states 1 fixed edge of length 50.",
        ),
        (
            "a.gtsp",
            HEAD.format("GTSP") + POINTS + "GTSP_SET_SECTION\n1 1 -1\n2 2 3 -1\n3 4 5 -1\nEOF\n",
            "The file states 3 groups.",
        ),
        (
            "a.tsp",
            HEAD.format("TSP") + POINTS + "EDGE_DATA_SECTION\n1 2 2 3 3 4 4 5 5 1 -1\n",
            "Length 150",
        ),
        (
            "a.sop",
            "TYPE : SOP\nDIMENSION : 3\n" + MATRIX + "3\n0 5 1\n-1 0 2\n-1 3 0\nEOF\n",
            "The file states 2 conditions of order, open tours.",
        ),
        ("a.tsp", EUC_3D + "1 0 0 0\n2 1 2 2\n3 3 4 0\nEOF\n", "Length 11"),
        ("a.tsp", HEAD.format("TSP") + "1 0 0\n2 0 .1\n3 .1 0\n4 .1 .1\n5 0 .2\n", "less than 1"),
    ],
)
def test_what_a_file_states_is_used_and_said(name, text, said, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / name).write_text(text, encoding="utf-8")
    assert main(["tsp", name]) == 0
    assert said in capsys.readouterr().out


@together(
    ("text", "message"),
    [
        (HEAD.format("TSP") + "1 0 0\n", "DIMENSION is 5, but NODE_COORD_SECTION has 1 places"),
        (HEAD.format("TSP") + POINTS + "6 1 1\n", "but NODE_COORD_SECTION has 6 places"),
        (HEAD.format("CVRP"), "TYPE must be TSP, ATSP, SOP, GTSP, AGTSP, HPP, got 'CVRP'"),
        ("CAPACITY : 9\n", "CAPACITY is for problems that are not solved here"),
        (HEAD.format("TSP") + POINTS + "DEPOT_SECTION\n1\n-1\n", "got 'DEPOT_SECTION'"),
        (HEAD.format("TSP") + "1 0 0 7\n", "a place is a number and x, y, got '1 0 0 7'"),
        (EUC_3D + "1 0 0\n", "a place is a number and x, y, z, got '1 0 0'"),
    ],
)
def test_what_cannot_be_meant_is_one_line(text, message, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.tsp").write_text(text, encoding="utf-8")
    with pytest.raises(icosian.InvalidArgument, match=message):
        icosian.read_tsplib("a.tsp")
    assert main(["tsp", "a.tsp"]) == 2
    out, err = capsys.readouterr()
    assert message in err
    assert (out, err.count("\n")) == ("", 1)


@together(
    ("text", "tour", "code", "said"),
    [
        (HEAD.format("TSP") + POINTS, "1 2 3 4 5", 0, "Length 150"),
        (HEAD.format("HPP") + POINTS, "1 2 3 4 5", 0, "Length 125"),
        (HEAD.format("TSP") + POINTS, "1 2 3 4 4", 1, "node 4 is visited twice"),
        (
            HEAD.format("TSP") + POINTS + "FIXED_EDGES_SECTION\n1 3\n-1\n",
            "1 2 3 4 5",
            1,
            "the tour lacks the fixed step from 1 to 3",
        ),
    ],
)
def test_a_given_tour_is_checked_and_measured(
    text, tour, code, said, tmp_path, monkeypatch, capsys
):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.tsp").write_text(text, encoding="utf-8")
    (tmp_path / "a.tour").write_text(f"TOUR_SECTION\n{tour} -1 -1 EOF\n", encoding="utf-8")
    assert main(["check", "a.tour", "a.tsp"]) == code
    assert said in "".join(capsys.readouterr())
    if code == 0:
        places = icosian.read_tsplib("a.tsp")
        given = icosian.read_tour("a.tour", places)
        assert said == f"Length {tour_length(given, places, closed=places.closed)}"
