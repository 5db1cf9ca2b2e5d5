"""The Hamiltonian properties of a graph, next to a list of all its simple paths."""

from itertools import combinations, permutations

import networkx as nx
import pytest
from hypothesis import given
from networkx.generators.atlas import graph_atlas_g

import icosian
from icosian.tours import hamiltonicity as module
from icosian.tours.hamiltonicity import PROPERTIES, hamiltonicity
from tests import strategies


def simple_paths(G):
    """Return all paths of a graph, each in both directions."""
    paths = [(v,) for v in G]
    for path in paths:
        paths += [(*path, v) for v in G[path[-1]] if v not in path]
    return paths


def properties(G):
    """Return which properties a graph has, by their definitions and a list of all paths."""
    n, directed = len(G), G.is_directed()
    paths = simple_paths(G)
    ends = {(frozenset(path), path[0], path[-1]) for path in paths}
    whole = {(path[0], path[-1]) for path in paths if len(path) == n}
    least = 2 if directed else 3
    closed = {frozenset(p) for p in paths if len(p) >= least and G.has_edge(p[-1], p[0])}
    cycles = sum(len(p) == n >= least and G.has_edge(p[-1], p[0]) for p in paths)
    cycles //= n if directed else 2 * n
    nodes = frozenset(G)
    pairs = list((permutations if directed else combinations)(G, 2))
    parts = [nodes - {v} for v in G]
    two_colored = [
        some for k in range(n + 1) for some in combinations(G, k) if is_two_colored(G, set(some))
    ]

    def makes_a_cycle(u, v):
        H = G.copy()
        H.add_edge(u, v)
        return any(len(p) == n >= least and H.has_edge(p[-1], p[0]) for p in simple_paths(H))

    return {
        "hamiltonian": nodes in closed,
        "traceable": bool(whole),
        "uniquely_hamiltonian": cycles == 1,
        "hamiltonian_connected": all(pair in whole for pair in pairs),
        "hamilton_laceable": any(
            2 * len(some) == n
            and all(pair in whole for pair in pairs if len({*pair} & set(some)) == 1)
            for some in two_colored
        ),
        "homogeneously_traceable": {u for u, _ in whole} == nodes,
        "hypohamiltonian": nodes not in closed and all(part in closed for part in parts),
        "hypotraceable": not whole and all(any(s == part for s, *_ in ends) for part in parts),
        "maximally_non_hamiltonian": nodes not in closed
        and all(makes_a_cycle(u, v) for u, v in pairs if not G.has_edge(u, v)),
        "pancyclic": n >= 3 and {*range(3, n + 1)} <= {len(some) for some in closed},
    }


def is_two_colored(G, some):
    return all((u in some) != (v in some) for u, v, *_ in G.edges if u != v)


def check(G, verdict):
    """Check the witnesses of an answer."""
    name, tours, at, proof = verdict.name, verdict.tours, verdict.counterexample, verdict.proof
    for tour in tours.values():
        H = G.to_undirected() if name == "hamilton_laceable" else G  # an odd cycle
        icosian.check_tour(H.subgraph(tour), tour, closed=tour.is_closed)
    if verdict.answer == "yes":
        if name in {"hypohamiltonian", "hypotraceable"}:
            assert {v: set(G) - {v} for v in G} == {v: set(tour) for v, tour in tours.items()}
        elif name == "pancyclic":
            assert {k: len(tour) for k, tour in tours.items()} == {
                k: k for k in range(3, len(G) + 1)
            }
        elif name in {"hamiltonian_connected", "hamilton_laceable", "maximally_non_hamiltonian"}:
            assert all((tour[0], tour[-1]) == pair for pair, tour in tours.items() if pair)
        elif name == "homogeneously_traceable":
            assert {v: tour[0] for v, tour in tours.items()} == {v: v for v in G}
        elif name == "uniquely_hamiltonian":
            assert set(proof.besides) == {tuple(tours[None])}
        if proof is not None:
            proof.check(G)
    elif proof is not None and name in {"hypohamiltonian", "hypotraceable"} and at is not None:
        proof.check(G.subgraph(set(G) - {at}))
    elif proof is not None and name != "pancyclic":
        proof.check(G)
        if name in {"hamiltonian_connected", "hamilton_laceable"} and at is not None:
            assert (proof.start, proof.end) == at
    elif proof is not None and at == len(G):
        proof.check(G)


def decided(G, **options):
    found = hamiltonicity(G, **options)
    for verdict in found:
        check(G, verdict)
    return {verdict.name: bool(verdict) for verdict in found}


@pytest.mark.parametrize("n", [*range(1, 6), *(pytest.param(n, marks=pytest.mark.slow) for n in (6, 7))])
def test_all_graphs_to_7_nodes_are_classified_as_by_a_list_of_their_paths(n):
    for G in graph_atlas_g():
        if len(G) == n and (n < 7 or nx.is_connected(G)):
            assert decided(G) == properties(G), sorted(G.edges)


@given(strategies.graphs(5))
def test_graphs_of_all_kinds_are_classified_as_by_a_list_of_their_paths(G):
    assert decided(G) == properties(G)
