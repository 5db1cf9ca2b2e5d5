"""Exact covers of a graph by independent sets, and those that a symmetry keeps."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from icosian._kernels import exactcover as kernels
from icosian._kernels._jit import Run
from icosian._kernels.bits import BITS
from icosian.boards.board import board_of
from icosian.placements.independent.clique_cover import words

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy as np
    from numpy.typing import NDArray

    from icosian.placements._graph import Reading

    Sets = list[tuple[int, ...]]

__all__ = ["Cover", "symmetric_families"]


class Cover:
    """The search for an exact cover of all nodes by whole families of sets.

    Parameters
    ----------
    families : list of list of tuple of int
        The families; the sets of one are disjoint.
    nodes : int
        The number of nodes.
    most : int
        The number of sets of a cover.

    Attributes
    ----------
    run : Run
        The search.
    """

    def __init__(self, families: list[Sets], nodes: int, most: int) -> None:
        import numpy as np

        def zeros(size: int) -> NDArray[np.int64]:
            return np.zeros(size, np.int64)

        self._families = families
        unions = [[v for members in family for v in members] for family in families]
        masks = [sum(1 << v for v in union) for union in unions]
        number = len(families)
        listed = zeros((most + 1) * number)
        listed[:number] = np.arange(number)
        length = zeros(most + 1)
        length[0] = number
        self.run = Run(
            kernels.cover,
            np.cumsum([0, *map(len, unions)], dtype=np.int64),
            np.array([v for union in unions for v in union], np.int64),
            words(masks, -(-nodes // BITS)),
            listed,
            length,
            zeros(most + 1),  # branch
            zeros(most + 1),  # cursor
            zeros(most + 1),  # chosen
            zeros(nodes),  # used
            zeros(nodes),  # number
            zeros(kernels.WORDS),
        )

    def sets(self) -> Sets:
        """Return the sets of the cover that was found."""
        chosen = self.run[_CHOSEN][: self.run[-1][kernels.DEPTH]]
        return [members for k in chosen for members in self._families[k]]


_CHOSEN = 7  # its place among the arrays of a run


def symmetric_families(given: Reading, sets: Sets) -> Iterator[list[Sets]]:
    """Yield for every symmetry of the board the families of sets that it makes of one another.

    Covers by such families are few, and found or excluded fast. All colourings of 12 x 12 queens
    by 12 colours are symmetric [1]_.

    Parameters
    ----------
    given : Reading
        The graph.
    sets : list of tuple of int
        All independent sets of some size.

    Yields
    ------
    list of list of tuple of int
        The families whose sets are disjoint.

    References
    ----------
    .. [1] M. Vasquez, D. Habet, Complete and incomplete algorithms for the queen graph coloring
       problem, ECAI 2004.
    """
    place = {members: k for k, members in enumerate(sets)}
    for image in _symmetries(given):
        image_of = [place[tuple(sorted(image[v] for v in members))] for members in sets]
        families = []
        seen = [False] * len(sets)
        for first in range(len(sets)):
            family, k = [], first
            while not seen[k]:
                seen[k] = True
                family.append(sets[k])
                k = image_of[k]
            if family and len(set().union(*family)) == sum(map(len, family)):
                families.append(family)
        yield families


def _symmetries(given: Reading) -> Iterator[list[int]]:
    """Yield the symmetries of the graph's board, if it has one, that are symmetries of the graph.

    Each is the list of the images of all nodes.
    """
    G: Any = given.G
    board = board_of(G)
    number = {node: k for k, node in enumerate(given.nodes)}
    if board is None or set(board.squares) != set(number):
        return
    for image in board.symmetries()[1:]:
        if all(G.has_edge(image[u], image[v]) for u, v in G.edges()):
            yield [number[image[node]] for node in given.nodes]
