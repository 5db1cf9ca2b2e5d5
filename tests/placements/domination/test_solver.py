"""The methods of the domination search."""

import math

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings, strategies as st
from naive import is_dominating
from placement_graphs import (
    INDEPENDENT,
    PLAIN,
    RULES,
    TOTAL,
    board,
    domination_number,
    has_isolated_node,
)
from scipy.optimize import OptimizeResult

from icosian import (
    SearchLimitReached,
    minimum_dominating_set,
)
from icosian._run.clock import Clock
from icosian.placements import Exhausted, domination
from icosian.placements.domination import DominationSearch
from icosian.placements.placement import index_graph


@pytest.mark.slow
@RULES
@settings(max_examples=10)
@given(st.integers(10, 24), st.floats(0.1, 0.9), st.integers(0, 1000))
def test_search_integer_programming_and_their_turns_agree(rule, n, p, seed):
    G = nx.gnp_random_graph(n, p, seed=seed)
    if rule is TOTAL and has_isolated_node(G):
        return
    sizes = {domination_number(G, **rule)} if n else set()
    for patches in ({}, {"_QUICK": 0}, {"_QUICK": 0, "_STEPS": 1000}, {"_LARGEST": 0}):
        with pytest.MonkeyPatch.context() as patch:
            for name, value in patches.items():
                patch.setattr(domination, name, value)
            placement = minimum_dominating_set(G, **rule)
        assert is_dominating(G, placement, **rule)
        assert placement.proof.value == len(placement)
        sizes.add(len(placement))
    assert len(sizes) == 1


@pytest.mark.slow
@RULES
def test_symmetries_do_not_change_a_number(rule):
    for piece, n in (("queen", 6), ("knight", 6), ("rook", 5)):
        G = board(piece, n)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(domination, "_QUICK", 0)  # or the symmetries are never asked for
            size = len(minimum_dominating_set(G, **rule))
            assert len(minimum_dominating_set(nx.Graph(G.edges), **rule)) == size
            G.remove_node((0, 1))
            without = len(minimum_dominating_set(G, **rule))
        assert without == domination_number(G, **rule)


def test_symmetries_save_most_of_a_long_search(monkeypatch):
    monkeypatch.setattr(domination, "_QUICK", 0)
    for piece, n in (("queen", 7), ("rook", 6), ("knight", 6)):
        G = board(piece, n)
        H = nx.empty_graph(G)  # the same graph without its board
        H.add_edges_from(G.edges)
        symmetric, plain = (minimum_dominating_set(graph).proof.steps for graph in (G, H))
        assert symmetric < plain / 2


@pytest.mark.slow
@pytest.mark.parametrize("rule", [PLAIN, TOTAL], ids=["", "total"])
def test_what_unfinished_integer_programming_proves_is_true(rule, monkeypatch):
    sizes, solved = [], []
    program = DominationSearch._program

    def watched(self, part, branches):
        program(self, part, branches)
        sizes.append((part.least, len(part.best)))
        solved.append(part.is_settled)

    monkeypatch.setattr(DominationSearch, "_program", watched)
    for name, value in (("_QUICK", 0), ("_STEPS", 0), ("_BRANCHES", 300)):
        monkeypatch.setattr(domination, name, value)
    for n, plain, total in ((6, 3, 4), (7, 4, 4)):  # A075458
        sizes.clear()
        size = len(minimum_dominating_set(board("queen", n), **rule))
        assert size == (total if rule else plain)
        assert all(least <= size <= best for least, best in sizes)
    assert not all(solved)


def test_parts_are_searched_one_by_one():
    G = nx.disjoint_union_all([nx.petersen_graph()] * 20)
    placement = minimum_dominating_set(G)
    assert len(placement) == placement.proof.value == 60
    assert isinstance(placement.proof, Exhausted)


def test_the_reason_of_integer_programming_names_it(monkeypatch):
    monkeypatch.setattr(domination, "_LARGEST", 0)
    bound = minimum_dominating_set(board("knight", 5)).proof
    assert (bound.best, bound.method) == (5, "integer programming")


def test_integer_programming_keeps_the_time(monkeypatch):
    monkeypatch.setattr(domination, "_STEPS", 0)
    monkeypatch.setattr(domination, "_BRANCHES", 10**12)
    G = board("queen", 14)
    with pytest.raises(SearchLimitReached) as caught:
        minimum_dominating_set(G, timeout=0.3)
    assert is_dominating(G, caught.value.best)
    assert caught.value.proof.value <= 8 <= len(caught.value.best)  # A075458


@pytest.mark.parametrize(("rule", "chosen"), [(PLAIN, 0.0), (INDEPENDENT, 1.0)])
def test_an_integer_program_that_made_a_numerical_error_is_not_trusted(rule, chosen, monkeypatch):
    search = DominationSearch(
        index_graph(nx.cycle_graph(7)), Clock(), total=False, independent=bool(rule)
    )
    (part,) = search.parts
    before = part.least, part.best
    wrong = OptimizeResult(
        x=np.full(7, chosen), status=0, mip_dual_bound=-math.inf, mip_node_count=1
    )
    monkeypatch.setattr("scipy.optimize.milp", lambda *_, **__: wrong)
    search._program(part, 1)
    assert (part.least, part.best) == before
