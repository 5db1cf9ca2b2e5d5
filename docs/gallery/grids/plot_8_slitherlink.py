"""
A Slitherlink on squares, and one on hexagons
=============================================

One loop follows sides of the cells, and a number says how many sides of its cell are in it. Each
puzzle has exactly one solution, and none of its numbers can be left out.
"""

import matplotlib.pyplot as plt

import icosian

puzzles = [
    icosian.make_puzzle(10, kind="slitherlink", seed=2),
    icosian.make_puzzle(icosian.hex_graph(5), kind="slitherlink", seed=1),
]
figure, axes = plt.subplots(2, 2, figsize=(10, 9.4), layout="constrained")
figure.get_layout_engine().set(w_pad=0.2, h_pad=0.2)
for puzzle, (left, right) in zip(puzzles, axes, strict=True):
    icosian.draw(puzzle, ax=left)
    artists = icosian.draw(puzzle.solve(), ax=right)

# %%
# To print them, with each solution on the page after its puzzle:
# ``icosian.save([puzzle, puzzle.solve()], "sheet.pdf", pages="A4")``.
