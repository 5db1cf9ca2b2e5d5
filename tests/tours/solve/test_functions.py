"""Tours and proofs that there is none: the public functions, on boards and on any graph."""

import itertools
import pickle
import random
from itertools import pairwise
from random import Random

import networkx as nx
import pytest
from families import flower_snark
from hypothesis import given, strategies as st
from lrat_checker import check
from naive import edge_set, hamiltonian_cycles, hamiltonian_paths, tours
from strategies import graphs
from test_soundness import random_case
from together import together

import icosian
from icosian import (
    InvalidArgument,
    NoHamiltonianCycle,
    NoHamiltonianPath,
    Proof,
    SearchLimitReached,
)
from icosian._run.limits import TimeIsUp
from icosian.exceptions import HamiltonianPathExists, NoClausalForm, NoPseudoBooleanForm
from icosian.proofs import Conditional, FrontierExhausted, Ordered, Positioned, audit
from icosian.tours import tour as checking
from icosian.tours.problem import Problem
from icosian.tours.solve import functions as exporting
from icosian.tours.solve.functions import export_proof
from icosian.tours.solve.outcome import answer
from icosian.tours.solve.portfolio import Attempt
from tests.tours.problems import LateClock

# hamiltonian_cycle, hamiltonian_path and the proofs they end in, on boards and on any graph


METHODS = ("auto", "frontier", "sat", "backtrack")


def finds(find, *args, **options):
    """Return whether a finder finds; its "no" must be a proof that holds."""
    try:
        find(*args, **options)
    except (icosian.NoHamiltonianCycle, icosian.NoHamiltonianPath) as error:
        error.proof.check(args[0])
        return False
    return True


@given(graphs(), st.integers(0, 10))
def test_every_method_agrees_with_brute_force_on_cycles(G, seed):
    expected = next(hamiltonian_cycles(G), None) is not None
    for method in METHODS:
        assert finds(icosian.hamiltonian_cycle, G, method=method, seed=seed) == expected


@given(graphs(most=5))
def test_every_method_agrees_with_brute_force_on_paths_with_every_choice_of_ends(G):
    paths = list(hamiltonian_paths(G))
    ends = [None, *G]
    for start, end in itertools.product(ends, repeat=2):
        if start is not None and start == end and len(G) > 1:
            continue
        expected = any(
            (start is None or path[0] == start) and (end is None or path[-1] == end)
            for path in paths
        )
        for method in METHODS:
            if not finds(icosian.hamiltonian_path, G, start, end, method=method):
                assert not expected
                continue
            assert expected
            tour = icosian.hamiltonian_path(G, start, end, method=method)
            assert icosian.is_hamiltonian_path(G, tour)
            assert start is None or tour[0] == start
            assert end is None or tour[-1] == end


@given(graphs())
def test_finder_and_prover_are_two_faces_of_one_answer(G):
    try:
        tour = icosian.hamiltonian_cycle(G)
    except icosian.NoHamiltonianCycle as error:
        proof = icosian.prove_no_hamiltonian_cycle(G)
        assert proof.claim == error.proof.claim
        assert proof.effort <= error.proof.effort
    else:
        with pytest.raises(icosian.exceptions.HamiltonianCycleExists) as caught:
            icosian.prove_no_hamiltonian_cycle(G)
        assert caught.value.tour == tour


@given(graphs(), st.randoms(use_true_random=False))
def test_node_order_and_labels_never_change_a_verdict(G, random):
    shuffled = list(G)
    random.shuffle(shuffled)
    H = G.__class__()
    H.add_nodes_from((node, "new label") for node in shuffled)
    edges = list(G.edges())
    random.shuffle(edges)
    H.add_edges_from(((u, "new label"), (v, "new label")) for u, v in edges)
    assert finds(icosian.hamiltonian_cycle, G) == finds(icosian.hamiltonian_cycle, H)
    assert finds(icosian.hamiltonian_path, G) == finds(icosian.hamiltonian_path, H)


def has_closed_tour(m, n):
    """Schwenk's theorem, Mathematics Magazine 64 (1991), 325-332."""
    m, n = sorted((m, n))
    return not (m * n % 2 or m in {1, 2, 4} or (m == 3 and n in {4, 6, 8}))


@pytest.mark.exhaustive
def test_every_board_to_40_by_40_that_can_has_a_closed_tour():
    feasible = [
        (m, n)
        for m, n in itertools.combinations_with_replacement(range(3, 41), 2)
        if has_closed_tour(m, n)
    ]
    assert len(feasible) == 511
    for m, n in feasible:
        G = icosian.knight_graph(m, n)
        assert icosian.is_hamiltonian_cycle(G, G.hamiltonian_cycle())


@pytest.mark.slow
def test_every_board_to_12_by_12_that_cannot_has_a_checked_proof():
    for m, n in itertools.combinations_with_replacement(range(1, 13), 2):
        if has_closed_tour(m, n):
            continue
        G = icosian.knight_graph(m, n)
        with pytest.raises(icosian.NoHamiltonianCycle) as caught:
            G.hamiltonian_cycle()
        caught.value.proof.check(G)


@pytest.mark.parametrize("n", [5, 6, 7, 8])
def test_open_tours_start_from_every_square_that_allows_one(n):
    G = icosian.knight_graph(n)
    for row, column in G:
        if n % 2 and (row + column) % 2:
            with pytest.raises(icosian.NoHamiltonianPath):
                G.hamiltonian_path((row, column))
        else:
            tour = G.hamiltonian_path((row, column))
            assert tour[0] == (row, column)
            assert icosian.is_hamiltonian_path(G, tour)


@pytest.mark.parametrize("n", [6, pytest.param(8, marks=pytest.mark.slow)])
def test_open_tours_join_every_pair_of_opposite_colours(n):
    # Conrad, Hindrichs, Morsy, Wegener, Discrete Applied Mathematics 50 (1994), 125-134.
    G = icosian.knight_graph(n)
    for start, end in itertools.combinations(G, 2):
        if sum(start) % 2 != sum(end) % 2:
            tour = G.hamiltonian_path(start, end)
            assert (tour[0], tour[-1]) == (start, end)


def test_ends_of_one_colour_are_refuted_by_parity():
    G = icosian.knight_graph(6)
    with pytest.raises(icosian.NoHamiltonianPath, match="both ends among the others") as caught:
        G.hamiltonian_path("a1", "c1")
    caught.value.proof.check(G)


@pytest.mark.parametrize("n", [2, 3, 5, 30])
def test_directed_cycles_are_followed_in_their_direction(n):
    G = nx.cycle_graph(n, create_using=nx.DiGraph)
    assert tuple(icosian.hamiltonian_cycle(G, n - 1)) == (n - 1, *range(n - 1))
    if n > 2:
        with pytest.raises(icosian.NoHamiltonianPath):
            icosian.hamiltonian_path(G, start=0, end=n - 2)


def test_small_cases_are_fixed():
    one = nx.empty_graph(1)
    assert tuple(icosian.hamiltonian_path(one)) == (0,)
    assert tuple(icosian.hamiltonian_path(one, 0, 0)) == (0,)
    for G in (one, nx.path_graph(2), nx.MultiGraph([(0, 1), (0, 1)]), nx.Graph([(0, 0)])):
        with pytest.raises(icosian.NoHamiltonianCycle):
            icosian.hamiltonian_cycle(G)
    assert tuple(icosian.hamiltonian_path(nx.path_graph(2), end=0)) == (1, 0)
    assert len(icosian.hamiltonian_cycle(nx.DiGraph([(0, 1), (1, 0)]))) == 2
    for find in (icosian.hamiltonian_cycle, icosian.hamiltonian_path):
        with pytest.raises(nx.NetworkXPointlessConcept):
            find(nx.Graph())


def test_edited_boards_are_answered_by_their_real_edges():
    G = icosian.knight_graph(6)
    G.remove_edge((0, 0), (1, 2))
    with pytest.raises(icosian.NoHamiltonianCycle, match="fewer than two moves lead to a6"):
        G.hamiltonian_cycle()
    H = icosian.knight_graph(5)
    H.add_edge((0, 0), (0, 2))  # two dark squares: now it can be done
    assert icosian.is_hamiltonian_cycle(H, H.hamiltonian_cycle())
    relabelled = nx.relabel_nodes(icosian.knight_graph(6), lambda square: (square[1], -square[0]))
    assert relabelled.hamiltonian_cycle().is_closed


def test_a_missing_cycle_is_a_networkx_no_cycle_and_survives_pickling():
    with pytest.raises(nx.NetworkXNoCycle) as caught:
        icosian.hamiltonian_cycle(nx.petersen_graph())
    again = pickle.loads(pickle.dumps(caught.value))
    assert str(again) == str(caught.value)
    again.proof.check(nx.petersen_graph())


@given(graphs(most=5).filter(lambda G: len(G) > 1), st.booleans(), st.data())
def test_there_is_no_tour_besides_all_of_them_and_one_besides_some(G, closed, data):
    prove = icosian.prove_no_hamiltonian_cycle if closed else icosian.prove_no_hamiltonian_path
    tours = list(hamiltonian_cycles(G) if closed else hamiltonian_paths(G))
    kind = {"closed": closed, "directed": G.is_directed()}
    edges = {tour: edge_set(tour, **kind) for tour in tours}
    some = [tour for tour in tours if data.draw(st.booleans())]
    known = {edges[tour] for tour in some}
    left = {*edges.values()} - known
    try:
        proof = prove(G, besides=some)
    except (icosian.exceptions.HamiltonianCycleExists, HamiltonianPathExists) as error:
        assert edge_set(error.tour, **kind) in left
    else:
        proof.check(G)
        assert not left
        assert len(proof.statement.besides) == len(known)


# Answers with evidence: all exact methods agree, and proofs repeat themselves


@pytest.mark.slow
@pytest.mark.parametrize(
    "question",
    [
        {"closed": True},
        {"closed": True, "require": [(0, 1)], "forbid": [(2, 3)]},
        {"closed": False, "start": 0, "end": 1},
        {"closed": False, "start": 0, "end": 1, "positions": {2: 5}},
    ],
)
def test_time_that_is_up_anywhere_even_in_a_check_ends_in_one_error(question):
    problem = Problem.of(nx.petersen_graph(), **question)
    stopped = 0
    for looks in range(1, 2000):
        clock = LateClock(looks)
        try:
            proof = answer(problem, clock, readable=True)
        except SearchLimitReached as error:
            assert "undecided after" in str(error)
            assert clock.looks == looks
            stopped += 1
        else:
            proof.check(problem.G)
            break
    assert stopped > 2


def test_a_check_is_stopped_when_the_time_is_up(monkeypatch):
    clocks = []

    def verified(proof, G, tick):
        clocks.append(proof)
        for _ in range(10):
            tick()

    monkeypatch.setattr(checking, "verify", verified)
    proof = icosian.prove_no_hamiltonian_cycle(nx.petersen_graph())
    assert clocks
    with pytest.raises(TimeIsUp):
        checking.check_proof(nx.petersen_graph(), proof, LateClock(5))


# Tours in an order: the answer is that of brute force, tours keep the order, and proofs hold


def random_question(seed):
    """Return a small graph or digraph, and a question with an order and other conditions."""
    rng = random.Random(seed)
    n, closed = rng.randint(2, 6), rng.random() < 0.5
    G = nx.gnp_random_graph(n, rng.uniform(0.4, 1), seed=seed, directed=rng.random() < 0.5)
    nodes, edges = list(G), list(G.edges())
    start = rng.choice(nodes) if closed or rng.random() < 0.4 else None
    question = {"start": start}
    if not closed:
        others = [v for v in nodes if v != start]
        question["end"] = rng.choice(others) if rng.random() < 0.3 else None
    sizes = [rng.randint(2, min(4, n)) for _ in range(rng.randint(1, 2))]
    question["order"] = [tuple(rng.sample(nodes, size)) for size in sizes]
    for condition in ("require", "forbid"):
        question[condition] = rng.sample(edges, 1) if edges and rng.random() < 0.2 else []
    if rng.random() < 0.2:
        question["positions"] = {rng.choice(nodes): rng.randint(1, n)}
    return G, closed, question


@pytest.mark.slow
@together("first", range(0, 400, 50))
def test_there_is_a_tour_in_an_order_just_if_brute_force_finds_one(first):
    for seed in range(first, first + 50):
        G, closed, question = random_question(seed)
        chains = question["order"]
        asked = {name: value for name, value in question.items() if name != "order"}
        expected = {
            tour
            for tour in tours(G, closed=closed, **asked)
            if all(tour.index(u) < tour.index(v) for c in chains for u, v in pairwise(c))
        }
        find = icosian.hamiltonian_cycle if closed else icosian.hamiltonian_path
        unique = (
            icosian.has_unique_hamiltonian_cycle if closed else icosian.has_unique_hamiltonian_path
        )
        try:
            tour = find(G, **question)
        except InvalidArgument:
            assert not expected, seed
        except (NoHamiltonianCycle, NoHamiltonianPath) as error:
            assert not expected, seed
            error.proof.check(G)
            assert Proof.from_json(error.proof.to_json()) == error.proof
        else:
            assert tuple(tour) in expected, seed
            different = {edge_set(t, closed=closed, directed=G.is_directed()) for t in expected}
            assert unique(G, **question) == (len(different) == 1), seed


def test_an_order_alone_may_exclude_all_tours():
    ring = nx.cycle_graph(6)
    with pytest.raises(NoHamiltonianPath, match="visits 3 before 1 before 5") as caught:
        icosian.hamiltonian_path(ring, 0, order=[(3, 1, 5)])
    assert isinstance(caught.value.proof, Ordered)
    proof = icosian.prove_no_hamiltonian_cycle(ring, 0, order=[(1, 3), (5, 3, 4)])
    assert proof.chains == ((0, 1, 3), (0, 5, 3, 4))
    assert list(icosian.hamiltonian_cycle(ring, 0, order=[(5, 3)])) == [0, 5, 4, 3, 2, 1]


def test_where_there_is_no_tour_at_all_the_proof_says_so():
    with pytest.raises(NoHamiltonianPath, match="fewer than two neighbors") as caught:
        icosian.hamiltonian_path(nx.star_graph(3), order=[(1, 0)])
    assert not isinstance(caught.value.proof, Ordered)


def test_a_time_out_stops_a_question_about_an_order(ticking):
    G = icosian.grid_graph(20)
    with pytest.raises(icosian.SearchLimitReached, match="no tour in this order found"):
        icosian.hamiltonian_path(G, order=[((0, 0), (9, 9), (0, 19))], timeout=0)


# Proofs for other checkers: a refutation where a search along an order has none


def along(G, **claim):
    return FrontierExhausted(order=tuple(G), **claim)


def test_conditions_are_kept():
    G = flower_snark(5)
    first, *_, last = G.edges
    with pytest.raises(icosian.NoHamiltonianCycle) as caught:
        icosian.hamiltonian_cycle(G, require=[first], forbid=[last], method="frontier")
    proof = caught.value.proof
    assert isinstance(proof, Conditional)
    assert isinstance(proof.inner, FrontierExhausted)
    assert audit(G, export_proof(proof, G).formula) == proof.statement


def test_the_effort_is_limited(monkeypatch):
    G = flower_snark(5)
    monkeypatch.setattr(exporting, "EXPORTABLE", Attempt("sat", 1))
    with pytest.raises(NoPseudoBooleanForm, match="in 1 steps a SAT solver found no"):
        export_proof(along(G, closed=True), G)
    with pytest.raises(SearchLimitReached, match="form for other checkers after"):
        export_proof(along(G, closed=True), G, timeout=0)


@given(st.integers(0, 2**32).map(Random))
def test_whatever_a_small_graph_lacks_has_a_refutation_in_clauses(random):
    G, question = random_case(random, tour=False)
    edges = random.sample(list(G.edges), G.size())
    asked = {"require": edges[: random.randint(0, 2)], "forbid": edges[2 : random.randint(2, 4)]}
    ends = {role: node for role, node in question.items() if role != "closed"}
    find = icosian.hamiltonian_cycle if question["closed"] else icosian.hamiltonian_path
    try:
        find(G, **ends, **asked)
    except (icosian.NoHamiltonianCycle, icosian.NoHamiltonianPath) as error:
        export = export_proof(error.proof, G, clauses=True)
        check(export.formula, export.proof)


def test_counting_takes_too_many_clauses(monkeypatch):
    G = icosian.knight_graph(7)
    proof = icosian.prove_no_hamiltonian_cycle(G)
    monkeypatch.setattr(exporting, "EXPORTABLE", Attempt("sat", 1_000))
    with pytest.raises(NoClausalForm) as caught:
        export_proof(proof, G, clauses=True)
    assert str(caught.value) == (
        f"a proof of the kind {type(proof).__name__} counts, which takes too many clauses,"
        " and in 1,000 steps a SAT solver found no other proof"
    )


def test_conditions_on_more_than_edges_are_not_searched_again():
    G = nx.complete_bipartite_graph(4, 3)
    proof = Positioned(closed=False, positions=((4, 1),), crowd=(3, 5, 7))
    with pytest.raises(NoClausalForm, match=r"too few nodes for some numbers counts$"):
        export_proof(proof, G, clauses=True)
