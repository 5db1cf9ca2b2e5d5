"""
The Icosian Game
================

Hamilton's puzzle of 1859: visit every corner of a dodecahedron once and return to the first. The
graph has no positions. Because it is planar, it is drawn without crossings.
"""

import matplotlib.pyplot as plt
import networkx as nx

import icosian

tour = icosian.hamiltonian_cycle(nx.dodecahedral_graph(), 0)
figure = plt.figure(figsize=(5.5, 5.5), layout="constrained")
artists = icosian.draw(tour, names=False, ax=figure.add_subplot())
