"""Unit propagation on statements: what follows is true, and questions leave no trace."""

from itertools import product

import networkx as nx
import pytest
from hypothesis import given, strategies as st
from together import together
from true_certificates import CLOSED

from icosian import InvalidProof
from icosian.proofs import Claim
from icosian.proofs.certificate import unlimited
from icosian.proofs.instance import CycleInstance, Facts, Paths, literals_of

clauses = st.lists(st.integers(0, 9), unique=True, max_size=5)
statements = st.lists(st.tuples(st.integers(0, 3), clauses), max_size=6)


def models(some):
    """Return the sets of literals 0..9, one of 2 k and 2 k + 1, that meet all statements."""
    every = ({2 * k + bit for k, bit in enumerate(bits)} for bits in product((0, 1), repeat=5))
    return [held for held in every if all(len(held & {*row}) >= least for least, row in some)]


@given(statements, st.lists(clauses, max_size=4))
def test_what_follows_is_true_in_all_models(some, questions):
    facts = Facts(5, unlimited)
    for least, row in some:
        facts.add(least, list(row))
    facts.conclude()
    known = models(some)
    assert not (facts.contradictory and known)
    for clause in questions:
        first = facts.imply(list(clause))
        assert facts.imply(list(clause)) == first
        if first:
            assert all(held & {*clause} for held in known)
    for literal in range(0, 10, 2):
        assert facts.imply([literal, literal + 1])  # one of them holds


@given(statements, clauses)
def test_a_clause_that_was_added_follows(some, clause):
    facts = Facts(5, unlimited)
    for least, row in some:
        facts.add(least, list(row))
    facts.conclude()
    facts.add(1, list(clause))
    facts.conclude()
    assert facts.imply(list(clause))


def test_a_statement_that_is_added_sees_what_has_failed():
    facts = Facts(2, unlimited)
    facts.add(1, [1])
    facts.conclude()
    facts.add(1, [0])
    assert facts.contradictory


def test_a_path_does_not_close_before_it_holds_all_nodes():
    net = CycleInstance(nx.complete_graph(4), Claim(**CLOSED))
    facts = Facts(len(net.edges), unlimited, Paths(net.joined, 4, directed=False))
    for edges in net.ports:
        facts.add(2, [2 * e for e in edges])
        facts.add(1, [2 * e + 1 for e in edges])
    facts.conclude()
    ab, bc, ac, cd = (net.edge(pair) for pair in ((0, 1), (1, 2), (0, 2), (2, 3)))
    assert facts.imply([2 * ab + 1, 2 * bc + 1, 2 * ac + 1])
    assert facts.imply([2 * ab + 1, 2 * bc + 1, 2 * cd])
    assert not facts.imply([2 * ab + 1, 2 * bc + 1])
    assert not facts.imply([2 * ab + 1, 2 * cd + 1])


def test_clauses_have_to_follow_up_to_a_contradiction():
    for order, why in (([[2], [0]], "clause 1"), ([[0]], "not end")):
        facts = Facts(2, unlimited)
        for row in ([0, 2], [0, 3], [1, 2, 3]):
            facts.add(1, row)
        with pytest.raises(InvalidProof, match=why):
            facts.refute(order)
    facts = Facts(2, unlimited)
    for row in ([0, 2], [0, 3], [1, 2], [1, 3]):
        facts.add(1, row)
    facts.refute([[0]])


@together("literal", [0, 3, -3, True, 1.0, "1", None])
def test_a_literal_names_something_in_the_list(literal):
    assert literals_of([1, -2, 1], [4, 7], "an edge") == [8, 15]
    with pytest.raises(InvalidProof, match="not the number of an edge"):
        literals_of([literal], [4, 7], "an edge")
