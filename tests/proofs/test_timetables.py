"""The statements of a timetable, and the graph of conditions: they say neither more nor less."""

import itertools
from dataclasses import replace
from itertools import pairwise

import networkx as nx
import pytest
from hypothesis import assume, given, strategies as st
from strategies import graphs
from true_certificates import CLOSED, OPEN, refused

from icosian import knight_graph
from icosian.proofs import (
    HOME,
    Conditional,
    DegreeDeficiency,
    FrontierExhausted,
    Middle,
    Positioned,
    frontier,
)
from icosian.proofs.claim import Claim
from icosian.proofs.conditions import _changed_graph, _inner_claim
from icosian.proofs.evidence import unlimited
from icosian.proofs.positions import Timetable


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
    nodes = list(G)
    table = Timetable(G, asked.statement, unlimited)
    statements = list(table.facts())
    for order in itertools.permutations(range(len(G))):
        places = [(v, k) for k, v in enumerate(order, start=1)]
        held = {table.variables.get(place) for place in places}
        meets = None not in held and all(
            sum((abs(literal) in held) == (literal > 0) for literal in literals) >= least
            for least, literals in statements
        )
        tour = tuple(nodes[v] for v in order)
        assert meets == is_asked_for(G, tour, asked)
        if meets:
            assert all(v in table.fitting(k) for v, k in places)


@given(timetables())
def test_the_statements_hold_for_just_the_tours_that_are_asked_for(drawn):
    beside_all_orders(*drawn)


@pytest.mark.parametrize("kind", [nx.Graph, nx.DiGraph])
@pytest.mark.parametrize("closed", [True, False])
def test_tours_that_are_known_are_left_out_with_their_images_only(closed, kind):
    G = nx.complete_graph(4, kind)
    for besides in (((0, 1, 2, 3),), ((0, 2, 1, 3), (3, 1, 0, 2))):
        beside_all_orders(G, Positioned(closed=closed, positions=(), besides=besides))


@pytest.mark.parametrize("kind", [nx.Graph, nx.DiGraph])
@pytest.mark.parametrize("closed", [True, False])
def test_an_edge_to_use_joins_neighbouring_numbers(closed, kind):
    G = nx.complete_graph(4, kind)
    for pair in ((0, 1), (3, 2)):
        beside_all_orders(G, Positioned(closed=closed, positions=(), require=(pair,)))


def test_an_arc_to_avoid_leaves_the_one_that_points_back():
    D = nx.DiGraph([(1, 0), (0, 1), (0, 2)])
    proof = Positioned(**OPEN, positions=((1, 1),), forbid=((0, 1),), crowd=(2,))
    refused(proof, D, "nodes enough")
    replace(proof, forbid=((1, 0),)).check(D)
    G = nx.Graph([(0, 1), (0, 2)])
    proof.check(G)
    replace(proof, forbid=((1, 0),)).check(G)


def test_a_loop_leads_to_no_other_number():
    G = nx.Graph([(0, 0), (1, 2)])
    Positioned(**OPEN, positions=(), crowd=(1, 2, 3)).check(G)


def test_the_last_number_is_a_number():
    path = nx.path_graph(3)
    Positioned(**OPEN, positions=((1, 3),), crowd=(2,)).check(path)
    for wrong in (0, 4, True, "1"):
        refused(Positioned(**OPEN, positions=((1, wrong),), crowd=(2,)), path, "is from 1 to 3")
        refused(Positioned(**OPEN, positions=(), crowd=(wrong,)), path, "is not a number of")


def test_numbers_are_reached_from_behind_as_well():
    star = nx.star_graph(3)
    Positioned(**OPEN, positions=((1, 4),), crowd=(1, 3)).check(star)


def test_the_last_number_of_a_cycle_is_joined_to_the_first():
    kite = nx.Graph([(0, 1), (1, 2), (2, 3), (3, 1)])
    Positioned(**CLOSED, positions=((0, 1),), crowd=(2, 4)).check(kite)
    refused(Positioned(**OPEN, positions=((0, 1),), crowd=(2, 4)), kite, "nodes enough")
    ways = nx.path_graph(3, nx.DiGraph)
    Positioned(**CLOSED, positions=(), crowd=(1,)).check(ways)


def test_a_number_has_one_node_though_the_end_is_another():
    path = nx.path_graph(3)
    proof = Positioned(**OPEN, end=2, positions=((0, 3),), crowd=(3,))
    proof.check(path)
    refused(replace(proof, positions=((2, 3),)), path, "nodes enough")


def test_a_tour_that_is_known_need_not_follow_the_order_of_the_graph():
    path = nx.Graph([(0, 2), (2, 1)])
    proof = Positioned(**OPEN, start=0, positions=(), besides=((0, 2, 1),))
    proof.check(path)
    refused(replace(proof, besides=()), path, "do not end in a contradiction")
    refused(replace(proof, besides=((0, 2, 2),)), path, "must hold every node once")


# conditions


@pytest.mark.parametrize("start", [None, 0, 1])
@pytest.mark.parametrize("end", [None, 2, 3])
def test_home_is_joined_to_what_may_be_an_end(start, end):
    D = nx.path_graph(4, nx.DiGraph)
    for G in (D, D.to_undirected()):
        claim = Claim(**OPEN, start=start, end=end, require=((1, 2),))
        H, inner = _changed_graph(G, claim, unlimited), _inner_claim(claim)
        question = {"closed": inner.closed, "start": inner.start, "end": inner.end}
        assert not inner.has_conditions
        middle = Middle(1, 2)
        assert H.has_edge(1, middle)
        assert H.has_edge(middle, 2)
        assert not H.has_edge(1, 2)
        if None not in (start, end):
            assert question == {**OPEN, "start": start, "end": end}
            assert HOME not in H
            continue
        assert question == {**CLOSED, "start": None, "end": None}
        if G.is_directed():
            assert set(H.successors(HOME)) == ({*D} if start is None else {start})
            assert set(H.predecessors(HOME)) == ({*D} if end is None else {end})
        else:
            ends = {v for v in (start, end) if v is not None}
            assert set(H[HOME]) == ({*G} - ends) | {Middle(HOME, v) for v in ends}


def test_with_both_ends_given_there_is_no_home():
    inner = DegreeDeficiency(**OPEN, start=0, end=1, nodes=(3,), side="neighbours")
    proof = Conditional(**OPEN, start=0, end=1, require=((1, 2),), forbid=(), inner=inner)
    proof.check(nx.path_graph(4))


def test_an_inner_proof_speaks_of_the_same_board():
    inner = DegreeDeficiency(**CLOSED, nodes=((1, 1),), side="neighbours", ranks=3)
    proof = Conditional(**CLOSED, require=(), forbid=(), inner=inner, ranks=3)
    proof.check(knight_graph(3, 3))
    for ranks in (5, None):
        wrong = replace(proof, inner=replace(inner, ranks=ranks))
        refused(wrong, knight_graph(3, 3), "names squares of another board")
    refused(replace(proof, ranks=None), knight_graph(3, 3), "names squares of another board")


# exhaustion


def test_states_are_told_every_thousand_and_after_each_removal(monkeypatch):
    rounds = iter([2_500, 1_500, 0])
    monkeypatch.setattr(frontier, "_removals", lambda *_: ((k,) for k in range(next(rounds))))
    told = list(frontier.frontier_states(nx.path_graph(4), [0, 1, 2, 3]))
    assert told == [1_000, 2_000, 2_500, 3_500, 4_000, 4_000]


def test_steps_that_repeat_are_made_once_while_there_is_room(monkeypatch):
    ladder = nx.ladder_graph(30)
    ladder.add_edge(0, "leaf")  # no cycle
    order = [v for k in range(30) for v in (k, k + 30)] + ["leaf"]
    proof = FrontierExhausted(**CLOSED, order=tuple(order))
    removals, made = frontier._removals, []

    def counted(*step):
        made.append(step)
        return removals(*step)

    monkeypatch.setattr(frontier, "_removals", counted)
    steps = {}
    for room in (-1, 10, 1 << 20):
        made.clear()
        monkeypatch.setattr(frontier, "REMEMBERED", room)
        proof.check(ladder)
        steps[room] = len(made)
    assert steps[1 << 20] < steps[10] < steps[-1] <= len(order)
