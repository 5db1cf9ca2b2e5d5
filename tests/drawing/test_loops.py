"""Pictures of loop puzzles."""

import pytest
from drawing_scenes import scene_made

import icosian
from icosian.puzzles import LoopPuzzle


def test_a_slitherlink_has_dots_and_numbers_and_its_solution_a_line():
    puzzle = LoopPuzzle("slitherlink", ["33", ".."])
    sheet, solution = puzzle.to_svg(), puzzle.solve().to_svg()
    assert "<title>slitherlink of 4 cells with 2 clues</title>" in sheet
    assert "<title>solution: slitherlink of 4 cells with 2 clues</title>" in solution
    assert (sheet.count("<circle"), sheet.count(">3<")) == (9, 2)
    assert "move" not in sheet.partition("</style>")[2]
    assert "move" in solution.partition("</style>")[2]


def test_a_loop_along_the_border_is_inside_the_picture():
    scene = scene_made(LoopPuzzle("slitherlink", ["33", ".."]).solve())
    xs, ys = zip(*(at for line in scene.trail for at in line), strict=True)
    box = scene.box
    assert box.left < min(xs) <= max(xs) < box.right
    assert box.top < min(ys) <= max(ys) < box.bottom


def test_pearls_are_discs_of_two_kinds():
    svg = LoopPuzzle("masyu", ["b..", "..w", "#.."]).to_svg()
    assert "spot crowd" in svg
    assert "spot rest" in svg


def test_the_ends_of_paths_have_their_numbers():
    svg = LoopPuzzle("numberlink", ["1.1", "A.A"]).solve().to_svg()
    assert svg.count(">A<") == 2
    assert "3 cells" not in svg


@pytest.mark.parametrize(
    ("kind", "rows"),
    [("slitherlink", ["33", ".."]), ("masyu", ["...", "..."]), ("numberlink", ["1.", "1."])],
)
def test_a_puzzle_and_its_solution_are_saved_as_a_sheet(kind, rows, tmp_path):
    puzzle = LoopPuzzle(kind, rows)
    icosian.save([puzzle, puzzle.solve()], tmp_path / "sheet.svg")
    assert (tmp_path / "sheet.svg").read_text("utf-8").count('class="sheet"') == 2
    icosian.save(puzzle, tmp_path / "sheet.pdf")
