"""Draw a layout or a film on matplotlib axes, or layouts to a file.

Only what draws imports this module: it needs matplotlib and numpy.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, replace
from io import BytesIO
from itertools import chain
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
from matplotlib.patches import Circle, Patch, Polygon, Rectangle
from matplotlib.path import Path
from matplotlib.patheffects import withStroke
from matplotlib.textpath import TextPath
from matplotlib.transforms import Affine2D

from icosian.drawing.backends.svg import sheet_cell
from icosian.drawing.scene import colors as _colors
from icosian.drawing.scene.colors import DARK, DARK_MODE, LIGHT, LOOKS, MIDDLE, SHADES, Fill
from icosian.drawing.scene.film import ALONE, EMPTY, FPS, FRAMES, MARKS, Change, Film
from icosian.drawing.scene.layout import Label, Layout, Line, Point, cells_by_shade, diamond
from icosian.drawing.scene.pieces import GRID, RIM, commands

if TYPE_CHECKING:
    from matplotlib.animation import FuncAnimation


Place = Callable[[Point], Point]
Style = dict[str, Any]
Shade = Callable[[str], str]

_PIXELS_PER_INCH = 100  # of the size on a screen; a file has twice as many


def paint(layout: Layout, ax: Axes | None) -> list[Artist]:
    """Draw a layout on axes, by default the current ones."""
    if ax is None:
        ax = _current()
        if layout.side:
            ax.figure.set_size_inches(*_inches(layout))  # type: ignore[union-attr]
    shade = _shade_of(ax, layout.inks)
    board: list[Artist] = []
    if layout.are_hexagons:
        board.append(ax.add_collection(_hexagons(layout, shade), autolim=False))
    elif layout.rows:
        board.append(ax.imshow(**_squares(layout, shade)))
    points = _frame(layout, ax, shade)
    texts = [_texts(ax, *some) for some in _written(layout, points, shade)]
    return [*board, *_shapes(layout, ax, points, shade), *chain(*texts)]


def _shapes(layout: Layout, ax: Axes, points: float, shade: Shade) -> list[Artist]:
    """Draw all but the board and the text; the unit has so many points."""
    artists: list[Artist] = []
    if layout.areas:
        artists.append(ax.add_collection(_areas(layout, ax, shade), autolim=False))
    line = layout.line_width(points)
    move, rim = shade(_colors.MOVE), shade(_colors.RIM)
    if layout.edges:
        edges = LineCollection(layout.edges, colors=move, linewidths=0.5 * line, zorder=1)
        edges.set_alpha(_colors.EDGE_OPACITY)
        artists.append(ax.add_collection(edges, autolim=False))
    for kind, lines, heads in layout.strokes:
        pen, width, dashes = _colors.PENS[kind]
        color = shade(pen)
        strokes = LineCollection(lines, colors=color, linewidths=width * line, zorder=2)
        strokes.set_linestyle((0, dashes) if dashes else "solid")
        artists.append(ax.add_collection(strokes, autolim=False))
        if heads:
            tips = PolyCollection(heads, facecolors=color, linewidths=0, zorder=2)
            artists.append(ax.add_collection(tips, autolim=False))
    if layout.trail:
        xs, ys = _with_breaks(layout.trail)
        trail = Line2D(xs, ys, color=move, linewidth=line, zorder=2)
        trail.set(solid_joinstyle="round", solid_capstyle="butt")
        artists.append(ax.add_line(trail))
    discs = [(layout.dots, layout.dot, Fill(_colors.NODE), 3.0)] if layout.dots else []
    if layout.spot:
        discs += [(at, layout.spot, _colors.FILLS[kind], 4.5) for kind, at, _ in layout.spots if at]
    for at, radius, fill, level in discs:
        dots = EllipseCollection(2 * radius, 2 * radius, 0, units="xy", offsets=at)
        dots.set(offset_transform=ax.transData)
        dots.set(facecolor=shade(fill.color), edgecolor=shade(fill.rim))
        dots.set(linewidth=0.6 * line, zorder=level, clip_on=False)
        artists.append(ax.add_collection(dots, autolim=False))
    marks: list[Patch] = []
    if layout.arrow:
        around = withStroke(linewidth=0.8 * line, foreground=_colors.NODE)
        marks.append(Polygon(layout.arrow, color=move, path_effects=[around]))
    marks += [Circle(at, layout.mark, fc=_colors.START, ec=rim) for at in layout.starts]
    if layout.end:
        side = 0.9 * layout.mark
        corner = (layout.end[0] - side, layout.end[1] - side)
        marks.append(Rectangle(corner, 2 * side, 2 * side, fc=_colors.END, ec=rim))
    for mark in marks:
        mark.set(linewidth=0 if isinstance(mark, Polygon) else 0.6 * line, zorder=4, clip_on=False)
        artists.append(ax.add_artist(mark))
    if layout.pieces:
        artists.append(ax.add_collection(_pieces(layout, points, shade), autolim=False))
    return artists


def _written(layout: Layout, points: float, shade: Shade) -> Iterator[tuple[list[Label], Style]]:
    """Yield the texts of a picture, in groups of one style."""
    size = points / layout.unit
    on_spots = [
        (
            [Label(p, text) for p, text in zip(at, texts, strict=False) if text],
            layout.number_font,
            _colors.FILLS[kind].ink,
            False,
        )
        for kind, at, texts in layout.spots
    ]
    for labels, height, color, has_halo in (
        (layout.heading, layout.heading_font, _colors.TEXT, True),
        (layout.legend, layout.legend_font, _colors.NAME, True),
        (layout.numbers, layout.number_font, _colors.INK, False),
        *on_spots,
        (layout.tags, layout.tag_font, _colors.TEXT, True),
        (layout.labels, layout.font, _colors.NAME, True),
    ):
        halo = withStroke(linewidth=0.3 * size * height, foreground=shade(_colors.PAPER))
        style = {"color": shade(color), "fontsize": size * height}
        yield [*labels], style | ({"path_effects": [halo]} if has_halo else {})
    bold = {"color": _colors.INK, "fontsize": size * layout.number_font, "fontweight": "bold"}
    yield [*layout.bold], bold


def _current() -> Axes:
    """Return the current axes; only this uses the global state of matplotlib."""
    import matplotlib.pyplot as plt

    return plt.gca()


def _shade_of(ax: Axes, inks: Mapping[str, str]) -> Shade:
    """Return the function that replaces colors, or adapts them to the background of the axes."""
    red, green, blue = _background(ax)
    colors = {**DARK_MODE, **inks} if 0.3 * red + 0.59 * green + 0.11 * blue < 0.5 else inks
    return lambda color: colors.get(color, color)


def _background(ax: Axes) -> tuple[float, float, float]:
    """Return the color of the figure, or of that which it is part of; white if there is none."""
    figure = ax.figure
    for face in (figure.get_facecolor(), figure.canvas.figure.get_facecolor()):
        red, green, blue, opacity = to_rgba(face)
        if opacity > 0.5:
            return red, green, blue
    return 1.0, 1.0, 1.0


def _palette(layout: Layout, shade: Shade) -> dict[str, str]:
    """Return the colors of squares by their characters."""
    colors = (
        (_colors.FINE_DARK_SQUARE, _colors.FINE_LIGHT_SQUARE, _colors.FINE_MIDDLE_SQUARE)
        if layout.is_fine
        else (_colors.DARK_SQUARE, _colors.LIGHT_SQUARE, _colors.MIDDLE_SQUARE)
    )
    return dict(zip((DARK, LIGHT, MIDDLE), map(shade, colors), strict=True)) | SHADES


def _hexagons(layout: Layout, shade: Shade) -> Collection:
    """Return a board of hexagons as one collection; rims close the gaps of rounding."""
    palette, shades = _palette(layout, shade), cells_by_shade(layout)
    faces = [palette[key] for key, lines in shades.items() for _ in lines]
    hexagons = PolyCollection([line for lines in shades.values() for line in lines])
    hexagons.set(facecolor=faces, edgecolor=faces, linewidth=0.3, zorder=0)
    return hexagons


def _squares(layout: Layout, shade: Shade) -> dict[str, Any]:
    """Return the board as the arguments of imshow; holes and gaps are transparent."""
    colors = _palette(layout, shade)
    palette = np.zeros((128, 4))
    palette[list(map(ord, colors))] = to_rgba_array(list(colors.values()))
    text = np.array([list(row.encode()) for row in layout.rows])
    return {"X": palette[text], "interpolation": "nearest", "origin": "upper", "zorder": 0}


def _areas(layout: Layout, ax: Axes, shade: Shade) -> Collection:
    """Return all areas as one collection, painted in their order."""
    at = [point for area in layout.areas for point in area.at]
    radii = [radius for area in layout.areas for radius in area.radii]
    areas: Collection
    if layout.are_diamonds:
        areas = PolyCollection(list(map(diamond, at, radii)))
    else:
        sides = [2 * radius for radius in radii]
        areas = EllipseCollection(sides, sides, 0, units="xy", offsets=at)
        areas.set(offset_transform=ax.transData)
    colors: dict[str, Any] = {kind: shade(color) for kind, color in _colors.AREAS.items()}
    colors["gap"] = _background(ax)
    faces = [to_rgba(colors[area.kind]) for area in layout.areas for _ in area.at]
    areas.set(facecolor=faces, linewidth=0, zorder=0.5)
    return areas


def _pieces(layout: Layout, points: float, shade: Shade) -> PathCollection:
    """Return the chess pieces as one collection of paths, each with a rim."""
    kinds = {"M": Path.MOVETO, "L": Path.LINETO, "C": Path.CURVE4, "Z": Path.CLOSEPOLY}
    corners: list[tuple[float, float]] = []
    codes: list[Any] = []
    for command, ends in commands(layout.piece):
        corners += ends or [(0.0, 0.0)]
        codes += [kinds[command]] * max(1, len(ends))
    outline = layout.unit / GRID * np.array(corners)
    paths = [Path(outline + place, codes) for place in layout.pieces]
    pieces = PathCollection(paths, linewidth=0, zorder=4.5, clip_on=False)
    rim, width = shade(_colors.PIECE_RIM), RIM / GRID * points
    pieces.set(facecolor=shade(_colors.PIECE))
    pieces.set_path_effects([withStroke(linewidth=width, foreground=rim, joinstyle="round")])
    return pieces


def _frame(layout: Layout, ax: Axes, shade: Shade) -> float:
    """Set limits, aspect and tick labels; return the length of the unit in points."""
    left, top, right, bottom = layout.box
    ax.set(xlim=(left, right), ylim=(bottom, top), frame_on=False)
    ax.set_aspect("equal")
    room = ax.get_window_extent()
    width, height = layout.size
    inch = ax.figure.get_dpi() if ax.figure else 100
    points = 72 / inch * min(room.width / width, room.height / height)
    ax.set_xticks([x for x, _ in layout.files], [name for _, name in layout.files])
    ax.set_yticks([y for y, _ in layout.ranks], [name for _, name in layout.ranks])
    names = layout.font * points / layout.unit
    ax.tick_params(length=0, labelsize=names, labelcolor=shade(_colors.NAME))
    return points


def _with_breaks(lines: Iterable[Sequence[tuple[float, float]]]) -> tuple[list[float], list[float]]:
    """Return the coordinates of lines as one line with gaps."""
    gap = float("nan")
    xs: list[float] = []
    ys: list[float] = []
    for line in lines:
        if xs:
            xs.append(gap)
            ys.append(gap)
        xs += [x for x, _ in line]
        ys += [y for _, y in line]
    return xs, ys


def _texts(ax: Axes, labels: Iterable[Label], style: dict[str, Any]) -> list[Artist]:
    sides = {"start": "left", "middle": "center", "end": "right"}
    style = {"va": "center_baseline", "parse_math": False, "zorder": 5, **style}
    return [ax.text(*at, text, ha=sides[anchor], **style) for at, text, anchor in labels]


def _inches(layout: Layout) -> tuple[float, float]:
    """Return width and height of a picture with its margin."""
    width, height = layout.full_size
    inches = layout.pixels / _PIXELS_PER_INCH
    return width * inches, height * inches


def picture_file(layouts: Iterable[Layout], kind: str) -> bytes:
    """Return a picture as the bytes of a PNG file, or each as a page of those of a PDF file."""
    return _file(map(_figure, layouts), kind)


def _figure(layout: Layout) -> Figure:
    figure = Figure(figsize=_inches(layout), dpi=_PIXELS_PER_INCH)
    margin, (width, height), (wide, high) = layout.margin, layout.size, layout.full_size
    room = margin.left / wide, margin.bottom / high, width / wide, height / high
    paint(layout, figure.add_axes(room))
    return figure


def sheet_file(layouts: Sequence[Layout], columns: int, kind: str) -> bytes:
    """Return pictures in rows, drawn on the same axes, as the bytes of a PNG or PDF file."""
    wide, high = sheet_cell(layouts)
    width, height = columns * wide, -(-len(layouts) // columns) * high
    inches = width / _PIXELS_PER_INCH, height / _PIXELS_PER_INCH
    figure = Figure(figsize=inches, dpi=_PIXELS_PER_INCH)
    ax = figure.add_axes((0, 0, 1, 1), frame_on=False)
    shade = _shade_of(ax, layouts[0].inks)
    texts: dict[Any, tuple[list[Point], Style]] = {}  # equal ones together
    cells: list[Line] = []
    faces: list[str] = []
    for k, given in enumerate(layouts):
        row, column = divmod(k, columns)
        place, scale = _in_cell(given, (column * wide, row * high), (wide, high))
        named = replace(given, labels=[*given.labels, *given.coordinates])
        layout = _moved(named, place, scale)
        palette = _palette(given, shade)
        for key, lines in cells_by_shade(given).items():
            cells += [[*map(place, line)] for line in lines]
            faces += len(lines) * [palette[key]]
        points = 72 / _PIXELS_PER_INCH * layout.unit
        _shapes(layout, ax, points, shade)
        for labels, style in _written(layout, points, shade):
            for at, text, anchor in labels:
                look = text, anchor, style["color"], style["fontsize"], len(style)
                texts.setdefault(look, ([], style))[0].append(at)
    ax.add_collection(PolyCollection(cells, facecolors=faces, antialiaseds=False, zorder=0))
    for (text, side, *_), (places, style) in texts.items():
        if kind == "pdf":  # where text stays text
            _texts(ax, [Label(at, text, side) for at in places], style)
        elif text.strip():
            ax.add_collection(_outlines(text, side, places, style, ax), autolim=False)
    ax.set(xlim=(0, width), ylim=(height, 0), xticks=[], yticks=[], aspect="auto")
    return _file([figure], kind)


def _in_cell(layout: Layout, corner: Point, cell: Point) -> tuple[Place, float]:
    """Return the map from the data of a picture to a cell of a sheet, in pixels, and its scale."""
    left, top, _, bottom = layout.box
    width, height = layout.full_size
    unit = min(cell[0] / width, cell[1] / height)
    x0 = corner[0] + (cell[0] - unit * width) / 2 + unit * layout.margin.left  # in the middle
    y0 = corner[1] + (cell[1] - unit * height) / 2 + unit * layout.margin.top
    scale = unit / layout.unit
    down = math.copysign(scale, bottom - top)
    return lambda point: (x0 + scale * (point[0] - left), y0 + down * (point[1] - top)), scale


def _moved(value: Any, place: Place, scale: float) -> Any:
    """Return a layout, or a part of one, with its points mapped and its lengths scaled."""
    if isinstance(value, Layout):
        same = {"box", "rows", "files", "ranks", "inks", "side"}
        parts = {f.name: getattr(value, f.name) for f in fields(value) if f.name not in same}
        return replace(value, **{name: _moved(part, place, scale) for name, part in parts.items()})
    if isinstance(value, bool | str | None):
        return value
    if isinstance(value, int | float):
        return scale * value
    if isinstance(value, tuple) and len(value) == 2 and not isinstance(value[0], tuple | list):
        return place(value)
    moved = [_moved(part, place, scale) for part in value]
    return type(value)(*moved) if hasattr(value, "_fields") else moved


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
        figure.savefig(data, format=kind, dpi=dpi)
    return data.getvalue()


def moving_axes(
    film: Film, *, frames: int = FRAMES, fps: float = FPS, ax: Axes | None = None
) -> FuncAnimation:
    """Return the animation of a film on axes, by default the current ones."""
    from matplotlib.animation import FuncAnimation

    ax = _current() if ax is None else ax
    changes: list[Sequence[Change]] = [(), *(f.changes for f in film.frames(frames))]
    stage = _Moving(film, ax)
    return FuncAnimation(
        ax.figure,  # type: ignore[arg-type]  # a subfigure works as well
        lambda k: stage.show(changes[k], restart=k == 0),
        frames=len(changes),
        init_func=lambda: stage.show((), restart=True),
        interval=1000 / fps,
        repeat_delay=2500,
        blit=True,
    )


class _Moving:
    """The animated artists: one line, the discs or pieces, and the text on them."""

    def __init__(self, film: Film, ax: Axes) -> None:
        self.film = film
        self._shade = _shade_of(ax, film.layout.inks)
        self._state: dict[int, Change] = {}
        layout = film.layout
        spots = [film.geometry.place(node) for node in film.nodes]
        still = paint(replace(layout, piece=film.piece, pieces=spots if film.piece else ()), ax)
        points = ax.transData.transform([(0, 0), (layout.unit, 0)])
        inch = ax.figure.get_dpi() if ax.figure else 100
        unit = float(abs(points[1] - points[0])[0]) * 72 / inch
        self._width = layout.line_width(unit)
        color = _colors.MOVE if film.is_heated else self._shade(_colors.MOVE)
        self._line = Line2D([], [], color=color, linewidth=self._width, zorder=2)
        ax.add_line(self._line)
        self._at = np.array(spots, float).reshape(-1, 2)
        side = 2 * film.radius * layout.unit * (1.2 if film.piece else 1)
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
        xs: list[float] = []
        ys: list[float] = []
        for change in there:
            if change.origin != ALONE:
                for line in self.film.line(change.origin, change.node):
                    xs += [*(x for x, _ in line), float("nan")]
                    ys += [*(y for _, y in line), float("nan")]
        self._line.set_data(xs, ys)
        marked = [change for change in there if self.film.has_disc(change.mark)]
        looks = [LOOKS[MARKS[change.mark]] for change in marked]
        self._discs.set(
            offsets=self._at[[change.node for change in marked]],
            facecolor=[self._shade(look.color) for look in looks],
            edgecolor=[self._shade(look.rim) for look in looks],
            linewidth=[0.6 * self._width * look.weight for look in looks],
        )
        pieces: list[Artist] = []
        if self._pieces is not None:
            self._pieces.set_paths([self._outlines[change.node] for change in there])
            pieces = [self._pieces]
        return [self._line, self._discs, *pieces, *self._texts.values()]

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
            text.set_color(self._shade(LOOKS[MARKS[change.mark]].ink))
            text.set_fontsize(self._font * min(1.0, 2.4 / len(shown)))
