"""The frontier programme: its orders, its states, and what it decides."""

import itertools

import networkx as nx
import numpy as np
import pytest
from families import flower_snark, generalized_petersen
from hypothesis import given, strategies as st
from naive import has_tour

import icosian
from icosian import InvalidProof, NoHamiltonianCycle, knight_graph
from icosian._kernels import frontier as kernel, tree_frontier as trees
from icosian._run.limits import Clock
from icosian.proofs import FrontierExhausted, derived as checker
from icosian.tours.solve import frontier
from icosian.tours.solve.frontier import Frontier
from tests.tours.problems import programme, tree_search


def holds_up(search, status):
    """Return whether there is a tour, from checked evidence."""
    problem = search.problem
    if status == kernel.EXHAUSTED:
        search.proof(problem).check(problem.G)
        return False
    assert status == kernel.FOUND
    cycle = search.cycle()
    assert cycle.dtype == np.int32
    tour = [problem.nodes[v] for v in problem.form.decode(cycle).tolist()]
    if problem.closed:
        assert icosian.is_hamiltonian_cycle(problem.G, tour)
    else:
        assert icosian.is_hamiltonian_path(problem.G, tour)
        ends = zip((problem.start, problem.end), (0, -1), strict=True)
        assert all(v is None or problem.nodes[v] == tour[k] for v, k in ends)
    return True


@st.composite
def cases(draw, most=8):
    """Draw a graph or digraph, connected or not, and a question about it."""
    n = draw(st.integers(3, most))
    directed = draw(st.booleans())
    pairs = st.tuples(st.integers(0, n - 1), st.integers(0, n - 1)).filter(lambda e: e[0] != e[1])
    G = nx.empty_graph(n, nx.DiGraph if directed else nx.Graph)
    G.add_edges_from(draw(st.lists(pairs, min_size=n // 2, max_size=3 * n)))
    if draw(st.booleans()):
        return G, {"closed": True}
    ends = draw(st.permutations([*G, None, None]))[:2]
    return G, {"closed": False, "start": ends[0], "end": ends[1]}


@given(cases())
def test_it_finds_a_tour_or_a_proof_whichever_exists(case):
    G, question = case
    search = programme(G, **question)
    assert search.width <= kernel.SLOTS
    assert holds_up(search, search.search(Clock())) == has_tour(G, **question)


@pytest.mark.parametrize(
    "G", [knight_graph(3, 10), knight_graph(3, 20), nx.grid_2d_graph(5, 9), nx.grid_2d_graph(6, 7)]
)
@pytest.mark.parametrize("closed", [True, False])
def test_what_is_forgotten_is_not_missed(G, closed, monkeypatch):
    monkeypatch.setattr(frontier, "ROOM", 4)
    forgotten = []
    forget = Frontier._forget

    def counted(origin, states, first, clock):
        left = forget(origin, states, first, clock)
        forgotten.append(states - left)
        return left

    monkeypatch.setattr(Frontier, "_forget", staticmethod(counted))
    search = programme(G, closed=closed)
    exists = holds_up(search, search.search(Clock()))
    assert exists == (not closed or len(G) % 2 == 0)
    assert len(forgotten) > 3
    assert sum(forgotten) > 100


# along a tree


def halin_graph(branches, height):
    """Return a tree whose leaves are joined to a ring: there is a cycle, but no narrow order."""
    G = nx.balanced_tree(branches, height)
    leaves = [v for v in G if G.degree(v) == 1]
    nx.add_cycle(G, leaves)
    return G


@given(cases())
def test_along_a_tree_it_finds_a_tour_if_there_is_one(case):
    G, question = case
    search = tree_search(G, **question)
    status = search.search(Clock())
    if status == trees.FULL:  # too wide
        assert search._run is None
    elif has_tour(G, **question):
        assert status == trees.FOUND
        assert holds_up(search, kernel.FOUND)
    else:
        assert status == trees.EXHAUSTED


@pytest.mark.parametrize("made", [programme, tree_search])
@given(case=cases(), slice_=st.integers(1, 30))
def test_no_stop_and_no_lack_of_room_changes_the_answer(made, case, slice_):
    G, question = case
    whole = made(G, **question)
    answer = whole.search(Clock())
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(frontier, "ROOM", 1)
        search = made(G, **question)
        while not (status := search.search(Clock(), slice_)):
            pass
    assert status == answer
    if made is programme:
        assert holds_up(search, status) == holds_up(whole, answer)
    if status == kernel.FOUND:
        assert np.array_equal(search.cycle(), whole.cycle())


# the order


# families of the literature


@pytest.mark.parametrize(
    ("sides", "closed"),
    [*itertools.product([(3, 40), (4, 8), (5, 6)], [True, False]), ((6, 6), True)],
)
def test_knight_strips_agree_with_schwenk(sides, closed):
    G = knight_graph(*sides)
    ask = icosian.hamiltonian_cycle if closed else icosian.hamiltonian_path
    if closed and sides[0] == 4:
        with pytest.raises(NoHamiltonianCycle) as caught:
            ask(G, method="frontier")
        caught.value.proof.check(G)
    else:
        assert ask(G, method="frontier").stats.method == "frontier"


# the checker


@pytest.mark.slow
def test_the_check_of_a_graph_that_repeats_itself_takes_a_few_removals(monkeypatch):
    calls = []
    removals = checker._removals

    def counted(*step):
        calls.append(step)
        return removals(*step)

    monkeypatch.setattr(checker, "_removals", counted)
    for G in (flower_snark(501), generalized_petersen(503, 2), nx.DiGraph(flower_snark(101))):
        search = programme(G)
        search.search(Clock())
        calls.clear()
        search.proof(search.problem).check(G)
        assert 0 < len(calls) < 250


@given(cases(6), st.randoms(use_true_random=False))
def test_a_checker_that_remembers_nothing_says_the_same(case, random):
    G, question = case
    proof = FrontierExhausted(order=tuple(random.sample(list(G), len(G))), **question)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(checker, "REMEMBERED", 0)
        if has_tour(G, **question):
            with pytest.raises(InvalidProof, match="a tour was met"):
                proof.check(G)
        else:
            proof.check(G)


@pytest.mark.parametrize("k", [26, 100])
def test_a_tour_after_many_repetitions_is_met(k):
    odd, even = flower_snark(k + 1), flower_snark(k)
    search = programme(odd)
    assert search.search(Clock()) == kernel.EXHAUSTED
    order = search.proof(search.problem).order
    here = [v for v in order if v[1] < k]
    with pytest.raises(InvalidProof, match="a tour was met"):
        FrontierExhausted(closed=True, order=tuple(here)).check(even)
    with pytest.raises(InvalidProof, match="every node of the graph once"):
        FrontierExhausted(closed=True, order=order[:-1]).check(odd)
    # any further edge makes a tour: Clark and Entringer 1983
    odd.add_edge(*next(nx.non_edges(odd)))
    search = programme(odd)
    assert holds_up(search, search.search(Clock()))
    with pytest.raises(InvalidProof, match="a tour was met"):
        FrontierExhausted(closed=True, order=order).check(odd)
