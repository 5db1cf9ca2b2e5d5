"""icosian check, as its user sees it."""

import io
import json
import pathlib
import re
import signal
import sys

import lrat_checker
import networkx as nx
import pytest
from families import flower_snark
from pseudo_boolean_checker import check
from together import together

import icosian
from icosian.files import graphs as files
from icosian.proofs import FrontierExhausted, derived

DATA = pathlib.Path(__file__).parents[1] / "data"

PETERSEN, GRAPH_1 = str(DATA / "petersen.hcp"), str(DATA / "graph1.hcp.gz")


def proved(line, path, run):
    """Save the proof that a command finds, and return what it prints."""
    return run([*line.split(), "--save", str(path)])


@pytest.mark.parametrize(
    ("line", "graph", "claim"),
    [
        ("4x6 --closed", icosian.knight_graph(4, 6), "There is no Hamiltonian cycle: "),
        ("4", icosian.knight_graph(4), "There is no Hamiltonian path: "),
        ("4x4 --start a1 --open", icosian.knight_graph(4), "path from "),
        ("1x4 --piece king --start b1", icosian.king_graph(1, 4), "path from "),
        ("2x2 --piece rook --start a1 --end 0,1", icosian.rook_graph(2), "path from "),
        ("5x6 --piece 2,3 --closed", icosian.leaper_graph(2, 3, 5, 6), "There is no "),
        ("2x2x2", None, "There is no Hamiltonian path: "),
        (PETERSEN, files.read_graph(PETERSEN), "There is no Hamiltonian cycle: "),
        (f"{PETERSEN} --start 1 --end 2", files.read_graph(PETERSEN), "path from 1 to 2: "),
    ],
)
def test_a_saved_proof_holds_when_it_is_checked(line, graph, claim, tmp_path, run):
    path = tmp_path / "proof.json"
    out, err = proved(f"prove {line} --quiet", path, run)
    assert claim in out
    assert err == f"saved {path}\n"
    if graph is not None:
        icosian.Proof.from_json(path.read_text("utf-8"), graph).check(graph)
    board, *rest = line.split()
    piece = rest[rest.index("--piece") :][:2] if "--piece" in rest else []
    assert run(["check", str(path), board, *piece]).out == f"holds: {out}"


def test_a_proof_may_rest_on_the_fixed_edges_of_a_file(tmp_path, run):
    path, proof = tmp_path / "fixed.hcp", tmp_path / "proof.json"
    G = nx.complete_graph(4)
    icosian.files.write_tsplib(G, path)
    run(["prove", str(path)], 1)
    G.graph["fixed_edges"] = [(0, 1), (1, 2), (2, 0)]
    icosian.files.write_tsplib(G, path)
    assert "no Hamiltonian cycle that uses " in run(["prove", str(path), "--save", str(proof)]).out
    run(["check", str(proof), str(path)])


def test_a_proof_is_read_from_the_standard_input(monkeypatch, tmp_path, run, document):
    proved(f"prove {PETERSEN}", tmp_path / "proof.json", run)
    monkeypatch.setattr(
        sys, "stdin", io.TextIOWrapper(io.BytesIO((tmp_path / "proof.json").read_bytes()))
    )
    answer = document(["check", "-", PETERSEN])
    assert answer["result"] == "holds"
    assert answer["reason"].startswith("There is no Hamiltonian cycle: ")


def imbalance():
    """Return the proof of the 3 x 3 board as its file holds it."""
    dark = [[r, c] for r in range(3) for c in range(3) if (r + c) % 2 == 0]
    light = [[r, c] for r in range(3) for c in range(3) if (r + c) % 2]
    question = {"kind": "BipartitionImbalance", "closed": True, "start": None, "end": None}
    return question | {"crowd": dark, "others": light, "names": ["dark squares", "light squares"]}


@together(
    ("tamper", "reason"),
    [
        (lambda proof: proof["crowd"].pop(), "not a partition"),
        (lambda proof: proof["crowd"].append([0, 1]), "not a partition"),
        (lambda proof: proof["others"].append(proof["crowd"].pop()), "not too many"),
        (lambda proof: proof["crowd"].append([7, 7]), "not a partition"),
        (lambda proof: proof.update(closed=False), "not too many"),
        (lambda proof: proof.update(start=[0, 0]), "a cycle has no ends"),
        (lambda proof: proof.update(closed=False, end=[7, 7]), "not a node"),
        (lambda proof: proof.update(crowd=proof["others"], others=proof["crowd"]), "not too many"),
    ],
)
def test_a_tampered_proof_is_refused(tamper, reason, tmp_path, run):
    path, proof = tmp_path / "proof.json", imbalance()
    path.write_text(json.dumps(proof), encoding="utf-8")
    run(["check", str(path), "3x3"])
    tamper(proof)
    path.write_text(json.dumps(proof), encoding="utf-8")
    out, _ = run(["check", str(path), "3x3"], 1)
    assert out.startswith("does not hold: ")
    assert reason in out


def test_ctrl_c_stops_a_long_check_at_once(tmp_path, monkeypatch, run):
    path = tmp_path / "endless.json"
    order = tuple(icosian.knight_graph(8))
    path.write_text(FrontierExhausted(closed=True, order=order).to_json())
    states = derived.frontier_states

    def pressed(H, order):
        for k, made in enumerate(states(H, order)):
            if k == 20:
                signal.raise_signal(signal.SIGINT)
            yield made

    monkeypatch.setattr(derived, "frontier_states", pressed)
    assert run(["check", str(path), "8"], 130) == ("", "\nicosian: interrupted\n")


def test_a_proof_is_written_for_other_checkers(tmp_path, run):
    proof = tmp_path / "proof.json"
    line = ["prove", "4x6", "--closed", "--save", str(proof), "--pseudo-boolean"]
    assert run([*line, str(tmp_path / "one")]).err.endswith(
        "one.opb, " + str(tmp_path / "one.pbp\n")
    )
    out, err = run(["check", str(proof), "4x6", "--pseudo-boolean", str(tmp_path / "two")])
    assert out.startswith("holds: ")
    assert err == f"saved {tmp_path / 'two.opb'}, {tmp_path / 'two.pbp'}\n"
    for suffix in (".opb", ".pbp"):
        one, two = (tmp_path / f"{name}{suffix}" for name in ("one", "two"))
        assert one.read_bytes() == two.read_bytes()
    check(*(tmp_path.joinpath(f"one{suffix}").read_text() for suffix in (".opb", ".pbp")))


def test_a_proof_is_written_as_clauses(tmp_path, run):
    graph, proof = str(tmp_path / "petersen.g6"), str(tmp_path / "proof.json")
    nx.write_graph6(nx.petersen_graph(), graph)
    run(["prove", graph, "--save", proof, "--lrat", str(tmp_path / "one")])
    stems = ["--lrat", str(tmp_path / "two"), "--pseudo-boolean", str(tmp_path / "three")]
    out, err = run(["check", proof, graph, "--quiet", *stems])
    assert out.startswith("holds: ")
    names = ("three.opb", "three.pbp", "two.cnf", "two.lrat")
    assert err == f"saved {', '.join(str(tmp_path / name) for name in names)}\n"
    for suffix in (".cnf", ".lrat"):
        one, two = (tmp_path / f"{name}{suffix}" for name in ("one", "two"))
        assert one.read_bytes() == two.read_bytes()
    formula, refutation = ((tmp_path / f"one{suffix}").read_text() for suffix in (".cnf", ".lrat"))
    lrat_checker.check(formula, refutation)
    other = str(tmp_path / "cycle.g6")
    nx.write_graph6(nx.cycle_graph(10), other)
    run(["check", proof, other, "--lrat", str(tmp_path / "four")], 1)
    assert not (tmp_path / "four.cnf").exists()


def test_another_proof_is_written_as_clauses_where_one_counts(tmp_path, run):
    run(["prove", "4x4", "--closed", "--lrat", str(tmp_path / "board")])
    lrat_checker.check(
        *(tmp_path.joinpath(f"board{suffix}").read_text() for suffix in (".cnf", ".lrat"))
    )


def test_a_shortest_tour_is_written_for_other_checkers(tmp_path, run):
    places, proof, stem = str(DATA / "tsp" / "gr24.tsp.gz"), tmp_path / "p.json", tmp_path / "gr24"
    run(["tsp", places, "--proof", str(proof)])
    run(["check", str(proof), places, "--pseudo-boolean", str(stem)])
    formula, refutation = (stem.with_suffix(suffix).read_text() for suffix in (".opb", ".pbp"))
    check(formula, refutation)
    assert '"shorter_than": 1272' in formula


def test_another_proof_is_written_where_one_has_no_form(monkeypatch, tmp_path, run):
    G = flower_snark(5)
    nx.write_graph6(G, tmp_path / "snark.g6")
    order = FrontierExhausted(closed=True, order=tuple(range(20)))
    monkeypatch.setattr("icosian.tours.prove_no_hamiltonian_cycle", lambda *_, **__: order)
    line = ["prove", str(tmp_path / "snark.g6"), "--json", "--pseudo-boolean"]
    run([*line, str(tmp_path / "snark")])
    assert "no cycle within" in (tmp_path / "snark.opb").read_text()


# lengths


@pytest.fixture
def roads(tmp_path):
    """Return what writes a ring of four roads with these data, and returns its file."""

    def write(**data):
        G = nx.cycle_graph("abcd")
        for *_, edge in G.edges(data=True):
            edge.update(data)
        path = tmp_path / "map.json"
        path.write_text(json.dumps(nx.node_link_data(G, edges="edges")), encoding="utf-8")
        return str(path)

    return write


def test_a_proof_about_other_lengths_holds_only_if_they_are_named(roads, tmp_path, run):
    file, proof = roads(weight=1, miles=5), str(tmp_path / "proof.json")
    run(["tsp", file, "--weight", "miles", "--proof", proof])
    for weight in ([], ["--weight", "weight"]):
        said = " ".join(run(["check", proof, file, *weight], 1).out.split())
        assert "'miles', but the edge attribute 'weight'" in said
    assert (
        "no edge has the attribute 'hours'"
        in run(["check", proof, file, "--weight", "hours"], 2).err
    )
    out = run(["check", proof, file, "--weight", "miles"]).out
    assert "holds: There is no Hamiltonian cycle shorter than 20 (lengths from the edge" in out
    export = ["--pseudo-boolean", str(tmp_path / "export")]
    run(["check", proof, file, *export], 1)
    run(["check", proof, file, "--weight", "miles", *export])


def test_an_attribute_without_lengths_is_no_reason(roads, tmp_path, run):
    proof = tmp_path / "forged.json"
    text = {"kind": "LowerBound", "closed": True, "start": None, "end": None, "bound": 10**6}
    text |= {"nodes": list("abcd"), "scale": 1, "weights": [{"potentials": [0] * 4}], "tree": [0]}
    file = roads(name=None)
    for more in ({"weight": "name"}, {"weight": "name", "hidden": 4}, {"weight": None}, {}):
        proof.write_text(json.dumps(text | more), encoding="utf-8")
        assert run(["check", str(proof), file], 1).out.startswith("does not hold: ")
    proof.write_text(json.dumps(text | {"weight": "name", "hidden": 4}), encoding="utf-8")
    said = " ".join(run(["check", str(proof), file, "--weight", "name"]).out.split())
    assert "the edge attribute 'name'; 4 edges without a length left out)" in said


def test_bounds_of_paths_and_walks_are_checked_with_their_lengths(roads, tmp_path, run):
    file, proof = roads(weight=1, miles=5), str(tmp_path / "proof.json")
    for command, needs_name in (
        (["longest", file], False),
        (["longest", file, "--weight", "weight"], False),
        (["longest", file, "--weight", "miles"], True),
        (["route", file, "--visit", "a", "--visit", "c"], False),
        (["route", file, "--visit", "a", "--visit", "c", "--weight", "miles"], True),
    ):
        run([*command, "--proof", proof])
        run(["check", proof, file], int(needs_name))
        if needs_name:
            run(["check", proof, file, "--weight", "miles"])


def test_edges_without_a_length_have_that_of_an_option(tmp_path, run, document):
    path, proof = tmp_path / "map.json", str(tmp_path / "proof.json")
    G = nx.cycle_graph(4)
    G[0][1]["weight"] = 7
    path.write_text(json.dumps(nx.node_link_data(G, edges="edges")), encoding="utf-8")
    for words, other in (
        ("tsp", "1"),
        ("route --streets all", "1"),
        ("longest --cycle --weight weight", "3"),
    ):
        command, *options = words.split()
        line = [command, str(path), *options, "--proof", proof]
        assert re.search(r"edge \(.*\) has no 'weight' \(3 of 4", run(line, 2).err)
        assert document([*line, "--default", "2.5"])["answer"]["length"] == 14.5
        run(["check", proof, str(path), "--weight", "weight", "--default", "2.5"])
        run(["check", proof, str(path), "--weight", "weight", "--default", other], 1)
    assert "is not a number" in run(["tsp", str(path), "--default", "far"], 2).err


def test_weight_is_for_proofs_about_tours(tmp_path, run):
    path = tmp_path / "evidence.json"
    path.write_text(json.dumps(imbalance()), encoding="utf-8")
    run(["check", str(path), "3x3", "--weight", "miles"])
    run(["queens", "3", "--proof", str(path)], 1)
    said = run(["check", str(path), "3x3", "--piece", "queen", "--weight", "miles"], 2).err
    assert "--weight is for proofs about tours" in said
