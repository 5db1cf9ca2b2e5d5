"""Maximum independent sets: numbers, bounds, limits, and graphs that need no search."""

import itertools
import math
import operator
import random

import naive
import networkx as nx
import numpy as np
import pytest
from hypothesis import given, strategies as st
from naive import is_independent
from placement_graphs import board, sparse_or_dense, undirected
from together import together

import icosian
from icosian import (
    InvalidArgument,
    NoPlacement,
    SearchLimitReached,
    count_independent_sets,
    independent_sets,
    maximum_independent_set,
    place,
    queen_graph,
)
from icosian.placements import Exhausted, independence_polynomial

# Independent sets: listed, placed; bounds, limits, arguments.


@given(undirected())
def test_every_set_is_listed_once_in_lexicographic_order(G):
    for size in range(len(G) + 2):
        assert [tuple(nodes) for nodes in independent_sets(G, size)] == naive.independent_sets(
            G, size
        )


@together("k", [9, 10, 64, 65, 10**9])
def test_too_many_queens_are_refused_with_the_reason(k):
    with pytest.raises(
        NoPlacement, match=f"{k} pieces do not fit. No independent set has more than 8"
    ) as caught:
        place(queen_graph(8), k)
    assert isinstance(caught.value, nx.NetworkXUnfeasible)
    caught.value.proof.check(queen_graph(8))
    assert caught.value.proof.value == 8


def test_one_queen_too_many_on_a_torus_is_refused_by_a_search():
    with pytest.raises(NoPlacement, match=r"an exhaustive search found none") as caught:
        place(board("queen", 8, 8, periodic=True), 7)
    assert caught.value.proof.value == 6
    assert caught.value.proof.method == "branch and bound"
    with pytest.raises(NoPlacement, match="No independent set has more than 7 nodes"):
        place(board("queen", 8, 8, periodic=True), 8)  # no more is proved than was asked
    with pytest.raises(NoPlacement) as caught:
        place(board("king", 5, 5, periodic=True), 6)
    caught.value.proof.check(board("king", 5, 5, periodic=True))
    assert isinstance(caught.value.proof, Exhausted)


def test_as_many_as_fit_in_each_part_are_placed():
    G = nx.disjoint_union_all([nx.petersen_graph(), nx.path_graph(4), nx.complete_graph(3)])
    for k in range(8):
        assert len(place(G, k)) == k
    with pytest.raises(NoPlacement):
        place(G, 8)


@pytest.mark.parametrize("timeout", [0, 0.5])
def test_a_time_out_tells_the_best_set_and_what_is_proved(ticking, timeout):
    G = nx.gnp_random_graph(300, 0.1, seed=1)
    for question in (maximum_independent_set, lambda G, **o: place(G, 50, **o)):
        with pytest.raises(SearchLimitReached, match="independent nodes found") as caught:
            question(G, timeout=timeout)
        error = caught.value
        assert len(error.best) > 30
        assert is_independent(G, error.best)
        error.proof.check(G)
        assert error.proof == error.best.proof
        assert len(error.best) < error.proof.value < 150
        assert error.stats.steps > 0
        assert error.stats.seconds < timeout + 0.1


def test_results_are_the_same_every_time_and_in_whatever_order_edges_come():
    G = nx.gnp_random_graph(60, 0.15, seed=5)
    edges = list(G.edges)
    random.Random(1).shuffle(edges)
    H = nx.empty_graph(60)
    H.add_edges_from((v, u) for u, v in edges)
    first = maximum_independent_set(G)
    for again in (maximum_independent_set(G), maximum_independent_set(H)):
        assert again == first
        assert again.proof == first.proof
    assert place(G, 10) == place(H, 10)


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
    names = ("independence_polynomial", "minimum_dominating_set")
    for name in names:
        assert operator.methodcaller(name)(G) == getattr(icosian.placements, name)(G)
    assert G.count_independent_sets(4) == 79
    assert len(list(G.independent_sets(4))) == 79
    assert len(G.place(3)) == 3


# Counting independent sets by size.


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


@pytest.mark.slow
@together(("piece", "n", "row"), BOARDS)
def test_sets_of_one_size_are_as_many_as_the_polynomial_says(piece, n, row):
    G = board(piece, n, n)
    for size in {0, 1, len(row) // 2, len(row) - 2, len(row) - 1}:
        assert count_independent_sets(G, size) == row[size]
    assert count_independent_sets(G, len(row)) == 0
    assert count_independent_sets(G, 10**9) == 0


@given(undirected())
def test_polynomials_are_those_of_brute_force(G):
    expected = [len(naive.independent_sets(G, size)) for size in range(len(G) + 1)]
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


@pytest.mark.parametrize("n", [5, 10, 20])
def test_sets_of_boards_of_two_rows_follow_their_recurrence(n):
    # kings on 2 x n: a column is empty or holds one of two squares, and then the next is empty
    sizes = [1, 3]
    while len(sizes) <= n:
        sizes.append(sizes[-1] + 2 * sizes[-2])
    assert sum(independence_polynomial(board("king", 2, n))) == sizes[n]


def test_a_time_out_stops_counting(ticking):
    G = nx.gnp_random_graph(100, 0.1, seed=1)
    with pytest.raises(SearchLimitReached, match="not counted") as caught:
        independence_polynomial(G, timeout=0.2)
    assert caught.value.stats.method == "frontier"
    with pytest.raises(SearchLimitReached, match="not counted"):
        count_independent_sets(G, 20, timeout=0.2)
