"""Boards, pieces and graphs of boards: for hypothesis, and by their names."""

import itertools

import pytest
from hypothesis import strategies as st
from together import together

import icosian
from icosian import (
    bishop_graph,
    grid_graph,
    king_graph,
    knight_graph,
    leaper_graph,
    queen_graph,
    rider_graph,
    rook_graph,
)
from icosian.boards.board import Board
from icosian.boards.piece import Piece

LONGEST = {1: 9, 2: 6, 3: 4}
"""The longest side in each dimension."""


@st.composite
def boards(draw, dimensions=None):
    """Draw a board of 1 to 3 dimensions with wrapped axes and holes."""
    d = draw(st.integers(1, 3)) if dimensions is None else dimensions
    shape = draw(st.tuples(*[st.integers(1, LONGEST[d])] * d))
    periodic = draw(st.tuples(*[st.booleans()] * d))
    cells = list(itertools.product(*map(range, shape)))
    holes = draw(st.sets(st.sampled_from(cells), max_size=len(cells)) | st.just(set()))
    return Board(shape, periodic=periodic, holes=holes)


@st.composite
def pieces(draw, dimensions):
    """Draw a union of leapers and riders, lopsided and with multiples among its vectors."""
    steps = st.tuples(*[st.integers(-4, 4)] * dimensions).filter(any)
    reach = st.none() | st.integers(1, 5)
    parts = draw(st.lists(st.tuples(st.lists(steps, min_size=1, max_size=4), reach), min_size=1))
    piece, *others = (Piece(vectors, reach=reach) for vectors, reach in parts[:3])
    for other in others:
        piece |= other
    return piece


@st.composite
def boards_and_pieces(draw):
    """Draw a board and a piece of its dimension."""
    board = draw(boards())
    return board, draw(pieces(board.dimensions))


def refusal(call, *arguments, **keywords):
    """Return the message of the InvalidArgument that a call must raise."""
    with pytest.raises(icosian.InvalidArgument) as caught:
        call(*arguments, **keywords)
    assert isinstance(caught.value, icosian.IcosianError)
    return str(caught.value)


CHESS = {
    "knight": knight_graph,
    "king": king_graph,
    "queen": queen_graph,
    "rook": rook_graph,
    "bishop": bishop_graph,
    "wazir": grid_graph,
}
PLANE = {
    **CHESS,
    "camel": lambda *sides, **options: leaper_graph(1, 3, *sides, **options),
    "nightrider": lambda *sides, **options: rider_graph(1, 2, *sides, **options),
}
every_chess_piece = together("name", CHESS)
every_generator = together("make", PLANE.values(), ids=PLANE)


def edge_set(G):
    return set(map(frozenset, G.edges))
