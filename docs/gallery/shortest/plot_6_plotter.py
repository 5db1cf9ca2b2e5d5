"""
Strokes of a plotter
====================

Open strokes are drawn from either end: their ends are places, and the strokes are steps to use. One
corner of each triangle is visited. The thin lines, with the pen up, are as short as possible.
"""

from math import dist

import matplotlib.pyplot as plt
import numpy as np

import icosian

random = np.random.default_rng(5)
corners = random.integers((0, 0), (100, 70), (16, 1, 2)) + random.integers(-12, 12, (16, 3, 2))
points, open_strokes, triangles = [(0, 0)], [], []
for k, (a, b, c) in enumerate(corners.tolist()):
    first = len(points)
    if k % 2:
        points += [a, b]
        open_strokes.append((first, first + 1))
    else:
        points += [a, b, c]
        triangles.append(range(first, first + 3))
tour = icosian.shortest_tour(points, start=0, require=open_strokes, groups=triangles)

figure, axes = plt.subplots(figsize=(8, 5.6), layout="constrained")
drawn = [*open_strokes, *((a, b, c, a) for a, b, c in triangles)]
for stroke in drawn:
    axes.plot(*zip(*(points[v] for v in stroke), strict=True), color="#17408b", linewidth=2)
up = 0
for u, v in zip(tour.nodes, [*tour.nodes[1:], 0], strict=True):
    if {(u, v), (v, u)}.isdisjoint(open_strokes):
        up += dist(points[u], points[v])
        axes.plot(*zip(points[u], points[v], strict=True), color="#c2410c", linewidth=0.8)
axes.set_aspect("equal")
title = axes.set_title(f"{len(drawn)} strokes, {up:.0f} mm with the pen up, the least")
