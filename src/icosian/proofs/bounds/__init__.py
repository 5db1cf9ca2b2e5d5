"""Bounds: no tour is shorter, no walk, no longer cycle, no cover with fewer paths."""
