"""Public function that covers all nodes by the fewest disjoint paths."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import networkx as nx

from icosian._run.arguments import checked_seed
from icosian._run.clock import Clock, Progress
from icosian._run.hints import hinted
from icosian.tours.cover.answer import cover_of
from icosian.tours.cover.path_cover import PathCover
from icosian.tours.problem import Problem


@hinted
def minimum_path_cover(
    G: nx.Graph[Any],
    *,
    timeout: float | None = None,
    seed: int | None = None,
    progress: Callable[[Progress], object] | None = None,
) -> PathCover:
    """Return the fewest disjoint paths that visit all nodes, or the best that the time allows.

    One path is a Hamiltonian path; where there is none, a minimum path cover is the next best
    thing. The cover comes with a proved lower bound of the number of paths.

    Parameters
    ----------
    G : networkx graph
        Any graph or digraph; in a digraph, paths follow the direction of the edges. Self-loops and
        parallel edges do not matter.
    timeout : float, optional
        Seconds after which the best cover so far is returned. Compiling the kernels and checking
        the proof do not count.
    seed : int, optional
        Seed of all random choices; without a time limit the same graph and seed give the same
        cover.
    progress : callable, optional
        Called about ten times a second with a :class:`Progress`; its ``stage`` holds the number of
        paths and its bound.

    Returns
    -------
    PathCover
        The paths, the longest first, with ``bound``, ``is_optimal`` and ``proof``, checked against
        ``G``.

    Raises
    ------
    InvalidArgument, networkx.NetworkXPointlessConcept
        If an argument breaks its rule, or the graph has no nodes, before any work.

    See Also
    --------
    hamiltonian_path : One path, or a proof that there is none.
    longest_path : One path through as many nodes as possible.

    Notes
    -----
    Components are covered one by one. Trees and forests take linear time [2]_, and so do the trees
    that hang on any graph. Acyclic digraphs are maximum matchings [1]_ and take O(m sqrt(n)) time.
    What is left is searched for a Hamiltonian path, for a set of nodes without which the part falls
    into as many parts as the cover found needs, and finally for a shortest path through all nodes
    on which an edge has length 0 and a step between two other nodes length 1, as in
    :func:`shortest_hamiltonian_path`. Hundreds of nodes usually take less than a second; hard
    instances take exponential time.

    For the last step, parts of more than 3,000 nodes, in digraphs 1,500, are too large: their
    cover is the best of a local search, and their bound may be lower.

    The paths have no node in common. Where they may cross, acyclic digraphs need as many as they
    have pairwise unreachable nodes (theorem of Dilworth), which may be fewer.

    References
    ----------
    .. [1] F. T. Boesch, J. F. Gimpel, Covering the points of a digraph with point-disjoint paths
       and its application to code optimization, Journal of the ACM 24 (1977), 192-198.
    .. [2] F. T. Boesch, S. Chen, J. A. M. McHugh, On covering the points of a graph with point
       disjoint paths, Graphs and Combinatorics, Lecture Notes in Mathematics 406, Springer, 1974,
       201-212.

    Examples
    --------
    No knight visits all squares of the 4 x 4 board; two do:

    >>> import icosian
    >>> cover = icosian.minimum_path_cover(icosian.knight_graph(4))
    >>> len(cover), cover.is_optimal
    (2, True)
    >>> cover.proof.check(icosian.knight_graph(4))

    Tasks with dependencies, and the fewest workers if each passes on only to direct successors:

    >>> import networkx as nx
    >>> tasks = nx.DiGraph([("a", "b"), ("a", "c"), ("b", "d"), ("c", "d")])
    >>> print(icosian.minimum_path_cover(tasks))
    a - b - d
    c
    """
    problem = Problem.of(G, closed=False)
    return cover_of(problem, Clock(timeout, progress), checked_seed(seed))
