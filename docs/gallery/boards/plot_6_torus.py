"""
On a torus
==========

On a board with periodic axes, a move across the border continues on the opposite side. Such a move
is drawn as two segments.
"""

import matplotlib.pyplot as plt

import icosian

tour = icosian.knight_graph(6, periodic=True).hamiltonian_cycle("a1")
figure = plt.figure(figsize=(5, 5), layout="constrained")
artists = icosian.draw(tour, ax=figure.add_subplot())
