"""Draw a layout or a film on matplotlib axes, or layouts to a file.

Only what draws imports this module: it needs matplotlib and numpy.
"""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO
from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.collections import EllipseCollection, LineCollection, PathCollection, PolyCollection
from matplotlib.colors import to_rgba, to_rgba_array
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Circle, Patch, Polygon, Rectangle
from matplotlib.path import Path
from matplotlib.patheffects import withStroke

from icosian.drawing.backends.svg import sheet_cell
from icosian.drawing.scene import colors as _colors
from icosian.drawing.scene.colors import DARK, DARK_MODE, LIGHT, LOOKS, MIDDLE, SHADES, Fill
from icosian.drawing.scene.film import ALONE, EMPTY, FPS, FRAMES, MARKS, Change
from icosian.drawing.scene.layout import Label, diamond, hexagons_by_shade
from icosian.drawing.scene.pieces import GRID, RIM, commands

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from matplotlib.animation import FuncAnimation
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes
    from matplotlib.collections import Collection

    from icosian.drawing.scene.film import Film
    from icosian.drawing.scene.layout import Layout

    Shade = Callable[[str], str]

_PIXELS_PER_INCH = 100  # of the size on a screen; a file has twice as many


def paint(layout: Layout, ax: Axes | None) -> list[Artist]:
    """Draw a layout on axes, by default the current ones."""
    ax = _current() if ax is None else ax
    shade = _shade_of(ax)
    artists: list[Artist] = []
    if layout.are_hexagons:
        artists.append(ax.add_collection(_hexagons(layout, shade), autolim=False))
    elif layout.rows:
        artists.append(ax.imshow(**_squares(layout, shade)))
    points = _frame(layout, ax, shade)
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
        discs += [(at, layout.spot, _colors.FILLS[kind], 4.5) for kind, at, _ in layout.spots]
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
        artists.append(ax.add_patch(mark))
    if layout.pieces:
        artists.append(ax.add_collection(_pieces(layout, points, shade), autolim=False))
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
        artists += _texts(ax, labels, style | ({"path_effects": [halo]} if has_halo else {}))
    bold = {"color": _colors.INK, "fontsize": size * layout.number_font, "fontweight": "bold"}
    artists += _texts(ax, layout.bold, bold)
    return artists


def _current() -> Axes:
    """Return the current axes; only this uses the global state of matplotlib."""
    import matplotlib.pyplot as plt

    return plt.gca()


def _shade_of(ax: Axes) -> Shade:
    """Return the function that adapts a color to the background of the axes."""
    red, green, blue = _background(ax)
    dark = 0.3 * red + 0.59 * green + 0.11 * blue < 0.5
    return (lambda color: DARK_MODE.get(color, color)) if dark else str


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
    palette, shades = _palette(layout, shade), hexagons_by_shade(layout)
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


def picture_file(layout: Layout, kind: str) -> bytes:
    """Return a picture as the bytes of a PNG or PDF file."""
    width, height = layout.full_size
    inches = layout.pixels / _PIXELS_PER_INCH
    figure = Figure(figsize=(width * inches, height * inches), dpi=_PIXELS_PER_INCH)
    _place(layout, figure, (0.0, 0.0, 1.0, 1.0))
    return _file(figure, kind)


def sheet_file(layouts: Sequence[Layout], columns: int, kind: str) -> bytes:
    """Return pictures in rows as the bytes of a PNG or PDF file."""
    wide, high = sheet_cell(layouts)
    rows = -(-len(layouts) // columns)
    size = columns * wide / _PIXELS_PER_INCH, rows * high / _PIXELS_PER_INCH
    figure = Figure(figsize=size, dpi=_PIXELS_PER_INCH)
    for k, layout in enumerate(layouts):
        row, column = divmod(k, columns)
        width, height = layout.full_size
        scale = min(wide / width, high / height)  # in pixels, as for SVG; the rest is on both sides
        w, h = scale * width / wide, scale * height / high
        x, y = column + (1 - w) / 2, rows - row - (1 + h) / 2
        _place(layout, figure, (x / columns, y / rows, w / columns, h / rows))
    return _file(figure, kind)


def _place(layout: Layout, figure: Figure, room: tuple[float, float, float, float]) -> None:
    """Draw a picture with its margin in a rectangle of a figure: left, bottom, width, height."""
    margin, (width, height) = layout.margin, layout.size
    full_width, full_height = layout.full_size
    x, y, w, h = room
    ax = figure.add_axes(
        (
            x + w * margin.left / full_width,
            y + h * margin.bottom / full_height,
            w * width / full_width,
            h * height / full_height,
        )
    )
    paint(layout, ax)


def _file(figure: Figure, kind: str) -> bytes:
    data = BytesIO()
    dated = {"CreationDate": None} if kind == "pdf" else {}
    figure.savefig(data, format=kind, dpi=2 * _PIXELS_PER_INCH, metadata=dated)
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
        self._shade = _shade_of(ax)
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
