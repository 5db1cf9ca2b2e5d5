"""Parity: the true certificates pass, the false ones are refused."""

import json
from dataclasses import replace

import networkx as nx
import pytest
from together import together
from true_certificates import CLOSED, OPEN, TRUE, by_rows, refused

import icosian
from icosian import InvalidProof, knight_graph
from icosian.proofs import (
    BipartitionImbalance,
    Proof,
)


def parity(crowd, others, **question):
    return BipartitionImbalance(crowd=frozenset(crowd), others=frozenset(others), **question)


LOPSIDED = nx.complete_bipartite_graph(2, 4)  # 0, 1 | 2, 3, 4, 5


@together(
    ("crowd", "others"),
    [
        ([2, 3, 4, 5], [0]),  # a node is missing
        ([2, 3, 4], [0, 1]),
        ([2, 3, 4, 5], [0, 1, 5]),  # a node is on both sides
        ([0, 2, 3, 4, 5], [0, 1]),
        ([2, 3, 4, 5, 6], [0, 1]),  # a strange node
        ([2, 3, 4, 5], [0, "1"]),
        ([2, 3, 4, 5, None], [0, 1]),
        ([], []),
    ],
)
@together("question", [OPEN, CLOSED])
def test_the_sides_must_be_a_partition_of_the_nodes(crowd, others, question):
    refused(parity(crowd, others, **question), LOPSIDED, "not a partition")


def test_an_edge_inside_the_crowd_spoils_the_argument():
    G = LOPSIDED.copy()
    parity([2, 3, 4, 5], [0, 1], **CLOSED).check(G)
    G.add_edge(0, 1)  # among the others it does no harm
    parity([2, 3, 4, 5], [0, 1], **CLOSED).check(G)
    G.add_edge(3, 4)
    refused(parity([2, 3, 4, 5], [0, 1], **CLOSED), G, "edge joins two nodes of the crowded side")
    refused(parity(range(6), [], **CLOSED), G, "edge joins two nodes of the crowded side")
    for arc in [(3, 4), (4, 3)]:
        D = LOPSIDED.to_directed()
        D.add_edge(*arc)
        refused(parity([2, 3, 4, 5], [0, 1], **CLOSED), D, "edge joins two nodes")


def test_a_side_that_is_not_larger_is_no_reason():
    G = nx.complete_bipartite_graph(3, 3)
    refused(parity([0, 1, 2], [3, 4, 5], **CLOSED), G, "not too many")
    refused(parity([0, 1], [2, 3, 4, 5], **CLOSED), LOPSIDED, "not too many")
    refused(parity([], range(6), **CLOSED), G, "not too many")


def test_a_path_may_begin_and_end_on_the_larger_side():
    G = nx.complete_bipartite_graph(3, 2)  # 0, 1, 2 | 3, 4
    sides = [0, 1, 2], [3, 4]
    parity(*sides, **CLOSED).check(G)
    for ends in ({}, {"start": 0}, {"end": 2}, {"start": 0, "end": 2}):
        refused(parity(*sides, **OPEN, **ends), G, "not too many")
    for ends in ({"start": 3}, {"end": 4}, {"start": 3, "end": 0}, {"start": 3, "end": 4}):
        parity(*sides, **OPEN, **ends).check(G)
    even = nx.complete_bipartite_graph(3, 3)
    for ends in ({}, {"start": 0}, {"start": 3}, {"start": 0, "end": 3}, {"start": 0, "end": 1}):
        refused(parity([0, 1, 2], [3, 4, 5], **OPEN, **ends), even, "not too many")
    parity([0, 1, 2], [3, 4, 5], **OPEN, start=3, end=4).check(even)


def test_parity_is_explained_with_counts_and_colours():
    board = knight_graph(5)
    dark, light = ([v for v in board if sum(v) % 2 == colour] for colour in (0, 1))

    def told(**question):
        names = "dark squares", "light squares"
        proof = replace(parity(dark, light, **question), names=names, ranks=5)
        proof.check(board)
        return proof.explain()

    cycle = told(**CLOSED)
    assert "13 dark squares, 12 light squares" in cycle
    assert cycle.endswith("a cycle needs at least 13 light squares.")
    one = told(**OPEN, start=(4, 1))
    assert one.startswith("There is no Hamiltonian path from b1: 13 dark squares")
    assert one.endswith("a path with one end among the others needs at least 13 light squares.")
    both = told(**OPEN, start=(4, 1), end=(4, 3))
    assert both.startswith("There is no Hamiltonian path from b1 to d1: ")
    assert both.endswith("a path with both ends among the others needs at least 14 light squares.")


@together("rows", range(3, 9))
@together("columns", [4, 5, 7, 9])
def test_the_square_a1_is_dark(rows, columns):
    board = icosian.Board((rows, columns))
    dark = sum(
        ("abcdefghi".index(name[0]) + int(name[1:]) - 1) % 2 == 0
        for name in map(board.name, board.squares)
    )
    G = icosian.leaper_graph(0, 1, rows, columns)  # connected, and not balanced if odd by odd
    if rows % 2 and columns % 2:
        text = icosian.prove_no_hamiltonian_cycle(G).explain()
        assert f"{dark} dark squares, {len(G) - dark} light squares" in text
    else:
        assert 2 * dark == len(G)


@pytest.mark.parametrize("rows", [5, 6])
def test_either_colour_can_be_the_crowd(rows):
    light, dark = ["b1", "d1"], ["a1", "c1"]
    for holes, words in [(dark, "{} light squares, {} dark"), (light, "{} dark squares, {} light")]:
        text = icosian.prove_no_hamiltonian_cycle(knight_graph(rows, 6, holes=holes)).explain()
        assert words.format(3 * rows, 3 * rows - 2) in text


def test_sides_without_colours_are_called_sides():
    text = icosian.prove_no_hamiltonian_cycle(nx.complete_bipartite_graph(2, 3)).explain()
    assert "3 nodes on one side, 2 on the other" in text


NONE_BETWEEN = by_rows({1: [None], None: [1, 2], 2: [None]})


def test_an_end_that_is_free_is_not_among_the_others():
    proof = BipartitionImbalance(**OPEN, crowd=frozenset({1, 2}), others=frozenset({None}))
    refused(proof, NONE_BETWEEN, "2 nodes are not too many beside 1 others")


FREE_TEXT = [
    ("a\n", "b"),
    ("", ""),
    ("dark", "light"),
    ("on the other", "nodes on one side"),
    ("dark squares", "dark squares"),
    ("nodes, as there is no cycle in any graph", "on the other"),
]


@together("names", FREE_TEXT)
def test_the_words_for_the_sides_are_those_of_the_checker(names):
    sides = frozenset({1, 2}), frozenset({0})
    proof = BipartitionImbalance(**CLOSED, crowd=sides[0], others=sides[1])
    star = nx.star_graph(2)
    proof.check(star)
    refused(replace(proof, names=names), star, "the sides are not ")
    board = knight_graph(5)
    own = icosian.prove_no_hamiltonian_cycle(board)
    refused(replace(own, names=names), board, "the sides are not ")


def test_sides_are_colors_only_if_they_are_those_of_a_board():
    board = knight_graph(5)
    own = icosian.prove_no_hamiltonian_cycle(board)
    assert own.names == ("dark squares", "light squares")
    refused(replace(own, names=own.names[::-1]), board, "the sides are not ")
    replace(own, names=parity((), (), **CLOSED).names).check(board)
    bare = nx.Graph(board.edges)
    refused(replace(own, ranks=None), bare, "the sides are not 'dark squares' and")
    lattice = nx.Graph(board.edges, board='{"shape": [5, 5], "hexagonal": true}')
    refused(own, lattice, "the sides are not ")
    # an independent set of squares of both colors
    G = icosian.leaper_graph(0, 1, 1, 7)
    G.remove_edges_from([((0, 2), (0, 3)), ((0, 3), (0, 4))])
    crowd = {(0, k) for k in (0, 2, 3, 4, 6)}
    both = parity(crowd, set(G) - crowd, **CLOSED)
    both.check(G)
    for names in (own.names, own.names[::-1]):
        refused(replace(both, names=names), G, "the sides are not ")


@pytest.mark.parametrize("names", [["a\n", "b"], ["a", "\x1b[2J"], ["\x00", "\x00"]])
def test_sides_have_names_that_can_be_printed(names):
    proof = BipartitionImbalance(**CLOSED, crowd=frozenset({1, 2}), others=frozenset({0}))
    payload = json.loads(proof.to_json())
    assert Proof.from_json(json.dumps(payload)) == proof
    with pytest.raises(InvalidProof, match="expected str"):
        Proof.from_json(json.dumps({**payload, "names": names}))


def test_bipartition_names_are_kept():
    names = "dark squares", "light squares"
    proof = replace(TRUE["parity, no cycle"][1], names=names)
    assert Proof.from_json(proof.to_json()).names == names
