"""Pictures of proofs: what the scene decides, seen through both backends."""

import itertools
import math
import xml.etree.ElementTree as ET
from dataclasses import dataclass
from functools import cache

import networkx as nx
import pytest
from drawing_artists import axes
from drawing_proofs import CLOSED, PROOFS
from drawing_scenes import height, layers, parts, proof_scene, words
from svg_reading import lines, of_class, tag
from together import together

from icosian.drawing import draw, to_svg
from icosian.exceptions import InvalidArgument
from icosian.proofs import HOME, Cases, DegreeDeficiency, Proof, Toughness, Weighing, Weights

DEAD_END = DegreeDeficiency(**CLOSED, nodes=(0,), side="neighbours")
EVERY = together("name", PROOFS)


def parse(proof, G):
    return ET.fromstring(to_svg(proof, G=G).encode())


@cache
def scene_of(name):
    return proof_scene(*PROOFS[name])


def picture(name):
    return parse(*PROOFS[name])


def texts(root, name):
    return [e.text for e in of_class(root, name)]


def pieces(root, kind):
    """The lines of a kind of strokes."""
    return [
        line
        for path in of_class(root, kind)
        if "stroke" in path.get("class")
        for line in lines(path)
    ]


# What every picture keeps.


@EVERY
def test_the_examples_are_true(name):
    proof, G = PROOFS[name]
    proof.check(G)


@EVERY
def test_an_svg_picture_says_what_is_proved(name):
    proof, G = PROOFS[name]
    root = parse(proof, G)
    assert tag(root) == "svg"
    assert root.get("role") == "img"
    assert root[0].text.startswith(f"{proof.claim}. ")
    assert " ".join(texts(root, "heading")) == proof.claim


@EVERY
def test_every_node_is_drawn_once_and_home_never(name):
    proof, G = PROOFS[name]
    scene = scene_of(name)
    spots = [point for some in layers(scene, "spot").values() for point in some]
    tree = len(proof.tree) if isinstance(proof, Cases) else 0
    assert len(parts(scene, "node")) + len(spots) == len(G) + tree
    assert len({*parts(scene, "node"), *spots}) == len(G) + tree


@EVERY
def test_lines_of_text_are_as_long_as_the_picture_is_wide(name):
    scene = scene_of(name)
    width = abs(scene.box.right - scene.box.left)
    for style in ("heading", "name"):
        assert all(len(text) * 0.5 * height(scene, style) < width for text in words(scene, style))


@EVERY
def test_lines_of_text_stand_one_above_the_other(name):
    scene = scene_of(name)
    legend = [label for label in parts(scene, "name") if len(label.text) > 3]
    heights = [label.at[1] for label in (*parts(scene, "heading"), *legend)]
    steps = [abs(b - a) for a, b in itertools.pairwise(heights)]
    assert heights in (sorted(heights), sorted(heights, reverse=True))
    assert all(step > height(scene, "name") for step in steps)


@EVERY
def test_numbers_on_edges_keep_clear_of_each_other(name):
    scene = scene_of(name)
    for one, two in itertools.combinations(parts(scene, "tag"), 2):
        assert math.dist(one.at, two.at) > 0.8 * height(scene, "tag")


# What each kind shows.


def test_an_unknown_kind_shows_the_graph_and_the_claim(monkeypatch):
    monkeypatch.setattr(Proof, "_kinds", dict(Proof._kinds))

    @dataclass(frozen=True, kw_only=True)
    class Hunch(Proof):
        node: object

        def _check(self, G, tick):
            raise NotImplementedError

        def _reason(self):
            return "so it seems"

        def _effort(self):
            return 0

    root = parse(Hunch(**CLOSED, node=1), nx.cycle_graph(5))
    assert root[0].text == "There is no Hamiltonian cycle"
    assert len(of_class(root, "node")) == 5
    with pytest.raises(InvalidArgument, match="names 7"):
        to_svg(Hunch(**CLOSED, node=7), G=nx.cycle_graph(5))


def test_a_special_case_of_a_known_kind_is_drawn_as_that_kind(monkeypatch):
    monkeypatch.setattr(Proof, "_kinds", dict(Proof._kinds))

    class Tougher(Toughness):
        pass

    root = parse(Tougher(**CLOSED, removed=frozenset({0}), parts=3), nx.star_graph(3))
    assert "3 parts" in root[0].text


# Boards, positions, ends, labels.


# Refusals, before anything is drawn.


@together(
    ("proof", "G", "message"),
    [
        (PROOFS["cut"][0], [1, 2], r"G must be a networkx graph, got list; .*from_"),
        (PROOFS["cut"][0], nx.path_graph(3), "names 3, which is not a node of G"),
        (PROOFS["part"][0], nx.cycle_graph(4), "names 5, which is not a node of G"),
        (PROOFS["forced"][0], nx.path_graph("awxbcde"), "the edge 'a', 'c', which G lacks"),
        (PROOFS["weighing, digraph"][0], nx.cycle_graph(4), "only the nodes of a digraph"),
        (
            Weighing(**CLOSED, weights=Weights(nodes=((HOME, 1),))),
            nx.path_graph(3),
            "names home, which is not a node of G",
        ),
        (
            Weighing(**CLOSED, weights=Weights(nodes=((0, 0.5),))),
            nx.path_graph(3),
            "weights are exact, 0.5 is not",
        ),
        (
            Cases(**CLOSED, tree=(None,), sets=(frozenset({0, 1, 2}),)),
            nx.path_graph(3),
            "not all that a tour visits",
        ),
    ],
)
def test_a_proof_of_another_graph_is_refused_before_anything_is_drawn(proof, G, message):
    ax = axes()
    before = ax.get_children()
    with pytest.raises(InvalidArgument, match=message):
        draw(proof, G=G, ax=ax)
    assert ax.get_children() == before
    assert (ax.get_xlim(), ax.get_ylim()) == ((0, 1), (0, 1))
    with pytest.raises(InvalidArgument, match=message):
        to_svg(proof, G=G)


@EVERY
def test_every_kind_refuses_a_graph_without_its_nodes(name):
    proof, G = PROOFS[name]
    kind = nx.DiGraph if G.is_directed() else nx.Graph
    with pytest.raises(InvalidArgument, match="not a node of G"):
        to_svg(proof, G=kind([("elsewhere", "nowhere")]))
