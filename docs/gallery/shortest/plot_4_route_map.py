"""
Shortest paths
==============

A map shows the weights of its edges and the distances of its nodes. The tree of shortest paths is
drawn in bold and one path is highlighted. On a board, the color of a square shows its distance.
"""

import matplotlib.pyplot as plt

import icosian

towns = icosian.route_map(
    [
        *(("A", "B", 7), ("A", "C", 9), ("A", "F", 14), ("B", "C", 10), ("B", "D", 15)),
        *(("C", "D", 11), ("C", "F", 2), ("D", "E", 6), ("E", "F", 9)),
    ]
)
board = icosian.knight_graph(8)
figure, (left, right) = plt.subplots(ncols=2, figsize=(9, 4.5), layout="constrained")
roads = icosian.draw(icosian.dijkstra(towns, "A"), target="E", ax=left)
squares = icosian.draw(icosian.dijkstra(board, "a1"), target="h8", ax=right)
