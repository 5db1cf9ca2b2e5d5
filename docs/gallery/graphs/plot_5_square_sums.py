"""
Square sums
===========

Two neighbors of this chain of the numbers from 1 to 15 add up to a square: 9 (blue), 16 (orange)
or 25 (green). It is the only one, but for its reverse.
"""

from itertools import combinations

import matplotlib.pyplot as plt
import networkx as nx
from matplotlib.patches import Arc

import icosian

COLORS = {9: "#0072B2", 16: "#D55E00", 25: "#009E73"}
G = nx.Graph(pair for pair in combinations(range(1, 16), 2) if sum(pair) in COLORS)
chain = icosian.hamiltonian_path(G, 8)
figure, ax = plt.subplots(figsize=(8, 6), layout="constrained")
for k, (a, b) in enumerate(chain.edges()):
    half = (0, 180) if k % 2 else (180, 360)  # above and below in turn
    middle, width = (a + b) / 2, abs(a - b)
    color = COLORS[a + b]
    ax.add_patch(Arc((middle, 0), width, width, theta1=half[0], theta2=half[1], lw=4, color=color))
for number in G:
    box = {"boxstyle": "circle", "facecolor": "white", "edgecolor": "#444444"}
    ax.text(number, 0, f"{number:2}", ha="center", va="center", family="monospace", bbox=box)
ax.set(xlim=(0.4, 15.6), ylim=(-4, 7.2), aspect="equal")
ax.axis("off")
