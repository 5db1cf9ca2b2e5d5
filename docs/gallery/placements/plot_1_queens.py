"""
Eight queens
============

The pieces are drawn as outlines and need no special font.
"""

import matplotlib.pyplot as plt

import icosian

figure = plt.figure(figsize=(5, 5), layout="constrained")
artists = icosian.draw(icosian.queens(8), ax=figure.add_subplot())
