"""
Proof by toughness
==================

Removing k nodes from a closed tour leaves at most k parts. If the graph falls into more parts, it
has no closed tour.
"""

import matplotlib.pyplot as plt

import icosian

board = icosian.knight_graph(4, 6)
proof = icosian.prove_no_hamiltonian_cycle(board)
figure = plt.figure(figsize=(6, 4.8), layout="constrained")
artists = icosian.draw(proof, G=board, ax=figure.add_subplot())
