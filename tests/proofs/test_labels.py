"""Nodes whose == is an array: a NumPy integer and a tuple in one graph."""

import networkx as nx
import numpy as np
import pytest
from together import together

import icosian
from icosian import Proof
from icosian.proofs import Conditional, Positioned

GRAPHS = {
    "petersen": nx.petersen_graph(),
    "complete": nx.complete_graph(5),
    "star": nx.star_graph(3),
    "path": nx.path_graph(4),
    "windmill": nx.windmill_graph(2, 3),
    "lopsided": nx.complete_bipartite_graph(3, 4),
    "parts": nx.Graph([(0, 1), (2, 3)]),
    "grid": nx.grid_2d_graph(3, 3),
    "board": nx.Graph(icosian.knight_graph(3, 8)),
    "forced": nx.Graph(["ac", "af", "bc", "be", "cd", "cf", "dg", "ef", "fg"]),
    "ring": nx.DiGraph([(v, (v + k) % 7) for v in range(7) for k in (1, 2)]),
    "trap": nx.DiGraph([(0, 1), (1, 0), (2, 3), (3, 2), (2, 0)]),
    "directed petersen": nx.petersen_graph().to_directed(),
}
ARRAYS = {
    name: nx.relabel_nodes(
        G, {v: np.int64(k) if k % 2 else (k, k + 1) for k, v in enumerate(sorted(G, key=repr))}
    )
    for name, G in GRAPHS.items()
}
METHODS = ["auto", "forcing", "frontier", "cdcl", "sat", "backtrack"]
every_graph = together("G", ARRAYS.values(), ids=ARRAYS)


def answer(ask, G, **question):
    """Ask a question; check, print and copy the proof if that is the answer."""
    try:
        return ask(G, timeout=2, **question)
    except icosian.SearchLimitReached:
        return None
    except icosian.IcosianError as error:
        proof = getattr(error, "proof", None)
        if isinstance(proof, Proof):
            use(proof, G)
        return error


def use(proof, G):
    proof.check(G)
    assert proof.explain()
    again = Proof.from_json(proof.to_json(G), G)
    assert again == proof
    again.check(G)
    if hasattr(proof, "as_weighing"):
        proof.as_weighing(G).check(G)


def test_the_labels_are_what_they_should_be():
    with pytest.raises(ValueError, match="truth value"):
        bool(np.int64(1) == (1, 2))


@pytest.mark.slow
@every_graph
@pytest.mark.parametrize("method", METHODS)
def test_every_method_answers(G, method):
    first, second, *_, last = G
    answer(icosian.hamiltonian_cycle, G, method=method)
    for ends in ({}, {"start": first}, {"end": last}, {"start": first, "end": last}):
        answer(icosian.hamiltonian_path, G, method=method, **ends)
    assert second in G


@pytest.mark.slow
@every_graph
def test_every_prover_and_condition_answers(G):
    first, second, *_ = G
    one, two, *_ = G.edges()
    for ask in (
        icosian.hamiltonian_cycle,
        icosian.hamiltonian_path,
        icosian.prove_no_hamiltonian_cycle,
        icosian.prove_no_hamiltonian_path,
        icosian.has_unique_hamiltonian_cycle,
        icosian.has_unique_hamiltonian_path,
    ):
        for conditions in ({}, {"require": [one]}, {"forbid": [one, two]}, {"require": [one, two]}):
            answer(ask, G, **conditions)
    for ask in (icosian.hamiltonian_path, icosian.prove_no_hamiltonian_path):
        answer(ask, G, positions={first: 2, second: 4})
        answer(ask, G, start=second, require=[one])
        answer(ask, G, positions={first: 2}, require=[one], forbid=[two])
    answer(icosian.hamiltonian_cycle, G, positions={first: 1, second: 3})


def test_proofs_with_conditions_hold():
    G = ARRAYS["complete"]
    first, second, third, *_ = G
    proof = icosian.prove_no_hamiltonian_cycle(
        G, require=[(first, second), (second, third), (third, first)]
    )
    assert isinstance(proof, Conditional)
    use(proof, G)
    proof = icosian.prove_no_hamiltonian_path(
        ARRAYS["grid"], positions={v: k for k, v in enumerate(list(ARRAYS["grid"])[:3], start=2)}
    )
    assert isinstance(proof, Positioned)
    use(proof, ARRAYS["grid"])
