"""The encoding of numbered nodes says what the independent checker says."""

import networkx as nx
import pytest
from hypothesis import given

from icosian.proofs import Positioned
from icosian.proofs.certificate import unlimited
from icosian.proofs.clauses import PositionModel as Checked
from icosian.tours.solve.clauses import PositionVariables
from tests.proofs.test_positions import TRUE, timetables


def compare(G, asked):
    numbers = {}
    for v, k in asked.positions:
        numbers.setdefault(k, set()).add(v)
        numbers.setdefault(("node", v), set()).add(k)
    ends = [] if asked.closed else [(asked.start, 1), (asked.end, len(G))]
    for v, k in ends:
        if v is not None:
            numbers.setdefault(k, set()).add(v)
            numbers.setdefault(("node", v), set()).add(k)
    if any(len(values) > 1 for values in numbers.values()):
        return  # refused before it is encoded
    ours, theirs = (
        PositionVariables(G, asked.statement, unlimited),
        Checked(G, asked.statement, unlimited),
    )
    # The solver counts numbers from 0 and variables from 1, the checker the other way around.
    assert {(v, k + 1): x - 1 for (v, k), x in ours.variables.items()} == theirs.variables
    said = [
        (least, [2 * (abs(literal) - 1) + (literal < 0) for literal in literals])
        for least, literals in ours.facts()
    ]
    # In a clause it does not matter how often a literal is there.
    said, checked = (
        [(least, sorted({*some} if least == 1 else some)) for least, some, *_ in facts]
        for facts in (said, theirs.facts())
    )
    assert said == checked
    assert ours.nodes == theirs.nodes
    assert (ours.empty is not None) == any(not fits for fits in ours.fits)


@given(timetables())
def test_finder_and_checker_encode_the_same_question(drawn):
    compare(*drawn)


@pytest.mark.parametrize(
    ("G", "proof"), [case for case in TRUE.values() if isinstance(case[1], Positioned)]
)
def test_finder_and_checker_agree_about_what_was_proved(G, proof):
    compare(G, proof)


def test_the_narrowing_can_be_stopped():
    calls = []
    asked = Positioned(closed=True, positions=((0, 1),))
    PositionVariables(nx.cycle_graph(9), asked.statement, lambda: calls.append(0))
    assert len(calls) == 18
