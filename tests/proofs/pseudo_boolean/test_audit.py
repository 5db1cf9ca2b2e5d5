"""Audits: what they accept holds for every tour of the claim that they return."""

import re
from itertools import permutations
from random import Random

import networkx as nx
import pytest
from exports import chosen, holds, numbered, question_of, random_claim
from hypothesis import event, given, strategies as st
from naive import tours
from pseudo_boolean_checker import read_formula
from test_lower_bound import is_true
from test_positions import is_asked_for, timetables
from tour_bounds import weighted

import icosian
from icosian import InvalidArgument, InvalidProof
from icosian.proofs import Claim, audit
from icosian.proofs.pseudo_boolean.edges import tour_edges
from icosian.proofs.pseudo_boolean.formula import Numbers
from icosian.proofs.shared.codec import label_writer

randoms = st.integers(0, 2**32).map(Random)


def damaged(random, text):
    """Return a formula with one constraint changed, or replaced by a random one."""
    lines = text.split("\n")
    rows = [k for k, line in enumerate(lines) if ">=" in line and line[0] != "*"]
    k = random.choice(rows)
    words = lines[k].split()
    size = int(lines[0].split()[2])
    kind = random.randrange(5)
    if kind == 0 and len(words) > 5:
        del words[:2]
    elif kind == 1:
        words[-2] = str(int(words[-2]) + random.choice((-1, 1, 2)))
    elif kind == 2:
        words[0] = random.choice(("+1", "-1", "+2", "-3"))
    elif kind == 3:
        words[1] = f"x{random.randint(1, size)}"
    else:
        some = random.sample(range(1, size + 1), random.randint(1, min(size, 6)))
        sign = random.choice(("+1", "-1"))
        least = random.randint(1, 2) if sign == "+1" else random.randint(-len(some), 0)
        words = [word for x in some for word in (sign, f"x{x}")] + [">=", str(least), ";"]
    lines[k] = " ".join(words)
    return "\n".join(lines)


def accepts(G, text):
    """Return the claim if the audit accepts a formula."""
    try:
        return audit(G, text)
    except InvalidProof:
        return None


@given(randoms)
def test_whatever_is_accepted_about_edges_holds_for_every_tour(random):
    G, claim = random_claim(random)
    edges = tour_edges(G, claim, repr)
    some = frozenset(random.sample(range(len(edges.nodes)), 2))
    if len(edges.nodes) > 2:
        edges.border(some)
        edges.path(edges.all_ports(some))
    export = edges.finished(label_writer(G))
    every = list(tours(G, **question_of(claim)))
    ones = [
        chosen(export.variables, tour, closed=claim.closed, directed=G.is_directed())
        for tour in every
    ]
    for _ in range(6):
        text = damaged(random, export.formula)
        found = accepts(G, text)
        event(f"accepted: {found is not None}")
        if found is not None:
            assert found == claim
            _, rows = read_formula(text)
            assert all(holds(*row, some) for row in rows for some in ones)


@given(timetables(), randoms)
def test_whatever_is_accepted_about_numbers_holds_for_every_tour(drawn, random):
    G, asked = drawn
    export = Numbers(G, asked.statement, repr).finished()
    ones = [
        numbered(export.variables, order)
        for order in permutations(G)
        if is_asked_for(G, order, asked)
    ]
    for _ in range(6):
        text = damaged(random, export.formula)
        if accepts(G, text) is not None:
            _, rows = read_formula(text)
            assert all(holds(*row, some) for row in rows for some in ones)


@pytest.fixture(scope="module")
def petersen():
    G = nx.petersen_graph()
    return icosian.prove_no_hamiltonian_cycle(G).to_pseudo_boolean(G).formula


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("#variable= 15", "#variable= 16", "meaning"),
        ("#variable= 15", "#variable= 14", "meaning"),
        ("#constraint= 26", "#constraint= 25", "26 constraints, not 25"),
        ("* #variable", "* variable", "line 1"),
        ("* claim", "* no claim", "claim"),
        ("* variables edges", "* variables nodes", "neither"),
        ("* variables edges", "* variables numbers", "line"),
        ("* variables edges", "* variables edges\n* variables edges", "a second"),
        ("* x1 [0, 1]", "* x1 [0, 4]", "each once"),
        ("* x1 [0, 1]", "* x1 [0, 2]", "edges that tours may use"),
        ("* x1 [0, 1]", "* x1 [0, 99]", "99"),
        ("* x1 [0, 1]", "* x1 null", "edges that tours may use"),
        ("* x1 [0, 1]", "* x1 [0, 1, 2]", "neither an edge"),
        ("* x1 [0, 1]", '* x1 "ab"', "neither an edge"),
        ("* x1 [0, 1]", "* x1 {", "not a formula"),
        ("* x2 [0, 4]", "* x1 [0, 4]", "two meanings"),
        ("+1 x1 +1 x2 +1 x3 >= 2", "+1 x1 +1 x2 >= 2", "line 20"),
        ("+1 x1 +1 x2 +1 x3 >= 2", "+1 x1 +1 x2 +1 x3 >= 3", "line 20"),
        ("+1 x1 +1 x2 +1 x3 >= 2", "+1 x1 +1 x2 +1 x2 >= 2", "twice"),
        ("+1 x1 +1 x2 +1 x3 >= 2", "+1 x1 +1 x2 +1 x99 >= 2", "without a meaning"),
        ("+1 x1 +1 x2 +1 x3 >= 2 ;", "+1 x1 +1 x2 +1 x3 = 2 ;", "not a constraint"),
        ("+1 x1 +1 x2 +1 x3 >= 2 ;", "min: +1 x1 ;", "not a constraint"),
        ("+1 x1 +1 x2 +1 x3 >= 2 ;", "", "not a constraint"),
        ("-1 x1 -1 x2 -1 x3 >= -2", "-1 x1 -1 x2 -1 x3 >= -1", "line 22"),
        ("-1 x1 -1 x2 -1 x4 -1 x6 -1 x8 >= -4", "-1 x1 -1 x2 -1 x4 -1 x6 -1 x8 >= -3", "line"),
        ('{"closed": true}', '{"closed": 1}', "cycle"),
        ('{"closed": true}', '{"closed": true, "start": 0}', "without ends"),
        ('{"closed": true}', '{"closed": false, "start": 0, "end": 0}', "different"),
        ('{"closed": true}', '{"closed": false}', "edges that tours may use"),
        ('{"closed": true}', '{"closed": true, "forbid": [[0, 1]]}', "edges that tours may use"),
        ('{"closed": true}', '{"closed": true, "besides": [[0]]}', "every node once"),
        ('{"closed": true}', '{"closed": true, "shorter_than": "1e999999999"}', "exact"),
        ('{"closed": true}', "{}", "closed"),
        ('{"closed": true}', "7", "object"),
        ("* variables edges", "* variables edges\n* unit 0", "unit"),
        ("* variables edges", "* variables edges\n* unit 1/0", "not a formula"),
    ],
)
def test_what_is_not_such_a_formula_is_refused(petersen, old, new, why):
    assert old in petersen
    with pytest.raises(InvalidProof, match=why):
        audit(nx.petersen_graph(), petersen.replace(old, new, 1))


def test_a_formula_about_another_graph_is_refused(petersen):
    both_ways = nx.petersen_graph().to_directed()
    for G in (nx.complete_graph(10), nx.cycle_graph(10), nx.null_graph(), both_ways):
        with pytest.raises(InvalidProof):
            audit(G, petersen)
    for G, text in ((7, petersen), (nx.petersen_graph(), None)):
        with pytest.raises(InvalidArgument):
            audit(G, text)


def test_comments_on_constraints_are_not_read(petersen):
    other = re.sub(r"\* at .*", "* whatever", petersen)
    assert audit(nx.petersen_graph(), other) == Claim(closed=True)


def test_another_claim_is_returned_if_the_text_makes_one():
    # more may be asked of a tour than the constraints say
    G = nx.star_graph(3)
    formula = icosian.prove_no_hamiltonian_cycle(G).to_pseudo_boolean(G).formula
    text = formula.replace('{"closed": true}', '{"closed": true, "require": [[0, 1]]}')
    assert audit(G, text) == Claim(closed=True, require=((0, 1),))


@pytest.mark.parametrize("kind", [nx.Graph, nx.DiGraph, nx.MultiGraph, nx.MultiDiGraph])
def test_lengths_are_those_of_the_graph(kind):
    G = weighted(kind, [(u, v, 3 + abs(u - v)) for u in range(4) for v in range(4) if u != v])
    proof = icosian.shortest_hamiltonian_cycle(G).proof
    export = proof.to_pseudo_boolean(G)
    assert audit(G, export.formula) == proof.statement
    assert is_true(proof, G)
    shorter = G.copy()
    next(iter(shorter[0][1].values()) if G.is_multigraph() else iter([shorter[0][1]]))["weight"] = 1
    with pytest.raises(InvalidProof, match="line"):
        audit(shorter, export.formula)
    for weight in (None, lambda u, v, data: 100):
        with pytest.raises(InvalidProof, match="'weight', but"):
            audit(G, export.formula, weight=weight)
    fewer = export.formula.replace('"hidden": 0', '"hidden": 1')
    with pytest.raises(InvalidProof, match="without a length is 0"):
        audit(G, fewer)


def test_lengths_from_a_function_are_given_to_the_audit():
    def far(u, v, data):
        return 3 + abs(u - v)

    G = nx.complete_graph(4)
    proof = icosian.shortest_hamiltonian_cycle(G, weight=far).proof
    text = proof.to_pseudo_boolean(G, weight=far).formula
    assert audit(G, text, weight=far) == proof.statement
    with pytest.raises(InvalidArgument, match="finite"):
        audit(G, text, weight=lambda u, v, data: "far")
    for weight in ("weight", None):
        with pytest.raises(InvalidProof, match="are a function, but"):
            audit(G, text, weight=weight)


def test_places_have_no_numbers():
    places = icosian.Places([(0, 0), (0, 1), (1, 0)])
    G = nx.path_graph(3)
    text = Numbers(G, Claim(closed=False), repr).finished().formula
    with pytest.raises(InvalidProof, match="not to places"):
        audit(places, text)
