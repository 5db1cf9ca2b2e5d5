"""
A Gray code
===========

A Hamiltonian cycle of the four-dimensional cube, and the disc of an encoder that reads it.
Between two neighbors on the disc only one of the four rings changes.
"""

import matplotlib.pyplot as plt
import networkx as nx
import numpy as np

import icosian

cube = nx.hypercube_graph(4)
code = icosian.hamiltonian_cycle(cube, (0, 0, 0, 0))
angles = np.pi * np.arange(4) / 4  # one direction for each bit
pos = {
    bits: (2 * np.array(bits) - 1) @ np.array([np.cos(angles), np.sin(angles)]).T for bits in cube
}
figure = plt.figure(figsize=(9, 4.6), layout="constrained")
artists = icosian.draw(code, pos=pos, names=False, ax=figure.add_subplot(1, 2, 1))
disc = figure.add_subplot(1, 2, 2, projection="polar")
sector = 2 * np.pi / len(code)
for k, bits in enumerate(code):
    for ring, bit in enumerate(bits):
        color = "#0072B2" if bit else "#f0e6d2"
        disc.bar(k * sector, 1, sector, bottom=ring + 1.5, color=color, edgecolor="white")
    disc.text(k * sector, 6.1, "".join(map(str, bits)), ha="center", va="center", fontsize=9)
disc.axis("off")
