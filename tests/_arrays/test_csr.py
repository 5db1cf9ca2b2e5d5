"""Compressed sparse rows: the adjacency of the graph, without loops and parallel edges."""

import itertools

import networkx as nx
import numpy as np
from hypothesis import given, strategies as st
from strategies import graphs

from icosian._arrays import csr, csr_from_edges


def rows_of(arrays):
    """Return the neighbors of each node, as the arrays list them."""
    ends = arrays.indptr.tolist()
    return [arrays.indices[i:j].tolist() for i, j in itertools.pairwise(ends)]


def converted(G):
    index = {v: k for k, v in enumerate(G)}
    return csr(G, index), [[index[v] for v in G[u] if v != u] for u in G]


@given(graphs())
def test_rows_are_the_neighbors_in_the_order_of_the_graph(G):
    arrays, expected = converted(G)
    assert rows_of(arrays) == expected
    assert (arrays.size, arrays.directed) == (len(G), G.is_directed())
    assert arrays.indptr.dtype == np.int64
    assert arrays.indices.dtype == np.int32
    assert arrays.sources().tolist() == [u for u, row in enumerate(expected) for _ in row]


@given(graphs())
def test_reversed_rows_are_the_predecessors(G):
    arrays, rows = converted(G)
    back = arrays.reversed()
    if not G.is_directed():
        assert back is arrays
        return
    assert rows_of(back) == [[u for u in range(len(G)) if v in rows[u]] for v in range(len(G))]
    assert rows_of(back.reversed()) == [sorted(row) for row in rows]


@given(graphs())
def test_the_order_of_the_transpose_takes_every_arc_along(G):
    arrays, _ = converted(G)
    back, order = arrays.transposed()
    assert np.array_equal(arrays.sources()[order], back.indices)
    assert np.array_equal(arrays.indices[order], back.sources())


@given(st.integers(1, 9), st.data())
def test_rows_from_edges_are_those_of_the_graph(n, data):
    pairs = st.tuples(st.integers(0, n - 1), st.integers(0, n - 1)).filter(lambda p: p[0] < p[1])
    edges = data.draw(st.lists(pairs, unique=True) if n > 1 else st.just([]))
    u, v = np.array(edges, int).reshape(-1, 2).T
    G = nx.empty_graph(n)
    G.add_edges_from(edges)
    found = csr_from_edges(n, u, v)
    assert list(map(set, rows_of(found))) == [set(G[w]) for w in G]
    assert found.indices.dtype == np.int32
