"""Proofs as text and as pickles, and what their room may import."""

import ast
import copy
import itertools
import json
import pickle
import sys
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from random import Random
from types import SimpleNamespace

import networkx as nx
import pytest
from hypothesis import given, strategies as st
from true_certificates import CLOSED, HALF, OPEN, kind, true_certificates

import icosian
from icosian import InvalidProof, NoHamiltonianCycle, NoHamiltonianPath, Proof
from icosian.proofs import (
    HOME,
    DegreeDeficiency,
    Disconnection,
    ForcedEdges,
    FrontierExhausted,
    Step,
    Toughness,
    Weighing,
    Weights,
)


class Town:
    """A node that has no text."""

    def __init__(self, number):
        self.number = number

    def __lt__(self, other):
        return self.number < other.number


TOWNS = [Town(k) for k in range(10)]

CARRIED = {
    "integers": int,
    "big integers": lambda k: k - 2**200,
    "strings": "node {}".format,
    "other strings": lambda k: '"\\\N{SNOWMAN}\n\x00é'[k % 6] * (k + 1),
    "floats": lambda k: k + 0.1,
    "booleans among integers": lambda k: [False, True, *range(2, 10)][k],
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
}
TRUE = {name: (G, proof) for name, G, proof in true_certificates()}
every_true_certificate = pytest.mark.parametrize(("G", "proof"), TRUE.values(), ids=TRUE)


# round trips


@pytest.mark.parametrize("label", CARRIED.values(), ids=CARRIED)
def test_labels_that_json_knows_carry_themselves(label):
    for name, G, proof in true_certificates(label):
        again = Proof.from_json(proof.to_json())
        assert again == proof, name
        assert type(again) is type(proof)
        again.check(G)
        assert Proof.from_json(proof.to_json(G), G) == proof


@pytest.mark.parametrize("label", NUMBERED.values(), ids=NUMBERED)
def test_other_labels_are_written_as_their_place_in_the_graph(label):
    for name, G, proof in true_certificates(label):
        again = Proof.from_json(proof.to_json(G), G)
        assert again == proof, name
        again.check(G)
    everyone = FrontierExhausted(closed=True, order=tuple(map(label, range(10))))
    with pytest.raises(InvalidProof, match="needs the graph"):
        everyone.to_json()
    with pytest.raises(InvalidProof, match="needs the graph"):
        everyone.to_json(nx.path_graph(3))
    text = everyone.to_json(nx.empty_graph(list(everyone.order)))
    for graph in (None, nx.empty_graph(9)):
        with pytest.raises(InvalidProof, match="no node at place"):
            Proof.from_json(text, graph)


def test_places_follow_the_order_of_the_graph():
    G = nx.path_graph([frozenset({k}) for k in range(4)])
    proof = DegreeDeficiency(**CLOSED, nodes=tuple(G)[:1], side="neighbours")
    mirrored = nx.path_graph(list(G)[::-1])
    moved = Proof.from_json(proof.to_json(G), mirrored)
    assert moved != proof
    moved.check(G)  # the other end of the same path


@every_true_certificate
def test_the_text_is_strict_json_and_says_what_it_is(G, proof):
    def refuse(constant):
        raise AssertionError(constant)

    payload = json.loads(proof.to_json(), parse_constant=refuse)
    assert payload["kind"] == kind(proof)
    assert payload["closed"] is proof.closed
    assert payload["start"] == proof.start
    assert payload["end"] == proof.end


def test_labels_keep_their_types():
    labels = [False, 1, 2.0, "3", (4, "x", (True, None, 0.5)), "home", "place", ""]
    proof = FrontierExhausted(**CLOSED, order=tuple(labels))
    again = Proof.from_json(proof.to_json()).order
    assert repr(again) == repr(tuple(labels))


def test_home_is_written_as_a_place_and_needs_no_graph():
    some = [(G, proof) for G, proof in TRUE.values() if HOME in mentioned(proof)]
    assert {kind(proof) for _, proof in some} == {"Weighing", "ForcedEdges", "Cases", "Refutation"}
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


@pytest.mark.parametrize(
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


@pytest.mark.parametrize("digits", [10, 100, 1000, 4299])
def test_large_numbers_are_refused_or_compared(digits):
    number = 10**digits - 1
    for weight in (number, str(number), f"1/{number}", f"{number}/{number - 2}"):
        nodes = [[v, weight] for v in range(6)]
        payload = {"closed": True, "start": None, "end": None, "weights": {"nodes": nodes}}
        read_and_check(json.dumps({"kind": "Weighing", **payload}))
        tree = [[0, 1], payload["weights"], None]
        read_and_check(json.dumps({"kind": "Cases", **payload, "tree": tree, "sets": []}))


def test_many_different_denominators_are_refused_or_compared():
    nodes = [[v, f"1/{10**100 + v}"] for v in range(100)]
    payload = {"closed": True, "start": None, "end": None, "weights": {"nodes": nodes}}
    try:
        proof = Proof.from_json(json.dumps({"kind": "Weighing", **payload}))
    except InvalidProof:
        return
    with pytest.raises(InvalidProof):
        proof.check(nx.complete_graph(100))


# boards


@every_true_certificate
def test_the_rows_of_a_board_are_kept(G, proof):
    assert "ranks" not in json.loads(proof.to_json())
    proof = replace(proof, ranks=8)
    assert json.loads(proof.to_json())["ranks"] == 8
    again = Proof.from_json(proof.to_json())
    assert again == proof
    assert again.ranks == 8
    again.check(G)  # which comes from no board
    for junk in (8.0, "8", True, [8], {}):
        text = json.dumps({**json.loads(proof.to_json()), "ranks": junk})
        with pytest.raises(InvalidProof):
            Proof.from_json(text)


def test_squares_are_called_by_their_names_in_all_kinds():
    for name, _, proof in true_certificates(lambda k: (k // 4, k % 4)):
        plain, text = proof.explain(), replace(proof, ranks=5).explain()
        for row, column in itertools.product(range(3), range(4)):
            label = f"({row}, {column})"
            assert label not in text, name
            assert (label in plain) == (f"{'abcd'[column]}{5 - row}" in text), name


@pytest.mark.parametrize(
    "node", [(5, 0), (0, 26), (-1, 0), (0, -1), (0.0, 1.0), ("0", "1"), (0,), (0, 1, 2), "a1", 3]
)
def test_what_is_no_square_keeps_its_label(node):
    proof = DegreeDeficiency(**CLOSED, nodes=(node,), side="neighbours", ranks=5)
    assert f"node {node!r} has" in proof.explain()


def test_a_proof_about_squares_is_refused_on_a_board_of_other_rows():
    G = icosian.knight_graph(3, 4)
    proof = Toughness(**CLOSED, removed=frozenset(), parts=1, ranks=4)
    with pytest.raises(InvalidProof, match="rows"):
        proof.check(G)
    with pytest.raises(InvalidProof, match="some nodes"):
        replace(proof, ranks=3).check(G)


# order


def test_equal_proofs_have_the_same_text():
    nodes = [f"node {k}" for k in range(30)]
    for order in (nodes, nodes[::-1]):
        proof = Disconnection(closed=True, part=frozenset(order))
        assert proof.to_json() == Disconnection(closed=True, part=frozenset(nodes)).to_json()
        assert proof.explain() == Disconnection(closed=True, part=frozenset(nodes)).explain()
    with_home = [*nodes, HOME]
    for order in (with_home, with_home[::-1]):
        steps = (Step(edges=(), border=frozenset(order)),)
        proof = ForcedEdges(**OPEN, steps=steps)
        assert proof.to_json() == ForcedEdges(**OPEN, steps=steps[::-1]).to_json()
        assert Proof.from_json(proof.to_json()) == proof


@pytest.mark.parametrize(
    "G", [icosian.knight_graph(5), icosian.knight_graph(3), nx.star_graph(4), nx.petersen_graph()]
)
def test_found_proofs_survive_text_and_pickling(G):
    proof = icosian.prove_no_hamiltonian_cycle(G)
    for again in (Proof.from_json(proof.to_json()), pickle.loads(pickle.dumps(proof))):
        assert again == proof
        assert again.explain() == proof.explain()
        again.check(G)


@every_true_certificate
def test_proofs_survive_pickling(G, proof):
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        again = pickle.loads(pickle.dumps(proof, protocol))
        assert again == proof
        again.check(G)


@pytest.mark.parametrize("error", [NoHamiltonianCycle, NoHamiltonianPath])
@every_true_certificate
def test_impossibilities_survive_pickling_with_their_proof(G, proof, error):
    again = pickle.loads(pickle.dumps(error(proof)))
    assert type(again) is error
    assert again.proof == proof
    assert str(again) == proof.explain()


@pytest.mark.parametrize(
    ("error", "base"),
    [(NoHamiltonianCycle, nx.NetworkXNoCycle), (NoHamiltonianPath, nx.NetworkXNoPath)],
)
def test_an_absent_tour_is_what_networkx_calls_it(error, base):
    assert issubclass(error, base)
    assert issubclass(error, icosian.IcosianError)
    assert not issubclass(error, ValueError)
    assert issubclass(InvalidProof, icosian.IcosianError)
    assert issubclass(InvalidProof, ValueError)


# hostile text


FULL = nx.complete_graph(10)  # has every tour, so nothing that is read may hold for it
PAYLOADS = {name: json.loads(proof.to_json()) for name, (_, proof) in TRUE.items()}
FIELDS = {key for payload in PAYLOADS.values() for key in payload} - {
    "kind",
    "closed",
    "start",
    "end",
}
JUNK = [None, True, False, 0, -1, 2.5, 1e999, float("nan"), "", "x", [], [[]], {}, {"place": 0}]
JUNK += [
    {"place": -9},
    {"place": "x"},
    {"place": None},
    [{"place": 0}],
    {"a": 1},
    [None],
    ["x", "y"],
]
JUNK += [["neighbours"], "neighbours", "successors", [0, 1, 2, 3, 4, 5], [[0], [1]], 10**30]


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


@pytest.mark.parametrize(
    "text",
    [
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
        '"Proof"',
        b"\xff\xfe\xfd",
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


@every_true_certificate
def test_every_field_is_needed(G, proof):
    payload = json.loads(proof.to_json())
    for key in payload:
        rest = json.dumps({k: value for k, value in payload.items() if k != key})
        assert not read_and_check(rest)


@every_true_certificate
def test_no_junk_in_any_field_makes_a_proof_of_what_is_false(G, proof):
    payload = json.loads(proof.to_json())
    assert read_and_check(json.dumps(payload))
    for key, junk in itertools.product(payload, JUNK):
        for graph in (None, FULL):
            read_and_check(json.dumps({**payload, key: junk}), graph)


@pytest.mark.parametrize("junk", JUNK, ids=repr)
@pytest.mark.parametrize("closed", [True, False])
def test_no_junk_in_all_fields_makes_a_proof_of_what_is_false(junk, closed):
    for name in sorted(Proof._kinds):
        fields = dict.fromkeys(FIELDS, junk)
        for ends in ({"start": None, "end": None}, {"start": junk, "end": junk}):
            for graph in (None, FULL):
                text = json.dumps({"kind": name, "closed": closed, **ends, **fields})
                read_and_check(text, graph)


@pytest.mark.parametrize("field", ["kind", "closed", "start", "end", "part"])
@pytest.mark.parametrize("opening", ["[", '{"place":'])
@pytest.mark.parametrize("depth", [500, 990, 10**5])
@pytest.mark.parametrize("complete", [True, False])
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


@st.composite
def described(draw):
    """Draw the fields of some kind of proof, with anything in them."""
    fields = PAYLOADS[draw(st.sampled_from(sorted(PAYLOADS)))]
    return {
        **{key: draw(JSON) for key in fields},
        "kind": fields["kind"],
        "closed": draw(st.booleans() | JSON),
        "start": draw(st.none() | JSON),
        "end": draw(st.none() | JSON),
    }


@given(described())
def test_json_of_any_shape_is_refused_or_does_not_hold(payload):
    read_and_check(json.dumps(payload))
    read_and_check(json.dumps(payload), FULL)


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


@pytest.mark.parametrize("name", PAYLOADS)
def test_junk_at_every_place_is_refused_or_does_not_hold(name):
    payload = PAYLOADS[name]
    for k, way in enumerate(places(payload)):
        for junk in JUNK[k % 3 :: 3]:
            read_and_check(json.dumps(put(payload, way, junk)))


@given(st.text() | st.binary() | JSON.map(json.dumps))
def test_any_text_is_refused(text):
    assert not read_and_check(text)


EMPTY = [
    replace(TRUE["two components, no path"][1], part=frozenset()),
    replace(TRUE["three ends"][1], nodes=()),
    replace(TRUE["parity, no path"][1], crowd=frozenset(), others=frozenset()),
    *(replace(TRUE[f"cut vertex, no {tour}"][1], parts=()) for tour in ("cycle", "path")),
    replace(TRUE["cut vertex, no cycle"][1], parts=((0, frozenset()),)),
    replace(TRUE["toughness, no cycle"][1], removed=frozenset(), parts=0),
    replace(TRUE["weighing, no path"][1], weights=Weights()),
    replace(TRUE["weighing, no path"][1], weights=Weights(sets=((frozenset(), 1),))),
    replace(TRUE["forced edges, no path"][1], steps=()),
    replace(TRUE["forced edges, no path"][1], steps=(Step(edges=()),)),
    replace(TRUE["forced edges, no path"][1], steps=(Step(edges=(), border=frozenset()),)),
    *(replace(TRUE["cases, no cycle"][1], tree=tree) for tree in [(), (None,), (Weights(),)]),
    replace(TRUE["refutation, no path"][1], clauses=(), edges=(), sets=()),
    replace(TRUE["refutation, no path"][1], clauses=((),)),
    replace(TRUE["exhaustion, no path"][1], order=()),
]


@pytest.mark.parametrize("proof", EMPTY, ids=kind)
def test_what_is_empty_can_be_explained_and_does_not_hold(proof):
    assert proof.explain().startswith(f"{proof.claim}: ")
    assert Proof.from_json(proof.to_json()) == proof
    with pytest.raises(InvalidProof):
        proof.check(FULL)


def test_what_was_read_can_be_explained():
    text = '{"kind": "DegreeDeficiency", "closed": false, "start": null, "end": null'
    try:
        proof = Proof.from_json(f'{text}, "nodes": [0], "side": []}}')
    except InvalidProof:
        return
    assert isinstance(proof.explain(), str)


def test_a_place_is_counted_from_the_front():
    text = '{"kind": "Disconnection", "closed": true, "start": null, "end": null'
    for place in ("-1", "true"):
        with pytest.raises(InvalidProof):
            Proof.from_json(f'{text}, "part": [{{"place": {place}}}]}}', FULL)


@pytest.mark.parametrize("G", [None, 5, "abc", [0, 1, 2], {0: [1], 1: [0]}])
def test_a_proof_is_checked_against_a_networkx_graph(G):
    with pytest.raises(icosian.IcosianError, match="networkx graph"):
        DegreeDeficiency(closed=True, nodes=(0,), side="neighbours").check(G)


# what the room may import


def imported_modules(path):
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            yield node.module
        elif isinstance(node, ast.Name):
            assert node.id not in {"__import__", "import_module", "exec", "eval"}


def test_the_checkers_import_networkx_the_standard_library_and_nothing_that_searches():
    room = Path(sys.modules[Proof.__module__].__file__).parent
    files = sorted(room.glob("**/*.py"))
    assert len(files) >= 6
    own = {f"icosian.proofs.{file.stem}" for file in files}
    own |= {
        "icosian.exceptions",
        "icosian.boards.names",
        "icosian._io.text",
    }  # the last reads their text
    for file in files:
        for module in imported_modules(file):
            root = module.split(".")[0]
            assert root in {"networkx", *sys.stdlib_module_names} or module in own, (file, module)


def test_exceptions_import_no_search_either():
    path = Path(sys.modules["icosian.exceptions"].__file__)
    values = {f"icosian.placements.{name}" for name in ("bounds", "coloring.api", "placement")}
    type_checking = {"icosian.proofs", "icosian.tours", *values}
    assert set(imported_modules(path)) <= {"__future__", "typing", "networkx"} | type_checking
    tree = ast.parse(path.read_text(encoding="utf-8"))
    at_run_time = [node for node in tree.body if isinstance(node, ast.Import | ast.ImportFrom)]
    assert not {getattr(node, "module", "") for node in at_run_time} & type_checking


def test_bipartition_names_are_kept():
    names = "dark squares", "light squares"
    proof = replace(TRUE["parity, no cycle"][1], names=names)
    assert Proof.from_json(proof.to_json()).names == names


@pytest.mark.parametrize(
    "reason",
    [
        icosian.knight_graph(5).prove_no_hamiltonian_cycle(),
        icosian.king_graph(4).maximum_independent_set().bound,
    ],
)
def test_a_reason_is_printed_and_shown_in_a_notebook_as_it_is_explained(reason):
    shown = []
    reason._repr_pretty_(SimpleNamespace(text=shown.append), cycle=False)
    assert [str(reason)] == shown == [reason.explain()]
