"""Colourings are proper and have as few colours as possible."""

import itertools

import networkx as nx
import pytest
from hypothesis import given, settings, strategies as st

import icosian
from icosian import Coloring, InvalidArgument, SearchLimitReached, minimum_coloring
from icosian.placements import Clique, EqualShares, Exhausted

# OEIS A088202, the queen's graphs of side 1, 2, ...
QUEENS = [1, 4, 5, 5, 5, 7, 7, 9, 10, 11]


def is_proper(G, coloring):
    return set(coloring) == set(G) and all(
        coloring[u] != coloring[v] for u, v in G.edges() if u != v
    )


def brute_force(G):
    """Return the chromatic number, by trying all colourings."""
    nodes = list(G)
    edges = [(nodes.index(u), nodes.index(v)) for u, v in G.edges() if u != v]
    return next(
        k
        for k in itertools.count()
        for colors in itertools.product(range(k), repeat=len(nodes))
        if all(colors[u] != colors[v] for u, v in edges)
    )


def number(G, **options):
    """Return the chromatic number, once the colouring and its bound have been looked at."""
    coloring = minimum_coloring(G, **options)
    assert is_proper(G, coloring)
    assert coloring.bound.value == coloring.number_of_colors == len(coloring.classes)
    if not isinstance(coloring.bound, Exhausted):
        coloring.bound.check(G)
    return coloring.number_of_colors


@pytest.mark.parametrize("n", range(1, 8))
def test_queens_have_their_published_numbers_of_colours(n):
    assert number(icosian.queen_graph(n)) == QUEENS[n - 1]


@pytest.mark.slow
@pytest.mark.parametrize("n", [8, 9, 10])
def test_more_queens_have_their_published_numbers_of_colours(n):
    assert number(icosian.queen_graph(n)) == QUEENS[n - 1]


@pytest.mark.parametrize("n", range(1, 9))
def test_other_pieces_have_the_numbers_of_their_closed_forms(n):
    assert number(icosian.rook_graph(n)) == n
    assert number(icosian.bishop_graph(n)) == n
    assert number(icosian.king_graph(n)) == (4 if n > 1 else 1)
    assert number(icosian.knight_graph(n)) == (2 if n > 2 else 1)


@pytest.mark.parametrize("n", [5, 7, 11])
def test_queens_on_a_torus_without_factors_2_and_3_need_n_colours(n):
    # the placements (2r + c) mod n fill the board
    assert number(icosian.queen_graph(n, periodic=True)) == n


@pytest.mark.parametrize(
    ("G", "colours"),
    [
        (nx.null_graph(), 0),
        (nx.empty_graph(5), 1),
        (nx.path_graph(2), 2),
        (nx.cycle_graph(9), 3),
        (nx.cycle_graph(10), 2),
        (nx.complete_graph(7), 7),
        (nx.petersen_graph(), 3),
        (nx.dodecahedral_graph(), 3),
        (nx.icosahedral_graph(), 4),
        (nx.mycielski_graph(4), 4),  # Grötzsch's graph, without a triangle
        (nx.mycielski_graph(5), 5),
        (nx.kneser_graph(6, 2), 4),  # Lovász: n - 2k + 2
        (nx.kneser_graph(7, 3), 3),
        (nx.complete_multipartite_graph(2, 3, 4), 3),
        (nx.chvatal_graph(), 4),
        (nx.wheel_graph(6), 4),
        (nx.hypercube_graph(5), 2),
        (nx.complement(nx.cycle_graph(7)), 4),
        (nx.sudoku_graph(2), 4),
        (nx.sudoku_graph(3), 9),
    ],
    ids=repr,
)
def test_named_graphs_have_their_chromatic_number(G, colours):
    assert number(G) == colours


@pytest.mark.slow
def test_the_fifth_graph_of_mycielski_needs_six_colours():
    assert number(nx.mycielski_graph(6)) == 6


@st.composite
def graphs(draw, most=6):
    n = draw(st.integers(1, most))
    G = draw(st.sampled_from([nx.Graph, nx.MultiGraph]))()
    G.add_nodes_from(draw(st.permutations([0, "b", (1, 2), 3.5, frozenset({4}), -7]))[:n])
    pairs = list(itertools.combinations_with_replacement(list(G), 2))
    G.add_edges_from(draw(st.lists(st.sampled_from(pairs), max_size=20)))
    return G


@given(graphs())
@settings(max_examples=80)
def test_small_graphs_have_the_number_of_brute_force(G):
    colours = brute_force(G)
    assert number(G) == colours
    minimum_coloring(G).bound.check(G)  # an exhausted search, too, can be repeated


@given(st.integers(5, 30), st.floats(0.1, 0.9), st.integers(0, 10**6))
@settings(max_examples=25)
def test_neither_order_nor_labels_change_the_number(n, p, seed):
    G = nx.gnp_random_graph(n, p, seed=seed)
    H = nx.Graph()
    H.add_nodes_from(str(v) for v in reversed(list(G)))
    H.add_edges_from((str(v), str(u)) for u, v in G.edges)
    assert number(G) == number(H)


@given(st.integers(4, 25), st.floats(0.1, 0.9), st.integers(0, 10**6))
@settings(max_examples=25)
def test_another_edge_never_makes_fewer_colours_and_at_most_one_more(n, p, seed):
    G = nx.gnp_random_graph(n, p, seed=seed)
    before = number(G)
    if missing := next(nx.non_edges(G), None):
        G.add_edge(*missing)
        assert number(G) in (before, before + 1)


def test_the_same_seed_gives_the_same_colouring():
    G = nx.gnp_random_graph(40, 0.5, seed=3)
    assert minimum_coloring(G, seed=5) == minimum_coloring(G, seed=5)
    assert number(G, seed=5) == number(G, seed=6)


def test_each_kind_of_reason_is_met():
    kinds = {
        type(minimum_coloring(G).bound)
        for G in (icosian.king_graph(4), nx.petersen_graph(), nx.mycielski_graph(4))
    }
    assert Clique in kinds
    assert Exhausted in kinds | {EqualShares}
    assert len(kinds) > 1


def test_a_time_out_gives_the_best_colouring_and_a_bound():
    G = nx.gnp_random_graph(150, 0.5, seed=1)
    with pytest.raises(SearchLimitReached, match="the best colouring has") as caught:
        minimum_coloring(G, timeout=0.3)
    best, bound = caught.value.best, caught.value.bound
    assert is_proper(G, best)
    assert 1 <= bound.value < best.number_of_colors
    if not isinstance(bound, Exhausted):
        bound.check(G)
    assert caught.value.stats.seconds > 0


def test_bad_arguments_are_refused():
    with pytest.raises(nx.NetworkXNotImplemented):
        minimum_coloring(nx.DiGraph([(0, 1)]))
    with pytest.raises(InvalidArgument, match="must be a networkx graph"):
        minimum_coloring(5)
    with pytest.raises(InvalidArgument, match="timeout"):
        minimum_coloring(nx.path_graph(3), timeout=-1)
    with pytest.raises(InvalidArgument, match="seed"):
        minimum_coloring(nx.path_graph(3), seed="x")


def test_a_colouring_is_a_mapping_that_shows_itself():
    G = icosian.king_graph(2, 3)
    coloring = Coloring(dict.fromkeys(G, "red") | {(0, 1): "blue"}, G=G)
    assert coloring[0, 0] == 0
    assert coloring[0, 1] == 1
    assert len(coloring) == 6
    assert coloring.number_of_colors == 2
    assert coloring.classes[1] == ((0, 1),)
    assert str(coloring) == "0 1 0\n0 0 0"
    assert repr(coloring) == "<coloring of 6 nodes with 2 colours>"
    assert coloring == Coloring({v: (v == (0, 1)) + 3 for v in G})
    assert hash(coloring) == hash(Coloring({v: (v == (0, 1)) + 3 for v in G}))
    assert coloring.to_svg().startswith("<svg")
    assert str(Coloring({"a": 5, "b": 6})) == "0: a\n1: b"
    holes = icosian.king_graph(2, 2, holes=[(0, 0)])
    assert str(minimum_coloring(holes)).splitlines()[0] == "# 0"
