"""
Ringing four bells
==================

Each order of four bells is rung once; then two neighbors change places. On the left, the 24
orders and a closed tour; on the right, the way of each bell.
"""

from itertools import permutations

import matplotlib.pyplot as plt
import networkx as nx

import icosian

bells = nx.Graph()
for row in permutations("1234"):
    for i in range(3):
        after = (*row[:i], row[i + 1], row[i], *row[i + 2 :])
        bells.add_edge("".join(row), "".join(after))
tour = icosian.hamiltonian_cycle(bells, "1234")
figure, (left, right) = plt.subplots(
    ncols=2, figsize=(9, 6.4), width_ratios=(3, 1), layout="constrained"
)
artists = icosian.draw(tour, names=False, ax=left)
rows = [*tour, tour[0]]
for bell, color in zip("1234", ("#D55E00", "#0072B2", "#009E73", "#CC79A7"), strict=True):
    right.plot([row.index(bell) for row in rows], range(25), color=color, linewidth=3)
for k, row in enumerate(rows):
    right.text(3.4, k, f"{k % 24 + 1:2} {row}", va="center", family="monospace", fontsize=8)
right.invert_yaxis()
right.axis("off")
