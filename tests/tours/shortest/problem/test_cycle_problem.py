import itertools

import networkx as nx
import numpy as np
import pytest

from icosian.tours.instance import Instance
from tests import naive


def lengths(n, seed, symmetric):
    table = np.random.default_rng(seed).integers(-9, 30, (n, n))
    return np.triu(table, 1) + np.triu(table, 1).T if symmetric else table


def cycles(problem):
    """Yield the cycles of a problem that use its edges, and the required ones among them."""
    edges = problem.edges
    G = nx.complete_graph(problem.size)
    if edges is not None:
        G.remove_edges_from(list(G.edges))
        G.add_edges_from(edges.tolist())
    for cycle in naive.hamiltonian_cycles(G):
        used = {frozenset(pair) for pair in zip(cycle, (*cycle[1:], cycle[0]), strict=True)}
        if all(frozenset(pair) in used for pair in problem.required):
            yield list(cycle)


QUESTIONS = [
    {"closed": True},
    {"closed": False},
    {"closed": False, "start": 2},
    {"closed": False, "end": 1},
    {"closed": False, "start": 2, "end": 0},
    {"closed": True, "require": ((1, 2),), "forbid": ((0, 1),)},
    {"closed": False, "start": 0, "require": ((3, 2),), "forbid": ((1, 3), (2, 0))},
]


@pytest.mark.slow
@pytest.mark.parametrize("question", QUESTIONS)
@pytest.mark.parametrize("directed", [False, True])
def test_cycles_of_the_problem_are_the_tours_with_the_same_lengths(question, directed):
    n = 3 if directed and not question["closed"] and "require" not in question else 4
    table = lengths(n, 1, symmetric=not directed)
    form = Instance(places=n, directed=directed, **question)
    problem = form.problem(table)
    assert problem.size == form.size
    assert (problem.matrix == problem.matrix.T).all()
    G = nx.complete_graph(n, nx.DiGraph if directed else nx.Graph)
    wanted = {tuple(tour) for tour in naive.tours(G, **question)}
    found = set()
    for cycle in cycles(problem):
        order = form.decoded(cycle)
        steps = zip(
            order, [*order[1:], order[0]] if question["closed"] else order[1:], strict=False
        )
        assert problem.length(cycle) == sum(int(table[step]) for step in steps)
        assert {*cycle} == {*form.encoded(order)}
        assert problem.length(form.encoded(order)) == problem.length(cycle)
        k = order.index(0) if question["closed"] else 0
        found.add(tuple(order[k:] + order[:k]))
    if not directed and not question["closed"]:
        free = "start" not in question and "end" not in question
        found |= {tour[::-1] for tour in found} if free else set()
    assert found == wanted


@pytest.mark.parametrize("directed", [False, True])
def test_a_cycle_with_an_absent_edge_is_longer_than_all_without(directed):
    n = 4
    present = np.ones((n, n), bool)
    present[0, 1] = present[1, 0] = False
    form = Instance(places=n, directed=directed, closed=True)
    problem = form.problem(lengths(n, 3, symmetric=not directed), present)
    longest = max(map(problem.length, cycles(problem)))
    edges = {tuple(edge) for edge in problem.edges.tolist()}
    for cycle in map(list, itertools.permutations(range(problem.size))):
        pairs = zip(cycle, [*cycle[1:], cycle[0]], strict=True)
        if any((min(pair), max(pair)) not in edges for pair in pairs):
            assert problem.length(cycle) > longest
            break


def test_only_problems_in_which_all_pairs_are_edges_have_no_list_of_edges():
    table = lengths(5, 4, symmetric=True)
    for question, complete in [
        ({"closed": True}, True),
        ({"closed": False, "start": 1}, True),
        ({"closed": False, "start": 1, "end": 2}, False),
        ({"closed": True, "forbid": ((0, 1),)}, False),
    ]:
        problem = Instance(places=5, directed=False, **question).problem(table)
        assert (problem.edges is None) == complete
