"""Animations on matplotlib axes: their artists show the states of the film."""

import numpy as np
from drawing_tours import ring, six, snake
from matplotlib.figure import Figure
from PIL import Image
from together import together

import icosian
from icosian.drawing import animate
from icosian.drawing.scene.film import EMPTY
from icosian.drawing.subjects.films import film_of


def romania():
    return icosian.dijkstra(icosian.route_map([("A", "B", 2), ("B", "C", 3), ("A", "C", 9)]), "A")


SUBJECTS = {
    "closed": six,
    "open": lambda: six(is_closed=False),
    "graph": lambda: ring(9),
    "layers": lambda: snake(2, 3, 3),
    "torus": lambda: icosian.knight_graph(5, periodic=True).hamiltonian_cycle("a1"),
    "many": lambda: snake(13, 14),
    "large": lambda: snake(20, 21),
    "search": lambda: icosian.knight_graph(5).backtrack("a1", order="given"),
    "queens": lambda: icosian.placement_search(5),
    "paths": lambda: romania().steps,
}


def film(name):
    return film_of(SUBJECTS[name]())


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
        gaps = int(np.isnan(np.asarray(line.get_xdata(), float)).sum())
        pieces = [moves.line(c.origin, c.node) for c in there if c.origin >= 0]
        assert gaps == sum(map(len, pieces))
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
