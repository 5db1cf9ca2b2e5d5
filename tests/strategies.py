"""What hypothesis draws."""

import itertools

import networkx as nx
from hypothesis import strategies as st


@st.composite
def graphs(draw, most=6):
    """Draw a small graph of any of the four kinds, with odd labels, loops and parallel edges."""
    n = draw(st.integers(1, most))
    directed = draw(st.booleans())
    multi = draw(st.booleans())
    kind = {
        (False, False): nx.Graph,
        (True, False): nx.DiGraph,
        (False, True): nx.MultiGraph,
        (True, True): nx.MultiDiGraph,
    }[directed, multi]
    G = kind()
    labels = draw(st.permutations([0, "b", (1, 2), 3.5, frozenset({4}), -7]))[:n]
    G.add_nodes_from(labels)
    pairs = list(itertools.product(labels, repeat=2))
    G.add_edges_from(draw(st.lists(st.sampled_from(pairs), max_size=3 * n * n // 2)))
    return G


@st.composite
def conditional_questions(draw, most=6):
    """Draw a small graph, a question about it, and conditions that no message refuses."""
    G = draw(graphs(most))
    n = len(G)
    closed = draw(st.booleans())
    nodes = draw(st.permutations(list(G)))
    numbers = draw(st.permutations(range(1, n + 1)))
    positions = dict(zip(nodes, numbers, strict=True))
    start = draw(st.sampled_from([None, min(positions, key=positions.get)]))
    end = None if closed or n == 1 else max(positions, key=positions.get)
    end = draw(st.sampled_from([None, end]))
    kept = draw(st.integers(0, min(n, 3)))
    positions = {v: k for v, k in list(positions.items())[:kept] if n > 1 or not closed}
    if closed and positions and start is None and 1 not in positions.values():
        positions = {}
    edges = [pair[:2] for pair in G.edges if pair[0] != pair[1]]
    edges = draw(st.permutations(list(dict.fromkeys(edges))))
    if not G.is_directed():
        edges = [edge[::-1] if draw(st.booleans()) else edge for edge in edges]
        keys = list(map(frozenset, edges))
        edges = [edge for k, edge in enumerate(edges) if keys[k] not in keys[:k]]
    used, avoided = draw(st.integers(0, 3)), draw(st.integers(0, 3))
    return G, {
        "closed": closed,
        "start": start,
        **({} if closed else {"end": end}),
        "require": edges[:used],
        "forbid": edges[used : used + avoided],
        "positions": positions,
    }
