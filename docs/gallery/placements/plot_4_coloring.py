"""
A coloring with the fewest colors
=================================

The 7 x 7 board is partitioned into seven sets of non-attacking queens, and the Desargues graph
needs two colors. Numbers distinguish the colors for color-blind readers.
"""

import matplotlib.pyplot as plt
import networkx as nx

import icosian

figure, (left, right) = plt.subplots(ncols=2, figsize=(9, 4.5), layout="constrained")
board = icosian.draw(icosian.minimum_coloring(icosian.queen_graph(7)), ax=left)
graph = icosian.draw(icosian.minimum_coloring(nx.desargues_graph()), ax=right)
