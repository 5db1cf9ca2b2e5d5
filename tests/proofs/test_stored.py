"""A proof of every kind, stored with its graph, is read, holds and is written as it was."""

import json
from pathlib import Path

import networkx as nx
from together import together

from icosian import proofs
from icosian.proofs import Proof

STORED = Path(__file__).parents[1] / "data" / "proofs.jsonl"
STORED = [json.loads(line) for line in STORED.read_text("utf-8").splitlines()]
LATER = {"AlternatingParity", "Contraction", "CoverBound", "DisjointRefutation", "Division"}
LATER |= {"BottleneckBound", "LongestBound", "LowerBound", "Ordered", "StreetBound"}
LATER |= {"Unreachable", "WalkBound"}
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
