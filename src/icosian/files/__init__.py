"""Graphs, places and tours in files."""

from icosian.files.graphs import read_graph, read_graphs, read_hcp, write_hcp
from icosian.files.tours import read_tour, write_tour
from icosian.files.tsplib import read_tsplib
from icosian.files.tsplib_writer import write_tsplib

__all__ = [
    "read_graph",
    "read_graphs",
    "read_hcp",
    "read_tour",
    "read_tsplib",
    "write_hcp",
    "write_tour",
    "write_tsplib",
]
