"""
A colouring in the fewest colours
=================================

Seven sets of queens that do not attack each other fill a board of 7 x 7, and the Desargues graph
needs two colours. The numbers tell colours apart where the eye does not.
"""

import matplotlib.pyplot as plt
import networkx as nx

import icosian

figure, (left, right) = plt.subplots(ncols=2, figsize=(9, 4.5), layout="constrained")
board = icosian.draw_coloring(icosian.minimum_coloring(icosian.queen_graph(7)), ax=left)
graph = icosian.draw_coloring(icosian.minimum_coloring(nx.desargues_graph()), ax=right)
