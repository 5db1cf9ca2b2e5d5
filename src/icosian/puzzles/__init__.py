"""Number puzzles: Hidato, Numbrix and others whose solution is a Hamiltonian path.

Some nodes of a graph have numbers; the others get theirs along a path that visits every node. The
numbers of a Zip are only an order.
"""

from icosian.puzzles.hint import Hint
from icosian.puzzles.making import make_puzzle
from icosian.puzzles.puzzle import Puzzle, Solution
from icosian.puzzles.reading import read_puzzle
from icosian.puzzles.zip import Zip

__all__ = ["Hint", "Puzzle", "Solution", "Zip", "make_puzzle", "read_puzzle"]
