"""The linear program: a relaxation, and cuts that only cut off what is no tour."""

import random

import networkx as nx
import pytest
from hypothesis import given, strategies as st
from icosian.tours.longest.branching import LinearProgram
from tours.longest.networks import best_value, network_of, random_graph

from icosian.tours.longest.network import Case, bound, rounded


def solved(network, case, root):
    """Return a program with all cuts, or None if it is infeasible."""
    part = network.part(case, -99)
    program = LinearProgram(network, part, root)
    program.assume(part)
    while program.solve():
        if not program.add(program.violated()):
            return part, program
    return None


@given(st.integers(0, 10**6))
def test_the_program_bounds_all_paths_and_its_dual_proves_it(seed):
    rng = random.Random(seed)
    G = random_graph(rng, directed=rng.random() < 0.5, most=6)
    weight = rng.choice((None, "weight"))
    network = network_of(G, weight=weight, closed=False)
    if network.part(Case(), -99) is None:
        return
    part, program = solved(network, Case(), network.home)
    best = best_value(G, weight=weight, closed=False)
    assert max(0, program.objective) >= best - 1e-6
    proved = bound(network, part, rounded(program.dual(), 120_000_000))
    assert max(0, proved) >= best
    assert proved <= program.objective + 1e-3


def test_a_case_changes_the_bounds():
    G = nx.cycle_graph(5)
    network = network_of(G, closed=True)
    case, _ = Case().split((0,))
    _, program = solved(network, case, 0)
    assert program.objective == pytest.approx(5)
    assert program.visited == pytest.approx([1] * 5)
    above, below = program.probe(program.column[0, 1], 100)
    assert above == pytest.approx(5)
    assert below < 0  # no cycle without that edge


def test_infeasible_programs_have_a_ray():
    G = nx.Graph([(0, 1), (1, 2), (2, 0), (2, 3), (3, 0)])
    network = network_of(G, closed=True)
    part = network.part(Case(visited=frozenset([0])), -99)
    program = LinearProgram(network, part, 0)
    # Without 1 and 3 there is no cycle.
    edges = frozenset(edge for edge in part.edges if edge == (0, 2))
    program.assume(part._replace(edges=edges))
    assert not program.solve()
    assert not program.is_solved
    assert program.ray() is not None


def test_families_are_added_once():
    network = network_of(nx.complete_graph(4), closed=True)
    program = LinearProgram(network, network.part(Case(), -99), 0)
    assert program.add([(1, 2), (2, 1, 3)]) == 2
    assert program.add([(1, 2), (2, 1)]) == 1
    assert program.families == [(1, 2), (2, 1, 3), (2, 1)]
