"""
A robot in long lanes
=====================

A step to the next lane costs 1, a step along the lane nothing. So the shortest path through all
cells changes its lane as rarely as possible.
"""

import matplotlib.pyplot as plt
from matplotlib.patches import Rectangle

import icosian

ROOM = """
............
..###.......
..###....#..
.........#..
......##.#..
.#....##....
.#..........
............
"""
board = icosian.Board.from_text(ROOM)
floor = icosian.board_graph(board, "wazir")
route = floor.shortest_hamiltonian_path(weight=lambda u, v, _: u[1] == v[1])
figure, ax = plt.subplots(figsize=(8, 5.4), layout="constrained")
for i, j in board.holes:
    ax.add_patch(Rectangle((j - 0.5, i - 0.5), 1, 1, color="#8c8c8c"))
for (i, j), (k, m) in route.edges():
    ax.plot([j, m], [i, k], color="#D55E00" if j == m else "#0072B2", linewidth=7)
ax.plot(*zip(*(cell[::-1] for cell in (route[0], route[-1])), strict=True), "ko", markersize=11)
ax.set(xlim=(-0.6, 11.6), ylim=(7.6, -0.6), aspect="equal", xticks=[], yticks=[])
ax.set_title(f"{route.length} changes of the lane, the fewest possible")
