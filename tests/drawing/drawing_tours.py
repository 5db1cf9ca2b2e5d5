"""Tours made by hand, so that pictures are tested without any search."""

import networkx as nx

from icosian.boards.board import Board
from icosian.tours.tour import Tour

# The 6 x 6 closed tour of Euler's memoir has this form: numbers in reading order.
_SIX = """
 1 16  7 26 11 14
34 25 12 15  6 27
17  2 33  8 13 10
32 35 24 21 28  5
23 18  3 30  9 20
36 31 22 19  4 29
"""


def six(*, is_closed=True):
    """The closed knight's tour of the 6 x 6 board, from a6."""
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


def ring(n=8, **attributes):
    """The cycle 0, 1, ..., n - 1 in a graph with chords."""
    G = nx.circulant_graph(n, [1, 2])
    G.graph.update(attributes)
    return Tour(range(n), is_closed=True, G=G)
