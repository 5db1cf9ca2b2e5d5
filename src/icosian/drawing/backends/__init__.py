"""Backends that draw a scene or a film: matplotlib, SVG, GIF."""
