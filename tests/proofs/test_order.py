"""Proofs about tours in an order: what holds is true, and what is wrong is refused."""

from collections import Counter
from dataclasses import replace
from functools import cache
from itertools import pairwise, permutations, product
from random import Random

import networkx as nx
import pytest
from mutations import HELD, REACHED, assert_most_reached, tampered
from together import together
from true_certificates import CLOSED, FROM_0, OPEN, refused

import icosian
from icosian import InvalidProof, NoHamiltonianCycle, NoHamiltonianPath
from icosian.exceptions import HamiltonianCycleExists, HamiltonianPathExists, NoPseudoBooleanForm
from icosian.proofs import Ordered, Proof

NOTHING = {"sets": (), "edges": (), "clauses": ()}


def exists(G, proof):
    """Return True if there is the tour that a proof denies, by brute force."""
    key = tuple if G.is_directed() else frozenset
    known = [{*map(key, pairwise(t if not proof.closed else [*t, t[0]]))} for t in proof.besides]
    first = next((chain[0] for chain in proof.chains), next(iter(G)))
    for tour in permutations(G):
        if proof.closed and (tour[0] != first or len(G) < 3 - G.is_directed()):
            continue
        steps = [*map(key, pairwise([*tour, tour[0]] if proof.closed else tour))]
        ends = [(proof.start, 1), (proof.end, len(G))]
        numbers = [*proof.positions, *((v, k) for v, k in ends if v is not None)]
        rank = {v: k for k, v in enumerate(tour, start=1)}
        if (
            all(G.has_edge(*step) for step in steps)
            and all(rank[v] == k for v, k in numbers)
            and all(rank[u] < rank[v] for chain in proof.chains for u, v in pairwise(chain))
            and {*map(key, proof.require)} <= {*steps}
            and {*map(key, proof.forbid)}.isdisjoint(steps)
            and {*steps} not in known
        ):
            return True
    return False


@cache
def proofs():
    """Return graphs and proofs that searches found."""
    found, some = Counter(), []
    for seed in range(400):
        rng = Random(seed)
        n, closed = rng.randint(4, 6), rng.random() < 0.5
        G = nx.gnp_random_graph(n, rng.uniform(0.5, 0.9), seed=seed, directed=rng.random() < 0.5)
        edges = list(G.edges())
        asked = {
            "order": [tuple(rng.sample(list(G), 3)) for _ in range(2)],
            "start": rng.randrange(n) if closed or rng.random() < 0.5 else None,
            "forbid": rng.sample(edges, 1) if edges and rng.random() < 0.3 else [],
            "require": rng.sample(edges, 1) if edges and rng.random() < 0.3 else [],
            "positions": {rng.randrange(n): rng.randint(1, n)} if rng.random() < 0.3 else {},
        }
        try:
            (icosian.hamiltonian_cycle if closed else icosian.hamiltonian_path)(G, **asked)
        except (NoHamiltonianCycle, NoHamiltonianPath) as error:
            kind = G.is_directed(), closed
            if isinstance(error.proof, Ordered) and found[kind] < 3:
                found[kind] += 1
                some.append((G, error.proof))
        except icosian.InvalidArgument:
            continue
    return some


def known_tours():
    """Yield graphs and proofs, without an order, that they have no tour besides known ones."""
    for seed in range(40):
        rng = Random(seed)
        n, closed = rng.randint(3, 6), seed % 2 == 0
        G = nx.gnp_random_graph(n, rng.uniform(0.4, 0.7), seed=seed, directed=seed % 4 > 1)
        edges = rng.sample(list(G.edges), min(2, G.size()))
        asked = {"require": edges[:1], "forbid": edges[1:]} if seed % 3 == 0 else {}
        prove = icosian.prove_no_hamiltonian_cycle if closed else icosian.prove_no_hamiltonian_path
        known = []
        while len(known) < 4:
            try:
                proof = prove(G, **asked, besides=known)
            except (HamiltonianCycleExists, HamiltonianPathExists) as error:
                known.append(error.tour)
            else:
                if known:
                    yield G, proof
                break


@pytest.mark.slow
def test_other_tours_than_known_ones_are_excluded_and_whatever_is_changed_what_holds_is_true():
    ends, random, some = Counter(), Random(9), list(known_tours())
    assert {(G.is_directed(), proof.closed) for G, proof in some} == {*product((0, 1), repeat=2)}
    for G, proof in some:
        assert proof.chains == ()
        assert not exists(G, proof)
        assert not proof.explain().startswith("both ends")
        assert Proof.from_json(proof.to_json()) == proof
        ends += tampered(G, proof, lambda wrong, H: not exists(H, wrong), random)
    assert ends[REACHED] + ends[HELD] > 100  # the known tours fill most of the text


@pytest.mark.slow
def test_whatever_is_changed_what_holds_is_true():
    ends, random = Counter(), Random(8)
    assert len(proofs()) == 12
    for G, proof in proofs():
        assert not exists(G, proof)
        ends += tampered(G, proof, lambda wrong, H: not exists(H, wrong), random)
    assert_most_reached(ends)


def test_a_proof_is_read_as_it_was_written_and_has_no_formula():
    for G, proof in proofs():
        assert Proof.from_json(proof.to_json()) == proof
        assert "before" in proof.explain()
        with pytest.raises(NoPseudoBooleanForm, match="an order of nodes"):
            proof.to_pseudo_boolean(G)


def test_a_plain_refutation_does_not_prove_more_than_its_order():
    ring = nx.cycle_graph(6)
    proof = icosian.prove_no_hamiltonian_path(ring, 0, order=[(3, 1, 5)])
    proof.check(ring)
    for chains in (((3, 5),), ((1, 3, 5),), ((5, 3), (3, 1))):
        refused(replace(proof, chains=chains), ring, "does not follow|do not end|no variable")
    refused(replace(proof, start=3), ring, "does not follow|do not end|no variable")


def test_known_tours_are_tours_of_the_claim_and_different_ones():
    ring = nx.cycle_graph(4)
    known = Ordered(**FROM_0, chains=((1, 3),), besides=((0, 1, 2, 3),), **NOTHING)
    known.check(ring)
    assert known.claim.endswith("that visits 1 before 3 besides the known one")
    refused(replace(known, besides=((0, 3, 2, 1),)), ring, "not one that the claim is about")
    refused(replace(known, besides=((0, 1, 2),)), ring, "every node once")
    refused(replace(known, besides=known.besides * 2), ring, "listed twice")
    for more in ({"require": ((3, 0),)}, {"forbid": ((0, 1),)}, {"positions": ((2, 2),)}):
        refused(replace(known, **more), ring, "not one that the claim is about")


@together(
    ("change", "why"),
    [
        ({"chains": ()}, "an order has chains"),
        ({"chains": ((),)}, "an order has chains, and none is empty"),
        ({"chains": ((0, 1), (2, 3))}, "do not begin where a cycle begins"),
        ({"chains": ((0, 1, 2, 1),)}, "the order contradicts itself"),
        ({"chains": ((0, 9),)}, "not a node of the graph"),
        ({"chains": (), "besides": ((0, 2, 1, 3),)}, "not an edge"),
        ({"chains": (), "besides": ((0, 1, 2, 3), (2, 1, 0, 3))}, "listed twice"),
        ({"chains": (), "besides": ((0, 1, 2, 3),), "positions": ((0, 1),)}, "not numbered from"),
        ({"positions": ((1, 1),)}, "not numbered from where its chains begin"),
        ({"positions": ((0, 2),)}, "not numbered from where its chains begin"),
        ({"positions": ((1, 7),)}, "is from 1 to 4"),
        ({"positions": ((1, 2.0),)}, "is from 1 to 4"),
        ({"positions": ((1, 2), (1, 3))}, "the order contradicts itself"),
        ({"require": ((0, 2),)}, "not an edge"),
        ({"after": ((0, 1),), "clauses": ((1,),)}, "no variable"),
        ({"after": ((1, 1),), "clauses": ((1,),)}, "no variable"),
        ({"clauses": ((1,),)}, "not the number of an edge or a place"),
    ],
)
def test_what_is_malformed_is_refused(change, why):
    proof = Ordered(**CLOSED, chains=((0, 1, 2),), **NOTHING)
    with pytest.raises(InvalidProof, match=why):
        replace(proof, **change).check(nx.cycle_graph(4))


def test_home_is_not_a_place_of_an_order():
    proof = Ordered(**OPEN, chains=((icosian.proofs.HOME, 1),), **NOTHING)
    refused(proof, nx.path_graph(3), "home is not a place of an order")
