"""Networks of small graphs, their cycles by brute force, and their trees of cases."""

import random
from itertools import pairwise, permutations

import naive
import networkx as nx

from icosian._arrays import graph_lengths
from icosian._run.limits import Clock
from icosian.tours.longest.functions import _network
from icosian.tours.longest.methods import simple
from icosian.tours.problem import Problem
from icosian.tours.shortest.relaxation.branching import Tree
from icosian.tours.shortest.relaxation.cutting_planes import Incumbent
from tests.tours.shortest.cases import root_of

LONG = 10**25
"""A length beyond 64 bits."""


def network_of(G, *, weight=None, **question):
    """Return the network of a question."""
    problem = Problem.of(G, **question)
    return _network(problem, graph_lengths(G, weight), 1, counts=weight is None)


def best_value(G, *, weight=None, **question):
    """Return the largest gain of a cycle of the network, None if there is no cycle."""
    best = naive.longest(G, weight=weight, **question)
    shift = weight is None and not question["closed"]
    return None if best is None else best - shift


def random_network(seed, *, directed, most=5, unit=1):
    """Return a random question about a random graph with weights, and its network."""
    rng = random.Random(seed)
    n, p = rng.randint(2, most), rng.choice((0.3, 0.5, 0.8))
    G = nx.gnp_random_graph(n, p, seed=seed, directed=directed)
    for *_, data in G.edges(data=True):
        data["weight"] = rng.randint(-4, 9) * unit
    question = {"closed": rng.random() < 0.5, "weight": rng.choice((None, "weight"))}
    if not question["closed"]:
        question |= {"start": rng.choice((None, 0)), "end": rng.choice((None, 1))}
    return network_of(G, **question)


def cycles(network):
    """Yield every cycle that a question allows, as the edges of its statement with its length."""
    n = network.stops
    shift = n if network.directed else 0
    for size in range(network.least, n + 1):
        for order in permutations(range(n), size):
            one_way = network.directed or order[1] < order[-1]
            allowed = network.home is None or network.home in order
            if order[0] == min(order) and one_way and allowed and network.is_cycle([*order]):
                steps = pairwise([*order, order[0]])
                ways = {(u, v + shift) if shift else network.key(u, v) for u, v in steps}
                loops = {(v + shift, v) for v in range(n) if v not in order}
                twins = {(v, v + shift) for v in range(n) if shift}
                yield ways | loops | twins, -network.value([*order])


def random_case(rng, network):
    """Return edges that are used and edges that are not, and the cycles that fit, with lengths."""
    pairs = [*map(tuple, network.statement.pairs.tolist())]
    chosen = rng.sample(pairs, min(len(pairs), rng.randrange(4)))
    used = {pair for pair in chosen if rng.random() < 0.5}
    avoided = {*chosen} - used
    fitting = [(e, length) for e, length in cycles(network) if used <= e and not avoided & e]
    return used, avoided, fitting


def tree_of(network, clock=None, tour=None):
    """Return the tree of a network before the search, with a cycle of places or none."""
    nothing = 1 + sum(map(abs, network.gains.values()))
    best = Incumbent(network.measured, [], nothing, 0.0, lambda length: None)
    if tour is not None:
        assert best.offer(network.nodes_of(tour))
    trivial, root = simple(network), root_of(network.statement.size)
    root.bound = float("-inf")
    return Tree(network.statement, best, clock or Clock(), root, trivial=trivial)
