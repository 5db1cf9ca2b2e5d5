"""Exports as values: every kind of proof has one that others accept, and it can be saved."""

import pickle
import subprocess
from dataclasses import replace

import networkx as nx
import pytest
from exports import VERIPB, accepted
from families import atlas
from pseudo_boolean_checker import check
from test_lower_bound import two_triangles
from test_named_graphs import NAMED
from together import together
from true_certificates import true_certificates

import icosian
from icosian import InvalidArgument, InvalidProof
from icosian.exceptions import NoPseudoBooleanForm
from icosian.proofs import (
    AlternatingParity,
    Contraction,
    Division,
    FrontierExhausted,
    LowerBound,
    Refutation,
    Unreachable,
)
from icosian.proofs.instance import Facts
from icosian.routes import postman_walk

QUICK = {"Petersen", "Herschel", "Tietze", "Blanusa", "Tutte"}
LONG = {"J13", "GP(29,2)", "GP(41,2)"}
"""What a checker in Python takes minutes for; VeriPB takes seconds."""
CERTIFICATES = {name: (G, proof) for name, G, proof in true_certificates()}


@together("name", CERTIFICATES)
def test_a_true_certificate_of_every_kind_is_accepted(name):
    G, proof = CERTIFICATES[name]
    if isinstance(proof, AlternatingParity | Contraction | Division | FrontierExhausted):
        with pytest.raises(NoPseudoBooleanForm, match=r'method="sat"|of the kind Division'):
            proof.to_pseudo_boolean(G)
    else:
        accepted(proof, G)


@together("name", [name for name, (_, proof) in CERTIFICATES.items() if proof.ranks is None])
def test_what_does_not_hold_is_not_exported(name):
    G, proof = CERTIFICATES[name]
    without = AlternatingParity | Contraction | Division | FrontierExhausted | LowerBound
    if not isinstance(proof, without):
        full = nx.complete_graph(G, nx.DiGraph if G.is_directed() else nx.Graph)
        with pytest.raises(InvalidProof):
            proof.to_pseudo_boolean(full)


def test_kinds_without_such_a_form_say_so():
    star = nx.star_graph(3)
    roads, parted = nx.Graph(["ab", "bc", "cd"]), nx.Graph(["ab", "bc", "cd", "ef"])
    for G, proof in (
        (star, icosian.longest_path(star).proof),
        (roads, icosian.traveling_salesman(roads, ["a", "c", "d"]).proof),
        (parted, Unreachable(closed=True, stops=("a", "e"), parts=(frozenset("abcd"),))),
        (roads, postman_walk(roads).proof),
    ):
        with pytest.raises(NoPseudoBooleanForm, match=type(proof).__name__):
            proof.to_pseudo_boolean(G)


@pytest.mark.parametrize(
    "name",
    [
        name if name in QUICK else pytest.param(name, marks=pytest.mark.exhaustive)
        for name in NAMED
        if name not in LONG
    ],
)
def test_proofs_of_named_graphs_are_accepted(name):
    G = NAMED[name]
    for method in ("auto", "sat"):
        with pytest.raises(icosian.NoHamiltonianCycle) as caught:
            icosian.hamiltonian_cycle(G, method=method)
        if not isinstance(caught.value.proof, FrontierExhausted):
            accepted(caught.value.proof, G)


@pytest.mark.parametrize("every", [pytest.param(1, marks=pytest.mark.exhaustive), 23])
def test_proofs_of_all_small_2_connected_graphs_without_a_cycle_are_accepted(every):
    graphs = [*filter(nx.is_biconnected, atlas())]
    count = 0
    for G in graphs[::every]:
        try:
            proof = icosian.prove_no_hamiltonian_cycle(G)
        except icosian.exceptions.HamiltonianCycleExists:
            continue
        accepted(proof, G)
        count += 1
    # of 2 + 8 + 85 on 5, 6 and 7 nodes: OEIS A002218 less A003216
    assert count == 95 if every == 1 else count > 2


@pytest.mark.skipif(VERIPB is None, reason="no program veripb on the path")
@pytest.mark.parametrize("damaged", [False, True])
def test_veripb_accepts_an_export_and_refuses_a_damaged_one(tmp_path, damaged):
    G, proof = two_triangles()
    export = proof.to_pseudo_boolean(G)
    assert {line.split()[0] for line in export.proof.splitlines()} >= {"pol", "rup", "red"}
    if damaged:
        export = replace(export, proof=export.proof.replace(">= 2 ; x16 -> 0", ">= 3 ; x16 -> 0"))
    files = export.save(tmp_path / "prism")
    assert (subprocess.run([VERIPB, *files], check=False).returncode != 0) == damaged


@together("sides", [(3, 4), (3, 8), (4, 6), (5, 5), (3, 6)])
def test_proofs_about_boards_are_accepted(sides):
    G = icosian.knight_graph(*sides)
    accepted(icosian.prove_no_hamiltonian_cycle(G), G)
    if sides == (3, 6):
        accepted(icosian.prove_no_hamiltonian_path(G), G)


def test_the_parity_of_a_board_is_one_line_as_long_as_the_board():
    for n in (5, 15):
        G = icosian.knight_graph(n)
        export = icosian.prove_no_hamiltonian_cycle(G).to_pseudo_boolean(G)
        assert check(export.formula, export.proof) == 1
        assert len(export.proof.split()) < 2 * n * n + 30
        assert export.formula.count("\n") == 3 + len(export.variables) + 4 * n * n


def test_the_lines_of_horton_s_graph_are_as_many_as_its_clauses():
    G = NAMED["Horton-96"]
    with pytest.raises(icosian.NoHamiltonianCycle) as caught:
        icosian.hamiltonian_cycle(G)
    proof = caught.value.proof
    export = accepted(proof, G)
    assert export.proof.count("rup") == len(proof.clauses) + 1
    assert export.formula.count("no cycle within") < 10 * len(proof.clauses)


def test_a_false_proof_is_not_exported():
    proof = icosian.prove_no_hamiltonian_cycle(nx.petersen_graph())
    with pytest.raises(InvalidProof):
        proof.to_pseudo_boolean(nx.cycle_graph(10))
    with pytest.raises(InvalidArgument, match="networkx graph"):
        proof.to_pseudo_boolean(10)


@pytest.mark.parametrize("conditions", [{}, {"require": [(0, 1)]}, {"forbid": [(0, 1)]}])
def test_a_refutation_is_followed_once(monkeypatch, conditions):
    G = nx.petersen_graph()
    with pytest.raises(icosian.NoHamiltonianCycle) as caught:
        icosian.hamiltonian_cycle(G, method="sat", **conditions)
    proof = caught.value.proof
    inner = proof.inner if conditions else proof
    assert isinstance(inner, Refutation)
    accepted(proof, G)
    asked = []
    refute = Facts.refute
    monkeypatch.setattr(Facts, "refute", lambda self, *some: (asked.append(1), refute(self, *some)))
    proof.to_pseudo_boolean(G)
    assert len(asked) == 1
    false = replace(inner, clauses=inner.clauses[:-1])
    with pytest.raises(InvalidProof, match="contradiction"):
        (replace(proof, inner=false) if conditions else false).to_pseudo_boolean(G)


def test_an_export_is_saved_as_two_files(tmp_path):
    G = nx.petersen_graph()
    export = icosian.prove_no_hamiltonian_cycle(G).to_pseudo_boolean(G)
    files = export.save(tmp_path / "petersen.graph")
    assert [path.name for path in files] == ["petersen.graph.opb", "petersen.graph.pbp"]
    assert [path.read_text("ascii") for path in files] == [export.formula, export.proof]
    assert pickle.loads(pickle.dumps(export)) == export
    with pytest.raises(InvalidArgument, match="stem"):
        export.save(None)
    with pytest.raises(OSError, match="missing"):
        export.save(tmp_path / "missing" / "petersen")
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(p.name for p in files)


@pytest.mark.parametrize("stem", ["", ".", "..", "folder/", None])
def test_a_stem_ends_in_a_name(stem, tmp_path, monkeypatch):
    G = nx.star_graph(3)
    export = icosian.prove_no_hamiltonian_cycle(G).to_pseudo_boolean(G)
    monkeypatch.chdir(tmp_path)
    with pytest.raises(InvalidArgument, match=r"^stem must"):
        export.save(stem)
    with pytest.raises(FileNotFoundError, match=r"'none/star\.opb'$"):
        export.save("none/star")
    assert not list(tmp_path.iterdir())


def test_labels_and_their_order_do_not_matter_to_the_checker():
    G = nx.relabel_nodes(nx.petersen_graph(), {0: "a\nx2 null", 1: ("b", 1.5), 2: frozenset("c")})
    proof = icosian.prove_no_hamiltonian_cycle(G)
    export = accepted(proof, G)
    assert len(export.formula.splitlines()) == export.formula.count("\n")
