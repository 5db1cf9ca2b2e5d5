"""Upper bounds of paths and cycles: what holds is true, and what is wrong is refused."""

import json
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from itertools import count, product
from random import Random

import naive
import networkx as nx
import pytest
from hypothesis import given, strategies as st
from mutations import mutants, read
from test_soundness import holds
from together import together
from true_certificates import CLOSED, FROM_0, FROM_0_TO_1, OPEN, TO_0, named, refused

import icosian
from icosian import InvalidArgument, InvalidProof, Proof
from icosian.proofs import HOME, Claim, Computed, Conditional, DualWeights, LongestBound
from icosian.proofs.certificate import verify

KINDS = [nx.Graph, nx.DiGraph, nx.MultiGraph, nx.MultiDiGraph]
LENGTHS = [*(0, 1, 2, 3, 5, 8, -1, -4, True, None, 0.5, -2.75), Fraction(1, 3), Decimal("1.25")]
NONE = DualWeights()
ROOM = "leave room for a longer tour"
"""The reason of what got as far as the arithmetic."""


def longest(G, proof):
    """Return the length of a longest tour that a proof is about, by trying all."""
    question = {"closed": proof.closed, "start": proof.start, "end": proof.end}
    return naive.longest(G, weight=proof.weight, **question)


def is_true(proof, G):
    return (best := longest(G, proof)) is None or best <= proof.bound


def random_graph(random, lengths=LENGTHS):
    n, p = random.randint(2, 6), random.choice((0.3, 0.5, 0.9))
    G = nx.empty_graph(n, random.choice(KINDS))
    for u, v in product(range(n), repeat=2):
        if random.random() < p and (G.is_directed() or u <= v):
            for _ in range(1 + (G.is_multigraph() and random.random() < 0.3)):
                named = random.random() < 0.9
                G.add_edge(u, v, **({"weight": random.choice(lengths)} if named else {}))
    return G


def random_case(seed):
    """Return a graph and a proof that the search has made for it."""
    random = Random(seed)
    G = random_graph(random)
    for *_, data in G.edges(data=True):
        if data.get("weight", True) is True:  # what searches refuse
            data["weight"] = 1
    question = random.choice((CLOSED, OPEN, FROM_0, TO_0, FROM_0_TO_1))
    ends = {key: value for key, value in question.items() if key != "closed"}
    weight = random.choice((None, "weight"))
    ask = icosian.longest_cycle if question["closed"] else icosian.longest_path
    try:
        return G, ask(G, weight=weight, **ends).proof
    except (icosian.NoCycle, icosian.NoPath) as error:
        return G, error.proof


def reason(proof, G):
    """Return why a proof is refused, None if it holds; one that holds has to be true."""
    try:
        proof.check(G, **named(proof))
    except (InvalidProof, InvalidArgument) as error:
        return str(error)
    assert is_true(proof, G), proof
    return None


def changed(random, proof):
    """Yield proofs that differ from one in one place of what its bound is computed from."""
    payload = json.loads(proof.to_json())
    for field in ("bound", "scale", "families", "weights", "tree"):
        some = [{**payload, field: mutant} for mutant in mutants(payload.get(field, []))]
        yield from filter(None, map(read, random.sample(some, min(6, len(some)))))


def rearranged(random, G, proof):
    """Yield proofs with other weights, families and trees, all of them well formed."""
    n, directed = len(G) + (not proof.closed), G.is_directed()
    shift = n if directed else 0
    width = n + shift
    names = [(v + shift, v) for v in G]
    names += [(u, v + shift) for u, v in {edge[:2] for edge in G.edges} if u != v]
    sets = [tuple(random.sample(range(width), random.randrange(1, width))) for _ in range(4)]
    families = (*proof.families, *((part,) for part in sets))

    def weights():
        base = random.choice((NONE, *proof.weights))
        potentials = list(base.at(width))
        for _ in range(random.randrange(4)):
            potentials[random.randrange(width)] += random.randint(-9, 9) * proof.scale // 2
        more = {random.randrange(len(families)): random.randint(1, 30) for _ in range(2)}
        some = tuple((dict(base.families) | more).items())
        return DualWeights(potentials=tuple(potentials), families=some)

    for _ in range(10):
        closing = (*proof.weights, weights(), weights())
        tree = random.choice((proof.tree, random_tree(random, names, len(closing))))
        yield replace(proof, families=families, weights=closing, tree=tree)


def random_tree(random, names, leaves):
    """Return a tree that splits on some of the names, each of them at most once."""
    if not names or random.random() < 0.3:
        return (random.randrange(leaves),)
    first, *others = random.sample(names, min(4, len(names)))
    below = (random_tree(random, others, leaves) for _ in range(2))
    return (first, *(entry for tree in below for entry in tree))


@pytest.mark.slow
@pytest.mark.parametrize(
    "first", [0, *(pytest.param(n, marks=pytest.mark.exhaustive) for n in (100, 200, 300))]
)
def test_no_change_lets_a_bound_hold_that_is_too_small(first):
    # Of all that is tried, one in two at least has to reach the arithmetic.
    tried = reached = 0
    for seed in range(first, first + 50):
        G, proof = random_case(seed)
        assert reason(proof, G) is None
        random, best = Random(seed), longest(G, proof)
        false = [] if best is None else [replace(proof, bound=best - 1)]
        wrong = [*changed(random, proof)]
        for one in (*false, *(replace(one, bound=best - Fraction(1, 7)) for one in false)):
            assert reason(one, G) is not None
            wrong += [*changed(random, one), *rearranged(random, G, one)]
        reasons = [reason(one, G) for one in wrong]
        tried += len(reasons)
        reached += sum(why is None or ROOM in why for why in reasons)
    assert tried > 1_200
    assert 2 * reached > tried


@given(st.integers(0, 2**32))
def test_whatever_is_changed_a_bound_that_holds_is_true(seed):
    random = Random(seed)
    G, proof = random_case(seed)
    assert reason(proof, G) is None
    payload = json.loads(proof.to_json())
    for mutant in random.sample([*mutants(payload)], 15):
        wrong = read(mutant)
        if isinstance(wrong, LongestBound):  # no edge has another attribute
            reason(replace(wrong, weight=None if wrong.weight is None else proof.weight), G)


@pytest.mark.slow
@together("seed", range(40))
def test_a_proof_does_not_hold_for_a_graph_with_a_longer_tour(seed):
    G, proof = random_case(seed)
    random = Random(seed)
    for _ in range(5):
        H = G.copy()
        H.add_edges_from(tuple(random.sample(range(len(G)), 2)) for _ in range(2))
        assert not holds(proof, H, **named(proof)) or is_true(proof, H)


# one certificate, and all that may be wrong with it

BOW = nx.Graph([(0, 1), (1, 2), (2, 0), (2, 3), (3, 4), (4, 2), (0, 3)])
"""Two triangles with a node in common, and a further edge: its longest cycle has 5 nodes."""
HALF = DualWeights(potentials=(-1,) * 5)
BELOW = replace(HALF, families=((0, -1),))
ONE = LongestBound(
    **CLOSED,
    bound=5,
    nodes=(0, 1, 2, 3, 4),
    scale=2,
    families=(((0, 1),), ((3, 2, 4),)),
    weights=(HALF, NONE),
    tree=(0,),
)


def test_the_small_certificate_holds():
    ONE.check(BOW)
    replace(ONE, bound=Fraction(11, 2)).check(BOW)
    refused(replace(ONE, bound=4), BOW, "room for a longer tour")
    refused(replace(ONE, bound=Fraction(9, 2)), BOW, "room for a longer tour")
    assert ONE.statement == Claim(closed=True, longer_than=5)
    assert ONE.statement.has_conditions


@together(
    ("change", "why"),
    [
        ({"tree": ((0, 0), 0)}, "left out"),
        ({"tree": ((0, 0), 0, 0, 0)}, "more cases"),
        ({"tree": ((0, 0), (0, 0), 0, 0, 0)}, "split twice"),
        ({"tree": ((0,), 0, 0)}, "on family 0, but places may be left out"),
        ({"tree": ((0,), 0, 0), "weights": (BELOW,)}, "but places may be left out"),
        ({"tree": ((5, 5), 0, 0)}, "not an edge"),
        ({"tree": ((1, 3), 0, 0)}, "not an edge"),
        ({"root": NONE}, "not left out before the cases"),
        ({"root": HALF}, "not left out before the cases"),
        ({"families": ((),)}, "a comb has a handle"),
        ({"families": (((),),)}, "must hold some nodes"),
        ({"families": (((0, 1, 2, 3, 4),),)}, "not all that a tour visits"),
        ({"families": (((0,), (0,)),)}, "a comb has a handle"),
        ({"weight": "weight"}, "about lengths, not the nodes"),
        ({"hidden": 1}, "without a length is 0"),
        ({"hidden": False}, "without a length is 0"),
    ],
)
def test_what_is_wrong_is_named(change, why):
    with pytest.raises((InvalidProof, InvalidArgument), match=why):
        replace(ONE, **change).check(BOW)


@together("others", [1, 5])
@together("kind", [nx.Graph, nx.DiGraph])
def test_a_set_counts_only_where_the_tour_has_a_node_outside(kind, others):
    G = nx.disjoint_union(nx.cycle_graph(3, kind), nx.empty_graph(others, kind))
    shift = len(G) * G.is_directed()
    proof = LongestBound(
        **CLOSED,
        bound=2,
        nodes=tuple(G),
        scale=1,
        families=((tuple({v + k for v in range(3) for k in (0, shift)}),),),
        weights=(DualWeights(families=((0, 10),)),),
        tree=((shift, 0), 0, 0),
    )
    refused(proof, G, ROOM)  # the cycle that visits 0 need not leave the set


@pytest.mark.parametrize("kind", [nx.Graph, nx.DiGraph])
def test_home_and_the_ends_given_cannot_be_left_out(kind):
    G, shift = nx.path_graph(4, kind), 5 if kind is nx.DiGraph else 0
    proof = icosian.longest_path(G, 0, 3).proof
    assert proof.bound == 4
    for v in (0, 3, 4):  # in a digraph the same two nodes are an edge, which every cycle uses
        split = replace(proof, tree=((shift + v, v), *proof.tree, *proof.tree))
        if shift:
            split.check(G)
            refused(replace(split, bound=3), G, ROOM)
            refused(replace(split, tree=((v, shift + v), *split.tree, 0)), G, "split twice")
        else:
            refused(split, G, "is not an edge")


def test_a_place_of_a_digraph_is_left_out_by_its_loop_and_not_by_the_edge_beside():
    G = nx.DiGraph([(0, 1), (1, 2), (2, 0), (1, 0)])
    proof = icosian.longest_cycle(G).proof
    assert proof.bound == 3
    for split in ((3, 0), (0, 3)):
        whole = replace(proof, tree=(split, *proof.tree, *proof.tree))
        whole.check(G)
        refused(replace(whole, bound=2), G, ROOM)
    both = ((3, 0), *proof.tree, (0, 3), *proof.tree, *proof.tree)
    replace(proof, tree=both).check(G)
    refused(replace(proof, bound=2, tree=both), G, ROOM)


def test_ends_and_single_nodes_are_regarded():
    G = nx.path_graph(3)
    for question, best in ((OPEN, 3), (FROM_0, 3), (TO_0, 3), (FROM_0_TO_1, 2)):
        ends = {key: value for key, value in question.items() if key != "closed"}
        proof = icosian.longest_path(G, **ends).proof
        assert proof.bound == best
        for less in (best - 1, 0):
            refused(replace(proof, bound=less), G, f"{ROOM}|one node is a path")
    proof = icosian.longest_path(G, 0, 1).proof
    refused(replace(proof, start=None), G, ROOM)
    refused(replace(proof, end=2), G, ROOM)
    refused(replace(proof, end=7), G, "not a node")
    refused(replace(proof, end=0), G, "same node")


def test_a_bound_is_not_read_as_a_proof_that_there_is_no_hamiltonian_tour():
    wrong = Conditional(**CLOSED, require=(), forbid=((0, 1),), inner=ONE)
    refused(wrong, BOW, "another claim|within conditions")
    with pytest.raises(InvalidProof):
        Proof.from_json(wrong.to_json())


def test_the_lengths_are_those_that_the_proof_names():
    G = nx.cycle_graph(4)
    nx.set_edge_attributes(G, 3, "miles")
    proof = icosian.longest_cycle(G, weight="miles").proof
    assert proof.bound == 12
    assert proof.claim == "No cycle is longer than 12 (lengths from the edge attribute 'miles')"
    proof.check(G, weight="miles")
    refused(proof, G, "about lengths, not the nodes")
    refused(proof, G, "but a function is meant", weight=lambda u, v, data: 3)
    refused(replace(proof, weight="weight", bound=3), G, "'weight', but", weight="miles")
    refused(replace(proof, weight="weight", bound=3), G, "'weight', but 1 for", weight="weight")
    refused(ONE, BOW, "about nodes, not the lengths", weight="miles")

    def three(u, v, data):
        return 3

    computed = icosian.longest_cycle(G, weight=three).proof
    assert computed.weight == Computed()
    computed.check(G, weight=three)
    refused(computed, G, "room", weight=lambda u, v, data: 4)
    refused(computed, G, "but the edge attribute 'miles' is meant", weight="miles")
    with pytest.raises(InvalidArgument, match="weight must be"):
        proof.check(G, weight=5)
    with pytest.raises(InvalidArgument, match="networkx graph"):
        ONE.check([0, 1])
    with pytest.raises(InvalidProof, match="null graph"):
        ONE.check(nx.Graph())


def test_the_heaviest_of_parallel_edges_counts():
    G = nx.MultiGraph([(0, 1, {"weight": 1}), (0, 1, {"weight": 7})])
    G.add_edges_from([(1, 2), (2, 0)], weight=1)
    proof = icosian.longest_cycle(G, weight="weight").proof
    assert proof.bound == 9
    refused(replace(proof, bound=8), G, "room", weight="weight")


def test_sentences():
    assert ONE.explain() == (
        "No cycle has more than 5 nodes: a cycle has two edges at each node that it visits and none"
        " at the others. Edges get the potentials of their two nodes, and visited nodes pay them."
        " What all edges and nodes are worth then is not more than the bound."
    )
    split = replace(ONE, tree=((2, 2), 0, (0, 1), 0, 0), weight="weight")
    assert split.claim == "No cycle is longer than 5"
    assert replace(split, bound=Fraction(2, 3)).claim == "No cycle is longer than 0.666666666667"
    assert "in each of 3 cases, first whether 2 is visited" in split.explain()
    way = replace(ONE, **FROM_0_TO_1, tree=((2, 5), 0, 0))
    assert way.claim == "No path from 0 to 1 has more than 5 nodes"
    assert "closed by a further node home" in way.explain()
    assert "first whether 2 and home are joined" in way.explain()
    assert replace(way, tree=((9, 99), 0, 0)).explain()
    nothing = replace(ONE, bound=0, weights=(NONE,))
    assert nothing.explain().startswith("There is no cycle: ")
    assert "lies in one block" in nothing.explain()
    assert "within a set it" in replace(ONE, weights=(replace(HALF, families=((1, 1),)),)).explain()
    assert split.effort > ONE.effort > 10


def test_further_nodes_are_none_of_the_graph():
    G = nx.relabel_nodes(nx.path_graph(3), {0: HOME})
    proof = LongestBound(**OPEN, bound=3, nodes=tuple(G), scale=1, weights=(NONE,), tree=(0,))
    assert not holds(replace(proof, bound=2), G)


def test_there_are_ticks_at_every_case():
    calls = []
    verify(replace(ONE, tree=((2, 2), 0, 0)), BOW, lambda: calls.append(0))
    assert len(calls) >= 2

    class Stop(Exception):
        pass

    ticks = count(1)

    def tick():
        if next(ticks) == 2:
            raise Stop

    with pytest.raises(Stop):
        verify(replace(ONE, tree=((2, 2), 0, 0)), BOW, tick)
