"""
All solutions for eight queens
==============================

There are 92, but only twelve that are not turned or mirrored copies of others.
"""

import matplotlib.pyplot as plt

import icosian

figure, axes = plt.subplots(3, 4, figsize=(9, 7), layout="constrained")
for placement, ax in zip(icosian.all_queens(8, distinct=True), axes.flat, strict=True):
    artists = icosian.draw(placement, names=False, ax=ax)
