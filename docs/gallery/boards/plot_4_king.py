"""
The longest tour of a king
==========================

A step to the side has length 1, a diagonal one the root of 2. On the left a shortest closed tour
of the king, on the right a longest one. Both are proved to be.
"""

from math import dist

import matplotlib.pyplot as plt

import icosian

board = icosian.king_graph(6)
short = board.shortest_hamiltonian_cycle(weight=lambda u, v, _: dist(u, v))
long = board.shortest_hamiltonian_cycle(weight=lambda u, v, _: -dist(u, v))
figure, axes = plt.subplots(ncols=2, figsize=(9, 4.8), layout="constrained")
for best, ax in zip((short, long), axes, strict=True):
    tour = icosian.Tour(best.nodes, is_closed=True, G=board)
    artists = icosian.draw(tour, ax=ax)
    ax.set_title(f"length {abs(best.length):.1f}")
