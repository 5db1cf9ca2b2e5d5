"""Exhaustion along an order: what it follows, and which orders are refused."""

from dataclasses import replace
from itertools import combinations, permutations

import networkx as nx
import pytest
from naive import has_tour
from together import together
from true_certificates import (
    CLOSED,
    OPEN,
    refused,
)

from icosian.proofs import (
    FrontierExhausted,
    derived,
)


def order(*nodes, **question):
    return FrontierExhausted(order=nodes, **question)


@together(
    "nodes",
    [(), (0, 1, 2), (0, 1, 2, 2), (0, 1, 2, 3, 3), (0, 1, 2, 4), (0, 1, 2, 3, 4), (0, 1, 2, "3")],
)
@together("create_using", [nx.Graph, nx.DiGraph])
@together("question", [OPEN, CLOSED])
def test_an_order_holds_every_node_once(nodes, create_using, question):
    G = nx.empty_graph(4, create_using)
    refused(order(*nodes, **question), G, "does not hold every node of the graph once")
    order(2, 0, 3, 1, **question).check(G)


@together("n", range(3, 8))
def test_a_tour_along_the_order_is_met(n):
    ring = nx.cycle_graph(n)
    refused(order(*range(n), **CLOSED), ring, "a tour was met")
    refused(order(*range(n), **CLOSED), nx.cycle_graph(n, nx.DiGraph), "a tour was met")
    refused(order(*reversed(range(n)), **OPEN), nx.path_graph(n), "a tour was met")
    refused(order(*range(n), **OPEN, start=0, end=n - 1), ring, "a tour was met")
    refused(order(*range(n), **OPEN, end=n - 2, start=n - 1), ring, "a tour was met")
    if n > 3:
        order(*range(n), **OPEN, start=0, end=2).check(ring)
    order(*range(n), **OPEN, start=n - 1).check(nx.path_graph(n, nx.DiGraph))
    order(*range(n), **OPEN, end=0).check(nx.path_graph(n, nx.DiGraph))
    refused(order(*range(n), **OPEN, start=0), nx.path_graph(n, nx.DiGraph), "a tour was met")


def test_exhaustion_counts_its_states_as_it_goes_and_ends():
    counts = list(order(*range(10), **CLOSED).states(nx.petersen_graph()))
    assert counts == sorted(counts)
    assert counts[0] >= 1
    assert {type(count) for count in counts} == {int}


def test_exhaustion_tells_how_many_nodes_it_went_through():
    text = order(*range(10), **CLOSED).explain()
    assert "an order of all 10 nodes, and none can be completed" in text


@pytest.mark.parametrize("end", [{"start": 1}, {"end": 1}])
def test_one_given_end_is_an_end_along_the_order_too(end):
    path = nx.path_graph(3)
    proof = FrontierExhausted(**OPEN, order=(0, 1, 2))
    refused(proof, path, "a tour was met")
    replace(proof, **end).check(path)
    for v in (0, 2):
        refused(replace(proof, **dict.fromkeys(end, v)), path, "a tour was met")


def test_states_are_told_every_thousand_and_after_each_removal(monkeypatch):
    rounds = iter([2_500, 1_500, 0])
    monkeypatch.setattr(derived, "_removals", lambda *_: ((k,) for k in range(next(rounds))))
    told = list(derived.frontier_states(nx.path_graph(4), [0, 1, 2, 3]))
    assert told == [1_000, 2_000, 2_500, 3_500, 4_000, 4_000]


def test_steps_that_repeat_are_made_once_while_there_is_room(monkeypatch):
    ladder = nx.ladder_graph(30)
    ladder.add_edge(0, "leaf")  # no cycle
    order = [v for k in range(30) for v in (k, k + 30)] + ["leaf"]
    proof = FrontierExhausted(**CLOSED, order=tuple(order))
    removals, made = derived._removals, []

    def counted(*step):
        made.append(step)
        return removals(*step)

    monkeypatch.setattr(derived, "_removals", counted)
    steps = {}
    for room in (-1, 10, 1 << 20):
        made.clear()
        monkeypatch.setattr(derived, "REMEMBERED", room)
        proof.check(ladder)
        steps[room] = len(made)
    assert steps[1 << 20] < steps[10] < steps[-1] <= len(order)


@pytest.mark.parametrize("kind", [nx.Graph, nx.DiGraph])
def test_of_all_small_graphs_just_those_without_the_tour_are_proved(kind):
    for n in (1, 2, 3):
        pairs = list((permutations if kind is nx.DiGraph else combinations)(range(n), 2))
        questions = [{"closed": True}, {"closed": False}, {"closed": False, "start": 0}]
        questions += [{"closed": False, "end": n - 1}]
        questions += [{"closed": False, "start": 0, "end": n - 1}] if n > 1 else []
        for k in range(len(pairs) + 1):
            for edges in combinations(pairs, k):
                G = nx.empty_graph(n, kind)
                G.add_edges_from(edges)
                for question in questions if n > 1 else questions[:1]:
                    proof = order(*range(n), **question)
                    if has_tour(G, **question):
                        refused(proof, G, "a tour was met")
                    else:
                        proof.check(G)
