"""Toughness: the true certificates pass, the false ones are refused."""

from dataclasses import replace

import networkx as nx
from together import together
from true_certificates import CLOSED, FROM_0, OPEN, by_rows, digraph, graph, refused

from icosian.proofs import (
    HOME,
    Toughness,
)


def tough(removed, parts, **question):
    return Toughness(removed=frozenset(removed), parts=parts, **question)


THREE = graph("02 23 31 04 45 51 06 67 71")  # three paths between 0 and 1


def test_a_cycle_falls_into_no_more_parts_than_nodes_are_removed():
    tough([0, 1], 3, **CLOSED).check(THREE)
    refused(tough([0, 1, 2], 3, **CLOSED), THREE, "not too many")
    refused(tough([0], 1, **CLOSED), THREE, "not too many")
    refused(tough([], 1, **CLOSED), THREE, "some nodes")
    refused(tough([], 2, **CLOSED), nx.Graph([(0, 1), (2, 3)]), "some nodes")
    refused(tough(THREE, 0, **CLOSED), THREE, "not too many")


def test_the_number_of_parts_is_counted():
    for parts in (0, 1, 2, 4, 5):
        refused(tough([0, 1], parts, **CLOSED), THREE, f"does not leave {parts} parts")
    refused(tough([0, 2], 1, **CLOSED), THREE, "not too many")


@together("stranger", [9, "0", (0,), None, HOME])
def test_only_nodes_can_be_removed(stranger):
    refused(tough([0, 1, stranger], 3, **CLOSED), THREE, "some nodes")


def test_a_path_falls_into_one_more_part_unless_its_ends_are_removed():
    for ends in ({}, {"start": 2}, {"end": 2}, {"start": 2, "end": 4}):
        refused(tough([0, 1], 3, **OPEN, **ends), THREE, "not too many")
    for ends in ({"start": 0}, {"end": 0}, {"start": 0, "end": 1}, {"start": 1, "end": 4}):
        tough([0, 1], 3, **OPEN, **ends).check(THREE)
    ring = nx.cycle_graph(6)
    tough([0, 2], 2, **OPEN, start=0, end=2).check(ring)
    refused(tough([0, 2], 2, **OPEN, start=0), ring, "not too many")


def test_two_ends_in_the_same_part_make_one_part_less():
    together = tough([0, 1], 3, **OPEN, start=2, end=3, together=True)
    together.check(THREE)
    refused(replace(together, together=False), THREE, "not too many")
    for ends in ({"end": 4}, {"end": None}, {"end": 0}, {"start": None, "end": None}):
        refused(replace(together, **ends), THREE, "not in the same part")
    refused(tough([0, 1], 3, **CLOSED, together=True), THREE, "not in the same part")


def test_directions_do_not_join_parts_less():
    D = digraph("02 21 03 31 04 41 10")
    tough([0, 1], 3, **CLOSED).check(D)
    D.add_edge(3, 2)
    refused(tough([0, 1], 3, **CLOSED), D, "does not leave 3 parts")


def test_toughness_is_explained_with_counts_and_names():
    assert tough([1, 0], 3, **CLOSED).explain() == (
        "There is no Hamiltonian cycle: without the 2 nodes 0, 1 the graph falls into 3 parts, and"
        " a cycle can reach at most 2 without them."
    )
    text = tough([0], 3, **OPEN, start=5).explain()
    assert "without the 1 node 0 the graph" in text
    assert text.endswith("a path can reach at most 2 without it.")
    assert "a path with an end among them can reach" in tough([0, 1], 3, **OPEN, end=1).explain()
    both = tough([0, 1], 3, **OPEN, start=0, end=1).explain()
    assert "a path with both ends among them can reach at most 1 without them" in both
    same = tough([0, 1], 3, **OPEN, start=2, end=3, together=True).explain()
    assert "a path with both ends in the same part can reach at most 2" in same
    squares = tough([(1, 1), (2, 2)], 3, **CLOSED, ranks=4).explain()
    assert "without the 2 squares b3, c2 the graph" in squares


NONE_BETWEEN = by_rows({1: [None], None: [1, 2], 2: [None]})


def test_ends_in_two_parts_are_not_together():
    proof = Toughness(**FROM_0, end=2, removed=frozenset({1}), parts=2, together=True)
    refused(proof, nx.path_graph(3), "not in the same part")


def test_the_part_with_both_ends_may_hold_more():
    G = nx.Graph([(0, 5), (5, 6), (6, 1), (0, 2), (2, 1), (0, 3), (3, 1)])
    proof = Toughness(**OPEN, start=5, end=6, removed=frozenset({0, 1}), parts=3, together=True)
    proof.check(G)
    nx.add_path(G, [5, 7, 6])
    proof.check(G)


def test_an_end_that_is_free_is_not_removed():
    proof = Toughness(**OPEN, removed=frozenset({None}), parts=2)
    refused(proof, NONE_BETWEEN, "2 parts are not too many")
