"""
Around a hole
=============

A board need not be a full rectangle. Holes are left blank.
"""

import matplotlib.pyplot as plt

import icosian

ring = icosian.knight_graph(8, holes=["d4", "e4", "d5", "e5"])
figure = plt.figure(figsize=(6, 6), layout="constrained")
artists = icosian.draw(ring.hamiltonian_cycle("a1"), ax=figure.add_subplot())
