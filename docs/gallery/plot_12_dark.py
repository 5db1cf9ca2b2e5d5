"""
Warnsdorff's rule, by night
===========================

Always move to the square with the fewest ways on (1823). Over 400 squares a tour is a plain line.
On dark paper the colours turn by themselves.
"""

import matplotlib.pyplot as plt

import icosian

tour = icosian.warnsdorff_path(icosian.knight_graph(60), (59, 0))
with plt.style.context("dark_background"):
    figure = plt.figure(figsize=(7, 7), layout="constrained")
    artists = icosian.draw_tour(tour, ax=figure.add_subplot())
