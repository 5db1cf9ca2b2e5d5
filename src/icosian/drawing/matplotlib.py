"""Draw a scene or a film on matplotlib axes, or scenes to a file.

Only what draws imports this module: it needs matplotlib and numpy.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from io import BytesIO
from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.collections import (
    Collection,
    EllipseCollection,
    LineCollection,
    PathCollection,
    PolyCollection,
)
from matplotlib.colors import to_rgba, to_rgba_array
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties
from matplotlib.lines import Line2D
from matplotlib.path import Path
from matplotlib.patheffects import withStroke
from matplotlib.textpath import TextPath
from matplotlib.transforms import Affine2D

from icosian.drawing import styles
from icosian.drawing.films import ALONE, EMPTY, FPS, FRAMES, HOLD, MARKS, Change, Film
from icosian.drawing.scene import (
    MARGIN,
    Discs,
    Glyphs,
    Label,
    Layer,
    Line,
    Lines,
    Point,
    Scene,
    Texts,
    Tiles,
    fitting,
    projection,
)
from icosian.drawing.svg import sheet_cell

if TYPE_CHECKING:
    from matplotlib.animation import FuncAnimation

Style = dict[str, Any]
Shade = Callable[[str], str]

AT_ONCE = 5_000
"""Points of a line that is painted at once: of 100,000 in any order PNG files hold no line."""
_PIXELS_PER_INCH = 100  # of the size on a screen; a file has twice as many


def axes_for(scene: Scene, ax: Axes | None) -> Axes:
    """Return axes, by default the current ones, in the size of a scene if it was asked for.

    That is the only global state used. New axes take the place of current ones that hold something.
    """
    if ax is not None:
        return ax
    import matplotlib.pyplot as plt

    ax = plt.gca()
    ax = plt.figure().gca() if ax.has_data() else ax
    if scene.side:
        ax.figure.set_size_inches(*_inches(scene))  # type: ignore[union-attr]
    return ax


def paint(scene: Scene, ax: Axes) -> list[Artist]:
    """Draw a scene on axes."""
    shade = _shade_of(ax, scene.inks)
    left, top, right, bottom = scene.box
    ax.set(xlim=(left, right), ylim=(bottom, top), xticks=[], yticks=[], frame_on=False)
    ax.set_aspect("equal")
    room, (width, height) = ax.get_window_extent(), scene.size
    inch = ax.figure.get_dpi()
    points = 72 / inch * min(room.width / width, room.height / height)  # in the unit
    given = ax, shade, scene.line_width(points), points / scene.unit
    artists = []
    for layer in scene.painted():
        for artist in _PAINT[type(layer.shapes)](layer, *given):
            artist.set_gid(layer.style)
            artists.append(artist)
    return artists


def _cells(layer: Any, ax: Axes, shade: Shade, *_: float) -> list[Artist]:
    """Draw squares as an image, with transparent holes and gaps, and hexagons as a collection."""
    colors = _palette(layer, shade)
    if layer.shapes.are_hexagons:
        shades = layer.shapes.faces()
        faces = [colors[key] for key, lines in shades.items() for _ in lines]
        hexagons = PolyCollection([line for lines in shades.values() for line in lines])
        # Rims close the gaps of rounding.
        hexagons.set(facecolor=faces, edgecolor=faces, linewidth=0.3, zorder=0)
        return [ax.add_collection(hexagons, autolim=False)]
    palette = np.zeros((128, 4))
    palette[list(map(ord, colors))] = to_rgba_array(list(colors.values()))
    text = np.array([list(row.encode()) for row in layer.parts])
    return [ax.imshow(palette[text], interpolation="nearest", origin="upper", zorder=0)]


def _discs(layer: Any, ax: Axes, shade: Shade, line: float, _: float) -> list[Artist]:
    (at, radii, form), style = layer.shapes, layer.look
    look: Style = {"facecolor": shade(style.color), "linewidth": 0}
    if style.rim:
        look |= {"edgecolor": shade(style.rim), "linewidth": style.width * line}
    if layer.style == "area gap":
        look["facecolor"] = _background(ax)
    look |= {"zorder": layer.look.level, "clip_on": layer.role == "area"}
    discs: Collection
    if form != "disc":
        discs = PolyCollection(layer.shapes.corners())
    else:
        sides = [2 * r for r in (radii if len({*radii}) > 1 else radii[:1])]  # one is much faster
        discs = EllipseCollection(sides, sides, 0, units="xy", offsets=at)
        discs.set(offset_transform=ax.transData)
    discs.set(**look)
    return [ax.add_collection(discs, autolim=False)]


def _lines(layer: Any, ax: Axes, shade: Shade, line: float, _: float) -> list[Artist]:
    (lines, are_closed), style = layer.shapes, layer.look
    color, level, width = shade(style.color), layer.look.level, style.width * line
    if layer.role == "move":
        gap = math.nan, math.nan
        points = [point for part in lines for point in (*part, *part[:are_closed], gap)]
        xs, ys = [x for x, _ in points[:-1]], [y for _, y in points[:-1]]
        trails: list[Artist] = []
        for k in range(0, len(xs), AT_ONCE):
            part = slice(k, k + AT_ONCE + 1)
            trail = Line2D(xs[part], ys[part], color=color, linewidth=width, zorder=level)
            trail.set(solid_joinstyle="round", solid_capstyle="butt")
            trails.append(ax.add_line(trail))
        return trails
    strokes: Collection
    if are_closed:
        around = [withStroke(linewidth=width, foreground=shade(style.rim))] if style.rim else []
        strokes = PolyCollection(lines, facecolors=color, linewidths=0, zorder=level)
        strokes.set(path_effects=around, clip_on=not around)
    else:
        strokes = LineCollection(lines, colors=color, linewidths=width, zorder=level)
        strokes.set_linestyle((0, style.dashes) if style.dashes else "solid")
        strokes.set_alpha(styles.EDGE_OPACITY if layer.role == "edge" else None)
    return [ax.add_collection(strokes, autolim=False)]


def _glyphs(layer: Any, ax: Axes, shade: Shade, _: float, size: float) -> list[Artist]:
    corners, codes = styles.outline(layer.shapes.piece)
    points = layer.shapes.unit / styles.GRID * np.array(corners)
    paths = [Path(points + place, codes) for place in layer.shapes.at]
    pieces = PathCollection(paths, linewidth=0, zorder=layer.look.level, clip_on=False)
    rim, width = shade(styles.PIECE_RIM), styles.RIM_WIDTH / styles.GRID * layer.shapes.unit * size
    pieces.set(facecolor=shade(styles.PIECE))
    pieces.set_path_effects([withStroke(linewidth=width, foreground=rim, joinstyle="round")])
    return [ax.add_collection(pieces, autolim=False)]


def _texts(layer: Any, ax: Axes, shade: Shade, _: float, size: float) -> list[Artist]:
    return _written(ax, layer.shapes.labels, _text_style(layer, shade, size))


def _text_style(layer: Any, shade: Shade, size: float) -> Style:
    style, height = layer.look, size * layer.shapes.height
    found: Style = {"color": shade(style.color), "fontsize": height, "zorder": style.level}
    if style.rim or layer.role == "heading":
        rim = shade(style.rim or styles.PAPER)
        found["path_effects"] = [withStroke(linewidth=0.3 * height, foreground=rim)]
    return found | ({"fontweight": "bold"} if layer.style == "number clue" else {})


_PAINT: dict[type, Callable[[Any, Axes, Shade, float, float], list[Artist]]] = {
    Tiles: _cells,
    Discs: _discs,
    Lines: _lines,
    Texts: _texts,
    Glyphs: _glyphs,
}


def _shade_of(ax: Axes, inks: Mapping[str, str]) -> Shade:
    """Return the function that replaces colors, or adapts them to the background of the axes."""
    red, green, blue = _background(ax)
    colors = {**styles.DARK_MODE, **inks} if 0.3 * red + 0.59 * green + 0.11 * blue < 0.5 else inks
    return lambda color: colors.get(color, color)


def _background(ax: Axes) -> tuple[float, float, float]:
    """Return the color of the figure, or of that which it is part of; white if there is none."""
    figure = ax.figure
    for face in (figure.get_facecolor(), figure.canvas.figure.get_facecolor()):
        red, green, blue, opacity = to_rgba(face)
        if opacity > 0.5:
            return red, green, blue
    return 1.0, 1.0, 1.0


def _palette(layer: Any, shade: Shade) -> dict[str, str]:
    colors = styles.FINE_SQUARES if layer.shapes.is_fine else styles.SQUARES
    return {key: shade(color) for key, color in colors.items()}


def _written(ax: Axes, labels: Iterable[Label], style: Style) -> list[Artist]:
    sides = {"start": "left", "middle": "center", "end": "right"}
    style = {"va": "center_baseline", "parse_math": False, **style}
    return [ax.text(*at, text, ha=sides[anchor], **style) for at, text, anchor, *_ in labels]


def _inches(scene: Scene) -> tuple[float, float]:
    width, height = scene.full_size
    inches = scene.pixels / _PIXELS_PER_INCH
    return width * inches, height * inches


def picture_file(scenes: Iterable[Scene], kind: str) -> bytes:
    """Return a picture as the bytes of a PNG file, or each as a page of those of a PDF file."""
    return _file(map(_figure, scenes), kind)


def _figure(scene: Scene) -> Figure:
    figure = Figure(figsize=_inches(scene), dpi=_PIXELS_PER_INCH)
    (width, height), (wide, high) = scene.size, scene.full_size
    paint(scene, figure.add_axes((MARGIN / wide, MARGIN / high, width / wide, height / high)))
    return figure


def sheet_file(scenes: Sequence[Scene], columns: int, kind: str) -> bytes:
    """Return pictures in rows as the bytes of a PNG or PDF file."""
    wide, high = sheet_cell(scenes)
    size = columns * wide, -(-len(scenes) // columns) * high
    return _file([_sheet(scenes, columns, (wide, high), size, kind)], kind)


PAPERS = {"A4": (827.0, 1169.0), "letter": (850.0, 1100.0)}
"""Width and height of sheets of paper, in pixels."""
_MARGIN = 60.0


def paper_file(groups: Iterable[tuple[Sequence[Scene], int]], paper: str) -> bytes:
    """Return pictures on sheets of paper, each group from a new one on, as the bytes of a PDF."""
    size = PAPERS[paper]
    width, height = (side - 2 * _MARGIN for side in size)
    pages = []
    for scenes, columns in groups:
        wide = width / columns
        high = min(height, wide * max(one.full_size[1] / one.full_size[0] for one in scenes))
        most = columns * int(height / high)
        sheets = (scenes[k : k + most] for k in range(0, len(scenes), most))
        pages += [_sheet(some, columns, (wide, high), size, "pdf", _MARGIN) for some in sheets]
    return _file(pages, "pdf")


def _sheet(
    scenes: Sequence[Scene], columns: int, cell: Point, paper: Point, kind: str, margin: float = 0.0
) -> Figure:
    """Return pictures in rows, drawn on the same axes."""
    (wide, high), (width, height) = cell, paper
    inches = width / _PIXELS_PER_INCH, height / _PIXELS_PER_INCH
    figure = Figure(figsize=inches, dpi=_PIXELS_PER_INCH)
    ax = figure.add_axes((0, 0, 1, 1), frame_on=False)
    shade = _shade_of(ax, scenes[0].inks)
    texts: dict[Any, tuple[list[Point], Style]] = {}  # equal ones together
    cells: list[Line] = []
    faces: list[str] = []
    for k, scene in enumerate(scenes):
        row, column = divmod(k, columns)  # in the middle of its cell
        across, along = scene.full_size
        unit = min(wide / across, high / along)
        left = margin + column * wide + (wide - unit * across) / 2
        corner = left, margin + row * high + (high - unit * along) / 2
        place, scale = projection(scene, unit, corner)
        size = 72 / _PIXELS_PER_INCH
        for given in scene.painted():
            layer: Any = given.moved(place, scale)
            if isinstance(layer.shapes, Tiles):
                palette = _palette(layer, shade)
                for key, lines in layer.shapes.faces().items():
                    cells += lines
                    faces += len(lines) * [palette[key]]
                continue
            if not isinstance(layer.shapes, Texts):
                _PAINT[type(layer.shapes)](layer, ax, shade, scene.line_width(size * unit), size)
                continue
            style = _text_style(layer, shade, size)
            for at, text, anchor, *_ in layer.shapes.labels:
                look = text, anchor, style["color"], style["fontsize"], len(style)
                texts.setdefault(look, ([], style))[0].append(at)
    ax.add_collection(PolyCollection(cells, facecolors=faces, antialiaseds=False, zorder=0))
    for (text, side, *_), (places, style) in texts.items():
        if kind == "pdf":  # where text stays text
            _written(ax, [Label(at, text, side) for at in places], style)
        elif text.strip():
            ax.add_collection(_outlines(text, side, places, style, ax), autolim=False)
    ax.set(xlim=(0, width), ylim=(height, 0), xticks=[], yticks=[], aspect="auto")
    return figure


def _outlines(
    text: str, side: str, places: Sequence[Point], style: Style, ax: Axes
) -> PathCollection:
    """Return the same text at many places as one collection, which is quickly drawn."""
    font = FontProperties(weight=style.get("fontweight", "normal"))
    path = TextPath((0, 0), text.replace("$", r"\$"), size=style["fontsize"], prop=font)
    aside = {"start": 0.0, "middle": 0.5, "end": 1.0}[side] * path.get_extents().width
    outline = path.transformed(Affine2D().translate(-aside, -0.365 * style["fontsize"]))
    found = PathCollection([outline], offsets=places, offset_transform=ax.transData, zorder=5)
    found.set_transform(Affine2D().scale(1 / 72) + ax.figure.dpi_scale_trans)
    found.set(facecolor=style["color"], linewidth=0, path_effects=style.get("path_effects"))
    return found


def _file(figures: Iterable[Figure], kind: str) -> bytes:
    data, dpi = BytesIO(), 2 * _PIXELS_PER_INCH
    if kind == "pdf":
        from matplotlib.backends.backend_pdf import PdfPages

        with PdfPages(data, metadata={"CreationDate": None}) as pages:
            for figure in figures:
                pages.savefig(figure, dpi=dpi)
    else:
        (figure,) = figures
        figure.savefig(data, format=kind, dpi=dpi, pil_kwargs={"compress_level": 4})
    return data.getvalue()


def moving_axes(
    film: Film, *, frames: int = FRAMES, fps: float = FPS, ax: Axes | None = None
) -> FuncAnimation:
    """Return the animation of a film on axes, by default the current ones."""
    from matplotlib.animation import FuncAnimation

    ax = axes_for(film.scene, ax)
    changes: list[Sequence[Change]] = [(), *(f.changes for f in film.frames(frames))]
    stage = _Moving(film, ax)
    return FuncAnimation(
        ax.figure,  # type: ignore[arg-type]  # a subfigure works as well
        lambda k: stage.show(changes[k], restart=k == 0),
        frames=len(changes),
        init_func=lambda: stage.show((), restart=True),
        interval=1000 / fps,
        repeat_delay=int(1000 * HOLD),
        blit=True,
    )


class _Moving:
    """The animated artists: the lines, the discs or pieces, and the text on them."""

    def __init__(self, film: Film, ax: Axes) -> None:
        self.film = film
        self._shade = _shade_of(ax, film.scene.inks)
        self._state: dict[int, Change] = {}
        scene = film.scene
        spots = [film.geometry.position(node) for node in film.nodes]
        pieces = Layer("piece", Glyphs(spots if film.piece else [], film.piece, scene.unit))
        still = paint(scene.add(pieces), ax)
        points = ax.transData.transform([(0, 0), (scene.unit, 0)])
        unit = float(abs(points[1] - points[0])[0]) * 72 / ax.figure.get_dpi()
        self._width = scene.line_width(unit)
        self._lines = LineCollection([], linewidths=self._width, capstyle="round", zorder=2)
        ax.add_collection(self._lines, autolim=False)
        self._at = np.array(spots, float).reshape(-1, 2)
        side = 2 * film.radius * scene.unit * (1.2 if film.piece else 1)
        self._discs = EllipseCollection([side], [side], [0], units="xy", offsets=self._at)
        self._discs.set(offset_transform=ax.transData, zorder=4, clip_on=False)
        ax.add_collection(self._discs, autolim=False)
        self._pieces = next((a for a in still if isinstance(a, PathCollection)), None)
        self._outlines = self._pieces.get_paths() if self._pieces else []
        self._texts: dict[int, Any] = {}
        self._ax, self._font = ax, film.radius * unit

    def show(self, changes: Sequence[Change], *, restart: bool) -> list[Artist]:
        """Change nodes; return the artists that show them."""
        if restart:
            changes = [*(Change(node) for node in self._state), *changes]
        for change in changes:
            self._state[change.node] = change
            if self.film.has_texts and not self.film.piece:
                self._write(change)
        there = [change for change in self._state.values() if change.mark != EMPTY]
        led = [change for change in there if change.origin != ALONE]
        parts = [(part, c.node) for c in led for part in self.film.line(c.origin, c.node)]
        self._lines.set_segments([part for part, _ in parts])
        shade = str if self.film.is_heated else self._shade
        colors = [styles.STYLES[self.film.style(node)].color for _, node in parts]
        self._lines.set_color(list(map(shade, colors)))
        marked = [change for change in there if self.film.has_disc(change.mark)]
        looks = [styles.STYLES[f"mark m-{MARKS[change.mark]}"] for change in marked]
        self._discs.set(
            offsets=self._at[[change.node for change in marked]],
            facecolor=[self._shade(look.color) for look in looks],
            edgecolor=[self._shade(look.rim) for look in looks],
            linewidth=[self._width * look.width for look in looks],
        )
        pieces: list[Artist] = []
        if self._pieces is not None:
            self._pieces.set_paths([self._outlines[change.node] for change in there])
            pieces = [self._pieces]
        return [self._lines, self._discs, *pieces, *self._texts.values()]

    def _write(self, change: Change) -> None:
        text = self._texts.get(change.node)
        if text is None:
            x, y = self._at[change.node].tolist()
            text = self._ax.text(x, y, "", ha="center", va="center_baseline", zorder=5)
            text.set_parse_math(False)
            self._texts[change.node] = text
        shown = change.text if change.mark != EMPTY else ""
        text.set_text(shown)
        if shown:
            text.set_color(self._shade(styles.STYLES[f"text m-{MARKS[change.mark]}"].color))
            text.set_fontsize(fitting(self._font, len(shown)))
