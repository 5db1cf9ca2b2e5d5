"""
A rope through a cube
=====================

A closed tour that steps through all 216 cells of a cube, drawn from the far corner to the near one.
"""

import matplotlib.pyplot as plt
import numpy as np

import icosian

cube = icosian.board_graph(icosian.Board((6, 6, 6)), "wazir")
tour = cube.scrambled_hamiltonian_cycle(seed=1)
cells = np.array([*tour, tour[0]])
flat = cells @ np.array([(-1, -0.35), (0.7, -0.5), (0, 1)])
near = cells.sum(axis=1)
figure, ax = plt.subplots(figsize=(6, 6), layout="constrained")
for k in sorted(range(len(tour)), key=lambda k: near[k] + near[k + 1]):
    u, v = flat[k], flat[k + 1]
    gap = np.array([u + 0.2 * (v - u), v - 0.2 * (v - u)])
    ax.plot(*gap.T, color="white", linewidth=13, solid_capstyle="butt")
    color = plt.cm.viridis(near[k] / 15)
    ax.plot(*np.array([u, v]).T, color=color, linewidth=7, solid_capstyle="round")
ax.set_aspect("equal")
ax.axis("off")
