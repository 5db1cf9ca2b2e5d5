"""Backends that draw a layout or a film: matplotlib, SVG, GIF."""
