"""Searches by forced edges: conflict-driven, by cases, and after contraction."""

import random

import networkx as nx
import numpy as np
import pytest
from families import flower_snark, generalized_petersen
from hypothesis import event, given, strategies as st
from naive import has_tour
from strategies import graphs
from together import examples, together

import icosian
from icosian import NoHamiltonianCycle, hamiltonian_cycle, hamiltonian_path, knight_graph
from icosian._kernels import _jit, cdcl as kernels, cdcl as records, forcing as kernel
from icosian._run.limits import Clock
from icosian.proofs import Cases, ForcedEdges, Refutation
from icosian.tours.problem import Problem
from icosian.tours.solve.forced_edges import Forcing, Learning, simplify_form
from icosian.tours.tour import check_tour
from tests._kernels.runs import executed
from tests.tours.problems import asked, connected_cases, exists

# The conflict-driven search: tours, proofs, and a state that is true after every slice


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


def test_the_method_is_one_of_the_finder():
    with pytest.raises(NoHamiltonianCycle) as caught:
        hamiltonian_cycle(nx.tutte_graph(), method="cdcl")
    assert isinstance(caught.value.proof, Refutation)
    assert hamiltonian_path(nx.petersen_graph(), 0, 2, method="cdcl")[0] == 0


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
@examples(20)
@given(st.integers(1, 200), st.sampled_from([0, 60]))
def test_slices_of_any_size_give_the_answer_of_one_piece(budget, walk):
    for G in (flower_snark(5), nx.random_regular_graph(3, 40, seed=2)):
        whole = finish(searching(G, walk=walk), 1 << 40, compiled=False)
        sliced = finish(searching(G, walk=walk), budget, compiled=False)
        assert whole[0] == sliced[0]
        assert all(map(np.array_equal, whole[1], sliced[1]))


@pytest.mark.slow
@WALKS
@examples(20)
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


def test_scores_are_scaled_down_before_they_overflow():
    search = searching(knight_graph(4, 6))
    _, _, (scores, *_), *_, s = search.run.arrays()
    scores[:] = np.arange(len(scores)) << kernels.SHIFT
    for _ in range(2000):
        kernels.age(scores, s)
        assert 0 < s[records.RISE] < 1 << 58
    assert scores.tolist() == sorted(scores)


# Edge forcing: it decides small graphs, and its steps and cases are proofs


def searched(G, room=5_000, **question):
    problem = asked(G, **question)
    search = Forcing(problem, Clock(), room=room)
    return search, search.search(Clock())


@given(connected_cases())
def test_forcing_edges_decides_and_proves(case):
    G, question = case
    search, status = searched(G, **question)
    assert (status == kernel.FOUND) == exists(G, **question)
    if status == kernel.FOUND:
        icosian.tours.tour.check_tour(
            G, search.problem.form.decode(search.cycle()).tolist(), closed=question["closed"]
        )
    else:
        assert status == kernel.EXHAUSTED
        proof = search.proof(Clock())
        assert isinstance(proof, Cases | ForcedEdges)
        proof.check(G)


def test_cuts_of_three_edges_are_part_of_the_rules():
    # Tutte's graph is three times Tutte's fragment, joined by cuts of three edges
    search, _ = searched(nx.tutte_graph())
    assert len(search.cuts) >= 3
    for edges, side in search.cuts:
        border = list(nx.edge_boundary(nx.tutte_graph(), [search.problem.nodes[v] for v in side]))
        assert len(border) == len(edges)
    proof = search.proof(Clock())
    proof.check(nx.tutte_graph())
    assert len(proof.tree) < 40


# Contraction and division: the pieces have a cycle each exactly if the whole has one


def cycle_of(form):
    """Return a cycle of a normal form that uses its fixed edges, by plain search, or None."""
    near = [form.indices[form.indptr[v] : form.indptr[v + 1]].tolist() for v in range(form.size)]
    path, used = [0], {0}

    def fits(v, w):
        """Whether v - w may be next: a vertex with a fixed edge uses it on one of its sides."""
        return w == form.mate[v] or form.mate[v] < 0 or path[-2:-1] == [form.mate[v]] or v == 0

    def extend():
        v = path[-1]
        if len(path) == form.size:
            whole = path if path[0] in near[v] else []
            return bool(whole) and uses_fixed(path)
        for w in near[v]:
            if w not in used and fits(v, w):
                path.append(w)
                used.add(w)
                if extend():
                    return True
                used.discard(path.pop())
        return False

    def uses_fixed(cycle):
        pairs = {frozenset(pair) for pair in zip(cycle, cycle[1:] + cycle[:1], strict=True)}
        return all(m < 0 or frozenset((v, m)) in pairs for v, m in enumerate(form.mate.tolist()))

    return np.array(path, np.int32) if extend() else None


def check_pieces(G, **question):
    """Check that the pieces of a question are worth the whole, and that their cycles unite."""
    problem = Problem.of(G, **question)
    form = problem.form
    if form.size < 3 or (np.diff(form.indptr) < 2).any():
        return
    expected = has_tour(G, **question)
    pieces = simplify_form(form, Clock())
    if pieces is None:
        assert not expected
        return
    cycles = [cycle_of(piece.form) for piece in pieces.pieces]
    found = all(cycle is not None for cycle in cycles)
    assert found == expected
    if found:
        order = [problem.nodes[v] for v in form.decode(pieces.unite(cycles)).tolist()]
        valid = icosian.is_hamiltonian_cycle if problem.closed else icosian.is_hamiltonian_path
        assert valid(G, order)


@given(graphs())
def test_pieces_have_cycles_exactly_if_a_small_graph_has_one(G):
    check_pieces(G, closed=True)


@given(graphs(), st.data())
def test_pieces_of_a_question_about_a_path_have_cycles_exactly_if_there_is_one(G, data):
    start, end = (data.draw(st.sampled_from([None, *G])) for _ in range(2))
    if start is None or start != end:
        check_pieces(G, closed=False, start=start, end=end)


@given(st.lists(st.integers(4, 6), min_size=2, max_size=3), st.randoms(use_true_random=False))
def test_graphs_in_a_ring_are_taken_apart(sizes, random):
    """Random graphs with two ends each, joined in a ring by single edges."""
    G = nx.Graph()
    doors = []
    for k, size in enumerate(sizes):
        part = nx.gnp_random_graph(size, 0.7, seed=random.randrange(1 << 30))
        G.add_nodes_from((k, v) for v in part)
        G.add_edges_from(((k, u), (k, v)) for u, v in part.edges)
        doors.append(((k, 0), (k, 1)))
    for (_, leave), (enter, _) in zip(doors, doors[1:] + doors[:1], strict=True):
        G.add_edge(leave, enter)
    check_pieces(G, closed=True)


def test_a_chain_of_prisms_falls_into_its_links():
    links = 5
    G = nx.disjoint_union_all([nx.circular_ladder_graph(5)] * links)
    for k in range(links):
        G.remove_edge(10 * k, 10 * k + 1)
        G.add_edge(10 * k + 1, (10 * k + 10) % (10 * links))
    form = Problem.of(G, closed=True).form
    pieces = simplify_form(form, Clock())
    assert len(pieces.pieces) == links
    assert all(piece.form.size <= 11 for piece in pieces.pieces)
    tour = icosian.hamiltonian_cycle(G)
    assert icosian.is_hamiltonian_cycle(G, tour)


def test_subdivided_edges_are_contracted():
    G = nx.dodecahedral_graph()
    for u, v in [(0, 1), (2, 3), (4, 17)]:
        G.remove_edge(u, v)
        nx.add_path(G, [u, *((u, v, k) for k in range(10)), v])
    form = Problem.of(G, closed=True).form
    (piece,) = simplify_form(form, Clock()).pieces
    assert piece.form.size <= 20
    assert (piece.form.mate >= 0).sum() >= 6
    assert icosian.is_hamiltonian_cycle(G, icosian.hamiltonian_cycle(G))
