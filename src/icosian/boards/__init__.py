"""Boards: squares, pieces, symmetries, and the graphs they make."""
