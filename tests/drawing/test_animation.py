"""Animations as files and on axes: what is painted is what the film says."""

import xml.etree.ElementTree as ET
from io import BytesIO

import networkx as nx
import numpy as np
import pytest
from drawing_tours import ring, six, snake
from matplotlib.figure import Figure
from PIL import Image
from svg_reading import coordinates, tag

import icosian
from icosian.drawing import animate_search, animate_tour, animation_svg, save_animation
from icosian.drawing.backends import gif as _gif
from icosian.drawing.scene.film import EMPTY
from icosian.drawing.subjects.films import film_of
from icosian.exceptions import InvalidArgument


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
    return film_of(SUBJECTS[name](), solutions=1, limit=10_000)


def pictures(data):
    with Image.open(BytesIO(data)) as image:
        assert image.info["loop"] == 0
        for k in range(image.n_frames):
            image.seek(k)
            yield np.asarray(image.convert("RGB")), image.info["duration"]


@pytest.mark.parametrize("name", SUBJECTS)
def test_partial_frames_of_a_gif_add_up_to_the_whole_picture(name):
    moves = film(name)
    most = 12
    found = list(pictures(_gif.gif(moves, frames=most, fps=10)))
    canvas = _gif._Canvas(moves)
    colors = np.frombuffer(_gif._palette()[0], np.uint8).reshape(-1, 3)
    whole = [canvas.everything()]
    for frame in moves.frames(most):
        canvas.change(frame.changes)
        whole.append(canvas.everything())
    assert len(found) == len(whole) + 1  # the last one stands for a while
    for (picture, duration), pixels in zip(found, whole, strict=False):
        unlike = (picture != colors[pixels]).any(-1)
        assert unlike.sum() <= 5  # where a line is clipped, a pixel may round the other way
        assert duration == 100
    assert found[-1][1] > 1000


def test_the_frames_of_a_gif_hold_little_more_than_the_changes():
    data = _gif.gif(film("closed"), frames=100, fps=10)
    with Image.open(BytesIO(data)) as image:
        whole = image.size[0] * image.size[1]
        parts = []
        for k in range(1, image.n_frames):
            image.seek(k)
            left, top, right, bottom = image.dispose_extent
            parts.append((right - left) * (bottom - top))
    assert max(parts[:-2]) < whole / 2  # a move spans two by three squares at most, and its rims


def test_the_colours_of_pictures_survive_in_the_palette():
    from icosian.drawing.scene import colors as _colors

    _, lookup = _gif._palette()
    colors = np.frombuffer(_gif._palette()[0], np.uint8).reshape(-1, 3)
    for color in (_colors.DARK_SQUARE, _colors.LIGHT_SQUARE, _colors.MOVE, _colors.CLASH):
        number = lookup[_gif._key(*_gif._rgb(color))]
        assert tuple(colors[number]) == _gif._rgb(color)


@pytest.mark.parametrize("name", SUBJECTS)
def test_a_moving_svg_shows_the_states_of_the_film(name):
    moves = film(name)
    most, fps = 40, 8
    text = animation_svg(SUBJECTS[name](), frames=most, fps=fps)
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


def test_a_moving_svg_needs_no_script_and_asks_for_nothing():
    text = animation_svg(six())
    assert "<script" not in text
    assert "href" not in text
    assert "prefers-reduced-motion" in text


@pytest.mark.parametrize("name", SUBJECTS)
def test_the_animation_of_matplotlib_shows_the_states_of_the_film(name):
    moves = film(name)
    ax = Figure((2, 2)).add_subplot()
    draw = animate_tour if moves.is_tour else animate_search
    animation = draw(SUBJECTS[name](), frames=15, ax=ax)
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

    animation = animate_tour(ring(4), ax=Figure((1, 1)).add_subplot(), fps=5)
    animation.save(tmp_path / "tour.gif", writer=PillowWriter(fps=5))
    with Image.open(tmp_path / "tour.gif") as image:
        assert image.n_frames == 6


@pytest.mark.parametrize(
    ("suffix", "start"), [(".gif", b"GIF89a"), (".svg", b"<svg "), (".html", b"<!DOCTYPE html>")]
)
@pytest.mark.parametrize("name", ["closed", "queens"])
def test_the_suffix_of_an_animation_says_the_format(name, suffix, start, tmp_path):
    path = tmp_path / f"film{suffix}"
    save_animation(SUBJECTS[name](), path)
    data = path.read_bytes()
    assert data.startswith(start)
    save_animation(SUBJECTS[name](), path)
    assert path.read_bytes() == data
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("name", ["tour.png", "tour", "nowhere/tour.gif"])
def test_another_path_of_an_animation_is_refused_before_any_work(name, tmp_path):
    with pytest.raises(InvalidArgument, match="an animation"):
        save_animation(None, tmp_path / name)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    "given", [{"fps": 0}, {"fps": 51}, {"fps": "fast"}, {"fps": True}, {"frames": 0}]
)
def test_frames_and_their_number_a_second_have_bounds(given):
    with pytest.raises(InvalidArgument, match=f"{next(iter(given))} must be"):
        animation_svg(six(), **given)


def test_tours_and_searches_are_not_mixed_up():
    with pytest.raises(InvalidArgument, match="must be a Tour"):
        animate_tour(icosian.placement_search(4))
    with pytest.raises(InvalidArgument, match="see animate_tour"):
        animate_search(six())


def test_a_graph_without_positions_moves_as_well(tmp_path):
    G = nx.petersen_graph()
    save_animation(icosian.backtrack(G, 0, closed=True), tmp_path / "film.gif", frames=20)
    assert next(pictures((tmp_path / "film.gif").read_bytes()))[0].size
