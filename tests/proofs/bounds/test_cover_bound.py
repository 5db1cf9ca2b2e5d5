"""Bounds of path covers: what holds is true, and what is false is refused."""

import json
import pickle
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from random import Random

import networkx as nx
import numpy as np
import pytest
from exports import accepted
from hypothesis import given, settings, strategies as st
from mutations import holds, mutants, read
from naive import fewest_paths
from together import together
from tour_bounds import lower_bound
from true_certificates import CLOSED, FROM_0, OPEN, TO_0, refused

from icosian import InvalidArgument, InvalidProof, Proof, knight_graph, minimum_path_cover
from icosian.exceptions import NoPseudoBooleanForm
from icosian.proofs import (
    Conditional,
    CoverBound,
    DegreeDeficiency,
    DualWeights,
    LowerBound,
    audit,
)
from icosian.proofs.claim import Claim

KINDS = [nx.Graph, nx.DiGraph, nx.MultiGraph, nx.MultiDiGraph]


def left_out(G, removed=(), leaving=(), entering=()):
    """Return what is left of a graph, without directions."""
    left = nx.Graph()
    left.add_nodes_from(v for v in G if v not in removed)
    left.add_edges_from(
        (u, v)
        for u, v, *_ in G.edges()
        if {u, v} <= set(left) and u not in leaving and v not in entering
    )
    return left


def part_of(G, nodes, leaving=(), entering=()):
    """Return the lower bound of the paths through some nodes, as large as it is true."""
    H = G.subgraph(nodes).copy()
    H.remove_edges_from([edge for edge in H.edges if edge[0] in leaving or edge[1] in entering])
    gaps = nx.complete_graph(nodes, nx.DiGraph if G.is_directed() else nx.Graph)
    for u, v, data in gaps.edges(data=True):
        data["weight"] = int(not H.has_edge(u, v))
    return replace(lower_bound(gaps, fewest_paths(H) - 1, **OPEN), weight="weight")


def random_proof(random, G):
    """Return a proof with random nodes and edges left out, the bound as large as it is true."""
    some = [frozenset(v for v in G if random.random() < 0.3) for _ in range(3)]
    removed, leaving, entering = some if G.is_directed() else (some[0], frozenset(), frozenset())
    left = left_out(G, removed, leaving, entering)
    parts, needed = [], 0
    for component in nx.connected_components(left):
        if len(component) > 1 and random.random() < 0.8:
            parts.append(part_of(G, sorted(component), leaving, entering))
            needed += parts[-1].bound
        needed += 1
    return CoverBound(
        **OPEN,
        bound=needed - len(removed) - len(leaving) - len(entering),
        removed=removed,
        leaving=leaving,
        entering=entering,
        parts=tuple(parts),
    )


def random_graph(random, kind):
    n, p = random.randint(1, 5), random.choice((0.15, 0.3, 0.5))
    G = kind()
    G.add_nodes_from(range(n))
    G.add_edges_from((u, v) for u in range(n) for v in range(n) if random.random() < p)
    return G


@pytest.mark.parametrize("kind", KINDS)
@given(st.integers(0, 2**32))
@settings(max_examples=15)
def test_what_is_left_out_proves_no_more_than_is_true(kind, seed):
    random = Random(seed)
    G = random_graph(random, kind)
    proof = random_proof(random, G)
    proof.check(G)
    assert proof.bound <= fewest_paths(G)
    refused(replace(proof, bound=proof.bound + 1), G, "for certain")
    replace(proof, bound=proof.bound - 1).check(G)
    assert Proof.from_json(proof.to_json()) == proof
    assert pickle.loads(pickle.dumps(proof)) == proof
    assert proof.explain().startswith(f"There is no path cover with fewer than {proof.bound} path")


@pytest.mark.parametrize("kind", KINDS)
@given(st.integers(0, 2**32))
@settings(max_examples=6)
def test_whatever_is_changed_a_bound_that_holds_is_true(kind, seed):
    random = Random(seed)
    G = random_graph(random, kind)
    payload = json.loads(random_proof(random, G).to_json())
    changed = [mutant for mutant in mutants(payload) if mutant != payload]
    fewest = fewest_paths(G)
    for mutant in random.sample(changed, min(60, len(changed))):
        wrong = read(mutant)
        if isinstance(wrong, CoverBound) and holds(wrong, G):
            assert wrong.bound <= fewest, mutant


@pytest.mark.parametrize("kind", KINDS)
@given(st.integers(0, 2**32))
@settings(max_examples=4)
def test_no_weights_of_parts_prove_more_than_is_true(kind, seed):
    random = Random(seed)
    G = random_graph(random, kind)
    proof, fewest = random_proof(random, G), fewest_paths(G)
    nodes = tuple(random.sample(list(G), random.randint(1, len(G))))
    size = (len(nodes) + 1) * (2 if G.is_directed() else 1)
    why = "room for a shorter tour|not about one of the parts|a single node|needs only"
    for _ in range(10):
        potentials = tuple(random.randint(-3, 9) for _ in range(size))
        weights = (DualWeights(potentials=potentials),)
        part = LowerBound(
            **OPEN,
            bound=random.randint(0, 4),
            nodes=nodes,
            scale=2,
            weights=weights,
            tree=(0,),
        )
        for parts in ((part,), (*proof.parts, part), (part, part)):
            refused(replace(proof, parts=parts, bound=fewest + 1), G, why)
            refused(CoverBound(**OPEN, parts=parts, bound=fewest + 1), G, why)


# two certificates, and all that may be wrong with them

K23 = nx.complete_bipartite_graph(2, 5)
"""Two nodes, 0 and 1, and five others, 2 to 6."""
CUT = CoverBound(**OPEN, bound=3, removed=frozenset({0, 1}))
PART = part_of(K23, range(7))
ONE = CoverBound(**OPEN, bound=3, parts=(PART,))
FORK = nx.DiGraph([(0, 1), (0, 2), (0, 3), (1, 3)])
ARCS = CoverBound(**OPEN, bound=2, leaving=frozenset({0}), entering=frozenset({3}))


def test_the_small_certificates_hold():
    for G, proof in ((K23, CUT), (K23, ONE), (FORK, ARCS)):
        proof.check(G)
        assert fewest_paths(G) == proof.bound
        refused(replace(proof, bound=proof.bound + 1), G, "for certain")
        assert proof.effort > 0
    refused(CUT, nx.complete_graph(7), "for certain")
    refused(ONE, nx.complete_graph(7), "room")
    refused(ARCS, nx.path_graph(4, nx.DiGraph), "for certain")


@together(
    ("proof", "change", "why"),
    [
        (CUT, {"bound": 3.0}, "integer"),
        (CUT, {"bound": None}, "integer"),
        (CUT, {"bound": True}, "integer"),
        (CUT, {"bound": np.int64(3)}, "integer"),
        (CUT, {"bound": Fraction(5, 2)}, "integer"),
        (CUT, {"bound": 10**1000}, "for certain"),
        (CUT, {"removed": frozenset({0, 1, 7})}, "nodes of the graph"),
        (CUT, {"removed": frozenset({0})}, "for certain"),
        (CUT, {"leaving": frozenset({0})}, "no direction"),
        (CUT, {"entering": frozenset({2})}, "no direction"),
        (CUT, {"parts": (PART,)}, "not about one of the parts"),
        (CUT, {"closed": True}, "open"),
        (CUT, {"start": 0}, "free"),
        (CUT, {"end": 0}, "free"),
        (ONE, {"parts": (PART, PART)}, "about it again"),
        (ONE, {"parts": (replace(PART, nodes=(0, 1, 2)),)}, "not about one of the parts"),
        (ONE, {"parts": (replace(PART, nodes=(*range(7), 6)),)}, "listed twice"),
        (ONE, {"parts": (replace(PART, nodes=(*range(6), [])),)}, "cannot be a node"),
        (ONE, {"parts": (replace(PART, bound=3),), "bound": 4}, "room"),
        (ONE, {"parts": (replace(PART, closed=True),)}, "another claim"),
        (ONE, {"parts": (replace(PART, start=0),)}, "another claim"),
        (ONE, {"parts": (replace(PART, end=0),)}, "another claim"),
        (ONE, {"parts": (replace(PART, weight=None),)}, "another claim"),
        (ONE, {"parts": (replace(PART, require=((0, 2),)),)}, "another claim"),
        (ONE, {"parts": (replace(PART, forbid=((0, 2),)),)}, "another claim"),
        (ONE, {"parts": (replace(PART, bound=None),)}, "exact"),
        (ONE, {"parts": (replace(PART, bound=2.0),)}, "exact"),
        (ONE, {"parts": (replace(PART, unit=Fraction(1, 2)),)}, "unit"),
        (ONE, {"parts": (replace(PART, ranks=2),)}, "another board"),
        (ONE, {"parts": (replace(PART, scale=0),)}, "scale"),
        (ONE, {"parts": (CUT,)}, "not a lower bound"),
        (ONE, {"parts": (DegreeDeficiency(**OPEN, nodes=(), side="neighbours"),)}, "not a lower"),
        (ARCS, {"leaving": frozenset()}, "for certain"),
        (ARCS, {"entering": frozenset({0, 3})}, "for certain"),
        (ARCS, {"entering": frozenset({4})}, "nodes of the graph"),
    ],
)
def test_what_is_wrong_is_named(proof, change, why):
    refused(replace(proof, **change), FORK if proof is ARCS else K23, why)


def test_the_edges_of_parts_are_those_that_are_left():
    ring = nx.cycle_graph(4, nx.DiGraph)
    part = part_of(ring, range(4), leaving={0})
    assert part.bound == 0
    none = part_of(nx.empty_graph(4, nx.DiGraph), range(4))
    assert none.bound == 3
    out = {"leaving": frozenset(range(4))}
    CoverBound(**OPEN, bound=0, **out).check(ring)
    refused(CoverBound(**OPEN, bound=1, parts=(none,), **out), ring, "not about one of the parts")
    refused(CoverBound(**OPEN, bound=1, parts=(none,)), ring, "room")


def test_a_single_node_is_a_cover_and_no_node_is_none():
    proof = CoverBound(**OPEN, bound=1)
    proof.check(nx.empty_graph(1))
    refused(replace(proof, bound=2), nx.empty_graph(1), "for certain")
    refused(replace(proof, closed=True), nx.empty_graph(1), "open")
    refused(proof, nx.null_graph(), "null graph")
    with pytest.raises(InvalidArgument, match="networkx graph"):
        proof.check([1])


def test_a_bound_of_covers_is_not_read_as_a_proof_that_there_is_no_path():
    assert ONE.statement == Claim(closed=False, fewer_than=3)
    assert ONE.statement.has_conditions
    path = nx.path_graph(3)
    for proof in (CoverBound(**OPEN, bound=1), CoverBound(**OPEN, bound=-1)):
        proof.check(path)
        for inner in (proof, replace(proof, bound=None)):
            wrong = Conditional(**OPEN, require=(), forbid=(), inner=inner)
            refused(wrong, path, "another claim|integer")
    for question in (CLOSED, FROM_0, TO_0):
        refused(replace(CoverBound(**OPEN, bound=1), **question), path, "their ends are free")


def test_the_explanation_names_what_is_left_out():
    assert CUT.explain() == (
        "There is no path cover with fewer than 3 paths: without 0, 1 the graph falls into 5"
        " parts, and each needs a path, but a node that is left out joins two of these paths at"
        " most."
    )
    assert "without the edges out of 0 and the edges into 3 the graph" in ARCS.explain()
    assert "The part of 7 nodes with 0 needs 3 paths: let an edge have length 0" in ONE.explain()
    board = knight_graph(3)
    proof = CoverBound(**OPEN, ranks=3, bound=2)
    proof.check(board)
    with pytest.raises(InvalidProof, match="board"):
        replace(proof, ranks=4).check(board)
    assert "without b2 the" in replace(proof, removed=frozenset({(1, 1)})).explain()


def test_a_step_from_path_to_path_counts_once():
    G = nx.gnp_random_graph(8, 0.35, seed=9)
    proof = minimum_path_cover(G).proof
    (part,) = proof.parts
    assert (proof.bound, part.bound) == (2, 1)
    weights = tuple(
        DualWeights(
            potentials=tuple(2 * p for p in one.potentials),
            families=tuple((f, 2 * z) for f, z in one.families),
        )
        for one in part.weights
    )
    forged = replace(part, bound=2, weights=weights)
    refused(replace(proof, bound=3, parts=(forged,)), G, "room for a shorter tour")


@given(st.integers(0, 2**32).map(Random))
def test_a_proof_without_bounds_of_parts_is_a_sum_for_other_checkers(random):
    n, kind = random.randint(1, 8), random.choice(KINDS)
    G = kind(nx.gnp_random_graph(n, random.uniform(0, 0.5), random, directed=random.random() < 0.5))
    proof = minimum_path_cover(G).proof
    if proof.parts:
        with pytest.raises(NoPseudoBooleanForm, match="parts are about graphs of their own"):
            proof.to_pseudo_boolean(G)
        return
    formula = accepted(proof, G).formula
    said = f'"fewer_than": {proof.bound}'
    assert said in formula
    with pytest.raises(InvalidProof, match="not known to hold"):
        audit(G, formula.replace(said, f'"fewer_than": {proof.bound + 1}'))


def covers(G):
    """Yield the edges of all covers of a graph by disjoint paths."""
    most = 1 if G.is_directed() else 2
    for size in range(len(G)):
        for some in combinations(G.edges, size):
            H = nx.Graph(some)
            sides = [u for u, _ in some], [v for _, v in some]
            ends = sides if G.is_directed() else [sides[0] + sides[1]]
            is_straight = all(c <= most for end in ends for c in Counter(end).values())
            if is_straight and H.size() == size and (not H or nx.is_forest(H)):
                yield set(some)


@given(st.integers(0, 2**32).map(Random))
def test_what_an_audit_accepts_holds_for_all_covers_by_fewer_paths(random):
    n = random.randint(2, 5)
    G = nx.gnp_random_graph(n, 0.5, random, directed=random.random() < 0.5)
    edges, fewer = list(G.edges), random.randint(0, n + 1)
    head = [
        f"* #variable= {len(edges)} #constraint= 1",
        f'* claim {{"closed": false, "fewer_than": {fewer}}}',
        "* variables edges",
        *(f"* x{k} [{u}, {v}] -" for k, (u, v) in enumerate(edges, start=1)),
    ]
    for _ in range(20):
        if not edges:
            break
        some = random.sample(range(1, len(edges) + 1), random.randint(1, len(edges)))
        some = some if random.random() < 0.7 else range(1, len(edges) + 1)
        sign, least = random.choice((1, -1)), random.randint(-n, n)
        row = " ".join(f"{sign:+d} x{k}" for k in some)
        try:
            audit(G, "\n".join([*head, f"{row} >= {least} ;", ""]))
        except InvalidProof as error:
            assert "not known to hold" in str(error)
            continue
        chosen = {edges[k - 1] for k in some}
        fitting = [cover for cover in covers(G) if n - len(cover) < fewer]
        assert all(sign * len(cover & chosen) >= least for cover in fitting)


@pytest.mark.parametrize("more", [{"closed": True}, {"start": 0}, {"forbid": [[0, 1]]}])
def test_a_formula_about_covers_has_no_other_conditions(more):
    G = nx.star_graph(4)
    formula = minimum_path_cover(G).proof.to_pseudo_boolean(G).formula
    said = json.dumps({"closed": False, "fewer_than": 3})
    assert said in formula
    with pytest.raises(InvalidProof, match="a number of paths, and nothing else"):
        audit(G, formula.replace(said, json.dumps(json.loads(said) | more)))
    numbers = formula.replace("variables edges", "variables numbers")
    with pytest.raises(InvalidProof, match="a formula about covers is about their edges"):
        audit(G, numbers)
