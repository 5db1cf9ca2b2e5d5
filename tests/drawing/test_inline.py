"""Pages inside notebooks."""

import html
import re
from base64 import b64decode

import networkx as nx
import pytest

import icosian
from icosian.drawing.page import Page


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
