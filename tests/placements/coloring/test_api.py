"""minimum_coloring and Coloring: numbers of colors, bounds, limits, the value."""

import dataclasses
import itertools
from collections import Counter

import networkx as nx
import pytest
from hypothesis import given, strategies as st
from matplotlib.figure import Figure
from naive import (
    chromatic_number,
    clique_number,
    has_coloring,
)
from placement_graphs import (
    board,
    brinkmann,
    colored,
    grotzsch,
    is_proper,
    sparse_or_dense,
    undirected,
)
from together import together

import icosian
from icosian import (
    Board,
    Coloring,
    InvalidArgument,
    InvalidProof,
    SearchLimitReached,
    board_graph,
    minimum_coloring,
    queen_graph,
)
from icosian._kernels._jit import is_forbidden
from icosian._run.clock import Progress
from icosian.placements import Clique, EqualShares, Exhausted

COVERS = "exact covers by largest independent sets"

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
@together(
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


@pytest.mark.parametrize("n", [5, 7])
def test_queens_that_fill_a_torus_are_n_kinds(n):
    # n queens do not attack each other on a torus if n has no factor 2 or 3 (Pólya 1918), and
    # their translates cover it
    assert colored(queen_graph(n, periodic=True)).number_of_colors == n


@together(
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


@together("k", [2, 3, 4, 5, 6])
def test_mycielskis_graphs_need_ever_more_without_a_triangle(k):
    # J. Mycielski, Sur le coloriage des graphes, Colloquium Mathematicum 3 (1955)
    coloring = colored(nx.mycielski_graph(k))
    assert coloring.number_of_colors == k
    assert isinstance(coloring.proof, Clique) == (k == 2)


@together(("n", "k"), [(4, 2), (5, 2), (6, 2), (7, 2), (7, 3), (8, 3), (9, 3)])
def test_kneser_graphs_need_what_lovasz_proved(n, k):
    # L. Lovász, Kneser's conjecture, chromatic number, and homotopy (1978)
    assert colored(nx.kneser_graph(n, k)).number_of_colors == n - 2 * k + 2


@together("n", [3, 4, 5, 8, 9, 50, 51, 1001])
def test_odd_cycles_need_three(n):
    assert colored(nx.cycle_graph(n)).number_of_colors == 2 + n % 2


@together("parts", [(1,), (4,), (1, 1, 1), (2, 3), (3, 1, 4, 1, 5), (7,) * 9])
def test_complete_multipartite_graphs_need_one_a_part(parts):
    coloring = colored(nx.complete_multipartite_graph(*parts))
    assert coloring.number_of_colors == len(parts)
    assert Counter(map(len, coloring.classes)) == Counter(parts)


@given(undirected())
def test_there_are_as_few_colors_as_brute_force_says(G):
    coloring = colored(G)
    assert coloring.number_of_colors == chromatic_number(G)
    coloring.proof.check(G)


@given(sparse_or_dense())
def test_random_graphs_need_as_many_as_brute_force_says(G):
    assert colored(G).number_of_colors == chromatic_number(G)


@together("density", [0.1, 0.3, 0.5, 0.7, 0.9])
def test_two_graphs_joined_completely_need_the_sum_side_by_side_the_maximum(density):
    G, H = (nx.gnp_random_graph(n, density, seed=n) for n in (20, 25))
    one, other = (colored(graph).number_of_colors for graph in (G, H))
    assert colored(nx.disjoint_union(G, H)).number_of_colors == max(one, other)
    joined = nx.complement(nx.disjoint_union(nx.complement(G), nx.complement(H)))
    assert colored(joined).number_of_colors == one + other


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


def test_the_null_graph_needs_no_color():
    for G in (nx.null_graph(), nx.MultiGraph()):
        coloring = colored(G)
        assert coloring.number_of_colors == len(coloring) == 0
        assert coloring.classes == ()
        coloring.proof.check(G)
        assert str(coloring) == ""


@pytest.mark.parametrize("n", [1, 2, 70])
def test_nodes_alone_need_one_color(n):
    coloring = colored(nx.empty_graph(n))
    assert coloring.classes == (tuple(range(n)),)
    assert len(coloring.proof.nodes) == 1


def test_parallel_edges_never_matter_and_loops_are_refused():
    G = grotzsch()
    H = nx.MultiGraph([*G.edges, *G.edges])
    assert minimum_coloring(H) == minimum_coloring(nx.Graph(H))
    assert colored(H).number_of_colors == 4
    H.add_edge(3, 3)
    with pytest.raises(InvalidArgument, match="a loop makes 3 its own neighbor"):
        minimum_coloring(H)


@pytest.mark.slow
@together(
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
    coloring = colored(G)
    assert isinstance(coloring.proof, Clique)


def test_a_large_odd_torus_needs_three():
    G = nx.grid_2d_graph(41, 41, periodic=True)  # too large for a bound by independent sets
    coloring = colored(G)
    assert coloring.number_of_colors == 3
    assert isinstance(coloring.proof, Exhausted)


@given(undirected() | sparse_or_dense())
def test_a_clique_is_the_reason_just_where_there_is_one_of_as_many_nodes(G):
    coloring = colored(G)
    assert isinstance(coloring.proof, Clique) == (clique_number(G) == coloring.number_of_colors)


@together(
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
    bound = colored(G).proof
    assert isinstance(bound, EqualShares)
    assert bound.largest.value == largest
    bound.check(G)


@together(
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
    bound = colored(G).proof
    assert isinstance(bound, Exhausted)
    assert bound.goal == "coloring"
    assert bound.method == method
    assert bound.steps > 0
    assert f"({method}, {bound.steps:,} step" in bound.explain()
    if len(G) < 40:
        bound.check(G)


@given(sparse_or_dense(most=30))
def test_an_exhausted_search_is_the_reason_only_where_no_other_bound_holds(G):
    coloring = colored(G)
    largest = len(icosian.maximum_independent_set(G))
    others = max(clique_number(G), -(-len(G) // largest))
    assert isinstance(coloring.proof, Exhausted) == (others < coloring.number_of_colors)


def test_false_bounds_are_refused():
    G = brinkmann()
    bound = colored(G).proof
    with pytest.raises(InvalidProof, match="a better coloring than 5"):
        dataclasses.replace(bound, best=5).check(G)
    easier = G.copy()
    easier.remove_edges_from(list(G.edges)[:20])
    with pytest.raises(InvalidProof, match="a better coloring than 4"):
        bound.check(easier)
    G = nx.petersen_graph()
    bound = colored(G).proof
    too_small = dataclasses.replace(bound.largest, best=3)
    with pytest.raises(InvalidProof, match="a better independent set than 3"):
        dataclasses.replace(bound, largest=too_small).check(G)
    with pytest.raises(InvalidProof, match="11"):
        bound.check(nx.path_graph(11))
    bound = colored(queen_graph(5)).proof
    with pytest.raises(InvalidProof, match="are not joined"):
        bound.check(nx.empty_graph(bound.nodes))


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


def test_progress_is_told_the_methods_and_growing_steps(ticking):
    told = []
    with pytest.raises(SearchLimitReached):
        minimum_coloring(hard(), timeout=5, progress=told.append)
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


@pytest.mark.slow
@pytest.mark.parametrize("G", [queen_graph(7), nx.gnp_random_graph(40, 0.5, seed=1)], ids=str)
def test_the_same_seed_gives_the_same_coloring_and_every_seed_the_same_number(G):
    one, two = (minimum_coloring(G, seed=3) for _ in range(2))
    assert one == two
    assert one.proof == two.proof
    assert {colored(G, seed=seed).number_of_colors for seed in (None, 0, 1, 2**70)} == {
        one.number_of_colors
    }


@pytest.mark.parametrize("kind", [nx.DiGraph, nx.MultiDiGraph])
def test_directed_graphs_are_refused(kind):
    with pytest.raises(nx.NetworkXNotImplemented):
        minimum_coloring(kind([(0, 1)]))


@together(
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


def test_colorings_are_equal_if_all_nodes_have_the_same_colors():
    one, two = Coloring({"a": 5, "b": 3}), Coloring({"a": "x", "b": "y"}, G=nx.path_graph("ab"))
    assert one == two == {"a": 0, "b": 1}
    assert hash(one) == hash(two)
    assert len({one, two, Coloring({"a": 1, "b": 1})}) == 2
    assert one != Coloring({"a": 0, "b": 0})
    assert one != [0, 1]


def test_a_coloring_cannot_be_changed():
    values = {"a": 0, "b": 1}
    coloring = Coloring(values)
    values["c"] = 2
    assert "c" not in coloring
    with pytest.raises(TypeError):
        coloring["a"] = 1
    with pytest.raises(KeyError):
        coloring["c"]


def test_a_coloring_names_its_size():
    assert repr(minimum_coloring(nx.cycle_graph(5))) == "<coloring of 5 nodes with 3 colors>"
    assert repr(Coloring({0: 0})) == "<coloring of 1 node with 1 color>"
    assert repr(Coloring({})) == "<coloring of 0 nodes with 0 colors>"


def test_a_coloring_of_a_board_is_printed_as_one():
    G = icosian.rook_graph(3, 4, holes=["a1"])
    coloring = Coloring({(r, c): (r + c) % 4 for r, c in G}, G=G)
    assert coloring.board == Board((3, 4), holes=["a1"])
    assert str(coloring) == "0 1 2 3\n1 2 3 0\n# 3 0 1"
    part = Coloring({(0, 0): 1, (2, 3): 2}, G=G)
    assert str(part) == "0 . . .\n. . . .\n# . . 1"


def test_many_colors_are_printed_in_columns():
    G = icosian.rook_graph(3, 9)
    lines = str(Coloring({v: k for k, v in enumerate(G)}, G=G)).splitlines()
    assert lines[0] == " 0  1  2  3  4  5  6  7  8"
    assert [int(word) for line in lines for word in line.split()] == list(range(27))


def test_a_coloring_of_another_graph_is_printed_class_by_class():
    assert str(Coloring({3: 0, "b": 1, (1, 2): 0})) == "0: 3, (1, 2)\n1: b"
    G = icosian.king_graph(2)
    strange = Coloring({(0, 0): 0, "x": 1}, G=G)
    assert strange.board is None
    assert str(strange) == "0: (0, 0)\n1: x"
    solid = board_graph(Board((2, 2, 2)), "rook")
    assert str(minimum_coloring(solid)).splitlines()[0].startswith("0: (0, 0, 0)")


def test_a_coloring_shows_itself():
    coloring = minimum_coloring(queen_graph(5))
    picture = coloring.to_svg()
    assert picture.startswith("<svg")
    assert picture == coloring._repr_svg_() == icosian.drawing.to_svg(coloring)
    ax = Figure().add_subplot()
    artists = coloring.draw(ax=ax)
    assert artists
    assert set(artists) <= set(ax.get_children())


def test_the_color_classes_of_a_board_are_placements():
    coloring = minimum_coloring(queen_graph(7))
    for squares in coloring.classes:
        assert icosian.Placement(squares, board=Board((7, 7))) in icosian.all_queens(7)
