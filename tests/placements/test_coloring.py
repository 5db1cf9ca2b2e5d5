"""Colourings: proper, with as few colours as possible, and with a reason why."""

import dataclasses
import itertools
import math
from collections import Counter

import matplotlib as mpl
import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings, strategies as st
from matplotlib.figure import Figure

import icosian
from icosian import (
    Coloring,
    InvalidArgument,
    InvalidProof,
    SearchLimitReached,
    board_graph,
    minimum_coloring,
    queen_graph,
)
from icosian._kernels import cliques, exactcover, tabucol
from icosian._kernels._jit import compiled, is_forbidden
from icosian._run.clock import Clock, Progress
from icosian.boards.board import Board
from icosian.placements import Clique, EqualShares, Exhausted
from icosian.placements._graph import reading
from icosian.placements.coloring import solver as classes
from icosian.placements.coloring.dsatur import clique_with, colours_after, densest_first, saturated
from icosian.placements.coloring.exact_cover import Cover, symmetric_families
from icosian.placements.coloring.sat_encoding import ColorClauses
from icosian.placements.coloring.solver import ColorSearch
from icosian.placements.independent.reductions import neighbours

mpl.use("Agg")

COVERS = "exact covers by largest independent sets"


def board(piece, *shape, periodic=False):
    return board_graph(Board(shape, periodic=periodic), piece)


@st.composite
def undirected(draw, most=8):
    """Draw a graph or multigraph with odd labels, loops and parallel edges."""
    G = draw(st.sampled_from([nx.Graph, nx.MultiGraph]))()
    labels = [0, "b", (1, 2), 3.5, frozenset({4}), -7, None.__class__, "b c"]
    G.add_nodes_from(draw(st.permutations(labels))[: draw(st.integers(0, most))])
    if G:
        pairs = st.tuples(*[st.sampled_from(list(G))] * 2)
        G.add_edges_from(draw(st.lists(pairs, max_size=4 * len(G))))
    return G


@st.composite
def sparse_or_dense(draw, most=16):
    """Draw a random graph of any density."""
    n = draw(st.integers(1, most))
    return nx.gnp_random_graph(n, draw(st.floats(0, 1)), seed=draw(st.integers(0, 10**6)))


def has_coloring(G, k):
    """Say whether k colours are enough: every node is given all those that its neighbours lack."""
    nodes = list(G)
    colours = {}

    def rest(i, used):
        if i == len(nodes):
            return True
        taken = {colours.get(w) for w in G[nodes[i]] if w != nodes[i]}
        for colour in range(min(used + 1, k)):  # one colour that is new is as good as another
            if colour not in taken:
                colours[nodes[i]] = colour
                if rest(i + 1, max(used, colour + 1)):
                    return True
        colours.pop(nodes[i], None)
        return False

    return rest(0, 0)


def chromatic_number(G):
    return next(k for k in itertools.count() if has_coloring(G, k))


def clique_number(G):
    simple = nx.Graph(G)
    simple.remove_edges_from(list(nx.selfloop_edges(simple)))
    return max(map(len, nx.find_cliques(simple)), default=0)


def is_proper(G, coloring):
    """Say whether the colours are numbered as promised, and nodes that are joined differ."""
    assert list(coloring) == list(G)
    assert list(dict.fromkeys(coloring.values())) == list(range(coloring.number_of_colors))
    return all(coloring[u] != coloring[v] for u, v in G.edges() if u != v)


def colored(G, **options):
    """Return a colouring that was checked, as far as its bound is checked in a moment."""
    coloring = minimum_coloring(G, **options)
    assert is_proper(G, coloring)
    assert coloring.graph is G
    assert coloring.bound.value == coloring.number_of_colors
    if isinstance(coloring.bound, Clique):
        coloring.bound.check(G)
    return coloring


def grotzsch():
    """Return the graph of Grötzsch: no triangle, yet three colours are not enough."""
    return nx.mycielski_graph(4)


def brinkmann():
    """Return the graph of Brinkmann and Meringer: no cycle of less than five edges."""
    G = nx.Graph()
    for i in range(7):
        G.add_edges_from([(i, (i + 2) % 7), (i, 7 + i), (i, 7 + (i - 1) % 7)])
        G.add_edges_from([(7 + i, 14 + (i + 1) % 7), (7 + i, 14 + (i - 1) % 7)])
        G.add_edge(14 + i, 14 + (i + 3) % 7)
    return G


# The number of colours


# Queens: OEIS A088202. Any n rooks, bishops and n > 1 kings: four in a square, n in a line; knights
# change the colour of their square.
CHESS = {
    "queen": (1, 4, 5, 5, 5, 7, 7, 9, 10),
    "rook": range(1, 9),
    "bishop": range(1, 9),
    "king": (1, *[4] * 7),
    "knight": (1, 1, *[2] * 6),
}


@pytest.mark.parametrize(
    ("piece", "n", "number"),
    [(piece, n, k) for piece, row in CHESS.items() for n, k in enumerate(row, start=1)],
)
def test_chess_pieces_need_their_numbers(piece, n, number):
    assert colored(board(piece, n, n)).number_of_colors == number


@pytest.mark.slow
@pytest.mark.skipif(is_forbidden(), reason="takes long without compiling")
@pytest.mark.parametrize(
    ("n", "number"),
    [
        pytest.param(10, 11, marks=pytest.mark.exhaustive),
        (11, 11),
        (12, 12),
        pytest.param(13, 13, marks=pytest.mark.exhaustive),
    ],
)
def test_queens_on_larger_boards_need_their_numbers(n, number):
    # 10, 12: M. Vasquez, New results on the queens_n^2 graph coloring problem, Journal of
    # Heuristics 10 (2004); 11, 13: no factor 2 or 3
    coloring = colored(queen_graph(n))
    assert coloring.number_of_colors == number
    assert isinstance(coloring.bound, Clique) == (n == number)


@pytest.mark.parametrize("n", range(2, 8))
@pytest.mark.parametrize("piece", ["queen", "rook", "king", "knight"])
def test_wrapped_boards_need_as_many_as_another_search_says(piece, n):
    G = board(piece, n, n, periodic=True)
    k = colored(G).number_of_colors
    assert len(G) > 25 or not has_coloring(G, k - 1)
    if piece == "king" and n > 3:  # a quarter of the squares of an odd torus is too many for kings
        assert k == (5 if n % 2 else 4)


@pytest.mark.parametrize("n", [5, 7])
def test_queens_that_fill_a_torus_are_n_kinds(n):
    # n queens do not attack each other on a torus if n has no factor 2 or 3 (Pólya 1918), and
    # their translates cover it
    assert colored(queen_graph(n, periodic=True)).number_of_colors == n


@pytest.mark.parametrize(
    ("G", "number"),
    [
        (nx.petersen_graph(), 3),
        (nx.dodecahedral_graph(), 3),
        (nx.icosahedral_graph(), 4),
        (nx.octahedral_graph(), 3),
        (nx.heawood_graph(), 2),
        (nx.frucht_graph(), 3),
        (nx.chvatal_graph(), 4),
        (nx.moebius_kantor_graph(), 2),
        (nx.hoffman_singleton_graph(), 4),
        (grotzsch(), 4),
        (brinkmann(), 4),
        (nx.sudoku_graph(2), 4),
        (nx.sudoku_graph(3), 9),
        (nx.complete_graph(30), 30),
        (nx.wheel_graph(8), 4),
        (nx.wheel_graph(9), 3),
        (nx.paley_graph(13), 5),
        (nx.complement(nx.cycle_graph(11)), 6),
        (nx.complement(nx.path_graph(11)), 6),
    ],
    ids=str,
)
def test_famous_graphs_need_their_numbers(G, number):
    assert colored(nx.Graph(G)).number_of_colors == number


def test_brinkmanns_graph_is_what_it_should_be():
    G = brinkmann()
    assert nx.girth(G) == 5
    assert set(dict(G.degree).values()) == {4}


@pytest.mark.parametrize("k", [2, 3, 4, 5, 6])
def test_mycielskis_graphs_need_ever_more_without_a_triangle(k):
    # J. Mycielski, Sur le coloriage des graphes, Colloquium Mathematicum 3 (1955)
    coloring = colored(nx.mycielski_graph(k))
    assert coloring.number_of_colors == k
    assert isinstance(coloring.bound, Clique) == (k == 2)


@pytest.mark.parametrize(("n", "k"), [(4, 2), (5, 2), (6, 2), (7, 2), (7, 3), (8, 3), (9, 3)])
def test_kneser_graphs_need_what_lovasz_proved(n, k):
    # L. Lovász, Kneser's conjecture, chromatic number, and homotopy (1978)
    assert colored(nx.kneser_graph(n, k)).number_of_colors == n - 2 * k + 2


@pytest.mark.parametrize("n", [3, 4, 5, 8, 9, 50, 51, 1001])
def test_odd_cycles_need_three(n):
    assert colored(nx.cycle_graph(n)).number_of_colors == 2 + n % 2


@pytest.mark.parametrize("parts", [(1,), (4,), (1, 1, 1), (2, 3), (3, 1, 4, 1, 5), (7,) * 9])
def test_complete_multipartite_graphs_need_one_a_part(parts):
    coloring = colored(nx.complete_multipartite_graph(*parts))
    assert coloring.number_of_colors == len(parts)
    assert Counter(map(len, coloring.classes)) == Counter(parts)


@given(undirected())
def test_there_are_as_few_colours_as_brute_force_says(G):
    coloring = colored(G)
    assert coloring.number_of_colors == chromatic_number(G)
    coloring.bound.check(G)


@given(sparse_or_dense())
@settings(max_examples=50)
def test_random_graphs_need_as_many_as_brute_force_says(G):
    assert colored(G).number_of_colors == chromatic_number(G)


@pytest.mark.parametrize("density", [0.1, 0.3, 0.5, 0.7, 0.9])
def test_two_graphs_joined_completely_need_the_sum_side_by_side_the_maximum(density):
    G, H = (nx.gnp_random_graph(n, density, seed=n) for n in (20, 25))
    one, other = (colored(graph).number_of_colors for graph in (G, H))
    assert colored(nx.disjoint_union(G, H)).number_of_colors == max(one, other)
    joined = nx.complement(nx.disjoint_union(nx.complement(G), nx.complement(H)))
    assert colored(joined).number_of_colors == one + other


@pytest.mark.parametrize("density", [0.1, 0.3, 0.5, 0.9])
def test_two_nodes_of_one_colour_may_be_one_and_two_of_different_colours_be_joined(density):
    G = nx.gnp_random_graph(40, density, seed=7)
    coloring = colored(G)
    k = coloring.number_of_colors
    u, v = max(coloring.classes, key=len)[:2]
    assert colored(nx.contracted_nodes(G, u, v, self_loops=False)).number_of_colors == k
    u, v = (members[-1] for members in coloring.classes[:2])
    G.add_edge(u, v)
    assert colored(G).number_of_colors == k


@given(sparse_or_dense(most=30), st.randoms(use_true_random=False))
@settings(max_examples=50)
def test_neither_order_nor_labels_change_the_number(G, rng):
    labels = [*range(len(G) // 2), *map(str, range(len(G)))][: len(G)]
    rng.shuffle(labels)
    H = nx.Graph()
    H.add_nodes_from(rng.sample(labels, len(G)))
    H.add_edges_from((labels[u], labels[v]) for u, v in rng.sample(list(G.edges), G.size()))
    one, other = colored(G), colored(H)
    assert one.number_of_colors == other.number_of_colors
    assert isinstance(one.bound, Clique) == isinstance(other.bound, Clique)


@given(st.integers(1, 30), st.integers(1, 30), st.integers(0, 200), st.integers(0, 10**6))
@settings(max_examples=50)
def test_bipartite_graphs_need_two_at_most(m, n, edges, seed):
    G = nx.bipartite.gnmk_random_graph(m, n, min(edges, m * n), seed=seed)
    assert colored(G).number_of_colors == (2 if G.size() else 1)


@given(st.lists(st.tuples(st.integers(0, 40), st.integers(0, 9)), min_size=1, max_size=40))
def test_intervals_need_as_many_as_meet_in_a_point(pairs):
    ends = [(start, start + length) for start, length in pairs]
    G = nx.empty_graph(len(ends))
    G.add_edges_from(
        (i, j)
        for (i, (a, b)), (j, (c, d)) in itertools.combinations(enumerate(ends), 2)
        if a <= d and c <= b
    )
    coloring = colored(G)
    assert coloring.number_of_colors == max(sum(a <= x <= b for a, b in ends) for x in range(50))
    assert isinstance(coloring.bound, Clique)


def test_the_null_graph_needs_no_colour():
    for G in (nx.null_graph(), nx.MultiGraph()):
        coloring = colored(G)
        assert coloring.number_of_colors == len(coloring) == 0
        assert coloring.classes == ()
        coloring.bound.check(G)
        assert str(coloring) == ""


@pytest.mark.parametrize("n", [1, 2, 70])
def test_nodes_alone_need_one_colour(n):
    coloring = colored(nx.empty_graph(n))
    assert coloring.classes == (tuple(range(n)),)
    assert len(coloring.bound.nodes) == 1


def test_loops_and_parallel_edges_never_matter():
    G = grotzsch()
    H = nx.MultiGraph([*G.edges, *G.edges, *((v, v) for v in G)])
    assert minimum_coloring(H) == minimum_coloring(nx.Graph(H))
    assert colored(H).number_of_colors == 4


@pytest.mark.parametrize(
    "G",
    [
        nx.grid_2d_graph(100, 100),
        nx.fast_gnp_random_graph(10_000, 3e-4, seed=1),
        nx.barabasi_albert_graph(3_000, 5, seed=1),
        nx.complete_graph(200),
        board("bishop", 25, 25),
    ],
    ids=["grid", "sparse", "scale-free", "complete", "bishops"],
)
def test_large_graphs_that_are_easy_are_easy(G):
    coloring = colored(G, timeout=60)
    assert isinstance(coloring.bound, Clique)


def test_a_large_odd_torus_needs_three():
    G = nx.grid_2d_graph(41, 41, periodic=True)  # too large for a bound by independent sets
    coloring = colored(G, timeout=60)
    assert coloring.number_of_colors == 3
    assert isinstance(coloring.bound, Exhausted)


# Reasons


@given(undirected() | sparse_or_dense())
def test_a_clique_is_the_reason_just_where_there_is_one_of_as_many_nodes(G):
    coloring = colored(G)
    assert isinstance(coloring.bound, Clique) == (clique_number(G) == coloring.number_of_colors)


@pytest.mark.parametrize(
    ("G", "largest"),
    [
        (nx.cycle_graph(5), 2),
        (nx.cycle_graph(7), 3),
        (nx.petersen_graph(), 4),
        (nx.kneser_graph(7, 3), 15),  # Erdős, Ko and Rado
        (nx.complement(nx.cycle_graph(9)), 2),
        (board("king", 5, 5, periodic=True), 5),
        (nx.Graph(nx.paley_graph(13)), 3),
    ],
    ids=str,
)
def test_small_independent_sets_are_a_reason(G, largest):
    bound = colored(G).bound
    assert isinstance(bound, EqualShares)
    assert bound.largest.value == largest
    bound.check(G)


@pytest.mark.parametrize(
    ("G", "method"),
    [
        (grotzsch(), "SAT"),
        (nx.mycielski_graph(5), "SAT"),
        (nx.kneser_graph(8, 3), "SAT"),
        (brinkmann(), COVERS),
        (nx.kneser_graph(6, 2), COVERS),
        (queen_graph(6), COVERS),
        (queen_graph(8), COVERS),
        (queen_graph(9), COVERS),
    ],
    ids=str,
)
def test_an_exhausted_search_is_the_reason_else(G, method):
    bound = colored(G).bound
    assert isinstance(bound, Exhausted)
    assert bound.goal == "coloring"
    assert bound.method == method
    assert bound.steps > 0
    assert f"{method} ({bound.steps}" in bound.explain().replace(",", "")
    if len(G) < 40:
        bound.check(G)


def test_false_bounds_are_refused():
    G = brinkmann()
    bound = colored(G).bound
    with pytest.raises(InvalidProof, match="a better coloring than 5"):
        dataclasses.replace(bound, best=5).check(G)
    easier = G.copy()
    easier.remove_edges_from(list(G.edges)[:20])
    with pytest.raises(InvalidProof, match="a better coloring than 4"):
        bound.check(easier)
    G = nx.petersen_graph()
    bound = colored(G).bound
    too_small = dataclasses.replace(bound.largest, best=3)
    with pytest.raises(InvalidProof, match="a better independent set than 3"):
        dataclasses.replace(bound, largest=too_small).check(G)
    with pytest.raises(InvalidProof, match="11"):
        bound.check(nx.path_graph(11))
    bound = colored(queen_graph(5)).bound
    with pytest.raises(InvalidProof, match="are not joined"):
        bound.check(nx.empty_graph(bound.nodes))


# Methods


LONG = [nx.gnp_random_graph(n, p, seed=5) for n, p in [(30, 0.2), (30, 0.5), (25, 0.9)]] + [
    grotzsch(),
    queen_graph(6),
    queen_graph(7),
    nx.petersen_graph(),
    board("king", 5, 5, periodic=True),
]


@pytest.mark.parametrize("missing", ["_cliques", "_repairs", "_shares"])
def test_what_one_method_does_not_find_others_do(missing, monkeypatch):
    expected = [colored(G).number_of_colors for G in LONG]
    monkeypatch.setattr(ColorSearch, missing, lambda _: iter(()))
    assert [colored(G).number_of_colors for G in LONG] == expected


def test_methods_that_take_turns_of_a_few_steps_find_the_same_numbers(monkeypatch):
    expected = [colored(G).number_of_colors for G in LONG]
    monkeypatch.setattr(classes, "_STEPS", 1)
    assert [colored(G).number_of_colors for G in LONG] == expected


@given(sparse_or_dense(most=30))
@settings(max_examples=50)
def test_repairs_alone_end_in_proper_colourings(G):
    search = ColorSearch(reading(G), Clock())
    repairs = search._repairs()
    before = search.upper
    for _ in range(3):
        next(repairs, None)
        coloring = Coloring(search.coloring())
        assert is_proper(G, coloring)
        assert coloring.number_of_colors == search.upper <= before
        before = search.upper


@given(sparse_or_dense(most=40), st.integers(1, 40))
@settings(max_examples=50)
def test_cliques_alone_end_with_a_largest_one(G, limit):
    search = ColorSearch(reading(G), Clock())
    search._limit = limit
    search.lower = Clique(nodes=tuple(G)[:1])  # what greedy search has found does not help
    assert all(step is None for step in search._cliques())
    search.lower.check(G)
    assert search.lower.value == clique_number(G)


@given(sparse_or_dense(most=20))
@settings(max_examples=50)
def test_independent_sets_alone_say_no_more_than_is_true(G):
    search = ColorSearch(reading(G), Clock())
    before = search.lower.value
    assert all(step is None for step in search._shares())
    sets = icosian.maximum_independent_set(G)
    least = max(before, -(-len(G) // len(sets)))
    assert search.lower.value in (least, least + 1)
    search.lower.check(G)


@given(sparse_or_dense(most=12), st.integers(1, 6), st.booleans())
def test_clauses_have_a_model_just_where_there_is_a_colouring(G, k, greedy):
    from pysat.solvers import Cadical153

    near = neighbours(reading(G))
    clique = clique_with(near, len(G) - 1) if greedy else []
    if len(clique) > k:
        return
    logic = ColorClauses(near, clique, k)
    with Cadical153(bootstrap_with=logic.clauses()) as solver:
        assert solver.solve() == has_coloring(G, k)
        if solver.get_model() is not None:
            colours = dict(enumerate(logic.colours(solver.get_model())))
            assert max(colours.values()) < k
            assert all(colours[u] != colours[v] for u, v in G.edges)


def test_a_clique_of_all_colours_refutes_eight_queens_at_once():
    from pysat.solvers import Cadical153

    near = neighbours(reading(queen_graph(8)))
    with Cadical153(bootstrap_with=ColorClauses(near, range(8), 8).clauses()) as solver:
        assert not solver.solve()
        assert solver.accum_stats()["conflicts"] < 10_000  # 400,000 without those clauses


@given(sparse_or_dense(most=30))
def test_nodes_of_every_core_come_first(G):
    near = neighbours(reading(G))
    nodes, cores = densest_first(near)
    assert dict(zip(nodes, cores, strict=True)) == nx.core_number(G)
    assert cores == sorted(cores, reverse=True)
    for v, core in zip(nodes, cores, strict=True):
        before = set(nodes[: nodes.index(v)])
        assert len(near[v] & before) <= core


@given(sparse_or_dense(most=30))
def test_greedy_colourings_are_proper(G):
    near = neighbours(reading(G))
    for colours in (saturated(near), colours_after(near, []), colours_after(near, [0])):
        assert all(colours[u] != colours[v] for u, v in G.edges)
        assert set(colours) == set(range(max(colours) + 1))
        assert max(colours) <= max(map(len, near))


@given(sparse_or_dense(most=30), st.data())
def test_a_greedy_clique_is_one_that_nothing_can_join(G, data):
    near = neighbours(reading(G))
    clique = clique_with(near, data.draw(st.sampled_from(list(G))))
    assert G.subgraph(clique).size() == math.comb(len(clique), 2)
    assert not set.intersection(*(near[v] for v in clique))


# Exact covers


def covers(sets, nodes):
    """Return all exact covers, by trying the sets with the first node that is missing."""
    missing = [v for v in range(nodes) if v not in set().union(*sets[0])]
    if not missing:
        return [sets[0]]
    found = []
    for members in sets[1]:
        if missing[0] in members and not set(members) & set().union(*sets[0]):
            found += covers(([*sets[0], members], sets[1]), nodes)
    return found


@given(st.integers(1, 4), st.integers(1, 3), st.data())
def test_a_cover_is_found_just_where_there_is_one(number, size, data):
    nodes = number * size
    every = list(itertools.combinations(range(nodes), size))
    sets = data.draw(st.lists(st.sampled_from(every), min_size=1, max_size=40, unique=True))
    cover = Cover([[members] for members in sets], nodes, number)
    budget = data.draw(st.integers(1, 50))
    while not (status := cover.run.advance(budget)):
        pass
    expected = covers(([], sets), nodes)
    assert status == (exactcover.FOUND if expected else exactcover.EXHAUSTED)
    if expected:
        assert sorted(cover.sets()) in map(sorted, expected)


def test_families_are_whole_orbits_of_disjoint_sets():
    G = queen_graph(6)
    read = reading(G)
    number = {node: k for k, node in enumerate(G)}
    sets = [tuple(number[v] for v in s) for s in icosian.independent_sets(G, 5)]
    listed = list(symmetric_families(read, sets))
    assert len(listed) == 7  # symmetries of the square, the identity apart
    for families in listed:
        assert families
        for family in families:
            assert set(map(len, family)) == {5}
            assert len(set().union(*family)) == 5 * len(family)
        flat = [members for family in families for members in family]
        assert len(flat) == len(set(flat))
        assert set(flat) <= set(sets)


def test_a_graph_that_is_not_as_symmetric_as_its_board_has_no_families():
    G = queen_graph(4)
    sets = [(1, 7, 8, 14), (2, 4, 11, 13)]
    assert len(list(symmetric_families(reading(G), sets))) == 7
    G.remove_edge((0, 0), (0, 1))
    assert list(symmetric_families(reading(G), sets)) == []
    G = queen_graph(4)
    G.remove_node((0, 0))
    assert list(symmetric_families(reading(G), [])) == []
    assert list(symmetric_families(reading(nx.path_graph(4)), [])) == []


def test_too_many_independent_sets_are_left_to_other_methods(monkeypatch):
    monkeypatch.setattr(classes, "_LISTED", 3)
    assert colored(queen_graph(6)).bound.method == "SAT"


# Kernels


def repairing(G, seed=0):
    search = ColorSearch(reading(G), Clock(), seed)
    return search._tabucol(search.upper - 1)


def growing(G):
    search = ColorSearch(reading(nx.complement(G)), Clock())
    search.upper = len(G)
    return search._clique_search(range(len(G)))


def covering(G):
    number = {node: k for k, node in enumerate(G)}
    sets = [tuple(number[v] for v in s) for s in icosian.independent_sets(G, math.isqrt(len(G)))]
    return Cover([[members] for members in sets], len(G), math.isqrt(len(G))).run


RUNS = {
    "repairs": (lambda: repairing(nx.gnp_random_graph(80, 0.5, seed=2)), tabucol.DONE),
    "cliques": (lambda: growing(nx.gnp_random_graph(80, 0.3, seed=1)), cliques.EXHAUSTED),
    "covers": (lambda: covering(queen_graph(9)), exactcover.EXHAUSTED),
}


def finish(name, budget, *, machine_code=False):
    """Run a kernel to its end and return everything it knows."""
    make, last = RUNS[name]
    run = make()
    arrays = [np.array(array, np.int64) for array in run.arrays()]
    function = compiled(run._function) if machine_code else run._function
    if not machine_code:
        arrays = [array.tolist() for array in arrays]
    while function(*arrays, budget) != last:
        pass
    return [list(map(int, array)) for array in arrays]


@pytest.mark.parametrize("name", RUNS)
@pytest.mark.parametrize("budget", [1, 7])
def test_slices_of_any_size_are_one_search(name, budget):
    whole = finish(name, 10**9)
    assert whole[-1][0] > 7
    assert finish(name, budget) == whole


@pytest.mark.skipif(is_forbidden(), reason="numba is told not to compile")
@pytest.mark.parametrize("name", RUNS)
def test_compiled_and_interpreted_searches_are_the_same_to_the_bit(name):
    assert finish(name, 1000, machine_code=True) == finish(name, 1000)


@given(sparse_or_dense(most=30), st.integers(0, 100), st.integers(1, 20))
@settings(max_examples=50)
def test_the_tables_of_a_repair_are_true_after_every_slice(G, seed, budget):
    search = ColorSearch(reading(G), Clock(), seed)
    k = search.upper - 1
    if k < 1:
        return
    run = search._tabucol(k)
    for _ in range(5):
        status = run.advance(budget)
        starts, heads, colour, table, _, clashing, place, s = map(list, run.arrays())
        rows = [heads[a:b] for a, b in itertools.pairwise(starts)]
        for v, row in enumerate(rows):
            beside = Counter(colour[w] for w in row)
            assert table[v * k : v * k + k] == [beside[c] for c in range(k)]
        clashes = [v for v, row in enumerate(rows) if any(colour[w] == colour[v] for w in row)]
        assert sorted(clashing[: s[tabucol.LISTED]]) == clashes
        assert all((place[v] >= 0) == (v in clashes) for v in range(len(rows)))
        assert all(clashing[place[v]] == v for v in clashes)
        assert 2 * s[tabucol.CLASHES] == sum(table[v * k + colour[v]] for v in range(len(rows)))
        if status:
            assert s[tabucol.CLASHES] == 0
            break


# Limits


def hard():
    return nx.gnp_random_graph(150, 0.5, seed=1)


@pytest.mark.parametrize("timeout", [0, 0.3])
@pytest.mark.parametrize("G", [hard(), queen_graph(14)], ids=["random", "queens"])
def test_a_time_out_tells_the_best_colouring_and_what_is_proved(G, timeout):
    with pytest.raises(SearchLimitReached, match="undecided after") as caught:
        minimum_coloring(G, timeout=timeout)
    error = caught.value
    assert is_proper(G, error.best)
    assert error.best.graph is G
    assert error.best.bound is None
    assert error.bound.value < error.best.number_of_colors
    assert f"{error.best.number_of_colors} colours" in str(error)
    assert f"at least {error.bound.value}" in str(error)
    if isinstance(error.bound, Clique):
        error.bound.check(G)
    assert error.stats.steps > 0 or timeout == 0
    assert error.stats.seconds < timeout + 30


@pytest.mark.slow
def test_more_time_gives_better_colourings_and_bounds():
    found = []
    for timeout in (0, 2):
        with pytest.raises(SearchLimitReached) as caught:
            minimum_coloring(hard(), timeout=timeout)
        found.append((caught.value.best.number_of_colors, caught.value.bound.value))
    (many, least), (fewer, more) = found
    assert fewer < many
    assert more >= least


def test_progress_is_told_the_methods_and_growing_steps():
    told = []
    with pytest.raises(SearchLimitReached):
        minimum_coloring(hard(), timeout=0.5, progress=told.append)
    assert all(isinstance(report, Progress) for report in told)
    assert {"TabuCol", "SAT"} & {report.method for report in told}
    steps = [report.steps for report in told]
    assert steps == sorted(steps)


def test_an_exception_in_the_progress_callback_stops_the_search():
    class Stop(Exception):
        pass

    def stop(_):
        raise Stop

    with pytest.raises(Stop):
        minimum_coloring(hard(), timeout=30, progress=stop)


def test_a_search_for_a_clique_that_takes_long_does_not_lose_the_answer(monkeypatch):
    def forever(search):
        while True:
            search._clock.tick("cliques", 1)
            yield

    monkeypatch.setattr(ColorSearch, "_cliques", forever)
    assert colored(grotzsch(), timeout=0.5).number_of_colors == 4


@pytest.mark.parametrize("G", [queen_graph(7), nx.gnp_random_graph(40, 0.5, seed=1)], ids=str)
def test_the_same_seed_gives_the_same_colouring_and_every_seed_the_same_number(G):
    one, two = (minimum_coloring(G, seed=3) for _ in range(2))
    assert one == two
    assert one.bound == two.bound
    assert {colored(G, seed=seed).number_of_colors for seed in (None, 0, 1, 2**70)} == {
        one.number_of_colors
    }


def test_neither_time_nor_machine_code_changes_an_answer(monkeypatch):
    from icosian._kernels import _jit

    one = minimum_coloring(queen_graph(9))
    monkeypatch.setattr(_jit, "_loaded", set())
    monkeypatch.setattr(_jit, "_spent", [-math.inf])
    assert minimum_coloring(queen_graph(9), timeout=1000) == one


@pytest.mark.parametrize("kind", [nx.DiGraph, nx.MultiDiGraph])
def test_directed_graphs_are_refused(kind):
    with pytest.raises(nx.NetworkXNotImplemented):
        minimum_coloring(kind([(0, 1)]))


@pytest.mark.parametrize(
    "options",
    [{"timeout": -1}, {"timeout": "1"}, {"progress": 3}, {"seed": -1}, {"seed": 0.5}],
    ids=str,
)
def test_bad_arguments_are_refused(options):
    with pytest.raises(InvalidArgument, match=next(iter(options))):
        minimum_coloring(nx.path_graph(3), **options)


def test_what_is_no_graph_is_refused():
    with pytest.raises(InvalidArgument, match="networkx graph"):
        minimum_coloring([(0, 1)])


# The result


@given(undirected(), st.data())
def test_colours_are_numbered_as_they_appear(G, data):
    values = {v: data.draw(st.sampled_from(["red", 7, None, (1,)])) for v in G}
    coloring = Coloring(values, G=G)
    assert len(coloring) == len(G)
    assert list(coloring) == list(G)
    assert coloring.number_of_colors == len(coloring.classes) == len(set(values.values()))
    for color, nodes in enumerate(coloring.classes):
        assert nodes == tuple(v for v in G if coloring[v] == color)
        assert len({values[v] for v in nodes}) == 1
    firsts = [list(G).index(nodes[0]) for nodes in coloring.classes]
    assert firsts == sorted(firsts)


def test_colourings_are_equal_if_all_nodes_have_the_same_colours():
    one, two = Coloring({"a": 5, "b": 3}), Coloring({"a": "x", "b": "y"}, G=nx.path_graph("ab"))
    assert one == two == {"a": 0, "b": 1}
    assert hash(one) == hash(two)
    assert len({one, two, Coloring({"a": 1, "b": 1})}) == 2
    assert one != Coloring({"a": 0, "b": 0})
    assert one != [0, 1]


def test_a_colouring_cannot_be_changed():
    values = {"a": 0, "b": 1}
    coloring = Coloring(values)
    values["c"] = 2
    assert "c" not in coloring
    with pytest.raises(TypeError):
        coloring["a"] = 1
    with pytest.raises(KeyError):
        coloring["c"]


def test_a_colouring_names_its_size():
    assert repr(minimum_coloring(nx.cycle_graph(5))) == "<coloring of 5 nodes with 3 colours>"
    assert repr(Coloring({0: 0})) == "<coloring of 1 node with 1 colour>"
    assert repr(Coloring({})) == "<coloring of 0 nodes with 0 colours>"


def test_a_colouring_of_a_board_is_printed_as_one():
    G = icosian.rook_graph(3, 4, holes=["a1"])
    coloring = Coloring({(r, c): (r + c) % 4 for r, c in G}, G=G)
    assert coloring.board == Board((3, 4), holes=["a1"])
    assert str(coloring) == "0 1 2 3\n1 2 3 0\n# 3 0 1"
    part = Coloring({(0, 0): 1, (2, 3): 2}, G=G)
    assert str(part) == "0 . . .\n. . . .\n# . . 1"


def test_many_colours_are_printed_in_columns():
    G = icosian.rook_graph(3, 9)
    lines = str(Coloring({v: k for k, v in enumerate(G)}, G=G)).splitlines()
    assert lines[0] == " 0  1  2  3  4  5  6  7  8"
    assert [int(word) for line in lines for word in line.split()] == list(range(27))


def test_a_colouring_of_another_graph_is_printed_class_by_class():
    assert str(Coloring({3: 0, "b": 1, (1, 2): 0})) == "0: 3, (1, 2)\n1: b"
    G = icosian.king_graph(2)
    strange = Coloring({(0, 0): 0, "x": 1}, G=G)
    assert strange.board is None
    assert str(strange) == "0: (0, 0)\n1: x"
    solid = board_graph(Board((2, 2, 2)), "rook")
    assert str(minimum_coloring(solid)).splitlines()[0].startswith("0: (0, 0, 0)")


def test_a_colouring_shows_itself():
    coloring = minimum_coloring(queen_graph(5))
    picture = coloring.to_svg()
    assert picture.startswith("<svg")
    assert picture == coloring._repr_svg_() == icosian.drawing.coloring_svg(coloring)
    ax = Figure().add_subplot()
    artists = coloring.draw(ax=ax)
    assert artists
    assert set(artists) <= set(ax.get_children())


def test_the_colour_classes_of_a_board_are_placements():
    coloring = minimum_coloring(queen_graph(7))
    for squares in coloring.classes:
        assert icosian.Placement(squares, board=Board((7, 7))) in icosian.all_queens(7)
