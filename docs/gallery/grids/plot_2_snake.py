"""
A snake that fills its field
============================

A closed tour of a grid is the track on which a snake never meets its tail. The color shows how
far the snake has come.
"""

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.collections import LineCollection

import icosian

tour = icosian.grid_graph(24, 36).scrambled_hamiltonian_cycle(seed=4)
cells = np.array([*tour, *tour[:2]])[:, ::-1]
pieces = np.stack([cells[:-2], cells[1:-1], cells[2:]], axis=1)  # they overlap: no gaps
colors = plt.cm.viridis(np.linspace(0, 1, len(pieces)))
figure, ax = plt.subplots(figsize=(9, 6), layout="constrained")
ax.add_collection(
    LineCollection(pieces, colors=colors, linewidths=8, capstyle="round", joinstyle="round")
)
ax.plot(*cells[-2], "o", color="white", markersize=4)
ax.set(xlim=(-1, 36), ylim=(24, -1), aspect="equal")
ax.axis("off")
