"""Animate a film on matplotlib axes."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from icosian.drawing.backends.matplotlib import paint, shade_of
from icosian.drawing.scene import colors as _colors
from icosian.drawing.scene.colors import LOOKS
from icosian.drawing.scene.film import ALONE, EMPTY, MARKS, Change

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.animation import FuncAnimation
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes

    from icosian.drawing.scene.film import Film

__all__ = ["moving_axes"]


def moving_axes(film: Film, *, frames: int, fps: float, ax: Axes | None) -> FuncAnimation:
    """Return the animation of a film on axes, by default the current ones."""
    from matplotlib.animation import FuncAnimation

    if ax is None:
        import matplotlib.pyplot as plt

        ax = plt.gca()
    changes: list[Sequence[Change]] = [(), *(f.changes for f in film.frames(frames))]
    stage = _Stage(film, ax)
    return FuncAnimation(
        ax.figure,  # type: ignore[arg-type]  # a subfigure works as well
        lambda k: stage.show(changes[k], restart=k == 0),
        frames=len(changes),
        init_func=lambda: stage.show((), restart=True),
        interval=1000 / fps,
        repeat_delay=2500,
        blit=True,
    )


class _Stage:
    """The animated artists: one line, the discs or pieces, and the text on them."""

    def __init__(self, film: Film, ax: Axes) -> None:
        import numpy as np
        from matplotlib.collections import EllipseCollection, PathCollection
        from matplotlib.lines import Line2D

        self.film = film
        self._shade = shade_of(ax)
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
