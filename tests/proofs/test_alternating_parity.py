"""Parity of alternating cycles: the true certificates pass, the false ones are refused."""

from dataclasses import replace
from itertools import combinations, pairwise

import networkx as nx
import pytest
from families import cayley_digraph
from naive import cycle_factors, number_of_cycles
from together import together
from true_certificates import CLOSED, FROM_0, digraph, refused

from icosian.exceptions import NoPseudoBooleanForm
from icosian.proofs import HOME, AlternatingParity

FIVE = digraph("01 03 10 12 23 24 30 34 41 42")
PROOF = AlternatingParity(**CLOSED, factor=((0, 1), (2, 3, 4)), halves=((5, 1),))
SIX = digraph("01 03 12 15 24 25 31 34 42 43")
FROM_START = AlternatingParity(**FROM_0, factor=((0, 1, 2, 5, HOME), (3, 4)), halves=((5, 1),))


def two_regular(n):
    """Yield all digraphs on n nodes with two arcs out and two in at each (OEIS A007107)."""

    def longer(rows):
        if len(rows) == n:
            yield nx.DiGraph((u, v) for u, row in enumerate(rows) for v in row)
            return
        taken = [v for row in rows for v in row]
        some = [v for v in range(n) if v != len(rows) and taken.count(v) < 2]
        for row in combinations(some, 2):
            yield from longer([*rows, row])

    yield from longer([])


def alternating(G):
    """Return the number of arcs of each alternating cycle, as components of out- and in-ports."""
    ports = nx.Graph((("out", u), ("in", v)) for u, v in G.edges)
    return [H.number_of_edges() for H in map(ports.subgraph, nx.connected_components(ports))]


def test_a_factor_proves_that_all_have_an_even_number_of_cycles():
    PROOF.check(FIVE)
    assert [number_of_cycles(factor) for factor in cycle_factors(FIVE)] == [2, 2]
    assert PROOF.explain() == (
        "There is no Hamiltonian cycle: a cycle has one arc out of every node and one into it; the"
        " arcs that are not forced fall into 1 alternating cycle (1 of 2 x 5 arcs), and a tour has"
        " every other arc of each. To take the other half, of k arcs, is to swap successors k - 1"
        " times, and each swap joins two cycles or cuts one in two. As k is always odd, the number"
        " of cycles stays even or stays odd. One choice has 2 cycles (1 through 2 nodes, 1 through"
        " 3 nodes), so none has 1."
    )


def test_alternating_cycles_follow_arcs_forward_and_backward_in_turn():
    (cycle,) = PROOF.alternating_cycles(FIVE)
    assert sorted(cycle) == sorted(FIVE.edges)
    for k, (u, v) in enumerate(cycle):
        following = cycle[(k + 1) % len(cycle)]
        assert (following[0] == u) if k % 2 == 0 else (following[1] == v)
    factor = {(u, v) for ring in PROOF.factor for u, v in pairwise([*ring, ring[0]])}
    assert set(cycle[::2]) == factor


def test_a_path_goes_home_on_one_of_the_cycles():
    FROM_START.check(SIX)
    assert "a path, closed by going home from its ends, has one arc" in FROM_START.explain()
    refused(replace(FROM_START, factor=((0, 1, 2, 5), (3, 4))), SIX, "not an edge")
    replace(FROM_START, start=None).check(SIX)  # nothing leads to 0
    refused(replace(FROM_START, start=2), SIX, "no factor")
    refused(replace(FROM_START, start=None, closed=True), SIX, "no factor")


@together(
    ("factor", "why"),
    [
        ((), "does not visit all nodes"),
        (((0, 1),), "does not visit all nodes"),
        (((0, 1), (2, 3, 4), ()), "is empty"),
        (((0, 1), (2, 3, 4), (0, 1)), "visits 0 twice"),
        (((0, 1, 0, 1), (2, 3, 4)), "visits 0 twice"),
        (((0,), (1,), (2, 3, 4)), "not an edge"),
        (((1, 4), (0, 2, 3)), "not an edge"),
        (((0, 1), (2, 3, "4")), "not an edge"),
        (((0, 1), (2, 3, [4])), "not an edge"),
        (((0, 1), (2, 3, 4, HOME)), "not an edge"),
        (((0, 1, 2, 3, 4),), "not an edge"),
    ],
)
def test_what_is_not_a_factor_is_refused(factor, why):
    refused(replace(PROOF, factor=factor), FIVE, why)


@together("halves", [(), ((5, 2),), ((3, 1),), ((5, 1), (3, 1)), ((5, 0),)])
def test_the_alternating_cycles_are_counted(halves):
    refused(replace(PROOF, halves=halves), FIVE, "not those of the graph")


def test_lengths_are_listed_in_increasing_order():
    G = digraph("01 02 13 17 26 27 30 34 41 43 52 56 60 65 74 75")
    factor, halves = ((0, 1, 7, 4, 3), (2, 6, 5)), ((3, 1), (5, 1))
    proof = AlternatingParity(**CLOSED, factor=factor, halves=halves)
    assert list(map(len, proof.alternating_cycles(G))) == [10, 6]
    proof.check(G)
    assert "2 alternating cycles (1 of 2 x 3 arcs, 1 of 2 x 5 arcs)" in proof.explain()
    refused(replace(proof, halves=halves[::-1]), G, "not those of the graph")


def test_an_odd_number_of_cycles_and_even_halves_prove_nothing():
    ring = digraph("01 12 23 34 40 02 13 24 30 41")
    rounds = AlternatingParity(**CLOSED, factor=((0, 1, 2, 3, 4),), halves=((5, 1),))
    refused(rounds, ring, "odd number of cycles")
    pairs = digraph("01 10 23 32 02 20 13 31")
    two = AlternatingParity(**CLOSED, factor=((0, 1), (2, 3)), halves=((2, 4),))
    refused(two, pairs, "even number of arcs")
    refused(replace(two, halves=((3, 4),)), pairs, "even number of arcs")


def test_more_than_two_arcs_are_too_many_unless_forced_arcs_exclude_them():
    more = nx.DiGraph(FIVE.edges)
    more.add_edge(1, 3)
    refused(PROOF, more, "more than two arcs")
    longer = digraph("05 50 51 53 10 12 23 24 30 34 41 42")  # 5 has three arcs, one back to 0
    forced = replace(PROOF, factor=((0, 5, 1), (2, 3, 4)))
    forced.check(longer)
    refused(replace(PROOF, factor=((0, 5), (1, 2, 3, 4))), longer, "no tour uses the arc")
    longer.add_edges_from([(0, 2), (1, 5)])  # now the arc to 5 is not forced
    refused(forced, longer, "more than two arcs")


def test_arcs_that_contradict_each_other_leave_no_factor():
    fork = digraph("01 10 21 12 31 13")
    refused(AlternatingParity(**CLOSED, factor=((0, 1), (2, 3)), halves=()), fork, "no factor")


def test_only_digraphs_have_factors_with_directions():
    refused(PROOF, FIVE.to_undirected(), "only a digraph")


def test_self_loops_and_parallel_arcs_are_ignored():
    G = nx.MultiDiGraph([*FIVE.edges, *FIVE.edges, (0, 0), (3, 3)])
    PROOF.check(G)


def test_no_pseudo_boolean_form_is_an_error_that_names_another_way():
    with pytest.raises(NoPseudoBooleanForm, match='method="sat" may find'):
        PROOF.to_pseudo_boolean(FIVE)


@pytest.mark.slow
@pytest.mark.parametrize(
    "n",
    [3, 4, 5, pytest.param(6, marks=pytest.mark.exhaustive)],
)
def test_a_factor_of_any_small_digraph_passes_exactly_where_the_theorem_says_so(n):
    digraphs = list(two_regular(n))
    assert len(digraphs) == {3: 1, 4: 9, 5: 216, 6: 7570}[n]
    for G in digraphs:
        arcs = alternating(G)
        halves = tuple(sorted((k // 2, arcs.count(k)) for k in set(arcs)))
        is_odd = all(half % 2 for half, _ in halves)
        counts = set()
        for factor in cycle_factors(G):
            cycles = tuple(map(tuple, nx.simple_cycles(nx.DiGraph(factor.items()))))
            counts.add(len(cycles))
            proof = AlternatingParity(**CLOSED, factor=cycles, halves=halves)
            if is_odd and len(cycles) % 2 == 0:
                proof.check(G)
            else:
                refused(proof, G, "even number of arcs" if not is_odd else "odd number of cycles")
        if is_odd:
            assert len({count % 2 for count in counts}) == 1


def test_four_bells_have_no_cycle_of_rotations_and_swaps():
    G = cayley_digraph((1, 2, 3, 0), (1, 0, 2, 3))
    turns = tuple(tuple(order[k:] + order[:k] for k in range(4)) for order in G if order[0] == 0)
    proof = AlternatingParity(**CLOSED, factor=turns, halves=((3, 8),))
    proof.check(G)
    assert "(6 through 4 nodes)" in proof.explain()
    path = replace(proof, closed=False, start=(0, 1, 2, 3), end=(1, 2, 3, 0))
    refused(path, G, "leave no factor")
