"""Conditions on a tour: edges to use and to avoid, numbers of nodes, being the only one."""

import inspect
import re
import signal
from collections.abc import Iterable
from itertools import islice, pairwise

import networkx as nx
import pytest
from hypothesis import event, given, strategies as st
from naive import edge_set, edge_sets, numbered_paths, tours
from strategies import conditional_questions, graphs
from together import together

import icosian
from icosian import (
    InvalidArgument,
    NoHamiltonianCycle,
    NoHamiltonianPath,
    Proof,
    is_hamiltonian,
    is_traceable,
    king_graph,
)
from icosian.proofs import Conditional, Positioned
from icosian.tours.solve import functions as api

# Conditions on a tour: edges to use and to avoid, numbers of nodes, being the only one


# A Hidato of our own: the squares of a board, numbered by a king's tour; dots are to be filled in.
HIDATO = """
 .  .  .  7  .
12  .  .  .  .
 .  . 25  .  .
 .  . 23 19  .
 .  .  .  2  .
"""
SOLUTION = """
11 10  9  7  6
12 13 21  8  5
14 22 25 20  4
15 24 23 19  3
16 17 18  2  1
"""


def clues(text):
    rows = [line.split() for line in text.split("\n") if line]
    return {
        (i, j): int(word) for i, row in enumerate(rows) for j, word in enumerate(row) if word != "."
    }


def ask(G, *, closed, **question):
    """Return the tour, or the proof that there is none."""
    try:
        return (icosian.hamiltonian_cycle if closed else icosian.hamiltonian_path)(G, **question)
    except (NoHamiltonianCycle, NoHamiltonianPath) as error:
        return error.proof


def is_unique(G, *, closed, **question):
    if closed:
        return icosian.has_unique_hamiltonian_cycle(G, **question)
    return icosian.has_unique_hamiltonian_path(G, **question)


def edges_of(G, order, *, closed):
    return edge_set(order, closed=closed, directed=G.is_directed())


# everything small


@given(conditional_questions())
def test_small_questions_have_the_answer_of_the_slow_twin(asked):
    G, question = asked
    answer, orders = ask(G, **question), set(tours(G, **question))
    event(type(answer).__name__)
    if isinstance(answer, Proof):
        assert not orders
        again = Proof.from_json(answer.to_json(G), G)
        assert again == answer
        again.check(G)
        assert answer.explain().startswith(answer.claim + ": ")
    elif question["closed"] and question["start"] is None and not question["positions"]:
        assert icosian.is_hamiltonian_cycle(G, answer)
        turned = answer.starting_at(next(iter(G)))
        assert tuple(turned) in orders
    else:
        assert tuple(answer) in orders


@given(conditional_questions())
def test_a_tour_is_the_only_one_if_the_slow_twin_finds_no_other(asked):
    G, question = asked
    found = edge_sets(G, **question)
    event(f"{min(len(found), 2)} tours")
    if found:
        assert is_unique(G, **question) == (len(found) == 1)
    else:
        with pytest.raises((NoHamiltonianCycle, NoHamiltonianPath)):
            is_unique(G, **question)


@given(
    conditional_questions(), st.sampled_from(["rotations", "forcing", "backtrack", "warnsdorff"])
)
def test_single_methods_keep_the_conditions(asked, method):
    G, question = asked
    question |= {"positions": None}
    try:
        answer = ask(G, method=method, timeout=0.2, **question)
    except (InvalidArgument, icosian.SearchLimitReached):
        return
    if isinstance(answer, Proof):
        assert not list(tours(G, **question))
    else:
        used = edges_of(G, tuple(answer), closed=answer.is_closed)
        kind = tuple if G.is_directed() else frozenset
        assert {kind(edge) for edge in question["require"]} <= used
        assert not {kind(edge) for edge in question["forbid"]} & used


# edges


def test_a_ring_that_leaves_nodes_out_is_refused_with_a_proof():
    G = nx.complete_graph(6)
    for closed in (True, False):
        proof = ask(G, closed=closed, require=[(0, 1), (1, 2), (2, 0)])
        assert isinstance(proof, Conditional)
        proof.check(G)


def test_the_direction_of_an_arc_counts():
    D = nx.complete_graph(5, nx.DiGraph)
    for arc in ((0, 1), (1, 0)):
        assert arc in ask(D, closed=True, require=[arc]).edges()
        assert arc not in ask(D, closed=True, forbid=[arc]).edges()
    assert ask(D, closed=True, require=[(0, 1)], forbid=[(1, 0)]).is_closed
    assert isinstance(ask(D, closed=True, require=[(0, 1), (1, 0)]), Conditional)


LETTERS = nx.complete_graph("abcd")
TEXTS = ["ab", ["d", "b"], ["ab"], [("a", "b"), "cd"], [b"ab"]]


@together("text", TEXTS)
def test_text_is_never_taken_apart_into_names_of_one_letter(text):
    def refused(words):
        return pytest.raises(InvalidArgument, match=re.escape(words))

    for ask_order in (icosian.hamiltonian_path, icosian.shortest_hamiltonian_path):
        with refused("order is a list of chains of places, such as [['a', 'b']], got"):
            ask_order(LETTERS, order=text)
    with refused("order is a list of chains"):
        icosian.traveling_salesman(LETTERS, cycle=False, order=text)
    with refused("groups are sets of places, one for each group, such as [['a', 'b'], ['c']], got"):
        icosian.traveling_salesman(LETTERS, groups=text)
    with refused("besides is a list of tours"):
        icosian.prove_no_hamiltonian_path(LETTERS, besides=text)
    places = icosian.Places.from_matrix(nx.to_numpy_array(LETTERS), names="abcd")
    for name in ("require", "forbid", "order", "groups"):
        with pytest.raises(InvalidArgument):
            icosian.shortest_tour(places, start="a", **{name: text})


CONDITIONS = {
    "require": [(0, 3), (3, 1)],
    "forbid": [(0, 1), (2, 5)],
    "order": [(2, 4), (4, 5)],
    "groups": [(1, 2), (3,)],
    "nodes": [1, 4, 5],
    "edges": [(0, 1), (2, 3)],
}


@pytest.mark.slow
def test_conditions_from_an_iterator_count_like_those_of_a_list():
    G, asked = nx.complete_graph(6), set()
    places = icosian.Places({v: (v * v % 7, v) for v in G})

    def said(function, name, some):
        wanted = inspect.signature(function).parameters
        start = {"start": 0} if name == "order" and "start" in wanted else {}
        try:
            found = function(G if "G" in wanted else places, **start, **{name: some})
        except icosian.IcosianError as error:
            return repr(error)
        return [*islice(found, 9)] if isinstance(found, Iterable) else found

    rooms = icosian, icosian.tours, icosian.routes
    functions = {getattr(room, name) for room in rooms for name in room.__all__}
    counts = {icosian.tours.induced_cycles, icosian.tours.induced_paths}  # nodes are a number there
    for function in filter(inspect.isfunction, functions - counts - {icosian.backtrack}):
        wanted = inspect.signature(function).parameters
        for name, some in CONDITIONS.items():
            if name in wanted and not {"G", "places"}.isdisjoint(wanted):
                asked.add(name)
                assert said(function, name, iter(some)) == said(function, name, some), function
    assert asked == {*CONDITIONS}


@together("role", ["require", "forbid"])
@together("closed", [True, False])
def test_conditions_that_are_not_pairs_of_nodes_are_refused(role, closed):
    G = nx.cycle_graph(5)
    for wrong in (5, (0, 1), [0], [(0, 1, 2)], [()], None, ["01"], "01", [b"01"]):
        with pytest.raises(InvalidArgument, match=f"{role} must hold pairs"):
            ask(G, closed=closed, **{role: wrong})
    with pytest.raises(icosian.NotANode, match=role):
        ask(G, closed=closed, **{role: [(0, 9)]})
    with pytest.raises(InvalidArgument, match="both required and forbidden"):
        ask(G, closed=closed, require=[(0, 1)], forbid=[(1, 0)])


@pytest.mark.parametrize("closed", [True, False])
def test_an_edge_to_use_must_be_there_and_one_to_avoid_need_not(closed):
    for G, pairs in (
        (nx.cycle_graph(5), [(0, 2), (0, 0)]),
        (nx.DiGraph([(0, 1), (1, 2)]), [(1, 0)]),
    ):
        for pair in pairs:
            with pytest.raises(InvalidArgument, match="require must hold edges"):
                ask(G, closed=closed, require=[pair])
            assert ask(G, closed=closed, forbid=[pair]) == ask(G, closed=closed)
    with pytest.raises(InvalidArgument, match="both required and forbidden"):
        ask(nx.cycle_graph(5), closed=closed, require=[(0, 1)], forbid=[(1, 0), (0, 2)])


def test_a_search_that_is_stopped_holds_a_path_of_the_graph(ticking):
    G = nx.random_regular_graph(3, 300, seed=1)
    G.remove_edges_from([*G.edges(0)][:1])
    edges = [edge for edge in G.edges if 0 not in edge]
    for closed in (True, False):
        conditions = {"require": edges[:20:7], "forbid": edges[100:130:10]}
        try:
            ask(G, closed=closed, method="rotations", timeout=0.1, **conditions)
        except icosian.SearchLimitReached as error:
            assert len(set(error.partial)) == len(error.partial)
            assert all(G.has_edge(u, v) for u, v in pairwise(error.partial))


# numbers


@pytest.mark.slow
def test_a_hidato_has_one_solution():
    board, puzzle, solution = king_graph(5), clues(HIDATO), clues(SOLUTION)
    assert board.hamiltonian_path(positions=puzzle).numbering == solution
    assert board.has_unique_hamiltonian_path(positions=puzzle)
    assert [
        dict(zip(path, range(1, 26), strict=True)) for path in numbered_paths(board, puzzle)
    ] == [solution]


def test_no_clue_of_the_hidato_can_be_spared():
    board, puzzle = king_graph(5), clues(HIDATO)
    for spared in puzzle:
        rest = {square: k for square, k in puzzle.items() if square != spared}
        assert not board.has_unique_hamiltonian_path(positions=rest)


@pytest.mark.slow
def test_a_wrong_number_is_disproved():
    board, puzzle = king_graph(5), clues(HIDATO)
    shown = []
    for square, k in list(puzzle.items())[::4]:
        for other in {k + 1} if k > 12 else {k - 1}:
            wrong = puzzle | {square: other}
            if other > 25 or list(puzzle.values()).count(other):
                continue
            answer = ask(board, closed=False, positions=wrong)
            assert isinstance(answer, Positioned) == (not list(numbered_paths(board, wrong)))
            if isinstance(answer, Positioned):
                answer.check(board)
                shown.append(answer)
    assert any(proof.clauses for proof in shown)
    assert all("(" not in proof.explain() for proof in shown)


def test_colours_that_do_not_suffice_are_counted():
    G = icosian.knight_graph(5)
    proof = icosian.prove_no_hamiltonian_path(G, positions={"a2": 3})  # of the 12, not of the 13
    assert len(proof.crowd) == 12
    proof.check(G)


def test_a_cycle_is_counted_from_its_start():
    G = icosian.knight_graph(6)
    positions = {"b3": 2, "f6": 21, "d4": 36}
    for tour in (
        G.hamiltonian_cycle("a1", positions=positions | {"d4": 9}),
        G.hamiltonian_cycle(positions=positions | {"a1": 1, "d4": 9}),
    ):
        assert tour.numbering[5, 0] == 1
        assert tour.numbering[3, 1] == 2
        assert tour.numbering[0, 5] == 21
    with pytest.raises(NoHamiltonianCycle):
        G.hamiltonian_cycle("a1", positions=positions)  # d4 is no neighbour of a1


# uniqueness


def test_no_cubic_graph_has_a_single_cycle():
    for seed in range(5):
        G = nx.random_regular_graph(3, 16, seed=seed)
        if icosian.has_unique_hamiltonian_path(nx.path_graph(3)) and nx.is_biconnected(G):
            tour = icosian.hamiltonian_cycle(G)
            assert not icosian.has_unique_hamiltonian_cycle(G)
            assert icosian.has_unique_hamiltonian_cycle(G, require=list(tour.edges())[1:])


@pytest.mark.parametrize("k", [2, 3, 10, 40])
def test_sheehans_graphs_have_one_cycle_until_an_edge_is_added(k):
    # n^2 / 4 + 1 edges, the most that a graph with a single cycle can have (Sheehan 1977)
    G = nx.complete_graph(k)
    for i in range(1, k):
        G.add_edges_from((k + i, j) for j in (*range(i), min(i + 1, k - 1)))
    G.add_edges_from((k, j) for j in (0, 1))
    assert (len(G), G.size()) == (2 * k, k * k + 1)
    assert icosian.has_unique_hamiltonian_cycle(G)
    tour = icosian.hamiltonian_cycle(G)
    icosian.prove_no_hamiltonian_cycle(G, besides=[tour]).check(G)
    u, v = next(iter(nx.non_edges(G)), (None, None))
    if u is not None:
        G.add_edge(u, v)
        assert not icosian.has_unique_hamiltonian_cycle(G)


def test_the_tour_that_was_found_outlives_a_time_out(monkeypatch):
    G = king_graph(4)

    def stop(*args, **options):
        raise icosian.SearchLimitReached("stopped")

    monkeypatch.setattr(api, "other_tour", stop)
    with pytest.raises(icosian.SearchLimitReached, match="one tour was found") as caught:
        G.has_unique_hamiltonian_cycle()
    assert G.is_hamiltonian_cycle(caught.value.partial)


# stopping


def test_a_time_out_stops_a_question_about_numbers(ticking):
    G = king_graph(15)
    for timeout in (0, 0.3):
        with pytest.raises(icosian.SearchLimitReached, match="positions"):
            G.hamiltonian_path(positions={"a1": 1, "f6": 40}, timeout=timeout)


def test_ctrl_c_stops_a_question_about_numbers():
    with pytest.raises(KeyboardInterrupt):
        king_graph(15).hamiltonian_path(
            positions={"a1": 1, "f6": 40}, progress=lambda _: signal.raise_signal(signal.SIGINT)
        )


def test_the_same_seed_gives_the_same_tour():
    G = king_graph(6)
    question = {"positions": {"c3": 20}, "require": [("a1", "a2")], "forbid": [("f6", "e6")]}
    assert G.hamiltonian_path(seed=3, **question) == G.hamiltonian_path(seed=3, **question)
    del question["positions"]
    assert G.hamiltonian_path(seed=3, **question) == G.hamiltonian_path(seed=3, **question)


# Questions whose answer is a bool, or an error where it is not known


@given(graphs())
def test_the_answer_is_that_of_the_slow_twin(G):
    for ask, closed in ((is_hamiltonian, True), (is_traceable, False)):
        assert ask(G) is any(tours(G, closed=closed))


def test_the_smallest_graphs_are_answered_as_elsewhere():
    for kind in (nx.Graph, nx.DiGraph):
        with pytest.raises(nx.NetworkXPointlessConcept):
            is_hamiltonian(kind())
        single = nx.empty_graph(1, create_using=kind)
        assert (is_hamiltonian(single), is_traceable(single)) == (False, True)
        pair = nx.complete_graph(2, create_using=kind)
        assert (is_hamiltonian(pair), is_traceable(pair)) == (pair.is_directed(), True)


@pytest.mark.parametrize("asked", [{}, {"order": [[4, 0]]}, {"positions": {4: 2}}])
def test_a_known_cycle_may_begin_anywhere(asked):
    ring = nx.cycle_graph(5)
    proof = icosian.prove_no_hamiltonian_cycle(ring, 3, besides=[range(5)], **asked)
    proof.check(ring)
    assert proof.statement.besides == ((3, 4, 0, 1, 2),)
