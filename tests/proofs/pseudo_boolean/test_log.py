"""Lines of proofs, and a checker that refuses what does not follow."""

from contextlib import suppress
from itertools import product

import networkx as nx
import pytest
from exports import holds, is_refused
from hypothesis import given, strategies as st
from pseudo_boolean_checker import Database, Refused, computed, defined, normal

import icosian
from icosian.proofs.formulas.opb import Log, literal_name


def test_a_sum_is_in_reverse_polish_notation():
    log = Log()
    assert log.add([(3, 1), (1, 2)], [(-2, 5)], ["2", "d"]) == -1
    assert log.add([(-1, 1)]) == -2
    assert log.imply([1, -4]) == -3
    assert log.imply([]) == -4
    assert log.define([(2, 1), (-5, 3)], 3, -5) == -5
    assert log.text(7).splitlines() == [
        "pseudo-Boolean proof version 2.0",
        "f 7",
        "pol 3 1 2 * + ~x2 5 * + 2 d",
        "pol 8",
        "rup 1 x1 1 ~x4 >= 1 ;",
        "rup >= 1 ;",
        "red 1 x2 3 ~x5 >= 3 ; x5 -> 0",
        "output NONE",
        "conclusion UNSAT : 12",
        "end pseudo-Boolean proof",
    ]
    assert literal_name(-3) == "~x3"


rows = st.tuples(
    st.lists(st.tuples(st.integers(-3, 3), st.integers(1, 4)), max_size=4), st.integers(-3, 4)
)


def models(some):
    """Return the choices of four variables that meet all constraints."""
    every = (
        {x for x, one in enumerate(bits, start=1) if one} for bits in product((0, 1), repeat=4)
    )
    return [ones for ones in every if all(holds(*row, ones) for row in some)]


@given(st.lists(rows, min_size=1, max_size=4), rows, st.data())
def test_the_checker_accepts_only_what_follows(some, one, data):
    some = [normal(*row) for row in some]
    database = Database()
    for row in some:
        database.add(*row)
    before = models(some)
    if database.conflict:
        assert not before
    row = normal(*one)
    if database.implies(*row):
        assert all(holds(*row, ones) for ones in before)
    assert [database.implies(*row), database.implies(*row)].count(True) != 1  # it is left as it was
    words = st.sampled_from(["1", "2", "x1", "~x3", "+", "+", "*", "d", "s"])
    try:
        derived = computed(data.draw(st.lists(words, max_size=9)), some)
    except Refused:
        return
    assert all(holds(*derived, ones) for ones in before)


@given(st.lists(rows, max_size=3), st.lists(rows, min_size=1, max_size=3), st.randoms())
def test_what_the_checker_lets_a_proof_define_leaves_all_solutions(some, more, random):
    database, definitions = Database(), set()
    for row in some:
        database.add(*normal(*row))
    before = models(database.rows)
    for terms, least in more:
        big = random.choice((-1, 1)) * random.randint(1, 9)
        text = " ".join(f"{c} {literal_name(lit)}" for c, lit in [*terms, (big, 5)])
        text = f"{text} >= {least} ; x5 -> {random.randint(0, 1)}"
        with suppress(Refused):
            row = defined(
                f"{text} >= {least} ; x5 -> {random.randint(0, 1)}", database, definitions
            )
            definitions.add(len(database.rows))
            database.add(*row)
    for ones in before:
        assert any(all(holds(*row, ones | new) for row in database.rows) for new in (set(), {5}))


@pytest.fixture(scope="module")
def petersen():
    G = nx.petersen_graph()
    return icosian.prove_no_hamiltonian_cycle(G).to_pseudo_boolean(G)


def test_no_proof_of_another_formula_is_accepted_where_there_is_a_tour(petersen):
    # the same statements about a graph with a cycle: some lines are gone, so none follows
    lines = petersen.formula.splitlines(keepends=True)
    sets = [k for k, line in enumerate(lines) if "no cycle within" in line]
    for k in sets:
        fewer = "".join(lines[:k] + lines[k + 2 :]).replace("constraint= 26", "constraint= 25")
        proof = petersen.proof.replace("f 26", "f 25").replace(": 37", ": 36")
        assert is_refused(fewer, proof)  # each of the six cases needs its own


def test_damaged_proofs_are_refused_or_still_true(petersen):
    lines = petersen.proof.splitlines(keepends=True)
    refused = 0
    for k, line in enumerate(lines):
        for other in ("", line * 2, line.replace("~x1 ", "x1 "), line.replace("1", "2")):
            if other != line:
                text = "".join([*lines[:k], other, *lines[k + 1 :]])
                refused += is_refused(petersen.formula, text)
                # what is accepted is a proof of the same formula, which has no solution
    assert refused > 30


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("version 2.0", "version 1.0"),
        ("f 26", "f 25"),
        ("output NONE\n", ""),
        ("conclusion UNSAT : 37", "conclusion UNSAT : 36"),
        ("conclusion UNSAT : 37", "conclusion UNSAT : 99"),
        ("conclusion UNSAT : 37", "conclusion NONE"),
        ("end pseudo-Boolean proof", "end"),
        ("rup >= 1 ;", "rup >= 1"),
        ("rup >= 1 ;", "red >= 1 ;"),
        ("rup >= 1 ;", "rup 1 x16 >= 1 ;"),
        ("rup >= 1 ;", "pol 99"),
        ("rup >= 1 ;", "pol +"),
    ],
)
def test_what_is_not_of_the_format_is_refused(petersen, old, new):
    assert old in petersen.proof
    assert is_refused(petersen.formula, petersen.proof.replace(old, new))


def test_a_wrong_weight_is_refused():
    G = icosian.knight_graph(3, 8)
    export = icosian.prove_no_hamiltonian_cycle(G).to_pseudo_boolean(G)
    assert not is_refused(export.formula, export.proof)
    axioms = [word for word in export.proof.split() if "x" in word]
    assert len(axioms) == 8
    for axiom in axioms:
        line = export.proof.replace(f" {axiom} ", f" {axiom} 3 * ", 1)
        assert is_refused(export.formula, line)
