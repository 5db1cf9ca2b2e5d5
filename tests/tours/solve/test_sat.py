"""Deciding by SAT: a tour or a proof that holds, whichever solver gives it."""

import signal

import networkx as nx
import pytest
from families import flower_snark, generalized_petersen
from hypothesis import event, given, strategies as st
from naive import hamiltonian_cycles, hamiltonian_paths
from strategies import graphs
from together import together

from icosian import knight_graph
from icosian._run.clock import Clock, TimeIsUp
from icosian.clauses import solver
from icosian.proofs.clauses import Refutation
from icosian.tours.checking import check_tour
from icosian.tours.problem import Problem
from icosian.tours.solve import clauses as sat

# Steps for the first solver, and up to how many the second works without a thread.
SOLVERS = {"both": (20_000, 3_000), "both, in a thread": (20_000, -1), "the second alone": (0, 0)}
with_all_solvers = pytest.mark.parametrize(("quick", "easy"), SOLVERS.values(), ids=SOLVERS)


def decided(G, quick=20_000, easy=3_000, **question):
    """Return "tour" or the proof, after a check of either."""
    problem = Problem.of(G, **question)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sat, "QUICK", quick)
        patch.setattr(sat, "EASY", easy)
        answer = sat.satisfy(problem, Clock())
    if isinstance(answer, Refutation):
        assert {name: getattr(answer, name) for name in question} == question
        answer.check(G)
        return answer
    tour = [problem.nodes[v] for v in answer]
    check_tour(G, tour, closed=question["closed"])
    if not question["closed"]:
        assert question.get("start") in (None, tour[0])
        assert question.get("end") in (None, tour[-1])
    return "tour"


def meredith():
    """Return Petersen's graph with doubled spokes, each node replaced by K(4, 3)."""
    G = nx.Graph()
    G.add_edges_from(
        ((v, "port", p), (v, "inner", k)) for v in range(10) for p in range(4) for k in range(3)
    )
    free = {v: [(v, "port", p) for p in range(4)] for v in range(10)}
    for u, v in [*nx.petersen_graph().edges, *((v, v + 5) for v in range(5))]:
        G.add_edge(free[u].pop(), free[v].pop())
    return G


# proofs


@pytest.mark.slow
@with_all_solvers
@pytest.mark.parametrize(
    "G",
    [
        nx.petersen_graph(),
        nx.tutte_graph(),
        meredith(),
        flower_snark(5),
        flower_snark(7),
        generalized_petersen(17, 2),
        knight_graph(3, 8),
        knight_graph(4, 8),
        nx.petersen_graph().to_directed(),
    ],
    ids=["Petersen", "Tutte", "Meredith", "J5", "J7", "GP(17,2)", "3x8", "4x8", "directed"],
)
def test_graphs_without_a_cycle_are_refuted(G, quick, easy):
    proof = decided(G, quick, easy, closed=True)
    assert proof.clauses
    assert all(2 * len(part) <= len(G) for part in proof.sets)


@with_all_solvers
def test_paths_between_given_ends_are_refuted(quick, easy):
    for G in (nx.petersen_graph(), nx.petersen_graph().to_directed()):
        assert decided(G, quick, easy, closed=False, start=0, end=1) != "tour"
        assert decided(G, quick, easy, closed=False, start=0, end=2) == "tour"


@pytest.mark.parametrize(("rows", "columns"), [(3, 5), (3, 6), (4, 4)])
def test_paths_with_free_ends_are_refuted(rows, columns):
    G = knight_graph(rows, columns)
    assert decided(G, closed=False).clauses
    assert decided(G.to_directed(), closed=False).clauses
    assert decided(G, closed=False, start=(0, 0)).clauses


@together(
    ("G", "question"),
    [
        (nx.empty_graph(1), {"closed": True}),
        (nx.empty_graph(1, nx.DiGraph), {"closed": True}),
        (nx.path_graph(2), {"closed": True}),
        (nx.path_graph(5), {"closed": True}),
        (nx.empty_graph(2), {"closed": False}),
        (nx.star_graph(60), {"closed": False}),
        (nx.path_graph(3), {"closed": False, "start": 1}),
        (nx.path_graph(3, nx.DiGraph), {"closed": False, "end": 0}),
    ],
)
def test_where_the_degrees_say_no_a_proof_has_no_clauses(G, question):
    proof = decided(G, **question)
    assert not proof.clauses
    assert not proof.sets
    assert not proof.edges


def test_components_are_refuted_by_the_border_of_one():
    G = nx.disjoint_union(nx.complete_graph(4), nx.complete_graph(5))
    assert decided(G, closed=True).sets == (frozenset(range(4)),)


def test_a_proof_speaks_of_what_it_needs_only():
    G = nx.disjoint_union(nx.petersen_graph(), nx.Graph(knight_graph(6)))
    G.remove_edge(0, 1)
    G.add_edges_from([(0, 10), (1, 44)])  # as if they were an edge of Petersen's graph
    proof = decided(G, closed=True)
    assert {v for edge in proof.edges for v in edge} <= set(range(10)) | {10, 44}


# tours


@with_all_solvers
def test_tours_are_found(quick, easy):
    for G in (nx.cycle_graph(3), knight_graph(8), nx.dodecahedral_graph(), nx.complete_graph(30)):
        assert decided(G, quick, easy, closed=True) == "tour"
        assert decided(G, quick, easy, closed=False) == "tour"
    for n in (2, 3, 40):
        D = nx.cycle_graph(n, nx.DiGraph)
        D.add_edges_from((v, 0) for v in range(2, n))
        assert decided(D, quick, easy, closed=True) == "tour"
        assert decided(D, quick, easy, closed=False, start=1, end=0) == "tour"
        assert decided(D, quick, easy, closed=False, end=n - 1) == "tour"


def test_a_single_node_is_a_path():
    for kind in (nx.Graph, nx.DiGraph):
        assert decided(nx.empty_graph(1, kind), closed=False) == "tour"


def test_a_cycle_is_numbered_from_its_start():
    problem = Problem.of(knight_graph(6), closed=True, start=(2, 3))
    assert sat.satisfy(problem, Clock())[0] == problem.start
    problem = Problem.of(knight_graph(6), closed=True)
    assert sat.satisfy(problem, Clock())[0] == 0


# everything small, and limits


def exists(G, *, closed, start=None, end=None):
    tours = hamiltonian_cycles(G) if closed else hamiltonian_paths(G, start, end)
    return next(tours, None) is not None


@given(graphs(), st.sampled_from(list(SOLVERS.values())), st.data())
def test_small_graphs_have_the_answer_of_the_slow_twin(G, solvers, data):
    question = {"closed": True}
    if data.draw(st.booleans()):
        start, end = data.draw(st.permutations([*G, None, None]))[:2]
        question = {"closed": False, "start": start, "end": end}
    answer = decided(G, *solvers, **question)
    event("tour" if answer == "tour" else "proof")
    assert (answer == "tour") == exists(G, **question)


@pytest.mark.slow
@together("seed", range(30))
def test_sparse_graphs_have_a_tour_or_a_proof(seed):
    n = 10 + seed
    for G in (
        nx.gnm_random_graph(n, 2 * n, seed=seed),
        nx.gnm_random_graph(n, 3 * n, seed=seed, directed=True),
        nx.random_regular_graph(3, 2 * n, seed=seed),
    ):
        decided(G, closed=True)
        decided(G, closed=False)
        decided(G, closed=False, start=0)
        decided(G, closed=False, start=0, end=n - 1)


@pytest.mark.slow
def test_the_same_question_has_the_same_answer():
    for G in (nx.tutte_graph(), knight_graph(8), flower_snark(9)):
        problem = Problem.of(G, closed=True)
        first, again = (sat.satisfy(problem, Clock()) for _ in range(2))
        assert first == again


def hopeless():
    """Return a graph without a cycle for a reason that no SAT solver sees: it cannot count."""
    return knight_graph(11)


def test_a_limit_of_steps_leaves_the_question_open():
    for limit in (0, 1, 3_000):
        clock = Clock()
        assert sat.satisfy(Problem.of(hopeless(), closed=True), clock, limit=limit) is None
        assert clock.steps >= limit


@pytest.mark.slow
def test_a_limit_of_steps_holds_for_the_proof_too(monkeypatch):
    monkeypatch.setattr(solver, "CONFLICTS", 1)
    problem = Problem.of(flower_snark(9), closed=True)
    answers = [sat.satisfy(problem, Clock(), limit=4**k) for k in range(8)]
    assert answers[0] is None
    assert isinstance(answers[-1], Refutation)


@pytest.mark.slow
@with_all_solvers
def test_a_time_out_ends_the_search_at_once(ticking, quick, easy, monkeypatch):
    monkeypatch.setattr(sat, "QUICK", quick)
    monkeypatch.setattr(sat, "EASY", easy)
    clock = Clock(0.3)
    with pytest.raises(TimeIsUp):
        sat.satisfy(Problem.of(hopeless(), closed=True), clock)
    assert clock.seconds < 0.4


class Hourglass(Clock):
    """A clock that is looked at so many times."""

    def __init__(self, looks=10**9):
        super().__init__()
        self.looks = looks

    def tick(self, method, steps=0):
        self.looks -= 1
        if not self.looks:
            raise TimeIsUp
        super().tick(method, steps)


def test_a_time_out_ends_the_work_on_the_proof_too():
    problem = Problem.of(flower_snark(7), closed=True)
    clock = Hourglass()
    assert isinstance(sat.satisfy(problem, clock), Refutation)
    looks = 10**9 - clock.looks
    assert looks > 300  # solvers, borders and clauses
    for k in range(1, looks + 1, 20):
        with pytest.raises(TimeIsUp):
            sat.satisfy(problem, Hourglass(k))


@with_all_solvers
def test_ctrl_c_stops_the_search_at_once_and_the_next_one_works(quick, easy, monkeypatch):
    monkeypatch.setattr(sat, "QUICK", quick)
    monkeypatch.setattr(sat, "EASY", easy)
    clock = Clock(progress=lambda _: signal.raise_signal(signal.SIGINT))
    with pytest.raises(KeyboardInterrupt):
        sat.satisfy(Problem.of(hopeless(), closed=True), clock)
    assert decided(knight_graph(8), closed=True) == "tour"
