"""Classes of tours: against lists of tours and published numbers."""

import os

import networkx as nx
import pytest
from hypothesis import assume, given, strategies as st
from together import together

import icosian
from icosian import (
    Board,
    InvalidArgument,
    Piece,
    SearchLimitReached,
    board_graph,
    count_hamiltonian_cycles,
    count_hamiltonian_paths,
    king_graph,
    knight_graph,
    leaper_graph,
    queen_graph,
    rook_graph,
)
from icosian._run.clock import Clock
from icosian.tours.count import api
from icosian.tours.count.symmetry_classes import class_count
from icosian.tours.problem import Problem
from icosian.tours.symmetries import board_symmetries

# Without the JIT larger counts take minutes; the suite runs with it as well.
compiled_only = pytest.mark.skipif(
    os.environ.get("NUMBA_DISABLE_JIT") == "1", reason="too long for interpreted kernels"
)


MEMORY = 1 << 30


def count(asked):
    """Return how many tours a question has."""
    return api._number(asked, Clock(), MEMORY)


def agree(G, *, closed, **question):
    """Whether the number of classes is that of the list with one tour of each."""
    if closed:
        number = count_hamiltonian_cycles(G, distinct=True, **question)
        return number == len(list(icosian.hamiltonian_cycles(G, distinct=True, **question)))
    number = count_hamiltonian_paths(G, distinct=True, **question)
    return number == len(list(icosian.hamiltonian_paths(G, distinct=True, **question)))


@st.composite
def small_boards(draw):
    """Draw the graph of a small board, often with symmetries."""
    shape = draw(st.sampled_from([(4,), (2, 2), (2, 3), (3, 3), (2, 4), (1, 6), (2, 2, 2)]))
    periodic = draw(st.booleans())
    plain = Board(shape, periodic=periodic)
    hole = draw(st.none() | st.sampled_from(plain.squares))
    images = draw(st.lists(st.sampled_from(plain.symmetries()), max_size=4))
    holes = set() if hole is None else {hole, *(image[hole] for image in images)}
    assume(len(holes) < len(plain))
    steps = [(0,) * (len(shape) - 1) + (1,), (0,) * (len(shape) - 2) + (1, min(2, len(shape)))]
    moves = steps[: draw(st.integers(1, 2))] if len(shape) > 1 else [(1,), (2,)]
    G = board_graph(Board(shape, periodic=periodic, holes=holes), Piece(moves))
    if len(shape) == 2 and draw(st.booleans()):
        G = king_graph(*shape, holes=holes)
    return G.to_directed() if len(G) < 7 and draw(st.booleans()) else G


@given(small_boards(), st.booleans(), st.data())
def test_there_are_as_many_classes_as_tours_are_listed(G, closed, data):
    question = {}
    if not closed and data.draw(st.booleans()):
        ends = data.draw(st.permutations(list(G)))[: data.draw(st.integers(1, 2))]
        question = dict(zip(("start", "end"), ends, strict=False))
    if edges := sorted(G.edges):
        marks = data.draw(st.lists(st.sampled_from(edges), max_size=2, unique_by=frozenset))
        question[data.draw(st.sampled_from(["require", "forbid"]))] = marks
    assert agree(G, closed=closed, **question)


@pytest.mark.slow
@together(
    ("G", "closed"),
    [
        (knight_graph(5, 6), True),
        (knight_graph(3, 10), True),
        (knight_graph(3, 4), False),
        (king_graph(2, 5), True),
        (king_graph(2, 4), False),
        (leaper_graph(0, 1, 4, 5), True),
        (leaper_graph(0, 1, 3, 4), False),
        (rook_graph(3), True),
        (rook_graph(2, 3), False),
        (leaper_graph(0, 1, 4, periodic=True), True),
        (knight_graph(3, 5, periodic=(False, True)), True),
        (board_graph(Board((2, 2, 3)), Piece([(0, 0, 1)])), False),
        (board_graph(Board((2, 2, 2, 2)), Piece([(0, 0, 0, 1)])), True),
        (king_graph(4, holes=[(1, 1), (2, 2)]), True),
    ],
)
def test_classes_of_boards_of_all_kinds(G, closed):
    assert agree(G, closed=closed)


@pytest.mark.slow
@compiled_only
@pytest.mark.parametrize(
    ("G", "closed"),
    [
        (king_graph(4), True),
        (queen_graph(3), True),
        (queen_graph(3), False),
        (knight_graph(5, 8), True),
        (knight_graph(3, 8), False),
        (knight_graph(4, 5), False),
        (leaper_graph(0, 1, 4, 5, periodic=True), True),
        (board_graph(Board((2, 3, 4)), "knight"), True),
    ],
)
def test_classes_of_larger_boards_of_all_kinds(G, closed):
    assert agree(G, closed=closed)


@pytest.mark.parametrize(
    ("G", "classes"),
    [  # OEIS A169769 (knight, 3 x n), A209077 (grid, 2n x 2n), A321172 (44 forms on 5 x 6)
        (knight_graph(3, 10), 6),
        (knight_graph(3, 12), 44),
        (knight_graph(3, 14), 396),
        (leaper_graph(0, 1, 4), 2),
        (leaper_graph(0, 1, 5, 6), 44),
        (leaper_graph(0, 1, 6), 149),
        pytest.param(knight_graph(6), 1245, marks=compiled_only),  # A001230
        pytest.param(leaper_graph(0, 1, 8), 580717, marks=compiled_only),
        pytest.param(leaper_graph(0, 1, 10), 58407763266, marks=compiled_only),
    ],
)
def test_closed_tours_have_as_many_classes_as_published(G, classes):
    assert count_hamiltonian_cycles(G, distinct=True) == classes


@pytest.mark.parametrize(("columns", "classes"), [(3, 3), (4, 0), (5, 22), (6, 186)])
def test_open_tours_of_four_rows_have_as_many_classes_as_published(columns, classes):
    assert knight_graph(4, columns).count_hamiltonian_paths(distinct=True) == classes  # A328341


def test_the_5x5_board_has_112_classes_of_open_tours():
    G = knight_graph(5)  # 1728 directed tours in classes of 8 or, with the reverse, 16
    assert G.count_hamiltonian_paths(distinct=True) == 112


@pytest.mark.exhaustive
@compiled_only
def test_the_8x8_board_has_1658420855433_classes_of_closed_tours():
    # OEIS A001230; 608,233 of them have half turns: Donald E. Knuth, pre-fascicle 8a.
    asked = Problem.of(knight_graph(8), closed=True)
    number = 13267364410532
    symmetries = board_symmetries(asked)
    classes = class_count(asked, symmetries, number, count, Clock(), 4 * MEMORY)
    assert classes == 1658420855433
    assert number == 8 * (classes - 608233) + 4 * 608233


def test_distinct_needs_a_board():
    G = knight_graph(5)
    G.remove_node((0, 0))
    for H in (nx.complete_graph(5), G):
        with pytest.raises(InvalidArgument, match="distinct needs a graph whose nodes are"):
            count_hamiltonian_cycles(H, distinct=True)
    with pytest.raises(InvalidArgument, match="distinct must be True or False, got 1"):
        count_hamiltonian_paths(knight_graph(5), distinct=1)


@pytest.mark.parametrize(("rows", "columns"), [(1, 1), (1, 2), (2, 2), (3, 3)])
def test_few_tours_have_few_classes(rows, columns):
    G = leaper_graph(0, 1, rows, columns)
    for number in (count_hamiltonian_cycles, count_hamiltonian_paths):
        assert number(G, distinct=True) <= number(G)
    assert count_hamiltonian_paths(G, distinct=True) == {1: 1, 2: 1, 4: 1, 9: 3}[len(G)]


def test_a_time_out_counts_for_the_symmetric_tours_too(ticking):
    with pytest.raises(SearchLimitReached, match="not counted"):
        count_hamiltonian_cycles(knight_graph(8), distinct=True, timeout=0.2)
