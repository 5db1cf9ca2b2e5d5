"""Counts of cycles and paths and of their classes: brute force, identities, published numbers."""

import itertools
from itertools import combinations
from pathlib import Path

import networkx as nx
import pytest
from families import renamed
from hypothesis import assume, given, strategies as st
from naive import edge_sets
from strategies import conditional_questions, graphs
from together import examples

import icosian
from icosian import (
    Board,
    InvalidArgument,
    Piece,
    SearchLimitReached,
    board_graph,
    count_hamiltonian_cycles,
    count_hamiltonian_paths,
    king_graph,
    knight_graph,
    leaper_graph,
    queen_graph,
    rook_graph,
)
from icosian._run.limits import Clock
from icosian.tours import enumeration as search
from icosian.tours.count import functions as api, plans
from icosian.tours.count.functions import class_count
from icosian.tours.enumeration import tour_batches
from icosian.tours.problem import Problem
from icosian.tours.symmetries import problem_symmetries
from tests._kernels.runs import compiled_only

# Counts of cycles and paths: against brute force, identities and bad arguments


@given(graphs())
def test_cycles_are_counted_as_brute_force_counts_them(G):
    assert count_hamiltonian_cycles(G) == len(edge_sets(G, closed=True))


@given(graphs(), st.data())
def test_paths_are_counted_with_every_choice_of_ends(G, data):
    nodes = list(G)
    start = data.draw(st.sampled_from([None, *nodes]))
    end = data.draw(st.sampled_from([None, *(v for v in nodes if v != start or len(nodes) == 1)]))
    assert count_hamiltonian_paths(G, start, end) == len(
        edge_sets(G, closed=False, start=start, end=end)
    )


@given(conditional_questions())
def test_counts_keep_all_conditions(asked):
    G, question = asked
    expected = len(edge_sets(G, **question))
    if not question.pop("closed"):
        assert count_hamiltonian_paths(G, **question) == expected
    elif question["positions"] and question.pop("start") is None:
        assert count_hamiltonian_cycles(G, **question) == expected


def test_a_count_with_positions_knows_symmetries_and_limits(ticking):
    middle, G = {"c3": 13}, knight_graph(5)
    assert count_hamiltonian_paths(G, positions=middle) == 128
    assert count_hamiltonian_paths(G, positions=middle, distinct=True) == 20
    with pytest.raises(SearchLimitReached, match="not counted"):
        count_hamiltonian_paths(king_graph(8), positions={"c3": 13}, timeout=0.05)


@pytest.mark.slow
@examples(10)
@given(st.integers(7, 8), st.integers(0, 10**6), st.floats(0.4, 1))
def test_larger_graphs_are_counted_as_brute_force_counts_them(n, seed, density):
    G = nx.gnp_random_graph(n, density, seed=seed)
    assert count_hamiltonian_cycles(G) == len(edge_sets(G, closed=True))
    assert count_hamiltonian_paths(G, 0) == len(edge_sets(G, closed=False, start=0))


@examples(20)
@given(graphs(), st.data())
def test_conditions_on_edges_are_kept(G, data):
    edges = [tuple(pair[:2]) for pair in G.edges if pair[0] != pair[1]]
    if not edges:
        return
    marks = data.draw(st.lists(st.sampled_from(edges), max_size=3, unique_by=frozenset))
    split = data.draw(st.integers(0, len(marks)))
    conditions = {"require": marks[:split], "forbid": marks[split:]}
    for closed, count in ((True, count_hamiltonian_cycles), (False, count_hamiltonian_paths)):
        assert count(G, **conditions) == len(edge_sets(G, closed=closed, **conditions))


@examples(20)
@given(st.integers(8, 10), st.integers(0, 10**6), st.booleans())
def test_names_and_order_of_the_nodes_do_not_matter(n, seed, closed):
    count = count_hamiltonian_cycles if closed else count_hamiltonian_paths
    G = nx.gnp_random_graph(n, 0.5, seed=seed)
    assert count(G) == count(renamed(G, seed))


@pytest.mark.slow
@examples(20)
@given(st.integers(8, 10), st.integers(0, 10**6), st.booleans(), st.data())
def test_an_edge_is_used_or_not(n, seed, closed, data):
    count = count_hamiltonian_cycles if closed else count_hamiltonian_paths
    G = nx.gnp_random_graph(n, 0.5, seed=seed)
    if not G.edges:
        return
    edge = data.draw(st.sampled_from(sorted(G.edges)))
    H = G.copy()
    H.remove_edge(*edge)
    assert count(G) == count(H) + count(G, require=[edge])
    assert count(H) == count(G, forbid=[edge])


def test_numbers_are_exact_beyond_every_machine_word():
    # The squares of a cycle in pairs: each ladder of n rungs and two ends has 2 ** n paths between.
    chain = nx.Graph()
    n = 200
    for k in range(n):
        chain.add_edges_from([(4 * k, 4 * k + 1), (4 * k, 4 * k + 2), (4 * k + 1, 4 * k + 2)])
        chain.add_edges_from([(4 * k + 1, 4 * k + 3), (4 * k + 2, 4 * k + 3)])
        chain.add_edge(4 * k + 3, 4 * k + 4)
    assert count_hamiltonian_paths(chain, 0, 4 * n) == 2**n


@pytest.mark.slow
def test_a_count_that_is_far_too_large_is_refused_after_its_first_states(monkeypatch):
    asked = []
    advance = plans.PlanRun.advance

    def noted(run, limit, *given):
        asked.append(limit)
        return advance(run, limit, *given)

    monkeypatch.setattr(plans, "PROBE", 1000)
    monkeypatch.setattr(plans.PlanRun, "advance", noted)
    with pytest.raises(SearchLimitReached, match=r"need about .* GB, or about .* in 729 slices"):
        count_hamiltonian_cycles(knight_graph(12), memory_limit=10**9)
    assert max(asked) == 1000


def test_a_time_out_says_what_was_done(ticking):
    with pytest.raises(SearchLimitReached, match="not counted") as caught:
        count_hamiltonian_cycles(knight_graph(8), timeout=0.2)
    assert caught.value.stats.method == "states"
    assert caught.value.stats.steps > 0


@pytest.mark.parametrize(
    ("G", "cycles"),
    [(knight_graph(5, 6), 8), (nx.petersen_graph(), 0), (nx.dodecahedral_graph(), 30)],
)
def test_few_tours_are_listed_without_plans_and_states(G, cycles, monkeypatch):
    monkeypatch.setattr(api, "FEW", 100)
    monkeypatch.setattr(api, "promising_plans", None)
    assert count_hamiltonian_cycles(G) == cycles


def test_where_steps_are_too_few_for_a_list_the_states_answer(monkeypatch):
    monkeypatch.setattr(api, "FEW", 1)
    assert count_hamiltonian_cycles(king_graph(4)) == 2830
    with pytest.raises(SearchLimitReached, match="the 0 s are over"):
        count_hamiltonian_cycles(king_graph(4), timeout=0)


# Classes of tours: against lists of tours, brute force and published numbers


MEMORY = 1 << 30


def count(asked):
    """Return how many tours a question has."""
    return api._number(asked, Clock(), MEMORY)


def agree(G, *, closed, **question):
    """Whether the number of classes is that of the list with one tour of each."""
    asked = Problem.of(G, closed=closed, **question)
    group = problem_symmetries(asked, Clock())
    listed = sum(map(len, tour_batches(asked, Clock(), group)))
    number = count(asked)
    return (
        listed
        == classes_of(G, closed=closed, **question)
        == (
            number
            if number < 2
            else class_count(asked, group.images, number, count, Clock(), MEMORY)
        )
    )


def classes_of(G, *, closed, start=None, **question):
    """Return the number of classes by the public functions, which is that of the list."""
    if not closed:
        number = count_hamiltonian_paths(G, start, distinct=True, **question)
        assert number == len(list(icosian.hamiltonian_paths(G, start, distinct=True, **question)))
        return number
    if start is not None:
        question["positions"] = (question.get("positions") or {}) | {start: 1}
    number = count_hamiltonian_cycles(G, distinct=True, **question)
    assert number == len(list(icosian.hamiltonian_cycles(G, distinct=True, **question)))
    return number


def slow_classes(G, *, closed, start=None, end=None, require, forbid, positions):
    """Return the classes of tours, and the order of the group, by all permutations of the nodes."""
    directed, n = G.is_directed(), len(G)
    kind = tuple if directed else frozenset
    kept = [{kind(e[:2]) for e in edges if e[0] != e[1]} for edges in (G.edges, require, forbid)]
    numbers = {v: k for v, k in ((start, 1), (end, n)) if v is not None} | positions
    ends = [{v: k for v, k in numbers.items() if k in ((1,) if closed else (1, n))}]
    is_numbered = numbers != ends[0]
    if not (is_numbered or directed):
        ends.append({v: n + 1 - k for v, k in ends[0].items()})  # the reverse
    group = []
    for images in itertools.permutations(G):
        move = dict(zip(G, images, strict=True))
        if all({kind(move[v] for v in edge) for edge in edges} == edges for edges in kept) and (
            all(move[v] == v for v in numbers)
            if is_numbered
            else closed or {move[v]: k for v, k in ends[0].items()} in ends
        ):
            group.append(move)
    asked = {"require": require, "forbid": forbid, "positions": positions}
    found = edge_sets(G, closed=closed, start=start, end=end, **asked)
    images = {
        frozenset(frozenset(kind(move[v] for v in edge) for edge in tour) for move in group)
        for tour in found
        if n > 1
    } or found
    return len(images), len(group)


@given(conditional_questions())
def test_classes_are_those_under_all_permutations_that_keep_the_question(asked):
    G, question = asked
    number, order = slow_classes(G, **question)
    assert classes_of(G, **question) == number
    assert problem_symmetries(Problem.of(G, **question), Clock()).order == order


@st.composite
def small_boards(draw):
    """Draw the graph of a small board, often with symmetries."""
    shape = draw(st.sampled_from([(4,), (2, 2), (2, 3), (3, 3), (2, 4), (1, 6), (2, 2, 2)]))
    periodic = draw(st.booleans())
    plain = Board(shape, periodic=periodic)
    hole = draw(st.none() | st.sampled_from(plain.squares))
    images = draw(st.lists(st.sampled_from(plain.symmetries()), max_size=4))
    holes = set() if hole is None else {hole, *(image[hole] for image in images)}
    assume(len(holes) < len(plain))
    steps = [(0,) * (len(shape) - 1) + (1,), (0,) * (len(shape) - 2) + (1, min(2, len(shape)))]
    moves = steps[: draw(st.integers(1, 2))] if len(shape) > 1 else [(1,), (2,)]
    G = board_graph(Board(shape, periodic=periodic, holes=holes), Piece(moves))
    if len(shape) == 2 and draw(st.booleans()):
        G = king_graph(*shape, holes=holes)
    return G.to_directed() if len(G) < 7 and draw(st.booleans()) else G


@given(small_boards(), st.booleans(), st.data())
def test_there_are_as_many_classes_as_tours_are_listed(G, closed, data):
    question = {}
    if not closed and data.draw(st.booleans()):
        ends = data.draw(st.permutations(list(G)))[: data.draw(st.integers(1, 2))]
        question = dict(zip(("start", "end"), ends, strict=False))
    if edges := sorted(G.edges):
        marks = data.draw(st.lists(st.sampled_from(edges), max_size=2, unique_by=frozenset))
        question[data.draw(st.sampled_from(["require", "forbid"]))] = marks
    assert agree(G, closed=closed, **question)


@pytest.mark.slow
@compiled_only
@pytest.mark.parametrize(
    ("G", "closed"),
    [
        (king_graph(4), True),
        (queen_graph(3), True),
        (queen_graph(3), False),
        (knight_graph(5, 8), True),
        (knight_graph(3, 8), False),
        (knight_graph(4, 5), False),
        (leaper_graph(0, 1, 4, 5, periodic=True), True),
        (board_graph(Board((2, 3, 4)), "knight"), True),
    ],
)
def test_classes_of_larger_boards_of_all_kinds(G, closed):
    assert agree(G, closed=closed)


@pytest.mark.exhaustive
@compiled_only
def test_the_8x8_board_has_1658420855433_classes_of_closed_tours():
    # OEIS A001230; 608,233 of them have half turns: Donald E. Knuth, pre-fascicle 8a.
    asked = Problem.of(knight_graph(8), closed=True)
    number = 13267364410532
    symmetries = problem_symmetries(asked, Clock()).images
    classes = class_count(asked, symmetries, number, count, Clock(), 4 * MEMORY)
    assert classes == 1658420855433
    assert number == 8 * (classes - 608233) + 4 * 608233


@given(st.sampled_from([nx.petersen_graph(), nx.cubical_graph(), nx.turan_graph(6, 3)]), st.data())
def test_labels_and_order_of_the_nodes_never_change_the_number(G, data):
    labels = dict(zip(G, data.draw(st.permutations([f"v{k}" for k in G])), strict=True))
    H = nx.MultiGraph()
    H.add_nodes_from(data.draw(st.permutations(list(labels.values()))))
    H.add_edges_from((labels[u], labels[v], k) for u, v in G.edges for k in range(2))
    nx.set_node_attributes(H, {v: {"name": v} for v in H})
    for number in (count_hamiltonian_cycles, count_hamiltonian_paths):
        assert number(H, distinct=True) == number(G, distinct=True)


def test_a_large_group_is_used_by_its_generators(monkeypatch):
    for n in range(3, 7):
        monkeypatch.setattr("icosian.tours.symmetries.MOST_LISTED", 1)
        K, B = nx.complete_graph(n), nx.complete_bipartite_graph(n // 2 + 1, n // 2 + 1)
        assert classes_of(K, closed=True) == classes_of(K, closed=False) == 1
        assert classes_of(K.to_directed(), closed=True) == classes_of(B, closed=True) == 1
        assert classes_of(K, closed=False, start=0, end=2) == 1
    assert classes_of(nx.icosahedral_graph(), closed=True) == 17
    assert classes_of(nx.cubical_graph(), closed=False) == 3


def test_a_group_that_is_too_large_for_so_many_tours_is_named(monkeypatch, tmp_path):
    monkeypatch.setattr(search, "MOST_STORED", 1000)
    why = "362880 symmetries and more than 1000 tours: of more than 50000 symmetries"
    with pytest.raises(SearchLimitReached, match=f"not counted: the graph has {why}"):
        count_hamiltonian_cycles(nx.complete_graph(9), distinct=True)
    with pytest.raises(InvalidArgument, match="362880 symmetries lists the tours and has no"):
        count_hamiltonian_cycles(nx.complete_graph(9), distinct=True, checkpoint=tmp_path)
    with pytest.raises(SearchLimitReached, match=why):
        list(icosian.hamiltonian_cycles(nx.complete_graph(9), distinct=True))


@pytest.mark.parametrize(("rows", "columns"), [(1, 1), (1, 2), (2, 2), (3, 3)])
def test_few_tours_have_few_classes(rows, columns):
    G = leaper_graph(0, 1, rows, columns)
    for number in (count_hamiltonian_cycles, count_hamiltonian_paths):
        assert number(G, distinct=True) <= number(G)
    assert count_hamiltonian_paths(G, distinct=True) == {1: 1, 2: 1, 4: 1, 9: 3}[len(G)]


def test_a_time_out_counts_for_the_symmetric_tours_too(ticking):
    with pytest.raises(SearchLimitReached, match="not counted"):
        count_hamiltonian_cycles(knight_graph(8), distinct=True, timeout=0.2)


# Published numbers of tours; lists of tours agree


FEW = 3_000
"""So many tours are listed as well."""
COUNTS = Path(__file__).parents[2] / "data/counts.txt"

STATES = """
AL-FL AL-GA AL-MS AL-TN AR-LA AR-MO AR-MS AR-OK AR-TN AR-TX AZ-CA AZ-NM AZ-NV AZ-UT CA-NV CA-OR
CO-KS CO-NE CO-NM CO-OK CO-UT CO-WY CT-MA CT-NY CT-RI DE-MD DE-NJ DE-PA FL-GA GA-NC GA-SC GA-TN
IA-IL IA-MN IA-MO IA-NE IA-SD IA-WI ID-MT ID-NV ID-OR ID-UT ID-WA ID-WY IL-IN IL-KY IL-MO IL-WI
IN-KY IN-MI IN-OH KS-MO KS-NE KS-OK KY-MO KY-OH KY-TN KY-VA KY-WV LA-MS LA-TX MA-NH MA-NY MA-RI
MA-VT MD-PA MD-VA MD-WV ME-NH MI-OH MI-WI MN-ND MN-SD MN-WI MO-NE MO-OK MO-TN MS-TN MT-ND MT-SD
MT-WY NC-SC NC-TN NC-VA ND-SD NE-SD NE-WY NH-VT NJ-NY NJ-PA NM-OK NM-TX NV-OR NV-UT NY-PA NY-VT
OH-PA OH-WV OK-TX OR-WA PA-WV SD-WY TN-VA UT-WY VA-WV WA-OR WV-OH
"""

USA = nx.Graph(border.split("-") for border in STATES.split())
"""The 48 contiguous states and their borders, of Knuth's Stanford GraphBase."""


def prime_ring(n):
    """Return the numbers to n, joined where their sum is prime."""
    pairs = combinations(range(1, n + 1), 2)
    return nx.Graph(pair for pair in pairs if all(sum(pair) % d for d in range(2, sum(pair))))


GRAPHS = {
    "knight": lambda *sides: board_graph(Board(sides if sides[1:] else sides * 2), "knight"),
    "king": king_graph,
    "rook": rook_graph,
    "cylinder": lambda *sides: knight_graph(*sides, periodic=(False, True)),
    "grid": nx.grid_2d_graph,
    "wazir": lambda *sides: leaper_graph(0, 1, *sides),
    "torus": lambda *sides: nx.grid_2d_graph(*sides, periodic=True),
    "hypercube": nx.hypercube_graph,
    "complete": nx.complete_graph,
    "complete_digraph": lambda n: nx.complete_graph(n, nx.DiGraph),
    "complete_bipartite": nx.complete_bipartite_graph,
    "complete_multipartite": nx.complete_multipartite_graph,
    "turan": nx.turan_graph,
    "prime_ring": prime_ring,
    "usa": lambda _: USA,
    "named": lambda name: getattr(nx, f"{name}_graph")(),
}
MARKS = {
    "quick": (),
    "jit": compiled_only,
    "slow": pytest.mark.slow,
    "compiled": (pytest.mark.slow, compiled_only),
    "exhaustive": (pytest.mark.exhaustive, compiled_only),
}


def published():
    """Yield what is counted, a family of graphs, the size of one, and its number."""
    for line in COUNTS.read_text("utf-8").splitlines():
        if not line.startswith("#"):
            source, what, when, family, *terms = line.split()
            for size, number in (term.split(":") for term in terms):
                name = f"{source} {what} {family} {size}"
                yield pytest.param(what, family, size, int(number), id=name, marks=MARKS[when])


@pytest.mark.parametrize(("what", "family", "size", "number"), [*published()])
def test_tours_and_their_classes_are_as_many_as_published_and_as_listed(what, family, size, number):
    G = GRAPHS[family](*(int(k) if k.isdigit() else k for k in size.split("x")))
    count = {
        "cycles": count_hamiltonian_cycles,
        "paths": count_hamiltonian_paths,
        "corners": lambda G: count_hamiltonian_paths(G, min(G), max(G)),
        "classes": lambda G: count_hamiltonian_cycles(G, distinct=True),
        "path-classes": lambda G: count_hamiltonian_paths(G, distinct=True),
    }
    lists = {"cycles": icosian.hamiltonian_cycles, "paths": icosian.hamiltonian_paths}
    if what != "lists":
        assert count[what](G) == number
    if what == "lists" or (what in lists and number <= FEW and len(G) < 40):
        assert len(set(lists.get(what, icosian.hamiltonian_cycles)(G))) == number


QUARTER = {5: [(0, 0), (1, 1), (0, 2), (2, 2)], 6: [(0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 2)]}
"""One of each class of squares from which a path may start."""


@pytest.mark.parametrize(
    ("side", "paths"),
    [(5, 864), pytest.param(6, 3318960, marks=[compiled_only, pytest.mark.exhaustive])],
)
def test_paths_by_their_start_sum_up_to_twice_as_many(side, paths):
    G = knight_graph(side)
    orbits = [{image[v] for image in G.symmetries()} for v in QUARTER[side]]
    numbers = [G.count_hamiltonian_paths(v) for v in QUARTER[side]]
    assert sum(map(int.__mul__, map(len, orbits), numbers)) == 2 * paths
    if side == 5:
        assert numbers == [304, 56, 56, 64]  # the table of OEIS A165134


@pytest.mark.parametrize(
    ("side", "paths"),  # from a corner: OEIS A165134 names 304
    [(5, 304), pytest.param(6, 524486, marks=[compiled_only, pytest.mark.exhaustive])],
)
def test_paths_by_their_ends_sum_up_to_those_of_a_start(side, paths):
    G = knight_graph(side)
    ends = [v for v in G if v != (0, 0) and (side == 6) == (sum(v) % 2 == 1)]
    numbers = {v: G.count_hamiltonian_paths((0, 0), v) for v in ends}
    assert sum(numbers.values()) == paths == G.count_hamiltonian_paths((0, 0))
    assert all(numbers[v] == numbers[v[::-1]] for v in ends)  # the board looks the same
