"""The page to play with, read as text; test_browser opens it."""

import html
import json
import re
from base64 import b64decode

import networkx as nx
import pytest
from drawing_tours import ring, six, snake
from drawing_walks import WALKS
from together import together

import icosian
from icosian.drawing import to_html
from icosian.drawing.page import Page
from icosian.exceptions import InvalidArgument


def data_of(page):
    (text,) = re.findall(r'<script id="data" type="application/json">(.*?)</script>', page)
    return json.loads(text)


@together(
    "subject",
    [six(), ring(6), snake(2, 3, 3), icosian.placement_search(5), WALKS["terrain"]],
    ids=["closed", "ring", "space", "search", "walk"],
)
def test_a_page_is_one_file_that_needs_no_network(subject):
    page = to_html(subject)
    assert page.startswith("<!DOCTYPE html>")
    assert not re.search(r"(src|href)=(?!\"data:,)", page)
    assert not re.search(r"https?://(?!www\.w3\.org/2000/svg)", page)
    assert "default-src 'none'" in page
    assert "{{" not in page


@together("label", ["</script><b>", "<!--", "{{script}}", "&amp;\u2028'\""])
def test_labels_cannot_break_out_of_the_page(label):
    G = nx.cycle_graph([label, 1, 2])
    page = to_html(icosian.hamiltonian_cycle(G, label))
    assert page.count("</script>") == to_html(ring(6)).count("</script>")
    assert data_of(page)["names"][0].split() == label.replace("\u2028", " ").split()
    assert f"<title>{label}" not in page
    steps = icosian.dijkstra(G, label, weight=None).steps
    assert f"from {label}" not in to_html(steps).partition("<script")[0] or "<" not in label


def test_a_page_holds_the_board_the_tour_and_the_moves():
    G = icosian.knight_graph(6)
    tour = G.hamiltonian_cycle("a1")
    data = data_of(to_html(tour))
    assert data["tours"] == [list(range(36))]
    assert data["ring"] is data["closed"] is True
    assert data["names"][0] == "a1"
    for k, near in enumerate(data["near"]):
        assert {tour[v] for v in near} == set(G[tour[k]])


def test_an_open_tour_whose_ends_meet_may_start_anywhere_and_another_at_both_ends():
    G = icosian.knight_graph(5)
    path = G.hamiltonian_path("a1")
    data = data_of(to_html(path))
    assert not data["ring"]
    assert data["tours"] == [list(range(25)), list(range(24, -1, -1))]
    ring_ = icosian.knight_graph(6).hamiltonian_cycle("a1")
    data = data_of(to_html(icosian.Tour(ring_.nodes, is_closed=False, G=ring_.graph)))
    assert data["ring"]
    assert not data["closed"]


def test_a_tour_of_knights_moves_brings_the_knights_moves():
    data = data_of(icosian.knights_tour(6).to_html())
    assert sum(map(len, data["near"])) == 2 * icosian.knight_graph(6).number_of_edges()
    assert data_of(snake(3, 4).to_html())["near"] is None
    assert data_of(snake(3, 4).to_html(G=icosian.rook_graph(3, 4)))["near"]


def test_moves_round_the_border_are_lines_of_their_own():
    G = icosian.knight_graph(5, periodic=True)
    data = data_of(to_html(G.hamiltonian_cycle("a1")))
    assert data["bends"]
    for pair, d in data["bends"].items():
        u, v = map(int, pair.split("-"))
        assert v in data["near"][u]
        assert d.count("M") == 2


def test_a_digraph_is_tried_along_its_arcs():
    G = nx.DiGraph([(0, 1), (1, 2), (2, 0), (0, 2)])
    data = data_of(to_html(icosian.hamiltonian_cycle(G, 0)))
    assert [len(near) for near in data["near"]] == [2, 1, 1]


def test_a_search_on_a_page_ends_as_the_search_does():
    G = icosian.knight_graph(3, 4)
    steps = list(G.backtrack("a1"))
    (film,) = data_of(to_html(G.backtrack("a1"), solutions=None))["films"]
    assert len(film["steps"]) == len(steps)
    assert film["steps"][-1][0] == [steps[-1].visits, steps[-1].retreats, steps[-1].found]


def test_a_tour_and_a_search_share_their_nodes():
    G = icosian.knight_graph(5)
    data = data_of(to_html(G.hamiltonian_path("c3"), G.backtrack("a1")))
    (first,) = data["films"][0]["steps"][0][1]
    assert data["names"][first[0]] == "a1"
    with pytest.raises(InvalidArgument, match="same nodes"):
        to_html(G.hamiltonian_path("c3"), icosian.knight_graph(6).backtrack("a1"))
    with pytest.raises(InvalidArgument, match="all closed or all open"):
        to_html(six(), six(is_closed=False))


def test_reasons_are_listed_by_node():
    G = icosian.knight_graph(5)
    data = data_of(to_html(G.hamiltonian_path("a1"), reasons={(4, 1): "parity", "x": "no"}))
    ((node, reason),) = data["reasons"].items()
    assert (data["names"][int(node)], reason) == ("b1", "parity")


def test_huge_pages_are_refused():
    with pytest.raises(InvalidArgument, match="at most 10,000 nodes, got 10,404"):
        to_html(icosian.Tour(range(10_404), is_closed=True))


def test_without_scripts_there_is_a_picture():
    page = to_html(six())
    assert re.search(r"<noscript><svg.*</svg></noscript>", page, re.DOTALL)


def test_a_page_of_a_walk_has_its_map_below_its_visits():
    walk = WALKS["there and back"]
    data = data_of(to_html(walk))
    assert data["names"] == list(walk)
    assert data["ground"].startswith("<svg")
    assert data["near"] is None
    assert not data["tours"]
    assert data["films"][0]["label"] == "Walk"
    with pytest.raises(InvalidArgument, match="one walk alone"):
        to_html(walk, walk)


def test_a_page_of_a_proof_shows_why_and_lets_readers_search():
    G = icosian.knight_graph(3)
    proof = icosian.prove_no_hamiltonian_path(G)
    page = to_html(proof, G=G)
    data = data_of(page)
    assert data["why"] == proof.explain()
    assert not data["closed"]
    assert not data["tours"]
    names = data["names"]
    for name, near in zip(names, data["near"], strict=True):
        assert [names[v] for v in near] == [G.board.name(v) for v in G[G.board.square(name)]]
    assert f'<div id="proof" hidden>{icosian.to_svg(proof, G=G)}</div>' in page


def test_proofs_that_are_not_of_a_page_are_refused():
    G = nx.complete_graph(4)
    proof = icosian.prove_no_hamiltonian_path(icosian.knight_graph(3))
    with pytest.raises(InvalidArgument, match=r"with its graph, .*got G=None"):
        to_html(proof)
    with pytest.raises(InvalidArgument, match="one proof alone, got 1 more"):
        to_html(proof, proof, G=icosian.knight_graph(3))
    with pytest.raises(InvalidArgument, match="a tour or steps of a search, got"):
        to_html(six(), proof)
    with pytest.raises(InvalidArgument, match="a networkx graph with a node"):
        to_html(proof, G=icosian.Board((3, 3)))
    with pytest.raises(InvalidArgument, match="why there is no tour, got a LowerBound"):
        to_html(icosian.shortest_hamiltonian_cycle(G).proof, G=G)
    with pytest.raises(InvalidArgument, match="why there is no tour, got a DisjointRefutation"):
        to_html(icosian.tours.edge_disjoint_hamiltonian_cycles(G).proof, G=G)


# Pages inside notebooks.


@pytest.mark.parametrize(
    "page",
    [
        icosian.knights_tour(6).to_html(),
        icosian.to_html(icosian.hamiltonian_cycle(nx.cycle_graph(["'", '"', "<&"]), '"')),
        icosian.to_html(icosian.placement_search(4)),
    ],
    ids=["tour", "labels", "search"],
)
def test_a_page_shows_itself_in_a_frame_or_as_a_picture(page):
    shown = page._repr_html_()
    (document,) = re.findall("srcdoc='([^']*)'", shown)
    kept, noscript = html.unescape(document), re.search("<noscript>.*</noscript>", page, re.DOTALL)
    assert kept == page.replace(noscript[0], "")
    assert 'sandbox="allow-scripts"' in shown
    (picture,) = re.findall(r'src="data:image/svg\+xml;base64,(.*?)"', shown)
    assert noscript[0] == f"<noscript>{b64decode(picture).decode()}</noscript>"
    (name,) = re.findall('<img id="(.*?)"', shown)
    assert f"<style>#{name}{{display:none}}</style>" in shown


def test_a_page_is_text():
    page = Page("<p>'&amp;'", '<svg><title>a "b"</title></svg>')
    assert page == "<p>'&amp;'"
    assert 'alt="a &quot;b&quot;"' in page._repr_html_()
