"""A claim is about the lengths that its reader means, and says how many edges have none."""

import math

import networkx as nx
import pytest
from together import together

from icosian import InvalidArgument, InvalidProof
from icosian.proofs import Claim, Computed
from icosian.proofs.certificate import unlimited
from icosian.proofs.claim import lengths_text
from icosian.proofs.lengths import lengths_given, lengths_meant

KINDS = [nx.Graph, nx.DiGraph, nx.MultiGraph, nx.MultiDiGraph]


def one(u, v, data):
    return 1


def map_of(kind, **data):
    G = nx.path_graph(4, kind)
    G.add_edges_from([(0, 1, data), (1, 2, data)])
    return G


def meant(G, reader, **claim):
    return lengths_meant(Claim(closed=True, **claim), G, reader, unlimited)


@together("kind", KINDS)
@together("named", ["weight", "miles", None, Computed()])
def test_the_lengths_of_a_bound_are_those_that_are_meant(kind, named):
    G = map_of(kind, weight=2, miles=3)
    for weight in ("weight", "miles", None, one):
        if weight == named or (callable(weight) and isinstance(named, Computed)):
            assert meant(G, weight, shorter_than=1, weight=named) is weight
        else:
            with pytest.raises(InvalidProof, match="names the lengths that are meant"):
                meant(G, weight, shorter_than=1, weight=named)


@together("kind", KINDS)
def test_without_weights_every_edge_counts_1(kind):
    G = map_of(kind, miles=3)
    assert meant(G, "weight", shorter_than=1) == "weight"
    assert meant(G, None, shorter_than=1) is None
    with pytest.raises(InvalidProof, match="'weight', but 1 for each edge is meant"):
        meant(G, "weight", shorter_than=1, weight="weight")
    with pytest.raises(InvalidArgument, match="no edge has the attribute 'mile'"):
        meant(G, "mile", shorter_than=1)
    nothing = nx.empty_graph(3, kind)
    for name in ("weight", "miles"):
        assert meant(nothing, name, shorter_than=1, weight=name) == name


def test_a_claim_without_lengths_holds_for_all():
    G = map_of(nx.Graph, weight=None)
    for weight in ("weight", None, one, "weight"):
        assert meant(G, weight, stops=(0, 1)) is None
        with pytest.raises(InvalidProof, match="without a length is 0, the proof says 2"):
            meant(G, weight, stops=(0, 1), hidden=2)
    with pytest.raises(InvalidArgument, match="weight must be"):
        meant(G, 5, stops=(0, 1))


@together("kind", KINDS)
def test_edges_without_a_length_are_counted(kind):
    G = kind([(0, 1, {"weight": None}), (1, 2, {"weight": 3}), (2, 3, {"weight": math.inf})])
    G.add_edge(0, 0, weight=None)
    assert meant(G, "weight", shorter_than=1, weight="weight", hidden=1) == "weight"
    assert meant(G, "weight", stops=(0, 1), weight="weight", hidden=2) == "weight"
    for wrong in (0, 2, True, 1.0, None):
        with pytest.raises(InvalidProof, match="without a length is 1, the proof says"):
            meant(G, "weight", shorter_than=1, weight="weight", hidden=wrong)
    G.add_edge(1, 0, weight=None)
    count = 2 if G.is_directed() else 1
    assert meant(G, "weight", shorter_than=1, weight="weight", hidden=count) == "weight"
    if G.is_multigraph():  # of parallel edges one has a length
        G.add_edge(0, 1, weight=5)
        assert meant(G, "weight", shorter_than=1, weight="weight", hidden=count - 1) == "weight"


def test_an_edge_with_a_length_in_one_direction_is_not_hidden():
    def one_way(u, v, data):
        return 1 if u < v else None

    for kind, hidden in ((nx.Graph, 0), (nx.DiGraph, 3)):
        G = nx.path_graph(4, nx.Graph).to_directed() if kind is nx.DiGraph else nx.path_graph(4)
        named = {"weight": Computed(), "hidden": hidden}
        assert meant(G, one_way, shorter_than=1, **named) is one_way


def test_lengths_to_draw_are_those_given_or_those_of_the_proof():
    assert lengths_given(None, "miles") == "miles"
    assert lengths_given(None, None) is None
    for named in ("miles", Computed(), None):
        assert lengths_given("weight", named) == "weight"
        assert lengths_given(one, named) is one
    with pytest.raises(InvalidArgument, match="come from a function: pass it as weight"):
        lengths_given(None, Computed())


@together(
    ("weight", "hidden", "words"),
    [
        ("weight", 0, ""),
        ("weight", 1, " (1 edge without a length left out)"),
        (None, 0, " (each edge counts 1)"),
        ("miles", 0, " (lengths from the edge attribute 'miles')"),
        (
            "x); all is well (",
            0,
            " (lengths from the edge attribute 'x); all is well (')",
        ),
        (Computed(), 3, " (lengths from a function; 3 edges without a length left out)"),
    ],
)
def test_a_claim_says_what_is_not_usual(weight, hidden, words):
    assert lengths_text(weight, hidden) == words
