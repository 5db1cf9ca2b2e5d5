"""Refutations: clauses that follow one after the other are accepted, all others are refused."""

import json
from dataclasses import replace
from itertools import chain, combinations, product

import networkx as nx
import pytest
from hypothesis import event, given, settings, strategies as st
from naive import hamiltonian_cycles, hamiltonian_paths
from strategies import graphs

from icosian import InvalidProof
from icosian.proofs import HOME, Proof
from icosian.proofs.refutation import Refutation
from icosian.tours.clock import Clock
from icosian.tours.problem import Problem
from icosian.tours.sat import satisfy

CLOSED, OPEN = {"closed": True}, {"closed": False}
RINGS = tuple(frozenset(map(int, ring)) for ring in "01234 01257 01469 01568 03458 04579".split())
PETERSEN = Refutation(
    **CLOSED,
    sets=RINGS,
    edges=((1, 6), (2, 7), (4, 9), (6, 8), (7, 9)),
    clauses=((4, 5), (5,), (1,), (3,), (-2,)),
)


def one_way(G):
    """Return a digraph whose tours are those of a graph from which node 0 points away only."""
    D = G.to_directed()
    D.remove_edges_from([(v, 0) for v in list(G[0])[1:]])
    return D


GRAPHS = {
    "Petersen": (nx.petersen_graph(), CLOSED),
    "Coxeter": (
        nx.from_graph6_bytes(b"[?aAA@?GP?A?E_?a?@??@??C?S??GO?ACC?@?GC?@?@???`A?G@_OA?C_???_??`"),
        CLOSED,
    ),
    "Tutte": (nx.tutte_graph(), CLOSED),
    "Petersen, adjacent ends": (nx.petersen_graph(), {**OPEN, "start": 0, "end": 1}),
    "Tutte, given ends": (nx.tutte_graph(), {**OPEN, "start": 0, "end": 5}),
    "Petersen, both ways": (nx.petersen_graph().to_directed(), CLOSED),
    "Petersen, one way": (one_way(nx.petersen_graph()), CLOSED),
    "Petersen, both ways, given ends": (
        nx.petersen_graph().to_directed(),
        {**OPEN, "start": 3, "end": 4},
    ),
}
