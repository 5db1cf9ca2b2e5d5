"""Plans in execution, and their race."""

from collections import Counter

import networkx as nx
from hypothesis import given, settings, strategies as st

from icosian import count_hamiltonian_cycles, king_graph
from icosian._run.clock import Clock
from icosian.tours.count import plans, plans as orders, plans as plan_race
from icosian.tours.count.layers import Memory
from icosian.tours.count.plans import PlanRun, race_plans
from icosian.tours.problem import Problem


@settings(deadline=None, max_examples=20)
@given(st.integers(6, 9), st.integers(0, 10**6), st.integers(1, 8), st.data())
def test_every_cut_of_every_order_gives_the_same_number(n, seed, cut, data):
    G = nx.gnp_random_graph(n, 0.6, seed=seed)
    graph = [set(G[v]) for v in G]
    order = data.draw(st.permutations(range(n)))
    for plan in plans._cut(graph, orders.neighbor_masks(graph), order, min(cut, n - 1)):
        attempt = PlanRun(graph, plan, Clock(), Memory(1 << 30))
        assert attempt.finish() == count_hamiltonian_cycles(G)


def raced(G, limit, monkeypatch):
    """Return a memory, all plans for the cycles of a graph, and the winner of their race."""
    monkeypatch.setattr(plans, "SURE", 0)
    monkeypatch.setattr(plans, "FEW", 0)
    problem = Problem.of(G, closed=True)
    graph = problem.form.subdivided()
    found = plans.promising_plans(problem, graph, Clock())
    memory = Memory(limit)
    return memory, found, *race_plans(graph, found, Clock(), memory)


def test_the_winner_of_a_race_goes_on_and_the_others_release_their_memory(monkeypatch):
    memory, found, winner, needed = raced(king_graph(4), 1 << 30, monkeypatch)
    assert len(found) > 1
    assert winner.plan in found
    assert memory.halves == winner.halves
    assert any(half.operations for half in winner.halves)
    assert 0 < needed < 1 << 20
    assert winner.finish() == 2830


def test_a_race_ends_when_the_memory_is_full_and_the_winner_begins_again(monkeypatch):
    memory, _, winner, needed = raced(king_graph(4), 2_000, monkeypatch)
    assert memory.halves == winner.halves
    assert not any(half.operations for half in winner.halves)
    assert needed > memory.limit >= memory.most > 0


def test_plans_that_are_far_from_the_best_leave_the_race_first(monkeypatch):
    taken = Counter()

    def noted(run, limit):
        taken[id(run.plan)] += 1
        return advance(run, limit)

    advance = PlanRun.advance
    monkeypatch.setattr(PlanRun, "advance", noted)
    monkeypatch.setattr(plan_race, "FIRST", 0.02)
    counts = []
    for close in (1, 1e9):
        monkeypatch.setattr(plan_race, "CLOSE", close)
        _, _, winner, _ = raced(king_graph(4), 1 << 30, monkeypatch)
        assert winner.finish() == 2830
        counts.append(sum(taken.values()))
        taken.clear()
    assert counts[0] < counts[1]


def test_estimates_become_the_states_that_are_left():
    graph = [set(near) for near in nx.to_dict_of_lists(nx.complete_graph(7)).values()]
    plan = plans._planned(orders.neighbor_masks(graph), list(range(7)), 7, set())
    run = PlanRun(graph, plan, Clock(), Memory(1 << 30))
    parts = [run.part]
    while not run.advance(run._spent + run.halves[0].size):
        parts.append(run.part)
    assert run.part == 1
    assert parts == sorted(parts)
    assert run.estimate == 0
    assert run.finish() == 360
