"""True certificates of every kind, with the graphs they speak of, and how false ones end."""

import json
import re
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import networkx as nx
import pytest
from together import together

from icosian import IcosianError, InvalidProof, Places
from icosian.proofs import HOME, Division, Middle, Proof
from icosian.proofs.claim import codec, label_reader

DATA = Path(__file__).parents[1] / "data"


def rows(name):
    """Return the rows of a file of data."""
    return [json.loads(row) for row in DATA.joinpath(name).read_text("utf-8").splitlines()]


ROWS, MORE = rows("certificates.jsonl"), rows("proofs.jsonl")
OPEN = {"closed": False}
CLOSED = {"closed": True}
FROM_0 = OPEN | {"start": 0}
TO_0 = OPEN | {"end": 0}
FROM_0_TO_1 = OPEN | {"start": 0, "end": 1}
HALF = Fraction(1, 2)


def refused(proof, G, why, **lengths):
    """Check a proof that must not hold, for a reason that is not just any."""
    assert not re.search(why, "any reason"), why
    with pytest.raises(InvalidProof, match=why) as caught:
        proof.check(G, **lengths)
    assert isinstance(caught.value, IcosianError)


def kind(proof):
    """Return the name of a proof's kind."""
    return type(proof).__name__


def of_rows(proof, ranks):
    """Return a proof, and all within it, about the squares of a board of so many rows."""
    changed = {"ranks": ranks}
    if hasattr(proof, "inner"):
        changed["inner"] = of_rows(proof.inner, ranks)
    if isinstance(proof, Division):
        changed["replacements"] = tuple(
            replace(
                step,
                refusals=tuple(replace(r, inner=of_rows(r.inner, ranks)) for r in step.refusals),
            )
            for step in proof.replacements
        )
    return replace(proof, **changed)


def named(proof):
    """Return the lengths that a proof names, as an option of its check."""
    return {"weight": proof.weight} if hasattr(proof, "weight") else {}


def true_certificates(label=int):
    """Yield (name, graph, proof), every node made by ``label`` from an integer."""
    stored = label_reader(None)

    def named(value):
        return renamed(stored(value))

    def renamed(v):
        if isinstance(v, Middle):
            return Middle(renamed(v.tail), renamed(v.head))
        return v if v is HOME or v is None else label(v)

    for row in ROWS:
        G = nx.DiGraph() if "directed" in row else nx.Graph()
        G.add_nodes_from(map(label, row["nodes"]))
        G.add_edges_from(tuple(map(label, edge)) for edge in row["edges"])
        yield row["name"], G, codec(Proof).read(row["proof"], named)


def stored_graph(entry):
    """Return the graph, or the places, that a line of the stored proofs describes."""
    if "matrix" in entry:
        return Places.from_matrix(entry["matrix"])

    def node(label):
        if entry.get("labels") == "sets":
            return frozenset(label)
        return tuple(map(node, label)) if isinstance(label, list) else label

    G = nx.DiGraph() if entry.get("directed") else nx.Graph()
    G.graph.update(entry.get("graph", {}))
    G.add_nodes_from(map(node, entry["nodes"]))
    for u, v, *length in entry["edges"]:
        G.add_edge(node(u), node(v), **dict(zip(["weight"], length, strict=False)))
    return G


def proofs_of(some):
    """Return the graphs and proofs of stored rows."""
    graphs = [(row, stored_graph(row)) for row in some]
    return [(G, Proof.from_json(json.dumps(row["proof"]), G)) for row, G in graphs]


def stored(name):
    """Return the graphs and proofs of the stored rows whose name begins in a way."""
    return proofs_of(row for row in MORE if row["name"].startswith(name))


def graph(pairs, create_using=nx.Graph):
    """Return the graph of a text such as "01 12 20"."""
    G = create_using()
    G.add_nodes_from(sorted(set(map(int, pairs.replace(" ", "")))))
    G.add_edges_from((int(u), int(v)) for u, v in pairs.split())
    return G


def by_rows(rows):
    """Return a graph of these very rows, though networkx would make others."""
    G = nx.Graph()
    G._node.update((v, {}) for v in rows)
    G._adj.update((v, {w: {} for w in row}) for v, row in rows.items())
    return G


def digraph(pairs):
    return graph(pairs, nx.DiGraph)


TRUE = {name: (G, proof) for name, G, proof in true_certificates()}
every_true_certificate = together(("G", "proof"), TRUE.values(), ids=TRUE)
