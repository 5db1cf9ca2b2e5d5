"""
Zip, Slitherlink, Masyu and Numberlink
======================================

Puzzles with exactly one solution. In a Zip a path visits all squares and passes the numbers in
their order, but no walls. A Slitherlink is one loop with so many sides at each number; in a Masyu
it turns at black pearls and not at white ones. A Numberlink joins equal numbers.
"""

import matplotlib.pyplot as plt

import icosian

puzzles = [icosian.make_puzzle(6, kind="zip", clues=7, seed=1)]
puzzles += [
    icosian.make_puzzle(6, kind=kind, seed=3) for kind in ("slitherlink", "masyu", "numberlink")
]
figure, axes = plt.subplots(2, 4, figsize=(12, 6.2), layout="constrained")
for puzzle, (above, below) in zip(puzzles, axes.T, strict=True):
    icosian.draw(puzzle, ax=above)
    artists = icosian.draw(puzzle.solve(), ax=below)
