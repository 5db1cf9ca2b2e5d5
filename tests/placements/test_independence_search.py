"""The search for independent sets: reductions, bounds, components."""

import itertools
import random

import naive
import networkx as nx
import numpy as np
import pytest
from hypothesis import given, strategies as st
from naive import independence_number, is_independent
from placement_graphs import board, is_proved, searching, sparse_or_dense, undirected
from scipy.optimize import OptimizeResult
from together import together

from icosian import NoPlacement, maximum_independent_set, place
from icosian._arrays import members
from icosian._run.limits import Clock
from icosian.placements import CliqueCover, independence_polynomial, independence_search
from icosian.placements.independence_search import (
    IndependenceComponent,
    clique_covers,
    components,
    integer_program,
    remove_dominated,
)
from icosian.placements.placement import index_graph

# Maximum independent sets: known numbers and brute force.


def ribbon(n, reach, seed):
    """Return a random graph of nodes in a row, joined to some of the next few."""
    rng = random.Random(seed)
    G = nx.empty_graph(n)
    pairs = ((i, j) for i in range(n) for j in range(i + 1, min(n, i + reach + 1)))
    G.add_edges_from(pair for pair in pairs if rng.random() < 0.4)
    return G


@pytest.fixture
def no_luck(monkeypatch):
    """Leave everything to the exact searches."""
    monkeypatch.setattr(IndependenceComponent, "approach", lambda *_: None)


def closed_form(piece, n):
    if piece == "knight":
        return 4 if n == 2 else (n * n + 1) // 2
    if piece == "queen":
        return n if n > 3 else (1, 1, 2)[n - 1]
    return {"king": ((n + 1) // 2) ** 2, "rook": n, "bishop": max(1, 2 * n - 2)}[piece]


@pytest.mark.slow
@together("n", [4, 5, 6, 7, 8, 9, 10])
@together("periodic", [True, (True, False)])
def test_wrapped_boards_have_their_numbers(n, periodic):
    for piece in ("rook", "bishop"):  # lines in two directions that cross once or never
        placement = maximum_independent_set(board(piece, n, n, periodic=periodic))
        assert len(placement) == n
        assert isinstance(placement.proof, CliqueCover)
    kings = maximum_independent_set(board("king", n, n, periodic=periodic))
    across = n // 2
    assert len(kings) == (n * across // 2 if periodic is True else (n + 1) // 2 * across)
    knights = maximum_independent_set(board("knight", n, n, periodic=periodic))
    if n % 2 == 0:
        assert len(knights) == n * n // 2
        assert isinstance(knights.proof, CliqueCover)


@given(undirected())
def test_a_largest_set_is_as_large_as_brute_force_says(G):
    placement = maximum_independent_set(G)
    assert is_proved(G, placement)
    assert naive.independent_sets(G, len(placement))
    assert not naive.independent_sets(G, len(placement) + 1)


@given(sparse_or_dense(), st.data())
def test_searches_find_what_the_recurrence_says_without_luck(G, data):
    number = independence_number(G)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(IndependenceComponent, "approach", lambda *_: None)
        placement = maximum_independent_set(G)
        assert len(placement) == number == placement.proof.value
        size = data.draw(st.integers(0, len(G)))
        if size <= number:
            assert is_independent(G, place(G, size))
            assert len(place(G, size)) == size
        else:
            with pytest.raises(NoPlacement) as caught:
                place(G, size)
            assert number <= caught.value.proof.value < size
    assert is_independent(G, placement)


@pytest.mark.slow
@pytest.mark.parametrize("reach", [4, 6, 8, 12])
@pytest.mark.parametrize("n", [40, 70, 130])
def test_searches_go_as_far_as_the_polynomial(n, reach, no_luck):
    for seed in range(3):
        G = ribbon(n, reach, seed)
        number = len(independence_polynomial(G)) - 1
        placement = maximum_independent_set(G)
        assert len(placement) == number == placement.proof.value
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
        assert number <= caught.value.proof.value < number + spare


@given(sparse_or_dense(), st.randoms(use_true_random=False))
def test_neither_order_nor_labels_change_a_number(G, rng):
    order = list(G)
    rng.shuffle(order)
    H = nx.relabel_nodes(G, dict(zip(G, order, strict=True)))
    K = nx.Graph()
    K.add_nodes_from(sorted(H))
    K.add_edges_from(H.edges)
    assert len(maximum_independent_set(K)) == len(maximum_independent_set(G))


def test_integer_programming_takes_over_where_the_search_is_long(monkeypatch, no_luck):
    G = board("king", 7, 7, periodic=True)
    monkeypatch.setattr(independence_search, "_STEPS", 10)
    placement = maximum_independent_set(G)
    assert placement.proof.method == "integer programming"
    assert len(placement) == placement.proof.value == 10


# Exact searches of a component.


@pytest.mark.parametrize("order", [0, 1])
@given(sparse_or_dense(most=30))
def test_branch_and_bound_finds_a_largest_set_of_any_graph(order, G):
    part, search = searching(G, order)
    search.advance(Clock(), 10**9)
    expected = independence_number(G.subgraph(part.nodes))
    assert part.size == expected
    assert part.most >= expected
    assert is_independent(G, part.members)


@given(sparse_or_dense(most=20), st.integers(1, 9))
def test_branch_and_bound_looks_for_nothing_useless(G, useless):
    part, search = searching(G, 0, useless=min(useless, len(G) - 1))
    if useless < part.most:
        search.advance(Clock(), 10**9)
        expected = independence_number(G.subgraph(part.nodes))
        assert part.size == (expected if expected > useless else 0)
        assert part.most == max(expected, useless) or part.size == part.most


def test_an_integer_program_that_went_astray_is_not_believed(monkeypatch):
    part, _ = searching(nx.cycle_graph(5), 0)
    before = part.best, part.size, part.most
    everything = OptimizeResult(x=np.ones(5), status=0, mip_node_count=1)
    monkeypatch.setattr("scipy.optimize.milp", lambda *_, **__: everything)
    integer_program(part, 1, Clock())
    assert (part.best, part.size, part.most) == before


# Iterated greedy clique covers.


@given(sparse_or_dense(most=30), st.integers(0, 12), st.integers(0, 100))
def test_covers_are_partitions_into_cliques_and_never_grow(G, rounds, seed):
    order = random.Random(seed).sample(range(len(G)), len(G))
    covers = list(clique_covers(index_graph(G).neighbor_masks(), order, rounds=rounds))
    assert len(covers) == rounds + 1
    for cover in covers:
        assert sorted(itertools.chain(*cover)) == list(G)
        for clique in cover:
            assert G.subgraph(clique).size() == len(clique) * (len(clique) - 1) // 2
    sizes = list(map(len, covers))
    assert sizes == sorted(sizes, reverse=True)


# Components for independence: covers, local search, cliques that hold all edges.


@given(sparse_or_dense(most=20))
def test_covers_and_local_search_bound_the_number_from_both_sides(G):
    part, _ = searching(G, 0)
    H = G.subgraph(part.nodes)
    part.approach(len(H), Clock())
    number = independence_number(H)
    assert part.size <= number <= part.most == len(part.cover)
    assert is_independent(H, part.members)
    assert sorted(itertools.chain(*part.cliques)) == sorted(H)
    for clique in part.cliques:
        assert H.subgraph(clique).size() == len(clique) * (len(clique) - 1) // 2


@given(sparse_or_dense(most=20))
def test_no_node_can_be_added_to_a_local_optimum(G):
    part, _ = searching(G, 0)
    found = part._improved(0)
    chosen = set(members(found))
    H = nx.Graph((u, v) for u, row in enumerate(part.near) for v in members(row))
    H.add_nodes_from(range(len(part.near)))
    assert is_independent(H, chosen)
    assert all(v in chosen or chosen & set(H[v]) for v in H)


@given(sparse_or_dense(most=20))
def test_lines_are_cliques_that_hold_every_edge(G):
    part, _ = searching(G, 0)
    near = [set(members(row)) for row in part.near]
    pairs = [pair for line in part.lines for pair in itertools.combinations(line, 2)]
    assert all(v in near[u] for u, v in pairs)
    held = set(map(frozenset, pairs))
    assert held == {frozenset((u, v)) for u, row in enumerate(near) for v in row}


# Reductions: chordal graphs, trees, bipartite graphs.


@given(st.integers(1, 30), st.integers(1, 30), st.integers(0, 200), st.integers(0, 10**6))
def test_bipartite_graphs_have_a_set_and_a_cover_of_one_size(m, n, edges, seed):
    G = nx.bipartite.gnmk_random_graph(m, n, min(edges, m * n), seed=seed)
    placement = maximum_independent_set(G)
    assert is_proved(G, placement)
    assert isinstance(placement.proof, CliqueCover)
    assert max(map(len, placement.proof.cliques)) <= 2
    matching = nx.max_weight_matching(G, maxcardinality=True)
    assert len(placement) == m + n - len(matching)


def intervals(ends):
    """Return the graph of intervals that overlap, which is chordal."""
    G = nx.empty_graph(len(ends))
    pairs = itertools.combinations(enumerate(ends), 2)
    G.add_edges_from((i, j) for (i, a), (j, b) in pairs if max(a[0], b[0]) <= min(a[1], b[1]))
    return G


@given(st.lists(st.tuples(st.integers(0, 40), st.integers(0, 9)), min_size=1, max_size=40))
def test_nothing_is_left_of_a_chordal_graph(pairs):
    G = intervals([(begin, begin + length) for begin, length in pairs])
    given = index_graph(G)
    near = given.neighbors()
    out = remove_dominated(near)
    left = list(components(near, {v for v, _ in out}))
    assert all(len(part) == 1 for part in left)
    placement = maximum_independent_set(G)
    assert is_proved(G, placement)
    assert isinstance(placement.proof, CliqueCover)
    assert len(left) == len(placement)


@given(st.integers(1, 200), st.integers(0, 10**6))
def test_nothing_is_left_of_a_tree(n, seed):
    G = nx.random_labeled_tree(n, seed=seed)
    near = index_graph(G).neighbors()
    assert len(remove_dominated(near)) == n - len(maximum_independent_set(G))
    assert not any(near)


@given(sparse_or_dense())
def test_what_is_left_out_is_not_missed(G):
    near = index_graph(G).neighbors()
    rest = set(G) - {v for v, _ in remove_dominated(near)}
    assert independence_number(G.subgraph(rest)) == independence_number(G)
    assert all(near[v] == (set(G[v]) & rest if v in rest else set()) for v in G)
