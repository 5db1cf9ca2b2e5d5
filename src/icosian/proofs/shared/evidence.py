"""Evidence that is checked against a graph: the common base of proofs and bounds."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar

import networkx as nx

from icosian.exceptions import InvalidArgument, InvalidProof

T = TypeVar("T")

Tick = Callable[[], object]
"""Called every few milliseconds of a check; it stops the check by raising an exception."""


class Evidence(ABC):
    """A statement about a graph that can be checked and explained."""

    __slots__ = ()

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        # IPython searches the classes of a value from the last one on, and the generated __repr__
        # of a dataclass would hide an inherited _repr_pretty_.
        cls._repr_pretty_ = Evidence._repr_pretty_  # type: ignore[method-assign]

    def check(self, G: nx.Graph[Any]) -> None:
        """Check the statement against a graph, by exact code that is independent of the search.

        Parameters
        ----------
        G : networkx graph
            The graph.

        Raises
        ------
        InvalidArgument
            If it is not a graph.
        InvalidProof
            If the statement does not hold for this graph; the message says why.
        """
        verify(self, G, unlimited)

    @abstractmethod
    def _verify(self, G: nx.Graph[Any], tick: Tick) -> None:
        """Raise :exc:`InvalidProof` unless the statement holds for the graph."""

    @abstractmethod
    def explain(self) -> str:
        """Return the statement and its reason in plain sentences.

        Returns
        -------
        str
            The sentences.
        """

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name != "_shown"}

    def __str__(self) -> str:
        return self.explain()

    def _repr_html_(self) -> str | None:
        shown = getattr(self, "_shown", None)  # what the search that found it knows of its picture
        return shown(self) if shown else None

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:  # noqa: ARG002
        printer.text(str(self))


def verify(evidence: Evidence, G: Any, tick: Tick, **options: Any) -> None:
    """Check evidence against a graph; what ``tick`` raises ends the check."""
    try:
        evidence._verify(G, tick, **options)  # noqa: SLF001 - this function is its public face
    except TypeError:
        try:
            hash(evidence)
        except TypeError as error:
            raise InvalidProof(f"the proof names what cannot be a node: {error}") from None
        raise


def check_graph(G: Any) -> None:
    """Raise :exc:`InvalidArgument` unless evidence is checked against a graph."""
    if not isinstance(G, nx.Graph):
        raise InvalidArgument(f"a proof is checked against a networkx graph, got {G!r}")


def paced(items: Iterable[T], tick: Tick, every: int = 1_000) -> Iterator[T]:
    """Yield items, with a tick after every thousand."""
    for k, item in enumerate(items, start=1):
        yield item
        if not k % every:
            tick()


def unlimited() -> None:
    """Let a check take as long as it needs."""
