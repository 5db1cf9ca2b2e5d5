"""
Which moves do tours use?
=========================

In 1000 closed knight's tours of 6 x 6 squares, each of the 9862 tours equally probable, the line
width of a move is how often it occurs. The moves of the corners are in every tour.
"""

from collections import Counter

import matplotlib.pyplot as plt

import icosian

board = icosian.knight_graph(6)
count = Counter(
    frozenset(move)
    for tour in board.random_hamiltonian_cycle(seed=1, n=1000)
    for move in tour.edges()
)
figure, ax = plt.subplots(figsize=(6.4, 6), layout="constrained")
squares = icosian.draw(board.board, ax=ax)
for (u, v), often in count.items():
    color = plt.cm.viridis(often / 1000)
    ax.plot([u[1], v[1]], [u[0], v[0]], color=color, linewidth=8 * often / 1000)
scale = plt.cm.ScalarMappable(cmap="viridis")
figure.colorbar(scale, ax=ax, label="part of the tours that use the move", shrink=0.8)
