"""Animated SVG: its elements show the states of the film."""

import xml.etree.ElementTree as ET

from drawing_tours import ring, six, snake
from svg_reading import coordinates, tag
from together import together

import icosian
from icosian.drawing import to_svg
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
def test_an_animated_svg_shows_the_states_of_the_film(name):
    moves = film(name)
    most, fps = 40, 8
    text = to_svg(SUBJECTS[name](), animated=True, frames=most, fps=fps)
    root = ET.fromstring(text)
    width, height = map(float, root.get("viewBox").split()[2:])
    for x, y in () if moves.piece else coordinates(root):
        assert -1 <= x <= width + 1
        assert -1 <= y <= height + 1
    state, lines, marks = {}, [0], [0]
    for frame in moves.frames(most):
        state |= {change.node: change for change in frame.changes}
        there = [change for change in state.values() if change.mark != EMPTY]
        marks.append(sum(moves.has_disc(change.mark) or bool(moves.piece) for change in there))
        lines.append(sum(change.origin >= 0 for change in there))
    (film_,) = (group for group in root if group.get("class") == "film")
    seconds = None
    seen = {"path": [0] * len(lines), "g": [0] * len(lines)}
    for element in film_:
        (animation,) = (child for child in element if tag(child) == "animate")
        seconds = float(animation.get("dur").removesuffix("s"))
        times = [float(t) for t in animation.get("keyTimes").split(";")]
        values = animation.get("values").split(";")
        assert times[0] == 0 < times[1]
        assert times == sorted(set(times))
        assert times[-1] < 1
        assert len(times) == len(values)
        last = "last" in element.get("class").split()
        assert last == (values[-1] == "visible")
        assert last == (element.get("visibility") is None)
        for k in range(len(lines)):
            now = [v for t, v in zip(times, values, strict=True) if t * seconds * fps < k + 0.5]
            seen[tag(element)][k] += now[-1] == "visible"
    assert seen == {"path": lines, "g": marks}
    assert seconds > (len(lines)) / fps


def test_an_animated_svg_needs_no_script_and_no_network():
    text = to_svg(six(), animated=True)
    assert "<script" not in text
    assert "href" not in text
    assert "prefers-reduced-motion" in text
