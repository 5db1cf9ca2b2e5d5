"""
Strokes of a plotter
====================

Open strokes are drawn from either end, triangles from any corner. Each way to draw a stroke is a
place, those of a stroke are a group. The thin lines, with the pen up, are as short as possible.
"""

from math import dist

import matplotlib.pyplot as plt
import numpy as np

import icosian

random = np.random.default_rng(5)
corners = random.integers((0, 0), (100, 70), (16, 1, 2)) + random.integers(-12, 12, (16, 3, 2))
ways, groups = [[(0, 0), (0, 0)]], []
for k, (a, b, c) in enumerate(corners.tolist()):
    some = [[a, b], [b, a]] if k % 2 else [[a, b, c, a], [b, c, a, b], [c, a, b, c]]
    groups.append(range(len(ways), len(ways) + len(some)))
    ways += some
ink = [sum(map(dist, way, way[1:])) for way in ways]
lengths = [[dist(u[-1], v[0]) + ink[k] for k, v in enumerate(ways)] for u in ways]
tour = icosian.shortest_tour(lengths, start=0, groups=groups)

figure, axes = plt.subplots(figsize=(8, 5.6), layout="constrained")
drawn = [ways[k] for k in tour.nodes]
for way, following in zip(drawn, [*drawn[1:], drawn[0]], strict=True):
    axes.plot(*zip(*way, strict=True), color="#17408b", linewidth=2)
    axes.plot(*zip(way[-1], following[0], strict=True), color="#c2410c", linewidth=0.8)
axes.set_aspect("equal")
up = tour.length - sum(ink[k] for k in tour.nodes)
title = axes.set_title(f"{len(groups)} strokes, {up:.0f} mm with the pen up, the least")
