"""
Why not: too many pieces
========================

Take k nodes out of a tour, and at most k pieces are left. If more are left of the graph, it has no
tour.
"""

import matplotlib.pyplot as plt

import icosian

board = icosian.knight_graph(4, 6)
proof = icosian.prove_no_hamiltonian_cycle(board)
figure = plt.figure(figsize=(6, 4.8), layout="constrained")
artists = icosian.draw_proof(proof, board, ax=figure.add_subplot())
