"""Proofs about required and forbidden edges: the true ones pass, the false ones are refused."""

import json
from dataclasses import replace

import networkx as nx
import pytest
from hypothesis import given, strategies as st
from naive import tours
from strategies import graphs
from together import together
from true_certificates import CLOSED, OPEN, refused

import icosian
from icosian import InvalidProof, Proof, knight_graph
from icosian.proofs import (
    HOME,
    Conditional,
    DegreeDeficiency,
    Disconnection,
    ForcedEdges,
    FrontierExhausted,
    Middle,
    Refutation,
    Step,
    audit,
)
from icosian.proofs.claim import Claim
from icosian.proofs.derived import _inner_claim, conditional_graph


def star(*leaves, require=(), forbid=(), **question):
    """Return a proof that rests on nodes with fewer than two neighbours."""
    inner = DegreeDeficiency(closed=True, nodes=leaves, side="neighbours")
    return Conditional(require=require, forbid=forbid, inner=inner, **question)


def test_a_required_edge_has_a_middle_and_a_forbidden_one_is_gone():
    G = nx.complete_graph(4)
    proof = star(0, forbid=((0, 1), (2, 0)), **CLOSED)
    proof.check(G)
    refused(replace(proof, forbid=((0, 1),)), G, "enough neighbors")
    refused(replace(proof, forbid=()), G, "enough neighbors")
    refused(replace(proof, forbid=(), require=((0, 1), (2, 0))), G, "enough neighbors")
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
    refused(replace(three, require=((0, 1), (0, 2))), G, "is not an edge")
    refused(replace(three, require=((1, 0), (2, 0), (3, 0))), G, "is not a node")  # other middles


def test_conditions_that_clash_or_are_no_edges_are_refused():
    G = nx.path_graph(4)
    clash, stranger = "is not an edge, or its conditions clash", "is not a pair of nodes of the"
    for why, wrong in (
        (clash, {"require": ((0, 2),)}),
        (clash, {"require": ((0, 1),), "forbid": ((1, 0),)}),
        (clash, {"require": ((0, 2),), "forbid": ((2, 0),)}),
        (stranger, {"require": ((0, 9),)}),
        (stranger, {"forbid": ((0, 99),)}),
        (stranger, {"forbid": ((HOME, 0),)}),
        (stranger, {"forbid": ((0,),)}),
        (stranger, {"forbid": (0,)}),
    ):
        proof = star(0, **wrong, **CLOSED)
        refused(proof, G, why)
        for export in (proof.to_pseudo_boolean, proof.to_lrat):
            with pytest.raises(InvalidProof, match=why):
                export(G)


def test_to_avoid_what_is_no_edge_says_nothing_and_neither_does_a_repetition():
    G = nx.path_graph(4)
    for vain in (
        {"forbid": ((0, 2),)},
        {"forbid": ((2, 3), (2, 3), (3, 2))},
        {"require": ((0, 1), (1, 0))},
        {"require": ((0, 1),), "forbid": ((3, 1),)},
    ):
        proof = star(0, **vain, **CLOSED)
        proof.check(G)
        export = proof.to_pseudo_boolean(G)
        assert audit(G, export.formula) == proof.statement
    ring = [(0, 1, 2, 3)]
    for known in (
        icosian.prove_no_hamiltonian_cycle(nx.cycle_graph(4), 0, besides=ring),
        icosian.prove_no_hamiltonian_cycle(nx.cycle_graph(4), 0, order=[(1, 2)], besides=ring),
        icosian.shortest_hamiltonian_cycle(nx.cycle_graph(4)).proof,
    ):
        replace(known, forbid=((0, 2), (2, 0))).check(nx.cycle_graph(4))
        refused(
            replace(known, forbid=((0, 9),)), nx.cycle_graph(4), r"\(0, 9\) is not a pair of nodes"
        )


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
        refused(replace(proof, **{"start": None, "end": None, **ends}), G, "does not leave 3 parts")


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
    except (
        icosian.InvalidArgument,
        icosian.exceptions.HamiltonianCycleExists,
        icosian.exceptions.HamiltonianPathExists,
    ):
        return
    if isinstance(proof, Conditional):
        false = replace(proof, **{"start": None, "end": None, **other})
        try:
            false.check(G)
        except InvalidProof:
            return
        assert not list(tours(G, **other))


def test_middles_and_inner_proofs_go_to_text_and_back():
    G = nx.relabel_nodes(nx.star_graph(3), lambda v: frozenset({v}))
    proof = icosian.prove_no_hamiltonian_path(G, require=[(frozenset({0}), frozenset({1}))])
    assert Proof.from_json(proof.to_json(G), G) == proof
    with pytest.raises(InvalidProof, match="needs the graph"):
        proof.to_json()


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
        refused(
            replace(proof, forbid=()), nx.complete_graph(10), "a tour was met|an edge leads out"
        )
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


@together("start", [None, 0, 1])
@together("end", [None, 2, 3])
def test_home_is_joined_to_what_may_be_an_end(start, end):
    D = nx.path_graph(4, nx.DiGraph)
    for G in (D, D.to_undirected()):
        claim = Claim(**OPEN, start=start, end=end, require=((1, 2),))
        H, inner = conditional_graph(G, claim), _inner_claim(claim)
        question = {"closed": inner.closed, "start": inner.start, "end": inner.end}
        assert not inner.has_conditions
        middle = Middle(1, 2)
        assert H.has_edge(1, middle)
        assert H.has_edge(middle, 2)
        assert not H.has_edge(1, 2)
        if None not in (start, end):
            assert question == {**OPEN, "start": start, "end": end}
            assert HOME not in H
            continue
        assert question == {**CLOSED, "start": None, "end": None}
        if G.is_directed():
            assert set(H.successors(HOME)) == ({*D} if start is None else {start})
            assert set(H.predecessors(HOME)) == ({*D} if end is None else {end})
        else:
            ends = {v for v in (start, end) if v is not None}
            assert set(H[HOME]) == ({*G} - ends) | {Middle(HOME, v) for v in ends}


def test_with_both_ends_given_there_is_no_home():
    inner = DegreeDeficiency(**OPEN, start=0, end=1, nodes=(3,), side="neighbours")
    proof = Conditional(**OPEN, start=0, end=1, require=((1, 2),), forbid=(), inner=inner)
    proof.check(nx.path_graph(4))


def test_an_inner_proof_speaks_of_the_same_board():
    inner = DegreeDeficiency(**CLOSED, nodes=((1, 1),), side="neighbours", ranks=3)
    proof = Conditional(**CLOSED, require=(), forbid=(), inner=inner, ranks=3)
    proof.check(knight_graph(3, 3))
    for ranks in (5, None):
        wrong = replace(proof, inner=replace(inner, ranks=ranks))
        refused(wrong, knight_graph(3, 3), "names squares of another board")
    refused(replace(proof, ranks=None), knight_graph(3, 3), "names squares of another board")
