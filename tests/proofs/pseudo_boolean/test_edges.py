"""Statements about edges: they hold for every tour, and the counts exclude all that is none."""

from random import Random

import networkx as nx
from exports import chosen, holds, question_of, random_claim
from hypothesis import given, strategies as st
from naive import tours
from pseudo_boolean_checker import read_formula
from together import together

from icosian.proofs import Claim, audit
from icosian.proofs.claim import label_writer
from icosian.proofs.formulas.opb import tour_edges


@given(st.integers(0, 2**32).map(Random))
def test_all_statements_hold_for_every_tour_and_pass_the_audit(random):
    G, claim = random_claim(random)
    edges = tour_edges(G, claim, repr)
    for _ in range(4):
        some = frozenset(random.sample(range(len(edges.nodes)), random.randint(1, 3)))
        if len(some) < len(edges.nodes):
            edges.border(some)
            edges.path(edges.all_ports(some))
        ports = range(len(edges.ports))
        edges.path(frozenset(random.sample(ports, random.randint(1, len(ports) - 1))))
    export = edges.finished(label_writer(G))
    assert audit(G, export.formula) == claim
    _, rows = read_formula(export.formula)
    for tour in tours(G, **question_of(claim)):
        ones = chosen(export.variables, tour, closed=claim.closed, directed=G.is_directed())
        assert all(holds(*row, ones) for row in rows)


@together("closed", [True, False])
@together("kind", [nx.Graph, nx.DiGraph])
def test_a_statement_is_made_once(closed, kind):
    G = nx.complete_graph(5, kind)
    edges = tour_edges(G, Claim(closed=closed), repr)
    some = frozenset({1, 2, 3})
    assert edges.border(some) is edges.border(some)
    path = edges.path(edges.all_ports(some))
    assert path == edges.path(edges.all_ports(some)) == len(edges.formula)
    assert edges.path(edges.all_ports([1])) is None  # there is no edge within


def test_comments_name_nodes_and_arcs():
    G = nx.DiGraph([(0, 1), (1, 2), (2, 0), (1, 0)])
    edges = tour_edges(G, Claim(closed=True, require=((0, 1),)), "n{}".format)
    edges.border(frozenset({0, 1}))
    edges.path(frozenset({0, 1, 3}))
    edges.path(frozenset({0, 1, 2, 3}))
    comments = [line for line in edges.finished(int).formula.splitlines() if line[0] == "*"]
    assert comments[1:7] == [
        '* claim {"closed": true, "require": [[0, 1]]}',
        "* variables edges",
        "* x1 [0, 1] n0-n1",
        "* x2 [1, 0] n1-n0",
        "* x3 [1, 2] n1-n2",
        "* x4 [2, 0] n2-n0",
    ]
    assert comments[7:9] == [
        "* at least one arc out of node n0",
        "* at most one arc out of node n0",
    ]
    assert comments[-5:] == [
        "* edge n0-n1 is used",
        "* at least one arc leaves {n0, n1}",
        "* at least one arc enters {n0, n1}",
        "* no cycle within {n0, arcs into n1}",
        "* no cycle within {n0, n1}",
    ]
