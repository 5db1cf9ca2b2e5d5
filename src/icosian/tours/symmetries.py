"""Symmetries of a board as permutations of the nodes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from icosian.boards.theorems import square_symmetries
from icosian.exceptions import InvalidArgument

if TYPE_CHECKING:
    from icosian.tours.problem import Problem


def board_symmetries(problem: Problem) -> NDArray[np.int64]:
    """Return the symmetries but the identity as images of nodes, shape (symmetries, n)."""
    symmetries = square_symmetries(problem.G)
    if not symmetries:
        raise InvalidArgument(
            "distinct needs a graph whose nodes are the squares of a board it knows, "
            f"such as knight_graph(6), got {problem.G}"
        )
    number = problem.index
    images = [[number[image[v]] for v in problem.nodes] for image in symmetries[1:]]
    return np.array(images, np.int64).reshape(-1, problem.size)
