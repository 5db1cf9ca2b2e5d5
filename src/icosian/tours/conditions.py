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
from icosian.exceptions import InvalidArgument, InvalidTour
from icosian.proofs import HOME, Middle

if TYPE_CHECKING:
    from icosian.proofs.claim import Groups, Pairs


def edge_key(edge: tuple[Any, Any], *, directed: bool) -> Any:
    """Return what is equal for both ways of writing an edge."""
    return edge if directed else frozenset(edge)


Named = Callable[[Any, str], Any]
"""Returns the node that a user names for some role."""


def checked_edges(
    named: Named,
    is_edge: Callable[[Any, Any], bool],
    require: Iterable[Any],
    forbid: Iterable[Any],
    *,
    directed: bool,
) -> tuple[Pairs, Pairs]:
    """Return the edges to use and to avoid, each once; pairs to avoid need not be edges."""
    used, avoided = (
        _pairs(named, pairs, role, directed=directed)
        for pairs, role in ((require, "require"), (forbid, "forbid"))
    )
    for key, (u, v) in used.items():
        if not is_edge(u, v):
            raise InvalidArgument(f"require must hold edges of the graph, got {(u, v)!r}")
        if key in avoided:
            raise InvalidArgument(f"edge {(u, v)!r} is both required and forbidden")
        if len({u, v}) < 2:  # == of two labels may be an array
            raise InvalidArgument(f"require: a tour never uses the loop {(u, v)!r}")
    return tuple(used.values()), tuple(pair for pair in avoided.values() if is_edge(*pair))


def _pairs(
    named: Named, pairs: Iterable[Any], role: str, *, directed: bool
) -> dict[Any, tuple[Any, Any]]:
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
        u, v = (named(node, role) for node in pair)
        found.setdefault(edge_key((u, v), directed=directed), (u, v))
    return found


def checked_numbers(
    named: Named,
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
        given.append((index[named(node, "positions")], k))
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
    """The places of each that are visited come in its order."""
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
        before = self._before()
        for v in before.keys() - {start} if start is not None else ():
            before[v].add(start)
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
        before, latest = self._before(), dict[Any, int]()
        for v in TopologicalSorter(before).static_order():
            last = max((latest[u] for u in before[v]), default=-1)
            if rank.get(v, last + 1) <= last:
                raise InvalidTour("the tour does not keep to the order")
            latest[v] = rank.get(v, last)

    def _before(self) -> dict[Any, set[Any]]:
        """Return what stands right before each place in chains."""
        before: dict[Any, set[Any]] = {v: set() for v in chain(*self.chains)}
        for u, v in chain.from_iterable(map(pairwise, self.chains)):
            before[v].add(u)
        return before


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
