"""Questions about a graph whose answer is true or false."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import networkx as nx

from icosian._run.clock import Progress
from icosian._run.hints import hinted
from icosian._run.pool import Workers
from icosian.exceptions import NoHamiltonianCycle, NoHamiltonianPath
from icosian.tours.solve.api import hamiltonian_cycle, hamiltonian_path


@hinted
def is_hamiltonian(
    G: nx.Graph[Any],
    *,
    executor: Workers = None,
    timeout: float | None = None,
    seed: int | None = None,
    progress: Callable[[Progress], object] | None = None,
) -> bool:
    """Decide whether a graph has a Hamiltonian cycle.

    Parameters
    ----------
    G : networkx graph
        Any graph, directed or not. Self-loops and parallel edges do not matter.
    executor, timeout, seed, progress : optional
        As for :func:`hamiltonian_cycle`.

    Returns
    -------
    bool
        The tour and the proof come from the functions that return them.

    Raises
    ------
    SearchLimitReached
        If the time is over, so that the answer is not known.
    InvalidArgument, networkx.NetworkXPointlessConcept
        If an argument breaks its rule, before any work; also for the null graph.

    See Also
    --------
    is_traceable : The same for paths.
    is_hamiltonian_cycle : Check a given cycle.
    hamiltonian_cycle : Find a cycle, with conditions.
    prove_no_hamiltonian_cycle : The reason why there is none.

    Notes
    -----
    The methods and their cost are those of :func:`hamiltonian_cycle`. A cycle has at least 3
    nodes, 2 in a digraph.

    Examples
    --------
    >>> import networkx as nx, icosian
    >>> icosian.is_hamiltonian(nx.complete_bipartite_graph(2, 3))
    False
    """
    try:
        hamiltonian_cycle(G, executor=executor, timeout=timeout, seed=seed, progress=progress)
    except NoHamiltonianCycle:
        return False
    return True


@hinted
def is_traceable(
    G: nx.Graph[Any],
    *,
    executor: Workers = None,
    timeout: float | None = None,
    seed: int | None = None,
    progress: Callable[[Progress], object] | None = None,
) -> bool:
    """Decide whether a graph has a Hamiltonian path.

    Parameters
    ----------
    G : networkx graph
        Any graph, directed or not. Self-loops and parallel edges do not matter.
    executor, timeout, seed, progress : optional
        As for :func:`hamiltonian_path`.

    Returns
    -------
    bool
        The tour and the proof come from the functions that return them.

    Raises
    ------
    SearchLimitReached
        If the time is over, so that the answer is not known.
    InvalidArgument, networkx.NetworkXPointlessConcept
        If an argument breaks its rule, before any work; also for the null graph.

    See Also
    --------
    is_hamiltonian : The same for cycles.
    is_hamiltonian_path : Check a given path.
    hamiltonian_path : Find a path, with given ends and other conditions.
    prove_no_hamiltonian_path : The reason why there is none.

    Examples
    --------
    The Petersen graph is traceable, but not Hamiltonian:

    >>> import networkx as nx, icosian
    >>> G = nx.petersen_graph()
    >>> icosian.is_traceable(G), icosian.is_hamiltonian(G)
    (True, False)
    """
    try:
        hamiltonian_path(G, executor=executor, timeout=timeout, seed=seed, progress=progress)
    except NoHamiltonianPath:
        return False
    return True
