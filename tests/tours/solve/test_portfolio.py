"""Portfolio: the order and budgets of methods, alone and in a race, and the proof that is read."""

from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor
from itertools import count, islice, pairwise
from pathlib import Path
from types import SimpleNamespace

import networkx as nx
import pytest
from families import flower_snark
from hypothesis import given, strategies as st
from naive import has_tour
from strategies import graphs
from together import examples, together

import icosian
from icosian import is_hamiltonian_cycle, knight_graph
from icosian._run import limits as clocks
from icosian._run.limits import Clock, TimeIsUp
from icosian._run.pool import _in_progress
from icosian.proofs import Contraction, Proof, Toughness
from icosian.tours.certify.necessary_conditions import Subtours
from icosian.tours.problem import Problem
from icosian.tours.solve import outcome as racing, outcome as shortest_proof, portfolio
from icosian.tours.solve.portfolio import Attempt, Excluded, Found, Search
from tests.tours.problems import LateClock, asked, connected_cases, exhausted, exists

# Portfolio: which methods are tried, in which order, and for how long


def search(G, **ends):
    return Search(Problem.of(G, closed=True, **ends), Clock(), 0)


def attempts(G, number, schedule="auto"):
    return list(islice(portfolio.METHODS[schedule](search(G)), number))


def names(steps):
    return [step.method for step in steps]


def test_pieces_come_before_long_rotations_where_rules_settle_some_of_a_graph():
    G = nx.random_regular_graph(3, 200, seed=1)
    u, v = next(iter(G.edges))
    nx.add_path(G, [u, "middle", v])
    assert names(attempts(G, 9)[-3:]) == ["frontier", "pieces", "rotations"]
    G.remove_node("middle")
    assert names(attempts(G, 9)[-3:]) == ["rotations", "frontier", "pieces"]


def test_conflicts_come_first_in_large_cubic_graphs_without_far_nodes(monkeypatch):
    cubic, other = (nx.random_regular_graph(degree, 200, seed=1) for degree in (3, 4))
    ladder = nx.circular_ladder_graph(200)
    monkeypatch.setattr(portfolio, "LEAST", 200)
    first, then = attempts(cubic, 2)
    assert (first.method, first.limit, then.method) == ("cdcl", 12_000, "rotations")
    monkeypatch.setattr(portfolio, "LEAST", 201)
    for G in (cubic, other, ladder, nx.DiGraph(cubic)):
        assert attempts(G, 1)[0].method == "rotations"
        monkeypatch.setattr(portfolio, "LEAST", 0)


def test_a_later_turn_takes_twice_as_long():
    steps = attempts(nx.complete_graph(20), 200)
    for method in ("forcing", "sat"):
        limits = [step.limit for step in steps if step.method == method and step.cuts]
        assert len(limits) > 10
        assert all(2 * a == b for a, b in pairwise(limits))


def test_the_largest_graphs_that_are_weighed_take_as_many_linear_programs_in_every_turn():
    asked = search(nx.complete_graph(20))
    for turn in (0, 2, 4):
        asked.form = SimpleNamespace(indices=range(2 * portfolio.WEIGHED << turn // 2), size=20)
        (step,) = (step for step in portfolio.turn(asked, turn) if step.method == "weighing")
        assert step.limit == portfolio.SETS


def test_long_rotations_and_cuts_wait_for_short_searches_and_take_the_rest():
    for n in (20, 200):
        steps = attempts(nx.random_regular_graph(3, n, seed=1), 12)
        first, last = (step for step in steps if step.method == "rotations")
        assert 0 < first.limit < last.limit
        assert first.turn == last.turn == 0
        probes = [step for step in steps[: steps.index(last)] if step.method == "forcing"]
        assert not probes[0].cuts


def test_every_turn_of_a_piece_has_a_frontier_and_conflicts_with_all_walks(monkeypatch):
    for turn in range(4):
        tree, frontier, *others = portfolio.piece(search(nx.cycle_graph(1000)), turn)
        assert tree.method == "tree"
        assert frontier.method == "frontier"
        assert frontier.width == (9, 15, 0, 0)[turn]
        assert [step.walk for step in others if step.method == "cdcl"] == list(portfolio.WALKS)
        assert ("rotations" in names(others)) == (turn > 0)
    monkeypatch.setattr(portfolio, "ALONE", 999)
    assert names(portfolio.piece(search(nx.cycle_graph(1000)), 0)) == ["tree", "frontier", "cdcl"]


def test_a_race_begins_with_the_portfolio_and_knows_all_methods_it_names():
    for workers in (1, 2, 8, 20):
        racing = portfolio.runners(workers)
        assert racing[0] == ("auto", 0)
        assert len(set(racing)) == len(racing) == max(2, workers)
        assert {method for method, _ in racing} <= set(portfolio.METHODS)


def test_a_part_is_asked_for_longer_in_every_turn():
    for turn in range(3):
        now, later = (list(portfolio.part(search(nx.cycle_graph(9)), k)) for k in (turn, turn + 1))
        assert names(now) == names(later) == ["conditions", "forcing", "frontier", "sat"]
        assert [2 * step.limit for step in now] == [step.limit for step in later]


LARGEST = {
    "forcing": "PROBED",
    "contraction": "CONTRACTED",
    "tree": "JOINED",
    "division": "DIVIDED",
    "weighing": "WEIGHED",
    "sat": "SOLVED",
}


@pytest.mark.parametrize("method", LARGEST)
@pytest.mark.parametrize("directed", [False, True])
def test_the_size_of_a_graph_is_that_of_its_normal_form(monkeypatch, method, directed):
    G = nx.random_regular_graph(3, 200, seed=1)
    size = 800 if directed else 300  # an edge for each arc and each node, or the edges
    tried = []
    for largest in (size - 1, size):
        monkeypatch.setattr(portfolio, LARGEST[method], largest)
        turn = portfolio.turn(search(nx.DiGraph(G) if directed else G), 0)
        tried.append(names(turn).count(method))
    assert tried[1] == tried[0] + 1


def test_all_schedules_name_methods():
    G = nx.random_regular_graph(3, 200, seed=1)
    whole = search(G)
    steps = [*portfolio.EXPANSION, portfolio.EXPORTABLE, *portfolio.schedule(whole, "sat")]
    for one in (portfolio.evidence(whole), portfolio.schedule(whole, "auto")):
        steps += islice(one, 60)
    for turn in range(3):
        for schedule in (portfolio.piece, portfolio.part, portfolio.left):
            steps += schedule(whole, turn)
    for step in steps:
        whole.attempt(step._replace(limit=0))


def test_the_documentation_names_the_methods_of_the_table():
    named = ", ".join(f'"{method}"' for method in portfolio.METHODS)
    assert f"method : {{{named}}}" in icosian.hamiltonian_path.__doc__
    cycle = named.replace('"warnsdorff", ', "")  # the rule finds open tours only
    assert f"method : {{{cycle}}}" in icosian.hamiltonian_cycle.__doc__


# The methods of a search: each goes on where it ended, and says the same as the others


EXACT = ("forcing", "frontier", "cdcl", "sat", "backtrack", "pieces")


def searching(G, clock=None):
    return Search(Problem.of(G, closed=True), clock or Clock(), 0)


def verdict(search, attempt):
    """Return whether there is a cycle, from checked evidence, or None."""
    found = search.attempt(attempt)
    problem = search.problem
    if isinstance(found, Found):
        order = found.order if found.cycle is None else problem.form.decode(found.cycle).tolist()
        assert is_hamiltonian_cycle(problem.G, [problem.nodes[v] for v in order])
        return True
    if isinstance(found, Proof):
        found.check(problem.G)
        return False
    return False if found is Excluded.KNOWN else found


@pytest.mark.parametrize("method", EXACT)
@examples(8)
@given(graphs())
def test_an_exact_method_agrees_with_its_slow_twin(method, G):
    if len(G) < 3:
        return
    search, found, turn = searching(G), None, 0
    while found is None:
        found = verdict(search, Attempt(method, turn=turn, width=15))
        turn += 1
    assert found == has_tour(G, closed=True)


@pytest.mark.parametrize("method", ["forcing", "cdcl", "rotations"])
def test_a_method_goes_on_where_its_last_attempt_ended(method):
    G = nx.random_regular_graph(3, 100, seed=1)
    whole = searching(G)
    assert verdict(whole, Attempt(method))
    slices = searching(G)
    while (found := verdict(slices, Attempt(method, 50))) is None:
        pass
    assert found
    assert slices.clock.steps == whole.clock.steps


def test_forcing_begins_again_with_more_room_and_with_cuts():
    search = searching(nx.truncated_tetrahedron_graph())
    runs = []
    for room in (50, 50, 90, 90, 50):
        assert search.attempt(Attempt("forcing", 5, room=room, cuts=room > 50)) is None
        runs.append(search._forcing.run)
        assert bool(search._forcing.cuts) == (len(runs) > 2)
    assert runs[0] is runs[1] is not runs[2] is runs[3] is runs[4]


def test_a_piece_never_proves_alone():
    problem = Problem.of(nx.petersen_graph(), closed=True)
    piece = Search(problem, Clock(), 0, problem.form)
    for method in ("frontier", "tree", "cdcl"):
        assert piece.attempt(Attempt(method, width=15)) is Excluded.KNOWN


@pytest.mark.parametrize("k", [4, 5])
def test_a_cycle_of_what_is_left_is_expanded(k):
    # A wheel with a complete bipartite graph in the place of its hub.
    G = nx.cycle_graph(k)
    G.add_edges_from((f"in {i}", f"out {j}") for i in range(k - 1) for j in range(k))
    G.add_edges_from((f"out {j}", j) for j in range(k))
    assert verdict(searching(G), Attempt("contraction"))


def test_a_cycle_of_what_is_left_that_comes_of_none_says_nothing():
    # The same with all spokes at one node: contracted, a wheel.
    G = nx.cycle_graph(5)
    G.add_edges_from((f"in {i}", f"out {j}") for i in range(3) for j in range(4))
    G.add_edges_from(("out 0", j) for j in range(5))
    search = searching(G)
    for turn in range(3):
        assert verdict(search, Attempt("contraction", turn=turn)) is None


def test_what_is_known_of_what_is_left_is_proved(monkeypatch):
    G = flower_snark(5)  # its nodes become complete bipartite graphs
    ports = {v: iter(range(3)) for v in G}
    H = nx.Graph(((v, "in", i), (v, "out", j)) for v in G for i in range(2) for j in range(3))
    H.add_edges_from(((u, "out", next(ports[u])), (v, "out", next(ports[v]))) for u, v in G.edges)
    H.add_edge(*[(("a", 0), "out", k) for k in range(2)])
    H.add_edge(*[(("a", 0), "out", k) for k in (0, 2)])
    monkeypatch.setattr(portfolio, "turn", lambda *_: iter([Attempt("backtrack")]))
    proof = searching(H).attempt(Attempt("contraction"))
    assert isinstance(proof, Contraction)
    proof.check(H)


@together("method", [*EXACT, "tree", "weighing", "structure", "rotations", "contraction"])
def test_every_method_looks_at_the_clock(method):
    G = flower_snark(9)
    G.add_edge(("a", 0), ("a", 2))  # in cubic graphs nothing is contracted
    with pytest.raises(TimeIsUp):
        searching(G, LateClock(1)).attempt(Attempt(method, 10**9, width=15))


# Methods side by side on an executor: the first answer wins


@pytest.fixture(autouse=True)
def race_at_once(monkeypatch):
    """Race at once, without the portfolio alone before."""
    monkeypatch.setattr(racing, "ALONE_SECONDS", 0)


@examples(12)
@given(st.integers(5, 14), st.integers(0, 10**6), st.booleans(), st.integers(1, 9))
def test_a_race_gives_the_same_answers(n, seed, directed, workers):
    G = nx.gnp_random_graph(n, 0.35, seed=seed, directed=directed)
    with ThreadPoolExecutor(workers) as executor:
        for ask, no in (
            (icosian.hamiltonian_cycle, icosian.NoHamiltonianCycle),
            (icosian.hamiltonian_path, icosian.NoHamiltonianPath),
        ):
            answers = []
            for means in ({}, {"executor": executor}):
                try:
                    tour = ask(G, **means)
                    assert (
                        icosian.is_hamiltonian_cycle
                        if tour.is_closed
                        else icosian.is_hamiltonian_path
                    )(G, tour)
                    answers.append(True)
                except no as error:
                    error.proof.check(G)
                    answers.append(False)
            assert answers[0] == answers[1]


def test_the_others_stop_when_the_first_is_there():
    G = nx.random_regular_graph(3, 200, seed=3)
    with ThreadPoolExecutor(4) as executor:  # which waits for all; backtracking alone would not end
        assert icosian.hamiltonian_cycle(G, executor=executor).is_closed
    assert not _in_progress


def test_a_race_ends_with_a_proof_or_with_the_tour_that_denies_it():
    G = icosian.knight_graph(5)
    with ThreadPoolExecutor(2) as executor:
        icosian.prove_no_hamiltonian_cycle(G, executor=executor).check(G)
        icosian.prove_no_hamiltonian_path(G, (0, 1), executor=executor).check(G)
        with pytest.raises(icosian.exceptions.HamiltonianPathExists) as caught:
            icosian.prove_no_hamiltonian_path(G, executor=executor)
        assert icosian.is_hamiltonian_path(G, caught.value.tour)
        known = [icosian.hamiltonian_cycle(nx.cycle_graph(5))]
        icosian.prove_no_hamiltonian_cycle(nx.cycle_graph(5), besides=known, executor=executor)
    with pytest.raises(icosian.InvalidArgument, match="executor must be"):
        icosian.prove_no_hamiltonian_cycle(G, executor=3)


def test_conditions_hold_in_a_race():
    G = icosian.knight_graph(6)
    with ThreadPoolExecutor(3) as executor:
        tour = icosian.hamiltonian_cycle(G, require=[((0, 1), (2, 2))], executor=executor)
        k = tour.index((0, 1))
        assert (2, 2) in {tour[k - 1], tour[(k + 1) % 36]}
        tour = icosian.hamiltonian_path(G, positions={(0, 0): 1, (5, 4): 36}, executor=executor)
        assert tour[-1] == (5, 4)


def test_a_broken_executor_stops_no_race():
    class Breaking(Executor):
        def submit(self, fn, *args):
            future = Future()
            future.set_exception(BrokenExecutor("no more"))
            return future

    G = icosian.knight_graph(8)
    for executor in (Breaking(), Breaking):
        assert icosian.hamiltonian_cycle(G, executor=executor).is_closed


def test_a_race_that_takes_too_long_tells_what_is_known():
    G = icosian.knight_graph(60)
    with ThreadPoolExecutor(2) as executor:
        with pytest.raises(icosian.SearchLimitReached, match="undecided after"):
            icosian.hamiltonian_cycle(G, executor=executor, timeout=0)
        with pytest.raises(icosian.InvalidArgument, match="where methods race, got 'sat'"):
            icosian.hamiltonian_cycle(G, executor=executor, method="sat")


# The proof that is shortest to read


CUBIC = nx.read_graph6(
    Path(__file__).parents[2] / "data" / "graphs" / "nonham_cubic_bridgeless_n10-16.g6"
)


@given(connected_cases(6))
def test_a_shortened_proof_is_no_longer_and_holds(case):
    G, question = case
    if exists(G, **question):
        return
    problem = asked(G, **question)
    proof = exhausted(problem)
    short = shortest_proof.shorten_proof(problem, proof, Clock())
    assert short.effort <= proof.effort
    short.check(G)


def test_provers_give_the_proof_that_people_would_choose():
    kinds = {
        (5, 5): "BipartitionImbalance",
        (4, 6): "Toughness",
        (3, 8): "Weighing",
        (1, 5): "Disconnection",
    }
    for sides, kind in kinds.items():
        proof = icosian.prove_no_hamiltonian_cycle(knight_graph(*sides))
        assert type(proof).__name__ == kind, sides
    assert proof.effort == 1
    without = icosian.prove_no_hamiltonian_path(knight_graph(4))
    assert isinstance(without, Toughness)
    assert "the 4 squares" in without.explain()


@pytest.mark.slow
@pytest.mark.parametrize("G", [nx.petersen_graph(), nx.tutte_graph(), knight_graph(3, 8)])
def test_a_clock_that_jumps_does_not_change_the_proof(monkeypatch, G):
    proof = icosian.prove_no_hamiltonian_cycle(G)
    jumps = count(step=0.4)  # seconds between any two looks
    monkeypatch.setattr(clocks.time, "perf_counter", lambda: next(jumps))
    assert icosian.prove_no_hamiltonian_cycle(G) == proof


@pytest.mark.slow
def test_weighed_cases_name_the_borders_that_they_watch():
    # Cubic graphs of 14 nodes, some with cuts of three edges.
    for G in CUBIC[2:8]:
        icosian.prove_no_hamiltonian_cycle(G).check(G)


@pytest.mark.slow
def test_attempts_end_after_a_number_of_steps():
    G = nx.Graph()  # a flower snark, whose cases take hundreds of linear programs
    for i in range(21):
        j = (i + 1) % 21
        G.add_edges_from([(f"a{i}", f"{side}{i}") for side in "bcd"])
        G.add_edges_from([(f"b{i}", f"b{j}")])
        turned = "cd" if j else "dc"
        G.add_edges_from([(f"{a}{i}", f"{b}{j}") for a, b in zip("cd", turned, strict=True)])
    problem = asked(G)
    subtours = Subtours(problem, limit=1)
    assert subtours.weights(Clock()) is None
    assert subtours.solution is None
    assert len(subtours.sets) <= len(G)
    rounds = []
    solve = Subtours._solve
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Subtours, "_solve", lambda self, c: rounds.append(1) or solve(self, c))
        proof = icosian.prove_no_hamiltonian_cycle(G)
    assert 50 < len(rounds) < 200
    assert proof.effort == 84_000
