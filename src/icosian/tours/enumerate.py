"""The search for all tours: conditions and symmetries as edges, and batches of checked orders."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from icosian._kernels import forcing, listing as kernels
from icosian._kernels._jit import Run
from icosian.exceptions import InvalidTour
from icosian.tours.clock import TimeIsUp
from icosian.tours.force import records

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy as np
    from numpy.typing import NDArray

    from icosian.proofs.conditions import Pairs
    from icosian.tours.clock import Clock
    from icosian.tours.conditions import Conditions
    from icosian.tours.problem import NormalForm, Problem

__all__ = ["orders"]

_BUFFER, _VERTICES = 256, 1 << 20
"""The most tours that are fetched from the kernel at once, and the most vertices of them all."""
_WALKS = 5  # place among the arrays of a run
_FIXED, _REQUIRED, _FREE, _FORBIDDEN = 2, 1, 0, -1  # kinds of edges


def orders(
    asked: Conditions, clock: Clock, permutations: NDArray[np.int64] | None = None
) -> Iterator[NDArray[np.int64]]:
    """Yield all tours as orders of node numbers, some at a time, at first one.

    Parameters
    ----------
    asked : Conditions
        The question.
    clock : Clock
        The clock of the search.
    permutations : int64 array, shape (symmetries, n), optional
        Symmetries of the graph as the images of its nodes. Of the tours that are images of each
        other under those that keep the question, only the first is yielded.

    Yields
    ------
    int64 array, shape (tours, n)
        Tours, checked.

    Raises
    ------
    TimeIsUp
        If the time is over, after what was found by then.
    """
    import numpy as np

    problem = asked.problem
    if asked.is_excluded(clock):
        return
    if problem.size == 1:
        yield np.zeros((1, 1), np.int64)
        return
    if problem.size == 2 and problem.start is not None:
        problem = replace(problem, end=None)  # the other node; two are no cycle of the normal form
    form = problem.normal_form()
    run = _started(asked, problem, form, permutations)
    room, status = 1, kernels.EXHAUSTED if run is None else kernels.MORE
    most = max(1, min(_BUFFER, _VERTICES // form.size))
    *_, part = problem.reading()
    is_late = False
    while run is not None and not is_late and status != kernels.EXHAUSTED:
        run[-1][kernels.ROOM] = room
        run[-1][kernels.LISTED] = 0
        try:
            status = clock.run("listing", run)
            if status == kernels.FULL:
                clock.tick("listing")
        except TimeIsUp:
            is_late = True
        walks = np.array(run[_WALKS][: run[-1][kernels.LISTED] * form.size], np.int64)
        found = walks.reshape(-1, form.size)[:, part] // (2 if problem.arrays.directed else 1)
        found = _in_time(asked, found)
        if len(found):
            _check(asked, found)
            yield found
        room = min(16 * room, most)
    if is_late:
        raise TimeIsUp


def _started(
    asked: Conditions,
    problem: Problem,
    form: NormalForm,
    permutations: NDArray[np.int64] | None,
) -> Run | None:
    """Return the kernel before its first step, or None if the conditions leave nothing to do."""
    import numpy as np

    ends = form.edges()
    ends = ends[np.lexsort((ends[:, 1], ends[:, 0]))]  # by the order of nodes alone
    kinds = _kinds(asked, problem, form, ends)
    if np.count_nonzero(kinds == _REQUIRED) < len(asked.require):
        return None
    edges, rows, lists, words = records(form, ends)
    s = np.concatenate((words, np.zeros(kernels.WORDS - len(words), np.int64)))
    for e in np.flatnonzero(kinds == _REQUIRED).tolist():
        mark = edges[forcing.EDGE * e + forcing.MARK]
        if mark == forcing.UNUSED or not forcing.use(edges, rows, lists, s, e):
            return None
    for e in np.flatnonzero(kinds == _FORBIDDEN).tolist():
        if edges[forcing.EDGE * e + forcing.MARK] == forcing.OPEN:
            forcing.drop(edges, rows, lists, s, e)
    s[kernels.ROOT], s[kernels.LAST], _ = problem.reading()
    most = max(1, min(_BUFFER, _VERTICES // form.size))
    return Run(
        kernels.list_cycles,
        edges,
        rows,
        lists,
        np.zeros(kernels.SPLIT_ * (len(ends) + 2), np.int64),
        _images(asked, form, ends, kinds, permutations),
        np.zeros(most * form.size, np.int64),  # the walks
        s,
    )


def _kinds(
    asked: Conditions, problem: Problem, form: NormalForm, ends: NDArray[np.int32]
) -> NDArray[np.int64]:
    """Return what the question says of the edges of the normal form."""
    import numpy as np

    kinds = np.where(form.mate[ends[:, 0]] == ends[:, 1], _FIXED, _FREE)
    if not (asked.require or asked.forbid):
        return kinds
    given = dict.fromkeys(_keys(problem, _numbers(problem, asked.forbid)).tolist(), _FORBIDDEN)
    required = _keys(problem, _numbers(problem, asked.require)).tolist()
    given |= dict.fromkeys(required, _REQUIRED)
    for e, (a, b) in enumerate(ends.tolist()):
        pair = problem.decode_edge(a, b)
        if pair is not None and problem.size not in pair:
            key = int(_keys(problem, np.array([pair]))[0])
            kinds[e] = given.get(key, _FREE)
    return kinds


def _images(
    asked: Conditions,
    form: NormalForm,
    ends: NDArray[np.int32],
    kinds: NDArray[np.int64],
    permutations: NDArray[np.int64] | None,
) -> NDArray[np.int64]:
    """Return what symmetries that keep the question put in the places of the edges."""
    import numpy as np

    problem = asked.problem
    number = {v: k for k, v in enumerate(problem.nodes)}
    pinned = [number[v] for v, _ in asked.positions]
    base = np.array([form.size, 1])
    keys = ends @ base
    images = [np.zeros(0, np.int64)]
    for permutation in () if permutations is None else permutations:
        moved = np.append(permutation, problem.size)  # home stays
        if problem.arrays.directed:
            moved = np.column_stack((2 * moved, 2 * moved + 1)).ravel()
        moved_keys = np.sort(moved[ends], axis=1) @ base
        places = np.searchsorted(keys, moved_keys) % len(keys)
        if (
            (keys[places] == moved_keys).all()
            and (kinds[places] == kinds).all()
            and (permutation[pinned] == pinned).all()
        ):
            images.append(places)
    return np.concatenate(images)


def _numbers(problem: Problem, pairs: Pairs) -> NDArray[np.int64]:
    """Return pairs of nodes by number."""
    import numpy as np

    number = {v: k for k, v in enumerate(problem.nodes)}
    return np.array([(number[u], number[v]) for u, v in pairs], np.int64).reshape(-1, 2)


def _keys(problem: Problem, pairs: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return a number for each pair of nodes, in an undirected graph the same for both orders."""
    import numpy as np

    pairs = pairs if problem.arrays.directed else np.sort(pairs, axis=-1)
    return pairs @ np.array([problem.size, 1])


def _in_time(asked: Conditions, found: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the tours whose nodes have the numbers given, in the direction in which they do."""
    import numpy as np

    if not asked.positions:
        return found
    problem = asked.problem
    number = {v: k for k, v in enumerate(problem.nodes)}
    nodes = [number[v] for v, _ in asked.positions]
    places = [k - 1 for _, k in asked.positions]
    fits = (found[:, places] == nodes).all(axis=1)
    ends = () if problem.closed else (problem.start, problem.end)
    if problem.arrays.directed or any(v is not None for v in ends):
        return found[fits]
    turned = np.roll(found[:, ::-1], 1 if problem.closed else 0, axis=1)
    found = np.where(fits[:, None], found, turned)
    return found[(found[:, places] == nodes).all(axis=1)]


def _check(asked: Conditions, found: NDArray[np.int64]) -> None:
    """Check that these are tours that keep the conditions, by other means than the search."""
    import numpy as np

    problem, arrays = asked.problem, asked.problem.arrays
    if not (np.sort(found, axis=1) == np.arange(problem.size)).all():
        raise InvalidTour("a tour does not visit every node once")
    steps = np.stack((found, np.roll(found, -1, axis=1)), axis=-1)
    if not problem.closed:
        steps = steps[:, :-1]
    used = _keys(problem, steps)
    known = np.sort(_keys(problem, np.column_stack((arrays.sources(), arrays.indices)).astype(int)))
    places = np.searchsorted(known, used)
    if used.size and not (known[places.clip(max=len(known) - 1)] == used).all():
        raise InvalidTour("a tour goes where no edge is")
    required, forbidden = (
        np.isin(used, _keys(problem, _numbers(problem, pairs))).sum(axis=1)
        for pairs in (asked.require, asked.forbid)
    )
    if forbidden.any() or (required < len(asked.require)).any():
        raise InvalidTour("a tour does not keep the conditions on edges")
    ends = (problem.start, 0), (None if problem.closed else problem.end, -1)
    for v, place in ends:
        if v is not None and not (found[:, place] == v).all():
            raise InvalidTour("a tour does not have the ends given")
