"""No certificate at all passes where there is a tour: small graphs, every certificate."""

from dataclasses import replace
from fractions import Fraction
from itertools import combinations, permutations, product
from random import Random

import networkx as nx
import pytest
from hypothesis import event, given, settings, strategies as st
from naive import has_tour, hamiltonian_paths
from true_certificates import CLOSED, OPEN, graph

from icosian import InvalidProof
from icosian.proofs import (
    HOME,
    BipartitionImbalance,
    Cases,
    CutVertex,
    DegreeDeficiency,
    Disconnection,
    ForcedEdges,
    FrontierExhausted,
    Refutation,
    Step,
    Toughness,
    Weighing,
    Weights,
)
from icosian.proofs.network import Network
from icosian.proofs.rules import OPEN as NOT_MARKED, USED, Contradiction, Marks

KINDS = [nx.Graph, nx.DiGraph, nx.MultiGraph, nx.MultiDiGraph]


@st.composite
def graphs(draw, most=6):
    """Draw a small graph of any kind, dense or not, with self-loops and parallel edges."""
    n = draw(st.integers(1, most))
    G = nx.empty_graph(n, draw(st.sampled_from(KINDS)))
    pairs = [(u, v) for u in range(n) for v in range(n)]
    ring = draw(st.permutations(range(n))) if draw(st.booleans()) else []  # often a tour
    G.add_edges_from(zip(ring, ring[1:] + ring[:1], strict=True))
    G.add_edges_from(draw(st.lists(st.sampled_from(pairs), max_size=draw(st.integers(0, 15)))))
    return G


@st.composite
def questions(draw, G):
    """Draw a question that a proof may answer."""
    if draw(st.booleans()):
        return {"closed": True}
    ends = draw(st.permutations([*G, None, None]))[:2]
    return {"closed": False, "start": ends[0], "end": ends[1]}


graphs_and_questions = graphs().flatmap(lambda G: st.tuples(st.just(G), questions(G)))
randoms = st.randoms(use_true_random=False)


def subsets(nodes):
    for size in range(len(nodes) + 1):
        yield from combinations(nodes, size)


def holds(proof, G):
    try:
        proof.check(G)
    except InvalidProof:
        return False
    return True


# certificates of nodes and sets: all of them


def simple_certificates(G, question):
    """Yield all certificates of degrees, disconnection, parity and toughness of a graph."""
    everything = frozenset(G)
    for nodes in subsets(list(G)):
        chosen = frozenset(nodes)
        for side in ("neighbours", "predecessors", "successors"):
            yield DegreeDeficiency(nodes=nodes, side=side, **question)
        yield Disconnection(part=chosen, **question)
        yield BipartitionImbalance(crowd=chosen, others=everything - chosen, **question)
        left = nx.Graph(G).subgraph(everything - chosen)
        parts = nx.number_connected_components(left)
        for together in (False, True):
            yield Toughness(removed=chosen, parts=parts, together=together, **question)


def cut_vertices(G, question, most=3):
    """Yield all certificates of parts that hang on cut vertices, and many that do not hold."""
    hanging = []
    for cut in G:
        for part in subsets([v for v in G if v != cut]):
            proof = CutVertex(parts=((cut, frozenset(part)),), **question)
            yield proof
            if holds(replace(proof, closed=True, start=None, end=None), G):
                hanging += proof.parts
    for count in range(2, most + 1):
        for parts in combinations(hanging, count):
            yield CutVertex(parts=parts, **question)


def named_certificates(G, question):
    """Yield the certificates that hold, of all kinds that are read from the graph at once."""
    for proof in simple_certificates(G, question):
        if holds(proof, G):
            yield proof
    for proof in cut_vertices(G, question):
        if holds(proof, G):
            yield proof


@settings(max_examples=200)
@given(graphs_and_questions)
def test_where_there_is_a_tour_no_simple_certificate_holds(case):
    G, question = case
    exists = has_tour(G, **question)
    event("tour" if exists else "no tour")
    if exists:
        assert not list(named_certificates(G, question))


# weighings: any numbers at all

NUMBERS = [*range(-3, 4), *(Fraction(k, d) for d in (2, 3) for k in (-4, -1, 1, 2, 5)), 10**30]


def random_weights(random, everyone, *, directed):
    """Return any weights on nodes and sets."""

    def weighed(nodes):
        return tuple((v, random.choice(NUMBERS)) for v in nodes if random.random() < 0.8)

    sets = [random.sample(everyone, random.randrange(1, len(everyone) + 1)) for _ in range(3)]
    return Weights(
        nodes=weighed(everyone),
        entering=weighed(everyone) if directed and random.random() < 0.9 else (),
        sets=tuple((frozenset(part), random.choice(NUMBERS)) for part in sets[: random.choice(4)])
        if False
        else (),
    )
