"""Trees of cases: a line for each leaf, then for each split."""

import networkx as nx
from exports import accepted, is_refused

import icosian
from icosian.proofs import Cases
from icosian.proofs.formulas.exports import close
from icosian.proofs.formulas.opb import Log


def clauses(log):
    return [line for line in log.text(0).splitlines() if line.startswith("rup")]


def test_a_second_case_closes_its_split_and_those_that_end_with_it():
    log = Log()
    close(log, ((-1, False), (-2, False)))
    assert clauses(log) == ["rup 1 ~x1 1 ~x2 >= 1 ;"]
    close(log, ((1, True), (2, True)))
    assert clauses(log)[1:] == ["rup 1 x1 1 x2 >= 1 ;", "rup 1 x1 >= 1 ;", "rup >= 1 ;"]


def test_a_tree_has_a_clause_for_each_entry():
    G = nx.petersen_graph()
    proof = icosian.prove_no_hamiltonian_cycle(G)
    assert isinstance(proof, Cases)
    export = accepted(proof, G)
    assert export.proof.count("rup") == len(proof.tree)


def test_the_cases_are_needed():
    G = nx.petersen_graph()
    export = icosian.prove_no_hamiltonian_cycle(G).to_pseudo_boolean(G)
    head, size, *_, last, output, _, end = export.proof.splitlines(keepends=True)
    conclusion = f"conclusion UNSAT : {int(size.split()[1]) + 1}\n"
    assert is_refused(export.formula, f"{head}{size}{last}{output}{conclusion}{end}")
