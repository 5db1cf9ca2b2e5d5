"""Random questions about tours in an order, and their answers by brute force."""

import random
from itertools import pairwise, permutations

import networkx as nx

import icosian


def random_order(seed, *, most=7, big=(3, 20, 1000)):
    """Return some places, and what is asked of them."""
    rng = random.Random(seed)
    n, directed, high = rng.randint(3, most), rng.random() < 0.5, rng.choice(big)
    least = -3 if rng.random() < 0.15 else 0
    matrix = [[0] * n for _ in range(n)]
    for u in range(n):
        for v in range(n):
            if u < v or (u != v and directed):
                matrix[u][v] = rng.randint(least, high)
                if not directed:
                    matrix[v][u] = matrix[u][v]
    closed = rng.random() < 0.5
    start = rng.randrange(n) if closed or rng.random() < 0.3 else None
    others = [v for v in range(n) if v != start]
    order = [rng.sample(range(n), rng.randint(1, min(n, 4))) for _ in range(rng.choice((1, 2)))]
    return icosian.Places.from_matrix(matrix), {
        "closed": closed,
        "start": start,
        "end": None if closed or rng.random() < 0.7 else rng.choice(others),
        "order": order,
    }


def least_length(places, *, closed, start, end, order):
    """Return the least length of the tours that keep to an order, None if there are none."""
    lengths = []
    for tour in permutations(range(len(places))):
        rank = {v: k for k, v in enumerate(tour)}
        if start not in (None, tour[0]) or end not in (None, tour[-1]):
            continue
        if all(rank[u] < rank[v] for chain in order for u, v in pairwise(chain)):
            steps = pairwise((*tour, tour[0]) if closed else tour)
            lengths.append(sum(places.length(u, v) for u, v in steps))
    return min(lengths, default=None)


def random_graph_order(seed, *, most=6):
    """Return a graph, often sparse, and what is asked of it."""
    rng = random.Random(seed)
    n, kind, share = rng.randint(2, most), rng.choice((nx.Graph, nx.DiGraph)), rng.choice((0.6, 1))
    G = kind()
    G.add_nodes_from(range(n))
    for u, v in permutations(range(n), 2):
        if (u < v or G.is_directed()) and rng.random() < share:
            G.add_edge(u, v, weight=None if rng.random() < 0.05 else rng.randint(-1, 9))
    closed = rng.random() < 0.5
    start = rng.randrange(n) if closed or rng.random() < 0.3 else None
    others = [v for v in range(n) if v != start]
    return G, {
        "closed": closed,
        "start": start,
        "end": None if closed or rng.random() < 0.7 else rng.choice(others),
        "order": [
            rng.sample(range(n), rng.randint(1, min(n, 4))) for _ in range(rng.choice((1, 2)))
        ],
        "forbid": [edge for edge in G.edges if rng.random() < 0.1],
    }


def asked_of(G, *, closed, start, end, order, forbid):
    """Return the answer to a question about a graph."""
    if closed:
        return icosian.shortest_hamiltonian_cycle(G, start, order=order, forbid=forbid)
    return icosian.shortest_hamiltonian_path(G, start, end, order=order, forbid=forbid)


def least_in_graph(G, *, closed, start, end, order, forbid):
    """Return whether nodes can be in the order, and the least length of the tours that are so."""
    avoided = {*forbid} | ({(v, u) for u, v in forbid} if not G.is_directed() else set())
    least = 3 - G.is_directed()
    is_possible, lengths = False, []
    for tour in permutations(G):
        rank = {v: k for k, v in enumerate(tour)}
        chains = [(start, *chain) if closed and chain[0] != start else chain for chain in order]
        if start not in (None, tour[0]) or end not in (None, tour[-1]):
            continue
        if all(rank[u] < rank[v] for chain in chains for u, v in pairwise(chain)):
            is_possible = True
            steps = list(pairwise((*tour, tour[0]) if closed else tour))
            if all(step in G.edges and step not in avoided for step in steps):
                own = [G.edges[step]["weight"] for step in steps]
                if None not in own and (not closed or len(G) >= least):
                    lengths.append(sum(own))
    return is_possible, min(lengths, default=None)
