"""PathCover: a sequence of paths that knows what is proved of their number."""

import pickle

import networkx as nx
from together import together

from icosian import Tour
from icosian.tours import PathCover

PATHS = [("a", "b", "c"), ("d",)]


def test_it_is_a_sequence_of_open_tours():
    G = nx.path_graph("abc")
    cover = PathCover(PATHS, bound=2, G=G)
    assert len(cover) == 2
    assert cover[0] == Tour("abc", is_closed=False)
    assert [path.nodes for path in cover] == PATHS
    assert cover[:1] == (cover[0],)
    assert cover[1] in cover
    assert cover[0].graph is cover.graph is G
    assert not any(path.is_closed for path in cover.paths)
    assert str(cover) == "a - b - c\nd"


def test_it_is_a_value():
    cover = PathCover(PATHS, bound=2)
    assert cover == PathCover(PATHS)
    assert hash(cover) == hash(PathCover(PATHS))
    assert cover != PathCover(PATHS[::-1])
    assert cover != PATHS
    assert pickle.loads(pickle.dumps(cover)) == cover


@together("name", ["paths", "bound", "proof", "graph", "stats"])
def test_what_is_unknown_is_none_or_the_least(name):
    value = getattr(PathCover([]), name)
    assert value in ((), 0, None)
