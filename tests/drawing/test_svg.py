import re
import xml.etree.ElementTree as ET

from drawing_films import SUBJECTS
from drawing_scenes import film_made
from drawing_tours import snake
from hypothesis import given, strategies as st
from svg_reading import coordinates, of_class, only, tag
from together import examples, together

from icosian.drawing import to_svg
from icosian.drawing.films import EMPTY
from icosian.tours.tour import Tour


def parse(tour, **options):
    return ET.fromstring(to_svg(tour, **options))


def test_squares_of_a_large_board_are_one_path_for_each_color():
    tour = snake(21, 20, holes=[(3, 5), (3, 6), (0, 0)])
    root = parse(tour)
    for name in ("light", "dark"):
        assert tag(only(root, name)) == "path"
    runs = re.findall(r"h(\d+)", only(root, "light").get("d"))
    assert sum(map(int, runs)) == 20 * len(tour)
    assert len(runs) == 22


def test_the_dashes_of_a_large_board_are_its_dark_squares():
    holes = {(3, 5), (3, 6), (0, 0), (20, 19)}
    root = parse(snake(21, 20, holes=holes), numbers=False)
    path = only(root, "dark")
    dash = int(path.get("stroke-dasharray"))
    assert dash == int(path.get("stroke-width"))
    strokes = [tuple(map(float, run)) for run in re.findall(r"M(\S+) (\S+)h(\d+)", path.get("d"))]
    left, high = (min(stroke[axis] for stroke in strokes) for axis in (0, 1))
    dark = {
        (round((y - high) / dash), round((x - left) / dash) + k)
        for x, y, length in strokes
        for k in range(0, round(length / dash), 2)
    }
    board = {(r, c) for r in range(21) for c in range(20)}
    assert dark == {(r, c) for r, c in board - holes if (20 - r + c) % 2 == 0}


@examples(10)
@given(st.lists(st.text(), min_size=1, max_size=6, unique=True), st.booleans())
def test_any_text_makes_a_well_formed_picture(labels, is_closed):
    root = ET.fromstring(to_svg(Tour(labels, is_closed=is_closed)).encode())
    assert len(of_class(root, "name")) == len(labels)


# Animations.


def film(name):
    return film_made(SUBJECTS[name]())


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
