"""
A closed knight's tour
======================

A circle marks the start of the tour, and an arrow the closing move. Up to 144 squares are
numbered.
"""

import matplotlib.pyplot as plt

import icosian

tour = icosian.knight_graph(8).hamiltonian_cycle("b1")
figure = plt.figure(figsize=(6, 6), layout="constrained")
artists = icosian.draw(tour, ax=figure.add_subplot())
