"""The conflict-driven search: tours, proofs, and a state that is true after every slice."""

import random

import networkx as nx
import numpy as np
import pytest
from families import flower_snark, generalized_petersen
from hypothesis import event, given, settings, strategies as st
from naive import has_tour, settled
from strategies import graphs
from together import together

from icosian import NoHamiltonianCycle, hamiltonian_cycle, hamiltonian_path, knight_graph
from icosian._kernels import _jit, cdcl as kernels, cdcl as records
from icosian._run.clock import Clock, TimeIsUp
from icosian.proofs import Refutation
from icosian.tours.checking import check_tour
from icosian.tours.problem import Problem
from icosian.tours.solve.forced_edges import Learning
from tests._kernels.runs import executed

WALKS = pytest.mark.parametrize("walk", [0, 3, 60])


def searching(G, *, closed=True, start=None, end=None, **options):
    problem = Problem.of(G, closed=closed, start=start, end=end)
    search = Learning(problem.form, **options)
    search.problem = problem
    return search


def decided(G, *, closed=True, start=None, end=None, **options):
    """Return "tour" or the proof, after a check of either."""
    question = {"closed": closed, "start": start, "end": end}
    search = searching(G, **question, **options)
    if search.search(Clock()) == kernels.EXHAUSTED:
        proof = search.proof(search.problem, Clock())
        proof.check(G)
        return proof
    tour = [search.problem.nodes[v] for v in search.problem.form.decode(search.cycle()).tolist()]
    check_tour(G, tour, closed=closed)
    if not closed:
        assert start in (None, tour[0])
        assert end in (None, tour[-1])
    return "tour"


def random_digraph(n, arcs, seed):
    """Return a random digraph with a cycle in it."""
    rng = random.Random(seed)
    order = rng.sample(range(n), n)
    D = nx.gnm_random_graph(n, arcs - n, seed=seed, directed=True)
    nx.add_cycle(D, order)
    return D


# what it remembers


@pytest.mark.slow
def test_the_edges_that_formed_the_fewest_cycles_are_remembered_and_used_again(monkeypatch):
    monkeypatch.setattr(kernels, "RUN", 2)
    with executed(compiled=False):  # the compiled kernel has runs of the usual length
        search, clock = searching(flower_snark(7), walk=0), Clock()
        fewest, returns = [], 0
        while not (status := search.search(clock, 1)):
            s = search.run[-1]
            returns += s[records.REPHASE]
            if not s[records.FEWEST] or s[records.FEWEST] in fewest[-1:]:
                continue
            fewest.append(s[records.FEWEST])
            best = np.array(search.run[0].edges).reshape(-1, records.EDGE)[:, records.BEST]
            factor = nx.Graph(search._ends()[best % 2 == 0].tolist())
            assert {d for _, d in factor.degree} == {2}
            assert nx.number_connected_components(factor) == fewest[-1]
    assert status == kernels.EXHAUSTED
    assert fewest == sorted(fewest, reverse=True)
    assert fewest
    assert returns


# answers


@given(
    graphs(),
    st.booleans(),
    st.sampled_from([0, 1, 2, 60]),
    st.sampled_from([1, 20_000]),
    st.integers(0, 3),
    st.data(),
)
def test_small_graphs_have_the_answer_of_brute_force(G, closed, walk, learnts, seed, data):
    start, end = (None, None) if closed else data.draw(st.permutations([*G, None, None]))[:2]
    if len(G) < (2 if G.is_directed() else 3):
        return
    answer = decided(G, closed=closed, start=start, end=end, walk=walk, learnts=learnts, seed=seed)
    event("tour" if answer == "tour" else "proof")
    assert (answer == "tour") == has_tour(G, closed=closed, start=start, end=end)


@pytest.mark.slow
@together("seed", range(20))
def test_random_graphs_and_digraphs_have_the_answer_of_brute_force(seed):
    rng = random.Random(seed)
    n = rng.randint(6, 10)
    options = {"walk": rng.choice([0, 2, 60]), "learnts": rng.choice([2, 20_000]), "seed": seed}
    for G in (
        nx.gnm_random_graph(n, 2 * n - 3, seed=seed),
        nx.random_regular_graph(3, 2 * (n // 2), seed=seed),
        nx.gnm_random_graph(n, 3 * n - 6, seed=seed, directed=True),
    ):
        for ends in ((None, None), (0, None), (None, 1), (2, 3)):
            answer = decided(G, closed=False, start=ends[0], end=ends[1], **options)
            expected = has_tour(G, closed=False, start=ends[0], end=ends[1])
            assert (answer == "tour") == expected
        assert (decided(G, **options) == "tour") == has_tour(G, closed=True)


@pytest.mark.slow
@WALKS
@pytest.mark.parametrize(
    "G",
    [
        nx.petersen_graph(),
        nx.petersen_graph().to_directed(),
        nx.tutte_graph(),
        flower_snark(5),
        flower_snark(7),
        generalized_petersen(11, 2),
        generalized_petersen(17, 2),
        knight_graph(4, 8),
        knight_graph(3, 8),
        nx.complete_bipartite_graph(4, 5),
        nx.disjoint_union(nx.complete_graph(4), nx.complete_graph(5)),
        nx.path_graph(5),
        nx.empty_graph(4),
    ],
    ids=lambda G: f"{len(G)}-{G.number_of_edges()}",
)
def test_graphs_without_a_cycle_are_refuted(G, walk):
    assert decided(G, walk=walk) != "tour"


@pytest.mark.slow
@pytest.mark.parametrize(
    "G",
    [
        flower_snark(9),
        pytest.param(flower_snark(11), marks=pytest.mark.exhaustive),
        pytest.param(generalized_petersen(29, 2), marks=pytest.mark.exhaustive),
    ],
    ids=len,
)
def test_larger_graphs_without_a_cycle_are_refuted(G):
    assert decided(G) != "tour"


@pytest.mark.slow
@WALKS
def test_graphs_with_a_tour_have_one(walk):
    for G in (
        nx.cycle_graph(3),
        nx.complete_graph(20),
        nx.dodecahedral_graph(),
        knight_graph(8),
        generalized_petersen(20, 3),
        nx.random_regular_graph(3, 300, seed=1),
        random_digraph(100, 300, seed=1),
        nx.cycle_graph(2, nx.DiGraph),
    ):
        assert decided(G, walk=walk) == "tour"
        assert decided(G, walk=walk, closed=False) == "tour"


def test_with_closings_of_any_length_a_proof_of_a_snark_needs_no_sets():
    assert decided(flower_snark(7), walk=0).sets
    assert not decided(flower_snark(7), walk=60).sets


def test_components_are_refuted_by_the_border_of_one():
    G = nx.disjoint_union(nx.complete_graph(4), nx.complete_graph(5))
    assert decided(G, walk=0).sets == (frozenset(range(4)),)


@pytest.mark.parametrize("ends", [(0, 1), (0, None), (None, 1), (None, None)])
def test_sets_that_hold_both_given_ends_hold_home_as_well(ends):
    # two parts that the search finds cycles in before it finds out about the path
    for kind in (nx.Graph, nx.DiGraph):
        G = nx.disjoint_union(nx.complete_graph(5), nx.complete_graph(5)).to_directed()
        assert decided(kind(G), closed=False, start=ends[0], end=ends[1], walk=0) != "tour"


def test_the_search_forgets_and_goes_on():
    search = searching(flower_snark(7), walk=0, learnts=10)
    most = 0
    while not search.search(Clock(), 500):
        most = max(most, search.run[-1][records.LEARNTS])
    assert search.search(Clock()) == kernels.EXHAUSTED
    s = search.run.arrays()[-1]
    times, rest = divmod(s[records.MOST] - 10, kernels.MORE_KEPT)
    assert times > 0
    assert rest == 0
    assert most < s[records.CONFLICTS] / 2


def test_a_search_that_may_keep_nothing_ends():
    search = searching(nx.grid_2d_graph(5, 5), walk=0, learnts=0)
    assert search.search(Clock()) == kernels.EXHAUSTED


def test_the_pool_grows():
    search = searching(flower_snark(7), walk=0)
    before = len(search.run.arrays()[3].pool)
    assert search.search(Clock()) == kernels.EXHAUSTED
    assert len(search.run.arrays()[3].pool) > before


def test_an_answer_stays_the_answer():
    for G, status in ((nx.petersen_graph(), kernels.EXHAUSTED), (nx.path_graph(3), 2)):
        search = searching(G)
        assert search.search(Clock()) == search.search(Clock()) == status


def test_the_same_seed_gives_the_same_tour_and_another_one_another():
    G = nx.random_regular_graph(4, 60, seed=3)
    tours = [hamiltonian_cycle(G, method="cdcl", seed=seed) for seed in (0, 0, 5)]
    assert list(tours[0]) == list(tours[1]) != list(tours[2])
    assert tours[0].stats.method == "cdcl"


def test_the_method_is_one_of_the_finder():
    with pytest.raises(NoHamiltonianCycle) as caught:
        hamiltonian_cycle(nx.tutte_graph(), method="cdcl")
    assert isinstance(caught.value.proof, Refutation)
    assert hamiltonian_path(nx.petersen_graph(), 0, 2, method="cdcl")[0] == 0


def test_the_time_is_looked_at_during_the_search_and_the_proof():
    search = searching(flower_snark(13))
    with pytest.raises(TimeIsUp):
        search.search(Clock(0.05))
    with pytest.raises(TimeIsUp):
        search.proof(search.problem, Clock(0.05))


def test_ends_without_edges_are_joined_to_each_other():
    for start, end in ((1, 2), (2, 1)):
        problem = Problem.of(nx.empty_graph(3), closed=False, start=start, end=end)
        form = problem.form
        assert form.indptr.tolist() == [0, 0, 1, 2]
        assert form.indices.tolist() == [2, 1]


# the kernel


def finish(search, budget, *, compiled):
    """Run a search to its end, interpreted or compiled, in slices."""
    with executed(compiled=compiled):
        search.run = _jit.Run(kernels.search, *search.run.arrays())
        while True:
            status = search.run.advance(budget)
            if status == kernels.FULL:
                search._make_room()
            elif status:
                return status, [array.copy() for array in _jit.leaves(search.run.arrays())]


@pytest.mark.parametrize("walk", [0, 60])
@pytest.mark.exhaustive
def test_compiled_and_interpreted_searches_are_the_same_to_the_bit(walk):
    for G in (flower_snark(7), knight_graph(6), nx.random_regular_graph(3, 100, seed=2)):
        one = finish(searching(G, walk=walk, learnts=20), 1000, compiled=False)
        two = finish(searching(G, walk=walk, learnts=20), 1000, compiled=True)
        assert one[0] == two[0]
        assert all(map(np.array_equal, one[1], two[1]))


@pytest.mark.slow
@settings(max_examples=20, deadline=None)
@given(st.integers(1, 200), st.sampled_from([0, 60]))
def test_slices_of_any_size_give_the_answer_of_one_piece(budget, walk):
    for G in (flower_snark(5), nx.random_regular_graph(3, 40, seed=2)):
        whole = finish(searching(G, walk=walk), 1 << 40, compiled=False)
        sliced = finish(searching(G, walk=walk), budget, compiled=False)
        assert whole[0] == sliced[0]
        assert all(map(np.array_equal, whole[1], sliced[1]))


@pytest.mark.slow
@WALKS
@settings(max_examples=20, deadline=None)
@given(seed=st.integers(0, 1000), budget=st.integers(1, 60))
def test_after_every_slice_all_counts_paths_and_reasons_are_true(walk, seed, budget):
    G = nx.random_regular_graph(3, 16, seed=seed) if seed % 2 else random_digraph(7, 14, seed)
    search = searching(G, walk=walk)
    for _ in range(150):
        status = search.search(Clock(), budget)
        is_true(search)
        if status:
            break


def is_true(search):
    """Check the state of a search against what it stands for."""
    graph, literals, order, clauses, _, s = search.run.arrays()
    vertices, arcs, edges = graph
    (sign, trail), (scores, heap, levels), (watch, pool) = literals, order, clauses
    begin = vertices[records.BEGIN :: records.VERTEX].tolist()
    vertices = vertices.reshape(-1, records.VERTEX)[:-1].tolist()
    edges = edges.reshape(-1, records.EDGE).tolist()
    trail = trail[: s[records.TRAIL]].tolist()
    held = set(trail)
    assert {x for x, value in enumerate(sign.tolist()) if value == 1} == held
    assert {x ^ 1 for x, value in enumerate(sign.tolist()) if value == -1} == held
    followed = trail[: s[records.HEAD]]
    used = nx.Graph([edges[x >> 1][:2] for x in followed if not x & 1])
    unused = nx.Graph([edges[x >> 1][:2] for x in followed if x & 1])
    assert set(np.bincount(arcs).tolist()) == {2}
    for v, fields in enumerate(vertices):
        degree = begin[v + 1] - begin[v]
        assert fields[records.USED] == (used.degree(v) if v in used else 0)
        assert fields[records.LEFT] == degree - (unused.degree(v) if v in unused else 0)
        mine = [records.FIRST, records.SECOND][: fields[records.USED]]
        assert all(v in edges[fields[k]][:2] for k in mine)
    for part in map(used.subgraph, nx.connected_components(used)):
        leaves = [v for v in part if part.degree(v) == 1]
        if leaves:
            a, b = leaves
            assert vertices[a][records.FAR] == b
            assert vertices[b][records.FAR] == a
            assert vertices[a][records.LENGTH] == vertices[b][records.LENGTH] == len(part) - 1
    heaped = heap[: s[records.HEAPED]].tolist()
    assert {e for e in range(len(edges)) if not sign[2 * e]} <= set(heaped)
    assert all(edges[e][records.SPOT] == k for k, e in enumerate(heaped))
    for k in range(1, len(heaped)):
        assert scores[heaped[k]] <= scores[heaped[(k - 1) // 2]]
    watched = {}
    for literal, link in enumerate(watch.tolist()):
        while link >= 0:
            watched[link] = literal
            link = int(pool[(link >> 1) + records.NEXT + (link & 1)])  # noqa: PLW2901
    c = 0
    while c < s[records.LINKED]:
        clause = pool[c + records.HEADER :][: pool[c + records.SIZE]].tolist()
        if len(clause) > 1:
            assert [watched.pop(2 * c), watched.pop(2 * c + 1)] == clause[:2]
        c += records.HEADER + len(clause)
    assert not watched
    for place, literal in enumerate(trail):
        edge = edges[literal >> 1]
        assert edge[records.PLACE] == place
        decisions = [levels[2 * k] for k in range(1, s[records.LEVEL] + 1)]
        assert edge[records.DEPTH] == sum(begin <= place for begin in decisions)
        reason, level = edge[records.REASON], edge[records.DEPTH]
        assert (reason == records.DECIDED) == (place in decisions)
        if level and reason >= 0:
            clause = pool[reason + records.HEADER :][: pool[reason + records.SIZE]].tolist()
            assert all(trail.index(x ^ 1) < place for x in clause if x != literal)


@given(st.integers(4, 9), st.integers(0, 10**6))
def test_the_rules_settle_what_the_slow_twin_settles(n, seed):
    G = nx.gnm_random_graph(n, 2 * n - 3, seed=seed)
    if min(d for _, d in G.degree) < 2:
        return
    search = searching(G, walk=n)
    graph, literals, _, clauses, _, s = _jit.lists_of(search.run.arrays())
    sign = literals.sign
    clash = records.propagate(graph, literals, clauses, s, 10**6)
    pairs = [tuple(pair) for pair in search._ends().tolist()]
    expected = settled(list(G), pairs, set(), set())
    assert (clash == records.NONE) == (expected is not None)
    if expected is not None:
        used, unused = expected
        assert used == {pair for e, pair in enumerate(pairs) if sign[2 * e] == 1}
        assert unused == {pair for e, pair in enumerate(pairs) if sign[2 * e] == -1}


def test_luby_is_the_sequence_of_the_paper():
    assert [kernels.luby(i) for i in range(1, 16)] == [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]


def test_scores_are_scaled_down_before_they_overflow():
    search = searching(knight_graph(4, 6))
    _, _, (scores, *_), *_, s = search.run.arrays()
    scores[:] = np.arange(len(scores)) << kernels.SHIFT
    for _ in range(2000):
        kernels.age(scores, s)
        assert 0 < s[records.RISE] < 1 << 58
    assert scores.tolist() == sorted(scores)
