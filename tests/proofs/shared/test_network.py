"""The claim as numbered nodes, edges and ports."""

from functools import partial
from random import Random

import networkx as nx
import pytest
from hypothesis import given, strategies as st
from naive import edges_of_tours, hamiltonian_cycles, has_tour
from test_soundness import graphs_and_questions
from together import together
from true_certificates import (
    CLOSED,
    FROM_0,
    FROM_0_TO_1,
    OPEN,
    digraph,
    graph,
    refused,
)

from icosian import InvalidProof
from icosian.proofs import HOME, Conditional, DegreeDeficiency, Middle
from icosian.proofs.certificate import unlimited
from icosian.proofs.claim import Claim
from icosian.proofs.instance import CycleInstance, changed_graph
from icosian.proofs.lengths import cycle_problem


def network(G, **question):
    return CycleInstance(G, Claim(**question))


@given(graphs_and_questions)
def test_a_tour_is_a_cycle_of_the_network_through_all_given_edges(case):
    G, question = case
    net = network(G, **question)
    H = nx.DiGraph() if net.directed else nx.Graph()
    H.add_nodes_from(range(len(net.nodes)))
    H.add_edges_from(net.edges)
    cycles = set()
    for cycle in hamiltonian_cycles(H):
        edges = [net.find(u, v) for u, v in zip(cycle, cycle[1:] + cycle[:1], strict=True)]
        if set(net.given) <= set(edges):
            cycles.add(frozenset(edges))
    assert cycles == set(tours_of(G, net, question))


def tours_of(G, net, question):
    """Yield the tours as sets of edges of the network; one without edges is none."""
    for pairs in edges_of_tours(G, **question):
        yield frozenset(net.edge([HOME if v is None else v for v in pair]) for pair in pairs)


@given(graphs_and_questions)
def test_every_edge_is_at_two_ports_and_every_node_has_one_or_two(case):
    G, question = case
    net = network(G, **question)
    assert len(set(net.edges)) == len(net.edges)
    assert all(u != v for u, v in net.edges)
    assert len(net.ports) == len(net.nodes) * (2 if net.directed else 1)
    assert net.need * len(net.ports) == 2 * len(net.nodes)
    for e in range(len(net.edges)):
        assert [port for port, edges in enumerate(net.ports) if e in edges] == sorted(
            net.ports_of(e)
        )


def test_home_is_joined_to_all_that_may_be_an_end():
    path = nx.path_graph(3)

    def homely(G, **question):
        net = network(G, **question)
        pairs = [tuple(net.nodes[i] for i in edge) for edge in net.edges]
        given = {pairs[e] for e in net.given}
        return [pair for pair in pairs if HOME in pair], given

    assert homely(path, **CLOSED) == ([], set())
    everyone = [(v, HOME) for v in path]
    assert homely(path, **OPEN) == (everyone, set())
    assert homely(path, **FROM_0) == (everyone, {(0, HOME)})
    assert homely(path, **OPEN, end=2) == (everyone, {(2, HOME)})
    ends = [(0, HOME), (1, HOME)]
    assert homely(path, **FROM_0_TO_1) == (ends, set(ends))
    D = nx.DiGraph(path)
    ways = [(HOME, v) for v in D], [(v, HOME) for v in D]
    assert homely(D, **OPEN) == (ways[0] + ways[1], set())
    assert homely(D, **FROM_0) == ([(HOME, 0), *ways[1]], {(HOME, 0)})
    assert homely(D, **OPEN, end=2) == ([*ways[0], (2, HOME)], {(2, HOME)})
    both = [(HOME, 0), (1, HOME)]
    assert homely(D, **FROM_0_TO_1) == (both, set(both))


@together("pair", [(0, 2), (0, 0), (0, 9), (0, HOME), (0,), (0, 1, 2), 0, None, "01", ([], 1), {}])
def test_what_is_no_edge_of_the_question_is_refused(pair):
    net = network(nx.path_graph(3), **CLOSED)
    with pytest.raises(InvalidProof, match="is not an edge"):
        net.edge(pair)


def test_an_arc_is_an_edge_in_one_direction_only():
    net = network(digraph("01 12"), **CLOSED)
    assert net.edge((0, 1)) == net.find(0, 1)
    assert net.find(1, 0) is None
    with pytest.raises(InvalidProof, match="is not an edge"):
        net.edge((1, 0))
    net = network(graph("01 12"), **CLOSED)
    assert net.edge((1, 0)) == net.edge((0, 1)) == net.find(1, 0)


def test_a_set_holds_some_nodes_but_not_all_that_a_tour_visits():
    G = nx.path_graph(3)
    for question, part in [(CLOSED, ()), (CLOSED, (0, 1, 2)), (OPEN, (0, 1, 2, HOME)), (OPEN, ())]:
        with pytest.raises(InvalidProof, match="some nodes, but not all"):
            network(G, **question).inside(part)
    for question, part in [(CLOSED, (0, 9)), (CLOSED, (0, HOME)), (OPEN, ("0",)), (OPEN, (None,))]:
        with pytest.raises(InvalidProof, match="is not a node"):
            network(G, **question).inside(part)
    assert network(G, **OPEN).inside((0, 1, 2)) == {0, 1, 2}  # home is left


@given(graphs_and_questions, st.integers(0, 2**32).map(Random))
def test_every_form_of_a_claim_with_conditions_has_its_tours(case, random):
    G, question = case
    left = nx.DiGraph(G) if G.is_directed() else nx.Graph(G)
    left.remove_edges_from(list(nx.selfloop_edges(left)))
    edges = random.sample(list(left.edges), left.size())
    require, forbid = edges[: random.randint(0, 2)], edges[2 : 2 + random.randint(0, 2)]
    if not G.is_directed():
        require = [(v, u) if random.random() < 0.5 else (u, v) for u, v in require]
    claim = Claim(**question, require=tuple(require + require[:1]), forbid=tuple(forbid))
    net = CycleInstance(G, claim)
    left.remove_edges_from(forbid)
    needed = {net.edge(pair) for pair in require}
    true = {tour for tour in tours_of(left, net, question) if needed <= tour}
    H = nx.DiGraph() if net.directed else nx.Graph()
    H.add_nodes_from(range(len(net.nodes)))
    H.add_edges_from(net.edges)
    cycles = {
        frozenset(net.find(u, v) for u, v in zip(cycle, cycle[1:] + cycle[:1], strict=True))
        for cycle in hamiltonian_cycles(H)
    }
    assert {cycle for cycle in cycles if cycle.issuperset(net.given)} == true
    if len(net.nodes) > 2:
        assert has_tour(nx.Graph(net.subdivided()), closed=True) == bool(true)
        changed = changed_graph(G, claim, home=not question["closed"])
        assert has_tour(changed, closed=True) == bool(true)


def test_an_arc_to_avoid_is_left_out_in_its_direction_only():
    for G in (nx.complete_graph(3, nx.DiGraph), nx.complete_graph(3)):
        net = network(G, **CLOSED, forbid=((1, 0), (0, 0)))
        assert net.find(1, 0) is None
        assert (net.find(0, 1) is None) == (not G.is_directed())
        assert len(net.edges) == G.size() - 1


def test_an_edge_to_use_that_is_listed_both_ways_is_one_edge():
    G = nx.cycle_graph(4)
    for closed in (True, False):
        claim = Claim(closed=closed, require=((0, 1), (1, 0), (0, 1)))
        assert len(CycleInstance(G, claim).given) == 1
        assert has_tour(changed_graph(G, claim, home=not closed), closed=True)


def test_an_edge_to_use_must_be_there_and_may_not_be_avoided():
    for conditions in ({"require": ((0, 2),)}, {"require": ((0, 1),), "forbid": ((1, 0),)}):
        with pytest.raises(InvalidProof, match="is not an edge"):
            CycleInstance(nx.cycle_graph(4), Claim(**CLOSED, **conditions))


def test_edges_are_numbered_alike_whatever_the_order_of_the_rows():
    pairs = [(u, v) for v in range(9) for u in range(v)]
    for G in (nx.Graph(pairs), nx.MultiGraph([*pairs, (1, 0), (0, 0)])):
        network = CycleInstance(G, Claim(**CLOSED))
        assert network.edges == sorted(pairs)
        G._adj = dict(reversed(G._adj.items()))
        assert list(G) == list(range(9)) != list(G._adj)
        other = CycleInstance(G, Claim(**CLOSED))
        assert other.edges == network.edges


def test_the_way_of_one_arc_through_home_is_an_edge_of_cycles_but_not_of_bounds():
    G = nx.complete_graph(3, nx.DiGraph)
    for ends in ({}, {"start": 0}, {"end": 1}, {"start": 0, "end": 1}):
        claim = Claim(**OPEN, **ends)
        net = CycleInstance(G, claim)
        problem = cycle_problem(G, claim, list(G), None, None, unlimited)
        assert (problem.is_doubled, problem.places, problem.home) == (True, 4, 3)
        pairs = {(u, v) for u, v in net.edges if 3 in (u, v)}
        kept = {(u, v) for u, v in pairs if problem.edge(u, v)[1] in problem.lengths[u]}
        way_back = {(3, ends.get("end")), (ends.get("start"), 3)}
        assert pairs - kept == pairs & way_back


def test_a_loop_is_no_edge_to_use():
    G = nx.Graph([(0, 1), (1, 2), (2, 0), (0, 0)])
    claim = Claim(**CLOSED, require=((0, 0),))
    for form in (CycleInstance, partial(changed_graph, home=False)):
        with pytest.raises(InvalidProof, match="is not an edge"):
            form(G, claim)
    inner = DegreeDeficiency(**CLOSED, nodes=(Middle(0, 0),), side="neighbours")
    proof = Conditional(**CLOSED, require=((0, 0),), forbid=(), inner=inner)
    refused(proof, G, "is not an edge")


def test_conditions_that_only_other_kinds_know_are_refused():
    G = nx.complete_graph(5)
    for conditions in ({"chains": ((0, 1),)}, {"leave_out": 1}, {"positions": ((0, 1),)}):
        with pytest.raises(InvalidProof, match="not about tours with conditions"):
            changed_graph(G, Claim(**CLOSED, **conditions), home=False)
