"""Minimum dominating sets: tables of chess, brute force, bounds, arguments."""

import itertools
import math
import random
from dataclasses import replace

import networkx as nx
import pytest
from hypothesis import given, strategies as st
from naive import dominating_sets, is_dominating, minimum_sets
from placement_graphs import (
    INDEPENDENT,
    PLAIN,
    RULES,
    TOTAL,
    board,
    domination_number,
    has_isolated_node,
    undirected,
)
from together import together

from icosian import (
    InvalidArgument,
    InvalidProof,
    NoPlacement,
    SearchLimitReached,
    minimum_dominating_set,
    minimum_dominating_sets,
)
from icosian.placements import Exhausted, Packing, domination


@RULES
@given(undirected())
def test_a_smallest_set_is_as_small_as_brute_force_says(rule, G):
    if rule is TOTAL and has_isolated_node(G):
        with pytest.raises(NoPlacement):
            minimum_dominating_set(G, **rule)
        return
    placement = minimum_dominating_set(G, **rule)
    assert len(placement) == len(minimum_sets(G, **rule)[0])
    assert is_dominating(G, placement, **rule)
    assert list(placement) == [v for v in G if v in set(placement)]
    assert placement.graph is G
    assert placement.proof.value == len(placement)
    placement.proof.check(G)


@RULES
@given(undirected(), st.sampled_from([1, 2, 5, 4096]))
def test_the_smallest_sets_are_those_of_brute_force_part_by_part_in_order(rule, G, batch):
    if rule is TOTAL and has_isolated_node(G):
        return
    index = {v: k for k, v in enumerate(G)}
    parts = sorted(sorted(index[v] for v in part) for part in nx.connected_components(G))

    def key(chosen):
        numbers = {index[v] for v in chosen}
        return [[k for k in part if k in numbers] for part in parts]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(domination, "_BATCH", batch)
        found = [placement.nodes for placement in minimum_dominating_sets(G, **rule)]
    assert found == sorted(minimum_sets(G, **rule), key=key)
    if len(parts) == 1:
        assert found == minimum_sets(G, **rule)


@RULES
@given(undirected(most=8), st.randoms(use_true_random=False))
def test_labels_order_loops_and_parallel_edges_never_change_a_number(rule, G, rng):
    if rule is TOTAL and has_isolated_node(G):
        return
    nodes = list(G)
    rng.shuffle(nodes)
    if not rule:
        G.add_edges_from((v, v) for v in nodes[::2])
    H = nx.Graph()
    H.add_nodes_from(f"node {nodes.index(v)}" for v in nodes)
    H.add_edges_from((f"node {nodes.index(u)}", f"node {nodes.index(v)}") for u, v in G.edges())
    H.remove_edges_from(list(nx.selfloop_edges(H)))
    assert len(minimum_dominating_set(H, **rule)) == len(minimum_dominating_set(G, **rule))
    number = sum(1 for _ in minimum_dominating_sets(H, **rule))
    assert number == sum(1 for _ in minimum_dominating_sets(G, **rule))


SIZES = {
    # A075458, A075324; where no number stands, an integer programme confirms to n = 8
    ("queen", ""): [1, 1, 1, 2, 3, 3, 4, 5, 5, 5, 5, 6],
    ("queen", "independent"): [1, 1, 1, 3, 3, 4, 4, 5, 5, 5, 5, 7],
    ("queen", "total"): [None, 2, 2, 2, 3, 4, 4, 5],
    # A006075, A342576, A261752
    ("knight", ""): [1, 4, 4, 4, 5, 8, 10, 12, 14, 16],
    ("knight", "independent"): [1, 4, 4, 4, 5, 8, 13, 14, 14, 16],
    ("knight", "total"): [None, None, None, 6, 7, 8, 10, 14, 18, 22],
    # A075561: ceil(n / 3)^2
    ("king", ""): [1, 1, 1, 4, 4, 4, 9, 9],
    ("king", "independent"): [1, 1, 1, 4, 4, 4, 9, 9],
    ("king", "total"): [None, 2, 2, 4, 5, 8, 9, 12],
    # n for rooks and bishops (Yaglom and Yaglom); A384117 for rooks, total
    ("rook", ""): [1, 2, 3, 4, 5, 6, 7, 8],
    ("rook", "independent"): [1, 2, 3, 4, 5, 6, 7, 8],
    ("rook", "total"): [None, 2, 3, 4, 5, 6, 7, 8],
    ("bishop", ""): [1, 2, 3, 4, 5, 6, 7, 8],
    ("bishop", "independent"): [1, 2, 3, 4, 5, 6, 7, 8],
    ("bishop", "total"): [None, 4, 4, 4, 6, 8, 8, 10],
}


NUMBERS = {
    ("queen", ""): [1, 4, 1, 12, 186, 4, 86, 4860, 114, 8, 2, 8],  # A002564
    ("queen", "independent"): [1, 4, 1, 16, 16, 120, 8, 728, 92, 8, 2, 840],  # A002568
    ("queen", "total"): [None, 6, 20, 12, 70, 960, 22, 352, 10, 216],  # A002566
    ("knight", ""): [1, 1, 8, 9, 47, 127, 10, 2, 2, 4],  # A103315
    ("king", ""): [1, 4, 1, 256, 79, 1],  # A347554
    ("rook", ""): [2 * n**n - math.factorial(n) for n in range(1, 6)],  # Yaglom and Yaglom
    ("rook", "independent"): [math.factorial(n) for n in range(1, 7)],
    ("rook", "total"): [None, 4, 6, 80, 410, 5112],  # A384117
}


FAST, SLOW = 6, 10


def rule_of(name):
    return {name: True} if name else {}


def published(table, begin, end):
    """Return pieces, rules, sizes of boards and values of a table."""
    return [
        pytest.param(piece, name, n, value, marks=[pytest.mark.exhaustive] * (n > SLOW))
        for (piece, name), values in table.items()
        for n, value in enumerate(values, start=1)
        if begin <= n <= end
    ]


def check_size(piece, name, n, size):
    G, rule = board(piece, n), rule_of(name)
    if size is None:
        with pytest.raises(NoPlacement):
            minimum_dominating_set(G, **rule)
        return
    placement = minimum_dominating_set(G, **rule)
    assert len(placement) == placement.proof.value == size
    assert is_dominating(G, placement, **rule)


def check_number(piece, name, n, number):
    if number is not None:
        assert sum(1 for _ in minimum_dominating_sets(board(piece, n), **rule_of(name))) == number


@together(("piece", "name", "n", "size"), (case.values for case in published(SIZES, 1, FAST)))
def test_domination_numbers_of_small_boards_are_the_published_ones(piece, name, n, size):
    check_size(piece, name, n, size)


@pytest.mark.slow
@pytest.mark.parametrize(("piece", "name", "n", "size"), published(SIZES, FAST + 1, 12))
def test_domination_numbers_are_the_published_ones(piece, name, n, size):
    check_size(piece, name, n, size)


@pytest.mark.slow
@pytest.mark.parametrize("side", [FAST, pytest.param(8, marks=pytest.mark.exhaustive)])
@pytest.mark.parametrize(("piece", "name"), SIZES)
def test_domination_numbers_are_those_of_an_integer_program(piece, name, side):
    for n, size in enumerate(SIZES[piece, name][:side], start=1):
        if size is not None:
            assert domination_number(board(piece, n), **rule_of(name)) == size


@together(
    ("piece", "name", "n", "number"), (case.values for case in published(NUMBERS, 1, FAST - 1))
)
def test_numbers_of_smallest_sets_of_small_boards_are_the_published_ones(piece, name, n, number):
    check_number(piece, name, n, number)


@pytest.mark.slow
@pytest.mark.parametrize(("piece", "name", "n", "number"), published(NUMBERS, FAST, 12))
def test_numbers_of_smallest_sets_are_the_published_ones(piece, name, n, number):
    check_number(piece, name, n, number)


@pytest.mark.slow
@pytest.mark.parametrize("n", [*range(1, 6), pytest.param(6, marks=pytest.mark.exhaustive)])
@together(("piece", "name"), SIZES)
def test_the_smallest_sets_of_boards_to_6_x_6_are_those_of_a_plain_recursion(piece, name, n):
    size, G, rule = SIZES[piece, name][n - 1], board(piece, n), rule_of(name)
    if size is None:
        return
    found = [placement.nodes for placement in minimum_dominating_sets(G, **rule)]
    expected = list(dominating_sets(G, size, **rule))
    assert not any(dominating_sets(G, size - 1, **rule))
    if piece == "bishop" or (piece == "knight" and n == 3):  # these boards fall into parts
        found.sort()
    assert found == expected


@pytest.mark.slow
def test_numbers_of_kings_on_rectangles_are_those_of_A350815():  # noqa: N802
    table = [
        [1, 2, 1, 4, 3, 1, 8, 4],
        [2, 4, 2, 16, 12, 4, 64, 32],
        [1, 2, 1, 4, 3, 1, 8, 4],
        [4, 16, 4, 256, 144, 16, 4096, 1024],
        [3, 12, 3, 144, 79, 9, 1656, 408],
        [1, 4, 1, 16, 9, 1, 64, 16],
    ]
    for (m, row), n in itertools.product(enumerate(table, start=1), range(1, 9)):
        G = board("king", m, n)
        assert len(minimum_dominating_set(G)) == -(-m // 3) * -(-n // 3)
        assert sum(1 for _ in minimum_dominating_sets(G)) == row[n - 1]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("piece", "rule", "sizes"),
    [
        ("queen", PLAIN, [1, 1, 1, 2, 3, 3, 4, 4]),  # A279402
        ("queen", INDEPENDENT, [1, 1, 1, 2, 5, 4, 5, 4]),  # A279404
        ("knight", PLAIN, [1, 2, 3, 4, 5, 6, 9, 8]),  # A279407
    ],
)
def test_domination_numbers_of_toroidal_boards_are_the_published_ones(piece, rule, sizes):
    assert [
        len(minimum_dominating_set(board(piece, n, n, periodic=True), **rule)) for n in range(1, 9)
    ] == sizes


@together("n", range(1, 14))
def test_kings_have_a_packing_whatever_the_order_of_the_squares(n):
    G = board("king", n)
    squares = list(G)
    random.Random(n).shuffle(squares)
    H = nx.Graph()
    H.add_nodes_from(squares)
    H.add_edges_from(G.edges)
    for graph in (G, H):
        bound = minimum_dominating_set(graph).proof
        assert isinstance(bound, Packing)
        bound.check(G)


@together("n", range(3, 30))
def test_paths_and_cycles_need_a_third_of_their_nodes(n):
    assert len(minimum_dominating_set(nx.path_graph(n))) == -(-n // 3)
    assert len(minimum_dominating_set(nx.cycle_graph(n))) == -(-n // 3)
    total = minimum_dominating_set(nx.cycle_graph(n), total=True)
    assert len(total) == n // 2 - n // 4 + -(-n // 4)


def test_named_graphs_have_the_numbers_that_are_known():
    def sizes(graphs, rule=PLAIN):
        return [len(minimum_dominating_set(G, **rule)) for G in graphs]

    petersen, bipartite = nx.petersen_graph(), nx.complete_bipartite_graph(4, 5)
    rules = PLAIN, INDEPENDENT, TOTAL
    assert [sizes([petersen, bipartite], rule) for rule in rules] == [[3, 2], [3, 4], [4, 2]]
    assert sizes(map(nx.star_graph, range(5))) == [1] * 5
    assert sizes(map(nx.hypercube_graph, range(1, 6))) == [1, 2, 2, 4, 7]  # A000983
    grids = [nx.grid_2d_graph(n, n) for n in range(1, 9)]
    assert sizes(grids) == [1, 2, 3, 4, 7, 10, 12, 16]  # A104519


def test_the_empty_set_dominates_the_null_graph():
    for rule in (PLAIN, INDEPENDENT, TOTAL):
        assert minimum_dominating_set(nx.null_graph(), **rule).nodes == ()
        assert [p.nodes for p in minimum_dominating_sets(nx.null_graph(), **rule)] == [()]


def test_isolated_nodes_dominate_themselves():
    G = nx.disjoint_union(nx.empty_graph(3), nx.path_graph(2))
    assert minimum_dominating_set(G).nodes[:3] == (0, 1, 2)
    assert [p.nodes for p in minimum_dominating_sets(G)] == [(0, 1, 2, 3), (0, 1, 2, 4)]


def test_the_same_graph_gives_the_same_set():
    for piece, rule in (("knight", PLAIN), ("queen", TOTAL), ("bishop", INDEPENDENT)):
        one, two = (minimum_dominating_set(board(piece, 7), **rule) for _ in range(2))
        assert one == two
        assert one.proof == two.proof


def test_a_packing_in_which_two_share_a_dominator_is_refused():
    G = board("king", 6)
    bound = minimum_dominating_set(G).proof
    bound.check(G)
    with pytest.raises(InvalidProof, match="dominates"):
        replace(bound, nodes=(*bound.nodes, (2, 2))).check(G)
    with pytest.raises(InvalidProof, match="dominates"):
        bound.check(board("queen", 6))


@RULES
def test_an_exhausted_search_that_claims_too_much_is_refused(rule):
    G = board("queen", 5)
    bound = minimum_dominating_set(G, **rule).proof
    assert bound == Exhausted(
        goal="dominating set", best=3, method="set cover", steps=bound.steps, **rule
    )
    assert bound.steps > 0
    bound.check(G)
    with pytest.raises(InvalidProof, match="better"):
        replace(bound, best=4).check(G)


def test_a_node_without_neighbors_cannot_be_dominated_totally():
    with pytest.raises(NoPlacement, match=r"\(1, 1\) has no neighbor"):
        minimum_dominating_set(board("knight", 3), total=True)
    with pytest.raises(NoPlacement, match=r"\(1, 1\) has no neighbor"):
        minimum_dominating_sets(board("knight", 3), total=True)


@pytest.mark.parametrize("ask", [minimum_dominating_set, minimum_dominating_sets])
def test_bad_arguments_are_refused_at_the_call(ask):
    G = nx.path_graph(4)
    with pytest.raises(InvalidArgument, match="contradict"):
        ask(G, total=True, independent=True)
    with pytest.raises(InvalidArgument, match="total must be True or False, got 1"):
        ask(G, total=1)
    with pytest.raises(InvalidArgument, match="independent must be True or False, got 'yes'"):
        ask(G, independent="yes")
    with pytest.raises(InvalidArgument, match="timeout"):
        ask(G, timeout=-1)
    with pytest.raises(InvalidArgument, match="networkx graph"):
        ask([1, 2, 3])
    with pytest.raises(nx.NetworkXNotImplemented):
        ask(nx.DiGraph([(1, 2)]))


def test_progress_must_be_callable():
    with pytest.raises(InvalidArgument, match="progress"):
        minimum_dominating_set(nx.path_graph(4), progress=1)


@pytest.mark.slow
@RULES
@pytest.mark.parametrize("timeout", [0, 0.5])
def test_a_time_out_tells_the_best_set_and_what_is_proved(ticking, rule, timeout):
    G = board("queen", 18)
    with pytest.raises(SearchLimitReached, match="undecided after") as caught:
        minimum_dominating_set(G, timeout=timeout, **rule)
    error = caught.value
    assert is_dominating(G, error.best, **rule)
    assert 1 <= error.proof.value < len(error.best)
    assert error.best.proof == error.proof
    assert error.stats.method == "set cover"
    assert error.stats.seconds < timeout + 0.1
    if timeout == 0:
        error.proof.check(G)


def test_a_listing_that_takes_too_long_says_so(ticking):
    sets = minimum_dominating_sets(board("queen", 18), timeout=0.2)
    with pytest.raises(SearchLimitReached):
        next(sets)
    sets = minimum_dominating_sets(board("king", 7), timeout=0.6)  # there are 243,856
    with pytest.raises(SearchLimitReached, match="9 nodes dominate the graph, not all") as caught:
        list(sets)
    assert len(caught.value.best) == caught.value.proof.value == 9


def test_the_first_sets_come_long_before_the_last():
    sets = minimum_dominating_sets(board("rook", 8))  # there are 33,514,112
    found = [placement.nodes for placement in itertools.islice(sets, 10_000)]
    assert found == sorted(set(found))
    assert len(found) == 10_000
    assert all(is_dominating(board("rook", 8), nodes) for nodes in found[::1000])


@pytest.mark.slow
def test_progress_is_told_growing_steps(ticking):
    told = []
    with pytest.raises(SearchLimitReached):
        minimum_dominating_set(board("queen", 18), timeout=0.6, progress=told.append)
    assert {report.method for report in told} == {"set cover"}
    steps = [report.steps for report in told]
    assert steps == sorted(steps)


def test_an_exception_in_the_progress_callback_stops_the_search():
    class Stop(Exception):
        pass

    def stop(_):
        raise Stop

    with pytest.raises(Stop):
        minimum_dominating_set(board("queen", 18), timeout=60, progress=stop)
