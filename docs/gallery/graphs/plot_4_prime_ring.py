"""
A prime ring
============

The numbers from 1 to 20 in a circle, such that each two neighbors add up to a prime. Thin lines
are the other pairs that do.
"""

from itertools import combinations

import matplotlib.pyplot as plt
import networkx as nx

import icosian

G = nx.Graph(
    pair for pair in combinations(range(1, 21), 2) if all(sum(pair) % d for d in range(2, 7))
)
ring = icosian.hamiltonian_cycle(G, 1)
pos = nx.circular_layout(ring.nodes)
figure, ax = plt.subplots(figsize=(6, 6), layout="constrained")
artists = icosian.draw(ring, pos=pos, numbers=False, names=False, arrows=False, ax=ax)
for number, (x, y) in pos.items():
    ax.text(1.14 * x, 1.14 * y, number, ha="center", va="center", fontsize=12)
ax.set(xlim=(-1.25, 1.25), ylim=(-1.25, 1.25))
