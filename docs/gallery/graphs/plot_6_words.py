"""
A word ladder
=============

From each word to the next one letter changes, and the chain uses all 32 words.
"""

from itertools import combinations

import matplotlib.pyplot as plt
import networkx as nx

import icosian

WORDS = (
    "bald bale ball bead beam bean beat bell belt boat bold bolo bolt coal coat cold fall fell "
    "felt goal goat load meat melt moat road seam seat tall tell toad told"
)
ladder = nx.Graph()
for a, b in combinations(WORDS.split(), 2):
    if sum(x != y for x, y in zip(a, b, strict=True)) == 1:
        ladder.add_edge(a, b)
chain = icosian.hamiltonian_path(ladder)
figure = plt.figure(figsize=(8, 6), layout="constrained")
artists = icosian.draw(chain, names=True, numbers=False, ax=figure.add_subplot())
