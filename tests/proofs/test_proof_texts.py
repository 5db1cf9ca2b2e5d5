"""Proofs as text and as pickles, and what their room may import."""

import ast
import itertools
import json
import pickle
import sys
from dataclasses import replace
from pathlib import Path

import networkx as nx
import pytest
from hypothesis import given, settings, strategies as st
from true_certificates import kind, true_certificates

import icosian
from icosian import InvalidProof, NoHamiltonianCycle, NoHamiltonianPath, Proof
from icosian.proofs import BipartitionImbalance, DegreeDeficiency, Disconnection, FrontierExhausted


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
    proof = icosian.prove_no_hamiltonian_cycle(G)
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


def test_equal_proofs_have_the_same_text():
    nodes = [f"node {k}" for k in range(30)]
    for order in (nodes, nodes[::-1]):
        proof = Disconnection(closed=True, part=frozenset(order))
        assert proof.to_json() == Disconnection(closed=True, part=frozenset(nodes)).to_json()


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


FULL = nx.complete_graph(6)  # has every tour, so nothing that is read may hold for it
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
    for name in ("DegreeDeficiency", "Disconnection", "BipartitionImbalance", "FrontierExhausted"):
        fields = dict.fromkeys(["nodes", "side", "part", "crowd", "others", "names", "order"], junk)
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
)


@settings(max_examples=25)
@given(
    st.fixed_dictionaries(
        {
            "kind": st.sampled_from(sorted(Proof._kinds)),
            "closed": st.booleans() | JSON,
            "start": st.none() | JSON,
            "end": st.none() | JSON,
        },
        optional=dict.fromkeys(
            ("nodes", "side", "part", "crowd", "others", "names", "order"), JSON
        ),
    )
)
def test_json_of_any_shape_is_refused_or_does_not_hold(payload):
    read_and_check(json.dumps(payload))
    read_and_check(json.dumps(payload), FULL)


@given(st.text() | st.binary() | JSON.map(json.dumps))
def test_any_text_is_refused(text):
    assert not read_and_check(text)


def test_a_part_that_is_empty_can_be_explained():
    proof = replace(TRUE["two components, no path"][1], part=frozenset())
    assert "There is no Hamiltonian path" in proof.explain()


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
    own = {"icosian.exceptions", "icosian._names"} | {
        f"icosian.proofs.{file.stem}" for file in files
    }
    for file in files:
        for module in imported_modules(file):
            root = module.split(".")[0]
            assert root in {"networkx", *sys.stdlib_module_names} or module in own, (file, module)


def test_exceptions_import_no_search_either():
    path = Path(sys.modules["icosian.exceptions"].__file__)
    type_checking = {"icosian.proofs", "icosian.tours"}
    assert set(imported_modules(path)) <= {"__future__", "typing", "networkx"} | type_checking
    tree = ast.parse(path.read_text(encoding="utf-8"))
    at_run_time = [node for node in tree.body if isinstance(node, ast.Import | ast.ImportFrom)]
    assert not {getattr(node, "module", "") for node in at_run_time} & type_checking


def test_bipartition_names_are_kept():
    proof = icosian.prove_no_hamiltonian_cycle(icosian.knight_graph(5))
    assert isinstance(proof, BipartitionImbalance)
    assert Proof.from_json(proof.to_json()).names == ("dark squares", "light squares")
