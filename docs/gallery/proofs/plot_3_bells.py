"""
Four bells
==========

After an order of four bells, either rotate all of them or swap the first two. The rotations are six
cycles. The dashed arcs, in place of three arcs of cycles 1, 2 and 5, make one cycle of these. Such
an exchange changes the number of cycles by two or not at all, so none visits all 24 orders.
"""

from itertools import permutations

import matplotlib.pyplot as plt
import networkx as nx

import icosian

G = nx.DiGraph()
for a, b, c, d in permutations("1234"):
    G.add_edges_from([(a + b + c + d, b + c + d + a), (a + b + c + d, b + a + c + d)])
proof = icosian.prove_no_hamiltonian_cycle(G)
figure = plt.figure(figsize=(6, 6.6), layout="constrained")
artists = icosian.draw(proof, G=G, ax=figure.add_subplot())
