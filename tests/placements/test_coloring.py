"""Minimum colorings: numbers, bounds, limits, and the parts of the search."""

import itertools
import math

import networkx as nx
import pytest
from hypothesis import given, strategies as st
from naive import chromatic_number, clique_number, has_coloring
from placement_graphs import board, colored, grotzsch, is_proper, sparse_or_dense, undirected
from pysat.solvers import Cadical153
from together import together

import icosian
from icosian import Coloring, InvalidArgument, SearchLimitReached, minimum_coloring, queen_graph
from icosian._kernels import independence as kernels
from icosian._kernels._jit import is_forbidden
from icosian._run.limits import Clock
from icosian.placements import Clique, Exhausted, coloring
from icosian.placements.coloring import (
    ColorClauses,
    ColoringSearch,
    dsatur,
    extend_coloring,
    greedy_clique,
    smallest_last,
)
from icosian.placements.placement import index_graph
from tests._kernels.runs import executed

# minimum_coloring and Coloring: numbers of colors, bounds, limits, the value.

# Queens: OEIS A088202. Any n rooks, bishops and n > 1 kings: four in a square, n in a line; knights
# change the color of their square.
CHESS = {
    "queen": (1, 4, 5, 5, 5, 7, 7, 9, 10),
    "rook": range(1, 9),
    "bishop": range(1, 9),
    "king": (1, *[4] * 7),
    "knight": (1, 1, *[2] * 6),
}


@pytest.mark.slow
@pytest.mark.skipif(is_forbidden(), reason="takes long without compiling")
@pytest.mark.parametrize(
    ("n", "number"),
    [
        pytest.param(10, 11, marks=pytest.mark.exhaustive),
        (11, 11),
        pytest.param(12, 12, marks=pytest.mark.exhaustive),
        pytest.param(13, 13, marks=pytest.mark.exhaustive),
    ],
)
def test_queens_on_larger_boards_need_their_numbers(n, number):
    # 10, 12: M. Vasquez, New results on the queens_n^2 graph coloring problem, Journal of
    # Heuristics 10 (2004); 11, 13: no factor 2 or 3
    coloring = colored(queen_graph(n))
    assert coloring.number_of_colors == number
    assert isinstance(coloring.proof, Clique) == (n == number)


@pytest.mark.slow
@together("n", range(2, 8))
@together("piece", ["queen", "rook", "king", "knight"])
def test_wrapped_boards_need_as_many_as_another_search_says(piece, n):
    G = board(piece, n, n, periodic=True)
    k = colored(G).number_of_colors
    assert len(G) > 25 or not has_coloring(G, k - 1)
    if piece == "king" and n > 3:  # a quarter of the squares of an odd torus is too many for kings
        assert k == (5 if n % 2 else 4)


@given(undirected())
def test_there_are_as_few_colors_as_brute_force_says(G):
    coloring = colored(G)
    assert coloring.number_of_colors == chromatic_number(G)
    coloring.proof.check(G)


@given(sparse_or_dense())
def test_random_graphs_need_as_many_as_brute_force_says(G):
    assert colored(G).number_of_colors == chromatic_number(G)


@pytest.mark.slow
@together("density", [0.1, 0.3, 0.5, 0.9])
def test_two_nodes_of_one_color_may_be_one_and_two_of_different_colors_be_joined(density):
    G = nx.gnp_random_graph(40, density, seed=7)
    coloring = colored(G)
    k = coloring.number_of_colors
    u, v = max(coloring.classes, key=len)[:2]
    assert colored(nx.contracted_nodes(G, u, v, self_loops=False)).number_of_colors == k
    u, v = (members[-1] for members in coloring.classes[:2])
    G.add_edge(u, v)
    assert colored(G).number_of_colors == k


@given(sparse_or_dense(most=30), st.randoms(use_true_random=False))
def test_neither_order_nor_labels_change_the_number(G, rng):
    labels = [*range(len(G) // 2), *map(str, range(len(G)))][: len(G)]
    rng.shuffle(labels)
    H = nx.Graph()
    H.add_nodes_from(rng.sample(labels, len(G)))
    H.add_edges_from((labels[u], labels[v]) for u, v in rng.sample(list(G.edges), G.size()))
    one, other = colored(G), colored(H)
    assert one.number_of_colors == other.number_of_colors
    assert isinstance(one.proof, Clique) == isinstance(other.proof, Clique)


@given(st.integers(1, 30), st.integers(1, 30), st.integers(0, 200), st.integers(0, 10**6))
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
    assert isinstance(coloring.proof, Clique)


@given(undirected() | sparse_or_dense())
def test_a_clique_is_the_reason_just_where_there_is_one_of_as_many_nodes(G):
    coloring = colored(G)
    assert isinstance(coloring.proof, Clique) == (clique_number(G) == coloring.number_of_colors)


@given(sparse_or_dense(most=30))
def test_an_exhausted_search_is_the_reason_only_where_no_other_bound_holds(G):
    coloring = colored(G)
    largest = len(icosian.maximum_independent_set(G))
    others = max(clique_number(G), -(-len(G) // largest))
    assert isinstance(coloring.proof, Exhausted) == (others < coloring.number_of_colors)


def hard():
    return nx.gnp_random_graph(150, 0.5, seed=1)


@pytest.mark.parametrize("timeout", [0, 3])
@pytest.mark.parametrize("G", [hard(), queen_graph(14)], ids=["random", "queens"])
def test_a_time_out_tells_the_best_coloring_and_what_is_proved(ticking, G, timeout):
    with pytest.raises(SearchLimitReached, match="undecided after") as caught:
        minimum_coloring(G, timeout=timeout)
    error = caught.value
    assert is_proper(G, error.best)
    assert error.best.graph is G
    assert error.best.proof is None
    assert 1 <= error.proof.value < error.best.number_of_colors
    assert f"{error.best.number_of_colors} colors" in str(error)
    assert f"at least {error.proof.value}" in str(error)
    if isinstance(error.proof, Clique):
        error.proof.check(G)
    assert error.stats.steps > 0 or timeout == 0
    assert error.stats.seconds < timeout + 5  # that is 500 looks


def test_more_time_gives_better_colorings_and_bounds(ticking):
    found = []
    for timeout in (0, 2):
        with pytest.raises(SearchLimitReached) as caught:
            minimum_coloring(hard(), timeout=timeout)
        found.append((caught.value.best.number_of_colors, caught.value.proof.value))
    (many, least), (fewer, more) = found
    assert fewer < many
    assert more >= least


@given(undirected(), st.data())
def test_colors_are_numbered_as_they_appear(G, data):
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


# The methods of the coloring search.


LONG = [nx.gnp_random_graph(n, p, seed=5) for n, p in [(30, 0.2), (30, 0.5), (25, 0.9)]] + [
    grotzsch(),
    queen_graph(6),
    queen_graph(7),
    nx.petersen_graph(),
    board("king", 5, 5, periodic=True),
]


@pytest.mark.parametrize("missing", ["_cliques", "_tabu_search", "_shares"])
def test_what_one_method_does_not_find_others_do(missing, monkeypatch):
    expected = [colored(G).number_of_colors for G in LONG]
    monkeypatch.setattr(ColoringSearch, missing, lambda _: iter(()))
    assert [colored(G).number_of_colors for G in LONG] == expected


def test_methods_that_take_turns_of_a_few_steps_find_the_same_numbers(monkeypatch):
    expected = [colored(G).number_of_colors for G in LONG]
    monkeypatch.setattr(coloring, "_STEPS", 1)
    assert [colored(G).number_of_colors for G in LONG] == expected


@given(sparse_or_dense(most=30))
def test_tabu_search_alone_gives_proper_colorings(G):
    search = ColoringSearch(index_graph(G), Clock())
    search._greedy_cliques()
    repairs = search._tabu_search()
    before = search.upper
    for _ in range(3):
        next(repairs, None)
        coloring = Coloring(search.coloring())
        assert is_proper(G, coloring)
        assert coloring.number_of_colors == search.upper <= before
        before = search.upper


@given(sparse_or_dense(most=40), st.integers(1, 40))
def test_cliques_alone_end_with_a_largest_one(G, limit):
    search = ColoringSearch(index_graph(G), Clock())
    search._limit = limit
    search.lower = Clique(nodes=tuple(G)[:1])  # what greedy search has found does not help
    assert all(step is None for step in search._cliques())
    search.lower.check(G)
    assert search.lower.value == clique_number(G)


@given(sparse_or_dense(most=20))
def test_independent_sets_alone_say_no_more_than_is_true(G):
    search = ColoringSearch(index_graph(G), Clock())
    search._greedy_cliques()
    before = search.lower.value
    assert all(step is None for step in search._shares())
    sets = icosian.maximum_independent_set(G)
    least = max(before, -(-len(G) // len(sets)))
    assert search.lower.value in (least, least + 1)
    search.lower.check(G)


def test_too_many_independent_sets_are_left_to_other_methods(monkeypatch):
    monkeypatch.setattr(coloring, "_LISTED", 3)
    assert colored(queen_graph(6)).proof.method == "SAT"


@given(sparse_or_dense(most=12), st.integers(1, 6), st.booleans())
def test_clauses_have_a_model_just_where_there_is_a_coloring(G, k, greedy):
    near = index_graph(G).neighbors()
    clique = greedy_clique(near, len(G) - 1) if greedy else []
    if len(clique) > k:
        return
    clauses = ColorClauses(near, clique, k)
    with Cadical153(bootstrap_with=clauses.clauses()) as solver:
        assert solver.solve() == has_coloring(G, k)
        if solver.get_model() is not None:
            colors = dict(enumerate(clauses.colors(solver.get_model())))
            assert max(colors.values()) < k
            assert all(colors[u] != colors[v] for u, v in G.edges)


def test_a_search_for_a_clique_that_takes_long_does_not_lose_the_answer(ticking, monkeypatch):
    def forever(search):
        while True:
            search._clock.tick("cliques", 1)
            yield

    monkeypatch.setattr(ColoringSearch, "_cliques", forever)
    assert colored(grotzsch(), timeout=20).number_of_colors == 4


@pytest.mark.slow
def test_neither_time_nor_machine_code_changes_an_answer():
    one = minimum_coloring(queen_graph(9))
    with executed(compiled=False):
        assert minimum_coloring(queen_graph(9), timeout=1000) == one


# Greedy colorings and cliques.


@given(sparse_or_dense(most=30))
def test_nodes_of_every_core_come_first(G):
    near = index_graph(G).neighbors()
    nodes, cores = smallest_last(near)
    assert dict(zip(nodes, cores, strict=True)) == nx.core_number(G)
    assert cores == sorted(cores, reverse=True)
    for v, core in zip(nodes, cores, strict=True):
        before = set(nodes[: nodes.index(v)])
        assert len(near[v] & before) <= core


@given(sparse_or_dense(most=30))
def test_greedy_colorings_are_proper(G):
    near = index_graph(G).neighbors()
    for colors in (dsatur(near), extend_coloring(near, []), extend_coloring(near, [0])):
        assert all(colors[u] != colors[v] for u, v in G.edges)
        assert set(colors) == set(range(max(colors) + 1))
        assert max(colors) <= max(map(len, near))


@given(sparse_or_dense(most=30), st.data())
def test_a_greedy_clique_is_one_that_nothing_can_join(G, data):
    near = index_graph(G).neighbors()
    clique = greedy_clique(near, data.draw(st.sampled_from(list(G))))
    assert G.subgraph(clique).size() == math.comb(len(clique), 2)
    assert not set.intersection(*(near[v] for v in clique))


# Cliques as independent sets of the complement, against their naive twin.


@given(sparse_or_dense(most=20), st.integers(1, 50))
def test_cliques_grow_up_to_the_clique_number_of_the_twin(G, budget):
    search = ColoringSearch(index_graph(G), Clock())
    search.upper = len(G) + 1  # room for a clique of all nodes
    run = search._clique_search(range(len(G)))
    best = 0
    while True:
        run[-1][kernels.TARGET] = best + 1
        if (status := run.advance(budget)) == kernels.DONE:
            break
        if status == kernels.FOUND:
            size = run[-1][kernels.SIZE]
            clique = [search._nodes[v] for v in run[1].best[:size]]
            assert G.subgraph(clique).size() == size * (size - 1) // 2
            assert size > best
            best = size
    assert best == clique_number(G)


def test_what_removes_loops_in_python_is_a_note_of_the_error():
    G = nx.Graph([(0, 1), (1, 1)])
    with pytest.raises(InvalidArgument, match="take out all edges") as caught:
        minimum_coloring(G)
    assert "G." not in str(caught.value)
    assert caught.value.__notes__[0].startswith("G.remove_edges_from(")
