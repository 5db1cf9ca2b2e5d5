"""What an exported formula states is the claim of its proof, or there is no export."""

import json
from dataclasses import dataclass, field, fields, replace
from fractions import Fraction
from itertools import combinations, product
from random import Random

import networkx as nx
import pytest
from hypothesis import given, strategies as st
from lrat_checker import check as check_lrat
from pseudo_boolean_checker import check as check_opb
from together import together
from true_certificates import true_certificates

import icosian
from icosian import InvalidProof, NoHamiltonianCycle, NoHamiltonianPath
from icosian.exceptions import IcosianError, NoClausalForm, NoPseudoBooleanForm
from icosian.proofs import HOME, Claim, DegreeDeficiency, LowerBound, audit
from icosian.proofs.auditing import PARTS, _check_claim
from icosian.proofs.claim import (
    ENDS,
    ON_EDGES,
    Computed,
    _said,
    beyond,
    beyond_formulas,
    codec,
    sentence,
)
from icosian.proofs.formulas.opb import header
from icosian.proofs.instance import CycleInstance

G = nx.cycle_graph(5)

VALUES = {
    "start": [0],
    "end": [3],
    "require": [((0, 1),)],
    "forbid": [((0, 1), (1, 2))],
    "exclusive": [(((0, 1), (2, 3)),)],
    "positions": [((0, 3),)],
    "besides": [((0, 1, 2, 3, 4),)],
    "shorter_than": [0, 7, Fraction(1, 2)],
    "bottleneck": [True],
    "longer_than": [0, 3],
    "induced": [True],
    "weight": ["weight", "km", Computed()],
    "hidden": [2],
    "stops": [(0, 2)],
    "streets": ["all", ((0, 1),)],
    "either": [True],
    "groups": [((0, 1), (2,))],
    "prizes": [((0, 5), (1, Fraction(1, 2)))],
    "leave_out": [1],
    "chains": [((0, 1, 2),)],
    "depot": [0],
    "rounds": [2],
    "fewer_than": [0, 2],
    "symmetry": [((0, 1), (1, 0))],
    "disjoint": [2],
    "every_edge": [True],
}
"""What each field may say that is not its default."""


BOUND, ROUNDS = {"shorter_than": 7}, {"shorter_than": 7, "stops": (0, 2), "rounds": 2}
WITHIN = {
    **dict.fromkeys(("bottleneck", "weight", "hidden", "groups", "prizes", "leave_out"), BOUND),
    "either": {"streets": "all"},
    "depot": ROUNDS,
    "rounds": ROUNDS | {"rounds": 1},
}
"""What else a claim says that says something by a field."""


@together("name", list(VALUES))
def test_every_field_of_a_claim_is_said_in_words(name):
    names = DegreeDeficiency(closed=True, nodes=(1,), side="neighbours")
    claim = Claim(closed=False, **WITHIN.get(name, {}))
    said = {sentence(claim, names)}
    for value in VALUES[name]:
        if value != getattr(claim, name):
            said.add(sentence(replace(claim, **{name: value}), names))
    assert len(said) == 1 + len(VALUES[name])


def read_back(lines):
    """Return the claim and the kind that the first comments state."""
    said, variables = (line.partition(" ")[2] for line in lines)
    return codec(Claim).read(json.loads(said), lambda v: v), variables


def test_every_field_of_a_claim_is_tried():
    assert {item.name for item in fields(Claim)} == {"closed", *VALUES}
    for name, values in VALUES.items():
        for value in values:
            assert {*beyond(Claim(closed=True, **{name: value}), ())} == {"closed", name}


@pytest.mark.parametrize("formulas", [*PARTS, "something new"])
@together("closed", [False, True])
def test_the_first_comments_are_read_back_as_the_claim_or_refused(formulas, closed):
    one = [{name: value} for name, values in VALUES.items() for value in values]
    two = [a | b for a, b in combinations(one, 2) if a.keys() != b.keys()]
    stated = set()
    for said in [{}, *one, *two]:
        claim = Claim(closed=closed, **said)
        try:
            lines = header(claim, formulas, lambda v: v)
        except NoPseudoBooleanForm as error:
            unknown = beyond_formulas(claim, formulas)
            assert unknown
            assert all(name in str(error) for name in unknown)
            with pytest.raises(InvalidProof, match=f"says nothing of .*{unknown[0]}"):
                _check_claim(G, claim, formulas)
            continue
        stated |= said.keys()
        assert read_back(lines) == (claim, formulas)
    assert (formulas in {"edges", "numbers", "order", "cycles"}) == bool(stated)


@dataclass(frozen=True, kw_only=True)
class Further(Claim):
    """A claim with a field that nobody knows."""

    at_night: bool = False


@dataclass(frozen=True, kw_only=True)
class Inner(Claim):
    """A claim that says no more than which edges there are not."""

    not_ends: tuple = field(
        default=(),
        metadata=_said("edges", avoids=lambda v: [e for w in v for e in ((w, HOME), (HOME, w))]),
    )


def test_a_new_field_is_refused_everywhere_until_it_says_how_it_is_written():
    claim = Further(closed=True, at_night=True)
    assert claim.has_conditions
    assert beyond(claim, ON_EDGES) == ["at_night"]
    with pytest.raises(InvalidProof, match="with conditions"):
        CycleInstance(G, claim)
    for formulas, refusal in product(PARTS, (NoPseudoBooleanForm, NoClausalForm)):
        with pytest.raises(refusal, match="at_night"):
            header(claim, formulas, lambda v: v, refusal)
        with pytest.raises(InvalidProof, match="at_night"):
            _check_claim(G, claim, formulas)
    assert not Further(closed=True).has_conditions
    assert header(Further(closed=True), "edges", str) == [
        'claim {"closed": true}',
        "variables edges",
    ]


def test_a_new_field_about_edges_needs_nothing_else():
    claim = Inner(closed=False, not_ends=(1, 2))
    net = CycleInstance(nx.path_graph(4), replace(claim, not_ends=()))
    with pytest.raises(InvalidProof, match="with conditions"):
        CycleInstance(nx.path_graph(4), claim)
    assert net.home is not None
    assert set(claim.edges_avoided) == {(1, HOME), (HOME, 1), (2, HOME), (HOME, 2)}


# -- Whole proofs

EXPORTS = {
    "to_pseudo_boolean": (NoPseudoBooleanForm, check_opb),
    "to_lrat": (NoClausalForm, check_lrat),
}


def exported(proof, G, **lengths):
    """Yield the exports of a proof after a checker and the audit have accepted them."""
    for name, (refusal, check) in EXPORTS.items():
        more = lengths if name == "to_pseudo_boolean" and isinstance(proof, LowerBound) else {}
        try:
            export = getattr(proof, name)(G, **more)
        except refusal:
            continue
        check(export.formula, export.proof)
        assert audit(G, export.formula, **more) == proof.statement
        yield name


CERTIFICATES = {name: (G, proof) for name, G, proof in true_certificates()}


@together("name", list(CERTIFICATES))
def test_a_true_certificate_states_its_claim_in_each_export_and_nothing_with_more_does(name):
    G, proof = CERTIFICATES[name]
    weight = {"weight": proof.weight} if isinstance(getattr(proof, "weight", None), str) else {}
    list(exported(proof, G, **weight))
    own = {item.name for item in fields(proof)}
    for other in own & VALUES.keys() - set(ENDS):
        for value in VALUES[other]:
            try:
                changed = replace(proof, **{other: value})
                list(exported(changed, G, **weight))
            except IcosianError:  # it does not hold, or is refused
                continue


def test_a_cycle_without_two_edges_is_not_said_to_have_no_tour():
    proof = icosian.prove_no_hamiltonian_cycle(G, exclusive=[((0, 1), (2, 3))])
    assert list(exported(proof, G)) == ["to_lrat"]
    text = proof.to_lrat(G).formula
    said = '{"closed": true, "exclusive": [[[0, 1], [2, 3]]]}'
    assert text.startswith(f"c claim {said}\n")
    for other in (
        '{"closed": true}',
        '{"closed": true, "exclusive": [[[0, 1], [1, 2]]]}',
        '{"closed": true, "exclusive": []}',
    ):
        with pytest.raises(InvalidProof, match="not known to hold"):
            audit(G, text.replace(said, other))
    for other in ("[[[0, 1], [1, 0]]]", "[[[0, 1], [0, 1]]]"):
        with pytest.raises(InvalidProof, match="exclude itself"):
            audit(G, text.replace("[[[0, 1], [2, 3]]]", other))
    for other in (
        "[[[0, 1]]]",
        "[[[0, 1], [2, 9]]]",
        "[[0, 1]]",
        "[[[0, 1], [2, 3], [3, 4]]]",
        "7",
    ):
        with pytest.raises(InvalidProof):
            audit(G, text.replace("[[[0, 1], [2, 3]]]", other))


@given(st.integers(0, 2**32).map(Random))
def test_whatever_is_asked_of_a_tour_is_stated_by_the_exports_of_its_proof(random):
    size, closed = random.randint(3, 6), random.random() < 0.5
    H = nx.gnp_random_graph(
        size, random.choice((0.5, 0.7, 1)), seed=random, directed=random.random() < 0.4
    )
    edges, nodes = list(H.edges), random.sample(range(size), size)
    if len(edges) < 4:
        return
    some = random.sample(edges, 4)
    asked = {}
    if random.random() < 0.7:
        pairs = list(combinations(edges, 2))
        asked["exclusive"] = random.sample(pairs, random.randint(1, min(20, len(pairs))))
    if random.random() < 0.3:
        asked["require"] = some[:1]
    if random.random() < 0.3:
        asked["forbid"] = some[1:3]
    if random.random() < 0.3:
        asked["positions"] = {nodes[0]: 1, nodes[1]: random.randint(2, size)}
    if random.random() < 0.3:
        asked["order"] = [nodes[: random.randint(2, 3)]]
    if random.random() < 0.5 or "positions" in asked or "order" in asked:
        asked["start"] = nodes[0]
    prove = icosian.hamiltonian_cycle if closed else icosian.hamiltonian_path
    try:
        prove(H, **asked)
    except (NoHamiltonianCycle, NoHamiltonianPath) as error:
        list(exported(error.proof, H))
    except IcosianError:  # conditions clash
        return
