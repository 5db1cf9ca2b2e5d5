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
from true_certificates import (
    CLOSED,
    FROM_0,
    OPEN,
    ROWS,
    TRUE as CERTIFICATES,
    proofs_of,
    refused,
    rows,
    stored,
)

import icosian
from icosian import Board, InvalidProof, Proof, board_graph, hex_graph, knight_graph
from icosian.proofs import (
    HOME,
    Conditional,
    DegreeDeficiency,
    DisjointRefutation,
    DualWeights,
    LowerBound,
    Middle,
    Positioned,
)
from icosian.proofs.bounds import DualBound
from icosian.proofs.claim import COLORS, Claim, Computed, color_names, count_named_rows
from icosian.proofs.clauses import ClauseProof
from icosian.proofs.counting import Reading
from icosian.proofs.lengths import LengthProof
from icosian.proofs.walks import WalkProof
from tests.proofs.test_bounds import COVER, LONGEST
from tests.proofs.test_positions import TRUE as NUMBERED
from tests.proofs.test_walks import wheel

K5 = nx.complete_graph(5)
TWO_FIRST = Positioned(**CLOSED, positions=((0, 1), (1, 1)), crowd=(1,))
"""Two nodes cannot both be the first: true, and no reason why there is no tour."""


NO_WEIGHTS = DualWeights(potentials=(0,) * 5)
FIVE = LowerBound(
    **CLOSED, bound=1, nodes=(0, 1, 2, 3, 4), scale=1, weights=(NO_WEIGHTS,), tree=(0,), weight=None
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
        LONGEST,
        replace(COVER, closed=True),
        wheel(),
        DisjointRefutation(**CLOSED, disjoint=3),
        DisjointRefutation(**CLOSED, disjoint=1, every_edge=True),
    ],
)
@together("conditions", [{}, {"forbid": ((0, 1),)}, {"require": ((0, 1),)}])
def test_an_inner_proof_makes_no_claim_of_its_own(inner, conditions):
    proof = conditional(inner, **conditions)
    refused(proof, K5, "another claim|within conditions")
    from_text_refused(proof)


@together("name", ["edges to avoid, no cycle", "contraction, no cycle", "division, a path"])
def test_the_inner_proof_is_about_cycles_of_the_derived_graph(name):
    G, proof = CERTIFICATES[name]
    inner, why = proof.inner, "another claim|another board|within conditions"
    for change in (CLOSED | {"start": 0}, FROM_0, OPEN, {"ranks": 3}):
        refused(replace(proof, inner=replace(inner, **change)), G, why)
    for other in (TWO_FIRST, FIVE, conditional(inner, require=((0, 1),))):
        refused(replace(proof, inner=other), G, why)
        from_text_refused(replace(proof, inner=other))


def test_a_claim_holds_every_condition_that_a_proof_has_a_field_for():
    names = {item.name for item in fields(Claim)}
    evidence = {"ranks", "inner", "nodes", "side", "part", "parts", "crowd", "others", "names"}
    evidence |= {"removed", "together", "weights", "totals", "steps", "tree", "sets", "edges"}
    evidence |= {"clauses", "order", "places", "bound", "scale", "families", "root", "unit"}
    evidence |= {"levels", "homes", "directed", "first", "members", "until"}
    evidence |= {"reaches", "leaving", "entering", "factor", "halves", "replacements"}
    evidence |= {"symmetries", "turns", "cases"}
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


LENGTHS, STOPS = {"weight", "hidden"}, {"stops", "streets", "either"}
PAIRS, SOME = {"require", "forbid"}, {"groups", "prizes", "leave_out"}
STATES = {
    "BottleneckBound": PAIRS | LENGTHS | {"shorter_than", "bottleneck"},
    "Conditional": PAIRS,
    "CoverBound": {"fewer_than"},
    "DisjointRefutation": {"disjoint", "every_edge"},
    "ExclusiveBound": {"longer_than", "induced", "exclusive"},
    "InducedBound": {"longer_than", "induced"},
    "LongestBound": LENGTHS | {"longer_than"},
    "LowerBound": PAIRS | LENGTHS | SOME | {"shorter_than", "besides", "chains", "positions"},
    "Ordered": PAIRS | {"chains", "positions", "besides", "exclusive"},
    "Positioned": PAIRS | {"positions", "besides"},
    "SymmetricRefutation": PAIRS | {"symmetry"},
    "StreetBound": LENGTHS | STOPS | {"shorter_than"},
    "Unreachable": LENGTHS | STOPS,
    "WalkBound": LENGTHS | STOPS | SOME | {"shorter_than", "chains", "depot", "rounds"},
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


@pytest.mark.slow
def test_exchanged_wrapped_and_unwrapped_proofs_hold_only_where_there_is_no_tour():
    graphs = [row for row in [*ROWS, *rows("bounds.jsonl")] if "matrix" not in row]
    everything = [*proofs_of(graphs), *stored("conditions"), *stored("cycles without")]
    everything += NUMBERED.values()
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


# -- Squares and their colors


def sides(G):
    """Return the squares by the sum of their coordinates: even, odd."""
    return tuple({v for v in G if sum(v) % 2 == parity} for parity in (0, 1))


def test_a_plane_board_has_named_rows():
    assert count_named_rows(knight_graph(3, 5)) == 3
    assert count_named_rows(hex_graph(2)) == 3
    assert count_named_rows(knight_graph(3, 26)) == 3
    for nameless in (
        knight_graph(3, 27),
        board_graph(Board((3, 3, 3)), "knight"),
        nx.path_graph(3),
    ):
        assert count_named_rows(nameless) is None


def test_further_nodes_are_no_squares():
    G = knight_graph(4)
    G.add_nodes_from([HOME, Middle((0, 0), (1, 2))])
    assert count_named_rows(G) == 4
    for strange in ((4, 0), (0, 4), (-1, 0), (0,), (0, 0, 0), 5, "a1", ("0", 0), frozenset({0, 1})):
        H = G.copy()
        H.add_node(strange)
        assert count_named_rows(H) is None
        assert color_names(H, *sides(knight_graph(4))) is None


@together("recipe", ["[", "{}", "3", '{"shape": 3}', '{"shape": ["3", 3]}', 3, None])
def test_another_attribute_is_no_board(recipe):
    G = nx.Graph(knight_graph(3).edges, board=recipe)
    assert count_named_rows(G) is None
    assert color_names(G, *sides(G)) is None


@pytest.mark.parametrize("rows", [3, 4])
def test_the_square_a1_is_dark(rows):
    G = knight_graph(rows, 4)
    even, odd = sides(G)
    dark, light = (even, odd) if (rows - 1, 0) in even else (odd, even)
    assert color_names(G, dark, light) == COLORS == ("dark squares", "light squares")
    assert color_names(G, light, dark) == COLORS[::-1]
    assert color_names(G, dark, ()) == COLORS
    assert color_names(G, light, ()) == COLORS[::-1]
    one, other = next(iter(dark)), next(iter(light))
    for crowd, others in (
        (dark | {other}, light - {other}),
        (dark, light | {one}),
        (light, dark | {other}),
        (light | {one}, dark - {one}),
        (dark, dark),
        (light, light),
        (set(G), set()),
        (set(G), set(G)),
        ({HOME, *dark}, light),
        (dark, {HOME, *light}),
        ({HOME}, {HOME}),
    ):
        assert color_names(G, crowd, others) is None


def test_boards_of_more_dimensions_have_colors_and_those_of_hexagons_have_none():
    G = board_graph(Board((3, 3, 3)), "wazir")
    assert color_names(G, *sides(G)) == COLORS
    assert color_names(hex_graph(2), *sides(hex_graph(2))) is None
    flat = nx.Graph(knight_graph(3).edges, board=json.dumps({"shape": [3, 3], "hexagonal": False}))
    assert color_names(flat, *sides(flat)) == COLORS
