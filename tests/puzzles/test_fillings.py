"""Questions to the incremental solver, against all paths."""

from hypothesis import given, strategies as st
from naive import hamiltonian_paths
from strategies import graphs

from icosian._run.clock import Clock
from icosian.puzzles.fillings import Fillings


@given(graphs(5), st.data())
def test_questions_one_after_the_other_are_answered_as_alone(G, data):
    paths = list(hamiltonian_paths(G))
    fillings = Fillings(G, Clock())
    places = sorted({(v, k) for path in paths for k, v in enumerate(path, 1)}, key=repr)
    excluded = {}
    for _ in range(6):
        clues = {}
        if places:
            clues = dict(data.draw(st.lists(st.sampled_from(places), max_size=3)))
        path = data.draw(st.sampled_from([None, *paths]))
        if path is not None and path not in excluded:
            excluded[path] = fillings.others(path)
        left = [
            one for one in paths if one != path and all(one[k - 1] == v for v, k in clues.items())
        ]
        assert fillings.has(clues, excluded.get(path)) == bool(left)
        if left:
            assert tuple(fillings.path()) in left
        else:
            assert fillings.core().items() <= clues.items()
            assert fillings.has(fillings.core(), excluded.get(path)) is False


def test_an_effort_of_nothing_leaves_a_question_open():
    import networkx as nx

    assert Fillings(nx.complete_graph(4), Clock()).has({}, effort=0) is None
