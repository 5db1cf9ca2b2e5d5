"""
The shortest round through some stops
=====================================

A road that is used twice has two lanes. On the right the proof: the zones (blue) and moats (ocher)
do not overlap, and every walk crosses each of them at least twice. So none is shorter.
"""

from math import dist

import matplotlib.pyplot as plt
import networkx as nx
import numpy as np

import icosian

random = np.random.default_rng(5)
town = nx.grid_2d_graph(8, 7)
pos = {crossing: crossing + random.uniform(-0.2, 0.2, 2) for crossing in town}
nx.set_node_attributes(town, pos, "pos")
for u, v in random.permutation(sorted(town.edges))[:30].tolist():
    town.remove_edge(tuple(u), tuple(v))
    if not nx.has_path(town, tuple(u), tuple(v)):
        town.add_edge(tuple(u), tuple(v))
for u, v in town.edges:
    town.edges[u, v]["weight"] = round(100 * dist(pos[u], pos[v]))
stops = random.permutation(sorted(town))[:9].tolist()
walk = icosian.traveling_salesman(town, map(tuple, stops))
figure, (left, right) = plt.subplots(ncols=2, figsize=(10, 5.4), layout="constrained")
lines = walk.draw(ax=left, names=False)
zones = icosian.draw(walk.proof, G=walk, ax=right, names=False)
