"""The problem: what a user asks for, checked and in arrays."""

import inspect
import pickle
import re
from pathlib import Path

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, strategies as st
from naive import tours
from strategies import graphs
from together import together

import icosian
from icosian import InvalidArgument, InvalidTour, knight_graph
from icosian.proofs import DegreeDeficiency
from icosian.tours.problem import Problem, conditions_in


def test_arguments_become_numbers_of_nodes():
    G = knight_graph(5)
    problem = Problem.of(G, closed=False, start="a1", require=[("a1", "b3")], positions={"b3": 2})
    assert problem.nodes[problem.start] == (4, 0)
    assert problem.conditions.require == (((4, 0), (2, 1)),)
    assert problem.conditions.positions == (((2, 1), 2),)
    assert problem.index[4, 0] == problem.start
    assert (problem.end, problem.conditions.forbid, problem.size) == (None, (), 25)


def test_numbers_of_the_ends_are_the_ends():
    problem = Problem.of(nx.complete_graph(5), closed=False, positions={3: 1, 4: 5, 0: 2})
    assert (problem.start, problem.end, problem.conditions.positions) == (3, 4, ((0, 2),))
    cycle = Problem.of(nx.complete_graph(5), closed=True, positions={3: 1})
    assert (cycle.start, cycle.conditions.positions) == (3, ())


@pytest.mark.parametrize("number", [np.int64(1), np.uint8(1)])
def test_a_number_may_be_numpys(number):
    problem = Problem.of(nx.complete_graph(4), closed=False, positions={2: number})
    assert problem.start == 2


@together("number", [True, 1.0, "1", None, 0, 5])
def test_other_numbers_are_refused(number):
    with pytest.raises(InvalidArgument, match="integers from 1 to 4"):
        Problem.of(nx.complete_graph(4), closed=False, positions={2: number})


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


def test_a_certificate_states_the_problem():
    G = knight_graph(3)
    path = Problem.of(G, closed=False, start="a1")
    proof = path.certificate(DegreeDeficiency, nodes=((1, 1),), side="neighbours")
    assert (proof.closed, proof.start, proof.end, proof.ranks) == (False, (2, 0), None, 3)
    cycle = Problem.of(G, closed=True, start="a1").certificate(
        DegreeDeficiency, nodes=((1, 1),), side="neighbours"
    )
    assert (cycle.closed, cycle.start) == (True, None)


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
