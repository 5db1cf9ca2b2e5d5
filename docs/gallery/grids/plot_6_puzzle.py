"""
A number puzzle and its solution
================================

Write the numbers from 1 to 64 so that each next one is a neighbor, also diagonally. The clues leave
exactly one solution; on the right they are bold.
"""

import matplotlib.pyplot as plt

import icosian

puzzle = icosian.make_puzzle(8, 8, clues=24, seed=3)
figure, (left, right) = plt.subplots(1, 2, figsize=(10, 5), layout="constrained")
artists = [*icosian.draw(puzzle, ax=left), *icosian.draw(puzzle.solve(), ax=right)]
