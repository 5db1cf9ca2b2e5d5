"""Proofs about numbers of nodes: their statements, and false certificates."""

import itertools
from dataclasses import replace
from itertools import pairwise

import networkx as nx
import pytest
from hypothesis import assume, given, strategies as st
from naive import tours
from strategies import graphs
from together import together
from true_certificates import CLOSED, OPEN, refused, stored

import icosian
from icosian import InvalidProof
from icosian.proofs import Positioned
from icosian.proofs.certificate import no_limit
from icosian.proofs.clauses import PositionModel

NAMES = "out of reach", "crowd", "clauses", "cycle", "edges", "digraph"
TRUE = {name: stored(f"numbers: {name}")[0] for name in NAMES}

every_numbered_proof = together(("G", "proof"), TRUE.values(), ids=TRUE)


@every_numbered_proof
def test_true_proofs_pass_and_have_a_picture(G, proof):
    proof.check(G)
    assert "<svg" in icosian.to_svg(proof, G=G)


OTHERWISE = "nodes enough|does not follow|squares of a board|is not a node"


@every_numbered_proof
def test_proofs_of_other_graphs_and_other_numbers_are_refused(G, proof):
    complete = nx.complete_graph(list(G), nx.DiGraph if G.is_directed() else nx.Graph)
    refused(proof, complete, OTHERWISE)
    refused(proof, nx.relabel_nodes(G, {v: f"node {v}" for v in G}), OTHERWISE)
    refused(replace(proof, closed=not proof.closed, start=None, end=None), complete, OTHERWISE)


@pytest.mark.parametrize("kind", [nx.Graph, nx.DiGraph])
def test_known_tours_are_tours_of_the_claim_and_different_ones(kind):
    G = nx.path_graph(4, kind)
    tour = (0, 1, 2, 3)
    known = Positioned(**OPEN, start=0, positions=(), besides=(tour,))
    known.check(G)
    for besides in ((tour, tour), *([(tour, tour[::-1])] if kind is nx.Graph else [])):
        change = {"start": None, "besides": besides}
        refused(replace(known, **change), G, "listed twice|not one that the claim is about")
    ring = Positioned(**CLOSED, positions=((0, 1),), besides=((0, 1, 2, 3), (0, 3, 2, 1)))
    refused(ring, nx.cycle_graph(4), "listed twice")
    for wrong in ((0, 1, 3, 2), (0, 2, 1, 3), (1, 0, 2, 3)):
        refused(replace(known, besides=(tour, wrong)), G, "not one that the claim is about")
    for change in (
        {"positions": ((1, 3),)},
        {"forbid": ((1, 2),)},
        {"require": ((0, 2),)},
        {"start": 1},
        {"end": 0},
    ):
        refused(replace(known, **change), G, "not one that|same node|is not an edge, or")
    absent = Positioned(**OPEN, positions=((0, 2),), crowd=(1,), besides=((1, 0, 2, 3),))
    refused(absent, nx.path_graph(4, kind), "not one that the claim is about")


@given(graphs(5), st.data())
def test_no_proof_about_numbers_holds_where_there_is_a_tour(G, data):
    n = len(G)
    closed = data.draw(st.booleans())
    numbers = data.draw(st.permutations(range(1, n + 1)))
    positions = dict(list(zip(G, numbers, strict=True))[: data.draw(st.integers(0, 3))])
    if n < 2 or (closed and 1 not in positions.values()):
        return
    given_positions = tuple(positions.items())
    crowd = tuple(data.draw(st.lists(st.integers(1, n), max_size=2)))
    places = tuple(data.draw(st.lists(st.tuples(st.sampled_from(list(G)), st.integers(1, n)))))
    clauses = ()
    if places:
        literal = st.integers(-len(places), len(places)).filter(bool)
        clause = st.lists(literal, max_size=2).map(tuple)
        clauses = tuple(data.draw(st.lists(clause, max_size=4)))
    proof = Positioned(
        closed=closed, positions=given_positions, crowd=crowd, places=places, clauses=clauses
    )
    try:
        proof.check(G)
    except InvalidProof:
        return
    assert not list(tours(G, closed=closed, positions=positions))


@st.composite
def timetables(draw):
    """Draw a graph and a question about the numbers of its nodes."""
    G = draw(graphs(4))
    assume(len(G) > 1)
    closed = draw(st.booleans())
    hidden = draw(st.permutations(list(G)))
    if draw(st.booleans()):
        G.add_edges_from(pairwise([*hidden, hidden[0]] if closed else hidden))
    pairs = list(dict.fromkeys(pair[:2] for pair in G.edges if pair[0] != pair[1]))
    some = st.lists(st.sampled_from(pairs), max_size=2) if pairs else st.just([])
    given_numbers = [(v, k) for k, v in enumerate(hidden, start=1) if draw(st.booleans())][:2]
    if draw(st.booleans()):
        given_numbers += [(draw(st.sampled_from(list(G))), draw(st.integers(1, len(G))))]
    tours = st.permutations(list(G)).map(tuple)
    free = st.sampled_from([None, *G])
    return G, Positioned(
        closed=closed,
        start=None if closed else draw(free),
        end=None if closed else draw(free),
        positions=tuple(given_numbers),
        require=tuple(draw(some)),
        forbid=tuple(draw(some)),
        besides=tuple(draw(st.lists(tours, max_size=2))),
    )


def steps_of(G, order, *, closed):
    """Return the edges that a tour uses, in a graph both ways."""
    ring = (*order, order[0]) if closed else order
    steps = set(pairwise(ring))
    return steps if G.is_directed() else steps | {(v, u) for u, v in steps}


def is_asked_for(G, order, asked):
    """Whether an order of the nodes is a tour as it is asked for."""
    steps = steps_of(G, order, closed=asked.closed)
    images = {order}
    if not G.is_directed():
        images.add((order[0], *order[:0:-1]) if asked.closed else order[::-1])
    return (
        all(G.has_edge(u, v) for u, v in steps)
        and steps.issuperset(asked.require)
        and steps.isdisjoint(asked.forbid)
        and all(order[k - 1] == v for v, k in asked.positions)
        and asked.start in (None, order[0])
        and asked.end in (None, order[-1])
        and images.isdisjoint(asked.besides)
    )


def beside_all_orders(G, asked):
    """Compare what the statements say with all orders of the nodes."""
    for narrow in (True, False):
        beside_orders_of(PositionModel(G, asked.statement, no_limit, narrow=narrow), G, asked)


def beside_orders_of(table, G, asked):
    """Compare what some statements say with all orders of the nodes."""
    nodes, statements = list(G), list(table.facts())
    for order in itertools.permutations(range(len(G))):
        places = [(v, k) for k, v in enumerate(order, start=1)]
        held = {table.variables.get(place) for place in places}
        meets = None not in held and all(
            sum((literal // 2 in held) == (literal % 2 == 0) for literal in literals) >= least
            for least, literals, _ in statements
        )
        tour = tuple(nodes[v] for v in order)
        assert meets == is_asked_for(G, tour, asked)
        if meets:
            assert all(v in table.fitting(k) for v, k in places)


@given(timetables())
def test_the_statements_hold_for_just_the_tours_that_are_asked_for(drawn):
    beside_all_orders(*drawn)


@together("kind", [nx.Graph, nx.DiGraph])
@together("closed", [True, False])
def test_tours_that_are_known_are_left_out_with_their_images_only(closed, kind):
    G = nx.complete_graph(4, kind)
    for besides in (((0, 1, 2, 3),), ((0, 2, 1, 3), (3, 1, 0, 2))):
        beside_all_orders(G, Positioned(closed=closed, positions=(), besides=besides))


@together("kind", [nx.Graph, nx.DiGraph])
@together("closed", [True, False])
def test_an_edge_to_use_joins_neighbouring_numbers(closed, kind):
    G = nx.complete_graph(4, kind)
    for pair in ((0, 1), (3, 2)):
        beside_all_orders(G, Positioned(closed=closed, positions=(), require=(pair,)))
