"""Families of sets whose borders every Hamiltonian cycle crosses a number of times."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

from icosian.exceptions import InvalidProof

Family = tuple[tuple[int, ...], ...]
"""One set of nodes, or a comb: its handle, then its teeth."""


class Borders(NamedTuple):
    """The borders of a family, and how often a cycle crosses all of them together."""

    sides: list[frozenset[int]]
    """One side of each border, the smaller one."""
    crossings: int
    """The least number of crossings."""


def borders(family: Family, size: int) -> Borders:
    """Return the borders of a family in a graph with nodes ``0..size - 1``, or refuse it.

    A cycle crosses the border of a set of some but not all nodes an even number of times, at least
    twice. Let T be a tooth of a comb and H its handle. The two parts of T, in H and outside, and T
    itself have borders that are crossed twice each; the first two count an edge from part to part
    twice, but no such edge crosses that of T. So the crossings of T and the edges from part to part
    are at least 3. The latter cross the border of H, and disjoint teeth do not share them. So the
    borders of k teeth and of the handle are crossed at least 3 k times in all, an even number of
    times, and for an odd k at least 3 k + 1 times (Chvatal 1973; Groetschel and Padberg 1979).
    """
    sets = [_members(part, size) for part in family]
    if len(sets) == 1:
        if not 0 < len(sets[0]) < size:
            raise InvalidProof("a set must hold some nodes, but not all that a tour visits")
        crossings = 2
    else:
        if len(sets) < 4 or len(sets) % 2:
            raise InvalidProof("a comb has a handle and an odd number of teeth, at least 3")
        handle, *teeth = sets
        if sum(map(len, teeth)) > len(frozenset().union(*teeth)):
            raise InvalidProof("two teeth of a comb share a node")
        if not all(tooth & handle and tooth - handle for tooth in teeth):
            raise InvalidProof("a tooth of a comb must lie in its handle in part")
        crossings = 3 * len(teeth) + 1
    sides = [part if 2 * len(part) <= size else frozenset(range(size)) - part for part in sets]
    return Borders(sides, crossings)


def _members(part: tuple[int, ...], size: int) -> frozenset[int]:
    """Return the nodes of a set."""
    members = frozenset(part)
    if len(members) < len(part):
        raise InvalidProof("a member of a set is listed twice")
    if not all(type(v) is int and 0 <= v < size for v in members):
        raise InvalidProof("a set holds what is not the number of a node")
    return members


# -- Binary trees of cases: every leaf with all that its case assumes, in linear time

Split = tuple[Any, set[Any], set[Any]]
"""What a case is split on, and the sets that hold it while it is assumed and while it is denied."""


def leaves(
    tree: Iterable[tuple[int, ...] | int], split_of: Callable[[tuple[int, ...]], Split]
) -> Iterator[int]:
    """Yield the leaves of a tree, listed from the root down; refuse one that lacks a case.

    Tuples are splits, the case that assumes what they name before the one that denies it. At a leaf
    the sets of the splits hold what its case assumes and denies.
    """
    path: list[tuple[Any, set[Any]]] = []
    ahead: list[tuple[int, list[tuple[Any, set[Any]]]]] = [(0, [])]
    for entry in tree:
        if not ahead:
            raise InvalidProof("there are more cases than the splits make")
        depth, step = ahead.pop()
        while len(path) > depth:
            what, side = path.pop()
            side.remove(what)
        for what, side in step:
            side.add(what)
        path += step
        if isinstance(entry, tuple):
            what, assumed, denied = split_of(entry)
            if what in assumed or what in denied:
                raise InvalidProof("a case is split twice on the same")
            ahead += [(len(path), [(what, side)]) for side in (denied, assumed)]
        else:
            yield entry
    if ahead:
        raise InvalidProof("a case is left out")
