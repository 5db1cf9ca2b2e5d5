"""Families of graphs of which the literature knows whether they have a Hamiltonian cycle."""

from functools import cache
from itertools import product
from random import Random

import networkx as nx


@cache
def atlas(fewest=3, most=7, *, connected=False):
    """Return all graphs with so many nodes at least and at most."""
    some = [G for G in every_graph() if fewest <= len(G) <= most]
    return [G for G in some if nx.is_connected(G)] if connected else some


every_graph = cache(nx.graph_atlas_g)
"""All graphs with up to 7 nodes."""


def flower_snark(k):
    """Return J_k of Isaacs on 4k nodes; for odd k it has no Hamiltonian cycle (Isaacs 1975)."""
    G = nx.Graph()
    for i in range(k):
        G.add_edges_from((("centre", i), (petal, i)) for petal in "abc")
        G.add_edge(("a", i), ("a", (i + 1) % k))
    round_twice = [("b", i) for i in range(k)] + [("c", i) for i in range(k)]
    nx.add_cycle(G, round_twice)
    return G


def generalized_petersen(n, k):
    """Return GP(n, k) on 2n nodes.

    GP(n, 2) has a Hamiltonian cycle unless n = 5 mod 6 (Robertson 1968, Bondy 1972), and so has
    GP(n, 3) unless n = 5 (Alspach 1983).
    """
    G = nx.Graph()
    for i in range(n):
        G.add_edges_from([(i, (i + 1) % n), (i, n + i), (n + i, n + (i + k) % n)])
    return G


def cayley_digraph(*generators):
    """Return the digraph of the permutations that generators reach, each a tuple of places."""
    G = nx.DiGraph()
    ahead = [tuple(sorted(generators[0]))]
    G.add_nodes_from(ahead)
    for order in ahead:
        for generator in generators:
            after = tuple(order[k] for k in generator)
            if after not in G:
                ahead.append(after)
            G.add_edge(order, after)
    return G


def torus(side, dimension=3):
    """Return the directed torus: a step adds one to one coordinate."""
    G = nx.DiGraph()
    for v in product(range(side), repeat=dimension):
        for k in range(dimension):
            G.add_edge(v, (*v[:k], (v[k] + 1) % side, *v[k + 1 :]))
    return G


def exchanges(halves, random):
    """Return a random digraph with alternating cycles of so many arcs, but for self-loops.

    Half of the arcs of each are a factor, as one of length 1 is a single arc.
    """
    n = sum(halves)
    tails, heads = random.sample(range(n), n), random.sample(range(n), n)
    G = nx.empty_graph(n, nx.DiGraph)
    for half in halves:
        here, there = tails[:half], heads[:half]
        G.add_edges_from(zip(here * 2, there + there[1:] + there[:1], strict=True))
        del tails[:half], heads[:half]
    G.remove_edges_from(list(nx.selfloop_edges(G)))
    return G


def dot_product(G, H, edges, pair):
    """Return two cubic graphs joined by four edges: G without two edges, H without neighbors."""
    # [R. Isaacs, American Mathematical Monthly 82, 1975, 221-239]; nodes of H follow those of G
    (a, b), (c, d) = edges
    x, y = (v + len(G) for v in pair)
    product = nx.disjoint_union(G, H)
    p, q, r, s = (w for v, other in ((x, y), (y, x)) for w in product[v] if w != other)
    product.remove_edges_from(edges)
    product.remove_nodes_from([x, y])
    product.add_edges_from([(a, p), (b, q), (c, r), (d, s)])
    return product


def random_dot_product(nodes, seed):
    """Return a dot product of random snarks that has at least so many nodes."""
    random = Random(seed)
    snarks = [nx.petersen_graph(), flower_snark(5), flower_snark(7), flower_snark(9)]
    snarks = [nx.convert_node_labels_to_integers(G) for G in snarks]
    G = random.choice(snarks)
    while len(G) < nodes:
        both = random.sample([G, random.choice(snarks)], 2)
        edges = [(0, 0), (0, 0)]
        while len({v for edge in edges for v in edge}) < 4:
            edges = random.sample(sorted(both[0].edges), 2)
        pair = random.choice(sorted(both[1].edges))
        G = nx.convert_node_labels_to_integers(dot_product(*both, edges, pair))
    return G


def meredith(G, r):
    """Return the r-regular graph of a cubic one with a perfect matching."""
    matching = {frozenset(pair) for pair in nx.max_weight_matching(G, maxcardinality=True)}
    H = nx.Graph()
    ends = {v: [(v, "out", k) for k in range(r)] for v in G}
    for v in G:
        H.add_edges_from(((v, "in", k), out) for k in range(r - 1) for out in ends[v])
    for u, v in G.edges():
        for _ in range(r - 2 if frozenset((u, v)) in matching else 1):
            H.add_edge(ends[u].pop(), ends[v].pop())
    assert set(dict(H.degree).values()) == {r}
    return H


def renamed(G, seed):
    """Return a graph with other names of its nodes, and its nodes and edges in another order."""
    random = Random(seed)
    names = {v: f"node {v}" for v in random.sample(list(G), len(G))}
    H = nx.empty_graph(names.values(), type(G))
    edges = list(G.edges(data=True))
    H.add_edges_from((names[u], names[v], data) for u, v, data in random.sample(edges, len(edges)))
    return H
