"""
From corner to corner
=====================

An open tour ends in a square. Between 144 and 400 squares every move has an arrowhead instead of a
number.
"""

import matplotlib.pyplot as plt

import icosian

tour = icosian.knight_graph(14).hamiltonian_path("a1", "n1")
figure = plt.figure(figsize=(6, 6), layout="constrained")
artists = icosian.draw_tour(tour, ax=figure.add_subplot())
