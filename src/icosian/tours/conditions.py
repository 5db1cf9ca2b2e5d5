"""Conditions on a tour: edges to use, edges to avoid, numbers and orders of nodes."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from graphlib import CycleError, TopologicalSorter
from itertools import chain, pairwise
from typing import TYPE_CHECKING, Any

from icosian._io.text import shown
from icosian._run.arguments import rows_of
from icosian.boards.lookup import node_of
from icosian.exceptions import InvalidArgument, InvalidTour
from icosian.proofs import HOME, Middle

if TYPE_CHECKING:
    import networkx as nx

    from icosian.proofs.claim import Groups, Pairs


def edge_key(edge: tuple[Any, Any], *, directed: bool) -> Any:
    """Return what is equal for both ways of writing an edge."""
    return edge if directed else frozenset(edge)


def checked_edges(
    G: nx.Graph[Any], require: Iterable[Any], forbid: Iterable[Any]
) -> tuple[Pairs, Pairs]:
    """Return the edges to use and to avoid, each once; pairs to avoid need not be edges."""
    used, avoided = _pairs(G, require, "require"), _pairs(G, forbid, "forbid")
    for key, (u, v) in used.items():
        if not G.has_edge(u, v):
            raise InvalidArgument(f"require must hold edges of the graph, got {(u, v)!r}")
        if key in avoided:
            raise InvalidArgument(f"edge {(u, v)!r} is both required and forbidden")
        if len({u, v}) < 2:  # == of two labels may be an array
            raise InvalidArgument(f"require: a tour never uses the loop {(u, v)!r}")
    return tuple(used.values()), tuple(pair for pair in avoided.values() if G.has_edge(*pair))


def _pairs(G: nx.Graph[Any], pairs: Iterable[Any], role: str) -> dict[Any, tuple[Any, Any]]:
    """Return pairs of nodes, each once, by their keys."""
    try:
        given = rows_of(pairs)
    except TypeError:
        given = [()]
    found: dict[Any, tuple[Any, Any]] = {}
    for pair in given:
        if len(pair) != 2:
            raise InvalidArgument(
                f"{role} must hold pairs of nodes, such as [('a', 'b')], got {shown(pairs)}"
            )
        u, v = (node_of(G, node, role) for node in pair)
        found.setdefault(edge_key((u, v), directed=G.is_directed()), (u, v))
    return found


def checked_numbers(
    G: nx.Graph[Any],
    positions: Mapping[Any, int],
    index: Mapping[Any, int],
    ends: Mapping[int, int | None],
    *,
    closed: bool,
) -> dict[int, int]:
    """Return the node of every number, nodes by place; ``ends`` are numbers given already."""
    if not isinstance(positions, Mapping):
        raise InvalidArgument(f"positions must map nodes to numbers, got {positions!r}")
    n, nodes = len(index), list(index)
    given = [(v, k) for k, v in ends.items() if v is not None]
    for node, number in positions.items():
        try:
            k = 0 if isinstance(number, bool) else operator.index(number)
        except TypeError:
            k = 0
        if not 1 <= k <= n:
            raise InvalidArgument(
                f"positions must be integers from 1 to {n}, got {number!r} for {node!r}"
            )
        given.append((index[node_of(G, node, "positions")], k))
    numbers: dict[int, int] = {}
    places: dict[int, int] = {}
    for v, k in given:
        if numbers.setdefault(k, v) != v:
            raise InvalidArgument(
                f"number {k} is given to {nodes[numbers[k]]!r} and to {nodes[v]!r}"
            )
        if places.setdefault(v, k) != k:
            raise InvalidArgument(f"{nodes[v]!r} is given the numbers {places[v]} and {k}")
    if closed and 1 not in numbers:
        raise InvalidArgument(
            f"positions on a cycle count from its start, got {positions!r} and none"
        )
    return numbers


@dataclass(frozen=True, kw_only=True)
class Chains:
    """What a user says about the order of places."""

    chains: tuple[tuple[Any, ...], ...] = ()
    """The places of each are visited in its order."""
    alone: tuple[Any, ...] = ()
    """The places of chains of one place, which say no more than that it is visited."""

    @classmethod
    def of(
        cls,
        order: Any,
        *,
        closed: bool,
        start: Any,
        given: tuple[tuple[Any, ...], ...] = (),
        place: Callable[[Any], Any] = lambda v: v,
    ) -> Chains:
        """Check the argument of a user; the chains of a closed tour begin at its start.

        Chains that are ``given`` hold as well. ``place`` returns the node that a user names.
        """
        try:
            rows = rows_of(() if order is None else order)
        except TypeError:
            raise InvalidArgument(
                f"order is a list of chains of places, such as [['a', 'b']], got {shown(order)}"
            ) from None
        named = [tuple(map(place, one)) for one in rows]
        alone = tuple(one[0] for one in named if len(one) == 1)
        chains: Groups = (*given, *(one for one in named if len(one) > 1))
        if closed and chains:
            if start is None:
                raise InvalidArgument("a closed tour with an order needs a start")
            chains = tuple(one if one[:1] == (start,) else (start, *one) for one in chains)
        return cls(chains=chains, alone=alone)

    def __bool__(self) -> bool:
        return bool(self.chains)

    def check_ends(self, start: Any = None, end: Any = None) -> None:
        """Raise :exc:`InvalidArgument` if chains and the ends of a path contradict each other."""
        before = {v: {start} - {v, None} for v in chain(*self.chains)}
        for u, v in self._steps():
            before[v].add(u)
        if end in before:
            before[end] |= before.keys() - {end}
        try:
            TopologicalSorter(before).prepare()
        except CycleError as error:
            place = next(v for v in chain(*self.chains) if v in error.args[1])
            raise InvalidArgument(
                f"the order contradicts itself: {shown(place)} before itself"
            ) from None

    def check(self, nodes: Sequence[Any]) -> None:
        """Raise :exc:`InvalidTour` unless a tour keeps to the order."""
        rank = {v: k for k, v in enumerate(nodes)}
        if any(rank[u] >= rank[v] for u, v in self._steps()):
            raise InvalidTour("the tour does not keep to the order")

    def _steps(self) -> Iterable[tuple[Any, Any]]:
        """Return the places that follow each other in chains."""
        return chain.from_iterable(map(pairwise, self.chains))


def original_order(nodes: Iterable[Any]) -> tuple[list[Any], bool]:
    """Return a tour without the further nodes of conditions, and whether home was one of them."""
    order = [v for v in nodes if not isinstance(v, Middle)]
    home = next((k for k, v in enumerate(order) if v is HOME), None)
    return (order, False) if home is None else (order[home + 1 :] + order[:home], True)


def original_paths(cover: Iterable[Iterable[Any]]) -> tuple[tuple[Any, ...], ...]:
    """Return the paths of the graph from paths of the graph with its conditions built in."""
    paths = []
    for path in cover:
        nodes = [HOME, *(v for v in path if not isinstance(v, Middle)), HOME]
        homes = [k for k, v in enumerate(nodes) if v is HOME]
        paths += [tuple(nodes[i + 1 : j]) for i, j in pairwise(homes) if j > i + 1]
    return tuple(sorted(paths, key=len, reverse=True))
