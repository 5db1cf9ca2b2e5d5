"""Colors and outlines."""

import re

import numpy as np
import pytest
from drawing_artists import axes, of_kind
from drawing_tours import six
from matplotlib.colors import to_hex, to_rgb
from matplotlib.image import AxesImage
from matplotlib.lines import Line2D
from together import together

import icosian
from icosian.drawing import styles as _colors
from icosian.drawing.styles import GRID, OUTLINES, RIM_WIDTH, commands


def luminance(color):
    weights = (0.2126, 0.7152, 0.0722)
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in to_rgb(color)]
    return sum(w * c for w, c in zip(weights, linear, strict=True))


def contrast(first, second):
    high, low = sorted((luminance(first), luminance(second)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def by_night(color):
    return _colors.DARK_MODE.get(color, color)


@pytest.mark.parametrize("shade", [str, by_night], ids=["day", "night"])
def test_lines_and_text_have_contrast_in_gray(shade):
    move, paper = shade(_colors.MOVE), shade(_colors.PAPER)
    for square in ("DARK_SQUARE", "LIGHT_SQUARE", "FINE_DARK_SQUARE", "FINE_LIGHT_SQUARE"):
        assert contrast(move, shade(getattr(_colors, square))) > 2.5
    assert contrast(shade(_colors.DARK_SQUARE), shade(_colors.LIGHT_SQUARE)) > 1.7
    for text in (_colors.TEXT, _colors.NAME):
        assert contrast(shade(text), paper) > 7
    for pen in ("strong", "absent", "split", "path", "tree", *(f"set{k}" for k in range(1, 7))):
        assert contrast(shade(_colors.PENS[pen].color), paper) > 4.5
    for square in (_colors.DARK_SQUARE, _colors.LIGHT_SQUARE):
        piece, rim = shade(_colors.PIECE), shade(_colors.PIECE_RIM)
        assert max(contrast(piece, shade(square)), contrast(rim, shade(square))) > 3


@pytest.mark.parametrize("shade", [str, by_night], ids=["day", "night"])
def test_areas_differ_in_gray_and_a_tour_stands_out_from_them(shade):
    zone, moat, other, gap = (
        shade(_colors.AREAS[kind]) for kind in ("zone", "moat1", "moat2", "gap")
    )
    for area in (zone, moat, other, gap):
        assert contrast(shade(_colors.MOVE), area) > 3.5
    for first, second in ((zone, moat), (zone, other), (moat, other), (moat, gap), (zone, gap)):
        assert contrast(first, second) > 1.15


@pytest.mark.parametrize(
    ("face", "is_dark"),
    [("white", False), ("#eeeeee", False), ("black", True), ("#202030", True), ("none", False)],
)
def test_a_figure_with_a_dark_background_has_the_colors_of_dark_mode(face, is_dark):
    shade = by_night if is_dark else str
    artists = icosian.draw(six(), ax=axes(facecolor=face))
    (trail,) = of_kind(artists, Line2D)
    assert trail.get_color() == shade(_colors.MOVE)
    (image,) = of_kind(artists, AxesImage)
    corner = image.get_array()[-1, 0, :3]
    assert to_hex(corner) == shade(_colors.DARK_SQUARE)


@pytest.mark.slow
def test_a_saved_picture_follows_the_style_of_matplotlib(tmp_path):
    import matplotlib.image
    import matplotlib.style

    for style, is_dark in (("default", False), ("dark_background", True)):
        with matplotlib.style.context(style):
            icosian.save(six(), tmp_path / "tour.png")
        corner = matplotlib.image.imread(tmp_path / "tour.png")[0, 0, :3]
        assert (corner.mean() < 0.5) == is_dark


every_piece = together("name", OUTLINES)


@every_piece
def test_an_outline_is_closed_and_stays_inside_its_square_with_its_rim(name):
    outline = OUTLINES[name]
    assert re.fullmatch(r"(M[^MZ]*Z)+", outline)
    for command, text in re.findall(r"([A-Z])([^A-Z]*)", outline):
        assert len(text.split()) == {"M": 2, "L": 2, "C": 6, "Z": 0}[command]
        assert all(abs(float(number)) <= (GRID - RIM_WIDTH) / 2 for number in text.split())


@every_piece
def test_the_commands_of_an_outline_are_its_text(name):
    written = "".join(
        command + " ".join(f"{x:g} {y:g}" for x, y in points) for command, points in commands(name)
    )
    assert re.findall(r"[A-Z]|[-.0-9]+", written) == re.findall(r"[A-Z]|[-.0-9]+", OUTLINES[name])


@every_piece
def test_every_command_has_its_points(name):
    number = {"M": 1, "L": 1, "C": 3, "Z": 0}
    assert all(len(points) == number[command] for command, points in commands(name))


@every_piece
def test_an_outline_fills_most_of_the_height_and_stands_on_the_same_line(name):
    ys = [y for _, points in commands(name) for _, y in points]
    assert max(ys) == 7.6
    assert max(ys) - min(ys) > 0.6 * GRID


# Matrices for a complete lack of one kind of cones: G. M. Machado, M. M. Oliveira, L. A. F.
# Fernandes, A physiologically-based model for simulation of color vision deficiency, IEEE
# Transactions on Visualization and Computer Graphics 15 (2009), 1291-1298, table 1.
EYES = {
    "all cones": np.eye(3),
    "protanopia": [
        [0.152286, 1.052583, -0.204868],
        [0.114503, 0.786281, 0.099216],
        [-0.003882, -0.048116, 1.051998],
    ],
    "deuteranopia": [
        [0.367322, 0.860646, -0.227968],
        [0.280085, 0.672501, 0.047413],
        [-0.011820, 0.042940, 0.968881],
    ],
    "tritanopia": [
        [1.255528, -0.076749, -0.178779],
        [-0.078411, 0.930809, 0.147602],
        [0.004733, 0.691367, 0.303900],
    ],
}


XYZ = np.array(
    [[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]]
)  # of linear sRGB: IEC 61966-2-1


def lab(color, eyes):
    """The color in CIE L*a*b*, where a distance of 2.3 is just noticeable."""
    rgb = np.array(to_rgb(color))
    linear = np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)
    xyz = XYZ @ np.clip(np.array(eyes) @ linear, 0, 1) / XYZ.sum(axis=1)
    x, y, z = np.where(xyz > (6 / 29) ** 3, np.cbrt(xyz), xyz / (3 * (6 / 29) ** 2) + 4 / 29)
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])
