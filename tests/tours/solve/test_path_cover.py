"""Path covers: what a search that gives up can show."""

import random
from itertools import pairwise

import networkx as nx
import pytest
from hypothesis import given, strategies as st

import icosian
from icosian._run.clock import Clock
from icosian.tours.cover.path_cover import path_cover
from icosian.tours.problem import Problem
from icosian.tours.solve.heuristics import holes, rotate, rotations


def hopeless():
    """Return a graph that has no cycle for a reason rotations never see.

    Each of three cuts of three edges leads into a Petersen graph less one node, which has no
    Hamiltonian path between two of the cut's edges.
    """
    G = nx.random_regular_graph(4, 60, seed=1)
    for k in range(3):
        petersen = nx.relabel_nodes(nx.petersen_graph(), lambda v, k=k: (k, v))
        ends = list(petersen[k, 0])
        petersen.remove_node((k, 0))
        neighbours = list(G[k])[:3]
        G.remove_node(k)
        G = nx.compose(G, petersen)
        G.add_edges_from(zip(ends, neighbours, strict=True))
    return G


def assert_cover(G, cover, *, whole):
    """Check that paths of a graph have no node in common, and all nodes if they should."""
    nodes = [v for path in cover for v in path]
    assert len(set(nodes)) == len(nodes)
    assert set(nodes) <= set(G)
    assert len(nodes) == len(G) or not whole
    assert all(G.has_edge(u, v) for path in cover for u, v in pairwise(path))
    assert [len(path) for path in cover] == sorted(map(len, cover), reverse=True)


@pytest.mark.parametrize("timeout", [0, 0.3])
def test_a_time_out_raises_search_limit_reached_with_what_is_known(ticking, timeout):
    H = hopeless()
    with pytest.raises(icosian.SearchLimitReached, match="undecided after") as caught:
        icosian.hamiltonian_cycle(H, method="rotations", timeout=timeout)
    assert isinstance(caught.value, nx.ExceededMaxIterations)
    partial, cover = caught.value.partial, caught.value.cover
    assert partial == (cover[0] if cover else ())
    assert_cover(H, cover, whole=timeout > 0)
    if timeout:
        assert len(partial) > len(H) // 4  # the search is stopped anywhere, with a few holes left
        assert caught.value.stats.steps > 0


def directed(G, rng):
    """Return a digraph with a random half of the arcs."""
    half = nx.create_empty_copy(G.to_directed())
    half.add_edges_from(rng.sample(sorted(G.to_directed().edges(), key=str), G.size()))
    return half


@given(st.integers(0, 1000), st.booleans(), st.booleans(), st.sampled_from([0, 60, 120, 2000]))
def test_the_paths_of_a_run_are_paths_of_the_graph_wherever_it_is_stopped(seed, closed, two, steps):
    rng = random.Random(seed)
    G = hopeless()
    if two:
        G = directed(G, rng)
    ends = {} if closed else {"start": rng.choice([None, 5]), "end": rng.choice([None, 9])}
    problem = Problem.of(G, closed=closed, **ends)
    run = rotations(problem.form, seed=seed)
    rotate(run, Clock(), steps)
    cover = path_cover(problem.arrays, problem.nodes, run)
    assert_cover(G, cover, whole=steps == 2000)
    if steps == 2000 and not two:
        assert abs(len(cover) - holes(run)) <= 2  # home, and the edge between given ends


def test_later_turns_never_lose_a_good_cover(ticking):
    sizes = []
    for timeout in (0.3, 1):
        with pytest.raises(icosian.SearchLimitReached) as caught:
            icosian.hamiltonian_cycle(hopeless(), method="rotations", timeout=timeout)
        sizes.append(len(caught.value.cover))
    assert sizes[1] <= max(sizes[0], 4)


def test_the_cover_keeps_conditions(ticking):
    G = hopeless()
    require, forbid = [(10, next(iter(G[10])))], [(20, next(iter(G[20])))]
    for ask in (icosian.hamiltonian_cycle, icosian.hamiltonian_path):
        with pytest.raises(icosian.SearchLimitReached) as caught:
            ask(G, method="rotations", require=require, forbid=forbid, timeout=0.3)
        cover = caught.value.cover
        assert_cover(G, cover, whole=True)
        used = {frozenset(edge) for path in cover for edge in pairwise(path)}
        assert frozenset(forbid[0]) not in used
