"""
Round tables on four evenings
=============================

Nine guests at a round table on four evenings, a color for each: everybody sits beside everybody
once. The edges of the complete graph decompose into four Hamiltonian cycles.
"""

import matplotlib.pyplot as plt
import networkx as nx

import icosian

evenings = icosian.tours.hamiltonian_decomposition(nx.complete_graph(9))
figure, ax = plt.subplots(figsize=(6, 6), layout="constrained")
artists = icosian.draw(evenings, ax=ax)
