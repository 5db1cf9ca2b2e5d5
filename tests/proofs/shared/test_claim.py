"""The claim of a proof: one value, and an inner proof makes no other claim."""

import json
import math
import pickle
from dataclasses import fields, replace
from itertools import product

import networkx as nx
import numpy as np
import pytest
from together import together
from true_certificates import CLOSED, OPEN, refused, true_certificates

import icosian
from icosian import InvalidProof, Proof
from icosian.proofs import (
    HOME,
    Conditional,
    CoverBound,
    DegreeDeficiency,
    DisjointRefutation,
    DualWeights,
    LowerBound,
    Middle,
    Positioned,
    Refutation,
)
from icosian.proofs.bounds import DualBound
from icosian.proofs.claim import Claim, Computed
from icosian.proofs.clauses import ClauseProof
from icosian.proofs.counting import Reading
from icosian.proofs.instance import CycleInstance
from icosian.proofs.lengths import LengthProof
from icosian.proofs.walks import WalkProof
from tests.proofs.test_positions import TRUE as NUMBERED

K5 = nx.complete_graph(5)
TWO_FIRST = Positioned(**CLOSED, positions=((0, 1), (1, 1)), crowd=(1,))
"""Two nodes cannot both be the first: true, and no reason why there is no tour."""


NO_WEIGHTS = DualWeights(potentials=(0,) * 5)
FIVE = LowerBound(
    **CLOSED,
    bound=1,
    nodes=(0, 1, 2, 3, 4),
    scale=1,
    weights=(NO_WEIGHTS,),
    tree=(0,),
    weight=None,
)
"""No cycle has less than one edge: true, and no reason why there is no tour."""


def conditional(inner, *, require=(), forbid=(), **question):
    return Conditional(require=require, forbid=forbid, inner=inner, **{**CLOSED, **question})


def from_text_refused(proof):
    with pytest.raises(InvalidProof, match=r"another claim|within conditions"):
        Proof.from_json(proof.to_json())


@together(
    "inner",
    [
        TWO_FIRST,
        Positioned(**CLOSED, positions=(), require=((0, 1), (0, 2), (0, 3))),
        Positioned(**CLOSED, positions=(), forbid=((0, 1), (0, 2), (0, 3))),
        Positioned(**CLOSED, positions=(), besides=((0, 1, 2, 3, 4),)),
        DegreeDeficiency(**OPEN, start=0, end=1, nodes=(), side="neighbours"),
        conditional(TWO_FIRST),
        FIVE,
        replace(FIVE, bound=0, weight="weight"),
        replace(FIVE, **OPEN, weights=(DualWeights(potentials=(0,) * 6),)),
        DisjointRefutation(**CLOSED, disjoint=3),
        DisjointRefutation(**CLOSED, disjoint=1, every_edge=True),
    ],
)
@together("conditions", [{}, {"forbid": ((0, 1),)}, {"require": ((0, 1),)}])
def test_an_inner_proof_makes_no_claim_of_its_own(inner, conditions):
    proof = conditional(inner, **conditions)
    refused(proof, K5, "another claim|within conditions")
    from_text_refused(proof)


def test_a_lower_bound_is_not_read_as_a_proof_that_there_is_no_tour():
    for G, bound in bounds():
        bound.check(G)
        inner = Proof.from_json(bound.to_json())
        assert inner.statement.shorter_than == bound.bound
        for change in ({}, {"bound": None}, {"bound": None, "weight": None}):
            wrong = conditional(replace(bound, **change), closed=bound.closed)
            refused(wrong, G, "another claim|exact")
    text = json.loads(conditional(TWO_FIRST).to_json())
    for change in ({}, {"bound": None}, {"weight": None}, {"bound": None, "weight": None}):
        text["inner"] = json.loads(FIVE.to_json()) | change
        with pytest.raises(InvalidProof):
            Proof.from_json(json.dumps(text))


def test_the_form_of_an_inner_proof_is_checked_as_it_is_read():
    inner = Refutation(**CLOSED, sets=(), edges=((0, 1),), clauses=((2,),))
    with pytest.raises(InvalidProof, match="not the number of an edge"):
        Proof.from_json(conditional(inner).to_json())


def test_the_command_does_not_accept_a_hidden_condition(tmp_path, capsys):
    from icosian.cli import main

    path = tmp_path / "forged.json"
    text = json.loads(conditional(TWO_FIRST).to_json())
    text["inner"]["positions"] = [[[0, 0], 1], [[0, 1], 1]]
    path.write_text(json.dumps(text))
    assert main(["check", str(path), "8x8"]) != 0
    printed = "".join(capsys.readouterr())
    assert "another claim" in printed
    assert "holds:" not in printed


def test_a_position_without_conditions_may_stand_within_conditions():
    G = nx.Graph([(0, 0), (1, 2)])
    inner = Positioned(**OPEN, positions=(), crowd=(1, 2, 3))
    inner.check(G)
    proof = conditional(inner, **OPEN)
    proof.check(G)
    assert Proof.from_json(proof.to_json()) == proof
    refused(replace(proof, inner=replace(inner, positions=((0, 2),))), G, "another claim")


def test_a_claim_holds_every_condition_that_a_proof_has_a_field_for():
    names = {item.name for item in fields(Claim)}
    evidence = {"ranks", "inner", "nodes", "side", "part", "parts", "crowd", "others", "names"}
    evidence |= {"removed", "together", "weights", "totals", "steps", "tree", "sets", "edges"}
    evidence |= {"clauses", "order", "places", "bound", "scale", "families", "root", "unit"}
    evidence |= {"levels", "homes", "directed", "first", "members", "until"}
    evidence |= {"reaches", "leaving", "entering", "factor", "halves", "replacements"}
    families = Proof, ClauseProof, DualBound, LengthProof, Reading, WalkProof
    kinds = [kind for family in families for kind in family.__subclasses__()]
    for kind in kinds:
        if issubclass(kind, Proof) and kind.__module__.startswith("icosian."):
            assert {item.name for item in fields(kind)} <= names | evidence, kind
    positioned = Positioned(
        **OPEN, start=0, positions=((1, 2),), require=((0, 1),), forbid=((1, 2),), besides=((0,),)
    )
    assert positioned.statement == Claim(
        closed=False,
        start=0,
        positions=((1, 2),),
        require=((0, 1),),
        forbid=((1, 2),),
        besides=((0,),),
    )
    assert positioned.statement.has_conditions
    assert FIVE.statement == Claim(closed=True, shorter_than=1)
    assert FIVE.statement.has_conditions
    assert not Claim(closed=True).has_conditions


LENGTHS, STOPS = {"weight", "hidden"}, {"stops", "streets"}
PAIRS, SOME = {"require", "forbid"}, {"groups", "prizes", "leave_out"}
STATES = {
    "BottleneckBound": PAIRS | LENGTHS | {"shorter_than", "bottleneck"},
    "Conditional": PAIRS,
    "CoverBound": {"fewer_than"},
    "DisjointRefutation": {"disjoint", "every_edge"},
    "LongestBound": LENGTHS | {"longer_than"},
    "LowerBound": PAIRS | LENGTHS | SOME | {"shorter_than", "besides", "chains", "positions"},
    "Ordered": PAIRS | {"chains", "positions", "besides"},
    "Positioned": PAIRS | {"positions", "besides"},
    "StreetBound": LENGTHS | STOPS | {"shorter_than"},
    "Unreachable": LENGTHS | STOPS,
    "WalkBound": LENGTHS | STOPS | SOME | {"shorter_than", "chains"},
}
"""What each kind can state besides the ends, and so has to read; others state nothing more."""


def test_a_kind_can_state_only_what_its_check_reads():
    names = [item.name for item in fields(Claim)]
    for kind in vars(icosian.proofs).values():
        if isinstance(kind, type) and issubclass(kind, Proof) and kind is not Proof:
            own = {item.name for item in fields(kind)}
            stated = {name for name in names if name in own or hasattr(kind, name)}
            stated -= {"closed", "start", "end"}
            assert stated == STATES.get(kind.__name__, set()), kind


def test_claims_are_values():
    one = Claim(closed=False, start=0, end=1)
    assert one == Claim(closed=False, start=0.0, end=True)
    assert hash(one) == hash(Claim(closed=False, start=0, end=1))
    assert pickle.loads(pickle.dumps(one)) == one
    for other in (
        Claim(closed=True, start=0, end=1),
        Claim(closed=False, start=1, end=0),
        replace(one, forbid=((0, 1),)),
        replace(one, shorter_than=1),
        replace(one, weight="weight"),
        replace(one, weight=Computed()),
        replace(one, hidden=1),
        replace(one, stops=(0, 1)),
        replace(one, fewer_than=1),
        replace(one, disjoint=2),
        replace(one, every_edge=True),
        "a claim",
    ):
        assert one != other
    # the hashes of -1 and -2 are the same
    assert hash(Claim(closed=False, start=-1)) == hash(Claim(closed=False, start=-2))
    assert Claim(closed=False, start=-1) != Claim(closed=False, start=-2)
    # == of these two labels is an array
    assert Claim(closed=False, start=np.int64(1)) != Claim(closed=False, start=(1, 2))


def test_a_claim_with_conditions_is_not_read_as_one_without():
    for conditions in (
        {"positions": ((0, 1),)},
        {"besides": ((0,),)},
        {"shorter_than": 0},
        {"stops": (0, 1)},
        {"fewer_than": 0},
        {"disjoint": 2},
        {"every_edge": True},
    ):
        with pytest.raises(InvalidProof, match="not about tours with conditions"):
            CycleInstance(K5, Claim(closed=True, **conditions))


def test_further_nodes_are_none_of_the_graph():
    G = nx.relabel_nodes(nx.complete_graph(5), {0: HOME})
    proof = Refutation(**OPEN, sets=(), edges=(), clauses=())
    refused(proof, G, "home is a node of the graph")
    G = nx.relabel_nodes(nx.path_graph(5), {0: Middle(1, 2)})
    inner = Refutation(**CLOSED, sets=(), edges=(), clauses=())
    refused(conditional(inner, require=((1, 2),)), G, "is a node of the graph")


def inner_proofs():
    """Return proofs of all kinds, with and without conditions."""
    simple = [(G, proof) for _, G, proof in true_certificates()]
    G = nx.complete_graph(4)
    ask = icosian.prove_no_hamiltonian_cycle
    some = [(G, ask(G, require=[(0, 1), (0, 2), (0, 3)])), (G, ask(G, forbid=[(0, 1), (0, 2)]))]
    some.append((G, icosian.prove_no_hamiltonian_path(G, forbid=[(0, 1), (0, 2), (0, 3)])))
    covers = [(nx.star_graph(4), CoverBound(**OPEN, bound=3, removed=frozenset({0})))]
    several = [(G, DisjointRefutation(**CLOSED, disjoint=2))]
    several.append((nx.cycle_graph(2), DisjointRefutation(**CLOSED, disjoint=1)))
    return [*simple, *some, *NUMBERED.values(), *bounds(), *covers, *several]


def bounds():
    """Return lower bounds of tours that hold, and one that shows that there is no tour."""
    K5, path = nx.complete_graph(5), nx.path_graph(3)
    assert FIVE.check(K5) is None
    none = DualWeights(potentials=(0, 0, 0))
    absent = replace(FIVE, bound=10**6, nodes=(0, 1, 2), weights=(none,))
    home = replace(FIVE, **OPEN, weights=(DualWeights(potentials=(0,) * 6),))
    avoiding = replace(FIVE, forbid=((0, 1),))
    return [(K5, FIVE), (K5, home), (K5, avoiding), (path, absent)]


def test_exchanged_wrapped_and_unwrapped_proofs_hold_only_where_there_is_no_tour():
    everything = inner_proofs()
    outer = [(G, proof) for G, proof in everything if isinstance(proof, Conditional)]
    assert len(outer) >= 3
    graphs = [(G, proof) for G, proof in everything]
    tried = held = 0
    for (G, one), (_, other) in product(outer, everything):
        for inner in (other, getattr(other, "inner", other)):
            wrong = replace(one, inner=replace(inner, ranks=one.ranks))
            tried += 1
            try:
                wrong.check(G)
            except InvalidProof:
                continue
            assert wrong.statement == one.statement  # what was proved before
            held += 1
    for (G, one), conditions in product(graphs, ({}, {"forbid": True}, {"require": True})):
        edge = tuple(next(iter(G.edges()))[:2])
        wrapped = conditional(
            one,
            **dict.fromkeys(conditions, (edge,)),
            closed=one.closed,
            start=one.start,
            end=one.end,
            ranks=one.ranks,
        )
        tried += 1
        try:
            wrapped.check(G)
        except InvalidProof:
            continue
        plain = replace(one.statement, require=(), forbid=())
        assert one.statement == plain  # its own claim has no conditions
        held += 1
    for G, one in outer:  # an inner proof speaks of another graph
        tried += 1
        with pytest.raises(InvalidProof):
            one.inner.check(G)
    assert held >= 10
    assert tried > 4 * held


def test_the_middle_of_an_edge_is_itself_whatever_its_ends_are():
    nan = math.nan
    assert Middle(nan, 0) == Middle(nan, 0)
    assert len({Middle(nan, 0), Middle(nan, 0), Middle(0, nan)}) == 2
    assert Middle(0, 1) != (0, 1)
