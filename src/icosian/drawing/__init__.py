"""Pictures of boards, tours, proofs, routes, placements and colorings: axes, SVG text, files.

Tours and searches are also animated: on axes, as GIF, as SVG, and as an interactive page.

A picture is laid out once, in ``pictures``, and every backend draws the same scene. matplotlib and
numpy are imported when a figure is first drawn; SVG needs no matplotlib.
"""

from icosian.drawing.pictures import (
    PICTURES,
    SHEET,
    animate,
    check_path,
    draw,
    explain_with_picture,
    is_small,
    save,
    to_html,
    to_svg,
)

__all__ = [
    "PICTURES",
    "SHEET",
    "animate",
    "check_path",
    "draw",
    "explain_with_picture",
    "is_small",
    "save",
    "to_html",
    "to_svg",
]
