"""What the conflict-driven search learns, compared with all cycles of small graphs."""

import networkx as nx
import pytest
from hypothesis import given, strategies as st
from naive import hamiltonian_cycles, luby

from icosian._kernels import cdcl as kernels, cdcl as records
from icosian._run.clock import Clock
from icosian.tours.problem import Problem
from icosian.tours.solve.forced_edges import Learning


def logged(G, walk, seed):
    """Return the clauses that a search learns, over edges, and whether it finds a cycle."""
    form = Problem.of(G, closed=True).form
    search = Learning(form, walk=walk, learnts=5, seed=seed)
    search.run = search._begin(record=True)
    status = search.search(Clock())
    search._make_room()
    ends = [frozenset(pair) for pair in search._ends().tolist()]
    clauses = [entry for is_clause, entry in search._entries() if is_clause]
    return [[(ends[x >> 1], not x & 1) for x in clause] for clause in clauses], status


@pytest.mark.parametrize("walk", [0, 60])
@given(n=st.integers(5, 8), more=st.integers(1, 8), seed=st.integers(0, 500))
def test_every_cycle_satisfies_every_learned_clause(walk, n, more, seed):
    G = nx.convert_node_labels_to_integers(nx.k_core(nx.gnm_random_graph(n, n + more, seed), 2))
    if len(G) < 4:
        return
    clauses, status = logged(G, walk, seed)
    cycles = [
        {frozenset(pair) for pair in zip(cycle, cycle[1:] + cycle[:1], strict=True)}
        for cycle in hamiltonian_cycles(G)
    ]
    assert (status == kernels.FOUND) == bool(cycles)
    for cycle in cycles:
        assert all(any((e in cycle) == used for e, used in clause) for clause in clauses)


def test_conflicts_do_teach_clauses():
    clauses, status = logged(nx.petersen_graph(), 0, 0)
    assert status == kernels.EXHAUSTED
    assert len(clauses) > 5


def test_the_lengths_of_runs_are_the_luby_sequence():
    assert [kernels.luby(i) for i in range(1, 200)] == [luby(i) for i in range(1, 200)]
    assert [kernels.luby(i) for i in range(1, 8)] == [1, 1, 2, 1, 1, 2, 4]


@given(st.lists(st.integers(0, 50), min_size=3, max_size=10))
def test_the_two_deepest_literals_come_first(depths):
    edges = [0] * (records.EDGE * len(depths))
    edges[records.DEPTH :: records.EDGE] = depths
    pool = [0] * (records.HEADER + len(depths))
    for e in range(len(depths)):
        kernels.put(edges, pool, 0, 2 * e)
    clause = [x >> 1 for x in pool[records.HEADER :]]
    assert sorted(clause) == list(range(len(depths)))
    assert [depths[e] for e in clause[:2]] == sorted(depths, reverse=True)[:2]
