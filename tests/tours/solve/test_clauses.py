"""Deciding by SAT, of tours and of numbers of nodes."""

import signal
from unittest.mock import patch

import networkx as nx
import pytest
from families import flower_snark, generalized_petersen, meredith
from hypothesis import event, given, strategies as st
from naive import has_tour, numbered_paths, unit_refuted
from strategies import graphs
from together import together

from icosian import clauses, king_graph, knight_graph
from icosian._run.limits import Clock, TimeIsUp
from icosian.clauses import trim_clauses
from icosian.proofs import Positioned
from icosian.proofs.certificate import no_limit
from icosian.proofs.clauses import PositionModel as Checked, Refutation
from icosian.proofs.instance import Facts
from icosian.tours.problem import Problem
from icosian.tours.solve import clauses as positions_sat, clauses as rup, clauses as sat
from icosian.tours.solve.clauses import PositionVariables, decide_numbers
from icosian.tours.tour import check_tour
from tests.proofs.test_positions import timetables

# Deciding by SAT: a tour or a proof that holds, whichever solver gives it


# Steps for the first solver, and up to how many the second works without a thread.
SOLVERS = {"both": (20_000, 3_000), "both, in a thread": (20_000, -1), "the second alone": (0, 0)}
with_all_solvers = pytest.mark.parametrize(("quick", "easy"), SOLVERS.values(), ids=SOLVERS)


def decided(G, quick=20_000, easy=3_000, **question):
    """Return "tour" or the proof, after a check of either."""
    problem = Problem.of(G, **question)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sat, "QUICK", quick)
        patch.setattr(clauses, "EASY", easy)
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


# proofs


@pytest.mark.slow
@with_all_solvers
@pytest.mark.parametrize(
    "G",
    [
        nx.petersen_graph(),
        nx.tutte_graph(),
        meredith(nx.petersen_graph(), 4),
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


# everything small, and limits


@given(graphs(), st.sampled_from(list(SOLVERS.values())), st.data())
def test_small_graphs_have_the_answer_of_the_slow_twin(G, solvers, data):
    question = {"closed": True}
    if data.draw(st.booleans()):
        start, end = data.draw(st.permutations([*G, None, None]))[:2]
        question = {"closed": False, "start": start, "end": end}
    answer = decided(G, *solvers, **question)
    event("tour" if answer == "tour" else "proof")
    assert (answer == "tour") == has_tour(G, **question)


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


def hopeless():
    """Return a graph without a cycle for a reason that no SAT solver sees: it cannot count."""
    return knight_graph(11)


@pytest.mark.slow
def test_a_limit_of_steps_holds_for_the_proof_too(monkeypatch):
    monkeypatch.setattr(clauses, "CONFLICTS", 1)
    problem = Problem.of(flower_snark(9), closed=True)
    answers = [sat.satisfy(problem, Clock(), limit=4**k) for k in range(8)]
    assert answers[0] is None
    assert isinstance(answers[-1], Refutation)


@pytest.mark.slow
@with_all_solvers
def test_a_time_out_ends_the_search_at_once(ticking, quick, easy, monkeypatch):
    monkeypatch.setattr(sat, "QUICK", quick)
    monkeypatch.setattr(clauses, "EASY", easy)
    clock = Clock(0.3)
    with pytest.raises(TimeIsUp):
        sat.satisfy(Problem.of(hopeless(), closed=True), clock)
    assert clock.seconds < 0.4


@with_all_solvers
def test_ctrl_c_stops_the_search_at_once_and_the_next_one_works(quick, easy, monkeypatch):
    monkeypatch.setattr(sat, "QUICK", quick)
    monkeypatch.setattr(clauses, "EASY", easy)
    clock = Clock(progress=lambda _: signal.raise_signal(signal.SIGINT))
    with pytest.raises(KeyboardInterrupt):
        sat.satisfy(Problem.of(hopeless(), closed=True), clock)
    assert decided(knight_graph(8), closed=True) == "tour"


# Numbers of nodes by SAT: the answer is that of brute force, and proofs hold


def placed(positions, **question):
    return Positioned(**{"closed": False, **question}, positions=tuple(positions.items()))


def order_or_proof(G, question):
    """Return the order of the nodes, or a proof, either of them checked."""
    answer = decide_numbers(G, question, Clock())
    if isinstance(answer, Positioned):
        assert answer.claim == question.claim
        answer.check(G)
        return answer
    check_tour(G, answer, closed=question.closed)
    assert all(answer[k - 1] == v for v, k in question.positions)
    return answer


@given(graphs(5), st.data())
def test_there_is_an_order_just_if_brute_force_finds_one(G, data):
    nodes = data.draw(st.lists(st.sampled_from(list(G)), min_size=1, max_size=3, unique=True))
    numbers = data.draw(st.permutations(range(1, len(G) + 1)))
    positions = dict(zip(nodes, numbers, strict=False))
    answer = order_or_proof(G, placed(positions))
    expected = next(numbered_paths(G, positions), None)
    assert isinstance(answer, Positioned) == (expected is None)


SOLVERS_OF_NUMBERS = {"both": (20_000, 3_000), "the second alone": (0, 0)}
with_both_solvers = pytest.mark.parametrize(
    ("quick", "easy"), SOLVERS_OF_NUMBERS.values(), ids=SOLVERS_OF_NUMBERS
)


@with_both_solvers
def test_whichever_solver_answers_the_proof_holds(quick, easy, monkeypatch):
    monkeypatch.setattr(positions_sat, "QUICK", quick)
    monkeypatch.setattr(clauses, "EASY", easy)
    proof = order_or_proof(nx.petersen_graph(), placed({0: 1, 2: 5}, closed=True))
    assert proof.clauses
    assert not proof.crowd
    used = {abs(x) for clause in proof.clauses for x in clause}
    assert used == set(range(1, len(proof.places) + 1))  # places that no clause names are left out
    order = order_or_proof(king_graph(3), placed({(1, 1): 5}))
    assert order[4] == (1, 1)


# The encoding of numbered nodes says what the independent checker says


def compare(G, asked):
    numbers = {}
    for v, k in asked.positions:
        numbers.setdefault(k, set()).add(v)
        numbers.setdefault(("node", v), set()).add(k)
    ends = [] if asked.closed else [(asked.start, 1), (asked.end, len(G))]
    for v, k in ends:
        if v is not None:
            numbers.setdefault(k, set()).add(v)
            numbers.setdefault(("node", v), set()).add(k)
    if any(len(values) > 1 for values in numbers.values()):
        return  # refused before it is encoded
    ours = PositionVariables(G, asked.statement, no_limit)
    theirs = Checked(G, asked.statement, no_limit)
    # The solver counts numbers from 0 and variables from 1, the checker the other way around.
    assert {(v, k + 1): x - 1 for (v, k), x in ours.variables.items()} == theirs.variables
    said = [
        (least, [2 * (abs(literal) - 1) + (literal < 0) for literal in literals])
        for least, literals in ours.facts()
    ]
    # In a clause it does not matter how often a literal is there.
    said, checked = (
        [(least, sorted({*some} if least == 1 else some)) for least, some, *_ in facts]
        for facts in (said, theirs.facts())
    )
    assert said == checked
    assert ours.nodes == theirs.nodes
    assert (ours.empty is not None) == any(not fits for fits in ours.fits)


@given(timetables())
def test_finder_and_checker_encode_the_same_question(drawn):
    compare(*drawn)


# Trimming learned clauses: what is kept follows, and is needed


@pytest.mark.parametrize("with_paths", [False, True])
def test_clauses_that_do_not_follow_or_say_nothing_are_left_out(with_paths):
    model = rup.Model(Problem.of(nx.petersen_graph(), closed=True))
    rings = [{0, 1, 2, 3, 4}, *map(set, ([0, 1, 2, 5, 7], [0, 1, 4, 6, 9], [0, 1, 5, 6, 8]))]
    rings += [{0, 3, 4, 5, 8}, {0, 4, 5, 7, 9}]
    number = {pair: k for k, pair in enumerate(model.edges, start=1)}
    a, b, c, d, e = (number[pair] for pair in ((1, 6), (2, 7), (4, 9), (6, 8), (7, 9)))
    clauses = [[d, e], [e], [a], [c], [-b]]
    junk = [[1], [], [-1, 1], [d, e, 1]]
    kept, shortened, _ = trim_clauses(
        len(model.edges),
        model.facts(),
        [*junk, *clauses, [2]],
        Clock(),
        groups=[] if with_paths else [*map(model.border, rings)],
        ports=model.ports if with_paths else None,
    )
    assert sorted(kept) == ([] if with_paths else [*range(len(rings))])
    assert len(shortened) <= len(clauses)


@st.composite
def refuted(draw):
    """Draw clauses that unit propagation refutes, most of them of no use."""
    n = draw(st.integers(2, 6))
    literal = st.integers(1, n).flatmap(lambda v: st.sampled_from([v, -v]))
    facts = draw(
        st.lists(
            st.tuples(st.integers(-1, 2), st.lists(literal, min_size=2, max_size=4, unique_by=abs)),
            max_size=8,
        )
    )
    learned = draw(st.lists(st.lists(literal, min_size=1, max_size=3, unique_by=abs), max_size=8))
    return n, facts, learned


@given(refuted())
def test_what_is_kept_is_refuted_by_the_slow_twin_clause_by_clause(case):
    n, facts, learned = case
    rows, sound = list(facts), []
    for clause in learned:  # those that follow
        if unit_refuted(rows, [-x for x in clause]):
            sound.append(clause)
            rows.append((1, clause))
    if not unit_refuted(rows, []):
        return
    with patch.object(clauses, "MANY", 0):
        _, kept, until = trim_clauses(n, [(k, list(row)) for k, row in facts], sound, Clock())
    rows = list(facts)
    for clause in kept:
        assert unit_refuted(rows, [-x for x in clause])
        assert any(set(clause) <= set(other) for other in sound)
        rows.append((1, clause))
    assert unit_refuted(rows, [])
    checker = Facts(n + 1, lambda: None)
    for k, row in facts:
        checker.add(k, list(map(coded, row)))
    checker.refute([list(map(coded, clause)) for clause in kept], until)


def coded(literal):
    return 2 * abs(literal) + (literal < 0)
