"""Independent sets: listed, counted, largest, placed, and why there are no larger ones."""

import itertools
import math
import operator
import random

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings, strategies as st
from scipy.optimize import OptimizeResult

import icosian
from icosian import (
    InvalidArgument,
    InvalidProof,
    NoPlacement,
    SearchLimitReached,
    all_queens,
    board_graph,
    count_independent_sets,
    independence_polynomial,
    independent_sets,
    maximum_independent_set,
    place,
    queen_graph,
)
from icosian._kernels import independence as kernels
from icosian._kernels._jit import compiled, is_forbidden
from icosian._run.clock import Clock
from icosian.boards.board import Board
from icosian.placements import CliqueCover, Exhausted
from icosian.placements._graph import reading
from icosian.placements.independent import solver as largest
from icosian.placements.independent.branch_and_bound import (
    BranchAndBound,
    integer_programme,
    search_orders,
)
from icosian.placements.independent.component import Part
from icosian.placements.independent.reductions import components, leave_out, neighbours

# Placements of 0, 1, 2, ... pieces on n x n boards, n = 1, ..., 8, computed by a program of its
# own; rooks agree with k! C(n, k)^2, the sums of the kings with OEIS A063443, the last entries of
# the queens with A000170, of the bishops with 2^n.
TABLE = {
    "knight": """
        1 1; 1 4 6 4 1; 1 9 28 36 18 2; 1 16 96 276 412 340 170 48 6; 1 25 252 1360 4436
        9386 13384 12996 8526 3679 994 158 15 1; 1 36 550 4752 26133 97580 257318 491140
        688946 716804 556274 323476 141969 47684 12488 2560 393 40 2; 1 49 1056 13340
        111066 649476 2774728 8891854 21773953 41310504 61412928 72304650 68233368
        52400729 33376132 18001362 8363763 3374053 1178064 351592 87913 17910 2858 336 26
        1; 1 64 1848 32084 376560 3184708 20202298 98796304 379978716 1167053680
        2897726604 5876860140 9825415557 13660238780 15932672964 15737653004 13304668385
        9742722088 6260518246 3574590840 1830733371 844203844 349524138 128874944 41833846
        11792736 2840224 572432 93840 12004 1122 68 2
    """,
    "king": """
        1 1; 1 4; 1 9 16 8 1; 1 16 78 140 79; 1 25 228 964 1987 1974 978 242 27 1; 1 36
        520 3920 16834 42368 62266 51504 21792 3600; 1 49 1020 11860 85275 397014 1220298
        2484382 3324193 2882737 1601292 569818 129657 18389 1520 64 1; 1 64 1806 29708
        317471 2326320 12033330 44601420 119138166 229095676 314949564 305560392 204883338
        91802548 25952226 4142000 281571
    """,
    "queen": """
        1 1; 1 4; 1 9 8; 1 16 44 24 2; 1 25 140 204 82 10; 1 36 340 1024 982 248 4; 1 49
        700 3628 7002 4618 832 40; 1 64 1288 10320 34568 46736 22708 3192 92
    """,
    "rook": """
        1 1; 1 4 2; 1 9 18 6; 1 16 72 96 24; 1 25 200 600 600 120; 1 36 450 2400 5400 4320
        720; 1 49 882 7350 29400 52920 35280 5040; 1 64 1568 18816 117600 376320 564480
        322560 40320
    """,
    "bishop": """
        1 1; 1 4 4; 1 9 26 26 8; 1 16 92 232 260 112 16; 1 25 240 1124 2728 3368 1960 440
        32; 1 36 520 3896 16428 39680 53744 38368 12944 1600 64; 1 49 994 10894 70792
        282248 692320 1022320 867328 389312 81184 5792 128; 1 64 1736 26192 242856 1444928
        5599888 14082528 22522960 22057472 12448832 3672448 489536 20224 256
    """,
}
BOARDS = [
    (piece, n, tuple(map(int, row.split())))
    for piece, rows in TABLE.items()
    for n, row in enumerate(rows.split(";"), start=1)
]


def board(piece, *shape, periodic=False):
    return board_graph(Board(shape, periodic=periodic), piece)


@st.composite
def undirected(draw, most=9):
    """Draw a graph or multigraph with odd labels, loops and parallel edges."""
    G = draw(st.sampled_from([nx.Graph, nx.MultiGraph]))()
    labels = [0, "b", (1, 2), 3.5, frozenset({4}), -7, None.__class__, "b c", 10**30]
    G.add_nodes_from(draw(st.permutations(labels))[: draw(st.integers(0, most))])
    if G:
        pairs = st.tuples(*[st.sampled_from(list(G))] * 2)
        G.add_edges_from(draw(st.lists(pairs, max_size=2 * len(G))))
    return G


@st.composite
def sparse_or_dense(draw, most=24):
    """Draw a random graph of any density."""
    n = draw(st.integers(1, most))
    return nx.gnp_random_graph(n, draw(st.floats(0, 1)), seed=draw(st.integers(0, 10**6)))


def ribbon(n, reach, seed):
    """Return a random graph of nodes in a row, joined to some of the next few."""
    rng = random.Random(seed)
    G = nx.empty_graph(n)
    pairs = ((i, j) for i in range(n) for j in range(i + 1, min(n, i + reach + 1)))
    G.add_edges_from(pair for pair in pairs if rng.random() < 0.4)
    return G


def is_independent(G, nodes):
    return not any(G.has_edge(u, v) for u, v in itertools.combinations(nodes, 2))


def brute_force(G, size):
    """Return the independent sets of one size, by trying all sets."""
    return [nodes for nodes in itertools.combinations(G, size) if is_independent(G, nodes)]


def independence_number(G):
    """Return the size of a largest independent set: it holds a given node or a neighbour of it."""
    near = {v: set(G[v]) - {v} for v in G}

    def largest_of(free):
        if not free:
            return 0
        v = min(free, key=lambda v: len(near[v] & free))
        choice = [v, *(near[v] & free)] if len(near[v] & free) > 1 else [v]
        return 1 + max(largest_of(free - near[w] - {w}) for w in choice)

    return largest_of(set(G))


def is_proved(G, placement):
    """Say whether a placement is independent and its bound holds and is tight."""
    placement.bound.check(G)
    assert list(placement) == [v for v in G if v in set(placement)]
    return is_independent(G, placement) and placement.bound.value == len(placement)


@pytest.fixture
def no_luck(monkeypatch):
    """Leave everything to the exact searches."""
    monkeypatch.setattr(Part, "approach", lambda *_: None)


# Counting


@pytest.mark.parametrize(("piece", "n", "row"), BOARDS)
def test_boards_have_the_polynomials_of_the_table(piece, n, row):
    assert independence_polynomial(board(piece, n, n)) == row


@pytest.mark.parametrize(("piece", "n", "row"), BOARDS)
def test_sets_of_one_size_are_as_many_as_the_polynomial_says(piece, n, row):
    G = board(piece, n, n)
    for size in {0, 1, len(row) // 2, len(row) - 2, len(row) - 1}:
        assert count_independent_sets(G, size) == row[size]
    assert count_independent_sets(G, len(row)) == 0
    assert count_independent_sets(G, 10**9) == 0


@given(undirected())
def test_polynomials_are_those_of_brute_force(G):
    expected = [len(brute_force(G, size)) for size in range(len(G) + 1)]
    assert [count_independent_sets(G, size) for size in range(len(G) + 1)] == expected
    while not expected[-1]:
        expected.pop()
    assert independence_polynomial(G) == tuple(expected)


@given(sparse_or_dense(), st.data())
def test_sets_hold_a_given_node_or_do_not(G, data):
    v = data.draw(st.sampled_from(list(G)))
    whole = independence_polynomial(G)
    without = independence_polynomial(G.subgraph(set(G) - {v}))
    rest = independence_polynomial(G.subgraph(set(G) - {v} - set(G[v])))
    sums = itertools.zip_longest(without, (0, *rest), fillvalue=0)
    assert whole == tuple(a + b for a, b in sums)


@given(sparse_or_dense(most=12), sparse_or_dense(most=12))
def test_the_polynomial_of_two_graphs_side_by_side_is_the_product(G, H):
    both = independence_polynomial(nx.disjoint_union(G, H))
    assert both == tuple(np.convolve(independence_polynomial(G), independence_polynomial(H)))


@given(sparse_or_dense(), st.randoms(use_true_random=False))
def test_neither_order_nor_labels_change_a_polynomial(G, rng):
    order = list(G)
    rng.shuffle(order)
    H = nx.Graph()
    H.add_nodes_from(map(str, order))
    H.add_edges_from((str(v), str(u)) for u, v in G.edges)
    assert independence_polynomial(H) == independence_polynomial(G)


@pytest.mark.parametrize("n", [1, 2, 70, 300])
def test_closed_forms_hold_far_beyond_64_bits(n):
    assert independence_polynomial(nx.empty_graph(n)) == tuple(
        math.comb(n, k) for k in range(n + 1)
    )
    assert independence_polynomial(nx.complete_graph(n)) == (1, n)
    path = tuple(math.comb(n - k + 1, k) for k in range((n + 1) // 2 + 1))
    assert independence_polynomial(nx.path_graph(n)) == path
    assert count_independent_sets(nx.path_graph(n), n // 3) == path[n // 3]


@pytest.mark.parametrize("n", [5, 10, 20])
def test_sets_of_boards_of_two_rows_follow_their_recurrence(n):
    # kings on 2 x n: a column is empty or holds one of two squares, and then the next is empty
    sizes = [1, 3]
    while len(sizes) <= n:
        sizes.append(sizes[-1] + 2 * sizes[-2])
    assert sum(independence_polynomial(board("king", 2, n))) == sizes[n]


# Listing


@pytest.mark.parametrize("n", range(1, 9))
def test_n_independent_queens_are_all_queens_in_the_same_order(n):
    listed = list(independent_sets(queen_graph(n), n))
    assert listed == list(all_queens(n))
    assert [queens.columns for queens in listed] == [queens.columns for queens in all_queens(n)]


@given(undirected())
def test_every_set_is_listed_once_in_lexicographic_order(G):
    for size in range(len(G) + 2):
        assert [tuple(nodes) for nodes in independent_sets(G, size)] == brute_force(G, size)


@pytest.mark.parametrize(
    ("piece", "n", "size"), [("king", 6, 9), ("bishop", 6, 10), ("rook", 6, 6)]
)
def test_as_many_sets_are_listed_as_are_counted(piece, n, size):
    G = board(piece, n, n)
    listed = [nodes.nodes for nodes in independent_sets(G, size)]
    assert len(listed) == count_independent_sets(G, size)
    assert listed == sorted(set(listed))
    assert all(is_independent(G, nodes) for nodes in listed[:100])


def test_listing_is_lazy_and_knows_the_graph_as_it_was():
    G = board("king", 16, 16)
    sets = independent_sets(G, 40)
    G.remove_nodes_from(list(G))
    first = list(itertools.islice(sets, 1000))
    king = board("king", 16, 16)
    assert len(set(first)) == 1000
    assert all(len(nodes) == 40 and is_independent(king, nodes) for nodes in first)


def test_a_set_of_no_nodes_is_listed_once():
    assert [len(nodes) for nodes in independent_sets(nx.Graph(), 0)] == [0]
    assert [len(nodes) for nodes in independent_sets(nx.complete_graph(3), 0)] == [0]
    assert list(independent_sets(nx.Graph(), 1)) == []


# The largest


def closed_form(piece, n):
    if piece == "knight":
        return 4 if n == 2 else (n * n + 1) // 2
    if piece == "queen":
        return n if n > 3 else (1, 1, 2)[n - 1]
    return {"king": ((n + 1) // 2) ** 2, "rook": n, "bishop": max(1, 2 * n - 2)}[piece]


@pytest.mark.parametrize("n", range(1, 17))
@pytest.mark.parametrize("piece", TABLE)
def test_chess_pieces_have_their_numbers_and_covers_to_prove_it(piece, n):
    G = board(piece, n, n)
    placement = maximum_independent_set(G)
    assert is_proved(G, placement)
    assert len(placement) == closed_form(piece, n)
    assert isinstance(placement.bound, CliqueCover)


@pytest.mark.parametrize("n", [4, 5, 6, 7, 8, 9, 10])
@pytest.mark.parametrize("periodic", [True, (True, False)])
def test_wrapped_boards_have_their_numbers(n, periodic):
    for piece in ("rook", "bishop"):  # lines in two directions that cross once or never
        placement = maximum_independent_set(board(piece, n, n, periodic=periodic))
        assert len(placement) == n
        assert isinstance(placement.bound, CliqueCover)
    kings = maximum_independent_set(board("king", n, n, periodic=periodic))
    across = n // 2
    assert len(kings) == (n * across // 2 if periodic is True else (n + 1) // 2 * across)
    knights = maximum_independent_set(board("knight", n, n, periodic=periodic))
    if n % 2 == 0:
        assert len(knights) == n * n // 2
        assert isinstance(knights.bound, CliqueCover)


@pytest.mark.parametrize("n", range(5, 12))
def test_queens_on_a_torus_are_as_many_as_monsky_says(n):
    # P. Monsky, Problem E3162, American Mathematical Monthly 96 (1989), 258-259; OEIS A085801
    expected = n if math.gcd(n, 6) == 1 else n - 2 if n % 3 == 0 or n % 4 == 0 else n - 1
    G = board("queen", n, n, periodic=True)
    queens = maximum_independent_set(G)
    assert is_independent(G, queens)
    assert len(queens) == queens.bound.value == expected


@given(undirected())
def test_a_largest_set_is_as_large_as_brute_force_says(G):
    placement = maximum_independent_set(G)
    assert is_proved(G, placement)
    assert brute_force(G, len(placement))
    assert not brute_force(G, len(placement) + 1)


@given(sparse_or_dense(), st.data())
def test_searches_find_what_the_recurrence_says_without_luck(G, data):
    number = independence_number(G)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Part, "approach", lambda *_: None)
        placement = maximum_independent_set(G)
        assert len(placement) == number == placement.bound.value
        size = data.draw(st.integers(0, len(G)))
        if size <= number:
            assert is_independent(G, place(G, size))
            assert len(place(G, size)) == size
        else:
            with pytest.raises(NoPlacement) as caught:
                place(G, size)
            assert number <= caught.value.bound.value < size
    assert is_independent(G, placement)


@pytest.mark.parametrize("reach", [4, 6, 8, 12])
@pytest.mark.parametrize("n", [40, 70, 130])
def test_searches_go_as_far_as_the_polynomial(n, reach, no_luck):
    for seed in range(3 if is_forbidden() else 12):
        G = ribbon(n, reach, seed)
        number = len(independence_polynomial(G)) - 1
        placement = maximum_independent_set(G)
        assert len(placement) == number == placement.bound.value
        assert len(place(G, number - 1)) == number - 1
        with pytest.raises(NoPlacement):
            place(G, number + 1)


@given(st.lists(sparse_or_dense(most=9), min_size=1, max_size=4), st.integers(-2, 2))
def test_pieces_are_shared_out_among_separate_parts(graphs, spare):
    # Odd antiholes have no cover as small as their sets, so every part needs a search.
    graphs = [*graphs, nx.cycle_graph(5), nx.complement(nx.cycle_graph(7)), nx.cycle_graph(7)]
    G = nx.disjoint_union_all(graphs)
    number = sum(map(independence_number, graphs))
    assert len(maximum_independent_set(G)) == number
    if spare <= 0:
        assert len(place(G, number + spare)) == number + spare
    else:
        with pytest.raises(NoPlacement) as caught:
            place(G, number + spare)
        assert number <= caught.value.bound.value < number + spare


@given(sparse_or_dense(), st.randoms(use_true_random=False))
def test_neither_order_nor_labels_change_a_number(G, rng):
    order = list(G)
    rng.shuffle(order)
    H = nx.relabel_nodes(G, dict(zip(G, order, strict=True)))
    K = nx.Graph()
    K.add_nodes_from(sorted(H))
    K.add_edges_from(H.edges)
    assert len(maximum_independent_set(K)) == len(maximum_independent_set(G))


@pytest.mark.parametrize(
    ("G", "number"),
    [
        (nx.petersen_graph(), 4),
        (nx.dodecahedral_graph(), 8),
        (nx.icosahedral_graph(), 3),
        (nx.octahedral_graph(), 2),
        (nx.tutte_graph(), 19),
        (nx.hoffman_singleton_graph(), 15),
        (nx.hypercube_graph(7), 64),
        (nx.mycielski_graph(6), 23),
        (nx.sudoku_graph(3), 9),
        (nx.circular_ladder_graph(9), 8),
        (nx.complete_multipartite_graph(3, 7, 5), 7),
        (nx.complement(nx.petersen_graph()), 2),
        (nx.complement(nx.path_graph(30)), 2),
        (nx.line_graph(nx.complete_graph(9)), 4),
        (nx.complement(nx.line_graph(nx.complete_graph(9))), 8),
        *((nx.kneser_graph(n, k), math.comb(n - 1, k - 1)) for n, k in [(6, 2), (7, 3), (8, 3)]),
    ],
)
def test_famous_graphs_have_their_numbers(G, number):
    placement = maximum_independent_set(G)
    assert is_independent(G, placement)
    assert len(placement) == placement.bound.value == number


@pytest.mark.slow
@pytest.mark.parametrize("density", [0.1, 0.3, 0.5, 0.9])
def test_random_graphs_with_a_hundred_nodes_are_solved(density):
    G = nx.gnp_random_graph(100, density, seed=7)
    placement = maximum_independent_set(G)
    clique, _ = nx.max_weight_clique(nx.complement(G), weight=None) if density > 0.4 else (None, 0)
    assert is_independent(G, placement)
    assert clique is None or len(clique) == len(placement)
    with pytest.raises(NoPlacement):
        place(G, len(placement) + 1)


@given(st.integers(1, 30), st.integers(1, 30), st.integers(0, 200), st.integers(0, 10**6))
def test_bipartite_graphs_have_a_set_and_a_cover_of_one_size(m, n, edges, seed):
    G = nx.bipartite.gnmk_random_graph(m, n, min(edges, m * n), seed=seed)
    placement = maximum_independent_set(G)
    assert is_proved(G, placement)
    assert isinstance(placement.bound, CliqueCover)
    assert max(map(len, placement.bound.cliques)) <= 2
    matching = nx.max_weight_matching(G, maxcardinality=True)
    assert len(placement) == m + n - len(matching)


def intervals(ends):
    """Return the graph of intervals that overlap, which is chordal."""
    return nx.Graph(
        [
            (i, j)
            for (i, a), (j, b) in itertools.combinations_with_replacement(enumerate(ends), 2)
            if max(a[0], b[0]) <= min(a[1], b[1])
        ]
    )


@given(st.lists(st.tuples(st.integers(0, 40), st.integers(0, 9)), min_size=1, max_size=40))
def test_nothing_is_left_of_a_chordal_graph(pairs):
    G = intervals([(begin, begin + length) for begin, length in pairs])
    given = reading(G)
    near = neighbours(given)
    out = leave_out(near)
    left = list(components(near, {v for v, _ in out}))
    assert all(len(part) == 1 for part in left)
    placement = maximum_independent_set(G)
    assert is_proved(G, placement)
    assert isinstance(placement.bound, CliqueCover)
    assert len(left) == len(placement)


@given(st.integers(1, 200), st.integers(0, 10**6))
def test_nothing_is_left_of_a_tree(n, seed):
    G = nx.random_labeled_tree(n, seed=seed)
    near = neighbours(reading(G))
    assert len(leave_out(near)) == n - len(maximum_independent_set(G))
    assert not any(near)


@given(sparse_or_dense())
def test_what_is_left_out_is_not_missed(G):
    near = neighbours(reading(G))
    rest = set(G) - {v for v, _ in leave_out(near)}
    assert independence_number(G.subgraph(rest)) == independence_number(G)
    assert all(near[v] == (set(G[v]) & rest if v in rest else set()) for v in G)


def test_loops_and_parallel_edges_never_matter():
    G = nx.MultiGraph([(0, 0), (0, 1), (0, 1), (1, 2), (2, 0), (3, 3)])
    placement = maximum_independent_set(G)
    assert len(placement) == 2
    assert 3 in placement
    assert independence_polynomial(G) == (1, 4, 3)


def test_the_null_graph_has_the_empty_set():
    G = nx.Graph()
    placement = maximum_independent_set(G)
    assert len(placement) == 0
    assert placement.bound == CliqueCover(cliques=())
    assert len(place(G, 0)) == 0
    assert independence_polynomial(G) == (1,)
    with pytest.raises(NoPlacement, match="1 pieces do not fit"):
        place(G, 1)


# Placing


@pytest.mark.parametrize("k", [0, 1, 5, 7, 8])
def test_so_many_queens_as_are_asked_for_are_placed(k):
    G = queen_graph(8)
    placement = place(G, k)
    assert len(placement) == k
    assert is_independent(G, placement)
    assert placement.board == Board((8, 8))
    assert list(placement) == sorted(placement)


@pytest.mark.parametrize("k", [9, 10, 64, 65, 10**9])
def test_too_many_queens_are_refused_with_the_reason(k):
    with pytest.raises(NoPlacement, match=f"{k} pieces do not fit. At most 8 nodes") as caught:
        place(queen_graph(8), k)
    assert isinstance(caught.value, nx.NetworkXUnfeasible)
    caught.value.bound.check(queen_graph(8))
    assert caught.value.bound.value == 8


def test_one_queen_too_many_on_a_torus_is_refused_by_a_search():
    with pytest.raises(NoPlacement, match="An exhaustive search by branch and bound") as caught:
        place(board("queen", 8, 8, periodic=True), 7)
    assert caught.value.bound.value == 6
    with pytest.raises(NoPlacement, match="no independent set has more than 7 nodes"):
        place(board("queen", 8, 8, periodic=True), 8)  # no more is proved than was asked
    with pytest.raises(NoPlacement) as caught:
        place(board("king", 5, 5, periodic=True), 6)
    caught.value.bound.check(board("king", 5, 5, periodic=True))
    assert isinstance(caught.value.bound, Exhausted)


def test_as_many_as_fit_in_each_part_are_placed():
    G = nx.disjoint_union_all([nx.petersen_graph(), nx.path_graph(4), nx.complete_graph(3)])
    for k in range(8):
        assert len(place(G, k)) == k
    with pytest.raises(NoPlacement):
        place(G, 8)


# Bounds


def test_a_cover_is_refused_if_a_clique_is_missing_or_is_none():
    G = queen_graph(8)
    cliques = maximum_independent_set(G).bound.cliques
    with pytest.raises(InvalidProof, match="no clique covers"):
        CliqueCover(cliques=cliques[1:]).check(G)
    with pytest.raises(InvalidProof, match="not joined"):
        CliqueCover(cliques=(cliques[0] + cliques[1], *cliques[2:])).check(G)
    CliqueCover(cliques=cliques).check(G)


def test_a_search_is_refused_that_claims_too_much():
    G = nx.petersen_graph()
    bound = maximum_independent_set(G).bound
    assert isinstance(bound, Exhausted)
    bound.check(G)
    with pytest.raises(InvalidProof, match="better independent set than 3"):
        Exhausted(goal="independent set", best=3, method=bound.method).check(G)


# Searches


def searching(G, order, *, useless=0):
    """Return the largest part of a graph and a search of it that nothing has helped."""
    near = neighbours(reading(G))
    part = Part(near, max(components(near, ()), key=len))
    search = BranchAndBound(part, search_orders(part)[order], part.most, useless)
    part.best = 0
    return part, search


def finish(run, budget, *, machine_code=False):
    """Run a kernel to its end and return everything it knows."""
    arrays = [np.array(array, np.int64) for array in run.arrays()]
    function = compiled(run._function) if machine_code else run._function
    if not machine_code:
        arrays = [array.tolist() for array in arrays]
    while not (status := function(*arrays, budget)):
        pass
    return status, [list(map(int, array)) for array in arrays]


@pytest.mark.parametrize("order", [0, 1])
@given(sparse_or_dense(most=30))
@settings(max_examples=50)
def test_branch_and_bound_finds_a_largest_set_of_any_graph(order, G):
    part, search = searching(G, order)
    search.advance(Clock(), 10**9)
    expected = independence_number(G.subgraph(part.nodes))
    assert part.size == expected
    assert part.most >= expected
    assert is_independent(G, part.members)


@given(sparse_or_dense(most=20), st.integers(1, 9))
@settings(max_examples=50)
def test_branch_and_bound_looks_for_nothing_useless(G, useless):
    part, search = searching(G, 0, useless=min(useless, len(G) - 1))
    if useless < part.most:
        search.advance(Clock(), 10**9)
        expected = independence_number(G.subgraph(part.nodes))
        assert part.size == (expected if expected > useless else 0)
        assert part.most == max(expected, useless) or part.size == part.most


@given(sparse_or_dense(), st.integers(1, 7))
@settings(max_examples=50)
def test_slices_of_any_size_are_one_search(G, budget):
    whole = finish(searching(G, 1)[1]._run, 10**9)
    assert finish(searching(G, 1)[1]._run, budget) == whole


@pytest.mark.skipif(is_forbidden(), reason="numba is told not to compile")
@pytest.mark.parametrize("density", [0.1, 0.5])
def test_compiled_and_interpreted_searches_are_the_same_to_the_bit(density):
    G = nx.gnp_random_graph(70, density, seed=3)  # more than one word
    _, search = searching(G, 1)
    one = finish(search._run, 1000)
    assert finish(search._run, 1000, machine_code=True) == one
    assert one[1][-1][kernels.SIZE] == len(maximum_independent_set(G))


@pytest.mark.parametrize("n", [20, 30])
def test_an_integer_programme_agrees_with_branch_and_bound(n):
    G = nx.random_regular_graph(3, n, seed=n)
    part, search = searching(G, 0)
    search.advance(Clock(), 10**9)
    number, part.best, part.most = part.size, 0, n
    integer_programme(part, 10_000, None)
    assert part.size == part.most == number
    assert is_independent(G, part.members)
    assert part.method == "integer programming"


def test_an_integer_programme_that_gives_up_proves_nothing():
    part, _ = searching(nx.random_regular_graph(3, 100, seed=1), 0)
    before = part.most
    integer_programme(part, 10_000, 0.0)
    assert part.most == before


def test_an_integer_programme_that_went_astray_is_not_believed(monkeypatch):
    part, _ = searching(nx.cycle_graph(5), 0)
    before = part.best, part.size, part.most
    everything = OptimizeResult(x=np.ones(5), status=0, mip_node_count=1)
    monkeypatch.setattr("scipy.optimize.milp", lambda *_, **__: everything)
    integer_programme(part, 1, None)
    assert (part.best, part.size, part.most) == before


def test_integer_programming_takes_over_where_the_search_is_long(monkeypatch, no_luck):
    G = board("king", 7, 7, periodic=True)
    monkeypatch.setattr(largest, "_STEPS", 10)
    placement = maximum_independent_set(G)
    assert placement.bound.method == "integer programming"
    assert len(placement) == placement.bound.value == 10


# Limits


@pytest.mark.parametrize("timeout", [0, 0.5])
def test_a_time_out_tells_the_best_set_and_what_is_proved(timeout):
    G = nx.gnp_random_graph(300, 0.1, seed=1)
    for question in (maximum_independent_set, lambda G, **o: place(G, 50, **o)):
        with pytest.raises(SearchLimitReached, match="independent nodes found") as caught:
            question(G, timeout=timeout)
        error = caught.value
        assert len(error.best) > 30
        assert is_independent(G, error.best)
        error.bound.check(G)
        assert error.bound == error.best.bound
        assert len(error.best) < error.bound.value < 150
        assert error.stats.steps > 0
        assert error.stats.seconds < timeout + 2


def test_a_time_out_stops_counting():
    G = nx.gnp_random_graph(100, 0.1, seed=1)
    with pytest.raises(SearchLimitReached, match="not counted") as caught:
        independence_polynomial(G, timeout=0.2)
    assert caught.value.stats.method == "frontier"
    with pytest.raises(SearchLimitReached, match="not counted"):
        count_independent_sets(G, 20, timeout=0.2)


def test_progress_is_told_the_method_and_growing_steps():
    told = []
    G = nx.gnp_random_graph(300, 0.1, seed=1)
    with pytest.raises(SearchLimitReached):
        maximum_independent_set(G, timeout=0.4, progress=told.append)
    assert told
    assert {report.method for report in told} <= {"covers and exchanges", "branch and bound"}
    steps = [report.steps for report in told]
    assert steps == sorted(steps)


def test_results_are_the_same_every_time_and_in_whatever_order_edges_come():
    G = nx.gnp_random_graph(60, 0.15, seed=5)
    edges = list(G.edges)
    random.Random(1).shuffle(edges)
    H = nx.empty_graph(60)
    H.add_edges_from((v, u) for u, v in edges)
    first = maximum_independent_set(G)
    for again in (maximum_independent_set(G), maximum_independent_set(H)):
        assert again == first
        assert again.bound == first.bound
    assert place(G, 10) == place(H, 10)


@pytest.mark.parametrize("size", [-1, 1.5, "3", None, True])
def test_a_size_that_is_none_is_refused_at_the_call(size):
    G = nx.path_graph(3)
    for question in (independent_sets, count_independent_sets, place):
        with pytest.raises(InvalidArgument, match="must be an integer of at least 0"):
            question(G, size)


def test_a_size_may_be_any_integer():
    assert count_independent_sets(nx.path_graph(3), np.int64(2)) == 1
    assert len(place(nx.path_graph(3), np.int8(2))) == 2


@pytest.mark.parametrize(
    "question",
    [
        independence_polynomial,
        maximum_independent_set,
        lambda G: independent_sets(G, 1),
        lambda G: count_independent_sets(G, 1),
        lambda G: place(G, 1),
    ],
)
def test_digraphs_and_other_things_are_refused_at_the_call(question):
    with pytest.raises(nx.NetworkXNotImplemented):
        question(nx.DiGraph([(0, 1)]))
    with pytest.raises(InvalidArgument, match="must be a networkx graph"):
        question([0, 1])


def test_time_outs_and_callbacks_are_checked():
    G = nx.path_graph(3)
    for timeout in (-1, math.nan, "1"):
        for question in (independence_polynomial, maximum_independent_set):
            with pytest.raises(InvalidArgument, match="timeout must be seconds"):
                question(G, timeout=timeout)
    with pytest.raises(InvalidArgument, match="progress must be callable"):
        maximum_independent_set(G, progress=1)


def test_board_graphs_have_the_functions_as_methods():
    G = icosian.king_graph(4)
    names = ("independence_polynomial", "maximum_independent_set")
    for name in names:
        assert operator.methodcaller(name)(G) == getattr(icosian, name)(G)
    assert G.count_independent_sets(4) == 79
    assert len(list(G.independent_sets(4))) == 79
    assert len(G.place(3)) == 3
