"""
In three dimensions
===================

The layers of a cube are drawn side by side. Moves between layers are thinner than moves within a
layer.
"""

import matplotlib.pyplot as plt

import icosian

cube = icosian.board_graph(icosian.Board((4, 4, 4)), "knight")
figure = plt.figure(figsize=(6.5, 6.5), layout="constrained")
artists = icosian.draw(cube.hamiltonian_cycle(), names=True, ax=figure.add_subplot())
