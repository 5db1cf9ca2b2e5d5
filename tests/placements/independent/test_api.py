"""Independent sets: listed, placed; bounds, limits, arguments."""

import itertools
import math
import operator
import random
from functools import partial

import naive
import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from naive import is_independent
from placement_graphs import board, undirected
from together import together

import icosian
from icosian import (
    Board,
    InvalidArgument,
    InvalidProof,
    NoPlacement,
    SearchLimitReached,
    all_queens,
    count_independent_sets,
    independence_polynomial,
    independent_sets,
    maximum_independent_set,
    minimum_dominating_set,
    place,
    queen_graph,
)
from icosian.placements import CliqueCover, Exhausted


@together("n", range(1, 9))
def test_n_independent_queens_are_all_queens_in_the_same_order(n):
    listed = list(independent_sets(queen_graph(n), n))
    assert listed == list(all_queens(n))
    assert [queens.columns for queens in listed] == [queens.columns for queens in all_queens(n)]


@given(undirected())
def test_every_set_is_listed_once_in_lexicographic_order(G):
    for size in range(len(G) + 2):
        assert [tuple(nodes) for nodes in independent_sets(G, size)] == naive.independent_sets(
            G, size
        )


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


def test_parallel_edges_never_matter_and_loops_are_refused():
    G = nx.MultiGraph([(0, 1), (0, 1), (1, 2), (2, 0)])
    G.add_node(3)
    placement = maximum_independent_set(G)
    assert len(placement) == 2
    assert 3 in placement
    assert independence_polynomial(G) == (1, 4, 3)
    G.add_edge(3, 3)
    asked = partial(place, k=1), partial(minimum_dominating_set, total=True)
    for count in (maximum_independent_set, independence_polynomial, *asked):
        with pytest.raises(InvalidArgument, match="a loop makes 3 its own neighbor"):
            count(G)


def test_the_null_graph_has_the_empty_set():
    G = nx.Graph()
    placement = maximum_independent_set(G)
    assert len(placement) == 0
    assert placement.proof == CliqueCover(cliques=())
    assert len(place(G, 0)) == 0
    assert independence_polynomial(G) == (1,)
    with pytest.raises(NoPlacement, match="1 pieces do not fit"):
        place(G, 1)


@together("k", [0, 1, 5, 7, 8])
def test_so_many_queens_as_are_asked_for_are_placed(k):
    G = queen_graph(8)
    placement = place(G, k)
    assert len(placement) == k
    assert is_independent(G, placement)
    assert placement.board == Board((8, 8))
    assert list(placement) == sorted(placement)


@together("k", [9, 10, 64, 65, 10**9])
def test_too_many_queens_are_refused_with_the_reason(k):
    with pytest.raises(NoPlacement, match=f"{k} pieces do not fit. At most 8 nodes") as caught:
        place(queen_graph(8), k)
    assert isinstance(caught.value, nx.NetworkXUnfeasible)
    caught.value.proof.check(queen_graph(8))
    assert caught.value.proof.value == 8


def test_one_queen_too_many_on_a_torus_is_refused_by_a_search():
    with pytest.raises(
        NoPlacement, match=r"an exhaustive search found none \(branch and bound"
    ) as caught:
        place(board("queen", 8, 8, periodic=True), 7)
    assert caught.value.proof.value == 6
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


def test_a_cover_is_refused_if_a_clique_is_missing_or_is_none():
    G = queen_graph(8)
    cliques = maximum_independent_set(G).proof.cliques
    with pytest.raises(InvalidProof, match="no clique covers"):
        CliqueCover(cliques=cliques[1:]).check(G)
    with pytest.raises(InvalidProof, match="not joined"):
        CliqueCover(cliques=(cliques[0] + cliques[1], *cliques[2:])).check(G)
    CliqueCover(cliques=cliques).check(G)


def test_a_search_is_refused_that_claims_too_much():
    G = nx.petersen_graph()
    bound = maximum_independent_set(G).proof
    assert isinstance(bound, Exhausted)
    bound.check(G)
    with pytest.raises(InvalidProof, match="better independent set than 3"):
        Exhausted(goal="independent set", best=3, method=bound.method).check(G)


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


def test_progress_is_told_the_method_and_growing_steps(ticking):
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
        assert again.proof == first.proof
    assert place(G, 10) == place(H, 10)


@together("size", [-1, 1.5, "3", None, True])
def test_a_size_that_is_none_is_refused_at_the_call(size):
    G = nx.path_graph(3)
    for question in (independent_sets, count_independent_sets, place):
        with pytest.raises(InvalidArgument, match="must be an integer of at least 0"):
            question(G, size)


def test_a_size_may_be_any_integer():
    assert count_independent_sets(nx.path_graph(3), np.int64(2)) == 1
    assert len(place(nx.path_graph(3), np.int8(2))) == 2


@together(
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


def test_a_bound_is_a_number_and_its_proof_a_certificate():
    kings = maximum_independent_set(board("king", 4))
    assert (kings.bound, kings.is_optimal, kings.proof.value) == (4, True, 4)
    plain = icosian.queens(4)
    assert (plain.bound, plain.is_optimal) == (None, False)
