"""Pictures on matplotlib axes: artists, limits, text, sizes."""

import io
from dataclasses import replace
from pathlib import Path

import networkx as nx
import numpy as np
import pytest
from drawing_artists import axes, of_style
from drawing_films import SUBJECTS
from drawing_scenes import film_made, scene_made
from drawing_tours import ring, six
from matplotlib.figure import Figure
from PIL import Image
from together import together

import icosian
from icosian.boards.board import Board
from icosian.drawing import animate, draw
from icosian.drawing.films import EMPTY
from icosian.drawing.matplotlib import picture_file, sheet_file
from icosian.drawing.svg import sheet_cell


def test_a_closed_tour_has_an_arrow_to_its_start_and_no_end():
    tour = six()
    artists = draw(tour, ax=axes())
    row, column = tour[0]
    (start,), (arrow,) = (of_style(artists, style) for style in ("start", "arrow"))
    assert start.get_offsets().tolist() == [[column, row]]
    assert not of_style(artists, "end")
    tip, *others = arrow.get_paths()[0].vertices
    distance = [np.hypot(*(corner - (column, row))) for corner in (tip, *others[:3])]
    assert distance[0] == min(distance)


# Animations.


def film(name):
    return film_made(SUBJECTS[name]())


@pytest.mark.slow
@together("name", SUBJECTS)
def test_the_animation_of_matplotlib_shows_the_states_of_the_film(name):
    moves = film(name)
    ax = Figure((2, 2)).add_subplot()
    animation = animate(SUBJECTS[name](), frames=15, ax=ax)
    states = [{}]
    for frame in moves.frames(15):
        states.append(states[-1] | {change.node: change for change in frame.changes})
    animation._draw_was_started = True  # nothing is rendered here
    for k in [*range(len(states)), 0, 1]:
        there = [change for change in states[k].values() if change.mark != EMPTY]
        line, *others = animation._func(k)
        pieces = [part for c in there if c.origin >= 0 for part in moves.line(c.origin, c.node)]
        assert [part.tolist() for part in line.get_segments()] == [
            [list(map(float, spot)) for spot in part] for part in pieces
        ]
        texts = sorted(t.get_text() for t in others if hasattr(t, "get_text") and t.get_text())
        readable = moves.has_texts and not moves.piece
        assert texts == sorted(c.text for c in there if readable and c.text)
        assert len(others[0].get_offsets()) == sum(moves.has_disc(c.mark) for c in there)
        if moves.piece:
            assert len(others[1].get_paths()) == len(there)


def test_an_animation_of_matplotlib_can_be_saved(tmp_path):
    from matplotlib.animation import PillowWriter

    animation = animate(ring(4), ax=Figure((1, 1)).add_subplot(), fps=5)
    animation.save(tmp_path / "tour.gif", writer=PillowWriter(fps=5))
    with Image.open(tmp_path / "tour.gif") as image:
        assert image.n_frames == 6


# Pictures as they were.


IMAGES = Path(__file__).parents[1] / "data" / "pictures"


def drawn(picture, face="white"):
    figure = Figure(figsize=(2, 2), dpi=80, facecolor=face)
    picture(figure.add_axes((0, 0, 1, 1)))
    data = io.BytesIO()
    figure.savefig(data, format="rgba")
    return np.frombuffer(data.getvalue(), dtype=np.uint8).reshape(160, 160, 4)[..., :3]


def queens(ax):
    placement = icosian.Placement([(0, 1), (1, 3), (2, 0), (3, 2)], board=Board((4, 4)))
    icosian.draw(placement, names=False, ax=ax)


KEY = {
    "tour": lambda ax: icosian.draw(six(), numbers=False, names=False, ax=ax),
    "queens": queens,
    "icosian": lambda ax: icosian.draw(
        icosian.Tour(
            [0, 1, 2, 3, 7, 6, 5, 4], is_closed=False, G=nx.convert_node_labels_to_integers(CUBE)
        ),
        numbers=False,
        names=False,
        ax=ax,
    ),
}
CUBE = nx.circular_ladder_graph(4)


@pytest.mark.parametrize("face", ["white", "black"])
@pytest.mark.parametrize("name", KEY)
def test_key_pictures_look_as_they_did(name, face):
    import matplotlib.image

    here = drawn(KEY[name], face).astype(float) / 255
    path = IMAGES / f"{name}-{face}.png"
    there = matplotlib.image.imread(path)[..., :3]
    difference = np.abs(here - there)
    assert difference.mean() < 0.01
    assert (difference.max(axis=2) > 0.25).mean() < 0.02


ALIKE = {
    "numbers": six(),
    "pieces": icosian.queens(6),
    "hexagons": icosian.hex_graph(3).hamiltonian_cycle(),
    "places": icosian.shortest_tour([(0, 0), (4, 1), (3, 5), (1, 6)], closed=False),
    "map": icosian.dijkstra(icosian.route_map([("A", "B", 7), ("B", "C", 2)]), "A"),
    "colors": icosian.minimum_coloring(nx.cycle_graph(5)),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", ALIKE)
def test_a_sheet_draws_a_picture_as_it_is_drawn_alone(name):
    scene = scene_made(ALIKE[name], names=True)
    alone = replace(scene, side=max(sheet_cell([scene])))
    with (
        Image.open(io.BytesIO(picture_file([alone], "png"))) as one,
        Image.open(io.BytesIO(sheet_file([scene, scene], 2, "png"))) as two,
    ):
        shapes = [np.asarray(image.convert("L"), float) for image in (one, two)]
    height, width = (min(shape[k] for shape in (a.shape for a in shapes)) for k in (0, 1))
    for part in (shapes[1][:, :width], shapes[1][:, -width:]):
        assert np.abs(shapes[0][:height, :width] - part[:height]).mean() < 8
    assert shapes[0].std() > 16  # of a picture that is not blank
