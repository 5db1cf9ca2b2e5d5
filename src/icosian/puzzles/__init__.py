"""Number puzzles, whose solution is a Hamiltonian path, loop puzzles, and queens in regions.

In Hidato, Numbrix and others some nodes of a graph have numbers; the others get theirs along a path
that visits every node. The numbers of a Zip are only an order. In Slitherlink, Masyu and Numberlink
a loop or paths are to be found; in a queens puzzle, one queen in each row, column and region.
"""

from icosian._names import bind

__all__, __getattr__, __dir__ = bind(__loader__, __name__, __file__)
