"""
Every cell of a honeycomb
=========================

A closed tour of the 61 cells of a hexagonal board, each step to one of six neighbors.
"""

import matplotlib.pyplot as plt

import icosian

tour = icosian.hex_graph(5).scrambled_hamiltonian_cycle(seed=2)
figure = plt.figure(figsize=(6, 6), layout="constrained")
artists = icosian.draw(tour, ax=figure.add_subplot())
