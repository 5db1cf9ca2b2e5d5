"""Scenes and films: the geometry, sizes and colors of pictures, for every backend."""
