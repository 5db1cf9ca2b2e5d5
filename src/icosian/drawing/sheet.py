"""Sheets: many pictures in rows, each with its number."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING, Any

from icosian.drawing.api import scene
from icosian.drawing.backends.svg import sheet_document
from icosian.drawing.files import check_picture_path, write_sheet
from icosian.drawing.scene.layout import Label, widened
from icosian.exceptions import InvalidArgument

if TYPE_CHECKING:
    import os
    from collections.abc import Iterable

    from icosian.drawing.scene.layout import Layout

__all__ = ["SHEET", "save_sheet", "sheet_svg"]

SHEET = 400
"""The most pictures of a sheet."""
_MOST_NODES = 40_000  # of all pictures together
_GAP = 0.1  # around each picture, in parts of its unit


def sheet_svg(values: Iterable[Any], *, columns: int | None = None, **options: Any) -> str:
    """Return the pictures of several values as one SVG text.

    Parameters
    ----------
    values : iterable
        What to draw: tours, placements, or anything else that :func:`draw` takes.
    columns : int, optional
        How many pictures are in a row; by default the sheet is about as wide as high.
    **options
        As for :func:`draw`, the same for each picture. Squares and nodes are not named by default.

    Returns
    -------
    str
        A complete SVG document; the pictures are numbered from 1.

    Raises
    ------
    InvalidArgument
        If there is no value, or there are more than 400, or more than 40,000 nodes in all, or an
        argument breaks its rule.

    See Also
    --------
    save_sheet : The same sheet as a file.
    to_svg : One picture.

    Examples
    --------
    >>> import icosian
    >>> sheet = sheet_svg(icosian.all_queens(5))
    >>> sheet.count('class="sheet"'), sheet.count('class="piece queen"')
    (10, 50)
    """
    return sheet_document(*_sheet(values, columns, options))


def save_sheet(
    values: Iterable[Any],
    path: str | os.PathLike[str],
    *,
    columns: int | None = None,
    **options: Any,
) -> None:
    """Save the pictures of several values side by side, as one SVG, PNG or PDF.

    Parameters
    ----------
    values : iterable
        As for :func:`sheet_svg`.
    path : str or path-like
        The file; its suffix gives the format. An existing file is replaced.
    columns : int, optional
        How many pictures are in a row; by default the sheet is about as wide as high.
    **options
        As for :func:`draw`, the same for each picture. Squares and nodes are not named by default.

    Raises
    ------
    InvalidArgument
        If the suffix is another one, the folder does not exist, or as for :func:`sheet_svg`.

    See Also
    --------
    sheet_svg : The SVG text.
    save : One picture.

    Notes
    -----
    Dark mode is as for :func:`save`.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> import icosian
    >>> G = icosian.knight_graph(3, 10)
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "sheet.svg")
    ...     save_sheet(icosian.hamiltonian_cycles(G, distinct=True), path, columns=2)
    ...     path.read_text(encoding="utf-8").count('class="sheet"')
    6
    """
    path = check_picture_path(path)
    write_sheet(*_sheet(values, columns, options), path)


def _sheet(
    values: Iterable[Any], columns: int | None, options: dict[str, Any]
) -> tuple[list[Layout], int]:
    """Return the pictures of a sheet, and how many are in a row."""
    if columns is not None and (
        isinstance(columns, bool) or not isinstance(columns, int) or columns < 1
    ):
        raise InvalidArgument(f"columns must be an integer of at least 1, got {columns!r}")
    some = list(islice(values, SHEET + 1))
    if not 0 < len(some) <= SHEET:
        got = f"more than {SHEET}" if some else "none"
        raise InvalidArgument(f"a sheet has 1 to {SHEET} pictures, got {got}")
    nodes = sum(map(len, some))
    if nodes > _MOST_NODES:
        raise InvalidArgument(
            f"the pictures of a sheet have at most {_MOST_NODES:,} nodes together, got {nodes:,}"
        )
    layouts = [
        _numbered(scene(value, **{"names": False} | options), k) for k, value in enumerate(some, 1)
    ]
    width, height = (max(layout.full_size[k] for layout in layouts) for k in (0, 1))
    if columns is None:  # about as wide as high, with few empty places in the last row
        square = max(1, round(math.sqrt(len(layouts) * height / width)))
        columns = min(range(square, square + 3), key=lambda some: -len(layouts) % some)
    return layouts, min(len(layouts), columns)


def _numbered(layout: Layout, k: int) -> Layout:
    """Return a picture with its number above."""
    left, top, right, bottom = layout.box
    font = max(0.4 * layout.unit, (right - left) / 14)
    up = math.copysign(1.0, top - bottom)
    number = Label(((left + right) / 2, top + 0.8 * font * up), str(k))
    box = layout.box._replace(top=top + 1.5 * font * up)
    if layout.heading:  # what the picture says itself keeps its place
        return replace(layout, box=box, legend=[*layout.legend, number])
    return replace(layout, box=widened(box, _GAP), heading=[number], heading_font=font)
