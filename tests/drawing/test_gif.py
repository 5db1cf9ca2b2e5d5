"""GIF files: their frames show the states of the film."""

from io import BytesIO

import numpy as np
from drawing_films import SUBJECTS
from drawing_scenes import film_made
from PIL import Image
from together import together

from icosian.drawing import gif as _gif


def film(name):
    return film_made(SUBJECTS[name]())


def pictures(data):
    with Image.open(BytesIO(data)) as image:
        assert image.info["loop"] == 0
        for k in range(image.n_frames):
            image.seek(k)
            yield np.asarray(image.convert("RGB")), image.info["duration"]


@together("name", ["layers", "search", "paths"])
def test_partial_frames_of_a_gif_add_up_to_the_whole_picture(name):
    moves = film(name)
    most = 8
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


def test_the_frames_of_a_gif_contain_little_more_than_the_changes():
    data = _gif.gif(film("closed"), frames=100, fps=10)
    with Image.open(BytesIO(data)) as image:
        whole = image.size[0] * image.size[1]
        parts = []
        for k in range(1, image.n_frames):
            image.seek(k)
            left, top, right, bottom = image.dispose_extent
            parts.append((right - left) * (bottom - top))
    assert max(parts[:-2]) < whole / 2  # a move spans two by three squares at most, and its rims


def test_the_colors_of_pictures_survive_in_the_palette():
    from icosian.drawing import styles as _colors

    _, lookup = _gif._palette()
    colors = np.frombuffer(_gif._palette()[0], np.uint8).reshape(-1, 3)
    for color in (_colors.DARK_SQUARE, _colors.LIGHT_SQUARE, _colors.MOVE, _colors.CLASH):
        number = lookup[_gif._key(*_gif._rgb(color))]
        assert tuple(colors[number]) == _gif._rgb(color)
