"""Formulas in the OPB format: constraints under their statements, sums that are never empty."""

from pseudo_boolean_checker import check, read_formula

from icosian.proofs.claim import Claim
from icosian.proofs.formulas.opb import Formula, Log, header, printable


def test_constraints_are_numbered_and_written_under_their_statements():
    formula = Formula(["claim {}"])
    x, y = formula.variable("a"), formula.variable("b")
    assert (formula.state("first", [(1, x), (-2, y)], 1), formula.state("second", [], 0)) == (1, 3)
    text = formula.text(str)
    assert text.splitlines() == [
        "* #variable= 3 #constraint= 3",
        "* claim {}",
        "* x1 a",
        "* x2 b",
        "* x3 null nothing",
        "* first",
        "+1 x1 -2 x2 >= 1 ;",
        "* what there is not",
        "-1 x3 >= 0 ;",
        "* second",
        "+1 x3 >= 0 ;",
    ]
    assert read_formula(text) == (3, [({1: 1, -2: 2}, 3), ({-3: 1}, 1), ({3: 1}, 0)])
    assert formula.terms(1) == [(1, 1), (-2, 2)]


def test_an_empty_sum_is_a_variable_that_is_0():
    formula, log = Formula([]), Log()
    one = formula.state("nothing is something", [], 1)
    log.add([(one, 1), (formula.zeros[formula.zero()], 1)])
    assert check(formula.text(str), log.text(len(formula))) == 1


def test_a_variable_of_the_proof_is_in_no_constraint():
    formula = Formula([])
    formula.state("x", [(1, formula.variable("a"))], 1)
    assert formula.auxiliary("at least four\nedges") == 2
    assert formula.text(str).splitlines()[1:3] == ["* x1 a", r"* x2 null at least four\nedges"]
    assert formula.variables == ["a", None]
    assert not formula.zeros


def test_words_stay_on_their_line_and_in_ascii():
    assert printable("a\nb\u2028\u00e9'") == r"a\nb\u2028\xe9'"


def test_the_first_comments_say_what_is_not_the_default():
    claim = Claim(closed=False, end=3, forbid=((1, 2),), positions=((2, 4),), shorter_than=7)
    said, variables = header(claim, "edges", lambda label: label)
    assert said == (
        'claim {"closed": false, "end": 3, "forbid": [[1, 2]], "positions": [[2, 4]],'
        ' "shorter_than": "7", "weight": null, "hidden": 0}'
    )
    assert variables == "variables edges"
