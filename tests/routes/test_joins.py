"""Least T-joins and least flows: as long as those of networkx, with levels that prove it."""

from itertools import combinations
from random import Random

import networkx as nx
import pytest

from icosian._run.clock import TimeIsUp
from icosian.routes.postman import least_flow, least_join


def unlimited():
    """Let a search take as long as it needs."""


def random_streets(random, size, longest, directed=False):
    ring = [(v, (v + 1) % size) for v in range(size)]
    tree = [(random.randrange(v), v) for v in range(1, size)]
    more = [(random.randrange(size), random.randrange(size)) for _ in range(2 * size)]
    some = random.sample(more, random.randint(0, len(more)))
    ways = [*(ring if directed else tree), *some]
    return [(u, v, 2 * random.randint(0, longest)) for u, v in ways]


def lightest(streets, kind):
    G = kind()
    for u, v, c in streets:
        if u != v and c < G.get_edge_data(u, v, {"weight": c + 1})["weight"]:
            G.add_edge(u, v, weight=c)
    return G


def matched(streets, odd):
    """Return the length of a least join by all distances and a matching of networkx."""
    far = dict(nx.all_pairs_dijkstra_path_length(lightest(streets, nx.Graph)))
    G = nx.Graph()
    G.add_weighted_edges_from((u, v, far[u][v]) for u, v in combinations(odd, 2))
    return sum(far[u][v] for u, v in nx.min_weight_matching(G))


@pytest.mark.slow
@pytest.mark.parametrize("longest", [0, 1, 5, 100, 10**20])
def test_a_join_is_as_long_as_a_least_matching(longest):
    random = Random(longest)
    for _ in range(150):
        size = random.randint(2, 14)
        streets = random_streets(random, size, longest)
        odd = sorted(random.sample(range(size), 2 * random.randint(0, size // 2)))
        found, levels = least_join(size, streets, odd, unlimited)
        G = lightest(streets, nx.Graph)
        degrees = [sum((u == v) + (w == v) for u, w in found) for v in range(size)]
        assert [v for v, degree in enumerate(degrees) if degree % 2] == odd
        assert sum(G[u][v]["weight"] for u, v in found) == matched(streets, odd)
        assert all(abs(levels[u] - levels[v]) <= c for u, v, c in streets)


@pytest.mark.parametrize("longest", [0, 1, 5, 100, 10**20])
def test_a_flow_is_as_long_as_its_levels_rise_and_as_that_of_networkx(longest):
    random = Random(longest)
    for _ in range(60):
        size = random.randint(2, 10)
        streets = random_streets(random, size, longest, directed=True)
        needs = [0] * size
        for u, v, _ in streets:
            needs[u] += 1
            needs[v] -= 1
        found, levels = least_flow(size, streets, needs)
        G = lightest(streets, nx.DiGraph)
        length = sum(G[u][v]["weight"] for u, v in found)
        G.add_nodes_from((v, {"demand": needs[v]}) for v in range(size))
        nx.set_edge_attributes(G, len(streets), "capacity")  # of so many a flow never needs more
        assert length == sum(map(int.__mul__, levels, needs)) == nx.network_simplex(G)[0]
        assert all(levels[v] - levels[u] <= c for u, v, c in streets)


def test_a_join_of_no_nodes_is_empty():
    assert least_join(2, [(0, 1, 2)], [], unlimited) == ([], [0, 0])


def test_a_join_without_time_is_a_join_and_its_levels_hold():
    def never():
        raise TimeIsUp

    random = Random(7)
    for _ in range(100):
        size = random.randint(2, 14)
        streets = random_streets(random, size, 9)
        odd = sorted(random.sample(range(size), 2 * random.randint(1, size // 2)))
        found, levels = least_join(size, streets, odd, never)
        degrees = [sum((u == v) + (w == v) for u, w in found) for v in range(size)]
        assert [v for v, degree in enumerate(degrees) if degree % 2] == odd
        assert all(abs(levels[u] - levels[v]) <= c for u, v, c in streets)
