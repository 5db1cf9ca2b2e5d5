"""What moves, in numbers: every backend of animations shows this."""

from itertools import islice, pairwise

import networkx as nx
import pytest
from drawing_scenes import film_made
from drawing_tours import ring, six
from drawing_walks import WALKS
from hypothesis import given, settings, strategies as st
from together import together

import icosian
from icosian.drawing.scene import (
    AGAIN,
    EMPTY,
    FOUND,
    LEFT,
    MARKS,
    OPEN,
    PASSED,
    START,
    Change,
)
from icosian.exceptions import InvalidArgument

GONE = {EMPTY, LEFT}


def shown(film, most=10**6):
    """The state of every node on show after each frame, by the names of nodes."""
    state = {}
    for frame in film.frames(most):
        for change in frame.changes:
            state[change.node] = change
        yield frame.counts, dict(state)


def path_of(film, state):
    """The nodes that stand, in the order of the numbers on them."""
    there = sorted((c for c in state.values() if c.mark not in GONE), key=lambda c: int(c.text))
    assert [int(c.text) for c in there] == list(range(1, len(there) + 1))
    for before, after in pairwise(there):
        assert after.origin == before.node
    return [film.nodes[c.node] for c in there]


@pytest.mark.parametrize("tour", [six(), six(is_closed=False), ring(7)])
def test_a_tour_grows_by_a_node_a_step_and_returns_if_it_is_closed(tour):
    film = film_made(tour)
    states = [state for _, state in shown(film)]
    assert len(states) == len(tour) + tour.is_closed
    for k, state in enumerate(states[: len(tour)], start=1):
        assert path_of(film, state) == list(tour[:k])
    assert (states[-1][0].origin == len(tour) - 1) == tour.is_closed


@together("name", WALKS)
def test_the_nodes_of_the_film_of_a_walk_are_its_visits(name):
    walk = WALKS[name]
    film = film_made(walk)
    *_, (counts, state) = shown(film)
    assert counts == (len(walk.stops),)
    assert [film.geometry.name(k) for k in film.nodes] == [film.geometry.name(k) for k in state]
    assert [c.origin for _, c in sorted(state.items())] == list(range(-1, len(walk) - 1))
    assert state[0].mark == START
    passed = [k for k, c in state.items() if c.mark == PASSED]
    visits = [(film.geometry.position(k), state[k].text) for k in state if k not in passed]
    assert len(visits) <= len(walk.stops)
    assert [int(text) for _, text in visits] == sorted(int(text) for _, text in visits)
    for k in range(1, len(walk)):  # a line starts where the one before ends
        end = film.line(k - 2, k - 1)[-1][-1] if k > 1 else film.geometry.position(0)
        assert film.line(k - 1, k)[0][0] == end


@together("closed", [False, True])
@together(
    "G", [icosian.knight_graph(3, 4), nx.petersen_graph(), nx.DiGraph([(0, 1), (1, 2), (2, 0)])]
)
def test_a_search_shows_the_path_of_every_step(G, closed):
    steps = list(islice(icosian.backtrack(G, closed=closed), 500))
    film = film_made(steps, G=G, solutions=None, limit=500)
    path = []
    for step, (counts, state) in zip(steps, shown(film), strict=True):
        if step.kind == "visit":
            path.append(step.node)
        elif step.kind == "retreat":
            path.pop()
            assert state[film.nodes.index(step.node)].mark == LEFT
        assert path_of(film, state) == path
        assert counts == (step.visits, step.retreats, step.found)
        if step.kind == "found":
            assert step.tour == tuple(path)


@pytest.mark.parametrize("method", ["brute-force", "backtracking", "bitmask"])
def test_a_search_for_queens_shows_the_queens_of_every_step(method):
    steps = list(icosian.placement_search(4, method=method))
    film = film_made(icosian.placement_search(4, method=method), solutions=None, limit=10**6)
    for step, (counts, state) in zip(steps, shown(film), strict=True):
        there = {film.nodes[c.node] for c in state.values() if c.mark not in GONE}
        columns = step.columns
        if step.kind == "reject" and method == "backtracking":
            *columns, last = columns
            assert state[film.nodes.index((len(columns), last))].mark == LEFT
        assert there == set(enumerate(columns))
        assert counts[3] == step.found
        marks = {c.mark for c in state.values()} - {EMPTY}
        assert (marks == {FOUND}) == (step.kind == "found")


def test_the_steps_of_dijkstra_show_distances_and_where_they_come_from():
    G = icosian.knight_graph(4)
    paths = icosian.dijkstra(G, "a1")
    film = film_made(paths.steps, solutions=1, limit=1000)
    for step, (_, state) in zip(paths.steps, shown(film), strict=False):
        reached = {film.nodes[c.node]: int(c.text) for c in state.values() if c.mark == OPEN}
        assert reached == step.tentative
    *_, (_, last) = shown(film)
    assert {film.nodes[c.node]: int(c.text) for c in last.values()} == paths.distances
    for change in last.values():
        node = film.nodes[change.node]
        before = [film.nodes[change.origin]] if change.origin >= 0 else []
        assert set(before) <= set(paths.predecessors[node])


@settings(max_examples=10)
@given(st.integers(2, 60), st.integers(20, 400))
def test_every_retreat_is_shown_when_frames_are_few(most, length):
    steps = list(islice(icosian.knight_graph(4).backtrack(order="given"), length))
    film = film_made(steps, G=icosian.knight_graph(4), solutions=None, limit=length)
    frames = list(shown(film, most))
    assert len(frames) <= most
    assert frames[-1][0] == [counts for counts, _ in shown(film)][-1]
    retreats = begin = 0
    for counts, state in frames:
        end = sum(counts)
        left = {step.node for step in steps[begin:end] if step.kind == "retreat"}
        retreats += sum(step.kind == "retreat" for step in steps[begin:end])
        red = {film.nodes[c.node] for c in state.values() if c.mark in {LEFT, AGAIN}}
        assert red == left
        assert counts[1] == retreats
        begin = end


def test_a_solution_has_its_own_frame():
    film = film_made(icosian.knight_graph(5).backtrack("a1"), solutions=20, limit=10**5)
    frames = list(film.frames(100))
    assert len(frames) <= 100
    assert {frame.counts[2] for frame in frames} == set(range(21))


def test_a_search_ends_at_the_requested_solutions_or_at_the_limit():
    def last(**given):
        film = film_made(icosian.placement_search(6), **given)
        return [frame.counts for frame in film.frames(10**6)][-1][3], film

    assert last(solutions=1, limit=10**6)[0] == 1
    assert last(solutions=3, limit=10**6)[0] == 3
    assert last(solutions=None, limit=10**6)[0] == 4
    found, film = last(solutions=None, limit=50)
    assert found == 0
    assert len(film.steps) == 50
    assert film.title.endswith("its first 50 steps")


def test_steps_know_their_graph_and_lists_of_steps_need_it():
    G = icosian.knight_graph(4)
    assert G.backtrack().graph is G
    assert icosian.dijkstra(G, "a1").steps.graph is G
    assert icosian.placement_search(5).graph.size == "5 x 5"
    assert G.backtrack(closed=True).closed
    with pytest.raises(InvalidArgument, match="need it, got G=None"):
        film_made(list(islice(G.backtrack(), 5)))


def test_partly_read_steps_continue_where_they_are():
    steps = icosian.knight_graph(4).backtrack()
    first = [next(steps), next(steps)]
    assert [*first, *steps] == list(icosian.knight_graph(4).backtrack())


@together(
    ("subject", "message"),
    [
        (None, "got None"),
        ("tour", "got 'tour'"),
        ([1, 2], r"got \[1, 2\]"),
        ([], r"got \[\]"),
        (icosian.Tour((), is_closed=False), "no node"),
    ],
)
def test_a_value_that_is_neither_a_tour_nor_steps_is_refused(subject, message):
    with pytest.raises(InvalidArgument, match=message):
        film_made(subject, G=icosian.knight_graph(3))


def test_steps_on_another_graph_are_refused():
    steps = list(islice(icosian.knight_graph(4).backtrack("a1"), 5))
    with pytest.raises(InvalidArgument, match="lacks"):
        film_made(steps, G=icosian.knight_graph(3))


@pytest.mark.parametrize("given", [{"limit": 0}, {"limit": 1.5}, {"solutions": 0}])
def test_numbers_must_be_positive_integers(given):
    steps = icosian.placement_search(4)
    with pytest.raises(InvalidArgument, match="integer of at least 1"):
        film_made(steps, **{"solutions": 1, "limit": 10} | given)


def test_huge_boards_are_refused():
    with pytest.raises(InvalidArgument, match="at most 40,000 nodes, got 90,000"):
        film_made(icosian.Tour(range(90_000), is_closed=True))


def test_marks_have_names():
    assert MARKS[Change(0).mark] == "empty"
