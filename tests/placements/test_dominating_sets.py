"""Smallest dominating sets: tables of chess, brute force, certificates, and how a search ends."""

import itertools
import math
import os
import random
from dataclasses import replace

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings, strategies as st
from scipy.optimize import OptimizeResult

import icosian
from icosian import (
    Board,
    InvalidArgument,
    InvalidProof,
    NoPlacement,
    SearchLimitReached,
    minimum_dominating_set,
    minimum_dominating_sets,
)
from icosian._kernels import _jit, domination as kernels
from icosian.placements.bounds import Exhausted, Packing
from icosian.placements.domination import api as domination

PLAIN, INDEPENDENT, TOTAL = {}, {"independent": True}, {"total": True}
RULES = pytest.mark.parametrize(
    "rule", [PLAIN, INDEPENDENT, TOTAL], ids=["", "independent", "total"]
)
INTERPRETED_ONLY = os.environ.get("NUMBA_DISABLE_JIT") == "1"


def board(piece, *shape):
    return getattr(icosian, f"{piece}_graph")(*shape)


def torus(piece, n):
    return icosian.board_graph(Board((n, n), periodic=True), piece)


def keeps(G, chosen, *, total=False, independent=False):
    """Say whether a set dominates a graph in the way that is asked for."""
    chosen = set(chosen)
    near = {v: set(G[v]) - {v} for v in G}
    if independent and any(near[v] & chosen for v in chosen):
        return False
    return all(near[v] & chosen or (v in chosen and not total) for v in G)


def all_smallest(G, **rule):
    """Return the smallest sets in lexicographic order, by trying all sets of nodes."""
    for size in range(len(G) + 1):
        if found := [s for s in itertools.combinations(G, size) if keeps(G, s, **rule)]:
            return found
    return None


def all_of_size(G, size, *, total=False, independent=False):
    """Yield the sets of one size in lexicographic order: a node is in the set or it is not."""
    nodes = list(G)
    index = {v: k for k, v in enumerate(nodes)}
    near = [sum(1 << index[w] for w in G[v] if w != v) for v in nodes]
    reach = near if total else [row | 1 << k for k, row in enumerate(near)]
    most = max((row.bit_count() for row in reach), default=0)
    due = [0] * len(nodes)  # what nobody behind a node can dominate
    for k, row in enumerate(reach):
        if row:
            due[row.bit_length() - 1] |= 1 << k

    def extended(start, chosen, missing):
        left = size - len(chosen)
        if not missing and not left:
            yield tuple(nodes[k] for k in chosen)
        if left and left * most >= missing.bit_count():
            for k in range(start, len(nodes)):
                if not (independent and any(near[j] >> k & 1 for j in chosen)):
                    yield from extended(k + 1, [*chosen, k], missing & ~reach[k])
                if due[k] & missing:
                    break

    yield from extended(0, [], (1 << len(nodes)) - 1)


def by_programme(G, *, total=False, independent=False):
    """Return the size of a smallest set by an integer programme."""
    from scipy.optimize import Bounds, LinearConstraint, milp

    A = nx.to_numpy_array(G)
    constraints = [LinearConstraint(A if total else A + np.eye(len(G)), lb=1)]
    if independent:
        edges = np.array([[v in edge for v in G] for edge in G.edges], float)
        if len(edges):
            constraints.append(LinearConstraint(edges, ub=1))
    ones = np.ones(len(G))
    result = milp(ones, constraints=constraints, integrality=ones, bounds=Bounds(0, 1))
    assert result.status == 0
    return round(result.fun)


@st.composite
def undirected_graphs(draw, most=9):
    """Draw an undirected graph with odd labels, loops and parallel edges."""
    n = draw(st.integers(0, most))
    G = draw(st.sampled_from([nx.Graph, nx.MultiGraph]))()
    labels = draw(st.permutations([0, "b", (1, 2), 3.5, frozenset({4}), -7, "x", (), 9]))[:n]
    G.add_nodes_from(labels)
    if n:
        pairs = list(itertools.combinations_with_replacement(labels, 2))
        G.add_edges_from(draw(st.lists(st.sampled_from(pairs), max_size=n * n // 2)))
    return G


def has_lonely_node(G):
    return any(not set(G[v]) - {v} for v in G)


# Brute force


@RULES
@given(undirected_graphs())
def test_a_smallest_set_is_as_small_as_brute_force_says(rule, G):
    if rule is TOTAL and has_lonely_node(G):
        with pytest.raises(NoPlacement):
            minimum_dominating_set(G, **rule)
        return
    placement = minimum_dominating_set(G, **rule)
    assert len(placement) == len(all_smallest(G, **rule)[0])
    assert keeps(G, placement, **rule)
    assert list(placement) == [v for v in G if v in set(placement)]
    assert placement.graph is G
    assert placement.bound.value == len(placement)
    placement.bound.check(G)


@RULES
@given(undirected_graphs(), st.sampled_from([1, 2, 5, 4096]))
def test_the_smallest_sets_are_those_of_brute_force_part_by_part_in_order(rule, G, batch):
    if rule is TOTAL and has_lonely_node(G):
        return
    index = {v: k for k, v in enumerate(G)}
    parts = sorted(sorted(index[v] for v in part) for part in nx.connected_components(G))

    def key(chosen):
        numbers = {index[v] for v in chosen}
        return [[k for k in part if k in numbers] for part in parts]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(domination, "_BATCH", batch)
        found = [placement.nodes for placement in minimum_dominating_sets(G, **rule)]
    assert found == sorted(all_smallest(G, **rule), key=key)
    if len(parts) == 1:
        assert found == all_smallest(G, **rule)


@RULES
@given(undirected_graphs(most=8), st.randoms(use_true_random=False))
def test_labels_order_loops_and_parallel_edges_never_change_a_number(rule, G, rng):
    if rule is TOTAL and has_lonely_node(G):
        return
    nodes = list(G)
    rng.shuffle(nodes)
    H = nx.Graph()
    H.add_nodes_from(f"node {nodes.index(v)}" for v in nodes)
    H.add_edges_from((f"node {nodes.index(u)}", f"node {nodes.index(v)}") for u, v in G.edges())
    H.remove_edges_from(list(nx.selfloop_edges(H)))
    assert len(minimum_dominating_set(H, **rule)) == len(minimum_dominating_set(G, **rule))
    number = sum(1 for _ in minimum_dominating_sets(H, **rule))
    assert number == sum(1 for _ in minimum_dominating_sets(G, **rule))


@RULES
@settings(max_examples=20)
@given(st.integers(10, 24), st.floats(0.1, 0.9), st.integers(0, 1000))
def test_search_integer_programming_and_their_turns_agree(rule, n, p, seed):
    G = nx.gnp_random_graph(n, p, seed=seed)
    if rule is TOTAL and has_lonely_node(G):
        return
    sizes = {by_programme(G, **rule)} if n else set()
    for patches in ({}, {"_QUICK": 0}, {"_QUICK": 0, "_STEPS": 1000}, {"_LARGEST": 0}):
        with pytest.MonkeyPatch.context() as patch:
            for name, value in patches.items():
                patch.setattr(domination, name, value)
            placement = minimum_dominating_set(G, **rule)
        assert keeps(G, placement, **rule)
        assert placement.bound.value == len(placement)
        sizes.add(len(placement))
    assert len(sizes) == 1


# Chess

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
FAST = 6
"""The largest boards of the tests that are not slow."""


def rule_of(name):
    return {name: True} if name else {}


def published(table, begin, end):
    """Return pieces, rules, sizes of boards and values of a table."""
    return [
        (piece, name, n, value)
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
    assert len(placement) == placement.bound.value == size
    assert keeps(G, placement, **rule)


def check_number(piece, name, n, number):
    if number is not None:
        assert sum(1 for _ in minimum_dominating_sets(board(piece, n), **rule_of(name))) == number


@pytest.mark.parametrize(("piece", "name", "n", "size"), published(SIZES, 1, FAST))
def test_domination_numbers_of_small_boards_are_the_published_ones(piece, name, n, size):
    check_size(piece, name, n, size)


@pytest.mark.slow
@pytest.mark.parametrize(("piece", "name", "n", "size"), published(SIZES, FAST + 1, 12))
def test_domination_numbers_are_the_published_ones(piece, name, n, size):
    check_size(piece, name, n, size)


@pytest.mark.parametrize("side", [FAST, pytest.param(8, marks=pytest.mark.exhaustive)])
@pytest.mark.parametrize(("piece", "name"), SIZES)
def test_domination_numbers_are_those_of_an_integer_programme(piece, name, side):
    for n, size in enumerate(SIZES[piece, name][:side], start=1):
        if size is not None:
            assert by_programme(board(piece, n), **rule_of(name)) == size


@pytest.mark.parametrize(("piece", "name", "n", "number"), published(NUMBERS, 1, FAST - 1))
def test_numbers_of_smallest_sets_of_small_boards_are_the_published_ones(piece, name, n, number):
    check_number(piece, name, n, number)


@pytest.mark.slow
@pytest.mark.parametrize(("piece", "name", "n", "number"), published(NUMBERS, FAST, 12))
def test_numbers_of_smallest_sets_are_the_published_ones(piece, name, n, number):
    check_number(piece, name, n, number)


@pytest.mark.parametrize("n", [*range(1, 6), pytest.param(6, marks=pytest.mark.exhaustive)])
@pytest.mark.parametrize(("piece", "name"), SIZES)
def test_the_smallest_sets_of_boards_to_6_x_6_are_those_of_a_plain_recursion(piece, name, n):
    size, G, rule = SIZES[piece, name][n - 1], board(piece, n), rule_of(name)
    if size is None:
        return
    found = [placement.nodes for placement in minimum_dominating_sets(G, **rule)]
    expected = list(all_of_size(G, size, **rule))
    assert not any(all_of_size(G, size - 1, **rule))
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


@pytest.mark.parametrize(
    ("piece", "rule", "sizes"),
    [
        ("queen", PLAIN, [1, 1, 1, 2, 3, 3, 4, 4]),  # A279402
        ("queen", INDEPENDENT, [1, 1, 1, 2, 5, 4, 5, 4]),  # A279404
        ("knight", PLAIN, [1, 2, 3, 4, 5, 6, 9, 8]),  # A279407
    ],
)
def test_domination_numbers_of_toroidal_boards_are_the_published_ones(piece, rule, sizes):
    assert [len(minimum_dominating_set(torus(piece, n), **rule)) for n in range(1, 9)] == sizes


@pytest.mark.parametrize("n", range(1, 14))
def test_kings_have_a_packing_whatever_the_order_of_the_squares(n):
    G = board("king", n)
    squares = list(G)
    random.Random(n).shuffle(squares)
    H = nx.Graph()
    H.add_nodes_from(squares)
    H.add_edges_from(G.edges)
    for graph in (G, H):
        bound = minimum_dominating_set(graph).bound
        assert isinstance(bound, Packing)
        bound.check(G)


@RULES
def test_symmetries_do_not_change_a_number(rule):
    for piece, n in (("queen", 6), ("knight", 6), ("rook", 5)):
        G = board(piece, n)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(domination, "_QUICK", 0)  # or the symmetries are never asked for
            size = len(minimum_dominating_set(G, **rule))
            assert len(minimum_dominating_set(nx.Graph(G), **rule)) == size
            G.remove_node((0, 1))
            without = len(minimum_dominating_set(G, **rule))
        assert without == by_programme(G, **rule)


def test_symmetries_save_most_of_a_long_search(monkeypatch):
    monkeypatch.setattr(domination, "_QUICK", 0)
    for piece, n in (("queen", 7), ("rook", 6), ("knight", 6)):
        G = board(piece, n)
        symmetric, plain = (minimum_dominating_set(H).bound.steps for H in (G, nx.Graph(G)))
        assert symmetric < plain / 2


@pytest.mark.slow
@pytest.mark.parametrize("rule", [PLAIN, TOTAL], ids=["", "total"])
def test_what_unfinished_integer_programming_proves_is_true(rule, monkeypatch):
    sizes, solved = [], []
    programme = domination._Domination._programme

    def watched(self, part, branches):
        programme(self, part, branches)
        sizes.append((part.least, len(part.best)))
        solved.append(part.is_settled)

    monkeypatch.setattr(domination._Domination, "_programme", watched)
    for name, value in (("_QUICK", 0), ("_STEPS", 0), ("_BRANCHES", 300)):
        monkeypatch.setattr(domination, name, value)
    for n in (6, 7):
        sizes.clear()
        size = len(minimum_dominating_set(board("queen", n), **rule))
        assert size == SIZES["queen", "total" if rule else ""][n - 1]
        assert all(least <= size <= best for least, best in sizes)
    assert not all(solved)


# Other graphs


@pytest.mark.parametrize("n", range(3, 30))
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


def test_parts_are_searched_one_by_one():
    G = nx.disjoint_union_all([nx.petersen_graph()] * 20)
    placement = minimum_dominating_set(G)
    assert len(placement) == placement.bound.value == 60
    assert isinstance(placement.bound, Exhausted)


def test_the_same_graph_gives_the_same_set():
    for piece, rule in (("knight", PLAIN), ("queen", TOTAL), ("bishop", INDEPENDENT)):
        one, two = (minimum_dominating_set(board(piece, 7), **rule) for _ in range(2))
        assert one == two
        assert one.bound == two.bound


# Certificates


def test_a_packing_in_which_two_share_a_dominator_is_refused():
    G = board("king", 6)
    bound = minimum_dominating_set(G).bound
    bound.check(G)
    with pytest.raises(InvalidProof, match="dominates"):
        replace(bound, nodes=(*bound.nodes, (2, 2))).check(G)
    with pytest.raises(InvalidProof, match="dominates"):
        bound.check(board("queen", 6))


@RULES
def test_an_exhausted_search_that_claims_too_much_is_refused(rule):
    G = board("queen", 5)
    bound = minimum_dominating_set(G, **rule).bound
    assert bound == Exhausted(
        goal="dominating set", best=3, method="set cover", steps=bound.steps, **rule
    )
    assert bound.steps > 0
    bound.check(G)
    with pytest.raises(InvalidProof, match="better"):
        replace(bound, best=4).check(G)


def test_the_reason_of_integer_programming_names_it(monkeypatch):
    monkeypatch.setattr(domination, "_LARGEST", 0)
    bound = minimum_dominating_set(board("knight", 5)).bound
    assert (bound.best, bound.method) == (5, "integer programming")


# Arguments


def test_a_node_without_neighbours_cannot_be_dominated_totally():
    with pytest.raises(NoPlacement, match=r"\(1, 1\) has no neighbour"):
        minimum_dominating_set(board("knight", 3), total=True)
    with pytest.raises(NoPlacement, match=r"\(1, 1\) has no neighbour"):
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


# How a search ends


@RULES
@pytest.mark.parametrize("timeout", [0, 0.5])
def test_a_time_out_tells_the_best_set_and_what_is_proved(rule, timeout):
    G = board("queen", 18)
    with pytest.raises(SearchLimitReached, match="undecided after") as caught:
        minimum_dominating_set(G, timeout=timeout, **rule)
    error = caught.value
    assert keeps(G, error.best, **rule)
    assert 1 <= error.bound.value < len(error.best)
    assert error.best.bound == error.bound
    assert error.stats.method == "set cover"
    assert error.stats.seconds < timeout + 30
    if timeout == 0:
        error.bound.check(G)


@pytest.mark.parametrize(("rule", "chosen"), [(PLAIN, 0.0), (INDEPENDENT, 1.0)])
def test_an_integer_programme_that_went_astray_is_not_believed(rule, chosen, monkeypatch):
    search = domination._Domination(
        domination.reading(nx.cycle_graph(7)), total=False, independent=bool(rule), timeout=None
    )
    (part,) = search.parts
    before = part.least, part.best
    wrong = OptimizeResult(
        x=np.full(7, chosen), status=0, mip_dual_bound=-math.inf, mip_node_count=1
    )
    monkeypatch.setattr("scipy.optimize.milp", lambda *_, **__: wrong)
    search._programme(part, 1)
    assert (part.least, part.best) == before


@pytest.mark.slow
def test_integer_programming_keeps_the_time(monkeypatch):
    monkeypatch.setattr(domination, "_STEPS", 0)
    monkeypatch.setattr(domination, "_BRANCHES", 10**12)
    G = board("queen", 14)
    with pytest.raises(SearchLimitReached) as caught:
        minimum_dominating_set(G, timeout=1)
    assert caught.value.stats.seconds < 20
    assert keeps(G, caught.value.best)
    assert caught.value.bound.value <= 8 <= len(caught.value.best)  # A075458


def test_a_listing_that_takes_too_long_says_so():
    sets = minimum_dominating_sets(board("queen", 18), timeout=0.2)
    with pytest.raises(SearchLimitReached):
        next(sets)
    sets = minimum_dominating_sets(board("king", 7), timeout=0.6)  # there are 243,856
    with pytest.raises(SearchLimitReached, match="9 nodes dominate the graph, not all") as caught:
        list(sets)
    assert len(caught.value.best) == caught.value.bound.value == 9


def test_the_first_sets_come_long_before_the_last():
    sets = minimum_dominating_sets(board("rook", 8))  # there are 33,514,112
    found = [placement.nodes for placement in itertools.islice(sets, 10_000)]
    assert found == sorted(set(found))
    assert len(found) == 10_000
    assert all(keeps(board("rook", 8), nodes) for nodes in found[::1000])


def test_progress_is_told_growing_steps():
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


# The kernel


def run_of(G, size, *, room=1, total=False, independent=False):
    """Return a run of the kernel on a connected graph."""
    search = domination._Domination(
        domination.reading(G), total=total, independent=independent, timeout=None
    )
    (part,) = search.parts
    return part.run(size, part.even, room=room)


def finish(run, budget, *, compiled):
    """Run a kernel to its end, interpreted or compiled, and return the status and the arrays."""
    if compiled:
        run.arrays()
        run._lists = None
    elif run._lists is None:
        run._lists = [array.tolist() for array in run._arrays]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(_jit, "_pays", lambda _: compiled)
        while not (status := run.advance(budget)):
            pass
    return status, [array.copy() for array in run.arrays()]


@pytest.mark.skipif(INTERPRETED_ONLY, reason="this test is about compiling")
@RULES
def test_compiled_and_interpreted_searches_are_the_same_to_the_bit(rule):
    G = board("knight", 8)  # more than a word of nodes
    for size in (9, 12, 14):
        one = finish(run_of(G, size, **rule), 500, compiled=False)
        two = finish(run_of(G, size, **rule), 500, compiled=True)
        assert one[0] == two[0]
        assert all(map(np.array_equal, one[1], two[1]))


@settings(max_examples=20)
@given(st.integers(1, 100), st.integers(1, 40))
def test_slices_of_any_size_give_the_answer_of_one_piece(budget, room):
    G = board("queen", 5)
    whole = finish(run_of(G, 3, room=room), 1 << 40, compiled=False)
    sliced = finish(run_of(G, 3, room=room), budget, compiled=False)
    assert whole[0] == sliced[0] == kernels.FULL
    assert all(map(np.array_equal, whole[1], sliced[1]))


@given(undirected_graphs(most=8), st.integers(1, 8), st.integers(0, 3), st.booleans())
def test_the_kernel_finds_every_set_once_with_any_weights(G, size, power, independent):
    if not len(G) or not nx.is_connected(G):
        return
    search = domination._Domination(
        domination.reading(G), total=False, independent=independent, timeout=None
    )
    (part,) = search.parts
    weight = np.arange(len(G), dtype=np.int64) ** power
    run = part.run(size, weight, room=1 << 12)
    assert finish(run, 100, compiled=False)[0] == kernels.EXHAUSTED
    found = [frozenset(part.nodes[k] for k in chosen) for chosen in part.found(run)]
    assert len(found) == len(set(found))
    smallest = all_smallest(G, independent=independent)
    if size == len(smallest[0]):
        assert set(found) == {frozenset(map(list(G).index, s)) for s in smallest}
    assert bool(found) == (size >= len(smallest[0])) or independent
