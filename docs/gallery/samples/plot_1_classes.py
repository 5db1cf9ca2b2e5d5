"""
All closed tours of a grid
==========================

A grid of 5 x 6 cells has 154 closed tours, and 44 that are not turned or mirrored copies of
others. Each encloses 14 squares.
"""

import matplotlib.pyplot as plt

import icosian

grid = icosian.grid_graph(5, 6)
figure, axes = plt.subplots(4, 11, figsize=(11, 3.8), layout="constrained")
for tour, ax in zip(grid.hamiltonian_cycles(distinct=True), axes.flat, strict=True):
    rows, columns = zip(*tour, tour[0], strict=True)
    ax.fill(columns, rows, facecolor="#cfe3f1", edgecolor="#0072B2", linewidth=2)
    ax.set_aspect("equal")
    ax.axis("off")
