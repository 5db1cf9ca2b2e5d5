"""Plans of counts: orders, cuts, symmetries, their race, and quotients by automorphisms."""

import itertools
import random
from collections import Counter

import networkx as nx
import pytest
from hypothesis import given, strategies as st
from naive import edges_of_tours
from together import examples

from icosian import count_hamiltonian_cycles, count_hamiltonian_paths, king_graph, knight_graph
from icosian._arrays import masks_of
from icosian._run.limits import Clock
from icosian.exceptions import SearchLimitReached
from icosian.tours.count import functions as api, plans
from icosian.tours.count.layers import Half, Memory
from icosian.tours.count.plans import PlanRun, race_plans, together
from icosian.tours.problem import Problem

# Elimination orders and the states expected along them


@pytest.mark.parametrize("G", [nx.grid_2d_graph(6, 6), nx.grid_2d_graph(8, 6), king_graph(5)])
def test_estimates_along_rows_are_near_the_states(G):
    problem = Problem.of(G, closed=True)
    graph = problem.form.subdivided()
    order = plans.given_orders(problem, graph)[0]
    half = Half(graph, 18, Clock(), Memory(10**9))
    sizes = []
    for v in order:
        half.choose(v)
        sizes.append(half.size)
    expected = sum(plans.profile(graph, order)[0])
    assert sum(sizes) / 4 < expected < 4 * sum(sizes)


class Square(tuple):
    """A square that counts comparisons."""

    __slots__ = ()
    compared = 0
    __hash__ = tuple.__hash__

    def __eq__(self, other):
        Square.compared += 1
        return tuple.__eq__(self, other)


def test_orders_and_symmetries_of_a_board_take_linear_time(monkeypatch):
    looked_at = 0

    def counting(function):
        def counted(*values, **options):
            nonlocal looked_at
            values = [[*value] if isinstance(value, zip) else value for value in values]
            looked_at += len(values[0]) if len(values) == 1 else len(values)
            return function(*values, **options)

        return counted

    monkeypatch.setattr(plans, "min", counting(min), raising=False)
    monkeypatch.setattr(plans, "max", counting(max), raising=False)
    work = []
    for columns in (50, 100):
        G = nx.relabel_nodes(nx.grid_2d_graph(4, columns), Square)
        problem = Problem.of(G, closed=True)
        graph = problem.form.subdivided()
        Square.compared = looked_at = 0
        assert plans._symmetries(problem, graph)
        assert len(plans.given_orders(problem, graph)) == 5
        work.append(Square.compared + looked_at)
    assert work[1] < 3 * work[0]
    assert work[1] < 50 * len(graph)


# Plans: their cuts, separators and symmetries


@pytest.mark.parametrize(
    "G",
    [
        nx.grid_2d_graph(4, 6),
        nx.grid_2d_graph(5, 5),
        king_graph(3, 4),
        knight_graph(3, 8),
        nx.hypercube_graph(4),
    ],
)
@pytest.mark.parametrize("closed", [True, False])
def test_the_symmetries_of_a_board_do_not_change_the_number(G, closed, monkeypatch):
    count = count_hamiltonian_cycles if closed else count_hamiltonian_paths
    with_them = count(G)
    monkeypatch.setattr(plans, "_symmetries", lambda *_: [])
    assert count(G) == with_them


def test_a_separator_leaves_a_slot_of_one_word_free():
    graph = [set(range(40)) - {v} for v in range(40)]
    for size in (17, 18):
        plan = plans._planned(masks_of(graph), range(40), 0, set(range(size)))
        assert plan.width >= size + 1


def test_a_vertex_cover_is_as_small_as_the_largest_matching():
    for seed in range(30):
        rng = random.Random(seed)
        edges = {(rng.randrange(6), 6 + rng.randrange(6)) for _ in range(12)}
        G = nx.Graph(edges)
        border = {v for v in G if v >= 6}
        matching = nx.bipartite.hopcroft_karp_matching(G, border)
        cover = plans._cover({v: set(G[v]) for v in border})
        assert all(v in cover or w in cover for v, w in edges)
        assert len(cover) == len(matching) // 2


def test_few_states_are_not_raced_and_wide_plans_are_left_out():
    def plan(width, states):
        return plans.Plan(halves=((), ()), separator=(), width=width, profiles=((states,), ()))

    cheap, dear, wide = plan(5, plans.SURE - 1.0), plan(5, 2.0 * plans.SURE), plan(40, 1.0)
    assert plans.plans_to_race([wide, cheap, dear]) == [cheap]
    assert plans.plans_to_race([dear, wide, cheap]) == [dear, cheap]
    with pytest.raises(SearchLimitReached, match="the best frontier found has 40 vertices"):
        plans.plans_to_race([wide])


def test_orders_are_searched_only_where_many_states_are_expected(monkeypatch):
    problem = Problem.of(knight_graph(5, 6), closed=True)
    graph = problem.form.subdivided()
    given = plans.given_plans(problem, graph, Clock())
    assert plans.promising_plans(problem, graph, Clock(), given) == given
    for limit in ("FEW", "SURE"):
        monkeypatch.setattr(plans, limit, 0)
    assert plans.promising_plans(problem, graph, Clock(), given)[0].score < given[0].score


# Plans in execution, and their race


@examples(20)
@given(st.integers(6, 9), st.integers(0, 10**6), st.integers(1, 8), st.data())
def test_every_cut_of_every_order_gives_the_same_number(n, seed, cut, data):
    G = nx.gnp_random_graph(n, 0.6, seed=seed)
    graph = [set(G[v]) for v in G]
    order = data.draw(st.permutations(range(n)))
    for plan in plans._cut(graph, masks_of(graph), order, min(cut, n - 1)):
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

    def noted(run, *given):
        taken[id(run.plan)] += 1
        return advance(run, *given)

    advance = PlanRun.advance
    monkeypatch.setattr(PlanRun, "advance", noted)
    monkeypatch.setattr(plans, "FIRST", 0.02)
    counts = []
    for close in (1, 1e9):
        monkeypatch.setattr(plans, "CLOSE", close)
        _, _, winner, _ = raced(king_graph(4), 1 << 30, monkeypatch)
        assert winner.finish() == 2830
        counts.append(sum(taken.values()))
        taken.clear()
    assert counts[0] < counts[1]


def test_estimates_become_the_states_that_are_left():
    graph = [set(near) for near in nx.to_dict_of_lists(nx.complete_graph(7)).values()]
    plan = plans._planned(masks_of(graph), list(range(7)), 7, set())
    run = PlanRun(graph, plan, Clock(), Memory(1 << 30))
    parts = [run.part]
    while not run.advance(run._spent + run.halves[0].size):
        parts.append(run.part)
    assert run.part == 1
    assert parts == sorted(parts)
    assert run.estimate == 0
    assert run.finish() == 360


# Cycles that an automorphism keeps: against brute force


MEMORY = 1 << 30


def count(asked):
    """Return how many tours a question has."""
    return api._number(asked, Clock(), MEMORY)


@st.composite
def automorphisms(draw):
    """Draw a graph and an automorphism that is not the identity."""
    lengths = draw(
        st.sampled_from(
            [
                *([m] * k for m, k in ((2, 2), (2, 3), (2, 4), (3, 1), (3, 2), (4, 1), (4, 2))),
                *([m] for m in (5, 6, 8)),
                *([2] * k + [1] * f for k, f in ((1, 1), (2, 1), (3, 1), (2, 2), (3, 2), (2, 3))),
                *([4, 2], [3, 1], [4, 4, 1]),
            ]
        )
    )
    image, n = [], 0
    for m in lengths:
        image += [n + (k + 1) % m for k in range(m)]
        n += m
    graph = [set() for _ in image]
    for v, w in itertools.combinations(range(n), 2):
        if w in graph[v] or not draw(st.integers(0, 3)):
            continue
        x, y = v, w
        while y not in graph[x]:
            graph[x].add(y)
            graph[y].add(x)
            x, y = image[x], image[y]
    return graph, image


def kept(graph, image):
    """Return how many cycles an automorphism keeps, the slow way."""
    G = nx.Graph((v, w) for v, near in enumerate(graph) for w in near)
    G.add_nodes_from(range(len(graph)))
    cycles = {frozenset(map(frozenset, edges)) for edges in edges_of_tours(G, closed=True)}
    return sum({frozenset(image[v] for v in edge) for edge in cycle} == cycle for cycle in cycles)


@pytest.mark.slow
@examples(20)
@given(automorphisms(), st.data(), st.booleans())
def test_cycles_that_an_automorphism_keeps_are_counted(asked, data, listed):
    graph, image = asked
    order = data.draw(st.permutations(range(len(graph))))
    with pytest.MonkeyPatch.context() as patch:
        if listed:  # as where a graph is too wide
            patch.setattr(api, "WIDEST", 0)
        quotients = [
            api.divide_by_rotation(graph, image, order, None),
            api.divide_by_reflection(graph, image, order),
        ]
        numbers = [q.cycles(count, Clock(), Memory(MEMORY)) for q in quotients if q]
    assert sum(numbers) == kept(graph, image)


def test_disjoint_stars_are_chosen_together_in_their_order_while_they_are_small():
    a, b, c, d = ((0, 1), (0, 2)), ((3, 4),), ((5, 4),), ((6, 7), (6, 8), (6, 9))
    assert [*together([a, b, c, d], 3)] == [a + b, c, d]
    assert [*together([a, b, c, d], 1)] == [a, b, c, d]
    assert [*together([d, d[:1]], 9)] == [d, d[:1]]
    assert [*together([], 3)] == []
