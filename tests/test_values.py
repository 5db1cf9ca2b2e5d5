"""Values and exceptions: their place, how they show themselves and survive pickling."""

import html
import json
import pickle
import re
from fractions import Fraction

import matplotlib as mpl
import networkx as nx
import pytest
from together import together

import icosian
from icosian import exceptions

# Exceptions: their place among those of networkx and Python, and what they carry.


ALL = [getattr(exceptions, name) for name in exceptions.__all__]
PARENTS = {
    "DeadEnd": (),
    "HamiltonianCycleExists": (),
    "HamiltonianPathExists": (),
    "IcosianError": (),
    "IncompleteRun": (exceptions.SearchLimitReached,),
    "InvalidArgument": (ValueError,),
    "InvalidProof": (ValueError,),
    "InvalidTour": (ValueError,),
    "NoClausalForm": (nx.NetworkXNotImplemented,),
    "NoCycle": (nx.NetworkXNoCycle,),
    "NoDisjointCycles": (nx.NetworkXNoCycle,),
    "NoHamiltonianCycle": (nx.NetworkXNoCycle,),
    "NoHamiltonianDecomposition": (exceptions.NoDisjointCycles,),
    "NoHamiltonianPath": (nx.NetworkXNoPath,),
    "NoLoop": (nx.NetworkXUnfeasible,),
    "NoPath": (nx.NetworkXNoPath,),
    "NoPlacement": (nx.NetworkXUnfeasible,),
    "NoPseudoBooleanForm": (nx.NetworkXNotImplemented,),
    "NoWalk": (nx.NetworkXNoPath,),
    "NotANode": (nx.NodeNotFound,),
    "SearchLimitReached": (nx.ExceededMaxIterations,),
    "StopSearch": (),
    "UnknownKeyword": (TypeError,),
}


def refuted():
    with pytest.raises(icosian.NoHamiltonianCycle) as caught:
        icosian.hamiltonian_cycle(nx.empty_graph(4))
    return caught.value


@together(
    ("ask", "named"),
    [
        (icosian.hamiltonian_cycle, {"longest_cycle"}),
        (icosian.hamiltonian_path, {"longest_path", "minimum_path_cover"}),
        (lambda G: icosian.hamiltonian_path(G, 1), {"longest_path"}),
        (lambda G: icosian.hamiltonian_path(G, 1, 2), {"longest_path"}),
        (lambda G: icosian.hamiltonian_path(G, require=[(0, 1)]), set()),
        (lambda G: icosian.hamiltonian_cycle(G, forbid=[(0, 1)]), set()),
    ],
)
def test_the_functions_for_partial_answers_are_named_where_they_help(ask, named):
    star = nx.star_graph(4)
    with pytest.raises((icosian.NoHamiltonianCycle, icosian.NoHamiltonianPath)) as caught:
        ask(star)
    functions = {"longest_cycle", "longest_path", "minimum_path_cover"}
    assert {name for name in functions if name in str(caught.value)} == named


def test_a_tour_that_exists_is_named():
    with pytest.raises(
        icosian.exceptions.HamiltonianCycleExists, match="there is nothing to prove: "
    ) as caught:
        icosian.prove_no_hamiltonian_cycle(nx.cycle_graph(4))
    assert icosian.is_hamiltonian_cycle(nx.cycle_graph(4), caught.value.tour)


# Values and exceptions survive pickling, as they must to reach another process.


G = nx.cycle_graph(6)


VALUES = {
    "tour of a board": lambda: icosian.knight_graph(6).hamiltonian_cycle(),
    "tour by construction": lambda: icosian.knights_tour(30),
    "tour of a graph": lambda: icosian.hamiltonian_cycle(nx.dodecahedral_graph()),
    "tour by hand": lambda: icosian.Tour("abc", is_closed=True),
    "search steps": lambda: tuple(icosian.knight_graph(4).backtrack("a1")),
    "placement": lambda: icosian.maximum_independent_set(nx.petersen_graph()),
    "coloring": lambda: icosian.minimum_coloring(nx.petersen_graph()),
    "placement steps": lambda: tuple(icosian.placement_search(4)),
}


@together("length", [2, 0.5, 0, Fraction(1, 3)], ids=repr)
def test_shortest_paths_survive_pickling(length):
    G = nx.cycle_graph(6)
    nx.set_edge_attributes(G, length, "weight")
    for paths in (icosian.dijkstra(G, 0), icosian.prepare(G).dijkstra(0)):
        again = pickle.loads(pickle.dumps(paths))
        assert again.to_dicts() == paths.to_dicts()
        assert again.path(3) == paths.path(3)
        assert list(again.steps) == list(paths.steps)


PLAIN = [
    "DeadEnd",
    "IcosianError",
    "InvalidArgument",
    "InvalidProof",
    "InvalidTour",
    "NotANode",
    "NoPlacement",
]


def test_an_impossibility_keeps_its_proof():
    with pytest.raises(icosian.NoHamiltonianCycle) as caught:
        icosian.hamiltonian_cycle(nx.petersen_graph())
    again = pickle.loads(pickle.dumps(caught.value))
    assert again.proof == caught.value.proof
    again.proof.check(nx.petersen_graph())


def test_a_search_that_stopped_keeps_what_it_held():
    with pytest.raises(icosian.SearchLimitReached) as caught:
        icosian.hamiltonian_cycle(icosian.knight_graph(20), timeout=0)
    again = pickle.loads(pickle.dumps(caught.value))
    assert again.stats == caught.value.stats
    assert again.partial == caught.value.partial


# Values show themselves in IPython and Jupyter, through IPython's own formatters.


mpl.use("Agg")

BOARD = icosian.knight_graph(6)
SHOWN = {
    "tour": icosian.knights_tour(6),
    "tour of a graph": icosian.hamiltonian_cycle(nx.dodecahedral_graph(), seed=1),
    "placement": icosian.queens(6),
    "coloring": icosian.minimum_coloring(nx.petersen_graph()),
    "board": BOARD.board,
    "graph": BOARD,
    "paths": icosian.dijkstra(BOARD, "a1"),
    "walk": icosian.routes.Walk([["a", "b", "c"]], is_closed=False, length=2),
}
LARGE = {
    "tour": icosian.Tour(range(100_001), is_closed=False),
    "placement": icosian.Placement(range(100_001)),
    "coloring": icosian.placements.Coloring(dict.fromkeys(range(100_001), 0)),
    "board": icosian.Board((45, 45)),
    "graph": icosian.knight_graph(45),
    "paths": icosian.dijkstra(icosian.knight_graph(45), (0, 0)),
    "walk": icosian.routes.Walk([range(100_001)], is_closed=False, length=100_000),
}


def shown(value):
    from IPython.core.formatters import DisplayFormatter

    data, _ = DisplayFormatter().format(value)
    return data


def test_options_reach_the_picture():
    tour, paths = SHOWN["tour"], SHOWN["paths"]
    assert tour.to_svg(numbers=False) == icosian.to_svg(tour, numbers=False)
    assert paths.to_svg(target="f6") == icosian.to_svg(paths, G=BOARD, target="f6")
    with pytest.raises(icosian.InvalidArgument, match="target"):
        tour.to_svg(target="f6")


# Iterators over the steps of a search.


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
