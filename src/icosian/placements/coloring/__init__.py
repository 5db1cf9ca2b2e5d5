"""Colorings with few colors."""
