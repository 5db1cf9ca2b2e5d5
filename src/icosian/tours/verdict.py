"""Questions about a graph whose answer is true or false, with the evidence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from icosian.exceptions import NoHamiltonianCycle, NoHamiltonianPath
from icosian.tours.solve.api import hamiltonian_cycle, hamiltonian_path
from icosian.tours.tour import Tour

if TYPE_CHECKING:
    from collections.abc import Callable
    from concurrent.futures import Executor

    import networkx as nx

    from icosian._run.clock import Progress
    from icosian.proofs import Proof


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Verdict:
    """True with a tour, or false with a proof that there is none.

    A verdict equals its truth value. Like the truth values of numpy it is not the object ``True``
    or ``False`` itself, so ``is True`` does not hold.

    Parameters
    ----------
    evidence : Tour or Proof
        A tour if the answer is yes, a proof if it is no.

    See Also
    --------
    is_hamiltonian, is_traceable : Functions that return one.

    Examples
    --------
    >>> import networkx as nx, icosian
    >>> graphs = [nx.petersen_graph(), nx.dodecahedral_graph(), nx.star_graph(3)]
    >>> verdicts = [icosian.is_hamiltonian(G) for G in graphs]
    >>> verdicts == [False, True, False]
    True
    >>> verdicts[0].proof.check(graphs[0])
    >>> verdicts[1].tour
    <closed tour of 20 nodes from 0>
    """

    evidence: Tour | Proof
    """The tour or the proof, checked against the graph."""

    @property
    def tour(self) -> Tour | None:
        """The tour, or None if there is none."""
        return self.evidence if isinstance(self.evidence, Tour) else None

    @property
    def proof(self) -> Proof | None:
        """The certificate that there is no tour, or None if there is one."""
        return None if isinstance(self.evidence, Tour) else self.evidence

    def __bool__(self) -> bool:
        return isinstance(self.evidence, Tour)

    def __eq__(self, other: object) -> bool:
        return bool(self) == other if isinstance(other, bool | Verdict) else NotImplemented

    def __hash__(self) -> int:
        return hash(bool(self))

    def __repr__(self) -> str:
        return f"<{bool(self)}: {self.explain()}>"

    def explain(self) -> str:
        """Return the verdict and its evidence in plain sentences.

        Returns
        -------
        str
            The sentences; of a tour only its size and its ends.

        Examples
        --------
        >>> import networkx as nx, icosian
        >>> print(icosian.is_traceable(nx.path_graph(4)).explain())
        There is an open tour of 4 nodes from 0 to 3.
        >>> print(icosian.is_traceable(nx.star_graph(3)).explain())
        There is no Hamiltonian path: the 3 nodes 1, 2, 3 have fewer than two neighbors,
        so each must be an end of the path, and only 2 can be.
        """
        if not isinstance(self.evidence, Tour):
            return self.evidence.explain()
        kind = repr(self.evidence).strip("<>")
        return f"There is a{'n' * kind.startswith('o')} {kind}."


def is_hamiltonian(
    G: nx.Graph[Any],
    *,
    executor: Executor | Callable[[], Executor] | None = None,
    timeout: float | None = None,
    seed: int | None = None,
    progress: Callable[[Progress], object] | None = None,
) -> Verdict:
    """Decide whether a graph has a Hamiltonian cycle.

    Parameters
    ----------
    G : networkx graph
        Any graph, directed or not. Self-loops and parallel edges do not matter.
    executor, timeout, seed, progress : optional
        As for :func:`hamiltonian_cycle`.

    Returns
    -------
    Verdict
        True with ``.tour``, or false with ``.proof``.

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

    Notes
    -----
    The methods and their cost are those of :func:`hamiltonian_cycle`. A cycle has at least 3
    nodes, 2 in a digraph.

    Examples
    --------
    >>> import networkx as nx, icosian
    >>> if not icosian.is_hamiltonian(nx.complete_bipartite_graph(2, 3)):
    ...     print("no cycle")
    no cycle
    >>> icosian.is_hamiltonian(nx.complete_bipartite_graph(2, 3)).proof.explain()[:30]
    'There is no Hamiltonian cycle:'
    """
    try:
        tour = hamiltonian_cycle(
            G, executor=executor, timeout=timeout, seed=seed, progress=progress
        )
    except NoHamiltonianCycle as error:
        return Verdict(error.proof)
    return Verdict(tour)


def is_traceable(
    G: nx.Graph[Any],
    *,
    executor: Executor | Callable[[], Executor] | None = None,
    timeout: float | None = None,
    seed: int | None = None,
    progress: Callable[[Progress], object] | None = None,
) -> Verdict:
    """Decide whether a graph has a Hamiltonian path.

    Parameters
    ----------
    G : networkx graph
        Any graph, directed or not. Self-loops and parallel edges do not matter.
    executor, timeout, seed, progress : optional
        As for :func:`hamiltonian_path`.

    Returns
    -------
    Verdict
        True with ``.tour``, or false with ``.proof``.

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

    Examples
    --------
    The Petersen graph is traceable, but not Hamiltonian:

    >>> import networkx as nx, icosian
    >>> G = nx.petersen_graph()
    >>> bool(icosian.is_traceable(G)), bool(icosian.is_hamiltonian(G))
    (True, False)
    """
    try:
        tour = hamiltonian_path(G, executor=executor, timeout=timeout, seed=seed, progress=progress)
    except NoHamiltonianPath as error:
        return Verdict(error.proof)
    return Verdict(tour)
