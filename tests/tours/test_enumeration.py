"""All tours, each once, in order; the search behind, its checks, and its branches."""

import pickle
import signal
from concurrent.futures import ThreadPoolExecutor
from itertools import islice

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, strategies as st
from naive import edge_set, edge_sets, numbered_paths
from strategies import conditional_questions, graphs
from together import examples, together

import icosian
from icosian import (
    IncompleteRun,
    InvalidArgument,
    SearchLimitReached,
    hamiltonian_cycles,
    hamiltonian_paths,
    king_graph,
    knight_graph,
)
from icosian._run.limits import Clock
from icosian.exceptions import InvalidTour
from icosian.tours import enumeration as search
from icosian.tours.problem import Problem
from tests._run.test_pool import Breaking

# hamiltonian_cycles and hamiltonian_paths: all tours, each once, in order


PLAIN = nx.complete_graph(5)


def listing(G, *, closed, start=None, end=None, **options):
    """Return the iterator; the start of a cycle is number 1."""
    if not closed:
        return icosian.hamiltonian_paths(G, start, end, **options)
    if start is not None:
        options["positions"] = (options.get("positions") or {}) | {start: 1}
    return icosian.hamiltonian_cycles(G, **options)


def edges_of(G, tour):
    """Return what a tour and its reverse have in common, and no other tour."""
    return edge_set(tour.nodes, closed=tour.is_closed, directed=G.is_directed())


@given(conditional_questions())
def test_every_tour_that_keeps_the_conditions_is_listed_once(asked):
    G, question = asked
    found = list(listing(G, **question))
    expected = edge_sets(G, **question)
    assert len(found) == len(expected)
    assert {edges_of(G, tour) for tour in found} == expected


@given(conditional_questions())
def test_tours_stand_in_the_direction_that_is_asked_for(asked):
    G, question = asked
    nodes = list(G)
    free = not question["positions"] and question["start"] is None
    for tour in listing(G, **question):
        assert tour.is_closed == question["closed"]
        check = icosian.is_hamiltonian_cycle if tour.is_closed else icosian.is_hamiltonian_path
        assert check(G, tour)
        assert question["start"] in (None, tour[0])
        assert question.get("end") in (None, tour[-1])
        assert all(tour.numbering[v] == k for v, k in question["positions"].items())
        if tour.is_closed and free:
            assert tour[0] == nodes[0]
            assert G.is_directed() or nodes.index(tour[1]) <= nodes.index(tour[-1])
        elif free and question["end"] is None and not G.is_directed():
            assert nodes.index(tour[0]) <= nodes.index(tour[-1])


@given(conditional_questions(), st.randoms())
def test_nodes_decide_the_order_of_the_tours_and_edges_do_not(asked, rng):
    G, question = asked
    edges = list(G.edges())
    rng.shuffle(edges)
    H = G.__class__()
    H.add_nodes_from(G)
    H.add_edges_from(edges)
    assert list(listing(G, **question)) == list(listing(H, **question))


@given(graphs(), st.booleans(), st.randoms())
def test_relabelling_keeps_the_tours(G, closed, rng):
    nodes = list(G)
    rng.shuffle(nodes)
    H = G.__class__()
    H.add_nodes_from(nodes)
    H.add_edges_from(G.edges())
    one, two = ({edges_of(F, tour) for tour in listing(F, closed=closed)} for F in (G, H))
    assert one == two


@examples(10)
@given(st.integers(0, 20), st.integers(3, 6), st.sampled_from([king_graph(4), knight_graph(4, 5)]))
def test_numbers_on_a_board_leave_the_tours_of_the_slow_twin(seed, every, G):
    tour = G.hamiltonian_path(seed=seed)
    positions = {v: k for v, k in tour.numbering.items() if k % every == 1}
    found = [tour.nodes for tour in G.hamiltonian_paths(positions=positions)]
    assert len(set(found)) == len(found)
    assert set(found) == set(numbered_paths(G, positions))


def test_the_5x5_board_has_as_many_open_tours_as_published():
    G = knight_graph(5)
    assert len(list(G.hamiltonian_paths())) == 1728 // 2  # OEIS A165134 counts both directions
    assert len(list(G.hamiltonian_paths("a1"))) == 304
    assert sum(1 for v in G for _ in G.hamiltonian_paths(v)) == 1728
    ends = [tour[-1] for tour in G.hamiltonian_paths("a1")]
    for v in set(G) - {(4, 0)}:
        assert len(list(G.hamiltonian_paths("a1", v))) == ends.count(v)


def first_of_classes(G, every, symmetries):
    """Return the tours none of whose images comes before, the slow way."""
    seen, first = set(), []
    for tour in every:
        if edges_of(G, tour) not in seen:
            first.append(tour)
            seen |= {edges_of(G, moved(tour, image)) for image in symmetries}
    return first


def moved(tour, image):
    return icosian.Tour([image[v] for v in tour], is_closed=tour.is_closed)


@together("directed", [False, True])
@together(
    "question",
    [
        {"closed": True},
        {"closed": True, "start": (0, 0)},
        {"closed": True, "require": [((0, 0), (0, 1))]},
        {"closed": True, "forbid": [((0, 1), (1, 1)), ((1, 1), (0, 1))]},
        {"closed": False},
        {"closed": False, "start": (0, 0)},
        {"closed": False, "end": (1, 0)},
        {"closed": False, "start": (0, 0), "end": (0, 2)},
        {"closed": False, "require": [((0, 1), (1, 1))]},
        {"closed": False, "positions": {(0, 0): 2}},
        {"closed": False, "start": (0, 0), "end": (0, 2), "positions": {(1, 1): 3}},
    ],
)
def test_distinct_tours_are_the_first_of_their_images_that_keep_the_question(question, directed):
    board = king_graph(3)
    G = board.to_directed() if directed else board
    every = list(listing(G, **question))
    known = {edges_of(G, tour) for tour in every}
    symmetries = [
        image
        for image in board.symmetries()
        if all(edges_of(G, moved(tour, image)) in known for tour in every)
    ]
    assert every
    one = list(listing(G, distinct=True, **question))
    assert one == first_of_classes(G, every, symmetries)


@pytest.mark.exhaustive
def test_the_6x6_board_has_1245_classes_of_closed_tours():
    G = knight_graph(6)
    sizes = [
        len({edges_of(G, moved(tour, image)) for image in G.symmetries()})
        for tour in G.hamiltonian_cycles(distinct=True)
    ]
    # OEIS A001230: 5 with quarter turns, 17 with half turns, 1223 without symmetry
    assert [sizes.count(size) for size in (2, 4, 8)] == [5, 17, 1223]
    assert len(sizes) == 1245


def test_a_time_out_comes_after_the_tours_that_were_found(ticking):
    listed = []
    with pytest.raises(icosian.SearchLimitReached, match="not all tours are listed") as caught:
        listed.extend(icosian.hamiltonian_cycles(knight_graph(8), timeout=0.3))
    assert listed
    assert f": {len(listed)} so far" in str(caught.value)
    assert caught.value.stats.steps > 0


def test_ctrl_c_stops_a_listing():
    found = knight_graph(8).hamiltonian_cycles(
        progress=lambda _: signal.raise_signal(signal.SIGINT)
    )
    with pytest.raises(KeyboardInterrupt):
        for _ in found:
            pass


# The search behind an enumeration: its checks, and its branches on executors


def search_of(G, *, closed, **conditions):
    """Return the search behind an iterator."""
    return search._Enumeration(Problem.of(G, closed=closed, **conditions), identity_alone(len(G)))


def identity_alone(n):
    return np.zeros((0, n), np.int64)


@together(
    ("order", "flaw"),
    [
        ([0, 1, 2, 1], "every node once"),
        ([0, 2, 1, 3], "not an edge"),
        ([1, 0, 3, 2], "a forbidden edge"),
        ([0, 1, 3, 2], "a required edge"),
    ],
)
def test_false_tours_do_not_leave(order, flaw):
    G = nx.cycle_graph(4)
    G.add_edge(1, 3)
    conditions = {"forbid": [(0, 3)], "require": [(1, 2)]}
    with pytest.raises(InvalidTour, match=flaw):
        search_of(G, closed=False, **conditions)._check(np.array([order]))


def test_paths_that_do_not_have_the_ends_given_do_not_leave():
    checked = search_of(PLAIN, closed=False, start=0, end=4)
    checked._check(np.array([[0, 1, 2, 3, 4]]))
    for order in ([1, 0, 2, 3, 4], [0, 1, 2, 4, 3]):
        with pytest.raises(InvalidTour, match="the given ends"):
            checked._check(np.array([order]))


@pytest.fixture(autouse=True)
def share_out_at_once(monkeypatch):
    """Share every search out, in parts as small as can be."""
    monkeypatch.setattr(search, "ALONE_SECONDS", 0)
    monkeypatch.setattr(search, "PART_SECONDS", 1e-3)


@given(st.integers(4, 9), st.integers(0, 10**6), st.booleans(), st.integers(1, 40))
def test_branches_put_together_are_the_whole_search(n, seed, directed, vertices):
    G = nx.gnp_random_graph(n, 0.6, seed=seed, directed=directed)
    asked = Problem.of(G, closed=True)
    whole = [tuple(order) for found in search.tour_batches(asked, Clock()) for order in found]
    whole_search = search._Enumeration(asked, search.kept_symmetries(asked, identity_alone(n)))
    whole_search.most = 1  # a pause after each tour
    together, branches = [], [()]
    while branches:
        path = branches.pop(0)
        found, left, _ = whole_search.list_branch(path, np.inf, vertices, clock=Clock())
        assert left == sorted(left)
        assert all(later[: len(path)] == path for later in left)
        together += map(tuple, found)
        branches = left + branches
    assert together == whole


@together("distinct", [False, True])
@together(
    "ask",
    [
        lambda **means: hamiltonian_cycles(knight_graph(3, 10), **means),
        lambda **means: hamiltonian_cycles(knight_graph(5, 6), **means),
        lambda **means: hamiltonian_paths(knight_graph(5), "a1", **means),
        lambda **means: hamiltonian_paths(knight_graph(3, 4), **means),
        lambda **means: hamiltonian_paths(knight_graph(5), positions={(0, 0): 1}, **means),
    ],
)
def test_threads_keep_the_order(ask, distinct):
    with ThreadPoolExecutor(2) as executor:
        assert list(ask(executor=executor, distinct=distinct)) == list(ask(distinct=distinct))


def test_a_listing_goes_on_where_an_executor_broke():
    G = knight_graph(3, 12)
    whole = list(hamiltonian_cycles(G))
    assert list(hamiltonian_cycles(G, executor=lambda: Breaking(3))) == whole
    for jobs in range(0, 40, 3):
        listed, resume, runs = [], None, 0
        while True:
            try:
                listed.extend(hamiltonian_cycles(G, executor=Breaking(jobs or 1), resume=resume))
                break
            except IncompleteRun as error:
                resume = pickle.loads(pickle.dumps(error))
                runs += 1
            if runs > 2:
                listed += hamiltonian_cycles(G, executor=lambda: Breaking(5), resume=resume)
                break
        assert listed == whole


def test_resume_of_another_listing_is_refused():
    with pytest.raises(IncompleteRun) as caught:
        list(hamiltonian_cycles(knight_graph(3, 12), executor=Breaking(1)))
    with pytest.raises(InvalidArgument, match="resume is from another search"):
        next(hamiltonian_cycles(knight_graph(6), executor=Breaking(1), resume=caught.value))
    with pytest.raises(InvalidArgument, match="needs an executor"):
        hamiltonian_cycles(knight_graph(6), resume=caught.value)


def test_a_listing_that_nobody_follows_or_that_takes_too_long_stops(ticking):
    G = knight_graph(8)
    with ThreadPoolExecutor(2) as executor:
        tours = hamiltonian_cycles(G, executor=executor)
        first = list(islice(tours, 300))
        tours.close()
        assert first == list(islice(hamiltonian_cycles(G), 300))
        with pytest.raises(SearchLimitReached, match="not all tours are listed"):
            for _ in hamiltonian_cycles(G, executor=executor, timeout=0.5):
                pass
