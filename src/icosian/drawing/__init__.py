"""Pictures of boards, tours, proofs, routes, placements and colorings: axes, SVG text, files.

Tours and searches are also animated: on axes, as GIF, as SVG, and as an interactive page.

A picture is laid out once, in ``pictures``, and every backend draws the same scene. matplotlib and
numpy are imported when a figure is first drawn; SVG needs no matplotlib.
"""

from icosian._names import bind

__all__, __getattr__, __dir__ = bind(__loader__, __name__, __file__)
