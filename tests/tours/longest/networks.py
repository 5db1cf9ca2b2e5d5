"""Networks of small graphs, and their longest cycles by brute force."""

import naive
import networkx as nx

from icosian.tours.longest.answer import _network
from icosian.tours.problem import Problem
from icosian.tours.shortest.problem.lengths import graph_lengths


def network_of(G, *, weight=None, **question):
    """Return the network of a question."""
    problem = Problem.of(G, **question)
    return _network(problem, graph_lengths(G, weight), 1, counts=weight is None)


def best_value(G, *, weight=None, **question):
    """Return the largest gain of a cycle of the network, None if there is no cycle."""
    best = naive.longest(G, weight=weight, **question)
    shift = weight is None and not question["closed"]
    return None if best is None else best - shift


def random_graph(rng, *, directed=False, most=7):
    """Return a graph with weights."""
    n = rng.randint(2, most)
    p = rng.choice((0.3, 0.5, 0.8))
    G = nx.gnp_random_graph(n, p, seed=rng.randrange(10**6), directed=directed)
    for *_, data in G.edges(data=True):
        data["weight"] = rng.randint(-4, 9)
    return G
