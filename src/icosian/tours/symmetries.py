"""Symmetries of a board that keep a question as it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from icosian.boards.board import board_of
from icosian.exceptions import InvalidArgument

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from icosian.tours.conditions import Conditions


__all__ = ["board_symmetries"]


def board_symmetries(asked: Conditions) -> NDArray[np.int64]:
    """Return the symmetries of the board as permutations of the nodes, without the identity.

    Parameters
    ----------
    asked : Conditions
        A question about a graph.

    Returns
    -------
    int64 array, shape (symmetries, n)
        The images of the nodes by number.

    Raises
    ------
    InvalidArgument
        If the nodes of the graph are not the squares of a board that it knows.
    """
    import numpy as np

    problem = asked.problem
    board = board_of(problem.G)
    if board is None or set(board.squares) != set(problem.nodes):
        raise InvalidArgument(
            "distinct needs a graph whose nodes are the squares of a board it knows, "
            f"got {problem.G!r}"
        )
    number = {square: v for v, square in enumerate(problem.nodes)}
    images = [[number[image[v]] for v in problem.nodes] for image in board.symmetries()[1:]]
    return np.array(images, np.int64).reshape(-1, problem.size)
