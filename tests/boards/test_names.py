"""Chess names of squares."""

from together import together

from icosian.boards.text import FILES, square_name


@together(
    ("ranks", "square", "name"),
    [
        (8, (7, 0), "a1"),
        (8, (0, 7), "h8"),
        (8, (4, 4), "e4"),
        (1, (0, 25), "z1"),
        (30, (0, 0), "a30"),
    ],
)
def test_files_run_from_the_left_and_ranks_from_the_bottom(ranks, square, name):
    assert square_name(ranks, *square) == name


def test_all_names_of_a_board_differ():
    names = {square_name(30, row, column) for row in range(30) for column in range(len(FILES))}
    assert len(names) == 30 * 26
