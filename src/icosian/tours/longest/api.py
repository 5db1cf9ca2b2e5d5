"""Public functions that find longest paths and cycles and prove that none is longer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import networkx as nx

from icosian._run.clock import Progress
from icosian._run.hints import hinted
from icosian._run.pool import Workers
from icosian.tours.longest.answer import longest
from icosian.tours.longest.longest_tour import LongestTour
from icosian.tours.shortest.answer import Limits
from icosian.tours.shortest.problem.lengths import Weight


@hinted
def longest_cycle(
    G: nx.Graph[Any],
    *,
    weight: Weight = None,
    timeout: float | None = None,
    executor: Workers = None,
    seed: int | None = None,
    progress: Callable[[Progress], object] | None = None,
) -> LongestTour:
    """Return the longest cycle, or the best one that the time allows.

    The cycle comes with a proved upper bound on the length of all cycles.

    Parameters
    ----------
    G : networkx graph
        Any graph, directed or not. Of parallel edges the heaviest counts; self-loops do not matter.
    weight : str, callable or None
        None counts nodes. Otherwise the edge attribute with the weights, which no edge lacks, or
        a function ``f(u, v, data)``. Weights are numbers of any kind and sign. An edge whose weight
        is None does not exist. A name that no edge has is an error.
    timeout : float, optional
        Seconds after which the best cycle so far is returned. Compiling the kernels and checking
        the proof do not count.
    executor : concurrent.futures.Executor, client of dask or callable, optional
        Where cases are searched if there are many. The executor is not shut down. A callable makes
        an executor, and another one if that breaks.
    seed : int, optional
        Seed of all random choices; without a time limit or an executor the same graph and seed give
        the same cycle.
    progress : callable, optional
        Called about ten times a second with a :class:`Progress`; its ``stage`` holds length and
        bound.

    Returns
    -------
    LongestTour
        A closed tour of some nodes, with ``length``, ``bound``, ``gap``, ``is_longest`` and
        ``proof``, checked against ``G``.

    Raises
    ------
    NoCycle
        If the graph has no cycle; ``.proof`` was checked against ``G``.
    InvalidArgument, networkx.NetworkXPointlessConcept
        If an argument breaks its rule, before any work.

    See Also
    --------
    longest_path : Open tours.
    hamiltonian_cycle : A cycle through all nodes.

    Notes
    -----
    A local search replaces parts of a cycle by detours. Then cases are distinguished: whether a
    cycle visits a node, and whether it uses an edge. In each case a linear program with subtour
    inequalities of the visited nodes bounds the length [1]_. Sparse graphs of some hundred nodes
    take seconds; hard instances take exponential time.

    References
    ----------
    .. [1] M. Fischetti, J. J. Salazar Gonzalez, P. Toth, A branch-and-cut algorithm for the
       symmetric generalized traveling salesman problem, Operations Research 45 (1997), 378-394.

    Examples
    --------
    The Petersen graph has no Hamiltonian cycle, but one misses a single node:

    >>> import networkx as nx, icosian
    >>> cycle = icosian.longest_cycle(nx.petersen_graph())
    >>> cycle.length, cycle.is_longest
    (9, True)
    >>> cycle.proof.check(nx.petersen_graph())
    """
    question = {"closed": True}
    return longest(G, question, weight, Limits.of(timeout, 0.0, seed, progress, executor))


@hinted
def longest_path(
    G: nx.Graph[Any],
    start: Any = None,
    end: Any = None,
    *,
    weight: Weight = None,
    timeout: float | None = None,
    executor: Workers = None,
    seed: int | None = None,
    progress: Callable[[Progress], object] | None = None,
) -> LongestTour:
    """Return the longest path, or the best one that the time allows.

    Parameters
    ----------
    G : networkx graph
        Any graph, directed or not. Of parallel edges the heaviest counts; self-loops do not matter.
    start, end : node, optional
        The ends of the path; on a board also names of squares. Free by default.
    weight, timeout, executor, seed, progress : optional
        As for :func:`longest_cycle`.

    Returns
    -------
    LongestTour
        An open tour of some nodes, with ``length``, ``bound``, ``gap``, ``is_longest`` and
        ``proof``, checked against ``G``. One node is a path; its weight is 0.

    Raises
    ------
    NoPath
        If no path joins the ends given; ``.proof`` was checked against ``G``.
    NotANode, InvalidArgument, networkx.NetworkXPointlessConcept
        If an argument breaks its rule, before any work.

    See Also
    --------
    longest_cycle : Closed tours, and notes on the methods.
    hamiltonian_path : A path through all nodes.
    networkx.dag_longest_path : Acyclic digraphs only, without a proof.

    Notes
    -----
    Acyclic digraphs, and forests without negative weights, take time in proportion to their size.
    The check of a bound takes the same ``weight``.

    Examples
    --------
    >>> import networkx as nx, icosian
    >>> path = icosian.longest_path(nx.star_graph(5))
    >>> path.length, path.is_longest
    (3, True)

    Weights may be negative; a path ends before they cost more than they bring:

    >>> G = nx.Graph()
    >>> G.add_weighted_edges_from([("a", "b", 4), ("b", "c", -2), ("c", "d", 3), ("d", "e", -1)])
    >>> icosian.longest_path(G, weight="weight").length
    5
    """
    question = {"closed": False, "start": start, "end": end}
    return longest(G, question, weight, Limits.of(timeout, 0.0, seed, progress, executor))
