"""Refutations of cycles without a common edge: what holds is true, and what is wrong is refused."""

import json
from collections import Counter
from dataclasses import replace
from functools import cache
from random import Random

import networkx as nx
import pytest
from mutations import assert_most_reached, tampered
from naive import most_disjoint_cycles
from together import rounds, together
from true_certificates import CLOSED, FROM_0, OPEN, refused

from icosian import InvalidProof
from icosian.exceptions import NoDisjointCycles, NoHamiltonianDecomposition, NoPseudoBooleanForm
from icosian.proofs import Conditional, DisjointRefutation, Proof
from icosian.tours import edge_disjoint_hamiltonian_cycles, hamiltonian_decomposition

K5, RING = nx.complete_graph(5), nx.cycle_graph(5)


def several(count, **evidence):
    return DisjointRefutation(**CLOSED, disjoint=count, **evidence)


@cache
def _most(nodes, edges, directed):
    G = nx.empty_graph(nodes, nx.DiGraph if directed else nx.Graph)
    G.add_edges_from(edges)
    return most_disjoint_cycles(G)


def is_true(proof, G):
    """Whether a refutation of disjoint cycles is right, by brute force."""
    if type(proof) is not DisjointRefutation:
        return False
    most = _most(tuple(G), frozenset(G.edges()), G.is_directed())
    if proof.every_edge:
        return most * len(G) < sum(u != v for u, v in G.edges())
    return most < proof.disjoint


@cache
def proofs():
    """Return graphs and proofs with clauses or sets that searches found."""
    found, some = Counter(), []
    for seed in range(400):
        rng = Random(seed)
        directed, every_edge = rng.random() < 0.5, rng.random() < 0.5
        n = rng.randint(3, 5 if directed else 6)
        G = nx.gnp_random_graph(n, rng.uniform(0.5, 1), seed=seed, directed=directed)
        if every_edge:  # the same degree everywhere, or counting is enough
            shifts = rng.sample(range(1, n), min(n - 1, 2))
            G = nx.DiGraph([(v, (v + k) % n) for v in range(n) for k in shifts])
            if not directed:
                G = nx.disjoint_union(nx.complete_graph(3), nx.cycle_graph(3))
                if rng.random() < 0.7:
                    G = nx.Graph(nx.circulant_graph(6, [2, 3]))
        try:
            if every_edge:
                hamiltonian_decomposition(G)
            else:
                edge_disjoint_hamiltonian_cycles(G, rng.randint(2, 3))
        except NoDisjointCycles as error:
            proof, kind = error.proof, (directed, every_edge)
            if (proof.clauses or proof.sets) and found[kind] < 4:
                found[kind] += 1
                some.append((G, proof))
    return some


@pytest.mark.slow
def test_whatever_is_changed_what_holds_is_true():
    ends, random = Counter(), Random(8)
    assert len(proofs()) >= 10
    for G, proof in proofs():
        assert is_true(proof, G)
        ends += tampered(G, proof, is_true, random)
    assert_most_reached(ends)


def test_bare_counts_hold_only_where_they_are_true():
    for seed in range(rounds(60)):
        rng = Random(seed)
        directed = rng.random() < 0.5
        G = nx.gnp_random_graph(
            rng.randint(1, 5), rng.uniform(0.4, 1), seed=seed, directed=directed
        )
        part = frozenset(rng.sample(list(G), min(len(G), rng.randint(0, 2))))
        for every_edge in (False, True):
            for count in range(1, 5):
                for sets in ((), (part,)):
                    proof = several(count, every_edge=every_edge, sets=sets)
                    try:
                        proof.check(G)
                    except InvalidProof:
                        continue
                    assert is_true(proof, G), (G.edges, proof)


def test_a_proof_is_read_as_it_was_written_and_has_no_formula():
    for G, proof in proofs():
        assert Proof.from_json(proof.to_json()) == proof
        assert proof.explain().startswith(f"{proof.claim}: each cycle has two edges at every node")
        assert proof.explain().endswith("and no choice of edges is left.")
        assert proof.effort > 0
        with pytest.raises(NoPseudoBooleanForm, match="DisjointRefutation"):
            proof.to_pseudo_boolean(G)


def test_what_does_not_matter_is_left_out_of_the_text():
    assert json.loads(several(2).to_json()) == {
        "kind": "DisjointRefutation",
        "closed": True,
        "start": None,
        "end": None,
        "disjoint": 2,
    }


def test_self_loops_never_matter():
    for G, proof in proofs():
        H = G.copy()
        H.add_edges_from((v, v) for v in G)
        proof.check(H)


def test_what_decomposes_is_not_refuted_by_a_wrong_number_of_cycles():
    for G, count in ((RING, 1), (K5, 2), (nx.complete_graph(4, nx.DiGraph), 3)):
        for wrong in {1, 2, 3, 4} - {count}:
            for sets in ((), (frozenset({0}),)):
                refused(several(wrong, every_edge=True, sets=sets), G, "not have so many cycles")
    refused(several(1, every_edge=True), nx.empty_graph(3), "not have so many cycles")
    refused(several(2, every_edge=True), K5, "enough edges, and no other reason")


def test_degrees_that_no_number_of_cycles_has_are_a_reason():
    for G in (nx.star_graph(3), nx.complete_graph(4), nx.DiGraph([(0, 1), (1, 2)])):
        several(1, every_edge=True).check(G)
        assert "the same even number of edges" in several(1, every_edge=True).explain()


def test_one_edge_or_the_arcs_out_of_a_node_are_given_to_cycles():
    arcs = nx.complete_graph(5, nx.DiGraph)
    whole = {"every_edge": True}
    for G, count, first, why in (
        (K5, 2, ((0, 1), (0, 2)), "one edge, or different arcs"),
        (K5, 2, ((0, 1), (2, 3)), "one edge, or different arcs"),
        (arcs, 4, ((0, 1), (2, 3)), "at one node"),
        (arcs, 4, ((0, 1), (0, 1)), "one edge, or different arcs"),
        (RING, 1, ((0, 2),), "not an edge"),
        (nx.star_graph(3), 1, ((1, 2),), "not an edge"),
    ):
        refused(several(count, **whole, first=first), G, why)
    refused(several(1, first=((0, 1),)), K5, "without a spare one")
    out = tuple((0, v) for v in range(1, 5))
    refused(several(3, first=out), arcs, "without a spare one")
    into = tuple((v, 0) for v in range(1, 4))
    given = ((RING, 1, ((0, 1),)), (K5, 2, ((0, 1),)), (arcs, 4, out), (arcs, 4, into))
    for G, count, first in given:
        refused(several(count, **whole, first=first), G, "do not end in a contradiction")


@together(
    ("change", "why"),
    [
        ({"disjoint": 0}, "at least 1"),
        ({"disjoint": True}, "at least 1, not True"),
        ({"disjoint": 2.0}, "at least 1"),
        ({"every_edge": 1}, "boolean"),
        ({"members": ((0, 1, 0),)}, "numbers 1 to 2"),
        ({"members": ((0, 1, 3),)}, "numbers 1 to 2"),
        ({"members": ((0, 1, True),)}, "numbers 1 to 2"),
        ({"members": ((0, 9, 1),)}, "not an edge"),
        ({"members": ((0, 0, 1),)}, "not an edge"),
        ({"clauses": ((1,),)}, "not the number of an edge and a cycle"),
        ({"members": ((0, 1, 1),), "clauses": ((0,),)}, "not the number"),
        ({"members": ((0, 1, 1),), "clauses": ((True,),)}, "not the number"),
        ({"members": ((0, 1, 1),), "clauses": ((1,),)}, "does not follow"),
        ({"clauses": ((),)}, "does not follow"),
        ({"sets": (frozenset(),)}, "some nodes, but not all"),
        ({"sets": (frozenset(range(5)),)}, "some nodes, but not all"),
        ({"sets": (frozenset({9}),)}, "not a node"),
        ({"sets": (frozenset({0, 1}),)}, "do not end in a contradiction"),
        (OPEN, "about cycles"),
        (FROM_0, "about cycles"),
        ({"start": 0}, "names none"),
    ],
)
def test_what_is_malformed_or_does_not_follow_is_refused(change, why):
    refused(replace(several(2), **change), K5, why)


def test_it_says_nothing_of_multigraphs_and_of_nothing():
    refused(several(3), nx.MultiGraph(K5), "parallel edges would be one")
    refused(several(3), nx.Graph(), "null graph")


def test_a_refutation_of_several_cycles_is_none_of_one():
    proof = Conditional(**CLOSED, require=(), forbid=((0, 1),), inner=several(2))
    refused(proof, nx.path_graph(4), "another claim|within conditions")


def test_the_number_of_cycles_is_in_the_claim():
    assert several(1).claim == "There is no Hamiltonian cycle"
    assert several(3).claim == "There are no 3 Hamiltonian cycles without a common edge"
    whole = several(3, every_edge=True)
    assert whole.claim == "The edges do not decompose into Hamiltonian cycles"
    assert str(NoHamiltonianDecomposition(whole)).startswith(whole.explain())
