"""Peers of networkx: Christofides, the nearest neighbor, and simulated annealing from there.

For tours of places they are called directly: ``traveling_salesman_problem``, which is called for
walks on a map, first looks for all shortest paths.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import networkx as nx
import numpy as np
from networkx.algorithms import approximation

if TYPE_CHECKING:
    from collections.abc import Callable

    from tsplib import Instance
    from walks import Round

    Search = Callable[[], list[int]]

__all__ = [
    "short_by_annealing",
    "short_by_christofides",
    "short_by_nearest",
    "walk_by_christofides",
    "walk_by_greedy",
]


def _ready(
    method: Callable[..., list[Any]], instance: Instance, _: float, **options: Any
) -> Search:
    """Return a heuristic for the instance as a graph, whose time is its own affair."""
    lengths = instance.whole + 1  # an edge of length 0 would be lost
    np.fill_diagonal(lengths, 0)
    G = nx.from_numpy_array(lengths)
    return lambda: method(G, **options)[:-1]


short_by_christofides = partial(_ready, approximation.christofides)
short_by_nearest = partial(_ready, approximation.greedy_tsp, source=0)
short_by_annealing = partial(
    _ready, approximation.simulated_annealing_tsp, init_cycle="greedy", source=0, seed=1
)


def _walk(method: Callable[..., list[Any]] | None, subject: Round, _: float) -> Search:
    """Return the search for a closed walk through stops of a map."""
    search = approximation.traveling_salesman_problem
    return lambda: search(subject.G, nodes=subject.stops, method=method)


walk_by_christofides = partial(_walk, None)
walk_by_greedy = partial(_walk, approximation.greedy_tsp)
