"""Questions to one solver after the other, against all paths."""

import math

import networkx as nx
import pytest
from hypothesis import given, strategies as st
from naive import hamiltonian_paths
from strategies import graphs

from icosian import Puzzle
from icosian._run.clock import Clock
from icosian.clauses import solver
from icosian.puzzles.numbers import NumberQuestions


def questions(G, effort=math.inf):
    return NumberQuestions(Puzzle(G, {}), Clock(), effort)


@pytest.mark.parametrize("hard", [0, solver.HARD])
@given(graphs(5), st.data())
def test_questions_one_after_the_other_are_answered_as_alone(hard, G, data):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(solver, "HARD", hard)  # after so many steps a stronger solver takes over
        compare(G, data)


def compare(G, data):
    """Ask some questions, and compare the answers with all paths."""
    paths = list(hamiltonian_paths(G))
    asked = questions(G)
    places = sorted({(v, k) for path in paths for k, v in enumerate(path, 1)}, key=repr)
    excluded = {}
    for _ in range(6):
        clues = {}
        if places:
            clues = dict(data.draw(st.lists(st.sampled_from(places), max_size=3)))
        path = data.draw(st.sampled_from([None, *paths]))
        if path is not None and path not in excluded:
            excluded[path] = asked.besides(asked.literals(path))
        left = [
            one for one in paths if one != path and all(one[k - 1] == v for v, k in clues.items())
        ]
        literals = [asked.places[place] for place in clues.items()]
        others = [excluded[path]] if path is not None else []
        assert asked.has([*others, *literals]) == bool(left)
        if left:
            assert tuple(asked.path()) in left
            continue
        core = asked.core()
        assert set(core) <= {*others, *literals}
        assert asked.has(core) is False
        smallest = asked.smallest(literals, others)
        assert asked.has([*others, *smallest]) is False
        assert all(asked.has([*others, *(y for y in smallest if y != x)]) for x in smallest)


@given(graphs(5), st.data())
def test_a_backbone_is_what_all_answers_share(G, data):
    paths = list(hamiltonian_paths(G))
    if not paths:
        return
    path = data.draw(st.sampled_from(paths))
    clues = {v: k for k, v in enumerate(path, 1) if data.draw(st.booleans())}
    asked = NumberQuestions(Puzzle(G, clues), Clock())
    left = [one for one in paths if all(one[k - 1] == v for v, k in clues.items())]
    shared = {x for x in asked.literals(path) if all(x in asked.literals(one) for one in left)}
    found = dict(asked.backbone(asked.literals(path)))
    assert set(found) == shared - set(asked.given)
    for x, core in found.items():
        assert set(core) <= set(asked.given)
        assert asked.has([-x, *core]) is False


def test_an_effort_of_nothing_leaves_a_question_open():
    assert questions(nx.complete_graph(4), 0).has([]) is None
