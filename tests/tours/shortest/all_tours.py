"""Random questions about tours of graphs with lengths, and all their tours by brute force."""

import random
from itertools import pairwise, permutations

import networkx as nx


def random_question(seed, most=6):
    """Return a graph or digraph with integer lengths, and what is asked of it."""
    rng = random.Random(seed)
    n, directed = rng.randint(2, most), rng.random() < 0.5
    density, big = rng.choice((0.5, 0.8, 1.0)), rng.choice((2, 5, 30))
    G = nx.gnp_random_graph(n, density, seed=seed, directed=directed)
    for edge in G.edges:
        G.edges[edge]["weight"] = rng.randint(-2, big)
    edges = list(G.edges)
    rng.shuffle(edges)
    use, avoid = rng.choice((0, 0, 1, 2)), rng.choice((0, 0, 1))
    question = {"closed": rng.random() < 0.5}
    question |= {"require": edges[:use], "forbid": edges[use : use + avoid]}
    if not question["closed"]:
        question |= {"start": rng.choice((None, 0)), "end": rng.choice((None, 1))}
    return G, question


def all_tours(G, *, closed, start=None, end=None, require=(), forbid=()):
    """Return the nodes and edges of each tour, of a tour and its reverse one if both are."""
    key = tuple if G.is_directed() else frozenset
    used, avoided = ({key(edge) for edge in edges} for edges in (require, forbid))
    nodes, found = list(G), {}
    if closed and len(nodes) < (2 if G.is_directed() else 3):
        return []
    for order in permutations(nodes):
        if closed and order[0] != nodes[0]:
            continue
        if start not in (None, order[0]) or end not in (None, order[-1]):
            continue
        edges = list(pairwise((*order, order[0]) if closed else order))
        keys = frozenset(map(key, edges))
        if all(G.has_edge(*edge) for edge in edges) and used <= keys and not avoided & keys:
            found.setdefault(keys, (order, edges))
    return list(found.values())
