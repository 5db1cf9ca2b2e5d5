"""Trimming learned clauses: what is kept follows, and is needed."""

from unittest.mock import patch

import networkx as nx
import pytest
from hypothesis import given, strategies as st
from naive import unit_refuted

from icosian._run.clock import Clock, TimeIsUp
from icosian.clauses import solver as trimming
from icosian.clauses.solver import trim_clauses
from icosian.proofs.instance import Facts
from icosian.tours.problem import Problem
from icosian.tours.solve import clauses as rup
from tests.tours.problems import LateClock


@pytest.mark.parametrize("with_paths", [False, True])
def test_clauses_that_do_not_follow_or_say_nothing_are_left_out(with_paths):
    model = rup.Model(Problem.of(nx.petersen_graph(), closed=True))
    rings = [{0, 1, 2, 3, 4}, *map(set, ([0, 1, 2, 5, 7], [0, 1, 4, 6, 9], [0, 1, 5, 6, 8]))]
    rings += [{0, 3, 4, 5, 8}, {0, 4, 5, 7, 9}]
    number = {pair: k for k, pair in enumerate(model.edges, start=1)}
    a, b, c, d, e = (number[pair] for pair in ((1, 6), (2, 7), (4, 9), (6, 8), (7, 9)))
    clauses = [[d, e], [e], [a], [c], [-b]]
    junk = [[1], [], [-1, 1], [d, e, 1]]
    kept, shortened, _ = trim_clauses(
        len(model.edges),
        model.facts(),
        [*junk, *clauses, [2]],
        Clock(),
        groups=[] if with_paths else [*map(model.border, rings)],
        ports=model.ports if with_paths else None,
    )
    assert sorted(kept) == ([] if with_paths else [*range(len(rings))])
    assert len(shortened) <= len(clauses)


@st.composite
def refuted(draw):
    """Draw clauses that unit propagation refutes, most of them of no use."""
    n = draw(st.integers(2, 6))
    literal = st.integers(1, n).flatmap(lambda v: st.sampled_from([v, -v]))
    facts = draw(
        st.lists(
            st.tuples(st.integers(-1, 2), st.lists(literal, min_size=2, max_size=4, unique_by=abs)),
            max_size=8,
        )
    )
    learned = draw(st.lists(st.lists(literal, min_size=1, max_size=3, unique_by=abs), max_size=8))
    return n, facts, learned


@given(refuted())
def test_what_is_kept_is_refuted_by_the_slow_twin_clause_by_clause(case):
    n, facts, learned = case
    rows, sound = list(facts), []
    for clause in learned:  # those that follow
        if unit_refuted(rows, [-x for x in clause]):
            sound.append(clause)
            rows.append((1, clause))
    if not unit_refuted(rows, []):
        return
    with patch.object(trimming, "MANY", 0):
        _, kept, until = trim_clauses(n, [(k, list(row)) for k, row in facts], sound, Clock())
    rows = list(facts)
    for clause in kept:
        assert unit_refuted(rows, [-x for x in clause])
        assert any(set(clause) <= set(other) for other in sound)
        rows.append((1, clause))
    assert unit_refuted(rows, [])
    checker = Facts(n + 1, lambda: None)
    for k, row in facts:
        checker.add(k, list(map(coded, row)))
    checker.refute([list(map(coded, clause)) for clause in kept], until)


def coded(literal):
    return 2 * abs(literal) + (literal < 0)


def test_trimming_minds_the_clock():
    model = rup.Model(Problem.of(nx.petersen_graph(), closed=True))
    for looks in range(1, 4):
        clock = LateClock(looks)
        with pytest.raises(TimeIsUp):
            trim_clauses(len(model.edges), model.facts(), [[1, -1]] * 1000, clock)
        assert clock.looks == looks
