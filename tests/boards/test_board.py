"""Boards: squares and their names, nodes, symmetries."""

import itertools
import math
import pickle

import networkx as nx
import numpy as np
import pytest
from board_strategies import boards, refusal
from hypothesis import example, given, strategies as st
from together import together

import icosian
from icosian import IcosianError, hex_graph, queen_graph
from icosian.boards.board import Board, board_of
from icosian.boards.piece import graph_symmetries, named_ranks, node_of, square_symmetries
from icosian.boards.text import FILES, square_name, text_of
from icosian.exceptions import InvalidArgument, NotANode


def test_a_bad_argument_is_an_icosian_error_a_value_error_and_a_networkx_exception():
    assert issubclass(InvalidArgument, icosian.IcosianError)
    assert issubclass(InvalidArgument, ValueError)
    assert issubclass(InvalidArgument, nx.NetworkXException)


# squares


@given(boards())
def test_squares_are_all_cells_but_the_holes_in_row_major_order(board):
    cells = list(itertools.product(*map(range, board.shape)))
    assert list(board.squares) == [cell for cell in cells if cell not in board.holes]
    assert len(board) == len(board.squares) == math.prod(board.shape) - len(board.holes)
    assert all(cell in board for cell in board.squares)
    assert not any(hole in board for hole in board.holes)


@together(
    "stranger",
    [None, "a1", 0, (0,), (0, 0, 0), (-1, 0), (3, 0), (0, 3), (0.0, 0), [0, 0], ("0", 0)],
)
def test_other_objects_are_not_in_the_board(stranger):
    assert stranger not in Board((3, 3))


def test_a_board_may_lose_every_square():
    board = Board((2, 1), holes=[(0, 0), (1, 0)])
    assert len(board) == 0
    assert board.squares == ()


def test_a_hole_named_twice_is_one_hole():
    board = Board((3, 3), holes=["a1", (2, 0), [2, 0], "A1"])
    assert board.holes == {(2, 0)}
    assert len(board) == 8


def test_boards_are_values():
    board = Board([3, 4], periodic=[True, False], holes=iter(["b2"]))
    twin = Board((3, 4), periodic=(True, False), holes={(1, 1)})
    assert board == twin
    assert hash(board) == hash(twin)
    assert len({board, twin, Board((3, 4)), Board((4, 3)), Board((3, 4), periodic=True)}) == 4
    with pytest.raises(AttributeError):
        board.shape = (1, 1)


@given(boards())
def test_boards_survive_pickling(board):
    assert board.squares is not None  # fills the cache
    assert pickle.loads(pickle.dumps(board)) == board


# names


@given(st.integers(1, 40), st.integers(1, 26), st.data())
def test_names_and_squares_are_two_ways_to_say_the_same(rows, columns, data):
    board = Board((rows, columns))
    square = data.draw(st.tuples(st.integers(0, rows - 1), st.integers(0, columns - 1)))
    name = board.name(square)
    assert board.square(name) == square
    assert board.square(f" {name.upper()} ") == square
    assert name == "abcdefghijklmnopqrstuvwxyz"[square[1]] + str(rows - square[0])


@together(
    ("name", "square"),
    [
        ("a1", (7, 0)),
        ("b1", (7, 1)),
        ("h1", (7, 7)),
        ("a8", (0, 0)),
        ("h8", (0, 7)),
        ("e4", (4, 4)),
    ],
)
def test_chess_players_find_their_squares(name, square):
    board = Board((8, 8))
    assert board.square(name) == square
    assert board.name(square) == name


@together(
    "name",
    ["", "a", "1", "11", "1a", "a0", "a01", "a-1", "aa1", "a1b", "a 1", "é1", "a²", "a\u0661"],
)
def test_a_malformed_name_is_refused(name):
    message = refusal(Board((8, 8)).square, name)
    assert repr(name) in message
    assert "a letter and a number" in message


@together(
    "square", ["a9", "i1", "z9", (8, 0), (0, 8), (-1, 0), (0, -1), (0,), (0, 0, 0), (10**30, 0), ()]
)
def test_a_square_outside_is_refused_with_the_size_of_the_board(square):
    message = refusal(Board((8, 8)).square, square)
    assert repr(square) in message
    assert "8 x 8" in message


@together("square", [None, 5, 2.5, True, (0.5, 0), ("a", 1), (None, 0), (0, math.nan)])
def test_other_objects_are_refused_as_squares(square):
    message = refusal(Board((8, 8)).square, square)
    assert repr(square) in message
    assert "a square is a tuple of 2 integers" in message


def test_a_hole_is_not_a_square():
    board = Board((8, 8), holes=["c3"])
    for call in (board.square, board.name):
        assert "hole" in refusal(call, "c3")
        assert "hole" in refusal(call, (5, 2))


def test_only_plane_boards_of_at_most_26_columns_have_names():
    assert Board((100, 26)).has_names
    assert Board((100, 26)).name((0, 25)) == "z100"
    for shape in [(8, 27), (8,), (4, 4, 4)]:
        board = Board(shape)
        assert not board.has_names
        assert board.size in refusal(board.name, (0,) * len(shape))
    assert "'a1'" in refusal(Board((4, 4, 4)).square, "a1")
    assert "'a1'" in refusal(Board((4,)).square, "a1")


# bad boards


@together("side", [0, -1, 2.5, 8.0, "8", True, False, None, math.nan, math.inf, (8,)])
@together("place", [0, 1, 2])
def test_a_side_that_is_not_an_integer_of_at_least_1_is_refused(side, place):
    shape = [3, 3, 3]
    shape[place] = side
    message = refusal(Board, shape)
    assert "board sides must be integers of at least 1" in message
    assert str(side) in message


@together("shape", [None, 8, 2.5, True, "88", math.nan])
def test_a_shape_that_is_not_a_tuple_is_refused(shape):
    message = refusal(Board, shape)
    assert repr(shape) in message
    assert "tuple of integers" in message


def test_a_board_without_an_axis_is_refused():
    assert "at least one, got ()" in refusal(Board, ())


def test_a_board_with_too_many_axes_is_refused():
    assert "sides, got 1,000" in refusal(Board, (1,) * 1000)


def test_a_board_with_too_many_squares_is_refused():
    assert len(Board((2**31 - 1,))) == 2**31 - 1
    assert "2147483648" in refusal(Board, (2**31,))
    assert "1000000 x 1000000" in refusal(Board, (10**6, 10**6))


@together(
    "periodic",
    [
        None,
        1,
        0,
        2.5,
        "no",
        "yes",
        math.nan,
        (),
        (True,),
        (True, False, True),
        (1, 0),
        (None, True),
    ],
)
def test_flags_that_do_not_fit_the_axes_are_refused(periodic):
    message = refusal(Board, (3, 3), periodic=periodic)
    assert repr(periodic) in message
    assert "2 axes" in message


@together("hole", [(3, 0), (0, -1), "d1", "a4"])
def test_a_hole_outside_the_board_is_refused(hole):
    message = refusal(Board, (3, 3), holes=[(0, 0), hole])
    assert repr(hole) in message
    assert "not on the 3 x 3 board" in message


@together("hole", [0, -1, 2.5, True, None, math.nan, "8", "", (0.5, 0)])
def test_a_hole_that_is_not_a_square_is_refused(hole):
    message = refusal(Board, (3, 3), holes=[hole])
    assert repr(hole) in message


def test_one_square_is_not_a_list_of_holes():
    assert "tuple of 2 integers" in refusal(Board, (3, 3), holes=(0, 0))


@pytest.mark.parametrize("holes", [None, 5, 2.5])
def test_holes_that_are_not_iterable_are_refused(holes):
    assert repr(holes) in refusal(Board, (3, 3), holes=holes)


def test_a_board_without_names_refuses_every_name():
    message = refusal(Board((8, 27)).square, "b1")
    assert "8 x 27" in message


def test_a_rank_of_thousands_of_digits_is_refused():
    assert "1111" in refusal(Board((8, 8)).square, "b" + "1" * 5000)


# text


@given(boards(dimensions=2))
@example(Board((1, 1), holes=[(0, 0)]))
def test_a_plane_board_is_its_text(board):
    again = Board.from_text(str(board), periodic=board.periodic)
    assert again == board
    assert str(again) == str(board)
    assert Board.from_text(f"\n{board}\n\n", periodic=board.periodic) == board


@given(st.integers(1, 6), st.integers(1, 6), st.data())
def test_text_is_read_from_the_top_left(rows, columns, data):
    row = st.text(".#", min_size=columns, max_size=columns)
    lines = data.draw(st.lists(row, min_size=rows, max_size=rows))
    board = Board.from_text("\n".join(lines))
    assert board.shape == (rows, columns)
    for r, c in itertools.product(range(rows), range(columns)):
        assert ((r, c) in board) == (lines[r][c] == ".")
    assert str(board) == "\n".join(lines)


def test_trailing_blanks_and_blank_lines_below_do_not_matter():
    assert Board.from_text("\n..#  \n...\n  \n\n") == Board((2, 3), holes=[(0, 2)])


@pytest.mark.parametrize("text", ["   \n..#\n...", "\r\n..#\r\n...\r\n", "\n\n \n..#\n...\n"])
def test_blank_lines_above_do_not_matter(text):
    assert Board.from_text(text) == Board((2, 3), holes=[(0, 2)])


@together("text", [None, 5, b"..", ["..", ".."]])
def test_what_is_not_a_text_is_refused(text):
    assert repr(text) in refusal(Board.from_text, text)


@pytest.mark.parametrize("shape", [(4,), (2, 3, 4)])
def test_a_board_that_is_not_plane_says_its_size(shape):
    assert str(Board(shape)) == " x ".join(map(str, shape)) + " board"


@together("text", ["", "\n", "\n\n", "   \n"])
def test_text_without_a_row_is_refused(text):
    assert "at least one row" in refusal(Board.from_text, text)


@together(
    ("text", "line", "mark"),
    [("..\n.x", 2, "x"), ("O.", 1, "O"), ("1.", 1, "1"), ("..\n.|", 2, "|")],
)
def test_an_unknown_mark_is_refused_with_its_line(text, line, mark):
    message = refusal(Board.from_text, text)
    assert f"line {line}:" in message
    assert repr(mark) in message


@together(
    "text",
    [
        "..#\n._X",
        ". . #\n. _ X",
        "00#\n00#",
        "__ __ #\n__ __ X",
        "\t. . #\n\n\t. . #",
        "..#\n. . X",
        "  ..X\n..#  ",
    ],
)
def test_squares_and_holes_have_several_marks(text):
    assert Board.from_text(text) == Board((2, 3), holes=[(0, 2), (1, 2)])


@together("text", ["SX.\n.#E", "S X .\n. # E", "S # 0\n\n_ # E"])
def test_s_and_e_are_the_ends(text):
    board = Board.from_text(text)
    assert board == Board((2, 3), holes=[(0, 1), (1, 1)])
    assert (board.start, board.end) == ((0, 0), (1, 2))
    assert Board((2, 2)).start is None
    assert "'S' stands on one square, the start, got 2" in refusal(Board.from_text, "S.\n.S")


@pytest.mark.parametrize("text", ["..\n.", "..\n...", ". .\n.", ". .\n. . ."])
def test_ragged_rows_are_refused_with_their_line(text):
    message = refusal(Board.from_text, text)
    assert "line 2: every row must have as many squares as the first" in message


def test_a_stack_of_boards_is_refused():
    assert "line 3 is blank" in refusal(Board.from_text, "..\n..\n\n..\n..")


# JSON, as kept in the graph


@given(boards())
def test_a_board_is_its_json(board):
    assert Board.from_json(board.to_json()) == board


@together(
    "text",
    [
        None,
        5,
        "",
        "{",
        "[]",
        "5",
        "null",
        '"8"',
        "{}",
        '{"shape": 8}',
        '{"shape": "88"}',
        '{"shape": [0, 8]}',
        '{"shape": [8, true]}',
        '{"shape": [8, NaN]}',
        '{"shape": [8, 8], "holes": 5}',
        '{"shape": [8, 8], "holes": [[9, 9]]}',
        '{"shape": [8, 8], "periodic": [true]}',
    ],
)
def test_text_that_does_not_describe_a_board_is_refused(text):
    assert "not the description of a board" in refusal(Board.from_json, text)


@pytest.mark.parametrize("text", ["[" * 10**5, [], {}])
def test_hostile_text_is_refused_as_a_board(text):
    assert "not the description of a board" in refusal(Board.from_json, text)


@together("recipe", [None, 5, "", "{}", [3, 3], {"shape": [3, 3]}, '{"shape": [0]}'])
def test_a_graph_with_a_damaged_recipe_has_no_board(recipe):
    assert board_of(nx.Graph()) is None
    assert board_of(nx.Graph(board=recipe)) is None


# symmetries


@together(
    ("shape", "count"),
    [
        ((1,), 1),
        ((2,), 2),
        ((7,), 2),
        ((1, 1), 1),
        ((1, 5), 2),
        ((5, 1), 2),
        ((2, 2), 8),
        ((3, 4), 4),
        ((4, 3), 4),
        ((5, 5), 8),
        ((8, 8), 8),
        ((2, 3, 4), 8),
        ((3, 3, 4), 16),
        ((3, 4, 3), 16),
        ((3, 3, 3), 48),
        ((2, 2, 2), 48),
        ((2, 2, 2, 2), 384),  # 2^d d!, the order of the hyperoctahedral group, OEIS A000165
    ],
)
def test_a_rectangle_has_4_symmetries_a_square_8_a_cube_48(shape, count):
    assert len(Board(shape).symmetries()) == count


@given(boards())
def test_symmetries_are_different_permutations_of_the_squares_and_the_identity_is_first(board):
    found = board.symmetries()
    assert found[0] == {square: square for square in board.squares}
    for image in found:
        assert set(image) == set(image.values()) == set(board.squares)
    assert len({tuple(image.values()) for image in found}) == len(found)


@given(boards())
def test_symmetries_are_a_group(board):
    found = {tuple(image[s] for s in board.squares) for image in board.symmetries()}
    images = board.symmetries()[:16]
    for f, g in itertools.product(images, repeat=2):
        assert tuple(f[g[s]] for s in board.squares) in found
    for f in images:
        inverse = {image: square for square, image in f.items()}
        assert tuple(inverse[s] for s in board.squares) in found


@given(boards())
def test_symmetries_preserve_how_far_squares_lie_apart(board):
    squares = board.squares[:12]
    for image in board.symmetries():
        for u, v in itertools.combinations(squares, 2):
            assert math.dist(u, v) == math.dist(image[u], image[v])


@together(
    ("board", "count"),
    [
        (Board((5, 5), holes=["c3"]), 8),
        (Board((5, 5), holes=["a1"]), 2),
        (Board((5, 5), holes=["a1", "e5"]), 4),
        (Board((5, 5), holes=["a2"]), 1),
        (Board((5, 5), holes=["a2", "b5", "e4", "d1"]), 4),  # the four rotations
        (Board((5, 5), periodic=True), 8),
        (Board((5, 5), periodic=(True, False)), 4),
        (Board((3, 3, 3), periodic=(True, True, False)), 16),
    ],
)
def test_holes_and_wrapped_axes_break_symmetries(board, count):
    assert len(board.symmetries()) == count


@pytest.mark.parametrize("kind", [np.int8, np.uint8, np.int64])
def test_numbers_and_flags_of_numpy_make_the_same_board(kind):
    expected = Board((3, 4), periodic=(True, False), holes=[(0, 1)])
    board = Board(kind([3, 4]), periodic=np.array([True, False]), holes=[kind([0, 1])])
    assert board == expected
    assert board.to_json() == expected.to_json()
    assert board.square(kind([1, 2])) == (1, 2)
    assert (kind(1), kind(2)) in board
    assert (kind(0), kind(1)) not in board
    assert Board((2, 2), periodic=np.True_) == Board((2, 2), periodic=True)


def test_coordinates_become_integers():
    assert Board((2, 2), holes=[(True, False)]).to_json() == '{"shape": [2, 2], "holes": [[1, 0]]}'
    assert type(Board((2, 2)).square((True, False))[0]) is int


class Unprintable:
    def __repr__(self):
        raise RuntimeError("no repr")


@together("argument", [-(10**5000), Unprintable(), np.array(5), b"88", object()], ids=type)
def test_arguments_of_any_kind_are_refused_with_a_message(argument):
    board = Board((3, 3))
    for call in (
        Board,
        lambda x: Board((x, "3")),
        lambda x: Board((3, 3), periodic=x),
        lambda x: Board((3, 3), holes=[x]),
        Board.from_text,
        Board.from_json,
        board.square,
        lambda x: board.square((x, "1")),
        board.name,
    ):
        assert refusal(call, argument)


# Looking up nodes: a node stands for itself first, then for a square of the board.


@together("given", [(7, 1), "b1", " B1 ", [7, 1], np.array([7, 1]), (np.int8(7), True)], ids=str)
def test_a_square_is_given_by_itself_its_name_or_its_coordinates(given):
    assert node_of(icosian.knight_graph(8), given, "start") == (7, 1)


def test_a_node_that_looks_like_a_name_is_the_node():
    G = icosian.knight_graph(8)
    G.add_node("b1")
    assert node_of(G, "b1", "start") == "b1"
    assert node_of(G, "c1", "start") == (7, 2)


@together(
    ("node", "reason"),
    [
        ("i9", "start: 'i9' is not on the 8 x 8 board"),
        ("b", "start: the name of a square is a letter and a number such as b1, got 'b'"),
        ((8, 0), r"start: \(8, 0\) is not on the 8 x 8 board"),
        (5, "start: a square is a tuple of 2 integers or a name such as b1, got 5"),
        (-(10**5000), "an unprintable int"),
    ],
    ids=["outside", "letter", "tuple", "number", "huge"],
)
def test_what_is_not_a_square_of_the_board_is_refused_with_the_reason(node, reason):
    with pytest.raises(NotANode, match=reason):
        node_of(icosian.knight_graph(8), node, "start")


def test_a_square_that_was_removed_is_not_a_node():
    G = icosian.knight_graph(8)
    G.remove_node((7, 1))
    with pytest.raises(NotANode, match="start 'b1' is not a node of the graph"):
        node_of(G, "b1", "start")


def test_without_a_board_there_are_only_nodes():
    G = nx.path_graph(3)
    assert node_of(G, 1, "end") == 1
    with pytest.raises(NotANode, match="end 'b1' is not a node of the graph"):
        node_of(G, "b1", "end")
    with pytest.raises(NotANode, match=r"end \[1\] is unhashable"):
        node_of(G, [1], "end")


def test_ranks_are_those_of_a_plane_board_whose_squares_are_the_nodes():
    G = icosian.knight_graph(5, 4)
    assert named_ranks(G) == 5
    assert named_ranks(icosian.knight_graph(3, 40)) is None  # its squares have no names
    assert named_ranks(nx.path_graph(3)) is None
    G.add_node("home")
    assert named_ranks(G) is None


# Chess names of squares.


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


# Symmetries of graphs that know their board.


def test_a_graph_keeps_the_symmetries_that_keep_its_edges():
    G = queen_graph(4)
    assert graph_symmetries(G) == square_symmetries(G) == G.symmetries()
    assert len(graph_symmetries(G)) == 8
    G.remove_edge((0, 0), (0, 1))
    assert len(square_symmetries(G)) == 8
    assert graph_symmetries(G) == G.symmetries() == [{v: v for v in G}]


def test_a_copy_of_another_class_is_as_symmetric():
    G = queen_graph(4)
    for kind in (nx.Graph, nx.MultiGraph):
        assert graph_symmetries(kind(G)) == G.symmetries()


def test_squares_that_a_graph_lacks_are_holes():
    G = queen_graph(4)
    G.remove_node((0, 0))
    assert len(square_symmetries(G)) == len(graph_symmetries(G)) == len(G.symmetries()) == 2
    assert all(set(image) == set(image.values()) == set(G) for image in G.symmetries())


@pytest.mark.parametrize("change", ["nodes", "board"])
def test_without_the_squares_of_a_board_there_are_no_symmetries(change):
    G = icosian.king_graph(3)
    if change == "nodes":
        G.add_node("x")
    else:
        G.graph.clear()
    assert graph_symmetries(G) == square_symmetries(G) == []
    with pytest.raises(IcosianError, match="squares of a board"):
        G.symmetries()


# Boards as text: marks in rows and layers; rows of hexagons lean to the right.


def test_a_plane_board_is_a_table_of_marks():
    assert text_of(Board((2, 3)), lambda v: str(10 * v[0] + v[1]), 2) == " 0  1  2\n10 11 12"


def test_layers_are_separated_by_blank_lines():
    assert text_of(Board((2, 1, 2)), lambda v: "abc"[sum(v)]) == "a b\n\nb c"


@together("width", range(1, 6))
def test_a_mark_is_between_the_two_below_it(width):
    board = Board((3, 3), hexagonal=True)
    marks = dict(zip(board.squares, "abcdefghi", strict=True))
    lines = text_of(board, marks.__getitem__, width).splitlines()
    at = {letter: column for line in lines for column, letter in enumerate(line)}
    for (row, column), letter in marks.items():
        if (row + 1, column - 1) in marks:
            left, right = marks[row + 1, column - 1], marks[row + 1, column]
            assert 2 * at[letter] == at[left] + at[right]


def test_values_on_hexagons_lean():
    G = hex_graph(2)
    texts = [
        str(G.hamiltonian_cycle()),
        str(G.minimum_coloring()),
        str(G.maximum_independent_set()),
    ]
    for text in texts:
        first, *_, last = text.splitlines()
        assert first[0] == last[-1] == "#"
        assert len(last) - len(last.lstrip()) == 2
    assert set("".join(texts[0].split())) == set("#1234567")
    assert icosian.Board.from_text(str(G.board), hexagonal=True) == G.board
