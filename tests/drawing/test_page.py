"""The page to play with, read as text; test_browser opens it."""

import html
import json
import re
import xml.etree.ElementTree as ET
from base64 import b64decode

import networkx as nx
import pytest

import icosian
from icosian.drawing import to_html


def data_of(page):
    (text,) = re.findall(r'<script id="data" type="application/json">(.*?)</script>', page)
    return json.loads(text)


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


# Pages inside notebooks.


def test_the_cases_of_a_proof_are_a_tree_that_opens():
    G = nx.relabel_nodes(nx.petersen_graph(), {0: "<a>"})
    proof = icosian.prove_no_hamiltonian_cycle(G)
    splits = [entry for entry in proof.tree if isinstance(entry, tuple)]
    (tree,) = re.findall(r'<div class="cases">(.*?)</div>', to_html(proof, G=G).split("<script")[0])
    root = ET.fromstring(f"<div>{tree}</div>")
    found = [summary.text for summary in root.iter("summary")]
    assert len(found) == len(splits)
    assert found[0].startswith(f"{len(splits) + 1} cases, by the edge <a> \u2013 ")
    assert sum(1 for _ in root.iter("p")) == len(proof.tree) - len(splits)
    for split in root.iter("details"):  # a summary, then a used edge and an unused one
        edge = split[0].text.rpartition("the edge ")[2]
        assert [(one.text or one[0].text).partition(": ")[0] for one in split[1:]] == [
            f"{edge} is used",
            f"{edge} is not used",
        ]
    closed = icosian.proofs.Cases(closed=True, tree=(None,))
    assert "cases" not in to_html(closed, G=G).split("<main")[1].split("<script")[0]


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
