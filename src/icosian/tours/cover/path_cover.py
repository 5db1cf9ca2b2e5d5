"""PathCover: disjoint paths through all nodes, and what is proved of their number."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, overload

from icosian._show import Shown
from icosian.tours.tour import Tour

if TYPE_CHECKING:
    from collections.abc import Iterable

    import networkx as nx

    from icosian._run.stats import SearchStats
    from icosian.proofs import CoverBound


class PathCover(Shown, Sequence[Tour]):
    """Paths of a graph that visit every node once in all, and a bound that no cover is below.

    The sequence of the paths, the longest first; a single node is a path.

    Parameters
    ----------
    paths : iterable of sequences of nodes
        The nodes of each path in the order of the visit.
    bound : int
        No cover has fewer paths.
    proof : CoverBound, optional
        The certificate of the bound.
    G : networkx graph, optional
        The graph it belongs to, used for pictures.
    stats : SearchStats, optional
        How it was found.

    See Also
    --------
    minimum_path_cover : Find one.

    Examples
    --------
    >>> import networkx as nx, icosian
    >>> cover = icosian.minimum_path_cover(nx.star_graph(3))
    >>> [path.nodes for path in cover]
    [(1, 0, 2), (3,)]
    >>> len(cover), cover.bound, cover.is_minimum
    (2, 2, True)
    """

    def __init__(
        self,
        paths: Iterable[Sequence[Any]],
        *,
        bound: int = 1,
        proof: CoverBound | None = None,
        G: nx.Graph[Any] | None = None,
        stats: SearchStats | None = None,
    ) -> None:
        self.paths = tuple(Tour(path, is_closed=False, G=G) for path in paths)
        """The paths, each an open tour of its own nodes."""
        self.bound = bound
        """The number of paths that every cover has at least."""
        self.proof = proof
        """The certificate of the bound, checked, or None."""
        self.graph = G
        """The graph it belongs to, or None."""
        self.stats = stats
        """How it was found, or None."""

    @property
    def is_minimum(self) -> bool:
        """True if it is proved that no cover has fewer paths."""
        return len(self) <= self.bound

    def explain(self) -> str:
        """Return the number of paths and what is proved of it as a sentence.

        Returns
        -------
        str
            The sentence.

        Examples
        --------
        >>> import networkx as nx, icosian
        >>> print(icosian.minimum_path_cover(nx.star_graph(4)).explain())
        3 paths, proved to be the fewest.
        """
        count = f"{len(self)} path{'s' * (len(self) != 1)}"
        if self.is_minimum:
            return f"{count}, proved to be the fewest."
        return f"{count}; no cover has fewer than {self.bound}."

    @overload
    def __getitem__(self, index: int) -> Tour: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Tour, ...]: ...
    def __getitem__(self, index: int | slice) -> Tour | tuple[Tour, ...]:
        return self.paths[index]

    def __len__(self) -> int:
        return len(self.paths)

    def __eq__(self, other: object) -> bool:
        return self.paths == other.paths if isinstance(other, PathCover) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.paths)

    def __repr__(self) -> str:
        nodes = sum(map(len, self))
        least = "" if self.is_minimum else f", at least {self.bound}"
        return f"<cover of {nodes} nodes by {len(self)} path{'s' * (len(self) != 1)}{least}>"

    def __str__(self) -> str:
        return "\n".join(" - ".join(map(str, path)) for path in self)
