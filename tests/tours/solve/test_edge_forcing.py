"""Edge forcing: it decides small graphs, and its steps and cases are proofs."""

import networkx as nx
from hypothesis import given

import icosian
from icosian._kernels import forcing as kernel
from icosian._run.clock import Clock
from icosian.proofs import Cases, ForcedEdges
from icosian.tours.solve.forced_edges import Forcing
from tests.tours.problems import asked, connected_cases, exists


def searched(G, room=5_000, **question):
    problem = asked(G, **question)
    search = Forcing(problem, Clock(), room=room)
    return search, search.search(Clock())


@given(connected_cases())
def test_forcing_edges_decides_and_proves(case):
    G, question = case
    search, status = searched(G, **question)
    assert (status == kernel.FOUND) == exists(G, **question)
    if status == kernel.FOUND:
        icosian.tours.checking.check_tour(
            G, search.problem.form.decode(search.cycle()).tolist(), closed=question["closed"]
        )
    else:
        assert status == kernel.EXHAUSTED
        proof = search.proof(Clock())
        assert isinstance(proof, Cases | ForcedEdges)
        proof.check(G)


def test_what_the_rules_settle_comes_without_cases():
    # three paths of three edges between two corners: no more than two of them can be used
    G = nx.Graph(["aw", "wx", "xb", "ac", "ce", "eb", "ad", "df", "fb"])
    search, status = searched(G)
    proof = search.proof(Clock())
    assert status == kernel.EXHAUSTED
    assert isinstance(proof, ForcedEdges)
    assert [step.used for step in proof.steps].count(True) >= 3
    proof.check(G)


def test_cuts_of_three_edges_are_part_of_the_rules():
    # Tutte's graph is three times Tutte's fragment, joined by cuts of three edges
    search, _ = searched(nx.tutte_graph())
    assert len(search.cuts) >= 3
    for edges, side in search.cuts:
        border = list(nx.edge_boundary(nx.tutte_graph(), [search.problem.nodes[v] for v in side]))
        assert len(border) == len(edges)
    proof = search.proof(Clock())
    proof.check(nx.tutte_graph())
    assert len(proof.tree) < 40


def test_splits_that_no_contradiction_needs_are_left_out():
    # the Petersen graph joined by two edges to a ladder in which there is much to choose from
    G = nx.disjoint_union(nx.petersen_graph(), nx.circular_ladder_graph(8))
    G.add_edges_from([(0, 10), (5, 17)])
    search, status = searched(G)
    assert status == kernel.EXHAUSTED
    proof = search.proof(Clock())
    proof.check(G)
    assert all(max(entry) < 11 or min(entry) < 10 for entry in proof.tree if entry)


def test_a_tree_without_room_is_no_proof():
    _, status = searched(nx.complete_bipartite_graph(6, 7), room=3)
    assert status == kernel.FULL
