"""Answers about placements: what is printed, saved and returned, in text and as JSON."""

import json

import networkx as nx
import pytest

import icosian
from icosian.cli.shared.output import AS_ASKED, OPPOSITE, UNDECIDED
from icosian.cli.shared.placement_output import impossible, report_best, save_picture
from icosian.exceptions import NoPlacement, SearchLimitReached

BOARD = icosian.king_graph(3)
KINGS = icosian.maximum_independent_set(BOARD)
RING = nx.cycle_graph(5)
COLORS = icosian.minimum_coloring(RING)


def found(value):
    return lambda progress: value


def raised(error):
    def search(progress):
        raise error

    return search


def stopped(**given):
    return raised(SearchLimitReached("0 s are over", **given))


def test_the_best_is_printed_with_its_number_and_its_bound(capsys):
    assert report_best(BOARD, "king", found(KINGS), None, as_json=False) == AS_ASKED
    out, err = capsys.readouterr()
    assert out == f"{KINGS}\n4 kings\n{KINGS.bound.explain()}\n"
    assert err == ""


def test_a_placement_is_json_with_names_of_squares_and_its_bound(capsys):
    assert report_best(BOARD, "king", found(KINGS), None, as_json=True) == AS_ASKED
    answer = json.loads(capsys.readouterr().out)
    assert (answer["result"], answer["reason"]) == ("found", KINGS.bound.explain())
    assert answer["answer"] == {
        "number": 4,
        "nodes": [list(square) for square in KINGS.nodes],
        "names": [BOARD.board.name(square) for square in KINGS.nodes],
        "bound": 4,
        "optimal": True,
    }


def test_a_coloring_is_json_with_its_classes(capsys):
    assert report_best(RING, "color", found(COLORS), None, as_json=True) == AS_ASKED
    answer = json.loads(capsys.readouterr().out)
    assert answer["answer"]["number"] == 3
    assert sorted(v for part in answer["answer"]["classes"] for v in part) == list(RING)
    assert "nodes" not in answer


def test_out_of_time_the_best_so_far_and_the_bound_are_printed(capsys):
    search = stopped(best=KINGS, bound=KINGS.bound)
    assert report_best(BOARD, "king", search, None, as_json=False) == UNDECIDED
    out, err = capsys.readouterr()
    assert "4 kings, the best so far\n" in out
    assert KINGS.bound.explain() in out
    assert "0 s are over" in err
    assert report_best(BOARD, "king", search, None, as_json=True) == UNDECIDED
    answer = json.loads(capsys.readouterr().out)
    assert (answer["result"], answer["reason"]) == ("undecided", "0 s are over")
    assert answer["answer"]["number"] == answer["answer"]["bound"] == 4


def test_out_of_time_with_nothing_found_nothing_is_printed_or_saved(capsys, tmp_path):
    path = tmp_path / "a.svg"
    assert report_best(BOARD, "king", stopped(), path, as_json=False) == UNDECIDED
    assert capsys.readouterr().out == ""
    assert report_best(BOARD, "king", stopped(), path, as_json=True) == UNDECIDED
    answer = json.loads(capsys.readouterr().out)
    assert (answer["result"], answer["reason"]) == ("undecided", "0 s are over")
    assert (answer["answer"], answer["saved"]) == (None, [])
    assert not path.exists()


@pytest.mark.parametrize("as_json", [False, True])
def test_no_placement_is_the_opposite_with_its_reason(as_json, capsys, tmp_path):
    path = tmp_path / "a.svg"
    search = raised(NoPlacement("there is none"))
    assert report_best(BOARD, "king", search, path, as_json=as_json) == OPPOSITE
    out = capsys.readouterr().out
    assert impossible(NoPlacement("there is none"), as_json=as_json) == OPPOSITE
    assert capsys.readouterr().out == out
    if as_json:
        answer = json.loads(out)
        assert (answer["result"], answer["reason"]) == ("impossible", "there is none")
    else:
        assert out == "there is none\n"
    assert not path.exists()


def test_the_picture_of_what_was_found_is_saved_and_told(capsys, tmp_path):
    path = tmp_path / "a.svg"
    report_best(BOARD, "king", found(KINGS), path, as_json=False)
    assert capsys.readouterr().err == f"saved {path}\n"
    assert path.read_text("utf-8").count('class="piece king"') == 4
    report_best(BOARD, "king", found(KINGS), path, as_json=True)
    assert json.loads(capsys.readouterr().out)["saved"] == [str(path)]


def test_placements_and_colorings_are_drawn_each_in_its_way(tmp_path):
    placed, colored = tmp_path / "placed.svg", tmp_path / "colored.svg"
    save_picture(KINGS, placed)
    save_picture(COLORS, colored)
    assert placed.read_text("utf-8") == icosian.to_svg(KINGS)
    assert colored.read_text("utf-8") == icosian.to_svg(COLORS)
