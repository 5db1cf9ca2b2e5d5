"""Proofs as clauses: a checker that shares nothing with them accepts them, and no damaged one."""

from random import Random

import networkx as nx
import pytest
from families import flower_snark, generalized_petersen
from hypothesis import given, strategies as st
from lrat_checker import Refused, check
from networkx.generators.atlas import graph_atlas_g
from test_soundness import random_case

import icosian
from icosian.exceptions import InvalidProof, NoClausalForm, NoHamiltonianCycle
from icosian.proofs import Cases, Claim, ForcedEdges, Refutation, Step, Weights, audit
from icosian.proofs.shared.network import Network
from icosian.proofs.shared.rules import OPEN, Contradiction, Marks

SNARKS = {
    "Petersen": nx.petersen_graph(),
    "J5": flower_snark(5),
    "J7": flower_snark(7),
    "Tutte": nx.tutte_graph(),
    "GP(11, 2)": generalized_petersen(11, 2),
}
named = pytest.mark.parametrize("G", SNARKS.values(), ids=SNARKS)


def refuted(G, method="sat"):
    with pytest.raises(NoHamiltonianCycle) as caught:
        icosian.hamiltonian_cycle(G, method=method)
    return caught.value.proof


def clauses(formula):
    return [
        list(map(int, line.split()[:-1])) for line in formula.splitlines() if line[0] not in "cp"
    ]


def accepted(proof, G):
    """Return the export of a proof after it was checked, and its formula audited."""
    export = proof.to_lrat(G)
    check(export.formula, export.proof)
    assert audit(G, export.formula) == proof.statement
    return export


def cases(G, question, sets=(), random=None):
    """Return a proof by cases with borders, None if there is a tour."""
    net = Network(G, Claim(**question))
    tree = []

    def close(size, assume, e):
        marks.undo(size)
        try:
            if assume:
                assume(e)
            marks.settle()
        except Contradiction:
            marks.forget()
            tree.append(None)
            return True
        left = [k for k, mark in enumerate(marks.mark) if mark == OPEN]
        if not left:
            return False
        size, split = marks.size, random.choice(left) if random else left[0]
        tree.append(tuple(net.nodes[v] for v in net.edges[split]))
        return close(size, marks.use, split) and close(size, marks.drop, split)

    try:
        marks = Marks(net, map(net.inside, sets))
    except Contradiction:
        return None
    return Cases(**question, tree=tuple(tree), sets=sets) if close(marks.size, None, 0) else None


@named
def test_a_checker_of_clauses_accepts_refutations_of_named_graphs(G):
    proof = refuted(G)
    assert isinstance(proof, Refutation)
    accepted(proof, G)


def test_a_checker_of_clauses_accepts_all_small_graphs():
    graphs = [G for G in graph_atlas_g() if len(G) > 2 and nx.is_biconnected(G)]
    proofs = [(G, proof) for G in graphs if (proof := cases(G, {"closed": True}))]
    for G, proof in proofs:
        accepted(proof, G)
    assert len(graphs) == 1 + 3 + 10 + 56 + 468  # OEIS A002218
    assert len(proofs) == sum(not icosian.is_hamiltonian(G) for G in graphs) > 80


@given(st.integers(0, 2**32).map(Random))
def test_cases_with_borders_become_clauses_that_hold_for_every_tour(random):
    G, question = random_case(random, tour=False)
    nodes = Network(G, Claim(**question)).nodes
    sizes = [random.randint(1, len(nodes) - 1) for _ in range(random.randint(0, 4))]
    sets = tuple(frozenset(random.sample(nodes, size)) for size in sizes)
    if proof := cases(G, question, sets, random):
        accepted(proof, G)


@given(st.integers(0, 2**32).map(Random))
def test_what_a_search_proves_becomes_clauses_that_hold_for_every_tour(random):
    G, question = random_case(random, tour=False)
    ends = {role: node for role, node in question.items() if role != "closed"}
    find = icosian.hamiltonian_cycle if question["closed"] else icosian.hamiltonian_path
    try:
        find(G, method="sat", **ends)
    except (icosian.NoHamiltonianCycle, icosian.NoHamiltonianPath) as error:
        if isinstance(error.proof, Refutation | Cases | ForcedEdges):
            accepted(error.proof, G)


def test_forced_edges_with_a_border_become_clauses():
    G = nx.Graph(["ab", "bc", "ca", "de", "ef", "fd", "ax", "xd", "by", "ye", "cz", "zf"])
    forced = [Step(edges=tuple(G.edges(v)), used=True, node=v) for v in "xyz"]
    last = Step(edges=(), used=True, border=frozenset("abc"))
    export = accepted(ForcedEdges(closed=True, steps=(*forced, last)), G)
    border = [-1 - export.variables.index(edge) for edge in (("a", "x"), ("b", "y"), ("c", "z"))]
    assert border in clauses(export.formula)
    assert "a border is crossed an even number of times" in export.formula


def test_a_node_with_one_edge_is_a_contradiction_without_an_empty_clause():
    proof = ForcedEdges(closed=True, steps=(Step(edges=(), node=0),))
    assert clauses(accepted(proof, nx.path_graph(3)).formula) == [[1], [-1]]
    assert clauses(accepted(proof, nx.empty_graph(3)).formula) == [[]]


def test_comments_say_what_variables_and_clauses_mean():
    G = nx.petersen_graph()
    lines = refuted(G).to_lrat(G).formula.splitlines()
    assert lines[:3] == ['c claim {"closed": true}', "c variables edges", "c x1 [0, 1] 0-1"]
    said = {line.split(maxsplit=3)[3] for line in lines if line.startswith("c clause")}
    assert "at most two edges at node 0" in said
    assert (
        said - {"a border", "a cycle that misses nodes"}
        == {f"at {bound} two edges at node {v}" for v in G for bound in ("least", "most")} & said
    )


@pytest.mark.parametrize("name", ["Petersen", "J5", "Tutte"])
def test_no_hint_and_no_line_of_the_proof_can_be_left_out(name):
    export = refuted(SNARKS[name]).to_lrat(SNARKS[name])
    lines = export.proof.splitlines()
    damaged = [lines[:k] + lines[k + 1 :] for k in range(len(lines))]
    for k, line in enumerate(lines):
        words = line.split()
        for place in range(words.index("0") + 1, len(words) - 1):
            left = " ".join(words[:place] + words[place + 1 :])
            damaged.append([*lines[:k], left, *lines[k + 1 :]])
    assert len(damaged) > 50
    for proof in damaged:
        with pytest.raises(Refused):
            check(export.formula, "\n".join(proof))


@named
def test_no_clause_of_the_formula_can_be_left_out(G):
    export = refuted(G).to_lrat(G)
    lines = export.formula.splitlines()
    first = next(k for k, line in enumerate(lines) if line.startswith("p")) + 1
    for k in range(first, len(lines)):
        weaker = [*lines[:k], "1 -1 0", *lines[k + 1 :]]
        with pytest.raises(Refused):
            check("\n".join(weaker), export.proof)


def test_both_files_are_saved_under_one_stem(tmp_path):
    G = nx.petersen_graph()
    export = icosian.prove_no_hamiltonian_cycle(G).to_lrat(G)
    formula, proof = export.save(tmp_path / "petersen")
    assert (formula.name, proof.name) == ("petersen.cnf", "petersen.lrat")
    check(formula.read_text(), proof.read_text())


def test_a_proof_of_another_graph_is_refused():
    G = nx.petersen_graph()
    for method in ("auto", "sat"):
        with pytest.raises(InvalidProof):
            refuted(G, method).to_lrat(nx.complete_graph(10))


def test_proofs_that_count_have_no_form_as_clauses():
    G = nx.star_graph(3)
    with pytest.raises(NoClausalForm, match="of the kind DegreeDeficiency counts, which takes too"):
        icosian.prove_no_hamiltonian_path(G).to_lrat(G)
    G = nx.complete_bipartite_graph(3, 4)
    weights = Weights(nodes=(*((v, -1) for v in range(3)), *((v, 1) for v in range(3, 7))))
    proof = Cases(closed=True, tree=(weights,))
    proof.check(G)
    with pytest.raises(NoClausalForm, match="weights close a case, and they count"):
        proof.to_lrat(G)


def test_proofs_about_more_than_edges_have_no_form_as_clauses():
    G = flower_snark(5)
    with pytest.raises(NoClausalForm, match="FrontierExhausted has no form as clauses"):
        refuted(G, "frontier").to_lrat(G)
