"""All ways to search for shortest paths, and weighted graphs for hypothesis."""

import itertools
import math
import pathlib
from importlib import import_module

import networkx as nx
import pytest
from hypothesis import strategies as st
from strategies import graphs
from together import together

import icosian
from tests._kernels.runs import executed

module = import_module("icosian.routes.search")

ROMANIA = pathlib.Path(__file__).parents[1] / "data" / "romania.csv"

# The map of textbooks, as a matrix; 0 means no road.
TOWNS = "ABCDEFGH"
ROADS = [
    [0, 10, 0, 20, 0, 0, 0, 30],
    [10, 0, 10, 0, 0, 0, 0, 0],
    [0, 10, 0, 0, 20, 0, 0, 0],
    [20, 0, 0, 0, 0, 20, 0, 0],
    [0, 0, 20, 0, 0, 0, 0, 20],
    [0, 0, 0, 20, 0, 0, 10, 0],
    [0, 0, 0, 0, 0, 10, 0, 10],
    [30, 0, 0, 0, 20, 0, 10, 0],
]


def plain(G, source, *, weight="weight", **question):
    """Search the graph itself."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "LOADED", math.inf)
        return icosian.dijkstra(G, source, weight=weight, **question)


def in_order(G, source, *, weight="weight", **question):
    """Search the graph itself as if some weights were 0."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "_is_positive", lambda *_: False)
        return plain(G, source, weight=weight, **question)


def arrays(*, heap, compiled):
    """Return the search over arrays: by the heap, or by the queue that suits the weights."""

    def search(G, source, *, weight="weight", **question):
        with pytest.MonkeyPatch.context() as patch, executed(compiled=compiled):
            if heap:
                patch.setattr(module.ArraySearch, "_spread", (1.0, 1.0, 0.0))
            return icosian.prepare(G, weight).dijkstra(source, **question)

    return search


def as_if_large(G, source, *, weight="weight", **question):
    """Search as a large graph is searched."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "LOADED", -1)
        patch.setattr(module, "UNLOADED", -1)
        return icosian.dijkstra(G, source, weight=weight, **question)


WAYS = {
    "plain": plain,
    "in order": in_order,
    "as if large": as_if_large,
    **{
        f"{queue}, {how}": arrays(heap=heap, compiled=compiled)
        for queue, heap in (("buckets", False), ("heap", True))
        for how, compiled in (("interpreted", False), ("compiled", True))
    },
}
every_way = together("search", WAYS.values(), ids=WAYS)
any_way = st.sampled_from(list(WAYS)).map(WAYS.__getitem__)
INTEGERS, FLOATS = st.integers(1, 9), st.floats(0.125, 16)


@st.composite
def weighted(draw, weights):
    """Draw a weighted graph of any kind, and a node of it."""
    G = draw(graphs())
    for *_, data in G.edges(data=True):
        data["weight"] = draw(weights)
    return G, draw(st.sampled_from(list(G)))


def roads(*edges, kind=nx.Graph):
    G = kind()
    G.add_weighted_edges_from(edges)
    return G


def as_sets(predecessors):
    assert all(len(set(nodes)) == len(nodes) for nodes in predecessors.values())
    return {v: set(nodes) for v, nodes in predecessors.items()}


def length(G, path, weight="weight"):
    return sum(
        min(data.get(weight, 1) for data in G[u][v].values())
        if G.is_multigraph()
        else G[u][v].get(weight, 1)
        for u, v in itertools.pairwise(path)
    )


def the_same(result, expected):
    """Whether a result has the predecessors and distances of networkx."""
    predecessors, distances = expected
    as_they_are = result.to_dicts()
    assert as_they_are == (dict(result.predecessors), dict(result.distances))
    assert as_they_are[1] == distances
    # networkx lists a predecessor once for each arc: a loop has two ends, or parallel edges
    return as_sets(as_they_are[0]) == {v: set(nodes) for v, nodes in predecessors.items()}
