"""Pictures as files."""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING

from icosian._io.atomic import write_atomically
from icosian._io.text import checked_path
from icosian.drawing.backends.matplotlib import paint
from icosian.drawing.backends.svg import document, sheet_cell, sheet_document
from icosian.exceptions import InvalidArgument

if TYPE_CHECKING:
    import os
    from collections.abc import Sequence
    from pathlib import Path

    from matplotlib.figure import Figure

    from icosian.drawing.scene.layout import Layout

__all__ = ["PICTURES", "check_path", "check_picture_path", "write_picture", "write_sheet"]

_PIXELS_PER_INCH = 100  # of the size on a screen; the file has twice as many
PICTURES = (".pdf", ".png", ".svg")
"""The suffixes of still pictures."""


def check_picture_path(path: str | os.PathLike[str]) -> Path:
    """Return the path if a picture can be written there; raise InvalidArgument otherwise."""
    return check_path(path, PICTURES, "a picture")


def check_path(path: str | os.PathLike[str], suffixes: tuple[str, ...], what: str) -> Path:
    """Return the path if it has one of the suffixes and can be written; raise otherwise."""
    path = checked_path(path)
    if path.suffix.lower() not in suffixes:
        raise InvalidArgument(
            f"{what} is saved as {', '.join(suffixes)}, by the suffix of its path,"
            f" got {str(path)!r}"
        )
    if not path.parent.is_dir():
        raise InvalidArgument(f"the folder of {what} must exist, got {str(path)!r}")
    if path.is_dir():
        raise InvalidArgument(f"{what} is saved to a file, {str(path)!r} is a folder")
    return path


def write_picture(layout: Layout, path: Path) -> None:
    """Write a picture to a file, in the format of its suffix."""
    suffix = path.suffix.lower()
    write_atomically(
        path, document(layout).encode() if suffix == ".svg" else _figure(layout, suffix[1:])
    )


def write_sheet(layouts: Sequence[Layout], columns: int, path: Path) -> None:
    """Write pictures in rows to a file, in the format of its suffix."""
    suffix = path.suffix.lower()
    data = (
        sheet_document(layouts, columns).encode()
        if suffix == ".svg"
        else _sheet_figure(layouts, columns, suffix[1:])
    )
    write_atomically(path, data)


def _figure(layout: Layout, kind: str) -> bytes:
    """Return a picture as the bytes of a PNG or PDF file."""
    from matplotlib.figure import Figure

    width, height = layout.full_size
    inches = layout.pixels / _PIXELS_PER_INCH
    figure = Figure(figsize=(width * inches, height * inches), dpi=_PIXELS_PER_INCH)
    _place(layout, figure, (0.0, 0.0, 1.0, 1.0))
    return _file(figure, kind)


def _sheet_figure(layouts: Sequence[Layout], columns: int, kind: str) -> bytes:
    """Return pictures in rows as the bytes of a PNG or PDF file."""
    from matplotlib.figure import Figure

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
