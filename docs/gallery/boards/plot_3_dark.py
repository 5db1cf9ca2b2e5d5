"""
Warnsdorff's rule in dark mode
==============================

Always move to the square with the fewest onward moves (1823). A tour of more than 400 squares is a
plain line. On a dark background the colors change automatically.
"""

import matplotlib.pyplot as plt

import icosian

tour = icosian.warnsdorff_path(icosian.knight_graph(60), (59, 0))
with plt.style.context("dark_background"):
    figure = plt.figure(figsize=(7, 7), layout="constrained")
    artists = icosian.draw(tour, ax=figure.add_subplot())
