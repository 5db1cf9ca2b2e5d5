"""The whole error tree on one page.

Found, proved impossible and gave up never share a return value: a finder returns a
:class:`~icosian.Tour`, raises :exc:`NoHamiltonianCycle` or :exc:`NoHamiltonianPath` with a proof,
or raises :exc:`SearchLimitReached`. Everything here is also a :exc:`networkx.NetworkXException`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import networkx as nx

if TYPE_CHECKING:
    from icosian.placements.bounds import Bound
    from icosian.placements.coloring.api import Coloring
    from icosian.placements.placement import Placement
    from icosian.proofs import Proof
    from icosian.tours import Tour

__all__ = [
    "DeadEnd",
    "HamiltonianCycleExists",
    "HamiltonianPathExists",
    "IcosianError",
    "IncompleteRun",
    "InvalidArgument",
    "InvalidProof",
    "InvalidTour",
    "NoHamiltonianCycle",
    "NoHamiltonianPath",
    "NoPlacement",
    "NotANode",
    "SearchLimitReached",
]


class IcosianError(nx.NetworkXException):
    """The root of every error that icosian raises itself."""


class InvalidArgument(IcosianError, ValueError):
    """An argument breaks a rule; the message holds the value and the rule."""


class NotANode(IcosianError, nx.NodeNotFound):
    """A start, an end or a square that is not a node of the graph."""


class InvalidTour(IcosianError, ValueError):
    """A sequence of nodes is no Hamiltonian path or cycle of the graph; the message says where."""


class InvalidProof(IcosianError, ValueError):
    """A proof does not hold for the graph it was checked against; the message says why."""


class _Impossible(IcosianError):
    """There is no such tour, and ``.proof`` says why.

    Parameters
    ----------
    proof : Proof
        The certificate; its ``explain()`` is the message.
    """

    def __init__(self, proof: Proof) -> None:
        super().__init__(proof)
        self.proof = proof
        """The certificate."""

    def __str__(self) -> str:
        return self.proof.explain()


class NoHamiltonianCycle(_Impossible, nx.NetworkXNoCycle):
    """The graph has no Hamiltonian cycle: proved, and ``.proof`` can be checked.

    Parameters
    ----------
    proof : Proof
        The certificate; its ``explain()`` is the message.
    """


class NoHamiltonianPath(_Impossible, nx.NetworkXNoPath):
    """The graph has no such Hamiltonian path: proved, and ``.proof`` can be checked.

    Parameters
    ----------
    proof : Proof
        The certificate; its ``explain()`` is the message.
    """


class NoPlacement(IcosianError, nx.NetworkXUnfeasible):
    """There is no such placement; the message says why.

    Parameters
    ----------
    reason : str
        Why not.
    bound : Bound, optional
        The certificate, where there is one.
    """

    def __init__(self, reason: str, *, bound: Bound | None = None) -> None:
        super().__init__(reason)
        self.bound = bound
        """The certificate, or None."""


class _Exists(IcosianError):
    """A proof of impossibility was asked for, but ``.tour`` exists.

    Parameters
    ----------
    tour : Tour
        The tour that was found.
    """

    def __init__(self, tour: Tour) -> None:
        super().__init__(tour)
        self.tour = tour
        """The tour that exists."""

    def __str__(self) -> str:
        return f"there is nothing to prove: {self.tour!r} exists"


class HamiltonianCycleExists(_Exists):
    """A proof that there is no Hamiltonian cycle was asked for, but there is one.

    Parameters
    ----------
    tour : Tour
        The cycle that was found.
    """


class HamiltonianPathExists(_Exists):
    """A proof that there is no Hamiltonian path was asked for, but there is one.

    Parameters
    ----------
    tour : Tour
        The path that was found.
    """


class SearchLimitReached(IcosianError, nx.ExceededMaxIterations):
    """The search stopped undecided: neither an answer nor a proof was found within the limit.

    Parameters
    ----------
    message : str
        What was tried.
    stats : object
        Method, steps and seconds spent.
    partial : tuple
        The longest path that the search held when it stopped (possibly empty).
    cover : tuple of tuples
        The paths of the best path cover that was held, of which ``partial`` is the longest: none
        has a node in common with another, and together they have all nodes, unless the time was
        too short even for that. Empty where a search holds no paths.
    best : Placement or Coloring, optional
        The best answer so far of a search for the best one.
    bound : Bound, optional
        What is proved: how much better an answer might be.
    """

    def __init__(
        self,
        message: str,
        *,
        stats: Any = None,
        partial: tuple[Any, ...] = (),
        cover: tuple[tuple[Any, ...], ...] = (),
        best: Placement | Coloring | None = None,
        bound: Bound | None = None,
    ) -> None:
        super().__init__(message)
        self.stats = stats
        """Method, steps and seconds spent."""
        self.partial = partial
        """The longest path that was held."""
        self.cover = cover
        """The best path cover that was held, the longest path first."""
        self.best = best
        """The best answer so far, where the best one was sought, or None."""
        self.bound = bound
        """What is proved of the best answer, or None."""


class IncompleteRun(SearchLimitReached):
    """An executor broke before the work was done: hand this error back as ``resume=``.

    The same call with ``resume=`` and a new executor does the rest, and nothing again. The error
    can be pickled.

    Parameters
    ----------
    message : str
        How much is done, and what broke.
    ledger : object
        What is done, and what is to be done.
    """

    def __init__(self, message: str, *, ledger: Any = None) -> None:
        super().__init__(message)
        self.ledger = ledger
        """What is done, and what is to be done."""


class DeadEnd(IcosianError):
    """A rule without backtracking got stuck; ``.partial`` is the path so far.

    Parameters
    ----------
    message : str
        Where it got stuck.
    partial : Tour
        The nodes visited, a path that cannot be continued.
    """

    def __init__(self, message: str, *, partial: Any = ()) -> None:
        super().__init__(message)
        self.partial = partial
        """The nodes visited."""
