"""
The fewest paths
================

No path of a knight visits all squares of this board, but three paths do. Without the two squares
that are crossed out the board falls into five parts. A square joins at most two of them, so two
paths are too few.
"""

import matplotlib.pyplot as plt

import icosian

TEXT = """
.....
..#..
.....
..#..
.....
"""
board = icosian.board_graph(icosian.Board.from_text(TEXT), "knight")
cover = board.minimum_path_cover()
figure, (left, right) = plt.subplots(ncols=2, figsize=(9, 5), layout="constrained")
artists = cover.draw(ax=left)
proof = icosian.draw(cover.proof, G=board, ax=right)
