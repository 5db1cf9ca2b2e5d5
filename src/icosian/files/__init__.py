"""Graphs, places and tours in files."""

from icosian.files.places import read_places
from icosian.files.tours import write_tsplib
from icosian.files.tsplib import read_tsplib

__all__ = ["read_places", "read_tsplib", "write_tsplib"]
