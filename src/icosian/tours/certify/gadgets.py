"""Gadgets: small graphs in place of one side of a cut of three or four edges."""

from __future__ import annotations

from functools import cache
from itertools import chain, combinations
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence


State = frozenset[frozenset[int]]
"""The edges of a cut that a cycle uses, in the pairs that its paths on one side join."""
Edges = tuple[tuple[int, int], ...]


class Gadget(NamedTuple):
    """A small graph in place of one side of a cut."""

    edges: Edges
    """Numbers below that of the cut's edges stand for their ends on the other side."""
    states: frozenset[State]
    """How its paths can join the edges of the cut."""
    size: int
    """Its nodes; number ``ports + i`` takes the name of the end of edge i that it replaces."""


@cache
def states(ports: int) -> frozenset[State]:
    """Return the ways in which paths on one side of a cut can join some of its edges."""
    pairs = [frozenset(pair) for pair in combinations(range(ports), 2)]
    both = [frozenset((one, two)) for one, two in combinations(pairs, 2) if not one & two]
    return frozenset([frozenset([pair]) for pair in pairs] + both)


def fits(one: State, others: Collection[State]) -> bool:
    """Return True if paths on one side and some of those on the other make a single cycle."""
    used = frozenset().union(*one)
    return any(
        used == frozenset().union(*other) and (len(one) == 1 or one != other) for other in others
    )


def ways(ports: int, possible: Collection[State]) -> frozenset[State]:
    """Return the ways through one side that fit one of some ways through the other."""
    return frozenset(other for other in states(ports) if fits(other, possible))


@cache
def gadgets(ports: int) -> tuple[Gadget, ...]:
    """Return the gadgets for a cut, those first that say most if a part has no cycle with them."""
    n, everyone = ports, range(ports)
    star = tuple((i, n) for i in everyone)
    single = [((i, n + i), (n + i, j)) for i, j in combinations(everyone, 2)]
    dead_end = ((0, n),)
    if ports == 3:
        forced = [
            ((j, n + j), (k, n + j), (n + j, n + i), (n + i, i))
            for i, j, k in ((0, 1, 2), (1, 0, 2), (2, 0, 1))
        ]
        return tuple(_gadget(edges, n) for edges in (star, *single, *forced, dead_end))
    halves = [(0, i, *(j for j in (1, 2, 3) if j != i)) for i in (1, 2, 3)]
    bars = [
        ((a, n + a), (b, n + a), (n + a, n + c), (n + c, c), (n + c, d)) for a, b, c, d in halves
    ]
    links = [((a, b), (c, d)) for a, b, c, d in halves]
    double = [((a, n + a), (n + a, b), (c, n + c), (n + c, d)) for a, b, c, d in halves]
    # A complete graph of four nodes lets every way pass; some of its subgraphs let fewer.
    stubs = tuple((i, n + i) for i in everyone)
    inner = [(n + i, n + j) for i, j in combinations(everyone, 2)]
    missing = [{(n + a, n + b), (n + c, n + d)} for a, b, c, d in halves]
    missing += [*({pair} for pair in inner), set()]
    blocks = [stubs + tuple(pair for pair in inner if pair not in few) for few in missing]
    found = (*bars, *links, star, *single, *double, *blocks, dead_end)
    return tuple(_gadget(edges, n) for edges in found)


def _gadget(edges: Edges, ports: int) -> Gadget:
    """Return a gadget with its states, found by trying all sets of its edges."""
    ends = range(ports)
    inner = set(chain.from_iterable(edges)) - set(ends)
    found = set()
    for paths in (1, 2):
        for used in combinations(edges, len(inner) + paths):
            met = list(chain.from_iterable(used))
            if all(met.count(v) == 2 for v in inner) and all(met.count(v) < 2 for v in ends):
                state = joined(used, ends)
                if len(state) == paths:  # else some edges make a cycle
                    found.add(state)
    return Gadget(edges, frozenset(found), len(inner))


def joined(edges: Iterable[Iterable[int]], ends: Sequence[int]) -> State:
    """Return how paths join the edges of a cut, by ends of these; nothing if there is a cycle."""
    last: dict[int, int] = {}  # the other end of the path that a node ends
    for a, b in edges:
        one, two = last.pop(a, a), last.pop(b, b)
        if one == b:
            return frozenset()
        last[one], last[two] = two, one
    place = {v: k for k, v in enumerate(ends)}
    return frozenset(
        frozenset((place[v], place[w])) for v, w in last.items() if v in place and w in place
    )
