"""Exceptions, all of them subclasses of :exc:`networkx.NetworkXException`.

A search returns a :class:`~icosian.Tour`, raises :exc:`NoHamiltonianCycle` or
:exc:`NoHamiltonianPath` with a proof, or raises :exc:`SearchLimitReached`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import networkx as nx

if TYPE_CHECKING:
    from icosian.placements.bounds import Bound
    from icosian.proofs import LoopRefutation, Proof
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
    "NoClausalForm",
    "NoCycle",
    "NoDisjointCycles",
    "NoHamiltonianCycle",
    "NoHamiltonianDecomposition",
    "NoHamiltonianPath",
    "NoLoop",
    "NoPath",
    "NoPlacement",
    "NoPseudoBooleanForm",
    "NoWalk",
    "NotANode",
    "SearchLimitReached",
    "StopSearch",
    "UnknownKeyword",
]


def next_best(*, closed: bool, has_ends: bool) -> str:
    """Return which functions find the best partial answers where there is no tour."""
    if closed:
        return "longest_cycle finds the longest one"
    if has_ends:
        return "longest_path finds the longest one"
    return "minimum_path_cover finds the fewest paths, longest_path the longest one"


class IcosianError(nx.NetworkXException):
    """The base class of the exceptions of icosian."""


class StopSearch(IcosianError):
    """Raise it in a ``progress`` callback: the search ends as it does at its time limit."""


class InvalidArgument(IcosianError, ValueError):
    """An argument is not valid; the message states the value and the rule."""


class UnknownKeyword(IcosianError, TypeError):
    """A function has no argument of this name; the message says which one may be meant."""


class NotANode(IcosianError, nx.NodeNotFound):
    """A start, an end or a square is not a node of the graph."""


class InvalidTour(IcosianError, ValueError):
    """A sequence of nodes is not a Hamiltonian path or cycle; the message states the place."""


class InvalidProof(IcosianError, ValueError):
    """A proof does not hold for the graph; the message states the reason."""


class NoClausalForm(IcosianError, nx.NetworkXNotImplemented):
    """A kind of proof cannot be written as clauses; the message says why."""


class NoPseudoBooleanForm(IcosianError, nx.NetworkXNotImplemented):
    """A kind of proof cannot be written for pseudo-Boolean checkers."""


class _Impossible(IcosianError):
    """There is no such tour, as ``.proof`` shows.

    Parameters
    ----------
    proof : Proof
        The certificate; its ``explain()`` is the message, with the functions that find the best
        partial answers.
    """

    def __init__(self, proof: Proof) -> None:
        super().__init__(proof)
        self.proof = proof
        """The certificate."""
        self.hint = ""
        """What answers a similar question, if that is not the best partial answer."""

    def __str__(self) -> str:
        claim = self.proof.statement
        if claim.has_conditions:
            return self.proof.explain()
        has_ends = claim.start is not None or claim.end is not None
        hint = self.hint or next_best(closed=claim.closed, has_ends=has_ends)
        return f"{self.proof.explain()} {hint}."


class NoHamiltonianCycle(_Impossible, nx.NetworkXNoCycle):
    """The graph has no Hamiltonian cycle; ``.proof`` can be checked."""


class NoDisjointCycles(_Impossible, nx.NetworkXNoCycle):
    """So many Hamiltonian cycles have an edge in common; ``.proof`` can be checked."""


class NoHamiltonianDecomposition(NoDisjointCycles):
    """The edges do not decompose into Hamiltonian cycles; ``.proof`` can be checked."""


class NoHamiltonianPath(_Impossible, nx.NetworkXNoPath):
    """The graph has no such Hamiltonian path; ``.proof`` can be checked."""


def no_tour(proof: Proof) -> NoHamiltonianCycle | NoHamiltonianPath:
    """Return the error that there is no Hamiltonian cycle or path, whichever a proof is about."""
    return (NoHamiltonianCycle if proof.closed else NoHamiltonianPath)(proof)


class NoCycle(_Impossible, nx.NetworkXNoCycle):
    """The graph has no cycle at all; ``.proof`` can be checked."""


class NoPath(_Impossible, nx.NetworkXNoPath):
    """No path joins two nodes; ``.proof`` can be checked."""


class NoWalk(_Impossible, nx.NetworkXNoPath):
    """No walk visits all stops; the message names some, and ``.proof`` can be checked."""


class NoPlacement(IcosianError, nx.NetworkXUnfeasible):
    """There is no such placement; the message states the reason.

    Parameters
    ----------
    reason : str
        The message.
    proof : Bound, optional
        The certificate, if any.
    """

    def __init__(self, reason: str, *, proof: Bound | None = None) -> None:
        super().__init__(reason)
        self.proof = proof
        """The certificate, or None."""


class NoLoop(IcosianError, nx.NetworkXUnfeasible):
    """A loop puzzle has no solution; the message states the reason.

    Parameters
    ----------
    reason : str
        The message.
    proof : LoopRefutation, optional
        The certificate.
    """

    def __init__(self, reason: str, *, proof: LoopRefutation | None = None) -> None:
        super().__init__(reason)
        self.proof = proof
        """The certificate, or None."""


class _Exists(IcosianError):
    """A proof was asked for, but ``.tour`` exists.

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
    """A proof that there is no Hamiltonian cycle was asked for, but ``.tour`` is one."""


class HamiltonianPathExists(_Exists):
    """A proof that there is no Hamiltonian path was asked for, but ``.tour`` is one."""


class SearchLimitReached(IcosianError, nx.ExceededMaxIterations):
    """The search found neither an answer nor a proof within its limit.

    Parameters
    ----------
    message : str
        The message, with what was tried.
    stats : object
        Method, steps and seconds spent.
    partial : tuple
        The longest path of the search when it stopped, maybe empty.
    cover : tuple of tuples
        The best path cover of the search, with ``partial`` as its longest path: disjoint paths,
        which cover all nodes unless the time was too short. Empty for searches without paths.
    best : Placement, Coloring or Puzzle, optional
        The best answer so far of an optimization.
    proof : Bound, optional
        The certificate of how much better an answer may be.
    """

    def __init__(
        self,
        message: str,
        *,
        stats: Any = None,
        partial: tuple[Any, ...] = (),
        cover: tuple[tuple[Any, ...], ...] = (),
        best: Any = None,
        proof: Bound | None = None,
    ) -> None:
        super().__init__(message)
        self.stats = stats
        """Method, steps and seconds spent."""
        self.partial = partial
        """The longest path of the search."""
        self.cover = cover
        """The best path cover of the search, the longest path first."""
        self.best = best
        """The best answer so far of an optimization, or None."""
        self.proof = proof
        """The certificate of how much better an answer may be, or None."""


class IncompleteRun(SearchLimitReached):
    """An executor broke before the work was done; pass this error as ``resume=`` to continue.

    The same call with ``resume=`` and a new executor does only the remaining work. The error can
    be pickled.

    Parameters
    ----------
    message : str
        The message, with the work that is done and what broke.
    ledger : object
        The finished and the remaining work.
    """

    def __init__(self, message: str, *, ledger: Any = None) -> None:
        super().__init__(message)
        self.ledger = ledger
        """The finished and the remaining work."""


class DeadEnd(IcosianError):
    """A rule without backtracking got stuck; ``.partial`` is the path so far.

    Parameters
    ----------
    message : str
        The message, with the node that has no continuation.
    partial : Tour
        The path that cannot be continued.
    """

    def __init__(self, message: str, *, partial: Any = ()) -> None:
        super().__init__(message)
        self.partial = partial
        """The path that cannot be continued."""
