"""The problem: what a user asks for, checked and in arrays, its graph, and its symmetries."""

import inspect
import itertools
import pickle
import re
from collections import Counter
from pathlib import Path

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, strategies as st
from naive import tours
from strategies import graphs
from together import together

import icosian
from icosian import Board, InvalidTour, Piece, board_graph, knight_graph
from icosian._arrays import cycles
from icosian._run.limits import Clock
from icosian.proofs.claim import Claim
from icosian.proofs.derived import _inner_claim, conditional_graph
from icosian.proofs.instance import derive_graph
from icosian.tours.certify.division import small_cuts
from icosian.tours.problem import Problem, apply_conditions, conditions_in
from icosian.tours.symmetries import MOST_LISTED, problem_symmetries

# The problem: what a user asks for, checked and in arrays


@given(graphs(), st.data())
def test_the_unconditional_problem_has_as_many_tours_and_they_come_back(G, data):
    edges = list(dict.fromkeys(edge[:2] for edge in G.edges))
    if len(G) < 4 or len(G) > 6 or len(edges) < 2:
        return
    pairs = data.draw(st.permutations(edges))
    require, forbid = [pairs[0]], [pairs[1]]
    if len(set(pairs[0])) < 2 or frozenset(pairs[0]) == frozenset(pairs[1]):
        return
    problem = Problem.of(G, closed=True, require=require, forbid=forbid)
    expected = list(tours(G, closed=True, require=require, forbid=forbid))
    changed = problem.unconditional
    found = list(tours(changed.G, closed=changed.closed))
    assert bool(found) == bool(expected)
    for order in found:
        assert icosian.is_hamiltonian_cycle(G, problem.tour(problem.restored(order), None))


def test_what_is_looked_up_once_is_the_same_object():
    problem = Problem.of(knight_graph(6), closed=True)
    for name in ("form", "board", "index", "center_distances", "unconditional"):
        assert getattr(problem, name) is getattr(problem, name)
    assert problem.unconditional is problem
    again = pickle.loads(pickle.dumps(problem))
    assert again.form.indices.tolist() == problem.form.indices.tolist()


def test_a_wrong_tour_is_refused_whatever_is_wrong_with_it():
    G = nx.complete_graph(5)

    def refused(message, **question):
        with pytest.raises(InvalidTour, match=message):
            Problem.of(G, **question).tour([0, 1, 2, 3, 4], None)

    refused("ends", closed=False, start=1)
    refused("ends", closed=False, end=3)
    refused("ends", closed=True, start=2)
    refused("numbers", closed=False, positions={1: 3})
    refused("avoids an edge to use", closed=True, require=[(0, 2)])
    refused("uses an edge to avoid", closed=True, forbid=[(4, 0)])
    with pytest.raises(InvalidTour, match="twice"):
        Problem.of(G, closed=True).tour([0, 1, 2, 3, 3], None)
    assert Problem.of(G, closed=False, forbid=[(4, 0)]).tour(range(5), None)[0] == 0


LABELS = [np.int64(1), (1, 2), "a", np.float64(2.5), (3, (4, 5)), 7]


@together("seed", range(6))
@together("kind", [nx.Graph, nx.DiGraph])
def test_labels_whose_comparison_is_an_array_are_only_labels(seed, kind):
    plain = nx.gnp_random_graph(6, 0.5, seed=seed, directed=kind is nx.DiGraph)
    G = nx.relabel_nodes(plain, dict(enumerate(LABELS)))
    for closed, find in ((True, icosian.hamiltonian_cycle), (False, icosian.hamiltonian_path)):
        for ends in ((None, None), (0, None), (1, 0)) if not closed else ((None, None), (1, None)):
            for more in ({}, {"require": 1}, {"forbid": 1}):
                given = {name: [list(plain.edges)[2]] for name in more}
                named = {name: [[LABELS[v] for v in e] for e in es] for name, es in given.items()}
                start, end = (None if v is None else LABELS[v] for v in ends)
                where = {"start": start} if closed else {"start": start, "end": end}
                expected = next(
                    tours(plain, closed=closed, start=ends[0], end=ends[1], **given), None
                )
                try:
                    tour = find(G, **where, **named)
                except (icosian.NoHamiltonianCycle, icosian.NoHamiltonianPath):
                    assert expected is None
                else:
                    assert expected is not None
                    assert len(tour) == 6


def test_the_architecture_page_says_which_question_takes_what():
    page = Path(__file__).parents[2].joinpath("docs/architecture.md").read_text("utf-8")
    section = page.partition("### Conditions\n")[2].partition("\n###")[0]
    doors = {
        name: set(asked.split(", "))
        for names, asked in re.findall(r"(?m)^\| (`.*`) \| (.*) \|$", section)
        for name in re.findall(r"\w+", names)
    }
    assert len(doors) > 15
    for name, asked in doors.items():
        door = getattr(icosian.tours, name, None) or getattr(icosian.routes, name)
        assert asked == set(conditions_in(dict(inspect.signature(door).parameters)))


# The normal form: its cycles are the tours, and they come back as tours


@pytest.mark.parametrize("directed", [False, True])
def test_cycles_are_walked_from_their_least_vertices(directed):
    rng = np.random.default_rng(7)
    parts = [rng.permutation(range(begin, 40, 4)).tolist() for begin in range(4)]
    if directed:
        parts[3:] = [parts[3][:2], parts[3][2:]]  # there and back
    arcs = np.array([(part[k - 1], v) for part in parts for k, v in enumerate(part)])
    expected = set()
    for part in parts:
        k = part.index(min(part))
        around = part[k:] + part[:k]
        expected.add(tuple(around))
        if not directed:
            expected.add((around[0], *around[:0:-1]))
    found = list(cycles(rng.permutation(arcs), directed=directed))
    assert len(found) == len(parts)
    assert set(map(tuple, found)) <= expected
    assert found == sorted(found)


# Labels of edges: sums of zero are cuts


def borders(G):
    """Return the borders of all sets of nodes that have three or four edges without common ends."""
    nodes, found = list(G), set()
    for size in range(1, len(nodes)):
        for part in itertools.combinations(nodes, size):
            border = [e for e in G.edges if (e[0] in part) != (e[1] in part)]
            ends = {v for e in border for v in e}
            if len(border) in (3, 4) and len(ends) == 2 * len(border):
                found.add(frozenset(map(frozenset, border)))
    return found


@given(st.integers(3, 4), st.integers(0, 1 << 20))
def test_cuts_of_three_and_four_edges_are_found(n, seed):
    G = nx.random_regular_graph(3, 2 * n, seed=seed)
    if nx.is_connected(G) and nx.edge_connectivity(G) == 3:
        form = Problem.of(G, closed=True).form
        nodes, edges = list(G), form.edges().tolist()
        cuts = [[edges[e] for e in cut] for cut in small_cuts(form, Clock())]
        found = {frozenset(frozenset(nodes[v] for v in e) for e in cut) for cut in cuts}
        assert len(found) == len(cuts)
        assert found == borders(G)


# Conditions on edges as a graph: the one that is searched is the one that is checked


def neighbors(G):
    """Return the neighbors of every node but for itself."""
    return {v: {*row} - {v} for v, row in G.adjacency()}


def compare(G, claim):
    ends = {"closed": claim.closed, "start": claim.start, "end": claim.end}
    H, closed = apply_conditions(G, claim)
    checked = conditional_graph(G, claim)
    assert _inner_claim(claim) == (Claim(closed=True) if closed else Claim(**ends))
    assert list(H) == list(checked)
    assert neighbors(H) == neighbors(checked)
    assert H.is_directed() == checked.is_directed() == G.is_directed()
    assert H.graph == G.graph


@given(graphs(5), st.data())
def test_finder_and_checker_change_the_graph_alike(G, data):
    pairs = list(dict.fromkeys(frozenset(pair[:2]) for pair in G.edges if pair[0] != pair[1]))
    pairs = [next(pair[:2] for pair in G.edges if frozenset(pair[:2]) == key) for key in pairs]
    some = data.draw(st.lists(st.sampled_from(pairs), unique=True)) if pairs else []
    k = data.draw(st.integers(0, len(some)))
    closed = data.draw(st.booleans())
    free = st.sampled_from([None, *G])
    start, end = (None, None) if closed else (data.draw(free), data.draw(free))
    compare(
        G,
        Claim(closed=closed, start=start, end=end, require=tuple(some[:k]), forbid=tuple(some[k:])),
    )


@given(graphs(5), st.data())
def test_finder_and_checker_close_a_path_alike(G, data):
    free = st.sampled_from([None, *G])
    start, end = data.draw(free), data.draw(free)
    if start == end is not None:
        return
    claim = Claim(closed=False, start=start, end=end)
    H, closed = apply_conditions(G, claim, home=True)
    checked = derive_graph(G, claim, home=True)
    assert closed
    assert neighbors(H) == neighbors(checked)


# Symmetries of a problem: permutations of its nodes, of its board or its graph


def images(G):
    problem = Problem.of(G, closed=True)
    return problem, problem_symmetries(problem, Clock()).images


@together(
    ("shape", "periodic", "number"),
    [((4, 4), False, 8), ((3, 4), False, 4), ((5,), False, 2), ((3, 3), True, 8)],
    ids=["square", "rectangle", "row", "torus"],
)
def test_all_rotations_and_reflections_but_the_identity_are_there(shape, periodic, number):
    board = Board(shape, periodic=periodic)
    problem, found = images(board_graph(board, "king"))
    assert found.shape == (number - 1, problem.size)
    assert found.dtype == np.int64
    assert len({tuple(row) for row in found.tolist()}) == number - 1
    assert list(range(problem.size)) not in found.tolist()


@given(st.sampled_from([(3, 3), (2, 4), (4, 4), (2, 2, 2)]), st.data())
def test_a_symmetry_permutes_the_nodes_and_moves_stay_moves(shape, data):
    squares = Board(shape).squares
    board = Board(shape, holes=data.draw(st.lists(st.sampled_from(squares), max_size=2)))
    problem, found = images(board_graph(board, Piece.leaper(0, 1, dimensions=len(shape))))
    G, nodes = problem.G, problem.nodes
    for row in found.tolist():
        assert sorted(row) == list(range(problem.size))
        image = dict(zip(nodes, (nodes[k] for k in row), strict=True))
        assert all(G.has_edge(image[u], image[v]) for u, v in G.edges)


def order(G, *, closed=True, **question):
    """Return the order of the group, which has as many elements, or generators of them."""
    problem = Problem.of(G, closed=closed, **question)
    group = problem_symmetries(problem, Clock())
    rows = {tuple(row) for row in group.images.tolist()}
    assert group.is_listed == (group.order <= MOST_LISTED)
    assert group.images.dtype == np.int64
    assert len(rows) == len(group.images)
    if group.is_listed:
        assert len(rows) == group.order - 1
        assert tuple(range(problem.size)) not in rows
    for row in list(rows)[:50]:
        moved = nx.relabel_nodes(G, dict(zip(G, (problem.nodes[k] for k in row), strict=True)))
        kind = tuple if G.is_directed() else frozenset
        assert Counter(map(kind, G.edges())) == Counter(map(kind, moved.edges()))
    return group.order
