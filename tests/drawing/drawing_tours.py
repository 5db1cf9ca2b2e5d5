"""Tours made by hand, so that pictures are tested without any search."""

import networkx as nx

from icosian.boards.board import Board
from icosian.tours.tour import Tour

# A closed knight's tour: the place of each square, in reading order.
_SIX = """
 9 30  7 26 11 28
 4 19 10 29  6 25
31  8  5 20 27 12
18  3 16 35 24 21
15 32  1 22 13 34
 2 17 14 33 36 23
"""


def six(*, is_closed=True):
    """A knight's tour of the 6 x 6 board, from c2 to e1, which are a knight's move apart."""
    rows = [line.split() for line in _SIX.strip().splitlines()]
    order = {int(k): (r, c) for r, row in enumerate(rows) for c, k in enumerate(row)}
    return Tour([order[k] for k in range(1, 37)], is_closed=is_closed, board=Board((6, 6)))


def snake(*shape, is_closed=False, **board):
    """All squares of a board, each next to the one before, as a rook walks."""
    board = Board(shape, **board)
    walk = [()]
    for side in shape:
        walk = [
            (*square, x)
            for k, square in enumerate(walk)
            for x in (range(side) if k % 2 == 0 else reversed(range(side)))
        ]
    return Tour([s for s in walk if s in board], is_closed=is_closed, board=board)


def ring(n=8):
    """The cycle 0, 1, ..., n - 1 in a graph of n more edges, which is not planar."""
    return Tour(range(n), is_closed=True, G=nx.circulant_graph(n, [1, 3]))


TOURS = {
    "closed": six(),
    "open": six(is_closed=False),
    "row": snake(7),
    "holes": snake(4, 6, holes=["a1", "c3"]),
    "large": snake(21, 20),
    "huge": snake(60, 60),
    "layers": snake(3, 4, 5),
    "layers of layers": snake(2, 2, 3, 3),
    "torus": snake(5, 6, is_closed=True, periodic=True),
    "torus of layers": snake(3, 3, 3, is_closed=True, periodic=True),
    "ring": ring(12),
    "long labels": Tour(["a" * 30, "b" * 30, "c" * 30, "d" * 30], is_closed=True),
}
