"""Covers of whole graphs: which evidence is given."""

import networkx as nx
import pytest

import icosian
from icosian import InvalidTour
from icosian.tours.cover import functions as answer


def proof(G):
    return icosian.minimum_path_cover(G).proof


def test_evidence_is_as_plain_as_possible():
    assert proof(nx.star_graph(4)).removed == {0}
    assert proof(nx.complete_bipartite_graph(2, 5)).removed == {0, 1}
    arcs = proof(nx.DiGraph([(0, 1), (0, 2)]))
    assert (arcs.leaving, arcs.entering) == ({0}, frozenset())
    for G in (nx.path_graph(4), nx.cycle_graph(5), nx.cycle_graph(4, nx.DiGraph)):
        plain = proof(G)
        assert not plain.removed | plain.leaving | plain.entering
        assert plain.parts == ()


def test_parts_are_proved_by_weights_where_removed_nodes_do_not_suffice():
    G = nx.disjoint_union(icosian.knight_graph(4), nx.star_graph(4))
    found = proof(G)
    assert [len(part.nodes) for part in found.parts] == [16]
    assert found.removed == {16}


def test_a_wrong_cover_does_not_leave_the_library(monkeypatch):
    monkeypatch.setattr(answer._CoverSearch, "ordered", lambda search: [[0, 2], [1]])
    with pytest.raises(InvalidTour, match="no edge leads from 0 to 2"):
        icosian.minimum_path_cover(nx.path_graph(3))
    monkeypatch.setattr(answer._CoverSearch, "ordered", lambda search: [[0, 1]])
    with pytest.raises(InvalidTour, match="every node"):
        icosian.minimum_path_cover(nx.path_graph(3))
