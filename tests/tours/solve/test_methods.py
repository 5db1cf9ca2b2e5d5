"""The methods of a search: each goes on where it ended, and says the same as the others."""

import networkx as nx
import pytest
from families import flower_snark
from hypothesis import given, settings
from naive import has_tour
from strategies import graphs
from together import together

from icosian import is_hamiltonian_cycle
from icosian._run.clock import Clock, TimeIsUp
from icosian.proofs import Contraction, Proof
from icosian.tours.problem import Problem
from icosian.tours.solve import portfolio
from icosian.tours.solve.portfolio import Attempt, Excluded, Found, Search
from tests.tours.problems import LateClock

EXACT = ("forcing", "frontier", "cdcl", "sat", "backtrack", "pieces")


def searching(G, clock=None):
    return Search(Problem.of(G, closed=True), clock or Clock(), 0)


def verdict(search, attempt):
    """Return whether there is a cycle, from checked evidence, or None."""
    found = search.attempt(attempt)
    problem = search.problem
    if isinstance(found, Found):
        order = found.order if found.cycle is None else problem.form.decode(found.cycle).tolist()
        assert is_hamiltonian_cycle(problem.G, [problem.nodes[v] for v in order])
        return True
    if isinstance(found, Proof):
        found.check(problem.G)
        return False
    return False if found is Excluded.KNOWN else found


@pytest.mark.parametrize("method", EXACT)
@settings(max_examples=20, deadline=None)
@given(graphs())
def test_an_exact_method_agrees_with_its_slow_twin(method, G):
    if len(G) < 3:
        return
    search, found, turn = searching(G), None, 0
    while found is None:
        found = verdict(search, Attempt(method, turn=turn, width=15))
        turn += 1
    assert found == has_tour(G, closed=True)


@pytest.mark.parametrize("method", ["forcing", "cdcl", "rotations"])
def test_a_method_goes_on_where_its_last_attempt_ended(method):
    G = nx.random_regular_graph(3, 100, seed=1)
    whole = searching(G)
    assert verdict(whole, Attempt(method))
    slices = searching(G)
    while (found := verdict(slices, Attempt(method, 50))) is None:
        pass
    assert found
    assert slices.clock.steps == whole.clock.steps


def test_forcing_begins_again_once_with_cuts():
    search = searching(nx.truncated_tetrahedron_graph())
    runs = []
    for cuts in (False, False, True, True, False):
        assert search.attempt(Attempt("forcing", 5, cuts=cuts)) is None
        runs.append(search._forcing.run)
        assert bool(search._forcing.cuts) == (len(runs) > 2)
    assert runs[0] is runs[1] is not runs[2] is runs[3] is runs[4]


def test_a_search_along_a_tree_leaves_the_proof_to_others():
    assert verdict(searching(nx.petersen_graph()), Attempt("tree")) is None
    assert verdict(searching(nx.dodecahedral_graph()), Attempt("tree"))


def test_a_piece_never_proves_alone():
    problem = Problem.of(nx.petersen_graph(), closed=True)
    piece = Search(problem, Clock(), 0, problem.form)
    for method in ("frontier", "tree", "cdcl"):
        assert piece.attempt(Attempt(method, width=15)) is Excluded.KNOWN


@pytest.mark.parametrize("k", [4, 5])
def test_a_cycle_of_what_is_left_is_expanded(k):
    # A wheel with a complete bipartite graph in the place of its hub.
    G = nx.cycle_graph(k)
    G.add_edges_from((f"in {i}", f"out {j}") for i in range(k - 1) for j in range(k))
    G.add_edges_from((f"out {j}", j) for j in range(k))
    assert verdict(searching(G), Attempt("contraction"))


def test_a_cycle_of_what_is_left_that_comes_of_none_says_nothing():
    # The same with all spokes at one node: contracted, a wheel.
    G = nx.cycle_graph(5)
    G.add_edges_from((f"in {i}", f"out {j}") for i in range(3) for j in range(4))
    G.add_edges_from(("out 0", j) for j in range(5))
    search = searching(G)
    for turn in range(3):
        assert verdict(search, Attempt("contraction", turn=turn)) is None


def test_what_is_known_of_what_is_left_is_proved(monkeypatch):
    G = flower_snark(5)  # its nodes become complete bipartite graphs
    ports = {v: iter(range(3)) for v in G}
    H = nx.Graph(((v, "in", i), (v, "out", j)) for v in G for i in range(2) for j in range(3))
    H.add_edges_from(((u, "out", next(ports[u])), (v, "out", next(ports[v]))) for u, v in G.edges)
    H.add_edge(*[(("a", 0), "out", k) for k in range(2)])
    H.add_edge(*[(("a", 0), "out", k) for k in (0, 2)])
    monkeypatch.setattr(portfolio, "turn", lambda *_: iter([Attempt("backtrack")]))
    proof = searching(H).attempt(Attempt("contraction"))
    assert isinstance(proof, Contraction)
    proof.check(H)


@together("method", [*EXACT, "tree", "weighing", "structure", "rotations", "contraction"])
def test_every_method_looks_at_the_clock(method):
    G = flower_snark(9)
    G.add_edge(("a", 0), ("a", 2))  # in cubic graphs nothing is contracted
    with pytest.raises(TimeIsUp):
        searching(G, LateClock(1)).attempt(Attempt(method, 10**9, width=15))
