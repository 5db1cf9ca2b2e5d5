"""
A knight on a ring
==================

The torus as a ring in space. Each move follows the surface, also where the board would end.
"""

import matplotlib.pyplot as plt
import numpy as np

import icosian

SIDES = np.array([8, 20])
VIEW = np.array([0.32, -0.56, 0.77])  # to the viewer, at 50 degrees above and 60 to the right


def surface(squares: np.ndarray, radius: float = 1.0) -> np.ndarray:  # shape (..., 2)
    around, along = np.moveaxis(2 * np.pi * squares / SIDES, -1, 0)
    out = 2.2 + radius * np.cos(around)
    return np.stack([out * np.cos(along), out * np.sin(along), radius * np.sin(around)])


squares = np.stack(np.mgrid[-0.5:7.5:65j, -0.5:19.5:161j], axis=-1)
dark = (np.rint(squares + 1e-6).sum(axis=-1) % 2)[..., None]
colors = np.where(dark, (0.72, 0.53, 0.38), (0.94, 0.85, 0.71))
figure = plt.figure(figsize=(7, 5), layout="constrained")
ax = figure.add_subplot(projection="3d", computed_zorder=False, elev=50, azim=-60)
ax.plot_surface(*surface(squares), facecolors=colors, rstride=1, cstride=1)
for move in icosian.knight_graph(8, 20, periodic=True).hamiltonian_cycle().edges():
    u, v = np.array(move)
    line = u + np.linspace(0, 1, 9)[:, None] * ((v - u + SIDES // 2) % SIDES - SIDES // 2)
    seen = VIEW @ (surface(line, 1.1) - surface(line)) > 0
    ax.plot(*np.where(seen, surface(line, 1.04), np.nan), color="#163d86", linewidth=2)
ax.set_box_aspect((1, 1, 0.31), zoom=1.5)
ax.axis("off")
