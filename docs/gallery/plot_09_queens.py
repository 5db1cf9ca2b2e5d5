"""
Eight queens
============

Chess pieces are outlines of our own, so no font has to know them.
"""

import matplotlib.pyplot as plt

import icosian

figure = plt.figure(figsize=(5, 5), layout="constrained")
artists = icosian.draw_placement(icosian.queens(8), ax=figure.add_subplot())
