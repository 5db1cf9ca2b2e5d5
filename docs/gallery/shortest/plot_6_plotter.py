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
points, lines, triangles = [(0, 0)], [], []
for k, (a, b, c) in enumerate(corners.tolist()):
    ends = (a, b) if k % 2 else (a, b, c)
    (lines if k % 2 else triangles).append(range(len(points), len(points) + len(ends)))
    points += ends
tour = icosian.shortest_tour(points, start=0, require=lines, groups=triangles)

figure, axes = plt.subplots(figsize=(8, 5.6), layout="constrained")
for stroke in [*lines, *((*three, three[0]) for three in triangles)]:
    axes.plot(*zip(*(points[v] for v in stroke), strict=True), color="#17408b", linewidth=2)
lifted = [{*step} for step in tour.edges() if {*step} not in map(set, lines)]
up = sum(dist(*(points[v] for v in step)) for step in lifted)
for step in lifted:
    axes.plot(*zip(*(points[v] for v in step), strict=True), color="#c2410c", linewidth=0.8)
axes.set_aspect("equal")
title = axes.set_title(f"16 strokes, {up:.0f} mm with the pen up, the least")
