"""Paths of used edges: what closes them, whatever was joined and taken back before."""

import networkx as nx
import pytest
from hypothesis import given, strategies as st

from icosian.proofs.instance import Paths


def closing(ports, used, e, nodes, *, directed):
    """Return what joining e to used edges closes too early: the slow twin of ``join``."""
    drawn = nx.MultiGraph([ports[f] for f in [*used, e]])
    if directed:
        drawn.add_edges_from((2 * i, 2 * i + 1) for i in range(nodes))
    part = nx.node_connected_component(drawn, ports[e][0])
    around = drawn.subgraph(part)
    if len(part) >> directed == nodes:
        return None
    if around.number_of_edges() == len(part):
        return e
    ends = {v for v in part if around.degree(v) == 1}
    found = [f for f, pair in enumerate(ports) if set(pair) == ends and f not in {*used, e}]
    return found[0] if found else None


@given(st.booleans(), st.integers(2, 6), st.data())
def test_edges_that_close_a_path_are_those_of_the_slow_twin(directed, nodes, data):
    if directed:
        ports = [(2 * u, 2 * v + 1) for u in range(nodes) for v in range(nodes) if u != v]
        most = 1
    else:
        ports = [(u, v) for u in range(nodes) for v in range(u)]
        most = 2
    paths, used = Paths(ports, nodes, directed=directed), []
    for _ in range(12):
        if used and data.draw(st.integers(0, 3)) == 0:
            del used[data.draw(st.integers(0, len(used) - 1)) :]
            paths.take_back(len(used))
            continue
        degree = dict(nx.MultiGraph([ports[f] for f in used]).degree)
        free = [
            e
            for e, pair in enumerate(ports)
            if e not in used and all(degree.get(v, 0) < most for v in pair)
        ]
        if not free:
            continue
        e = data.draw(st.sampled_from(free))
        expected = closing(ports, used, e, nodes, directed=directed)
        assert paths.join(e) == expected
        if expected == e or len(used) == nodes - 1:
            return  # a cycle: nothing is joined to it
        used.append(e)
        assert len(paths) == len(used)


@pytest.mark.parametrize("n", [3, 8])
def test_the_last_edge_of_a_cycle_through_all_nodes_closes_nothing(n):
    ports = [(v, (v + 1) % n) for v in range(n)]
    paths = Paths(ports, n, directed=False)
    assert [paths.join(e) for e in range(n)] == n * [None]
