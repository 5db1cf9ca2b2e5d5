"""Puzzles in text and files."""

import gzip

import pytest
from hypothesis import given, strategies as st
from together import together

import icosian
from icosian import InvalidArgument, Puzzle, read_puzzle

HIDATO = """
1 . 8
. 3 .
. # 6
"""


def test_a_grid_is_a_board_with_clues_and_walls():
    puzzle = read_puzzle(HIDATO)
    assert puzzle == Puzzle(
        icosian.king_graph(3, holes=["b1"]), {"a3": 1, "b2": 3, "c1": 6, "c3": 8}
    )
    assert puzzle.graph.edges == icosian.king_graph(3, holes=["b1"]).edges
    assert str(puzzle) == HIDATO.strip()


@pytest.mark.parametrize("piece", ["wazir", "knight", icosian.Piece.leaper(1, 3)])
def test_the_piece_joins_the_numbers(piece):
    board = icosian.Board((3, 3), holes=["b1"])
    assert read_puzzle(HIDATO, piece=piece).graph.edges == icosian.board_graph(board, piece).edges


def test_files_are_read_also_packed(tmp_path):
    plain, packed = tmp_path / "hidato.txt", tmp_path / "hidato.txt.gz"
    plain.write_text(HIDATO, "utf-8")
    packed.write_bytes(gzip.compress(HIDATO.encode()))
    assert read_puzzle(plain) == read_puzzle(str(packed)) == read_puzzle(HIDATO)
    with pytest.raises(OSError, match="nothing"):
        read_puzzle(tmp_path / "nothing.txt")


HEXAGON = """
  1 . .
 . . . 8
. . 18 . .
 . # . .
  . 12 .
"""


def test_hexagons_are_placed_by_their_indentation():
    puzzle = read_puzzle(HEXAGON, hexagonal=True)
    hexagon = icosian.hex_graph(3, holes=[(3, 1)])
    assert puzzle.graph.nodes == hexagon.nodes
    assert puzzle.graph.edges == hexagon.edges
    assert dict(puzzle.clues) == {(0, 2): 1, (1, 4): 8, (2, 2): 18, (4, 1): 12}
    leaning = read_puzzle("1 . .\n . . .\n  . . 9\n", hexagonal=True)
    assert leaning.graph.edges == icosian.hex_graph(3, 3).edges


@given(st.data())
def test_the_text_of_a_puzzle_reads_as_the_puzzle(data):
    shape = data.draw(st.sampled_from([(3, 4), (1, 5), (4, 1), (2, 6)]))
    hexagonal = data.draw(st.booleans())
    squares = [(r, c) for r in range(shape[0]) for c in range(shape[1])]
    inner = squares[1:-1]
    holes = data.draw(st.lists(st.sampled_from(inner), max_size=2))
    make = icosian.hex_graph if hexagonal else icosian.king_graph
    G = make(*shape, holes=holes)
    nodes = data.draw(st.permutations(list(G)))
    clues = dict(zip(nodes[:3], data.draw(st.permutations(range(1, len(G) + 1))), strict=False))
    puzzle = Puzzle(G, clues)
    assert read_puzzle(f"{puzzle}\n", hexagonal=hexagonal) == puzzle


def test_without_a_board_the_clues_are_listed():
    import networkx as nx

    assert str(Puzzle(nx.cycle_graph("abc"), {"b": 3})) == "3 nodes: 3 on 'b'"
    assert str(Puzzle(nx.cycle_graph("abc"), {})) == "3 nodes: no clues"


@together(
    ("text", "options", "reason"),
    [
        ("\n \n", {}, "at least one row"),
        (
            "1 .\n. . .\n",
            {},
            "line 2: every row must .* got 3 after 2",
        ),
        ("1 .\n. x\n", {}, "line 2: a square is a number.* got 'x'"),
        ("1 .\n. -2\n", {}, "got '-2'"),
        ("1 .\n. ²\n", {}, "a square is a number"),
        ("1 .\n. 9999999999999999999999\n", {}, "a square is a number"),
        ("1 .\n. 5\n", {}, "from 1 to 4"),
        ("1 .\n. 1\n", {}, "number 1 is given"),
        ("1 .\n. .\n", {"hexagonal": True}, "line 2: a row of hexagons begins half"),
        ("1 .\n . .\n", {"hexagonal": True, "piece": "king"}, "six neighbors"),
        ("1 .\n. .\n", {"hexagonal": 1}, "hexagonal must be True or False"),
        ("1 .\n. .\n", {"piece": "dragon"}, "a piece is"),
    ],
)
def test_other_text_is_refused(text, options, reason):
    with pytest.raises(InvalidArgument, match=reason):
        read_puzzle(text, **options)
