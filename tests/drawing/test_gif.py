"""GIF files: their frames show the states of the film."""

import os
from io import BytesIO

import numpy as np
import pytest
from drawing_films import SUBJECTS
from drawing_scenes import film_made
from PIL import Image, ImageColor
from together import together

import icosian
from icosian.drawing import gif as _gif


def film(name):
    return film_made(SUBJECTS[name]())


def pictures(data):
    with Image.open(BytesIO(data)) as image:
        assert image.info["loop"] == 0
        for k in range(image.n_frames):
            image.seek(k)
            yield np.asarray(image.convert("RGB")), image.info["duration"]


@pytest.mark.slow
@together("name", ["layers", "search", "paths"])
def test_partial_frames_of_a_gif_add_up_to_the_whole_picture(name):
    moves = film(name)
    most = 5
    found = list(pictures(_gif.gif(moves, frames=most, fps=10)))
    canvas = _gif._Canvas(moves)
    colors = np.frombuffer(canvas.palette[0], np.uint8).reshape(-1, 3)
    everything = (0, 0, canvas.width, canvas.height)
    whole = [canvas.part(everything)]
    for frame in moves.frames(most):
        canvas.change(frame.changes)
        whole.append(canvas.part(everything))
    assert len(found) == len(whole) + 1  # the last one stands for a while
    for (picture, duration), pixels in zip(found, whole, strict=False):
        unlike = (picture != colors[pixels]).any(-1)
        assert unlike.sum() <= 5  # where a line is clipped, a pixel may round the other way
        assert duration == 100
    assert found[-1][1] > 1000


@pytest.mark.parametrize(("given", "longer"), [({}, 720), ({"size": 300}, 300)])
def test_a_gif_is_legible_on_a_slide_unless_another_size_is_asked_for(given, longer, tmp_path):
    icosian.save(icosian.knights_tour(6), path := tmp_path / "tour.gif", frames=2, **given)
    with Image.open(path) as image:
        assert max(image.size) in (longer, longer + 1)


FAKE = """#!/bin/sh
for last; do :; done
cat > "$last"
"""


def test_the_frames_of_an_mp4_are_those_of_the_gif(tmp_path, monkeypatch):
    program = tmp_path / "ffmpeg"
    program.write_text(FAKE)  # writes what it reads
    program.chmod(0o700)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    moves = film("closed")
    raw = np.frombuffer(_gif.mp4(moves, frames=5), np.uint8)
    frames = [picture for picture, _ in pictures(_gif.gif(moves, frames=5))][:-1]
    assert (raw.reshape(len(frames), *frames[0].shape) == np.array(frames)).all()


@pytest.mark.parametrize(("script", "said"), [(None, "ffmpeg, which is"), ("exit 3", "no film: x")])
def test_an_mp4_without_a_working_ffmpeg_is_refused(script, said, tmp_path, monkeypatch):
    if script:
        (tmp_path / "ffmpeg").write_text(f"#!/bin/sh\necho x >&2\n{script}\n")
        (tmp_path / "ffmpeg").chmod(0o700)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(icosian.exceptions.InvalidArgument, match=said):
        icosian.save(icosian.knights_tour(6), tmp_path / "tour.mp4")
    assert not (tmp_path / "tour.mp4").exists()


@pytest.mark.slow
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

    palette, lookup = _gif._palette(())
    colors = np.frombuffer(palette, np.uint8).reshape(-1, 3)
    for color in (_colors.DARK_SQUARE, _colors.LIGHT_SQUARE, _colors.MOVE, _colors.CLASH):
        number = lookup[_gif._key(*ImageColor.getrgb(color))]
        assert tuple(colors[number]) == ImageColor.getrgb(color)
