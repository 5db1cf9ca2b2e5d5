"""The walks of the architecture page name every module that a call enters."""

import gc
import re
import sys
from contextlib import suppress
from pathlib import Path
from random import Random

import networkx as nx
import pytest

import icosian
from icosian._kernels._jit import at_once
from icosian.cli import main

PAGE = Path(__file__).parents[1] / "docs" / "architecture.md"
SOURCE = str(Path(icosian.__file__).parent)
RANDOM = Random(1)
PLACES = [(RANDOM.random(), RANDOM.random()) for _ in range(40)]
compiled = at_once()(lambda: icosian.shortest_tour(PLACES))  # else kernels enter modules


def named(walk):
    """Return the modules in a walk of the page."""
    section = PAGE.read_text("utf-8").split("## Three walks")[1].split("## ")[0]
    text = re.split(r"\n(?=`[a-z_]+[ (])", section)[walk]
    assert len(re.findall(r"^\d\. ", text, re.MULTILINE)) <= 8
    return {*re.findall(r"`([\w/]+\.py)`", text)}


def entered(call):
    """Return the modules that the second call enters."""
    files = set()

    def note(frame, event, _):
        if event == "call" and frame.f_code.co_filename.startswith(SOURCE):
            files.add(frame.f_code.co_filename)

    call()
    gc.collect()  # what other tests have left would end within the call
    before = sys.getprofile()
    sys.setprofile(note)
    try:
        call()
    finally:
        sys.setprofile(before)
    return {Path(file).relative_to(SOURCE).as_posix() for file in files if file.endswith(".py")}


def prove():
    with suppress(icosian.NoHamiltonianCycle):
        icosian.hamiltonian_cycle(nx.petersen_graph())


def route():
    with suppress(SystemExit):
        main(["route", "town.graphml", "--visit", "1,6,11", "--weight", "length"])


@pytest.mark.parametrize(
    ("walk", "most", "call"),
    [
        (1, 17, lambda: icosian.knight_graph(8).hamiltonian_cycle()),
        (1, 22, prove),
        pytest.param(2, 31, compiled, marks=pytest.mark.slow),
        (3, 34, route),
    ],
    ids=["tour", "proof", "places", "route"],
)
def test_a_call_enters_only_modules_of_its_walk(walk, most, call, tmp_path, monkeypatch):
    G = nx.convert_node_labels_to_integers(nx.grid_2d_graph(4, 4).to_directed())
    nx.set_edge_attributes(G, {edge: 1 + k % 5 for k, edge in enumerate(G.edges)}, "length")
    nx.write_graphml(G, tmp_path / "town.graphml")
    monkeypatch.chdir(tmp_path)
    modules = entered(call)
    assert modules <= named(walk)
    assert len(modules) <= most
