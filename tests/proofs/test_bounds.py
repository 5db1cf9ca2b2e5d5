"""Bounds of longest tours and of covers, and what all bounds have in common."""

import json
import pickle
from collections import Counter
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from itertools import combinations, product
from random import Random

import naive
import networkx as nx
import pytest
from exports import accepted
from hypothesis import given, strategies as st
from mutations import holds, mutants, read
from naive import fewest_paths
from test_lower_bound import ONE as LOWER, SQUARE
from together import examples, together
from tour_bounds import lower_bound
from true_certificates import CLOSED, FROM_0, FROM_0_TO_1, OPEN, TO_0, named, refused

import icosian
from icosian import InvalidArgument, InvalidProof, Proof, minimum_path_cover
from icosian.exceptions import NoPseudoBooleanForm
from icosian.proofs import Computed, CoverBound, DualWeights, LongestBound, LowerBound, audit

# -- Longest paths and cycles


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
    """Return a graph and a proof by weights that the search has made for it."""
    random = Random(seed)
    while True:
        G = random_graph(random)
        for *_, data in G.edges(data=True):
            if data.get("weight", True) is True:  # what searches refuse
                data["weight"] = 1
        question = random.choice((CLOSED, OPEN, FROM_0, TO_0, FROM_0_TO_1))
        ends = {key: value for key, value in question.items() if key != "closed"}
        weight = random.choice((None, "weight"))
        ask = icosian.longest_cycle if question["closed"] else icosian.longest_path
        try:
            proof = ask(G, weight=weight, **ends).proof
        except (icosian.NoCycle, icosian.NoPath) as error:
            proof = error.proof
        if isinstance(proof, LongestBound):  # not that there is no Hamiltonian one
            return G, proof


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
HALVES = DualWeights(potentials=(-1,) * 5)
BELOW = replace(HALVES, families=((0, -1),))
LONGEST = LongestBound(
    **CLOSED,
    bound=5,
    nodes=(0, 1, 2, 3, 4),
    scale=2,
    families=(((0, 1),), ((3, 2, 4),)),
    weights=(HALVES, NONE),
    tree=(0,),
)


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
    refused(LONGEST, BOW, "about nodes, not the lengths", weight="miles")

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
        LONGEST.check([0, 1])
    with pytest.raises(InvalidProof, match="null graph"):
        LONGEST.check(nx.Graph())


def test_the_heaviest_of_parallel_edges_counts():
    G = nx.MultiGraph([(0, 1, {"weight": 1}), (0, 1, {"weight": 7})])
    G.add_edges_from([(1, 2), (2, 0)], weight=1)
    proof = icosian.longest_cycle(G, weight="weight").proof
    assert proof.bound == 9
    refused(replace(proof, bound=8), G, "room", weight="weight")


# -- Path covers


def left_out(G, removed=(), leaving=(), entering=()):
    """Return what is left of a graph, without directions."""
    left = nx.Graph()
    left.add_nodes_from(v for v in G if v not in removed)
    left.add_edges_from(
        (u, v)
        for u, v, *_ in G.edges()
        if {u, v} <= set(left) and u not in leaving and v not in entering
    )
    return left


def part_of(G, nodes, leaving=(), entering=()):
    """Return the lower bound of the paths through some nodes, as large as it is true."""
    H = G.subgraph(nodes).copy()
    H.remove_edges_from([edge for edge in H.edges if edge[0] in leaving or edge[1] in entering])
    gaps = nx.complete_graph(nodes, nx.DiGraph if G.is_directed() else nx.Graph)
    for u, v, data in gaps.edges(data=True):
        data["weight"] = int(not H.has_edge(u, v))
    return replace(lower_bound(gaps, fewest_paths(H) - 1, **OPEN), weight="weight")


def random_cover_proof(random, G):
    """Return a proof with random nodes and edges left out, the bound as large as it is true."""
    some = [frozenset(v for v in G if random.random() < 0.3) for _ in range(3)]
    removed, leaving, entering = some if G.is_directed() else (some[0], frozenset(), frozenset())
    left = left_out(G, removed, leaving, entering)
    parts, needed = [], 0
    for component in nx.connected_components(left):
        if len(component) > 1 and random.random() < 0.8:
            parts.append(part_of(G, sorted(component), leaving, entering))
            needed += parts[-1].bound
        needed += 1
    return CoverBound(
        **OPEN,
        bound=needed - len(removed) - len(leaving) - len(entering),
        removed=removed,
        leaving=leaving,
        entering=entering,
        parts=tuple(parts),
    )


def random_cover_graph(random, kind):
    n, p = random.randint(1, 5), random.choice((0.15, 0.3, 0.5))
    G = kind()
    G.add_nodes_from(range(n))
    G.add_edges_from((u, v) for u in range(n) for v in range(n) if random.random() < p)
    return G


def random_cover_case(seed):
    """Return a graph and a proof about its covers."""
    random = Random(seed)
    G = random_cover_graph(random, random.choice(KINDS))
    return G, random_cover_proof(random, G)


@pytest.mark.parametrize("kind", KINDS)
@given(st.integers(0, 2**32))
@examples(6)
def test_what_is_left_out_proves_no_more_than_is_true(kind, seed):
    random = Random(seed)
    G = random_cover_graph(random, kind)
    proof = random_cover_proof(random, G)
    proof.check(G)
    assert proof.bound <= fewest_paths(G)
    refused(replace(proof, bound=proof.bound + 1), G, "for certain")
    replace(proof, bound=proof.bound - 1).check(G)
    assert Proof.from_json(proof.to_json()) == proof
    assert pickle.loads(pickle.dumps(proof)) == proof
    assert proof.explain().startswith(f"There is no path cover with fewer than {proof.bound} path")


@pytest.mark.parametrize("kind", KINDS)
@given(st.integers(0, 2**32))
@examples(4)
def test_no_weights_of_parts_prove_more_than_is_true(kind, seed):
    random = Random(seed)
    G = random_cover_graph(random, kind)
    proof, fewest = random_cover_proof(random, G), fewest_paths(G)
    nodes = tuple(random.sample(list(G), random.randint(1, len(G))))
    size = (len(nodes) + 1) * (2 if G.is_directed() else 1)
    why = "room for a shorter tour|not about one of the parts|a single node|needs only"
    for _ in range(10):
        potentials = tuple(random.randint(-3, 9) for _ in range(size))
        weights = (DualWeights(potentials=potentials),)
        part = LowerBound(
            **OPEN, bound=random.randint(0, 4), nodes=nodes, scale=2, weights=weights, tree=(0,)
        )
        for parts in ((part,), (*proof.parts, part), (part, part)):
            refused(replace(proof, parts=parts, bound=fewest + 1), G, why)
            refused(CoverBound(**OPEN, parts=parts, bound=fewest + 1), G, why)


# two certificates, and all that may be wrong with them

K23 = nx.complete_bipartite_graph(2, 5)
"""Two nodes, 0 and 1, and five others, 2 to 6."""
CUT = CoverBound(**OPEN, bound=3, removed=frozenset({0, 1}))
PART = part_of(K23, range(7))
COVER = CoverBound(**OPEN, bound=3, parts=(PART,))
FORK = nx.DiGraph([(0, 1), (0, 2), (0, 3), (1, 3)])
ARCS = CoverBound(**OPEN, bound=2, leaving=frozenset({0}), entering=frozenset({3}))


def test_a_single_node_is_a_cover_and_no_node_is_none():
    proof = CoverBound(**OPEN, bound=1)
    proof.check(nx.empty_graph(1))
    refused(replace(proof, bound=2), nx.empty_graph(1), "for certain")
    refused(replace(proof, closed=True), nx.empty_graph(1), "open")
    refused(proof, nx.null_graph(), "null graph")
    with pytest.raises(InvalidArgument, match="networkx graph"):
        proof.check([1])


def test_a_step_from_path_to_path_counts_once():
    G = nx.gnp_random_graph(8, 0.35, seed=9)
    proof = minimum_path_cover(G).proof
    (part,) = proof.parts
    assert (proof.bound, part.bound) == (2, 1)
    weights = tuple(
        DualWeights(
            potentials=tuple(2 * p for p in one.potentials),
            families=tuple((f, 2 * z) for f, z in one.families),
        )
        for one in part.weights
    )
    forged = replace(part, bound=2, weights=weights)
    refused(replace(proof, bound=3, parts=(forged,)), G, "room for a shorter tour")


@given(st.integers(0, 2**32).map(Random))
def test_a_proof_without_bounds_of_parts_is_a_sum_for_other_checkers(random):
    n, kind = random.randint(1, 8), random.choice(KINDS)
    G = kind(nx.gnp_random_graph(n, random.uniform(0, 0.5), random, directed=random.random() < 0.5))
    proof = minimum_path_cover(G).proof
    if proof.parts:
        with pytest.raises(NoPseudoBooleanForm, match="parts are about graphs of their own"):
            proof.to_pseudo_boolean(G)
        return
    formula = accepted(proof, G).formula
    said = f'"fewer_than": {proof.bound}'
    assert said in formula
    with pytest.raises(InvalidProof, match="not known to hold"):
        audit(G, formula.replace(said, f'"fewer_than": {proof.bound + 1}'))


def covers(G):
    """Yield the edges of all covers of a graph by disjoint paths."""
    most = 1 if G.is_directed() else 2
    for size in range(len(G)):
        for some in combinations(G.edges, size):
            H = nx.Graph(some)
            sides = [u for u, _ in some], [v for _, v in some]
            ends = sides if G.is_directed() else [sides[0] + sides[1]]
            is_straight = all(c <= most for end in ends for c in Counter(end).values())
            if is_straight and H.size() == size and (not H or nx.is_forest(H)):
                yield set(some)


@given(st.integers(0, 2**32).map(Random))
def test_what_an_audit_accepts_holds_for_all_covers_by_fewer_paths(random):
    n = random.randint(2, 5)
    G = nx.gnp_random_graph(n, 0.5, random, directed=random.random() < 0.5)
    edges, fewer = list(G.edges), random.randint(0, n + 1)
    head = [
        f"* #variable= {len(edges)} #constraint= 1",
        f'* claim {{"closed": false, "fewer_than": {fewer}}}',
        "* variables edges",
        *(f"* x{k} [{u}, {v}] -" for k, (u, v) in enumerate(edges, start=1)),
    ]
    for _ in range(20):
        if not edges:
            break
        some = random.sample(range(1, len(edges) + 1), random.randint(1, len(edges)))
        some = some if random.random() < 0.7 else range(1, len(edges) + 1)
        sign, least = random.choice((1, -1)), random.randint(-n, n)
        row = " ".join(f"{sign:+d} x{k}" for k in some)
        try:
            audit(G, "\n".join([*head, f"{row} >= {least} ;", ""]))
        except InvalidProof as error:
            assert "not known to hold" in str(error)
            continue
        chosen = {edges[k - 1] for k in some}
        fitting = [cover for cover in covers(G) if n - len(cover) < fewer]
        assert all(sign * len(cover & chosen) >= least for cover in fitting)


@pytest.mark.parametrize("more", [{"closed": True}, {"start": 0}, {"forbid": [[0, 1]]}])
def test_a_formula_about_covers_has_no_other_conditions(more):
    G = nx.star_graph(4)
    formula = minimum_path_cover(G).proof.to_pseudo_boolean(G).formula
    said = json.dumps({"closed": False, "fewer_than": 3})
    assert said in formula
    with pytest.raises(InvalidProof, match="a number of paths, and nothing else"):
        audit(G, formula.replace(said, json.dumps(json.loads(said) | more)))
    numbers = formula.replace("variables edges", "variables numbers")
    with pytest.raises(InvalidProof, match="numbers says nothing of fewer_than"):
        audit(G, numbers)


# -- What bounds by potentials and families have in common


BOUNDS = [(LOWER, SQUARE), (LONGEST, BOW)]
"""Bounds of shortest and of longest tours with the graphs that they are about."""
every_bound = together(("proof", "G"), BOUNDS)


@every_bound
def test_bounds_survive_text_and_pickling(proof, G):
    for one in (proof, replace(proof, tree=((0, 2), 1, 0))):
        for again in (Proof.from_json(one.to_json()), pickle.loads(pickle.dumps(one))):
            assert again == one
            assert hash(again) == hash(one)
            assert again.explain() == one.explain()
    H = nx.relabel_nodes(G, lambda v: frozenset({v}))
    named = replace(proof, nodes=tuple(map(frozenset, zip(proof.nodes))))
    named.check(H)
    assert Proof.from_json(named.to_json(H), H) == named
    with pytest.raises(InvalidProof, match="needs the graph"):
        named.to_json()
