"""Graphs, places and tours in files."""

from icosian.files.tsplib import read_tsplib
from icosian.files.tsplib_writer import write_tsplib

__all__ = ["read_tsplib", "write_tsplib"]
