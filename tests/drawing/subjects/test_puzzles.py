"""Pictures of puzzles: clues in bold, squares to fill in."""

import networkx as nx
import pytest

import icosian
from icosian import InvalidArgument
from icosian.drawing.subjects import picture

PUZZLE = icosian.read_puzzle("1 . 8\n. # .\n. 4 5\n")


def test_a_sheet_has_the_clues_in_bold_and_a_frame_for_each_square():
    layout = picture(PUZZLE)
    assert {(label.at, label.text) for label in layout.bold} == {
        ((0, 0), "1"),
        ((2, 0), "8"),
        ((1, 2), "4"),
        ((2, 2), "5"),
    }
    (frames,) = (strokes.lines for strokes in layout.strokes if strokes.kind == "grid")
    assert len(frames) == len(PUZZLE) == 8
    assert all(line[0] == line[-1] for line in frames)
    assert not layout.numbers
    assert layout.title == "puzzle of 8 squares with 4 clues"
    assert layout.description == "1 on a3, 4 on b1, 5 on c1, 8 on c3"


def test_a_solution_has_all_numbers_once_the_clues_in_bold():
    layout = picture(PUZZLE.solve())
    bold, plain = ({label.text for label in some} for some in (layout.bold, layout.numbers))
    assert bold == {"1", "4", "5", "8"}
    assert plain == {"2", "3", "6", "7"}
    assert (layout.starts, layout.end) == ([(0, 0)], (2, 0))
    clues = next(spots for spots in layout.spots if spots.kind == "clue")
    assert set(clues.at) == {(1, 2), (2, 2)}


def test_hexagons_have_hexagonal_frames():
    puzzle = icosian.Puzzle(icosian.hex_graph(2), {(1, 1): 7})
    (frames,) = (strokes.lines for strokes in picture(puzzle).strokes)
    assert [len(line) for line in frames] == [7] * 7


def test_a_puzzle_on_a_graph_shows_its_nodes_and_edges():
    layout = picture(icosian.Puzzle(nx.petersen_graph(), {0: 1, 7: 10}))
    assert len(layout.dots) == 8
    assert len(layout.bold) == 2
    assert layout.edges
    assert "2 clues" in layout.title


def test_pictures_are_shown_drawn_and_written(tmp_path):
    from matplotlib.figure import Figure

    for value in (PUZZLE, PUZZLE.solve()):
        svg = value._repr_svg_()
        assert svg.count('class="number clue"') == 1
        assert "font-weight:bold" in svg
        artists = value.draw(ax=Figure().add_subplot())
        weights = [text.get_weight() for text in artists if hasattr(text, "get_weight")]
        assert weights.count("bold") == 4
        icosian.save(value, tmp_path / "puzzle.png")
    assert "font-weight" not in icosian.knights_tour(6).to_svg()
    with pytest.raises(InvalidArgument, match="Puzzle"):
        icosian.draw(3)


def test_without_numbers_a_solution_is_drawn_as_a_tour():
    layout = picture(PUZZLE.solve(), numbers=False)
    assert not layout.bold
    assert layout.trail
