"""Walk: a walk on a map that visits some nodes, with its length and what is proved of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, pairwise
from typing import Any, overload

import networkx as nx

from icosian._io.text import plural
from icosian._io.tracks import Track, course_of, lightest
from icosian._run.arguments import checked_flag
from icosian._run.clock import SearchStats
from icosian._show import Playable
from icosian.exceptions import InvalidArgument
from icosian.proofs import StreetBound, WalkBound
from icosian.tours.measured import Measured


class Walk(Measured, Playable, Track, Sequence[Any]):
    """A walk that visits all stops, and may pass other nodes, and nodes again.

    It is a sequence of nodes. A closed walk ends where it starts, so that node is listed twice, as
    in networkx.

    Parameters
    ----------
    legs : iterable of sequences of nodes
        The way from each stop to the next one; each leg starts where the one before ends. The only
        leg of a walk with a single stop is that node.
    is_closed : bool
        True if the last leg leads back to the first stop.
    length : number
        The sum of the lengths of its edges.
    lost : number
        The prizes of the stops that it leaves out.
    cost : number, optional
        Length and lost prizes together.
    skipped : tuple of nodes
        The stops that it leaves out.
    bound : number, optional
        No walk is shorter, or costs less.
    is_optimal : bool
        True if that is proved.
    proof : WalkBound or StreetBound, optional
        The certificate of the bound.
    G : networkx graph, optional
        The map it belongs to.
    stats : SearchStats, optional
        How it was found.
    weight : str, optional
        The edge attribute with the lengths. Without it every edge counts 1, or a function gave the
        lengths.
    extra : number, optional
        Of a walk along all streets, the length of those that it repeats.
    keys : sequence, optional
        Of such a walk in a multigraph, the keys of its edges in their order.

    Raises
    ------
    InvalidArgument
        If there is no leg, a leg does not start where the one before ends, or a closed walk does
        not end where it starts.

    See Also
    --------
    traveling_salesman : Find one.
    icosian.routes.postman_walk : Find one along all streets.

    Examples
    --------
    >>> walk = Walk(["abc", "cbd", "dba"], is_closed=True, length=6)
    >>> walk.stops, walk.nodes
    (('a', 'c', 'd'), ('a', 'b', 'c', 'b', 'd', 'b', 'a'))
    """

    _kind, _part = "walk", "stop"

    def __init__(
        self,
        legs: Iterable[Sequence[Any]],
        *,
        is_closed: bool,
        length: Any,
        lost: Any = 0,
        cost: Any = None,
        skipped: tuple[Any, ...] = (),
        bound: Any = None,
        is_optimal: bool = False,
        proof: WalkBound | StreetBound | None = None,
        G: nx.Graph[Any] | None = None,
        stats: SearchStats | None = None,
        weight: str | None = None,
        extra: Any = None,
        keys: Iterable[Any] = (),
    ) -> None:
        self.legs = tuple(map(tuple, legs))
        """The way from each stop to the next one, both included."""
        if not self.legs or not all(self.legs):
            raise InvalidArgument("a walk has at least one leg, and a leg at least one node")
        for leg, after in pairwise([*self.legs, self.legs[0]] if is_closed else self.legs):
            if leg[-1] != after[0]:
                raise InvalidArgument(f"a leg ends at {leg[-1]!r}, the next starts elsewhere")
        rest = chain.from_iterable(leg[1:] for leg in self.legs[1:])
        self.nodes = (*self.legs[0], *rest)
        """The nodes in the order of the walk; a closed one repeats its first node at the end."""
        self.is_closed = is_closed
        """True if the last leg leads back to the first stop."""
        self.length = length
        self.lost = lost
        self.cost = length if cost is None else cost
        self.skipped = skipped
        self.bound = bound
        self.is_optimal = is_optimal
        self.proof = proof
        """The certificate of the bound, checked, or None."""
        self.graph = G
        """The map it belongs to, or None."""
        self.stats = stats
        """How it was found, or None."""
        self.weight = weight
        """The edge attribute with the lengths, or None."""
        self.extra = extra
        """Of a walk along all streets, the length of those that it repeats; None of others."""
        self._keys = tuple(keys)

    @property
    def stops(self) -> tuple[Any, ...]:
        """The stops in the order of the visit, the start first and not repeated."""
        starts = tuple(leg[0] for leg in self.legs)
        return starts if self.is_closed or len(self) == 1 else (*starts, self.nodes[-1])

    def edges(self, *, keys: bool = False) -> Iterator[tuple[Any, ...]]:
        """Yield the edges in the order of the walk, as often as it uses them.

        Parameters
        ----------
        keys : bool
            If True, each has a third item: the key of the lightest of parallel edges, as in
            networkx; of a walk along all streets, that of the street. ``G.edges[edge]`` then has
            its data, also in a graph of OSMnx.

        Yields
        ------
        tuple
            Two nodes, and the key if that is asked for.

        Raises
        ------
        InvalidArgument
            If keys are asked for and the map is not a multigraph.

        Examples
        --------
        >>> list(Walk(["ab", "ba"], is_closed=True, length=2).edges())
        [('a', 'b'), ('b', 'a')]
        >>> import networkx as nx, icosian
        >>> G = nx.MultiGraph([("a", "b", "bridge", {"km": 9}), ("a", "b", "ford", {"km": 5})])
        >>> walk = icosian.traveling_salesman(G, start="a", weight="km", cycle=False)
        >>> list(walk.edges(keys=True))
        [('a', 'b', 'ford')]
        """
        steps = pairwise(self.nodes)
        if not checked_flag(keys, "keys"):
            return steps
        if self.graph is None or not self.graph.is_multigraph():
            raise InvalidArgument("edges have keys in a MultiGraph or MultiDiGraph only")
        G = self.graph
        if self._keys:
            return ((u, v, key) for (u, v), key in zip(steps, self._keys, strict=True))
        return ((u, v, lightest(G[u][v], self.weight)) for u, v in steps)

    def _course(self) -> Any:
        return course_of(self.graph, self.nodes, self.stops, self.weight)

    @overload
    def __getitem__(self, index: int) -> Any: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Any]: ...
    def __getitem__(self, index: int | slice) -> Any:
        return self.nodes[index]

    def __len__(self) -> int:
        return len(self.nodes)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Walk):
            return NotImplemented
        # Different nodes have different hashes; == of two nodes may be an array.
        same = self.is_closed == other.is_closed and hash(self) == hash(other)
        return same and self.legs == other.legs

    def __hash__(self) -> int:
        return hash((self.is_closed, self.legs))

    def __repr__(self) -> str:
        kind = "closed" if self.is_closed else "open"
        route = f"from {self[0]!r}" if self.is_closed else f"from {self[0]!r} to {self[-1]!r}"
        proved = f"gap {self.gap:.2%}" if not self.is_shortest else "the shortest"
        stops = f"of {plural(len(self.stops), 'stop')}"
        if self.extra is not None:
            stops = "along streets"
        return f"<{kind} walk {stops} {route}, length {self.length}, {proved}>"

    def __str__(self) -> str:
        return " - ".join(map(str, self.nodes))
