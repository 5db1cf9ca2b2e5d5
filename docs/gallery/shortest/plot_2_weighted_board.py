"""
A shortest knight's tour
========================

The board is a hill, and a move costs what it climbs or descends. The proof is a minimum 1-tree: a
spanning tree and one more edge, by costs minus weights of squares. No tour is shorter than that.
"""

import matplotlib.pyplot as plt

import icosian

board = icosian.knight_graph(6)
height = {(row, column): row * (5 - row) + column * (5 - column) for row, column in board}
for u, v in board.edges:
    board.edges[u, v]["weight"] = abs(height[u] - height[v])
tour = icosian.shortest_hamiltonian_cycle(board)
figure, (left, right) = plt.subplots(ncols=2, figsize=(9, 5), layout="constrained")
line = tour.draw(ax=left)
weights = icosian.draw(tour.proof, G=tour, ax=right)
