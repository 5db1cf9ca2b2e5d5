"""
The longest cycle
=================

On the left, the knight has no closed tour of the 5 x 5 board, but one of all squares but one. On
the right, Petersen's graph has no Hamiltonian cycle, but one that misses a single node.
"""

import matplotlib.pyplot as plt
import networkx as nx

import icosian

petersen = nx.petersen_graph()
pos = nx.shell_layout(petersen, [range(5, 10), range(5)])
figure, (left, right) = plt.subplots(ncols=2, figsize=(9, 5), layout="constrained")
squares = icosian.knight_graph(5).longest_cycle().draw(ax=left)
nodes = icosian.longest_cycle(petersen).draw(ax=right, pos=pos, names=False)
