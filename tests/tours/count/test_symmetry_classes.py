"""Classes of tours: against lists of tours, brute force and published numbers."""

import itertools
import os

import networkx as nx
import pytest
from families import cayley_digraph
from hypothesis import assume, given, strategies as st
from naive import tours
from strategies import conditional_questions
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
from icosian.tours import enumeration as search
from icosian.tours.count import functions as api
from icosian.tours.count.functions import class_count
from icosian.tours.enumeration import tour_batches
from icosian.tours.problem import Problem
from icosian.tours.symmetries import problem_symmetries

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
    asked = Problem.of(G, closed=closed, **question)
    group = problem_symmetries(asked, Clock())
    listed = sum(map(len, tour_batches(asked, Clock(), group)))
    number = count(asked)
    return (
        listed
        == classes_of(G, closed=closed, **question)
        == (
            number
            if number < 2
            else class_count(asked, group.images, number, count, Clock(), MEMORY)
        )
    )


def classes_of(G, *, closed, start=None, **question):
    """Return the number of classes by the public functions, which is that of the list."""
    if not closed:
        number = count_hamiltonian_paths(G, start, distinct=True, **question)
        assert number == len(list(icosian.hamiltonian_paths(G, start, distinct=True, **question)))
        return number
    if start is not None:
        question["positions"] = (question.get("positions") or {}) | {start: 1}
    number = count_hamiltonian_cycles(G, distinct=True, **question)
    assert number == len(list(icosian.hamiltonian_cycles(G, distinct=True, **question)))
    return number


def slow_classes(G, *, closed, start=None, end=None, require=(), forbid=(), positions=()):
    """Return the classes of tours, and the order of the group, by all permutations of the nodes."""
    directed, n = G.is_directed(), len(G)
    kind = tuple if directed else frozenset
    kept = [{kind(e[:2]) for e in edges if e[0] != e[1]} for edges in (G.edges, require, forbid)]
    numbers = {v: k for v, k in ((start, 1), (end, n)) if v is not None} | dict(positions)
    ends = [{v: k for v, k in numbers.items() if k in ((1,) if closed else (1, n))}]
    is_numbered = numbers != ends[0]
    if not (is_numbered or directed):
        ends.append({v: n + 1 - k for v, k in ends[0].items()})  # the reverse
    group = []
    for images in itertools.permutations(G):
        move = dict(zip(G, images, strict=True))
        if all({kind(move[v] for v in edge) for edge in edges} == edges for edges in kept) and (
            all(move[v] == v for v in numbers)
            if is_numbered
            else closed or {move[v]: k for v, k in ends[0].items()} in ends
        ):
            group.append(move)
    orders = tours(
        G,
        closed=closed,
        start=start,
        end=end,
        require=require,
        forbid=forbid,
        positions=dict(positions),
    )
    rings = (order + order[:1] if closed else order for order in orders)
    found = {frozenset(map(kind, itertools.pairwise(ring))) for ring in rings}
    images = {
        frozenset(frozenset(kind(move[v] for v in edge) for edge in tour) for move in group)
        for tour in found
    }
    return len(images), len(group)


@given(conditional_questions())
def test_classes_are_those_under_all_permutations_that_keep_the_question(asked):
    G, question = asked
    number, order = slow_classes(G, **question)
    assert classes_of(G, **question) == number
    assert problem_symmetries(Problem.of(G, **question), Clock()).order == order


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
    symmetries = problem_symmetries(asked, Clock()).images
    classes = class_count(asked, symmetries, number, count, Clock(), 4 * MEMORY)
    assert classes == 1658420855433
    assert number == 8 * (classes - 608233) + 4 * 608233


PLATONIC = [
    (nx.tetrahedral_graph(), 1, 1),
    (nx.cubical_graph(), 1, 3),
    (nx.octahedral_graph(), 2, 4),
    (nx.dodecahedral_graph(), 1, 18),  # all 30 cycles are alike: Hamilton's Icosian Game
    (nx.icosahedral_graph(), 17, 340),
]


@pytest.mark.slow
@together(
    ("G", "cycles", "paths"),
    [
        *PLATONIC,
        (nx.petersen_graph(), 0, 1),
        (nx.complete_graph(7), 1, 1),
        (nx.complete_graph(6, nx.DiGraph), 1, 1),
        (nx.complete_bipartite_graph(3, 3), 1, 1),
        (nx.moebius_kantor_graph(), 1, 11),
        (nx.heawood_graph(), 1, 3),
        (nx.pappus_graph(), 1, 9),
        (nx.desargues_graph(), 1, 11),
        (nx.cycle_graph(7, nx.DiGraph), 1, 1),
        (nx.circulant_graph(12, [1, 5]), 3, 10),
        (cayley_digraph((1, 2, 3, 0), (1, 0, 2, 3)), 0, 6),
    ],
)
def test_classes_of_graphs_are_those_under_all_isomorphisms(G, cycles, paths):
    for closed, number in ((True, cycles), (False, paths)):
        # as by brute force, with the isomorphisms of networkx
        assert classes_of(G, closed=closed) == number
        assert agree(G, closed=closed)


@pytest.mark.parametrize(
    ("G", "classes"),
    [
        *((nx.hypercube_graph(n), k) for n, k in ((2, 1), (3, 1), (4, 9))),  # OEIS A159344
        # OEIS A003437, the n-octahedron
        *((nx.turan_graph(2 * n, n), k) for n, k in ((2, 1), (3, 2), (4, 7), (5, 29))),
        pytest.param(nx.turan_graph(12, 6), 196, marks=compiled_only),
        pytest.param(nx.hypercube_graph(5), 237675, marks=[pytest.mark.exhaustive, compiled_only]),
    ],
)
def test_cycles_of_a_graph_have_as_many_classes_as_published(G, classes):
    assert count_hamiltonian_cycles(G, distinct=True) == classes


@given(st.sampled_from([nx.petersen_graph(), nx.cubical_graph(), nx.turan_graph(9, 3)]), st.data())
def test_labels_and_order_of_the_nodes_never_change_the_number(G, data):
    labels = dict(zip(G, data.draw(st.permutations([f"v{k}" for k in G])), strict=True))
    H = nx.MultiGraph()
    H.add_nodes_from(data.draw(st.permutations(list(labels.values()))))
    H.add_edges_from((labels[u], labels[v], k) for u, v in G.edges for k in range(2))
    nx.set_node_attributes(H, {v: {"name": v} for v in H})
    for number in (count_hamiltonian_cycles, count_hamiltonian_paths):
        assert number(H, distinct=True) == number(G, distinct=True)


def test_a_large_group_is_used_by_its_generators(monkeypatch):
    for n in range(3, 8):
        monkeypatch.setattr("icosian.tours.symmetries.MOST_LISTED", 1)
        K, B = nx.complete_graph(n), nx.complete_bipartite_graph(n // 2 + 1, n // 2 + 1)
        assert classes_of(K, closed=True) == classes_of(K, closed=False) == 1
        assert classes_of(K.to_directed(), closed=True) == classes_of(B, closed=True) == 1
        assert classes_of(K, closed=False, start=0, end=2) == 1
    assert classes_of(nx.icosahedral_graph(), closed=True) == 17
    assert classes_of(nx.cubical_graph(), closed=False) == 3


def test_a_group_that_is_too_large_for_so_many_tours_is_named(monkeypatch, tmp_path):
    monkeypatch.setattr(search, "MOST_STORED", 1000)
    why = "362880 symmetries and more than 1000 tours: of more than 50000 symmetries"
    with pytest.raises(SearchLimitReached, match=f"not counted: the graph has {why}"):
        count_hamiltonian_cycles(nx.complete_graph(9), distinct=True)
    with pytest.raises(InvalidArgument, match="362880 symmetries lists the tours and has no"):
        count_hamiltonian_cycles(nx.complete_graph(9), distinct=True, checkpoint=tmp_path)
    with pytest.raises(SearchLimitReached, match=why):
        list(icosian.hamiltonian_cycles(nx.complete_graph(9), distinct=True))


def test_a_board_has_the_symmetries_of_its_squares_and_its_graph_may_have_more():
    G = leaper_graph(0, 1, 4, periodic=True)
    assert count_hamiltonian_cycles(G, distinct=True) > 9
    assert count_hamiltonian_cycles(nx.Graph(G.edges), distinct=True) == 9  # the 4-cube


def test_distinct_is_true_or_false():
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
