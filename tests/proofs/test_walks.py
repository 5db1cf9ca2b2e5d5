"""Proofs about walks: what holds is true, whatever is changed."""

import math
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from random import Random

import networkx as nx
import pytest
from hypothesis import given, strategies as st
from mutations import assert_most_reached, holds, tampered
from naive import shortest_street_walk, shortest_walk
from together import examples, together
from true_certificates import refused

from icosian import InvalidArgument, InvalidProof, NoWalk, Proof, traveling_salesman
from icosian.exceptions import NoPseudoBooleanForm
from icosian.proofs import (
    Computed,
    Disconnection,
    DualWeights,
    LowerBound,
    StreetBound,
    StreetCase,
    Unreachable,
    WalkBound,
)
from icosian.proofs.certificate import no_limit
from icosian.proofs.claim import Claim
from icosian.proofs.walks import Closure, WalkProof, roads_of
from icosian.routes import postman_walk

# -- Distances between stops


@given(st.integers(0, 2**32))
def test_lengths_are_distances_up_to_the_larger_reach(seed):
    random = Random(seed)
    G = nx.gnp_random_graph(8, 0.4, seed=seed, directed=random.random() < 0.5)
    for *_, data in G.edges(data=True):
        data["weight"] = random.randint(0, 9)
    roads = roads_of(G, "weight", no_limit)
    stops = random.sample(range(8), 4)
    reaches = [random.choice((0, 3, 9, 99)) for _ in stops]
    closure = Closure(roads, stops, reaches, no_limit, closed=True)
    far = dict(nx.all_pairs_dijkstra_path_length(G))
    for i, u in enumerate(stops):
        for j, v in enumerate(stops):
            if u != v:
                reach = reaches[i] if closure.directed else max(reaches[i], reaches[j])
                assert closure.length(i, j) == min(far[u].get(v, math.inf), reach)
                assert closure.between([i], [j]).tolist() == [closure.length(i, j)]


@pytest.mark.slow
def test_one_of_many_streets_may_be_longer_than_a_machine_word():
    G = nx.Graph((k, k + 1, {"weight": 1 if k else 2**63}) for k in range(101))
    walk = postman_walk(G, [*G.edges][::2], weight="weight")
    assert walk.length == walk.bound == 2 * (2**63 + 100)


def test_a_map_is_directed_if_its_lengths_are():
    G = nx.path_graph(3)
    stops, reaches = [0, 1, 2], [9, 9, 9]

    def closure(G, weight="weight", **question):
        roads = roads_of(G, weight, no_limit)
        return Closure(roads, stops, reaches, no_limit, **{"closed": True, **question})

    assert not closure(G).directed
    assert not closure(G.to_directed()).directed
    assert not closure(G, lambda u, v, _: u + v).directed
    assert closure(G, lambda u, v, _: u).directed
    assert closure(nx.DiGraph(G.edges)).directed
    stops, reaches = [0, 2], [9, 9]
    assert closure(G).directed  # two stops make a cycle only where it has directions
    assert not closure(G, closed=False).directed


def test_lengths_are_exact_in_a_common_unit():
    G = nx.Graph()
    G.add_weighted_edges_from([(0, 1, 0.5), (1, 2, Fraction(1, 3)), (2, 2, 7), (2, 3, math.inf)])
    roads = roads_of(G, "weight", no_limit)
    assert (roads.unit, roads.arcs) == (Fraction(1, 6), [{1: 3}, {0: 3, 2: 2}, {1: 2}, {}])


@together("length", [-1, Fraction(-1, 9), math.nan, "x"])
def test_a_length_that_is_none_names_its_edge(length):
    with pytest.raises(InvalidArgument, match=r"edge \(0, 1\)"):
        roads_of(nx.Graph([(0, 1, {"weight": length})]), "weight", no_limit)


# -- What all proofs about walks share


def test_the_claim_names_stops_and_ends():
    def claim(**question):
        return Unreachable(**question, parts=(frozenset(),)).claim

    stops = tuple(range(12))
    assert claim(closed=True, stops=stops).endswith(
        "the 12 stops 0, 1, 2, 3, 4, 5, 6, 7 and 4 more"
    )
    question = {"closed": False, "stops": (0, 1), "start": 0, "end": 1}
    assert claim(**question) == "There is no walk from 0 to 1 through the 2 stops 0, 1"


def test_the_base_is_no_proof():
    with pytest.raises(TypeError):
        WalkProof(closed=True, stops=(0, 1))
    text = '{"kind": "WalkProof", "closed": true, "start": null, "end": null, "stops": [0, 1]}'
    with pytest.raises(InvalidProof):
        Proof.from_json(text)


def test_squares_of_another_board_are_refused():
    from icosian import knight_graph

    proof = Unreachable(closed=True, stops=((1, 1), (0, 0)), parts=(frozenset({(1, 1)}),), ranks=3)
    proof.check(knight_graph(3))
    assert "b2" in proof.explain()
    refused(proof, knight_graph(4, 3), "board of 3 rows")


# -- Walks through stops


KINDS = [nx.Graph, nx.DiGraph, nx.MultiGraph, nx.MultiDiGraph]
LENGTHS = [0, 1, 2, 3, 5, 8, 0.5, Fraction(1, 3)]
NONE = DualWeights(potentials=(0, 0, 0))


def random_map(random, kind):
    """Return a small map with a round way, some hidden edges and another attribute."""
    G, n = kind(), random.randint(3, 6)
    nx.add_cycle(G, range(n))
    if G.is_directed() and random.random() < 0.5:
        nx.add_cycle(G, reversed(range(n)))
    pairs = [tuple(random.sample(range(n), 2)) for _ in range(n)]
    G.add_edges_from(pairs)
    for *_, data in G.edges(data=True):
        data |= {"weight": random.choice(LENGTHS), "-weight": 1}
    for u, v in pairs[:1]:
        G.add_edge(u, v, weight=None)
    return G


def random_walk_case(seed):
    """Return a map, and a proof about a walk through some of its nodes."""
    random = Random(seed)
    while True:
        G = random_map(random, random.choice(KINDS))
        stops = random.sample(list(G), random.randint(2, min(4, len(G))))
        question = {"cycle": random.random() < 0.5}
        if random.random() < 0.5:
            question["start"] = stops[0]
        if not question["cycle"] and random.random() < 0.5:
            question["end"] = stops[-1]
        if shortest_walk(G, stops, **question) is not None:
            return G, traveling_salesman(G, stops, **question).proof


def least(proof, G):
    """Return the length of a shortest walk that a proof is about."""
    question = {"start": proof.start, "end": proof.end, "weight": proof.weight}
    return shortest_walk(G, proof.stops, cycle=proof.closed, **question)


def is_true_of_walks(proof, G):
    found = least(proof, G)
    return found is None or found >= proof.bound


@given(st.integers(0, 2**32))
@examples(15)
def test_no_reaches_prove_more_than_is_true(seed):
    G, proof = random_walk_case(seed)
    random = Random(seed)
    more = replace(proof.inner, bound=proof.bound + random.choice((1, Fraction(1, 7))))
    for _ in range(6):
        reaches = tuple(random.choice((0, 1, 5, 100, 10**30)) for _ in proof.stops)
        refused(replace(proof, inner=more, reaches=reaches), G, "room for a shorter tour")
        other = replace(proof, reaches=reaches)
        assert not holds(other, G) or is_true_of_walks(other, G)


def test_a_proof_is_about_its_own_map_stops_and_ends():
    random = Random(7)
    for seed in range(16):
        G, proof = random_walk_case(seed)
        others = tuple(random.sample(list(G), len(proof.stops)))
        for change in ({"stops": others}, {"start": others[0]}, {"end": others[0]}):
            other = replace(proof, **change)
            assert not holds(other, G) or is_true_of_walks(other, G)
        shorter = G.copy()
        u, v = random.sample(proof.stops, 2)
        shorter.add_edge(u, v, weight=0)
        assert not holds(proof, shorter) or is_true_of_walks(proof, shorter)


# a map whose walk is known: three spokes of length 2, and a rim of length 5

WHEEL = nx.Graph()
WHEEL.add_weighted_edges_from([("x", v, 2) for v in "abc"])
WHEEL.add_weighted_edges_from([("a", "b", 5), ("b", "c", 5), ("c", "a", 5)])


def wheel(**changes):
    inner = LowerBound(
        closed=True,
        bound=12,
        nodes=(0, 1, 2),
        scale=1,
        weights=(DualWeights(potentials=(2, 2, 2)),),
        tree=(0,),
    )
    proof = WalkBound(closed=True, stops=("a", "b", "c"), reaches=(4, 4, 0), inner=inner)
    return replace(proof, **changes)


def inner(**changes):
    return replace(wheel().inner, **changes)


def changed(edge, **data):
    G = WHEEL.copy()
    G.add_edge(*edge, **data)
    return G


def test_a_proof_made_by_hand_holds_and_says_what_it_proves():
    proof = wheel()
    proof.check(WHEEL)
    assert Proof.from_json(proof.to_json()) == proof
    assert proof.explain().startswith(
        "There is no closed walk through the 3 stops 'a', 'b', 'c' shorter than 12: it is at least"
    )
    assert proof.statement == Claim(
        closed=True, stops=("a", "b", "c"), shorter_than=12, weight="weight"
    )
    assert proof.statement != wheel(stops=("a", "b", "x")).statement
    assert proof.effort > proof.inner.effort


def hidden_roads(G):
    return sum(data["weight"] in (None, math.inf) for *_, data in G.edges(data=True))


@together(
    ("G", "why"),
    [
        (changed("xa", weight=1), "room"),
        (changed("ab", weight=3), "room"),
        (changed("ay", weight=1), None),
        (changed("ay", weight=None), None),
        (changed("ab", weight=math.inf), None),
        (changed("xa", weight=None), None),
        (nx.relabel_nodes(WHEEL, {"a": "z"}), "not a node"),
        (nx.null_graph(), "not a node"),
    ],
)
def test_the_map_decides(G, why):
    if why is None:
        wheel(hidden=hidden_roads(G)).check(G)
        refused(wheel(hidden=2), G, f"without a length is {hidden_roads(G)}")
    else:
        refused(wheel(), G, why)


@together("length", [-1, math.nan, -math.inf, "1", [], 1j])
@together("edge", ["xa", "xx", "yz"])
def test_lengths_that_are_no_lengths_are_refused(edge, length):
    with pytest.raises(InvalidArgument, match=r"at least 0|finite numbers"):
        wheel().check(changed(edge, weight=length))


def test_the_lengths_may_be_another_attribute_or_a_function():
    G = nx.Graph((*edge, {"cost": data["weight"]}) for *edge, data in WHEEL.edges(data=True))
    refused(wheel(), G, "'weight', but 1 for each edge is meant")
    refused(wheel(), G, "'weight', but the edge attribute 'cost' is meant", weight="cost")
    wheel(weight="cost").check(G, weight="cost")
    wheel(weight=Computed()).check(G, weight=lambda u, v, data: data["cost"])
    refused(wheel(weight=Computed()), G, "a function, but", weight="cost")
    refused(wheel(weight=None), G, "room")
    refused(wheel(weight=None), WHEEL, "1 for each edge, but the edge attribute 'weight'")
    assert "12 (lengths from the edge attribute 'cost'): " in wheel(weight="cost").explain()
    with pytest.raises(InvalidArgument):
        wheel().check(G, weight=5)
    with pytest.raises(InvalidArgument):
        wheel().check([1, 2])


@together(
    ("changes", "why"),
    [
        ({"reaches": (4, 4)}, "3 in all, not 2"),
        ({"reaches": (4, 0, 0)}, "room"),
        ({"reaches": (4, -1, 0)}, "reaches are integers"),
        ({"reaches": (4, 4.0, 0)}, "reaches are integers"),
        ({"reaches": (4, True, 0)}, "reaches are integers"),
        ({"reaches": (4, None, 0)}, "reaches are integers"),
        ({"reaches": (4, 4, 10**1000)}, "reaches are integers"),
        ({"stops": ("a",)}, "1 in all, not 3"),
        ({"stops": ("a", "a", "b")}, "listed once"),
        ({"stops": ("a", "b", [])}, "not a node"),
        ({"stops": ("a", "b", "x", "c")}, "4 in all, not 3"),
        ({"start": "a"}, "a cycle has no ends"),
        ({"closed": False}, "another claim"),
        ({"closed": False, "start": "x"}, "among its stops"),
        ({"closed": False, "start": "a", "end": "a"}, "same node"),
        ({"inner": Disconnection(closed=True, part=frozenset({0}))}, "not a bound"),
        ({"inner": None}, "not a bound"),
        ({"inner": inner(bound=13)}, "room"),
        ({"inner": inner(bound=12.0)}, "exact"),
        ({"inner": inner(closed=False)}, "another claim"),
        ({"inner": inner(weight=None)}, "another claim"),
        ({"inner": inner(unit=1)}, "another claim"),
        ({"inner": inner(forbid=((0, 1),))}, "another claim"),
        ({"inner": inner(require=((0, 1),))}, "another claim"),
        ({"inner": inner(nodes=("a", "b", "c"))}, "not those"),
        ({"inner": inner(nodes=(0, 1))}, "not those"),
        ({"inner": inner(ranks=3)}, "names squares"),
        ({"ranks": 3}, "board of 3 rows"),
        ({"reaches": (9, 9, 9)}, None),
        ({"inner": inner(nodes=(2, 1, 0))}, None),
        ({"inner": inner(bound=Fraction(23, 2))}, None),
    ],
)
def test_a_change_of_a_field_is_refused_or_true(changes, why):
    if why is None:
        wheel(**changes).check(WHEEL)
    else:
        refused(wheel(**changes), WHEEL, why)


# -- Walks along streets


STREET_LENGTHS = [0, 1, 2, 3, 5, 0.5, Fraction(1, 3)]


def random_street_case(seed):
    """Return a small map with a street that is hidden, and a proof about it."""
    random = Random(seed)
    while True:
        G, n = random.choice(KINDS)(), random.randint(2, 5)
        ways = [*zip(range(n), [*range(1, n), 0], strict=True)]
        ways += [(random.randrange(n), random.randrange(n)) for _ in range(random.randint(0, 3))]
        for u, v in ways:
            G.add_edge(u, v, weight=random.choice(STREET_LENGTHS), **{"-weight": 1})
        if random.random() < 0.3:
            G.add_edge(0, 1, weight=None)
        question = {"cycle": random.random() < 0.4}
        if random.random() < 0.5:
            question["edges"] = random.sample(sorted(G.edges), random.randint(1, min(3, G.size())))
        start, end = random.sample(range(n), 2)
        if not question["cycle"]:
            question |= {"start": random.choice([None, start]), "end": random.choice([None, end])}
        elif random.random() < 0.3:
            question["start"] = start
        if G.is_directed() and random.random() < 0.6:
            question["either"] = True
            for u, v, *key in random.sample(sorted(G.edges), G.size() // 2):
                G.add_edge(v, u, *key, weight=random.choice(STREET_LENGTHS), **{"-weight": 1})
        try:
            return G, postman_walk(G, **question).proof
        except NoWalk as error:
            return G, error.proof
        except (nx.NetworkXPointlessConcept, InvalidArgument):  # hidden streets
            continue


def is_true_of_streets(proof, G):
    question = {"start": proof.start, "end": proof.end, "weight": proof.weight}
    question["either"] = proof.either
    edges = None if proof.streets == "all" else proof.streets
    found = shortest_street_walk(G, edges, stops=proof.stops, cycle=proof.closed, **question)
    return found is None or (not isinstance(proof, Unreachable) and found >= proof.bound)


@given(st.integers(0, 2**32))
@examples(15)
def test_no_levels_prove_more_than_is_true(seed):
    G, proof = random_street_case(seed)
    while not isinstance(proof, StreetBound):
        G, proof = random_street_case(seed := seed + 1)
    random = Random(seed)
    more = replace(proof, bound=proof.bound + random.choice((1, Fraction(1, 7))))
    size = random.choice((1, 3, 12, 10**30))
    for _ in range(20):
        levels = tuple((v, random.randint(-size, size)) for v in G)
        homes = tuple(
            random.choice((level, level + random.randint(-size, size), 0)) for level in proof.homes
        )
        forged = replace(more, levels=levels, homes=homes)
        if proof.cases:
            sets = tuple(frozenset(random.sample(list(G), random.randint(0, len(G)))) for _ in "ab")
            widths = tuple((index, random.randint(0, size)) for index in (0, 1))
            forged = replace(forged, sets=sets, turns=(), cases=(StreetCase(factors=widths),))
        refused(forged, G, "prove only|rises along a road")


@given(st.integers(0, 2**32))
@examples(15)
def test_a_bound_holds_only_for_maps_and_ends_of_which_it_is_true(seed):
    G, proof = random_street_case(seed)
    random, nodes = Random(seed), list(G)
    for _ in range(8):
        H = G.copy()
        u, v = random.choice(nodes), random.choice(nodes)
        if H.has_edge(u, v) and random.random() < 0.5:
            H.remove_edge(u, v)
        else:
            H.add_edge(u, v, weight=random.choice(STREET_LENGTHS))
        assert not holds(proof, H) or is_true_of_streets(proof, H)
        for change in ({"start": u}, {"end": u}, {"start": None}, {"closed": not proof.closed}):
            other = replace(proof, **change)
            assert not holds(other, G) or is_true_of_streets(other, G)


# two squares with a common street: at its ends three streets meet

LADDER = nx.ladder_graph(3)
PROOF = StreetBound(closed=True, bound=8, levels=((1, 2),), weight=None)


def moat(width, index=0, levels=()):
    """Return a case with a moat around a set."""
    return StreetCase(levels=levels, factors=((index, width),))


EITHER = StreetBound(
    closed=True,
    bound=8,
    weight=None,
    directed=True,
    either=True,
    sets=(frozenset({1}),),
    cases=(moat(2**20),),
)


def test_a_street_bound_made_by_hand_holds_and_says_what_it_proves():
    PROOF.check(LADDER)
    assert Proof.from_json(PROOF.to_json()) == PROOF
    assert PROOF.explain().startswith(
        "There is no closed walk along all streets shorter than 8 (each edge counts 1): a walk"
        " crosses the border of a set of nodes"
    )
    assert PROOF.effort == 2
    assert PROOF.statement.streets


def test_lengths_of_a_check_are_those_that_are_meant():
    G = nx.Graph([(0, 1, {"km": 3})])
    proof = postman_walk(G, weight="km").proof
    assert proof.bound == 6
    refused(proof, G, "is meant")
    proof.check(G, weight="km")
    with pytest.raises(InvalidArgument, match="in each direction"):
        replace(proof, weight=Computed()).check(G, weight=lambda u, v, data: 3 + u)
    G[0][1]["km"] = -1
    with pytest.raises(InvalidArgument, match="at least 0, but edge"):
        proof.check(G, weight="km")
    with pytest.raises(InvalidArgument, match="networkx graph"):
        proof.check([0])
    with pytest.raises(NoPseudoBooleanForm, match="cannot state streets"):
        PROOF.to_pseudo_boolean(LADDER)


@pytest.mark.parametrize("directed", [False, True])
def test_a_tour_of_streets_has_to_use_each_of_them(directed):
    G = nx.grid_2d_graph(5, 5)
    G = G.to_directed() if directed else G
    proof = postman_walk(G, [((0, 0), (0, 1)), ((4, 4), (4, 3))]).proof
    assert type(proof) is WalkBound
    proof.check(G)
    refused(replace(proof, streets=proof.streets[:1]), G, "2 in all, not 4")
    refused(replace(proof, streets=()), G, "at least one stop")
    inner = replace(proof.inner, require=())
    refused(replace(proof, inner=inner), G, "another claim")
    one = replace(proof, streets=proof.streets[:1], reaches=proof.reaches[:2])
    refused(one, G, "single street")


# -- Stops that no walk visits together


ONE_WAY = nx.DiGraph([(0, 1), (1, 2), (2, 1)])
FORK = nx.DiGraph([(0, 1), (0, 2)])


def part(nodes, *others, **question):
    parts = tuple(frozenset(nodes) for nodes in (nodes, *others))
    return Unreachable(**{"closed": False, "stops": (0, 2), "parts": parts, **question})


def are_unreachable(proof, G):
    question = {"start": proof.start, "end": proof.end, "weight": proof.weight}
    return shortest_walk(G, proof.stops, cycle=proof.closed, **question) is None


@together(
    ("G", "proof"),
    [
        (ONE_WAY, part([1, 2], closed=True)),
        (nx.DiGraph([(0, 1), (1, 2), (2, 1), (1, 1)]), part([1, 2], closed=True)),
        (ONE_WAY, part([1, 2], start=2)),
        (ONE_WAY, part([1, 2], end=0)),
        (FORK, part([1], [2], stops=(1, 2))),
        (nx.Graph([(0, 1), (2, 3)]), part([0, 1], [2, 3])),
        (nx.Graph([(0, 1), (2, 3)]), part([0, 1], start=0)),
    ],
)
def test_a_part_that_cannot_be_left_is_a_reason(G, proof):
    assert are_unreachable(proof, G)
    proof.check(G)
    assert Proof.from_json(proof.to_json()) == proof
    assert proof.explain().startswith("There is no ")


def test_hidden_roads_are_no_way_out_and_others_are():
    G = nx.Graph([(0, 1), (2, 3)])
    G.add_edge(1, 2, weight=None)
    proof = part([0, 1], closed=True, weight="weight", hidden=1)
    proof.check(G)
    assert proof.claim.endswith("0, 2 (1 edge without a length left out)")
    refused(replace(proof, weight=None, hidden=0), G, "leads out")
    refused(replace(proof, weight=None), G, "without a length is 0")
    refused(replace(proof, hidden=0), G, "without a length is 1")
    refused(replace(proof, weight="cost"), G, "'cost', but the edge attribute 'weight' is meant")
    computed = replace(proof, weight=Computed())
    computed.check(G, weight=lambda u, v, data: data.get("weight", 1))
    refused(computed, G, "a function, but")
    G.add_edge(0, 3, weight=-1)
    with pytest.raises(InvalidArgument, match="at least 0"):
        proof.check(G)


def test_whatever_is_changed_a_reason_that_holds_is_true():
    ends = Counter()
    for seed in range(30):
        random = Random(seed)
        G = nx.gnp_random_graph(6, 0.2, seed=seed, directed=random.random() < 0.7)
        stops = random.sample(range(6), random.randint(2, 4))
        question = {"cycle": random.random() < 0.3}
        if random.random() < 0.5:
            question["start"] = stops[0]
        try:
            traveling_salesman(G, stops, **question)
        except NoWalk as error:
            assert are_unreachable(error.proof, G)
            ends += tampered(G, error.proof, are_unreachable, random)
    assert_most_reached(ends)


# walks along streets

CROSSED = nx.DiGraph([(0, 1), (1, 2), (0, 2), (1, 1)])


@together(
    ("G", "proof"),
    [
        (ONE_WAY, part([1, 2], stops=(), streets="all", closed=True)),
        (ONE_WAY, part([1, 2], stops=(2,), streets="all", start=2)),
        (FORK, part([1], [2], stops=(), streets="all")),
        (CROSSED, part([2], [2], stops=(), streets=((0, 2), (1, 2)))),
        (CROSSED, part([2], [1, 2], stops=(), streets=((0, 2), (1, 1)))),
        (nx.Graph([(0, 1), (2, 2)]), part([2], [0, 1], stops=(), streets="all")),
    ],
)
def test_a_part_that_cannot_be_left_is_a_reason_for_streets(G, proof):
    edges = None if proof.streets == "all" else proof.streets
    question = {"cycle": proof.closed, "start": proof.start, "weight": None}
    assert shortest_street_walk(G, edges, stops=proof.stops, **question) is None
    proof.check(G)
    assert Proof.from_json(proof.to_json()) == proof
    assert "the walk has something to pass elsewhere" in proof.explain()


def test_a_bound_of_a_single_stop_is_0_and_no_more():
    """The inner bound is of one place, so nothing else passes."""
    G = nx.path_graph(3)
    proof = traveling_salesman(G, [1]).proof
    proof.check(G)
    for changes, words in [
        ({"inner": replace(proof.inner, bound=1)}, "0"),
        ({"reaches": (5,), "inner": replace(proof.inner, scale=-1)}, "scale"),
        ({"stops": ()}, "at least one stop"),
        ({"stops": (1, 2)}, "2 in all, not 1"),
        ({"start": 0}, "no ends"),
        ({"rounds": 2, "depot": 1}, "a round has a stop of its own"),
    ]:
        refused(replace(proof, **changes), G, words)
