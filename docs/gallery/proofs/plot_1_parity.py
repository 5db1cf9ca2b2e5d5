"""
Proof by parity
===============

A knight changes the color of its square with every move, so a closed tour has as many dark squares
as light ones. A board of 25 squares does not.
"""

import matplotlib.pyplot as plt

import icosian

board = icosian.knight_graph(5)
proof = icosian.prove_no_hamiltonian_cycle(board)
figure = plt.figure(figsize=(5, 5.6), layout="constrained")
artists = icosian.draw(proof, G=board, ax=figure.add_subplot())
