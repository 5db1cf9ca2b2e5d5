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
