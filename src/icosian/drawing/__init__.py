"""Pictures of boards, tours, proofs, routes, placements and colorings: axes, SVG text, files.

Tours and searches are also animated: on axes, as GIF, as SVG, and as an interactive page.

A picture is laid out once, in ``subjects``, and every backend draws the same layout. matplotlib and
numpy are imported when a figure is first drawn; SVG needs no matplotlib.
"""

from icosian.drawing.animation import (
    ANIMATED,
    animate_search,
    animate_tour,
    animation_svg,
    check_animation_path,
    save_animation,
)
from icosian.drawing.api import draw, is_small, save, to_svg
from icosian.drawing.figures import (
    board_svg,
    coloring_svg,
    draw_board,
    draw_coloring,
    draw_placement,
    draw_proof,
    draw_route_map,
    draw_tour,
    placement_svg,
    proof_svg,
    route_svg,
    save_board,
    save_coloring,
    save_placement,
    save_proof,
    save_route_map,
    save_tour,
    tour_svg,
)
from icosian.drawing.files import check_picture_path
from icosian.drawing.page import to_html
from icosian.drawing.scene.layout import SHOWN, SHOWN_TOUR
from icosian.drawing.sheet import SHEET, save_sheet, sheet_svg

__all__ = [
    "ANIMATED",
    "SHEET",
    "SHOWN",
    "SHOWN_TOUR",
    "animate_search",
    "animate_tour",
    "animation_svg",
    "board_svg",
    "check_animation_path",
    "check_picture_path",
    "coloring_svg",
    "draw",
    "draw_board",
    "draw_coloring",
    "draw_placement",
    "draw_proof",
    "draw_route_map",
    "draw_tour",
    "is_small",
    "placement_svg",
    "proof_svg",
    "route_svg",
    "save",
    "save_animation",
    "save_board",
    "save_coloring",
    "save_placement",
    "save_proof",
    "save_route_map",
    "save_sheet",
    "save_tour",
    "sheet_svg",
    "to_html",
    "to_svg",
    "tour_svg",
]
