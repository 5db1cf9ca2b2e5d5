"""What draws a scene: matplotlib, SVG, GIF."""
