"""Maximum independent sets: known numbers and brute force."""

import math
import random

import naive
import networkx as nx
import pytest
from hypothesis import given, strategies as st
from naive import (
    independence_number,
    is_independent,
)
from placement_graphs import board, is_proved, sparse_or_dense, undirected
from together import together

from icosian import (
    NoPlacement,
    independence_polynomial,
    maximum_independent_set,
    place,
)
from icosian.placements import CliqueCover, independence_search
from icosian.placements.independence_search import IndependenceComponent


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
@together("n", range(1, 17))
@together("piece", ["knight", "king", "queen", "rook", "bishop"])
def test_chess_pieces_have_their_numbers_and_covers_to_prove_it(piece, n):
    G = board(piece, n, n)
    placement = maximum_independent_set(G)
    assert is_proved(G, placement)
    assert len(placement) == closed_form(piece, n)
    assert isinstance(placement.proof, CliqueCover)


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


@together("n", range(5, 12))
def test_queens_on_a_torus_are_as_many_as_monsky_says(n):
    # P. Monsky, Problem E3162, American Mathematical Monthly 96 (1989), 258-259; OEIS A085801
    expected = n if math.gcd(n, 6) == 1 else n - 2 if n % 3 == 0 or n % 4 == 0 else n - 1
    G = board("queen", n, n, periodic=True)
    queens = maximum_independent_set(G)
    assert is_independent(G, queens)
    assert len(queens) == queens.proof.value == expected


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


@together(
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
    assert len(placement) == placement.proof.value == number


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


def test_integer_programming_takes_over_where_the_search_is_long(monkeypatch, no_luck):
    G = board("king", 7, 7, periodic=True)
    monkeypatch.setattr(independence_search, "_STEPS", 10)
    placement = maximum_independent_set(G)
    assert placement.proof.method == "integer programming"
    assert len(placement) == placement.proof.value == 10
