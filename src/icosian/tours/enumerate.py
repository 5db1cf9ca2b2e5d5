"""The search for all tours: conditions and symmetries as edges, and batches of checked orders."""

from __future__ import annotations

import math
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from icosian._kernels import forcing, listing as kernels
from icosian._kernels._jit import Run
from icosian.exceptions import InvalidTour, SearchLimitReached
from icosian.proofs import Proof
from icosian.tours.clock import TimeIsUp
from icosian.tours.force import records

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy as np
    from numpy.typing import NDArray

    from icosian.proofs.conditions import Pairs
    from icosian.tours.clock import Clock
    from icosian.tours.conditions import Conditions

    Numbers = NDArray[np.int64]

__all__ = ["kept_symmetries", "orders"]

PATIENCE = 100_000
"""The steps after which a search that has found nothing asks the provers; then four times more."""
_BUFFER, _VERTICES = 256, 1 << 20
"""The most tours that are fetched from the kernel at once, and the most vertices of them all."""
_FIXED, _REQUIRED, _FREE, _FORBIDDEN = 2, 1, 0, -1  # kinds of edges
_WALKS = 7  # place among the arrays of a run


def orders(
    asked: Conditions, clock: Clock, permutations: Numbers | None = None
) -> Iterator[Numbers]:
    """Yield all tours as orders of node numbers, some at a time, at first one.

    Parameters
    ----------
    asked : Conditions
        The question.
    clock : Clock
        The clock of the search.
    permutations : int64 array, shape (symmetries, n), optional
        Symmetries of the graph as the images of its nodes, a group with the identity, which is not
        among them. Of the tours that are images of each other under those that keep the question,
        only the first is yielded.

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
    if problem.closed and problem.size < (2 if problem.arrays.directed else 3):
        return
    if problem.size == 1:
        yield np.zeros((1, 1), np.int64)
        return
    if permutations is None:
        permutations = np.zeros((0, asked.problem.size), np.int64)
    yield from _Search(asked, permutations).batches(clock)


def kept_symmetries(asked: Conditions, permutations: Numbers) -> Numbers:
    """Return the symmetries of a graph that keep a question.

    Parameters
    ----------
    asked : Conditions
        The question, about a graph that may have a tour.
    permutations : int64 array, shape (symmetries, n)
        Symmetries of the board, as for :func:`orders`.

    Returns
    -------
    int64 array, shape (kept, n)
        Those under which ``orders`` yields one tour of each class.
    """
    import numpy as np

    kept = [permutation for permutation, _ in _Search(asked, permutations).kept()]
    return np.array(kept, np.int64).reshape(-1, asked.problem.size)


class _Search:
    """The question as a problem of the kernel, and back.

    Parameters
    ----------
    asked : Conditions
        The question, about a graph of at least two nodes.
    permutations : int64 array, shape (symmetries, n)
        Symmetries of the graph.
    """

    def __init__(self, asked: Conditions, permutations: Numbers) -> None:
        import numpy as np

        self.asked = asked
        self.problem = problem = asked.problem
        if problem.size == 2 and problem.start is not None:
            # The other end is the other node; two vertices are no cycle of the normal form.
            self.problem = problem = replace(problem, end=None)
        self.number = {v: k for k, v in enumerate(problem.nodes)}
        self.required, self.forbidden = map(self._given, (asked.require, asked.forbid))
        self.nodes = np.array([self.number[v] for v, _ in asked.positions], np.int64)
        self.places = np.array([k - 1 for _, k in asked.positions], np.int64)
        arrays = problem.arrays
        self.known = np.sort(self._keys(np.column_stack((arrays.sources(), arrays.indices))))
        self.form = problem.normal_form()
        self.most = max(1, min(_BUFFER, _VERTICES // self.form.size))
        ends = self.form.edges()
        self.ends = ends[np.lexsort((ends[:, 1], ends[:, 0]))]  # by the order of nodes alone
        self.kinds = self._kinds()
        self.due, self.may = self._times()
        if len(self.nodes):
            self.kinds[self._is_never_passed() & (self.kinds != _FIXED)] = _FORBIDDEN
        self.permutations = permutations

    def batches(self, clock: Clock) -> Iterator[Numbers]:
        """Run the kernel, and yield what it lists.

        What finds nothing for a while asks the provers now and then whether there is anything.
        """
        import numpy as np

        if (run := self._run()) is None:
            return
        room, patience, status = 1, PATIENCE, forcing.MORE
        while status != forcing.EXHAUSTED:
            run[-1][kernels.ROOM] = room
            run[-1][kernels.LISTED] = 0
            late = None
            try:
                status = clock.run("listing", run, patience if room == 1 else math.inf)
                if status == forcing.MORE and self._is_proved_empty(clock):
                    return
                if status != forcing.EXHAUSTED:
                    clock.tick("listing")
            except TimeIsUp as error:
                late = error
            if count := run[-1][kernels.LISTED]:
                walks = np.array(run[_WALKS][: count * self.form.size], np.int64)
                found = self._orders(walks.reshape(count, self.form.size))
                self._check(found)
                yield found
                room = min(16 * room, self.most)
            if late is not None:
                raise late
            patience *= 4

    def _is_proved_empty(self, clock: Clock) -> bool:
        """Whether the provers know, in as much time as was spent already, that there is no tour."""
        with suppress(SearchLimitReached):
            return isinstance(self.asked.answer(clock.within(clock.seconds)), Proof)
        return False

    def _given(self, pairs: Pairs) -> Numbers:
        """Return the keys of pairs of nodes."""
        import numpy as np

        numbers = [(self.number[u], self.number[v]) for u, v in pairs]
        return self._keys(np.array(numbers, np.int64).reshape(-1, 2))

    def _keys(self, pairs: NDArray[Any]) -> Numbers:
        """Return a number for each pair of numbers, in an undirected graph for both orders."""
        import numpy as np

        tails, heads = np.moveaxis(pairs.astype(np.int64), -1, 0)
        if not self.problem.arrays.directed:
            tails, heads = np.minimum(tails, heads), np.maximum(tails, heads)
        keys: Numbers = tails * self.problem.size + heads
        return keys

    def _kinds(self) -> Numbers:
        """Return what the question says of the edges of the normal form."""
        import numpy as np

        kinds = np.where(self.form.mate[self.ends[:, 0]] == self.ends[:, 1], _FIXED, _FREE)
        if len(self.required) or len(self.forbidden):
            decoded = [self.problem.decode_edge(a, b) for a, b in self.ends.tolist()]
            away = self.problem.size  # no other key is that large
            pairs = np.array([pair or (away, away) for pair in decoded])
            keys = self._keys(pairs)
            real = (pairs < away).all(axis=1)
            kinds[real & np.isin(keys, self.required)] = _REQUIRED
            kinds[real & np.isin(keys, self.forbidden)] = _FORBIDDEN
        return kinds

    def _run(self) -> Run | None:
        """Return the kernel before its first step, or None if the conditions exclude all tours."""
        import numpy as np

        size = self.form.size
        edges, rows, lists, words = records(self.form, self.ends)
        s = np.concatenate((words, np.zeros(kernels.WORDS - len(words), np.int64)))
        s[kernels.ROOT], s[kernels.LAST], _ = self.problem.reading()
        required = np.flatnonzero(self.kinds == _REQUIRED).tolist()
        if len(required) < len(self.required):  # where a given end is, no path passes
            return None
        for e in required:
            mark = edges[forcing.EDGE * e + forcing.MARK]
            if mark != forcing.OPEN or not forcing.use(edges, rows, lists, s, e):
                return None
        for e in np.flatnonzero(self.kinds == _FORBIDDEN).tolist():
            if edges[forcing.EDGE * e + forcing.MARK] == forcing.OPEN:
                forcing.drop(edges, rows, lists, s, e)
        return Run(
            kernels.list_cycles,
            edges,
            rows,
            lists,
            np.zeros(kernels.SPLIT_ * (len(self.ends) + 2), np.int64),
            self._images(),
            self.due,
            self.may.ravel().astype(np.int8),
            np.zeros(self.most * size, np.int64),  # the walks
            s,
        )

    def _images(self) -> Numbers:
        """Return what symmetries that keep the question put in the places of the edges."""
        import numpy as np

        return np.concatenate([np.zeros(0, np.int64), *(places for _, places in self.kept())])

    def kept(self) -> Iterator[tuple[Numbers, Numbers]]:
        """Yield the symmetries that keep the question, and what they put in the edges' places."""
        import numpy as np

        base = np.array([self.form.size, 1])
        keys = self.ends @ base
        for permutation in self.permutations:
            moved = np.append(permutation, self.problem.size)  # home stays
            if self.problem.arrays.directed:
                moved = np.column_stack((2 * moved, 2 * moved + 1)).ravel()
            moved_keys = np.sort(moved[self.ends], axis=1) @ base
            places = np.searchsorted(keys, moved_keys) % len(keys)
            if (
                (keys[places] == moved_keys).all()
                and (self.kinds[places] == self.kinds).all()
                and (permutation[self.nodes] == self.nodes).all()
            ):
                yield permutation, places

    def _times(self) -> tuple[Numbers, NDArray[np.bool]]:
        """Return when vertices are due on a walk, -1 for any time, and which may be passed when."""
        import numpy as np
        from scipy.sparse import csr_array

        if not len(self.nodes):
            return np.zeros(0, np.int64), np.zeros((0, 0), bool)
        form, size = self.form, self.form.size
        root, last, part = self.problem.reading()
        vertices, times = self.nodes, part.start + part.step * self.places
        if self.problem.arrays.directed:
            vertices = 2 * vertices + 1 - part.start  # out(v) if the walk begins with it
        due, held = np.full(size, -1, np.int64), np.full(size, -1, np.int64)
        due[vertices], held[times] = times, vertices
        due[root], held[0] = 0, root
        if last >= 0:
            due[last], held[-1] = size - 1, last
        ones = np.ones(len(form.indices), np.int64)
        near = csr_array((ones, form.indices, form.indptr), shape=(size, size))
        may = np.ones((size, size), bool)
        for times in (range(size), range(0, -size, -1)):  # by walks from the root, and back to it
            reached = np.zeros(size, bool)
            for t in times:
                reached = (near @ reached > 0) & (due < 0)
                if held[t] >= 0:
                    reached = np.arange(size) == held[t]
                may[:, t] &= reached
        return due, may

    def _is_never_passed(self) -> NDArray[np.bool]:
        """Whether no walk in time, in either direction, takes an edge."""
        import numpy as np

        one, other = (self.may[self.ends[:, k]] for k in (0, 1))
        ahead, back = one & np.roll(other, -1, axis=1), other & np.roll(one, -1, axis=1)
        return np.logical_not((ahead | back).any(axis=1))

    def _orders(self, walks: Numbers) -> Numbers:
        """Return the tours that walks are, in the direction in which the numbers given are true.

        The search has seen to these numbers path by path, so a few are true in neither.
        """
        import numpy as np

        problem = self.problem
        *_, part = problem.reading()
        found: Numbers = walks[:, part] // part.step
        if not len(self.nodes):
            return found
        fits = (found[:, self.places] == self.nodes).all(axis=1)
        if not problem.arrays.directed and (problem.closed or problem.start is None is problem.end):
            turned = np.roll(found[:, ::-1], 1 if problem.closed else 0, axis=1)
            found[~fits] = turned[~fits]
            fits = (found[:, self.places] == self.nodes).all(axis=1)
        fitting: Numbers = found[fits]
        return fitting

    def _check(self, found: Numbers) -> None:
        """Check that these are tours that keep the conditions, by other means than the search."""
        import numpy as np

        problem = self.problem
        if not (np.sort(found, axis=1) == np.arange(problem.size)).all():
            raise InvalidTour("a tour does not visit every node once")
        steps = np.stack((found, np.roll(found, -1, axis=1)), axis=-1)
        used = self._keys(steps if problem.closed else steps[:, :-1])
        places = np.searchsorted(self.known, used).clip(max=len(self.known) - 1)
        if not (self.known[places] == used).all():
            raise InvalidTour("a tour goes where no edge is")
        if np.isin(used, self.forbidden).any():
            raise InvalidTour("a tour uses an edge to avoid")
        if (np.isin(used, self.required).sum(axis=1) < len(self.required)).any():
            raise InvalidTour("a tour avoids an edge to use")
        for v, place in ((problem.start, 0), (None if problem.closed else problem.end, -1)):
            if v is not None and not (found[:, place] == v).all():
                raise InvalidTour("a tour does not have the ends given")
