"""
A closed knight's tour
======================

A circle marks where the tour starts, an arrow where it comes home. Up to 144 squares are numbered.
"""

import matplotlib.pyplot as plt

import icosian

tour = icosian.knight_graph(8).hamiltonian_cycle("b1")
figure = plt.figure(figsize=(6, 6), layout="constrained")
artists = icosian.draw_tour(tour, ax=figure.add_subplot())
