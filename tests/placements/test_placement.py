"""Placements, and the graph problem that they are found in."""

import json

import naive
import networkx as nx
import numpy as np
import pytest
from hypothesis import given, strategies as st
from placement_graphs import is_proper, undirected
from together import together

import icosian
from icosian import InvalidArgument, Placement, SearchLimitReached, king_graph, queen_graph, queens
from icosian._arrays import members, words_of
from icosian._kernels.words import BITS
from icosian._run.limits import Clock, TimeIsUp
from icosian.placements import placement as _graph
from icosian.placements.coloring import ColoringSearch
from icosian.placements.domination import DominationSearch
from icosian.placements.independence_search import IndependenceSearch
from icosian.placements.placement import index_graph

# The value of a placement.


def test_a_placement_as_json_has_its_nodes():
    for placement in (queens(6), king_graph(4).maximum_independent_set(), Placement([])):
        nodes = json.loads(placement.to_json())["placement"]
        assert Placement(map(tuple, nodes)) == placement
    G = nx.Graph([(frozenset("a"), "b")])
    assert Placement([frozenset("a")], G=G).to_json() == '{"placement": [{"place": 0}]}'
    far = Placement([frozenset("a")])
    assert far.to_json(G) == '{"placement": [{"place": 0}]}'
    with pytest.raises(InvalidArgument, match="has no JSON form, so to_json needs the graph"):
        far.to_json()


def test_a_placement_without_one_piece_a_row_has_no_columns():
    board = queen_graph(4)
    assert Placement([(0, 1), (1, 3), (2, 0), (3, 2)], G=board).columns == (1, 3, 0, 2)
    for nodes in ([(0, 1)], [(0, 1), (0, 3), (2, 0), (3, 2)]):
        with pytest.raises(ValueError, match="one piece in each row"):
            _ = Placement(nodes, G=board).columns
    with pytest.raises(ValueError, match="one piece in each row"):
        _ = Placement("ab").columns


# Graphs with numbered nodes, whatever the nodes are.


@given(undirected())
def test_neighbors_are_those_of_the_graph_by_number(G):
    given_graph = index_graph(G)
    assert [given_graph.number[v] for v in G] == list(range(len(G)))
    rows = [{given_graph.number[w] for w in G[v] if w != v} for v in G]
    assert given_graph.neighbors() == rows
    assert given_graph.neighbor_masks() == [sum(1 << w for w in row) for row in rows]


def strange(G):
    """Return a graph with nodes whose == is an array: no two of them can be compared."""
    labels = [np.int64(1), (1, 2), np.float64(2.5), (3, 4), "b", np.int64(7), (7, 7), (8, 1, 2)]
    H = nx.empty_graph(labels[: len(G)])
    H.add_edges_from((labels[u], labels[v]) for u, v in G.edges)
    return H


@together(
    "plain", [nx.cycle_graph(5), nx.wheel_graph(6), nx.cycle_graph(7), nx.path_graph(8)], ids=str
)
def test_nodes_need_not_be_comparable(plain):
    G = strange(plain)
    number = {v: k for k, v in enumerate(G)}
    with pytest.raises(ValueError, match="truth value"):
        bool(np.int64(1) == (1, 2))

    def numbers(placement):
        return [number[v] for v in placement]

    for name in ("maximum_independent_set", "minimum_dominating_set"):
        question = getattr(icosian, name)
        found = question(G)
        assert numbers(found) == list(question(plain))
        found.proof.check(G)
        assert found == question(G)
        assert found != question(strange(nx.path_graph(4)))
        assert all((v in found) == (number[v] in numbers(found)) for v in G)
    for rule in ({"total": True}, {"independent": True}):
        found, expected = (
            list(icosian.minimum_dominating_sets(graph, **rule)) for graph in (G, plain)
        )
        assert [numbers(placement) for placement in found] == list(map(list, expected))
    coloring = icosian.minimum_coloring(G)
    assert is_proper(G, coloring)
    assert list(coloring.values()) == list(icosian.minimum_coloring(plain).values())
    coloring.proof.check(G)
    assert coloring == icosian.minimum_coloring(G)
    polynomial = icosian.placements.independence_polynomial
    assert polynomial(G) == polynomial(plain)
    assert [numbers(s) for s in icosian.independent_sets(G, 2)] == [
        list(s) for s in icosian.independent_sets(plain, 2)
    ]


class Ticks(Clock):
    """A clock whose time is over at a given tick."""

    def __init__(self, end):
        super().__init__()
        self.left_over = end

    def tick(self, method, steps=0):
        self.left_over -= 1
        if self.left_over < 0:
            raise TimeIsUp


def set_up(kind, G, clock):
    """Return a search, and what it finds within the time of its clock."""
    given = index_graph(G)
    if kind == "independent":
        search = IndependenceSearch(given, clock)
        return search.run, search.placement
    if kind == "coloring":
        search = ColoringSearch(given, clock)
        return search.run, search.coloring
    search = DominationSearch(
        given, clock, total=kind == "total", independent=kind == "independent domination"
    )
    return search.minimum, None


KINDS = ["independent", "coloring", "domination", "total", "independent domination"]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    "G", [nx.gnp_random_graph(40, 0.2, seed=1), nx.complete_graph(20)], ids=["sparse", "dense"]
)
def test_time_that_ends_in_any_part_of_the_set_up_leaves_a_valid_answer(kind, G, monkeypatch):
    monkeypatch.setattr(_graph, "_WORK", 1)
    ended = 0
    for end in range(0, 4_000, 7):
        clock = Ticks(end)
        run, found = set_up(kind, G, clock)
        if clock.left_over >= 0:
            break  # the set-up is finished
        ended += 1
        with pytest.raises((TimeIsUp, SearchLimitReached)) as error:
            run()
        best = error.value.best if found is None else found()
        if kind == "coloring":
            assert is_proper(G, icosian.Coloring(best))
        elif kind == "independent":
            assert naive.is_independent(G, best)
        else:
            rule = {kind.split()[0]: True} if kind != "domination" else {}
            assert naive.is_dominating(G, best, **rule)
            assert error.value.proof.value <= len(best)
    assert ended > 5


def test_set_up_ticks_after_every_so_many_steps():
    clock = Ticks(2)
    spend = _graph.pace_setup(clock, "set-up")
    for _ in range(29):
        spend(_graph._WORK // 10)
    with pytest.raises(TimeIsUp):
        spend(_graph._WORK // 10)


# Sets as bits of an integer and as words.


SETS = st.sets(st.integers(0, 200))


@given(SETS)
def test_members_are_listed_in_ascending_order(numbers):
    assert list(members(sum(1 << k for k in numbers))) == sorted(numbers)


@given(st.lists(SETS, max_size=4))
def test_words_hold_62_members_each(sets):
    width = -(-201 // BITS)
    flat = words_of([sum(1 << k for k in numbers) for numbers in sets], width).tolist()
    assert len(flat) == len(sets) * width
    for k, numbers in enumerate(sets):
        row = flat[k * width : (k + 1) * width]
        found = {BITS * j + i for j, word in enumerate(row) for i in range(BITS) if word >> i & 1}
        assert found == numbers
