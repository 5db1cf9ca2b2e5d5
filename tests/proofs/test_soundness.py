"""No certificate at all passes where there is a tour: small graphs, every certificate."""

from itertools import combinations, permutations

import networkx as nx
import pytest
from hypothesis import event, given, settings, strategies as st
from naive import hamiltonian_cycles, hamiltonian_paths

from icosian import InvalidProof
from icosian.proofs import BipartitionImbalance, DegreeDeficiency, Disconnection, FrontierExhausted

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


def subsets(nodes):
    for size in range(len(nodes) + 1):
        yield from combinations(nodes, size)


def simple_certificates(G, question):
    """Yield all certificates of degrees, disconnection and parity over the nodes of a graph."""
    everything = frozenset(G)
    for nodes in subsets(list(G)):
        chosen = frozenset(nodes)
        for side in ("neighbours", "predecessors", "successors"):
            yield DegreeDeficiency(nodes=nodes, side=side, **question)
        yield Disconnection(part=chosen, **question)
        yield BipartitionImbalance(crowd=chosen, others=everything - chosen, **question)


def holds(proof, G):
    try:
        proof.check(G)
    except InvalidProof:
        return False
    return True


def has_tour(G, *, closed, start=None, end=None):
    tours = hamiltonian_cycles(G) if closed else hamiltonian_paths(G, start, end)
    return next(tours, None) is not None


graphs_and_questions = graphs().flatmap(lambda G: st.tuples(st.just(G), questions(G)))


@settings(max_examples=300)
@given(graphs_and_questions)
def test_where_there_is_a_tour_no_simple_certificate_holds(case):
    G, question = case
    exists = has_tour(G, **question)
    event("tour" if exists else "no tour")
    if exists:
        assert not [proof for proof in simple_certificates(G, question) if holds(proof, G)]


@settings(max_examples=300)
@given(graphs_and_questions, st.randoms(use_true_random=False))
def test_any_order_exhausts_a_graph_exactly_where_there_is_no_tour(case, random):
    G, question = case
    order = random.sample(list(G), len(G))
    exists = has_tour(G, **question)
    assert holds(FrontierExhausted(order=tuple(order), **question), G) == (not exists)


@pytest.mark.parametrize("create_using", [nx.Graph, nx.DiGraph])
def test_all_orders_agree(create_using):
    for seed in range(20):
        G = nx.gnp_random_graph(4, 0.5, seed=seed, directed=create_using is nx.DiGraph)
        for question in ({"closed": True}, {"closed": False}, {"closed": False, "start": 0}):
            absent = not has_tour(G, **question)
            for order in permutations(G):
                assert holds(FrontierExhausted(order=order, **question), G) == absent


@given(st.data())
def test_strange_nodes_in_a_certificate_never_help(data):
    G = data.draw(graphs(5))
    question = data.draw(questions(G))
    if not has_tour(G, **question):
        return
    nodes = st.sampled_from([*G, -1, len(G), None, "0", (0,), 0.0, True])
    several = st.lists(nodes, max_size=6)
    first, second = data.draw(several), data.draw(several)
    side = data.draw(st.sampled_from(["neighbours", "predecessors", "successors", "sides"]))
    crowd, others = frozenset(first), frozenset(second)
    for proof in (
        DegreeDeficiency(nodes=tuple(first), side=side, **question),
        Disconnection(part=crowd, **question),
        BipartitionImbalance(crowd=crowd, others=others, **question),
        FrontierExhausted(order=tuple(first), **question),
    ):
        assert not holds(proof, G)
