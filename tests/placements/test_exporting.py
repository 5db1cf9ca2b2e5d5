"""Bounds for other checkers: one line each, accepted by a checker that knows no graphs."""

from itertools import combinations

import networkx as nx
import pytest
from exports import holds
from hypothesis import given, strategies as st
from pseudo_boolean_checker import check, read_formula
from strategies import graphs

import icosian
from icosian import InvalidProof
from icosian.exceptions import NoPseudoBooleanForm
from icosian.placements import Clique, CliqueCover, EqualShares, Exhausted, Packing

undirected = graphs().map(lambda G: G.to_undirected())


def greedy_cliques(G, order):
    """Return cliques that cover a graph, some of them sharing nodes."""
    cliques = []
    for v in order:
        clique = [v]
        for w in order:
            if w not in clique and all(G.has_edge(w, u) for u in clique):
                clique.append(w)
        if v not in {u for some in cliques for u in some}:
            cliques.append(tuple(clique))
    return tuple(cliques)


def solutions(G, formula, good):
    """Compare the formula without its last demand with the sets of nodes that are meant."""
    _, rows = read_formula(formula)
    for size in range(len(G) + 1):
        for some in combinations(range(1, len(G) + 1), size):
            yield good({list(G)[x - 1] for x in some}), sum(not holds(*r, set(some)) for r in rows)


@given(undirected, st.randoms(use_true_random=False))
def test_clique_covers_are_accepted(G, random):
    bound = CliqueCover(cliques=greedy_cliques(G, random.sample(list(G), len(G))))
    export = bound.to_pseudo_boolean(G)
    assert check(export.formula, export.proof) == 1
    simple = nx.Graph(G)
    for independent, broken in solutions(
        G, export.formula, lambda some: not any(simple.has_edge(*p) for p in combinations(some, 2))
    ):
        assert broken == 1 or not independent  # all but the demand for more nodes


@given(undirected, st.booleans())
def test_packings_are_accepted(G, total):
    nodes, reached = [], set()
    for v in G:
        near = (set(G[v]) - {v}) | (set() if total else {v})
        if not near & reached:
            nodes.append(v)
            reached |= near
    export = Packing(nodes=tuple(nodes), total=total).to_pseudo_boolean(G)
    assert check(export.formula, export.proof) == 1


def test_bounds_of_boards_are_accepted():
    for G, placement in (
        (icosian.knight_graph(6), icosian.maximum_independent_set(icosian.knight_graph(6))),
        (nx.cycle_graph(9), icosian.minimum_dominating_set(nx.cycle_graph(9))),
    ):
        export = placement.proof.to_pseudo_boolean(G)
        assert check(export.formula, export.proof) == 1
        assert len(export.variables) == len(G)


def test_other_kinds_and_false_bounds_have_no_export():
    G = nx.cycle_graph(5)
    cover = CliqueCover(cliques=((0, 1), (2, 3), (4,)))
    for bound in (
        Clique(nodes=(0, 1)),
        EqualShares(order=5, largest=cover),
        Exhausted(goal="independent set", best=2, method="branch and bound"),
    ):
        with pytest.raises(NoPseudoBooleanForm, match=type(bound).__name__):
            bound.to_pseudo_boolean(G)
    with pytest.raises(InvalidProof):
        CliqueCover(cliques=((0, 2), (1, 3), (4,))).to_pseudo_boolean(G)


def test_nothing_is_chosen_of_the_null_graph_or_dominates_a_lonely_node():
    for bound, G in (
        (CliqueCover(cliques=()), nx.null_graph()),
        (Packing(nodes=()), nx.null_graph()),
        (Packing(nodes=(0,), total=True), nx.empty_graph(2)),
    ):
        export = bound.to_pseudo_boolean(G)
        assert check(export.formula, export.proof) == 1
