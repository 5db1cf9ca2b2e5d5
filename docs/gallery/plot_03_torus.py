"""
On a torus
==========

On a wrapped board the knight leaves at one border and comes back at the other. A move across it is
drawn as its two ends.
"""

import matplotlib.pyplot as plt

import icosian

tour = icosian.knight_graph(6, periodic=True).hamiltonian_cycle("a1")
figure = plt.figure(figsize=(5, 5), layout="constrained")
artists = icosian.draw_tour(tour, ax=figure.add_subplot())
