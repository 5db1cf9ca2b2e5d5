"""Graphs and tours in files."""

from icosian.files.graphs import read_graph, read_graphs, read_hcp, write_hcp
from icosian.files.tours import read_tour, write_tour

__all__ = ["read_graph", "read_graphs", "read_hcp", "read_tour", "write_hcp", "write_tour"]
