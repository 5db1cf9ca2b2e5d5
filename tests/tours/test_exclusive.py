"""Tours and paths that use at most one edge of each of some pairs."""

import random
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise, permutations

import networkx as nx
import pytest
from hypothesis import given, strategies as st

import icosian
from icosian import (
    InvalidArgument,
    InvalidProof,
    NoCycle,
    NoHamiltonianCycle,
    NoHamiltonianPath,
    NoPath,
    Proof,
    SearchLimitReached,
    longest_cycle,
    longest_path,
)
from icosian._run.limits import TimeIsUp
from icosian.boards.board import Board
from icosian.proofs import HOME, ExclusiveBound, Ordered
from icosian.tours.longest.induced_search import InducedSearch


def some_pairs(G, chance, most):
    edges = list(G.edges)
    pairs = [tuple(chance.sample(edges, 2)) for _ in range(chance.randint(1, most))]
    if G.is_directed():
        return pairs
    return [tuple(e[:: chance.choice((1, -1))] for e in pair) for pair in pairs]


def keeps(G, steps, pairs):
    key = tuple if G.is_directed() else frozenset
    used = {key(step) for step in steps}
    return all(G.has_edge(*step) for step in steps) and not any(
        {key(e), key(f)} <= used for e, f in pairs
    )


def steps_of(nodes, *, closed):
    return [*pairwise([*nodes, nodes[0]] if closed else nodes)]


# -- Tours of all nodes


@given(st.integers(0, 10**6), st.booleans(), st.booleans())
def test_a_tour_or_a_proof_is_what_all_orders_say(seed, closed, directed):
    chance = random.Random(seed)
    G = nx.gnp_random_graph(chance.randint(3, 6), 0.7, seed=seed, directed=directed)
    if G.number_of_edges() < 2:
        return
    pairs = some_pairs(G, chance, 8)
    start = chance.choice((None, 0))
    options = {"positions": {1: 3}} if start is not None and chance.random() < 0.3 else {}

    def fits(order):
        placed = all(order[k - 1] == v for v, k in options.get("positions", {}).items())
        return (
            placed and start in (None, order[0]) and keeps(G, steps_of(order, closed=closed), pairs)
        )

    exists = any(map(fits, permutations(G)))
    find = icosian.hamiltonian_cycle if closed else icosian.hamiltonian_path
    try:
        tour = find(G, start, exclusive=pairs, **options)
        assert fits(tuple(tour))
    except (NoHamiltonianCycle, NoHamiltonianPath) as error:
        assert not exists
        error.proof.check(G)
        assert Proof.from_json(error.proof.to_json()) == error.proof


def test_a_claim_without_a_pair_is_refused():
    G = nx.cycle_graph(5)
    proof = icosian.prove_no_hamiltonian_cycle(G, exclusive=[((0, 1), (2, 3))])
    assert isinstance(proof, Ordered)
    assert "does not use both 0-1 and 2-3" in proof.explain()
    for pairs in ((), (((0, 1), (0, 1)),)):
        with pytest.raises(InvalidProof):
            replace(proof, exclusive=pairs).check(G)
    with pytest.raises(InvalidProof, match="not an edge"):
        replace(proof, exclusive=(((0, 1), (1, 3)),)).check(G)
    with pytest.raises(InvalidProof, match="not a pair of nodes"):
        replace(proof, exclusive=(((0, 1), (HOME, 3)),)).check(G)
    assert proof.to_lrat(G).formula


def test_other_tours_keep_to_pairs_as_well():
    G = nx.complete_graph(4)
    pairs = [((0, 1), (2, 3))]
    tour = icosian.hamiltonian_cycle(G, exclusive=pairs)
    proof = icosian.prove_no_hamiltonian_cycle(G, exclusive=pairs, besides=[tour])
    proof.check(G)
    other = replace(proof, exclusive=(tuple(map(tuple, steps_of(tuple(tour), closed=True)[:2])),))
    with pytest.raises(InvalidProof, match="not one that the claim is about"):
        other.check(G)


@pytest.mark.parametrize(
    ("pairs", "rule"),
    [
        (7, "pairs of edges"),
        ([7], "pairs of edges"),
        ([((0, 1),)], "that differ"),
        ([((0, 1), (1, 0))], "that differ"),
        ([((0, 1), (0, 2))], "edges of the graph"),
        ([((0, 1, 2), (1, 2))], "pairs of edges"),
    ],
)
def test_pairs_are_pairs_of_different_edges(pairs, rule):
    with pytest.raises(InvalidArgument, match=rule):
        icosian.hamiltonian_path(nx.path_graph(4), exclusive=pairs)
    with pytest.raises(InvalidArgument, match=rule):
        longest_path(nx.path_graph(4), exclusive=pairs)


# -- Longest paths and cycles


def longest_by_hand(G, pairs, *, closed, start, end):
    best, ahead = 0, [(v,) for v in G if start in (None, v)]
    while ahead:
        path = ahead.pop()
        ahead += [(*path, w) for w in G[path[-1]] if w not in path]
        fits = len(path) > 2 if closed else end in (None, path[-1])
        if fits and keeps(G, steps_of(path, closed=closed), pairs):
            best = max(best, len(path))
    return best


@given(st.integers(0, 10**6), st.booleans())
def test_the_longest_is_as_long_as_the_longest_of_all(seed, closed):
    chance = random.Random(seed)
    G = nx.gnp_random_graph(chance.randint(2, 7), chance.choice((0.3, 0.5, 0.7)), seed=seed)
    if G.number_of_edges() < 2:
        return
    pairs = some_pairs(G, chance, 2 * G.number_of_edges())
    ends = {} if closed else {"start": chance.choice((None, 0)), "end": chance.choice((None, 1))}
    best = longest_by_hand(G, pairs, closed=closed, **{"start": None, "end": None} | ends)
    try:
        found = (longest_cycle if closed else longest_path)(G, exclusive=pairs, **ends)
        assert found.length == found.bound == best
        proof = found.proof
    except (NoCycle, NoPath) as error:
        assert best == 0
        proof = error.proof
    proof.check(G)
    assert Proof.from_json(proof.to_json()) == proof
    for false in (replace(proof, bound=best - 1), replace(proof, bound=best - 1, nodes=())):
        with pytest.raises(InvalidProof):
            replace(false, symmetries=() if not false.nodes else false.symmetries).check(G)


def test_three_edges_at_a_node_are_no_cycle():
    star = nx.star_graph(3)
    with pytest.raises(NoCycle) as caught:
        longest_cycle(star, exclusive=[((0, 1), (0, 2))])
    assert caught.value.proof.bound == 0
    triangle = nx.complete_graph(3)
    with pytest.raises(NoCycle):
        longest_cycle(triangle, exclusive=[((0, 1), (0, 2))])
    tailed = nx.Graph([*triangle.edges, (2, 3), (3, 4)])
    found = longest_cycle(tailed, exclusive=[((0, 1), (3, 4))])
    assert found.length == found.bound == 3
    for bound in (0, 2):
        with pytest.raises(InvalidProof, match="of 3 nodes"):
            replace(found.proof, bound=bound).check(tailed)


def test_false_bounds_are_refused():
    G = icosian.knight_graph(4)
    proof = G.longest_path(exclusive=G.crossings()).proof
    assert isinstance(proof, ExclusiveBound)
    few, edges, images = proof.exclusive[1:], proof.nodes, proof.symmetries
    for change, rule in (
        ({"exclusive": few}, "of 7 nodes|does not keep"),
        ({"exclusive": few, "symmetries": ()}, "of 7 nodes"),
        ({"nodes": edges[1:]}, "permutation|every edge"),
        ({"nodes": edges[1:], "symmetries": ()}, "every edge"),
        ({"nodes": (edges[0], *edges[:-1])}, "every edge"),
        ({"nodes": edges[::-1]}, "does not keep"),
        ({"symmetries": ((*images[0][1:], images[0][0]),)}, "does not keep"),
        ({"exclusive": ((edges[0], edges[0][::-1]),), "symmetries": ()}, "not a pair of edges"),
        ({"exclusive": ((edges[0], ((0, 0), (3, 3))),), "symmetries": ()}, "not a pair of edges"),
        ({"exclusive": ((edges[0], (HOME, (0, 0))),), "symmetries": ()}, "pair of nodes"),
        ({"bound": 0, "nodes": (), "symmetries": ()}, "of 1 node"),
        ({"nodes": (), "symmetries": ()}, "no cases are distinguished"),
    ):
        with pytest.raises(InvalidProof, match=rule):
            replace(proof, **change).check(G)
    with pytest.raises(InvalidProof, match="undirected"):
        replace(proof, ranks=None).check(nx.DiGraph(G))
    lonely = replace(proof, exclusive=(), nodes=(), symmetries=(), bound=0, ranks=None)
    with pytest.raises(InvalidProof, match="of 1 node"):
        lonely.check(nx.empty_graph(2))


def test_where_the_time_is_over_before_any_cycle_is_known_nothing_is_proved(monkeypatch):
    def late(_):
        raise TimeIsUp

    monkeypatch.setattr(InducedSearch, "run", late)
    ring, pairs = nx.cycle_graph(5), [((0, 1), (1, 2))]
    with pytest.raises(SearchLimitReached, match="in time"):
        longest_cycle(ring, exclusive=pairs)
    with pytest.raises(SearchLimitReached, match="in time"):
        longest_path(ring, 0, 2, exclusive=pairs)
    path = longest_path(ring, 0, exclusive=pairs)
    assert (list(path), path.is_longest) == ([0], False)


@pytest.mark.parametrize(
    ("n", "moves", "closed"),
    [(3, 2, 0), (4, 5, 4), (5, 10, 8), pytest.param(6, 17, 12, marks=pytest.mark.slow)],
)
def test_uncrossed_knights_are_as_long_as_published(n, moves, closed):
    """The paths: OEIS A003192; the cycles: A157416."""
    G = icosian.knight_graph(n)
    pairs = G.crossings()
    path = G.longest_path(exclusive=pairs)
    assert (path.length - 1, path.is_longest) == (moves, True)
    try:
        cycle = G.longest_cycle(exclusive=pairs)
        assert (cycle.length, cycle.is_longest) == (closed, True)
    except NoCycle:
        assert closed == 0


# -- Crossings


def cross(one, other):
    return one[0] * other[1] - one[1] * other[0]


def meet(one, other):
    """Return whether two segments have a point in common besides a common end."""
    (a, b), (c, d) = one, other
    ab, cd, ac = ((q[0] - p[0], q[1] - p[1]) for p, q in ((a, b), (c, d), (a, c)))
    det = cross(ab, cd)
    if det:
        t, s = Fraction(cross(ac, cd), det), Fraction(cross(ac, ab), det)
        point = a[0] + t * ab[0], a[1] + t * ab[1]
        return 0 <= t <= 1 and 0 <= s <= 1 and point not in {a, b} & {c, d}
    if cross(ac, ab):
        return False
    k = 0 if ab[0] else 1
    spans = [sorted((p[k], q[k])) for p, q in (one, other)]
    low, high = max(spans[0][0], spans[1][0]), min(spans[0][1], spans[1][1])
    return low < high or (low == high and not {a, b} & {c, d})


def test_crossings_need_a_plane_board():
    for G in (
        icosian.knight_graph(5, periodic=True),
        icosian.board_graph(Board((3, 3, 3)), "knight"),
        nx.relabel_nodes(icosian.knight_graph(4), str),
    ):
        with pytest.raises(icosian.IcosianError, match="crossings are those"):
            G.crossings()
    assert icosian.grid_graph(4).crossings() == []
