"""
Guards
======

Five queens guard every square of a chess board, and twelve knights do. With fewer it is impossible.
"""

import matplotlib.pyplot as plt

import icosian

figure, axes = plt.subplots(ncols=2, figsize=(9, 4.6), layout="constrained")
for board, ax in zip((icosian.queen_graph(8), icosian.knight_graph(8)), axes, strict=True):
    guards = icosian.minimum_dominating_set(board)
    artists = icosian.draw(guards, ax=ax)
