"""Instances: graphs made from a seed, and files of public ones in the folder ICOSIAN_DATA."""

import os
import random
from pathlib import Path

import networkx as nx
import numpy as np

import icosian

DATA = "ICOSIAN_DATA"
"""Names the folder with TSPLIB's Hamiltonian cycle problems in ``tsplib``, FHCP's in ``fhcp``."""


def data(pattern):
    """Return the files of public instances that match a pattern; none without the folder."""
    folder = os.environ.get(DATA)
    return sorted(Path(folder).glob(pattern)) if folder else []


def weighted(G, most, *, whole=True):
    """Give the edges weights from 1 to the most at random."""
    random = np.random.default_rng(1)
    weights = random.integers(1, most + 1, G.size()) if whole else random.uniform(1, most, G.size())
    nx.set_edge_attributes(G, dict(zip(G.edges, weights.tolist(), strict=True)), "weight")
    return G


def random_cubic(n, seed=1):
    """Return a random graph with three edges at every node."""
    return random_regular(n, 3, seed)


def random_regular(n, degree, seed=1):
    """Return a random graph with as many edges at every node.

    Half-edges are paired at random; a loop, or an edge that is there already, changes partners
    with an edge at random, until there is none.
    """
    rng = np.random.default_rng(seed)
    pairs = rng.permutation(np.repeat(np.arange(n), degree)).reshape(-1, 2)
    while True:
        low, high = pairs.min(axis=1), pairs.max(axis=1)
        bad = low == high
        order = np.lexsort((high, low))
        again = (np.diff(low[order]) == 0) & (np.diff(high[order]) == 0)
        bad[order[1:][again]] = True
        if not bad.any():
            break
        for k in np.flatnonzero(bad).tolist():
            other = int(rng.integers(len(pairs)))
            pairs[k, 1], pairs[other, 1] = pairs[other, 1], pairs[k, 1]
    G = nx.empty_graph(n)
    G.add_edges_from(pairs.tolist())
    return G


def planted_digraph(n, arcs, seed=1):
    """Return a cycle through all nodes and random arcs, so many arcs a node in all."""
    rng = random.Random(seed)
    cycle = rng.sample(range(n), n)
    G = nx.empty_graph(n, create_using=nx.DiGraph)
    nx.add_cycle(G, cycle)
    while G.size() < arcs * n:
        u, v = rng.randrange(n), rng.randrange(n)
        if u != v:
            G.add_edge(u, v)
    return G


def holed_board(side, holes, seed):
    """Return the knight's graph of a board with random holes, and no reason at sight for no cycle.

    As many dark squares are missing as light ones, and two moves lead from each that is left.
    """
    G = icosian.knight_graph(side)
    squares = random.Random(seed).sample(list(G), len(G))
    missing = []
    room = [holes // 2, holes - holes // 2]
    for square in squares:
        colour = sum(square) % 2
        if room[colour] and all(G.degree(other) > 2 for other in G.adj[square]):
            room[colour] -= 1
            missing.append(square)
            G.remove_node(square)
    assert not any(room)
    return icosian.knight_graph(side, holes=missing)
