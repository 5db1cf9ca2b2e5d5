"""Films as animated GIF and MP4: only what has changed is drawn, and stored in a GIF.

A frame is a rectangle around the changes, drawn twice as large and reduced, in a palette of the
picture's own colors and the shades between them. Pillow draws and compresses it; the rest of the
format is a few bytes. Pillow's own ``save(save_all=True)`` compares complete frames. Measured with
Pillow 13, seconds and kB here and there: closed 8 x 8 tour 0.24, 221 and 0.32, 185; 30 x 30 tour
1.28, 694 and 4.71, 910; search for 8 queens 0.52, 627 and 0.96, 1036; 100 x 100 tour 6.8, 1887 and
11.5, 2124. It also keeps all frames in memory: 570 MB more for the 30 x 30 tour.
"""

from __future__ import annotations

import math
import pathlib
import shutil
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import lru_cache
from itertools import combinations
from subprocess import DEVNULL, PIPE, Popen
from tempfile import TemporaryDirectory
from typing import Any

import matplotlib as mpl
import numpy as np
from matplotlib.path import Path
from matplotlib.transforms import Affine2D
from numpy.typing import NDArray
from PIL import GifImagePlugin, Image, ImageColor, ImageDraw, ImageFont

from icosian.drawing import styles
from icosian.drawing.films import ALONE, FPS, FRAMES, HOLD, MARKS, Change, Film
from icosian.drawing.scene import Discs, Glyphs, Lines, Point, Texts, Tiles, projection
from icosian.exceptions import InvalidArgument

_FINER = 2  # supersampling: edges become smooth when the picture is reduced
_BITS = 5  # of each channel that are used to find the nearest color of the palette
_SIDE, _WIDEST = 720, 1200  # pixels of the longer side, unless another size is asked for

_Area = tuple[int, int, int, int]


def gif(film: Film, *, frames: int = FRAMES, fps: float = FPS) -> bytes:
    """Return a film as the bytes of a GIF file that loops."""
    canvas = _Canvas(film)
    wait = round(100 / fps)
    palette, _ = canvas.palette
    size = canvas.width.to_bytes(2, "little") + canvas.height.to_bytes(2, "little")
    repeats = b"!\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"
    parts = [b"GIF89a" + size + b"\xf7\x00\x00" + palette + repeats]
    parts += [_image(pixels, at, wait, palette) for pixels, at in canvas.frames(frames)]
    if len(parts) > 2:  # hold the last frame: one more pixel
        parts.append(_image(canvas.part((0, 0, 1, 1)), (0, 0), round(100 * HOLD), palette))
    return b"".join([*parts, b";"])


def mp4(film: Film, *, frames: int = FRAMES, fps: float = FPS) -> bytes:
    """Return a film as the bytes of an MP4 file, which the program ffmpeg makes."""
    program = str(shutil.which("ffmpeg"))
    canvas = _Canvas(film)
    colors = np.frombuffer(canvas.palette[0], np.uint8).reshape(-1, 3)
    shown = np.zeros((canvas.height, canvas.width, 3), np.uint8)
    size = f"{canvas.width}x{canvas.height}"
    look = f"tpad=stop_mode=clone:stop_duration={HOLD},pad=ceil(iw/2)*2:ceil(ih/2)*2:color=white"
    with TemporaryDirectory() as folder:
        target = pathlib.Path(folder, "film.mp4")
        given = f"-f rawvideo -pix_fmt rgb24 -s {size} -r {fps} -i - -vf {look} -pix_fmt yuv420p"
        command = [program, *f"-loglevel error {given} -movflags +faststart".split(), str(target)]
        with Popen(command, stdin=PIPE, stdout=DEVNULL, stderr=PIPE) as run:  # noqa: S603 - no text from outside
            sink: Any = run.stdin
            with suppress(BrokenPipeError):  # its own words are the error
                for pixels, (left, top) in canvas.frames(frames):
                    height, width = pixels.shape
                    shown[top : top + height, left : left + width] = colors[pixels]
                    sink.write(shown.tobytes())
            _, said = run.communicate()
        if run.returncode:
            raise InvalidArgument(f"ffmpeg has made no film: {said.decode(errors='replace')}")
        return target.read_bytes()


def _image(pixels: NDArray[np.uint8], at: tuple[int, int], wait: int, palette: bytes) -> bytes:
    """Return a part of the picture, where it is placed, and its duration in 1/100 s."""
    picture = Image.fromarray(pixels)
    picture.putpalette(palette)
    return b"".join(
        GifImagePlugin.getdata(picture, at, duration=10 * wait, disposal=1, interlace=False)
    )


@lru_cache(maxsize=2)
def _palette(more: tuple[str, ...]) -> tuple[bytes, NDArray[np.uint8]]:
    """Return 256 colors, some given, and the number of the nearest one for every 15-bit color."""
    squares = [styles.DARK_SQUARE, styles.LIGHT_SQUARE]
    own = [styles.PAPER, *squares, styles.NODE, styles.MOVE, styles.INK, styles.COAL]
    own += [styles.FLOOR_COLOR, styles.SHELF_COLOR, styles.FINE_DARK_SQUARE]
    own += [styles.FINE_LIGHT_SQUARE, styles.NAME, styles.ROAD]
    own += [*(look.color for look in styles.LOOKS.values()), *more]
    colors = np.array([ImageColor.getrgb(color) for color in dict.fromkeys(own)])
    # Edges are mixtures of two colors; those of the first ones are most frequent.
    pairs = combinations(colors, 2)
    mixed = [(first * k + second * (4 - k)) / 4 for first, second in pairs for k in (2, 1, 3)]
    heat = np.array([ImageColor.getrgb(color) for color in styles.HEAT])
    table = np.vstack([colors, heat, *mixed])[:256].round().astype(np.uint8)
    levels = (np.arange(1 << _BITS) + 0.5) * (256 >> _BITS)
    cube = np.stack(np.meshgrid(levels, levels, levels, indexing="ij"), -1).reshape(-1, 3)
    points = table.astype(np.float32)
    # |c - p|^2 without |c|^2, which is the same for all p
    nearest = ((points**2).sum(1) - 2 * cube.astype(np.float32) @ points.T).argmin(1)
    lookup = nearest.astype(np.uint8)
    for number, color in reversed(list(enumerate(table[: len(colors) + len(heat)].tolist()))):
        lookup[_key(*color)] = number
    return table.tobytes().ljust(768, b"\0"), lookup


def _key(red: Any, green: Any, blue: Any) -> Any:
    """Return the index of a color, or of many, in the table of 15-bit colors."""
    drop = 8 - _BITS
    return (red >> drop << 2 * _BITS) | (green >> drop << _BITS) | (blue >> drop)


class _Canvas:
    """The picture, and the state of every node in it."""

    def __init__(self, film: Film) -> None:
        scene = film.scene
        self.film = film
        colors = dict.fromkeys(styles.STYLES[style].color for style in film.styles)
        self.palette = _palette(tuple(colors))
        width, height = scene.full_size
        side = scene.side or min(_WIDEST, max(_SIDE, scene.pixels * max(width, height)))
        pixels = side / max(width, height)
        self.width, self.height = (math.ceil(x * pixels - 1e-6) for x in (width, height))
        self.unit = _FINER * pixels
        self._reach = max(0.5, 1.2 * film.radius) * self.unit  # of marks
        self.pen = max(1, round(_FINER * max(scene.line_width(pixels), 0.05 * pixels)))
        self._place, self._scale = projection(scene, self.unit)
        self._state: dict[int, Change] = {}
        self._lines: dict[int, tuple[list[list[Point]], _Area]] = {}
        self._sprites: dict[tuple[int, str], Image.Image] = {}
        self._at = [self._place(film.geometry.position(node)) for node in film.nodes]
        size = (_FINER * self.width, _FINER * self.height)
        self._background = Image.new("RGB", size, styles.PAPER)
        self._draw = ImageDraw.Draw(self._background)
        for given in scene.painted():
            layer = given.moved(self._place, self._scale)
            _PAINT[type(layer.shapes)](layer, self._draw, self.pen)

    def frames(self, most: int) -> Iterator[tuple[NDArray[np.uint8], tuple[int, int]]]:
        """Yield the first picture, and what changes in each frame with its place."""
        yield self.part((0, 0, self.width, self.height)), (0, 0)
        for frame in self.film.frames(most):
            area = self.change(frame.changes)
            yield self.part(area), area[:2]

    def change(self, changes: Iterable[Change]) -> _Area:
        """Change nodes; return the bounding box of what changes."""
        areas = []
        for change in changes:
            node = change.node
            if node in self._lines:
                areas.append(self._lines.pop(node)[1])
            self._state[node] = change
            if change.origin != ALONE:
                # Rounded, so that a part is drawn like the whole.
                lines: list[list[Point]] = [
                    [(round(x), round(y)) for x, y in map(self._place, line)]
                    for line in self.film.line(change.origin, node)
                ]
                self._lines[node] = lines, self._around(sum(lines, []), self.pen)  # noqa: RUF017
                areas.append(self._lines[node][1])
            areas.append(self._around([self._at[node]], self._reach))
        if not areas:
            return 0, 0, 1, 1
        lefts, tops, rights, bottoms = zip(*areas, strict=True)
        return min(lefts), min(tops), max(rights), max(bottoms)

    def _around(self, points: Sequence[Point], pad: float) -> _Area:
        """Return the bounding box of points with padding, in pixels of the picture."""
        xs, ys = zip(*points, strict=True)
        return (
            max(0, int((min(xs) - pad) / _FINER)),
            max(0, int((min(ys) - pad) / _FINER)),
            min(self.width, math.ceil((max(xs) + pad) / _FINER)),
            min(self.height, math.ceil((max(ys) + pad) / _FINER)),
        )

    def part(self, area: _Area) -> NDArray[np.uint8]:
        """Draw a part of the picture; return its pixels as palette indices."""
        left, top, right, bottom = area
        x0, y0 = _FINER * left, _FINER * top
        image = self._background.crop((x0, y0, _FINER * right, _FINER * bottom))
        draw = ImageDraw.Draw(image)
        for node, (lines, (a, b, c, d)) in self._lines.items():
            color = styles.STYLES[self.film.style(node)].color
            if a < right and left < c and b < bottom and top < d:
                for line in lines:
                    draw.line([(x - x0, y - y0) for x, y in line], color, self.pen, joint="curve")
        pad = self._reach
        x1, y1 = _FINER * right + pad, _FINER * bottom + pad
        for node, change in self._state.items():
            x, y = self._at[node]
            if not (change.mark and (self.film.piece or self.film.has_disc(change.mark))):
                continue
            if x0 - pad < x < x1 and y0 - pad < y < y1:
                sprite = self._sprite(change.mark, change.text)
                half = sprite.width / 2
                image.paste(sprite, (round(x - x0 - half), round(y - y0 - half)), sprite)
        small = np.asarray(image.reduce(_FINER)).astype(np.uint16)
        pixels: NDArray[np.uint8] = self.palette[1][_key(*np.moveaxis(small, 2, 0))]
        return pixels

    def _sprite(self, mark: int, text: str) -> Image.Image:
        """Return the picture of a node with a transparent background, from a cache."""
        text = text if self.film.has_texts else ""
        if (mark, text) in self._sprites:
            return self._sprites[mark, text]
        half = math.ceil(self._reach)
        # Clear, but its color counts where the rim is smoothed.
        clear = (*ImageColor.getrgb(styles.LOOKS[MARKS[mark]].rim), 0)
        sprite = Image.new("RGBA", (2 * half, 2 * half), clear)
        draw = ImageDraw.Draw(sprite)
        for layer in self.film.mark_of(Change(0, mark, text), (half, half), self.unit):
            _PAINT[type(layer.shapes)](layer, draw, self.pen)
        self._sprites[mark, text] = sprite
        return sprite


def _paint_cells(layer: Any, draw: ImageDraw.ImageDraw, _: float) -> None:
    shades = styles.FINE_SQUARES if layer.shapes.is_fine else styles.SQUARES
    for shade, lines in layer.shapes.faces().items():
        for line in lines:
            if layer.shapes.are_hexagons:
                draw.polygon(line, shades[shade])
            else:
                (x, y), _corner, (right, bottom), _other = line
                corners = round(x), round(y), round(right) - 1, round(bottom) - 1
                draw.rectangle(corners, shades[shade])


def _paint_discs(layer: Any, draw: ImageDraw.ImageDraw, pen: float) -> None:
    (at, radii, form), style = layer.shapes, layer.look
    width = max(1, round(style.width * pen)) if style.rim else 0
    look = style.color, style.rim or None, width
    if form == "disc":
        for (x, y), r in zip(at, radii, strict=True):
            draw.ellipse((x - r, y - r, x + r, y + r), *look)
    else:
        for corners in layer.shapes.corners():
            draw.polygon(corners, *look)


def _paint_lines(layer: Any, draw: ImageDraw.ImageDraw, pen: float) -> None:
    (lines, are_closed), style = layer.shapes, layer.look
    color = styles.ROAD if layer.role == "edge" else style.color  # as pale, and opaque
    width = max(1, int(style.width * pen))
    for line in lines:
        if are_closed and layer.role != "move":
            draw.polygon(line, color)
        else:
            draw.line([*line, *line[:are_closed]], color, width, joint="curve")


def _paint_texts(layer: Any, draw: ImageDraw.ImageDraw, _: float) -> None:
    font, color = _font(round(1.35 * layer.shapes.height)), layer.look.color
    anchors = {"start": "lm", "middle": "mm", "end": "rm"}
    for at, text, anchor, *_ in layer.shapes.labels:
        draw.text(at, text, color, font, anchor=anchors[anchor])


def _paint_glyphs(layer: Any, draw: ImageDraw.ImageDraw, _: float) -> None:
    at, piece, unit = layer.shapes
    path = Path(*styles.outline(piece))
    for place in at:
        for corners in path.to_polygons(Affine2D().scale(unit / styles.GRID).translate(*place)):
            draw.polygon(np.ravel(corners).tolist(), styles.COAL)


_PAINT: dict[type, Callable[[Any, ImageDraw.ImageDraw, float], None]] = {
    Tiles: _paint_cells,
    Discs: _paint_discs,
    Lines: _paint_lines,
    Texts: _paint_texts,
    Glyphs: _paint_glyphs,
}


@lru_cache(maxsize=32)
def _font(size: int) -> Any:
    return ImageFont.truetype(f"{mpl.get_data_path()}/fonts/ttf/DejaVuSans.ttf", max(1, size))
