"""Length, bound and gap of tours and walks, and the sentence about them."""

from __future__ import annotations

from typing import Any, ClassVar

from icosian._io.text import plural


def gap_between(length: Any, bound: Any) -> float:
    """Return how far a length is from a bound, as a part of it; infinity if nothing is proved."""
    if bound is None:
        return float("inf")
    between = abs(length - bound)
    return float(between / abs(length)) if length else float("inf" if between else 0)


class Measured:
    """A length, and a proved bound that nothing of its kind is below."""

    _kind: ClassVar[str] = "tour"
    _part: ClassVar[str] = "place"
    length: Any
    """The sum of the lengths of its edges: exact, but of floats rounded to the nearest."""
    lost: Any
    """The prizes of what it leaves out."""
    cost: Any
    """Length and lost prizes together, which the bound is about."""
    skipped: tuple[Any, ...]
    """What it leaves out."""
    bound: Any
    """A cost that is proved to be below that of no other; None if nothing is proved."""
    is_optimal: bool
    """True if it is proved that none is shorter."""
    note: str = ""
    """What a file states about its places, in sentences."""

    @property
    def is_shortest(self) -> bool:
        """True if it is proved that none is shorter; where lengths were rounded, up to gap."""
        return self.is_optimal

    @property
    def gap(self) -> float:
        """The part of the cost that may be too much, infinity if nothing is proved."""
        return gap_between(self.cost, self.bound)

    def explain(self) -> str:
        """Return length, bound and gap in words, and what a file states about its places.

        Returns
        -------
        str
            One or two sentences.

        Examples
        --------
        >>> import networkx as nx, icosian
        >>> print(icosian.shortest_hamiltonian_path(nx.complete_graph(4)).explain())
        Length 3, proved to be the shortest.
        """
        return f"{self._proved()} {self.note}".rstrip()

    def _proved(self) -> str:
        """Return length, bound and gap as a sentence."""
        length, count = f"Length {self.length}", len(self.skipped)
        if count:
            what = f"{plural(count, self._part)} left out"
            length += (
                f" and {self.lost} for {what}: {self.cost} in all" if self.lost else f", {what}"
            )
        if self.is_shortest and self.gap == 0:
            return f"{length}, proved to be the shortest."
        if self.is_shortest:
            return f"{length}, proved to be the shortest up to {self.gap:.1g}."
        if self.bound is None:
            return f"{length}; nothing is proved."
        return f"{length}; no {self._kind} is shorter than {self.bound} (gap {self.gap:.2%})."
