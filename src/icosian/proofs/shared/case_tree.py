"""Binary trees of cases: every leaf with all that its case assumes, in linear time."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from icosian.exceptions import InvalidProof

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator


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
