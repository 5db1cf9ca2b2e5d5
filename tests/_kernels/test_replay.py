"""Paths of used edges in a replay: what closes them, and which edges that rests on."""

import networkx as nx
from hypothesis import given, strategies as st

from icosian._kernels import replay as kernels
from icosian.clauses.solver import Ports, paths
from tests.proofs.test_instance import closing


@given(st.booleans(), st.integers(2, 6), st.data())
def test_edges_that_close_a_path_are_those_of_the_slow_twin(directed, nodes, data):
    if directed:
        ports = [(2 * u, 2 * v + 1) for u in range(nodes) for v in range(nodes) if u != v]
        most = 1
    else:
        ports = [(u, v) for u in range(nodes) for v in range(u)]
        most = 2
    both, arcs, ends = (a.tolist() for a in paths(Ports([(-1, -1), *ports], nodes, directed)))
    joined, why, s = [0] * len(ends), [0] * len(ends), [0] * kernels.WORDS
    store, routes = kernels.Store([], [], []), kernels.OpenPaths(both, arcs, ends, joined)
    s[kernels.NODES], s[kernels.TURN] = nodes, int(directed)
    used = []
    for _ in range(12):
        if used and data.draw(st.integers(0, 3)) == 0:
            del used[data.draw(st.integers(0, len(used) - 1)) :]
            kernels.take_back(both, ends, joined, s, len(used))
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
        found = kernels.join(both, arcs, ends, joined, s, e + 1)
        assert found == (kernels.NONE if expected is None else expected + 1)
        if expected is not None and expected != e:
            reason = kernels.CLOSING - found
            count = kernels.explain(store, [], routes, why, s, reason, 2 * found + 1)
            path = {x // 2 - 1 for x in why[:count]}
            assert path <= {*used, e}
            drawn = nx.Graph([ports[f] for f in {*path, expected}])
            if directed:
                drawn.add_edges_from((v, v ^ 1) for v in list(drawn))
            assert nx.is_connected(drawn)
            assert all(d == 2 for _, d in drawn.degree)
        if expected == e or len(used) == nodes - 1:
            return  # a cycle: nothing is joined to it
        used.append(e)
        assert s[kernels.JOINED] == len(used)
