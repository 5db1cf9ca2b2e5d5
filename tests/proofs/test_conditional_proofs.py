"""Proofs about tours with conditions: the true ones pass, the false ones are refused."""

import json
import pickle
from dataclasses import replace

import networkx as nx
import pytest
from hypothesis import given, strategies as st
from naive import tours
from strategies import graphs
from true_certificates import CLOSED, OPEN, refused

import icosian
from icosian import InvalidProof, Proof, king_graph, knight_graph
from icosian.proofs import (
    HOME,
    Conditional,
    DegreeDeficiency,
    Disconnection,
    ForcedEdges,
    FrontierExhausted,
    Middle,
    Positioned,
    Refutation,
    Step,
)


def star(*leaves, require=(), forbid=(), **question):
    """Return a proof that rests on nodes with fewer than two neighbours."""
    inner = DegreeDeficiency(closed=True, nodes=leaves, side="neighbours")
    return Conditional(require=require, forbid=forbid, inner=inner, **question)


# edges


def test_a_required_edge_has_a_middle_and_a_forbidden_one_is_gone():
    G = nx.complete_graph(4)
    proof = star(0, forbid=((0, 1), (2, 0)), **CLOSED)
    proof.check(G)
    refused(replace(proof, forbid=((0, 1),)), G)
    refused(replace(proof, forbid=()), G)
    refused(replace(proof, forbid=(), require=((0, 1), (2, 0))), G)
    three = Conditional(
        **CLOSED,
        require=((0, 1), (0, 2), (0, 3)),
        forbid=(),
        inner=ForcedEdges(
            **CLOSED,
            steps=(
                *(Step(edges=((0, Middle(0, v)),), used=True, node=Middle(0, v)) for v in (1, 2)),
                Step(edges=((0, Middle(0, 3)),), node=0),
                Step(edges=(), node=Middle(0, 3)),
            ),
        ),
    )
    three.check(G)
    refused(replace(three, require=((0, 1), (0, 2))), G)
    refused(replace(three, require=((1, 0), (2, 0), (3, 0))), G)  # other middles


def test_conditions_that_clash_or_are_no_edges_are_refused():
    G = nx.path_graph(4)
    for wrong in (
        {"require": ((0, 2),)},
        {"forbid": ((0, 2),)},
        {"require": ((0, 9),)},
        {"forbid": ((HOME, 0),)},
        {"require": ((0, 1),), "forbid": ((1, 0),)},
        {"require": ((0, 1), (1, 0))},
        {"forbid": ((0, 1), (0, 1))},
        {"forbid": ((0,),)},
        {"forbid": (0,)},
    ):
        refused(star(0, **wrong, **CLOSED), G, "is not an edge, or its conditions clash")


def test_the_inner_proof_answers_the_same_question():
    G = nx.star_graph(4)
    star(1, forbid=((0, 4),), **CLOSED).check(G)
    refused(star(1, 2, 3, forbid=((0, 4),), **OPEN), G, "another claim")
    open_inner = DegreeDeficiency(**OPEN, nodes=(1, 2, 3), side="neighbours")
    proof = Conditional(**OPEN, require=(), forbid=((0, 4),), inner=open_inner)
    proof.check(G)
    refused(replace(proof, start=1), G, "another claim")
    refused(replace(proof, inner=replace(open_inner, end=1)), G, "another claim")
    refused(replace(proof, require=((0, 1),)), G, "another claim")  # now home is a node


def test_conditions_do_not_nest():
    G = nx.star_graph(3)
    inner = star(1, **CLOSED)
    refused(Conditional(**CLOSED, require=(), forbid=(), inner=inner), G, "within conditions")


def test_a_graph_with_a_middle_of_its_own_is_refused():
    G = nx.star_graph(3)
    G.add_edge(0, Middle(0, 1))
    refused(star(2, require=((0, 1),), **CLOSED), G, "is a node of the graph")
    G = nx.star_graph(3)
    G.add_edge(0, HOME)
    refused(star(2, require=((0, 1),), **OPEN), G, "is a node of the graph")


def test_an_end_in_the_middle_of_an_edge_is_no_end():
    G = nx.path_graph(3)
    tour = icosian.hamiltonian_path(G, require=[(0, 1), (1, 2)])
    assert sorted((tour[0], tour[-1])) == [0, 2]
    proof = icosian.prove_no_hamiltonian_path(G, 1, require=[(0, 1)])
    proof.check(G)
    for ends in ({}, {"start": 0}, {"end": 0}, {"start": 2}):
        refused(replace(proof, **{"start": None, "end": None, **ends}), G)


@given(graphs(5), st.data())
def test_no_proof_holds_where_there_is_a_tour(G, data):
    """Proofs of one question are put under the conditions of another."""
    n = len(G)
    edges = [pair[:2] for pair in G.edges if pair[0] != pair[1]]
    if n < 2 or not edges:
        return
    some = st.lists(st.sampled_from(edges), max_size=2, unique_by=frozenset).map(tuple)
    ends = st.sampled_from([None, *G])
    questions = []
    for _ in range(2):
        closed = data.draw(st.booleans())
        start, end = (None, None) if closed else (data.draw(ends), data.draw(ends))
        questions.append(
            {
                "closed": closed,
                **({} if closed else {"start": start, "end": end if end != start else None}),
                "require": data.draw(some),
                "forbid": data.draw(some),
            }
        )
    asked, other = questions
    kind = (
        icosian.prove_no_hamiltonian_cycle
        if asked["closed"]
        else (icosian.prove_no_hamiltonian_path)
    )
    ask = {name: value for name, value in asked.items() if name != "closed"}
    try:
        proof = kind(G, **ask)
    except (icosian.InvalidArgument, icosian.HamiltonianCycleExists, icosian.HamiltonianPathExists):
        return
    if isinstance(proof, Conditional):
        false = replace(proof, **{"start": None, "end": None, **other})
        try:
            false.check(G)
        except InvalidProof:
            return
        assert not list(tours(G, **other))


# numbers


def number(G, *, closed=False, **question):
    """Return the proof of a question about numbers."""
    ask = icosian.prove_no_hamiltonian_cycle if closed else icosian.prove_no_hamiltonian_path
    return ask(G, **question)


NUMBERED = {
    "out of reach": (king_graph(4), {"start": "a1", "positions": {"d4": 3}}),
    "crowd": (knight_graph(5), {"positions": {"a2": 3}}),
    "clauses": (knight_graph(6), {
        "positions": {"e6": 7, "e4": 13, "d3": 17, "a5": 20, "a1": 24, "a3": 32}
    }),
    "cycle": (nx.petersen_graph(), {"closed": True, "positions": {0: 1, 2: 5}}),
    "edges": (
        nx.grid_2d_graph(3, 3),
        {
            "start": (0, 0),
            "positions": {(1, 1): 5},
            "require": [((2, 1), (2, 2))],
            "forbid": [((0, 1), (0, 2))],
        },
    ),
    "digraph": (
        nx.DiGraph([(v, (v + k) % 5) for v in range(5) for k in (1, 2)]),
        {"closed": True, "positions": {0: 1, 3: 2}},
    ),
}  # fmt: skip
TRUE = {name: (G, number(G, **question)) for name, (G, question) in NUMBERED.items()}
every_numbered_proof = pytest.mark.parametrize(("G", "proof"), TRUE.values(), ids=TRUE)


@every_numbered_proof
def test_true_proofs_pass_and_come_back_from_text_and_pickles(G, proof):
    assert isinstance(proof, Positioned | Conditional)
    proof.check(G)
    for again in (Proof.from_json(proof.to_json()), pickle.loads(pickle.dumps(proof))):
        assert again == proof
        assert hash(again) == hash(proof)
        again.check(G)
    assert proof.effort > 0
    assert "<svg" in icosian.proof_svg(proof, G)


@every_numbered_proof
def test_proofs_of_other_graphs_and_other_numbers_are_refused(G, proof):
    complete = nx.complete_graph(list(G), nx.DiGraph if G.is_directed() else nx.Graph)
    refused(proof, complete)
    refused(proof, nx.relabel_nodes(G, {v: f"node {v}" for v in G}))
    refused(replace(proof, closed=not proof.closed, start=None, end=None), complete)


def test_clauses_are_followed_to_the_end():
    G, proof = TRUE["clauses"]
    assert len(proof.clauses) > 10
    for k in (0, len(proof.clauses) // 2):
        refused(replace(proof, clauses=proof.clauses[:k]), G, "do not end in a contradiction")
    refused(replace(proof, clauses=((),)), G, "clause 1 does not follow")
    refused(replace(proof, clauses=((1,), *proof.clauses)), G, "does not follow|not end")
    refused(replace(proof, clauses=((10**6,),)), G, "not the number of a place")
    refused(replace(proof, clauses=((0,),)), G, "not the number of a place")


def test_places_are_places():
    G, proof = TRUE["clauses"]
    for wrong in ((("nowhere", 1),), (((0, 0), 99),), (((0, 4), 8),)):
        refused(replace(proof, places=wrong + proof.places), G, "is never number|not a node")


def test_a_crowd_is_counted():
    G, proof = TRUE["crowd"]
    refused(replace(proof, crowd=proof.crowd[1:]), G, "nodes enough")
    refused(replace(proof, crowd=proof.crowd[1:] * 2), G, "nodes enough")
    refused(replace(proof, crowd=tuple(range(1, 26))), G, "nodes enough")
    refused(replace(proof, crowd=(26,)), G, "not a number")
    refused(replace(proof, crowd=(True,)), G, "not a number")
    refused(replace(proof, crowd=()), G, "do not end in a contradiction")


def test_numbers_are_numbers_of_nodes():
    G, proof = TRUE["out of reach"]
    for k in (0, 17, True, 2.0, "2"):
        refused(replace(proof, positions=(((0, 3), k),)), G, "from 1 to 16")
    refused(replace(proof, positions=(("d4", 3),)), G, "not a node")
    refused(replace(proof, positions=(((0, 3), 4),)), G, "nodes enough")
    refused(replace(proof, start=None), G, "nodes enough")


def test_two_nodes_or_two_numbers_at_once_are_impossible():
    G = nx.complete_graph(5)
    for positions in (((0, 3), (1, 3)), ((0, 3), (0, 4))):
        Positioned(**OPEN, positions=positions).check(G)
    refused(Positioned(**OPEN, positions=((0, 3), (1, 4))), G, "do not end")


def test_a_known_tour_is_a_whole_tour():
    path = nx.path_graph(5)
    once = {"places": ((0, 1),), "clauses": ((-1,),)}
    known = Positioned(**OPEN, positions=((2, 3),), besides=((0, 1, 2, 3, 4),), **once)
    known.check(path)  # and its reverse is the same tour
    assert known.claim.endswith("with 2 as number 3 besides the known one")
    refused(known, path.to_directed(), "do not end")
    refused(known, nx.complete_graph(5), "does not follow")
    refused(replace(known, besides=()), path, "does not follow")
    for wrong in ((), (0,), (0, 1, 2, 3), (0, 1, 2, 2, 4), (0, 1, 2, 3, 4, 4), (0, 1, 2, 3, 9)):
        refused(replace(known, besides=(wrong,)), path, "every node once|not a node")
    once = {"places": ((1, 2),), "clauses": ((-1,),)}
    ring = Positioned(**CLOSED, positions=((0, 1),), besides=((0, 1, 2),), **once)
    ring.check(nx.cycle_graph(3))
    ring.check(nx.cycle_graph(3, nx.DiGraph))
    refused(ring, nx.cycle_graph(3).to_directed(), "do not end")


@given(graphs(5), st.data())
def test_no_proof_about_numbers_holds_where_there_is_a_tour(G, data):
    n = len(G)
    closed = data.draw(st.booleans())
    numbers = data.draw(st.permutations(range(1, n + 1)))
    positions = dict(list(zip(G, numbers, strict=True))[: data.draw(st.integers(0, 3))])
    if n < 2 or (closed and 1 not in positions.values()):
        return
    given_positions = tuple(positions.items())
    crowd = tuple(data.draw(st.lists(st.integers(1, n), max_size=2)))
    places = tuple(data.draw(st.lists(st.tuples(st.sampled_from(list(G)), st.integers(1, n)))))
    clauses = ()
    if places:
        literal = st.integers(-len(places), len(places)).filter(bool)
        clause = st.lists(literal, max_size=2).map(tuple)
        clauses = tuple(data.draw(st.lists(clause, max_size=4)))
    proof = Positioned(
        closed=closed, positions=given_positions, crowd=crowd, places=places, clauses=clauses
    )
    try:
        proof.check(G)
    except InvalidProof:
        return
    assert not list(tours(G, closed=closed, positions=positions))


# text


def test_middles_and_inner_proofs_go_to_text_and_back():
    G = nx.relabel_nodes(nx.star_graph(3), lambda v: frozenset({v}))
    proof = icosian.prove_no_hamiltonian_path(G, require=[(frozenset({0}), frozenset({1}))])
    assert Proof.from_json(proof.to_json(G), G) == proof
    with pytest.raises(InvalidProof, match="needs the graph"):
        proof.to_json()


@pytest.mark.parametrize("name", TRUE)
def test_fields_are_needed_and_junk_is_refused(name):
    G, proof = TRUE[name]
    payload = json.loads(proof.to_json())
    assert type(Proof.from_json(json.dumps(payload))) is type(proof)
    for key in payload:
        if key == "ranks":
            continue
        with pytest.raises(InvalidProof):
            Proof.from_json(json.dumps({k: v for k, v in payload.items() if k != key}))
        for junk in (None, 5, "junk", [5], [[5]], [[[5]]], {}, {"middle": 5}, {"middle": [1]}):
            text = json.dumps({**payload, key: junk})
            try:
                Proof.from_json(text).check(nx.complete_graph(list(G)))
            except InvalidProof:
                continue
            raise AssertionError((key, junk))


def test_inner_proofs_are_refused_like_others():
    proof = star(1, forbid=((0, 2),), **CLOSED)
    payload = json.loads(proof.to_json())
    for junk in (None, 5, "x", [], {}, {"kind": "Proof"}, {"kind": "Disconnection"}):
        with pytest.raises(InvalidProof):
            Proof.from_json(json.dumps({**payload, "inner": junk}))
    deep = '{"inner":' * 10**5 + "0" + "}" * 10**5
    with pytest.raises(InvalidProof):
        Proof.from_json(deep)


def test_all_kinds_of_reasons_stand_within_conditions():
    G = nx.petersen_graph()
    for kind in (
        lambda H: FrontierExhausted(**CLOSED, order=tuple(H)),
        lambda H: Disconnection(**CLOSED, part=frozenset({0})),
    ):
        H = nx.Graph(G)
        H.remove_edges_from(list(G.edges(0)))
        proof = Conditional(**CLOSED, require=(), forbid=tuple(G.edges(0)), inner=kind(H))
        proof.check(G)
        refused(replace(proof, forbid=()), nx.complete_graph(10))
    K = nx.complete_graph(5)
    Conditional(
        **CLOSED,
        require=(),
        forbid=((0, 1), (0, 2), (0, 3)),
        inner=Refutation(**CLOSED, sets=(), edges=(), clauses=()),
    ).check(K)


def test_middles_are_called_by_their_edges():
    G = knight_graph(6)
    proof = G.prove_no_hamiltonian_path(require=[("c3", x) for x in ("a2", "b1", "d1")])
    text = proof.explain()
    assert text.startswith(
        "There is no Hamiltonian path that uses c3-a2, c3-b1, c3-d1: with a node"
    )
    assert "Middle" not in text
    steps = (Step(edges=((0, Middle(0, 1)),), used=True, node=Middle(0, 1)), Step(edges=(), node=0))
    told = ForcedEdges(**CLOSED, steps=steps).explain()
    assert "the middle of 0-1 has no other edges left: the half of 0-1 at 0 is used" in told
    assert repr(Middle(0, 1)) == "Middle(tail=0, head=1)"
