"""Elimination orders and the states expected along them."""

import networkx as nx
import pytest

from icosian import king_graph
from icosian._run.clock import Clock
from icosian.tours.count import plans, plans as orders
from icosian.tours.count.layers import Half, Memory
from icosian.tours.problem import Problem


def test_estimates_of_long_and_wide_graphs_are_numbers():
    long = nx.convert_node_labels_to_integers(nx.grid_2d_graph(1500, 3))
    states_of, width = orders.profile([set(long[v]) for v in long], range(len(long)))
    assert (width, max(states_of) < 3.0**4) == (4, True)
    wide = [set(range(1000)) - {v} for v in range(1000)]
    assert orders.profile(wide, range(1000))[1] == 1000


def test_frontiers_are_the_neighbors_of_what_is_eliminated():
    G = nx.gnp_random_graph(20, 0.3, seed=1)
    _, pending = orders.frontiers(orders.neighbor_masks([set(G[v]) for v in G]), G)
    assert pending == [len(nx.node_boundary(G, range(v + 1))) for v in G]


@pytest.mark.parametrize("G", [nx.grid_2d_graph(6, 6), nx.grid_2d_graph(8, 6), king_graph(5)])
def test_estimates_along_rows_are_near_the_states(G):
    problem = Problem.of(G, closed=True)
    graph = problem.form.subdivided()
    order = orders.given_orders(problem, graph)[0]
    half = Half(graph, 18, Clock(), Memory(10**9))
    sizes = []
    for v in order:
        half.choose(v)
        sizes.append(half.size)
    expected = sum(orders.profile(graph, order)[0])
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

    for module in (orders, plans):
        monkeypatch.setattr(module, "min", counting(min), raising=False)
        monkeypatch.setattr(module, "max", counting(max), raising=False)
    work = []
    for columns in (50, 100):
        G = nx.relabel_nodes(nx.grid_2d_graph(4, columns), Square)
        problem = Problem.of(G, closed=True)
        graph = problem.form.subdivided()
        Square.compared = looked_at = 0
        assert plans._symmetries(problem, graph)
        assert len(orders.given_orders(problem, graph)) == 5
        work.append(Square.compared + looked_at)
    assert work[1] < 3 * work[0]
    assert work[1] < 50 * len(graph)
