"""Pictures of boards, tours, proofs and routes: on matplotlib axes, as SVG text, as files.

Both painters read the same layout, so they draw the same picture. matplotlib and numpy are
imported when a figure is first drawn; SVG needs no matplotlib.
"""

from icosian.drawing.figures import draw_board, draw_proof, draw_route_map, draw_tour
from icosian.drawing.saving import check_picture_path, save_proof, save_route_map, save_tour
from icosian.drawing.svg import proof_svg, route_svg, tour_svg

__all__ = [
    "check_picture_path",
    "draw_board",
    "draw_proof",
    "draw_route_map",
    "draw_tour",
    "proof_svg",
    "route_svg",
    "save_proof",
    "save_route_map",
    "save_tour",
    "tour_svg",
]
