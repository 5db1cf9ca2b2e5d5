"""Pictures as files."""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING

from icosian._io.atomic import write_atomically
from icosian._io.text import checked_path
from icosian.drawing.backends.matplotlib import paint
from icosian.drawing.backends.svg import document
from icosian.exceptions import InvalidArgument

if TYPE_CHECKING:
    import os
    from pathlib import Path

    from icosian.drawing.scene.layout import Layout

__all__ = ["PICTURES", "check_path", "check_picture_path", "write_picture"]

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


def _figure(layout: Layout, kind: str) -> bytes:
    """Return a picture as the bytes of a PNG or PDF file."""
    from matplotlib.figure import Figure

    margin, (width, height) = layout.margin, layout.size
    full_width, full_height = layout.full_size
    inches = layout.pixels / _PIXELS_PER_INCH
    figure = Figure(figsize=(full_width * inches, full_height * inches), dpi=_PIXELS_PER_INCH)
    ax = figure.add_axes(
        (
            margin.left / full_width,
            margin.bottom / full_height,
            width / full_width,
            height / full_height,
        )
    )
    paint(layout, ax)
    data = BytesIO()
    dated = {"CreationDate": None} if kind == "pdf" else {}
    figure.savefig(data, format=kind, dpi=2 * _PIXELS_PER_INCH, metadata=dated)
    return data.getvalue()
