"""
A maze, and a country with one coast
====================================

Tours of a grid that look random. On the left, walls stand between squares that the path does not
join. On the right, a closed tour of 100 x 100 squares has an inside and an outside.
"""

import matplotlib.pyplot as plt
from matplotlib.collections import LineCollection

import icosian

path = icosian.leaper_graph(0, 1, 40).scrambled_hamiltonian_path((0, 0), seed=1)
joined = set(map(frozenset, path.edges()))
walls = []
for i, j in path.graph:
    if {(i, j), (i, j + 1)} not in joined:
        walls.append([(j + 1, i), (j + 1, i + 1)])
    if {(i, j), (i + 1, j)} not in joined:
        walls.append([(j, i + 1), (j + 1, i + 1)])
coast = icosian.leaper_graph(0, 1, 100).scrambled_hamiltonian_cycle(seed=1)

figure, (left, right) = plt.subplots(ncols=2, figsize=(10, 5), layout="constrained")
left.add_collection(LineCollection([*walls, [(1, 0), (40, 0)], [(0, 0), (0, 40)]], color="k"))
left.plot(path[-1][1] + 0.5, path[-1][0] + 0.5, "o", color="#D55E00", markersize=5)
right.fill(*zip(*coast, strict=True), color="#0072B2")
for ax in (left, right):
    ax.set_aspect("equal")
    ax.invert_yaxis()
    ax.axis("off")
