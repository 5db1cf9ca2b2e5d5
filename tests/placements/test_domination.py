"""Minimum dominating sets: numbers, bounds, limits, and the parts of the search."""

import itertools
import math
import random
from dataclasses import replace

import networkx as nx
import numpy as np
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
    sparse_or_dense,
    undirected,
)
from scipy.optimize import OptimizeResult
from together import examples, together

from icosian import (
    InvalidProof,
    NoPlacement,
    SearchLimitReached,
    minimum_dominating_set,
    minimum_dominating_sets,
)
from icosian._run.limits import Clock, TimeIsUp
from icosian.placements import Exhausted, Packing, domination
from icosian.placements.domination import ONE, DominationComponent, DominationSearch
from icosian.placements.independence_search import components
from icosian.placements.placement import index_graph

# Minimum dominating sets: tables of chess, brute force, bounds, arguments.


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


@pytest.mark.slow
def test_a_listing_that_takes_too_long_says_so(ticking):
    sets = minimum_dominating_sets(board("queen", 18), timeout=0.2)
    with pytest.raises(SearchLimitReached):
        next(sets)
    sets = minimum_dominating_sets(board("king", 7), timeout=0.6)  # there are 243,856
    with pytest.raises(SearchLimitReached, match="9 nodes dominate the graph, not all") as caught:
        list(sets)
    assert len(caught.value.best) == caught.value.proof.value == 9


# Components for domination: greedy bounds and the set-up of searches.


def component(G, *, total=False, independent=False):
    near = index_graph(G).neighbors()
    nodes = max(components(near, ()), key=len)
    part = DominationComponent(near, nodes, total=total, independent=independent)
    return part, G.subgraph(nodes)


@RULES
@given(sparse_or_dense(most=10))
def test_greedy_sets_and_packings_bound_the_number_from_both_sides(rule, G):
    if rule is TOTAL and has_isolated_node(G):
        return
    part, H = component(G, **rule)
    number = len(minimum_sets(H, **rule)[0])
    assert is_dominating(H, part.numbers(part.best), **rule)
    assert part.is_dominated_by(part.best)
    assert len(part.packing) == part.least <= number <= len(part.best)
    reach = [set(part.reach[k]) for k in part.packing]
    assert sum(map(len, reach)) == len(set().union(*reach))


@RULES
@given(sparse_or_dense(most=10), st.data())
def test_a_set_is_dominating_as_the_twin_says(rule, G, data):
    if rule is TOTAL and has_isolated_node(G):
        return
    part, H = component(G, **rule)
    chosen = data.draw(st.lists(st.sampled_from(range(len(H))), unique=True))
    expected = is_dominating(H, part.numbers(chosen), **rule)
    assert part.is_dominated_by(chosen) == expected


@given(sparse_or_dense(most=20))
def test_even_weights_let_no_member_cover_more_than_one(G):
    part, _ = component(G)
    assert all(sum(part.even[k] for k in row) <= ONE for row in part.reach)
    assert (part.even > 0).all()


# The methods of the domination search.


@pytest.mark.slow
@RULES
@examples(10)
@given(st.integers(10, 24), st.floats(0.1, 0.9), st.integers(0, 1000))
def test_search_integer_programming_and_their_turns_agree(rule, n, p, seed):
    G = nx.gnp_random_graph(n, p, seed=seed)
    if rule is TOTAL and has_isolated_node(G):
        return
    sizes = {domination_number(G, **rule)} if n else set()
    for patches in ({}, {"_QUICK": 0}, {"_QUICK": 0, "_STEPS": 1000}, {"_LARGEST": 0}):
        with pytest.MonkeyPatch.context() as patch:
            for name, value in patches.items():
                patch.setattr(domination, name, value)
            placement = minimum_dominating_set(G, **rule)
        assert is_dominating(G, placement, **rule)
        assert placement.proof.value == len(placement)
        sizes.add(len(placement))
    assert len(sizes) == 1


@pytest.mark.slow
@RULES
def test_symmetries_do_not_change_a_number(rule):
    for piece, n in (("queen", 6), ("knight", 6), ("rook", 5)):
        G = board(piece, n)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(domination, "_QUICK", 0)  # or the symmetries are never asked for
            size = len(minimum_dominating_set(G, **rule))
            assert len(minimum_dominating_set(nx.Graph(G.edges), **rule)) == size
            G.remove_node((0, 1))
            without = len(minimum_dominating_set(G, **rule))
        assert without == domination_number(G, **rule)


def test_symmetries_save_most_of_a_long_search(monkeypatch):
    monkeypatch.setattr(domination, "_QUICK", 0)
    for piece, n in (("queen", 7), ("rook", 6), ("knight", 6)):
        G = board(piece, n)
        H = nx.empty_graph(G)  # the same graph without its board
        H.add_edges_from(G.edges)
        symmetric, plain = (minimum_dominating_set(graph).proof.steps for graph in (G, H))
        assert symmetric < plain / 2


@pytest.mark.slow
@pytest.mark.parametrize("rule", [PLAIN, TOTAL], ids=["", "total"])
def test_what_unfinished_integer_programming_proves_is_true(rule, monkeypatch):
    sizes, solved = [], []
    program = DominationSearch._program

    def watched(self, part, branches):
        program(self, part, branches)
        sizes.append((part.least, len(part.best)))
        solved.append(part.is_settled)

    monkeypatch.setattr(DominationSearch, "_program", watched)
    for name, value in (("_QUICK", 0), ("_STEPS", 0), ("_BRANCHES", 300)):
        monkeypatch.setattr(domination, name, value)
    for n, plain, total in ((6, 3, 4), (7, 4, 4)):  # A075458
        sizes.clear()
        size = len(minimum_dominating_set(board("queen", n), **rule))
        assert size == (total if rule else plain)
        assert all(least <= size <= best for least, best in sizes)
    assert not all(solved)


def test_the_reason_of_integer_programming_names_it(monkeypatch):
    monkeypatch.setattr(domination, "_LARGEST", 0)
    bound = minimum_dominating_set(board("knight", 5)).proof
    assert (bound.best, bound.method) == (5, "integer programming")


def test_integer_programming_keeps_the_time(monkeypatch):
    monkeypatch.setattr(domination, "_STEPS", 0)
    monkeypatch.setattr(domination, "_BRANCHES", 10**12)
    G = board("queen", 14)
    with pytest.raises(SearchLimitReached) as caught:
        minimum_dominating_set(G, timeout=0.3)
    assert is_dominating(G, caught.value.best)
    assert caught.value.proof.value <= 8 <= len(caught.value.best)  # A075458


@pytest.mark.parametrize(("rule", "chosen"), [(PLAIN, 0.0), (INDEPENDENT, 1.0)])
def test_an_integer_program_that_made_a_numerical_error_is_not_trusted(rule, chosen, monkeypatch):
    search = DominationSearch(
        index_graph(nx.cycle_graph(7)), Clock(), total=False, independent=bool(rule)
    )
    (part,) = search.parts
    before = part.least, part.best
    wrong = OptimizeResult(
        x=np.full(7, chosen), status=0, mip_dual_bound=-math.inf, mip_node_count=1
    )
    monkeypatch.setattr("scipy.optimize.milp", lambda *_, **__: wrong)
    search._program(part, 1)
    assert (part.least, part.best) == before


@pytest.mark.parametrize("rules", [{}, {"total": True}, {"independent": True}, {"connected": True}])
def test_without_time_some_nodes_dominate_the_others(rules, ticking):
    G = nx.grid_2d_graph(12, 12)
    with pytest.raises(SearchLimitReached) as caught:
        minimum_dominating_set(G, timeout=0, **rules)
    assert len(caught.value.best) < 120
    assert caught.value.proof.value >= 10


@pytest.mark.parametrize("G", [nx.empty_graph(1), nx.star_graph(5), nx.complete_graph(4)])
def test_a_set_that_is_as_small_as_its_bound_needs_no_time(G, ticking):
    assert len(minimum_dominating_set(G, connected=True, timeout=0)) == 1


@pytest.mark.parametrize("rules", [{"total": False}, {"total": True}])
def test_nodes_that_are_dominated_are_known_before_the_greedy_set_is(rules, monkeypatch):
    def end(*_, **__):
        raise TimeIsUp

    monkeypatch.setattr(domination, "_greedy", end)
    near = index_graph(nx.random_regular_graph(4, 60, seed=1)).neighbors()
    part = DominationComponent(near, list(range(60)), independent=False, **rules)
    assert part.is_dominated_by(part.best)
    assert len(part.best) < 40
