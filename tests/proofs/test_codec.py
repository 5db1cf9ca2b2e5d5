"""Proofs as JSON text: round trips, and hostile text."""

import copy
import itertools
import json
import math
import pickle
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from random import Random
from types import NoneType
from typing import Any, get_args, get_type_hints

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, strategies as st
from mutations import mutants
from together import together
from true_certificates import (
    CLOSED,
    HALF,
    OPEN,
    TRUE,
    every_true_certificate,
    kind,
    rows,
    true_certificates,
)

import icosian
from icosian import InvalidArgument, InvalidProof, Proof
from icosian.proofs import (
    HOME,
    Conditional,
    DegreeDeficiency,
    DualWeights,
    FrontierExhausted,
    LowerBound,
    Middle,
    Positioned,
    Unreachable,
    Weighing,
    Weights,
)


class Town:
    """A node that has no text."""

    def __init__(self, number):
        self.number = number

    def __lt__(self, other):
        return self.number < other.number


TOWNS = [Town(k) for k in range(14)]


CARRIED = {
    "integers": int,
    "big integers": lambda k: k - 2**200,
    "strings": "node {}".format,
    "other strings": lambda k: '"\\\N{SNOWMAN}\n\x00é'[k % 6] * (k + 1),
    "floats": lambda k: k + 0.1,
    "booleans among integers": lambda k: [False, True, *range(2, 14)][k],
    "pairs with a boolean": lambda k: (k % 2 == 0, k),
    "squares": lambda k: (k, -k),
    "nested tuples": lambda k: ((k, (str(k), None)), (), True),
    "mixed": lambda k: [k, str(k), (k,), k + 0.5][k % 4],
}


NUMBERED = {
    "frozensets": lambda k: frozenset({k, k + 1}),
    "objects": TOWNS.__getitem__,
    "bytes": lambda k: bytes([k]),
    "complex numbers": lambda k: complex(k, 1),
    "tuples of frozensets": lambda k: (frozenset({k}), k),
    "some of them": lambda k: frozenset({k}) if k % 2 else k,
    "not finite": [float("nan"), math.inf, -math.inf, *map(float, ["nan"] * 11)].__getitem__,
    "not finite in tuples": [(math.nan, k) for k in range(14)].__getitem__,
    "half characters": lambda k: "\ud800" * (k + 1),
    "== is an array": lambda k: np.complex64(k) if k % 2 else (k, k + 1),
}


@pytest.mark.slow
@together("label", CARRIED.values(), ids=CARRIED)
def test_labels_that_json_knows_carry_themselves(label):
    for name, G, proof in true_certificates(label):
        again = Proof.from_json(proof.to_json())
        assert again == proof, name
        assert type(again) is type(proof)
        again.check(G)
        assert Proof.from_json(proof.to_json(G), G) == proof


@pytest.mark.slow
@together("label", NUMBERED.values(), ids=NUMBERED)
def test_other_labels_are_written_as_their_place_in_the_graph(label):
    for name, G, proof in true_certificates(label):
        again = Proof.from_json(proof.to_json(G), G)
        assert again.to_json(G) == proof.to_json(G), name  # where a label is NaN, == is False
        again.check(G)
    everyone = FrontierExhausted(closed=True, order=tuple(map(label, range(10))))
    with pytest.raises(InvalidProof, match="needs the graph"):
        everyone.to_json()
    with pytest.raises(InvalidProof, match="needs the graph"):
        everyone.to_json(nx.path_graph(3))
    text = everyone.to_json(nx.empty_graph(list(everyone.order)))
    for graph, reason in ((None, "from_json needs"), (nx.empty_graph(9), "no node at place")):
        with pytest.raises(InvalidProof, match=reason):
            Proof.from_json(text, graph)


def test_places_follow_the_order_of_the_graph():
    G = nx.path_graph([frozenset({k}) for k in range(4)])
    proof = DegreeDeficiency(**CLOSED, nodes=tuple(G)[:1], side="neighbours")
    mirrored = nx.path_graph(list(G)[::-1])
    moved = Proof.from_json(proof.to_json(G), mirrored)
    assert moved != proof
    moved.check(G)  # the other end of the same path


def test_labels_keep_their_types():
    labels = [False, 1, 2.0, "3", (4, "x", (True, None, 0.5)), "home", "place", ""]
    proof = FrontierExhausted(**CLOSED, order=tuple(labels))
    again = Proof.from_json(proof.to_json()).order
    assert repr(again) == repr(tuple(labels))


def test_home_is_written_as_a_place_and_needs_no_graph():
    some = [(G, proof) for G, proof in TRUE.values() if HOME in mentioned(proof)]
    kinds = {"Weighing", "ForcedEdges", "Cases", "Refutation", "AlternatingParity"}
    assert {kind(proof) for _, proof in some} == kinds
    for G, proof in some:
        text = proof.to_json()
        assert '{"place": "home"}' in text
        again = Proof.from_json(text)
        assert [v for v in mentioned(again) if v is HOME] == [
            v for v in mentioned(proof) if v is HOME
        ]
        again.check(G)


def mentioned(value):
    """Yield all that a proof is made of."""
    if isinstance(value, tuple | frozenset):
        for item in value:
            yield from mentioned(item)
    elif hasattr(value, "__dataclass_fields__"):
        for name in value.__dataclass_fields__:
            yield from mentioned(getattr(value, name))
    else:
        yield value


def test_there_is_one_home():
    for again in (copy.copy(HOME), copy.deepcopy(HOME), pickle.loads(pickle.dumps(HOME))):
        assert again is HOME
    assert repr(HOME) == "home"


def test_a_node_that_is_called_home_is_not_home():
    G = nx.relabel_nodes(nx.star_graph(3), {0: "home", 1: "place"})
    proof = DegreeDeficiency(**OPEN, nodes=("place", 2, 3), side="neighbours")
    same = proof.as_weighing(G)
    same.check(G)
    assert ("home", -1) not in same.weights.nodes
    assert (HOME, -1) in same.weights.nodes
    assert Proof.from_json(same.to_json()) == same


def test_places_and_home_stand_side_by_side():
    G = nx.relabel_nodes(nx.star_graph(3), lambda k: frozenset({k}))
    proof = DegreeDeficiency(**OPEN, nodes=tuple(list(G)[1:]), side="neighbours").as_weighing(G)
    payload = json.loads(proof.to_json(G))
    nodes = payload["weights"]["nodes"]
    assert nodes == [[{"place": k}, 1] for k in (1, 2, 3)] + [[{"place": "home"}, -1]]
    assert Proof.from_json(json.dumps(payload), G) == proof


def test_numbers_stay_exact():
    numbers = [1, -1, HALF, Fraction(-7, 3), Fraction(4, 2), 10**20, Fraction(1, 10**20)]
    weights = Weights(nodes=tuple(enumerate(numbers)), sets=((frozenset({0}), Fraction(1, 3)),))
    text = Weighing(**CLOSED, weights=weights).to_json()
    assert Proof.from_json(text).weights == weights
    assert '"1/2"' in text
    assert '"-7/3"' in text
    assert "0.5" not in text


@together(
    "number",
    [
        *(0.5, 1.0, True, None, [], {}, [1, 2], "", "x", "half", "1/0", "0/0", "1/", "/2", "1//2"),
        *("0.5", "1e5", "1e999999999", "nan", "inf", " 1/2", "1/2 ", "1 / 2", "1_000", "+1"),
        *("--1", "1/-2", "\N{ARABIC-INDIC DIGIT ONE}", "9" * 5000, "1/" + "9" * 5000),
    ],
)
def test_what_is_no_exact_number_is_no_weight(number):
    for fields in (
        {"nodes": [[0, number]]},
        {"entering": [[0, number]]},
        {"sets": [[[0], number]]},
    ):
        for payload in (
            {"kind": "Weighing", "weights": fields},
            {"kind": "Cases", "tree": [[0, 1], None, fields], "sets": []},
        ):
            text = json.dumps({"closed": True, "start": None, "end": None, **payload})
            with pytest.raises(InvalidProof):
                Proof.from_json(text)


@together("digits", [10, 100, 1000, 4299])
def test_large_numbers_are_refused_or_compared(digits):
    number = 10**digits - 1
    for weight in (number, str(number), f"1/{number}", f"{number}/{number - 2}"):
        nodes = [[v, weight] for v in range(6)]
        payload = {"closed": True, "start": None, "end": None, "weights": {"nodes": nodes}}
        read_and_check(json.dumps({"kind": "Weighing", **payload}))
        tree = [[0, 1], payload["weights"], None]
        read_and_check(json.dumps({"kind": "Cases", **payload, "tree": tree, "sets": []}))


FULL = nx.complete_graph(10)  # has every tour, so nothing that is read may hold for it

PAYLOADS = {
    name: json.loads(proof.to_json())
    for name, (_, proof) in TRUE.items()
    if not isinstance(proof, Positioned)  # two numbers of a node are impossible everywhere
}


JUNK = [None, True, False, 0, -1, 2.5, 1e999, float("nan"), "", "x", [], [[]], {}, {"place": 0}]


def read_and_check(text, G=None):
    """Read a text; return whether it was a proof, which then must not hold."""
    try:
        proof = Proof.from_json(text, G)
    except InvalidProof:
        return False
    assert isinstance(proof.effort, int)
    assert isinstance(repr(proof), str)
    assert proof.explain().startswith(proof.claim)
    with pytest.raises(InvalidProof):
        proof.check(FULL)
    return True


@together(
    "text",
    [
        *(
            None,
            5,
            True,
            object(),
            [],
            {},
            "",
            " ",
            "{",
            "nonsense",
            "null",
            "NaN",
            "5",
            "[]",
            "{}",
        ),
        *('"Proof"', b"\xff\xfe\xfd"),
        '{"kind": "Disconnection"}',
        '{"kind": "Disconnection", "closed": true, "start": null, "end": null}',
        '{"closed": true, "start": null, "end": null, "part": [0]}',
        '{"kind": "Proof", "closed": true, "start": null, "end": null}',
        '{"kind": "proof", "closed": true, "start": null, "end": null, "part": [0]}',
        '{"kind": ["Disconnection"], "closed": true, "start": null, "end": null, "part": [0]}',
        '{"kind": null, "closed": true, "start": null, "end": null, "part": [0]}',
        '[{"kind": "Disconnection", "closed": true, "start": null, "end": null, "part": [0]}]',
    ],
)
def test_text_that_describes_no_proof_is_refused(text):
    assert not read_and_check(text)
    assert not read_and_check(text, FULL)


def test_a_kind_that_is_read_elsewhere_says_where():
    bound = icosian.maximum_independent_set(nx.path_graph(3)).proof
    with pytest.raises(InvalidProof, match=r"'\w+' is not a kind of Proof: .* placements.Bound"):
        Proof.from_json(bound.to_json())
    assert icosian.placements.Bound.from_json(bound.to_json()) == bound


@together("text", [None, b"{}", "[]", "null", "5"])
def test_what_is_read_instead_of_a_proof_is_named(text):
    with pytest.raises(InvalidProof, match=r"(read from a str|expected an object), got "):
        Proof.from_json(text)


BOUNDS = [Proof.from_json(json.dumps(row["proof"])) for row in rows("bounds.jsonl")]


@together("proof", [*(proof for _, proof in TRUE.values()), *BOUNDS])
def test_a_field_is_null_only_where_it_may_be_none(proof):
    hints = get_type_hints(type(proof))
    payload = json.loads(proof.to_json())
    for key in hints.keys() & payload.keys():
        if hints[key] is not Any and NoneType not in get_args(hints[key]):
            with pytest.raises(InvalidProof, match="not the description of a proof"):
                Proof.from_json(json.dumps({**payload, key: None}))


@together("proof", [*BOUNDS, Unreachable(closed=True, stops=(0, 2), parts=(frozenset({0}),))])
def test_whatever_is_read_is_explained(proof):
    payload, number = json.loads(proof.to_json()), 0
    junk = ({**payload, key: some} for key in payload for some in JUNK)
    for changed in itertools.chain(itertools.islice(mutants(payload), 0, None, 7), junk):
        with suppress(InvalidProof):
            again = Proof.from_json(json.dumps(changed))
            assert again.explain().startswith(again.claim)
            assert isinstance(repr(again), str)
            number += 1
    assert number > 5


@every_true_certificate
def test_every_field_is_needed(G, proof):
    payload = json.loads(proof.to_json())
    for key in payload:
        rest = json.dumps({k: value for k, value in payload.items() if k != key})
        if read_and_check(rest):  # a proof without a condition, which it does not prove
            assert Proof.from_json(rest) == replace(proof, **{key: ()})


@together("field", ["kind", "closed", "start", "end", "part"])
@together("opening", ["[", '{"place":'])
@together("depth", [500, 990, 10**5])
@together("complete", [True, False])
def test_deep_nesting_is_refused(field, opening, depth, complete):
    closing = ("]" if opening == "[" else "}") * complete
    deep = opening * depth + "0" + closing * depth
    payload = {"kind": '"Disconnection"', "closed": "false", "start": "null", "end": "null"}
    payload |= {"part": "[0]", field: f"[{deep}]" if field == "part" else deep}
    text = ",".join(f'"{key}":{value}' for key, value in payload.items())
    for graph in (None, FULL):
        read_and_check(f"{{{text}}}", graph)
    if depth > 1000:
        assert not read_and_check(f"{{{text}}}")
        assert not read_and_check(deep)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.sampled_from(range(6)),
    lambda inner: st.lists(inner) | st.dictionaries(st.text() | st.just("place"), inner),
    max_leaves=8,
)


def places(value):
    """Return the way to every value inside of a JSON value."""
    inner = (
        value.items()
        if isinstance(value, dict)
        else enumerate(value)
        if isinstance(value, list)
        else ()
    )
    return [(key, *way) for key, item in inner for way in [(), *places(item)]]


def put(value, way, junk):
    """Return a copy of a JSON value with something else at the end of a way."""
    if not way:
        return junk
    result = value.copy()
    result[way[0]] = put(value[way[0]], way[1:], junk)
    return result


@given(st.sampled_from(sorted(PAYLOADS)), st.integers(0, 2**32), st.lists(JSON, max_size=2))
def test_junk_at_any_depth_is_refused_or_does_not_hold(name, seed, junk):
    random, payload = Random(seed), PAYLOADS[name]
    for thing in [*junk, random.choice(JUNK)]:
        ways = [way for way in places(payload) if way != ("kind",)]
        payload = put(payload, random.choice(ways), thing)
        read_and_check(json.dumps(payload))
        read_and_check(json.dumps(payload), FULL)


@pytest.mark.slow
@together("name", PAYLOADS)
def test_junk_at_every_place_is_refused_or_does_not_hold(name):
    payload = PAYLOADS[name]
    for k, way in enumerate(places(payload)):
        for junk in JUNK[k % 3 :: 3]:
            read_and_check(json.dumps(put(payload, way, junk)))


@given(st.text() | st.binary() | JSON.map(json.dumps))
def test_any_text_is_refused(text):
    assert not read_and_check(text)


def test_a_place_is_counted_from_the_front():
    text = '{"kind": "Disconnection", "closed": true, "start": null, "end": null'
    for place in ("-1", "true"):
        with pytest.raises(InvalidProof):
            Proof.from_json(f'{text}, "part": [{{"place": {place}}}]}}', FULL)


def test_a_middle_goes_to_text_and_back():
    inner = DegreeDeficiency(**CLOSED, nodes=(Middle(0, 1), Middle(1, HOME)), side="neighbours")
    proof = Conditional(**CLOSED, require=((0, 1),), forbid=(), inner=inner)
    text = proof.to_json()
    assert Proof.from_json(text) == proof
    for wrong in ("[0]", "[0, 1, 2]", "0", "null"):
        with pytest.raises(InvalidProof):
            Proof.from_json(text.replace("[0, 1]}", f"{wrong}}}"))


@together(
    "change",
    [
        {"require": [[0, 1]]},
        {"comment": "true"},
        {"part": [0, 0]},
        {"part": "01"},
        {"part": {"0": 1}},
        {"closed": 1},
        {"ranks": True},
        {"part": [{"place": 0, "middle": [0, 1]}]},
        {"part": [{}]},
    ],
)
def test_fields_are_those_of_the_kind_and_of_their_types(change):
    G = nx.Graph([(0, 1), (2, 3)])
    document = {"kind": "Disconnection", "closed": True, "start": None, "end": None, "part": [0, 1]}
    Proof.from_json(json.dumps(document), G).check(G)
    document |= change
    with pytest.raises(InvalidProof):
        Proof.from_json(json.dumps(document), G)


@together(
    ("name", "change"),
    [
        ("dead end", {"side": "degree"}),
        ("dead end", {"side": 5}),
        ("dead end", {"side": ["neighbours"]}),
        ("refutation, no cycle", {"edges": [[0, 1, 2]]}),
        ("refutation, no cycle", {"edges": [[0]]}),
        ("refutation, no cycle", {"clauses": [[1.0]]}),
        ("weighing, no cycle", {"totals": [1]}),
        ("weighing, no cycle", {"weights": {"nodes": [[0, 1, 1]]}}),
        ("forced edges, no cycle", {"steps": [{"edges": [], "used": 0}]}),
        ("cases, no cycle", {"tree": [[0, 1, 2]]}),
    ],
)
def test_values_are_of_the_types_of_their_fields(name, change):
    payload = json.loads(TRUE[name][1].to_json())
    assert set(change) <= set(payload) | {"totals"}
    with pytest.raises(InvalidProof):
        Proof.from_json(json.dumps({**payload, **change}))


def test_labels_are_not_nested_beyond_measure():
    label = ()
    for depth in range(150):
        text = json.dumps(label)
        document = f'{{"kind": "Disconnection", "closed": true, "start": {text}, "end": null, '
        document += '"part": []}'
        if depth < 100:
            assert Proof.from_json(document).start == label
        else:
            with pytest.raises(InvalidProof, match="too many brackets"):
                Proof.from_json(document)
        label = (label,)


SHORTEST = LowerBound(
    **CLOSED,
    bound=2,
    nodes=(0, 1, 2),
    scale=1,
    weights=(DualWeights(potentials=(1, 1, 1)),),
    tree=(0,),
)


@pytest.mark.parametrize("number", [Fraction(1, 3**70), Fraction(-(10**999), 10**999 - 1)])
def test_exact_numbers_of_many_digits_come_back(number):
    proof = replace(SHORTEST, bound=number)
    assert Proof.from_json(proof.to_json()) == proof


@pytest.mark.parametrize("G", [5, "graph", [(0, 1)]])
def test_labels_have_places_in_a_graph_only(G):
    for call in (SHORTEST.to_json, lambda G: Proof.from_json(SHORTEST.to_json(), G)):
        with pytest.raises(InvalidArgument, match="G must be a networkx graph, got"):
            call(G)


# -- Nodes whose == is an array: a NumPy integer and a tuple in one graph


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
