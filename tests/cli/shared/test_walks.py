"""icosian route --visit, as its user sees it."""

import json

import pytest

from icosian import Proof, read_route_map
from icosian.cli import main

SPOKES = "u,v,weight\nX,A,2\nX,B,3\nX,C,4\nA,B,9\nZ,Y,1\n"


@pytest.fixture
def spokes(tmp_path):
    """Return the file of a map whose roads meet at X, and of two places far off."""
    path = tmp_path / "spokes.csv"
    path.write_text(SPOKES, encoding="utf-8")
    return str(path)


def test_the_legs_are_printed_in_order(spokes, capsys):
    assert main(["route", spokes, "--visit", "B", "--visit", "C", "--from", "A"]) == 0
    first, *legs = capsys.readouterr().out.splitlines()
    assert first == "closed walk through 3 stops. Length 18, proved to be the shortest."
    assert len(legs) == 3
    assert legs[0].startswith("A -> X -> ")
    assert legs[-1].endswith(" -> X -> A")


@pytest.mark.parametrize(
    ("options", "length", "stops"),
    [
        (["--visit", "B", "--from", "A"], 10, ["A", "B"]),
        (["--visit", "B", "--from", "A", "--open"], 5, ["A", "B"]),
        (["--visit", "B", "--visit", "C", "--from", "A", "--to", "X"], 16, ["A", "C", "B", "X"]),
        (["--visit", "B", "--visit", "C", "--to", "C"], 7, ["B", "C"]),
        (["--visit", "B"], 0, ["B"]),
    ],
)
def test_json_holds_all_of_it(spokes, capsys, options, length, stops):
    assert main(["route", spokes, *options, "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["answer"]["length"] == answer["answer"]["bound"] == length
    assert sorted(answer["answer"]["stops"]) == sorted(stops)
    assert answer["answer"]["stops"][0] == stops[0] or "--from" not in options
    assert answer["answer"]["walk"][-1] == (
        answer["answer"]["walk"][0] if answer["answer"]["closed"] else answer["answer"]["stops"][-1]
    )
    assert (answer["result"], answer["answer"]["optimal"], answer["answer"]["gap"]) == (
        "found",
        True,
        0,
    )


def test_the_proof_is_written_and_can_be_checked(spokes, tmp_path, capsys):
    proof = tmp_path / "proof.json"
    assert main(["route", spokes, "--visit", "B", "--visit", "C", "--proof", str(proof)]) == 0
    assert "saved" in capsys.readouterr().err
    Proof.from_json(proof.read_text()).check(read_route_map(spokes))
    assert main(["check", str(proof), spokes]) == 0
    assert capsys.readouterr().out.startswith("holds: There is no closed walk through the 2 stops")
    assert (
        main(["route", spokes, "--visit", "C", "--visit", "B", "--json", "--proof", str(proof)])
        == 0
    )
    assert json.loads(capsys.readouterr().out)["saved"] == [str(proof)]


def test_boards_are_maps_and_their_squares_have_names(capsys):
    assert main(["route", "8x8", "--visit", "h8", "--from", "a1", "--piece", "king"]) == 0
    out = capsys.readouterr().out.splitlines()
    assert out[0] == "closed walk through 2 stops. Length 14, proved to be the shortest."
    assert out[1].startswith("a1 -> ")
    assert out[1].endswith(" -> h8")


def test_stops_that_cannot_be_reached_are_named_with_a_proof(spokes, capsys):
    assert main(["route", spokes, "--visit", "A", "--visit", "Z"]) == 1
    assert "none to the stop" in capsys.readouterr().out
    assert main(["route", spokes, "--visit", "A", "--visit", "Z", "--json"]) == 1
    answer = json.loads(capsys.readouterr().out)
    assert (answer["result"], answer["proof"]["kind"]) == ("impossible", "Unreachable")


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (["A", "--visit", "B"], "--visit stands without SOURCE"),
        (["--visit", "B", "--table"], "--visit stands without SOURCE"),
        (["--visit", "Q"], "'Q' is not a node"),
        (["--visit", "A", "--to", "A", "--from", "A", "--visit", "B"], "must differ"),
        (["A", "B", "--from", "A"], "--from is for walks"),
        (["A", "B", "--open"], "--open is for walks"),
        (["A", "B", "--gap", "0.1"], "--gap is for walks"),
        (["A"], "missing argument 'TARGET'; a walk has --visit"),
        ([], "missing argument 'SOURCE'; a walk has --visit"),
    ],
)
def test_bad_use_is_explained(spokes, capsys, line, words):
    assert main(["route", spokes, *line]) == 2
    assert words in capsys.readouterr().err
