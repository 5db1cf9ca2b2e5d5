"""Number puzzles, whose solution is a Hamiltonian path, loop puzzles, and queens in regions.

In Hidato, Numbrix and others some nodes of a graph have numbers; the others get theirs along a path
that visits every node. The numbers of a Zip are only an order. In Slitherlink, Masyu and Numberlink
a loop or paths are to be found; in a queens puzzle, one queen in each row, column and region.
"""

from icosian.puzzles.loops import LoopHint, LoopPuzzle, LoopSolution
from icosian.puzzles.making import make_puzzle, read_puzzle
from icosian.puzzles.numbers import Puzzle, Solution, Zip
from icosian.puzzles.pencil import Hint
from icosian.puzzles.queens import QueensHint, QueensPuzzle, QueensSolution

__all__ = [
    "Hint",
    "LoopHint",
    "LoopPuzzle",
    "LoopSolution",
    "Puzzle",
    "QueensHint",
    "QueensPuzzle",
    "QueensSolution",
    "Solution",
    "Zip",
    "make_puzzle",
    "read_puzzle",
]
