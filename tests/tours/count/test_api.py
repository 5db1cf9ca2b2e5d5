"""Counts of cycles and paths: against brute force, identities and bad arguments."""

import random
from itertools import pairwise

import networkx as nx
import pytest
from hypothesis import given, settings, strategies as st
from naive import tours
from strategies import conditional_questions, graphs

import icosian
from icosian import (
    InvalidArgument,
    NotANode,
    SearchLimitReached,
    count_hamiltonian_cycles,
    count_hamiltonian_paths,
    king_graph,
    knight_graph,
)
from icosian.tours.count import functions as api, plans as plan_race


def number(G, *, closed, start=None, end=None, **conditions):
    """Count tours one by one."""
    edges = {
        frozenset(tour) if len(tour) == 1 else key(G, tour, closed=closed)
        for tour in tours(G, closed=closed, start=start, end=end, **conditions)
    }
    return len(edges)


def key(G, tour, *, closed):
    """Return the edges of a tour."""
    ring = tour + tour[:1] if closed else tour
    steps = pairwise(ring)
    return frozenset(steps if G.is_directed() else map(frozenset, steps))


@given(graphs())
def test_cycles_are_counted_as_brute_force_counts_them(G):
    assert count_hamiltonian_cycles(G) == number(G, closed=True)


@given(graphs(), st.data())
def test_paths_are_counted_with_every_choice_of_ends(G, data):
    nodes = list(G)
    start = data.draw(st.sampled_from([None, *nodes]))
    end = data.draw(st.sampled_from([None, *(v for v in nodes if v != start or len(nodes) == 1)]))
    assert count_hamiltonian_paths(G, start, end) == number(G, closed=False, start=start, end=end)


@given(conditional_questions())
def test_counts_keep_all_conditions(asked):
    G, question = asked
    expected = number(G, **question)
    if not question.pop("closed"):
        assert count_hamiltonian_paths(G, **question) == expected
    elif question["positions"] and question.pop("start") is None:
        assert count_hamiltonian_cycles(G, **question) == expected


def test_a_count_with_positions_knows_symmetries_and_limits(tmp_path):
    middle, G = {"c3": 13}, knight_graph(5)
    assert count_hamiltonian_paths(G, positions=middle) == 128
    assert count_hamiltonian_paths(G, positions=middle, distinct=True) == 20
    with pytest.raises(SearchLimitReached, match="not counted"):
        count_hamiltonian_paths(king_graph(8), positions={"c3": 13}, timeout=0.05)
    with pytest.raises(InvalidArgument, match="has no checkpoint"):
        count_hamiltonian_paths(G, positions=middle, checkpoint=tmp_path)


@pytest.mark.slow
@settings(deadline=None, max_examples=10)
@given(st.integers(7, 8), st.integers(0, 10**6), st.floats(0.4, 1))
def test_larger_graphs_are_counted_as_brute_force_counts_them(n, seed, density):
    G = nx.gnp_random_graph(n, density, seed=seed)
    assert count_hamiltonian_cycles(G) == number(G, closed=True)
    assert count_hamiltonian_paths(G, 0) == number(G, closed=False, start=0)


@settings(deadline=None, max_examples=20)
@given(graphs(), st.data())
def test_conditions_on_edges_are_kept(G, data):
    edges = [tuple(pair[:2]) for pair in G.edges if pair[0] != pair[1]]
    if not edges:
        return
    marks = data.draw(st.lists(st.sampled_from(edges), max_size=3, unique_by=frozenset))
    split = data.draw(st.integers(0, len(marks)))
    conditions = {"require": marks[:split], "forbid": marks[split:]}
    for closed, count in ((True, count_hamiltonian_cycles), (False, count_hamiltonian_paths)):
        assert count(G, **conditions) == number(G, closed=closed, **conditions)


@settings(deadline=None, max_examples=20)
@given(st.integers(8, 10), st.integers(0, 10**6), st.booleans())
def test_names_and_order_of_the_nodes_do_not_matter(n, seed, closed):
    count = count_hamiltonian_cycles if closed else count_hamiltonian_paths
    G = nx.gnp_random_graph(n, 0.5, seed=seed)
    nodes = list(G)
    random.Random(seed).shuffle(nodes)
    H = nx.Graph()
    H.add_nodes_from(f"node {v}" for v in nodes)
    H.add_edges_from((f"node {v}", f"node {u}") for u, v in G.edges)
    assert count(G) == count(H)


@pytest.mark.slow
@settings(deadline=None, max_examples=20)
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


def test_a_single_node_is_one_path_and_no_cycle():
    for kind in (nx.Graph, nx.DiGraph):
        G = kind()
        G.add_node("a")
        assert count_hamiltonian_paths(G) == count_hamiltonian_paths(G, "a", "a") == 1
        assert count_hamiltonian_cycles(G) == 0


def test_the_number_is_a_python_int():
    assert type(count_hamiltonian_cycles(nx.cycle_graph(5))) is int


@pytest.mark.parametrize("limit", [0, -1, 1.5, True, "1 GB"])
def test_a_memory_limit_is_a_positive_integer(limit):
    with pytest.raises(InvalidArgument, match="memory_limit must be an integer of at least 1"):
        count_hamiltonian_cycles(nx.cycle_graph(5), memory_limit=limit)


def test_arguments_are_checked_before_any_work():
    G = nx.cycle_graph(5)
    with pytest.raises(NotANode):
        count_hamiltonian_paths(G, 7)
    with pytest.raises(InvalidArgument, match="edges of the graph"):
        count_hamiltonian_cycles(G, require=[(0, 2)])
    with pytest.raises(nx.NetworkXPointlessConcept):
        count_hamiltonian_cycles(nx.Graph())


def test_too_little_memory_is_refused_with_an_estimate():
    with pytest.raises(SearchLimitReached, match=r"need about .* kB"):
        count_hamiltonian_cycles(knight_graph(6), memory_limit=1000)


def test_a_count_that_is_far_too_large_is_refused_after_its_first_states(monkeypatch):
    asked = []
    advance = plan_race.PlanRun.advance

    def noted(run, limit):
        asked.append(limit)
        return advance(run, limit)

    monkeypatch.setattr(plan_race, "PROBE", 1000)
    monkeypatch.setattr(plan_race.PlanRun, "advance", noted)
    with pytest.raises(SearchLimitReached, match=r"need about .* GB, or about .* in 729 slices"):
        count_hamiltonian_cycles(knight_graph(12), memory_limit=10**9)
    assert max(asked) == 1000


def test_a_time_out_says_what_was_done(ticking):
    with pytest.raises(SearchLimitReached, match="not counted") as caught:
        count_hamiltonian_cycles(knight_graph(8), timeout=0.2)
    assert caught.value.stats.method == "states"
    assert caught.value.stats.steps > 0


def test_a_graph_that_is_too_wide_is_refused():
    with pytest.raises(SearchLimitReached, match="frontier"):
        count_hamiltonian_cycles(nx.complete_graph(34))


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


def test_boards_have_the_counters_as_methods():
    assert icosian.knight_graph(5, 6).count_hamiltonian_cycles() == 8
