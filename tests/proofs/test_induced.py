"""Bounds of induced paths and cycles: what holds is true, whatever is changed."""

import random
from dataclasses import replace

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, strategies as st
from naive import induced_sets
from together import examples, together
from true_certificates import CLOSED, FROM_0, FROM_0_TO_1, OPEN, TO_0, refused

import icosian
from icosian import Proof
from icosian.proofs import Claim, InducedBound
from icosian.proofs.induced import _CaseColumns, _columns, _PathSteps

LONGER = r"there is one of|edges enough"
"""How a check ends that meets a longer path or cycle."""
CUBE = nx.convert_node_labels_to_integers(nx.hypercube_graph(3))
REGULAR = [CUBE, nx.cycle_graph(7), nx.complete_bipartite_graph(3, 3), nx.petersen_graph()]
REGULAR += [nx.complete_graph(5), nx.disjoint_union(nx.cycle_graph(4), nx.cycle_graph(4))]
WHEEL = nx.wheel_graph(7)


def _near(G):
    """Return the sets of neighbors as bits."""
    return [sum(1 << w for w in G[v]) for v in sorted(G)]


def bounded(G, claim, *, symmetries=(), nodes=None, by=0):
    """Return the bound of a claim that holds, or one that does not, in some order."""
    sets = induced_sets(G, **claim)
    order = tuple(G) if nodes is None else nodes
    return InducedBound(
        **claim, bound=max(map(len, sets), default=0) + by, nodes=order, symmetries=symmetries
    )


def bounded_by_hand(claim, bound, G):
    """Return the bound of a graph whose longest induced paths are known."""
    return InducedBound(**claim, bound=bound, nodes=tuple(G))


def automorphisms(G, order, rng, most=4):
    """Return some automorphisms by the numbers of nodes in an order."""
    found = list(nx.algorithms.isomorphism.GraphMatcher(G, G).isomorphisms_iter())
    number = {v: k for k, v in enumerate(order)}
    some = rng.sample(found, min(most, len(found)))
    return tuple(tuple(number[image[v]] for v in order) for image in some)


@given(st.integers(0, 10**6), st.sampled_from([CLOSED, OPEN, FROM_0, TO_0, FROM_0_TO_1]))
@examples(40)
def test_the_best_bound_holds_and_no_better_one(seed, claim):
    rng = random.Random(seed)
    G = nx.gnm_random_graph(rng.randint(3, 8), rng.randint(2, 14), seed=seed)
    order = rng.sample(list(G), len(G))
    proof = bounded(G, claim, nodes=tuple(order))
    proof.check(G)
    replace(proof, bound=proof.bound + 1).check(G)
    for bound in range(proof.bound):
        refused(replace(proof, bound=bound), G, LONGER)
        refused(replace(proof, bound=bound, nodes=()), G, LONGER)


@given(st.integers(0, 10**6), st.sampled_from(REGULAR), st.sampled_from([CLOSED, OPEN, FROM_0]))
@examples(20)
def test_symmetries_of_any_choice_prove_nothing_false(seed, G, claim):
    rng = random.Random(seed)
    order = tuple(rng.sample(list(G), len(G)))
    proof = bounded(G, claim, nodes=order, symmetries=automorphisms(G, order, rng))
    proof.check(G)
    refused(replace(proof, bound=proof.bound - 1), G, LONGER)


@given(st.integers(0, 10**6), st.booleans())
def test_cases_are_bounded_together_as_each_alone(seed, closed):
    rng = random.Random(seed)
    n = rng.randint(3, 12)
    near = _near(nx.gnm_random_graph(n, rng.randint(0, 30), seed=seed))
    cases = []
    for _ in range(50):
        head, other = rng.randrange(n), rng.randrange(n)
        length = 1 if head == other else rng.randint(2, n)
        moving = 2 if closed or head == other else rng.randint(1, 2)
        free = rng.getrandbits(n) & ~(1 << head | 1 << other)
        cases.append((head, other, length, moving, free))
    numbers = np.array([case[:4] for case in cases]).T
    columns = _CaseColumns(
        *numbers, _columns([case[4] for case in cases], n), _columns([0] * 50, 0)
    )
    paths = _PathSteps(near, [0] * n, joined=closed)
    for most in (0, 2, n // 2, n, 10**30):
        alone = [paths.may_be_longer(columns.take([k]), most).item() for k in range(50)]
        assert paths.may_be_longer(columns, most).tolist() == alone


@pytest.mark.parametrize("n", [12, pytest.param(130, marks=pytest.mark.slow)])
def test_small_numbers_hold_all_counts(n):
    G = nx.wheel_graph(n + 1)  # twice the degree of its center is more than a byte holds
    for closed in (True, False):
        proof = InducedBound(closed=closed, bound=n - 1 + closed, nodes=tuple(G))
        proof.check(G)
        refused(replace(proof, bound=proof.bound - 1), G, LONGER)


@pytest.mark.parametrize("n", [60, 62, 63, 64, 126, 127, 128])
def test_no_count_of_a_dense_graph_wraps(n):
    G = nx.complete_graph(n)
    for claim in (OPEN, CLOSED, FROM_0):
        proof = bounded_by_hand(claim, 3 if claim == CLOSED else 2, G)
        proof.check(G)
        refused(replace(proof, bound=proof.bound - 1), G, LONGER)
    G = nx.complete_bipartite_graph(n // 2, n - n // 2)
    for claim in (OPEN, CLOSED):
        proof = bounded_by_hand(claim, 4 if claim == CLOSED else 3, G)
        proof.check(G)
        refused(replace(proof, bound=proof.bound - 1), G, LONGER)


def test_symmetries_keep_the_edges_of_the_graph():
    turned = (0, 2, 3, 4, 5, 6, 1)
    proof = bounded(WHEEL, CLOSED, symmetries=(turned,))
    proof.check(WHEEL)
    refused(replace(proof, symmetries=((1, 0, 2, 3, 4, 5, 6),)), WHEEL, "does not keep the edges")
    refused(proof, nx.path_graph(7), "does not keep the edges")
    for image in (
        (0, 2, 3, 4, 5, 6),
        (0, 0, 1, 2, 3, 4, 5),
        (0, 2, 3, 4, 5, 6, True),
        (7, *turned),
    ):
        refused(replace(proof, symmetries=(image,)), WHEEL, "not a permutation")


def test_a_symmetry_that_moves_the_given_ends_is_no_use():
    G = nx.path_graph(5)  # turned round, its ends are alike
    proof = bounded(G, FROM_0, symmetries=((4, 3, 2, 1, 0),))
    assert proof.bound == 5
    proof.check(G)
    refused(replace(proof, bound=4), G, LONGER)
    middle = replace(proof, start=1, bound=4)
    middle.check(G)
    refused(replace(middle, bound=3), G, LONGER)


def test_all_nodes_come_once():
    proof = bounded(WHEEL, OPEN)
    for nodes in (proof.nodes[1:], (*proof.nodes, 0), (1, *proof.nodes[1:]), (9, *proof.nodes[1:])):
        refused(replace(proof, nodes=nodes), WHEEL, "every node of the graph once")


@together("bound", [-1, 1.5, True, None, "5"])
def test_a_bound_is_a_number_of_nodes(bound):
    refused(replace(bounded(WHEEL, OPEN), bound=bound), WHEEL, "at least 0|expected int")


def test_digraphs_have_no_such_bounds():
    refused(bounded(WHEEL, OPEN), nx.DiGraph(WHEEL), "undirected")


def test_loops_and_parallel_edges_are_no_edges_of_their_own():
    G = nx.MultiGraph([*WHEEL.edges, *WHEEL.edges, (0, 0)])
    for claim in (OPEN, CLOSED):
        proof = bounded(WHEEL, claim)
        proof.check(G)
        refused(replace(proof, bound=proof.bound - 1), G, LONGER)
        counted = icosian.longest_induced_path(G, timeout=0).proof
        counted.check(G)
        counted.check(WHEEL)


def test_edges_are_counted_where_no_cases_are_given():
    count = InducedBound(**OPEN, bound=6)
    count.check(CUBE)  # 3/4 of 8 nodes, by 24 - 2 ends and 4 for each node
    refused(replace(count, bound=4), CUBE, LONGER)
    tree = nx.balanced_tree(2, 3)  # only its cases show that it has no cycle
    refused(InducedBound(**CLOSED, bound=0), tree, LONGER)
    InducedBound(**CLOSED, bound=0, nodes=tuple(tree)).check(tree)
    refused(InducedBound(**OPEN, bound=1), nx.path_graph(2), LONGER)
    for ends in ({}, {"start": 0}):  # a single node is a path, but none joins two parts
        refused(InducedBound(**OPEN, bound=0, **ends), nx.empty_graph(3), LONGER)
        InducedBound(**OPEN, bound=1, **ends).check(nx.empty_graph(3))
    refused(InducedBound(**OPEN, bound=0, nodes=(0, 1)), nx.empty_graph(2), LONGER)
    InducedBound(**OPEN, bound=1, nodes=(0, 1)).check(nx.empty_graph(2))
    InducedBound(**OPEN, bound=0, start=0, end=1).check(nx.empty_graph(3))
    assert "more than other nodes have" in count.explain()


def test_a_claim_says_that_paths_are_induced():
    proof = bounded(CUBE, CLOSED)
    assert proof.claim == "No induced cycle has more than 6 nodes"
    assert proof.statement == Claim(closed=True, longer_than=6, induced=True)
    assert Proof.from_json(proof.to_json()) == proof
    some = replace(proof, symmetries=((*range(8),),))
    assert "one for all that symmetries" in some.explain()
    assert "from the given ends" in bounded(CUBE, FROM_0_TO_1).explain()


def test_a_check_can_be_stopped():
    class Enough(Exception):
        pass

    def stop():
        raise Enough

    with pytest.raises(Enough):
        icosian.proofs.certificate.verify(bounded(CUBE, OPEN), CUBE, stop)


@given(st.integers(0, 10**6), st.sampled_from([CLOSED, OPEN, FROM_0, FROM_0_TO_1]))
@examples(20)
def test_no_case_is_lost_where_few_are_looked_at_together(seed, claim):
    G = nx.gnm_random_graph(8, 8 + seed % 7, seed=seed)
    proof = bounded(G, claim)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("icosian.proofs.induced.FIELDS", 8 * (seed % 3))
        proof.check(G)
        for bound in range(proof.bound):
            refused(replace(proof, bound=bound), G, LONGER)
