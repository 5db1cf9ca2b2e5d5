"""Values show themselves in IPython and Jupyter, through IPython's own formatters."""

import matplotlib as mpl
import networkx as nx
import pytest
from IPython.core.formatters import DisplayFormatter
from matplotlib.figure import Figure
from together import together

import icosian

mpl.use("Agg")

BOARD = icosian.knight_graph(6)
VALUES = {
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
    data, _ = DisplayFormatter().format(value)
    return data


@together("name", VALUES)
def test_a_value_shows_its_picture(name):
    value = VALUES[name]
    data = shown(value)
    assert set(data) == {"image/svg+xml", "text/plain"}
    assert data["image/svg+xml"] == value.to_svg() == icosian.to_svg(value)


@together("name", LARGE)
def test_a_large_value_shows_text_only(name):
    assert set(shown(LARGE[name])) == {"text/plain"}


@together("name", VALUES)
def test_a_value_draws_itself_on_given_axes(name):
    ax = Figure().add_subplot()
    artists = VALUES[name].draw(ax=ax)
    assert artists
    assert set(artists) <= set(ax.get_children())


def test_options_reach_the_picture():
    tour, paths = VALUES["tour"], VALUES["paths"]
    assert tour.to_svg(numbers=False) == icosian.to_svg(tour, numbers=False)
    assert paths.to_svg(target="f6") == icosian.to_svg(paths, G=BOARD, target="f6")
    with pytest.raises(icosian.InvalidArgument, match="target"):
        tour.to_svg(target="f6")


def test_a_tour_has_an_interactive_page():
    tour = VALUES["tour"]
    assert tour.to_html(G=BOARD) == icosian.to_html(tour, G=BOARD)
