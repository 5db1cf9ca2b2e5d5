"""A proof of every kind, stored with its graph, is read, holds and is written as it was."""

import json
from dataclasses import replace
from fractions import Fraction

import networkx as nx
import pytest
from together import together
from true_certificates import DATA, ROWS

from icosian import InvalidProof, Places, proofs
from icosian.proofs import LongestBound, Proof

def rows(name):
    """Return the rows of a file of data."""
    return [json.loads(row) for row in DATA.joinpath(name).read_text("utf-8").splitlines()]


STORED, BOUNDS = [*ROWS, *rows("proofs.jsonl")], rows("bounds.jsonl")
LATER = {"DisjointRefutation", "Ordered", "Unreachable"} | {e["proof"]["kind"] for e in BOUNDS}
"""Kinds that are not stored; tests of their own write and read them."""


def stored_graph(entry):
    """Return the graph that a line of the stored proofs describes."""

    def node(label):
        if entry.get("labels") == "sets":
            return frozenset(label)
        return tuple(map(node, label)) if isinstance(label, list) else label

    G = nx.DiGraph() if entry.get("directed") else nx.Graph()
    G.graph.update(entry.get("graph", {}))
    G.add_nodes_from(map(node, entry["nodes"]))
    G.add_edges_from((node(u), node(v)) for u, v in entry["edges"])
    return G


def test_every_kind_of_proof_is_stored():
    kinds = {entry["proof"]["kind"] for entry in STORED}
    assert kinds | LATER >= {
        name
        for name in proofs.__all__
        if isinstance(kind := getattr(proofs, name), type)
        and issubclass(kind, Proof)
        and kind is not Proof
    }
    for closed in (True, False):
        assert {e["proof"]["kind"] for e in STORED if e["proof"]["closed"] is closed} == kinds
    assert any(entry.get("directed") for entry in STORED)


@together("entry", STORED, ids=lambda entry: entry["name"])
def test_a_stored_proof_is_read_holds_and_is_written_as_it_was(entry):
    G = stored_graph(entry)
    proof = Proof.from_json(json.dumps(entry["proof"]), G)
    assert type(proof).__name__ == entry["proof"]["kind"]
    proof.check(G)
    assert Proof.from_json(proof.to_json(G), G) == proof
    assert proof.explain().startswith("There is no Hamiltonian")
    assert proof.effort > 0


@together("entry", BOUNDS, ids=lambda entry: entry["name"])
def test_a_stored_bound_holds_is_written_as_it_was_and_is_the_best(entry):
    if "matrix" in entry:
        subject = Places.from_matrix(entry["matrix"])
    else:
        subject = nx.DiGraph() if entry["directed"] else nx.Graph()
        subject.add_nodes_from(entry["nodes"])
        subject.add_weighted_edges_from(entry["edges"])
    proof = Proof.from_json(json.dumps(entry["proof"]))
    named = {"weight": "weight"} if isinstance(proof, LongestBound) else {}
    proof.check(subject, **named)
    assert json.loads(proof.to_json()) == entry["proof"]
    if "bound" in entry["proof"]:
        step = 1 if entry["name"] == "a cover by paths" else Fraction(1, 10)
        stronger = proof.bound - step if isinstance(proof, LongestBound) else proof.bound + step
        with pytest.raises(InvalidProof):
            replace(proof, bound=stronger).check(subject, **named)
