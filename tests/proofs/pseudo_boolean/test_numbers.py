"""Numbers of nodes as variables: the formula has just the tours that are asked for as solutions."""

from itertools import permutations

import networkx as nx
import pytest
from exports import accepted, holds, numbered
from hypothesis import given
from pseudo_boolean_checker import read_formula
from test_positions import TRUE, is_asked_for, timetables
from together import together

from icosian.proofs import audit
from icosian.proofs.formulas.opb import PositionFormula


@pytest.mark.slow
@together("name", TRUE)
def test_proofs_about_numbers_are_accepted(name):
    G, proof = TRUE[name]
    export = accepted(proof, G)
    assert len(export.variables) == len(G) ** 2 + export.formula.count("null nothing")


@given(timetables())
def test_the_formula_holds_for_just_the_tours_that_are_asked_for(drawn):
    G, asked = drawn
    export = PositionFormula(G, asked.statement, repr).finished()
    _, rows = read_formula(export.formula)
    for order in permutations(G):
        ones = numbered(export.variables, order)
        meets = all(holds(*row, ones) for row in rows)
        assert meets == is_asked_for(G, order, asked)
    clashing = asked.start is not None and asked.start == asked.end
    if not clashing:
        assert audit(G, export.formula) == asked.statement


def test_comments_say_what_variables_and_constraints_mean():
    G = nx.path_graph(3)
    asked = TRUE["out of reach"][1].statement
    formula = (
        PositionFormula(G, type(asked)(closed=False, start=0), "n{}".format).finished().formula
    )
    for line in (
        "* x8 [1, 3] n1 has number 3",
        "* each number has one node\n+1 x4 +1 x5 +1 x6 >= 1 ;",
        "* each node has one number\n-1 x2 -1 x5 -1 x8 >= -1 ;",
        "* a number given\n+1 x1 >= 1 ;",
        "* a step\n-1 x1 +1 x5 >= 0 ;",
    ):
        assert line in formula
