"""Lower bounds of tours: what holds is true, and the bounds are as good as their weights."""

import json
import math
import random
import re
from collections import Counter
from contextlib import suppress
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from itertools import combinations, pairwise, permutations, product
from random import Random

import networkx as nx
import numpy as np
import pytest
from hypothesis import event, given, strategies as st
from mutations import HELD, MALFORMED, REACHED, UNREAD, exchanged, holds, mutants, read
from together import examples, rounds, together
from tour_bounds import CONDITIONS, lower_bound, shortest, weighted
from true_certificates import CLOSED, FROM_0, FROM_0_TO_1, OPEN, TO_0, named, refused

import icosian
from icosian import InvalidArgument, InvalidProof, Proof, knight_graph
from icosian.exceptions import NoPseudoBooleanForm
from icosian.proofs import DualWeights, LowerBound
from icosian.proofs.certificate import verify
from icosian.proofs.lengths import Omissions, SymmetricInstance
from icosian.proofs.relaxations import PartialTours
from tests.tours.shortest.cases import least_cost_of, random_order, random_selection

KINDS = [nx.Graph, nx.DiGraph, nx.MultiGraph, nx.MultiDiGraph]
LENGTHS = [
    *(0, 1, 2, 3, 5, 8, -1, -4, True, None, 0.5, -2.75, Fraction(1, 3), Decimal("1.25")),
    *(np.int64(4), np.float64(1.5), np.float32(0.25)),
]
randoms = st.integers(0, 2**32).map(Random)


def conditions(proof):
    return {name: getattr(proof, name) for name in CONDITIONS} | {"weight": proof.weight}


def is_true(proof, G):
    """Return True if no tour is shorter, by trying all."""
    least = shortest(G, **conditions(proof))
    return least is None or least >= proof.bound


def random_question(random, G):
    """Return ends and conditions on edges."""
    nodes, edges = list(G), [(u, v) for u, v, *_ in G.edges() if u != v]
    question = random.choice((CLOSED, OPEN, FROM_0, TO_0, FROM_0_TO_1))
    if edges and random.random() < 0.3:
        question = question | {"require": (random.choice(edges),)}
    if random.random() < 0.3:
        question = question | {"forbid": (tuple(random.sample(nodes, 2)),)}
    if set(question.get("require", ())) & set(question.get("forbid", ())):
        return random_question(random, G)
    return question


def random_graph(random, kind, *, lengths=range(-3, 13)):
    n, p = random.randint(3, 5), random.choice((0.6, 0.9, 1))
    G = kind()
    G.add_nodes_from(range(n))
    pairs = [(u, v) for u in range(n) for v in range(n) if random.random() < p]
    if not G.is_directed():
        pairs = [(u, v) for u, v in pairs if u <= v]
    if G.is_multigraph():
        pairs += random.choices(pairs, k=n) if pairs else []
    for u, v in pairs:
        G.add_edge(u, v, **({"weight": random.choice(lengths)} if random.random() < 0.9 else {}))
    return G


def random_case(seed, kind, *, less=0, **options):
    """Return a graph, a question, the length of a shortest tour, and how to make the proof."""
    random = Random(seed)
    while True:
        G = random_graph(random, kind, **options)
        question = random_question(random, G)
        try:
            least = shortest(G, **question)
            form = random.choice(({}, {"by_trees": True}, {"with_root": False}, {"splits": 2}))
            bound = 50 if least is None else least - less
            return G, bound, lower_bound(G, bound, **question, **form)
        except InvalidProof:  # a hidden edge was required
            continue


# what is true can be proved


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
@given(st.integers(0, 2**32))
@examples(10)
def test_the_length_of_a_shortest_tour_can_be_proved_and_no_more(kind, seed):
    G, bound, proof = random_case(seed, kind)
    proof.check(G)
    text = proof.to_json()
    assert Proof.from_json(text) == proof
    least = shortest(G, **conditions(proof))
    event("no tour" if least is None else "tour")
    if least is not None:
        refused(replace(proof, bound=bound + 1), G, "room for a shorter tour")
        refused(replace(proof, bound=bound + Fraction(1, 10)), G, "room for a shorter tour")
    replace(proof, bound=bound - Fraction(1, 10)).check(G)
    replace(proof, bound=bound - 1).check(G)


HANDLE = nx.Graph([(0, 1), (1, 2), (2, 0), (3, 4), (4, 5), (5, 3), (0, 3), (1, 4), (2, 5)])


def prism():
    """Return the graph whose shortest cycle needs a comb: two dear triangles, three cheap edges."""
    G = nx.complete_graph(6)
    for u, v in G.edges:
        G[u][v]["weight"] = 9 if not HANDLE.has_edge(u, v) else 2 if v - u == 3 else 3
    return G


def test_a_comb_proves_what_sets_do_not():
    G = prism()
    least = shortest(G, **CLOSED)
    proof = lower_bound(G, least, with_combs=True, with_root=False, **CLOSED)
    assert any(len(family) == 4 for family in proof.families)
    proof.check(G)
    refused(replace(proof, bound=least + 1), G, "room for a shorter tour")


# what is false is refused


CHANGED = "room for a shorter tour|multiplier|of a comb|a comb has|a case is split"


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
@given(randoms, st.integers(0, 2**32))
@examples(6)
def test_no_weights_and_no_tree_prove_more_than_is_true(kind, random, seed):
    G, bound, proof = random_case(seed, kind)
    if shortest(G, **conditions(proof)) is None:
        return
    size = len(proof.weights[0].potentials)
    for _ in range(20):
        families = [*proof.families, *(random_family(random, size) for _ in range(3))]

        def weights(families=families):
            base = random.choice(proof.weights)
            shift = random.choice((0, 1, 30, 300))
            potentials = tuple(pi + random.randint(-shift, shift) for pi in base.potentials)
            some = dict(base.families) if random.random() < 0.5 else {}
            some |= {random.randrange(len(families)): random.randint(1, 90) for _ in range(2)}
            some |= {f: -z for f, z in some.items() if random.random() < 0.2}
            return DualWeights(
                potentials=potentials, families=tuple(some.items()) if random.random() < 0.7 else ()
            )

        pairs = [(u, v) for u in range(size) for v in range(u)]
        sets = [(f,) for f, family in enumerate(families) if len(family) == 1]
        tree = random_tree(random, [*pairs, *2 * sets], len(proof.weights) + 1)
        wrong = replace(
            proof,
            bound=bound + random.choice((1, Fraction(1, 7))),
            families=tuple(families),
            root=random.choice((None, proof.root, weights())),
            weights=(*proof.weights, weights()),
            tree=random.choice((tree, proof.tree)),
        )
        refused(wrong, G, CHANGED)
        refused(replace(wrong, families=proof.families), G, CHANGED)


def random_family(random, size):
    sets = random.choice((1, 1, 4, 4, 4, 3, 6))
    if sets == 1 or size < 6:
        return (tuple(random.sample(range(size), random.randint(1, size - 1))),)
    nodes = random.sample(range(size), 6)
    return (tuple(nodes[::2]), *(tuple(nodes[k : k + 2]) for k in range(0, 2 * sets - 2, 2)))


def random_tree(random, pairs, leaves, depth=0):
    if depth == 3 or random.random() < 0.4:
        return (random.randrange(leaves),)
    split = random.choice(pairs)
    below = (random_tree(random, pairs, leaves, depth + 1) for _ in range(2))
    return (split, *(entry for tree in below for entry in tree))


# one certificate, and all that may be wrong with it

SQUARE = weighted(
    nx.Graph, [(0, 1, 1), (1, 2, 2), (2, 3, 1), (3, 0, 2), (0, 2, 4), (1, 3, 4)], range(4)
)
"""Its shortest cycle has length 6."""
ONE = LowerBound(
    **CLOSED,
    bound=6,
    nodes=(0, 1, 2, 3),
    scale=2,
    families=(((0, 1),),),
    weights=(
        DualWeights(potentials=(1, 1, 1, 1), families=((0, 2),)),
        DualWeights(potentials=(1, 1, 1, 1)),
    ),
    tree=(0,),
)


COMB = ((0, 2, 4), (0, 1), (2, 3), (4, 5))
MANY = DualWeights(potentials=(0,) * 4, families=((0, 1), (1, 1), (2, 1)))


@together("root", [False, True])
@together("G", [nx.empty_graph(1), nx.empty_graph(2), nx.path_graph(2), nx.star_graph(3)])
def test_where_a_node_has_not_two_edges_no_tour_is_shorter(G, root):
    weights = DualWeights(potentials=(0,) * len(G))
    proof = LowerBound(
        closed=True,
        bound=5,
        nodes=tuple(G),
        scale=1,
        root=weights if root else None,
        weights=(weights,),
        tree=(0,),
        weight=None,
    )
    proof.check(G, weight=None)


def two_triangles():
    """Return a prism, and a bound by whether the border of a triangle is crossed twice."""
    # Cycles that cross it twice have length 16, others at least 21.
    six = {"closed": True, "nodes": tuple(range(6)), "scale": 2, "families": (((0, 1, 2),),)}
    twice = DualWeights(potentials=(3,) * 6, families=((0, -2),))
    often = DualWeights(potentials=(3,) * 6, families=((0, 11),))
    return prism(), LowerBound(**six, bound=16, weights=(twice, often), tree=((0,), 0, 1))


def test_a_border_is_crossed_twice_or_at_least_four_times():
    G, proof = two_triangles()
    twice, often = proof.weights
    assert shortest(G, **CLOSED) == 16
    proof.check(G)
    refused(replace(proof, bound=17), G, "room for a shorter tour")
    assert "first whether the border of a set of 3 nodes is crossed only twice" in proof.explain()
    assert Proof.from_json(proof.to_json()) == proof
    refused(replace(proof, tree=((0,), 0, 0)), G, "must be positive")
    refused(replace(proof, tree=((0,), 1, 1)), G, "room for a shorter tour")
    refused(replace(proof, tree=(0,)), G, "must be positive")
    refused(replace(proof, tree=((0, 1), 0, 0)), G, "must be positive")
    refused(replace(proof, root=twice), G, "must be positive")
    without, less = (replace(twice, families=((0, z),)) for z in (0, -1))
    refused(replace(proof, weights=(without, often)), G, "must be positive")
    replace(proof, weights=(less, often)).check(G)
    refused(replace(proof, tree=(0,), weights=(often,)), G, "room for a shorter tour")
    payload = json.loads(proof.to_json())
    for mutant in mutants(payload):
        wrong = read(mutant)
        if isinstance(wrong, LowerBound) and holds(wrong, G, **named(wrong)):
            assert is_true(wrong, G), mutant


@pytest.mark.slow
@together("edges", [[(0, 1)], [(0, 1), (1, 0)], []])
@together("kind", [nx.Graph, nx.DiGraph, nx.MultiGraph])
@together("n", [1, 2])
def test_a_bound_on_one_or_two_nodes_is_refused_or_true(edges, kind, n):
    G = kind(edges if n == 2 else [])
    G.add_nodes_from(range(n))
    for question in (CLOSED, OPEN, FROM_0, TO_0, FROM_0_TO_1):
        for size in range(1, 8):
            none = DualWeights(potentials=(0,) * size)
            for bound in (-1, 0, 1, 2, 3, 100):
                proof = LowerBound(
                    **question,
                    bound=bound,
                    nodes=tuple(range(n)),
                    scale=1,
                    weights=(none, DualWeights(potentials=(50,) * size)),
                    tree=(0,),
                )
                for leaf in (0, 1):
                    wrong = replace(proof, tree=(leaf,))
                    assert not holds(wrong, G, **named(wrong)) or is_true(wrong, G)


# lengths


def test_the_weights_are_those_of_the_attribute_that_is_named():
    G = nx.Graph()
    for u, v, length in SQUARE.edges(data="weight"):
        G.add_edge(u, v, miles=length)
    refused(ONE, G, "'weight', but 1 for each edge is meant")
    proof = replace(ONE, weight="miles")
    proof.check(G, weight="miles")
    refused(proof, G, "'miles', but 1 for each edge is meant")
    refused(ONE, G, "'weight', but the edge attribute 'miles' is meant", weight="miles")
    refused(replace(ONE, bound=5, weight=None), SQUARE, "room", weight=None)
    each = replace(ONE, bound=4, weight=None, tree=(1,))
    each.check(SQUARE, weight=None)
    each.check(G)  # no edge has a weight
    refused(each, SQUARE, "1 for each edge, but the edge attribute 'weight' is meant")
    with pytest.raises(InvalidArgument, match="no edge has the attribute 'mile'"):
        proof.check(G, weight="mile")
    with pytest.raises(InvalidArgument, match="name of an attribute"):
        ONE.check(SQUARE, weight=5)


def test_lengths_are_rounded_down_to_multiples_of_the_unit():
    G = weighted(nx.Graph, [(u, v, math.sqrt(c)) for u, v, c in SQUARE.edges(data="weight")])
    least = shortest(G, **CLOSED)
    thousandths = least // Fraction(1, 1000) * Fraction(1, 1000) - Fraction(4, 1000)
    proof = lower_bound(G, thousandths, unit=Fraction(1, 1000), **CLOSED)
    proof.check(G)
    assert proof.explain().endswith("Lengths were rounded down to multiples of 0.001.")
    assert Proof.from_json(proof.to_json()) == proof
    refused(replace(proof, bound=least + Fraction(1, 1000)), G, "room for a shorter tour")
    for unit in (1, Fraction(1, 999), None, 10**6):
        for bound in (thousandths, least + Fraction(1, 10**9)):
            wrong = replace(proof, unit=unit, bound=bound)
            assert not holds(wrong, G, **named(wrong)) or bound == thousandths


def test_what_is_neither_graph_nor_places_is_refused():
    for thing in (None, 5, "abc", [0, 1], {0: [1]}, object(), nx.Graph):
        with pytest.raises(InvalidArgument, match="networkx graph"):
            ONE.check(thing)
    refused(ONE, nx.null_graph(), "null graph")


# what a bound claims


# text


def test_bounds_are_printed_as_decimals_that_are_true():
    thirds = replace(ONE, bound=Fraction(17, 3), unit=Fraction(1, 3))
    assert thirds.claim.endswith("no Hamiltonian cycle shorter than 5.66666666666")
    assert thirds.explain().endswith("Lengths were rounded down to multiples of 1/3.")
    millionths = replace(ONE, bound=Fraction(12345678901, 10**6), unit=Fraction(1, 10**6))
    assert millionths.claim.endswith("shorter than 12345.678901")
    assert millionths.explain().endswith("Lengths were rounded down to multiples of 0.000001.")


def test_edges_of_home_and_of_boards_have_names():
    board = knight_graph(3, 4)
    nodes = tuple(board)
    none = DualWeights(potentials=(0,) * 13)
    proof = LowerBound(
        **OPEN, ranks=3, bound=11, nodes=nodes, scale=1, weights=(none,), tree=((0, 12), 0, 0)
    )
    assert "first whether a3 (as an end) is used" in proof.explain()
    inside = next(v for v, node in enumerate(nodes) if node in board[nodes[0]])
    assert f"a3-{'' if inside else '?'}" in replace(proof, tree=((0, inside), 0, 0)).explain()
    assert "first whether 99-98" in replace(proof, tree=((99, 98), 0, 0)).explain()


@pytest.mark.slow
def test_a_tree_of_many_cases_is_not_followed_deeper_than_there_are_edges():
    tree = (*((0, 1) for _ in range(50_000)), *(0 for _ in range(50_001)))
    proof = replace(ONE, tree=tree)
    assert Proof.from_json(proof.to_json()) == proof
    assert proof.explain()
    refused(proof, SQUARE, "split twice")


# ticks


def test_there_is_a_tick_at_every_case():
    tree = ((0, 1), (1, 2), (2, 3), 0, 0, 0, 0)
    calls = []
    verify(replace(ONE, tree=tree), SQUARE, lambda: calls.append(0))
    assert len(calls) >= 4


# -- Tours that may leave out places


ARITHMETIC = r"room for a shorter|cost less than the bound|within a set that the root"


def certificate(seed):
    """Return places, a question about them, and a certificate that the search made, if any."""
    places, question = random_selection(seed, most=5, unit=1)
    return places, icosian.shortest_tour(places, **question).proof


def least(places, proof):
    """Return the least cost of the tours that a certificate speaks of, None if unknown."""
    if proof.require or proof.forbid:
        return None
    asked = ("closed", "start", "end", "groups", "prizes", "leave_out")
    return least_cost_of(places, **{name: getattr(proof, name) for name in asked})


@pytest.mark.parametrize("closed", [True, False])
@given(randoms)
@examples(25)
def test_what_follows_from_the_degrees_of_groups_holds_and_no_more_than_is_true(closed, random):
    spots = [(random.randrange(6), random.randrange(6)) for _ in range(random.randint(4, 6))]
    places, scale, high = icosian.Places(spots, "EUC_2D"), random.choice((1, 2)), 12
    nodes = random.sample(places.nodes, len(spots))
    groups = tuple((*nodes[k::4],) for k in range(4))
    potentials = [random.choice((0, 0, random.randint(-high, high))) for _ in nodes]
    potentials += [] if closed else [random.randint(-high, 0)]
    paid = [random.randint(1, high) for _ in groups]
    proof = LowerBound(
        closed=closed,
        bound=0,
        nodes=places.nodes,
        scale=scale,
        groups=groups,
        families=tuple((group,) for group in groups),
        weights=(DualWeights(potentials=tuple(potentials), families=tuple(enumerate(paid))),),
        tree=(0,),
    )
    total = 2 * (sum(paid) + sum(potentials))
    part = [next(k for k, group in enumerate(groups) if v in group) for v in places.nodes]
    part, paid = [*part, 4], [*paid, 0]  # home is in none
    for u, v in combinations(range(len(potentials)), 2):
        length = places.length(u, v) if v < len(spots) else 0
        toll = paid[part[u]] + paid[part[v]] if part[u] != part[v] else 0
        total += min(0, scale * length - potentials[u] - potentials[v] - toll)
    free = [v for group in groups if len(group) > 1 for v in group]
    total += sum(min(0, -2 * potentials[v]) for v in free)
    replace(proof, bound=-(-total // scale)).check(places)
    refused(replace(proof, bound=least(places, proof) + 1), places, ARITHMETIC)


def partial_questions(rng, proof):
    """Yield other questions of which the certificate may speak."""
    nodes = proof.nodes
    yield {"leave_out": proof.leave_out + 1}
    yield {"groups": proof.groups[1:]}
    yield {"groups": (tuple(rng.sample(nodes, 2)),)}
    yield {"prizes": proof.prizes[1:]}
    yield {"prizes": tuple((v, 0) for v, _ in proof.prizes)}
    yield {"prizes": tuple((v, 0) for v in rng.sample(nodes, 2))}
    if not proof.closed:
        yield {"start": None}


TOOTHED = ((0, 1, 2), (0, 3), (1, 4), (2, 5))
TWINS = [(v, v + 6) for v in range(6)]


def test_a_comb_holds_where_both_parts_of_its_teeth_are_visited():
    places = icosian.Places([(v % 3, v // 3) for v in range(12)], "manhattan")
    proof = icosian.shortest_tour(places, groups=TWINS).proof
    wide = tuple((*part, *(v + 6 for v in part)) for part in TOOTHED)
    replace(proof, families=(*proof.families, wide)).check(places)
    why = "both parts of a tooth are visited"
    refused(replace(proof, families=(*proof.families, TOOTHED)), places, why)
    free = {"groups": TWINS[1:], "prizes": ((0, 0), (6, 0))}
    refused(replace(proof, families=(*proof.families, wide), **free), places, why)


def test_a_place_that_is_always_visited_is_a_part_of_a_tooth():
    places = icosian.Places([(v % 3, v // 3) for v in range(12)], "manhattan")
    groups = TWINS[1:]
    proof = icosian.shortest_tour(places, groups=groups, prizes={6: 5}).proof
    wide = ((0, *TOOTHED[0][1:], 7, 8), (0, 3, 9), (1, 7, 4, 10), (2, 8, 5, 11))
    replace(proof, families=(*proof.families, wide)).check(places)
    why = "both parts of a tooth are visited"
    other = tuple(tuple(6 if v == 0 else v for v in part) for part in wide)
    refused(replace(proof, families=(*proof.families, other)), places, why)
    refused(replace(proof, families=(*proof.families, wide), prizes=((0, 5), (6, 5))), places, why)


def test_an_end_of_an_edge_to_use_is_a_part_of_a_tooth():
    places = icosian.Places([(v % 3, v // 3) for v in range(12)], "manhattan")
    asked = {"groups": TWINS[1:], "prizes": {0: 5, 6: 5}}
    wide = ((0, *TOOTHED[0][1:], 7, 8), (0, 3, 9), (1, 7, 4, 10), (2, 8, 5, 11))
    proof = icosian.shortest_tour(places, require=[(0, 1)], **asked).proof
    replace(proof, families=(*proof.families, wide)).check(places)
    free = icosian.shortest_tour(places, **asked).proof
    why = "both parts of a tooth are visited"
    refused(replace(free, families=(*free.families, wide)), places, why)


def test_cases_split_on_a_border_only_where_some_place_on_both_sides_is_visited():
    places = icosian.Places([(v % 3, v // 3) for v in range(12)], "manhattan")
    proof = icosian.shortest_tour(places, groups=TWINS).proof
    new, why = len(proof.families), "need not cross the border"

    def split(*some):
        tree = ((new,), *proof.tree, *proof.tree)
        return replace(proof, families=(*proof.families, (some,)), tree=tree)

    split(0, 1, 2, 6, 7, 8).check(places)
    split(0, 6, 7).check(places)
    refused(split(0, 1, 2, 3, 4, 5), places, why)
    refused(split(1, 2), places, why)
    refused(split(*range(5), *range(6, 12)), places, why)


@pytest.mark.parametrize("directed", [False, True])
def test_what_cases_of_a_border_of_groups_prove_is_true(directed):
    rng, reached = random.Random(0), 0
    for _ in range(rounds(4)):
        rows = [[rng.randint(5, 9) * (u != v) for v in range(6)] for u in range(6)]
        if not directed:
            rows = [[rows[min(u, v)][max(u, v)] for v in range(6)] for u in range(6)]
        places, groups = icosian.Places.from_matrix(rows), tuple((v, v + 3) for v in range(3))
        paid = ((1, rng.randint(2, 4)), (2, rng.randint(2, 4)))
        twice, often = (
            DualWeights(families=((0, z), *paid)) for z in (rng.randint(-2, -1), rng.randint(1, 2))
        )
        proof = LowerBound(
            closed=True,
            bound=0,
            nodes=places.nodes,
            scale=1,
            groups=groups,
            families=tuple(((v, v + 3, *((v + 6, v + 9) if directed else ())),) for v in range(3)),
            weights=(twice, often),
            tree=((0,), 0, 1),
        )
        refused(replace(proof, bound=-99, tree=((0,), 0, 0)), places, "must be positive")
        most = int(least(places, proof))
        passed = [k for k in range(-9, most + 9) if holds(replace(proof, bound=k), places)]
        assert max(passed, default=0) <= most
        reached = max(reached, *passed)
    assert reached > 0


@pytest.mark.parametrize("directed", [False, True])
def test_no_cycle_that_visits_its_parts_crosses_a_comb_less(directed):
    rng, count = random.Random(0), 0
    for _ in range(60):
        groups = [{v} for v in range(6)]
        for v in (6, 7):
            rng.choice(groups).add(v)
        sides = [[groups[v] for v in part] for part in TOOTHED]
        size = 8 * (1 + directed)
        teeth = [set().union(*side) for side in sides]
        # Some places that need not be visited move in and out, one port of them alone as well.
        teeth = [tooth | {v + 8 for v in tooth if directed} for tooth in teeth]
        teeth[0] ^= {v for v in range(size) if v % 8 > 5 and rng.random() < 0.5}
        family = tuple(tuple(sorted(part)) for part in teeth)
        rows = [{v: 1 for v in range(size) if v != u} for u in range(size)]
        allowances = [(frozenset(group), len(group) - 1) for group in groups]
        problem = SymmetricInstance(
            lengths=rows,
            required=frozenset(),
            unit=Fraction(1),
            is_doubled=directed,
            omissions=Omissions(dict.fromkeys(range(8), 0), 2 if directed else 3, allowances),
        )
        try:
            tours = PartialTours(problem, (family,), 1, 0, lambda *_: None)
        except InvalidProof:
            continue
        count += 1
        ((parts, crossings),) = tours._families
        assert crossings == 10
        for _ in range(200):
            chosen = [rng.choice(sorted(group)) for group in groups]
            chosen += [v for v in (6, 7) if v not in chosen and rng.random() < 0.5]
            rng.shuffle(chosen)
            around = [*chosen, chosen[0]]
            steps = [(u, v + 8 * directed) for u, v in pairwise(around)]
            steps += [(v, v + 8) for v in chosen if directed]
            assert sum((u in some) != (v in some) for some in parts for u, v in steps) >= 10
    assert count > 10


RESTS = ((6,), (9,), (7,), (10,), (8,), (11,))
"""The other places of the groups of the parts of three teeth."""


def test_a_part_of_a_tooth_that_may_be_missed_has_a_rest_of_its_own():
    places = icosian.Places([(v % 3, v // 3) for v in range(12)], "manhattan")
    proof = icosian.shortest_tour(places, groups=TWINS).proof

    def with_comb(*family, **change):
        return replace(proof, families=(*proof.families, family), **change)

    with_comb(*TOOTHED, *RESTS).check(places)
    why = "both parts of a tooth are visited, or a place of their rests"
    for k in range(6):
        refused(with_comb(*TOOTHED, *RESTS[:k], *RESTS[k + 1 :]), places, why)
        others = (*RESTS[:k], RESTS[k - 1], *RESTS[k + 1 :])
        refused(with_comb(*TOOTHED, *others), places, why)
    # Groups whose rest is not all there, and a rest outside of which nothing need be visited.
    both = {"groups": ((0, 3, 6), *(pair for pair in TWINS if pair[0] not in (0, 3)))}
    refused(with_comb(*TOOTHED, *RESTS, **both), places, why)
    refused(with_comb(*TOOTHED, *RESTS, groups=(tuple(range(12)),)), places, why)
    # A rest across the handle is a tooth, and without teeth there is no comb.
    refused(with_comb(*TOOTHED, (6, 0, 9), *RESTS[2:]), places, "an odd number of teeth")
    refused(with_comb((0, 1, 2), (6,), (7,), (8,)), places, "a comb without teeth")
    # A cycle may lie within a handle of a comb, but not within a set alone.
    wide, root = (0, 1, 2, *range(6, 12)), DualWeights(families=((len(proof.families), 1),))
    with_comb(wide, *TOOTHED[1:], *RESTS, root=root).check(places)
    refused(with_comb(wide, root=root), places, "may lie within a set that the root weighs")


@pytest.mark.slow
@pytest.mark.parametrize("directed", [False, True])
def test_no_cycle_crosses_a_comb_that_is_accepted_less_than_is_read(directed):
    rng, accepted, with_rests = random.Random(0), 0, 0
    cycles = [
        (*some[:1], *others)
        for k in range(2 if directed else 3, 7)
        for some in combinations(range(6), k)
        for others in permutations(some[1:])
    ]
    size = 6 * (1 + directed)
    for _ in range(rounds(500)):
        # 1. Groups of which some meet, sets with more left out, and places that are visited.
        groups = [(frozenset(rng.sample(range(6), rng.randint(1, 3))), None) for _ in range(3)]
        allowances = [(some, len(some) - rng.choice((1, 1, 2))) for some, _ in groups]
        allowances = [(some, most) for some, most in allowances if most >= 0]
        stay = {v for v in range(6) if rng.random() < 0.1}
        label = [(rng.randint(0, 1), rng.choice((0, 1, 1, 2, 2, 3, 3))) for _ in range(size)]
        if rng.random() < 0.7:
            label[:6] = rng.sample([(h, t) for h in (0, 1) for t in (1, 2, 3)], 6)
        if directed and rng.random() < 0.7:
            label[6:] = label[:6]
        # 2. The rests that some groups have of the parts, in order, some of them wrong.
        sets = [tuple(v for v in range(size) if label[v][0])]
        sets += [tuple(v for v in range(size) if label[v][1] == j) for j in (1, 2, 3)]
        rests = []
        for j, h in product((1, 2, 3), (1, 0)):
            part = {v for v in range(6) if label[v] == (h, j)}
            others = [some - part for some, _ in allowances if some & part]
            rest = rng.choice(others) if others else frozenset()
            if rng.random() < 0.1:
                rest = frozenset(rng.sample(range(6), 1))
            nodes = [v for v in range(size) if v % 6 in rest]
            rests += [tuple(v for v in nodes if label[v][0] == side) for side in (1, 0)]
        family = (*sets, *(rest for rest in rests if rest and rng.random() < 0.97))
        problem = SymmetricInstance(
            lengths=[{v: 1 for v in range(size) if v != u} for u in range(size)],
            required=frozenset(),
            unit=Fraction(1),
            is_doubled=directed,
            omissions=Omissions(dict.fromkeys({*range(6)} - stay, 0), 3 - directed, allowances),
        )
        try:
            tours = PartialTours(problem, (family,), 1, 0, lambda *_: None)
        except InvalidProof:
            continue
        ((parts, crossings),) = tours._families
        accepted += 1
        with_rests += len(parts) > 4
        assert crossings == 10
        # 3. All cycles, with the two edges at each place that a cycle in a digraph leaves out.
        for chosen in cycles:
            if not stay <= {*chosen} or any(len(some - {*chosen}) > k for some, k in allowances):
                continue
            steps = [(u, v + 6 * directed) for u, v in pairwise((*chosen, chosen[0]))]
            steps += [(v, v + 6) for v in chosen if directed]
            assert sum((u in some) != (v in some) for some in parts for u, v in steps) >= 10
    assert accepted > 20
    assert with_rests > 15


def test_a_bound_is_not_read_as_one_of_tours_of_all_places():
    places = icosian.Places.from_matrix([[0, 1, 2], [1, 0, 3], [2, 3, 0]])
    proof = icosian.shortest_tour(places, leave_out=1).proof
    assert proof.statement.leave_out == 1
    assert proof.statement.has_conditions
    assert proof.claim == (
        "No cycle that leaves out at most 1 of the other places is shorter than 2"
    )
    with pytest.raises(NoPseudoBooleanForm, match="cannot state leave_out"):
        proof.to_pseudo_boolean(places)


@pytest.mark.slow
def test_a_sentence_about_places_left_out_names_no_comb_and_no_tree():
    split = 0
    for seed in range(60):
        places, proof = certificate(seed)
        if proof is None:
            continue
        text = proof.explain()
        assert "comb" not in text
        assert "1-tree" not in text
        assert "a place that is left out pays instead of its edges" in text
        loops = [e for e in proof.tree if isinstance(e, tuple) and e[0] >= e[1]]
        if proof.tree and proof.tree[0] in loops:
            split += 1
            assert "first whether" in text
            assert "is left out" in text.partition("first whether")[2]
        proof.check(places)
    assert split


# -- Tours in an order


def ordered_certificate(seed):
    """Return places in an order, or one with a number, and the certificate of the search."""
    places, question = random_order(seed, most=5)
    if seed % 2:
        del question["order"]
        inner = sorted({*places.nodes} - {question["start"], question["end"]})
        question["positions"] = {inner[seed % len(inner)]: 2 + seed % (len(places.nodes) - 2)}
    with suppress(InvalidArgument):
        proof = icosian.shortest_tour(places, **question).proof
        return places, proof if proof.chains or proof.positions else None
    return places, None


def least_in_order(places, proof):
    """Return the least length of a tour in an order."""
    # The chains of a cycle begin where it begins, without an order anywhere.
    start = proof.chains[0][0] if proof.closed and proof.chains else proof.start
    asked = {"order": proof.chains, "positions": proof.positions}
    return least_cost_of(places, closed=proof.closed, start=start, end=proof.end, **asked)


def end_of(places, proof, words, least):
    """Return how a check ends; what holds must be true."""
    if proof is None:
        return UNREAD
    try:
        proof.check(places)
    except (InvalidProof, InvalidArgument) as error:
        return REACHED if re.search(words, str(error)) else MALFORMED
    cost = least(places, proof)
    assert cost is None or proof.bound <= cost, proof
    return HELD


def ordered_questions(rng, proof):
    """Yield other questions, and other sets, of which the certificate may speak."""
    yield {"chains": proof.chains[1:]}
    yield {"positions": tuple((v, k + (k > 1)) for v, k in proof.positions)}
    yield {"positions": proof.positions[:-1]}
    yield {"chains": tuple(chain[:-1] for chain in proof.chains if len(chain) > 1)}
    yield {"chains": tuple(chain[:1] + chain[:0:-1] for chain in proof.chains)}
    yield {"start": None, "end": None}
    ports = 2 * (len(proof.nodes) + (not proof.closed))
    for _ in range(4):
        if proof.families:
            other = (tuple(rng.sample(range(ports), rng.randint(1, ports - 1))),)
            yield {"families": (other, *proof.families[1:])}


@pytest.mark.slow
@pytest.mark.parametrize(
    "first", [0, *(pytest.param(n, marks=pytest.mark.exhaustive) for n in (40, 80))]
)
@pytest.mark.parametrize(
    ("made", "words", "least", "others"),
    [
        (certificate, ARITHMETIC, least, partial_questions),
        (ordered_certificate, "room for a shorter", least_in_order, ordered_questions),
    ],
    ids=["places left out", "an order"],
)
def test_whatever_is_changed_a_bound_that_holds_is_true(made, words, least, others, first):
    ends, rng = Counter(), random.Random(first)
    for seed in range(first, first + 40):
        places, proof = made(seed)
        if proof is None:
            continue
        payload = json.loads(proof.to_json())
        changes = [one for one in mutants(payload) if one != payload]
        some = [read(one) for one in rng.sample(changes, min(len(changes), 16))]
        some += [read(exchanged(payload, *rng.sample(range(8), 2))) for _ in range(3)]
        some += [replace(proof, bound=proof.bound + more) for more in (1, 2, 10)]
        some += [replace(proof, **change) for change in others(rng, proof)]
        ends.update(end_of(places, one, words, least) for one in some)
    assert 2 * (ends[REACHED] + ends[HELD]) >= sum(ends.values()), ends
    assert ends[REACHED] > 100


ROUND = [[0, 1, 5, 1], [1, 0, 1, 5], [5, 1, 0, 1], [1, 5, 1, 0]]


def test_a_graph_has_both_directions_of_an_edge_where_an_order_counts():
    G = nx.Graph()
    G.add_weighted_edges_from([(u, v, ROUND[u][v]) for u in range(4) for v in range(u)])
    places = icosian.Places.from_matrix(ROUND)
    proof = icosian.shortest_tour(places, start=0, order=[(2, 1), (2, 3)]).proof
    assert proof.bound == 12
    replace(proof, unit=None).check(G)
    refused(replace(proof, chains=((0, 1, 2), (0, 3))), G, "room for a shorter")
    assert proof.statement.chains == ((0, 2, 1), (0, 2, 3))
    assert proof.statement.has_conditions
    with pytest.raises(NoPseudoBooleanForm, match="cannot state chains"):
        proof.to_pseudo_boolean(places)


def test_a_proof_says_that_an_order_makes_tours_cross_borders():
    def reasons():
        for seed in range(40):
            places, question = random_order(seed)
            with suppress(InvalidArgument):
                yield icosian.shortest_tour(places, **question).proof.explain()

    assert any("as often as the order demands" in reason for reason in reasons())


def test_a_tour_of_one_node_has_length_0_and_no_more_is_proved():
    places = icosian.shortest_tour([(3, 4)]).places
    lonely = nx.DiGraph()
    lonely.add_node(0)
    for G, closed in ((places, True), (places, False), (nx.empty_graph(1), False), (lonely, False)):
        nothing = {"weights": (DualWeights(),), "tree": (0,), "nodes": tuple(G.nodes)}
        for bound in (-1, 0):
            LowerBound(closed=closed, bound=bound, scale=1, **nothing).check(G)
        proof = LowerBound(closed=closed, bound=0, scale=1, **nothing)
        for more in (1, Fraction(1, 10**9)):
            refused(replace(proof, bound=more), G, "a single node is|one place has")
    for tour in (icosian.shortest_tour([(3, 4)]), icosian.shortest_tour([(3, 4)], closed=False)):
        tour.proof.check(tour.places)
        assert "a tour of a single node has length 0" in tour.proof.explain()
    icosian.shortest_hamiltonian_path(lonely).proof.check(lonely)
    tour = icosian.shortest_hamiltonian_path(lonely, 0, 0)  # which is the start and the end
    assert (tour.nodes, tour.length) == ((0,), 0)
    tour.proof.check(lonely)
