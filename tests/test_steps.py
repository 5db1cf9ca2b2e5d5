"""Iterators over the steps of a search."""

import html
import json
import re

import networkx as nx
import pytest

import icosian
from icosian._show import Steps


def test_steps_are_an_iterator_that_knows_its_graph():
    steps = Steps(lambda: iter("abc"), "graph", closed=True)
    assert (steps.graph, steps.closed) == ("graph", True)
    assert next(steps) == "a"
    assert list(steps) == ["b", "c"]
    assert list(steps) == []
    assert "graph" in repr(steps)


@pytest.mark.parametrize(
    "search",
    [
        lambda: icosian.knight_graph(5).backtrack("a1"),
        lambda: icosian.placement_search(5),
        lambda: icosian.dijkstra(icosian.knight_graph(4), "a1").steps,
    ],
    ids=["tours", "queens", "paths"],
)
def test_steps_show_themselves_and_are_not_used_up(search):
    steps = search()
    first = next(steps)
    shown = steps._repr_html_()
    (page,) = re.findall("srcdoc='(.*?)'", shown, re.DOTALL)
    text = re.search(r'<script id="data".*?>(.*?)</script>', html.unescape(page))[1]
    assert len(json.loads(text)["films"][0]["steps"]) > 15
    assert shown == steps._repr_html_()
    assert [first, *steps] == list(search())


def test_searches_that_show_themselves_are_limited():
    steps = icosian.knight_graph(8).backtrack("a1", order="given", prune=False)
    shown = steps._repr_html_()
    assert "its first 1000 steps" in shown
    assert len(shown) < 250_000
    assert icosian.backtrack(nx.cycle_graph(2001))._repr_html_() is None
    assert Steps(lambda: iter(()), None)._repr_html_() is None
