"""
From corner to corner
=====================

An open tour from one corner to another. On boards of 145 to 400 squares, moves have arrowheads
instead of numbers.
"""

import matplotlib.pyplot as plt

import icosian

tour = icosian.knight_graph(14).hamiltonian_path("a1", "n1")
figure = plt.figure(figsize=(6, 6), layout="constrained")
artists = icosian.draw(tour, ax=figure.add_subplot())
